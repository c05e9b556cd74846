"""What a process has used so far, read from /proc."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
_PF_KTHREAD = 0x00200000  # of linux/sched.h


@dataclass(frozen=True)
class Usage:
    user_s: float
    system_s: float
    resident_bytes: int
    at_s: float

    @property
    def cpu_s(self) -> float:
        return self.user_s + self.system_s


def usage(pid: int) -> Usage:
    """User and system time of all threads, ended ones and the ring's kernel workers included, and resident memory."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    status = Path(f"/proc/{pid}/status").read_text()
    resident = int(status.split("VmRSS:")[1].split()[0]) * 1024
    return Usage(int(fields[11]) / _TICKS, int(fields[12]) / _TICKS, resident, time.monotonic())


def boottime_s() -> float:
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def started_s(pid: int) -> float:
    """When the process was started, by the clock of boottime_s(), to a hundredth of a second."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]) / _TICKS


def settled(pid: int, quiet_s: float = 0.4, limit_s: float = 10) -> Usage:
    """The usage once the process has come to rest: what a load leaves behind is part of its cost."""
    deadline = time.monotonic() + limit_s
    last = usage(pid)
    while time.monotonic() < deadline:
        time.sleep(quiet_s)
        now = usage(pid)
        if now.cpu_s - last.cpu_s <= 0.02 * quiet_s:
            return now
        last = now
    return last


def machine_cpu_s(pid: int) -> float:
    """What the whole machine has used so far but for all other processes: the process, and the kernel's own threads and interrupts,
    which nobody is charged for."""
    ticks = [int(field) for field in Path("/proc/stat").read_text().partition("\n")[0].split()[1:8]]
    user, nice, system, _, _, interrupts, soft_interrupts = ticks
    others = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has ended, and is counted by its parent
            own, _, rest = stat.read_text().rpartition(")")
            fields = rest.split()
            is_kernels = int(fields[6]) & _PF_KTHREAD != 0
            if int(own.split()[0]) != pid and not is_kernels:
                others += sum(map(int, fields[11:15]))  # with its children that have ended
    return (user + nice + system + interrupts + soft_interrupts - others) / _TICKS


def live_heap_bytes(broker) -> int:
    """What is reachable in the heap of a JVM, after a full collection; 0 for what is none."""
    if broker.name != "kafka":
        return 0
    said = subprocess.run(["jcmd", str(broker.pid), "GC.class_histogram"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=60).stdout  # fmt: skip
    found = re.search(r"^Total\s+\d+\s+(\d+)", said, re.M)
    return int(found[1]) if found else 0


def warm_memory(size_bytes: int) -> None:
    """Touches that much memory and gives it back: on virtual machines memory that was free for long is dear to touch, and
    the first broker of a round should not pay that for the second."""
    subprocess.run([sys.executable, "-c", f"b'x' * {size_bytes}"], check=True)


def resident_file_bytes(files: list[Path]) -> int:
    """How much of the files lies in the page cache."""
    said = subprocess.run(["fincore", "--bytes", "--noheadings", "--output", "RES", *map(str, files)], check=True,
                          stdout=subprocess.PIPE, text=True).stdout  # fmt: skip
    return sum(map(int, said.split()))
