"""The few frames that system tests need, byte by byte; everything larger is a case of the oracle."""

from __future__ import annotations

import socket
import struct


def frame(body: bytes) -> bytes:
    return struct.pack(">i", len(body)) + body


def api_versions(correlation_id: int) -> bytes:
    """An ApiVersions request, version 0, client id "test"."""
    return frame(struct.pack(">hhih", 18, 0, correlation_id, 4) + b"test")


_BIND_ADDRESS_NO_PORT = 24  # IP_BIND_ADDRESS_NO_PORT


def connect_from(source: str, host: str, port: int, timeout: float) -> socket.socket:
    """From that address; its port is chosen with the connection, which is quick whatever the number of others."""
    made = socket.socket()
    try:
        made.settimeout(timeout)
        made.setsockopt(socket.IPPROTO_IP, _BIND_ADDRESS_NO_PORT, 1)
        made.bind((source, 0))
        made.connect((host, port))
    except OSError:
        made.close()
        raise
    return made


class Wire:
    """One connection that sends any bytes and reads frames."""

    def __init__(self, host: str, port: int, timeout: float = 10, source: str | None = None) -> None:
        self.socket = connect_from(source, host, port, timeout) if source else socket.create_connection((host, port), timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def send_one_by_one(self, data: bytes) -> None:
        for at in range(len(data)):
            self.socket.send(data[at : at + 1])

    def receive_frame(self) -> bytes:
        size = struct.unpack(">i", self.receive_exactly(4))[0]
        return self.receive_exactly(size)

    def reset(self) -> None:
        """Closes it abruptly."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def is_closed(self) -> bool:
        """Whether the broker ends the connection, without a byte, before the time-out."""
        try:
            return self.socket.recv(1) == b""
        except ConnectionError:
            return True

    def ask_api_versions(self, correlation_id: int = 1) -> int:
        """The error code of an ApiVersions answer; the correlation id must come back."""
        self.send(api_versions(correlation_id))
        answer = self.receive_frame()
        got, error = struct.unpack(">ih", answer[:6])
        assert got == correlation_id
        return error

    def receive_exactly(self, size: int) -> bytes:
        parts = bytearray()
        while len(parts) < size:
            part = self.socket.recv(min(size - len(parts), 1 << 20))
            if not part:
                raise ConnectionError("closed by the broker")
            parts += part
        return bytes(parts)
