"""Memory that is in use until it is wanted.

A virtual machine gives memory that is free for some seconds back to its host, and whoever takes it then pays up to 1.6 CPU-s/GB for
the first touch: several times what a broker does with the bytes. Memory that was touched and freed before a load stays warm for two
seconds only, so a load that is longer measures the host. Here another process holds touched memory while a load runs, and
frees as much as is taken, so that a broker always finds some that was in use until now.
"""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

_STEP_BYTES = 64 << 20
_AHEAD_BYTES = 256 << 20  # freed before it is taken
_LOOK_EVERY_S = 0.005


@contextlib.contextmanager
def held_memory(size_bytes: int) -> Iterator[None]:
    """While inside, up to that much is there as it is taken."""
    holder = subprocess.Popen([sys.executable, __file__, str(size_bytes)], stdout=subprocess.PIPE, text=True)
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n", "there is not so much memory"
        yield
    finally:
        holder.kill()
        holder.wait()


def free_bytes() -> int:
    fields = Path("/proc/meminfo").read_text().split()
    return int(fields[fields.index("MemFree:") + 1]) * 1024


def _hold(size_bytes: int) -> None:
    pages = mmap.mmap(-1, size_bytes, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with contextlib.suppress(OSError):
        pages.madvise(mmap.MADV_HUGEPAGE)
    first = ctypes.c_char.from_buffer(pages)
    ctypes.memset(ctypes.addressof(first), 1, size_bytes)
    lowest = free_bytes() + _AHEAD_BYTES
    print("held", flush=True)
    given = 0
    while given < size_bytes:
        if free_bytes() < lowest:
            step = min(_STEP_BYTES, size_bytes - given)
            pages.madvise(mmap.MADV_DONTNEED, given, step)
            given += step
        else:
            time.sleep(_LOOK_EVERY_S)
    signal.pause()


if __name__ == "__main__":
    _hold(int(sys.argv[1]))
