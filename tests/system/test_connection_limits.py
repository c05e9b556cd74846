"""Bounds on connections, set and changed while the broker runs, with real sockets from several addresses."""

from __future__ import annotations

import contextlib
import select
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from clients.admin import alter_broker
from confluent_kafka import KafkaException
from support.klamm_process import KlammProcess, run_to_end
from support.wire import Wire, api_versions

Start = Callable[..., KlammProcess]
TWO_LISTENERS = {
    "listeners": "INTERNAL://127.0.0.1:0,PLAINTEXT://127.0.0.1:0",
    "listener.security.protocol.map": "INTERNAL:PLAINTEXT,PLAINTEXT:PLAINTEXT",
    "inter.broker.listener.name": "INTERNAL",
}


def alter(broker: KlammProcess, port: int | None = None, **values: str | None) -> None:
    """Of this broker; `_` for `.` in names; None deletes. It holds when this returns."""
    alter_broker(f"127.0.0.1:{port or broker.port}", **values)


@contextmanager
def clients(count: int, port: int, source: str = "127.0.0.2") -> Iterator[list[Wire]]:
    """So many connections from that address; the admin client comes from 127.0.0.1."""
    opened: list[Wire] = []
    try:
        for _ in range(count):
            opened.append(Wire("127.0.0.1", port, source=source))
        yield opened
    finally:
        for wire in opened:
            wire.socket.close()


def is_served(wire: Wire) -> bool:
    """Whether it is answered; False: it was closed."""
    try:
        return wire.ask_api_versions() == 0
    except ConnectionError:
        return False


def waits(wire: Wire, others: list[Wire]) -> bool:
    """Whether its request is not answered, while the others' are."""
    wire.send(api_versions(7))
    for other in others:
        assert is_served(other)
    wire.socket.settimeout(0.3)
    try:
        return not wire.socket.recv(1, 2)  # MSG_PEEK
    except TimeoutError:
        return True
    finally:
        wire.socket.settimeout(10)


@pytest.mark.parametrize("shards", [1, 2])
def test_connections_of_one_address(klamm: Start, shards: int) -> None:
    broker = klamm(shards=shards, settings={"max.connections.per.ip": "3"})
    with clients(4, broker.port) as four, clients(3, broker.port, "127.0.0.3") as others:
        assert [is_served(wire) for wire in four] == [True, True, True, False]
        assert all(is_served(wire) for wire in others), "another address is another account"
        broker.wait_for_line("127.0.0.2.*as many as it may")
        alter(broker, max_connections_per_ip_overrides="127.0.0.2:5,127.0.0.3:1")
        with clients(3, broker.port) as more:
            assert [is_served(wire) for wire in more] == [True, True, False]
        with clients(1, broker.port, "127.0.0.3") as more:
            assert not is_served(more[0])
        assert all(is_served(wire) for wire in others), "those that are there stay"
        alter(broker, max_connections_per_ip_overrides=None, max_connections_per_ip="100")
        with clients(10, broker.port) as more:
            assert all(is_served(wire) for wire in more)


@pytest.mark.parametrize("shards", [1, 2])
def test_places_are_given_back(klamm: Start, shards: int) -> None:
    """Whether connections end well or by a reset."""
    broker = klamm(shards=shards, settings={"max.connections.per.ip": "5"})
    for round_number in range(20):
        with clients(5, broker.port) as five:
            deadline = time.monotonic() + 10
            while not all(is_served(wire) for wire in five):
                # The ends of the round before may still be on their way.
                assert time.monotonic() < deadline, round_number
                for index, wire in enumerate(five):
                    wire.socket.close()
                    five[index] = Wire("127.0.0.1", broker.port, source="127.0.0.2")
            if round_number % 2:
                for wire in five:
                    wire.reset()


