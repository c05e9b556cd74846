"""What is no Kafka request: closed at once, without memory, one line in the log, and everybody else is served."""

from __future__ import annotations

import os
import struct
import time
from pathlib import Path

import pytest
from support.klamm_process import KlammProcess
from support.wire import Wire, api_versions, frame

GARBAGE = {
    "http": (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP"),
    "tls": (bytes.fromhex("16030102000100 01fc0303".replace(" ", "")) + os.urandom(64), "TLS"),
    "negative size": (struct.pack(">i", -1), ""),
    "most negative size": (struct.pack(">i", -(2**31)), ""),
    "huge size": (struct.pack(">i", 2**31 - 1) + b"x" * 100, ""),
    "just over the limit": (struct.pack(">i", 104857601), ""),
    "empty frame": (frame(b""), ""),
    "half a header": (frame(b"\0\x12\0"), ""),
    "unknown api": (frame(struct.pack(">hhih", 9999, 0, 1, -1)), ""),
    "unknown version": (frame(struct.pack(">hhih", 3, 99, 1, -1)), ""),
    "client id beyond the frame": (frame(struct.pack(">hhih", 18, 0, 1, 32000)), ""),
    "array beyond the frame": (frame(struct.pack(">hhih", 3, 1, 1, -1) + struct.pack(">i", 2**31 - 1)), ""),
}


def resident_bytes(process: KlammProcess) -> int:
    text = Path(f"/proc/{process.pid}/status").read_text()
    return int(text.split("VmRSS:")[1].split()[0]) * 1024


@pytest.mark.parametrize("name", GARBAGE)
def test_garbage_closes_its_connection_only(klamm, name: str) -> None:
    process = klamm()
    data, guess = GARBAGE[name]
    with Wire("127.0.0.1", process.port) as good:
        good.ask_api_versions(1)
        before = resident_bytes(process)
        with Wire("127.0.0.1", process.port) as bad:
            bad.send(data)
            assert bad.is_closed()
        assert resident_bytes(process) - before < 4 << 20
        assert good.ask_api_versions(2) == 0
    if guess:
        process.wait_for_line(guess)


def test_the_log_is_not_flooded(klamm) -> None:
    process = klamm()
    for _ in range(300):
        with Wire("127.0.0.1", process.port) as bad:
            bad.send(b"GET / HTTP/1.1\r\n\r\n")
            assert bad.is_closed()
    process.stop()
    assert len(process.lines) < 20, process.output


def test_many_large_announcements_take_no_memory(klamm) -> None:
    """Fifty frames of 100 MB are announced and never come."""
    process = klamm()
    before = resident_bytes(process)
    wires = [Wire("127.0.0.1", process.port) for _ in range(50)]
    for wire in wires:
        wire.send(struct.pack(">i", 100_000_000) + struct.pack(">hhih", 0, 9, 1, -1))
    with Wire("127.0.0.1", process.port) as good:
        assert good.ask_api_versions() == 0
    assert resident_bytes(process) - before < 300 << 20
    for wire in wires:
        wire.socket.close()


@pytest.mark.parametrize("shards", [1, 2])
def test_bytes_one_at_a_time(klamm, shards: int) -> None:
    process = klamm(shards=shards)
    with Wire("127.0.0.1", process.port) as wire:
        wire.send_one_by_one(api_versions(5) + api_versions(6) + api_versions(7))
        assert [struct.unpack(">i", wire.receive_frame()[:4])[0] for _ in range(3)] == [5, 6, 7]


def test_many_requests_in_one_send(klamm) -> None:
    process = klamm()
    with Wire("127.0.0.1", process.port) as wire:
        wire.send(b"".join(api_versions(i) for i in range(500)))
        assert [struct.unpack(">i", wire.receive_frame()[:4])[0] for _ in range(500)] == list(range(500))


def test_a_client_that_never_reads(klamm) -> None:
    """It is not served for ever: the broker stops reading from it, keeps little, and serves the others."""
    process = klamm()
    with Wire("127.0.0.1", process.port) as deaf, Wire("127.0.0.1", process.port) as good:
        deaf.socket.settimeout(0.5)
        sent = 0
        try:
            while sent < 50_000_000:
                sent += deaf.socket.send(api_versions(1) * 1000)
        except TimeoutError:
            pass
        assert good.ask_api_versions() == 0
        assert resident_bytes(process) < 200 << 20


def test_a_request_larger_than_the_setting(klamm) -> None:
    process = klamm(settings={"socket.request.max.bytes": "10000"})
    with Wire("127.0.0.1", process.port) as wire:
        wire.send(struct.pack(">i", 10001))
        assert wire.is_closed()
    with Wire("127.0.0.1", process.port) as wire:
        assert wire.ask_api_versions() == 0


def test_connections_that_come_and_go(klamm) -> None:
    process = klamm(shards=2)
    descriptors = lambda: len(os.listdir(f"/proc/{process.pid}/fd"))
    with Wire("127.0.0.1", process.port) as wire:
        wire.ask_api_versions()
    before = descriptors()
    for i in range(500):
        with Wire("127.0.0.1", process.port) as wire:
            if i % 3 == 0:
                wire.ask_api_versions()
            elif i % 3 == 1:
                wire.send(api_versions(1)[:9])
    deadline = time.monotonic() + 10
    while descriptors() > before + 2 and time.monotonic() < deadline:
        with Wire("127.0.0.1", process.port) as wire:
            wire.ask_api_versions()
    assert descriptors() <= before + 2
