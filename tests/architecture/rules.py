"""The house rules that a machine can check: which room may include which, and where threads may meet."""

from __future__ import annotations

import fnmatch
import re
from pathlib import Path

# Room -> the rooms that it may include besides itself (docs/architecture.md, "Rooms").
MAY_INCLUDE = {
    "protocol": set(),
    "reactor": set(),
    "storage": {"protocol", "reactor"},
    "net": {"protocol", "reactor"},
    "metadata": {"storage", "protocol", "reactor"},
    "fetch": {"storage", "metadata", "protocol", "reactor"},
    "coordinator": {"storage", "metadata", "protocol", "reactor"},
    "tools": {"coordinator", "metadata", "storage", "protocol", "reactor"},
    "broker": {"tools", "coordinator", "fetch", "metadata", "net", "storage", "protocol", "reactor"},
}
# What is not a room but lies beside them: no room may look at it.
NOT_FOR_ROOMS = {"tests", "bench"}

_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
_SHARED_STATE = re.compile(
    r"\bstd::(?:recursive_|shared_|timed_)?mutex\b|\bstd::atomic\w*|\bstd::(?:shared|weak)_ptr\b|\bstd::make_shared\b"
    r"|\bstd::allocate_shared\b|\bstd::condition_variable\w*|\bstd::(?:lock_guard|unique_lock|scoped_lock|shared_lock)\b"
    r"|\bstd::(?:jthread|thread)\b|\bstd::(?:counting_semaphore|binary_semaphore|latch|barrier|call_once|once_flag)\b"
    r"|\bstd::(?:promise|future|async)\b|\b__atomic_\w+|\b__sync_\w+|\bpthread_(?:mutex|rwlock|cond|spin)\w*"
)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)

# Where one shard may touch what another shard touches: file pattern -> why.
MAY_SHARE = {
    "reactor/mesh.*": "the one way across shards",
    "reactor/spsc_ring.h": "the rings of the mesh",
    "reactor/bounded_queue.h": "from a shard to a thread that may be slow",
    "reactor/ring_table.h": "descriptors of the shards' rings, to wake them; written once each at start",
    "reactor/runtime.*": "starts and joins the shards' threads",
    "reactor/shard.cc": "request_stop may come from any thread",
    "reactor/file_pool.*": "the threads that wait for the disk where there is no io_uring",
    "reactor/uring_core.cc": "the submission ring's flags are shared with the kernel",
    "reactor/residency.cc": "whether the kernel lacks a call, learnt once by whichever shard asks first",
    "reactor/log*": "lines go to the log thread",
}
# std::shared_ptr to constants that are made before the shards start and never change.
MAY_SHARE_CONSTANTS = {
    "metadata/*": "std::shared_ptr<const NodeOptions>",
    "broker/broker.*": "std::shared_ptr<metadata::NodeOptions>",
    "broker/broker_shard.*": "std::shared_ptr<const metadata::NodeOptions>",
}
_CONSTANT_POINTER = re.compile(r"std::(?:shared_ptr<(?:const )?(?:metadata::)?NodeOptions>|make_shared<(?:const )?(?:metadata::)?NodeOptions>)")


def source_files(root: Path) -> list[Path]:
    return sorted(p for room in MAY_INCLUDE for p in (root / room).rglob("*") if p.suffix in (".h", ".cc"))


def wrong_includes(root: Path) -> list[str]:
    """One line for each include that points up, sideways or out of the house."""
    found = []
    for file in source_files(root):
        place = file.relative_to(root)
        room = place.parts[0]
        for target in _INCLUDE.findall(file.read_text()):
            first = target.split("/")[0]
            if "/" not in target or first not in MAY_INCLUDE | dict.fromkeys(NOT_FOR_ROOMS):
                found.append(f'{place}: "{target}" is not a path from the root')
            elif first != room and first not in MAY_INCLUDE[room]:
                found.append(f'{place}: {room}/ may not include "{target}"')
    return found


def shared_state(root: Path) -> list[str]:
    """One line for each place outside the exceptions that shares state between threads."""
    found = []
    for file in source_files(root):
        place = str(file.relative_to(root))
        if any(fnmatch.fnmatch(place, pattern) for pattern in MAY_SHARE):
            continue
        text = _COMMENT.sub(lambda m: "\n" * m[0].count("\n"), file.read_text())
        if any(fnmatch.fnmatch(place, pattern) for pattern in MAY_SHARE_CONSTANTS):
            text = _CONSTANT_POINTER.sub("", text)
        for number, line in enumerate(text.splitlines(), 1):
            found += [f"{place}:{number}: {word}" for word in _SHARED_STATE.findall(line)]
    return found


def unused_exceptions(root: Path) -> list[str]:
    """Exceptions that no file needs any more."""
    places = [str(f.relative_to(root)) for f in source_files(root)]
    return [p for p in (*MAY_SHARE, *MAY_SHARE_CONSTANTS) if not fnmatch.filter(places, p)]


_AWAIT_IN_CHOICE = re.compile(r"(\?|[^:]:(?!:)|&&|\|\|)\s*[(!]*co_await\b")


def awaits_in_choices(root: Path) -> list[str]:
    """co_await in an arm of ?:, && or ||: g++ 12 destroys the temporaries of the arm twice. A range-based for is none."""
    found = []
    for file in source_files(root):
        text = re.sub(r"//[^\n]*", "", file.read_text())
        for match in _AWAIT_IN_CHOICE.finditer(text):
            line_start = text.rfind("\n", 0, match.start()) + 1
            if re.match(r"\s*for \(", text[line_start : match.end()]):
                continue
            found.append(f"{file.relative_to(root)}:{text.count(chr(10), 0, match.start()) + 1}")
    return found
