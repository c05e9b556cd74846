"""`klamm dump`, `verify` and `recover`: on directories of Kafka and of Klamm, whole, torn and damaged."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from clients.admin import create_topic
from confluent_kafka import Consumer, Producer, TopicPartition
from support.klamm_process import KlammProcess
from support.paths import ROOT, klamm_binary
from support.reference_kafka import ReferenceKafka, classpath, tool

pytestmark = [pytest.mark.usefixtures("need_reference_kafka"), pytest.mark.timeout(600)]
TRAFFIC = ROOT / "tests" / "storage" / "java" / "LogTraffic.java"
# Texts without a checksum: another number, id or comment in them may be as good as the right one.
NOT_COMPARED = {".lock", ".kafka_cleanshutdown", "meta.properties", "quorum-state", "leader-epoch-checkpoint"}


def is_compared(file: Path) -> bool:
    if file.parent.name == "__cluster_metadata-0" and file.suffix in (".index", ".timeindex"):
        return False  # nobody looks anything up by these
    return file.name not in NOT_COMPARED and not file.name.endswith("offset-checkpoint")


def klamm(*arguments: str | Path, errors: int = subprocess.STDOUT) -> tuple[int, str]:
    done = subprocess.run(
        [str(klamm_binary()), *map(str, arguments)], stdout=subprocess.PIPE, stderr=errors, text=True, timeout=300,
    )  # fmt: skip
    return done.returncode, done.stdout


def items(*arguments: str | Path) -> tuple[int, list[dict]]:
    code, out = klamm(*arguments, "--json", errors=subprocess.DEVNULL)
    return code, [json.loads(line) for line in out.splitlines()]


def of_type(rows: list[dict], kind: str) -> list[dict]:
    return [row for row in rows if row["type"] == kind]


@pytest.fixture(scope="module")
def kafkas(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Path]]:
    """A directory of Kafka as a kill and as a stop leaves it."""
    folder = tmp_path_factory.mktemp("kafka")
    kafka = ReferenceKafka().start()
    try:
        subprocess.run(
            ["java", "-Xmx512m", "-cp", classpath(), str(TRAFFIC), f"127.0.0.1:{kafka.port}", "kept"],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        kafka.kill()
        shutil.copytree(kafka.data_dir, folder / "unclean")
        kafka.start()
        kafka.stop()
        shutil.copytree(kafka.data_dir, folder / "clean")
    finally:
        kafka.remove()
    yield {"unclean": folder / "unclean", "clean": folder / "clean"}


@pytest.fixture(scope="module")
def klamms(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory that Klamm has stopped on, with some of everything that it writes."""
    broker = KlammProcess(tmp_path_factory.mktemp("klamm") / "data").start()
    try:
        create_topic(broker.address, "t", 2, segment_bytes="1048576")
        create_topic(broker.address, "compact", 1, cleanup_policy="compact")
        for topic in ("t", "compact"):
            producer = Producer({"bootstrap.servers": broker.address, "enable.idempotence": True, "linger.ms": 1, "batch.num.messages": 20})
            for i in range(3000):
                producer.produce(topic, f"value {i} ".encode() * 40, f"key {i % 100}".encode(), partition=0)
            assert producer.flush(60) == 0
        consumer = Consumer({"bootstrap.servers": broker.address, "group.id": "g"})
        consumer.commit(offsets=[TopicPartition("t", 0, 17)], asynchronous=False)
        consumer.close()
    finally:
        broker.stop()
    return broker.data_dir


@pytest.fixture
def copy(tmp_path: Path):
    def make(of: Path) -> Path:
        return Path(shutil.copytree(of, tmp_path / f"copy-{len(list(tmp_path.iterdir()))}"))

    return make


# ---- dump


def kafkas_batches(segment: Path) -> list[tuple[int, int, int, int, bool]]:
    said = tool("dump-log", "--files", str(segment))
    pattern = r"baseOffset: (\d+) lastOffset: (\d+) count: (\d+).* crc: (\d+) isvalid: (true|false)"
    return [(*map(int, found[:4]), found[4] == "true") for found in re.findall(pattern, said)]


