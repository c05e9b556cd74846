#!/usr/bin/env python3
"""Logs that Apache Kafka wrote are read by Klamm's storage, and the other way round.

    kafka_directories.py LOG_TOOL

Exit code 77 (skipped) where no reference Kafka or no JDK is installed.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from support.paths import reference_kafka_tool  # noqa: E402
from support.reference_kafka import ReferenceKafka, classpath, tool  # noqa: E402

TRAFFIC = Path(__file__).resolve().parent / "java" / "LogTraffic.java"
ABORT, COMMIT = 0, 1


def run_tool(log_tool, *arguments):
    done = subprocess.run([log_tool, *map(str, arguments)], stdout=subprocess.PIPE, text=True)
    answer = json.loads(done.stdout)
    assert done.returncode == 0, answer.get("error")
    return answer


def traffic(port, topic):
    """What Kafka's own consumers read after Kafka's own producers wrote."""
    done = subprocess.run(
        ["java", "-Xmx512m", "-cp", classpath(), str(TRAFFIC), f"127.0.0.1:{port}", topic],
        check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    seen = {"read_uncommitted": [], "read_committed": []}
    for line in done.stdout.splitlines():
        level, offset, timestamp, key, value = line.split(" ", 4)
        seen[level].append([int(offset), int(timestamp), key, value])
    seen["max_timestamp"] = offset_at(port, topic, -3)
    seen["found"] = offset_at(port, topic, 1_700_000_005_000)
    return seen


def offset_at(port, topic, time):
    said = tool("get-offsets", "--bootstrap-server", f"127.0.0.1:{port}", "--topic", topic, "--time", str(time))
    return int(said.strip().splitlines()[-1].rsplit(":", 1)[1])


def committed(log):
    """What a consumer that reads committed data makes of the batches and the list of aborted transactions."""
    aborted = sorted(log["aborted"], key=lambda transaction: transaction[1])
    inside, records = set(), []
    for batch in log["batches"]:
        while aborted and aborted[0][1] <= batch["last"]:
            inside.add(aborted.pop(0)[0])
        if batch["control"]:
            if batch["type"] == ABORT:
                inside.discard(batch["producer"])
        elif not (batch["transactional"] and batch["producer"] in inside):
            records += batch["records"]
    return records


def check_same(level, ours, kafkas):
    for mine, theirs in zip(ours, kafkas):
        assert mine == theirs, f"{level}: {str(mine)[:200]} is {str(theirs)[:200]} for Kafka"
    assert len(ours) == len(kafkas), f"{level}: {len(ours)} records, {len(kafkas)} for Kafka"


def check_log(log, seen):
    assert all(batch["crc"] for batch in log["batches"])
    data = [record for batch in log["batches"] for record in batch["records"]]
    check_same("read_uncommitted", data, seen["read_uncommitted"])
    check_same("read_committed", committed(log), seen["read_committed"])
    assert log["stable"] == log["end"]
    assert len(log["aborted"]) == 3, log["aborted"]
    assert log["max_timestamp"][1] == seen["max_timestamp"], log["max_timestamp"]
    assert log["found"][1] == seen["found"], log["found"]
    # Kafka forgets producers whose records are old; the transactional one wrote markers of today.
    assert log["producers"], "no producers"


def kafka_to_klamm(log_tool, folder):
    kafka = ReferenceKafka().start()
    try:
        seen = traffic(kafka.port, "kept")
        again = traffic(kafka.port, "killed")
        kafka.kill()
        unclean = folder / "unclean"
        shutil.copytree(kafka.data_dir, unclean)
        kafka.start()
        kafka.stop()
        clean = folder / "clean"
        shutil.copytree(kafka.data_dir, clean)
    finally:
        kafka.remove()
    log = run_tool(log_tool, "read", clean, "kept", 0, "clean")
    check_log(log, seen)
    assert log["rebuilt"] == 0 and log["segments"] > 1, (log["rebuilt"], log["segments"])
    check_log(run_tool(log_tool, "read", unclean, "killed", 0, "unclean"), again)
    # What Klamm has opened and stopped again is still what Kafka's tool takes.
    check_dump(clean / "kept-0", len(seen["read_uncommitted"]))
    check_dump(unclean / "killed-0", len(again["read_uncommitted"]))


def check_dump(directory, records):
    logs = sorted(directory.glob("*.log"))
    said = tool("dump-log", "--deep-iteration", "--files", ",".join(map(str, logs)))
    assert "invalid" not in said.replace("isvalid: true", "") and "isvalid: false" not in said, said[-3000:]
    found = sum(1 for line in said.splitlines() if line.startswith("| offset:") and "isControlRecord" not in line and "endTxnMarker" not in line)
    assert found == records, (found, records)
    indexes = [*sorted(directory.glob("*.index")), *sorted(directory.glob("*.timeindex"))]
    said = tool("dump-log", "--verify-index-only", "--files", ",".join(map(str, indexes)))
    for fault in ("Mismatches", "Non-consecutive", "out of order", "Found", "mismatch"):
        assert fault not in said, said[-3000:]
    for snapshot in directory.glob("*.snapshot"):
        said = tool("dump-log", "--files", str(snapshot))
        assert "CorruptSnapshotException" not in said, said


def klamm_to_kafka(log_tool, folder):
    written = folder / "written"
    written.mkdir()
    answer = run_tool(log_tool, "write", written, "ours", 0)
    assert answer["segments"] > 4 and answer["end"] == 6000, answer
    check_dump(written / "ours-0", 6000)
    said = tool("dump-log", "--files", str(written / "ours-0" / f"{6000:020}.snapshot"))
    assert "producerId: 4001" in said and "producerId: 4002" in said, said
    windows_files = list((written / "ours-0").glob("*.producer-windows"))
    assert windows_files, "no windows were written"
    for windows in windows_files:
        assert windows.with_suffix(".snapshot").exists(), windows
    log = run_tool(log_tool, "read", written, "ours", 0, "clean")
    assert log["epochs"] == [[0, 0], [2, 3000]], log["epochs"]


def kafka_with_our_files(log_tool, folder):
    """Kafka starts, recovers and deletes a topic where Klamm has left files of its own; and Klamm does not take those of
    another log for what they are not."""
    foreign = next((folder / "written" / "ours-0").glob("*.producer-windows"))
    kafka = ReferenceKafka({"log.segment.delete.delay.ms": "1000"}).start()
    try:
        seen = traffic(kafka.port, "shared")
        for end, how in ((kafka.stop, "clean"), (kafka.kill, "unclean")):
            end()
            log = run_tool(log_tool, "read", kafka.data_dir, "shared", 0, how)
            check_log(log, seen)
            snapshots = (kafka.data_dir / "shared-0").glob("*.snapshot")
            ours = [shutil.copy(foreign, snapshot.with_suffix(".producer-windows")) for snapshot in snapshots]
            assert ours, "no snapshots"
            kafka.start()
            assert offset_at(kafka.port, "shared", -1) == log["end"]
            assert all(file.exists() for file in ours), "Kafka has touched files that it does not know"
        tool("topics", "--bootstrap-server", f"127.0.0.1:{kafka.port}", "--delete", "--topic", "shared")
        deadline = time.monotonic() + 60
        while (left := list(kafka.data_dir.glob("shared-0*"))) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not left, left
    finally:
        kafka.remove()


def main(log_tool):
    if reference_kafka_tool() is None or shutil.which("java") is None:
        print("no reference Kafka or no JDK")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        klamm_to_kafka(log_tool, Path(folder))
        print("klamm to kafka: ok", flush=True)
        kafka_to_klamm(log_tool, Path(folder))
        print("kafka to klamm: ok", flush=True)
        kafka_with_our_files(log_tool, Path(folder))
        print("kafka beside klamm's files: ok", flush=True)
    return 0


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    sys.exit(main(sys.argv[1]))
