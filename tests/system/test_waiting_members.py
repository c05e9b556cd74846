"""Many members that wait for their group are in nobody's way."""

from __future__ import annotations

import select
import socket
import struct

from support.wire import Wire, frame

MEMBERS = 1200  # on two shards more than there is room for calls between them
FIND_COORDINATOR, JOIN_GROUP, HEARTBEAT = 10, 11, 12
NOT_YET = (14, 15, 16)


def text(value: str) -> bytes:
    return struct.pack(">h", len(value)) + value.encode()


def request(api_key: int, version: int, body: bytes) -> bytes:
    return frame(struct.pack(">hhi", api_key, version, 7) + text("waits") + body)


def join(group: str) -> bytes:
    """JoinGroup 3, by which a member gets its id and joins in one."""
    body = text(group) + struct.pack(">ii", 60_000, 60_000) + text("") + text("consumer")
    return request(JOIN_GROUP, 3, body + struct.pack(">i", 1) + text("p") + struct.pack(">i", 1) + b"m")


def heartbeat_error(wire: Wire, group: str) -> int:
    wire.send(request(HEARTBEAT, 2, text(group) + struct.pack(">i", 1) + text("nobody")))
    return struct.unpack_from(">h", wire.receive_frame(), 8)[0]


def test_a_large_group_that_forms_holds_up_nobody(start_broker) -> None:
    """They join together and all get the one generation; meanwhile others are answered, whatever shard they ask."""
    broker = start_broker(shards=2, settings={"group.initial.rebalance.delay.ms": "4000", "socket.listen.backlog.size": "4096"})
    with Wire("127.0.0.1", broker.port, timeout=60) as wire:
        wire.send(request(FIND_COORDINATOR, 0, text("large")))
        wire.receive_frame()
        while heartbeat_error(wire, "large") in NOT_YET:
            pass
    members = [socket.create_connection(("127.0.0.1", broker.port)) for _ in range(MEMBERS)]
    for member in members:
        member.sendall(join("large"))
    for _ in range(8):
        with Wire("127.0.0.1", broker.port, timeout=60) as other:
            for group in ("a", "b", "c", "d", "e", "f"):
                assert heartbeat_error(other, group) not in NOT_YET
    watch = select.poll()
    for member in members:
        watch.register(member, select.POLLIN)
    assert not watch.poll(0), "the group was faster"
    generations = set()
    for member in members:
        member.settimeout(60)
        (size,) = struct.unpack(">i", member.recv(4, socket.MSG_WAITALL))
        answer = member.recv(size, socket.MSG_WAITALL)
        error, generation = struct.unpack_from(">hi", answer, 8)
        assert error == 0
        generations.add(generation)
        member.close()
    assert generations == {1}
