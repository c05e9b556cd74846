"""What happens once: offsets that are loaded after a restart, and large groups that settle."""

from __future__ import annotations

import struct
import time

import measure
from connection import Connection
from members import (
    NOT_YET, Member, commit_error_at, connect, fetch_error, groups_of_all_partitions, heartbeat_all, offset_count,
    settle_classic,
)  # fmt: skip
from served import ServedWatcher

WIDE_TOPIC, WIDE_PARTITIONS = "wide", 100
LARGE_TOPIC, LARGE_GROUP = "large", 1000  # a member for each partition
_UNDER_WAY = 32


def commit_many(address: str, groups: int) -> None:
    """An offset of each group for each partition of the wide topic, by consumers that assign themselves."""
    connection = Connection(address)
    frames = [Member(_offset_group(i)).commit(WIDE_TOPIC, range(WIDE_PARTITIONS)) for i in range(groups)]
    for first in range(0, len(frames), _UNDER_WAY):
        some = frames[first : first + _UNDER_WAY]
        connection.send(b"".join(some))
        for _ in some:
            answer = connection.receive()
            at = commit_error_at(WIDE_TOPIC) - 4
            codes = {struct.unpack_from(">ih", answer, at + 6 * p)[1] for p in range(WIDE_PARTITIONS)}
            assert codes == {0}, codes
    connection.close()


def _offset_group(number: int) -> bytes:
    return f"offsets-{number}".encode()


def load_after_restart(broker, groups: int) -> dict[str, float]:
    """From the first answer of the restarted broker, and from its process's start, until all groups answer."""
    broker.stop()
    watcher = ServedWatcher(broker.address, _AreLoaded())
    watcher.start()
    broker.start()
    watcher.wait()
    after = measure.settled(broker.pid)
    connection = Connection(broker.address)
    for number in range(0, groups, max(1, groups // 100)):
        assert offset_count(connection, _offset_group(number)) == WIDE_PARTITIONS
    connection.close()
    return {
        "load_s": watcher.served_s - watcher.answered_s,
        "start_and_load_s": watcher.served_s - measure.started_s(broker.pid),
        "cpu_s": after.cpu_s, "resident_mb": after.resident_bytes / 1e6,
    }  # fmt: skip


class _AreLoaded:
    """Whether one group of each partition of the offsets topic is served; it asks for the others only."""

    def __init__(self) -> None:
        self._waiting = groups_of_all_partitions()

    def __call__(self, connection: Connection) -> bool:
        self._waiting = [group for group in self._waiting if fetch_error(connection, group) in NOT_YET]
        return not self._waiting


def settle_large_classic(broker, round_number: int) -> dict[str, float]:
    """Everybody rejoins with other metadata: from the first JoinGroup to the last assignment."""
    members = [Member(f"large-{round_number}".encode()) for _ in range(LARGE_GROUP)]
    connections = connect(broker.address, len(members))
    settle_classic(members, connections)
    before, began = measure.settled(broker.pid), time.monotonic()
    settle_classic(members, connections, b"other")
    seconds = time.monotonic() - began
    after = measure.settled(broker.pid)
    for connection in connections:
        connection.close()
    return {"settle_s": seconds, "cpu_s": after.cpu_s - before.cpu_s}


def settle_large_consumer(broker, round_number: int) -> dict[str, float]:
    """From the first join until each has a partition of its own, by heartbeats without a rest."""
    members = [Member(f"large-consumer-{round_number}".encode(), f"m-{i}".encode(), 0) for i in range(LARGE_GROUP)]
    connection = Connection(broker.address)
    before, began = measure.settled(broker.pid), time.monotonic()
    heartbeat_all(connection, members, LARGE_TOPIC)
    have = [-1] * LARGE_GROUP
    while any(count != 1 for count in have):
        for i, (_, count) in enumerate(heartbeat_all(connection, members, owns=True)):
            if count >= 0:
                have[i] = count
    seconds = time.monotonic() - began
    after = measure.settled(broker.pid)
    connection.close()
    return {"settle_s": seconds, "cpu_s": after.cpu_s - before.cpu_s}
