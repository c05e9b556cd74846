"""What every load has: its rows of the table, something to prepare once for a broker, and a measurement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Row:
    key: str  # of the measured value
    what: str
    unit: str
    target: str = ""


NO_SESSION = "no_session"  # a key of a measurement, not 0 when the broker gave no session where one was asked for


class Load(Protocol):
    letter: str
    rows: tuple[Row, ...]

    def prepare(self, broker) -> None: ...

    def measure(self, broker, round_number: int) -> dict[str, float]: ...


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
