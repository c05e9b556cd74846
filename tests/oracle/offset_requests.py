"""OffsetCommit, OffsetFetch and OffsetDelete in every version, by consumers that assign themselves."""

from kproto import ZERO_UUID

UNKNOWN = "AAAAAAAAAAAAAAAAAAAAZg"


def row(partition=0, offset=42, metadata="", epoch=-1):
    return {
        "PartitionIndex": partition, "CommittedOffset": offset, "CommittedLeaderEpoch": epoch,
        "CommittedMetadata": metadata,
    }  # fmt: skip


def commit(b, version, group, topic, *rows, **fields):
    body = {"GroupId": group, "Topics": [{**topic.key(version, 10), "Partitions": list(rows) or [row()]}], **fields}
    return b.outcome("OffsetCommit", version, body)


def fetch(b, version, group, topics, **fields):
    """`topics`: (topic, partitions) pairs, or None for all."""
    rows = None
    if topics is not None:
        rows = [{**t.key(version, 10), "PartitionIndexes": indexes} for t, indexes in topics]
    one = {"GroupId": group, "Topics": rows}
    return b.outcome("OffsetFetch", version, {"Groups": [one], **fields} if version >= 8 else {**one, **fields})


def all_of(b, group):
    return b.call("OffsetFetch", 8, {"Groups": [{"GroupId": group, "Topics": None}]})


def delete(b, group, *topics):
    rows = [{"Name": t, "Partitions": [{"PartitionIndex": p} for p in indexes]} for t, indexes in topics]
    return b.outcome("OffsetDelete", 0, {"GroupId": group, "Topics": rows})


def case_every_version(b):
    t, group, out = b.topic(partitions=3), b.group(), []
    for v in range(2, 11):
        out.append(commit(b, v, group, t, row(0, v, f"version {v}", 3), row(1, 100 + v, None)))
        out.append(all_of(b, group))
    for v in range(1, 11):
        out.append(fetch(b, v, group, [(t, [0, 1, 2, 7])]))
    return out


def case_all_topics(b):
    t, u, group = b.topic(partitions=2), b.topic(), b.group()
    commit(b, 8, group, t, row(0, 1), row(1, 2, "note", 5))
    commit(b, 8, group, u, row(0, 3))
    found = [fetch(b, v, group, None) for v in range(2, 11)]
    for answer in found:  # the order of topics is that of a hash table
        for one in answer.get("Groups") or [answer]:
            one["Topics"].sort(key=lambda topic: len(topic["Partitions"]))
    return found + [fetch(b, v, "nobody knows", None) for v in (2, 8, 10)]


def case_no_topics(b):
    group = b.group()
    empty = [b.outcome("OffsetCommit", v, {"GroupId": group, "Topics": []}) for v in (2, 8, 10)]
    return empty + [fetch(b, v, group, []) for v in (1, 2, 8, 10)]


def case_several_groups(b):
    t, first, second = b.topic(partitions=2), b.group(), b.group()
    commit(b, 8, first, t, row(0, 1))
    commit(b, 8, second, t, row(1, 2))
    out = []
    for v in (8, 9, 10):
        asked = [{**t.key(v, 10), "PartitionIndexes": [0, 1]}]
        groups = [{"GroupId": g, "Topics": topics} for g in (first, second, "nobody", "") for topics in (asked, None)]
        out.append(b.outcome("OffsetFetch", v, {"Groups": groups, "RequireStable": v == 9}))
    out.append(b.outcome("OffsetFetch", 9, {"Groups": []}))
    return out


def case_what_is_not_there(b):
    t, group, out = b.topic(partitions=2), b.group(), []
    for v in (2, 8, 9):
        out.append(commit(b, v, group, t, row(0), row(2), row(-1)))
        body = {"GroupId": group, "Topics": [{"Name": "no.such.topic", "Partitions": [row()]}]}
        out.append(b.outcome("OffsetCommit", v, body))
        out.append(b.outcome("OffsetFetch", 9, {"Groups": [{"GroupId": group, "Topics": [
            {"Name": "no.such.topic", "PartitionIndexes": [0]}]}]}))  # fmt: skip
    for unknown in (UNKNOWN, ZERO_UUID):
        body = {"GroupId": group, "Topics": [{"TopicId": unknown, "Partitions": [row()]}]}
        out.append(b.outcome("OffsetCommit", 10, body))
        asked = [{"TopicId": unknown, "PartitionIndexes": [0, 1]}, {"TopicId": t.id, "PartitionIndexes": [0]}]
        out.append(b.outcome("OffsetFetch", 10, {"Groups": [{"GroupId": group, "Topics": asked}]}))
    return out


