"""Many connections at once, and requests that arrive one byte at a time."""

from __future__ import annotations

from pathlib import Path

import pytest
from clients import words
from clients.admin import create_topic
from clients.programs import go, kcat_dump
from support.splitting_proxy import SplittingProxy

pytestmark = pytest.mark.usefixtures("need_reference_kafka")
CLIENTS, RECORDS = 200, 50


def values_per_client(rows: dict[int, list[words.Line]]) -> dict[int, list[int]]:
    out: dict[int, list[int]] = {}
    for lines in rows.values():
        for line in lines:
            client, place = line.value.split(b":")
            assert client == line.key
            out.setdefault(int(client), []).append(int(place))
    return out


@pytest.mark.parametrize("shards", [1, 2, 4])
def test_200_producers_at_once(start_broker, tmp_path: Path, shards: int) -> None:
    """Each client's records are all there, once, in its order."""
    broker = start_broker(shards=shards)
    create_topic(broker.address, "crowd", words.PARTITIONS)
    go("crowd", broker.address, "crowd", str(CLIENTS), str(RECORDS))
    kcat_dump(broker.address, tmp_path, ["crowd"])
    got = values_per_client(words.read_dump(tmp_path / "crowd"))
    assert got == {c: list(range(RECORDS)) for c in range(CLIENTS)}


@pytest.mark.parametrize(("codec", "shards"), [("none", 1), ("zstd", 2), ("zstd", 4)])
def test_words_in_one_byte_sends(start_broker, tmp_path: Path, codec: str, shards: int) -> None:
    with SplittingProxy() as proxy:
        broker = start_broker(shards=shards, advertise=proxy.address)
        proxy.target = ("127.0.0.1", broker.port)
        create_topic(proxy.address, "words", words.PARTITIONS)
        words.produce(proxy.address, "words", codec)
        kcat_dump(proxy.address, tmp_path, ["words"])
    got = words.read_dump(tmp_path / "words")
    for partition, rows in words.expected().items():
        assert [(r.offset, r.key, r.headers, r.value) for r in got[partition]] == rows, f"partition {partition}"
