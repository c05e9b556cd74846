"""A client program that is spoken to and heard line by line; the end of its input makes it end."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable
from pathlib import Path


class LineProgram:
    def __init__(self, name: str, command: list[str], log: Path, hear: Callable[[str], None]) -> None:
        """`hear` gets each line that it prints, on a thread of its own; what it says as errors goes to `log`."""
        self.name = name
        self._hear = hear
        self._log = open(log, "w")
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, text=True, bufsize=1
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self._hear(line)

    def say(self, line: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{line}\n")

    @property
    def has_ended(self) -> bool:
        return self._process.poll() is not None

    def end(self) -> None:
        """Ends its input; it must end well."""
        assert self._process.stdin
        self._process.stdin.close()
        try:
            code = self._process.wait(30)
        finally:
            self.kill()
        assert code == 0, f"{self.name} ended with exit code {code}"

    def kill(self) -> None:
        """kill -9; harmless on one that has ended."""
        self._process.kill()
        self._process.wait()
        self._reader.join(5)
        self._log.close()
