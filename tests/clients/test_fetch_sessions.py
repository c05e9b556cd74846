"""Real consumers with fetch sessions, their default, while the partitions that they follow come, grow, go and come again and
the broker is restarted under them."""

from __future__ import annotations

import itertools
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from clients.admin import add_partitions, create_topic, delete_topic
from clients.follower import FOLLOWERS, Follower
from confluent_kafka import Producer
from support.counting_proxy import CountingProxy, FetchCounts

pytestmark = [pytest.mark.usefixtures("need_reference_kafka"), pytest.mark.alone]  # how long a follower waits
STEADY = {f"steady-{i}": 100 for i in range(4)}
GROWING, GROWING_FIRST, GROWTH = "growing", 60, 10
RECREATED, RECREATED_PARTITIONS = "recreated", 40
ROUNDS = 3
RECORDS_PER_S = 250  # a partition gets its next record after more than STALL_S: a late one is not saved by it
STALL_S = 1.0
PATIENCE_S = 60
SESSION_ERRORS = (70, 71)
USE_SESSIONS = ("java", "franz-go", "kafka-python")  # librdkafka never asks for one
SETTINGS = {"auto.create.topics.enable": "false"}  # or consumers make what was deleted


@dataclass(frozen=True)
class Sent:
    """Where an acknowledged record is, and when it was acknowledged."""

    offset: int
    acked_at_s: float


class Writer:
    """Writes to the partitions it knows in turn; a value is the topic's generation and a number."""

    def __init__(self, address: str) -> None:
        self._producer = Producer({
            "bootstrap.servers": address, "client.id": "writer", "enable.idempotence": True, "linger.ms": 0,
            "topic.metadata.refresh.interval.ms": 200, "reconnect.backoff.max.ms": 100, "log_level": 2,
        })  # fmt: skip
        self.sent: dict[tuple[str, int], dict[str, Sent]] = defaultdict(dict)  # (topic, partition) -> value -> where
        self.failures: list[str] = []
        self._sizes: dict[str, int] = {}
        self._generations: dict[str, int] = defaultdict(int)
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        self._running = threading.Event()
        self._thread = threading.Thread(target=self._write, daemon=True)

    def know(self, topic: str, partitions: int) -> None:
        """Writes to the topic from now on; first a record for each partition that is new."""
        self._wait_for_metadata(topic, partitions)
        with self._lock:
            first, self._sizes[topic] = self._sizes.get(topic, 0), partitions
            for p in range(first, partitions):
                self._send(topic, p)

    def _wait_for_metadata(self, topic: str, partitions: int) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while len(self._producer.list_topics(topic, PATIENCE_S).topics[topic].partitions) < partitions:
            assert time.monotonic() < deadline, f"the writer does not see {partitions} partitions of {topic}"

    def forget(self, topic: str) -> None:
        """Writes no more to the topic; what was sent is acknowledged then."""
        with self._lock:
            self._sizes.pop(topic)
            self._generations[topic] += 1
        self.flush()

    def flush(self) -> None:
        assert self._producer.flush(PATIENCE_S) == 0, "records are not acknowledged"
        assert not self.failures, self.failures[:5]

    def start(self) -> None:
        self._running.set()
        self._thread.start()

    def stop(self) -> None:
        self._running.clear()
        self._thread.join()
        self.flush()

    def _write(self) -> None:
        due, place = time.monotonic(), 0
        while self._running.is_set():
            due += 1 / RECORDS_PER_S
            self._producer.poll(max(0.0, due - time.monotonic()))
            with self._lock:
                partitions = [(t, p) for t, count in self._sizes.items() for p in range(count)]
                place = (place + 1) % len(partitions)
                self._send(*partitions[place])

    def _send(self, topic: str, partition: int) -> None:
        value = f"{self._generations[topic]}:{next(self._numbers)}"
        self._producer.produce(topic, value, partition=partition, on_delivery=self._acked)

    def _acked(self, error, message) -> None:
        if error:
            self.failures.append(f"{message.topic()}-{message.partition()}: {error}")
        else:
            where = Sent(message.offset(), time.time())
            self.sent[message.topic(), message.partition()][message.value().decode()] = where