def case_metadata_has_a_bound(b):
    """4096 UTF-16 units, whatever their bytes; other rows of the request are stored."""
    t, group = b.topic(partitions=4), b.group()
    rows = [row(0, 1, "x" * 4096), row(1, 2, "x" * 4097), row(2, 3, "ä" * 4096), row(3, 4, "\U0001f600" * 2049)]
    first = commit(b, 8, group, t, *rows)
    stored = all_of(b, group)["Groups"][0]["Topics"][0]["Partitions"]
    only = commit(b, 8, group, t, row(0, 9, "x" * 4097))
    return first, sorted([p["PartitionIndex"], p["CommittedOffset"], len(p["Metadata"])] for p in stored), only


def case_any_offset_is_stored(b):
    t, group = b.topic(partitions=2), b.group()
    out = [commit(b, 8, group, t, row(0, offset)) for offset in (-1, -5, 2**63 - 1)]
    out.append(commit(b, 8, group, t, row(1, 1, "first"), row(1, 2, "second")))
    return out, all_of(b, group)


def case_a_batch_has_a_bound(b):
    """What was there stays. (Asked for all topics, Kafka then names the partition twice.)"""
    t, group = b.topic(), b.group()
    before = commit(b, 8, group, t, row(0, 1))
    too_much = commit(b, 8, group, t, *[row(0, i, "x" * 4096) for i in range(300)])
    return before, too_much["Topics"][0]["Partitions"][:2], fetch(b, 8, group, [(t, [0])])


def case_members_that_are_not(b):
    t, group, out = b.topic(), b.group(), []
    for v in (2, 8, 9, 10):
        for member, generation in (("nobody", 3), ("", 3), ("nobody", -1), ("nobody", 0)):
            unknown = b.name("fresh")
            fields = {"MemberId": member, "GenerationIdOrMemberEpoch": generation}
            out.append(commit(b, v, unknown, t, **fields))
            out.append(commit(b, v, unknown, t))
            out.append(commit(b, v, unknown, t, **fields))
    static = {"MemberId": "nobody", "GenerationIdOrMemberEpoch": 0, "GroupInstanceId": "static"}
    out.append(commit(b, 8, group, t))
    out.append(commit(b, 8, group, t, **static))
    out.append(commit(b, 8, group, t, **{**static, "GenerationIdOrMemberEpoch": -1}))
    return out


def case_the_empty_group(b):
    t = b.topic()
    b.group()
    return [commit(b, v, "", t, row(0, v)) for v in (2, 8, 10)] + [fetch(b, v, "", [(t, [0])]) for v in (1, 7, 8, 10)]


def case_members_that_fetch(b):
    t, group = b.topic(), b.group()
    commit(b, 8, group, t, row(0, 5))
    asked = {"GroupId": group, "Topics": [{"Name": t.name, "PartitionIndexes": [0]}]}
    return [
        b.outcome("OffsetFetch", 9, {"Groups": [{**asked, "MemberId": m, "MemberEpoch": e}]})
        for m, e in (("x", 5), (None, -1), ("", -1), (None, 3))
    ]


def case_retention_time(b):
    """A commit with a retention time of its own: no leader epoch is kept."""
    t, group = b.topic(partitions=3), b.group()
    out = [commit(b, v, group, t, row(v - 2, 5, "kept"), RetentionTimeMs=3_600_000) for v in (2, 3, 4)]
    return out, all_of(b, group)


def case_deletion(b):
    t, u, group = b.topic(partitions=2), b.topic(), b.group()
    out = [delete(b, group, (t.name, [0])), delete(b, ""), delete(b, "nobody"), delete(b, "", (t.name, [0]))]
    commit(b, 8, group, t, row(0, 1), row(1, 2))
    commit(b, 8, group, u, row(0, 3))
    out += [delete(b, group, (t.name, [0, 7]), ("no.such.topic", [0])), all_of(b, group)]
    out += [delete(b, group, (t.name, [0])), delete(b, group, ("no.such.topic", [0])), delete(b, group)]
    out += [delete(b, group, (t.name, [1, 1]), (u.name, [0]), (t.name, [0])), all_of(b, group)]
    out += [delete(b, group, (t.name, [0])), delete(b, "nobody", ("no.such.topic", [0]))]
    return out


def case_a_topic_made_anew(b):
    """Offsets go with their topic."""
    group, name = b.group(), b.name("again")
    t = b.topic(name=name, partitions=2)
    commit(b, 9, group, t, row(0, 5), row(1, 6))
    b.delete(t)
    b.until(lambda: all_of(b, group)["Groups"][0]["Topics"] == [])
    t = b.topic(name=name)
    out = [fetch(b, v, group, [(t, [0])]) for v in (8, 10)]
    commit(b, 9, group, t, row(0, 1))
    return out, all_of(b, group)
