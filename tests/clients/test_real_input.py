"""A word list through kcat with every codec, read by five clients on 1 and 4 shards, before and after a restart.

The brokers of this module do all the writing and reading once per number of shards; each test looks at one result.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
from clients import words
from clients.admin import create_topic
from clients.programs import DUMPS, run

pytestmark = [pytest.mark.usefixtures("need_reference_kafka"), pytest.mark.timeout(600)]
SHARDS = (1, 4)
TIMES = ("before", "after")  # the restart


def create(address: str, topic: str) -> None:
    create_topic(address, topic, words.PARTITIONS)


@dataclass
class Round:
    """All that happened on a broker with so many shards."""

    folder: Path
    spans: dict[str, tuple[int, int]] = field(default_factory=dict)
    problems: dict[tuple[str, str], str] = field(default_factory=dict)  # (time, client) -> why its dump failed

    def dump_all(self, address: str, time: str) -> None:
        def one(client: str) -> None:
            folder = self.folder / time / client
            folder.mkdir(parents=True)
            try:
                DUMPS[client](address, folder, list(words.CODECS))
            except Exception as e:
                self.problems[time, client] = f"{type(e).__name__}: {e}"

        with ThreadPoolExecutor(2) as pool:
            list(pool.map(one, DUMPS))

    def lines(self, time: str, client: str, codec: str) -> dict[int, list[words.Line]]:
        if problem := self.problems.get((time, client)):
            pytest.fail(problem)
        return words.read_dump(self.folder / time / client / codec)


@pytest.fixture(scope="module")
def round_of(start_module_broker, tmp_path_factory) -> Callable[[int], Round]:
    @cache
    def make(shards: int) -> Round:
        broker = start_module_broker(shards=shards)
        made = Round(tmp_path_factory.mktemp(f"words-{shards}"))
        for codec in words.CODECS:
            create(broker.address, codec)
            made.spans[codec] = words.produce(broker.address, codec, codec)
        made.dump_all(broker.address, "before")
        broker.restart()
        made.dump_all(broker.address, "after")
        broker.stop()
        return made

    return make


@pytest.fixture(scope="module")
def wanted() -> dict[int, list[tuple[int, bytes, bytes, bytes]]]:
    return words.expected()


@pytest.mark.parametrize("codec", words.CODECS)
@pytest.mark.parametrize("client", DUMPS)
@pytest.mark.parametrize("time", TIMES)
@pytest.mark.parametrize("shards", SHARDS)
def test_words(round_of, wanted, shards: int, time: str, client: str, codec: str) -> None:
    made = round_of(shards)
    got = made.lines(time, client, codec)
    for partition, rows in wanted.items():
        assert [(r.offset, r.key, r.headers, r.value) for r in got[partition]] == rows, f"partition {partition}"
    times = [r.timestamp for rows in got.values() for r in rows]
    first, last = made.spans[codec]
    assert first <= min(times) and max(times) <= last
    assert times == [r.timestamp for rows in made.lines("before", "kcat", codec).values() for r in rows]


def test_the_codec_is_kept_on_disk(start_broker) -> None:
    """What a client compressed is stored and sent as it came: the dump tool names its codec."""
    from support.reference_kafka import tool

    broker = start_broker()
    for codec in words.CODECS:
        create(broker.address, codec)
        run(["sh", "-c", f"yes klamm | head -n 500 | kcat -P -b {broker.address} -t {codec} -p 0 -z {codec}"])
    broker.stop()
    for codec in words.CODECS:
        log = broker.data_dir / f"{codec}-0" / ("0" * 20 + ".log")
        assert f"compresscodec: {codec}" in tool("dump-log", "--files", str(log)), codec
