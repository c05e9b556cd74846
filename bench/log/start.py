"""How long a broker takes to serve what it has: 10 GB in 1,000 partitions, after kill -9 and after a clean stop.

Each round begins on an empty directory that the broker fills itself, so that the killed one has never stopped before: all of it
lies behind what any checkpoint vouches for. What was written is on the disk and in the page cache when the broker is started.
"""

from __future__ import annotations

import os

import generator
import measure
import topics
from brokers import BROKERS
from plan import Plan, Row
from served import ServedWatcher

TOPIC, PARTITIONS = "start", 1000
RECORDS, RECORD_BYTES = 16, 1005  # batches of 16 KiB
REQUEST_BYTES = 16 << 10
LIMIT_S = 600
CLEAN_MARK = ".kafka_cleanshutdown"


class Start:
    def run(self, plan: Plan) -> None:
        # One broker at a time, so that only one's data is there.
        measured = lambda kind, _: self._measure(kind(plan.shards), plan.start_gb)  # noqa: E731
        plan.measure("start", [BROKERS[name] for name in plan.names], measured)

    def _measure(self, broker, gb: float) -> dict[str, float]:
        try:
            broker.start()
            fill(broker, gb)
            ends = topics.ends_of(broker.address, TOPIC, PARTITIONS)
            os.sync()
            broker.kill()
            killed = start_again(broker, ends)
            os.sync()
            broker.stop()
            assert (broker.data_dir / CLEAN_MARK).exists(), f"{broker.name} has not stopped cleanly"
            cleanly = start_again(broker, ends)
        finally:
            broker.end()
        return {f"killed_{key}": v for key, v in killed.items()} | {f"clean_{key}": v for key, v in cleanly.items()}

    def rows(self, plan: Plan) -> list[Row]:
        data = f"{plan.start_gb:g} GB in {PARTITIONS:,} partitions"
        return [
            row
            for key, after in (("clean", "a clean stop"), ("killed", "kill -9"))
            for row in (
                Row("start", f"{key}_s", f"start after {after}, {data}", "s", "<= 1/10"),
                Row("start", f"{key}_cpu_s", "  CPU", "CPU-s"),
                Row("start", f"{key}_resident_mb", "  memory then", "MB"),
            )
        ]


def fill(broker, gb: float) -> None:
    requests = int(gb * 1e9 / REQUEST_BYTES)
    topics.make(broker.address, TOPIC, PARTITIONS)
    measure.warm_memory(int(gb * 1.2e9))
    said = generator.run(
        broker.address, LIMIT_S, api="produce", topic=TOPIC, partitions=PARTITIONS, connections=8, in_flight=4, records=RECORDS,
        record_bytes=RECORD_BYTES, requests=requests,
    )  # fmt: skip
    assert said["requests"] == requests, f"{said['requests']} of {requests} requests in {LIMIT_S} s"


def start_again(broker, ends: dict[int, int]) -> dict[str, float]:
    """From the process's start until every partition tells its end, which must be what it was."""
    told = topics.Ends(TOPIC, PARTITIONS)
    watcher = ServedWatcher(broker.address, told.are_all_told)
    watcher.start()
    broker.start()
    watcher.wait()
    served_s = watcher.served_s - measure.started_s(broker.pid)
    after = measure.settled(broker.pid)
    assert told.found == ends, "the logs do not end where they did"
    return {"s": served_s, "cpu_s": after.cpu_s, "resident_mb": after.resident_bytes / 1e6}
