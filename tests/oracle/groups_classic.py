"""The classic group protocol: every version, what is refused, static members, protocol selection, and the admin's view.

Member ids are Kafka's own business; where they are compared, the unique part is taken off first.
"""

import struct

CONSUMER = "consumer"
JOINS, SYNCS, BEATS, LEAVES, LISTS, DESCRIBES, DELETES = range(10), range(6), range(5), range(6), range(6), range(7), range(4)


def join_body(group, member_id="", protocols=(("range", b"m"),), **fields):
    return {
        "GroupId": group, "SessionTimeoutMs": 10000, "RebalanceTimeoutMs": 10000, "MemberId": member_id,
        "ProtocolType": CONSUMER, "Protocols": [{"Name": n, "Metadata": m} for n, m in protocols], **fields,
    }  # fmt: skip


class Member:
    """One member on a connection of its own."""

    def __init__(self, b, group, version=9, **fields):
        self.b, self.c, self.group, self.version, self.fields = b, b.connect(), group, version, fields
        self.id, self.generation = "", -1
        self.instance = fields.get("GroupInstanceId")

    def send_join(self, **fields):
        body = join_body(self.group, self.id, **{**self.fields, **fields})
        if self.version < 1:
            del body["RebalanceTimeoutMs"]
        self.c.send("JoinGroup", self.version, body)

    def joined(self):
        answer = self.c.receive()
        self.id = answer["MemberId"] or self.id
        if answer["ErrorCode"] == 0:
            self.generation = answer["GenerationId"]
        return answer

    def join(self, **fields):
        """Asks for an id first, as clients do, and then joins."""
        self.send_join(**fields)
        answer = self.joined()
        if answer["ErrorCode"] != 79:
            return answer
        self.send_join(**fields)
        return self.joined()

    def sync_body(self, parts=None, protocol="range", **fields):
        body = {"GroupId": self.group, "GenerationId": self.generation, "MemberId": self.id, "GroupInstanceId": self.instance}
        body |= {"ProtocolType": CONSUMER, "ProtocolName": protocol}
        return body | {"Assignments": [{"MemberId": m, "Assignment": a} for m, a in (parts or {}).items()]} | fields

    def sync(self, parts=None, version=5, **fields):
        return self.c.call("SyncGroup", version, self.sync_body(parts, **fields))

    def beat(self, version=4, **fields):
        body = {"GroupId": self.group, "GenerationId": self.generation, "MemberId": self.id, "GroupInstanceId": self.instance}
        return self.c.call("Heartbeat", version, {**body, **fields})["ErrorCode"]

    def leave(self, version=5, **fields):
        row = {"MemberId": self.id, "GroupInstanceId": self.instance, "Reason": "test", **fields}
        return self.c.call("LeaveGroup", version, {"GroupId": self.group, "Members": [row]})

    def stable(self, assignment=b"all"):
        """The only member of its group, with its assignment."""
        return self.join(), self.sync({self.id: assignment})


def pair(b, group, **fields):
    """A leader and a follower in a stable group of generation 2."""
    first, second = Member(b, group, **fields), Member(b, group, **fields)
    first.stable()
    second.send_join()
    answer = second.joined()
    if answer["ErrorCode"] == 79:
        second.send_join()
    b.until(lambda: first.beat() == 27)
    first.send_join()
    answers = [first.joined()]
    answers.append(second.joined())
    first.sync({first.id: b"one", second.id: b"two"})
    second.sync()
    return first, second, answers


def plain(value, *members):
    """The ids of these members by their places; rows of members in that order."""
    if isinstance(value, dict):
        return {k: plain(v, *members) for k, v in value.items()}
    if isinstance(value, list):
        rows = [plain(v, *members) for v in value]
        of_members = bool(rows) and all(isinstance(r, dict) and "MemberId" in r for r in rows)
        return sorted(rows, key=lambda r: r["MemberId"]) if of_members and members else rows
    for i, m in enumerate(members):
        if isinstance(value, str) and m.id and value == m.id:
            return f"member {i}"
    return value


