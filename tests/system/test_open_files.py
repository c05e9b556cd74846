"""Few descriptors and many segments: files are opened and closed as they are needed, and nobody notices."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from clients.admin import create_topic
from confluent_kafka import OFFSET_BEGINNING, Consumer, Producer, TopicPartition
from support.klamm_process import KlammProcess

DESCRIPTORS = 256
PARTITIONS = 300
RECORDS = 16  # in each
RECORD_BYTES = 4000
SEGMENT_BYTES = 20_000
CONSUME_SECONDS = 60


@pytest.fixture(params=[1, 2])
def short_of_descriptors(request, tmp_path: Path) -> Iterator[KlammProcess]:
    process = KlammProcess(tmp_path / "data", shards=request.param, settings={"admin.listener": "127.0.0.1:0"})
    process.command = ["prlimit", f"--nofile={DESCRIPTORS}:{DESCRIPTORS}", *process.command]
    try:
        yield process.start()
    finally:
        process.kill()


def value(partition: int, number: int) -> bytes:
    return b"%08d %08d " % (partition, number) + bytes(RECORD_BYTES)


def produce(address: str, first: int) -> None:
    # No retries: a refusal would be seen.
    producer = Producer({"bootstrap.servers": address, "batch.size": 2 * RECORD_BYTES, "linger.ms": 5, "retries": 0, "acks": "all"})
    errors = []
    for number in range(first, first + RECORDS):
        for partition in range(PARTITIONS):
            producer.produce("many", value(partition, number), partition=partition, on_delivery=lambda error, _: error and errors.append(error))
            producer.poll(0)
    assert producer.flush(60) == 0
    assert not errors, f"{len(errors)} were refused, the first: {errors[0]}"


def consume_all(address: str, expected: int) -> None:
    """Every partition from its beginning: each record once and in order."""
    consumer = Consumer({"bootstrap.servers": address, "group.id": "none", "enable.auto.commit": False, "log_level": 3})
    consumer.assign([TopicPartition("many", partition, OFFSET_BEGINNING) for partition in range(PARTITIONS)])
    seen = [0] * PARTITIONS
    deadline = time.monotonic() + CONSUME_SECONDS
    while sum(seen) < expected * PARTITIONS:
        assert time.monotonic() < deadline, f"{sum(seen)} of {expected * PARTITIONS} records"
        for message in consumer.consume(1000, 1):
            assert not message.error(), message.error()
            partition = message.partition()
            assert message.value() == value(partition, seen[partition])
            seen[partition] += 1
    consumer.close()


def metric(process: KlammProcess, name: str) -> float:
    found = re.search(r"metrics on (http://[0-9.:]+/metrics)", process.start_line)
    assert found, process.start_line
    page = urlopen(found[1], timeout=20).read().decode()
    return sum(float(line.rsplit(" ", 1)[1]) for line in page.splitlines() if line.startswith(name + "{") or line.startswith(name + " "))


def open_descriptors(process: KlammProcess) -> int:
    return len(os.listdir(f"/proc/{process.pid}/fd"))


def test_a_log_of_many_segments_needs_few_descriptors(short_of_descriptors: KlammProcess) -> None:
    process = short_of_descriptors
    create_topic(process.address, "many", PARTITIONS, **{"internal_segment_bytes": str(SEGMENT_BYTES)})
    produce(process.address, 0)
    segments = sum(len(list(directory.glob("*.log"))) for directory in process.data_dir.glob("many-*"))
    assert segments > 3 * PARTITIONS
    consume_all(process.address, RECORDS)
    assert open_descriptors(process) < DESCRIPTORS * 3 // 4, "connections would find none"
    assert metric(process, "klamm_log_idle_files_closed_total") > PARTITIONS
    assert metric(process, "klamm_log_descriptor_shortages_total") == 0

    process.kill()
    process.start()
    consume_all(process.address, RECORDS)
    produce(process.address, RECORDS)
    assert metric(process, "klamm_log_descriptor_shortages_total") == 0

    process.stop()
    process.start()
    consume_all(process.address, 2 * RECORDS)
    assert metric(process, "kafka_log_logmanager_offlinelogdirectorycount") == 0
    process.stop()
