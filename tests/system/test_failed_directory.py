"""A log directory that goes away under a running broker: its partitions are refused, the others are served, and it comes back with a start."""

from __future__ import annotations

import subprocess
import time
import urllib.request
from pathlib import Path

import pytest
from clients.admin import create_topic
from confluent_kafka import Consumer, KafkaError, Producer, TopicPartition
from support.klamm_process import KlammProcess
from support.paths import klamm_binary

PARTITIONS = 4
RECORD_BYTES = 100 << 10
SEGMENT_BYTES = 1 << 20
WAIT_SECONDS = 30


@pytest.fixture
def process(tmp_path: Path):
    directories = ",".join(str(tmp_path / name) for name in ("first", "second"))
    settings = {
        "log.dirs": directories, "log.segment.bytes": str(SEGMENT_BYTES), "admin.listener": "127.0.0.1:0",
        "log.flush.offset.checkpoint.interval.ms": "200",
    }  # fmt: skip
    made = KlammProcess(tmp_path / "first", shards=2, settings=settings)
    yield made.start()
    made.kill()


def partitions_in(directory: Path, topic: str) -> set[int]:
    return {int(found.name.rsplit("-", 1)[1]) for found in directory.glob(f"{topic}-*") if not found.name.endswith("-delete")}


def produce(producer: Producer, topic: str, partition: int) -> KafkaError | None:
    said: list[KafkaError | None] = []
    producer.produce(topic, bytes(RECORD_BYTES), partition=partition, on_delivery=lambda error, _: said.append(error))
    producer.flush(30)
    assert said, "no answer"
    return said[0]


def without_leader(producer: Producer, topic: str) -> set[int]:
    return {p for p, each in producer.list_topics(topic, timeout=20).topics[topic].partitions.items() if each.leader == -1}


def metric(process: KlammProcess, name: str) -> float:
    port = process.start_line.split("metrics on http://127.0.0.1:")[1].split("/")[0]
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=20) as page:
        lines = page.read().decode().splitlines()
    return sum(float(line.rsplit(" ", 1)[1]) for line in lines if line.split("{")[0].split(" ")[0] == name)


def count_records(address: str, topic: str, partition: int) -> int:
    consumer = Consumer({"bootstrap.servers": address, "group.id": "unused", "enable.partition.eof": True})
    consumer.assign([TopicPartition(topic, partition, 0)])
    count = 0
    while (message := consumer.poll(20)) and message.error() is None:
        count += 1
    assert message is not None, "neither a record nor the end"
    consumer.close()
    return count


def test_the_rest_serves_on(process: KlammProcess, tmp_path: Path) -> None:
    create_topic(process.address, "t", PARTITIONS)
    lost = partitions_in(tmp_path / "second", "t")
    assert len(lost) == PARTITIONS // 2
    producer = Producer({"bootstrap.servers": process.address, "retries": 0, "message.max.bytes": 1 << 20, "log_level": 0})
    for partition in range(PARTITIONS):
        assert produce(producer, "t", partition) is None
    assert metric(process, "kafka_log_logmanager_offlinelogdirectorycount") == 0

    (tmp_path / "second").rename(tmp_path / "away")
    deadline = time.monotonic() + WAIT_SECONDS
    while metric(process, "kafka_log_logmanager_offlinelogdirectorycount") == 0:
        assert time.monotonic() < deadline, process.output
    assert metric(process, "kafka_server_replicamanager_offlinereplicacount") == len(lost)
    assert str(tmp_path / "second") in process.wait_for_line("has failed and is offline")
    # The controller hears of it from the broker, and writes that down: clients learn of it last.
    deadline = time.monotonic() + WAIT_SECONDS
    while without_leader(producer, "t") != lost:
        assert time.monotonic() < deadline, process.output
    for partition in set(range(PARTITIONS)) - lost:
        assert produce(producer, "t", partition) is None
    create_topic(process.address, "new", PARTITIONS)
    assert partitions_in(tmp_path / "first", "new") == set(range(PARTITIONS))

    process.stop()
    assert process.output.count("has failed and is offline") == 1
    assert not (tmp_path / "away" / ".kafka_cleanshutdown").exists()
    assert (tmp_path / "first" / ".kafka_cleanshutdown").exists()
    (tmp_path / "away").rename(tmp_path / "second")
    process.start()
    for partition in range(PARTITIONS):
        assert count_records(process.address, "t", partition) == (1 if partition in lost else 2)
    assert metric(process, "kafka_log_logmanager_offlinelogdirectorycount") == 0
    process.stop()


def test_a_start_goes_without_a_directory_that_fails(process: KlammProcess, tmp_path: Path) -> None:
    create_topic(process.address, "t", PARTITIONS)
    lost = partitions_in(tmp_path / "second", "t")
    producer = Producer({"bootstrap.servers": process.address, "retries": 0, "message.max.bytes": 1 << 20, "log_level": 0})
    for partition in range(PARTITIONS):
        assert produce(producer, "t", partition) is None
    process.stop()

    (tmp_path / "second").rename(tmp_path / "away")
    (tmp_path / "second").write_text("no directory")
    process.start()
    producer = Producer({"bootstrap.servers": process.address, "retries": 0, "message.max.bytes": 1 << 20, "log_level": 0})
    assert f"The log directory {tmp_path / 'second'} cannot be used" in process.wait_for_line("cannot be used")
    assert metric(process, "kafka_log_logmanager_offlinelogdirectorycount") == 1
    assert without_leader(producer, "t") == lost
    for partition in set(range(PARTITIONS)) - lost:
        assert produce(producer, "t", partition) is None
    process.stop()
    assert (tmp_path / "away" / ".kafka_cleanshutdown").exists()
    verified = subprocess.run(
        [str(klamm_binary()), "verify", tmp_path / "first", tmp_path / "away"], capture_output=True, text=True, timeout=60
    )
    assert verified.returncode == 0, verified.stdout
    assert "the next one registers it again" in verified.stdout

    (tmp_path / "second").unlink()
    (tmp_path / "away").rename(tmp_path / "second")
    process.start()
    for partition in range(PARTITIONS):
        assert count_records(process.address, "t", partition) == (1 if partition in lost else 2)
    assert metric(process, "kafka_log_logmanager_offlinelogdirectorycount") == 0
    process.stop()


def test_without_the_metadata_log_the_process_ends(process: KlammProcess, tmp_path: Path) -> None:
    (tmp_path / "first").rename(tmp_path / "away")
    assert process.wait_for_end(WAIT_SECONDS) == 1, process.output
    assert f"the directory of the metadata log, {tmp_path / 'first'}, has failed" in process.output
