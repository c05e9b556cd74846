"""Members of groups as raw frames: they are made once, and the generator then repeats what they say."""

from __future__ import annotations

import struct
import time
from dataclasses import dataclass

import frames
from connection import Connection
from frames import old_frame
from frames import old_text as text

PROTOCOL = b"bench"
LONGEST_SESSION_MS = 1_800_000  # group.max.session.timeout.ms; members that wait for their turn stay
AT_A_TIME = 1000  # members that join together, each on a connection of its own
_ASSIGNMENT_INTERVAL_S = 1.1  # group.consumer.assignment.interval.ms and a little
NOT_YET = {14, 15, 16}  # loading, not available, not the coordinator (yet)
NO_STRING = b"\xff\xff"

FIND_COORDINATOR, OFFSET_COMMIT, OFFSET_FETCH, JOIN_GROUP, HEARTBEAT, SYNC_GROUP, CONSUMER_GROUP_HEARTBEAT = 10, 8, 9, 11, 12, 14, 68
# Where the answers of the repeated requests have their error code, behind the correlation id.
HEARTBEAT_ERROR_AT = 4 + 4
CONSUMER_HEARTBEAT_ERROR_AT = 4 + 1 + 4


def commit_error_at(topic: str) -> int:
    return 4 + 4 + 4 + 2 + len(topic) + 4 + 4


def data(value: bytes) -> bytes:
    return struct.pack(">i", len(value)) + value


@dataclass(slots=True)
class Member:
    group: bytes
    id: bytes = b""
    generation: int = -1  # or epoch
    leader: bool = False
    assigned: bytes = b"\x01"  # what a consumer has been told to have, as it is sent back

    def join(self, metadata: bytes = b"m") -> bytes:
        """JoinGroup 3, by which a member gets its id and joins in one."""
        body = text(self.group) + struct.pack(">ii", LONGEST_SESSION_MS, 60_000) + text(self.id) + text(b"consumer")
        return old_frame(JOIN_GROUP, 3, body + struct.pack(">i", 1) + text(PROTOCOL) + data(metadata))

    def joined(self, answer: bytes) -> int:
        """The error of the answer, whose id and generation the member takes."""
        error, self.generation = struct.unpack_from(">hi", answer, 8)
        at = 14
        texts = []
        for _ in range(3):
            (size,) = struct.unpack_from(">h", answer, at)
            texts.append(answer[at + 2 : at + 2 + max(size, 0)])
            at += 2 + max(size, 0)
        _, leader, self.id = texts
        self.leader = error == 0 and leader == self.id
        return error

    def sync(self, ids: list[bytes]) -> bytes:
        """The leader gives everybody an assignment."""
        rows = b"".join(text(i) + data(b"part") for i in ids) if self.leader else b""
        body = text(self.group) + struct.pack(">i", self.generation) + text(self.id)
        return old_frame(SYNC_GROUP, 2, body + struct.pack(">i", len(ids) if self.leader else 0) + rows)

    def heartbeat(self) -> bytes:
        return old_frame(HEARTBEAT, 2, text(self.group) + struct.pack(">i", self.generation) + text(self.id))

    def commit(self, topic: str, partitions: range) -> bytes:
        head = text(self.group) + struct.pack(">i", self.generation) + text(self.id) + NO_STRING
        rows = b"".join(struct.pack(">iqi", p, 1000 + p, -1) + text(b"") for p in partitions)
        topics = struct.pack(">i", 1) + text(topic.encode()) + struct.pack(">i", len(partitions)) + rows
        return old_frame(OFFSET_COMMIT, 7, head + topics)

    def consumer_heartbeat(self, topic: str | None = None, owns: bool = False) -> bytes:
        """ConsumerGroupHeartbeat 1; `topic`: joins; `owns`: says that it has what it was told to have."""
        compact = lambda value: frames.unsigned(len(value) + 1) + value  # noqa: E731
        body = compact(self.group) + compact(self.id) + struct.pack(">i", self.generation) + b"\0\0"
        if topic is None:
            body += struct.pack(">i", -1) + b"\0\0\0" + (self.assigned if owns else b"\0")
        else:
            body += struct.pack(">i", 60_000) + frames.unsigned(2) + compact(topic.encode()) + b"\0\0\x01"
        return frames.frame(CONSUMER_GROUP_HEARTBEAT, 1, body + b"\0")

    def beaten(self, answer: bytes) -> tuple[int, int, int]:
        """Error, epoch and how many partitions it is told to have; -1 where nothing has changed."""
        reader = frames.Reader(answer, 11)
        (error,) = struct.unpack_from(">h", answer, CONSUMER_HEARTBEAT_ERROR_AT)
        reader.skip_text()
        reader.skip_text()
        (epoch,) = struct.unpack_from(">i", answer, reader.at)
        reader.at += 8
        count = -1
        if answer[reader.at] != 0xFF:
            reader.at += 1
            first, count = reader.at, 0
            for _ in range(reader.unsigned() - 1):
                reader.at += 16
                here = reader.unsigned() - 1
                count += here
                reader.at += 4 * here
                reader.skip_tags()
            self.assigned = answer[first : reader.at]
        return error, epoch, count


