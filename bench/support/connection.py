"""A raw connection that costs little."""

from __future__ import annotations

import socket
import struct

from brokers import CONGESTION_CONTROL


class Connection:
    def __init__(self, address: str) -> None:
        host, port = address.rsplit(":", 1)
        self.socket = socket.socket()
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, CONGESTION_CONTROL.encode())
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(60)
        self.socket.connect((host, int(port)))
        self._pending = bytearray()

    def close(self) -> None:
        self.socket.close()

    def send(self, request: bytes) -> None:
        self.socket.sendall(request)

    def receive(self) -> bytes:
        """The next whole answer, without its length."""
        while (answer := self.take_whole()) is None:
            self._read()
        return answer

    def received(self) -> bytes | None:
        """The same after one read: None while it is not whole. For a socket that is readable."""
        self._read()
        return self.take_whole()

    def ask(self, request: bytes) -> bytes:
        self.send(request)
        return self.receive()

    def _read(self) -> None:
        data = self.socket.recv(1 << 20)
        if not data:
            raise ConnectionError("the broker closed the connection")
        self._pending += data

    def take_whole(self) -> bytes | None:
        """A whole answer of what has been read, if there is one."""
        if len(self._pending) < 4:
            return None
        (size,) = struct.unpack_from(">i", self._pending)
        if len(self._pending) < 4 + size:
            return None
        answer = bytes(self._pending[4 : 4 + size])
        del self._pending[: 4 + size]
        return answer
