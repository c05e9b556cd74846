"""Requests of a few APIs over a Wire, in versions whose bytes are plain: for tests that must see or do what no client shows."""

from __future__ import annotations

import struct
import time

from crc32c import crc32c
from support.wire import Wire, frame

PRODUCE, LIST_OFFSETS, OFFSET_COMMIT, OFFSET_FETCH, FIND_COORDINATOR = 0, 2, 8, 9, 10
CREATE_TOPICS, DELETE_TOPICS, INIT_PRODUCER_ID = 19, 20, 22
NOT_LEADER_OR_FOLLOWER = 6
RETRIABLE = {14, 15, 16}  # the coordinator is not there yet, or loads


def text(value: str) -> bytes:
    return struct.pack(">h", len(value)) + value.encode()


def request(api: int, version: int, body: bytes) -> bytes:
    return frame(struct.pack(">hhi", api, version, 0) + text("test") + body)


def call(wire: Wire, api: int, version: int, body: bytes) -> bytes:
    """The answer behind its header."""
    wire.send(request(api, version, body))
    return wire.receive_frame()[4:]


# ---- topics


def create_topic(wire: Wire, name: str, partitions: int) -> int:
    body = struct.pack(">i", 1) + text(name) + struct.pack(">ihii", partitions, 1, 0, 0) + struct.pack(">ib", 30_000, 0)
    answer = call(wire, CREATE_TOPICS, 2, body)
    return struct.unpack_from(">h", answer, 8 + len(text(name)))[0]


def delete_topic(wire: Wire, name: str) -> int:
    answer = call(wire, DELETE_TOPICS, 1, struct.pack(">i", 1) + text(name) + struct.pack(">i", 30_000))
    return struct.unpack_from(">h", answer, 8 + len(text(name)))[0]


def until_served(wire: Wire, topic: str, partition: int, seconds: float = 60) -> None:
    """After a start some partitions are opened while the others are served."""
    deadline = time.monotonic() + seconds
    ask = struct.pack(">ii", -1, 1) + text(topic) + struct.pack(">iiq", 1, partition, -1)
    while True:
        answer = call(wire, LIST_OFFSETS, 1, ask)
        (error,) = struct.unpack_from(">h", answer, 4 + len(text(topic)) + 4 + 4)
        if error == 0:
            return
        assert error == NOT_LEADER_OR_FOLLOWER and time.monotonic() < deadline, error


# ---- idempotent producers


def init_producer_id(wire: Wire, seconds: float = 60) -> int:
    """A new producer id; its epoch is 0."""
    deadline = time.monotonic() + seconds
    while True:
        error, producer_id, epoch = struct.unpack(">hqh", call(wire, INIT_PRODUCER_ID, 0, struct.pack(">hi", -1, 60_000))[4:16])
        if error == 0:
            assert epoch == 0
            return producer_id
        assert error in RETRIABLE and time.monotonic() < deadline, error


def _varint(value: int) -> bytes:
    value = (value << 1) ^ (value >> 63)
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def batch(producer_id: int, sequence: int, values: list[bytes]) -> bytes:
    """A batch of these records, of epoch 0 and of now."""
    records = bytearray()
    for delta, value in enumerate(values):
        record = bytes(2) + _varint(delta) + _varint(-1) + _varint(len(value)) + value + bytes(1)
        records += _varint(len(record)) + record
    now, count = int(time.time() * 1000), len(values)
    tail = struct.pack(">hiqqqhii", 0, count - 1, now, now, producer_id, 0, sequence, count) + records
    head = struct.pack(">ib", 0, 2) + struct.pack(">I", crc32c(tail))
    return struct.pack(">qi", 0, len(head) + len(tail)) + head + tail


def produce_request(topic: str, partition: int, records: bytes) -> bytes:
    """With acks=all."""
    body = struct.pack(">hhii", -1, -1, 30_000, 1) + text(topic) + struct.pack(">iii", 1, partition, len(records)) + records
    return request(PRODUCE, 3, body)


def produced(topic: str, answer: bytes) -> tuple[int, int]:
    """Error and base offset, of a whole answer."""
    return struct.unpack_from(">hq", answer, 4 + 4 + len(text(topic)) + 4 + 4)


# ---- offsets


def find_coordinator(wire: Wire, group: str) -> None:
    error = call(wire, FIND_COORDINATOR, 0, text(group))[:2]
    assert struct.unpack(">h", error)[0] == 0


def commit(wire: Wire, group: str, topic: str, offsets: list[int]) -> set[int]:
    """Commits an offset for each partition; the error codes of the answer."""
    rows = b"".join(struct.pack(">iq", p, offset) + text(f"of {group}") for p, offset in enumerate(offsets))
    body = text(group) + struct.pack(">i", -1) + text("") + struct.pack(">qi", -1, 1)
    answer = call(wire, OFFSET_COMMIT, 2, body + text(topic) + struct.pack(">i", len(offsets)) + rows)
    at = 4 + len(text(topic)) + 4
    return {struct.unpack_from(">ih", answer, at + 6 * p)[1] for p in range(len(offsets))}


def committed(wire: Wire, group: str, topic: str, partitions: int) -> list[int]:
    """Of each partition; an empty success is never answered while the group loads."""
    rows = b"".join(struct.pack(">i", p) for p in range(partitions))
    ask = text(group) + struct.pack(">i", 1) + text(topic) + struct.pack(">i", partitions) + rows
    while True:
        answer = call(wire, OFFSET_FETCH, 2, ask)
        if (error := struct.unpack(">h", answer[-2:])[0]) == 0:
            break
        assert error in RETRIABLE, error
    at, offsets = 4 + len(text(topic)) + 4, []
    for _ in range(partitions):
        _, offset, size = struct.unpack_from(">iqh", answer, at)
        offsets.append(offset)
        at += 14 + size + 2
    return offsets
