"""A file system that is full: what was acknowledged stays, writes are refused by name, and go on when there is room."""

from __future__ import annotations

import itertools
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from clients.admin import create_topic, delete_topic
from confluent_kafka import KafkaError, Producer
from support.klamm_process import KlammProcess
from support.wire import Wire
from support.wire_calls import commit, committed, find_coordinator
from support.wire_calls import create_topic as try_to_create

NOT_COORDINATOR, KAFKA_STORAGE_ERROR = 16, 56
DURABLE = {"log.flush.before.acks": "all", "log.journal.bytes": str(4 << 20)}
DISK_BYTES = 96 << 20
RECORD_BYTES = 256 << 10
DELETE_DELAY_MS = 100
ROOM_SECONDS = 30
# A file system of its own, in a mount namespace that ends with the broker.
ON_SMALL_DISK = ["unshare", "-rm", "sh", "-c", f'mount -t tmpfs -o size={DISK_BYTES} none "$0" && exec "$@"']


@pytest.fixture(params=[1, 2])
def on_small_disk(request, tmp_path: Path) -> Iterator[KlammProcess]:
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run([*ON_SMALL_DISK, str(disk), "true"], check=False, capture_output=True).returncode != 0:
        pytest.skip("no file system can be mounted here: the kernel allows no user namespaces")
    process = KlammProcess(
        disk / "data", shards=request.param, settings={"log.segment.delete.delay.ms": str(DELETE_DELAY_MS), "log.segment.bytes": str(8 << 20)}
    )
    process.command = [*ON_SMALL_DISK, str(disk), *process.command]
    try:
        yield process.start()
        process.stop()
    finally:
        process.kill()


def produce(producer: Producer, topic: str, number: int) -> KafkaError | None:
    said: list[KafkaError | None] = []
    producer.produce(topic, b"%08d" % number + bytes(RECORD_BYTES), partition=0, on_delivery=lambda error, _: said.append(error))
    producer.flush(30)
    assert said, "no answer"
    return said[0]


def fill(producer: Producer, topic: str, first: int) -> tuple[int, KafkaError]:
    """Until a record is refused: how many were not, and the refusal."""
    for count in range(DISK_BYTES // RECORD_BYTES + 1):
        if error := produce(producer, topic, first + count):
            return count, error
    raise AssertionError("more than the disk holds was acknowledged")


def until(ready: Callable[[], object]) -> None:
    """The limit only ends a test that hangs."""
    deadline = time.monotonic() + ROOM_SECONDS
    while not ready():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def numbers(address: str, topic: str) -> list[int]:
    command = ["kcat", "-C", "-q", "-b", address, "-t", topic, "-p", "0", "-o", "beginning", "-e", "-f", "%o %s\n"]
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=60).stdout.split(b"\n")
    return [int(line.split()[1][:8]) for line in lines if line]


