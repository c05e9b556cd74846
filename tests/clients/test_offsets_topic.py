"""`__consumer_offsets` is Kafka's: its tools read what was committed, from the topic and from the files."""

from __future__ import annotations

import json
import re

import pytest
from clients.admin import create_topic
from confluent_kafka import Consumer, TopicPartition
from support.reference_kafka import tool

pytestmark = pytest.mark.usefixtures("need_reference_kafka")
PARTITION, PARTITION_COUNT, GROUP_COUNT = 7, 50, 12
FORMATTER = "org.apache.kafka.tools.consumer.OffsetsMessageFormatter"


def partition_of(group: str) -> int:
    """Where Kafka keeps it: the absolute value of Java's hash."""
    value = 0
    for letter in group:
        value = (31 * value + ord(letter)) & 0xFFFFFFFF
    return abs(value - (1 << 32) if value >> 31 else value) % PARTITION_COUNT


GROUPS = [g for g in (f"group-{i}" for i in range(10_000)) if partition_of(g) == PARTITION][:GROUP_COUNT]


def commit(address: str, group: str, topic: str, offset: int) -> None:
    consumer = Consumer({"bootstrap.servers": address, "group.id": group, "log_level": 2, "enable.auto.commit": False})
    rows = [TopicPartition(topic, p, offset + p, f"by {group}") for p in range(2)]
    consumer.commit(offsets=rows, asynchronous=False)
    consumer.close()


def committed(address: str) -> list[int]:
    consumer = Consumer({"bootstrap.servers": address, "group.id": "group", "log_level": 2})
    rows = consumer.committed([TopicPartition("read", p) for p in range(2)], timeout=20)
    consumer.close()
    return [row.offset for row in rows]


def objects(said: str) -> list[dict]:
    """The JSON objects that the formatter prints, one right behind the other."""
    found, at, decoder = [], said.find("{"), json.JSONDecoder()
    while at >= 0:
        record, at = decoder.raw_decode(said, at)
        found.append(record)
        at = said.find("{", at)
    return found


def test_kafkas_tools_read_what_was_committed(start_broker) -> None:
    broker = start_broker(shards=2)
    create_topic(broker.address, "read", 2)
    for i, group in enumerate(GROUPS):
        commit(broker.address, group, "read", 100 * i)
    expected = {(group, p): 100 * i + p for i, group in enumerate(GROUPS) for p in range(2)}

    said = tool(
        "console-consumer", "--bootstrap-server", broker.address, "--topic", "__consumer_offsets", "--partition",
        str(PARTITION), "--offset", "earliest", "--formatter", FORMATTER, "--max-messages", str(len(expected)),
        "--timeout-ms", "30000",
    )  # fmt: skip
    seen = {}
    for record in objects(said):
        key, value = record["key"]["data"], record["value"]["data"]
        # librdkafka's binding for Python sends a zero byte behind the metadata.
        assert value["metadata"].rstrip("\0") == f"by {key['group']}"
        seen[(key["group"], key["partition"])] = value["offset"]
    assert seen == expected

    broker.stop()
    logs = broker.data_dir.glob(f"__consumer_offsets-{PARTITION}/*.log")
    dumped = tool("dump-log", "--offsets-decoder", "--files", ",".join(map(str, sorted(logs))))
    pattern = r'key: \{"type":"1","data":(\{.*?\})\} payload: \{"version":"4","data":(\{.*?\})\}'
    found = [(json.loads(k), json.loads(v)) for k, v in re.findall(pattern, dumped)]
    assert {(k["group"], k["partition"]): v["offset"] for k, v in found if k["topic"] == "read"} == expected
    assert "isvalid: false" not in dumped


def test_kafkas_tool_deletes_offsets(start_broker) -> None:
    """kafka-consumer-groups deletes offsets of consumers that assign themselves."""
    broker = start_broker()
    create_topic(broker.address, "read", 2)
    commit(broker.address, "group", "read", 5)
    at = ("groups", "--bootstrap-server", broker.address, "--group", "group")
    tool(*at, "--delete-offsets", "--topic", "read:0")
    assert committed(broker.address) == [-1001, 6]
