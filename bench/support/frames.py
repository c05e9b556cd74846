"""The frames that the raw clients send, made as cheaply as can be, and what they read of the answers.

Produce 9, Fetch 13 and Metadata 12 only.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

_CRC_POLYNOMIAL = 0x82F63B78  # Castagnoli, reflected
_ROW = struct.Struct(">iiqiqib")  # of a partition in Fetch 13, its (empty) tags included
ROW_BYTES = _ROW.size
OFFSET_IN_ROW = 8
_EARLIEST_LOG_START = -1
PARTITION_MAX_BYTES = 1 << 20
FETCH_MAX_BYTES = 50 << 20


def _crc_table() -> list[int]:
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = (byte >> 1) ^ (_CRC_POLYNOMIAL if byte & 1 else 0)
        table.append(byte)
    return table


_CRC_TABLE = _crc_table()


def _crc32c(data: bytes) -> int:
    crc = 0xFFFFFFFF
    for byte in data:
        crc = _CRC_TABLE[(crc ^ byte) & 0xFF] ^ (crc >> 8)
    return crc ^ 0xFFFFFFFF


def unsigned(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _signed(value: int) -> bytes:
    return unsigned(value << 1 if value >= 0 else ((-value) << 1) - 1)


def _text(value: bytes) -> bytes:
    return unsigned(len(value) + 1) + value


def batch(records: int, value_bytes: int, timestamp_ms: int, producer: tuple[int, int, int] = (-1, -1, -1)) -> bytes:
    """A record batch of equal records. `producer`: id, epoch and first sequence; without them it can be sent again and again."""
    body = bytearray()
    for i in range(records):
        record = b"\0" + _signed(0) + _signed(i) + _signed(-1) + _signed(value_bytes) + b"x" * value_bytes + _signed(0)
        body += _signed(len(record)) + record
    checked = struct.pack(">hiqqqhii", 0, records - 1, timestamp_ms, timestamp_ms, *producer, records) + body
    return struct.pack(">qiibI", 0, 9 + len(checked), -1, 2, _crc32c(checked)) + checked


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