def case_one_member_in_every_version(b):
    out = []
    for version in JOINS:
        m = Member(b, b.group(), version=version)
        out.append(plain(m.join(), m))
        out.append([m.sync({m.id: b"all"}, version=v) for v in SYNCS])
        out.append([m.beat(version=v) for v in BEATS])
        out.append(b.call("LeaveGroup", 0, {"GroupId": m.group, "MemberId": m.id}))
    return out


def case_leave_in_every_version(b):
    out = []
    for version in LEAVES:
        m = Member(b, b.group())
        m.stable()
        if version < 3:
            out.append(b.call("LeaveGroup", version, {"GroupId": m.group, "MemberId": m.id}))
            out.append(b.call("LeaveGroup", version, {"GroupId": m.group, "MemberId": m.id}))
        else:
            rows = [{"MemberId": m.id}, {"MemberId": "stranger"}, {"MemberId": "", "GroupInstanceId": "nobody"}]
            out.append(plain(b.call("LeaveGroup", version, {"GroupId": m.group, "Members": rows}), m))
            out.append(b.call("LeaveGroup", version, {"GroupId": m.group, "Members": []}))
    return out


def case_member_ids_begin_with_the_client_id(b):
    answers = []
    for client, instance in (("some client", None), ("", None), ("c", "instance one")):
        c, group = b.connect(client_id=client), b.group()
        asked = c.call("JoinGroup", 5, join_body(group, GroupInstanceId=instance))
        answers.append([asked["ErrorCode"], asked["MemberId"][:-36], len(asked["MemberId"]), asked["MemberId"][-36:].count("-")])
    return answers


def case_joins_that_are_refused(b):
    group = b.group()
    ask = lambda **f: b.call("JoinGroup", f.pop("version", 9), join_body(f.pop("group", group), **f))  # noqa: E731
    return [
        ask(group=""),
        ask(SessionTimeoutMs=1),
        ask(SessionTimeoutMs=5999),
        ask(SessionTimeoutMs=1800001),
        ask(member_id="stranger"),
        ask(member_id="stranger", version=3),
        ask(protocols=()),
        ask(ProtocolType=""),
        ask(group=b.group(), protocols=()),
        b.call("DescribeGroups", 6, {"Groups": [group]}),
    ]


def case_a_refused_first_join_makes_the_group(b):
    group = b.group()
    out = [b.call("DescribeGroups", 6, {"Groups": [group]})]
    out.append(b.call("JoinGroup", 9, join_body(group, protocols=())))
    # what is written is told when it is committed
    out.append(b.until(lambda: b.call("DescribeGroups", 6, {"Groups": [group]})["Groups"][0]["GroupState"] == "Empty"))
    return out


def case_unknown_groups(b):
    group = b.group()
    row = {"GroupId": group, "GenerationId": 1, "MemberId": "m"}
    return [
        b.call("SyncGroup", 5, {**row, "ProtocolType": CONSUMER, "ProtocolName": "range", "Assignments": []}),
        b.call("SyncGroup", 5, {**row, "Assignments": []}),
        b.call("SyncGroup", 3, {**row, "Assignments": []}),
        b.call("SyncGroup", 3, {**row, "GroupId": "", "Assignments": []}),
        b.call("Heartbeat", 4, row),
        b.call("Heartbeat", 4, {**row, "GroupId": ""}),
        b.call("LeaveGroup", 2, {"GroupId": group, "MemberId": "m"}),
        b.call("LeaveGroup", 5, {"GroupId": group, "Members": [{"MemberId": "m"}, {"MemberId": "n", "GroupInstanceId": "i"}]}),
        b.call("LeaveGroup", 5, {"GroupId": "", "Members": [{"MemberId": "m"}]}),
    ]


