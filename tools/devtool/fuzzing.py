"""`tools/dev fuzz`: libFuzzer over the targets in tests/fuzz."""

from __future__ import annotations

import subprocess
from pathlib import Path

from devtool import builds
from devtool.common import BUILD, CACHE, ROOT, Stop, say

NAMES = "tests/fuzz/*_fuzz.cc"


def targets() -> list[str]:
    return sorted(p.stem for p in ROOT.glob(NAMES))


def fuzz(target: str, seconds: int) -> int:
    """Fuzzes from the seeds and the corpus kept in the cache; findings go to build/fuzz-findings."""
    if target not in targets():
        raise Stop(f"no fuzz target {target}; there are {' '.join(targets())}")
    folder = builds.configure(builds.FUZZ)
    program, smoke = Path("tests") / "fuzz" / target, Path("tests") / "fuzz" / f"{target}_smoke"
    builds.build(builds.FUZZ, str(program), str(smoke))
    corpus, findings = CACHE / "corpus" / target, BUILD / "fuzz-findings" / target
    for made in (corpus, findings):
        made.mkdir(parents=True, exist_ok=True)
    seeds = BUILD / "fuzz-seeds" / target
    subprocess.run([str(folder / smoke), "--write-seeds", str(seeds)], check=True)
    say(f"fuzzing {target} for {seconds} s")
    command = [
        str(folder / program), f"-max_total_time={seconds}", f"-artifact_prefix={findings}/", "-max_len=4096",
        "-rss_limit_mb=4096", "-timeout=10", "-print_final_stats=1", "-verbosity=0", str(corpus), str(seeds),
    ]  # fmt: skip
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if done.returncode != 0:
        print(done.stdout[-6000:])
    return done.returncode
