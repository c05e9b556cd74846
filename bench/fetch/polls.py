"""(b) Consumers with nothing to read: their long polls come back empty and are asked again."""

from __future__ import annotations

import time

import measure
from client import Consumer, Loop, make_topic
from load import NO_SESSION, Row

TOPIC, PARTITIONS = "polls", 1_000
SESSION_PARTITIONS, WAIT_MS = 100, 500
WARM_SECONDS, SECONDS = 4.0, 10.0


class Polls:
    letter = "b"
    rows = (
        Row("200", "idle long polls, 200 sessions x 100, 500 ms", "% of a core", "<= 0.6"),
        Row("1000", "  1,000 sessions x 100", "% of a core", "<= 3"),
        Row("polls_1000", "  polls that came back, 1,000 sessions", "1/s"),
    )

    def __init__(self) -> None:
        self._topic_ids: dict[str, bytes] = {}

    def prepare(self, broker) -> None:
        self._topic_ids[broker.name] = make_topic(broker.address, TOPIC, PARTITIONS)

    def measure(self, broker, round_number: int) -> dict[str, float]:
        result: dict[str, float] = {NO_SESSION: 0}
        for sessions in (200, 1_000):
            crowd = _Crowd(broker.address, self._topic_ids[broker.name], sessions)
            crowd.run(WARM_SECONDS)
            crowd.poll_count = 0
            before = measure.usage(broker.pid)
            crowd.run(SECONDS)
            after = measure.usage(broker.pid)
            elapsed_s = after.at_s - before.at_s
            result[str(sessions)] = (after.cpu_s - before.cpu_s) / elapsed_s * 100
            result[f"polls_{sessions}"] = crowd.poll_count / elapsed_s
            result[NO_SESSION] += sum(not c.has_session for c in crowd.consumers)
            crowd.end()
        return result


class _Crowd:
    def __init__(self, address: str, topic_id: bytes, sessions: int) -> None:
        self.consumers: list[Consumer] = []
        self.poll_count = 0
        self._loop = Loop()
        for i in range(sessions):
            first = i * SESSION_PARTITIONS % PARTITIONS
            consumer = Consumer(address, topic_id, range(first, first + SESSION_PARTITIONS), WAIT_MS, f"poll-{i}")
            self._loop.add(consumer.connection, lambda answer, consumer=consumer: self._again(consumer, answer))
            self.consumers.append(consumer)
            consumer.send()

    def _again(self, consumer: Consumer, answer: bytes) -> None:
        consumer.take(answer)
        self.poll_count += 1
        consumer.send()

    def run(self, seconds: float) -> None:
        self._loop.run_until(time.monotonic() + seconds)

    def end(self) -> None:
        errors = sum(c.error_count for c in self.consumers)
        for consumer in self.consumers:
            consumer.connection.close()
        assert errors == 0, f"{errors} errors in idle fetches"
