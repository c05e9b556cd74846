"""Small requests to Klamm beside Apache Kafka: Produce requests of 200 bytes from the load generator, by what one costs
the broker and how long it takes.

    tools/dev bench requests [--loads abcdef] [--rounds N] [--warm-s N] [--only klamm|kafka] [--shards N]

The generator (bench/load) is one thread with requests encoded once; in the open loops the time of a request counts from
when it was due. Prints a table with ratios and targets, and appends one JSON line per run to build/bench/requests.jsonl.
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
from in_turn import Results, end_all, measure_in_rounds  # noqa: E402
from loads import LOADS, Load, make_topic  # noqa: E402


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the brokers are ended in any case
    parser = argparse.ArgumentParser(description="Compare what small requests cost Klamm and Apache Kafka.")
    parser.add_argument("--loads", default="".join(LOADS), help="letters (default %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="measured rounds (default %(default)s)")
    parser.add_argument("--warm-s", type=float, default=30, help="seconds of load before all (default %(default)s)")
    parser.add_argument("--only", choices=list(BROKERS))
    parser.add_argument("--shards", type=int, default=2)
    args = parser.parse_args()
    unknown = set(args.loads) - set(LOADS)
    if unknown:
        parser.error(f"no load {', '.join(sorted(unknown))}; there are {', '.join(LOADS)}")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # the brokers and the generator inherit it
    loads = [load for letter, load in LOADS.items() if letter in args.loads]
    names = [args.only] if args.only else list(BROKERS)
    results = run_all(loads, args.rounds, args.warm_s, names, args.shards)
    print(table.render(results, loads))
    return 0


def run_all(loads: list[Load], rounds: int, warm_s: float, names: list[str], shards: int) -> Results:
    """Both brokers run all the time; each load is measured in rounds, first on one and then on the other."""
    results: Results = {}
    running: list = []
    try:
        for name in names:
            broker = BROKERS[name](shards)
            broker.start()
            running.append(broker)
            make_topic(broker)
            LOADS["b"].run(broker, warm_s)
        for load in loads:  # the slow clients last: Kafka does not get over them
            measure_in_rounds(results, "requests.jsonl", load.letter, running, rounds, shards, load.measure)
    finally:
        end_all(running)
    return results


if __name__ == "__main__":
    sys.exit(main())
