"""Kafka's own tools on settings that change while the broker runs, and on producers."""

from __future__ import annotations

import subprocess
import time

import pytest
from clients.admin import create_topic
from confluent_kafka import Producer
from support.reference_kafka import tool

pytestmark = pytest.mark.usefixtures("need_reference_kafka")
GRACE = "group.disconnect.grace.ms"
DEPTH = "producer.state.batches.to.retain"
PATIENCE_S = 120


def configs(broker, *words: str, check: bool = True) -> str:
    return tool("configs", "--bootstrap-server", broker.address, *words, check=check)


def test_topics_settings(start_broker) -> None:
    """Set, shown, taken back, refused; Kafka's and Klamm's own in one request; all of it after a restart."""
    broker = start_broker(shards=2)
    create_topic(broker.address, "t", 2, producer_state_batches_to_retain="6")
    topic = ("--entity-type", "topics", "--entity-name", "t")
    configs(broker, *topic, "--alter", "--add-config", f"retention.ms=60000,cleanup.policy=[compact,delete],{DEPTH}=50")
    said = configs(broker, *topic, "--alter", "--add-config", f"retention.ms=1,{DEPTH}=4", check=False)
    assert "Value must be at least 5" in said, said
    broker.restart()
    described = configs(broker, *topic, "--describe")
    for part in ("retention.ms=60000 ", "cleanup.policy=compact,delete ", f"{DEPTH}=50 "):
        assert part in described, described
    assert f"DEFAULT_CONFIG:{DEPTH}=5" in described, described
    configs(broker, *topic, "--alter", "--delete-config", f"retention.ms,{DEPTH}")
    described = configs(broker, *topic, "--describe", "--all")
    assert "retention.ms=604800000 " in described and f"{DEPTH}=5 " in described, described


def test_brokers_settings(start_broker) -> None:
    broker = start_broker(shards=2, settings={"message.max.bytes": "5000"})
    all_brokers, this_broker = ("--entity-type", "brokers", "--entity-default"), ("--entity-type", "brokers", "--entity-name", "1")
    create_topic(broker.address, "t", 1)
    configs(broker, *all_brokers, "--alter", "--add-config", f"message.max.bytes=100,{DEPTH}=20")
    refused = subprocess.run(["kcat", "-P", "-b", broker.address, "-t", "t"], input=b"x" * 500, capture_output=True)
    assert b"Message size too large" in refused.stderr, refused.stderr
    configs(broker, *this_broker, "--alter", "--add-config", "message.max.bytes=2000")
    broker.restart()
    subprocess.run(["kcat", "-P", "-b", broker.address, "-t", "t"], input=b"x" * 500, check=True)
    described = configs(broker, *this_broker, "--describe") + configs(broker, *all_brokers, "--describe")
    for part in ("DYNAMIC_BROKER_CONFIG:message.max.bytes=2000", "DYNAMIC_DEFAULT_BROKER_CONFIG:message.max.bytes=100",
                 "STATIC_BROKER_CONFIG:message.max.bytes=5000", f"DYNAMIC_DEFAULT_BROKER_CONFIG:{DEPTH}=20"):  # fmt: skip
        assert part in described, described
    said = configs(broker, *this_broker, "--alter", "--add-config", "num.partitions=3", check=False)
    assert "Cannot update these configs dynamically" in said, said


def test_groups_settings(start_broker) -> None:
    """Kafka's and Klamm's own in one request, in two places on the disk; all of it after a restart."""
    broker = start_broker(shards=2)
    group = ("--entity-type", "groups", "--entity-name", "g")
    configs(broker, *group, "--alter", "--add-config", f"consumer.session.timeout.ms=50000,{GRACE}=700")
    said = configs(broker, *group, "--alter", "--add-config", "consumer.session.timeout.ms=1", check=False)
    assert "must be in the range 45000 to 60000" in said, said
    broker.restart()
    described = configs(broker, *group, "--describe")
    assert "consumer.session.timeout.ms=50000 " in described and f"{GRACE}=700 " in described, described
    configs(broker, *group, "--alter", "--delete-config", f"consumer.session.timeout.ms,{GRACE}")
    described = configs(broker, *group, "--describe", "--all")
    assert "consumer.session.timeout.ms=45000 " in described and f"{GRACE}=-1 " in described, described
    broker.restart()
    described = configs(broker, *group, "--describe", "--all")
    assert "consumer.session.timeout.ms=45000 " in described and f"{GRACE}=-1 " in described, described


def test_described_producers(start_broker) -> None:
    broker = start_broker(shards=2)
    create_topic(broker.address, "t", 2)
    producer = Producer({"bootstrap.servers": broker.address, "enable.idempotence": True, "log_level": 3})
    for number in range(3):
        producer.produce("t", str(number), partition=1)
        producer.flush(20)
    at = ("transactions", "--bootstrap-server", broker.address, "describe-producers", "--topic", "t", "--partition")
    assert len(tool(*at, "0").splitlines()) == 1
    header, row = (line.split("\t") for line in tool(*at, "1").splitlines())
    shown = {name.strip(): value.strip() for name, value in zip(header, row)}
    assert int(shown["ProducerId"]) >= 0 and shown["ProducerEpoch"] == "0" and shown["LastSequence"] == "2", shown
    assert shown["CurrentTransactionStartOffset"] == "None", shown


def test_producers_expire_by_the_altered_time(start_broker) -> None:
    """Forgotten at a check after the time was lowered from a day, and known for long after it was taken back."""
    broker = start_broker(shards=2, settings={"producer.id.expiration.check.interval.ms": "100"})
    create_topic(broker.address, "t", 1)
    key, all_brokers = "producer.id.expiration.ms", ("--entity-type", "brokers", "--entity-default")
    write_as_new_producer(broker.address)
    assert len(known_producers(broker)) == 1
    configs(broker, *all_brokers, "--alter", "--add-config", f"{key}=1")
    deadline = time.monotonic() + PATIENCE_S
    while known_producers(broker):
        assert time.monotonic() < deadline, "the producer is still known"
    configs(broker, *all_brokers, "--alter", "--delete-config", key)
    assert f"DEFAULT_CONFIG:{key}=86400000" in configs(broker, "--entity-type", "brokers", "--entity-name", "1", "--describe", "--all")
    write_as_new_producer(broker.address)
    assert len(known_producers(broker)) == 1


def write_as_new_producer(address: str) -> None:
    producer = Producer({"bootstrap.servers": address, "enable.idempotence": True, "log_level": 3})
    producer.produce("t", "v", partition=0)
    assert producer.flush(20) == 0


def known_producers(broker) -> list[str]:
    at = ("transactions", "--bootstrap-server", broker.address, "describe-producers", "--topic", "t", "--partition", "0")
    return tool(*at).splitlines()[1:]