@pytest.mark.parametrize("whose", ["kafka", "klamm"])
def test_batches_are_those_of_dump_log(whose: str, kafkas: dict[str, Path], klamms: Path) -> None:
    directory = kafkas["clean"] / "kept-0" if whose == "kafka" else klamms / "t-0"
    segments = sorted(directory.glob("*.log"))
    assert len(segments) > 1 or whose == "kafka"
    for segment in segments:
        code, rows = items("dump", segment)
        assert code == 0
        ours = [(b["baseOffset"], b["lastOffset"], b["count"], b["crc"], b["isvalid"]) for b in of_type(rows, "batch")]
        assert ours == kafkas_batches(segment) and ours


def test_records_and_what_stands_beside_them(kafkas: dict[str, Path]) -> None:
    code, rows = items("dump", "--records", kafkas["clean"])
    assert code == 0, of_type(rows, "damage")
    records = [row for row in of_type(rows, "record") if str(row.get("payload", "")).startswith("zstd-7-")]
    assert [r["key"] for r in records] == ["k7"] and records[0]["CreateTime"] == 1700000000049
    assert len(of_type(rows, "abortedTransaction")) == 3
    markers = [row["endTxnMarker"] for row in of_type(rows, "control") if "endTxnMarker" in row]
    assert markers.count("ABORT") == 3 and markers.count("COMMIT") == 3
    for kind in ("offset", "time", "producer", "checkpoint", "leaderEpoch", "partitionMetadata", "metaProperties", "quorumState", "cleanShutdown"):  # fmt: skip
        assert of_type(rows, kind), kind
    topics = [r["payload"]["data"]["name"] for r in of_type(rows, "record") if isinstance(r.get("payload"), dict) and r["payload"]["type"] == "TopicRecord"]
    assert "kept" in topics
    assert any(row.get("payload", {}).get("type") == "SnapshotHeaderRecord" for row in of_type(rows, "control"))


def test_offsets_of_groups(klamms: Path) -> None:
    code, rows = items("dump", "--records", *klamms.glob("__consumer_offsets-*"))
    commits = [row for row in of_type(rows, "record") if row["key"]["type"] == "OffsetCommitKey"]
    assert code == 0 and len(commits) == 1
    assert commits[0]["key"]["data"] == {"group": "g", "topic": "t", "partition": 0}
    assert commits[0]["payload"]["data"]["offset"] == 17
    code, text = klamm("dump", "--records", *klamms.glob("__consumer_offsets-*"))
    assert code == 0 and '"group":"g"' in text


def test_dump_goes_on_behind_damage(klamms: Path, copy) -> None:
    segment = min((copy(klamms) / "t-0").glob("*.log"))
    _, rows = items("dump", segment)
    batches = of_type(rows, "batch")
    data = bytearray(segment.read_bytes())
    data[batches[3]["position"] + 8] ^= 0x40  # the length
    data[batches[9]["position"] + 70] ^= 1  # the records
    segment.write_bytes(data)
    code, rows = items("dump", segment)
    assert code == 1
    assert [row["position"] for row in of_type(rows, "damage")] == [batches[3]["position"], batches[9]["position"]]
    assert [b["baseOffset"] for b in of_type(rows, "batch")] == [b["baseOffset"] for b in batches if b is not batches[3]]


# ---- verify


def test_verify_finds_nothing_in_what_is_whole(kafkas: dict[str, Path], klamms: Path) -> None:
    for directory in (kafkas["clean"], klamms):
        code, rows = items("verify", directory)
        counts = of_type(rows, "verified")[0]
        assert code == 0 and not of_type(rows, "damage") and not of_type(rows, "mend"), rows
        assert counts["cleanlyStopped"] and counts["batches"] > 20


