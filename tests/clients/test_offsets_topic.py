"""`__consumer_offsets` is Kafka's: its tools read what was committed, from the topic and from the files."""

from __future__ import annotations

import json
import re

import pytest
from clients.admin import create_topic
from confluent_kafka import Consumer, TopicPartition
from support.reference_kafka import tool

pytestmark = pytest.mark.usefixtures("need_reference_kafka")
GROUPS = 12
FORMATTER = "org.apache.kafka.tools.consumer.OffsetsMessageFormatter"


def commit(address: str, group: str, topic: str, offset: int) -> None:
    consumer = Consumer({"bootstrap.servers": address, "group.id": group, "log_level": 3, "enable.auto.commit": False})
    rows = [TopicPartition(topic, p, offset + p, f"by {group}") for p in range(2)]
    consumer.commit(offsets=rows, asynchronous=False)
    consumer.close()


def test_kafkas_tools_read_what_was_committed(start_broker) -> None:
    broker = start_broker(shards=2)
    create_topic(broker.address, "read", 2)
    for i in range(GROUPS):
        commit(broker.address, f"group-{i}", "read", 100 * i)
    expected = {(f"group-{i}", p): 100 * i + p for i in range(GROUPS) for p in range(2)}

    said = tool(
        "console-consumer", "--bootstrap-server", broker.address, "--topic", "__consumer_offsets", "--from-beginning",
        "--formatter", FORMATTER, "--max-messages", str(2 * GROUPS), "--timeout-ms", "30000", "--consumer-property",
        "exclude.internal.topics=false",
    )  # fmt: skip
    seen = {}
    for line in said.splitlines():
        if line.startswith("{"):
            record = json.loads(line)
            key, value = record["key"]["data"], record["value"]["data"]
            if key["topic"] == "read":
                assert value["metadata"] == f"by {key['group']}"
                seen[(key["group"], key["partition"])] = value["offset"]
    assert seen == expected

    broker.stop()
    logs = [p for p in broker.data_dir.glob("__consumer_offsets-*/*.log") if p.stat().st_size]
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


def committed(address: str) -> list[int]:
    consumer = Consumer({"bootstrap.servers": address, "group.id": "group", "log_level": 3})
    rows = consumer.committed([TopicPartition("read", p) for p in range(2)], timeout=20)
    consumer.close()
    return [row.offset for row in rows]
