"""`tools/dev run`: a release broker on this machine."""

from __future__ import annotations

import os

from devtool import builds
from devtool.common import ROOT, say


def serve(arguments: list[str]) -> int:
    """Becomes the broker. What the person says about data or listeners stands in for the defaults."""
    program = builds.klamm()
    defaults: list[str] = []
    if "--data" not in arguments:
        defaults += ["--data", str(ROOT / "data")]
    if "--listen" not in arguments:
        defaults += ["--listen", "127.0.0.1:9092"]
    command = [str(program), "serve", *defaults, *arguments]
    say("$ " + " ".join(command))
    os.execv(command[0], command)
