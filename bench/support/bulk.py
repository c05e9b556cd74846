"""Topics filled by Kafka's producer tool and read to their end by librdkafka."""

from __future__ import annotations

import os
import subprocess

import brokers
from support.reference_kafka import tool


def fill(address: str, topic: str, records: int, record_bytes: int) -> None:
    said = tool(
        "producer-perf", "--bootstrap-server", address, "--topic", topic, "--num-records", str(records), "--record-size",
        str(record_bytes), "--throughput", "-1", env={**os.environ, **brokers.CLIENT_ENVIRONMENT}, seconds=600,
    )  # fmt: skip
    assert "Exception" not in said, said[-2000:]


class Reading:
    """kcat on its way through a topic, from the first record to the last that is there now.

    `is_aside`: it only gets the processor time that nothing else wants, as if it had a machine of its own.
    """

    def __init__(self, address: str, topic: str, is_aside: bool = False) -> None:
        aside = ["chrt", "--idle", "0"] if is_aside else []
        command = aside + ["kcat", "-C", "-q", "-b", address, "-t", topic, "-o", "beginning", "-e", "-f", "%S\\n"]
        self._reader = subprocess.Popen(command, stdout=subprocess.PIPE, env=brokers.preloaded())
        self._counter = subprocess.Popen([*aside, "wc", "-l"], stdin=self._reader.stdout, stdout=subprocess.PIPE, text=True)

    @property
    def has_ended(self) -> bool:
        return self._reader.poll() is not None

    def end(self, records: int) -> None:
        """Waits for the end; it must have been so many records."""
        said, _ = self._counter.communicate()
        code = self._reader.wait()
        assert code == 0 and int(said) == records, f"kcat ended with {code} after {said.strip()} of {records} records"


def read(address: str, topic: str, records: int) -> None:
    Reading(address, topic).end(records)
