"""Many connections at a time: an idle one costs little, those that move slowly hold up nobody, and all are gone in the end."""

from __future__ import annotations

import os
import resource
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from clients.admin import create_topic
from confluent_kafka import Producer
from support.klamm_process import KlammProcess
from support.wire import Wire, api_versions, frame

Start = Callable[..., KlammProcess]
CONNECTIONS = 10_000
MIB = 1 << 20


@contextmanager
def descriptors(wanted: int) -> Iterator[int]:
    """As many as are wanted or may be had, for this process and the brokers that it starts."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    try:
        yield wanted if before[1] == resource.RLIM_INFINITY else min(wanted, before[1] - 500)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def resident_bytes(process: KlammProcess) -> int:
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) * 1024


def socket_count(process: KlammProcess) -> int:
    count = 0
    folder = f"/proc/{process.pid}/fd"
    for name in os.listdir(folder):
        try:
            count += os.readlink(f"{folder}/{name}").startswith("socket:")
        except FileNotFoundError:
            pass  # closed meanwhile
    return count


def wait_for_sockets(process: KlammProcess, wanted: int) -> None:
    deadline = time.monotonic() + 60
    while (count := socket_count(process)) != wanted:
        assert time.monotonic() < deadline, f"{count} sockets are open, not {wanted}"
        time.sleep(0.02)


def test_ten_thousand_come_and_are_cut(klamm: Start) -> None:
    with descriptors(CONNECTIONS) as count:
        process = klamm(shards=2)
        sockets_before, bytes_before = socket_count(process), resident_bytes(process)
        wires = [Wire("127.0.0.1", process.port, timeout=30, source=f"127.0.{1 + i % 50}.1") for i in range(count)]
        for wire in wires:
            wire.send(api_versions(7))
        for wire in wires:
            assert wire.receive_frame()[:4] == struct.pack(">i", 7)
        wait_for_sockets(process, sockets_before + count)
        # Both ends are on this machine, but only the broker's own memory is looked at: 4 KB for one that is idle.
        assert resident_bytes(process) - bytes_before <= 4096 * count
        for wire in wires:
            wire.reset()
        wait_for_sockets(process, sockets_before)
        with Wire("127.0.0.1", process.port) as later:
            assert later.ask_api_versions() == 0


class Dripping:
    """64 connections, each of which announces a request of 100 MB, sends `first` bytes of it and then one every now and then."""

    COUNT = 64

    def __init__(self, process: KlammProcess, first: int) -> None:
        start = struct.pack(">i", 100 * MIB) + struct.pack(">hhih", 0, 9, 1, -1)
        self._left = [memoryview(start + bytes(first)) for _ in range(self.COUNT)]
        self._wires = [Wire("127.0.0.1", process.port) for _ in range(self.COUNT)]
        for wire in self._wires:
            wire.socket.setblocking(False)
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._drip, daemon=True)
        self._thread.start()

    def _drip(self) -> None:
        while not self._end.wait(0.002):
            for i, wire in enumerate(self._wires):
                try:
                    self._left[i] = self._left[i][wire.socket.send(self._left[i][:MIB] or b"x") :]
                except BlockingIOError:
                    pass

    def end(self) -> None:
        self._end.set()
        self._thread.join()
        for wire in self._wires:
            wire.reset()


def large_fetch(topic: str) -> bytes:
    """Fetch version 4 of partition 0 from its start: 64 MiB at most, no wait."""
    header = struct.pack(">hhih", 1, 4, 1, 4) + b"slow"
    limits = struct.pack(">iiiib", -1, 0, 1, 64 * MIB, 0)
    name = struct.pack(">ih", 1, len(topic)) + topic.encode()
    return frame(header + limits + name + struct.pack(">iiqi", 1, 0, 0, 64 * MIB))


@pytest.mark.parametrize("shards", [1, 2])
def test_the_slow_hold_up_nobody(klamm: Start, shards: int) -> None:
    """64 that never read their answers and 64 whose requests take all memory that large requests may have."""
    memory = 64 * MIB
    process = klamm(shards=shards, settings={"queued.max.request.bytes": str(memory)})
    create_topic(process.address, "topic")
    producer = Producer({"bootstrap.servers": process.address, "linger.ms": 20})
    for _ in range(3_000):
        producer.produce("topic", os.urandom(10_000))
    assert producer.flush(60) == 0
    before = resident_bytes(process)
    readers = [Wire("127.0.0.1", process.port) for _ in range(64)]
    for reader in readers:
        reader.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16 << 10)
        for _ in range(8):
            reader.send(large_fetch("topic"))
    writers = Dripping(process, 12 * MIB)
    try:
        deadline = time.monotonic() + 60
        while resident_bytes(process) - before < memory * 3 // 4:
            assert time.monotonic() < deadline, "the requests do not take the memory that they may have"
            time.sleep(0.01)
        for shard in range(shards):
            with Wire("127.0.0.1", process.port) as other:
                for i in range(200):
                    assert other.ask_api_versions(i) == 0, f"on the connection {shard}"
        for _ in range(200):
            producer.produce("topic", b"small")
            assert producer.flush(10) == 0
        # One large request of each shard may go beyond the bound; and there are its receive buffers.
        assert resident_bytes(process) - before < memory + shards * (100 + 16) * MIB
    finally:
        writers.end()
    for reader in readers:
        reader.reset()
    with Wire("127.0.0.1", process.port) as other:
        assert other.ask_api_versions() == 0