def case_sync_and_heartbeat_are_checked(b):
    m = Member(b, b.group())
    m.stable()
    out = [m.beat(GenerationId=g) for g in (-1, 0, 2)]
    out += [m.beat(MemberId="stranger"), m.beat(GroupInstanceId="nobody")]
    out += [m.sync(GenerationId=g)["ErrorCode"] for g in (-1, 0, 2)]
    out += [m.sync(MemberId="stranger")["ErrorCode"], m.sync(GroupInstanceId="nobody")["ErrorCode"]]
    out += [m.sync(ProtocolName="other")["ErrorCode"], m.sync(ProtocolType="other")["ErrorCode"]]
    out += [m.sync(ProtocolName=None)["ErrorCode"], m.sync(ProtocolType=None)["ErrorCode"]]
    return out


def case_two_members(b):
    first, second, answers = pair(b, b.group())
    out = [plain(a, first, second) for a in answers]
    out += [first.sync(), second.sync()]
    out.append(plain(b.call("DescribeGroups", 5, {"Groups": [first.group]}), first, second))
    return out


def case_a_follower_that_rejoins_unchanged_starts_no_rebalance(b):
    first, second, _ = pair(b, b.group())
    second.send_join()
    out = [plain(second.joined(), first, second), first.beat()]
    second.send_join(protocols=(("range", b"other"),))
    b.until(lambda: first.beat() == 27)
    out.append(plain(b.call("DescribeGroups", 5, {"Groups": [first.group]}), first, second))
    first.send_join()
    out += [plain(first.joined(), first, second), plain(second.joined(), first, second)]
    return out


def case_the_leader_that_rejoins_starts_a_rebalance(b):
    m = Member(b, b.group())
    m.stable()
    m.send_join()
    answer = m.joined()
    again = Member(b, m.group)
    again.id, again.generation = m.id, m.generation
    again.send_join()  # its answer was lost
    return plain([answer, again.joined(), m.sync({m.id: b"new"})], m)


def case_commits_of_members(b):
    t, m = b.topic(), Member(b, b.group())

    def commit(generation, member_id, instance=None):
        row = {"PartitionIndex": 0, "CommittedOffset": 7}
        body = {"GroupId": m.group, "GenerationIdOrMemberEpoch": generation, "MemberId": member_id, "GroupInstanceId": instance}
        answer = b.call("OffsetCommit", 8, {**body, "Topics": [{"Name": t.name, "Partitions": [row]}]})
        return answer["Topics"][0]["Partitions"][0]["ErrorCode"]

    tries = lambda: [  # noqa: E731
        commit(m.generation, m.id), commit(m.generation - 1, m.id), commit(-1, m.id), commit(-1, ""),
        commit(m.generation, "stranger"), commit(m.generation, m.id, "nobody"),
    ]  # fmt: skip
    out = [commit(-1, "")]
    m.join()
    out.append(tries())
    m.sync({m.id: b"all"})
    out.append(tries())
    other = Member(b, m.group)
    other.send_join()
    other.joined()
    other.send_join()
    b.until(lambda: m.beat() == 27)
    out.append(tries())
    m.leave()
    other.joined()
    out.append(tries())
    return out


# ---- static members


def static(b, group, instance, version=9):
    return Member(b, group, version=version, GroupInstanceId=instance)


def case_a_static_member_comes_back_without_a_rebalance(b):
    out = []
    for version in (5, 8, 9):
        m = static(b, b.group(), "i", version)
        out.append(plain(m.join(), m))
        m.sync({m.id: b"all"})
        back = static(b, m.group, "i", version)
        out.append(plain(back.join(), m, back))
        out.append(back.sync())
        out += [m.beat(), back.beat(), m.beat(GroupInstanceId=None)]
        m.send_join()
        out.append(plain(m.joined(), m, back))
        out.append(plain(m.leave(), m, back))
        out.append(plain(b.call("DescribeGroups", 5, {"Groups": [m.group]}), m, back))
    return out


