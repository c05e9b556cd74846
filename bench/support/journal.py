"""One JSON line per measured run, kept in build/bench and shown."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path

from support.paths import ROOT


def note(file: str, facts: dict[str, object]) -> None:
    """Appends the facts, with time and commit before them, to build/bench/FILE."""
    line = json.dumps({"time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "commit": _commit(), **facts})
    journal: Path = ROOT / "build" / "bench" / file
    journal.parent.mkdir(parents=True, exist_ok=True)
    with open(journal, "a") as out:
        out.write(line + "\n")
    print(line, flush=True)


def _commit() -> str:
    asked = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, text=True)  # fmt: skip
    return asked.stdout.strip()
