"""What the log costs Klamm beside Apache Kafka.

    tools/dev bench log [--loads NAME,..] [--rounds N] [--quick] [--warm-s N] [--start-gb N] [--only klamm|kafka] [--shards N]

    durable     1, 16 and 256 producers, each with one record of 1 KiB under way on a partition of its own, that are answered when
                the record is on the disk: Klamm with log.flush.before.acks=all, Kafka with flush.messages=1
    produce     CPU for each GB in requests of 1 MiB and of 16 KiB
    start       until 10 GB in 1,000 partitions are served, after kill -9 and after a clean stop
    memory      of partitions and of idle segments
    compaction  how much of a dirty log is cleaned in a CPU-second

Both brokers run at the same time and are measured in turn, round by round; for start they run one after the other. All sockets have
cubic. --quick is for a look: one short round. Prints a table with ratios and targets, and appends one JSON line per run to
build/bench/log.jsonl. Up to 15 GB of the disk are used.
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
from compaction import Compaction  # noqa: E402
from durable import Durable  # noqa: E402
from memory import Memory  # noqa: E402
from plan import Load, Plan  # noqa: E402
from produce import Produce  # noqa: E402
from start import Start  # noqa: E402

LOADS: dict[str, Load] = {
    "durable": Durable(), "produce": Produce(), "start": Start(), "memory": Memory(), "compaction": Compaction(),
}  # fmt: skip
FULL = {"rounds": 3, "warm_s": 20.0, "start_gb": 10.0}
QUICK = {"rounds": 1, "warm_s": 6.0, "start_gb": 1.0}


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the brokers are ended in any case
    parser = argparse.ArgumentParser(description="Compare what the log costs Klamm and Apache Kafka.")
    parser.add_argument("--loads", default=",".join(LOADS), help="names with commas between them (default %(default)s)")
    parser.add_argument("--quick", action="store_true", help="short, for a look")
    parser.add_argument("--rounds", type=int, help=_help("measured rounds", "rounds"))
    parser.add_argument("--warm-s", type=float, help=_help("seconds of load before durable", "warm_s"))
    parser.add_argument("--start-gb", type=float, help=_help("data of start, in GB", "start_gb"))
    parser.add_argument("--only", choices=list(BROKERS))
    parser.add_argument("--shards", type=int, default=2)
    args = parser.parse_args()
    loads = args.loads.split(",")
    if unknown := [name for name in loads if name not in LOADS]:
        parser.error(f"no load {', '.join(unknown)}; there are {', '.join(LOADS)}")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # the brokers and the generator inherit it
    sizes = (QUICK if args.quick else FULL) | {key: value for key in FULL if (value := getattr(args, key))}
    plan = Plan([args.only] if args.only else list(BROKERS), args.shards, is_quick=args.quick, **sizes)
    for name in loads:
        LOADS[name].run(plan)
    print(table.render(plan.results, [row for name in loads for row in LOADS[name].rows(plan)]))
    return 0


def _help(what: str, key: str) -> str:
    return f"{what} (default {FULL[key]:g}, quick {QUICK[key]:g})"


if __name__ == "__main__":
    sys.exit(main())
