"""Where the kernel refuses io_uring Klamm serves on epoll and says how to get the ring; where it is only short of something it does not."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from clients.admin import create_topic
from confluent_kafka import Consumer, Producer, TopicPartition
from support.klamm_process import KlammProcess, StartFailed
from support.paths import ROOT

REFUSE = ROOT / "tests" / "support" / "refuse_calls.py"


@pytest.fixture
def refused(tmp_path: Path) -> Iterator[Callable[..., KlammProcess]]:
    """refused(error, io): Klamm with io_uring_setup failing like this, not started; `others` as in refuse_calls.py."""
    made: list[KlammProcess] = []

    def make(error: str, io: str, others: str = "") -> KlammProcess:
        process = KlammProcess(tmp_path / "data", shards=2, arguments=["--io", io])
        process.command[:0] = [sys.executable, str(REFUSE), f"io_uring_setup={error}{others}"]
        made.append(process)
        return process

    try:
        yield make
        for process in made:
            process.stop()
    finally:
        for process in made:
            process.kill()


@pytest.mark.parametrize(("error", "remedy"), [("EPERM", "io_uring_setup"), ("ENOSYS", "Linux 6.1")])
def test_a_refused_ring_is_done_without(refused, error: str, remedy: str) -> None:
    line = refused(error, "auto").start().start_line
    assert "2 shards on epoll" in line and error in line and remedy in line


@pytest.mark.parametrize("others", ["", ",epoll_pwait2=EPERM"])  # a profile that is older than that call
def test_records_go_in_and_out_on_epoll(refused, others: str) -> None:
    address = refused("EPERM", "auto", others).start().address
    create_topic(address, "t", partitions=4)
    producer = Producer({"bootstrap.servers": address, "linger.ms": 5})
    values = [b"%06d" % i + bytes(1000) for i in range(20_000)]
    for i, value in enumerate(values):
        producer.produce("t", value, partition=i % 4)
        producer.poll(0)
    assert producer.flush(60) == 0
    consumer = Consumer({"bootstrap.servers": address, "group.id": "g", "enable.auto.commit": False})
    consumer.assign([TopicPartition("t", p, 0) for p in range(4)])
    got: list[bytes] = []
    while len(got) < len(values):
        messages = consumer.consume(5000, 30)
        assert messages, len(got)
        got += [m.value() for m in messages]
    consumer.close()
    assert sorted(got) == values


@pytest.mark.parametrize(("error", "io"), [("ENOMEM", "auto"), ("EPERM", "uring"), ("EMFILE", "auto")])
def test_what_is_no_refusal_or_not_wished_stops_the_start(refused, error: str, io: str) -> None:
    process = refused(error, io)
    with pytest.raises(StartFailed) as failed:
        process.start()
    said = failed.value.output.strip()
    assert failed.value.exit_code == 1
    assert error in said and "--io=epoll" in said and len(said.splitlines()) == 1, said


def test_epoll_can_be_wished(refused) -> None:
    assert "on epoll" in refused("ENOMEM", "epoll").start().start_line


def test_the_ring_is_used_where_it_can_be(klamm) -> None:
    assert "1 shard on io_uring" in klamm(arguments=["--io", "auto"]).start_line
    line = klamm("other", arguments=["--io", "epoll"]).start_line
    assert "1 shard on epoll" in line and "--io=auto" in line
