"""Random groups for the comparison of server assignors, in the lines of tests/coordinator/assign_lines.h."""

from __future__ import annotations

import base64
import random
from dataclasses import dataclass, field

Assignment = dict[str, list[int]]  # partitions by topic id


@dataclass
class Member:
    member_id: str
    instance_id: str = ""
    subscribed: list[str] = field(default_factory=list)
    target: Assignment = field(default_factory=dict)


@dataclass
class Group:
    assignor: str
    topics: dict[str, int]
    members: list[Member]

    def line(self) -> str:
        subscriptions = {tuple(member.subscribed) for member in self.members}
        kind = "homogeneous" if len(subscriptions) < 2 else "heterogeneous"
        topics = ",".join(f"{topic}:{count}" for topic, count in self.topics.items())
        return f"{self.assignor} {kind} {topics} {';'.join(_member_text(member) for member in self.members)}"

    def take(self, answer: str) -> None:
        """The members get what the answer gives them."""
        for member, text in zip(self.members, answer.split(";"), strict=True):
            member.target = {}
            for entry in filter(None, text.split(",")):
                topic, partitions = entry.split(":")
                member.target[topic] = [int(partition) for partition in partitions.split(".")]


def _member_text(member: Member) -> str:
    target = ",".join(f"{t}:{'.'.join(map(str, p))}" for t, p in sorted(member.target.items(), key=_by_id))
    return f"{member.member_id}/{member.instance_id}/{','.join(member.subscribed)}/{target}"


def _id_bytes(topic: str) -> bytes:
    return base64.urlsafe_b64decode(f"{topic}==")


def _by_id(entry: tuple[str, object]) -> bytes:
    return _id_bytes(entry[0])


class LivingGroup:
    """A group over time: members come, go and change what they want, and topics come, go and grow."""

    def __init__(self, rnd: random.Random, steps: int) -> None:
        self._random = rnd
        self._steps = steps
        self._has_equal_subscriptions = rnd.random() < 0.5
        self._has_static_members = rnd.random() < 0.4
        self._partitions_max = rnd.choice([1, 3, 8, 40, 200])
        topic_count = rnd.choice([1, 1, 2, 3, 5, 12, 30])
        member_count = rnd.choice([1, 2, 3, 5, 10, 13, 40, 100])
        self.group = Group("", {}, [])
        for _ in range(topic_count):
            self._add_topic()
        for _ in range(member_count):
            self._add_member()

    def begin_step(self) -> bool:
        """Changes the group for its next assignment; false when it has seen enough."""
        if self._steps == 0:
            return False
        self._steps -= 1
        self.group.assignor = self._random.choice(["uniform", "uniform", "range"])
        for _ in range(self._random.choice([0, 1, 1, 2, 5])):
            self._random.choice(
                [self._add_member, self._remove_member, self._add_topic, self._remove_topic, self._grow_topic,
                 self._subscribe_anew, self._restart_static_member, self._lose_target]
            )()  # fmt: skip
        return True

    def line(self) -> str:
        return self.group.line()

    def take(self, answer: str) -> None:
        self.group.take(answer)

    def _text_id(self) -> str:
        kind = self._random.random()
        if kind < 0.1:  # ids that meet in Java's hash
            return "".join(self._random.choice(["Aa", "BB"]) for _ in range(6)) + str(self._random.randrange(100))
        if kind < 0.2:
            return "".join(self._random.choice("äé中\U0001f600xyz\uff5e") for _ in range(5)) + str(self._random.randrange(9999))
        return base64.urlsafe_b64encode(self._random.randbytes(16)).decode().rstrip("=")

    def _add_topic(self) -> None:
        topic = base64.urlsafe_b64encode(self._random.randbytes(16)).decode().rstrip("=")
        equal = self._random.random() < 0.4
        self.group.topics[topic] = self._partitions_max if equal else self._random.randint(1, self._partitions_max)
        for member in self.group.members:
            if self._has_equal_subscriptions or self._random.random() < 0.5:
                self._subscribe(member, [*member.subscribed, topic])

    def _remove_topic(self) -> None:
        if not self.group.topics:
            return
        topic = self._random.choice(list(self.group.topics))
        del self.group.topics[topic]
        for member in self.group.members:  # its target may still have it
            member.subscribed = [each for each in member.subscribed if each != topic]

    def _grow_topic(self) -> None:
        if self.group.topics:
            self.group.topics[self._random.choice(list(self.group.topics))] += self._random.randint(1, 5)

    def _subscribe(self, member: Member, topics: list[str]) -> None:
        member.subscribed = sorted(set(topics), key=_id_bytes)

    def _wanted(self) -> list[str]:
        if self._has_equal_subscriptions and self.group.members:
            return self.group.members[0].subscribed
        share = 1 if self._has_equal_subscriptions else self._random.choice([0, 0.1, 0.5, 0.9, 1])
        return [topic for topic in self.group.topics if self._random.random() < share]

    def _add_member(self) -> None:
        instance = self._text_id() if self._has_static_members and self._random.random() < 0.7 else ""
        member_id, taken = self._text_id(), {member.member_id for member in self.group.members}
        if member_id in taken or instance in {member.instance_id for member in self.group.members} - {""}:
            return
        member = Member(member_id, instance)
        self._subscribe(member, self._wanted())
        self.group.members.insert(self._random.randint(0, len(self.group.members)), member)

    def _remove_member(self) -> None:
        if len(self.group.members) > 1:
            self.group.members.pop(self._random.randrange(len(self.group.members)))

    def _subscribe_anew(self) -> None:
        if not self._has_equal_subscriptions:
            self._subscribe(self._random.choice(self.group.members), self._wanted())

    def _restart_static_member(self) -> None:
        member = self._random.choice(self.group.members)
        if member.instance_id:
            member.member_id = base64.urlsafe_b64encode(self._random.randbytes(16)).decode().rstrip("=")

    def _lose_target(self) -> None:
        self._random.choice(self.group.members).target = {}
