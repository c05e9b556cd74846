"""What was there before a stop is there after it: topics, ids, records, offsets."""

from __future__ import annotations

import re

import pytest
from clients.admin import create_topic, delete_topic
from confluent_kafka import Consumer, Producer, TopicCollection, TopicPartition
from confluent_kafka.admin import AdminClient
from support.kcat import values

TOPICS, PARTITIONS, RECORDS = 10, 3, 200


def fill(address: str, topics: list[str], first: int) -> None:
    """With one producer, since a new one waits for half a second before it asks for its id."""
    producer = Producer({"bootstrap.servers": address, "enable.idempotence": True})
    for topic in topics:
        for i in range(first, first + RECORDS):
            producer.produce(topic, f"{i}".encode(), partition=i % PARTITIONS)
    assert producer.flush(20) == 0


def expected(partition: int, upto: int) -> list[bytes]:
    return [b"%d" % i for i in range(upto) if i % PARTITIONS == partition]


@pytest.mark.parametrize("shards", [(1, 1), (2, 2), (4, 4), (1, 4), (4, 1)])
@pytest.mark.parametrize("how", ["SIGTERM", "kill -9"])
def test_everything_is_found_again(klamm, how: str, shards: tuple[int, int]) -> None:
    process = klamm(shards=shards[0])
    names = [f"topic-{i}" for i in range(TOPICS)]
    for name in names:
        create_topic(process.address, name, PARTITIONS)
    fill(process.address, names, 0)
    ids = topic_ids(process.address)
    process.stop() if how == "SIGTERM" else process.kill()
    at = process.command.index("--cores")
    process.command[at + 1] = str(shards[1])
    process.start()
    assert topic_ids(process.address) == ids
    fill(process.address, names, RECORDS)
    for name in names:
        assert values(process.address, name) == {p: expected(p, 2 * RECORDS) for p in range(PARTITIONS)}


def topic_ids(address: str) -> dict[str, str]:
    admin = AdminClient({"bootstrap.servers": address, "log_level": 3})
    names = TopicCollection(list(admin.list_topics(timeout=20).topics))
    return {name: str(f.result(20).topic_id) for name, f in admin.describe_topics(names).items()}


def test_deleted_topics_stay_deleted(klamm) -> None:
    process = klamm(shards=2)
    for name in ("kept", "gone"):
        create_topic(process.address, name, PARTITIONS)
    fill(process.address, ["kept", "gone"], 0)
    delete_topic(process.address, "gone")
    process.restart()
    assert set(topic_ids(process.address)) == {"kept"}
    assert not [p for p in process.data_dir.glob("gone-*") if not p.name.endswith("-delete")]


def test_a_consumer_goes_on_where_it_was(klamm) -> None:
    """A client that stays connected over a restart at the same address reads on, without a gap or a repetition."""
    process = klamm()
    create_topic(process.address, "t", 1)
    consumer = Consumer({"bootstrap.servers": process.address, "group.id": "none", "enable.auto.commit": False})
    consumer.assign([TopicPartition("t", 0, 0)])
    got: list[bytes] = []

    def read(upto: int) -> None:
        while len(got) < upto:
            m = consumer.poll(20)
            assert m is not None, f"{len(got)} of {upto} records"
            if not m.error():
                got.append(m.value())

    def write(first: int) -> None:
        producer = Producer({"bootstrap.servers": process.address})
        for i in range(first, first + 100):
            producer.produce("t", b"%d" % i, partition=0)
        assert producer.flush(20) == 0

    write(0)
    read(100)
    at = process.command.index("--listen")
    process.command[at + 1] = process.address
    process.restart()
    write(100)
    read(200)
    consumer.close()
    assert got == [b"%d" % i for i in range(200)]


@pytest.mark.parametrize("suffix", [".index", ".timeindex", ".txnindex"])
def test_a_file_that_cannot_be_opened_costs_its_partition_alone(klamm, suffix: str) -> None:
    process = klamm()
    create_topic(process.address, "t", 3)
    process.kill()
    file = process.data_dir / "t-1" / f"00000000000000000000{suffix}"
    file.unlink(missing_ok=True)
    file.mkdir()
    process.start()
    assert re.search(rf"cannot (open|remove) {re.escape(str(file))}", process.wait_for_line("/data/t-1/"))
    producer = Producer({"bootstrap.servers": process.address})
    producer.produce("t", b"a", partition=0)
    assert producer.flush(20) == 0
    file.rmdir()
