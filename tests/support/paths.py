"""Where the project, its caches and the things beside it lie."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "klamm"


def reference_kafka_tool() -> Path | None:
    """The script that starts Apache Kafka and its tools ($KLAMM_REFERENCE_KAFKA), or None."""
    named = os.environ.get("KLAMM_REFERENCE_KAFKA")
    tool = Path(named) if named else ROOT.parent / "shared" / "reference-kafka" / "kafka"
    return tool if tool.is_file() else None


def oracle_folder() -> Path | None:
    """The folder of the differential runner ($KLAMM_ORACLE), or None."""
    named = os.environ.get("KLAMM_ORACLE")
    folder = Path(named) if named else ROOT.parent / "shared" / "oracle"
    return folder if (folder / "diff.py").is_file() else None


def klamm_binary() -> Path:
    return Path(os.environ.get("KLAMM_BINARY") or ROOT / "build" / "release" / "klamm")
