"""Which address clients are told: that of the listener they asked, and where nothing is advertised the one they reached."""

from __future__ import annotations

import struct
from collections.abc import Callable

import pytest
from support.klamm_process import KlammProcess
from support.wire import Wire, frame

Start = Callable[..., KlammProcess]
CLIENT = struct.pack(">h", 1) + b"t"


def _string(answer: bytes, at: int) -> tuple[str, int]:
    size = struct.unpack_from(">h", answer, at)[0]
    return answer[at + 2 : at + 2 + size].decode(), at + 2 + size


def _ask(wire: Wire, api_key: int, version: int, body: bytes) -> bytes:
    wire.send(frame(struct.pack(">hhi", api_key, version, 1) + CLIENT + body))
    return wire.receive_frame()[4:]


def by_metadata(wire: Wire) -> tuple[str, int]:
    answer = _ask(wire, 3, 1, struct.pack(">i", 0))
    assert struct.unpack_from(">ii", answer) == (1, 1), "one broker, node 1"
    host, at = _string(answer, 8)
    return host, struct.unpack_from(">i", answer, at)[0]


def by_find_coordinator(wire: Wire) -> tuple[str, int]:
    answer = _ask(wire, 10, 0, struct.pack(">h", 1) + b"g")
    assert struct.unpack_from(">hi", answer) == (0, 1)
    host, at = _string(answer, 6)
    return host, struct.unpack_from(">i", answer, at)[0]


def by_describe_cluster(wire: Wire) -> tuple[str, int]:
    answer = _ask(wire, 60, 0, b"\0" + b"\0" + b"\0")[1:]
    assert struct.unpack_from(">ihB", answer) == (0, 0, 0), "no throttle, no error, no message"
    at = 8 + answer[7] - 1 + 4  # the cluster's id and the controller's
    assert answer[at] == 2 and struct.unpack_from(">i", answer, at + 1) == (1,)
    size = answer[at + 5] - 1
    host = answer[at + 6 : at + 6 + size].decode()
    return host, struct.unpack_from(">i", answer, at + 6 + size)[0]


ASK = [by_metadata, by_find_coordinator, by_describe_cluster]


def told(host: str, port: int) -> tuple[str, int]:
    """What a client is told that has connected there; every API must say the same."""
    with Wire(host, port) as wire:
        answers = {ask(wire) for ask in ASK}
    assert len(answers) == 1, answers
    return answers.pop()


@pytest.mark.parametrize("listen", [":0", "0.0.0.0:0"])
def test_nothing_is_advertised(klamm: Start, listen: str) -> None:
    broker = klamm(shards=2, listen=listen)
    for host in ("127.0.0.1", "127.0.0.7"):
        assert told(host, broker.port) == (host, broker.port)
    if listen == ":0":
        assert told("::1", broker.port) == ("::1", broker.port)


def test_a_listener_of_one_address(klamm: Start) -> None:
    broker = klamm(listen="127.0.0.5:0")
    assert told("127.0.0.5", broker.port) == ("127.0.0.5", broker.port)


def test_the_listener_that_was_asked(klamm: Start) -> None:
    broker = klamm(
        advertise="broker.example.com:19092",  # of PLAINTEXT
        settings={
            "listeners": "INTERNAL://127.0.0.1:0,EXTERNAL://:0,PLAINTEXT://:0",
            "listener.security.protocol.map": "INTERNAL:PLAINTEXT,EXTERNAL:PLAINTEXT,PLAINTEXT:PLAINTEXT",
            "inter.broker.listener.name": "INTERNAL",
        },
    )
    ports = [port for _, port in broker.listeners]
    assert told("127.0.0.1", ports[0]) == ("127.0.0.1", ports[0])
    assert told("127.0.0.3", ports[1]) == ("127.0.0.3", ports[1])
    assert told("127.0.0.1", ports[2]) == ("broker.example.com", 19092)
