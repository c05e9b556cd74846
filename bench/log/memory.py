"""What partitions and idle segments cost in memory. All readings but that of new partitions are of a broker that was started
again and whose partitions have all answered. Of Kafka, whose heap has the size it was given, the live heap is told too."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass

import frames
import measure
import topics
from connection import Connection
from plan import Plan, Row

TOPICS = 20
SEGMENT_TOPIC, SEGMENT_MS = "segments", 1000
_UNDER_WAY = 200  # requests on the one connection
_NEVER = "31536000000"  # of a year: so long nothing is removed, and no segment closed by its age


@dataclass(frozen=True)
class Size:
    partitions: dict[str, int]  # of each topic, by broker
    segments: dict[str, int]  # of each of the logs, by broker: Kafka holds all their files open
    logs: int

    def all_partitions(self, name: str) -> int:
        return TOPICS * self.partitions[name]

    def all_segments(self, name: str) -> int:
        return self.logs * self.segments[name]


FULL = Size(partitions={"klamm": 1000, "kafka": 100}, segments={"klamm": 100, "kafka": 25}, logs=200)
QUICK = Size(partitions={"klamm": 100, "kafka": 20}, segments={"klamm": 20, "kafka": 5}, logs=50)


class Memory:
    def run(self, plan: Plan) -> None:
        size = _size(plan)
        for result, measured in (("memory-partition", measure_partitions), ("memory-segment", measure_segments)):
            with plan.running() as running:  # each once: a second time finds what the first has left behind
                plan.measure(result, running, lambda broker, _, measured=measured: measured(broker, size), rounds=1)

    def rows(self, plan: Plan) -> list[Row]:
        size = _size(plan)
        partitions, segments = (
            " / ".join(f"{count(name):,}" for name in ("klamm", "kafka")) for count in (size.all_partitions, size.all_segments)
        )
        return [
            Row("memory-partition", "resident", f"a partition, of {partitions}, resident", "B", "<= 3000"),
            Row("memory-partition", "heap", "  live in the JVM's heap", "B"),
            Row("memory-partition", "new", "  when they were just made, resident", "B"),
            Row("memory-segment", "resident", f"an idle segment, of {segments}, resident", "B", "<= 200"),
            Row("memory-segment", "heap", "  live in the JVM's heap", "B"),
        ]


def _size(plan: Plan) -> Size:
    return QUICK if plan.is_quick else FULL


@dataclass(frozen=True)
class Reading:
    resident: int
    heap: int

    @classmethod
    def of(cls, broker) -> Reading:
        resident = measure.settled(broker.pid).resident_bytes
        return cls(resident, measure.live_heap_bytes(broker))

    def above(self, base: Reading, count: int) -> dict[str, float]:
        """For each of so many."""
        found = {"resident": (self.resident - base.resident) / count}
        return found | ({"heap": (self.heap - base.heap) / count} if self.heap else {})


def measure_partitions(broker, size: Size) -> dict[str, float]:
    """With a record in each."""
    partitions, count = size.partitions[broker.name], size.all_partitions(broker.name)
    names = [f"partitions-{i}" for i in range(TOPICS)]
    _start_again(broker, [], 0)
    base = Reading.of(broker)
    for name in names:
        topics.make(broker.address, name, partitions)
    new = Reading.of(broker)
    for name in names:
        _write(broker, name, partitions, range(1))
    _start_again(broker, names, partitions)
    full = Reading.of(broker)
    return {
        "count": count, **full.above(base, count), "new": new.above(base, count)["resident"], "base_mb": base.resident / 1e6,
    }  # fmt: skip


def measure_segments(broker, size: Size) -> dict[str, float]:
    """Of logs with many by logs with one: each record is so much younger than the one before that it gets a new segment."""
    segments = size.segments[broker.name]
    topics.make(broker.address, SEGMENT_TOPIC, size.logs, segment_ms=str(SEGMENT_MS), retention_ms=_NEVER)
    _write(broker, SEGMENT_TOPIC, size.logs, range(1))
    _start_again(broker, [SEGMENT_TOPIC], size.logs)
    base = Reading.of(broker)
    _write(broker, SEGMENT_TOPIC, size.logs, range(1, segments))
    there = sum(1 for _ in broker.data_dir.glob(f"{SEGMENT_TOPIC}-*/*.log"))
    assert there == size.all_segments(broker.name), f"there are {there} segments"
    _start_again(broker, [SEGMENT_TOPIC], size.logs)
    count = size.logs * (segments - 1)
    return {"count": count, **Reading.of(broker).above(base, count), "base_mb": base.resident / 1e6}


def _start_again(broker, names: list[str], partitions: int) -> None:
    os.sync()  # all at once; a stop would sync each log
    broker.stop()
    broker.start()
    for name in names:
        topics.ends_of(broker.address, name, partitions)


def _write(broker, topic: str, partitions: int, turns: range) -> None:
    """A record into each partition in each turn, later by more than a segment lasts each time."""
    connection = Connection(broker.address)
    began_ms = int(time.time() // 3600) * 3_600_000 - 3_600_000  # the same in all calls, and turns do not reach the future
    for turn in turns:
        records = frames.batch(1, 100, began_ms + turn * 2 * SEGMENT_MS)
        for first in range(0, partitions, _UNDER_WAY):
            some = range(first, min(first + _UNDER_WAY, partitions))
            connection.send(b"".join(frames.produce(topic, p, records) for p in some))
            for _ in some:
                error, offset = frames.produced(connection.receive(), topic)
                assert (error, offset) == (0, turn), f"Produce: error {error}, offset {offset} for turn {turn}"
    connection.close()
