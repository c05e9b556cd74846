"""A TCP proxy that hands on every byte and counts, per client id, what Fetch requests and their answers say of sessions."""

from __future__ import annotations

import itertools
import socket
import struct
import threading
import time
from bisect import bisect, insort
from collections import Counter
from dataclasses import dataclass, field

from support.proxy import Proxy, close_both

FETCH = 1
_OPEN_MAX = 8  # fetches of one client at a time, at most
_SESSION_VERSION, _FLEXIBLE_VERSION, _NO_REPLICA_VERSION = 7, 12, 15


@dataclass
class FetchCounts:
    """Of one client id."""

    full: int = 0
    incremental: int = 0
    sessions: int = 0  # answers that gave a new one
    errors: Counter[int] = field(default_factory=Counter)  # of whole answers, by code
    waits_s: list[tuple[float, float]] = field(default_factory=list)  # time.time() of each Fetch and of its answer or loss

    def waited_s(self, from_s: float, to_s: float) -> float:
        """For how long of that time a Fetch lay with the broker."""
        spans = self.waits_s[max(0, bisect(self.waits_s, (from_s,)) - _OPEN_MAX) :]
        spans = itertools.takewhile(lambda span: span[0] < to_s, spans)
        return sum(max(0.0, min(end, to_s) - max(begin, from_s)) for begin, end in spans)


class CountingProxy(Proxy):
    def __init__(self) -> None:
        self.counts: dict[str, FetchCounts] = {}
        self._lock = threading.Lock()
        super().__init__()

    def serve(self, client: socket.socket, broker: socket.socket) -> None:
        watch = _Watch(self)
        threading.Thread(target=_carry, args=(broker, client, _Frames(watch.answer)), daemon=True).start()
        _carry(client, broker, _Frames(watch.request))
        watch.end()

    def of(self, client_id: str) -> FetchCounts:
        with self._lock:
            return self.counts.setdefault(client_id, FetchCounts())


class _Watch:
    """The Fetch requests of one connection that are not answered yet, by correlation id."""

    def __init__(self, proxy: CountingProxy) -> None:
        self._proxy = proxy
        self._open: dict[int, tuple[int, FetchCounts, int, float]] = {}

    def request(self, frame: bytes) -> None:
        key, version, correlation_id, size = struct.unpack_from(">hhih", frame)
        if key != FETCH or version < _SESSION_VERSION:
            return
        counts = self._proxy.of(frame[10 : 10 + size].decode() if size > 0 else "")
        at = 10 + max(0, size) + (1 if version >= _FLEXIBLE_VERSION else 0)
        at += (0 if version >= _NO_REPLICA_VERSION else 4) + 4 + 4 + 4 + 1
        session_id, epoch = struct.unpack_from(">ii", frame, at)
        if epoch > 0:
            counts.incremental += 1
        else:
            counts.full += 1
        self._open[correlation_id] = (version, counts, session_id if epoch > 0 else 0, time.time())

    def answer(self, frame: bytes) -> None:
        (correlation_id,) = struct.unpack_from(">i", frame)
        found = self._open.pop(correlation_id, None)
        if found is None:
            return
        version, counts, asked_id, asked_at_s = found
        insort(counts.waits_s, (asked_at_s, time.time()))
        error, session_id = struct.unpack_from(">hi", frame, 8 + (1 if version >= _FLEXIBLE_VERSION else 0))
        if error:
            counts.errors[error] += 1
        elif session_id not in (0, asked_id):
            counts.sessions += 1

    def end(self) -> None:
        """The connection is gone, and what was asked with it."""
        for correlation_id in list(self._open):
            if found := self._open.pop(correlation_id, None):
                insort(found[1].waits_s, (found[3], time.time()))


class _Frames:
    """Cuts a stream into frames."""

    def __init__(self, take) -> None:
        self._take = take
        self._pending = bytearray()

    def feed(self, data: bytes) -> None:
        self._pending += data
        while len(self._pending) >= 4:
            (size,) = struct.unpack_from(">i", self._pending)
            if len(self._pending) < 4 + size:
                return
            self._take(bytes(self._pending[4 : 4 + size]))
            del self._pending[: 4 + size]


def _carry(source: socket.socket, sink: socket.socket, frames: _Frames) -> None:
    try:
        while data := source.recv(1 << 16):
            frames.feed(data)  # before it is handed on: the answer must find its request
            sink.sendall(data)
    except OSError:
        pass
    close_both(source, sink)
