#!/usr/bin/env python3
"""Has Kafka's own code serialise every message in every version, then runs the C++ checker over the bytes.

    java_roundtrip.py CHECKER [SEEDS]

Exit code 77 (skipped) where no reference Kafka or no JDK is installed.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from kafka_jars import kafka_jars  # noqa: E402

SOURCE = Path(__file__).resolve().parent / "java" / "MessageCorpus.java"
DEFAULT_SEEDS = "3"


def main(checker, seeds=DEFAULT_SEEDS):
    jars = kafka_jars()
    if jars is None or shutil.which("javac") is None:
        print("no reference Kafka or no javac")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        class_path = os.pathsep.join([folder, *map(str, jars)])
        subprocess.run(["javac", "-encoding", "UTF-8", "-d", folder, "-cp", class_path, str(SOURCE)], check=True)
        subprocess.run(["java", "-Xmx256m", "-cp", class_path, SOURCE.stem, folder, seeds], check=True)
        return subprocess.run([checker, folder]).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
