"""The request log: what a line says, which requests get one, and that the broker does not wait for it."""

from __future__ import annotations

import json
import struct
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clients.admin import create_topic
from support.klamm_process import KlammProcess, run_to_end
from support.wire import Wire, api_versions, frame

from system.test_connection_limits import alter

Start = Callable[..., KlammProcess]
Line = dict[str, Any]

# Kafka 4.4's keys of a line, in its order.
KAFKA_KEYS = [
    "isForwarded", "requestHeader", "request", "response", "connection", "totalTimeMs", "requestQueueTimeMs",
    "localTimeMs", "remoteTimeMs", "throttleTimeMs", "responseQueueTimeMs", "sendTimeMs", "securityProtocol",
    "principal", "listener", "clientInformation",
]  # fmt: skip
OWN_KEYS = ["timestamp", "mutedTimeMs", "crossCoreTimeMs", "shard"]
MAX_WAIT_MS = 2000
POLLED, BEHIND, OTHER = 70_001, 70_002, 70_003  # correlation ids that no client has come to


def long_poll(correlation_id: int, topic: str, max_wait_ms: int = MAX_WAIT_MS) -> bytes:
    """Fetch version 4 of the empty partition 0, for one byte."""
    header = struct.pack(">hhih", 1, 4, correlation_id, 4) + b"poll"
    limits = struct.pack(">iiiib", -1, max_wait_ms, 1, 1024, 0)
    name = struct.pack(">ih", 1, len(topic)) + topic.encode()
    return frame(header + limits + name + struct.pack(">iiqi", 1, 0, 0, 1024))


def correlation_id(answer: bytes) -> int:
    return struct.unpack(">i", answer[:4])[0]


def lines_of(file: Path) -> list[Line]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def wait_for(file: Path, ids: list[int], seconds: float = 20) -> dict[int, Line]:
    """The lines of requests with these correlation ids, when all are there."""
    deadline = time.monotonic() + seconds
    while True:
        # A line that is being written is not whole yet.
        text = file.read_text().rpartition("\n")[0] if file.exists() else ""
        lines = [json.loads(line) for line in text.splitlines()]
        found = {line["requestHeader"]["correlationId"]: line for line in lines if "requestHeader" in line}
        if all(one in found for one in ids):
            return found
        assert time.monotonic() < deadline, f"{ids} are not in:\n{text}"
        time.sleep(0.02)


def poll_and_ask(broker: KlammProcess, topic: str) -> float:
    """On one connection a long poll and ApiVersions back to back, on another ApiVersions. Returns the milliseconds until
    the other was answered."""
    with Wire("127.0.0.1", broker.port) as busy, Wire("127.0.0.1", broker.port) as other:
        begun = time.monotonic()
        busy.send(long_poll(POLLED, topic) + api_versions(BEHIND))
        assert other.ask_api_versions(OTHER) == 0
        other_ms = (time.monotonic() - begun) * 1000
        assert correlation_id(busy.receive_frame()) == POLLED
        assert (time.monotonic() - begun) * 1000 >= MAX_WAIT_MS
        assert correlation_id(busy.receive_frame()) == BEHIND
    return other_ms


@pytest.mark.parametrize("shards", [1, 2])
def test_the_wait_behind_a_long_poll_is_told(klamm: Start, tmp_path: Path, shards: int) -> None:
    file = tmp_path / "requests.log"
    broker = klamm(shards=shards, settings={"log.requests": "all", "log.requests.file": str(file)})
    create_topic(broker.address, "polled")
    assert poll_and_ask(broker, "polled") < MAX_WAIT_MS
    found = wait_for(file, [POLLED, BEHIND, OTHER])
    polled, behind, other = (found[one] for one in (POLLED, BEHIND, OTHER))
    assert [polled["requestHeader"][k] for k in ("requestApiKey", "requestApiKeyName")] == [1, "FETCH"]
    assert polled["remoteTimeMs"] >= MAX_WAIT_MS - 1
    assert polled["totalTimeMs"] >= polled["remoteTimeMs"]
    assert polled["mutedTimeMs"] < MAX_WAIT_MS
    assert behind["mutedTimeMs"] >= MAX_WAIT_MS - 100
    assert behind["totalTimeMs"] < MAX_WAIT_MS
    assert other["mutedTimeMs"] < MAX_WAIT_MS and other["totalTimeMs"] < MAX_WAIT_MS
    assert behind["connection"] == polled["connection"] != other["connection"]
    assert polled["connection"].startswith(f"127.0.0.1:{broker.port}-127.0.0.1:")
    assert polled["connection"].split("-")[2] == str(polled["shard"])


