"""What tests need from other languages' worlds, each by its ordinary client, all of it in the user's cache."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from devtool.common import CACHE, ROOT, run, say

REQUIREMENTS = ROOT / "tests" / "requirements.txt"
GO_FOLDER = ROOT / "tests" / "clients" / "go"


def python() -> Path:
    """The Python of the tests' virtual environment."""
    folder = CACHE / "venv"
    program, stamp = folder / "bin" / "python", folder / "requirements.txt"
    wanted = REQUIREMENTS.read_text()
    if not stamp.exists() or stamp.read_text() != wanted:
        say(f"installing the tests' Python packages into {folder}")
        run([sys.executable, "-m", "venv", str(folder)], quiet=True)
        command = [str(program), "-m", "pip", "install", "-q", "--disable-pip-version-check", "-r", str(REQUIREMENTS)]
        run(command, quiet=True)
        stamp.write_text(wanted)
    return program


def go_modules() -> None:
    run(["go", "mod", "download"], quiet=True, cwd=GO_FOLDER)


def reference_kafka() -> Path | None:
    """The script of the reference broker, its jars fetched with Maven; None where it does not lie beside the project."""
    named = os.environ.get("KLAMM_REFERENCE_KAFKA")
    script = Path(named) if named else ROOT.parent / "shared" / "reference-kafka" / "kafka"
    if not script.is_file():
        return None
    run([str(script), "install"], quiet=True)
    return script
