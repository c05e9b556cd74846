"""What all commands share: places, words to the person, running programs."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "klamm"


class Stop(Exception):
    """Ends the command with a sentence for the person, and exit code 1."""


def say(text: str) -> None:
    print(f"tools/dev: {text}", flush=True)


def run(command: list[str], quiet: bool = False, **options: object) -> subprocess.CompletedProcess[str]:
    """Runs a program that must succeed. Quiet: its output is shown only when it fails."""
    if not quiet:
        say("$ " + shlex.join(command))
    if quiet:
        options |= {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    done = subprocess.run(command, text=True, stdin=subprocess.DEVNULL, **options)  # type: ignore[call-overload]
    if done.returncode != 0:
        if quiet:
            sys.stdout.write(done.stdout[-8000:])
        raise Stop(f"`{shlex.join(command)}` ended with exit code {done.returncode}")
    return done


def cores() -> int:
    return len(os.sched_getaffinity(0))
