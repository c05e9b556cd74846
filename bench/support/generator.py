"""The load generator (bench/load), run to its end."""

from __future__ import annotations

import json
import subprocess

from brokers import CONGESTION_CONTROL
from support.paths import ROOT

GENERATOR = ROOT / "build" / "bench" / "bench" / "load" / "klamm-load"


def run(address: str, seconds: float, rate: int = 0, may_err: bool = False, **options: object) -> dict:
    """What it says. It warms up nothing, so that the broker's CPU time is that of the counted requests.

    `rate`: requests per second over all connections; 0: closed loop. `may_err`: answers may be errors. Options as on its command
    line, with `_` for `-`, flags as True.
    """
    host, port = address.rsplit(":", 1)
    options = {"host": host, "port": port, "congestion_control": CONGESTION_CONTROL, "warmup_s": 0, "duration_s": seconds, **options}
    options |= {"mode": "open", "rate": rate} if rate else {"mode": "closed"}
    command = [str(GENERATOR)]
    for name, value in options.items():
        flag = f"--{name.replace('_', '-')}"
        command += [flag] if value is True else [flag, str(value)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=seconds + 120)
    assert done.returncode == 0 or may_err, done.stderr or done.stdout
    return json.loads(done.stdout)
