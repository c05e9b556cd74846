"""Counting test cases over all runners."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as XmlTree
from dataclasses import dataclass, field
from pathlib import Path

from devtool.common import say


@dataclass
class Results:
    passed: int = 0
    failed: int = 0
    skipped: list[str] = field(default_factory=list)  # each with its reason
    failures: list[str] = field(default_factory=list)

    def add(self, name: str, passed: int, failed: int, skipped: list[str] = []) -> None:  # noqa: B006
        self.passed += passed
        self.failed += failed
        self.skipped += [f"{name}: {reason}" for reason in skipped]
        if failed:
            self.failures.append(f"{name}: {failed} failed")
        say(f"{name}: {passed} passed, {failed} failed" + (f", {len(skipped)} skipped" if skipped else ""))

    def report(self) -> int:
        """Prints the sum; returns the exit code."""
        for line in self.skipped:
            say(f"skipped: {line}")
        for line in self.failures:
            say(f"FAILED: {line}")
        tail = f", {len(self.skipped)} skipped" if self.skipped else ""
        print(f"{self.passed} passed, {self.failed} failed{tail}", flush=True)
        return 0 if self.failed == 0 and self.passed > 0 else 1


def of_meson(log: Path, results: Results, label: str) -> None:
    """Adds what a `meson test` run logged; a GoogleTest program counts by its cases, any other as one."""
    for line in log.read_text().splitlines():
        one = json.loads(line)
        name, said = f"{label} {one['name']}", one.get("stdout", "")
        good = one["result"] in ("OK", "EXPECTEDFAIL")
        if one["result"] == "SKIP":
            results.add(name, 0, 0, [said.strip().splitlines()[-1] if said.strip() else "it says so itself"])
            continue
        passed = re.findall(r"^\[  PASSED  \] (\d+) test", said, re.M)
        failed = re.findall(r"^\[  FAILED  \] (\d+) test", said, re.M)
        skipped = re.findall(r"^\[  SKIPPED \] (?!\d+ test)(\S+) \(", said, re.M)
        if passed:
            bad = sum(map(int, failed))
            results.add(name, sum(map(int, passed)), max(bad, 0 if good else 1), skipped)
        else:
            results.add(name, int(good), int(not good))


def of_junit(files: list[Path], results: Results, label: str) -> None:
    """Adds the runs of pytest of one part. A run that wrote no file, or runs without a test, are a failure."""
    if not all(file.exists() for file in files):
        return results.add(label, 0, 1)
    passed = failed = 0
    skipped: list[str] = []
    for case in (case for file in files for case in XmlTree.parse(file).getroot().iter("testcase")):
        skip = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif skip is not None:
            skipped.append(f"{case.get('name')}: {skip.get('message')}")
        else:
            passed += 1
    if passed + failed + len(skipped) == 0:
        failed = 1
    results.add(label, passed, failed, sorted(set(skipped)))


def of_closing_line(text: str, results: Results, label: str) -> None:
    """Adds a runner that ends with 'N passed, N failed'."""
    found = re.findall(r"^(\d+) passed, (\d+) failed$", text, re.M)
    if found:
        results.add(label, int(found[-1][0]), int(found[-1][1]))
    else:
        results.add(label, 0, 1)