def test_a_full_listener_and_another(klamm: Start) -> None:
    broker = klamm(shards=2, settings={**TWO_LISTENERS, "listener.name.plaintext.max.connections": "3"})
    (_, internal), (_, external) = broker.listeners
    with clients(4, external) as first:
        assert all(is_served(wire) for wire in first[:3])
        assert waits(first[3], first[:3])
        with clients(5, internal) as others:
            assert all(is_served(wire) for wire in others)
        alter(broker, port=internal, **{"listener.name.plaintext.max.connections": "4"})
        assert first[3].receive_frame()[:4] == b"\0\0\0\7", "it is served as soon as there is room"
        alter(broker, port=internal, **{"listener.name.plaintext.max.connections": None})
        with clients(1, external) as fifth:
            assert waits(fifth[0], first), "what the file says holds again"
            first[0].socket.close()
            assert waits(fifth[0], first[1:]), "three are left"
            first[1].socket.close()
            assert fifth[0].receive_frame()[:4] == b"\0\0\0\7"


def test_the_backlog_changes_live(klamm: Start) -> None:
    """Who finds the listener full waits in the kernel, and beyond the backlog is not even answered there."""
    settings = {"listener.name.plaintext.max.connections": "1", "socket.listen.backlog.size": "3"}
    broker = klamm(shards=2, settings={**TWO_LISTENERS, **settings})
    (_, internal), (_, external) = broker.listeners
    waiting: list[Wire] = []

    def come_until_refused() -> int:
        try:
            while True:
                waiting.append(Wire("127.0.0.1", external, timeout=0.5))
        except TimeoutError:
            return len(waiting)

    with clients(1, external) as (served,):
        assert is_served(served)
        few = come_until_refused()
        assert 3 <= few <= 6
        alter(broker, port=internal, socket_listen_backlog_size="30")
        assert 30 <= come_until_refused() <= 33
        for wire in waiting:
            wire.socket.close()
        waiting.clear()
    broker.restart()
    (_, internal), (_, external) = broker.listeners
    with clients(1, external) as (served,):
        assert is_served(served)
        assert 30 <= come_until_refused() <= 33, "it holds after a restart"
    for wire in waiting:
        wire.socket.close()


def test_the_listener_between_brokers_pushes_others_out(klamm: Start) -> None:
    broker = klamm(shards=2, settings={**TWO_LISTENERS, "max.connections": "1000"})
    (_, internal), (_, external) = broker.listeners
    with clients(6, external) as others:
        assert all(is_served(wire) for wire in others)
        alter(broker, port=internal, max_connections="4")
        # The admin client had a place or two.
        left = those_left(others, 4)
        assert len(left) >= 2, "a lower bound closes what is too much, and no more"
        with clients(3, internal) as inside:
            assert all(is_served(wire) for wire in inside)
            (last,) = those_left(left, 1)
            assert is_served(last)
        with clients(2, external) as again:
            assert is_served(again[0]) or is_served(again[1])


def those_left(wires: list[Wire], at_most: int) -> list[Wire]:
    """Once so many are left, or fewer."""
    poll = select.poll()
    for wire in wires:
        poll.register(wire.socket, select.POLLIN)  # nothing was asked, so what comes is the end
    deadline = time.monotonic() + 20
    while True:
        closed = {fd for fd, _ in poll.poll(100)}
        left = [wire for wire in wires if wire.socket.fileno() not in closed]
        if len(left) <= at_most:
            return left
        assert time.monotonic() < deadline, f"{len(left)} are left"


def test_new_connections_come_at_their_rate(klamm: Start) -> None:
    broker = klamm(settings={**TWO_LISTENERS, "listener.name.plaintext.max.connection.creation.rate": "1"})
    (_, internal), (_, external) = broker.listeners
    begun = time.monotonic()
    with clients(13, external) as slow, clients(20, internal) as fast:
        assert all(is_served(wire) for wire in fast)
        assert all(is_served(wire) for wire in slow[:10])
        assert all(is_served(wire) for wire in slow[10:]), "they wait, and are not closed"
        assert time.monotonic() - begun > 1.0


