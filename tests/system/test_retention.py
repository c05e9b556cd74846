"""Old records go: by time, by size, by DeleteRecords; with the stock tool, live settings, and a reader in the middle."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from clients.admin import create_topic
from confluent_kafka import Consumer, KafkaException, Producer, TopicPartition
from confluent_kafka.admin import AdminClient, AlterConfigOpType, ConfigEntry, ConfigResource, OffsetSpec, ResourceType
from support.log_files import size_bytes_now

SEGMENT_BYTES = 1 << 20
SETTINGS = {"log.retention.check.interval.ms": "50", "log.initial.task.delay.ms": "0", "log.segment.delete.delay.ms": "0"}


def wait_until(ready: Callable[[], object], seconds: float = 30) -> None:
    """The limit only ends a test that hangs."""
    deadline = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def alter(address: str, topic: str, **configs: str) -> None:
    entries = [ConfigEntry(k.replace("_", "."), v, incremental_operation=AlterConfigOpType.SET) for k, v in configs.items()]
    resource = ConfigResource(ResourceType.TOPIC, topic, incremental_configs=entries)
    admin = AdminClient({"bootstrap.servers": address})
    for future in admin.incremental_alter_configs([resource]).values():
        future.result(20)


def fill(address: str, topic: str, count: int = 40, size: int = 200_000, timestamp_ms: int = 0) -> None:
    producer = Producer({"bootstrap.servers": address, "batch.num.messages": 1})
    for n in range(count):
        producer.produce(topic, b"%08d" % n + bytes(size - 8), partition=0, timestamp=timestamp_ms)
        producer.flush(30)


def start_of(address: str, topic: str) -> int:
    asked = TopicPartition(topic, 0)
    admin = AdminClient({"bootstrap.servers": address})
    return admin.list_offsets({asked: OffsetSpec.earliest()})[asked].result(20).offset


def consume(address: str, topic: str, end: int) -> list[int]:
    """Offsets from the beginning up to `end`."""
    consumer = Consumer({"bootstrap.servers": address, "group.id": "g", "auto.offset.reset": "earliest", "enable.auto.commit": False})
    consumer.assign([TopicPartition(topic, 0, 0)])
    offsets: list[int] = []
    while not offsets or offsets[-1] < end - 1:
        message = consumer.poll(20)
        assert message is not None and message.error() is None
        offsets.append(message.offset())
    consumer.close()
    return offsets


def segment_files(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir() if p.name.endswith(".log"))


@pytest.mark.parametrize("shards", [1, 2])
def test_settings_that_are_altered_take_away_what_is_too_old_and_too_much(start_broker, shards: int) -> None:
    broker = start_broker(shards=shards, settings=SETTINGS)
    create_topic(broker.address, "t", **{"segment.bytes": str(SEGMENT_BYTES)})
    fill(broker.address, "t")
    folder = broker.data_dir / "t-0"
    assert len(segment_files(folder)) >= 8
    alter(broker.address, "t", retention_bytes="2500000")
    wait_until(lambda: len(segment_files(folder)) <= 4)
    start = start_of(broker.address, "t")
    assert 0 < start < 40
    assert consume(broker.address, "t", 40) == list(range(start, 40))
    alter(broker.address, "t", retention_ms="1")
    wait_until(lambda: start_of(broker.address, "t") == 40)
    wait_until(lambda: segment_files(folder) == ["%020d.log" % 40])
    wait_until(lambda: not [p for p in folder.iterdir() if p.name.endswith(".deleted")])
    broker.stop()
    broker.start()
    assert start_of(broker.address, "t") == 40


def test_a_consumer_that_is_overtaken_goes_on_at_the_new_start(start_broker) -> None:
    broker = start_broker(settings=SETTINGS)
    create_topic(broker.address, "t", **{"segment.bytes": str(SEGMENT_BYTES)})
    fill(broker.address, "t")
    consumer = Consumer(
        {"bootstrap.servers": broker.address, "group.id": "g", "auto.offset.reset": "earliest", "fetch.message.max.bytes": 200_000,
         "queued.min.messages": 1, "queued.max.messages.kbytes": 200}
    )  # fmt: skip
    consumer.assign([TopicPartition("t", 0, 0)])
    assert consumer.poll(20).offset() == 0
    alter(broker.address, "t", retention_bytes="1500000")
    wait_until(lambda: start_of(broker.address, "t") > 20)
    offsets = []
    while not offsets or offsets[-1] != 39:
        message = consumer.poll(20)
        assert message is not None and message.error() is None
        offsets.append(message.offset())
    assert offsets == sorted(set(offsets))
    consumer.close()


@pytest.mark.parametrize("is_killed", [False, True])
def test_deleted_records_stay_deleted(start_broker, is_killed: bool) -> None:
    broker = start_broker(settings={**SETTINGS, "log.flush.start.offset.checkpoint.interval.ms": "20"})
    create_topic(broker.address, "t", **{"segment.bytes": str(SEGMENT_BYTES)})
    fill(broker.address, "t")
    admin = AdminClient({"bootstrap.servers": broker.address})
    deleted = admin.delete_records([TopicPartition("t", 0, 17)])
    assert [f.result(20).low_watermark for f in deleted.values()] == [17]
    assert consume(broker.address, "t", 40) == list(range(17, 40))
    with pytest.raises(KafkaException):
        next(iter(admin.delete_records([TopicPartition("t", 0, 41)]).values())).result(20)
    checkpoint = broker.data_dir / "log-start-offset-checkpoint"
    wait_until(lambda: checkpoint.exists() and "t 0 17" in checkpoint.read_text())
    wait_until(lambda: "%020d.log" % 0 not in segment_files(broker.data_dir / "t-0"))
    broker.kill() if is_killed else broker.stop()
    broker.start()
    assert start_of(broker.address, "t") == 17
    assert consume(broker.address, "t", 40) == list(range(17, 40))


def test_a_topic_keeps_its_size_while_it_is_written(start_broker) -> None:
    broker = start_broker(settings=SETTINGS)
    create_topic(broker.address, "t", **{"segment.bytes": str(SEGMENT_BYTES), "retention.bytes": "2000000"})
    for _ in range(3):
        fill(broker.address, "t", 20)
        wait_until(lambda: size_bytes_now(broker.data_dir / "t-0") <= 2_000_000 + SEGMENT_BYTES)
