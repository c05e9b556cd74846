"""Consumer groups on Klamm beside Apache Kafka: what commits and heartbeats cost, how long large groups take to settle, and how
long a million committed offsets take to load.

    tools/dev bench groups [--loads abcdefg] [--rounds N] [--quick] [--only klamm|kafka] [--shards N]

    a, b  commits of 1,000 groups with four members
    c, d  heartbeats of 20,000 members, classic and KIP-848
    e, f  a rebalance of 1,000 members, classic and KIP-848
    g     the load of 1,000,000 offsets after a restart

Both brokers run at the same time and are measured in turn, round by round; for g they are new ones, whose logs hold nothing else.
The members are made as raw frames, and the load generator (bench/load) repeats their requests. --quick is for a look: one
short round, and a tenth of the offsets. Prints a table with ratios and targets, and appends one JSON line per run to
build/bench/groups.jsonl.
"""

from __future__ import annotations

import argparse
import resource
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "support"), str(HERE.parents[1] / "tests")]

import once  # noqa: E402
import table  # noqa: E402
from brokers import BROKERS  # noqa: E402
from clients.admin import create_topic  # noqa: E402
from in_turn import Results, end_all, measure_in_rounds  # noqa: E402
from loads import LOADS, PARTITIONS, TOPIC  # noqa: E402
from members import wait_for_coordinators  # noqa: E402

SETTINGS = {
    "group.initial.rebalance.delay.ms": "1000",  # so that members join together
    "socket.listen.backlog.size": "4096",  # with 50 a thousand clients that connect at once wait for seconds
    "group.consumer.session.timeout.ms": "1800000", "group.consumer.max.session.timeout.ms": "1800000",
}  # fmt: skip
TOPICS = {TOPIC: PARTITIONS, once.WIDE_TOPIC: once.WIDE_PARTITIONS, once.LARGE_TOPIC: once.LARGE_GROUP}
PHASES = ("abcdef", "g")  # loads of the same brokers
ALL = "".join(PHASES)


@dataclass(frozen=True)
class Size:
    rounds: int
    seconds: float  # of a load that goes on
    offset_groups: int  # with an offset for each partition of the wide topic


FULL = Size(rounds=3, seconds=10, offset_groups=10_000)
QUICK = Size(rounds=1, seconds=3, offset_groups=1000)


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the brokers are ended in any case
    parser = argparse.ArgumentParser(description="Compare what groups cost Klamm and Apache Kafka.")
    parser.add_argument("--loads", default=ALL, help="letters (default %(default)s)")
    parser.add_argument("--rounds", type=int, help=f"measured rounds (default {FULL.rounds}, quick {QUICK.rounds})")
    parser.add_argument("--quick", action="store_true", help="short, for a look")
    parser.add_argument("--only", choices=list(BROKERS))
    parser.add_argument("--shards", type=int, default=2)
    args = parser.parse_args()
    if unknown := set(args.loads) - set(ALL):
        parser.error(f"no load {', '.join(sorted(unknown))}; there are {', '.join(ALL)}")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # the brokers and the generator inherit it
    size = QUICK if args.quick else FULL
    if args.rounds:
        size = replace(size, rounds=args.rounds)
    names = [args.only] if args.only else list(BROKERS)
    results: Results = {}
    for phase in PHASES:
        if letters := [letter for letter in phase if letter in args.loads]:
            run_phase(results, letters, size, names, args.shards)
    print(table.render(results, size.offset_groups * once.WIDE_PARTITIONS))
    return 0


def run_phase(results: Results, letters: list[str], size: Size, names: list[str], shards: int) -> None:
    running: list = []
    try:
        for name in names:
            broker = BROKERS[name](shards, SETTINGS)
            broker.start()
            running.append(broker)
            for topic, partitions in TOPICS.items():
                create_topic(broker.address, topic, partitions)
            wait_for_coordinators(broker.address)
        for letter in letters:
            measure = measurement(letter, size, running)
            measure_in_rounds(results, "groups.jsonl", letter, running, size.rounds, shards, measure)
    finally:
        end_all(running)


def measurement(letter: str, size: Size, running: list) -> Callable[..., dict[str, float]]:
    """What is measured of a broker in a round; made ready on all of them, and all are warm."""
    if load := LOADS.get(letter):
        members = {broker.name: load.prepare(broker) for broker in running}
        measure = lambda broker, _: load.measure(broker, members[broker.name], size.seconds)  # noqa: E731
    elif letter == "g":
        for broker in running:
            once.commit_many(broker.address, size.offset_groups)
        return lambda broker, _: once.load_after_restart(broker, size.offset_groups)
    else:
        measure = once.settle_large_classic if letter == "e" else once.settle_large_consumer
    for broker in running:
        measure(broker, -1)
    return measure


if __name__ == "__main__":
    sys.exit(main())
