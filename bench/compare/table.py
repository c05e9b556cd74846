"""The results as a table for a person."""

from __future__ import annotations

from statistics import median

from columns import aligned, number, ratio
from loads import LOADS

Results = dict[tuple[str, str], list[dict[str, float]]]
_LATENCY = (("p50_ms", "p50"), ("p99_ms", "p99"), ("p999_ms", "p99.9"))


def render(results: Results, letters: str) -> str:
    rows = [("", "load", "unit", "klamm", "kafka", "klamm/kafka", "target")]
    for letter, load in LOADS.items():
        if letter not in letters:
            continue
        rows.append((letter, load.what, load.unit, *_three(results, letter, "value"), load.target))
        if letter == "c":
            rows += [("", f"  {name}", "ms", *_three(results, letter, key), "") for key, name in _LATENCY]
        if load.records:
            rows.append(("", "  resident after it", "MB", *_three(results, letter, "resident_mb"), ""))
    return aligned(rows)


def _three(results: Results, letter: str, key: str) -> tuple[str, str, str]:
    """Klamm, Kafka and the ratio, by the median of the measured rounds."""
    values = [_median(results.get((letter, name), []), key) for name in ("klamm", "kafka")]
    return number(values[0]), number(values[1]), ratio(*values)


def _median(rows: list[dict[str, float]], key: str) -> float | None:
    found = [r[key] for r in rows if key in r]
    return median(found) if found else None
