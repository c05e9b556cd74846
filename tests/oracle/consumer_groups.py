"""Groups of KIP-848: joining, reconciliation, assignors, leaving, fencing, static members, and what is refused.

The settings of the runner let sessions be short where a case makes them so; an assignment is made at most once a second.
"""

from kip848 import JOIN, Member, alter_group, assignable, describe, plain, rows_of, settle

DESCRIBES = range(2)


# ---- joining


def case_the_first_member_in_every_version(b):
    out = []
    for version in (0, 1):
        m = Member(b, b.group(), [assignable(b, 3)], version=version)
        out += [m.join(), m.parts(), m.own(), m.beat(), m.own()]
        out += [plain(describe(b, m.group, v)) for v in DESCRIBES]
        out += [m.leave(), describe(b, m.group)["GroupState"]]
    return out


def case_an_id_is_made_in_version_0_alone(b):
    t = b.topic(1)
    old = Member(b, b.group(), [t], version=0, member_id="")
    new = Member(b, b.group(), [t], version=1, member_id="")
    return [old.join()["ErrorCode"], len(old.id), new.join()]


def case_the_first_epochs(b):
    m = Member(b, b.group(), [assignable(b, 1)])
    return [m.join()["MemberEpoch"], m.own()["MemberEpoch"], m.beat()["MemberEpoch"], describe(b, m.group)["GroupEpoch"]]


def case_a_join_is_repeated(b):
    """The answer to the first was lost."""
    m = Member(b, b.group(), [assignable(b, 2)])
    return [m.join(), m.join(), m.own(), m.beat(MemberEpoch=0)]


def case_a_rejoin_with_another_subscription(b):
    one, two = b.topic(1), b.topic(2)
    m = Member(b, b.group(), [one])
    m.join()
    m.own()
    m.topics = [one, two]
    m.beat(SubscribedTopicNames=[one.name, two.name])
    settle(b, {m: 3})
    out = [m.parts()]
    m.beat(SubscribedTopicNames=[two.name])
    b.until(lambda: m.own() and m.parts() == {two.name: [0, 1]})
    described = plain(describe(b, m.group))
    return [*out, m.parts(), described["Members"][0]["SubscribedTopicNames"]]


def case_topics_that_are_not_there(b):
    name = b.name("later")
    m = Member(b, b.group())
    out = [m.join(SubscribedTopicNames=[name]), m.beat(), describe(b, m.group)["GroupState"]]
    t = b.topic(2, name=name)
    m.topics = [t]
    settle(b, {m: 2})
    return [*out, m.parts()]


def case_partitions_are_added(b):
    t = b.topic(1)
    m = Member(b, b.group(), [t])
    m.join()
    m.own()
    b.call("CreatePartitions", 3, {"Topics": [{"Name": t.name, "Count": 3, "Assignments": None}], "TimeoutMs": 10000})
    settle(b, {m: 3})
    return m.parts()


def case_a_deleted_topic(b):
    keep, drop = b.topic(1), b.topic(2)
    m = Member(b, b.group(), [keep, drop])
    m.join()
    m.own()
    b.delete(drop)
    settle(b, {m: 1})
    return [m.parts(), plain(describe(b, m.group))["Members"][0]["SubscribedTopicNames"] == sorted([keep.name, drop.name])]


# ---- several members


def case_a_second_member_waits_for_what_is_revoked(b):
    t = b.topic(4)
    first = Member(b, b.group(), [t], member_id=b.name("a"))
    first.join()
    settle(b, {first: 4})
    second = Member(b, first.group, [t], member_id=b.name("b"))
    out = [second.join()["Assignment"], second.count()]
    b.until(lambda: first.beat() and first.count() == 2)
    out += [first.parts(), second.beat()["Assignment"], describe(b, first.group)["GroupState"]]
    out.append(len(describe(b, first.group)["Members"]))
    # what it gives up is the other's when it has said so
    first.own()
    b.until(lambda: second.beat() and second.count() == 2)
    out += [second.parts(), describe(b, first.group)["GroupState"]]
    second.own()
    out.append(plain(describe(b, first.group)))
    return out


