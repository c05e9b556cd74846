"""Topics that come and go: ready when they are made, and off the disk when they are removed."""

from __future__ import annotations

import time

import frames
from clients.admin import create_topic, delete_topic
from connection import Connection

REMOVED_SOON = {"log.segment.delete.delay.ms": "1000"}  # of both brokers, so that the disk does not fill
_LOOK_EVERY_S = 0.05
_LIMIT_S = 120


class Ends:
    """The ends of a topic's logs: of each partition as soon as it tells it, asked for no more then."""

    def __init__(self, topic: str, partitions: int) -> None:
        self._topic, self._waiting = topic, list(range(partitions))
        self.found: dict[int, int] = {}
        self.errors: set[int] = set()  # in the last answer

    def are_all_told(self, connection: Connection) -> bool:
        answer = connection.ask(frames.list_ends(self._topic, self._waiting))
        rows = frames.listed_ends(answer, self._topic)
        told = {partition: end for partition, error, end in rows if error == 0}
        self.errors = {error for _, error, _ in rows if error != 0}
        self.found |= told
        self._waiting = [p for p in self._waiting if p not in told]
        return not self._waiting


def ends_of(address: str, topic: str, partitions: int) -> dict[int, int]:
    """Once all are there."""
    ends, connection = Ends(topic, partitions), Connection(address)
    deadline = time.monotonic() + _LIMIT_S
    while not ends.are_all_told(connection):
        assert time.monotonic() < deadline, f"{topic} is not whole after {_LIMIT_S} s: errors {ends.errors}"
        time.sleep(_LOOK_EVERY_S)
    connection.close()
    return ends.found


def make(address: str, topic: str, partitions: int, **configs: str) -> None:
    """Ready for records: Kafka answers the first requests to new topics with errors."""
    create_topic(address, topic, partitions, **configs)
    ends_of(address, topic, partitions)


def remove(broker, topic: str) -> None:
    """Until nothing is left of its files."""
    delete_topic(broker.address, topic)
    deadline = time.monotonic() + _LIMIT_S
    while any(broker.data_dir.glob(f"{topic}-*")):
        assert time.monotonic() < deadline, f"{topic} is still there after {_LIMIT_S} s"
        time.sleep(_LOOK_EVERY_S)
