"""A window of 50 batches per producer: all answers are lost, the broker is killed, and every batch sent again is known again."""

from __future__ import annotations

import struct
import subprocess
import time
from uuid import UUID

import pytest
from clients.admin import create_topic
from confluent_kafka import TopicCollection, TopicPartition
from confluent_kafka.admin import AdminClient, OffsetSpec
from kafka.record.default_records import DefaultRecordBatchBuilder
from support.wire import Wire, frame

WINDOW = 50
RECORDS_PER_BATCH = 3
PRODUCE, INIT_PRODUCER_ID = 0, 22
APPEND_SECONDS = 20
WINDOW_TAG = 1


class Client:
    """Produce 14 (KIP-1269), which no released client speaks yet."""

    def __init__(self, port: int) -> None:
        self._wire = Wire("127.0.0.1", port, timeout=20)

    def close(self) -> None:
        self._wire.socket.close()

    def init_producer_id(self) -> int:
        self._wire.send(frame(struct.pack(">hhih4s", INIT_PRODUCER_ID, 0, 1, 4, b"test") + struct.pack(">hi", -1, 60_000)))
        _, _, error, producer_id, epoch = struct.unpack(">iihqh", self._wire.receive_frame())
        assert (error, epoch) == (0, 0)
        return producer_id

    def send(self, topic_id: UUID, records: bytes, correlation_id: int) -> None:
        header = struct.pack(">hhih4sB", PRODUCE, 14, correlation_id, 4, b"test", 0)
        partition = struct.pack(">i", 0) + _varint(len(records) + 1) + records + b"\0"
        body = b"\0" + struct.pack(">hi", -1, 20_000) + b"\2" + topic_id.bytes + b"\2" + partition + b"\0" + b"\0"
        self._wire.send(frame(header + body))

    def receive(self) -> tuple[int, int, int, int | None]:
        """Correlation id, error, base offset and the window that the broker says, of the next answer."""
        answer = self._wire.receive_frame()
        (correlation_id,) = struct.unpack_from(">i", answer)
        at = 5 + 1 + 16 + 1  # one topic, its id, one partition
        _, error, base_offset = struct.unpack_from(">ihq", answer, at)
        at += 4 + 2 + 8 + 8 + 8
        assert answer[at] == 1, "record errors"
        at += 1
        at += max(answer[at] - 1, 0) + 1  # message
        assert answer[at : at + 2] == b"\0\0", "tags of the partition and of the topic"
        at += 2 + 4  # throttle time
        tags, at = answer[at], at + 1
        window = None
        for _ in range(tags):
            tag, size = answer[at], answer[at + 1]
            if tag == WINDOW_TAG:
                (window,) = struct.unpack_from(">i", answer, at + 2)
            at += 2 + size
        return correlation_id, error, base_offset, window


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def value(number: int, size: int) -> bytes:
    return (b"%d" % number).ljust(size, b".")


def batch(producer_id: int, number: int, value_bytes: int) -> bytes:
    builder = DefaultRecordBatchBuilder(
        magic=2, compression_type=0, is_transactional=False, producer_id=producer_id, producer_epoch=0,
        base_sequence=number * RECORDS_PER_BATCH, batch_size=1 << 20,
    )  # fmt: skip
    for i in range(RECORDS_PER_BATCH):
        builder.append(i, timestamp=1_700_000_000_000 + number, key=None, value=value(number * RECORDS_PER_BATCH + i, value_bytes), headers=[])
    return bytes(builder.build())


def end_offset(address: str, topic: str) -> int:
    admin = AdminClient({"bootstrap.servers": address, "log_level": 0})
    at = TopicPartition(topic, 0)
    return admin.list_offsets({at: OffsetSpec.latest()})[at].result(20).offset


@pytest.mark.parametrize("shards", [1, 2])
@pytest.mark.parametrize("how", ["SIGTERM", "kill -9"])
@pytest.mark.parametrize("value_bytes", [1, 100_000], ids=["one segment", "many segments"])
def test_all_of_the_window_is_known_again(klamm, shards: int, how: str, value_bytes: int) -> None:
    # The window that is told holds for every topic, so it is the smallest of the request's topics and the broker's default.
    settings = {"unstable.api.versions.enable": "true", "max.idempotence.batches.to.retain": str(WINDOW)}
    process = klamm(shards=shards, settings=settings)
    create_topic(process.address, "wide", 1, producer_state_batches_to_retain=str(WINDOW), segment_bytes=str(1 << 20))
    names = TopicCollection(["wide"])
    admin = AdminClient({"bootstrap.servers": process.address, "log_level": 0})
    described = admin.describe_topics(names)["wide"].result(20)
    topic_id = UUID(int=(described.topic_id.get_most_significant_bits() % 2**64) << 64 | described.topic_id.get_least_significant_bits() % 2**64)

    client = Client(process.port)
    producer_id = client.init_producer_id()
    batches = [batch(producer_id, i, value_bytes) for i in range(WINDOW)]
    for i, records in enumerate(batches):
        client.send(topic_id, records, i)
    deadline = time.monotonic() + APPEND_SECONDS
    while end_offset(process.address, "wide") < WINDOW * RECORDS_PER_BATCH:
        assert time.monotonic() < deadline, "not everything was appended"
    client.close()
    process.stop() if how == "SIGTERM" else process.kill()
    process.start()

    client = Client(process.port)
    for i, records in enumerate(batches):
        client.send(topic_id, records, i)
    for i in range(WINDOW):
        assert client.receive() == (i, 0, i * RECORDS_PER_BATCH, WINDOW)
    client.close()
    command = ["kcat", "-C", "-q", "-b", process.address, "-t", "wide", "-p", "0", "-o", "beginning", "-e"]
    read = subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=60).stdout.split()
    assert read == [value(i, value_bytes) for i in range(WINDOW * RECORDS_PER_BATCH)]
