"""Producers that wait for the disk: 1, 16 and 256, each with one record of 1 KiB under way on a partition of its own.

In a closed loop 256 wait for each other at the processor, with or without a disk. So the same rate is also spread on 1, 16 and 256:
what grows there is the broker's own.
"""

from __future__ import annotations

from dataclasses import dataclass

import generator
import measure
from clients.admin import create_topic
from plan import Plan, Row

SETTINGS = {"klamm": {"log.flush.before.acks": "all"}, "kafka": {"log.flush.interval.messages": "1"}}
RECORD_BYTES = 1024
FULL_S, QUICK_S = 8.0, 2.0
# Records a second of the open loop: less than either broker takes from one producer.
OPEN_RATE = 1_500


@dataclass(frozen=True)
class Producers:
    count: int
    rate_target: str = ""
    rate: int = 0  # records a second of all; 0: closed loop

    @property
    def name(self) -> str:
        return f"durable-{self.count}-open" if self.rate else f"durable-{self.count}"

    def measure(self, broker, seconds: float) -> dict[str, float]:
        before = measure.settled(broker.pid)
        said = self.run(broker, seconds)
        after = measure.settled(broker.pid)
        latency = said["latency_us"]
        return {
            "records_per_second": said["requests_per_second"], "cpu_us": (after.cpu_s - before.cpu_s) / said["requests"] * 1e6,
            "p50_us": latency["p50"], "p99_us": latency["p99"], "max_us": latency["max"],
        }  # fmt: skip

    def run(self, broker, seconds: float, may_err: bool = False) -> dict:
        return generator.run(
            broker.address, seconds, may_err=may_err, api="produce", topic=self.name, partitions=self.count,
            record_bytes=RECORD_BYTES, connections=self.count, own_partition=True, rate=self.rate,
        )  # fmt: skip

    def rows(self) -> list[Row]:
        how = f" at {self.rate} records/s" if self.rate else ""
        return [
            Row(self.name, "records_per_second", f"producers that wait for the disk: {self.count}{how}", "records/s", self.rate_target),
            Row(self.name, "cpu_us", "  CPU", "us/record"),
            Row(self.name, "p50_us", "  p50", "us"),
            Row(self.name, "p99_us", "  p99", "us"),
        ]


CLOSED = (Producers(1), Producers(16, ">= 8"), Producers(256))
OPEN = tuple(Producers(closed.count, rate=OPEN_RATE) for closed in CLOSED)
GROWTH = Row("durable-growth", "times", "p99 of 256 by that of 1", "times", "< 2")
OPEN_GROWTH = Row("durable-growth-open", "times", f"the same at {OPEN_RATE} records/s", "times", "< 2")


class Durable:
    def run(self, plan: Plan) -> None:
        seconds = QUICK_S if plan.is_quick else FULL_S
        every = (*CLOSED, *OPEN)
        with plan.running(**SETTINGS) as running:
            for broker in running:
                for producers in every:
                    create_topic(broker.address, producers.name, producers.count)
                # Kafka answers the first requests to new topics with errors.
                for producers in every:
                    producers.run(broker, plan.warm_s / len(every), may_err=True)
            for producers in every:
                plan.measure(producers.name, running, lambda broker, _, producers=producers: producers.measure(broker, seconds))
        for name in plan.names:
            for row, loads in ((GROWTH, CLOSED), (OPEN_GROWTH, OPEN)):
                few, many = (plan.results[producers.name, name] for producers in (loads[0], loads[-1]))
                plan.results[row.result, name] = [{row.key: b["p99_us"] / a["p99_us"]} for a, b in zip(few, many, strict=True)]

    def rows(self, _: Plan) -> list[Row]:
        return [
            *(row for producers in CLOSED for row in producers.rows()), GROWTH,
            *(row for producers in OPEN for row in producers.rows()), OPEN_GROWTH,
        ]  # fmt: skip
