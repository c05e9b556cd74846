"""The two brokers under the same conditions: one congestion control for all sockets, each with its own data directory."""

from __future__ import annotations

import os
import shutil
import socket
import struct
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import measure
from support.klamm_process import KlammProcess
from support.ports import free_port_pair
from support.reference_kafka import ReferenceKafka, tool

CONGESTION_CONTROL = "cubic"
CLIENT_ENVIRONMENT = {"REFERENCE_KAFKA_CC": CONGESTION_CONTROL}
APIVERSIONS = struct.pack(">ihhih", 10, 18, 0, 1, -1)


def preloaded() -> dict[str, str]:
    """The environment in which any client's sockets get that congestion control; the shim is made by the reference script."""
    home = os.environ.get("REFERENCE_KAFKA_HOME")
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    shim = (Path(home) if home else caches / "reference-kafka-4.4.0") / "cc.so"
    if not shim.exists():
        tool("run", "org.apache.kafka.tools.ProducerPerformance", check=False, env={**os.environ, **CLIENT_ENVIRONMENT})
    assert shim.exists(), f"{shim} was not made"
    return {**os.environ, "LD_PRELOAD": str(shim), "CONGESTION_CONTROL": CONGESTION_CONTROL}


def answers(host: str, port: int) -> bool:
    """Whether an ApiVersions request is answered."""
    try:
        with socket.create_connection((host, port), timeout=1) as s:
            s.sendall(APIVERSIONS)
            return len(s.recv(4)) == 4
    except OSError:
        return False


class _Running:
    """What is known of a broker from its process."""

    _process: KlammProcess | ReferenceKafka

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def address(self) -> str:
        return self._process.address

    @property
    def data_dir(self) -> Path:
        return self._process.data_dir

    def stop(self) -> None:
        """In good order; it can be started again on its directory."""
        self._process.stop()

    def kill(self) -> None:
        """kill -9; it can be started again on its directory."""
        self._process.kill()

    def wait_for_line(self, pattern: str, seconds: float) -> str:
        """The first line of its output that the pattern is found in; Klamm's only."""
        assert isinstance(self._process, KlammProcess)
        return self._process.wait_for_line(pattern, seconds)


class Klamm(_Running):
    name = "klamm"

    def __init__(self, shards: int, settings: dict[str, str] | None = None) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="klamm-bench-"))
        settings = {"socket.congestion.control": CONGESTION_CONTROL, **(settings or {})}
        # A port that is known before the start: who measures a start asks from its first moment on.
        self._process = KlammProcess(self._folder / "data", shards, f"127.0.0.1:{free_port_pair()}", settings=settings)

    def start(self) -> float:
        """Starts, at first on an empty directory; milliseconds from the start of the process to the first answered ApiVersions."""
        began = time.monotonic()
        self._process.start()
        while not answers("127.0.0.1", self._process.port):
            pass
        return (time.monotonic() - began) * 1000

    def end(self) -> None:
        try:
            self._process.stop()
        finally:
            shutil.rmtree(self._folder)


class Kafka(_Running):
    name = "kafka"

    def __init__(self, _: int, settings: dict[str, str] | None = None) -> None:
        self._process = ReferenceKafka(settings, environment=CLIENT_ENVIRONMENT)

    def start(self) -> float:
        """The same; the formatting of the directory, a process of its own before the broker's, is not counted."""
        answered: list[float] = []

        def watch() -> None:
            while not answers("127.0.0.1", self._process.port):
                time.sleep(0.002)
            answered.append(measure.boottime_s())

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            self._process.start()
        except subprocess.CalledProcessError:
            # The script gives up on a port that is not open after half a minute; called again it sees that the broker runs.
            self._process.start()
        watcher.join()
        return (answered[0] - measure.started_s(self._process.pid)) * 1000

    def end(self) -> None:
        self._process.remove()


BROKERS = {"klamm": Klamm, "kafka": Kafka}
