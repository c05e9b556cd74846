"""What it costs a consumer group when one of its members is killed, and when one closes: when the others hear of it, what is
revoked from them, and which records are consumed twice.

Each scenario has three members that work on a large backlog. One is killed, and when the others have its partitions one more is
closed. The scenarios share a broker for each setting and run a few at a time: most of their time they wait. Nobody is killed while
members of others start, which takes all of a small machine for seconds.

KLAMM_TEST_BROKER=kafka runs it against Apache Kafka, to see that the test is right; without the grace time, which is Klamm's own."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from clients.admin import create_topic
from clients.group_member import GroupMember, build
from confluent_kafka import Consumer, Producer, TopicPartition
from conftest import AGAINST_KAFKA

PARTITIONS, RECORDS, MEMBERS = 6, 8000, 3
ALL = set(range(PARTITIONS))
# The members' own, and the broker's for those that it times (KIP-848).
SESSION_S, HEARTBEAT_S, GRACE_S = 6.0, 2.0, 0.5
# For the members' loop, which does 50 records of 2 ms before it polls, and for the test's own sight.
SLACK_S = 0.5
SETTINGS = {
    "group.initial.rebalance.delay.ms": "0",
    "group.consumer.session.timeout.ms": "6000", "group.consumer.min.session.timeout.ms": "6000",
    "group.consumer.heartbeat.interval.ms": "2000", "group.consumer.min.heartbeat.interval.ms": "2000",
}  # fmt: skip
AT_A_TIME = 4
EAGER = ["java range", "java sticky", "kafka-python range"]
# Two of Java in each round: they need the most.
KINDS = ["java range", "librdkafka cooperative", "java uniform", "franz-go uniform", "java sticky", "kafka-python range", "java cooperative",
         "librdkafka uniform", "franz-go cooperative"]  # fmt: skip
SCENARIOS = [(kind, "session") for kind in KINDS]
if not AGAINST_KAFKA:
    SCENARIOS += [(kind, "grace") for kind in KINDS if kind not in ("java sticky", "librdkafka uniform")]
Record = tuple[int, int]  # partition, offset


def wait_until(ready: Callable[[], bool], what: Callable[[], object], seconds: float = 60) -> None:
    """The limit only ends a test that hangs."""
    deadline = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < deadline, what()
        time.sleep(0.02)


class Round:
    """Scenarios that go on together."""

    def __init__(self, count: int) -> None:
        self._left, self._waiting = count, 0
        self._changed = threading.Condition()

    def wait_for_others(self) -> None:
        with self._changed:
            self._waiting += 1
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._waiting >= self._left)

    def leave(self) -> None:
        """Harmless for one that has been waited for."""
        with self._changed:
            self._left -= 1
            self._changed.notify_all()


@dataclass
class Departure:
    """What one member's end was to the others."""

    left: set[int]  # what it owned
    last_got: dict[int, int]  # its last record of each partition
    uncommitted: set[Record]  # what it had done and not committed
    owned: dict[int, set[int]] = field(default_factory=dict)  # what each of the others owned before, by its place
    gained: dict[int, set[int]] = field(default_factory=dict)
    revoked: dict[int, set[int]] = field(default_factory=dict)
    heard_after_s: dict[int, float] = field(default_factory=dict)  # of those that had a callback
    consumed_twice: set[Record] = field(default_factory=set)


@dataclass
class Seen:
    killed: Departure
    closed: Departure
    consumed: set[Record]
    committed: list[int]  # at the end


