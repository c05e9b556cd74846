"""`tools/dev format` and `tools/dev tidy`."""

from __future__ import annotations

import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from devtool import builds, packages
from devtool.common import ROOT, cores, say

FOLDERS = ("broker", "coordinator", "fetch", "metadata", "net", "storage", "protocol", "reactor", "bench", "tests", "tools")


def sources(*endings: str) -> list[Path]:
    return sorted(p for f in FOLDERS for p in (ROOT / f).rglob("*") if p.suffix in endings)


def format_all() -> int:
    packages.ensure(packages.FORMAT)
    subprocess.run(["clang-format-19", "-i", *map(str, sources(".h", ".cc"))], check=True)
    return 0


def check_format() -> bool:
    """Whether every file is as clang-format would have it; names those that are not."""
    packages.ensure(packages.FORMAT)
    files = sources(".h", ".cc")
    asked = subprocess.run(
        ["clang-format-19", "--dry-run", *map(str, files)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    wrong = sorted({line.split(":")[0] for line in asked.stdout.splitlines() if "-Wclang-format-violations" in line})
    for file in wrong:
        say(f"not formatted: {Path(file).relative_to(ROOT)} (run tools/dev format)")
    return bool(files) and not wrong and asked.returncode == 0


def tidy(paths: list[str]) -> int:
    """clang-tidy over the given files, or all; .clang-tidy says which checks."""
    packages.ensure(packages.TIDY)
    folder = builds.configure(builds.DEBUG)
    builds.build(builds.DEBUG)  # generated headers must be there
    wanted = [ROOT / p for p in paths] or [p for p in sources(".cc") if "bench" not in p.parts]
    known = (folder / "compile_commands.json").read_text()
    files = [p for p in wanted if f"/{p.relative_to(ROOT)}\"" in known]

    def check(file: Path) -> bool:
        command = ["clang-tidy-19", "-p", str(folder), "--quiet", "--warnings-as-errors=*", str(file)]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if done.returncode != 0:
            print(done.stdout, flush=True)
        return done.returncode == 0

    with ThreadPoolExecutor(cores()) as pool:
        good = list(pool.map(check, files))
    say(f"tidy: {sum(good)} of {len(files)} files without a finding")
    return 0 if all(good) else 1


