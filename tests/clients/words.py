"""Real input: the word list of a Debian package, produced with kcat by key, and what every consumer must then see."""

from __future__ import annotations

import subprocess
import time
import zlib
from dataclasses import dataclass
from pathlib import Path

WORDS = Path("/usr/share/dict/words")
PARTITIONS = 6
CODECS = ("none", "gzip", "snappy", "lz4", "zstd")
HEADERS = {0: "", 1: "part=second,of=words"}  # the first half of the list has no headers


@dataclass(frozen=True)
class Line:
    partition: int
    offset: int
    timestamp: int
    key: bytes
    headers: bytes
    value: bytes


def halves() -> list[list[bytes]]:
    words = WORDS.read_bytes().splitlines()
    assert len(words) >= 100_000
    return [words[: len(words) // 2], words[len(words) // 2 :]]


def value_of(place: int, word: bytes) -> bytes:
    return b"%d %s" % (place, word * 2)


def produce(address: str, topic: str, codec: str) -> tuple[int, int]:
    """Both halves with kcat, one after the other; returns the first and last moment that a record may bear."""
    started, place = int(time.time() * 1000), 0
    for half, words in enumerate(halves()):
        lines = []
        for word in words:
            lines.append(word + b"\t" + value_of(place, word))
            place += 1
        command = ["kcat", "-P", "-b", address, "-t", topic, "-K", "\t", "-z", codec]
        for header in HEADERS[half].split(",") if HEADERS[half] else []:
            command += ["-H", header]
        subprocess.run(command, input=b"\n".join(lines), check=True, timeout=120)
    return started, int(time.time() * 1000)


def expected() -> dict[int, list[tuple[int, bytes, bytes, bytes]]]:
    """(offset, key, headers, value) per partition: librdkafka's default partitioner is the key's CRC32."""
    out: dict[int, list[tuple[int, bytes, bytes, bytes]]] = {p: [] for p in range(PARTITIONS)}
    place = 0
    for half, words in enumerate(halves()):
        for word in words:
            rows = out[zlib.crc32(word) % PARTITIONS]
            rows.append((len(rows), word, HEADERS[half].encode(), value_of(place, word)))
            place += 1
    return out


def read_dump(path: Path) -> dict[int, list[Line]]:
    """A consumer's lines per partition, in the order in which it saw them."""
    out: dict[int, list[Line]] = {p: [] for p in range(PARTITIONS)}
    for line in path.read_bytes().splitlines():
        partition, offset, timestamp, key, headers, value = line.split(b"\t")
        out[int(partition)].append(Line(int(partition), int(offset), int(timestamp), key, headers, value))
    return out