def test_a_line_has_kafkas_keys_in_kafkas_order(klamm: Start, tmp_path: Path) -> None:
    file = tmp_path / "requests.log"
    broker = klamm(settings={"log.requests": "all", "log.requests.file": str(file)})
    with Wire("127.0.0.1", broker.port) as wire:
        assert wire.ask_api_versions(7) == 0
    line = wait_for(file, [7])[7]
    assert [key for key in line if key not in OWN_KEYS] == KAFKA_KEYS
    assert set(OWN_KEYS) <= set(line)
    assert line["requestHeader"] == {
        "requestApiKey": 18, "requestApiVersion": 0, "correlationId": 7, "clientId": "test",
        "requestApiKeyName": "API_VERSIONS",
    }  # fmt: skip
    assert line["request"] == {}
    assert line["response"]["errorCode"] == 0
    assert {"apiKey": 3, "minVersion": 0, "maxVersion": 13} in line["response"]["apiKeys"]
    assert line["isForwarded"] is False and line["throttleTimeMs"] == 0
    assert (line["securityProtocol"], line["principal"], line["listener"]) == (
        "PLAINTEXT", "User:ANONYMOUS", "PLAINTEXT",
    )  # fmt: skip
    assert line["clientInformation"] == {"softwareName": "unknown", "softwareVersion": "unknown"}
    parts = sum(
        line[k] for k in ("requestQueueTimeMs", "localTimeMs", "remoteTimeMs", "responseQueueTimeMs", "sendTimeMs")
    )
    assert abs(line["totalTimeMs"] - parts) < 0.01


def test_slow_ones_only(klamm: Start, tmp_path: Path) -> None:
    file = tmp_path / "requests.log"
    settings = {"log.requests": "slow", "log.requests.slow.ms": "1500", "log.requests.file": str(file)}
    broker = klamm(settings=settings)
    create_topic(broker.address, "polled")
    assert poll_and_ask(broker, "polled") < MAX_WAIT_MS
    wait_for(file, [POLLED, BEHIND])
    broker.stop()  # what is under way is written
    assert [line["requestHeader"]["correlationId"] for line in lines_of(file)] == [POLLED, BEHIND]


def test_it_is_turned_on_and_off_while_the_broker_runs(klamm: Start) -> None:
    """Without a file its lines stand in the log, as Kafka's."""
    broker = klamm(settings={"log.requests": "off"})
    with Wire("127.0.0.1", broker.port) as wire:
        assert wire.ask_api_versions(1001) == 0
        alter(broker, log_requests="all")
        assert wire.ask_api_versions(1002) == 0
        line = broker.wait_for_line('"correlationId":1002')
        before, _, text = line.partition("Completed request:")
        assert "INFO" in before and json.loads(text)["requestHeader"]["correlationId"] == 1002
        alter(broker, log_requests="off")
        assert wire.ask_api_versions(1003) == 0
    broker.stop()
    assert '"correlationId":1001' not in broker.output
    assert '"correlationId":1003' not in broker.output


