"""Consumer groups of both protocols with real clients: members come, go, are killed and come back, the broker is killed.
Whatever happens, every record is consumed, and every partition has one owner when it is quiet again."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from clients.admin import alter_broker, create_topic
from clients.group_member import GroupMember
from confluent_kafka import Consumer, Producer, TopicPartition
from confluent_kafka.admin import AdminClient
from support.cutting_proxy import CuttingProxy
from support.reference_kafka import tool

PARTITIONS = 6
BATCH = 600  # records, a hundred in each partition
SETTINGS = {
    "group.initial.rebalance.delay.ms": "0", "group.min.session.timeout.ms": "1000",
    "group.consumer.session.timeout.ms": "3000", "group.consumer.min.session.timeout.ms": "3000",
    "group.consumer.heartbeat.interval.ms": "300", "group.consumer.min.heartbeat.interval.ms": "300",
}  # fmt: skip
ALL = set(range(PARTITIONS))
KINDS = ["java range", "java sticky", "java cooperative", "librdkafka range", "librdkafka cooperative", "franz-go cooperative",
         "kafka-python range", "java uniform", "java server-range", "librdkafka uniform", "franz-go uniform"]  # fmt: skip
STATIC_KINDS = ["java range", "librdkafka range", "franz-go cooperative"]
# franz-go says nothing when it closes, and is let in again when its session is over, as on Kafka.
STATIC_KINDS_OF_THE_BROKER = ["java uniform", "librdkafka uniform"]


def wait_until(ready: Callable[[], bool], what: Callable[[], object], seconds: float = 40) -> None:
    """The limit only ends a test that hangs."""
    deadline = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < deadline, what()
        time.sleep(0.02)


class Group:
    """A topic, what was produced to it, and the members of a group that consumes it."""

    def __init__(self, address: str, folder: Path, name: str = "g", topic: str = "t") -> None:
        self.address, self.name, self.topic, self._folder = address, name, topic, folder
        self.members: list[GroupMember] = []
        self.gone: list[GroupMember] = []
        self.produced = 0  # in each partition
        create_topic(address, topic, PARTITIONS)

    def produce(self) -> None:
        producer = Producer({"bootstrap.servers": self.address, "log_level": 3, "reconnect.backoff.max.ms": 200})
        for n in range(BATCH):
            producer.produce(self.topic, b"%d" % n, partition=n % PARTITIONS)
        assert producer.flush(60) == 0
        self.produced += BATCH // PARTITIONS

    def add(self, kind: str, instance: str | None = None) -> GroupMember:
        self.members.append(GroupMember(kind, self.address, self.name, self.topic, self._folder, instance))
        return self.members[-1]

    def close(self, member: GroupMember) -> None:
        member.close()
        self._forget(member)

    def kill(self, member: GroupMember) -> None:
        member.kill()
        self._forget(member)

    def _forget(self, member: GroupMember) -> None:
        self.members.remove(member)
        self.gone.append(member)

    def wait_until_shared(self) -> None:
        """Every partition has one owner, and no member has more than its share."""
        share = -(-PARTITIONS // len(self.members))

        def is_shared() -> bool:
            owned = [set(m.owned) for m in self.members]
            assert not any(m.has_ended for m in self.members), "a member has ended"
            return set().union(*owned) == ALL and sum(map(len, owned)) == PARTITIONS and max(map(len, owned)) <= share

        wait_until(is_shared, lambda: [(m.kind, m.owned, m.heard[-8:]) for m in self.members])

    def wait_until_consumed(self) -> None:
        """Every record that was produced, by any member."""
        wanted = {(p, o) for p in ALL for o in range(self.produced)}

        def missing() -> set[tuple[int, int]]:
            return wanted - {r for m in self.members + self.gone for r in list(m.got)}

        wait_until(lambda: not missing(), lambda: f"{len(missing())} records were not consumed: {sorted(missing())[:5]}")

    def wait_until_committed(self) -> None:
        asker = Consumer({"bootstrap.servers": self.address, "group.id": self.name, "log_level": 3})
        asked = [TopicPartition(self.topic, p) for p in ALL]

        def offsets() -> list[int]:
            return [p.offset for p in asker.committed(asked, 20)]

        wait_until(lambda: offsets() == [self.produced] * PARTITIONS, offsets)
        asker.close()

    def end(self) -> None:
        for member in self.members:
            member.kill()


def rebalances_of(broker) -> list[str]:
    """Klamm's lines about them: who caused each and why. Kafka's log is not read."""
    return [line for line in getattr(broker, "lines", []) if re.search(": rebalance (of generation|to epoch) ", line)]


@pytest.fixture
def new_group(tmp_path: Path) -> Iterator[Callable[..., Group]]:
    groups: list[Group] = []

    def make(address: str, **names: str) -> Group:
        groups.append(Group(address, tmp_path, **names))
        return groups[-1]

    yield make
    for group in groups:
        group.end()


def come_and_go(group: Group, kinds: list[str]) -> None:
    """One, two, three members; one is killed, one closes."""
    group.produce()
    first = group.add(kinds[0])
    group.wait_until_shared()
    second = group.add(kinds[1 % len(kinds)])
    group.wait_until_shared()
    group.produce()
    third = group.add(kinds[2 % len(kinds)])
    group.wait_until_shared()
    group.wait_until_consumed()
    group.kill(third)
    group.produce()
    group.wait_until_shared()
    group.wait_until_consumed()
    group.close(second)
    group.produce()
    group.wait_until_shared()
    group.wait_until_consumed()
    assert first.owned == ALL
    group.close(first)


@pytest.mark.usefixtures("need_reference_kafka")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", KINDS)
def test_members_come_and_go(start_broker, new_group, kind: str) -> None:
    come_and_go(new_group(start_broker(shards=2, settings=SETTINGS).address), [kind])


@pytest.mark.usefixtures("need_reference_kafka")
@pytest.mark.timeout(300)
def test_members_of_several_libraries_share_a_group(start_broker, new_group) -> None:
    group = new_group(start_broker(shards=2, settings=SETTINGS).address)
    come_and_go(group, ["java range", "librdkafka range", "franz-go range"])


@pytest.mark.usefixtures("need_reference_kafka")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", ["java range", "librdkafka cooperative", "franz-go cooperative", "kafka-python range", "java uniform",
                                  "librdkafka uniform", "franz-go uniform"])  # fmt: skip
def test_a_killed_member_is_missed_by_its_connection(start_broker, new_group, kind: str) -> None:
    """Long before its session is over, where that is wished; that can change while the broker runs."""
    broker = start_broker(shards=2, settings={**SETTINGS, "group.disconnect.grace.ms": "200"})
    group = new_group(broker.address)
    group.produce()
    first, second = group.add(kind), group.add(kind)
    group.wait_until_shared()
    group.wait_until_consumed()
    group.kill(second)
    group.wait_until_shared()
    assert first.owned == ALL
    assert "the connection of " in rebalances_of(broker)[-1]
    alter_broker(broker.address, group_disconnect_grace_ms="-1")
    third = group.add(kind)
    group.wait_until_shared()
    group.kill(third)
    group.wait_until_shared()
    assert "the session of " in rebalances_of(broker)[-1]


@pytest.mark.usefixtures("need_reference_kafka")
@pytest.mark.timeout(300)
def test_a_group_has_its_own_patience(start_broker, new_group) -> None:
    """The broker waits for the session, one of its groups does not."""
    broker = start_broker(shards=2, settings=SETTINGS)
    group = new_group(broker.address)
    settings = ("configs", "--bootstrap-server", broker.address, "--entity-type", "groups", "--entity-name", group.name, "--alter")
    for own, missed_by in [("--add-config=group.disconnect.grace.ms=200", "connection"),
                           ("--delete-config=group.disconnect.grace.ms", "session")]:  # fmt: skip
        tool(*settings, *own.split("=", 1))
        group.add("librdkafka cooperative")
        second = group.add("librdkafka cooperative")
        group.wait_until_shared()
        group.kill(second)
        group.wait_until_shared()
        assert f"the {missed_by} of " in rebalances_of(broker)[-1]


@pytest.mark.usefixtures("need_reference_kafka")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", STATIC_KINDS)
def test_a_static_member_restarts_without_a_rebalance(start_broker, new_group, kind: str) -> None:
    broker = start_broker(shards=2, settings=SETTINGS)
    group = new_group(broker.address)
    group.produce()
    # The first leads. A leader that is restarted may start a rebalance on its own, as franz-go does.
    first = group.add(kind, "one")
    group.wait_until_shared()
    second = group.add(kind, "two")
    group.wait_until_shared()
    group.wait_until_consumed()
    rebalances, owned = rebalances_of(broker), [set(m.owned) for m in (first, second)]
    group.kill(second)
    again = group.add(kind, "two")
    group.wait_until_shared()
    group.produce()
    group.wait_until_consumed()
    assert [first.owned, again.owned] == owned
    assert rebalances_of(broker) == rebalances


@pytest.mark.usefixtures("need_reference_kafka")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", STATIC_KINDS_OF_THE_BROKER)
def test_a_static_member_of_a_consumer_group_restarts_without_a_rebalance(start_broker, new_group, kind: str) -> None:
    """It says when it closes that it will be back. Who is killed cannot, and is not let in before its session is over (KIP-848)."""
    broker = start_broker(shards=2, settings={**SETTINGS, "group.consumer.session.timeout.ms": "30000"})
    group = new_group(broker.address)
    group.produce()
    first, second = group.add(kind, "one"), group.add(kind, "two")
    group.wait_until_shared()
    group.wait_until_consumed()
    rebalances, owned, heard = rebalances_of(broker), [set(m.owned) for m in (first, second)], list(first.heard)
    group.close(second)
    again = group.add(kind, "two")
    group.wait_until_shared()
    group.produce()
    group.wait_until_consumed()
    assert [first.owned, again.owned] == owned
    assert first.heard == heard
    assert rebalances_of(broker) == rebalances


@pytest.mark.usefixtures("need_reference_kafka")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", ["java range", "java cooperative", "librdkafka range", "franz-go cooperative", "kafka-python range",
                                  "java uniform", "librdkafka uniform", "franz-go uniform"])  # fmt: skip
def test_a_killed_broker_keeps_its_groups(start_broker, new_group, kind: str) -> None:
    """In mid-load; what was committed is not consumed again."""
    with CuttingProxy() as proxy:
        broker = start_broker(shards=2, settings=SETTINGS, advertise=proxy.address)
        proxy.target = ("127.0.0.1", broker.port)
        group = new_group(proxy.address)
        group.produce()
        members = [group.add(kind), group.add(kind)]
        group.wait_until_shared()
        group.wait_until_committed()
        committed = group.produced
        group.produce()
        proxy.target = None
        broker.kill()
        counts = [len(m.got) for m in members]
        broker.start()
        proxy.target = ("127.0.0.1", broker.port)
        group.produce()
        group.wait_until_consumed()
        group.wait_until_shared()
        group.wait_until_committed()
        since = [offset for m, count in zip(members, counts) for _, offset in m.got[count:]]
        assert min(since) >= committed, "what was committed is consumed again"


def protocol_of(group: Group) -> str:
    admin = AdminClient({"bootstrap.servers": group.address, "log_level": 3})
    return next(g.type.name for g in admin.list_consumer_groups().result(20).valid if g.group_id == group.name)


def roll_to(group: Group, kind: str) -> None:
    """One member after the other is replaced."""
    for member in list(group.members):
        group.close(member)
        group.add(kind)
        group.wait_until_shared()
        group.produce()
        group.wait_until_consumed()
        group.wait_until_committed()


@pytest.mark.usefixtures("need_reference_kafka")
@pytest.mark.timeout(600)
@pytest.mark.parametrize("kinds", [("java range", "java uniform"), ("java cooperative", "java uniform"),
                                   ("librdkafka range", "librdkafka uniform")])  # fmt: skip
def test_a_group_is_rolled_from_one_protocol_to_the_other_and_back(start_broker, new_group, kinds: tuple[str, str]) -> None:
    """Whoever goes has committed what it got: nothing is lost, and nothing is consumed twice."""
    group = new_group(start_broker(shards=2, settings=SETTINGS).address)
    group.produce()
    for _ in range(2):
        group.add(kinds[0])
    group.wait_until_shared()
    group.wait_until_committed()
    assert protocol_of(group) == "CLASSIC"
    roll_to(group, kinds[1])
    assert protocol_of(group) == "CONSUMER"
    roll_to(group, kinds[0])
    assert protocol_of(group) == "CLASSIC"
    got = [record for member in group.members + group.gone for record in member.got]
    assert len(got) == len(set(got)) == PARTITIONS * group.produced


@pytest.mark.usefixtures("need_reference_kafka")
@pytest.mark.timeout(300)
def test_a_killed_broker_keeps_a_group_of_both_protocols(start_broker, new_group) -> None:
    with CuttingProxy() as proxy:
        broker = start_broker(shards=2, settings=SETTINGS, advertise=proxy.address)
        proxy.target = ("127.0.0.1", broker.port)
        group = new_group(proxy.address)
        group.produce()
        group.add("java range")
        group.wait_until_shared()
        group.add("java uniform")
        group.wait_until_shared()
        group.wait_until_committed()
        proxy.target = None
        broker.kill()
        broker.start()
        proxy.target = ("127.0.0.1", broker.port)
        group.produce()
        group.wait_until_consumed()
        group.wait_until_shared()
        group.wait_until_committed()
        assert protocol_of(group) == "CONSUMER"


@pytest.mark.usefixtures("need_reference_kafka")
@pytest.mark.timeout(300)
def test_the_stock_tool_lists_describes_and_deletes_groups(start_broker, new_group) -> None:
    address = start_broker(shards=2, settings=SETTINGS).address
    group = new_group(address)
    group.produce()
    member = group.add("librdkafka range")
    group.wait_until_consumed()
    group.wait_until_shared()

    def ask(*words: str) -> str:
        return tool("groups", "--bootstrap-server", address, *words)

    def lags() -> list[tuple[int, int, int]]:
        rows = re.findall(rf"^{group.name}\s+{group.topic}\s+\d+\s+(\d+)\s+(\d+)\s+(\d+)\s+librdkafka-", ask("--describe", "--group", "g"), re.M)
        return [(int(a), int(b), int(c)) for a, b, c in rows]

    wait_until(lambda: lags() == [(group.produced, group.produced, 0)] * PARTITIONS, lambda: ask("--describe", "--group", "g"), 120)
    assert ask("--list").split() == ["g"]
    assert re.search(r"^g\s+Classic\s+consumer|^g\s+Stable", ask("--list", "--state"), re.M)
    assert re.search(r"^g\s+\S+\s+\(\d+\)\s+range\s+Stable\s+1", ask("--describe", "--group", "g", "--state"), re.M)
    assert re.search(r"^g\s+librdkafka-\S+\s+/127\.0\.0\.1\s+librdkafka\s+6", ask("--describe", "--group", "g", "--members"), re.M)
    group.close(member)
    assert "Deletion of requested consumer groups ('g') was successful" in ask("--delete", "--group", "g")
    assert ask("--list").split() == []


@pytest.mark.usefixtures("need_reference_kafka")
@pytest.mark.timeout(300)
def test_the_stock_tool_describes_consumer_groups(start_broker, new_group) -> None:
    """Each with the broker's assignor that its members chose, or with the broker's first."""
    address = start_broker(shards=2, settings=SETTINGS).address
    groups = {assignor: new_group(address, name=assignor, topic=f"t-{assignor}") for assignor in ("uniform", "range")}
    for assignor, group in groups.items():
        group.produce()
        for library in ("java", "librdkafka"):
            group.add(f"{library} {assignor.replace('range', 'server-range')}")
    for group in groups.values():
        group.wait_until_shared()
        group.wait_until_consumed()
        group.wait_until_committed()

    def ask(*words: str) -> str:
        return tool("groups", "--bootstrap-server", address, *words)

    states = ask("--describe", "--all-groups", "--state")
    members = ask("--describe", "--all-groups", "--members", "--verbose")
    offsets = ask("--describe", "--all-groups")
    listed = ask("--list", "--state")
    for assignor, group in groups.items():
        assert re.search(rf"^{assignor}\s+\S+\s+\(\d+\)\s+{assignor}\s+Stable\s+2", states, re.M), states
        assert len(re.findall(rf"^{assignor}\s+\S+\s+/127\.0\.0\.1\s+(?:java|librdkafka)\s+3\s", members, re.M)) == 2, members
        rows = re.findall(rf"^{assignor}\s+t-{assignor}\s+\d+\s+(\d+)\s+(\d+)\s+(\d+)\s+\S+\s+/127", offsets, re.M)
        assert rows == [(str(group.produced), str(group.produced), "0")] * PARTITIONS, offsets
        assert re.search(rf"^{assignor}\s+Stable", listed, re.M), listed
    for group in groups.values():
        for member in list(group.members):
            group.close(member)
    assert "was successful" in ask("--delete", "--group", "uniform")
    assert ask("--list").split() == ["range"]
