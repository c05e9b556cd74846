"""A consumer that stops reading in the middle of its answers."""

from __future__ import annotations

import os
import struct
import time
from collections.abc import Callable
from pathlib import Path

from clients.admin import create_topic, delete_topic
from confluent_kafka import Producer
from support.klamm_process import KlammProcess
from support.wire import Wire, frame

VALUE = os.urandom(10_000)
RECORDS = 3_000


def fetch(correlation_id: int, topic: str, offset: int) -> bytes:
    """Fetch version 4 of partition 0: 64 MiB at most, no wait."""
    header = struct.pack(">hhih", 1, 4, correlation_id, 4) + b"slow"
    limits = struct.pack(">iiiib", -1, 0, 1, 64 << 20, 0)
    name = struct.pack(">ih", 1, len(topic)) + topic.encode()
    return frame(header + limits + name + struct.pack(">iiqi", 1, 0, offset, 64 << 20))


def log_files(data_dir: Path, topic: str) -> list[Path]:
    return list(data_dir.glob(f"{topic}-0*/*.log"))


def resident_kib(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


def test_a_deleted_topic_is_still_sent_whole(klamm: Callable[..., KlammProcess]) -> None:
    broker = klamm(settings={"log.segment.delete.delay.ms": "0"})
    create_topic(broker.address, "gone")
    producer = Producer({"bootstrap.servers": broker.address, "acks": "1", "linger.ms": 20})
    for _ in range(RECORDS):
        producer.produce("gone", VALUE)
    assert producer.flush(60) == 0
    [log] = log_files(broker.data_dir, "gone")
    written = log.read_bytes()
    assert len(written) > RECORDS * len(VALUE)

    readers = [Wire("127.0.0.1", broker.port, timeout=60) for _ in range(4)]
    before = resident_kib(broker.pid)
    for reader in readers:
        reader.send(fetch(7, "gone", 0))
    sizes = [struct.unpack(">i", reader.receive_exactly(4))[0] for reader in readers]
    delete_topic(broker.address, "gone")
    deadline = time.monotonic() + 20
    while log_files(broker.data_dir, "gone") and time.monotonic() < deadline:
        time.sleep(0.01)
    assert log_files(broker.data_dir, "gone") == []

    # The shard serves others, and 120 MB of answers on their way are held by no memory of the broker.
    with Wire("127.0.0.1", broker.port) as other:
        assert other.ask_api_versions() == 0
    assert resident_kib(broker.pid) - before < 20_000
    for reader, size in zip(readers, sizes, strict=True):
        answer = reader.receive_exactly(size)
        assert answer.endswith(written)
        reader.socket.close()
