"""Idempotent producers whose answers are lost: connections are cut after the broker has appended, and the broker is killed now and
then. Every record must be there once and in order, and no producer may fail."""

from __future__ import annotations

import json
import os
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from clients.admin import create_topic
from confluent_kafka import KafkaError, Producer
from support.cutting_proxy import CuttingProxy
from support.reference_kafka import classpath

CUTS = int(os.environ.get("KLAMM_CUTS", "40"))
CUTS_PER_KILL = 20
CUT_SECONDS = 60
TOPIC, PARTITIONS = "once", 3
RECORDS_PER_S = 2_000
FLUSH_SECONDS = 120


class Librdkafka:
    """Five requests in flight, small batches; record n goes to partition n % PARTITIONS."""

    def __init__(self, address: str, _: Path) -> None:
        self.errors: list[KafkaError] = []
        self._sent = 0
        self._stopping = threading.Event()
        self._producer = Producer({
            "bootstrap.servers": address, "enable.idempotence": True, "max.in.flight": 5, "linger.ms": 2, "batch.num.messages": 20,
            "reconnect.backoff.max.ms": 200, "message.timeout.ms": 300_000, "error_cb": self._heard, "log_level": 0,
        })  # fmt: skip
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _heard(self, error: KafkaError) -> None:
        if error.fatal():
            self.errors.append(error)

    def _delivered(self, error: KafkaError | None, _) -> None:
        if error:
            self.errors.append(error)

    def _run(self) -> None:
        while not self._stopping.is_set() and not self.errors:
            for _ in range(RECORDS_PER_S // 100):
                self._producer.produce(TOPIC, b"%d" % self._sent, partition=self._sent % PARTITIONS, on_delivery=self._delivered)
                self._sent += 1
            self._producer.poll(0)
            time.sleep(0.01)  # the pace of the load

    def finish(self) -> int:
        """How many records were sent; all were acknowledged."""
        self._stopping.set()
        self._thread.join()
        left = self._producer.flush(FLUSH_SECONDS)
        assert not self.errors and left == 0, (left, self.errors[:3])
        return self._sent

    def kill(self) -> None:
        self._stopping.set()


class Java:
    """Kafka's own verifiable producer."""

    def __init__(self, address: str, folder: Path) -> None:
        settings = folder / "producer.properties"
        settings.write_text(
            "enable.idempotence=true\nretries=2147483647\nmax.in.flight.requests.per.connection=5\nlinger.ms=2\nbatch.size=400\n"
            "reconnect.backoff.max.ms=200\nretry.backoff.max.ms=200\ndelivery.timeout.ms=300000\n"
        )
        command = [
            "java", "-Xmx256m", "-cp", classpath(), "org.apache.kafka.tools.VerifiableProducer", "--topic", TOPIC, "--bootstrap-server",
            address, "--throughput", str(RECORDS_PER_S), "--command-config", str(settings),
        ]  # fmt: skip
        self._said = (folder / "producer.out").open("w+")
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self._said, stderr=subprocess.STDOUT)

    def finish(self) -> int:
        self._process.terminate()  # it flushes, and says what it has done
        self._process.wait(FLUSH_SECONDS)
        self._said.seek(0)
        lines = self._said.read().splitlines()
        events = [json.loads(line) for line in lines if line.startswith("{")]
        # The last record may meet the end: the tool counts it, but its producer does not take it any more. That it was
        # no other is seen in the topic, which must have all that are before it.
        failed = [e for e in events if e["name"] == "producer_send_error" and "Producer closed while send" not in e["message"]]
        assert not failed, failed[:3]
        total = next((e for e in events if e["name"] == "tool_data"), None)
        assert total, lines[-5:]
        assert total["sent"] - total["acked"] <= 1, total
        return total["acked"]

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        self._said.close()


@contextmanager
def producing(kind, address: str, folder: Path) -> Iterator[Librdkafka | Java]:
    producer = kind(address, folder)
    try:
        yield producer
    finally:
        producer.kill()


def values(address: str, partition: int) -> list[int]:
    command = ["kcat", "-C", "-q", "-b", address, "-t", TOPIC, "-p", str(partition), "-o", "beginning", "-e"]
    return [int(v) for v in subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=120).stdout.split()]


@pytest.mark.usefixtures("need_reference_kafka")
@pytest.mark.timeout(900)
@pytest.mark.parametrize("kind", [Librdkafka, Java])
def test_every_record_is_there_once_and_in_order(start_broker, tmp_path: Path, kind) -> None:
    with CuttingProxy() as proxy:
        broker = start_broker(shards=2, advertise=proxy.address)
        proxy.target = ("127.0.0.1", broker.port)
        create_topic(proxy.address, TOPIC, PARTITIONS)
        with producing(kind, proxy.address, tmp_path) as producer:
            for number in range(1, CUTS + 1):
                assert proxy.cut(CUT_SECONDS), f"no Produce was answered in {CUT_SECONDS} s after {number - 1} cuts"
                if number % CUTS_PER_KILL == 0:
                    proxy.target = None
                    broker.kill()
                    broker.start()
                    proxy.target = ("127.0.0.1", broker.port)
            count = producer.finish()
        found = [values(proxy.address, p) for p in range(PARTITIONS)]
    for of_one in found:
        assert of_one == sorted(of_one), "out of order"
    assert sorted(v for of_one in found for v in of_one) == list(range(count))
