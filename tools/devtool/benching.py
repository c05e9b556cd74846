"""`tools/dev bench`: micro benchmarks, and the comparisons with Apache Kafka."""

from __future__ import annotations

import os
import subprocess

from devtool import builds, languages, packages
from devtool.common import ROOT, Stop, say


def bench(arguments: list[str]) -> int:
    what = arguments[0] if arguments else "micro"
    if what in ("compare", "fetch"):
        return _beside_kafka(what, arguments[1:])
    if what == "producer-state":
        builds.build(builds.BENCH, "bench/producer_state/producer_state_load")
        return _beside_kafka("producer_state", arguments[1:])
    if what in ("requests", "groups", "log"):
        builds.build(builds.BENCH, "bench/load/klamm-load")
        return _beside_kafka(what, arguments[1:])
    if what == "micro":
        return _micro(arguments[1:])
    raise Stop(f"no benchmark {what!r}; there are micro, compare, fetch, log, producer-state, requests and groups")


def _beside_kafka(folder: str, arguments: list[str]) -> int:
    builds.klamm()
    packages.ensure(packages.CLIENTS)
    if languages.reference_kafka() is None:
        raise Stop("the reference broker is not here: it lies beside the project as ../shared/reference-kafka, or"
                   " KLAMM_REFERENCE_KAFKA names its script")  # fmt: skip
    command = [str(languages.python()), str(ROOT / "bench" / folder), *arguments]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}).returncode


def _micro(arguments: list[str]) -> int:
    """Every program in bench/micro; arguments go to each (for example --benchmark_filter=REGEX)."""
    folder = builds.build(builds.BENCH)
    programs = sorted(p for p in (folder / "bench").rglob("*_bench") if os.access(p, os.X_OK) and p.is_file())
    if not programs:
        raise Stop("there are no micro benchmarks")
    for program in programs:
        say(f"== {program.name}")
        code = subprocess.run([str(program), *arguments]).returncode
        if code != 0:
            return code
    return 0