def wait_for_coordinators(address: str) -> None:
    """All partitions of the offsets topic are there and loaded."""
    connection = Connection(address)
    waiting = list(groups_of_all_partitions())
    connection.ask(old_frame(FIND_COORDINATOR, 0, text(waiting[0])))
    while waiting:
        waiting = [group for group in waiting if fetch_error(connection, group) in NOT_YET]
    connection.close()


def fetch_error(connection: Connection, group: bytes) -> int:
    """The error of an OffsetFetch 5 for everything; of a group without offsets it costs nothing."""
    answer = connection.ask(old_frame(OFFSET_FETCH, 5, text(group) + struct.pack(">i", 0)))
    return struct.unpack_from(">h", answer, len(answer) - 2)[0]


def offset_count(connection: Connection, group: bytes) -> int:
    """How many offsets the group has, all of one topic."""
    answer = connection.ask(old_frame(OFFSET_FETCH, 5, text(group) + struct.pack(">i", -1)))
    topics, size = struct.unpack_from(">ih", answer, 8)
    assert topics == 1, topics
    return struct.unpack_from(">i", answer, 14 + size)[0]


def groups_of_all_partitions(count: int = 50) -> list[bytes]:
    """One group name for each partition of the offsets topic."""
    found: dict[int, bytes] = {}
    n = 0
    while len(found) < count:
        name = f"probe-{n}"
        hashed = 0
        for c in name:
            hashed = (31 * hashed + ord(c)) & 0xFFFFFFFF
        signed = hashed - (1 << 32) if hashed >> 31 else hashed
        found.setdefault((0 if signed == -(1 << 31) else abs(signed)) % count, name.encode())
        n += 1
    return [found[i] for i in range(count)]


def connect(address: str, count: int) -> list[Connection]:
    """Connections that the broker has accepted, which may take longer than that they are open."""
    connections = [Connection(address) for _ in range(count)]
    for connection in connections:
        connection.ask(old_frame(FIND_COORDINATOR, 0, text(b"probe-0")))
    return connections


def join_classic(address: str, groups: list[str], each: int) -> list[Member]:
    """So many members in each group, all with their assignment."""
    members: list[Member] = []
    connections = connect(address, min(AT_A_TIME, each * len(groups)))
    for first in range(0, len(groups), AT_A_TIME // each):
        some = [Member(group.encode()) for group in groups[first : first + AT_A_TIME // each] for _ in range(each)]
        settle_classic(some, connections[: len(some)])
        members += some
    for connection in connections:
        connection.close()
    return members


def settle_classic(members: list[Member], connections: list[Connection], metadata: bytes = b"m") -> None:
    """They join together and get their assignments."""
    for member, connection in zip(members, connections):
        connection.send(member.join(metadata))
    ids: dict[bytes, list[bytes]] = {}
    for member, connection in zip(members, connections):
        error = member.joined(connection.receive())
        assert error == 0, error
        ids.setdefault(member.group, []).append(member.id)
    assert len({(m.group, m.generation) for m in members}) == len(ids), "not all members of a group joined together"
    for member, connection in zip(members, connections):
        connection.send(member.sync(ids[member.group]))
    for connection in connections:
        answer = connection.receive()
        assert struct.unpack_from(">h", answer, 8)[0] == 0, answer


def join_consumer(address: str, groups: list[str], each: int, topic: str) -> list[Member]:
    """The same with the newer protocol: until no heartbeat changes anything, not even after a new assignment was due."""
    connection = Connection(address)
    members = [Member(group.encode(), f"{group}-{i}".encode(), 0) for group in groups for i in range(each)]
    heartbeat_all(connection, members, topic)
    are_settled = False
    while not are_settled:
        time.sleep(_ASSIGNMENT_INTERVAL_S)
        are_settled = not any(is_changed for is_changed, _ in heartbeat_all(connection, members))
    connection.close()
    return members


def heartbeat_all(
    connection: Connection, members: list[Member], topic: str | None = None, owns: bool = False
) -> list[tuple[bool, int]]:
    """One heartbeat of each, some at a time on one connection; of each whether its epoch changed, and beaten()'s count."""
    said = []
    for first in range(0, len(members), 100):
        some = members[first : first + 100]
        connection.send(b"".join(m.consumer_heartbeat(topic, owns) for m in some))
        for member in some:
            error, epoch, count = member.beaten(connection.receive())
            assert error == 0, error
            said.append((epoch != member.generation, count))
            member.generation = epoch
    return said
