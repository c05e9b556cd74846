"""(c) Bulk consumption of what lies in the page cache, by librdkafka."""

from __future__ import annotations

import bulk
import measure
from clients.admin import create_topic
from load import Row

TOPIC, PARTITIONS = "hot", 6
RECORDS, RECORD_BYTES = 2_000_000, 1_024


class Hot:
    letter = "c"
    rows = (Row("cpu", "consume 2 GB hot by librdkafka", "CPU-s/GB", "<= 1/4 of kafka, <= 0.16"),)

    def prepare(self, broker) -> None:
        create_topic(broker.address, TOPIC, PARTITIONS)
        measure.warm_memory(RECORDS * RECORD_BYTES * 3 // 2)
        bulk.fill(broker.address, TOPIC, RECORDS, RECORD_BYTES)
        bulk.read(broker.address, TOPIC, RECORDS)

    def measure(self, broker, round_number: int) -> dict[str, float]:
        before = measure.settled(broker.pid)
        bulk.read(broker.address, TOPIC, RECORDS)
        cpu_s = measure.settled(broker.pid).cpu_s - before.cpu_s
        return {"cpu": cpu_s / (RECORDS * RECORD_BYTES / 1e9)}