class Crowd:
    """One follower of each client, all of the same partitions."""

    def __init__(self, address: str, folder: Path) -> None:
        self.followers = [Follower(name, address, folder / f"{name}.log") for name in FOLLOWERS]

    def tell(self, verb: str, topic: str, partitions: int) -> None:
        """Tells all, and waits until all have obeyed."""
        places = {f.name: len(f.assigned) for f in self.followers}
        for follower in self.followers:
            follower.tell(verb, topic, partitions)
        self._until(lambda f: len(f.assigned) > places[f.name], "has not taken its partitions")

    def wait_for(self, sent: dict[tuple[str, int], dict[str, Sent]]) -> None:
        count = sum(map(len, sent.values()))
        self._until(lambda f: len(f.seen) >= count, f"has not got all of {count} records")

    def _until(self, is_ready: Callable[[Follower], bool], why: str) -> None:
        deadline = time.monotonic() + PATIENCE_S
        for follower in self.followers:
            while not is_ready(follower):
                assert not follower.has_ended, f"{follower.name} has ended"
                assert time.monotonic() < deadline, f"{follower.name} {why} ({len(follower.seen)} records)"
                time.sleep(0.01)

    def end(self) -> None:
        for follower in self.followers:
            follower.end()

    def kill(self) -> None:
        for follower in self.followers:
            follower.kill()


class Pulse:
    """When the machine did not run a thread that wants to run every 10 ms: not the broker's fault, whoever waits for it."""

    BEAT_S = 0.01

    def __init__(self) -> None:
        self._pauses_s: list[tuple[float, float]] = []
        self._ended = threading.Event()
        threading.Thread(target=self._beat, daemon=True).start()

    def _beat(self) -> None:
        last = time.time()
        while not self._ended.wait(self.BEAT_S):
            now = time.time()
            if now - last > 2 * self.BEAT_S:
                self._pauses_s.append((last + self.BEAT_S, now))
            last = now

    def end(self) -> None:
        self._ended.set()

    def paused_s(self, from_s: float, to_s: float) -> float:
        return sum(max(0.0, min(end, to_s) - max(begin, from_s)) for begin, end in self._pauses_s)


@pytest.fixture
def crowd_at(tmp_path: Path) -> Iterator[Callable[[str], Crowd]]:
    crowds: list[Crowd] = []

    def start(address: str) -> Crowd:
        crowds.append(Crowd(address, tmp_path))
        return crowds[-1]

    yield start
    for crowd in crowds:
        crowd.kill()


@pytest.mark.timeout(280)
@pytest.mark.parametrize("shards", [1, 4])
def test_partitions_come_and_go_under_sessions(start_broker, crowd_at, shards: int) -> None:
    """Every record comes once to every reader, and no fetch lies with the broker for a second while it could be answered;
    sessions are used and end only when they must."""
    with CountingProxy() as proxy:
        broker = start_broker(shards=shards, settings=SETTINGS, advertise=proxy.address)
        proxy.target = ("127.0.0.1", broker.port)
        crowd, writer = crowd_at(proxy.address), Writer(proxy.address)

        def add(topic: str, partitions: int) -> None:
            create_topic(broker.address, topic, partitions)
            crowd.tell("follow", topic, partitions)
            writer.know(topic, partitions)

        for topic, partitions in {**STEADY, GROWING: GROWING_FIRST, RECREATED: RECREATED_PARTITIONS}.items():
            add(topic, partitions)
        writer.flush()
        crowd.wait_for(writer.sent)

        pulse = Pulse()
        writer.start()
        for round_number in range(ROUNDS):
            add(f"new-{round_number}", 20)
            size = GROWING_FIRST + (round_number + 1) * GROWTH
            add_partitions(broker.address, GROWING, size)
            crowd.tell("follow", GROWING, size)
            writer.know(GROWING, size)
            time.sleep(STALL_S)
            recreate(broker.address, writer, crowd)
            time.sleep(STALL_S)
            broker.restart()
            proxy.target = ("127.0.0.1", broker.port)
            time.sleep(2 * STALL_S)
        writer.stop()
        crowd.wait_for(writer.sent)
        pulse.end()
        crowd.end()

    for follower in crowd.followers:
        assert_each_record_once(follower, writer)
        counts = proxy.of(follower.name)
        worst_s, where = worst_wait(follower, writer, counts, pulse)
        print(f"{follower.name}: {len(follower.seen)} records, worst {worst_s * 1000:.0f} ms for {where},"
              f" {counts.full} full"
              f" and {counts.incremental} incremental fetches, {counts.sessions} sessions, errors {dict(counts.errors)}")  # fmt: skip
        assert worst_s < STALL_S, f"{follower.name} waited {worst_s:.2f} s for {where}"
        if follower.name in USE_SESSIONS:
            assert counts.incremental > counts.full, f"{follower.name} hardly uses its session"
        errors = sum(counts.errors[code] for code in SESSION_ERRORS)
        assert errors <= 2 * ROUNDS, f"{follower.name} met {errors} session errors"


