"""The results as a table for a person."""

from __future__ import annotations

from statistics import median

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
    widths = [max(len(r[i]) for r in rows) for i in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(w) for cell, w in zip(r, widths, strict=True)).rstrip() for r in rows]
    lines.insert(1, "  ".join("-" * w for w in widths))
    return "\n".join(lines)


def _three(results: Results, letter: str, key: str) -> tuple[str, str, str]:
    """Klamm, Kafka and the ratio, by the median of the measured rounds."""
    values = [_median(results.get((letter, name), []), key) for name in ("klamm", "kafka")]
    texts = ["-" if v is None else f"{v:.3g}" if v < 100 else f"{v:.0f}" for v in values]
    klamm, kafka = values
    ratio = "-" if klamm is None or not kafka else f"{klamm / kafka:.2f}"
    return texts[0], texts[1], ratio


def _median(rows: list[dict[str, float]], key: str) -> float | None:
    found = [r[key] for r in rows if key in r]
    return median(found) if found else None
