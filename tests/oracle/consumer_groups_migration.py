"""Groups of KIP-848 and the classic protocol: its requests to such a group, and a group that goes from one to the other."""

import struct

from kip848 import Member, assignable, commit_code, describe, fetch, listed, settle


# ---- beside the classic protocol


def classic_join(b, group, member_id="", protocols=(("range", b"m"),), version=9):
    return b.call("JoinGroup", version, {
        "GroupId": group, "SessionTimeoutMs": 10000, "RebalanceTimeoutMs": 10000, "MemberId": member_id, "ProtocolType": "consumer",
        "Protocols": [{"Name": n, "Metadata": m} for n, m in protocols],
    })  # fmt: skip


def case_classic_requests_to_such_a_group(b):
    t = b.topic(1)
    m = Member(b, b.group(), [t])
    m.join()
    settle(b, {m: 1})
    row = {"GroupId": m.group, "GenerationId": m.epoch, "MemberId": m.id}
    out = [b.call("Heartbeat", 4, row), b.call("SyncGroup", 5, {**row, "Assignments": []})]
    out.append(b.call("LeaveGroup", 5, {"GroupId": m.group, "Members": [{"MemberId": "stranger"}]}))
    out.append(classic_join(b, m.group, "stranger"))
    out.append(classic_join(b, m.group, version=3, protocols=(("range", b""),))["ErrorCode"])
    return [*out, m.beat()["ErrorCode"], len(describe(b, m.group)["Members"])]


def case_an_administrator_removes_a_member(b):
    t = b.topic(1)
    m = Member(b, b.group(), [t])
    m.join()
    static = Member(b, m.group, [t], InstanceId="i")
    static.join()
    leave = lambda **f: b.call("LeaveGroup", 5, {"GroupId": m.group, "Members": [{"MemberId": "", **f}]})  # noqa: E731
    out = [leave(MemberId=m.id), leave(GroupInstanceId="i"), leave(GroupInstanceId="nobody")]
    return [*out, describe(b, m.group)["GroupState"], m.beat()["ErrorCode"], static.beat()["ErrorCode"]]


def case_a_join_into_a_classic_group(b):
    t = b.topic(1)
    group = b.group()
    asked = classic_join(b, group)
    member_id = asked["MemberId"]
    b.connect().send("JoinGroup", 9, {
        "GroupId": group, "SessionTimeoutMs": 10000, "RebalanceTimeoutMs": 10000, "MemberId": member_id, "ProtocolType": "other",
        "Protocols": [{"Name": "range", "Metadata": b"m"}],
    })  # fmt: skip
    b.until(lambda: b.call("DescribeGroups", 5, {"Groups": [group]})["Groups"][0]["GroupState"] == "CompletingRebalance")
    m = Member(b, group, [t])
    return [m.join()["ErrorCode"], describe(b, group)]


def case_an_empty_classic_group_becomes_one(b):
    """Its offsets stay."""
    t = b.topic(1)
    group = b.group()
    out = [commit_code(b, group, t, offset=7), listed(b, group)]
    m = Member(b, group, [t])
    out += [m.join()["ErrorCode"], listed(b, group)]
    settle(b, {m: 1})
    out.append(fetch(b, group, t, m.id, m.epoch))
    m.leave()
    out += [listed(b, group), classic_join(b, group, version=3, protocols=(("range", b"m"),))["ErrorCode"], listed(b, group)]
    return out


# ---- from one protocol to the other (group.consumer.migration.policy)


def subscription(topics, owned=(), version=1):
    """The metadata of a consumer of the classic protocol."""
    text = lambda t: struct.pack(">h", len(t)) + t.encode()  # noqa: E731
    out = struct.pack(">hi", version, len(topics)) + b"".join(text(t.name) for t in topics) + struct.pack(">i", -1)
    if version >= 1:
        out += struct.pack(">i", len(owned))
        out += b"".join(text(t.name) + struct.pack(">i", len(p)) + struct.pack(f">{len(p)}i", *p) for t, p in owned)
    return out


def assignment(parts):
    """What its leader gives to one."""
    rows = b"".join(struct.pack(">h", len(t.name)) + t.name.encode() + struct.pack(f">i{len(p)}i", len(p), *p) for t, p in parts.items())
    return struct.pack(">hi", 0, len(parts)) + rows + struct.pack(">i", -1)


