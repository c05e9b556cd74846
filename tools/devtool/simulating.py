"""`tools/dev sim`: the tests that take a seed, with many others than the suite's."""

from __future__ import annotations

import os
import random
import subprocess

from devtool import builds
from devtool.common import ROOT, say


def simulate(count: int = 500, first: int | None = None) -> int:
    """A failure names its seed; `tools/dev sim 1 SEED` runs that one again."""
    if first is None:
        first = random.randrange(1, 1 << 40)
    folder = builds.configure(builds.DEBUG)
    say(f"seeds {first} to {first + count - 1}")
    command = ["meson", "test", "-C", str(folder), "--suite", "sim", "--timeout-multiplier", "0", "--print-errorlogs",
               "--test-args=--gtest_filter=*Seeds/*"]  # fmt: skip
    environment = {**os.environ, "KLAMM_SIM_SEEDS": f"{first}:{count}"}
    return subprocess.run(command, cwd=ROOT, env=environment).returncode