def recreate(address: str, writer: Writer, crowd: Crowd) -> None:
    """All have read the old topic when it goes, and follow the new one before it is written to."""
    writer.forget(RECREATED)
    wait_until_read(crowd, writer, RECREATED)
    delete_topic(address, RECREATED)
    time.sleep(STALL_S / 2)  # the sessions hold what is gone for a while
    create_topic(address, RECREATED, RECREATED_PARTITIONS)
    crowd.tell("anew", RECREATED, RECREATED_PARTITIONS)
    writer.know(RECREATED, RECREATED_PARTITIONS)


def wait_until_read(crowd: Crowd, writer: Writer, topic: str) -> None:
    due = {v for (name, _), rows in list(writer.sent.items()) if name == topic for v in rows}
    deadline = time.monotonic() + PATIENCE_S
    for follower in crowd.followers:
        while missing := due - {s.value for s in list(follower.seen) if s.topic == topic}:
            assert time.monotonic() < deadline, f"{follower.name} has not got {len(missing)} records of {topic}"
            time.sleep(0.05)


def assert_each_record_once(follower: Follower, writer: Writer) -> None:
    got: dict[tuple[str, int], dict[str, int]] = defaultdict(dict)
    for seen in follower.seen:
        rows = got[seen.topic, seen.partition]
        assert seen.value not in rows, f"{follower.name} got {seen} again"
        rows[seen.value] = seen.offset
    due = {key: {value: where.offset for value, where in rows.items()} for key, rows in writer.sent.items()}
    assert got == due, f"{follower.name} did not get what was written"
    for key, rows in got.items():
        for generation, seen_rows in itertools.groupby(rows.items(), key=lambda row: generation_of(row[0])):
            offsets = [offset for _, offset in seen_rows]
            assert offsets == list(range(len(offsets))), f"{follower.name} {key}, generation {generation}: {offsets}"


def generation_of(value: str) -> int:
    return int(value.split(":")[0])


def worst_wait(follower: Follower, writer: Writer, counts: FetchCounts, pulse: Pulse) -> tuple[float, str]:
    """The longest that a fetch of the reader lay with the broker while an acknowledged record was there for it. So a client's
    own pauses and a broker that is down are not counted, nor is what was there before the first record of a partition came:
    until then the client may still be learning of the partition."""
    came_at_s: dict[tuple[str, int, int], float] = {}
    worst, where = 0.0, "nothing"
    for seen in follower.seen:
        generation, at_s = generation_of(seen.value), seen.at_ms / 1000
        since_s = came_at_s.setdefault((seen.topic, seen.partition, generation), at_s)
        since_s = max(since_s, writer.sent[seen.topic, seen.partition][seen.value].acked_at_s)
        waited_s = counts.waited_s(since_s, at_s)
        if waited_s > worst:
            waited_s -= pulse.paused_s(since_s, at_s)
        if waited_s > worst:
            worst, where = waited_s, f"{seen.topic}-{seen.partition} offset {seen.offset}"
    return worst, where