def test_records_are_told_by_their_size(klamm: Start, tmp_path: Path) -> None:
    from confluent_kafka import Consumer, Producer

    file = tmp_path / "requests.log"
    broker = klamm(settings={"log.requests": "all", "log.requests.file": str(file)})
    create_topic(broker.address, "large")
    producer = Producer({"bootstrap.servers": broker.address, "linger.ms": 50, "client.id": "writer"})
    for _ in range(20):
        producer.produce("large", b"v" * 10_000)
    assert producer.flush(60) == 0
    reader = {"bootstrap.servers": broker.address, "group.id": "g", "auto.offset.reset": "earliest"}
    consumer = Consumer({**reader, "client.id": "reader"})
    consumer.subscribe(["large"])
    count, deadline = 0, time.monotonic() + 60
    while count < 20 and time.monotonic() < deadline:
        count += len(consumer.consume(20, 1))
    consumer.close()
    assert count == 20
    broker.stop()
    lines = [line for line in lines_of(file) if "requestHeader" in line]

    def sizes(name: str, part: str, topics: str, partitions: str, key: str) -> int:
        rows = [line for line in lines if line["requestHeader"]["requestApiKeyName"] == name]
        assert all("sizeInBytes" not in line[part] for line in rows), rows
        return sum(p.get(key) or 0 for line in rows for t in line[part][topics] for p in t[partitions])

    produced = sizes("PRODUCE", "request", "topicData", "partitionData", "recordsSizeInBytes")
    fetched = sizes("FETCH", "response", "responses", "partitions", "recordsSizeInBytes")
    assert produced > 200_000
    assert fetched >= produced
    assert {line["clientInformation"]["softwareName"] for line in lines} == {"confluent-kafka-python"}


def test_the_way_to_another_shard_is_told(klamm: Start, tmp_path: Path) -> None:
    from confluent_kafka import Producer

    file = tmp_path / "requests.log"
    broker = klamm(shards=2, settings={"log.requests": "all", "log.requests.file": str(file)})
    create_topic(broker.address, "spread", partitions=2)
    producer = Producer({"bootstrap.servers": broker.address, "linger.ms": 0})
    for i in range(40):
        producer.produce("spread", b"value", partition=i % 2)
        assert producer.flush(60) == 0
    broker.stop()
    rows = [line for line in lines_of(file) if line["requestHeader"]["requestApiKeyName"] == "PRODUCE"]
    crossed = [
        {partition["index"] for topic in line["request"]["topicData"] for partition in topic["partitionData"]}
        for line in rows
        if line["crossCoreTimeMs"] > 0
    ]
    # One of the two partitions lives on the shard of the connection, the other does not. A way of less than half a
    # microsecond, by a shard that is run by this one's thread, is told as none.
    assert len(rows) == 40
    assert 0 < len(crossed) <= 20 and len(set.union(*crossed)) == 1
    for line in rows:
        assert line["crossCoreTimeMs"] <= line["localTimeMs"] + line["remoteTimeMs"] + 0.01


def test_secrets_are_hidden(klamm: Start, tmp_path: Path) -> None:
    from confluent_kafka import KafkaException

    file = tmp_path / "requests.log"
    broker = klamm(settings={"log.requests": "all", "log.requests.file": str(file)})
    alter(broker, max_connections="12345")
    with pytest.raises(KafkaException):
        alter(broker, ssl_key_password="do-not-tell")
    alter(broker, nobody_knows_this="do-not-tell")
    broker.stop()
    text = file.read_text()
    assert "do-not-tell" not in text
    values = [
        (config["name"], config["value"])
        for line in lines_of(file)
        if line["requestHeader"]["requestApiKeyName"] == "INCREMENTAL_ALTER_CONFIGS"
        for resource in line["request"]["resources"]
        for config in resource["configs"]
    ]
    assert values == [
        ("max.connections", "12345"), ("ssl.key.password", "[hidden]"), ("nobody.knows.this", "[hidden]"),
    ]  # fmt: skip


def test_a_file_that_cannot_be_written_stops_the_start(tmp_path: Path) -> None:
    where = tmp_path / "no" / "such" / "folder"
    done = run_to_end(["serve", "--data", str(tmp_path / "data"), "--listen", "127.0.0.1:0", "-o", f"log.requests.file={where}"])
    assert done.returncode == 1
    assert f"log.requests.file: {where} cannot be written" in done.stdout


def test_bytes_that_are_no_text_do_not_break_a_line(klamm: Start, tmp_path: Path) -> None:
    file = tmp_path / "requests.log"
    broker = klamm(settings={"log.requests": "all", "log.requests.file": str(file)})
    name = b'\xff"\\\n\x00\xc3\xa4'
    with Wire("127.0.0.1", broker.port) as wire:
        wire.send(frame(struct.pack(">hhih", 18, 0, 5, len(name)) + name))
        wire.receive_frame()
    assert wait_for(file, [5])[5]["requestHeader"]["clientId"] == '\ufffd"\\\n\x00ä'
