"""Client quotas with real clients: what they get, what they are told, and what Kafka's tool makes of them.

A quota is measured over ten to eleven seconds, and ten seconds' worth may pass at once. So clients that take what they
can have some ten seconds' worth within the first ten seconds. Two that share a quota are each told to rest for what both
are over, and go on at the same time: with Apache Kafka these producers get 1.12 of their quota, these consumers 0.83.
"""

from __future__ import annotations

import threading
import time

import pytest
from clients.admin import create_topic
from clients.test_stock_tools import metric
from confluent_kafka import Consumer, Producer, TopicPartition
from support.reference_kafka import tool
from support.wire import Wire

RATE = 1_000_000
SECONDS = 10.0


def set_quota(broker, *entity: str, **values: object) -> None:
    pairs = ",".join(f"{key}={value}" for key, value in values.items())
    tool("configs", "--bootstrap-server", broker.address, "--alter", *entity, "--add-config", pairs)


def described(broker, *entity: str) -> str:
    return tool("configs", "--bootstrap-server", broker.address, "--describe", *entity)


def produced_bytes(broker, clients: int) -> int:
    """Acknowledged to all clients, which share a client id, within SECONDS."""
    total = 0
    lock = threading.Lock()
    end = time.monotonic() + SECONDS

    def note(error, message) -> None:
        nonlocal total
        if error is None and time.monotonic() < end:
            with lock:
                total += len(message.value())

    def run(partition: int) -> None:
        producer = Producer({"bootstrap.servers": broker.address, "client.id": "quoted", "log_level": 0, "batch.size": 20_000, "linger.ms": 1,
                             "queue.buffering.max.kbytes": 2_000})  # fmt: skip
        while time.monotonic() < end:
            try:
                producer.produce("t", b"x" * 1000, partition=partition, on_delivery=note)
                producer.poll(0)
            except BufferError:
                producer.poll(0.01)
        producer.purge()
        producer.flush(1)

    threads = [threading.Thread(target=run, args=(partition,)) for partition in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return total


@pytest.mark.usefixtures("need_reference_kafka")
@pytest.mark.parametrize("shards", [1, 2])
def test_producers_share_their_byte_rate(start_broker, shards: int) -> None:
    broker = start_broker(shards=shards)
    create_topic(broker.address, "t", 2)
    set_quota(broker, "--entity-type", "clients", "--entity-name", "quoted", producer_byte_rate=RATE)
    total = produced_bytes(broker, 2)
    print(f"{total / RATE / SECONDS:.3f} of the quota")
    assert 1.0 <= total / RATE / SECONDS <= 1.2


def consumed_bytes(broker, clients: int) -> int:
    """The same for consumers of one partition each."""
    totals = [0] * clients
    end = time.monotonic() + SECONDS

    def run(partition: int) -> None:
        consumer = Consumer({"bootstrap.servers": broker.address, "client.id": "quoted", "log_level": 0, "group.id": f"g{partition}",
                             "fetch.wait.max.ms": 100, "max.partition.fetch.bytes": 50_000,
                             "queued.max.messages.kbytes": 100, "enable.auto.commit": False})  # fmt: skip
        consumer.assign([TopicPartition("t", partition, 0)])
        while time.monotonic() < end:
            for message in consumer.consume(100, 0.1):
                totals[partition] += len(message.value())
        consumer.close()

    threads = [threading.Thread(target=run, args=(partition,)) for partition in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(totals)


@pytest.mark.usefixtures("need_reference_kafka")
@pytest.mark.parametrize("shards", [1, 2])
def test_consumers_share_their_byte_rate(start_broker, shards: int) -> None:
    broker = start_broker(shards=shards)
    create_topic(broker.address, "t", 2)
    producer = Producer({"bootstrap.servers": broker.address, "log_level": 0, "batch.size": 20_000, "linger.ms": 5})
    for i in range(40_000):
        producer.produce("t", b"x" * 1000, partition=i % 2)
        producer.poll(0)
    assert producer.flush(60) == 0
    set_quota(broker, "--entity-type", "clients", "--entity-name", "quoted", consumer_byte_rate=RATE)
    total = consumed_bytes(broker, 2)
    print(f"{total / RATE / SECONDS:.3f} of the quota")
    assert 0.75 <= total / RATE / SECONDS <= 1.0


@pytest.mark.usefixtures("need_reference_kafka")
def test_a_java_producer_sees_that_it_is_throttled(start_broker) -> None:
    broker = start_broker(shards=2)
    create_topic(broker.address, "t", 2)
    set_quota(broker, "--entity-type", "clients", "--entity-default", producer_byte_rate=RATE)
    said = tool("producer-perf", "--bootstrap-server", broker.address, "--topic", "t", "--num-records", "12000",
                "--record-size", "1000", "--throughput", "-1", "--print-metrics")  # fmt: skip
    assert "12000 records sent" in said, said[-2000:]
    assert metric(said, "produce-throttle-time-max") > 0
    assert metric(said, "record-error-total") == 0


@pytest.mark.usefixtures("need_reference_kafka")
def test_kafkas_tool_sets_shows_and_takes_away(start_broker) -> None:
    broker = start_broker(shards=2)
    both = ("--entity-type", "users", "--entity-name", "alice", "--entity-type", "clients", "--entity-default")
    address = ("--entity-type", "ips", "--entity-name", "192.0.2.7")
    set_quota(broker, *both, request_percentage=200, controller_mutation_rate=2.5)
    set_quota(broker, *address, connection_creation_rate=12)
    broker.restart()
    assert "controller_mutation_rate=2.5, request_percentage=200.0" in described(broker, *both)
    assert "connection_creation_rate=12.0" in described(broker, *address)
    assert "alice" in described(broker, "--entity-type", "users", "--entity-type", "clients")
    set_quota(broker, "--entity-type", "users", "--entity-name", "bob", producer_byte_rate=1000)
    assert "producer_byte_rate=1000.0" in described(broker, "--entity-type", "users"), "it asks for SCRAM credentials too"
    tool("configs", "--bootstrap-server", broker.address, "--alter", *both, "--delete-config", "request_percentage")
    assert "controller_mutation_rate=2.5" in described(broker, *both)
    assert "request_percentage" not in described(broker, *both)
    refused = tool("configs", "--bootstrap-server", broker.address, "--alter", *address, "--add-config",
                   "connection_creation_rate=-1", check=False)  # fmt: skip
    assert "must be greater than 0" in refused, refused


@pytest.mark.usefixtures("need_reference_kafka")
def test_requests_that_take_too_long_are_held_up(start_broker) -> None:
    """A tenth of a millisecond in a second: some hundred small requests, then one in a while."""
    broker = start_broker()
    set_quota(broker, "--entity-type", "clients", "--entity-default", request_percentage=0.01)
    with Wire("127.0.0.1", broker.port) as wire:
        longest = 0.0
        for i in range(100_000):
            since = time.monotonic()
            wire.ask_api_versions(i)
            longest = max(longest, time.monotonic() - since)
            if longest > 0.2:
                break
        assert longest > 0.2


@pytest.mark.usefixtures("need_reference_kafka")
def test_an_address_makes_so_many_connections(start_broker) -> None:
    """Ten seconds' worth are served; one more is left without an answer, and closed within a second."""
    broker = start_broker(shards=2)
    set_quota(broker, "--entity-type", "ips", "--entity-name", "127.0.0.77", connection_creation_rate=1)
    for i in range(10):
        with Wire("127.0.0.1", broker.port, source="127.0.0.77") as wire:
            wire.ask_api_versions(i)
    with Wire("127.0.0.1", broker.port) as other, Wire("127.0.0.1", broker.port, source="127.0.0.77") as wire:
        since = time.monotonic()
        assert wire.is_closed()
        assert 0.3 < time.monotonic() - since < 3
        other.ask_api_versions()
