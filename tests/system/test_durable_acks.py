"""log.flush.before.acks=all: what was acknowledged outlives what the page cache had not written back."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from clients.admin import create_topic, delete_topic
from confluent_kafka import Consumer, Producer, TopicPartition
from support.kcat import values
from support.klamm_process import KlammProcess
from support.paths import klamm_binary
from support.reference_kafka import ReferenceKafka, tool

PARTITIONS, RECORDS = 6, 300
SETTINGS = {"log.flush.before.acks": "all", "log.journal.bytes": "8388608", "group.initial.rebalance.delay.ms": "0"}


def fill(address: str, topic: str, first: int, acks: str, padding: int = 0) -> dict[int, list[bytes]]:
    """What was acknowledged, of each partition."""
    acknowledged: dict[int, list[bytes]] = {}

    def note(error: object, message: object) -> None:
        assert error is None, error
        acknowledged.setdefault(message.partition(), []).append(message.value())  # type: ignore[attr-defined]

    producer = Producer({"bootstrap.servers": address, "acks": acks, "linger.ms": 0})
    for i in range(first, first + RECORDS):
        producer.produce(topic, b"%d" % i + b"." * padding, partition=i % PARTITIONS, on_delivery=note)
        producer.poll(0)
    assert producer.flush(30) == 0
    return acknowledged


def journals(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.glob("klamm-journal-*"))


def run_klamm(*arguments: str | Path) -> tuple[int, list[dict]]:
    """A subcommand's exit code and what it said."""
    command = [str(klamm_binary()), *map(str, arguments), "--json"]
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True, timeout=120)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def of_type(rows: list[dict], kind: str) -> list[dict]:
    return [row for row in rows if row["type"] == kind]


def lose_unsynced(directory: Path) -> None:
    """As a power loss does that no segment had been written back before."""
    for log in directory.glob("*/*.log"):
        if log.parent.name != "__cluster_metadata-0":
            log.write_bytes(b"")


@pytest.mark.parametrize("acks", ["1", "all"])
@pytest.mark.parametrize("shards", [(1, 2), (2, 1)])
def test_acknowledged_records_outlive_a_power_loss(klamm, acks: str, shards: tuple[int, int]) -> None:
    process = klamm(shards=shards[0], settings=SETTINGS)
    create_topic(process.address, "t", PARTITIONS)
    expected = fill(process.address, "t", 0, acks)
    process.kill()
    assert journals(process.data_dir) == [f"klamm-journal-1-{shard}" for shard in range(shards[0])]
    lose_unsynced(process.data_dir)
    process.command[process.command.index("--cores") + 1] = str(shards[1])
    process.start()
    assert journals(process.data_dir) == [f"klamm-journal-2-{shard}" for shard in range(shards[1])]
    assert values(process.address, "t") == expected
    for partition, more in fill(process.address, "t", RECORDS, acks).items():
        expected[partition] += more
    process.stop()
    assert journals(process.data_dir) == []
    process.start()
    assert values(process.address, "t") == expected


def test_more_than_the_journal_holds(klamm) -> None:
    process = klamm(settings=SETTINGS)
    create_topic(process.address, "t", PARTITIONS)
    expected = {partition: list[bytes]() for partition in range(PARTITIONS)}
    for lap in range(3):
        for partition, more in fill(process.address, "t", lap * RECORDS, "all", padding=20_000).items():
            expected[partition] += more
    process.kill()
    process.start()
    assert values(process.address, "t") == expected


def test_committed_offsets_outlive_a_power_loss(klamm) -> None:
    process = klamm(settings=SETTINGS)
    create_topic(process.address, "t", 1)
    consumer = Consumer({"bootstrap.servers": process.address, "group.id": "g"})
    consumer.commit(offsets=[TopicPartition("t", 0, 42)], asynchronous=False)
    process.kill()
    consumer.close()
    lose_unsynced(process.data_dir)
    process.start()
    consumer = Consumer({"bootstrap.servers": process.address, "group.id": "g"})
    assert [found.offset for found in consumer.committed([TopicPartition("t", 0)], timeout=20)] == [42]
    consumer.close()


@pytest.fixture
def kafka_on(need_reference_kafka: None) -> Iterator:
    """kafka_on(directory): a started Kafka with that data directory."""
    started: list[tuple[ReferenceKafka, Path]] = []

    def start(directory: Path) -> ReferenceKafka:
        kafka = ReferenceKafka(environment={"REFERENCE_KAFKA_QUORUM": "standalone"})
        link = Path(tool("data", str(kafka.port)).strip())
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(directory)
        started.append((kafka, link))
        return kafka.start()

    yield start
    for kafka, link in started:
        kafka.stop()
        link.unlink(missing_ok=True)
        kafka.remove()


