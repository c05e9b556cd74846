"""What producer ids cost a broker, beside Apache Kafka.

    tools/dev bench producer-state [--ids N,N..] [--batches N] [--producers N] [--only klamm|kafka]

Memory per producer id of one partition, CPU time of a batch over producers in random order, and the time after `kill -9`
until the producers of a partition are known again. Memory and time of a batch are those of the producer state alone: of
storage::ProducerState in a program of its own (resident memory), and of ProducerStateManager in a program of its own
(live heap), without the search for a repetition, which Kafka makes before. The floor is what the memory of this machine
allows: two accesses at random, one after the other, to tables of the sizes of Klamm's. Appends one JSON line per row to
build/bench/producer_state.jsonl.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "support"), str(HERE.parents[1] / "tests")]

import journal  # noqa: E402
from columns import aligned, number, ratio  # noqa: E402
from rebuild import seconds_to_rebuild  # noqa: E402
from support.paths import ROOT  # noqa: E402
from support.reference_kafka import classpath  # noqa: E402

BROKERS = ("klamm", "kafka")
PROGRAM = ROOT / "build" / "bench" / "bench" / "producer_state" / "producer_state_load"


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the cost of producer ids with Apache Kafka.")
    parser.add_argument("--ids", default="1,10000,1000000", help="numbers of producer ids (default %(default)s)")
    parser.add_argument("--batches", type=int, default=3_000_000, help="timed batches (default %(default)s)")
    parser.add_argument("--producers", type=int, default=100_000, help="to rebuild after a kill (default %(default)s)")
    parser.add_argument("--only", choices=BROKERS)
    args = parser.parse_args()
    names = [args.only] if args.only else list(BROKERS)
    rows = [("load", "unit", *BROKERS, "klamm/kafka", "floor", "klamm/floor", "target")]
    for ids in map(int, args.ids.split(",")):
        seen = {name: state_load(name, ids, args.batches) for name in names}
        for name, facts in seen.items():
            journal.note("producer_state.jsonl", {"broker": name, **facts})
        rows.append(row(f"a batch, {ids:,} ids", "ns", seen, "ns", "<= 150 ns" if ids >= 1_000_000 else ""))
        if ids > 1:  # one is not more than a page
            rows.append(row(f"an id of {ids:,}, one batch", "bytes", seen, "one_bytes", "<= 96 B, <= 0.25"))
            rows.append(row(f"an id of {ids:,}, five batches", "bytes", seen, "five_bytes", "<= 256 B, <= 0.25"))
    if args.producers:
        seen = {name: {"s": round(seconds_to_rebuild(name, args.producers), 3)} for name in names}
        for name, facts in seen.items():
            journal.note("producer_state.jsonl", {"broker": name, "producers": args.producers, **facts})
        rows.append(row(f"kill -9 until {args.producers:,} are known", "s", seen, "s", ""))
    print(aligned(rows))
    return 0


def state_load(name: str, ids: int, batches: int) -> dict[str, float]:
    program = [str(PROGRAM)] if name == "klamm" else ["java", "-Xms3g", "-Xmx3g", "-cp", classpath(), str(HERE / "StateLoad.java")]
    done = subprocess.run([*program, str(ids), str(batches)], check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


def row(what: str, unit: str, seen: dict[str, dict[str, float]], key: str, target: str) -> tuple[str, ...]:
    values = [seen[name][key] if name in seen else None for name in BROKERS]
    floor = seen.get("klamm", {}).get(f"floor_{key}")
    return (what, unit, *map(number, values), ratio(*values), number(floor), ratio(values[0], floor), target)


if __name__ == "__main__":
    sys.exit(main())