def test_verify_after_a_kill_tells_what_a_start_mends(kafkas: dict[str, Path], copy) -> None:
    directory = copy(kafkas["unclean"])
    segment = max((directory / "kept-0").glob("*.log"))
    with segment.open("ab") as file:
        file.write(b"\0" * 100)
    code, rows = items("verify", directory)
    assert code == 0, of_type(rows, "damage")
    assert any(row["file"] == str(segment) for row in of_type(rows, "mend"))
    before = {f: f.read_bytes() for f in directory.rglob("*") if f.is_file()}
    assert items("recover", "--dry-run", directory) == (code, rows)
    assert before == {f: f.read_bytes() for f in directory.rglob("*") if f.is_file()}


def test_a_start_mends_what_verify_says_of_a_missing_end(klamms: Path, copy) -> None:
    directory = copy(klamms)
    first, second = sorted((directory / "t-0").glob("*.log"))[:2]
    batches = of_type(items("dump", first)[1], "batch")
    with first.open("ab") as file:
        file.truncate(batches[-1]["position"])
    for name in (".kafka_cleanshutdown", "recovery-point-offset-checkpoint"):
        (directory / name).unlink()
    code, rows = items("verify", directory)
    assert code == 0, of_type(rows, "damage")
    assert any(row["file"] == str(second) and "are missing before it" in row["what"] for row in of_type(rows, "mend")), rows
    with KlammProcess(directory) as broker:
        assert values(broker, "t")[-1][0] == batches[-1]["baseOffset"] - 1
    assert klamm("verify", directory)[0] == 0


def flip(path: Path, position: int) -> None:
    data = bytearray(path.read_bytes())
    data[position] ^= 1 << (position % 8)
    path.write_bytes(data)


def test_verify_sees_a_flipped_bit_in_any_file(klamms: Path, kafkas: dict[str, Path], copy) -> None:
    """All that has a checksum, or stands in two places."""
    chance = random.Random(20)
    unseen = []
    for original in (klamms, kafkas["clean"]):
        directory = copy(original)
        ours = ("t", "kept", "compact", "__cluster_metadata", directory.name.rsplit("-", 1)[0])
        files = [f for f in sorted(directory.rglob("*")) if f.is_file() and f.stat().st_size and f.parent.name.rsplit("-", 1)[0] in ours]
        for file in chance.sample(files, min(len(files), 25)):
            before = file.read_bytes()
            position = chance.randrange(len(before))
            flip(file, position)
            code, rows = items("verify", directory)
            found = of_type(rows, "damage") + of_type(rows, "mend") + of_type(rows, "failure")
            if not found and is_compared(file):
                unseen.append((file.name, position, len(before)))
            file.write_bytes(before)
        assert klamm("verify", directory)[0] == 0
    assert not unseen


@pytest.mark.parametrize("harm", ["segment", "index", "topic id", "checkpoint", "epochs", "snapshot", "windows", "partition"])
def test_verify_names_the_harmed_file(harm: str, klamms: Path, copy) -> None:
    directory = copy(klamms)
    log = directory / "t-0"
    match harm:
        case "segment":
            file = sorted(log.glob("*.log"))[1]
            file.unlink()
            file = log  # its indexes are left, and offsets are missing
        case "index":
            file = min(log.glob("*.timeindex"))
            file.unlink()
        case "topic id":
            file = log / "partition.metadata"
            file.write_text("version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAg")
        case "checkpoint":
            file = directory / "recovery-point-offset-checkpoint"
            file.write_text("0\n2\nt 0 1\n")
        case "epochs":
            file = log / "leader-epoch-checkpoint"
            file.write_text("0\n1\n7 0\n")
            file = log
        case "snapshot" | "windows":
            file = max(log.glob("*.snapshot" if harm == "snapshot" else "*.producer-windows"))
            flip(file, file.stat().st_size - 1)
        case _:
            file = directory / "t-1"
            shutil.rmtree(file)
    code, rows = items("verify", directory)
    assert code == 1
    assert any(row["file"].startswith(str(file)) for row in of_type(rows, "damage")), rows


def test_a_directory_in_use_is_refused(tmp_path: Path) -> None:
    with KlammProcess(tmp_path / "data") as broker:
        for command in ("verify", "recover"):
            code, out = klamm(command, broker.data_dir)
            assert code == 2 and "in use" in out and out.count("\n") == 1
        code, out = klamm("verify", "--while-in-use", broker.data_dir)
        assert code in (0, 1) and "verified" in out
    code, out = klamm("verify", tmp_path)
    assert code == 2 and "no log directory" in out