def test_kafka_opens_what_was_stopped_in_good_order(klamm, kafka_on) -> None:
    process: KlammProcess = klamm(settings=SETTINGS, shards=2)
    create_topic(process.address, "t", PARTITIONS)
    expected = fill(process.address, "t", 0, "all")
    process.stop()
    kafka = kafka_on(process.data_dir)
    assert values(kafka.address, "t") == expected
    for partition, more in fill(kafka.address, "t", RECORDS, "all").items():
        expected[partition] += more
    kafka.stop()
    process.start()
    assert values(process.address, "t") == expected
    assert not re.search("journal", "\n".join(process.lines))


# ---- without a start: klamm recover, dump and verify


def contents(directory: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in directory.rglob("*") if path.is_file()}


def test_kafka_opens_what_was_recovered_after_a_power_loss(klamm, kafka_on) -> None:
    process: KlammProcess = klamm(settings=SETTINGS, shards=2)
    create_topic(process.address, "t", PARTITIONS)
    create_topic(process.address, "gone", 1)
    expected = fill(process.address, "t", 0, "all")
    producer = Producer({"bootstrap.servers": process.address})
    producer.produce("gone", b"x", partition=0)
    assert producer.flush(30) == 0
    delete_topic(process.address, "gone")
    process.kill()
    directory = process.data_dir
    assert len(journals(directory)) == 2
    lose_unsynced(directory)
    shutil.rmtree(directory / "t-5")  # nothing but the metadata log knows its name

    before = contents(directory)
    code, rows = run_klamm("recover", "--dry-run", directory)
    assert code == 0 and contents(directory) == before
    to_replay = of_type(rows, "toReplay")
    assert [(row["topic"], row["partition"]) for row in to_replay] == [("t", index) for index in range(PARTITIONS)]
    assert all(row["endOffset"] == RECORDS // PARTITIONS for row in to_replay)
    planned = of_type(rows, "journals")[0]
    assert planned["files"] == 2 and planned["partitionsToReplay"] == PARTITIONS
    assert any("Kafka must not open" in row["text"] for row in of_type(rows, "note"))

    code, rows = run_klamm("recover", directory)
    assert code == 0, rows
    done = of_type(rows, "journals")[0]
    assert done["removed"] and (done["batches"], done["bytes"]) == (planned["batches"], planned["bytes"])
    assert journals(directory) == []
    code, rows = run_klamm("verify", directory)
    assert code == 0 and not of_type(rows, "toReplay")
    code, rows = run_klamm("recover", directory)
    assert code == 0 and "nothing to recover" in of_type(rows, "note")[0]["text"]

    kafka = kafka_on(directory)
    assert values(kafka.address, "t") == expected
    kafka.stop()
    process.start()
    assert values(process.address, "t") == expected


def test_recover_where_segments_end_as_the_journal_begins(klamm) -> None:
    """The most that a power loss can take: all that was not synced before its half of the journal was written anew."""
    process = klamm(settings=SETTINGS)
    create_topic(process.address, "t", PARTITIONS, segment_bytes="1048576")
    expected = {partition: list[bytes]() for partition in range(PARTITIONS)}
    for lap in range(3):
        for partition, more in fill(process.address, "t", lap * RECORDS, "all", padding=20_000).items():
            expected[partition] += more
    process.kill()
    _, rows = run_klamm("dump", *process.data_dir.glob("klamm-journal-*"))
    begins: dict[int, int] = {}
    for entry in of_type(rows, "journalEntry"):
        begins.setdefault(entry["partition"], entry["baseOffset"])
    assert set(begins) == set(range(PARTITIONS)) and all(begin > 0 for begin in begins.values())
    for partition, begin in begins.items():
        for segment in (process.data_dir / f"t-{partition}").glob("*.log"):
            kept = [b for b in of_type(run_klamm("dump", segment)[1], "batch") if b["baseOffset"] < begin]
            size = kept[-1]["position"] + kept[-1]["size"] if kept else 0
            segment.write_bytes(segment.read_bytes()[:size])
    code, rows = run_klamm("recover", process.data_dir)
    assert code == 0 and len(of_type(rows, "replayed")) == PARTITIONS, rows
    # The topic's own segment size: the default would leave one.
    assert all(len(list((process.data_dir / f"t-{partition}").glob("*.log"))) > 1 for partition in begins)
    process.start()
    assert values(process.address, "t") == expected


def test_recover_keeps_journals_that_a_partition_could_not_take(klamm) -> None:
    process = klamm(settings=SETTINGS)
    create_topic(process.address, "t", PARTITIONS)
    expected = fill(process.address, "t", 0, "all")
    process.kill()
    directory = process.data_dir
    lose_unsynced(directory)
    segment = min((directory / "t-3").glob("*.log"))
    segment.unlink()
    segment.mkdir()  # it cannot be opened
    found = journals(directory)
    for _ in range(2):
        code, rows = run_klamm("recover", directory)
        assert code == 2 and journals(directory) == found
        assert any("journals are kept" in row["what"] for row in of_type(rows, "failure")), rows
        assert not (directory / ".kafka_cleanshutdown").exists()
    segment.rmdir()
    code, rows = run_klamm("recover", directory)
    assert code == 0 and [row["partition"] for row in of_type(rows, "replayed")] == [3], rows
    assert journals(directory) == []
    process.start()
    assert values(process.address, "t") == expected


def test_directories_of_a_node_are_recovered_together(klamm, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    process = klamm(settings={**SETTINGS, "log.dirs": f"{first},{second}"})
    create_topic(process.address, "t", PARTITIONS)
    expected = fill(process.address, "t", 0, "all")
    process.kill()
    for directory in (first, second):
        lose_unsynced(directory)
    there = sorted(second.glob("t-*"))
    assert there and len(there) < PARTITIONS and journals(first) and journals(second)
    shutil.rmtree(there[0])
    # Whether it was deleted only the metadata log in the other directory can tell.
    code, _ = run_klamm("recover", second)
    assert code == 2 and journals(second) and not (second / ".kafka_cleanshutdown").exists()
    code, rows = run_klamm("verify", first, second)
    assert code == 0 and len(of_type(rows, "verified")) == 2
    assert there[0].name in {f"{row['topic']}-{row['partition']}" for row in of_type(rows, "toReplay")}
    code, rows = run_klamm("recover", second, first)
    assert code == 0 and len(of_type(rows, "recovered")) == 2, rows
    assert there[0].exists() and not journals(first) and not journals(second)
    process.start()
    assert values(process.address, "t") == expected


def test_dump_and_verify_of_a_journal(klamm) -> None:
    process = klamm(settings=SETTINGS)
    create_topic(process.address, "t", 1)
    producer = Producer({"bootstrap.servers": process.address, "linger.ms": 0})
    for i in range(5):
        producer.produce("t", b"value %d" % i, partition=0)
        assert producer.flush(30) == 0
    process.kill()
    (journal,) = process.data_dir.glob("klamm-journal-*")
    code, rows = run_klamm("dump", "--records", journal)
    assert code == 0
    assert of_type(rows, "journal")[0]["entries"] == 5 and of_type(rows, "journal")[0]["generation"] == 1
    frames = of_type(rows, "frame")
    assert [frame["sequence"] for frame in frames] == [1, 2, 3, 4, 5]
    assert [row["baseOffset"] for row in of_type(rows, "journalEntry")] == [0, 1, 2, 3, 4]
    assert [row["payload"] for row in of_type(rows, "record")] == [f"value {i}" for i in range(5)]
    code, rows = run_klamm("dump", process.data_dir)
    assert code == 0 and any("Kafka must not open" in row["text"] for row in of_type(rows, "note"))
    text = subprocess.run([str(klamm_binary()), "dump", str(journal)], check=True, stdout=subprocess.PIPE, text=True).stdout
    assert "kind: batch" in text and "sequence: 3" in text

    code, rows = run_klamm("verify", process.data_dir)
    assert code == 0 and not of_type(rows, "toReplay")  # the segments have it all
    whole = journal.read_bytes()
    torn = bytearray(whole)
    torn[frames[4]["position"] + 60] ^= 1  # the last write may be torn
    journal.write_bytes(torn)
    assert run_klamm("verify", process.data_dir)[0] == 0
    for position in (20, frames[2]["position"] + 60):
        harmed = bytearray(whole)
        harmed[position] ^= 1
        journal.write_bytes(harmed)
        for command in ("verify", "dump"):
            code, rows = run_klamm(command, process.data_dir)
            assert code == 1 and [row["file"] for row in of_type(rows, "damage")] == [str(journal)], (position, rows)
