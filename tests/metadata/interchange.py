"""Directories go from Klamm to Apache Kafka 4.4.0 and back, opened by each without conversion.

    interchange.py INTERCHANGE_NODE

Exit code 77 (skipped) where no reference Kafka is installed.
"""

import fcntl
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.paths import reference_kafka_tool  # noqa: E402
from support.reference_kafka import ReferenceKafka, tool  # noqa: E402

node_program = sys.argv[1]


def node(directory: Path, *steps: str, refused: bool = False) -> str:
    """Runs a node of ours in the directory; gives what it printed (its refusal, when one is expected)."""
    done = subprocess.run([node_program, str(directory), *steps], capture_output=True, text=True, timeout=60)
    assert (done.returncode != 0) == refused, f"{steps}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stderr if refused else done.stdout


def topics(text: str) -> dict[str, str]:
    """Topic ids by name, from what node() printed."""
    return dict(re.findall(r"^topic (\S+) (\S+) ", text, re.M))


def dump(directory: Path) -> str:
    """What Kafka's dump-log makes of the metadata log and its snapshots; asserts that it finds nothing wrong."""
    log = directory / "__cluster_metadata-0"
    files = sorted(str(f) for f in log.iterdir() if f.suffix in (".log", ".checkpoint"))
    text = tool("dump-log", "--cluster-metadata-decoder", "--files", ",".join(files))
    for sign in ("isvalid: false", "Error", "Exception", "Could not read"):
        assert sign not in text, text
    return text


def wait_for_lock(directory: Path) -> None:
    """Until a killed process has let go of the directory, which its last threads do a moment after its end is seen."""
    with open(directory / ".lock", "r+b") as lock:
        fcntl.lockf(lock, fcntl.LOCK_EX)


class Kafka(ReferenceKafka):
    """Apache Kafka in a directory of its own, or in one that is there already."""

    def __init__(self, quorum: str, directory: Path | None = None) -> None:
        super().__init__(environment={"REFERENCE_KAFKA_QUORUM": quorum})
        self.link: Path | None = None
        if directory:
            self.link = Path(tool("data", str(self.port)).strip())
            self.link.parent.mkdir(parents=True, exist_ok=True)
            self.link.symlink_to(directory)

    def remove(self) -> None:
        self.stop()
        if self.link:
            self.link.unlink(missing_ok=True)
        super().remove()

    def topics(self) -> str:
        return tool("topics", "--bootstrap-server", self.address, "--describe")

    def create(self, name: str, *more: str) -> None:
        tool("topics", "--bootstrap-server", self.address, "--create", "--topic", name, *more)


