"""The results as a table for a person."""

from __future__ import annotations

from statistics import median

from columns import aligned, number, ratio
from in_turn import Results
from loads import Load

BROKERS = ("klamm", "kafka")


def render(results: Results, loads: list[Load]) -> str:
    rows = [("", "load", "unit", *BROKERS, "klamm/kafka", "target")]
    for load in loads:
        lines = [
            ("cpu_us", load.what, "us CPU/request", load.cpu_target),
            ("p50_us", "  p50", "us", ""),
            ("p99_us", "  p99", "us", ""),
            ("p999_us", "  p99.9", "us", load.latency_target),
            ("requests_per_second", "  answered", "requests/s", ""),
        ]
        for i, (key, what, unit, target) in enumerate(lines):
            found = [[row[key] for row in results.get((load.letter, name), []) if key in row] for name in BROKERS]
            values = [median(f) if f else None for f in found]
            rows.append((load.letter if i == 0 else "", what, unit, *map(number, values), ratio(*values), target))
    for name in BROKERS:
        alone, beside = ([row["p99_us"] for row in results.get((letter, name), []) if "p99_us" in row] for letter in "df")
        if alone and beside:
            times = median(beside) / median(alone)
            values = [times if name == each else None for each in BROKERS]
            rows.append(("", f"  p99 of (f) by that of (d), {name}", "times", *map(number, values), "", "<= 2"))
    return aligned(rows)
