"""`tools/dev fuzz`: libFuzzer over the targets in tests/fuzz."""

from __future__ import annotations

import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from devtool import builds
from devtool.common import BUILD, CACHE, ROOT, Stop, cores, say

FOLDER = Path("tests") / "fuzz"
NAMES = "tests/fuzz/*_fuzz.cc"


def targets() -> list[str]:
    return sorted(p.stem for p in ROOT.glob(NAMES))


def fuzz(names: list[str], seconds: int) -> list[tuple[str, int]]:
    """(target, exit code) of each, as many at a time as there are cores."""
    if unknown := set(names) - set(targets()):
        raise Stop(f"no fuzz target {' '.join(sorted(unknown))}; there are {' '.join(targets())}")
    folder = builds.build(builds.DEBUG, *(str(FOLDER / f"{name}{suffix}") for name in names for suffix in ("", "_smoke")))
    with ThreadPoolExecutor(cores()) as pool:
        return list(zip(names, pool.map(lambda name: _fuzz_one(folder / FOLDER, name, seconds), names)))


def _fuzz_one(folder: Path, target: str, seconds: int) -> int:
    """Fuzzes from the seeds and the corpus kept in the cache; findings go to build/fuzz-findings."""
    corpus, findings = CACHE / "corpus" / target, BUILD / "fuzz-findings" / target
    for made in (corpus, findings):
        made.mkdir(parents=True, exist_ok=True)
    seeds = BUILD / "fuzz-seeds" / target
    subprocess.run([str(folder / f"{target}_smoke"), "--write-seeds", str(seeds)], check=True)
    say(f"fuzzing {target} for {seconds} s")
    command = [
        str(folder / target), f"-max_total_time={seconds}", f"-artifact_prefix={findings}/", "-max_len=4096",
        "-rss_limit_mb=4096", "-timeout=10", "-print_final_stats=1", "-verbosity=0", str(corpus), str(seeds),
    ]  # fmt: skip
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if done.returncode != 0:
        print(done.stdout[-6000:])
    return done.returncode