def parse_assignment(data):
    """{topic: [partitions]}; what comes behind it is left out."""
    if not data:
        return None
    (count,), at, parts = struct.unpack_from(">i", data, 2), 6, {}
    for _ in range(count):
        (size,) = struct.unpack_from(">h", data, at)
        name = data[at + 2 : at + 2 + size].decode()
        (n,) = struct.unpack_from(">i", data, at + 2 + size)
        parts[name] = sorted(struct.unpack_from(f">{n}i", data, at + 6 + size))
        at += 6 + size + 4 * n
    return parts


class Classic:
    """A consumer of the classic protocol, with JoinGroup 5: it gets an id first."""

    def __init__(self, b, group, topics, session_ms=10000):
        self.b, self.c, self.group, self.topics, self.session_ms = b, b.connect(), group, topics, session_ms
        self.id, self.generation = "", -1

    def send_join(self, owned=()):
        self.c.send("JoinGroup", 5, {
            "GroupId": self.group, "SessionTimeoutMs": self.session_ms, "RebalanceTimeoutMs": 10000, "MemberId": self.id,
            "ProtocolType": "consumer", "Protocols": [{"Name": "range", "Metadata": subscription(self.topics, owned)}],
        })  # fmt: skip

    def joined(self):
        answer = self.c.receive()
        self.id = answer["MemberId"] or self.id
        self.generation = answer["GenerationId"] if answer["ErrorCode"] == 0 else self.generation
        return answer["ErrorCode"]

    def join(self, owned=()):
        self.send_join(owned)
        code = self.joined()
        if code != 79:
            return code
        self.send_join(owned)
        return self.joined()

    def _row(self):
        return {"GroupId": self.group, "GenerationId": self.generation, "MemberId": self.id}

    def sync(self, parts=None):
        rows = [{"MemberId": self.id, "Assignment": assignment(parts)}] if parts else []
        row = {**self._row(), "ProtocolType": "consumer", "ProtocolName": "range"}
        answer = self.c.call("SyncGroup", 5, {**row, "Assignments": rows})
        return answer["ErrorCode"], parse_assignment(answer["Assignment"])

    def beat(self):
        return self.c.call("Heartbeat", 4, self._row())["ErrorCode"]

    def leave(self):
        return self.c.call("LeaveGroup", 5, {"GroupId": self.group, "Members": [{"MemberId": self.id}]})


def upgraded(b):
    """A classic member with both partitions of a topic, and one of the other protocol that has joined it."""
    t = b.topic(2)
    old = Classic(b, b.group(), [t])
    old.join()
    old.sync({t: [0, 1]})
    new = Member(b, old.group, [t])
    return t, old, new, new.join()


def case_an_upgrade_of_a_live_group(b):
    t, old, new, answer = upgraded(b)
    out = [answer["ErrorCode"], listed(b, old.group)[0]["GroupType"], describe(b, old.group)["GroupState"]]
    out.append(sorted(m["MemberType"] for m in describe(b, old.group)["Members"]))
    b.until(lambda: old.beat() == 27)
    out += [old.join([(t, [0, 1])]), old.sync()]
    # it was told to give up one of them, and joins again without it
    b.until(lambda: old.beat() == 27)
    out.append(old.join())
    kept = old.sync()
    out.append([kept[0], len(kept[1][t.name])])
    b.until(lambda: new.own() and new.count() == 1)
    new.own()
    return [*out, sorted(new.owned[t] + kept[1][t.name]), old.beat(), describe(b, old.group)["GroupState"]]


def case_a_downgrade(b):
    """The last member of the newer protocol leaves."""
    t, old, new, _ = upgraded(b)
    out = [new.leave()["ErrorCode"]]
    b.until(lambda: listed(b, old.group)[0]["GroupType"].lower() == "classic")
    out.append(b.until(old.beat))
    out += [old.join([(t, [0, 1])]), old.sync({t: [0, 1]}), old.beat()]
    return [*out, listed(b, old.group)]


