"""The builds: how each is configured, and building targets in it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from devtool import packages
from devtool.common import BUILD, ROOT, cores, run

CLANG = "clang++-19"


@dataclass(frozen=True)
class Kind:
    name: str
    options: tuple[str, ...]
    compiler: str = "g++"
    packages: tuple[dict[str, str], ...] = field(default=())


# Code of an executable, which no library replaces: without position independence of libraries it is inlined freely.
_FAST = ("--buildtype=release", "-Db_lto=true", "-Db_staticpic=false", "-Dtests=false")
# Builds of tests: lines for the stacks of the sanitizers, no more; all of it costs a fifth more time and twice the space.
# The fuzzers are linked of what the unit tests are (-Dfuzzers): to compile it all once more would cost minutes.
_CHECKED = ("--buildtype=debug", "-Doptimization=1", "-Db_lundef=false", "-Dbenchmarks=false")
_LINES = "-g1"
RELEASE = Kind("release", (*_FAST, "-Dbenchmarks=false"))
DEBUG = Kind(
    "debug",
    (*_CHECKED, "-Db_sanitize=address,undefined", f"-Dcpp_args={_LINES}", "-Dfuzzers=true"),
    CLANG,
    (packages.CLANG, packages.UNIT_TESTS),
)
TSAN = Kind(
    "tsan",
    (*_CHECKED, "-Db_sanitize=thread", f"-Dcpp_args={_LINES}"),
    CLANG,
    (packages.CLANG, packages.UNIT_TESTS),
)
BENCH = Kind("bench", _FAST, packages=(packages.BENCH,))
KINDS = {k.name: k for k in (RELEASE, DEBUG, TSAN, BENCH)}


def configure(kind: Kind) -> Path:
    """The build folder, set up anew when its options or compiler are no longer those of `kind`."""
    packages.ensure(packages.BUILD, *kind.packages)
    folder = BUILD / kind.name
    compiler = os.environ.get("KLAMM_CXX") or kind.compiler
    wanted = json.dumps([compiler, *kind.options])
    stamp = folder / "klamm-options.json"
    if stamp.exists() and stamp.read_text() == wanted:
        return folder
    again = ["--wipe"] if (folder / "meson-private" / "coredata.dat").exists() else []
    # Meson looks for ccache by itself only where no compiler is named.
    cached = f"ccache {compiler}" if shutil.which("ccache") else compiler
    environment = {**os.environ, "CXX": cached}
    run(["meson", "setup", *again, str(folder), *kind.options], quiet=True, cwd=ROOT, env=environment)
    stamp.write_text(wanted)
    return folder


def build(kind: Kind, *targets: str) -> Path:
    folder = configure(kind)
    run(["ninja", f"-j{cores()}", "-C", str(folder), "--quiet", *targets], cwd=ROOT)
    return folder


def test_targets(folder: Path, suites: set[str]) -> tuple[list[str], list[str]]:
    """(the names of the tests in one of the suites, what must be built for them)."""
    asked = subprocess.run(
        ["meson", "introspect", "--tests", "--targets", str(folder)], check=True, stdout=subprocess.PIPE, text=True
    )
    facts = json.loads(asked.stdout)
    chosen = [t for t in facts["tests"] if suites & {s.split(":")[-1] for s in t["suite"]}]
    files = {d for t in chosen for d in t["depends"]}
    names = sorted(os.path.relpath(f, folder) for t in facts["targets"] if t["id"] in files for f in t["filename"])
    return [t["name"] for t in chosen], names


def klamm() -> Path:
    """The release broker, built when needed."""
    return build(RELEASE, "klamm") / "klamm"