def case_who_leaves_leaves_its_partitions(b):
    t = b.topic(6)
    members = [Member(b, b.group(), [t], member_id=b.name("a"))]
    members += [Member(b, members[0].group, [t], member_id=b.name(n)) for n in "bc"]
    for m in members:
        m.join()
    settle(b, dict.fromkeys(members, 2))
    before = [m.parts()[t.name] for m in members]
    out = [members[2].leave(), len(describe(b, members[0].group)["Members"])]
    settle(b, dict.fromkeys(members[:2], 3))
    out += [set(owned) < set(m.parts()[t.name]) for m, owned in zip(members[:2], before)]
    out += [members[1].leave(), members[1].beat()["ErrorCode"]]
    settle(b, {members[0]: 6})
    return [*out, members[0].parts()]


def case_more_members_than_partitions(b):
    t = b.topic(1)
    first = Member(b, b.group(), [t], member_id=b.name("a"))
    first.join()
    settle(b, {first: 1})
    second = Member(b, first.group, [t], member_id=b.name("b"))
    second.join()
    settle(b, {first: 1, second: 0})
    return [second.own(), plain(describe(b, first.group))]


def case_members_with_other_subscriptions(b):
    both, one = b.topic(2), b.topic(2)
    first = Member(b, b.group(), [both, one], member_id=b.name("a"))
    second = Member(b, first.group, [both], member_id=b.name("b"))
    first.join()
    second.join()
    settle(b, {first: 2, second: 2})
    return [first.parts(), second.parts()]


# ---- assignors


def case_assignors_by_name(b):
    out = []
    for assignor in ("uniform", "range", None):
        ta, tb = b.topic(3), b.topic(3)
        first = Member(b, b.group(), [ta, tb], member_id=b.name("a"), ServerAssignor=assignor)
        second = Member(b, first.group, [ta, tb], member_id=b.name("b"), ServerAssignor=assignor)
        first.join()
        second.join()
        if assignor == "range":
            settle(b, {first: 4, second: 2})
        else:
            settle(b, {first: 3, second: 3})
        described = describe(b, first.group)
        out += [described["AssignorName"], first.parts() if assignor == "range" else None]
    return out


def case_the_majority_chooses_the_assignor(b):
    t = b.topic(3)
    group = b.group()
    members = []
    out = []
    for assignor in ("range", "uniform", "uniform", None):
        members.append(Member(b, group, [t], ServerAssignor=assignor))
        members[-1].join()
        out.append(describe(b, group)["AssignorName"])
    members[1].leave()
    out.append(describe(b, group)["AssignorName"])
    out.append(members[0].beat(ServerAssignor="uniform")["ErrorCode"])
    out.append(describe(b, group)["AssignorName"])
    return out


def case_an_unknown_assignor(b):
    m = Member(b, b.group(), [b.topic(1)])
    out = [m.join(ServerAssignor="none"), m.join(ServerAssignor="")["ErrorCode"], m.join()["ErrorCode"]]
    return [*out, m.beat(ServerAssignor="none")["ErrorCode"]]


# ---- regular expressions


def case_a_regular_expression(b):
    stem = b.name("re")
    topics = [b.topic(1, name=f"{stem}.{i}") for i in range(2)]
    b.topic(1, name=f"x{stem}.0")
    m = Member(b, b.group(), topics)
    out = [m.join(SubscribedTopicRegex=f"{stem}\\..*")["ErrorCode"]]
    settle(b, {m: 2})
    described = plain(describe(b, m.group))
    return [*out, m.parts(), described["Members"][0]["SubscribedTopicRegex"], described["Members"][0]["SubscribedTopicNames"]]


