"""What kcat reads."""

from __future__ import annotations

import subprocess


def values(address: str, topic: str) -> dict[int, list[bytes]]:
    """Of each partition, in its order."""
    command = ["kcat", "-C", "-q", "-b", address, "-t", topic, "-o", "beginning", "-e", "-f", "%p %s\n"]
    found: dict[int, list[bytes]] = {}
    for line in subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=60).stdout.splitlines():
        partition, value = line.split()
        found.setdefault(int(partition), []).append(value)
    return found
