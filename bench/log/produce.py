"""What the broker pays for a GB that is produced: requests of 1 MiB and of 16 KiB, of records of 1 KiB, with acks=all, from eight
connections with one request under way on each. A GB is 10^9 bytes of requests. The memory that the page cache grows into is in use until
then (support/warm.py). Besides the broker's own CPU, what the kernel's threads add to it until everything is on the disk: a broker that
starts no write-back itself has it done by them."""

from __future__ import annotations

import os
from dataclasses import dataclass

import generator
import measure
import topics
import warm
from plan import Plan, Row

CONNECTIONS = 8
LIMIT_S = 300


@dataclass(frozen=True)
class Requests:
    name: str
    what: str
    request_bytes: int
    records: int  # in the one batch of a request
    record_bytes: int  # of a value; with its length and its share of the request a little more than 1 KiB
    gb: float  # that are written to a broker at a time, which bounds the disk
    target: str

    def measure(self, broker, label: str, is_quick: bool) -> dict[str, float]:
        """On a new topic, which goes afterwards."""
        topic = f"{self.name}-{label}"
        requests = int(self.gb * (0.2 if is_quick else 1) * 1e9 / self.request_bytes)
        topics.make(broker.address, topic, CONNECTIONS)
        before = measure.settled(broker.pid)
        with warm.held_memory(requests * self.request_bytes * 5 // 4):
            machine_before = measure.machine_cpu_s(broker.pid)
            said = generator.run(
                broker.address, LIMIT_S, api="produce", topic=topic, partitions=CONNECTIONS, connections=CONNECTIONS,
                records=self.records, record_bytes=self.record_bytes, requests=requests,
            )  # fmt: skip
            after = measure.settled(broker.pid)
            os.sync()
            machine_after = measure.machine_cpu_s(broker.pid)
        topics.remove(broker, topic)
        assert said["requests"] == requests, f"{said['requests']} of {requests} requests in {LIMIT_S} s"
        one = said["sent_bytes"] / requests
        assert 0.97 < one / self.request_bytes <= 1, f"the requests have {one} bytes"
        gb = said["sent_bytes"] / 1e9
        return {
            "cpu": (after.cpu_s - before.cpu_s) / gb, "user": (after.user_s - before.user_s) / gb,
            "system": (after.system_s - before.system_s) / gb,
            "machine": (machine_after - machine_before) / gb, "gb_s": gb / said["seconds"], "p99_us": said["latency_us"]["p99"],
            "request_us": (after.cpu_s - before.cpu_s) / requests * 1e6, "generator_cpu": said["own_cpu_seconds"] / gb,
        }  # fmt: skip

    def rows(self) -> list[Row]:
        return [
            Row(self.name, "cpu", self.what, "CPU-s/GB", self.target),
            Row(self.name, "machine", "  with the kernel's threads, until it is on the disk", "CPU-s/GB"),
            Row(self.name, "gb_s", "  throughput", "GB/s"),
            Row(self.name, "p99_us", "  p99", "us"),
        ]


ALL = (
    Requests("produce-1m", "requests of 1 MiB", 1 << 20, 1024, 1012, 4.0, "<= 0.42"),
    Requests("produce-16k", "requests of 16 KiB", 16 << 10, 16, 1005, 2.0, "<= 0.65"),
)


class Produce:
    def run(self, plan: Plan) -> None:
        with plan.running(topics.REMOVED_SOON) as running:
            for requests in ALL:  # as much as is measured, which is some GB
                for broker in running:
                    requests.measure(broker, "warm", plan.is_quick)
            for requests in ALL:
                measured = lambda broker, n, requests=requests: requests.measure(broker, str(n), plan.is_quick)  # noqa: E731
                plan.measure(requests.name, running, measured)

    def rows(self, _: Plan) -> list[Row]:
        return [row for requests in ALL for row in requests.rows()]