def case_classic_requests_of_an_upgraded_group(b):
    t, old, new, _ = upgraded(b)
    b.until(lambda: old.beat() == 27)
    out = [old.join([(t, [0, 1])]), old.sync()]
    out += [commit_code(b, old.group, t, old.id, old.generation, version=v) for v in (5, 8, 9)]
    out += [commit_code(b, old.group, t, old.id, old.generation + 1, version=8), commit_code(b, old.group, t, "stranger", 1, version=8)]
    out += [old.c.call("Heartbeat", 4, {**old._row(), "GenerationId": old.generation + 5})["ErrorCode"]]
    left = old.leave()
    out += [left["ErrorCode"], left["Members"][0]["ErrorCode"], old.beat()]
    settle(b, {new: 2})
    return [*out, new.parts()]


def case_a_classic_member_joins_an_upgraded_group(b):
    t, old, new, _ = upgraded(b)
    old.leave()
    settle(b, {new: 2})
    late = Classic(b, old.group, [t])
    out = [late.join(), late.sync()]
    b.until(lambda: new.beat() and new.count() == 1)
    new.own()
    b.until(lambda: late.beat() == 27)
    out += [late.join(), len(late.sync()[1][t.name])]
    return out


def case_requests_to_an_upgraded_group(b):
    """What is asked about it, and what its classic member may ask."""
    t, old, new, _ = upgraded(b)
    asked = b.call("DescribeGroups", 5, {"Groups": [old.group]})["Groups"][0]
    out = [asked["ErrorCode"], asked["GroupState"], asked["Members"]]
    row = {**old._row(), "ProtocolType": "consumer", "ProtocolName": "range", "Assignments": []}
    sync = lambda **f: old.c.call("SyncGroup", 5, {**row, **f})  # noqa: E731
    out += [sync(), sync(MemberId="stranger"), sync(ProtocolName="roundrobin"), sync(ProtocolType="connect"), sync(GenerationId=77)]
    out += [sync(GroupInstanceId="i"), sync(MemberId=new.id)]
    out += [fetch(b, old.group, t, old.id, old.generation), fetch(b, old.group, t, old.id, old.generation + 5)]
    out += [old.c.call("Heartbeat", 4, {**old._row(), "MemberId": new.id}), old.c.call("Heartbeat", 4, {**old._row(), "MemberId": "stranger"})]
    out.append(b.call("DeleteGroups", 2, {"GroupsNames": [old.group]})["Results"][0]["ErrorCode"])
    out.append([(m["MemberType"], m["SubscribedTopicNames"], m["RackId"], m["InstanceId"]) for m in _by_type(describe(b, old.group))])
    return [*out, new.beat()["ErrorCode"]]


def _by_type(described):
    return sorted(described["Members"], key=lambda m: m["MemberType"])


def case_who_may_join_with_the_classic_protocol(b):
    t, old, new, _ = upgraded(b)
    join = lambda version=5, **f: b.call("JoinGroup", version, {  # noqa: E731
        "GroupId": old.group, "SessionTimeoutMs": 10000, "RebalanceTimeoutMs": 10000, "MemberId": "", "ProtocolType": "consumer",
        "Protocols": [{"Name": "range", "Metadata": subscription([t])}], **f,
    })  # fmt: skip
    good = subscription([t])
    out = [join(), join(version=9), join(ProtocolType="connect", Protocols=[{"Name": "range", "Metadata": good}])]
    out += [join(Protocols=[{"Name": "roundrobin", "Metadata": good}]), join(MemberId="x", Protocols=[{"Name": "range", "Metadata": b""}])]
    out += [join(MemberId="x", GroupInstanceId="nobody"), join(MemberId="x", SessionTimeoutMs=1)]
    named = join(MemberId="of my own", Protocols=[{"Name": "roundrobin", "Metadata": good}, {"Name": "range", "Metadata": good}])
    out += [named, join(version=3)["ErrorCode"], len(describe(b, old.group)["Members"])]
    return [*out, new.beat()["ErrorCode"]]


def case_a_join_into_a_consumer_group(b):
    """Without any member of the classic protocol before."""
    t = assignable(b, 2)
    new = Member(b, b.group(), [t])
    new.join()
    settle(b, {new: 2})
    old = Classic(b, new.group, [t])
    out = [old.join(), old.sync(), listed(b, new.group)[0]["GroupType"]]
    b.until(lambda: new.own() and new.count() == 1)
    new.own()
    b.until(lambda: old.beat() == 27)
    out += [old.join(), len(old.sync()[1][t.name]), old.beat(), describe(b, new.group)["GroupState"]]
    new.leave()
    b.until(lambda: listed(b, new.group)[0]["GroupType"].lower() == "classic")
    out += [old.join(), old.sync({t: [0, 1]}), old.beat()]
    asked = b.call("DescribeGroups", 5, {"Groups": [new.group]})["Groups"][0]
    return [*out, asked["GroupState"], asked["ProtocolType"], asked["ProtocolData"]]


