"""A data directory goes from Apache Kafka to Klamm and back, without conversion: what either wrote the other serves."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from clients.programs import java
from support.klamm_process import KlammProcess
from support.reference_kafka import ReferenceKafka, tool
from support.repeatable_producer import RepeatableProducer

pytestmark = [pytest.mark.usefixtures("need_reference_kafka"), pytest.mark.long]
ROUNDS = 3
SETTINGS = {"log.cleaner.backoff.ms": "500", "log.segment.delete.delay.ms": "1000"}
# Each of Klamm's lives writes snapshots of the metadata and removes what is older: on what is left Kafka starts.
SHORT_METADATA = {
    "metadata.log.max.record.bytes.between.snapshots": "3000",
    "metadata.max.retention.bytes": "10000",
    "metadata.log.segment.ms": "200",
}


class Directories:
    """Of one node, which is a Kafka's or a Klamm's in turn."""

    def __init__(self, quorum: str, count: int) -> None:
        self.kafka = ReferenceKafka(SETTINGS, environment={"REFERENCE_KAFKA_QUORUM": quorum, "REFERENCE_KAFKA_HEAP": "-Xmx512m"})
        first = Path(tool("data", str(self.kafka.port)).strip())
        self.paths = [first, *(first.with_name(f"data{i}") for i in range(1, count))]
        self.kafka.settings["log.dirs"] = ",".join(map(str, self.paths))
        settings = {**SETTINGS, **SHORT_METADATA, "group.initial.rebalance.delay.ms": "0"}
        if count > 1:
            settings["log.dirs"] = self.kafka.settings["log.dirs"]
        self.klamm = KlammProcess(first, shards=2, settings=settings)
        if count > 1:
            at = self.klamm.command.index("--data")
            del self.klamm.command[at : at + 2]

    @property
    def metadata(self) -> Path:
        return self.paths[0] / "__cluster_metadata-0"

    @contextmanager
    def serving(self, life: int, ends_by_kill: bool) -> Iterator[ReferenceKafka | KlammProcess]:
        broker = self.klamm if life % 2 else self.kafka
        broker.start()
        try:
            yield broker
        except BaseException:
            print(broker.output[-8000:])
            broker.kill()
            raise
        broker.kill() if ends_by_kill else broker.stop()
        for path in self.paths:
            wait_for_lock(path)

    def check_files(self) -> None:
        """Kafka's dump-log finds nothing wrong."""
        logs = [log for path in self.paths for log in sorted(path.glob("*-*/*.log")) if log.stat().st_size]
        plain = [log for log in logs if log.parent != self.metadata]
        check_dump(tool("dump-log", "--files", ",".join(map(str, plain))))
        metadata = sorted(file for file in self.metadata.iterdir() if file.suffix in (".log", ".checkpoint"))
        check_dump(tool("dump-log", "--cluster-metadata-decoder", "--files", ",".join(map(str, metadata))))

    def remove(self) -> None:
        self.klamm.kill()
        self.kafka.remove()


def check_dump(said: str) -> None:
    for sign in ("isvalid: false", "Exception", "Could not", "Error", "corrupt"):
        assert sign not in said, said[said.index(sign) - 2000 :][:4000]


def wait_for_lock(directory: Path) -> None:
    """Until a killed process has let go of the directory, which its last threads do a moment after its end is seen."""
    if (path := directory / ".lock").exists():  # a Kafka that stops removes it
        with open(path, "r+b") as lock:
            fcntl.lockf(lock, fcntl.LOCK_EX)


def live(address: str, life: int) -> tuple[list[str], list[str]]:
    """What was there at the begin of a life and at its end."""
    said = java("Swap", address, str(life), "NO" if life % 2 else "YES").splitlines()
    lines = [line[2:] for line in said if line.startswith("= ")]
    if "filled" not in lines:
        return lines, []
    at = lines.index("filled")
    return lines[:at], lines[at + 1 :]


def check_same(life: int, before: list[str], after: list[str]) -> None:
    lost, added = set(before) - set(after), set(after) - set(before)
    assert not lost and not added, f"life {life}: lost {sorted(lost)[:8]}, {len(lost)} in all; added {sorted(added)[:8]}, {len(added)} in all"


@pytest.mark.timeout(900)
@pytest.mark.parametrize("quorum, directory_count, killed_round", [("static", 1, None), ("standalone", 2, 1)])
def test_a_directory_goes_back_and_forth(
    monkeypatch: pytest.MonkeyPatch, quorum: str, directory_count: int, killed_round: int | None
) -> None:
    # Many short lives of a JVM: what its second compiler costs it never brings in.
    monkeypatch.setenv("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1")
    directories = Directories(quorum, directory_count)
    repeatable = RepeatableProducer("repeated")
    expected: list[str] = []
    try:
        for life in range(2 * ROUNDS):
            with directories.serving(life, life // 2 == killed_round) as broker:
                if life:
                    repeatable.repeat(broker.address)
                found, filled = live(broker.address, life)
                check_same(life, [] if life == 0 else expected, found)
                expected = filled
                if life == 0:
                    repeatable.begin(broker.address)
                repeatable.send(broker.address)
            assert set(expected) >= {f"config  background.threads={11 + life}"}, "settings are not seen"
        assert min(log.name for log in directories.metadata.glob("*.log")) > f"{100:020}.log", "nothing old was removed"
        directories.check_files()
        with directories.serving(2 * ROUNDS, False) as broker:
            repeatable.repeat(broker.address)
            check_same(2 * ROUNDS, expected, live(broker.address, -1)[0])
    finally:
        directories.remove()
