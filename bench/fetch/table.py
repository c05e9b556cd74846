"""The results as a table for a person."""

from __future__ import annotations

from statistics import median

from columns import aligned, number, ratio
from in_turn import Results
from load import NO_SESSION, Load

BROKERS = ("klamm", "kafka")


def render(results: Results, loads: list[Load]) -> str:
    rows = [("", "load", "unit", *BROKERS, "klamm/kafka", "target")]
    without: set[str] = set()
    for load in loads:
        for i, row in enumerate(load.rows):
            values = [_median(results.get((load.letter, name), []), row.key) for name in BROKERS]
            cells = []
            for name, value in zip(BROKERS, values, strict=True):
                bare = any(r.get(NO_SESSION) for r in results.get((load.letter, name), []))
                without |= {name} if bare else set()
                cells.append(number(value) + ("*" if bare else ""))
            rows.append((load.letter if i == 0 else "", row.what, row.unit, *cells, ratio(*values), row.target))
    notes = [f"* {name} did not give every fetch session that was asked for: such a fetch names all its partitions" for name in
             BROKERS if name in without]  # fmt: skip
    return "\n".join([aligned(rows), *notes])


def _median(rows: list[dict[str, float]], key: str) -> float | None:
    found = [r[key] for r in rows if key in r]
    return median(found) if found else None
