"""(e) What a cached partition of a session, and a fetch that waits, cost in memory."""

from __future__ import annotations

import measure
from client import Consumer, make_topic
from load import NO_SESSION, Row

TOPIC, PARTITIONS = "memory", 5_000
SESSIONS = 100
WAITERS, WAIT_MS = 3_000, 120_000


class Memory:
    letter = "e"
    rows = (
        Row("resident", "a cached session partition, resident", "B", "<= 100"),
        Row("heap", "  live in the JVM's heap", "B"),
        Row("held", "  sessions that were given, of 100", ""),
        Row("waiting", "a fetch that waits, resident", "B"),
    )

    def __init__(self) -> None:
        self._topic_ids: dict[str, bytes] = {}

    def prepare(self, broker) -> None:
        self._topic_ids[broker.name] = make_topic(broker.address, TOPIC, PARTITIONS)

    def measure(self, broker, round_number: int) -> dict[str, float]:
        name = f"memory-{round_number}"
        consumers = [
            Consumer(broker.address, self._topic_ids[broker.name], range(PARTITIONS), 0, f"{name}-{i}") for i in range(SESSIONS)
        ]
        for _ in range(3):  # what requests of that size leave behind is there before the sessions are
            for consumer in consumers:
                consumer.fetch_without_session()
        before, heap_before = measure.settled(broker.pid).resident_bytes, measure.live_heap_bytes(broker)
        for consumer in consumers:
            consumer.fetch()
        after, heap_after = measure.settled(broker.pid).resident_bytes, measure.live_heap_bytes(broker)
        held = sum(c.has_session for c in consumers)
        result: dict[str, float] = {"held": held, NO_SESSION: SESSIONS - held}
        if held:
            if round_number == 0:  # later ones take what the first gave back
                result["resident"] = (after - before) / (held * PARTITIONS)
            if heap_after:
                result["heap"] = (heap_after - heap_before) / (held * PARTITIONS)
        for consumer in consumers:
            assert consumer.error_count == 0, "errors in fetches"
            consumer.end_session()
            consumer.connection.close()
        if round_number == 0:
            result["waiting"] = self._measure_waiting(broker)
        return result

    def _measure_waiting(self, broker) -> float:
        """On sessions that are there before, each on a connection of its own."""
        consumers = [
            Consumer(broker.address, self._topic_ids[broker.name], range(i, i + 1), 0, f"waiting-{i}") for i in range(WAITERS)
        ]
        for _ in range(2):
            for consumer in consumers:
                consumer.fetch()
        before = measure.settled(broker.pid).resident_bytes
        for consumer in consumers:
            consumer.wait_longer(WAIT_MS)
            consumer.send()
        after = measure.settled(broker.pid).resident_bytes
        for consumer in consumers:
            assert consumer.error_count == 0 and consumer.has_session, "a fetch without a session"
            consumer.connection.close()
        return (after - before) / WAITERS
