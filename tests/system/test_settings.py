"""server.properties and -o: what applies, what stops the start, what is only warned of."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.klamm_process import run_to_end
from support.paths import ROOT
from support.wire import Wire

REFUSED = {
    "authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer": "authorizer.class.name",
    "ssl.keystore.location=/etc/kafka.jks": "ssl.keystore.location",
    "sasl.enabled.mechanisms=PLAIN": "sasl.enabled.mechanisms",
    "listener.name.plaintext.ssl.client.auth=required": "listener.name.plaintext.ssl.client.auth",
    "listener.name.internal.plain.sasl.jaas.config=x": "sasl.jaas.config",
    "listeners=SSL://127.0.0.1:0": "SSL",
    "listeners=SASL_PLAINTEXT://127.0.0.1:0": "SASL_PLAINTEXT",
    "listener.security.protocol.map=PLAINTEXT:SSL": "SSL",
    "remote.log.storage.system.enable=true": "remote.log.storage.system.enable",
}


def start_with(tmp_path: Path, text: str, *more: str):
    (tmp_path / "server.properties").write_text(text + "\n")
    listen = [] if "listeners=" in text else ["--listen", "127.0.0.1:0"]
    return run_to_end(["serve", str(tmp_path / "server.properties"), "--data", str(tmp_path / "data"), *listen, *more])


@pytest.mark.parametrize("line", REFUSED)
def test_what_restricts_access_stops_the_start(tmp_path: Path, line: str) -> None:
    done = start_with(tmp_path, line)
    assert done.returncode == 1
    assert REFUSED[line] in done.stdout and len(done.stdout.strip().splitlines()) == 1, done.stdout
    assert not (tmp_path / "data" / "meta.properties").exists()


@pytest.mark.parametrize("line", [r for r in REFUSED if not r.startswith("listener")])
def test_the_same_by_override(tmp_path: Path, line: str) -> None:
    done = start_with(tmp_path, "", "-o", line)
    assert done.returncode == 1 and REFUSED[line] in done.stdout


def test_known_keys_apply(klamm, tmp_path: Path) -> None:
    (tmp_path / "server.properties").write_text("# comment\nnode.id = 7\nsocket.request.max.bytes: 1000\nlisteners=PLAINTEXT://:1\n")
    process = klamm(properties=tmp_path / "server.properties")
    assert "node.id=7" in (process.data_dir / "meta.properties").read_text()
    with Wire("127.0.0.1", process.port) as wire:
        wire.send(b"\0\0\x03\xe9")
        assert wire.is_closed()


def test_an_override_wins_over_the_file(klamm, tmp_path: Path) -> None:
    (tmp_path / "server.properties").write_text("node.id=7\n")
    process = klamm(properties=tmp_path / "server.properties", settings={"node.id": "8"})
    assert "node.id=8" in (process.data_dir / "meta.properties").read_text()


def test_other_keys_of_kafka_get_one_warning_for_all(klamm, tmp_path: Path) -> None:
    text = "log.cleaner.threads=1\nbackground.threads=3\nzookeeper.connect=x\n"
    (tmp_path / "server.properties").write_text(text)
    process = klamm(properties=tmp_path / "server.properties")
    said = [line for line in process.lines if "background.threads" in line]
    assert len(said) == 1 and "log.cleaner.threads" in said[0]


def test_an_unknown_key_in_the_file_is_warned_of_with_the_nearest_name(klamm, tmp_path: Path) -> None:
    (tmp_path / "server.properties").write_text("num.partition=3\n")
    process = klamm(properties=tmp_path / "server.properties")
    assert [line for line in process.lines if "num.partition " in line and "num.partitions" in line], process.output


def test_an_unknown_key_by_override_is_an_error(tmp_path: Path) -> None:
    done = start_with(tmp_path, "", "-o", "num.partition=3")
    assert done.returncode == 1 and "num.partitions" in done.stdout


@pytest.mark.parametrize("setting", ["num.partitions=many", "num.partitions=0", "node.id=-1", "num.partitions"])
def test_a_bad_value_is_named(tmp_path: Path, setting: str) -> None:
    done = start_with(tmp_path, "", "-o", setting)
    assert done.returncode == 1 and setting.split("=")[0] in done.stdout


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    done = run_to_end(["serve", str(tmp_path / "none.properties")])
    assert done.returncode == 1 and "none.properties" in done.stdout


def test_a_usual_kraft_file_starts(klamm, tmp_path: Path) -> None:
    """What Kafka's own single-node example says, with the directory and the ports of this test."""
    text = (
        "process.roles=broker,controller\nnode.id=1\ncontroller.quorum.bootstrap.servers=localhost:9093\n"
        "listeners=PLAINTEXT://:9092,CONTROLLER://:9093\ninter.broker.listener.name=PLAINTEXT\n"
        "advertised.listeners=PLAINTEXT://localhost:9092,CONTROLLER://localhost:9093\n"
        "controller.listener.names=CONTROLLER\n"
        "listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SSL:SSL,SASL_PLAINTEXT:SASL_PLAINTEXT\n"
        "num.network.threads=3\nnum.io.threads=8\nsocket.send.buffer.bytes=102400\nsocket.receive.buffer.bytes=102400\n"
        "socket.request.max.bytes=104857600\nlog.dirs=/nowhere\nnum.partitions=1\nnum.recovery.threads.per.data.dir=1\n"
        "offsets.topic.replication.factor=1\ntransaction.state.log.replication.factor=1\n"
        "transaction.state.log.min.isr=1\nlog.retention.hours=168\nlog.segment.bytes=1073741824\n"
        "log.retention.check.interval.ms=300000\n"
    )
    (tmp_path / "server.properties").write_text(text)
    process = klamm(properties=tmp_path / "server.properties")
    with Wire("127.0.0.1", process.port) as wire:
        assert wire.ask_api_versions() == 0


@pytest.mark.parametrize(
    ("flag", "page"), [("--print-options", "configuration.md"), ("--print-protocol", "protocol.md")]
)
def test_generated_pages_are_what_the_program_prints(flag: str, page: str) -> None:
    done = run_to_end([flag])
    assert done.returncode == 0
    assert done.stdout == (ROOT / "docs" / page).read_text(), f"run: klamm {flag} > docs/{page}"


def test_help_and_version() -> None:
    assert "serve" in run_to_end(["--help"]).stdout
    assert run_to_end(["--version"]).stdout.startswith("klamm ")
    assert run_to_end(["serv"]).returncode == 2
