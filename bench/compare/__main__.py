"""Klamm beside Apache Kafka: the same loads against each in turn, by what they cost the broker.

    tools/dev bench compare [--loads abcdefgh] [--rounds N] [--warm N] [--only klamm|kafka] [--shards N]

Prints a table with ratios and targets, and appends one JSON line per run to build/bench/compare.jsonl.
"""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "support"), str(HERE.parents[1] / "tests")]

import runs  # noqa: E402
import table  # noqa: E402
from loads import LOADS  # noqa: E402


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the brokers are ended in any case
    parser = argparse.ArgumentParser(description="Compare Klamm with Apache Kafka.")
    parser.add_argument("--loads", default="".join(LOADS), help="letters (default %(default)s)")
    parser.add_argument("--rounds", type=int, default=2, help="measured rounds (default %(default)s)")
    parser.add_argument("--warm", type=int, default=2, help="rounds before that (default %(default)s)")
    parser.add_argument("--only", choices=["klamm", "kafka"])
    parser.add_argument("--shards", type=int, default=2)
    args = parser.parse_args()
    unknown = set(args.loads) - set(LOADS)
    if unknown:
        parser.error(f"no load {', '.join(sorted(unknown))}; there are {', '.join(LOADS)}")
    results = runs.run_all(args.loads, args.rounds, args.warm, [args.only] if args.only else ["klamm", "kafka"], args.shards)
    print(table.render(results, args.loads))
    return 0


sys.exit(main())
