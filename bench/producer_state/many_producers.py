"""Batches of many producers, as the bytes of Produce 9."""

from __future__ import annotations

import socket
import struct

_CRC_POLYNOMIAL = 0x82F63B78  # Castagnoli, reflected
_RECORD = b"\x10\x00\x00\x00\x01\x04vv\x00"  # no key, two bytes of value
_RECORD = bytes([(len(_RECORD) - 1) << 1]) + _RECORD[1:]


def _crc_table() -> list[int]:
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = (byte >> 1) ^ (_CRC_POLYNOMIAL if byte & 1 else 0)
        table.append(byte)
    return table


_TABLE = _crc_table()


def _crc32c(data: bytes) -> int:
    crc = 0xFFFFFFFF
    for byte in data:
        crc = _TABLE[(crc ^ byte) & 0xFF] ^ (crc >> 8)
    return crc ^ 0xFFFFFFFF


def produce(topic: str, producer_id: int, sequence: int, timestamp_ms: int) -> bytes:
    """A whole request with one batch of one record for partition 0."""
    checked = struct.pack(">hiqqqhii", 0, 0, timestamp_ms, timestamp_ms, producer_id, 0, sequence, 1) + _RECORD
    batch = struct.pack(">qiibI", 0, 9 + len(checked), -1, 2, _crc32c(checked)) + checked
    rows = b"\x02" + struct.pack(">i", 0) + _unsigned(len(batch) + 1) + batch + b"\0"
    name = topic.encode()
    body = b"\0" + struct.pack(">hi", -1, 10_000) + b"\x02" + _unsigned(len(name) + 1) + name + rows + b"\0\0"
    head = struct.pack(">hhih", 0, 9, 0, 5) + b"bench\0"
    return struct.pack(">i", len(head) + len(body)) + head + body


def _unsigned(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


class Connection:
    def __init__(self, address: str) -> None:
        host, port = address.rsplit(":", 1)
        self._socket = socket.create_connection((host, int(port)), timeout=60)
        self._topic = b""

    def close(self) -> None:
        self._socket.close()

    def send(self, requests: bytes) -> None:
        self._socket.sendall(requests)

    def answer(self, topic: str) -> tuple[int, int]:
        """Error and base offset of the next Produce."""
        (size,) = struct.unpack(">i", self._read(4))
        return struct.unpack_from(">hq", self._read(size), 4 + 1 + 1 + 1 + len(topic.encode()) + 1 + 4)

    def _read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            more = self._socket.recv(size - len(data))
            if not more:
                raise ConnectionError("the broker closed the connection")
            data += more
        return data
