"""What compaction costs: how much of a dirty log a CPU-second of the broker cleans. The log is the same on both, byte by byte.

It is written with cleanup.policy=delete and cleaned when that becomes `compact`, while nothing else is done. What counts are the
bytes of the segments that were cleaned (all but the newest), though each is read twice.
"""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import frames
import lz4.frame
import measure
import topics
from clients.admin import alter_topic
from connection import Connection
from plan import Plan, Row

KEYS, VALUE_BYTES = 250_000, 1024
RECORDS, QUICK_RECORDS = 1_000_000, 200_000
BATCH_RECORDS = 16
SEGMENT_BYTES = 64 << 20
SETTINGS = {"log.cleaner.backoff.ms": "500", **topics.REMOVED_SOON}
CODECS: dict[str, tuple[int, Callable[[bytes], bytes]]] = {"none": (0, bytes), "lz4": (3, lz4.frame.compress)}
_UNDER_WAY = 32  # requests on the one connection
_LIMIT_S = 300


@dataclass(frozen=True)
class Dirty:
    """The log, which is the same each time."""

    codec: str
    records: int
    keys: int

    def batches(self) -> Iterator[bytes]:
        choose = random.Random(8)
        pool = choose.randbytes(1 << 20)
        number, compress = CODECS[self.codec]
        now_ms = int(time.time() * 1000)
        for _ in range(self.records // BATCH_RECORDS):
            body = b"".join(frames.record(i, *self._record(choose, pool)) for i in range(BATCH_RECORDS))
            yield frames.batch_of(compress(body), BATCH_RECORDS, now_ms, codec=number)

    def _record(self, choose: random.Random, pool: bytes) -> tuple[bytes, bytes]:
        """Half of a value cannot be compressed."""
        at = choose.randrange(len(pool) - VALUE_BYTES)
        half = VALUE_BYTES // 2
        return b"key-%09d" % choose.randrange(self.keys), pool[at : at + half] + bytes(half)

    def write(self, broker, topic: str) -> None:
        connection = Connection(broker.address)
        some: list[bytes] = []
        for batch in self.batches():
            some.append(frames.produce(topic, 0, batch))
            if len(some) == _UNDER_WAY:
                _produce(connection, topic, some)
                some = []
        _produce(connection, topic, some)
        connection.close()

    def measure(self, broker, label: str) -> dict[str, float]:
        """On a new topic, which goes afterwards."""
        topic = f"compaction-{self.codec}-{label}"
        topics.make(broker.address, topic, 1, segment_bytes=str(SEGMENT_BYTES), cleanup_policy="delete")
        measure.warm_memory(3 * self.records * VALUE_BYTES)
        self.write(broker, topic)
        os.sync()
        folder = broker.data_dir / f"{topic}-0"
        *old, active = sorted(folder.glob("*.log"))
        assert old, "nothing but the newest segment"
        size = sum(segment.stat().st_size for segment in old)
        before = measure.settled(broker.pid)
        alter_topic(broker.address, topic, cleanup_policy="compact")
        wait_until_cleaned(broker, topic, int(active.stem))
        wait_until_removed(folder)
        after = measure.settled(broker.pid)
        left = sum(segment.stat().st_size for segment in folder.glob("*.log") if segment.name < active.name)
        topics.remove(broker, topic)
        cpu_s = after.cpu_s - before.cpu_s
        return {
            "mb_per_cpu_second": size / 1e6 / cpu_s, "cpu_s": cpu_s, "mb": size / 1e6, "left_mb": left / 1e6,
            "wall_s": after.at_s - before.at_s, "resident_mb": after.resident_bytes / 1e6,
        }  # fmt: skip


def _produce(connection: Connection, topic: str, requests: list[bytes]) -> None:
    connection.send(b"".join(requests))
    for _ in requests:
        error, _ = frames.produced(connection.receive(), topic)
        assert error == 0, f"Produce: {error}"


def wait_until_cleaned(broker, topic: str, end: int) -> None:
    """As each broker tells without being asked: Klamm by a line, Kafka by its checkpoint."""
    if broker.name == "klamm":
        broker.wait_for_line(rf"/{re.escape(topic)}-0: compacted up to offset {end}\b", _LIMIT_S)
        return
    checkpoint, line = broker.data_dir / "cleaner-offset-checkpoint", f"{topic} 0 {end}"
    deadline = time.monotonic() + _LIMIT_S
    while not checkpoint.exists() or line not in checkpoint.read_text().splitlines():
        assert time.monotonic() < deadline, f"{topic} is not clean after {_LIMIT_S} s"
        time.sleep(0.02)


def wait_until_removed(folder: Path) -> None:
    """What was replaced: giving its memory and space back is part of the work, and both do it a second later."""
    deadline = time.monotonic() + _LIMIT_S
    while any(folder.glob("*.deleted")):
        assert time.monotonic() < deadline, f"{folder} has removed files after {_LIMIT_S} s"
        time.sleep(0.02)


class Compaction:
    def run(self, plan: Plan) -> None:
        records, keys = (QUICK_RECORDS, KEYS // 5) if plan.is_quick else (RECORDS, KEYS)
        with plan.running(SETTINGS) as running:
            for codec in CODECS:
                dirty = Dirty(codec, records, keys)
                for broker in running:
                    dirty.measure(broker, "warm")
                measured = lambda broker, n, dirty=dirty: dirty.measure(broker, str(n))  # noqa: E731
                plan.measure(f"compaction-{codec}", running, measured)

    def rows(self, _: Plan) -> list[Row]:
        return [
            row
            for codec in CODECS
            for row in (
                Row(f"compaction-{codec}", "mb_per_cpu_second", f"compaction, records of 1 KiB, {codec}", "MB/CPU-s", ">= 3"),
                Row(f"compaction-{codec}", "wall_s", "  until it was done", "s"),
                Row(f"compaction-{codec}", "left_mb", "  left of it", "MB"),
            )
        ]
