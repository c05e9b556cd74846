"""A TCP proxy that hands on what a client says one byte per send, so that a broker sees frames in the smallest pieces."""

from __future__ import annotations

import socket
import threading


class SplittingProxy:
    """Listens on a free port of 127.0.0.1; `target` may be set after the port is known, before the first client."""

    def __init__(self) -> None:
        self.target: tuple[str, int] | None = None
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self._closing = False
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> SplittingProxy:
        return self

    def __exit__(self, *_: object) -> None:
        self._closing = True
        self._listener.close()

    def _accept(self) -> None:
        while not self._closing:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            assert self.target
            broker = socket.create_connection(self.target)
            broker.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for source, sink, pump in ((client, broker, _one_by_one), (broker, client, _whole)):
                threading.Thread(target=_carry, args=(source, sink, pump), daemon=True).start()


def _one_by_one(sink: socket.socket, data: bytes) -> None:
    for at in range(len(data)):
        sink.send(data[at : at + 1])


def _whole(sink: socket.socket, data: bytes) -> None:
    sink.sendall(data)


def _carry(source: socket.socket, sink: socket.socket, pump) -> None:
    try:
        while data := source.recv(1 << 16):
            pump(sink, data)
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        source.close()
        sink.close()