class Scenario:
    def __init__(self, kind: str, address: str, folder: Path, name: str) -> None:
        self.address, self.name = address, name
        folder.mkdir()
        create_topic(address, name, PARTITIONS)
        self._fill()
        self.asker = Consumer({"bootstrap.servers": address, "group.id": name, "log_level": 3})
        self.members = [GroupMember(kind, address, name, name, folder, works=True) for _ in range(MEMBERS)]
        self.everybody = list(self.members)

    def _fill(self) -> None:
        # In small batches: a member that fetches little at a time gets on with all of its partitions.
        producer = Producer({"bootstrap.servers": self.address, "log_level": 3, "batch.num.messages": 200, "linger.ms": 20})
        for n in range(PARTITIONS * RECORDS):
            producer.produce(self.name, b"%d" % n, partition=n % PARTITIONS)
        assert producer.flush(60) == 0

    def run(self, together: Round) -> Seen:
        try:
            self.wait_until_settled()
            together.wait_for_others()
            killed = self.see_end_of(self._kill)
            closed = self.see_end_of(self._close)
            for member in list(self.members):
                member.close()
            consumed = {record for member in self.everybody for record in member.got}
            return Seen(killed, closed, consumed, self.committed())
        finally:
            together.leave()
            for member in self.everybody:
                member.kill()
            self.asker.close()

    def committed(self) -> list[int]:
        rows = self.asker.committed([TopicPartition(self.name, p) for p in range(PARTITIONS)], 20)
        return [max(row.offset, 0) for row in rows]

    def consumed_twice(self) -> set[Record]:
        counts = Counter(record for member in self.everybody for record in list(member.got))
        return {record for record, count in counts.items() if count > 1}

    def wait_until_settled(self) -> None:
        """Every partition has an owner that has consumed some of it since, and each member has its share."""
        shares = sorted(PARTITIONS // len(self.members) + (i < PARTITIONS % len(self.members)) for i in range(len(self.members)))
        wait_until(
            lambda: sorted(len(m.owned) for m in self.members) == shares and set().union(*(set(m.owned) for m in self.members)) == ALL,
            self._state,
        )
        counts = [len(m.got) for m in self.members]
        wait_until(
            lambda: all(len(m.got) > count + 60 for m, count in zip(self.members, counts)),
            self._state,
        )

    def _state(self) -> str:
        """For a failed test."""
        lines = [f"committed {self.committed()}"]
        for m in self.everybody:
            reached = {p: max(o for q, o in m.got if q == p) for p in sorted({p for p, _ in m.got})}
            times = [f"{at:.1f} {line}" for line, at in zip(m.heard, m.heard_at)]
            lines.append(f"{m.name} owns {sorted(m.owned)}, reached {reached}, heard {times}")
        return "\n".join(lines)

    def see_end_of(self, end: Callable[[GroupMember, Departure], float]) -> Departure:
        """`end` ends a member and says when that began."""
        one = max(self.members, key=lambda m: len(m.owned))
        self.members.remove(one)
        others = list(self.members)
        before = self.consumed_twice()
        heard = [len(m.heard) for m in others]
        seen = Departure(set(one.owned), {}, set(), {i: set(m.owned) for i, m in enumerate(others)})
        began = end(one, seen)
        for p, offset in one.got:
            if p in seen.left:
                seen.last_got[p] = offset
        self.wait_until_settled()
        wait_until(lambda: self._is_overtaken(seen), lambda: f"{seen}\n{self._state()}")
        for i, member in enumerate(others):
            self._note_callbacks(seen, i, member, heard[i], began)
        seen.consumed_twice = self.consumed_twice() - before
        return seen

    @staticmethod
    def _close(one: GroupMember, _: Departure) -> float:
        one.close()
        return one.heard_at[one.heard.index("closing")]

    def _kill(self, one: GroupMember, seen: Departure) -> float:
        heard = [len(m.heard) for m in self.members]
        began = time.monotonic()
        one.kill()
        # until the first of the others hears of it: whatever was under way has arrived long before
        committed = last = self.committed()
        while all(len(m.heard) == count for m, count in zip(self.members, heard)):
            committed, last = last, self.committed()
            time.sleep(0.02)
        seen.uncommitted = {(p, o) for p, o in one.got if p in seen.left and o >= committed[p]}
        return began

    def _is_overtaken(self, seen: Departure) -> bool:
        """The others have consumed more than the one that is gone."""
        got = {record for m in self.members for record in list(m.got)}
        assert max(seen.last_got.values()) < RECORDS - 1, f"the backlog was consumed too early to show anything\n{self._state()}"
        return all((p, o + 1) in got for p, o in seen.last_got.items())

    @staticmethod
    def _note_callbacks(seen: Departure, i: int, member: GroupMember, first: int, began: float) -> None:
        for line, at in zip(member.heard[first:], member.heard_at[first:]):
            what, *words = line.split()
            if what not in ("assigned", "revoked", "lost"):
                continue
            seen.heard_after_s.setdefault(i, at - began)
            if what != "assigned":
                seen.revoked[i] = seen.revoked.get(i, set()) | {int(p) for p in words}
        seen.gained[i] = set(member.owned) - seen.owned[i]


@pytest.fixture(scope="module")
def runs(request, start_module_broker, tmp_path_factory) -> Iterator[dict[tuple[str, str], Future[Seen]]]:
    """Every scenario that was asked for, begun."""
    asked = [item.callspec.params["scenario"] for item in request.session.items if item.originalname == test_an_end_costs_the_others_little.__name__]
    folder = tmp_path_factory.mktemp("scenarios")
    for kind in {kind for kind, _ in asked}:
        build(kind)
    grace = {"session": {}, "grace": {"group.disconnect.grace.ms": str(int(GRACE_S * 1000))}}
    brokers = {how: start_module_broker(shards=2, settings={**SETTINGS, **grace[how]}) for how in {how for _, how in asked}}

    def run(kind: str, how: str, together: Round) -> Seen:
        name = f"{kind}-{how}".replace(" ", "-")
        return Scenario(kind, brokers[how].address, folder / name, name).run(together)

    def run_all() -> None:
        for at in range(0, len(asked), AT_A_TIME):
            some = asked[at : at + AT_A_TIME]
            together = Round(len(some))
            with ThreadPoolExecutor(len(some)) as pool:
                for scenario in some:
                    running = pool.submit(run, *scenario, together)
                    running.add_done_callback(lambda done, scenario=scenario: pass_on(done, futures[scenario]))

    futures: dict[tuple[str, str], Future[Seen]] = {scenario: Future() for scenario in asked}
    runner = threading.Thread(target=run_all)
    runner.start()
    yield futures
    runner.join()


def pass_on(done: Future[Seen], to: Future[Seen]) -> None:
    if problem := done.exception():
        to.set_exception(problem)
    else:
        to.set_result(done.result())


@pytest.mark.usefixtures("need_reference_kafka")
@pytest.mark.timeout(400)
@pytest.mark.alone  # how soon the others hear; the scenarios go on side by side
@pytest.mark.parametrize("scenario", SCENARIOS, ids=[f"{kind} {how}" for kind, how in SCENARIOS])
def test_an_end_costs_the_others_little(runs, scenario: tuple[str, str]) -> None:
    kind, how = scenario
    seen = runs[scenario].result()
    print(kind, how, "left", PARTITIONS * RECORDS - len(seen.consumed), "killed", seen.killed.heard_after_s, len(seen.killed.uncommitted), "closed", seen.closed.heard_after_s)
    killed_within_s = (SESSION_S if how == "session" else GRACE_S) + HEARTBEAT_S + SLACK_S
    check_departure(kind, seen.killed, killed_within_s, seen.killed.uncommitted)
    check_departure(kind, seen.closed, HEARTBEAT_S + SLACK_S, set())
    lost = {(p, o) for p in ALL for o in range(seen.committed[p])} - seen.consumed
    assert not lost, f"{len(lost)} records are committed and were not consumed: {sorted(lost)[:5]}"


def check_departure(kind: str, seen: Departure, within_s: float, twice: set[Record]) -> None:
    assert seen.consumed_twice == twice
    assert set().union(*seen.gained.values()) == seen.left or kind in EAGER
    for i, owned in seen.owned.items():
        if kind in EAGER:
            assert seen.revoked.get(i) == owned, "an eager member gives up everything"
        else:
            assert not seen.revoked.get(i), "nothing is revoked from who stays"
        if kind in EAGER or seen.gained[i]:
            assert seen.heard_after_s[i] <= within_s
