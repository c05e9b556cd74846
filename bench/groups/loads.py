"""Commits and heartbeats of many members, sent by the load generator from frames that were prepared."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

import generator
import measure
from members import (
    CONSUMER_HEARTBEAT_ERROR_AT, HEARTBEAT_ERROR_AT, Member, commit_error_at, join_classic, join_consumer,
)  # fmt: skip

TOPIC = "groups"
PARTITIONS = 16
EACH = 4  # members of a group, each with four partitions


@dataclass(frozen=True)
class Load:
    letter: str
    what: str
    kind: str  # commit, heartbeat or consumer-heartbeat
    groups: int
    connections: int
    rate: int = 0  # requests per second over all connections; 0: closed loop
    target: str = ""

    def prepare(self, broker) -> list[Member]:
        names = [f"{self.kind}-{self.letter}-{i}" for i in range(self.groups)]
        if self.kind == "consumer-heartbeat":
            return join_consumer(broker.address, names, EACH, "nothing-there")
        return join_classic(broker.address, names, EACH)

    def frame(self, number: int, member: Member) -> bytes:
        if self.kind == "heartbeat":
            return member.heartbeat()
        if self.kind == "consumer-heartbeat":
            return member.consumer_heartbeat()
        first = number % EACH * (PARTITIONS // EACH)
        return member.commit(TOPIC, range(first, first + PARTITIONS // EACH))

    def error_at(self) -> int:
        if self.kind == "commit":
            return commit_error_at(TOPIC)
        return HEARTBEAT_ERROR_AT if self.kind == "heartbeat" else CONSUMER_HEARTBEAT_ERROR_AT

    def measure(self, broker, members: list[Member], seconds: float) -> dict[str, float]:
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"".join(self.frame(i, member) for i, member in enumerate(members)))
            file.flush()
            before = measure.settled(broker.pid)
            said = self._run(broker, Path(file.name), seconds)
            after = measure.settled(broker.pid)
        cpu_s = after.cpu_s - before.cpu_s
        return {
            "cpu_us": cpu_s / said["requests"] * 1e6, "per_cpu_second": said["requests"] / cpu_s, "p50_us": said["latency_us"]["p50"],
            "p99_us": said["latency_us"]["p99"], "requests_per_second": said["requests_per_second"],
            "generator_cpu_us": said["own_cpu_seconds"] / said["requests"] * 1e6, "resident_mb": after.resident_bytes / 1e6,
        }  # fmt: skip

    def _run(self, broker, frames_file: Path, seconds: float) -> dict:
        return generator.run(
            broker.address, seconds, api="prepared", frames=frames_file, error_at=self.error_at(), connections=self.connections,
            rate=self.rate,
        )  # fmt: skip


LOADS = {
    load.letter: load
    for load in (
        Load("a", "commits of 4,000 members over 64 connections, closed loop", "commit", 1000, 64, target=">= 4"),
        Load("b", "the same over 1,000 connections, 4,000/s", "commit", 1000, 1000, 4000, target=">= 4"),
        Load("c", "heartbeats of 20,000 members, every 3 s", "heartbeat", 5000, 1000, 6667),
        Load("d", "the same of KIP-848, every 5 s", "consumer-heartbeat", 5000, 1000, 4000),
    )
}
