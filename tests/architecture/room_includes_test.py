"""Rooms include only what lies below them, and only the reactor's few files share state between threads."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

import rules  # noqa: E402
from support.paths import ROOT  # noqa: E402


def house(root: Path, files: dict[str, str]) -> Path:
    for place, text in files.items():
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        (root / place).write_text(text)
    return root


def test_no_room_includes_one_above_it() -> None:
    assert rules.wrong_includes(ROOT) == []


def test_only_the_reactor_shares_state() -> None:
    assert rules.shared_state(ROOT) == []


def test_no_await_in_a_choice(tmp_path: Path) -> None:
    assert rules.awaits_in_choices(ROOT) == []
    for arm in ("a ? co_await b() : c", "a ? b\n : co_await c()", "a && co_await b()", "a || !co_await b()"):
        planted = house(tmp_path, {"storage/a.cc": f"auto x = {arm};\nfor (auto& y : co_await z()) w(y);\n"})
        assert rules.awaits_in_choices(planted) == ["storage/a.cc:1"] or rules.awaits_in_choices(planted) == ["storage/a.cc:2"]


def test_every_exception_is_needed() -> None:
    assert rules.unused_exceptions(ROOT) == []


def test_all_rooms_have_sources() -> None:
    rooms = {f.relative_to(ROOT).parts[0] for f in rules.source_files(ROOT)}
    assert {"protocol", "reactor", "storage", "net", "metadata", "broker"} <= rooms


@pytest.mark.parametrize(
    ("file", "target"),
    [
        ("protocol/a.h", "reactor/io.h"),
        ("reactor/a.h", "protocol/types.h"),
        ("net/a.cc", "storage/segment.h"),
        ("storage/a.cc", "net/connection.h"),
        ("metadata/a.cc", "net/connection.h"),
        ("fetch/a.cc", "coordinator/group.h"),
        ("coordinator/a.cc", "fetch/session.h"),
        ("storage/a.cc", "broker/options.h"),
        ("fetch/a.cc", "net/request.h"),
        ("broker/a.cc", "tests/support.h"),
        ("storage/a.cc", "segment.h"),
    ],
)
def test_a_planted_include_is_found(tmp_path: Path, file: str, target: str) -> None:
    planted = house(tmp_path, {file: f'#pragma once\n  # include "{target}"\n#include <string>\n'})
    assert len(rules.wrong_includes(planted)) == 1


def test_includes_downward_are_fine(tmp_path: Path) -> None:
    text = "".join(f'#include "{room}/x.h"\n' for room in rules.MAY_INCLUDE)
    assert rules.wrong_includes(house(tmp_path, {"broker/api/a.cc": text})) == []


@pytest.mark.parametrize(
    "line",
    [
        "std::mutex m;",
        "std::atomic<int> n{0};",
        "std::atomic_flag f;",
        "auto p = std::make_shared<int>(1);",
        "std::shared_ptr<Image> image;",
        "std::thread t;",
        "__atomic_load_n(&x, __ATOMIC_RELAXED);",
        "pthread_mutex_t m;",
    ],
)
def test_planted_shared_state_is_found(tmp_path: Path, line: str) -> None:
    planted = house(tmp_path, {"metadata/a.h": f"#pragma once\n// std::mutex in a comment\n{line}\n"})
    assert [f.split(": ")[0] for f in rules.shared_state(planted)] == ["metadata/a.h:3"]


def test_exceptions_are_by_file(tmp_path: Path) -> None:
    files = {"reactor/mesh.h": "std::atomic<int> a;\n", "reactor/timer.h": "std::atomic<int> a;\n"}
    assert rules.shared_state(house(tmp_path, files)) == ["reactor/timer.h:1: std::atomic"]


def test_constants_may_be_shared_where_they_are_named(tmp_path: Path) -> None:
    line = "std::shared_ptr<const NodeOptions> options_;\n"
    found = rules.shared_state(house(tmp_path, {"metadata/a.h": line, "storage/a.h": line}))
    assert found == ["storage/a.h:1: std::shared_ptr"]
