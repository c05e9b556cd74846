"""compression.type of a topic: whatever codec a client has, the log has the topic's, and clients read what was written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from clients.admin import create_topic
from confluent_kafka import Consumer, Producer, TopicPartition
from confluent_kafka.admin import AdminClient, AlterConfigOpType, ConfigEntry, ConfigResource, ResourceType
from support.reference_kafka import tool

pytestmark = pytest.mark.usefixtures("need_reference_kafka")
CODECS = ("none", "gzip", "snappy", "lz4", "zstd")


def produce(address: str, topic: str, codec: str) -> list[bytes]:
    producer = Producer({"bootstrap.servers": address, "compression.type": codec, "enable.idempotence": True, "linger.ms": 20})
    values = [f"{codec} {i} ".encode() * (1 + i % 50) for i in range(300)]
    for i, value in enumerate(values):
        producer.produce(topic, value, b"%d" % i, partition=0, headers=[("h", b"v")])
    assert producer.flush(60) == 0
    return values


def read(address: str, topic: str, count: int) -> list[bytes]:
    consumer = Consumer({"bootstrap.servers": address, "group.id": "g", "enable.auto.commit": False, "check.crcs": True})
    consumer.assign([TopicPartition(topic, 0, 0)])
    found: list[bytes] = []
    while len(found) < count:
        message = consumer.poll(30)
        assert message is not None and not message.error(), message and message.error()
        assert message.headers() == [("h", b"v")] and message.offset() == len(found)
        found.append(message.value())
    consumer.close()
    return found


def alter(address: str, topic: str, **values: str) -> None:
    entries = [ConfigEntry(k.replace("_", "."), v, incremental_operation=AlterConfigOpType.SET) for k, v in values.items()]
    resource = ConfigResource(ResourceType.TOPIC, topic, incremental_configs=entries)
    admin = AdminClient({"bootstrap.servers": address})
    for future in admin.incremental_alter_configs([resource]).values():
        future.result(20)


def stored_codecs(log: Path) -> list[str]:
    """Of the batches, as Kafka's tool reads them."""
    said = tool("dump-log", "--files", str(log))
    assert "isvalid: false" not in said
    return re.findall(r"compresscodec: (\w+)", said)


@pytest.mark.parametrize("target", ["uncompressed", *CODECS[1:]])
def test_the_log_has_the_topics_codec(start_broker, target: str) -> None:
    broker = start_broker()
    create_topic(broker.address, target, 1, compression_type=target)
    written = [value for codec in CODECS for value in produce(broker.address, target, codec)]
    assert read(broker.address, target, len(written)) == written
    expected = "none" if target == "uncompressed" else target
    assert set(stored_codecs(broker.data_dir / f"{target}-0" / f"{0:020}.log")) == {expected}


def test_it_changes_while_the_topic_is_in_use(start_broker) -> None:
    broker = start_broker()
    create_topic(broker.address, "t")
    produce(broker.address, "t", "lz4")
    alter(broker.address, "t", compression_type="zstd", compression_zstd_level="9")
    produce(broker.address, "t", "lz4")
    seen = stored_codecs(broker.data_dir / "t-0" / f"{0:020}.log")
    assert seen == sorted(seen) and set(seen) == {"lz4", "zstd"}