# ---- recover


def values(broker: KlammProcess | ReferenceKafka, topic: str) -> list[tuple[int, bytes]]:
    consumer = Consumer({"bootstrap.servers": broker.address, "group.id": "reader", "enable.auto.commit": False, "enable.partition.eof": True, "isolation.level": "read_uncommitted"})  # fmt: skip
    consumer.assign([TopicPartition(topic, 0, 0)])
    found = []
    while True:
        message = consumer.poll(30)
        assert message is not None
        if message.error():
            consumer.close()
            return found
        found.append((message.offset(), message.value()))


def test_recover_cuts_a_torn_log_and_kafka_opens_it(kafkas: dict[str, Path]) -> None:
    kafka = ReferenceKafka().start()
    try:
        kafka.stop()
        shutil.rmtree(kafka.data_dir)
        shutil.copytree(kafkas["unclean"], kafka.data_dir)
        (kafka.data_dir / ".lock").unlink(missing_ok=True)
        log = kafka.data_dir / "kept-0"
        segment = max(log.glob("*.log"))
        _, rows = items("dump", segment)
        whole = of_type(rows, "batch")
        size = segment.stat().st_size
        flip(segment, size - 3)
        for index in log.glob("*.index"):
            index.write_bytes(b"\xff" * 16)
        code, rows = items("recover", kafka.data_dir)
        assert code == 0, rows
        assert any(row["file"] == str(segment) and row["to"] < size for row in of_type(rows, "cut"))
        assert klamm("verify", kafka.data_dir)[0] == 0
        code, out = klamm("recover", kafka.data_dir)
        assert code == 0 and "nothing to recover" in out
        kafka.start()
        found = values(kafka, "kept")
        assert found and found[-1][0] < whole[-1]["baseOffset"]
    finally:
        kafka.remove()


def test_recover_after_a_kill_of_klamm(tmp_path: Path) -> None:
    broker = KlammProcess(tmp_path / "data").start()
    create_topic(broker.address, "t", 1, segment_bytes="1048576")
    producer = Producer({"bootstrap.servers": broker.address, "enable.idempotence": True})
    for i in range(3000):
        producer.produce("t", b"%d " % i * 100, partition=0)
    assert producer.flush(60) == 0
    before = values(broker, "t")
    broker.kill()
    code, rows = items("recover", broker.data_dir)
    assert code == 0 and of_type(rows, "recovered")[0]["failed"] == 0
    assert klamm("verify", broker.data_dir)[0] == 0
    with broker:
        assert values(broker, "t") == before


def test_recover_leaves_a_log_that_kafka_was_moving_to_kafka(tmp_path: Path) -> None:
    broker = KlammProcess(tmp_path / "data").start()
    broker.kill()
    moved = broker.data_dir / "t-0.0123456789abcdef0123456789abcdef-future"
    moved.mkdir()
    mark = broker.data_dir / ".kafka_cleanshutdown"
    code, rows = items("recover", broker.data_dir)
    assert code == 0 and not mark.exists(), rows
    assert any(moved.name in row["text"] for row in of_type(rows, "note")), rows
    moved.rmdir()
    assert items("recover", broker.data_dir)[0] == 0 and mark.exists()


@pytest.mark.parametrize("command", [["verify"], ["dump", "--records"], ["recover", "--dry-run"]], ids=lambda words: words[0])
@pytest.mark.parametrize("way", ["a pipe that nobody reads", "a full disk"])
def test_an_output_that_is_lost_ends_nothing_early(klamms: Path, command: list[str], way: str) -> None:
    if way == "a full disk":
        out = os.open("/dev/full", os.O_WRONLY)
    else:
        nobody, out = os.pipe()
        os.close(nobody)
    try:
        done = subprocess.run([str(klamm_binary()), *command, str(klamms)], stdout=out, stderr=subprocess.PIPE, text=True, timeout=300)
    finally:
        os.close(out)
    assert (done.returncode, done.stderr) == (2, "")
