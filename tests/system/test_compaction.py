"""Compacted topics: the newest record of each key is left, whoever reads meanwhile, and Kafka's tools read what there is."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from clients.admin import create_topic
from confluent_kafka import Consumer, Producer, TopicPartition
from confluent_kafka.admin import AdminClient, OffsetSpec
from support.log_files import size_bytes_now
from support.reference_kafka import tool

COMMITS = 14_000  # 2 MB of records and more
SETTINGS = {"log.cleaner.backoff.ms": "100", "log.segment.delete.delay.ms": "0"}
TOPIC = {"cleanup.policy": "compact", "segment.ms": "100", "min.cleanable.dirty.ratio": "0.01", "delete.retention.ms": "0"}


def wait_until(ready: Callable[[], object], seconds: float = 40) -> None:
    """The limit only ends a test that hangs."""
    deadline = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def produce(address: str, records: list[tuple[str, str | None]], **config: str) -> None:
    producer = Producer({"bootstrap.servers": address, "linger.ms": 5, "batch.num.messages": 50, **config})
    for key, value in records:
        producer.produce("t", value and value.encode(), key.encode(), partition=0)
    assert producer.flush(60) == 0


def end_of(address: str) -> int:
    asked = TopicPartition("t", 0)
    admin = AdminClient({"bootstrap.servers": address})
    return admin.list_offsets({asked: OffsetSpec.latest()})[asked].result(20).offset


def read_all(address: str) -> list[tuple[int, str, str | None]]:
    """(offset, key, value) of everything that is there."""
    consumer = Consumer({"bootstrap.servers": address, "group.id": "g", "auto.offset.reset": "earliest", "enable.auto.commit": False, "enable.partition.eof": True})  # fmt: skip
    consumer.assign([TopicPartition("t", 0, 0)])
    found = []
    while True:
        message = consumer.poll(20)
        assert message is not None
        if message.error():
            consumer.close()
            return found
        value = message.value()
        found.append((message.offset(), message.key().decode(), value and value.decode()))


def state_of(records: list[tuple[int, str, str | None]]) -> dict[str, str]:
    state: dict[str, str] = {}
    for _, key, value in records:
        if value is None:
            state.pop(key, None)
        else:
            state[key] = value
    return state


def wait_until_small(broker, folder: Path, size_bytes: int) -> int:
    """A record now and then closes the active segment, which is not compacted. Gives how many."""
    count = 0

    def is_small() -> bool:
        nonlocal count
        produce(broker.address, [("tick", "tock")])
        count += 1
        return size_bytes_now(folder) < size_bytes

    wait_until(is_small)
    return count


@pytest.mark.parametrize("shards", [1, 2])
@pytest.mark.parametrize("codec", ["none", "zstd"])
def test_a_table_keeps_its_newest_rows(start_broker, shards: int, codec: str) -> None:
    broker = start_broker(shards=shards, settings=SETTINGS)
    create_topic(broker.address, "t", **TOPIC)
    folder = broker.data_dir / "t-0"
    choose = random.Random(7)
    expected: dict[str, str] = {}
    records: list[tuple[str, str | None]] = []
    for n in range(12_000):
        key = f"key {choose.randrange(200)}"
        value = None if n % 10 == 0 else f"{n} " + "".join(choose.choices("0123456789abcdef", k=90))
        records.append((key, value))
        expected.pop(key, None) if value is None else expected.__setitem__(key, value)
    for at in range(0, len(records), 3000):
        produce(broker.address, records[at : at + 3000], **{"compression.type": codec})
        assert state_of(read_all(broker.address)) == state_of([(0, k, v) for k, v in records[: at + 3000]])
    ticks = wait_until_small(broker, folder, 100_000)
    expected["tick"] = "tock"
    found = read_all(broker.address)
    assert state_of(found) == expected
    assert [o for o, _, _ in found] == sorted({o for o, _, _ in found})
    assert len(found) < 1000
    broker.kill()
    broker.start()
    assert state_of(read_all(broker.address)) == expected
    assert end_of(broker.address) == len(records) + ticks


@pytest.mark.usefixtures("need_reference_kafka")
def test_kafka_reads_what_is_left(start_broker) -> None:
    broker = start_broker(settings=SETTINGS)
    create_topic(broker.address, "t", **TOPIC)
    produce(broker.address, [(f"key {n % 50}", None if n % 7 == 0 else f"{n} {'x' * 90}") for n in range(6000)], **{"enable.idempotence": "true"})  # fmt: skip
    folder = broker.data_dir / "t-0"
    wait_until_small(broker, folder, 50_000)
    broker.stop()
    logs = ",".join(str(p) for p in sorted(folder.glob("*.log")))
    dumped = tool("dump-log", "--files", logs, "--deep-iteration", "--print-data-log")
    assert "isvalid: false" not in dumped and "deleteHorizonMs: OptionalLong[" in dumped
    offsets = [int(word.split()[0]) for word in dumped.split("| offset: ")[1:]]
    assert offsets == sorted(set(offsets)) and len(offsets) < 1000
    assert (broker.data_dir / "cleaner-offset-checkpoint").read_text().splitlines()[2].startswith("t 0 ")


def test_committed_offsets_do_not_grow_for_ever(start_broker) -> None:
    """The topic of the groups is compacted while they commit, and they find their offsets again."""
    broker = start_broker(settings={**SETTINGS, "offsets.topic.segment.bytes": "1048576", "offsets.topic.num.partitions": "1", "log.cleaner.min.cleanable.ratio": "0.1"})  # fmt: skip
    create_topic(broker.address, "t")
    config = {"group.id": "g", "enable.auto.commit": False, "log_level": 3}
    consumer = Consumer({**config, "bootstrap.servers": broker.address})
    folder = broker.data_dir / "__consumer_offsets-0"
    assert consumer.committed([TopicPartition("t", 0)], 30)  # knows its coordinator now
    for n in range(COMMITS):
        consumer.commit(offsets=[TopicPartition("t", 0, n)], asynchronous=n % 50 != 0)
    consumer.commit(offsets=[TopicPartition("t", 0, COMMITS)], asynchronous=False)
    wait_until(lambda: size_bytes_now(folder) < 1_200_000)
    consumer.close()
    broker.kill()
    broker.start()
    consumer = Consumer({**config, "bootstrap.servers": broker.address})
    assert [p.offset for p in consumer.committed([TopicPartition("t", 0)], 30)] == [COMMITS]
    consumer.close()