def case_a_static_member_with_another_protocol_starts_a_rebalance(b):
    m = static(b, b.group(), "i")
    m.join(protocols=(("range", b""), ("sticky", b"")))
    m.sync({m.id: b"all"})
    back = static(b, m.group, "i")
    out = [plain(back.join(protocols=(("sticky", b""), ("range", b""))), m, back)]
    out.append(plain(b.call("DescribeGroups", 5, {"Groups": [m.group]}), m, back))
    return out


def case_static_members_are_removed_by_instance_id(b):
    m = static(b, b.group(), "i")
    m.stable()
    rows = [{"MemberId": "", "GroupInstanceId": "i"}, {"MemberId": "", "GroupInstanceId": "i"}, {"MemberId": "", "GroupInstanceId": None}]
    out = [b.call("LeaveGroup", 5, {"GroupId": m.group, "Members": rows})]
    out.append(b.call("DescribeGroups", 5, {"Groups": [m.group]}))
    return out


# ---- protocol selection


def case_protocol_selection(b):
    out = []
    for first, second in (
        (("range", "sticky"), ("sticky", "range")),
        (("sticky", "range"), ("range", "sticky")),
        (("roundrobin", "range"), ("range", "roundrobin")),
        (("cooperative-sticky", "range"), ("range", "cooperative-sticky")),
        (("a", "b", "c"), ("c", "b")),
        (("a", "b", "c", "d"), ("d", "c", "b")),
        (("range", "sticky"), ("sticky",)),
    ):
        group = b.group()
        one = Member(b, group, protocols=[(n, b"") for n in first])
        one.join()
        one.sync({one.id: b""}, protocol=first[0])
        two = Member(b, group, protocols=[(n, b"") for n in second])
        two.send_join()
        two.joined()
        two.send_join()
        b.until(lambda: one.beat() == 27)
        one.send_join()
        out.append([one.joined()["ProtocolName"], two.joined()["ProtocolName"]])
    return out


def case_a_protocol_that_not_all_have_is_refused(b):
    m = Member(b, b.group(), protocols=(("range", b""), ("sticky", b"")))
    m.stable()
    out = [b.call("JoinGroup", 9, join_body(m.group, protocols=(("roundrobin", b""),)))]
    out.append(b.call("JoinGroup", 9, join_body(m.group, ProtocolType="connect")))
    m.send_join(protocols=(("roundrobin", b""),))
    out.append(plain(m.joined(), m))
    return out


# ---- what the administrator sees


def subscription(*topics):
    packed = b"".join(struct.pack(">h", len(t)) + t.encode() for t in topics)
    return struct.pack(">hi", 0, len(topics)) + packed + struct.pack(">i", -1)


def case_describe_in_every_version(b):
    m = static(b, b.group(), "i")
    m.join(protocols=(("range", subscription("t")),))
    out = [plain(b.call("DescribeGroups", 5, {"Groups": [m.group]}), m)]
    m.sync({m.id: b"all"})
    for version in DESCRIBES:
        body = {"Groups": [m.group, b.name("nothing"), ""]}
        out.append(plain(b.call("DescribeGroups", version, body), m))
        if version >= 3:
            out.append(plain(b.call("DescribeGroups", version, {**body, "IncludeAuthorizedOperations": True}), m))
    out.append(b.call("DescribeGroups", 6, {"Groups": []}))
    return out


def listed(b, version, mine, **filters):
    """The groups of this case alone: others run at the same time."""
    answer = b.call("ListGroups", version, filters)
    rows = [r for r in answer["Groups"] if r["GroupId"] in mine]
    return [answer["ErrorCode"], sorted(rows, key=lambda r: mine.index(r["GroupId"]))]


