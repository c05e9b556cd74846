"""The loads: what each does, and what counts."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

import brokers
import bulk
from clients.admin import create_topic
from support.reference_kafka import tool

PARTITIONS = 6
_LATENCIES = re.compile(r"(\d+) ms 50th, \d+ ms 95th, (\d+) ms 99th, (\d+) ms 99\.9th")


@dataclass(frozen=True)
class Load:
    letter: str
    what: str
    unit: str  # of the value that is compared
    target: str  # what Klamm should reach
    records: int = 0
    record_bytes: int = 0
    throughput: int = -1
    warm_records: int = 0  # sent before the latencies are taken
    producer: tuple[str, ...] = ()  # KEY=VALUE for the producer
    topic: tuple[tuple[str, str], ...] = ()  # configs of the topic
    consumes: str = ""  # letter of the load whose records it reads
    once: bool = False  # not part of the warm-up

    @property
    def total_bytes(self) -> int:
        return self.records * self.record_bytes


LOADS = {
    load.letter: load
    for load in (
        Load("a", "produce 3,000,000 x 100 B", "CPU-s", "<= 1/5", 3_000_000, 100),
        Load("b", "produce 1,000,000 x 1 KiB", "CPU-s", "<= 1/4", 1_000_000, 1024),
        Load("c", "5,000 records/s x 100 B, no linger", "us CPU/record", "<= 3/4; p99, p99.9 <= 1/4", 100_000, 100, 5_000,
             25_000, ("linger.ms=0",), once=True),  # fmt: skip
        Load("d", "consume (b) with librdkafka", "CPU-s/GB", "<= 1/3", 1_000_000, 1024, consumes="b"),
        Load("e", "(b) with zstd", "CPU-s", "<= 1/2", 1_000_000, 1024, producer=("compression.type=zstd",)),
        Load("f", "(b) with LogAppendTime", "CPU-s", "<= 1/4", 1_000_000, 1024,
             topic=(("message_timestamp_type", "LogAppendTime"),)),  # fmt: skip
        Load("g", "start to first answer", "ms", "<= 30 ms"),
        Load("h", "idle memory", "MB", "<= 30 MB"),
    )
}


def topic_name(load: Load, round_number: int) -> str:
    return f"{load.letter}-{round_number}"


def prepare(load: Load, address: str, round_number: int) -> None:
    if not load.consumes:
        create_topic(address, topic_name(load, round_number), PARTITIONS, **dict(load.topic))


def run(load: Load, address: str, round_number: int) -> dict[str, float]:
    """Runs the load to its end; returns what the client measured."""
    if load.consumes:
        bulk.read(address, topic_name(LOADS[load.consumes], round_number), load.records)
        return {}
    command = [
        "producer-perf", "--bootstrap-server", address, "--topic", topic_name(load, round_number), "--num-records",
        str(load.records + load.warm_records), "--record-size", str(load.record_bytes), "--throughput", str(load.throughput),
    ]  # fmt: skip
    if load.warm_records:
        command += ["--warmup-records", str(load.warm_records)]
    if load.producer:
        command += ["--command-property", *load.producer]
    said = tool(*command, env={**os.environ, **brokers.CLIENT_ENVIRONMENT})
    assert "Exception" not in said, said[-2000:]
    found = _LATENCIES.findall(said)
    assert found, said[-2000:]
    p50, p99, p999 = map(int, found[-1])
    return {"p50_ms": p50, "p99_ms": p99, "p999_ms": p999}
