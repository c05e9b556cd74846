"""A TCP proxy that hands on what a client says one byte per send, so that a broker sees frames in the smallest pieces."""

from __future__ import annotations

import socket
import threading

from support.proxy import Proxy


class SplittingProxy(Proxy):
    def serve(self, client: socket.socket, broker: socket.socket) -> None:
        threading.Thread(target=_carry, args=(broker, client, _whole), daemon=True).start()
        _carry(client, broker, _one_by_one)


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
