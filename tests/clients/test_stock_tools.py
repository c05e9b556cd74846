"""Kafka's own command line tools with their default settings."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from clients.admin import create_topic
from clients.programs import DUMPS
from support.reference_kafka import tool

pytestmark = pytest.mark.usefixtures("need_reference_kafka")
RECORDS = 1_000_000
BAD_METRICS = ("record-error-total", "record-retry-total")


def metric(text: str, name: str) -> float:
    found = re.findall(rf"producer-metrics:{name}:\{{client-id=[^}}]*\}}\s*:\s*([\d.]+)", text)
    assert found, f"no {name} in what the tool printed:\n{text[-3000:]}"
    return max(map(float, found))


def segments(data_dir: Path, topic: str) -> list[Path]:
    return sorted(data_dir.glob(f"{topic}-*/*.log"))


@pytest.mark.timeout(400)
@pytest.mark.parametrize("shards", [1, 2])
def test_producer_perf_and_all_that_reads_it(start_broker, tmp_path: Path, shards: int) -> None:
    """A million records without an error or a retry; kcat, a Java consumer and the dump tool each read all of them."""
    broker = start_broker(shards=shards)
    said = tool(
        "producer-perf", "--bootstrap-server", broker.address, "--topic", "t", "--num-records", str(RECORDS),
        "--record-size", "100", "--throughput", "-1", "--print-metrics",
    )  # fmt: skip
    assert re.search(rf"^{RECORDS} records sent", said, re.M), said[-2000:]
    assert "ERROR" not in said and "Exception" not in said, said[-2000:]
    for name in BAD_METRICS:
        assert metric(said, name) == 0, name

    command = ["kcat", "-C", "-q", "-b", broker.address, "-t", "t", "-o", "beginning", "-e", "-f", "%s\\n"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as kcat:
        assert kcat.stdout
        assert sum(1 for line in kcat.stdout if len(line) == 101) == RECORDS

    counted = tool(
        "console-consumer", "--bootstrap-server", broker.address, "--topic", "t", "--partition", "0", "--offset",
        "earliest", "--max-messages", str(RECORDS), "--timeout-ms", "30000",
    )  # fmt: skip
    assert f"Processed a total of {RECORDS} messages" in counted, counted[-500:]

    broker.stop()
    logs = segments(broker.data_dir, "t")
    dumped = tool("dump-log", "--files", ",".join(map(str, logs)))
    counts = [int(n) for n in re.findall(r" count: (\d+)", dumped)]
    assert sum(counts) == RECORDS
    assert dumped.count("isvalid: true") == len(counts)


def test_topics_tool(start_broker) -> None:
    broker = start_broker()
    at = ("topics", "--bootstrap-server", broker.address)
    tool(*at, "--create", "--topic", "made-by-tool", "--partitions", "3", "--config", "retention.ms=60000")
    assert "made-by-tool" in tool(*at, "--list").split()
    described = tool(*at, "--describe", "--topic", "made-by-tool")
    assert "PartitionCount: 3" in described and "retention.ms=60000" in described
    tool(*at, "--delete", "--topic", "made-by-tool")
    assert "made-by-tool" not in tool(*at, "--list").split()


def test_topics_tool_adds_partitions(start_broker) -> None:
    """`--alter --partitions`: what is there stays, what is new serves, all of it after a restart, and Kafka's dump tool
    finds the records in the metadata log."""
    broker = start_broker()
    at = ("topics", "--bootstrap-server", broker.address)
    produce = ["kcat", "-P", "-b", broker.address, "-t", "grown", "-p"]
    create_topic(broker.address, "grown", 2)
    subprocess.run([*produce, "1"], input=b"old", check=True)
    tool(*at, "--alter", "--topic", "grown", "--partitions", "5")
    subprocess.run([*produce, "4"], input=b"new\nnewer", check=True)
    assert "PartitionCount: 5" in tool(*at, "--describe", "--topic", "grown")
    said = tool(*at, "--alter", "--topic", "grown", "--partitions", "5", check=False)
    assert "Topic already has 5 partition(s)." in said, said
    said = tool(*at, "--alter", "--topic", "grown", "--partitions", "4", check=False)
    assert "The topic grown currently has 5 partition(s); 4 would not be an increase." in said, said

    broker.restart()
    said = tool("get-offsets", "--bootstrap-server", broker.address, "--topic", "grown")
    assert said.split() == [f"grown:{p}:{n}" for p, n in enumerate([0, 1, 0, 0, 2])]
    at = ("topics", "--bootstrap-server", broker.address)
    tool(*at, "--alter", "--topic", "grown", "--partitions", "6", "--replica-assignment", "1,1,1,1,1,1")
    broker.stop()
    log = broker.data_dir / "__cluster_metadata-0" / "00000000000000000000.log"
    dumped = tool("dump-log", "--cluster-metadata-decoder", "--files", str(log))
    assert "isvalid: false" not in dumped and "Could not read" not in dumped, dumped[-3000:]
    added = re.findall(r'"type":"PARTITION_RECORD".*?"partitionId":(\d+)', dumped)
    assert added == [str(p) for p in range(6)], dumped[-3000:]


def test_indexes_pass_the_dump_tool(start_broker, tmp_path: Path) -> None:
    """Offset and time index entries point at batches that are there."""
    broker = start_broker()
    create_topic(broker.address, "indexed", 1, segment_bytes="1048576", index_interval_bytes="1024")
    tool(
        "producer-perf", "--bootstrap-server", broker.address, "--topic", "indexed", "--num-records", "40000",
        "--record-size", "100", "--throughput", "-1",
    )  # fmt: skip
    broker.stop()
    folder = broker.data_dir / "indexed-0"
    assert len(list(folder.glob("*.log"))) > 2
    files = [str(p) for kind in ("index", "timeindex") for p in sorted(folder.glob(f"*.{kind}"))]
    said = tool("dump-log", "--files", ",".join(files), "--index-sanity-check")
    assert said.count("passed sanity check") == len(files), said
    for kind in ("index", "timeindex"):
        said = tool("dump-log", "--files", str(sorted(folder.glob(f"*.{kind}"))[0]), "--verify-index-only")
        assert "mismatch" not in said.lower() and "error" not in said.lower(), said


def test_get_offsets(start_broker, tmp_path: Path) -> None:
    broker = start_broker()
    create_topic(broker.address, "offsets", 2)
    subprocess.run(["kcat", "-P", "-b", broker.address, "-t", "offsets", "-p", "1"], input=b"a\nb\nc", check=True)
    said = tool("get-offsets", "--bootstrap-server", broker.address, "--topic", "offsets")
    assert said.split() == ["offsets:0:0", "offsets:1:3"]
    DUMPS["franz-go"](broker.address, tmp_path, ["offsets"])
    assert len((tmp_path / "offsets").read_bytes().splitlines()) == 3
