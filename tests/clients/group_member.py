"""Members of consumer groups, each a program in its own language.

A program consumes TOPIC as a member of GROUP and commits after every batch. It prints `assigned P..`, `revoked P..` and
`lost P..` as it hears of them, and `got P OFFSET` for each record. The end of its input makes it say `closing`, close its
consumer and end. Its client id is the name of its library; its session lasts 3 s, that of a static member 30 s, since it has to be there
again before that; a heartbeat comes every 0.3 s. The strategies `uniform` and `server-range` are those of the broker (KIP-848), which then says
how long sessions last.

One that works takes 2 ms for each record, which it has `got` when it has done it, and 50 at a time. It commits asynchronously after each
such batch, and waits for that only where partitions are revoked from it. It fetches 4 KB of a partition at a
time. Its session lasts 6 s, a heartbeat comes every 2 s.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from clients.line_program import LineProgram
from clients.programs import HERE, go_command, java_command


def _java_that_starts_fast(*words: str) -> list[str]:
    """Many are started at a time, and none lives long."""
    program, *arguments = java_command(*words)
    return [program, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", *arguments]


# library -> its command
PROGRAMS: dict[str, Callable[..., list[str]]] = {
    "java": lambda *words: _java_that_starts_fast("Member", *words),
    "franz-go": lambda *words: go_command("member", *words),
    "librdkafka": lambda *words: [sys.executable, str(HERE / "python" / "member_confluent.py"), *words],
    "kafka-python": lambda *words: [sys.executable, str(HERE / "python" / "member_kafka_python.py"), *words],
}


def build(kind: str) -> None:
    """So that several threads may then make members of that kind."""
    PROGRAMS[kind.split()[0]]()


class GroupMember(LineProgram):
    def __init__(
        self, kind: str, address: str, group: str, topic: str, folder: Path, instance: str | None = None, works: bool = False
    ) -> None:
        """`kind` is a library and a strategy: "java cooperative"."""
        library, strategy = kind.split()
        self.kind = kind
        self.got: list[tuple[int, int]] = []  # (partition, offset)
        self.owned: set[int] = set()
        self.heard: list[str] = []  # everything but records
        self.heard_at: list[float] = []  # when, by time.monotonic()
        words = [address, group, topic, strategy, *([f"instance={instance}"] if instance else []), *(["works"] if works else [])]
        log = folder / f"{library}-{time.monotonic_ns()}.log"
        super().__init__(kind, PROGRAMS[library](*words), log, self._take)

    def _take(self, line: str) -> None:
        what, *words = line.split()
        if what == "got":
            self.got.append((int(words[0]), int(words[1])))
            return
        self.heard_at.append(time.monotonic())
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
