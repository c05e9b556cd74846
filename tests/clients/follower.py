"""Consumers that follow partitions which come and go, each a program in its own language.

A program reads commands from its input, a line each: `follow TOPIC N` (read partitions 0 to N-1 of it, the new ones from
their start) and `anew TOPIC N` (forget the topic and follow it from its start: it is another one under the old name). It
prints `MS assigned TOPIC N` when it has obeyed, and `MS record TOPIC PARTITION OFFSET VALUE` for each record. The end of
its input ends it. Its client id is the name that it has here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from clients.line_program import LineProgram
from clients.programs import HERE, go_command, java_command

FOLLOWERS: dict[str, Callable[[str], list[str]]] = {
    "java": lambda address: java_command("Follow", address),
    "franz-go": lambda address: go_command("follow", address),
    "confluent-kafka": lambda address: [sys.executable, str(HERE / "python" / "follow_confluent.py"), address],
    "kafka-python": lambda address: [sys.executable, str(HERE / "python" / "follow_kafka_python.py"), address],
}


@dataclass(frozen=True)
class Seen:
    at_ms: int
    topic: str
    partition: int
    offset: int
    value: str


class Follower(LineProgram):
    def __init__(self, name: str, address: str, log: Path) -> None:
        self.seen: list[Seen] = []
        self.assigned: list[tuple[int, str, int]] = []  # (ms, topic, partitions), in the order of the commands
        super().__init__(name, FOLLOWERS[name](address), log, self._take)

    def _take(self, line: str) -> None:
        at_ms, what, topic, *rest = line.split()
        if what == "assigned":
            self.assigned.append((int(at_ms), topic, int(rest[0])))
        else:
            self.seen.append(Seen(int(at_ms), topic, int(rest[0]), int(rest[1]), rest[2]))

    def tell(self, verb: str, topic: str, partitions: int) -> None:
        self.say(f"{verb} {topic} {partitions}")
