"""The results as a table for a person."""

from __future__ import annotations

from statistics import median

from columns import aligned, number, ratio
from in_turn import Results
from plan import Row

BROKERS = ("klamm", "kafka")


def render(results: Results, rows: list[Row]) -> str:
    lines = [("load", "unit", *BROKERS, "klamm/kafka", "target")]
    for row in rows:
        found = [[measured[row.key] for measured in results.get((row.result, name), []) if row.key in measured] for name in BROKERS]
        values = [median(f) if f else None for f in found]
        lines.append((row.what, row.unit, *map(number, values), ratio(*values), row.target))
    return aligned(lines)