def kafka_serves_our_directory(quorum: str) -> None:
    """Ours first, then Kafka (also with another address than the voter's), then ours again, twice."""
    with tempfile.TemporaryDirectory(prefix="klamm-interchange-") as folder:
        directory = Path(folder) / "data"
        node(directory, "create", "first", "3", "create", "gone", "1", "set", "first", "retention.ms", "777000", "ids",
             "set", "first", "producer.state.batches.to.retain", "50", "remove", "gone", "quota", "a", "producer_byte_rate",
             "1000", "quota", "a", "request_percentage", "12.5", "quota", "b", "consumer_byte_rate", "7", "quota", "b",
             "consumer_byte_rate", "-")  # fmt: skip
        node(directory, "create", "second", "1", "crash")
        ours = node(directory, "grow", "second", "4")
        text = dump(directory)
        for record in ("FEATURE_LEVEL_RECORD", "REGISTER_BROKER_RECORD", "PARTITION_CHANGE_RECORD", "LeaderChange",
                       "PRODUCER_IDS_RECORD", "REMOVE_TOPIC_RECORD", "KRaftVoters"):  # fmt: skip
            assert record in text, record

        for round_number in range(2):
            kafka = Kafka(quorum, directory)
            try:
                kafka.start()
                described = kafka.topics()
                for name, topic_id in topics(ours).items():
                    assert re.search(rf"Topic: {name}\s+TopicId: {topic_id}", described), described
                assert "Leader: none" not in described, described
                assert re.search(r"Topic: second\s.*PartitionCount: 4", described), described
                assert "retention.ms=777000" in described, described
                quotas = tool("configs", "--bootstrap-server", kafka.address, "--describe", "--entity-type", "users",
                              "--entity-default", "--entity-type", "clients", "--entity-name", "a")  # fmt: skip
                byte_rate = 1000.0 + round_number
                assert f"producer_byte_rate={byte_rate}" in quotas and "request_percentage=12.5" in quotas, quotas
                tool("configs", "--bootstrap-server", kafka.address, "--alter", "--entity-type", "users",
                     "--entity-default", "--entity-type", "clients", "--entity-name", "a", "--add-config",
                     f"producer_byte_rate={byte_rate + 1}")  # fmt: skip
                # Kafka refuses this for a topic that carries a setting which it does not know.
                tool("configs", "--bootstrap-server", kafka.address, "--alter", "--entity-type", "topics", "--entity-name",
                     "first", "--add-config", "segment.bytes=2000000")  # fmt: skip
                kafka.create(f"by-kafka-{round_number}", "--partitions", "2", "--config", "cleanup.policy=compact")
                tool("topics", "--bootstrap-server", kafka.address, "--alter", "--topic", "first", "--partitions",
                     str(4 + round_number))  # fmt: skip
                kafka.stop()
            finally:
                kafka.remove()
            before = ours
            ours = node(directory, "create", f"by-klamm-{round_number}", "1")
            assert "clean=1" in ours, ours
            assert topics(before).items() <= topics(ours).items(), (before, ours)
            assert f"topic by-kafka-{round_number} " in ours and "cleanup.policy=compact" in ours, ours
            assert f"partition first-{3 + round_number} leader=1" in ours, ours
            assert "leader=-1" not in ours, ours
            entity = "quota ClientQuotaEntity(entries={client-id=a, user=null})"
            assert f"{entity} producer_byte_rate={1001 + round_number}\n" in ours, ours
            assert f"{entity} request_percentage=12.5\n" in ours and ours.count("quota ") == 2, ours
            assert "producer.state.batches.to.retain=50" in ours and "segment.bytes=2000000" in ours, ours
            dump(directory)


def we_serve_kafkas_directory(quorum: str) -> None:
    """Kafka formats and fills a directory; ours opens it after a clean stop and after a kill."""
    kafka = Kafka(quorum)
    try:
        kafka.start()
        kafka.create("one", "--partitions", "3", "--config", "retention.ms=5000")
        kafka.create("two")
        tool("configs", "--bootstrap-server", kafka.address, "--alter", "--entity-type", "users", "--entity-name",
             "alice", "--add-config", "SCRAM-SHA-256=[iterations=4096,password=x]")  # fmt: skip
        described = kafka.topics()
        kafka.stop()
        ours = node(kafka.data_dir, "create", "three", "2")
        for name, topic_id in topics(ours).items():
            assert name == "three" or f"TopicId: {topic_id}" in described, (ours, described)
        assert set(topics(ours)) == {"one", "two", "three"}, ours
        assert "retention.ms=5000" in ours and "leader=-1" not in ours and "clean=1" in ours, ours
        assert re.search(r"^kept 1 ", ours, re.M), ours
        assert f"kraft.version={int(quorum == 'standalone')}" in ours, ours
        dump(kafka.data_dir)
        refusal = "the data directory"
        kafka.start()
        assert refusal in node(kafka.data_dir, refused=True), "opened while Kafka has it"
        assert re.search(r"Topic: three\s", kafka.topics())
        kafka.kill()
        wait_for_lock(kafka.data_dir)
        again = node(kafka.data_dir)
        assert topics(again) == topics(ours) and "leader=-1" not in again, again
    finally:
        kafka.remove()


def main() -> int:
    if reference_kafka_tool() is None:
        print("no reference Kafka is installed")
        return 77
    os.environ.setdefault("REFERENCE_KAFKA_HEAP", "-Xmx512m")
    for quorum in ("standalone", "static"):
        print(f"Klamm to Kafka, {quorum}", flush=True)
        kafka_serves_our_directory(quorum)
        print(f"Kafka to Klamm, {quorum}", flush=True)
        we_serve_kafkas_directory(quorum)
    return 0


if __name__ == "__main__":
    sys.exit(main())
