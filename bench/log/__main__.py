"""What the log costs Klamm beside Apache Kafka.

    tools/dev bench log [--loads durable] [--rounds N] [--warm-s N] [--only klamm|kafka] [--shards N]

durable: 1, 16 and 256 producers, each with one record of 1 KiB under way on a partition of its own, that are answered
when the record is on the disk: Klamm with log.flush.before.acks=all, Kafka with flush.messages=1.

Prints a table with ratios and targets, and appends one JSON line per run to build/bench/log.jsonl.
"""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "support"), str(HERE.parents[1] / "tests")]

import durable  # noqa: E402
import table  # noqa: E402
from brokers import BROKERS  # noqa: E402
from in_turn import Results, end_all, measure_in_rounds  # noqa: E402


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the brokers are ended in any case
    parser = argparse.ArgumentParser(description="Compare what the log costs Klamm and Apache Kafka.")
    parser.add_argument("--loads", choices=["durable"], default="durable")
    parser.add_argument("--rounds", type=int, default=3, help="measured rounds (default %(default)s)")
    parser.add_argument("--warm-s", type=float, default=20, help="seconds of load before all (default %(default)s)")
    parser.add_argument("--only", choices=list(BROKERS))
    parser.add_argument("--shards", type=int, default=2)
    args = parser.parse_args()
    names = [args.only] if args.only else list(BROKERS)
    print(table.render(run_all(args.rounds, args.warm_s, names, args.shards)))
    return 0


def run_all(rounds: int, warm_s: float, names: list[str], shards: int) -> Results:
    """Both brokers run all the time; each load is measured in rounds, first on one and then on the other."""
    results: Results = {}
    running: list = []
    try:
        for name in names:
            broker = BROKERS[name](shards, durable.SETTINGS[name])
            broker.start()
            running.append(broker)
            durable.make_topics(broker)
            # Kafka answers the first requests to new topics with errors.
            for load in durable.LOADS:
                load.run(broker, warm_s / len(durable.LOADS), may_err=True)
        for load in durable.LOADS:
            measure_in_rounds(results, "log.jsonl", load.letter, running, rounds, shards, load.measure)
    finally:
        end_all(running)
    return results


if __name__ == "__main__":
    sys.exit(main())
