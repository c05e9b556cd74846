"""The admin endpoint with real clients: what /metrics says of what they did, and how `klamm connections` shows them."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import socket
import struct
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from clients.admin import create_topic, delete_topic
from confluent_kafka import Consumer, Producer
from kafka import KafkaConsumer, TopicPartition
from prometheus_client.parser import text_string_to_metric_families
from support.klamm_process import KlammProcess, run_to_end
from support.paths import klamm_binary
from support.wire import Wire, frame

Start = Callable[..., KlammProcess]
ANY_PORT = {"admin.listener": "127.0.0.1:0"}
METRICS_PAGE = Path(__file__).parents[2] / "docs" / "metrics.md"


def admin_port(broker: KlammProcess) -> int:
    found = re.search(r"metrics on http://127\.0\.0\.1:(\d+)/metrics", broker.start_line)
    assert found, broker.start_line
    return int(found[1])


def get(port: int, path: str, method: str = "GET") -> tuple[int, dict[str, str], str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request(method, path)
        answer = connection.getresponse()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read().decode()
    finally:
        connection.close()


def check_format(page: str) -> None:
    """What the library's parser lets pass: every family once, HELP and TYPE first, no sample twice."""
    assert page.endswith("\n")
    family, families, samples = "", set(), set()
    for line in page.splitlines():
        if line.startswith("# HELP "):
            family = line.split(" ", 3)[2]
            assert family not in families, line
            families.add(family)
        elif line.startswith("# TYPE "):
            assert line.split(" ")[2] == family and line.split(" ")[3] in ("counter", "gauge", "summary"), line
        else:
            name = re.match(r'^([a-z_:][a-z0-9_:]*)(\{([a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)*\})? \S+$', line)
            assert name, line
            assert re.sub(r"(_sum|_count)$", "", name[1]) == family or name[1] == family, line
            key = line.rsplit(" ", 1)[0]
            assert key not in samples, line
            samples.add(key)


class Metrics:
    """One scrape."""

    def __init__(self, port: int, path: str = "/metrics") -> None:
        status, headers, self.page = get(port, path)
        assert status == 200 and headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        check_format(self.page)
        self.families = {family.name: family for family in text_string_to_metric_families(self.page)}

    def sum(self, name: str, **labels: str) -> float:
        family = self.families.get(name) or self.families[re.sub("_(total|sum|count)$", "", name)]
        return sum(s.value for s in family.samples if s.name == name and labels.items() <= s.labels.items())


