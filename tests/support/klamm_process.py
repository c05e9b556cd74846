"""One running Klamm: started on a free port with a data directory of its own, stopped in an orderly way or killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
import time
from pathlib import Path

from support.paths import klamm_binary

START_SECONDS = 60
STOP_SECONDS = 60
_LISTENER = re.compile(r"[A-Z]+://(\[[0-9a-fA-F:.]+\]|[^\s:,\]]+):(\d+)")


class StartFailed(AssertionError):
    """Klamm ended before it was ready."""

    def __init__(self, exit_code: int | None, output: str) -> None:
        super().__init__(f"klamm did not start (exit code {exit_code}):\n{output}")
        self.exit_code, self.output = exit_code, output


class KlammProcess:
    """`arguments` follow `klamm serve`. The same object can be started again on its data directory. Where KLAMM_TEST_IO is set all of
    them run with it as `--io`."""

    name = "klamm"

    def __init__(
        self,
        data_dir: Path,
        shards: int = 1,
        listen: str = "127.0.0.1:0",
        advertise: str | None = None,
        properties: Path | None = None,
        settings: dict[str, str] | None = None,
        arguments: list[str] | None = None,
        environment: dict[str, str] | None = None,
    ) -> None:
        self.data_dir = data_dir
        self.command = [str(klamm_binary()), "serve"]
        if properties:
            self.command.append(str(properties))
        self.command += ["--data", str(data_dir), "--listen", listen, "--cores", str(shards)]
        if wished := os.environ.get("KLAMM_TEST_IO"):
            self.command += ["--io", wished]
        if advertise:
            self.command += ["--advertise", advertise]
        # Many brokers run at a time: without this all would want the same port.
        for key, value in {"admin.listener": "", **(settings or {})}.items():
            self.command += ["-o", f"{key}={value}"]
        self.command += arguments or []
        self.environment = {**os.environ, **(environment or {})}
        self.lines: list[str] = []
        self.start_line = ""
        self.listeners: list[tuple[str, int]] = []
        self._process: subprocess.Popen[str] | None = None
        self._said = threading.Condition()

    # ---- life

    def start(self) -> KlammProcess:
        assert self._process is None, "already running"
        self.lines, self.start_line, self.listeners = [], "", []
        self._process = subprocess.Popen(
            self.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True,
            errors="replace", env=self.environment,
        )  # fmt: skip
        self._reader = threading.Thread(target=self._read, args=(self._process,), daemon=True)
        self._reader.start()
        deadline = time.monotonic() + START_SECONDS
        with self._said:
            while not self.start_line and self._process.poll() is None and time.monotonic() < deadline:
                self._said.wait(0.05)
        if not self.start_line:
            ended = self._process.poll()
            self.kill()
            raise StartFailed(ended, self.output)
        return self

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout
        for line in process.stdout:
            with self._said:
                self.lines.append(line.rstrip("\n"))
                if not self.start_line and is_start_line(line):
                    self.listeners = [(h.strip("[]"), int(p)) for h, p in _LISTENER.findall(line)]
                    self.start_line = line.strip()
                self._said.notify_all()

    def stop(self) -> None:
        """SIGTERM, and exit code 0 in time."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGTERM)
        try:
            code = self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"klamm did not stop within {STOP_SECONDS} s of SIGTERM:\n{self.output}") from None
        self._reader.join(5)
        self._process = None
        assert code == 0, f"klamm ended with exit code {code}:\n{self.output}"

    def wait_for_end(self, seconds: float = STOP_SECONDS, send: signal.Signals | None = None) -> int:
        """The exit code of one that ends by itself, or by this signal."""
        assert self._process
        if send is not None:
            self._process.send_signal(send)
        code = self._process.wait(seconds)
        self._reader.join(5)
        self._process = None
        return code

    def kill(self) -> None:
        """kill -9."""
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        self._reader.join(5)
        self._process = None

    def restart(self) -> KlammProcess:
        self.stop()
        return self.start()

    def __enter__(self) -> KlammProcess:
        return self.start()

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.stop()
        else:
            self.kill()

    # ---- looking

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def port(self) -> int:
        return self.listeners[0][1]

    @property
    def address(self) -> str:
        host, port = self.listeners[0]
        return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"

    @property
    def output(self) -> str:
        with self._said:
            return "\n".join(self.lines)

    def wait_for_line(self, pattern: str, seconds: float = 10) -> str:
        """The first line of the output that the pattern is found in."""
        deadline = time.monotonic() + seconds
        with self._said:
            while True:
                for line in self.lines:
                    if re.search(pattern, line):
                        return line
                if time.monotonic() > deadline:
                    raise AssertionError(f"no line with {pattern!r} in:\n" + "\n".join(self.lines))
                self._said.wait(0.1)


def is_start_line(line: str) -> bool:
    return "PLAINTEXT://" in line and "ready" in line


def run_to_end(arguments: list[str], seconds: float = 60) -> subprocess.CompletedProcess[str]:
    """`klamm` with these arguments, for runs that end by themselves; stderr is in stdout."""
    return subprocess.run(
        [str(klamm_binary()), *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
        text=True, errors="replace", timeout=seconds,
    )  # fmt: skip
