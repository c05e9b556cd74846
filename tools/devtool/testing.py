"""`tools/dev test`: every test of the project, or the named parts."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from devtool import builds, formatting, languages, packages
from devtool.common import BUILD, ROOT, Stop, cores, say
from devtool.results import Results, of_closing_line, of_junit, of_meson

REPORTS = BUILD / "reports"
NOTHING_CHOSEN = 5  # exit code of pytest


def test(parts: list[str], pytest_words: list[str]) -> int:
    unknown = set(parts) - set(PARTS)
    if unknown:
        raise Stop(f"no such part: {' '.join(sorted(unknown))}; there are {' '.join(PARTS)}")
    REPORTS.mkdir(parents=True, exist_ok=True)
    results = Results()
    for part in parts or PARTS:
        started = time.monotonic()
        say(f"== {part}")
        try:
            PARTS[part](results, pytest_words)
        except Stop as problem:
            say(str(problem))
            results.add(part, 0, 1)
        say(f"{part} took {time.monotonic() - started:.0f} s")
    return results.report()


# ---- parts


def _format(results: Results, _: list[str]) -> None:
    results.add("format", *_one(formatting.check_format()))


def _architecture(results: Results, _: list[str]) -> None:
    of_junit(_pytest("architecture", ["architecture"]), results, "architecture")


def _unit(results: Results, _: list[str]) -> None:
    """All C++ tests with address and undefined-behaviour sanitizers; those that ask Kafka's jars find them by the environment."""
    packages.ensure(packages.CLIENTS)
    languages.reference_kafka()
    _meson_tests(results, builds.DEBUG, [])


def _mesh(results: Results, _: list[str]) -> None:
    _meson_tests(results, builds.TSAN, ["--suite", "mesh"])


def _fuzz(results: Results, _: list[str]) -> None:
    from devtool import fuzzing

    for target, code in fuzzing.fuzz(fuzzing.targets(), seconds=20):
        results.add(f"fuzz {target}", *_one(code == 0))


# What the system tests run once more with the broker on epoll, about a minute. All of it: KLAMM_TEST_IO=epoll tools/dev test system clients
ON_EPOLL = (
    "system/test_start_and_stop.py", "system/test_slow_reader.py", "system/test_hostile_bytes.py", "system/test_restart.py",
)  # fmt: skip


def _system(results: Results, words: list[str]) -> None:
    _whole_broker(results, "system", words)
    if "KLAMM_TEST_IO" not in os.environ and not words:
        _whole_broker(results, "system on epoll", words, list(ON_EPOLL), {"KLAMM_TEST_IO": "epoll"})


def _clients(results: Results, words: list[str]) -> None:
    _whole_broker(results, "clients", words)


def _oracle(results: Results, words: list[str]) -> None:
    builds.klamm()
    packages.ensure(packages.CLIENTS)
    languages.reference_kafka()
    command = [str(languages.python()), str(ROOT / "tests" / "oracle" / "runner.py"), *words]
    said = _tee(command)
    if said.startswith("SKIPPED "):
        results.add("oracle", 0, 0, [said.splitlines()[0].removeprefix("SKIPPED ")])
    else:
        of_closing_line(said, results, "oracle")


PARTS: dict[str, Callable[[Results, list[str]], None]] = {
    "format": _format,
    "architecture": _architecture,
    "unit": _unit,
    "mesh": _mesh,
    "fuzz": _fuzz,
    "system": _system,
    "clients": _clients,
    "oracle": _oracle,
}


# ---- runners


def _one(good: bool) -> tuple[int, int]:
    return int(good), int(not good)


def _meson_tests(results: Results, kind: builds.Kind, arguments: list[str]) -> None:
    folder = builds.configure(kind)
    log = folder / "meson-logs" / "testlog.json"
    log.unlink(missing_ok=True)
    # the tests that only ask for bytes leave memory to the sanitizers' shadow; halt on the first finding
    environment = {
        **os.environ, "ASAN_OPTIONS": "detect_stack_use_after_return=0:abort_on_error=1",
        "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1", "TSAN_OPTIONS": "halt_on_error=1:second_deadlock_stack=1",
    }  # fmt: skip
    command = ["meson", "test", "-C", str(folder), "--print-errorlogs", "--timeout-multiplier", "4", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL)
    if log.exists():
        of_meson(log, results, kind.name)
    elif done.returncode != 0:
        raise Stop(f"the {kind.name} build or its tests failed")
    else:
        raise Stop(f"no test ran in the {kind.name} build")


def _whole_broker(
    results: Results, label: str, words: list[str], what: list[str] | None = None, environment: dict[str, str] | None = None
) -> None:
    builds.klamm()
    packages.ensure(packages.CLIENTS)
    if shutil.which("go"):
        languages.go_modules()
    languages.reference_kafka()
    # Most of them wait for clients, for sessions to end, for a JVM: one more than there are cores leaves none of those idle.
    side_by_side = ["-n", str(cores() + 1), *_marked("not alone", words)]
    ran = _pytest(label, [*(what or [label]), *side_by_side], environment)
    ran += _pytest(f"{label} alone", [*(what or [label]), *_marked("alone", words)], environment)
    of_junit(ran, results, label)


def _marked(marker: str, words: list[str]) -> list[str]:
    """Joins it to the words' own `-m`, since pytest takes the last one alone."""
    at = words.index("-m") if "-m" in words[:-1] else None
    if at is None:
        return ["-m", marker, *words]
    return ["-m", f"({words[at + 1]}) and {marker}", *words[:at], *words[at + 2 :]]


def _pytest(label: str, words: list[str], environment: dict[str, str] | None = None) -> list[Path]:
    """The report; none where the words chose no test."""
    report = REPORTS / f"{label}.xml"
    report.unlink(missing_ok=True)
    command = [str(languages.python()), "-m", "pytest", "-q", f"--junitxml={report}", *words]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **(environment or {})}
    done = subprocess.run(command, cwd=ROOT / "tests", env=environment, stdin=subprocess.DEVNULL)
    return [] if done.returncode == NOTHING_CHOSEN else [report]


def _tee(command: list[str]) -> str:
    """Runs, showing the output as it comes; returns it."""
    said = []
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True
    ) as running:
        assert running.stdout
        for line in running.stdout:
            print(line, end="", flush=True)
            said.append(line)
    return "".join(said)


