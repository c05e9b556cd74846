"""Members of consumer groups, each a program in its own language.

A program consumes TOPIC as a member of GROUP and commits after every batch. It prints `assigned P..`, `revoked P..` and
`lost P..` as it hears of them, and `got P OFFSET` for each record. The end of its input makes it close its consumer and end.
Its client id is the name of its library; its session lasts 3 s, that of a static member 30 s, since it has to be there again before
that; a heartbeat comes every 0.3 s.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from clients.line_program import LineProgram
from clients.programs import HERE, go_command, java_command

# library and strategy -> the command that begins with it
PROGRAMS: dict[str, Callable[..., list[str]]] = {
    "java": lambda *words: java_command("Member", *words),
    "franz-go": lambda *words: go_command("member", *words),
    "librdkafka": lambda *words: [sys.executable, str(HERE / "python" / "member_confluent.py"), *words],
    "kafka-python": lambda *words: [sys.executable, str(HERE / "python" / "member_kafka_python.py"), *words],
}


class GroupMember(LineProgram):
    def __init__(self, kind: str, address: str, group: str, topic: str, folder: Path, instance: str | None = None) -> None:
        """`kind` is a library and a strategy: "java cooperative"."""
        library, strategy = kind.split()
        self.kind = kind
        self.got: list[tuple[int, int]] = []  # (partition, offset)
        self.owned: set[int] = set()
        self.heard: list[str] = []  # everything but records
        words = [address, group, topic, strategy, *([instance] if instance else [])]
        log = folder / f"{library}-{time.monotonic_ns()}.log"
        super().__init__(kind, PROGRAMS[library](*words), log, self._take)

    def _take(self, line: str) -> None:
        what, *words = line.split()
        if what == "got":
            self.got.append((int(words[0]), int(words[1])))
            return
        self.heard.append(line.strip())
        if what == "assigned":
            self.owned |= {int(p) for p in words}
        elif what in ("revoked", "lost"):
            self.owned -= {int(p) for p in words}

    def close(self) -> None:
        """Leaves the group as a client does that is closed."""
        self.end()

    def kill(self) -> None:
        super().kill()
        self.owned = set()