def case_a_regular_expression_beside_names(b):
    stem = b.name("re")
    named, matched = b.topic(1), b.topic(2, name=f"{stem}-1")
    m = Member(b, b.group(), [named, matched])
    out = [m.join(SubscribedTopicRegex=f"{stem}-[0-9]", SubscribedTopicNames=[named.name])["ErrorCode"]]
    settle(b, {m: 3})
    out.append(m.parts())
    m.beat(SubscribedTopicRegex="")
    settle(b, {m: 1})
    return [*out, m.parts()]


def case_expressions_that_are_refused(b):
    out = []
    for regex in ("[", "(", "a(?=b)", "\\", "a{2,1}", "*", "(?P<n>a)", "\\pN", "(a)\\1", "a**"):
        m = Member(b, b.group(), [b.topic(1)])
        out.append([regex, m.join(SubscribedTopicRegex=regex)["ErrorCode"]])
    return out


def case_an_expression_that_matches_nothing(b):
    m = Member(b, b.group())
    out = [m.join(SubscribedTopicRegex=b.name("nothing"))]
    return [*out, m.beat(), describe(b, m.group)["GroupState"]]


# ---- what is refused


def case_joins_that_are_refused(b):
    t = assignable(b, 1)
    join = lambda **f: Member(b, f.pop("group", b.group()), [t], **f)  # noqa: E731
    ask = lambda **f: join().join(**f)  # noqa: E731
    out = [ask(GroupId=""), ask(GroupId="  "), ask(MemberId=""), ask(InstanceId=""), ask(RackId=""), ask(RebalanceTimeoutMs=-1)]
    out += [ask(TopicPartitions=None), ask(TopicPartitions=rows_of({t: [0]})), ask(SubscribedTopicNames=None), ask(SubscribedTopicNames=[])]
    out += [ask(MemberEpoch=-3), ask(MemberEpoch=-2), ask(MemberEpoch=-1), ask(MemberEpoch=1), ask(ServerAssignor="")]
    out += [ask(SubscribedTopicNames=[""]), ask(RebalanceTimeoutMs=0), ask(MemberId="  "), ask(InstanceId="  "), ask(RackId=" ")]
    return out


def case_a_member_that_is_not_there(b):
    group, t = b.group(), b.topic(1)
    stranger = Member(b, group, [t])
    out = [stranger.beat(MemberEpoch=e) for e in (1, -1, 5)]
    m = Member(b, group, [t])
    m.join()
    out += [stranger.beat(MemberEpoch=e) for e in (1, -1, 5)]
    out.append(stranger.beat(MemberEpoch=-2, InstanceId="nobody"))
    return [*out, describe(b, group)["GroupState"]]


def case_unknown_groups_are_described(b):
    out = []
    for version in DESCRIBES:
        out.append(b.call("ConsumerGroupDescribe", version, {"GroupIds": ["", b.group(), b.group()]}))
        out.append(b.call("ConsumerGroupDescribe", version, {"GroupIds": []}))
    return out


# ---- epochs


def case_epochs_that_are_not_the_members(b):
    t = b.topic(2)
    m = Member(b, b.group(), [t])
    m.join()
    settle(b, {m: 2})
    epoch = m.epoch
    out = [m.send(MemberEpoch=e)["ErrorCode"] for e in (epoch + 1, epoch - 1, 100)]
    # the epoch before is taken from a member whose answer was lost, if it owns no more than it has
    out.append(m.send(MemberEpoch=epoch - 1, TopicPartitions=rows_of({t: [0, 1]}))["ErrorCode"])
    out.append(m.send()["ErrorCode"])
    return out


def case_the_epoch_before(b):
    """The answer that raised the epoch was lost."""
    t = b.topic(2)
    m = Member(b, b.group(), [t], member_id=b.name("a"))
    m.join()
    settle(b, {m: 2})
    before = m.epoch
    other = Member(b, m.group, [t], member_id=b.name("b"))
    other.join()
    b.until(lambda: m.beat() and m.count() == 1)
    m.own()
    b.until(lambda: m.beat() and m.epoch > before)
    parts = rows_of(m.owned)
    out = [m.send(MemberEpoch=before)["ErrorCode"]]
    out.append(m.send(MemberEpoch=before, TopicPartitions=rows_of({t: [0, 1]}))["ErrorCode"])
    out.append(m.send(MemberEpoch=before, TopicPartitions=parts)["ErrorCode"])
    return out


