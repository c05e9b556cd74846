"""(f) A consumer reads what has left the page cache; a producer at 20 MB/s should not feel it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import bulk
import frames
import measure
from client import make_topic
from connection import Connection
from clients.admin import create_topic
from load import Row, percentile

OLD, OLD_PARTITIONS = "cold", 6
RECORDS, RECORD_BYTES = 4_000_000, 1_024
NEW = "beside"
BATCH_RECORDS, BATCHES_PER_S = 64, 305  # of 1,024 B: 20 MB/s
ALONE_SECONDS = 10.0


class Cold:
    letter = "f"
    rows = (
        Row("alone_p99_ms", "producer at 20 MB/s, p99", "ms"),
        Row("hot_p99_ms", "  beside a read of 4 GB, hot", "ms"),
        Row("cold_p99_ms", "  beside a read of 4 GB, cold", "ms"),
        Row("ratio", "  cold by alone", "times", "<= 2"),
        Row("cold_gb_s", "  the cold read", "GB/s"),
    )

    def prepare(self, broker) -> None:
        make_topic(broker.address, NEW, 1)
        create_topic(broker.address, OLD, OLD_PARTITIONS)
        measure.warm_memory(RECORDS * RECORD_BYTES * 5 // 4)
        bulk.fill(broker.address, OLD, RECORDS, RECORD_BYTES)
        bulk.read(broker.address, OLD, RECORDS)
        _Producer(broker.address).run(_for_seconds(ALONE_SECONDS))

    def measure(self, broker, round_number: int) -> dict[str, float]:
        os.sync()
        producer = _Producer(broker.address)
        alone = producer.run(_for_seconds(ALONE_SECONDS))
        bulk.read(broker.address, OLD, RECORDS)  # brings in what an earlier round has dropped
        hot, _ = _beside_a_read(producer, broker.address)
        resident = drop_from_page_cache(broker.data_dir, OLD)
        cold, cold_s = _beside_a_read(producer, broker.address)
        result = {f"{name}_p99_ms": percentile(found, 0.99) for name, found in (("alone", alone), ("hot", hot), ("cold", cold))}
        result |= {f"{name}_max_ms": max(found) for name, found in (("alone", alone), ("hot", hot), ("cold", cold))}
        result["ratio"] = result["cold_p99_ms"] / result["alone_p99_ms"]
        result["cold_gb_s"] = RECORDS * RECORD_BYTES / 1e9 / cold_s
        result["resident_share"] = resident
        return result


def _for_seconds(seconds: float) -> Callable[[], bool]:
    deadline = time.monotonic() + seconds
    return lambda: time.monotonic() >= deadline


def _beside_a_read(producer: _Producer, address: str) -> tuple[list[float], float]:
    began = time.monotonic()
    reading = bulk.Reading(address, OLD, is_aside=True)
    found = producer.run(lambda: reading.has_ended)
    elapsed_s = time.monotonic() - began
    reading.end(RECORDS)
    return found, elapsed_s


def drop_from_page_cache(data_dir: Path, topic: str) -> float:
    """Drops the topic's segments; gives the share of them that stayed."""
    os.sync()
    segments = sorted(data_dir.glob(f"{topic}-*/*.log"))
    for segment in segments:
        fd = os.open(segment, os.O_RDONLY)
        os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(fd)
    total = sum(s.stat().st_size for s in segments)
    return measure.resident_file_bytes(segments) / total


class _Producer:
    """Paced by the clock: what a stall delays counts as late, from the moment at which it was due."""

    def __init__(self, address: str) -> None:
        self._connection = Connection(address)
        self._request = frames.produce(NEW, 0, frames.batch(BATCH_RECORDS, RECORD_BYTES, int(time.time() * 1000)))

    def run(self, has_ended: Callable[[], bool]) -> list[float]:
        """Milliseconds from the moment that each batch was due to its answer."""
        delays_ms = []
        due = time.monotonic()
        while not has_ended():
            due += 1 / BATCHES_PER_S
            time.sleep(max(0.0, due - time.monotonic()))
            error, _ = frames.produced(self._connection.ask(self._request), NEW)
            assert error == 0, f"Produce: {error}"
            delays_ms.append((time.monotonic() - due) * 1000)
        return delays_ms
