"""How long a broker takes after `kill -9` until it knows again which batches of 100,000 producers it has."""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
from pathlib import Path

import frames
import measure
from confluent_kafka.admin import AdminClient, NewTopic
from connection import Connection
from support.klamm_process import KlammProcess
from support.ports import free_port_pair
from support.reference_kafka import ReferenceKafka

TOPIC = "many-producers"
FIRST_ID = 1_000_000
_AT_ONCE = 500


def seconds_to_rebuild(name: str, producers: int) -> float:
    """From the start of the process to the answer to a repetition of the last producer's batch, with its own offset."""
    folder = Path(tempfile.mkdtemp(prefix="klamm-bench-"))
    settings = {"producer.state.ids.per.partition.max": str(max(producers, 100_000))}
    if name == "klamm":
        broker = KlammProcess(folder / "data", 1, listen=f"127.0.0.1:{free_port_pair()}", settings=settings)
    else:
        broker = ReferenceKafka()
    try:
        broker.start()
        now_ms = int(time.time() * 1000)
        _fill(broker.address, producers, now_ms)
        last = _first_batch_of(producers - 1, now_ms)
        broker.kill()
        return _time_until_known(broker, last, producers - 1)
    finally:
        broker.remove() if isinstance(broker, ReferenceKafka) else broker.kill()
        shutil.rmtree(folder, ignore_errors=True)


def _first_batch_of(producer: int, now_ms: int) -> bytes:
    return frames.produce(TOPIC, 0, frames.batch(1, 2, now_ms, (FIRST_ID + producer, 0, 0)))


def _fill(address: str, producers: int, now_ms: int) -> None:
    admin = AdminClient({"bootstrap.servers": address})
    admin.create_topics([NewTopic(TOPIC, 1, 1)])[TOPIC].result(30)
    connection = Connection(address)
    for first in range(0, producers, _AT_ONCE):
        many = range(first, min(first + _AT_ONCE, producers))
        connection.send(b"".join(_first_batch_of(i, now_ms) for i in many))
        for i in many:
            answer = frames.produced(connection.receive(), TOPIC)
            assert answer == (0, i), answer
    connection.close()


def _time_until_known(broker: KlammProcess | ReferenceKafka, request: bytes, offset: int) -> float:
    known: list[float] = []
    address = broker.address

    def ask() -> None:
        while not known:
            try:
                connection = Connection(address)
                error, base = frames.produced(connection.ask(request), TOPIC)
                connection.close()
            except OSError:
                time.sleep(0.001)
                continue
            if error == 0:
                assert base == offset, (base, offset)
                known.append(time.clock_gettime(time.CLOCK_BOOTTIME))

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    broker.start()
    asking.join(120)
    return known[0] - measure.started_s(broker.pid)
