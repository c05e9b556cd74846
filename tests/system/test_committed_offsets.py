"""An offset whose commit was answered is there after a kill, wherever its group then lives."""

from __future__ import annotations

import threading
from itertools import count

import pytest
from clients.admin import create_topic, delete_topic
from support.wire import Wire
from support.wire_calls import commit, committed, find_coordinator

GROUPS, PARTITIONS, WORKERS = 40, 3, 4
TOPIC = "read-by-all"


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
                        assert commit(wire, group, TOPIC, [offset + p for p in range(PARTITIONS)]) == {0}
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
            assert committed(wire, group, TOPIC, PARTITIONS) in whole, group


def test_offsets_of_a_deleted_topic_do_not_come_back(klamm) -> None:
    process = klamm(shards=2)
    create_topic(process.address, TOPIC, PARTITIONS)
    with Wire("127.0.0.1", process.port) as wire:
        find_coordinator(wire, "g")
        assert commit(wire, "g", TOPIC, [7, 8, 9]) == {0}
        assert committed(wire, "g", TOPIC, PARTITIONS) == [7, 8, 9]
    delete_topic(process.address, TOPIC)
    process.kill()
    process.start()
    create_topic(process.address, TOPIC, PARTITIONS)
    with Wire("127.0.0.1", process.port) as wire:
        assert committed(wire, "g", TOPIC, PARTITIONS) == [-1] * PARTITIONS
