"""A TCP proxy that loses answers: it cuts a connection when the broker has answered a Produce on it, and drops that answer."""

from __future__ import annotations

import socket
import struct
import threading

from support.proxy import Proxy, close_both

PRODUCE = 0
_RESET = struct.pack("ii", 1, 0)


class CuttingProxy(Proxy):
    def __init__(self) -> None:
        self.cut_count = 0
        self._wanted = 0
        self._changed = threading.Condition()
        super().__init__()

    def cut(self, seconds: float) -> bool:
        """Cuts at the next answer to a Produce, whichever connection it comes on; False when none has come in time."""
        with self._changed:
            self._wanted = self.cut_count + 1
            return self._changed.wait_for(lambda: self.cut_count >= self._wanted, seconds)

    def _take_cut(self) -> bool:
        with self._changed:
            if self.cut_count >= self._wanted:
                return False
            self.cut_count += 1
            self._changed.notify_all()
            return True

    def serve(self, client: socket.socket, broker: socket.socket) -> None:
        pair = _Pair(client, broker, self._take_cut)
        threading.Thread(target=pair.carry_answers, daemon=True).start()
        pair.carry_requests()


class _Pair:
    def __init__(self, client: socket.socket, broker: socket.socket, take_cut) -> None:
        self._client, self._broker, self._take_cut = client, broker, take_cut
        self._produces: set[int] = set()  # correlation ids of those without an answer

    def carry_requests(self) -> None:
        try:
            while frame := _frame(self._client):
                key, _, correlation_id = struct.unpack_from(">hhi", frame, 4)
                if key == PRODUCE:
                    self._produces.add(correlation_id)
                self._broker.sendall(frame)
        except OSError:
            pass
        close_both(self._client, self._broker)

    def carry_answers(self) -> None:
        try:
            while frame := _frame(self._broker):
                (correlation_id,) = struct.unpack_from(">i", frame, 4)
                if correlation_id in self._produces:
                    self._produces.discard(correlation_id)
                    if self._take_cut():
                        for one in (self._client, self._broker):
                            one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
                        break
                self._client.sendall(frame)
        except OSError:
            pass
        close_both(self._client, self._broker)


def _frame(source: socket.socket) -> bytes:
    """The next frame with its length; empty at the end."""
    head = _exactly(source, 4)
    return head + _exactly(source, struct.unpack(">i", head)[0]) if head else b""


def _exactly(source: socket.socket, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        part = source.recv(min(size - len(data), 1 << 20))
        if not part:
            return b""
        data += part
    return bytes(data)