def connections(port: int) -> list[dict]:
    done = subprocess.run(
        [str(klamm_binary()), "connections", "--admin", f"127.0.0.1:{port}", "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return json.loads(done.stdout)["connections"]


def wait_for_row(port: int, is_it: Callable[[dict], bool], seconds: float = 20) -> dict:
    """The row of the connection that comes to look so."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        rows = connections(port)
        for row in rows:
            if is_it(row):
                return row
    raise AssertionError(f"no such connection in {rows}")


def fetch(topic: str, wait_ms: int, client: bytes = b"raw") -> bytes:
    """Fetch version 4 of partition 0 from its start."""
    header = struct.pack(">hhih", 1, 4, 7, len(client)) + client
    limits = struct.pack(">iiiib", -1, wait_ms, 1, 64 << 20, 0)
    name = struct.pack(">ih", 1, len(topic)) + topic.encode()
    return frame(header + limits + name + struct.pack(">iiqi", 1, 0, 0, 64 << 20))


# ---- /metrics


@pytest.mark.parametrize("shards", [1, 2])
def test_metrics_are_those_of_the_documentation(klamm: Start, shards: int) -> None:
    broker = klamm(shards=shards, settings=ANY_PORT)
    metrics = Metrics(admin_port(broker))
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| [\w,]* \| (.*) \|$", METRICS_PAGE.read_text(), re.M)
    documented = {name: (kind, text) for name, kind, text in rows}
    printed = {
        line.split(" ", 3)[2]: line.split(" ", 3)[3] for line in metrics.page.splitlines() if line.startswith("# HELP ")
    }
    assert printed == {name: text for name, (_, text) in documented.items()}
    assert metrics.sum("klamm_shards") == shards
    assert metrics.sum("klamm_build_info", version="0.1.0") == 1
    assert 0 < metrics.sum("process_resident_memory_bytes") < 1 << 30
    assert metrics.sum("process_open_fds") > 3
    assert abs(metrics.sum("process_start_time_seconds") - time.time()) < 300


def test_a_page_of_a_browser_does_not_reach_it(klamm: Start) -> None:
    """A name that was made to mean 127.0.0.1 (DNS rebinding)."""
    port = admin_port(klamm(settings=ANY_PORT))
    for host, status in (("evil.example", 421), (f"evil.example:{port}", 421), (f"localhost:{port}", 200)):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("GET", "/metrics", headers={"Host": host})
        assert connection.getresponse().status == status, host
        connection.close()


def test_metrics_time_requests(klamm: Start) -> None:
    broker = klamm(shards=2, settings=ANY_PORT)
    create_topic(broker.address, "timed")
    before = Metrics(admin_port(broker))
    with Wire("127.0.0.1", broker.port) as wire:
        for _ in range(5):
            assert wire.ask_api_versions() == 0
        wire.send(fetch("timed", wait_ms=300))
        wire.receive_frame()
    after = Metrics(admin_port(broker))
    times = "kafka_network_requestmetrics_"

    def grown(name: str, request: str) -> float:
        return after.sum(name, request=request) - before.sum(name, request=request)

    assert grown(f"{times}requests_total", "ApiVersions") == grown(f"{times}totaltimems_count", "ApiVersions") == 5
    assert grown(f"{times}requests_total", "Fetch") == 1 and grown("klamm_requests_closed_total", "Fetch") == 0
    for name in ("total", "remote"):
        assert after.sum(f"{times}{name}timems", request="Fetch", quantile="0.999") >= 300
        assert after.sum(f"{times}{name}timems_sum", request="Fetch") >= 300
    assert after.sum(f"{times}localtimems", request="Fetch", quantile="1") < 300


def test_metrics_count_connections(klamm: Start) -> None:
    broker = klamm(shards=2, settings={**ANY_PORT, "max.connections.per.ip": "5"})
    port = admin_port(broker)
    with contextlib.ExitStack() as stack:
        wires = [stack.enter_context(Wire("127.0.0.1", broker.port)) for _ in range(5)]
        for wire in wires:
            assert wire.ask_api_versions() == 0
        with Wire("127.0.0.1", broker.port) as one_more:
            assert one_more.is_closed()
        metrics = Metrics(port)
        name = "kafka_server_socket_server_metrics_connection_count"
        assert metrics.sum(name, listener="PLAINTEXT") == 5
        assert metrics.sum(name, shard="0") > 0 and metrics.sum(name, shard="1") > 0
        assert metrics.sum("klamm_listener_refused_total", listener="PLAINTEXT") == 1
        assert metrics.sum("klamm_requests_total") == 5
        wires[0].send(b"GET / HTTP/1.1\r\n\r\n")
        assert wires[0].is_closed()
    deadline = time.monotonic() + 10
    while Metrics(port).sum(name) > 0 and time.monotonic() < deadline:
        pass
    metrics = Metrics(port)
    assert metrics.sum(name) == 0
    assert metrics.sum("kafka_server_socket_server_metrics_connection_close_total") == 5
    assert metrics.sum("klamm_connections_closed_by_broker_total", reason="foreign") == 1


def test_groups_and_sessions_are_counted(klamm: Start) -> None:
    broker = klamm(shards=2, settings={**ANY_PORT, "group.initial.rebalance.delay.ms": "0"})
    port = admin_port(broker)
    create_topic(broker.address, "t", 2)
    member = Consumer({"bootstrap.servers": broker.address, "group.id": "g"})
    member.subscribe(["t"])
    reader = KafkaConsumer(bootstrap_servers=broker.address)
    reader.assign([TopicPartition("t", 0), TopicPartition("t", 1)])
    manager, cache = "kafka_coordinator_group_groupmetadatamanager_", "kafka_server_fetchsessioncache_"
    deadline = time.monotonic() + 30
    metrics = Metrics(port)
    while time.monotonic() < deadline and (
        metrics.sum(manager + "numgroupsstable") < 1 or metrics.sum(cache + "numincrementalfetchpartitionscached") < 2
    ):
        member.poll(0.1)
        reader.poll(100)
        metrics = Metrics(port)
    assert metrics.sum(manager + "numgroups") == 1 and metrics.sum(manager + "numgroupsstable") == 1
    assert metrics.sum(cache + "numincrementalfetchsessions") == 1
    assert metrics.sum(cache + "numincrementalfetchpartitionscached") == 2
    assert metrics.sum("kafka_server_replicamanager_partitioncount") == 52
    member.close()
    reader.close()


@pytest.mark.parametrize("shards", [1, 2])
def test_topics_are_counted(klamm: Start, shards: int) -> None:
    broker = klamm(shards=shards, settings=ANY_PORT)
    port = admin_port(broker)
    create_topic(broker.address, "t", 3)
    create_topic(broker.address, "small", max_message_bytes="1000")
    producer = Producer({"bootstrap.servers": broker.address, "linger.ms": 5})
    for i in range(1000):
        producer.produce("t", b"value", partition=i % 3)
    producer.produce("small", b"x" * 5000)
    assert producer.flush(30) == 0
    consumer = KafkaConsumer("t", bootstrap_servers=broker.address, auto_offset_reset="earliest")
    seen = 0
    while seen < 1000:
        seen += sum(len(records) for records in consumer.poll(1000).values())
    metrics = Metrics(port, "/metrics?partitions=1")
    name = "kafka_server_brokertopicmetrics_"
    assert metrics.sum(name + "messagesin_total", topic="t") == 1000
    sizes = [log.stat().st_size for log in broker.data_dir.glob("t-*/*.log")]
    assert metrics.sum(name + "bytesin_total", topic="t") == sum(sizes)
    # A consumer that starts inside of a batch is given all of it, so it may take more than was written.
    assert metrics.sum(name + "bytesout_total", topic="t") >= sum(sizes)
    assert metrics.sum(name + "failedproducerequests_total", topic="t") == 0
    assert metrics.sum(name + "failedproducerequests_total", topic="small") == 1
    assert metrics.sum(name + "bytesrejected_total", topic="small") > 5000
    assert metrics.sum("kafka_log_log_logendoffset", topic="t") == 1000
    assert metrics.sum("kafka_log_log_size", topic="t") == sum(sizes)
    consumer.close()
    delete_topic(broker.address, "t")
    assert not any("topic=\"t\"" in line for line in Metrics(port).page.splitlines())


# ---- the endpoint


def test_http(klamm: Start) -> None:
    port = admin_port(klamm(settings=ANY_PORT))
    assert get(port, "/nothing")[0] == 404
    status, headers, _ = get(port, "/metrics", "POST")
    assert status == 405 and headers["allow"] == "GET, HEAD"
    status, headers, body = get(port, "/metrics", "HEAD")
    assert status == 200 and body == "" and int(headers["content-length"]) > 1000
    with Wire("127.0.0.1", port) as wire:
        wire.send(b"GET /metrics HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 20000)
        assert wire.socket.recv(1000).startswith(b"HTTP/1.1 431 ")
    with Wire("127.0.0.1", port) as wire:
        wire.send(b"\0\0\0\x10\0\x12\0\0")
        assert wire.socket.recv(1000).startswith(b"HTTP/1.1 400 ")


def test_silent_and_slow_clients_take_no_place(klamm: Start) -> None:
    broker = klamm(settings=ANY_PORT)
    port = admin_port(broker)
    with contextlib.ExitStack() as stack:
        silent = [stack.enter_context(Wire("127.0.0.1", port, timeout=30)) for _ in range(16)]
        assert get(port, "/metrics")[0] == 200, "the one that has been silent for longest makes room"
        for wire in silent:
            assert wire.is_closed()
    assert get(port, "/metrics")[0] == 200
    with Wire("127.0.0.1", broker.port) as wire:
        assert wire.ask_api_versions() == 0


def test_many_scrapes_at_a_time(klamm: Start) -> None:
    port = admin_port(klamm(shards=2, settings=ANY_PORT))
    statuses: list[int] = []
    threads = [threading.Thread(target=lambda: statuses.append(get(port, "/metrics")[0])) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [200] * 10


def test_a_given_address_must_be_free(klamm: Start, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        words = ["serve", "--data", str(tmp_path / "other"), "--listen", "127.0.0.1:0", "-o", f"admin.listener={address}"]
        done = run_to_end(words)
    assert done.returncode == 1
    assert done.stdout.count("\n") == 1 and f"admin.listener={address}" in done.stdout and "in use" in done.stdout
    for wrong in ("9644", "localhost:x", "127.0.0.1:70000"):
        done = run_to_end([*words[:-1], f"admin.listener={wrong}"])
        assert done.returncode == 1 and "admin.listener" in done.stdout, done.stdout


# ---- klamm connections


@pytest.fixture
def running(klamm: Start) -> Iterator[tuple[KlammProcess, int]]:
    broker = klamm(shards=2, settings=ANY_PORT)
    yield broker, admin_port(broker)


def test_real_clients_are_named(running: tuple[KlammProcess, int]) -> None:
    broker, port = running
    create_topic(broker.address, "t")
    python = KafkaConsumer("t", bootstrap_servers=broker.address, client_id="from-python")
    producer = Producer({"bootstrap.servers": broker.address, "client.id": "from-librdkafka"})
    producer.produce("t", b"value")
    assert producer.flush(20) == 0
    python.poll(100)
    row = wait_for_row(port, lambda r: r["clientId"] == "from-librdkafka" and r["softwareName"] != "")
    assert row["softwareName"] == "confluent-kafka-python" or "librdkafka" in row["softwareName"]
    assert re.fullmatch(r"[\d.]+.*", row["softwareVersion"])
    assert row["listener"] == "PLAINTEXT" and row["local"] == broker.address
    row = wait_for_row(port, lambda r: r["clientId"] == "from-python" and r["softwareName"] != "")
    assert row["softwareName"] == "kafka-python"
    assert row["requests"] > 0 and row["receivedBytes"] > 0 and row["sentBytes"] > 0
    python.close()

    table = run_to_end(["connections", "--admin", f"127.0.0.1:{port}"])
    assert table.returncode == 0
    lines = table.stdout.splitlines()
    assert lines[0].split()[:3] == ["ID", "LISTENER", "PEER"]
    assert any("from-librdkafka" in line for line in lines)
    assert re.fullmatch(r"\d+ connections?", lines[-1])


def test_a_long_poll_waits_and_the_next_request_for_its_turn(running: tuple[KlammProcess, int]) -> None:
    broker, port = running
    create_topic(broker.address, "t")
    with Wire("127.0.0.1", broker.port, timeout=60) as wire:
        wire.send(fetch("t", 30_000, b"poller"))
        row = wait_for_row(port, lambda r: r["clientId"] == "poller" and r["request"] is not None)
        assert row["request"]["api"] == "Fetch" and row["request"]["apiVersion"] == 4
        assert row["request"]["phase"] == "waiting" and row["waitsFor"] is None
        wire.send(fetch("t", 0, b"poller"))
        row = wait_for_row(port, lambda r: r["clientId"] == "poller" and r["waitsFor"] is not None)
        assert row["waitsFor"] == "turn" and row["requests"] == 1


def test_a_stopped_reader_is_shown_as_sending(running: tuple[KlammProcess, int]) -> None:
    broker, port = running
    create_topic(broker.address, "t")
    producer = Producer({"bootstrap.servers": broker.address, "linger.ms": 20})
    for _ in range(3000):
        producer.produce("t", b"x" * 10_000)
    assert producer.flush(60) == 0
    with Wire("127.0.0.1", broker.port) as wire:
        wire.send(fetch("t", 0, b"stopped"))
        row = wait_for_row(port, lambda r: r["clientId"] == "stopped" and r["request"] is not None)
        row = wait_for_row(port, lambda r: r["clientId"] == "stopped" and r["request"]["phase"] == "sending")
        assert row["request"]["api"] == "Fetch" and row["sentBytes"] == 0


def test_connections_of_nobody() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    done = run_to_end(["connections", "--admin", f"127.0.0.1:{port}"])
    assert done.returncode == 1
    assert done.stdout.count("\n") == 1 and f"127.0.0.1:{port}" in done.stdout, done.stdout


def test_connections_of_another_service() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            peer, _ = server.accept()
            with peer:
                peer.recv(1000)
                peer.sendall(b"220 mail\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        done = run_to_end(["connections", "--admin", f"127.0.0.1:{server.getsockname()[1]}"])
        thread.join()
    assert done.returncode == 1 and "no admin endpoint" in done.stdout, done.stdout


def test_thousands_of_connections(klamm: Start) -> None:
    """Over several source addresses; each shown once, and nobody else waits for the list."""
    broker = klamm(shards=2, settings=ANY_PORT)
    port = admin_port(broker)
    count = 2_500  # three pages
    wires: list[Wire] = []
    try:
        for i in range(count):
            wires.append(Wire("127.0.0.1", broker.port, source=f"127.0.{1 + i // 2000}.1"))
        deadline = time.monotonic() + 30
        name = "kafka_server_socket_server_metrics_connection_count"
        while Metrics(port).sum(name) < count and time.monotonic() < deadline:
            pass
        assert Metrics(port).sum(name) == count
        rows = connections(port)
        assert len(rows) == len({row["id"] for row in rows}) == count
    finally:
        for wire in wires:
            wire.socket.close()


def test_a_deleted_topic_does_not_disturb_a_scrape(running: tuple[KlammProcess, int]) -> None:
    broker, port = running
    for i in range(3):
        create_topic(broker.address, f"t{i}", 20)
        delete_topic(broker.address, f"t{i}")
        Metrics(port)