class LastingDisk:
    """A small file system that outlives the broker; `enter` is the command that enters where it is mounted."""

    def __init__(self, root: Path, enter: list[str]) -> None:
        self.root, self.enter = root, enter
        self._fillers = itertools.count()

    def fill_up(self, free_bytes: int = 0) -> None:
        """Until no more than that goes in; the last page of a file may still take some bytes."""
        into = self.root / f"filler-{next(self._fillers)}"
        self.run("dd", "if=/dev/zero", f"of={into}", "bs=4096")
        if free_bytes:
            self.run("truncate", "-s", f"-{free_bytes}", str(into))

    def make_room(self) -> None:
        assert self.run("sh", "-c", f"rm {self.root}/filler-*").returncode == 0

    def names(self, folder: Path) -> list[str]:
        return self.run("ls", str(folder)).stdout.decode().split()

    def run(self, *command: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([*self.enter, *command], check=False, capture_output=True, timeout=60)

    def broker(self, shards: int, settings: dict[str, str]) -> KlammProcess:
        process = KlammProcess(self.root / "data", shards=shards, settings=settings)
        process.command = [*self.enter, *process.command]
        return process


@pytest.fixture
def lasting_disk(tmp_path: Path) -> Iterator[LastingDisk]:
    disk = tmp_path / "disk"
    disk.mkdir()
    keep = [*ON_SMALL_DISK, str(disk), "sh", "-c", "echo mounted; exec sleep 600"]
    holder = subprocess.Popen(keep, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert holder.stdout
        if holder.stdout.readline().strip() != "mounted":
            pytest.skip("no file system can be mounted here: the kernel allows no user namespaces")
        yield LastingDisk(disk, ["nsenter", "-t", str(holder.pid), "-U", "-m", "--preserve-credentials"])
    finally:
        holder.kill()
        holder.wait()


@pytest.mark.parametrize("settings", [{}, DURABLE], ids=["", "durable"])
def test_a_start_and_a_stop_on_a_full_disk(lasting_disk: LastingDisk, settings: dict[str, str]) -> None:
    process = lasting_disk.broker(2, settings)
    try:
        process.start()
        create_topic(process.address, "kept", 1)
        config = {"retries": 0, "message.max.bytes": 1 << 20, "log_level": 0}
        producer = Producer({"bootstrap.servers": process.address, **config})
        assert [produce(producer, "kept", number) for number in range(5)] == [None] * 5
        process.kill()
        lasting_disk.fill_up()
        process.start()
        # A journal that was replayed gives room, and whoever comes first has it.
        if not settings:
            process.wait_for_line("the metadata log waits for space on the disk")
        assert numbers(process.address, "kept") == list(range(5))
        producer = Producer({"bootstrap.servers": process.address, **config})
        # What was reserved behind the log's end takes some, and is given back with the refusal.
        more, refusal = fill(producer, "kept", 5)
        assert refusal.code() == KafkaError.KAFKA_STORAGE_ERROR, refusal
        lasting_disk.fill_up()
        assert process.wait_for_end(send=signal.SIGTERM) == 1
        assert "No space left on device" in process.output

        process.start()
        assert numbers(process.address, "kept") == list(range(5 + more))
        lasting_disk.make_room()
        if not settings:
            process.wait_for_line("the metadata log has space on the disk again")
        create_topic(process.address, "new", 1)
        producer = Producer({"bootstrap.servers": process.address, **config})
        until(lambda: produce(producer, "kept", 5 + more) is None)
        process.stop()
        process.start()
        assert numbers(process.address, "kept") == list(range(5 + more + 1))
        process.stop()
    finally:
        process.kill()


def test_a_change_of_topics_waits_for_space(lasting_disk: LastingDisk) -> None:
    process = lasting_disk.broker(2, {})
    try:
        process.start()
        lasting_disk.fill_up()
        with Wire("127.0.0.1", process.port, ROOM_SECONDS) as first, Wire("127.0.0.1", process.port) as second:
            answers: list[int] = []
            # More than the last page of the log takes.
            waiting = threading.Thread(target=lambda: answers.append(try_to_create(first, "first", 200)))
            waiting.start()
            process.wait_for_line("the metadata log waits for space on the disk")
            assert try_to_create(second, "second", 1) == KAFKA_STORAGE_ERROR
            assert not answers
            lasting_disk.make_room()
            waiting.join(ROOM_SECONDS)
            assert answers == [0]
            assert try_to_create(second, "second", 1) == 0
        process.kill()
        process.start()
        producer = Producer({"bootstrap.servers": process.address})
        assert produce(producer, "first", 0) is None and produce(producer, "second", 0) is None
        process.stop()
    finally:
        process.kill()


def test_compaction_waits_for_space(lasting_disk: LastingDisk) -> None:
    """Its round ends and leaves nothing behind; the log is what it was, and is read and written."""
    process = lasting_disk.broker(1, {"log.cleaner.backoff.ms": "100", "log.segment.delete.delay.ms": "0"})
    folder = lasting_disk.root / "data" / "table-0"

    def cleaned() -> list[str]:
        return [name for name in lasting_disk.names(folder) if ".cleaned" in name or ".swap" in name]

    try:
        process.start()
        segment_bytes, value_bytes = 2 << 20, 64 << 10
        create_topic(process.address, "table", 1, cleanup_policy="compact", segment_bytes=str(segment_bytes), min_cleanable_dirty_ratio="0.01")
        # Each key once: a compacted segment is as large as it was, and for another one of this size there is no room.
        lasting_disk.fill_up(free_bytes=segment_bytes * 7 // 4)
        producer = Producer({"bootstrap.servers": process.address})
        written = {b"%04d" % number: b"%08d" % number + bytes(value_bytes) for number in range(segment_bytes // value_bytes + 4)}
        for key, value in written.items():
            producer.produce("table", value, key, partition=0)
        assert producer.flush(30) == 0
        process.wait_for_line("table-0: it cannot be compacted now: .*No space left on device")
        assert numbers(process.address, "table") == list(range(len(written)))
        producer.produce("table", b"%08d" % len(written), b"small", partition=0)
        assert producer.flush(30) == 0
        until(lambda: not cleaned())
        assert "compacted up to" not in process.output

        lasting_disk.make_room()
        process.wait_for_line("table-0: compacted up to offset", ROOM_SECONDS)
        until(lambda: not cleaned())
        assert numbers(process.address, "table") == list(range(len(written) + 1))
        process.kill()
        process.start()
        assert numbers(process.address, "table") == list(range(len(written) + 1))
        process.stop()
    finally:
        process.kill()


@pytest.mark.parametrize("settings", [{}, DURABLE], ids=["", "durable"])
@pytest.mark.parametrize("shards", [1, 2])
def test_commits_are_refused_and_go_on(lasting_disk: LastingDisk, shards: int, settings: dict[str, str]) -> None:
    """Kafka's NOT_COORDINATOR for an append that failed; what was answered stays, what was refused never was."""
    groups, partitions = [f"group-{i}" for i in range(8)], 3
    process = lasting_disk.broker(shards, {"offsets.topic.num.partitions": "4", **settings})
    try:
        process.start()
        create_topic(process.address, "t", partitions)
        answered: dict[str, int] = {}
        with Wire("127.0.0.1", process.port) as wire:

            def try_to_commit(group: str) -> set[int]:
                number = answered.get(group, 0) + 1
                errors = commit(wire, group, "t", [number] * partitions)
                if errors == {0}:
                    answered[group] = number
                return errors

            def check() -> None:
                for group in groups:
                    assert committed(wire, group, "t", partitions) == [answered[group]] * partitions

            for group in groups:
                find_coordinator(wire, group)
                until(lambda: try_to_commit(group) == {0})  # noqa: B023 - called at once
            lasting_disk.fill_up()
            for group in groups:
                # The last pages of the logs take some.
                until(lambda: try_to_commit(group) == {NOT_COORDINATOR})  # noqa: B023
            check()
            lasting_disk.make_room()
            for group in groups:
                until(lambda: try_to_commit(group) == {0})  # noqa: B023
                assert try_to_commit(group) == {0}
            check()
        process.kill()
        process.start()
        with Wire("127.0.0.1", process.port) as wire:
            check()
        process.stop()
    finally:
        process.kill()


def test_writes_are_refused_and_go_on(on_small_disk: KlammProcess) -> None:
    address = on_small_disk.address
    for topic in ("kept", "dropped"):
        create_topic(address, topic, 1)
    producer = Producer({"bootstrap.servers": address, "retries": 0, "message.max.bytes": 1 << 20, "log_level": 0})
    for number in range(20):
        assert produce(producer, "kept", number) is None
    dropped, refusal = fill(producer, "dropped", 0)
    assert refusal.code() == KafkaError.KAFKA_STORAGE_ERROR, refusal
    assert numbers(address, "dropped") == list(range(dropped)), "what was acknowledged, and nothing else"
    refusal = fill(producer, "kept", 20)[1]
    assert refusal.code() == KafkaError.KAFKA_STORAGE_ERROR, refusal
    kept = numbers(address, "kept")
    assert kept == list(range(len(kept))) and len(kept) >= 20

    delete_topic(address, "dropped")
    next_number, deadline = len(kept), time.monotonic() + ROOM_SECONDS
    while (error := produce(producer, "kept", next_number)) and time.monotonic() < deadline:
        assert error.code() == KafkaError.KAFKA_STORAGE_ERROR, error
    assert error is None, f"still refused {ROOM_SECONDS} s after a topic was deleted: {error}"
    assert numbers(address, "kept") == list(range(next_number + 1))
