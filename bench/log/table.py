"""The results as a table for a person."""

from __future__ import annotations

from statistics import median

from columns import aligned, number, ratio
from durable import LOADS
from in_turn import Results

BROKERS = ("klamm", "kafka")


def render(results: Results) -> str:
    rows = [("load", "unit", *BROKERS, "klamm/kafka", "target")]
    found = {
        (load.producers, name, key): median(row[key] for row in results[load.letter, name])
        for load in LOADS
        for name in BROKERS
        if (load.letter, name) in results
        for key in results[load.letter, name][0]
    }
    for load in LOADS:
        lines = [
            ("records_per_second", f"producers that wait for the disk: {load.producers}", "records/s", load.rate_target),
            ("cpu_us", "  CPU", "us/record", ""),
            ("p50_us", "  p50", "us", ""),
            ("p99_us", "  p99", "us", ""),
        ]
        for key, what, unit, target in lines:
            values = [found.get((load.producers, name, key)) for name in BROKERS]
            rows.append((what, unit, *map(number, values), ratio(*values), target))
    growth = [
        found[256, name, "p99_us"] / found[1, name, "p99_us"] if (256, name, "p99_us") in found else None for name in BROKERS
    ]
    rows.append(("p99 of 256 by that of 1", "times", *map(number, growth), "", "< 2"))
    return aligned(rows)