def case_a_fenced_member_joins_anew(b):
    t = b.topic(2)
    m = Member(b, b.group(), [t])
    m.join()
    settle(b, {m: 2})
    out = [m.send(MemberEpoch=m.epoch + 7)["ErrorCode"], m.join()["ErrorCode"], m.parts()]
    m.own()
    return [*out, m.beat()["ErrorCode"], len(describe(b, m.group)["Members"])]


def case_a_session_times_out(b):
    group = b.group()
    alter_group(b, group, consumer_session_timeout_ms="1000", consumer_heartbeat_interval_ms="300")
    t = b.topic(2)
    silent, m = Member(b, group, [t], member_id=b.name("a")), Member(b, group, [t], member_id=b.name("b"))
    out = [silent.join()["HeartbeatIntervalMs"], m.join()["HeartbeatIntervalMs"]]
    settle(b, {m: 2})
    return [*out, silent.beat()["ErrorCode"], len(describe(b, group)["Members"])]


def case_a_member_that_revokes_too_late(b):
    """The rebalance timeout of the member."""
    group, t = b.group(), b.topic(2)
    slow = Member(b, group, [t], member_id=b.name("a"), RebalanceTimeoutMs=500)
    slow.join()
    settle(b, {slow: 2})
    m = Member(b, group, [t], member_id=b.name("b"))
    m.join()
    b.until(lambda: slow.send()["Assignment"])
    settle(b, {m: 2})
    return [slow.beat()["ErrorCode"], len(describe(b, group)["Members"])]


# ---- static members


def case_a_static_member_restarts(b):
    t = b.topic(3)
    group = b.group()
    first, other = Member(b, group, [t], InstanceId="one"), Member(b, group, [t], InstanceId="two")
    first.join()
    other.join()
    b.until(lambda: (first.own(), other.own()) and 0 < first.count() < 3 == first.count() + other.count())
    settle(b, {first: first.count(), other: other.count()})
    before = first.parts()
    epoch = describe(b, group)["GroupEpoch"]
    out = [first.leave(-2, InstanceId="one")]
    again = Member(b, group, [t], InstanceId="one")
    out += [again.join()["ErrorCode"], again.parts() == before, describe(b, group)["GroupEpoch"] == epoch]
    out += [first.beat()["ErrorCode"], again.own()["ErrorCode"], len(describe(b, group)["Members"])]
    out += [again.leave(-1, InstanceId="one"), len(describe(b, group)["Members"])]
    return out


def case_an_instance_that_is_still_there(b):
    t = b.topic(1)
    m = Member(b, b.group(), [t], InstanceId="one")
    m.join()
    m.own()
    twin = Member(b, m.group, [t], InstanceId="one")
    out = [twin.join()["ErrorCode"], m.beat()["ErrorCode"]]
    out += [twin.send(MemberEpoch=1, InstanceId="one")["ErrorCode"], m.send(InstanceId="two")["ErrorCode"]]
    out += [m.send(InstanceId="one")["ErrorCode"], twin.send(MemberEpoch=-1, InstanceId="one")["ErrorCode"]]
    out += [twin.send(MemberEpoch=-2, InstanceId="one")["ErrorCode"]]
    return out


def case_a_static_member_restarts_with_another_subscription(b):
    one, two = b.topic(1), b.topic(2)
    m = Member(b, b.group(), [one], InstanceId="i")
    m.join()
    m.own()
    m.leave(-2, InstanceId="i")
    again = Member(b, m.group, [one, two], InstanceId="i")
    out = [again.join()["ErrorCode"]]
    settle(b, {again: 3})
    return [*out, again.parts()]
