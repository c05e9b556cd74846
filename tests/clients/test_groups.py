"""Consumer groups of the classic protocol with real clients: members come, go, are killed and come back, the broker is killed.
Whatever happens, every record is consumed, and every partition has one owner when it is quiet again."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from clients.admin import create_topic
from clients.group_member import GroupMember
from confluent_kafka import Consumer, Producer, TopicPartition
from support.cutting_proxy import CuttingProxy
from support.reference_kafka import tool

PARTITIONS = 6
BATCH = 600  # records, a hundred in each partition
SETTINGS = {"group.initial.rebalance.delay.ms": "0", "group.min.session.timeout.ms": "1000"}
ALL = set(range(PARTITIONS))
KINDS = ["java range", "java sticky", "java cooperative", "librdkafka range", "librdkafka cooperative", "franz-go cooperative",
         "kafka-python range"]  # fmt: skip
STATIC_KINDS = ["java range", "librdkafka range", "franz-go cooperative"]


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
    return [line for line in getattr(broker, "lines", []) if ": rebalance of generation " in line]


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
@pytest.mark.parametrize("kind", ["java range", "java cooperative", "librdkafka range", "franz-go cooperative", "kafka-python range"])
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
