"""DeleteRecords in every version: what moves, what is refused, and what consumers see then."""


def delete(b, version, *rows):
    """`rows`: (topic name, [(partition, offset), ...])."""
    topics = [{"Name": name, "Partitions": [{"PartitionIndex": p, "Offset": o} for p, o in rows]} for name, rows in rows]
    answer = b.outcome("DeleteRecords", version, {"TimeoutMs": 5000, "Topics": topics})
    if "Topics" in answer:  # in the order of a hash table
        answer["Topics"].sort(key=lambda t: (len(t["Partitions"]), t["Name"]))
        for topic in answer["Topics"]:
            topic["Partitions"].sort(key=lambda p: p["PartitionIndex"])
    return answer


def filled(b, count=6, **configs):
    t = b.topic(partitions=2, **configs)
    for _ in range(count):
        b.produce(t, [b"a"])
    return t


def earliest(b, t):
    return b.list_offset(t, -2)


def case_every_version(b):
    t, out = filled(b), []
    for v in range(3):
        out += [delete(b, v, (t.name, [(0, v + 1), (1, 0)])), earliest(b, t)]
    return out


def case_up_to_the_high_watermark(b):
    t = filled(b)
    out = [delete(b, 2, (t.name, [(0, -1), (1, -1)])), earliest(b, t)]
    b.produce(t, [b"b"])
    return out + [delete(b, 2, (t.name, [(0, -1)])), earliest(b, t)]


def case_what_is_outside(b):
    t = filled(b)
    offsets = [7, 6, -2, -(2**63), 2**63 - 1, 3, 2, 0]
    return [delete(b, 2, (t.name, [(0, offset)])) for offset in offsets]


def case_unknown_partitions(b):
    t = filled(b)
    return [delete(b, v, ("no such topic", [(0, 1)]), (t.name, [(0, 1), (2, 1), (-1, 1)]), ("", [(0, 0)])) for v in range(3)]


def case_named_twice(b):
    t = filled(b)
    return [delete(b, 2, (t.name, [(0, 1), (0, 3)])), earliest(b, t)]


def case_nothing(b):
    return [delete(b, v) for v in range(3)] + [delete(b, 2, (filled(b, 1).name, []))]


def case_internal_topics(b):
    b.group()
    return [delete(b, 2, ("__consumer_offsets", [(0, -1), (0, 0), (999, 0)]))]


def case_policies(b):
    out = []
    for policy in ("compact", "compact,delete", "delete", ""):
        t = b.topic(partitions=2, **{"cleanup.policy": policy})
        out.append(delete(b, 2, (t.name, [(0, 0), (1, -1), (5, 0)])))
    return out


def case_fetches_below_the_start(b):
    t = filled(b)
    delete(b, 2, (t.name, [(0, 4)]))
    return [b.fetch(t, offset) for offset in (3, 4)] + [b.list_offset(t, time) for time in (-1, -2, 0)]
