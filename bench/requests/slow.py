"""Clients that move slowly: some never read their answers, some send a large request byte by byte."""

from __future__ import annotations

import socket
import struct
import threading

READERS = WRITERS = 64
DRIP_SECONDS = 0.1
_MIB = 1 << 20


class Slow:
    """From start() to end(). The readers ask again and again for all of `topic`'s first partition; the writers announce
    100 MB, send 256 KiB of it and then one byte every tenth of a second."""

    def __init__(self, address: str, topic: str) -> None:
        host, port = address.rsplit(":", 1)
        self._sockets = [socket.create_connection((host, int(port))) for _ in range(READERS + WRITERS)]
        readers, self._writers = self._sockets[:READERS], self._sockets[READERS:]
        self._end = threading.Event()
        for reader in readers:
            reader.sendall(_fetch(topic) * 8)
        start = struct.pack(">ihhih", 100 * _MIB, 0, 9, 1, -1) + bytes(_MIB // 4)
        for writer in self._writers:
            writer.sendall(start)
        self._thread = threading.Thread(target=self._drip, daemon=True)
        self._thread.start()

    def _drip(self) -> None:
        while not self._end.wait(DRIP_SECONDS):
            for writer in self._writers:
                writer.send(b"x")

    def end(self) -> None:
        self._end.set()
        self._thread.join()
        for each in self._sockets:
            each.close()


def _fetch(topic: str) -> bytes:
    """Fetch version 4 of partition 0 from its start: 64 MiB at most, no wait."""
    name = struct.pack(">ih", 1, len(topic)) + topic.encode()
    body = struct.pack(">hhih", 1, 4, 1, 4) + b"slow" + struct.pack(">iiiib", -1, 0, 1, 64 * _MIB, 0)
    body += name + struct.pack(">iiqi", 1, 0, 0, 64 * _MIB)
    return struct.pack(">i", len(body)) + body
