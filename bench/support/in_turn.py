"""Several brokers that run at the same time, measured one after the other."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable

import journal
from brokers import CONGESTION_CONTROL

Results = dict[tuple[str, str], list[dict[str, float]]]  # (load, broker) -> a row per measured round


def measure_in_rounds(
    results: Results, file: str, letter: str, running: list, rounds: int, shards: int, measure: Callable[..., dict[str, float]]
) -> None:
    """A row of `measure(broker, round_number)` for each, into the results and the journal's file."""
    for round_number in range(rounds):
        for broker in running:
            row = {k: round(v, 4) for k, v in measure(broker, round_number).items()}
            results.setdefault((letter, broker.name), []).append(row)
            facts = {"load": letter, "broker": broker.name, "round": round_number, "shards": shards}
            journal.note(file, {**facts, "congestion_control": CONGESTION_CONTROL, **row})


def end_all(running: list) -> None:
    """Whatever comes of the end, the measurements hold."""
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)  # or a broker outlives an end that is cut short
    for broker in running:
        try:
            broker.end()
        except AssertionError as why:
            print(f"{broker.name} did not end in good order: {why}", file=sys.stderr)
    signal.signal(signal.SIGTERM, before)
