"""A raw consumer that keeps a fetch session, and answers of many connections at a time."""

from __future__ import annotations

import select
import struct
import time
from collections.abc import Callable

import frames
from confluent_kafka.admin import AdminClient, NewPartitions, NewTopic
from connection import Connection

CREATED_AT_ONCE = 9_000  # partitions; Kafka allows 10,000 records for one request
READY_SECONDS = 120


class Consumer:
    """One connection that fetches some partitions of a topic: by a session when the broker gives one, else all of them
    every time, as clients do."""

    def __init__(self, address: str, topic_id: bytes, partitions: range | list[int], wait_ms: int, name: str = "bench") -> None:
        self.connection = Connection(address)
        self._topic_id, self._wait_ms, self._name = topic_id, wait_ms, name.encode()
        self._places = {p: i for i, p in enumerate(partitions)}
        self._rows = bytearray(b"".join(frames.fetch_row(p, 0) for p in partitions))
        self._moved: dict[int, int] = {}
        self._session = (0, 0)
        self.error_count = 0

    @property
    def has_session(self) -> bool:
        return self._session[0] != 0

    def send(self) -> None:
        rows: bytes | bytearray = self._rows
        if self.has_session:
            rows = b"".join(frames.fetch_row(p, offset) for p, offset in self._moved.items())
        self._moved.clear()
        self.connection.send(frames.fetch(self._topic_id, rows, self._session, self._wait_ms, self._name))

    def take(self, answer: bytes) -> list[frames.Delivered]:
        """The rows that have records; the offsets move on."""
        error, session_id, rows = frames.fetched(answer)
        if error:
            self.error_count += 1
            self._session = (0, 0)
            return []
        epoch = self._session[1] + 1 if session_id and session_id == self._session[0] else 1
        self._session = (session_id, epoch) if session_id else (0, 0)
        delivered = []
        for row in rows:
            if row.error:
                self.error_count += 1
            elif row.size:
                delivered.append(row)
                self.seek(row.partition, frames.next_offset(answer, row))
        return delivered

    def fetch(self) -> list[frames.Delivered]:
        self.send()
        return self.take(self.connection.receive())

    def fetch_without_session(self) -> list[frames.Delivered]:
        """The whole fetch, without asking for a session."""
        self.connection.send(frames.fetch(self._topic_id, self._rows, (0, -1), self._wait_ms, self._name))
        return frames.fetched(self.connection.receive())[2]

    def end_session(self) -> None:
        if self.has_session:
            self.connection.ask(frames.fetch(self._topic_id, b"", (self._session[0], -1), 0, self._name))
            self._session = (0, 0)

    def wait_longer(self, wait_ms: int) -> None:
        self._wait_ms = wait_ms

    def seek(self, partition: int, offset: int) -> None:
        self._moved[partition] = offset
        struct.pack_into(">q", self._rows, self._places[partition] * frames.ROW_BYTES + frames.OFFSET_IN_ROW, offset)


class Loop:
    """Answers of many connections, each given to its function as it comes."""

    def __init__(self) -> None:
        self._poll = select.epoll()
        self._takers: dict[int, tuple[Connection, Callable[[bytes], None]]] = {}

    def add(self, connection: Connection, taker: Callable[[bytes], None]) -> None:
        self._takers[connection.socket.fileno()] = (connection, taker)
        self._poll.register(connection.socket, select.EPOLLIN)

    def run_once(self, timeout_s: float) -> None:
        for fd, _ in self._poll.poll(max(0.0, timeout_s)):
            connection, taker = self._takers[fd]
            answer = connection.received()
            while answer is not None:
                taker(answer)
                answer = connection.take_whole()

    def run_until(self, deadline_s: float) -> None:
        while (left := deadline_s - time.monotonic()) > 0:
            self.run_once(left)


def make_topic(address: str, topic: str, partitions: int) -> bytes:
    """Makes the topic, waits until a fetch of every partition is served, and gives its id."""
    admin = AdminClient({"bootstrap.servers": address, "log_level": 0})
    patient = {"operation_timeout": READY_SECONDS, "request_timeout": READY_SECONDS}
    first = min(partitions, CREATED_AT_ONCE)
    admin.create_topics([NewTopic(topic, first, 1)], **patient)[topic].result(READY_SECONDS)
    if first < partitions:
        admin.create_partitions([NewPartitions(topic, partitions)], **patient)[topic].result(READY_SECONDS)
    connection = Connection(address)
    deadline = time.monotonic() + READY_SECONDS
    while True:
        error, topic_id, count = frames.topic_of(connection.ask(frames.metadata(topic)))
        if error == 0 and count == partitions and _serves(address, topic_id, partitions):
            connection.close()
            return topic_id
        assert time.monotonic() < deadline, f"{topic} is not ready after {READY_SECONDS} s"
        time.sleep(0.5)


def _serves(address: str, topic_id: bytes, partitions: int) -> bool:
    consumer = Consumer(address, topic_id, range(partitions), wait_ms=0)
    rows = consumer.fetch_without_session()
    consumer.connection.close()
    return len(rows) == partitions and all(row.error == 0 for row in rows)