def case_list_in_every_version(b):
    stable, empty, simple = Member(b, b.group()), Member(b, b.group()), b.group()
    stable.stable()
    empty.stable()
    empty.leave()
    t = b.topic()
    row = {"PartitionIndex": 0, "CommittedOffset": 1}
    b.call("OffsetCommit", 8, {"GroupId": simple, "Topics": [{"Name": t.name, "Partitions": [row]}]})
    mine = [stable.group, empty.group, simple]
    out = [listed(b, v, mine) for v in LISTS]
    for states in (["Stable"], ["empty", " STABLE "], ["Dead"], ["nonsense"], [""]):
        out.append(listed(b, 4, mine, StatesFilter=states))
    for types in (["classic"], ["Classic"], ["consumer"], ["nonsense"], ["consumer", "classic"]):
        out.append(listed(b, 5, mine, TypesFilter=types))
    out.append(listed(b, 5, mine, StatesFilter=["Empty"], TypesFilter=["classic"]))
    out.append(b.call("DescribeGroups", 6, {"Groups": mine[1:]}))
    return out


def case_delete_in_every_version(b):
    out = []
    for version in DELETES:
        m = Member(b, b.group())
        m.stable()
        ask = {"GroupsNames": [m.group, b.name("nothing")]}
        out.append(b.call("DeleteGroups", version, ask))
        m.leave()
        out.append(b.call("DeleteGroups", version, ask))
        out.append(b.call("DeleteGroups", version, ask))
        out.append(b.call("DescribeGroups", 6, {"Groups": [m.group]})["Groups"][0]["GroupState"])
        out.append(listed(b, 5, [m.group]))
    return out + [b.call("DeleteGroups", 2, {"GroupsNames": []}), b.call("DeleteGroups", 2, {"GroupsNames": [""]})]


def case_offsets_go_with_their_group(b):
    t, m = b.topic(), Member(b, b.group())
    m.stable()
    row = {"PartitionIndex": 0, "CommittedOffset": 7}
    body = {"GroupId": m.group, "GenerationIdOrMemberEpoch": 1, "MemberId": m.id}
    out = [b.call("OffsetCommit", 8, {**body, "Topics": [{"Name": t.name, "Partitions": [row]}]})]
    ask = {"Groups": [{"GroupId": m.group, "Topics": None}]}
    out.append(b.call("OffsetFetch", 8, ask))
    m.leave()
    out.append(b.call("OffsetFetch", 8, ask))
    out.append(b.call("DeleteGroups", 2, {"GroupsNames": [m.group]}))
    out.append(b.call("OffsetFetch", 8, ask))
    return out


# ---- time


def case_an_id_that_is_not_used_and_a_member_that_is_silent_are_out(b):
    """Six seconds is the shortest session."""
    m = Member(b, b.group(), SessionTimeoutMs=6000)
    asked = b.call("JoinGroup", 9, join_body(m.group, SessionTimeoutMs=6000))
    m.stable()
    b.until(lambda: b.call("DescribeGroups", 5, {"Groups": [m.group]})["Groups"][0]["GroupState"] == "Empty", 9)
    late = b.call("JoinGroup", 9, join_body(m.group, asked["MemberId"]))
    return asked["ErrorCode"], late["ErrorCode"], m.beat()


def case_a_member_that_does_not_rejoin_is_out_after_the_rebalance_timeout(b):
    first, second, _ = pair(b, b.group(), RebalanceTimeoutMs=1000)
    first.send_join()
    answer = first.joined()
    return plain(answer, first, second), second.beat(), first.sync({first.id: b"all"})


def case_a_member_that_does_not_sync_is_out_after_the_rebalance_timeout(b):
    first, second, _ = pair(b, b.group(), RebalanceTimeoutMs=1000)
    first.send_join()
    b.until(lambda: second.beat() == 27)
    second.send_join()
    first.joined()
    second.joined()
    out = [first.sync({first.id: b"all"})]
    b.until(lambda: first.beat() == 27, 5)
    return out + [second.beat()]