def test_an_idle_connection(klamm: Start) -> None:
    broker = klamm(shards=2, settings={"connections.max.idle.ms": "600000"})
    with clients(2, broker.port) as (idle, other):
        assert is_served(idle) and is_served(other)
        alter(broker, connections_max_idle_ms="3000")
        closing = select.poll()
        closing.register(idle.socket, select.POLLIN)
        while not closing.poll(100):
            assert is_served(other), "one that speaks is not idle"
        assert idle.is_closed()
        assert (broker.data_dir / "klamm-settings.json").read_text().count("connections.max.idle.ms") == 1
    broker.restart()
    with clients(1, broker.port) as (idle,):
        assert idle.is_closed(), "what was altered holds after a restart"


def test_a_client_that_takes_nothing_of_its_answer(klamm: Start) -> None:
    """Its connection is not idle, but nothing moves on it."""
    broker = klamm(settings={"connections.max.idle.ms": "1500"})
    with clients(1, broker.port) as (stuck,):
        stuck.socket.setblocking(False)
        ended = select.poll()
        ended.register(stuck.socket, 0)  # POLLHUP and POLLERR
        # Each has an answer of some hundred bytes, together more than the buffers between the two hold.
        requests = api_versions(1) * 50_000
        deadline = time.monotonic() + 60
        while not ended.poll(50):
            assert time.monotonic() < deadline, "it is held for ever"
            with contextlib.suppress(BlockingIOError, ConnectionError):
                requests = requests[stuck.socket.send(requests or b"x") :]


def test_a_request_that_is_never_whole(klamm: Start) -> None:
    broker = klamm(settings={"request.receive.timeout.ms": "500"})
    with clients(2, broker.port) as (half, whole):
        half.send(api_versions(1)[:-2])
        assert half.is_closed()
        assert is_served(whole)
    broker.wait_for_line("was not received within 500 ms")


def test_the_largest_request_changes_live(klamm: Start) -> None:
    broker = klamm(shards=2)
    with clients(2, broker.port) as (before, after):
        before.send(b"\0\1\0\0" + b"\0\x12\0\0\0\0\0\1\xff\xff")
        assert is_served(after)
        alter(broker, socket_request_max_bytes="60000")
        before.send(b"x" * 100)
        assert before.is_closed() and is_served(after)


@pytest.mark.parametrize(
    ("setting", "named"),
    [
        ("max.connections.per.ip=0", "max.connections.per.ip.overrides"),
        ("max.connections.per.ip.overrides=localhost:1", "localhost:1"),
        ("max.connections.per.ip.overrides=127.0.0.1", "ADDRESS:COUNT"),
        ("max.connections.per.ip.overrides=127.0.0.1:-1", "127.0.0.1:-1"),
        ("listener.name.plaintext.max.connections=0", "listener.name.plaintext.max.connections=0"),
        ("listener.name.plaintext.max.connections=x", "listener.name.plaintext.max.connections=x"),
        ("request.receive.timeout.ms=0", "request.receive.timeout.ms"),
    ],
)
def test_what_cannot_be_is_refused_at_the_start(tmp_path: Path, setting: str, named: str) -> None:
    done = run_to_end(["serve", "--data", str(tmp_path / "data"), "--listen", "127.0.0.1:0", "-o", setting])
    assert done.returncode == 1 and named in done.stdout, done.stdout


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("max.connections.per.ip", "0"), ("max.connections.per.ip.overrides", "host:1"),
        ("listener.name.plaintext.max.connections", "0"), ("max.connections", "0"), ("max.connections", "-1"),
        ("max.connection.creation.rate", "0"), ("socket.listen.backlog.size", "0"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_live(klamm: Start, name: str, value: str) -> None:
    broker = klamm()
    with pytest.raises(KafkaException):
        alter(broker, **{name: value})
    with clients(1, broker.port) as (wire,):
        assert is_served(wire)
