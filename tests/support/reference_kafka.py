"""One running Apache Kafka, with the same face as KlammProcess: to see that a test is right, and to compare with."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path

from support.paths import reference_kafka_tool
from support.ports import free_port_pair

MISSING = (
    "the reference broker is not here: put its folder beside the project as ../shared/reference-kafka, or name the"
    " script with KLAMM_REFERENCE_KAFKA"
)


def tool(*arguments: str, seconds: float = 300, check: bool = True, **options: object) -> str:
    """Runs one of the stock tools and returns what it printed."""
    script = reference_kafka_tool()
    assert script, MISSING
    done = subprocess.run(
        [str(script), *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True,
        timeout=seconds, **options,
    )  # type: ignore[call-overload] # fmt: skip
    assert not check or done.returncode == 0, f"{arguments} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout


def classpath() -> str:
    return tool("classpath").strip().splitlines()[-1]


class ReferenceKafka:
    name = "kafka"

    def __init__(
        self,
        settings: dict[str, str] | None = None,
        advertise: str | None = None,
        environment: dict[str, str] | None = None,
    ) -> None:
        self.settings = dict(settings or {})
        if advertise:
            self.settings["advertised.listeners"] = f"PLAINTEXT://{advertise}"
        self.environment = {**os.environ, **(environment or {})}
        self.port = free_port_pair()
        self.data_dir = Path()
        self.pid = 0
        self._may_run = False

    def start(self) -> ReferenceKafka:
        # the broker inherits the descriptors of the script, so a pipe would never end: what is said goes to a file
        script = reference_kafka_tool()
        assert script, MISSING
        pairs = [f"{k}={v}" for k, v in self.settings.items()]
        self._may_run = True
        subprocess.run(
            [str(script), "start", str(self.port), *pairs], check=True, timeout=180, stdout=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL, env=self.environment, start_new_session=True,
        )  # fmt: skip
        self.pid = int(tool("pid", str(self.port)))
        self.data_dir = Path(tool("data", str(self.port)).strip())
        return self

    def stop(self) -> None:
        if self._may_run:
            tool("stop", str(self.port))
            self.pid, self._may_run = 0, False

    def kill(self) -> None:
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            self.stop()

    def restart(self) -> ReferenceKafka:
        self.stop()
        return self.start()

    def remove(self) -> None:
        self.stop()
        if self.data_dir.name == "data":
            shutil.rmtree(self.data_dir.parent, ignore_errors=True)

    def __enter__(self) -> ReferenceKafka:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.remove()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def output(self) -> str:
        log = self.data_dir.parent / "server.out"
        return log.read_text(errors="replace") if log.exists() else ""
