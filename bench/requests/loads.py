"""The loads: so many connections, in a closed loop (one request under way on each) or at a rate."""

from __future__ import annotations

from dataclasses import dataclass

import generator
import measure
from clients.admin import create_topic
from slow import Slow

TOPIC = "requests"
PARTITIONS = 6
REQUEST_BYTES = 200  # with the length in front
# What a request of the generator has besides the record's value.
_FRAME_BYTES = 122
SECONDS = 10.0


@dataclass(frozen=True)
class Load:
    letter: str
    what: str
    connections: int
    rate: int = 0  # requests per second over all connections; 0: closed loop
    cpu_target: str = ""
    latency_target: str = ""
    beside_slow: bool = False  # 64 clients that do not read and 64 that hardly send are there too

    def measure(self, broker, _: int) -> dict[str, float]:
        slow = Slow(broker.address, TOPIC) if self.beside_slow else None
        before = measure.settled(broker.pid)
        said = self.run(broker, SECONDS)
        after = measure.settled(broker.pid)
        if slow:
            slow.end()
        if said["requests"] == 0:
            return {"requests_per_second": 0, "resident_mb": after.resident_bytes / 1e6}
        request_bytes = said["sent_bytes"] / said["requests"]  # those under way at the end are sent but not counted
        assert round(request_bytes) == REQUEST_BYTES, f"the requests have {request_bytes} bytes"
        latency = said["latency_us"]
        return {
            "cpu_us": (after.cpu_s - before.cpu_s) / said["requests"] * 1e6, "p50_us": latency["p50"], "p99_us": latency["p99"],
            "p999_us": latency["p99.9"], "max_us": latency["max"], "requests_per_second": said["requests_per_second"],
            "user_s": after.user_s - before.user_s, "system_s": after.system_s - before.system_s,
            "generator_cpu_us": said["own_cpu_seconds"] / said["requests"] * 1e6, "resident_mb": after.resident_bytes / 1e6,
        }  # fmt: skip

    def run(self, broker, seconds: float) -> dict:
        """What the generator says."""
        return generator.run(
            broker.address, seconds, api="produce", topic=TOPIC, partitions=PARTITIONS, record_bytes=REQUEST_BYTES - _FRAME_BYTES,
            connections=self.connections, rate=self.rate,
        )  # fmt: skip


LOADS = {
    load.letter: load
    for load in (
        Load("a", "1 connection, closed loop", 1),
        Load("b", "64 connections, closed loop", 64, cpu_target="<= 7"),
        Load("c", "1,000 connections, closed loop", 1000, cpu_target="<= 8"),
        Load("d", "2,000 requests/s over 64", 64, 2000, "<= 1/4", "<= 1/10"),
        Load("e", "8,000 requests/s over 64", 64, 8000, "<= 1/4", "<= 1/10"),
        Load("f", "(d) beside 128 slow clients", 64, 2000, beside_slow=True),
    )
}


def make_topic(broker) -> None:
    create_topic(broker.address, TOPIC, PARTITIONS)
