"""Producers that wait for the disk."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass

import measure
from brokers import CONGESTION_CONTROL
from clients.admin import create_topic
from support.paths import ROOT

GENERATOR = ROOT / "build" / "bench" / "bench" / "load" / "klamm-load"
SETTINGS = {"klamm": {"log.flush.before.acks": "all"}, "kafka": {"log.flush.interval.messages": "1"}}
RECORD_BYTES = 1024
SECONDS = 8.0


@dataclass(frozen=True)
class Load:
    producers: int
    rate_target: str = ""

    @property
    def letter(self) -> str:
        return f"durable-{self.producers}"

    @property
    def topic(self) -> str:
        return f"durable-{self.producers}"

    def measure(self, broker, _: int) -> dict[str, float]:
        before = measure.settled(broker.pid)
        said = self.run(broker, SECONDS)
        after = measure.settled(broker.pid)
        latency = said["latency_us"]
        return {
            "records_per_second": said["requests_per_second"], "cpu_us": (after.cpu_s - before.cpu_s) / said["requests"] * 1e6,
            "p50_us": latency["p50"], "p99_us": latency["p99"], "max_us": latency["max"],
        }  # fmt: skip

    def run(self, broker, seconds: float, may_err: bool = False) -> dict:
        """What the generator says. It warms up nothing, so that the broker's CPU time is that of the counted records."""
        host, port = broker.address.rsplit(":", 1)
        command = [
            str(GENERATOR), "--host", host, "--port", port, "--api", "produce", "--topic", self.topic, "--partitions",
            str(self.producers), "--record-bytes", str(RECORD_BYTES), "--connections", str(self.producers), "--warmup-s", "0",
            "--duration-s", str(seconds), "--congestion-control", CONGESTION_CONTROL, "--mode", "closed",
        ]  # fmt: skip
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=seconds + 120)
        assert done.returncode == 0 or may_err, done.stderr or done.stdout
        return json.loads(done.stdout)


LOADS = (Load(1), Load(16, ">= 8"), Load(256))


def make_topics(broker) -> None:
    for load in LOADS:
        create_topic(broker.address, load.topic, load.producers)
