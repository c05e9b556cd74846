"""Rounds of loads over both brokers, each round first one broker and then the other."""

from __future__ import annotations

import time

import journal
import measure
from brokers import BROKERS, CONGESTION_CONTROL
from clients.admin import delete_topic
from loads import LOADS, Load, prepare, run, topic_name

JOURNAL = "compare.jsonl"
IDLE_SECONDS = 3
Results = dict[tuple[str, str], list[dict[str, float]]]  # (load, broker) -> a row per measured round


def run_all(letters: str, rounds: int, warm: int, names: list[str], shards: int) -> Results:
    results: Results = {}
    running = {}
    try:
        for name in names:
            running[name] = broker = BROKERS[name](shards)
            started_ms = broker.start()
            time.sleep(IDLE_SECONDS)
            idle = measure.usage(broker.pid).resident_bytes
            for letter, row in (("g", {"value": started_ms}), ("h", {"value": idle / 1e6})):
                if letter in letters:
                    _note(results, letter, name, 0, row)
        chosen = [load for letter, load in LOADS.items() if letter in letters and load.records]
        for round_number in range(warm + rounds):
            for load in _in_round(chosen, round_number, warm):
                for name, broker in running.items():
                    row = _measured(load, broker, round_number)
                    if round_number >= warm:
                        _note(results, load.letter, name, round_number, row)
                    else:
                        print(f"warm-up {load.letter} {name}: {row}", flush=True)
            _delete_topics(chosen, running, round_number, warm)
    finally:
        for broker in running.values():
            broker.end()
    return results


def _in_round(chosen: list[Load], round_number: int, warm: int) -> list[Load]:
    """A consumer needs its producer's records; what is paced by time is not worth a warm-up."""
    needed = {load.consumes for load in chosen} - {""}
    loads = [load for letter, load in LOADS.items() if load in chosen or letter in needed]
    return [load for load in loads if not load.once or round_number >= warm]


def _measured(load: Load, broker, round_number: int) -> dict[str, float]:
    prepare(load, broker.address, round_number)
    if not load.consumes:
        measure.warm_memory(load.total_bytes * 3 // 2)
    before = measure.settled(broker.pid)
    client = run(load, broker.address, round_number)
    ended = time.monotonic()
    after = measure.settled(broker.pid)
    cpu_s = after.cpu_s - before.cpu_s
    value = cpu_s
    if load.unit == "CPU-s/GB":
        value = cpu_s / (load.total_bytes / 1e9)
    elif load.unit == "us CPU/record":
        value = cpu_s / (load.records + load.warm_records) * 1e6
    return {
        "value": value, "cpu_s": cpu_s, "user_s": after.user_s - before.user_s, "system_s": after.system_s - before.system_s,
        "wall_s": ended - before.at_s, "resident_mb": after.resident_bytes / 1e6, **client,
    }  # fmt: skip


def _delete_topics(chosen: list[Load], running: dict, round_number: int, warm: int) -> None:
    for load in _in_round(chosen, round_number, warm):
        for broker in running.values():
            if not load.consumes:
                delete_topic(broker.address, topic_name(load, round_number))


def _note(results: Results, letter: str, name: str, round_number: int, row: dict[str, float]) -> None:
    row = {k: round(v, 4) for k, v in row.items()}
    results.setdefault((letter, name), []).append(row)
    journal.note(JOURNAL, {
        "load": letter, "broker": name, "round": round_number, "congestion_control": CONGESTION_CONTROL,
        "unit": LOADS[letter].unit, **row,
    })  # fmt: skip
