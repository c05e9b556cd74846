"""Ports for tests: what the kernel gives for port 0 is left to the broker; these are for programs that need a number."""

import random
import socket


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
            return True
        except OSError:
            return False


def free_port_pair() -> int:
    """A port P so that P and P + 1 are both free, below the range from which the kernel picks ports by itself."""
    for _ in range(1000):
        port = random.randrange(20000, 32000, 2)
        if _is_free(port) and _is_free(port + 1):
            return port
    raise RuntimeError("no two free ports side by side")
