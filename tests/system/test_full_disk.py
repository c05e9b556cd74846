"""A file system that is full: what was acknowledged stays, writes are refused by name, and go on when there is room."""

from __future__ import annotations

import itertools
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from clients.admin import create_topic, delete_topic
from confluent_kafka import KafkaError, Producer
from support.klamm_process import KlammProcess

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


def numbers(address: str, topic: str) -> list[int]:
    command = ["kcat", "-C", "-q", "-b", address, "-t", topic, "-p", "0", "-o", "beginning", "-e", "-f", "%o %s\n"]
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=60).stdout.split(b"\n")
    return [int(line.split()[1][:8]) for line in lines if line]


@pytest.fixture
def lasting_disk(tmp_path: Path) -> Iterator[tuple[Path, list[str]]]:
    """A small file system that outlives the broker: its directory, and the command that enters where it is mounted."""
    disk = tmp_path / "disk"
    disk.mkdir()
    keep = [*ON_SMALL_DISK, str(disk), "sh", "-c", "echo mounted; exec sleep 600"]
    holder = subprocess.Popen(keep, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert holder.stdout
        if holder.stdout.readline().strip() != "mounted":
            pytest.skip("no file system can be mounted here: the kernel allows no user namespaces")
        yield disk, ["nsenter", "-t", str(holder.pid), "-U", "-m", "--preserve-credentials"]
    finally:
        holder.kill()
        holder.wait()


def test_a_start_and_a_stop_on_a_full_disk(lasting_disk: tuple[Path, list[str]]) -> None:
    disk, enter = lasting_disk
    numbers_of_fillers = itertools.count()

    def fill_up() -> None:
        """Until nothing more goes in; the last page of a file may still take some bytes."""
        into = disk / f"filler-{next(numbers_of_fillers)}"
        subprocess.run([*enter, "dd", "if=/dev/zero", f"of={into}", "bs=4096"], check=False, capture_output=True)

    process = KlammProcess(disk / "data", shards=2)
    process.command = [*enter, *process.command]
    try:
        process.start()
        create_topic(process.address, "kept", 1)
        config = {"retries": 0, "message.max.bytes": 1 << 20, "log_level": 0}
        producer = Producer({"bootstrap.servers": process.address, **config})
        assert [produce(producer, "kept", number) for number in range(5)] == [None] * 5
        process.kill()
        fill_up()
        process.start()
        process.wait_for_line("the metadata log waits for space on the disk")
        assert numbers(process.address, "kept") == list(range(5))
        producer = Producer({"bootstrap.servers": process.address, **config})
        # What was reserved behind the log's end takes some, and is given back with the refusal.
        more, refusal = fill(producer, "kept", 5)
        assert refusal.code() == KafkaError.KAFKA_STORAGE_ERROR, refusal
        fill_up()
        assert process.wait_for_end(send=signal.SIGTERM) == 1
        assert "No space left on device" in process.output

        process.start()
        assert numbers(process.address, "kept") == list(range(5 + more))
        subprocess.run([*enter, "sh", "-c", f"rm {disk}/filler-*"], check=True)
        process.wait_for_line("the metadata log has space on the disk again")
        create_topic(process.address, "new", 1)
        producer = Producer({"bootstrap.servers": process.address, **config})
        assert produce(producer, "kept", 5 + more) is None
        process.stop()
        process.start()
        assert numbers(process.address, "kept") == list(range(5 + more + 1))
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
