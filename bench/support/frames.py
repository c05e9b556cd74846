"""The frames that the raw clients send, made as cheaply as can be, and what they read of the answers.

Produce 9, Fetch 13, Metadata 12 and, of the versions without tags, ListOffsets 1.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from crc32c import crc32c

LIST_OFFSETS = 2
_LATEST = -1
_END_ROW = struct.Struct(">ihqq")  # of a partition in the answer to ListOffsets 1
_ROW = struct.Struct(">iiqiqib")  # of a partition in Fetch 13, its (empty) tags included
ROW_BYTES = _ROW.size
OFFSET_IN_ROW = 8
_EARLIEST_LOG_START = -1
PARTITION_MAX_BYTES = 1 << 20
FETCH_MAX_BYTES = 50 << 20


def unsigned(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def signed(value: int) -> bytes:
    return unsigned(value << 1 if value >= 0 else ((-value) << 1) - 1)


def _text(value: bytes) -> bytes:
    return unsigned(len(value) + 1) + value


def batch(records: int, value_bytes: int, timestamp_ms: int, producer: tuple[int, int, int] = (-1, -1, -1)) -> bytes:
    """A record batch of equal records. `producer`: id, epoch and first sequence; without them it can be sent again and again."""
    value = b"x" * value_bytes
    return batch_of(b"".join(record(i, None, value) for i in range(records)), records, timestamp_ms, producer)


def record(offset_delta: int, key: bytes | None, value: bytes) -> bytes:
    """One of a batch, of the batch's timestamp."""
    key_part = signed(-1) if key is None else signed(len(key)) + key
    body = b"\0\0" + signed(offset_delta) + key_part + signed(len(value)) + value + b"\0"
    return signed(len(body)) + body


def batch_of(
    body: bytes, records: int, timestamp_ms: int, producer: tuple[int, int, int] = (-1, -1, -1), codec: int = 0
) -> bytes:
    """A batch whose records are encoded already, and compressed if there is a codec."""
    checked = struct.pack(">hiqqqhii", codec, records - 1, timestamp_ms, timestamp_ms, *producer, records) + body
    return struct.pack(">qiibI", 0, 9 + len(checked), -1, 2, crc32c(checked)) + checked


def frame(api_key: int, version: int, body: bytes, client_id: bytes = b"bench") -> bytes:
    head = struct.pack(">hhih", api_key, version, 0, len(client_id)) + client_id + b"\0"
    return struct.pack(">i", len(head) + len(body)) + head + body


def produce(topic: str, partition: int, records: bytes) -> bytes:
    rows = unsigned(2) + struct.pack(">i", partition) + unsigned(len(records) + 1) + records + b"\0"
    topics = unsigned(2) + _text(topic.encode()) + rows + b"\0"
    return frame(0, 9, b"\0" + struct.pack(">hi", -1, 10_000) + topics + b"\0")


def produced(answer: bytes, topic: str) -> tuple[int, int]:
    """Error and base offset of the answer to a Produce for one partition."""
    return struct.unpack_from(">hq", answer, 4 + 1 + 1 + len(_text(topic.encode())) + 1 + 4)


def fetch_row(partition: int, offset: int, max_bytes: int = PARTITION_MAX_BYTES) -> bytes:
    return _ROW.pack(partition, -1, offset, -1, _EARLIEST_LOG_START, max_bytes, 0)


def fetch(topic_id: bytes, rows: bytes | bytearray, session: tuple[int, int], wait_ms: int, client_id: bytes = b"bench") -> bytes:
    head = struct.pack(">iiiibii", -1, wait_ms, 1, FETCH_MAX_BYTES, 0, *session)
    count = len(rows) // ROW_BYTES
    topics = unsigned(2) + topic_id + unsigned(count + 1) + rows + b"\0" if count else unsigned(1)
    return frame(1, 13, head + topics + b"\x01\x01\x00", client_id)  # nothing forgotten, no rack


@dataclass(slots=True)
class Delivered:
    partition: int
    error: int
    records: int  # where they begin in the answer
    size: int


class Reader:
    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at

    def unsigned(self) -> int:
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    def skip_tags(self) -> None:
        for _ in range(self.unsigned()):
            self.unsigned()
            size = self.unsigned()
            self.at += size

    def skip_text(self) -> None:
        size = self.unsigned()
        self.at += max(0, size - 1)


def fetched(answer: bytes) -> tuple[int, int, list[Delivered]]:
    """Error, session id and the rows of the answer to a Fetch."""
    error, session_id = struct.unpack_from(">hi", answer, 9)
    reader, rows = Reader(answer, 15), []
    for _ in range(reader.unsigned() - 1):
        reader.at += 16
        for _ in range(reader.unsigned() - 1):
            partition, code = struct.unpack_from(">ih", answer, reader.at)
            reader.at += 6 + 3 * 8
            for _ in range(max(0, reader.unsigned() - 1)):  # aborted transactions
                reader.at += 16
                reader.skip_tags()
            reader.at += 4
            size = max(0, reader.unsigned() - 1)
            rows.append(Delivered(partition, code, reader.at, size))
            reader.at += size
            reader.skip_tags()
        reader.skip_tags()
    return error, session_id, rows


def next_offset(answer: bytes, row: Delivered) -> int:
    """The offset behind the last batch of a row that has any."""
    at, end = row.records, row.records + row.size
    offset = 0
    while at + 27 <= end:
        base, length = struct.unpack_from(">qi", answer, at)
        if at + 12 + length > end:
            break
        (last_delta,) = struct.unpack_from(">i", answer, at + 23)
        offset = base + last_delta + 1
        at += 12 + length
    return offset


def old_text(value: bytes) -> bytes:
    return struct.pack(">h", len(value)) + value


def old_frame(api_key: int, version: int, body: bytes, client_id: bytes = b"bench") -> bytes:
    """Of a version without tags."""
    head = struct.pack(">hhi", api_key, version, 0) + old_text(client_id)
    return struct.pack(">i", len(head) + len(body)) + head + body


def list_ends(topic: str, partitions: list[int]) -> bytes:
    rows = b"".join(struct.pack(">iq", p, _LATEST) for p in partitions)
    body = struct.pack(">ii", -1, 1) + old_text(topic.encode()) + struct.pack(">i", len(partitions)) + rows
    return old_frame(LIST_OFFSETS, 1, body)


def listed_ends(answer: bytes, topic: str) -> list[tuple[int, int, int]]:
    """Partition, error and the end of its log, of each row of the answer."""
    at = 4 + 4 + 2 + len(topic) + 4
    return [(partition, error, end) for partition, error, _, end in _END_ROW.iter_unpack(answer[at:])]


def metadata(topic: str) -> bytes:
    row = bytes(16) + _text(topic.encode()) + b"\0"
    return frame(3, 12, unsigned(2) + row + b"\0" + b"\0" + b"\0")


def topic_of(answer: bytes) -> tuple[int, bytes, int]:
    """Error, id and number of partitions of the only topic of a Metadata answer."""
    reader = Reader(answer, 9)
    for _ in range(reader.unsigned() - 1):
        reader.at += 4
        reader.skip_text()
        reader.at += 4
        reader.skip_text()
        reader.skip_tags()
    reader.skip_text()
    reader.at += 4
    reader.unsigned()
    (error,) = struct.unpack_from(">h", answer, reader.at)
    reader.at += 2
    reader.skip_text()
    topic_id = answer[reader.at : reader.at + 16]
    reader.at += 17
    return error, topic_id, reader.unsigned() - 1
