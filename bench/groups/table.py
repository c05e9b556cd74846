"""The results as a table for a person."""

from __future__ import annotations

from statistics import median

from columns import aligned, number, ratio
from in_turn import Results
from loads import LOADS

BROKERS = ("klamm", "kafka")
Row = tuple[str, str, str, str]  # key, what, unit, target


def rows_of(letter: str, offset_count: int) -> list[Row]:
    if letter == "g":
        return [
            ("load_s", f"load of {offset_count:,} offsets, from the first answer", "s", "<= 0.2"),
            ("start_and_load_s", "  from the start of the process", "s", "<= 0.2"),
            ("cpu_s", "  CPU until then", "CPU-s", ""),
            ("resident_mb", "  memory then", "MB", ""),
        ]
    if letter in ("e", "f"):
        what = "1,000 members rebalance, classic" if letter == "e" else "1,000 members join, KIP-848"
        return [("settle_s", what, "s", "<= 0.5"), ("cpu_s", "  CPU", "CPU-s", "")]
    load = LOADS[letter]
    return [
        ("per_cpu_second", load.what, "per CPU-s", load.target),
        ("cpu_us", "  CPU of one", "us", ""),
        ("p50_us", "  p50", "us", ""),
        ("p99_us", "  p99", "us", ""),
        ("requests_per_second", "  answered", "1/s", ""),
    ]


def render(results: Results, offset_count: int) -> str:
    rows = [("", "load", "unit", *BROKERS, "klamm/kafka", "target")]
    for letter in sorted({letter for letter, _ in results}):
        for i, (key, what, unit, target) in enumerate(rows_of(letter, offset_count)):
            found = [[row[key] for row in results.get((letter, name), []) if key in row] for name in BROKERS]
            values = [median(f) if f else None for f in found]
            rows.append((letter if i == 0 else "", what, unit, *map(number, values), ratio(*values), target))
    return aligned(rows)
