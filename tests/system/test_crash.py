"""`kill -9` at random moments under load, again and again: what was acknowledged is there, once and where it was said to be."""

from __future__ import annotations

import random
import subprocess
import threading
import time
from collections import deque
from itertools import count

import pytest
from clients.admin import create_topic
from support.wire import Wire
from support.wire_calls import (
    commit,
    committed,
    find_coordinator,
    init_producer_id,
    produce_request,
    produced,
    until_served,
)
from support.wire_calls import batch as make_batch
from support.wire_calls import create_topic as try_to_create
from support.wire_calls import delete_topic as try_to_delete

ROUNDS = 50
TOPIC, PARTITIONS, PRODUCERS = "crashed", 4, 6
GROUPS, COMMITTERS = 12, 2
IN_FLIGHT = 5
PATIENCE_S = 60
# What is made and removed all the time is so, too, in the middle of it.
SETTINGS = {
    "group.initial.rebalance.delay.ms": "0",
    "log.flush.offset.checkpoint.interval.ms": "100",
    "log.retention.check.interval.ms": "200",
    "offsets.topic.num.partitions": "5",
    "metadata.log.max.record.bytes.between.snapshots": "2000",
    "metadata.max.retention.bytes": "8000",
    "metadata.log.segment.ms": "100",
    "log.roll.ms": "300",
    "log.segment.delete.delay.ms": "100",
}


class Worker(threading.Thread):
    """Works on a connection of its own until that breaks."""

    def __init__(self, port: int, work) -> None:
        super().__init__(daemon=True)
        self._port, self._work = port, work
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            with Wire("127.0.0.1", self._port, timeout=PATIENCE_S) as wire:
                self._work(wire)
        except ConnectionError:
            pass  # the broker is gone
        except BaseException as failure:  # noqa: BLE001 - told by the test
            self.failure = failure


class Producer:
    """Idempotent, to one partition, with batches in flight; after a break it sends what was not answered again, in order."""

    def __init__(self, number: int) -> None:
        self.number, self.partition = number, number % PARTITIONS
        self.producer_id, self.next_sequence = -1, 0
        self.in_flight: deque[tuple[int, list[bytes]]] = deque()
        self.acknowledged: list[tuple[int, list[bytes]]] = []  # base offset, records

    def work(self, wire: Wire) -> None:
        if self.producer_id < 0:
            self.producer_id = init_producer_id(wire)
        until_served(wire, TOPIC, self.partition)
        for sequence, values in self.in_flight:
            self._send(wire, sequence, values)
        while True:
            while len(self.in_flight) < IN_FLIGHT:
                values = [b"%d.%d" % (self.number, self.next_sequence + i) for i in range(random.randint(1, 20))]
                self.in_flight.append((self.next_sequence, values))
                self.next_sequence += len(values)
                self._send(wire, *self.in_flight[-1])
            error, offset = produced(TOPIC, wire.receive_frame())
            assert error == 0, error
            self.acknowledged.append((offset, self.in_flight.popleft()[1]))

    def _send(self, wire: Wire, sequence: int, values: list[bytes]) -> None:
        wire.send(produce_request(TOPIC, self.partition, make_batch(self.producer_id, sequence, values)))


class Committer:
    """Commits for its groups in turn; a commit is one record for each partition, in one batch."""

    def __init__(self, groups: list[str]) -> None:
        self.groups = groups
        self.answered = dict.fromkeys(groups, 0)
        self.asked = dict.fromkeys(groups, 0)

    def work(self, wire: Wire) -> None:
        for group in self.groups:
            find_coordinator(wire, group)
            self._check(group, committed(wire, group, TOPIC, PARTITIONS))
        for number in count(max(self.asked.values()) + 1):
            for group in self.groups:
                self.asked[group] = number
                assert commit(wire, group, TOPIC, [number] * PARTITIONS) == {0}
                self.answered[group] = number

    def _check(self, group: str, found: list[int]) -> None:
        """The commit after the last one that was answered may be there, whole."""
        known = [[number or -1] * PARTITIONS for number in (self.answered[group], self.asked[group])]
        assert found in known, (group, found, known)
        self.answered[group] = self.asked[group] = max(found[0], 0)


class Administrator:
    """Makes topics, and deletes every other one."""

    def __init__(self) -> None:
        self.numbers = count()
        self.made: set[str] = set()
        self.deleted: set[str] = set()

    def work(self, wire: Wire) -> None:
        for number in self.numbers:
            name = f"made-{number}"
            assert try_to_create(wire, name, 2) == 0
            self.made.add(name)
            if number % 2:
                self.made.discard(name)  # until it is answered nobody knows
                assert try_to_delete(wire, name) == 0
                self.deleted.add(name)
            time.sleep(0.01)  # the pace of the load


def records(address: str, partition: int) -> list[tuple[int, bytes]]:
    """Offset and value of each."""
    command = ["kcat", "-C", "-q", "-b", address, "-t", TOPIC, "-p", str(partition), "-o", "beginning", "-e", "-f", "%o %s\n"]
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=300).stdout.splitlines()
    return [(int(line.split()[0]), line.split()[1]) for line in lines]


def topics(address: str) -> set[str]:
    listed = subprocess.run(["kcat", "-L", "-b", address], check=True, stdout=subprocess.PIPE, timeout=60, text=True).stdout
    return {line.split('"')[1] for line in listed.splitlines() if line.strip().startswith('topic "')}


def check_records(address: str, producers: list[Producer]) -> None:
    for partition in range(PARTITIONS):
        found = records(address, partition)
        assert [offset for offset, _ in found] == list(range(len(found))), f"partition {partition} has a gap"
        values = [value for _, value in found]
        mine = [p for p in producers if p.partition == partition]
        for producer in mine:
            for base, acknowledged in producer.acknowledged:
                assert values[base : base + len(acknowledged)] == acknowledged, (partition, base, acknowledged[0])
        assert len(set(values)) == len(values), f"partition {partition} has a record twice"
        # Nothing is there that nobody has sent.
        sent = {b"%d.%d" % (p.number, i) for p in mine for i in range(p.next_sequence)}
        assert set(values) <= sent


@pytest.mark.timeout(7200)
def test_nothing_acknowledged_is_lost(klamm, request) -> None:
    process = klamm(shards=2, settings=SETTINGS)
    create_topic(process.address, TOPIC, PARTITIONS, **{"retention_ms": "-1"})
    producers = [Producer(n) for n in range(PRODUCERS)]
    names = [f"group-{i}" for i in range(GROUPS)]
    committers = [Committer(names[i::COMMITTERS]) for i in range(COMMITTERS)]
    administrator = Administrator()
    cores = process.command.index("--cores") + 1
    for number in range(request.config.getoption("--rounds") or ROUNDS):
        work = [*producers, *committers, administrator]
        workers = [Worker(process.port, each.work) for each in work]
        for worker in workers:
            worker.start()
        time.sleep(random.uniform(0.05, 0.8))  # the moment of the kill
        process.kill()
        for worker in workers:
            worker.join(PATIENCE_S)
        assert not any(w.is_alive() or w.failure for w in workers), (number, [w.failure for w in workers], process.output[-4000:])
        process.command[cores] = str(random.randint(1, 4))
        process.start()
    check_records(process.address, producers)
    there = topics(process.address)
    assert administrator.made <= there and not administrator.deleted & there
    assert all(p.acknowledged for p in producers) and administrator.deleted and all(c.answered for c in committers)
    assert min(log.name for log in process.data_dir.glob("__cluster_metadata-0/*.log")) > f"{1:020}.log", "no snapshot was made"
