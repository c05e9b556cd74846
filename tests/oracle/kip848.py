"""What the cases of consumer groups (KIP-848) share: a member, and what is asked about its group."""

JOIN = {"RebalanceTimeoutMs": 60000, "TopicPartitions": []}
GROUP_RESOURCE = 32


def rows_of(parts):
    """{topic: [partitions]} as rows of a heartbeat."""
    return [{"TopicId": topic.id, "Partitions": partitions} for topic, partitions in parts.items()]


class Member:
    """One member; its client does what it is told at once."""

    def __init__(self, b, group, topics=(), version=1, member_id=None, **fields):
        self.b, self.group, self.version, self.fields = b, group, version, fields
        self.topics, self.connection = list(topics), b.connect()
        self.id = b.name("member") if member_id is None else member_id
        self.epoch, self.owned = 0, {}

    def send(self, **fields):
        body = {"GroupId": self.group, "MemberId": self.id, "MemberEpoch": self.epoch, **fields}
        answer = self.connection.call("ConsumerGroupHeartbeat", self.version, body)
        if answer["ErrorCode"] == 0:
            self.id = answer["MemberId"] or self.id
            # after it has left it goes on as it was
            self.epoch = max(answer["MemberEpoch"], 0) or self.epoch
        return answer

    def join(self, **fields):
        self.epoch, self.owned = 0, {}
        names = {} if "SubscribedTopicRegex" in {**self.fields, **fields} else {"SubscribedTopicNames": [t.name for t in self.topics]}
        return self.take(self.send(**{**JOIN, **names, **self.fields, **fields}))

    def take(self, answer):
        """Does what an answer tells it to."""
        if answer.get("Assignment"):
            by_id = {t.id: t for t in self.topics}
            self.owned = {by_id[r["TopicId"]]: r["Partitions"] for r in answer["Assignment"]["TopicPartitions"]}
        return answer

    def beat(self, **fields):
        return self.take(self.send(**fields))

    def own(self, **fields):
        """Tells what it owns."""
        return self.beat(TopicPartitions=rows_of(self.owned), **fields)

    def parts(self):
        return {t.name: sorted(p) for t, p in self.owned.items() if p}

    def count(self):
        return sum(len(p) for p in self.owned.values())

    def leave(self, epoch=-1, **fields):
        return self.send(MemberEpoch=epoch, **fields)


def settle(b, counts):
    """Until each member has as many partitions, and the group is stable."""

    def is_settled():
        for m in counts:
            m.own()
        return all(m.count() == n for m, n in counts.items()) and describe(b, next(iter(counts)).group)["GroupState"] == "Stable"

    b.until(is_settled, 20)


def assignable(b, partitions):
    """A topic that the coordinator has heard of: in Kafka that may be later than that it can be written."""
    t = b.topic(partitions)
    scout = Member(b, b.group(), [t])
    scout.join()
    b.until(lambda: scout.own() and scout.count() == partitions)
    scout.leave()
    return t


def describe(b, group, version=1):
    return b.call("ConsumerGroupDescribe", version, {"GroupIds": [group]})["Groups"][0]


def plain(described):
    """Members in the order of their names, rows of topics in that of theirs."""
    for m in described["Members"]:
        for what in ("Assignment", "TargetAssignment"):
            m[what] = sorted((r["TopicName"], sorted(r["Partitions"])) for r in m[what]["TopicPartitions"])
        m["SubscribedTopicNames"] = sorted(m["SubscribedTopicNames"])
    described["Members"] = sorted(described["Members"], key=lambda m: m["MemberId"])
    return described


def alter_group(b, group, **configs):
    rows = [{"Name": k.replace("_", "."), "ConfigOperation": 0, "Value": v} for k, v in configs.items()]
    resource = {"ResourceType": GROUP_RESOURCE, "ResourceName": group, "Configs": rows}
    code = b.call("IncrementalAlterConfigs", 1, {"Resources": [resource]})["Responses"][0]["ErrorCode"]
    assert code == 0, code
    return code


def commit(b, group, topic, member_id="", epoch=-1, version=9, offset=5, partition=0, **fields):
    row = {"PartitionIndex": partition, "CommittedOffset": offset, "CommittedMetadata": "m"}
    body = {"GroupId": group, "MemberId": member_id, "GenerationIdOrMemberEpoch": epoch, **fields}
    return b.call("OffsetCommit", version, {**body, "Topics": [{**topic.key(version, 10), "Partitions": [row]}]})


def commit_code(*args, **fields):
    return commit(*args, **fields)["Topics"][0]["Partitions"][0]["ErrorCode"]


def fetch(b, group, topic, member_id=None, epoch=-1, version=9):
    row = {"GroupId": group, "Topics": [{**topic.key(version, 10), "PartitionIndexes": [0]}]}
    if version >= 9:
        row |= {"MemberId": member_id, "MemberEpoch": epoch}
    return b.call("OffsetFetch", version, {"Groups": [row], "RequireStable": True})["Groups"][0]


def listed(b, group, version=5, **filters):
    rows = b.call("ListGroups", version, filters)["Groups"]
    return [row for row in rows if row["GroupId"] == group]
