"""(a) Rounds of one produce and the one fetch that reads it, on sessions of growing size."""

from __future__ import annotations

import time

import frames
import measure
from client import Consumer, make_topic
from connection import Connection
from load import NO_SESSION, Row

SIZES = (10, 1_000, 5_000, 10_000)
TOPIC = "rounds"
WRITTEN_MAX = 10  # partitions of a session that get records, spread over it
WARM_SECONDS, WARM_ROUNDS = 15.0, 12_000  # a JVM has compiled what it will by then
SECONDS, ROUNDS = 8.0, 4_000


class Rounds:
    letter = "a"
    rows = (
        Row("10", "produce 100 B + fetch it, session of 10", "us CPU/round", "<= 100"),
        Row("1000", "  session of 1,000", "us CPU/round"),
        Row("5000", "  session of 5,000", "us CPU/round"),
        Row("10000", "  session of 10,000", "us CPU/round"),
        Row("growth", "  session of 10,000 by session of 10", "times", "<= 1.2"),
    )

    def __init__(self) -> None:
        self._topic_ids: dict[str, bytes] = {}
        self._warmed: set[tuple[str, int]] = set()

    def prepare(self, broker) -> None:
        self._topic_ids[broker.name] = make_topic(broker.address, TOPIC, SIZES[-1])

    def measure(self, broker, round_number: int) -> dict[str, float]:
        result: dict[str, float] = {NO_SESSION: 0}
        for size in SIZES:
            run = _Run(broker.address, self._topic_ids[broker.name], size)
            if (broker.name, size) not in self._warmed:
                run.rounds(WARM_SECONDS, WARM_ROUNDS)
                self._warmed.add((broker.name, size))
            before = measure.settled(broker.pid)
            count = run.rounds(SECONDS, ROUNDS)
            cpu_s = measure.settled(broker.pid).cpu_s - before.cpu_s
            result[str(size)] = cpu_s / count * 1e6
            result[f"rounds_{size}"] = count
            result[NO_SESSION] += not run.consumer.has_session
            run.end()
        result["growth"] = result["10000"] / result["10"]
        return result


class _Run:
    def __init__(self, address: str, topic_id: bytes, size: int) -> None:
        records = frames.batch(1, 100, int(time.time() * 1000))
        step = max(1, size // WRITTEN_MAX)
        self._written = list(range(0, size, step))[:WRITTEN_MAX]
        self._produce = [frames.produce(TOPIC, p, records) for p in self._written]
        self._producer = Connection(address)
        self.consumer = Consumer(address, topic_id, range(size), wait_ms=500)
        self._next = 0
        self._to_the_ends()

    def _to_the_ends(self) -> None:
        """What earlier runs wrote is behind: the base offset of one more record tells where the end is."""
        for partition, request in zip(self._written, self._produce, strict=True):
            error, base = frames.produced(self._producer.ask(request), TOPIC)
            assert error == 0, f"Produce of {TOPIC}-{partition}: {error}"
            self.consumer.seek(partition, base)
        due = set(self._written)
        while due:
            due -= {row.partition for row in self.consumer.fetch()}

    def rounds(self, seconds: float, most: int) -> int:
        """So many rounds, or as many as the time has room for; each must deliver its record."""
        deadline = time.monotonic() + seconds
        for count in range(1, most + 1):
            at = self._next = (self._next + 1) % len(self._written)
            error, _ = frames.produced(self._producer.ask(self._produce[at]), TOPIC)
            assert error == 0, f"Produce: {error}"
            delivered = self.consumer.fetch()
            assert [row.partition for row in delivered] == [self._written[at]], "the record was not delivered"
            if time.monotonic() > deadline:
                return count
        return most

    def end(self) -> None:
        assert self.consumer.error_count == 0, f"{self.consumer.error_count} errors in fetches"
        self._producer.close()
        self.consumer.connection.close()
