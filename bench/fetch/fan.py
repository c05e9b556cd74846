"""(d) One producer and fifty consumers of the same tail."""

from __future__ import annotations

import struct
import time
from functools import partial

import frames
import measure
from client import Consumer, Loop, make_topic
from connection import Connection
from load import NO_SESSION, Row, percentile

TOPIC = "fan"
CONSUMERS = 50
BATCH_RECORDS, RECORD_BYTES, BATCHES_PER_S = 16, 1_000, 100
WARM_SECONDS, SECONDS = 5.0, 10.0


class Fan:
    letter = "d"
    rows = (
        Row("cpu", "1 producer, 50 consumers of its tail, 1.6 MB/s", "CPU-s/GB delivered"),
        Row("p50_ms", "  from append to delivery, p50", "ms"),
        Row("p99_ms", "  from append to delivery, p99", "ms"),
    )

    def __init__(self) -> None:
        self._topic_ids: dict[str, bytes] = {}

    def prepare(self, broker) -> None:
        self._topic_ids[broker.name] = make_topic(broker.address, TOPIC, 1)

    def measure(self, broker, round_number: int) -> dict[str, float]:
        run = _Run(broker.address, self._topic_ids[broker.name])
        run.run(WARM_SECONDS)
        run.forget()
        before = measure.usage(broker.pid)
        run.run(SECONDS)
        run.drain()
        cpu_s = measure.usage(broker.pid).cpu_s - before.cpu_s
        run.end()
        assert run.missing == 0, f"{run.missing} deliveries of {run.sent * CONSUMERS} are missing"
        return {
            "cpu": cpu_s / (run.delivered_bytes / 1e9), "p50_ms": percentile(run.delays_ms, 0.5),
            "p99_ms": percentile(run.delays_ms, 0.99), "delivered_mb": run.delivered_bytes / 1e6,
            NO_SESSION: sum(not c.has_session for c in run.consumers),
        }  # fmt: skip


class _Run:
    """Every batch is equal, so its base offset tells which it is, and so when it was sent."""

    def __init__(self, address: str, topic_id: bytes) -> None:
        self._request = frames.produce(TOPIC, 0, frames.batch(BATCH_RECORDS, RECORD_BYTES, int(time.time() * 1000)))
        self._producer = Connection(address)
        error, self._base = frames.produced(self._producer.ask(self._request), TOPIC)
        assert error == 0, f"Produce: {error}"
        self._sent_at: list[float] = []
        self.forget()
        self._loop = Loop()
        self._loop.add(self._producer, self._appended)
        self.consumers = [Consumer(address, topic_id, range(1), 500, f"fan-{i}") for i in range(CONSUMERS)]
        for consumer in self.consumers:
            consumer.seek(0, self._base + BATCH_RECORDS)
            self._loop.add(consumer.connection, partial(self._take, consumer))
            consumer.send()

    def forget(self) -> None:
        self.delays_ms: list[float] = []
        self.delivered_bytes = self.delivered = 0
        self._first = len(self._sent_at)

    @property
    def sent(self) -> int:
        return len(self._sent_at) - self._first

    @property
    def missing(self) -> int:
        return self.sent * CONSUMERS - self.delivered

    def _appended(self, answer: bytes) -> None:
        error, base = frames.produced(answer, TOPIC)
        assert error == 0 and (base - self._base) % BATCH_RECORDS == 0, f"Produce: {error}, offset {base}"

    def _take(self, consumer: Consumer, answer: bytes) -> None:
        now = time.monotonic()
        rows = consumer.take(answer)
        consumer.send()
        for row in rows:
            at, end = row.records, row.records + row.size
            while at + 12 <= end:
                base, length = struct.unpack_from(">qi", answer, at)
                if at + 12 + length > end:
                    break
                self._delivered((base - self._base) // BATCH_RECORDS - 1, 12 + length, now)
                at += 12 + length

    def _delivered(self, place: int, size: int, now: float) -> None:
        if place < self._first:
            return
        self.delays_ms.append((now - self._sent_at[place]) * 1000)
        self.delivered_bytes += size
        self.delivered += 1

    def run(self, seconds: float) -> None:
        due = time.monotonic()
        end = due + seconds
        while due < end:
            self._loop.run_until(due)
            self._sent_at.append(time.monotonic())
            self._producer.send(self._request)
            due += 1 / BATCHES_PER_S

    def drain(self) -> None:
        deadline = time.monotonic() + 5
        while self.missing and time.monotonic() < deadline:
            self._loop.run_once(0.1)

    def end(self) -> None:
        errors = sum(c.error_count for c in self.consumers)
        for connection in (self._producer, *(c.connection for c in self.consumers)):
            connection.close()
        assert errors == 0, f"{errors} errors in fetches"
