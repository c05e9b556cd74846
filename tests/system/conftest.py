"""System tests are about Klamm alone: they look at its process, its words and its files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.klamm_process import KlammProcess


@pytest.fixture
def klamm(tmp_path: Path) -> Iterator[Callable[..., KlammProcess]]:
    """klamm(..): a started KlammProcess; `data` names the directory. All must end in an orderly way after the test."""
    started: list[KlammProcess] = []

    def start(data: str = "data", **options) -> KlammProcess:
        process = KlammProcess(tmp_path / data, **options)
        started.append(process)
        return process.start()

    try:
        yield start
        for process in started:
            process.stop()
    finally:
        for process in started:
            process.kill()