def case_a_downgrade_by_an_administrator(b):
    t, old, new, _ = upgraded(b)
    left = b.call("LeaveGroup", 5, {"GroupId": old.group, "Members": [{"MemberId": new.id}]})
    out = [left, listed(b, old.group)[0]["GroupType"], old.beat()]
    asked = b.call("DescribeGroups", 5, {"Groups": [old.group]})["Groups"][0]
    out += [asked["GroupState"], asked["ProtocolType"], len(asked["Members"]), new.beat()["ErrorCode"]]
    out += [commit_code(b, old.group, t, old.id, old.generation, version=8), commit_code(b, old.group, t, old.id, old.generation + 1, version=8)]
    return [*out, old.join(), old.sync({t: [0, 1]})]


def case_all_leave_an_upgraded_group(b):
    _, old, new, _ = upgraded(b)
    members = [{"MemberId": old.id}, {"MemberId": new.id}, {"MemberId": "stranger"}]
    return [b.call("LeaveGroup", 5, {"GroupId": old.group, "Members": members}), listed(b, old.group)]


def case_a_static_member_comes_back_with_the_classic_protocol(b):
    """The last of the newer protocol: its assignment stays good."""
    t = assignable(b, 2)
    new = Member(b, b.group(), [t], InstanceId="i")
    new.join()
    settle(b, {new: 2})
    row = {"GroupId": new.group, "SessionTimeoutMs": 10000, "RebalanceTimeoutMs": 10000, "MemberId": "", "GroupInstanceId": "i"}
    join = {**row, "ProtocolType": "consumer", "Protocols": [{"Name": "range", "Metadata": subscription([t])}]}
    told = b.call("JoinGroup", 5, join)
    out = [told["ErrorCode"], told["GenerationId"] == new.epoch, told["ProtocolName"], told["Leader"], told["Members"]]
    row = {"GroupId": new.group, "GenerationId": told["GenerationId"], "MemberId": told["MemberId"], "GroupInstanceId": "i"}
    synced = b.call("SyncGroup", 5, {**row, "ProtocolType": "consumer", "ProtocolName": "range", "Assignments": []})
    out += [synced["ErrorCode"], parse_assignment(synced["Assignment"]), b.call("Heartbeat", 4, row)["ErrorCode"]]
    return [*out, listed(b, new.group), new.beat()["ErrorCode"]]


def case_a_static_member_comes_back_with_the_newer_protocol(b):
    t = assignable(b, 2)
    group = b.group()
    row = {"GroupId": group, "SessionTimeoutMs": 10000, "RebalanceTimeoutMs": 10000, "MemberId": "", "GroupInstanceId": "i"}
    join = {**row, "ProtocolType": "consumer", "Protocols": [{"Name": "range", "Metadata": subscription([t])}]}
    told = b.call("JoinGroup", 5, join)
    row = {"GroupId": group, "GenerationId": told["GenerationId"], "MemberId": told["MemberId"], "GroupInstanceId": "i"}
    rows = [{"MemberId": told["MemberId"], "Assignment": assignment({t: [0, 1]})}]
    b.call("SyncGroup", 5, {**row, "ProtocolType": "consumer", "ProtocolName": "range", "Assignments": rows})
    new = Member(b, group, [t], InstanceId="i")
    out = [new.join()["ErrorCode"], new.parts(), b.call("Heartbeat", 4, row)["ErrorCode"]]
    return [*out, listed(b, group), [m["MemberType"] for m in describe(b, group)["Members"]]]


def case_a_custom_assignor_stops_an_upgrade(b):
    t = b.topic(1)
    old = Classic(b, b.group(), [t])
    old.join()
    data = assignment({t: [0]})[:-4] + struct.pack(">i", 1) + b"x"
    rows = [{"MemberId": old.id, "Assignment": data}]
    old.c.call("SyncGroup", 5, {**old._row(), "ProtocolType": "consumer", "ProtocolName": "range", "Assignments": rows})
    new = Member(b, old.group, [t])
    return [new.join()["ErrorCode"], old.beat(), listed(b, old.group)]
