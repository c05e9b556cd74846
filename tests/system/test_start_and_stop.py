"""The start line, what a start makes on disk, and how the process ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
from pathlib import Path

import pytest
from clients.admin import create_topic
from support.klamm_process import KlammProcess, StartFailed, run_to_end
from support.paths import klamm_binary
from support.wire import Wire, api_versions


def meta_properties(data: Path) -> dict[str, str]:
    lines = (data / "meta.properties").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


def test_one_start_line_says_everything(klamm) -> None:
    process = klamm(shards=2)
    line = process.start_line
    assert re.search(r"klamm \d+\.\d+\.\d+", line)
    assert f"PLAINTEXT://127.0.0.1:{process.port}" in line
    assert "2 shards" in line and str(process.data_dir) in line and re.search(r"\d ms", line)
    assert len(process.lines) == 1, process.output


def test_port_0_is_any_free_port(klamm) -> None:
    first, second = klamm("a"), klamm("b")
    assert 0 < first.port != second.port > 0
    for process in (first, second):
        with Wire("127.0.0.1", process.port) as wire:
            assert wire.ask_api_versions() == 0


def test_ipv6(klamm) -> None:
    process = klamm(listen="[::1]:0")
    assert f"PLAINTEXT://[::1]:{process.port}" in process.start_line
    with Wire("::1", process.port) as wire:
        assert wire.ask_api_versions() == 0


def test_every_address(klamm) -> None:
    process = klamm(listen=":0")
    for host in ("127.0.0.1", "::1"):
        with Wire(host, process.port) as wire:
            assert wire.ask_api_versions() == 0


def test_two_listeners(klamm, tmp_path: Path) -> None:
    text = "listeners=A://127.0.0.1:0,B://[::1]:0\nlistener.security.protocol.map=A:PLAINTEXT,B:PLAINTEXT\n"
    (tmp_path / "server.properties").write_text(text)
    command = [str(klamm_binary()), "serve", str(tmp_path / "server.properties"), "--data", str(tmp_path / "data")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        line = process.stdout.readline()
        ports = re.findall(r"(?:A://127\.0\.0\.1|B://\[::1\]):(\d+)", line)
        assert len(ports) == 2, line
        for host, port in zip(("127.0.0.1", "::1"), ports, strict=True):
            with Wire(host, int(port)) as wire:
                assert wire.ask_api_versions() == 0
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0


@pytest.mark.parametrize("cores", ["1", "2", "0,0", "0,0,0,0"])
def test_any_shards_on_any_cores(klamm, cores: str) -> None:
    process = klamm(arguments=["--cores", cores])
    shards = int(cores) if "," not in cores else cores.count(",") + 1
    assert f"{shards} shard" in process.start_line
    with Wire("127.0.0.1", process.port) as wire:
        assert wire.ask_api_versions() == 0


def test_an_empty_directory_is_formatted(klamm) -> None:
    process = klamm()
    said = meta_properties(process.data_dir)
    assert said["version"] == "1" and said["node.id"] == "1" and len(said["cluster.id"]) == 22 and said["directory.id"]
    assert (process.data_dir / "__cluster_metadata-0" / ("0" * 20 + ".log")).stat().st_size > 0


def test_ids_stay_over_restarts(klamm) -> None:
    process = klamm()
    before = meta_properties(process.data_dir)
    process.restart()
    assert meta_properties(process.data_dir) == before


@pytest.mark.parametrize(
    ("setting", "words"),
    [("node.id=2", ("node 1", "2")), ("cluster.id=AAAAAAAAAAAAAAAAAAAAZg", ("cluster", "AAAAAAAAAAAAAAAAAAAAZg"))],
)
def test_a_directory_of_another_node_or_cluster_is_refused(klamm, setting: str, words: tuple[str, ...]) -> None:
    process = klamm()
    process.stop()
    done = run_to_end(["serve", "--data", str(process.data_dir), "--listen", "127.0.0.1:0", "-o", setting])
    assert done.returncode == 1
    assert all(w in done.stdout for w in words) and str(process.data_dir) in done.stdout, done.stdout
    assert len(done.stdout.strip().splitlines()) == 1


def test_a_directory_in_use_is_refused(klamm) -> None:
    process = klamm()
    done = run_to_end(["serve", "--data", str(process.data_dir), "--listen", "127.0.0.1:0"])
    assert done.returncode == 1
    assert "in use" in done.stdout and str(process.data_dir) in done.stdout
    with Wire("127.0.0.1", process.port) as wire:
        assert wire.ask_api_versions() == 0


def test_a_directory_is_free_again_after_kill_9(klamm) -> None:
    process = klamm()
    process.kill()
    process.start()


def test_a_strange_directory_is_refused(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "letter.txt").write_text("dear")
    done = run_to_end(["serve", "--data", str(tmp_path), "--listen", "127.0.0.1:0"])
    assert done.returncode == 1 and str(tmp_path) in done.stdout
    assert sorted(p.name for p in tmp_path.iterdir() if p.name != ".lock") == ["letter.txt", "photos"]


@pytest.mark.parametrize("flush", ["none", "all"])
def test_a_taken_port_is_named(klamm, tmp_path: Path, flush: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(StartFailed) as failed:
            KlammProcess(tmp_path / "data", listen=address, settings={"log.flush.before.acks": flush}).start()
    assert failed.value.exit_code == 1 and address in failed.value.output


@pytest.mark.parametrize("signal_name", ["SIGTERM", "SIGINT"])
def test_a_signal_stops_it_with_exit_code_0(klamm, signal_name: str) -> None:
    process = klamm(shards=2)
    with Wire("127.0.0.1", process.port) as wire:
        wire.ask_api_versions()
        os.kill(process.pid, getattr(signal, signal_name))
        process.stop()
        assert wire.is_closed()


def test_idle_connections_do_not_hold_up_the_stop(klamm) -> None:
    process = klamm()
    wires = [Wire("127.0.0.1", process.port) for _ in range(50)]
    for wire in wires:
        wire.ask_api_versions()
    wires[0].send(api_versions(2)[:7])
    process.stop()
    for wire in wires:
        assert wire.is_closed()
        wire.socket.close()


def test_a_clean_stop_leaves_its_marker_and_a_start_takes_it_away(klamm) -> None:
    process = klamm()
    process.stop()
    assert (process.data_dir / ".kafka_cleanshutdown").exists()
    process.start()
    assert not (process.data_dir / ".kafka_cleanshutdown").exists()


def test_the_start_line_tells_how_long_it_took(klamm) -> None:
    process = klamm("data")
    assert float(re.search(r"([\d.]+) ms", process.start_line)[1]) > 0
    process.stop()


def test_descriptors_go_up_to_the_hard_limit_and_a_stop_needs_few(tmp_path: Path) -> None:
    process = KlammProcess(tmp_path / "data")
    process.command = ["prlimit", "--nofile=256:700", *process.command]
    with process:
        soft, hard = re.search(r"Max open files\s+(\d+)\s+(\d+)", Path(f"/proc/{process.pid}/limits").read_text()).groups()
        assert soft == hard == "700"
        create_topic(process.address, "many", partitions=400)
