"""What every load is given and has: how much is to be done, and the rows of the table that it fills."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

from brokers import BROKERS
from in_turn import Results, end_all, measure_in_rounds

JOURNAL = "log.jsonl"


@dataclass(frozen=True)
class Row:
    result: str  # the name of the measurement
    key: str  # of the value in it
    what: str
    unit: str
    target: str = ""


@dataclass(frozen=True)
class Plan:
    names: list[str]  # of the brokers
    shards: int
    rounds: int
    is_quick: bool
    warm_s: float
    start_gb: float
    results: Results = field(default_factory=dict)

    @contextlib.contextmanager
    def running(self, settings: dict[str, str] | None = None, **own: dict[str, str]) -> Iterator[list]:
        """All brokers at the same time, on empty directories, with settings of all and by broker."""
        running: list = []
        try:
            for name in self.names:
                broker = BROKERS[name](self.shards, {**(settings or {}), **own.get(name, {})})
                running.append(broker)
                broker.start()
            yield running
        finally:
            end_all(running)

    def measure(self, result: str, running: list, measure, rounds: int | None = None) -> None:
        """In rounds, first on one and then on the other; into the results and the journal."""
        measure_in_rounds(self.results, JOURNAL, result, running, rounds or self.rounds, self.shards, measure)


class Load(Protocol):
    def run(self, plan: Plan) -> None: ...

    def rows(self, plan: Plan) -> list[Row]: ...
