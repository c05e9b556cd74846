"""Groups of KIP-848: their offsets, and what administrators see of them."""

from kip848 import Member, commit, commit_code, describe, fetch, listed, plain, settle

DESCRIBES = range(2)


# ---- offsets


def case_commits_of_members(b):
    t = b.topic(1)
    m = Member(b, b.group(), [t])
    m.join()
    settle(b, {m: 1})
    codes = [commit_code(b, m.group, t, m.id, m.epoch, version=v) for v in (9, 10)]
    codes += [commit_code(b, m.group, t, m.id, m.epoch, version=v) for v in (2, 5, 7, 8)]
    codes += [commit_code(b, m.group, t, m.id, e) for e in (m.epoch - 1, m.epoch + 1, 0, -1)]
    codes += [commit_code(b, m.group, t, "stranger", m.epoch), commit_code(b, m.group, t), commit_code(b, m.group, t, "", m.epoch)]
    codes.append(commit_code(b, m.group, t, m.id, m.epoch, GroupInstanceId="nobody"))
    m.leave()
    codes += [commit_code(b, m.group, t, m.id, m.epoch), commit_code(b, m.group, t, offset=9)]
    return [codes, fetch(b, m.group, t)]


def case_a_commit_with_the_epoch_before(b):
    """Of a partition that the member owns still."""
    t = b.topic(2)
    m = Member(b, b.group(), [t], member_id=b.name("a"))
    m.join()
    settle(b, {m: 2})
    before = m.epoch
    other = Member(b, m.group, [t], member_id=b.name("b"))
    other.join()
    b.until(lambda: m.beat() and m.count() == 1)
    m.own()
    b.until(lambda: m.own() and m.epoch > before)
    return [commit_code(b, m.group, t, m.id, before, partition=p, version=v) for p in m.owned[t] for v in (9, 10)]


def case_fetches_of_members(b):
    t = b.topic(1)
    m = Member(b, b.group(), [t])
    m.join()
    settle(b, {m: 1})
    commit(b, m.group, t, m.id, m.epoch)
    out = [fetch(b, m.group, t, m.id, m.epoch, version=v) for v in (9, 10)]
    out += [fetch(b, m.group, t, m.id, e) for e in (m.epoch - 1, m.epoch + 1, -1)]
    out += [fetch(b, m.group, t, "stranger", m.epoch), fetch(b, m.group, t, "", -1)]
    out += [fetch(b, m.group, t, version=v) for v in (8, 9, 10)]
    m.leave()
    return [*out, fetch(b, m.group, t, m.id, m.epoch), fetch(b, m.group, t)]


def case_offsets_are_deleted(b):
    read, other = b.topic(1), b.topic(1)
    m = Member(b, b.group(), [read])
    m.join()
    settle(b, {m: 1})
    commit(b, m.group, read, m.id, m.epoch)
    commit(b, m.group, other, m.id, m.epoch)

    def delete():
        rows = [{"Name": t.name, "Partitions": [{"PartitionIndex": 0}]} for t in (read, other)]
        return b.call("OffsetDelete", 0, {"GroupId": m.group, "Topics": rows})

    out = [delete()]
    m.leave()
    return [*out, delete(), fetch(b, m.group, read)]


# ---- what administrators see


def case_they_are_listed(b):
    m = Member(b, b.group(), [b.topic(1)])
    m.join()
    settle(b, {m: 1})
    out = [listed(b, m.group, version=v) for v in range(6)]
    filters = ({"TypesFilter": ["consumer"]}, {"TypesFilter": ["Consumer"]}, {"TypesFilter": ["classic"]}, {"StatesFilter": ["Stable"]},
               {"StatesFilter": ["stable"]}, {"StatesFilter": ["Empty"]}, {"TypesFilter": ["classic", "consumer"], "StatesFilter": ["Stable"]})  # fmt: skip
    out += [listed(b, m.group, **f) for f in filters]
    m.leave()
    return [*out, listed(b, m.group), listed(b, m.group, StatesFilter=["Empty"], TypesFilter=["consumer"])]


def case_they_are_described(b):
    t, u = b.topic(2), b.topic(1)
    m = Member(b, b.group(), [t, u], InstanceId="i", RackId="r", ServerAssignor="range")
    m.join()
    settle(b, {m: 3})
    return [plain(describe(b, m.group, v)) for v in DESCRIBES] + [plain(b.call("ConsumerGroupDescribe", 1, {
        "GroupIds": [m.group], "IncludeAuthorizedOperations": True})["Groups"][0])]  # fmt: skip


def case_the_classic_describe(b):
    m = Member(b, b.group(), [b.topic(1)])
    m.join()
    settle(b, {m: 1})
    return [b.call("DescribeGroups", v, {"Groups": [m.group]}) for v in range(7)]


def case_they_are_deleted(b):
    t = b.topic(1)
    m = Member(b, b.group(), [t])
    m.join()
    settle(b, {m: 1})
    commit(b, m.group, t, m.id, m.epoch)
    delete = lambda: b.call("DeleteGroups", 2, {"GroupsNames": [m.group]})  # noqa: E731
    out = [delete()]
    m.leave()
    out += [delete(), delete(), describe(b, m.group), fetch(b, m.group, t)]
    return [*out, m.join()["ErrorCode"], m.epoch]
