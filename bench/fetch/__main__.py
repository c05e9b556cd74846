"""Fetching from Klamm beside Apache Kafka: the same loads against each in turn, by what they cost the broker.

    tools/dev bench fetch [--loads abcdef] [--rounds N] [--only klamm|kafka] [--shards N]

Prints a table with ratios and targets, and appends one JSON line per run to build/bench/fetch.jsonl.
"""

from __future__ import annotations

import argparse
import resource
import signal
import sys
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "support"), str(HERE.parents[1] / "tests")]

import table  # noqa: E402
from brokers import BROKERS  # noqa: E402
from cold import Cold  # noqa: E402
from fan import Fan  # noqa: E402
from hot import Hot  # noqa: E402
from in_turn import Results, end_all, measure_in_rounds  # noqa: E402
from load import Load  # noqa: E402
from memory import Memory  # noqa: E402
from polls import Polls  # noqa: E402
from rounds import Rounds  # noqa: E402

LOADS: dict[str, type] = {c.letter: c for c in (Rounds, Polls, Hot, Fan, Memory, Cold)}
# Kafka divides the slots among eight caches by chance, so the default is full before a thousand sessions are there.
SETTINGS = {"max.incremental.fetch.session.cache.slots": "4000"}


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the brokers are ended in any case
    parser = argparse.ArgumentParser(description="Compare fetching from Klamm with Apache Kafka.")
    parser.add_argument("--loads", default="".join(LOADS), help="letters (default %(default)s)")
    parser.add_argument("--rounds", type=int, default=2, help="measured rounds (default %(default)s)")
    parser.add_argument("--only", choices=list(BROKERS))
    parser.add_argument("--shards", type=int, default=2)
    args = parser.parse_args()
    unknown = set(args.loads) - set(LOADS)
    if unknown:
        parser.error(f"no load {', '.join(sorted(unknown))}; there are {', '.join(LOADS)}")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # the brokers inherit it
    loads = [LOADS[letter]() for letter in LOADS if letter in args.loads]
    results = run_all(loads, args.rounds, [args.only] if args.only else list(BROKERS), args.shards)
    print(table.render(results, loads))
    return 0


def run_all(loads: list[Load], rounds: int, names: list[str], shards: int) -> Results:
    """Both brokers run all the time; each load is measured in rounds, first on one and then on the other."""
    results: Results = {}
    running: list = []
    try:
        for name in names:
            broker = BROKERS[name](shards, SETTINGS)
            broker.start()
            running.append(broker)
        # memory first, on brokers that have not used any yet
        for load in sorted(loads, key=lambda load: load.letter != Memory.letter):
            for broker in running:
                print(f"preparing {load.letter} on {broker.name}", flush=True)
                load.prepare(broker)
            measure_in_rounds(results, "fetch.jsonl", load.letter, running, rounds, shards, load.measure)
    finally:
        end_all(running)
    return results


if __name__ == "__main__":
    sys.exit(main())
