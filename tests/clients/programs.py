"""The client programs of this folder: compiled once into the user's cache, run by name."""

from __future__ import annotations

import functools
import glob
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from support.paths import CACHE
from support.reference_kafka import classpath

HERE = Path(__file__).resolve().parent
Dump = Callable[[str, Path, list[str]], None]


def run(command: list[str], seconds: float = 180, **options: object) -> str:
    """What the command printed; its exit code must be 0."""
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=seconds, text=True,
        errors="replace", **options,
    )  # type: ignore[call-overload] # fmt: skip
    assert done.returncode == 0, f"{command[:4]} .. ended with {done.returncode}:\n{done.stdout[-4000:]}"
    return done.stdout


def _built(kind: str, pattern: str, build: Callable[[Path], None]) -> Path:
    """The folder with what `build` makes of the sources; made anew only when one of them changes."""
    sources = sorted(HERE.glob(pattern))
    digest = hashlib.sha256(b"".join(p.name.encode() + p.read_bytes() for p in sources)).hexdigest()[:16]
    folder = CACHE / "clients" / f"{kind}-{digest}"
    if not folder.exists():
        fresh = folder.with_name(f"{folder.name}.{os.getpid()}")
        fresh.mkdir(parents=True)
        build(fresh)
        try:
            fresh.rename(folder)
        except OSError:  # another test run was faster
            shutil.rmtree(fresh)
    return folder


@functools.cache
def _java_home() -> Path:
    """The newest JDK that has a compiler; Kafka's jars want 17 or later."""
    for version in ("25", "21", "17"):
        for found in sorted(glob.glob(f"/usr/lib/jvm/*{version}*/bin/javac")):
            return Path(found).parents[1]
    found = shutil.which("javac")
    assert found, "no Java compiler; tools/dev test installs one"
    return Path(found).resolve().parents[1]


@functools.cache
def _java_classes() -> str:
    def build(folder: Path) -> None:
        sources = [str(p) for p in sorted(HERE.glob("java/*.java"))]
        run([str(_java_home() / "bin" / "javac"), "-d", str(folder), "-cp", classpath(), *sources])

    return f"{_built('java', 'java/*.java', build)}:{classpath()}"


@functools.cache
def _go_program() -> str:
    def build(folder: Path) -> None:
        run(["go", "build", "-o", str(folder / "clients"), "."], cwd=HERE / "go", seconds=600)

    return str(_built("go", "go/*", build) / "clients")


def java_command(program: str, *arguments: str) -> list[str]:
    return [str(_java_home() / "bin" / "java"), "-Xmx512m", "-cp", _java_classes(), program, *arguments]


def java(program: str, *arguments: str, seconds: float = 180) -> str:
    return run(java_command(program, *arguments), seconds)


def go_command(*arguments: str) -> list[str]:
    return [_go_program(), *arguments]


def go(*arguments: str, seconds: float = 180) -> str:
    return run(go_command(*arguments), seconds)


def kcat_dump(address: str, folder: Path, topics: list[str]) -> None:
    for topic in topics:
        with open(folder / topic, "wb") as out:
            command = ["kcat", "-C", "-q", "-b", address, "-t", topic, "-o", "beginning", "-e"]
            command += ["-f", "%p\\t%o\\t%T\\t%k\\t%h\\t%s\\n"]
            subprocess.run(command, check=True, stdout=out, stdin=subprocess.DEVNULL, timeout=120)


def _python_dump(script: str) -> Dump:
    def dump(address: str, folder: Path, topics: list[str]) -> None:
        run([sys.executable, str(HERE / "python" / script), address, str(folder), *topics])

    return dump


DUMPS: dict[str, Dump] = {
    "kcat": kcat_dump,
    "java": lambda address, folder, topics: void(java("Dump", address, str(folder), *topics)),
    "franz-go": lambda address, folder, topics: void(go("dump", address, str(folder), *topics)),
    "confluent-kafka": _python_dump("dump_confluent.py"),
    "kafka-python": _python_dump("dump_kafka_python.py"),
}


def void(_: str) -> None:
    """What a dump program prints does not matter."""
