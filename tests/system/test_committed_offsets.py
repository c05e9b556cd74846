"""An offset whose commit was answered is there after a kill, wherever its group then lives."""

from __future__ import annotations

import struct
import threading
from itertools import count

import pytest
from clients.admin import create_topic, delete_topic
from support.wire import Wire, frame

GROUPS, PARTITIONS, WORKERS = 40, 3, 4
TOPIC = "read-by-all"
FIND_COORDINATOR, OFFSET_COMMIT, OFFSET_FETCH = 10, 8, 9
RETRIABLE = {14, 15, 16}  # the coordinator is not there yet, or loads


def text(value: str) -> bytes:
    return struct.pack(">h", len(value)) + value.encode()


def call(wire: Wire, api: int, version: int, body: bytes) -> bytes:
    wire.send(frame(struct.pack(">hhi", api, version, 0) + text("test") + body))
    return wire.receive_frame()[4:]


def find_coordinator(wire: Wire, group: str) -> None:
    error = call(wire, FIND_COORDINATOR, 0, text(group))[:2]
    assert struct.unpack(">h", error)[0] == 0


def commit(wire: Wire, group: str, offset: int) -> set[int]:
    """Commits offset + p for each partition p; the error codes of the answer."""
    rows = b"".join(struct.pack(">iq", p, offset + p) + text(f"of {group}") for p in range(PARTITIONS))
    body = text(group) + struct.pack(">i", -1) + text("") + struct.pack(">qi", -1, 1)
    answer = call(wire, OFFSET_COMMIT, 2, body + text(TOPIC) + struct.pack(">i", PARTITIONS) + rows)
    at = 4 + len(text(TOPIC)) + 4
    return {struct.unpack_from(">ih", answer, at + 6 * p)[1] for p in range(PARTITIONS)}


def committed(wire: Wire, group: str) -> list[int]:
    rows = b"".join(struct.pack(">i", p) for p in range(PARTITIONS))
    ask = text(group) + struct.pack(">i", 1) + text(TOPIC) + struct.pack(">i", PARTITIONS) + rows
    while True:
        answer = call(wire, OFFSET_FETCH, 2, ask)
        if (error := struct.unpack(">h", answer[-2:])[0]) == 0:
            break
        assert error in RETRIABLE  # never an empty success while it loads
    at, offsets = 4 + len(text(TOPIC)) + 4, []
    for _ in range(PARTITIONS):
        _, offset, size = struct.unpack_from(">iqh", answer, at)
        offsets.append(offset)
        at += 14 + size + 2
    return offsets


@pytest.mark.parametrize("shards", [(1, 1), (2, 4), (4, 1)])
def test_answered_commits_survive_a_kill(klamm, shards: tuple[int, int]) -> None:
    """Consumers commit all the time while the broker is killed; it comes back with another number of shards."""
    process = klamm(shards=shards[0])
    create_topic(process.address, TOPIC, PARTITIONS)
    answered: dict[str, int] = {}
    warm = threading.Barrier(WORKERS + 1, timeout=60)

    def commit_all(groups: list[str]) -> None:
        with Wire("127.0.0.1", process.port) as wire:
            try:
                find_coordinator(wire, groups[0])
                for offset in count(1):
                    for group in groups:
                        assert commit(wire, group, offset) == {0}
                        answered[group] = offset
                    if offset == 5:
                        warm.wait()
            except OSError:
                pass  # the broker is gone

    names = [f"group-{i}" for i in range(GROUPS)]
    workers = [threading.Thread(target=commit_all, args=(names[i::WORKERS],)) for i in range(WORKERS)]
    for worker in workers:
        worker.start()
    warm.wait()
    process.kill()
    for worker in workers:
        worker.join(60)
    at = process.command.index("--cores")
    process.command[at + 1] = str(shards[1])
    process.start()
    assert sorted(answered) == sorted(names)
    with Wire("127.0.0.1", process.port) as wire:
        for group, offset in answered.items():
            # The commit after the last one that was answered may be there, whole.
            whole = [[offset + more + p for p in range(PARTITIONS)] for more in (0, 1)]
            assert committed(wire, group) in whole, group


def test_offsets_of_a_deleted_topic_do_not_come_back(klamm) -> None:
    process = klamm(shards=2)
    create_topic(process.address, TOPIC, PARTITIONS)
    with Wire("127.0.0.1", process.port) as wire:
        find_coordinator(wire, "g")
        assert commit(wire, "g", 7) == {0}
        assert committed(wire, "g") == [7, 8, 9]
    delete_topic(process.address, TOPIC)
    process.kill()
    process.start()
    create_topic(process.address, TOPIC, PARTITIONS)
    with Wire("127.0.0.1", process.port) as wire:
        assert committed(wire, "g") == [-1] * PARTITIONS
