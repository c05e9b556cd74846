"""What /metrics says of single groups: who is in them, what they do, and how far they are behind."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from clients.admin import alter_broker, create_topic, delete_topic
from confluent_kafka import Consumer, Producer, TopicPartition
from support.klamm_process import KlammProcess
from support.reference_kafka import tool

from system.test_admin_endpoint import ANY_PORT, Metrics, admin_port

PARTITIONS, IN_EACH = 4, 50
GROUPS = [f"g{i:02}" for i in range(12)]
SETTINGS = {**ANY_PORT, "group.initial.rebalance.delay.ms": "0"}
Lags = dict[tuple[str, str, int], float]


def fill(address: str, topic: str, count: int = IN_EACH) -> None:
    producer = Producer({"bootstrap.servers": address})
    for p in range(PARTITIONS):
        for _ in range(count):
            producer.produce(topic, b"value", partition=p)
    assert producer.flush(30) == 0


def commit(address: str, group: str, offsets: dict[tuple[str, int], int]) -> None:
    """As a consumer that assigns itself: the group has no members."""
    consumer = Consumer({"bootstrap.servers": address, "group.id": group, "log_level": 3})
    rows = [TopicPartition(topic, p, offset) for (topic, p), offset in offsets.items()]
    for row in consumer.commit(offsets=rows, asynchronous=False):
        assert row.error is None
    consumer.close()


def lags(metrics: Metrics) -> Lags:
    samples = metrics.families["klamm_group_lag"].samples
    return {(s.labels["group"], s.labels["topic"], int(s.labels["partition"])): s.value for s in samples}


def state_of(metrics: Metrics, group: str) -> list[tuple[str, str]]:
    samples = metrics.families["klamm_group_state"].samples
    return [(s.labels["type"], s.labels["state"]) for s in samples if s.labels["group"] == group]


def wait_for(port: int, ready: Callable[[Metrics], bool], meanwhile: Callable[[], object] = lambda: None) -> Metrics:
    """The limit only ends a test that hangs."""
    deadline = time.monotonic() + 40
    while True:
        metrics = Metrics(port)
        if ready(metrics):
            return metrics
        assert time.monotonic() < deadline, metrics.page
        meanwhile()


@pytest.mark.parametrize("shards", [1, 2])
def test_lag_is_that_of_every_group_and_partition(klamm, shards: int) -> None:
    """Groups and the partitions that they read are on all shards, and not on the same."""
    broker: KlammProcess = klamm(shards=shards, settings=SETTINGS)
    port = admin_port(broker)
    expected: Lags = {}
    for topic in ("a", "b"):
        create_topic(broker.address, topic, PARTITIONS)
        fill(broker.address, topic)
    for i, group in enumerate(GROUPS):
        offsets = {(topic, p): i + 2 * p for topic in ("a", "b") for p in range(PARTITIONS)}
        commit(broker.address, group, offsets)
        expected |= {(group, *at): IN_EACH - offset for at, offset in offsets.items()}
    metrics = Metrics(port)
    assert lags(metrics) == expected
    for group in GROUPS:
        assert state_of(metrics, group) == [("classic", "Empty")]
        assert metrics.sum("klamm_group_commits_total", group=group) == 1
        assert metrics.sum("klamm_group_members", group=group) == 0
    assert metrics.sum("klamm_groups_untold") == metrics.sum("klamm_group_lags_untold") == 0
    fill(broker.address, "a", 7)
    assert lags(Metrics(port)) == {at: lag + 7 * (at[1] == "a") for at, lag in expected.items()}
    commit(broker.address, GROUPS[0], {("b", 1): IN_EACH})
    assert lags(Metrics(port))[GROUPS[0], "b", 1] == 0
    assert Metrics(port).sum("klamm_group_commits_total", group=GROUPS[0]) == 2
    delete_topic(broker.address, "a")
    assert {topic for _, topic, _ in lags(Metrics(port))} == {"b"}
    # what is known of a group is gathered from its log
    broker.restart()
    left = {at for at in expected if at[1] == "b"}
    assert set(lags(wait_for(admin_port(broker), lambda m: len(lags(m)) >= len(left)))) == left


def test_what_is_told_has_bounds(klamm) -> None:
    broker: KlammProcess = klamm(shards=2, settings={**SETTINGS, "admin.metrics.groups.max": "5", "admin.metrics.lags.max": "7"})
    port = admin_port(broker)
    create_topic(broker.address, "t", PARTITIONS)
    for group in reversed(GROUPS):
        commit(broker.address, group, {("t", p): 0 for p in range(3)})
    metrics = Metrics(port)
    assert list(lags(metrics)) == [(group, "t", p) for group in GROUPS[:3] for p in range(3)][:7]
    told = [s.labels["group"] for s in metrics.families["klamm_group_members"].samples]
    assert told == GROUPS[:5]
    assert metrics.sum("klamm_groups_untold") == len(GROUPS) - 5
    assert metrics.sum("klamm_group_lags_untold") == 5 * 3 - 7
    alter_broker(broker.address, admin_metrics_groups_max="0")
    metrics = Metrics(port)
    assert lags(metrics) == {} and metrics.sum("klamm_groups_untold") == len(GROUPS)


def test_members_and_rebalances_are_counted(klamm) -> None:
    broker: KlammProcess = klamm(shards=2, settings=SETTINGS)
    port = admin_port(broker)
    create_topic(broker.address, "t", PARTITIONS)
    settings = {"bootstrap.servers": broker.address, "group.id": "g", "heartbeat.interval.ms": 100, "log_level": 3}
    first, second = Consumer(settings), Consumer(settings)
    stable = [("classic", "Stable")]

    def rebalances(metrics: Metrics, cause: str) -> float:
        return metrics.sum("klamm_group_rebalances_total", group="g", cause=cause)

    first.subscribe(["t"])
    one = wait_for(port, lambda m: state_of(m, "g") == stable, lambda: first.poll(0.05))
    assert (one.sum("klamm_group_members", group="g"), rebalances(one, "joined")) == (1, 1)

    second.subscribe(["t"])
    both = wait_for(
        port, lambda m: state_of(m, "g") == stable and m.sum("klamm_group_members", group="g") == 2,
        lambda: (first.poll(0.05), second.poll(0.05)),
    )  # fmt: skip
    assert (rebalances(both, "joined"), rebalances(both, "left")) == (2, 0)
    assert 0 < both.sum("klamm_group_last_rebalance_seconds", group="g") < 40

    second.close()
    left = wait_for(
        port, lambda m: state_of(m, "g") == stable and m.sum("klamm_group_members", group="g") == 1, lambda: first.poll(0.05)
    )
    assert (rebalances(left, "joined"), rebalances(left, "left")) == (2, 1)
    first.close()
    gone = Metrics(port)
    assert state_of(gone, "g") == [("classic", "Empty")] and rebalances(gone, "left") == 2
    lines = [line for line in broker.lines if ": rebalance of generation " in line]
    assert [re.search(r"\(\S+ (joined|left): .*\)$", line)[1] for line in lines] == ["joined", "joined", "left", "left"]
    assert len(lines) == gone.sum("klamm_group_rebalances_total", group="g")


@pytest.mark.usefixtures("need_reference_kafka")
def test_lag_is_what_the_stock_tool_tells(klamm) -> None:
    broker: KlammProcess = klamm(shards=2, settings=SETTINGS)
    create_topic(broker.address, "t", PARTITIONS)
    fill(broker.address, "t")
    # one is past the end, as after records were lost
    commit(broker.address, "g", {("t", 0): 0, ("t", 1): 13, ("t", 2): IN_EACH, ("t", 3): IN_EACH + 5})
    described = tool("groups", "--bootstrap-server", broker.address, "--describe", "--group", "g")
    rows = re.findall(r"^g\s+t\s+(\d+)\s+\d+\s+\d+\s+(-?\d+)\s", described, re.M)
    assert len(rows) == PARTITIONS, described
    assert lags(Metrics(admin_port(broker))) == {("g", "t", int(p)): int(lag) for p, lag in rows}


def test_groups_of_the_consumer_protocol(klamm) -> None:
    broker: KlammProcess = klamm(shards=2, settings=SETTINGS)
    port = admin_port(broker)
    create_topic(broker.address, "t", PARTITIONS)
    fill(broker.address, "t")
    member = Consumer({"bootstrap.servers": broker.address, "group.id": "g", "group.protocol": "consumer", "log_level": 3})
    member.subscribe(["t"])
    stable = wait_for(port, lambda m: state_of(m, "g") == [("consumer", "Stable")], lambda: member.poll(0.05))
    assert stable.sum("klamm_group_members", group="g") == 1
    assert stable.sum("klamm_group_rebalances_total", group="g", cause="joined") == 1
    assert stable.sum("kafka_server_group_coordinator_metrics_consumer_group_count", state="Stable") == 1
    assert stable.sum("kafka_coordinator_group_groupmetadatamanager_numgroups") == 0
    member.commit(offsets=[TopicPartition("t", 2, 20)], asynchronous=False)
    committed = Metrics(port)
    assert lags(committed) == {("g", "t", 2): IN_EACH - 20} and committed.sum("klamm_group_commits_total", group="g") == 1
    member.close()
    gone = Metrics(port)
    assert state_of(gone, "g") == [("consumer", "Empty")]
    lines = [line for line in broker.lines if "group g: rebalance to epoch " in line]
    assert len(lines) == gone.sum("klamm_group_rebalances_total", group="g") == 2, lines
