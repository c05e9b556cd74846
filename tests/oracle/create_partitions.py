"""CreatePartitions in every version, what it refuses, and that the new partitions serve."""

ALONE = {"AllowAutoTopicCreation": False}


def grow(b, *rows, version=3, **fields):
    return b.outcome("CreatePartitions", version, {"Topics": list(rows), "TimeoutMs": 10000, **fields})


def to(topic, count, assignments=None):
    rows = None if assignments is None else [{"BrokerIds": list(ids)} for ids in assignments]
    return {"Name": getattr(topic, "name", topic), "Count": count, "Assignments": rows}


def here(b):
    return b.call("Metadata", 12, {"Topics": []})["Brokers"][0]["NodeId"]


def size(b, topic):
    return len(b.call("Metadata", 12, {"Topics": [{"Name": topic.name}], **ALONE})["Topics"][0]["Partitions"])


def case_every_version(b):
    t = b.topic(partitions=2)
    answers = [grow(b, to(t, 3 + version), version=version) for version in range(4)]
    b.until(lambda: size(b, t) == 6)
    return answers, b.call("Metadata", 12, {"Topics": [{"Name": t.name}], **ALONE})["Topics"]


def case_nothing(b):
    return [grow(b, version=version) for version in range(4)]


def case_counts(b):
    t = b.topic(partitions=2)
    answers = [grow(b, to(t, count)) for count in (2, 1, 0, -1, -(2**31))]
    return answers, [a["Results"][0]["ErrorMessage"].replace(t.name, "T") for a in answers]


def case_unknown_topics(b):
    names = [b.name("missing"), "", "not/legal", "__cluster_metadata", "x" * 300]
    return [grow(b, to(name, 3)) for name in names], grow(b, to(names[0], 3))["Results"][0]["ErrorMessage"]


def case_one_refused_among_others(b):
    t, u = b.topic(partitions=1), b.topic(partitions=3)
    answer = grow(b, to(t, 2), to(u, 3), to(b.name("missing"), 1))
    b.until(lambda: size(b, t) == 2)
    return answer, size(b, t), size(b, u)


def case_duplicates(b):
    t, u = b.topic(), b.topic()
    answer = grow(b, to(t, 2), to(t, 2), to(u, 2), to(t, 3))
    b.until(lambda: size(b, u) == 2)
    return answer, [r["ErrorMessage"] for r in answer["Results"] if r["ErrorCode"]], size(b, t)


def case_assignments(b):
    me, t = here(b), b.topic(partitions=1)
    rows = [
        (2, []), (2, [[me], [me]]), (3, [[me]]), (2, [[]]), (3, [[me], []]), (2, [[me + 7]]), (2, [[me, me]]),
        (2, [[me, me + 7]]),
    ]  # fmt: skip
    answers = [grow(b, to(t, count, assigned)) for count, assigned in rows]
    messages = [a["Results"][0]["ErrorMessage"].replace(str(me + 7), "N") for a in answers]
    good = grow(b, to(t, 3, [[me], [me]]))
    b.until(lambda: size(b, t) == 3)
    return answers, messages, good


def case_validate_only(b):
    t = b.topic(partitions=2)
    answers = [grow(b, to(t, count), ValidateOnly=True, version=version) for count in (3, 2, 1) for version in (0, 1, 3)]
    return answers, size(b, t)


def case_bounds(b):
    """At most 10,000 partitions and 10,000 topics in one request."""
    t, u, missing = b.topic(partitions=2), b.topic(partitions=1), b.name("missing")
    asked = [
        [to(t, 10002)], [to(t, 10003)], [to(t, 2**31 - 1), to(u, 2**31 - 1)], [to(t, 6000), to(u, 6000), to(missing, 3)],
        [to(t, 10003, [])], [to(t, 10003), to(u, -9000)], [to(missing, 20000)], [to(t, 10003), to(t, 1)],
        [to(t, 10003), to(u, 3), to(u, 3)],
    ]  # fmt: skip
    answers = [grow(b, *rows, ValidateOnly=True) for rows in asked]
    for count in (10000, 10001):
        answer = grow(b, *[to(f"{missing}-{i}", 3) for i in range(count)], ValidateOnly=True)["Results"]
        answers.append([len(answer), sorted({(r["ErrorCode"], r["ErrorMessage"]) for r in answer})])
    return answers, answers[1]["Results"][0]["ErrorMessage"]


def case_no_time(b):
    """A deadline that has passed is told before anything else, unless nothing is left to decide."""
    t, u = b.topic(), b.topic()
    asked = [[to(t, 2)], [to(t, 2), to(t, 2)], [to(t, 2), to(t, 2), to(u, 1)], [to(b.name("missing"), 2)], []]
    # Whether 0 ms have passed when Kafka looks is a matter of chance.
    return [grow(b, *rows, TimeoutMs=-1) for rows in asked], size(b, t), size(b, u)


def case_what_is_no_request(b):
    return [b.outcome("CreatePartitions", *asked) for asked in ((4, b""), (3, b""), (1, b"\0\0\0\5"), (0, b"\xff\xff\xff\xff"))]


def case_new_partitions_serve(b):
    t = b.topic(partitions=1)
    b.produce(t, [b"old"])
    grow(b, to(t, 3))
    b.until(lambda: b.produce(t, [b"new"], partition=2)["ErrorCode"] == 0)
    ends = [b.list_offset(t, -1, p) for p in range(4)]
    return b.values(t), b.values(t, partition=2), ends


def case_made_anew_after_growing(b):
    """The new topic of the name has the size that it was made with."""
    t = b.topic(partitions=1)
    grow(b, to(t, 4))
    b.until(lambda: size(b, t) == 4)
    b.delete(t)
    again = b.topic(partitions=2, name=t.name)
    return size(b, again), grow(b, to(again, 2)), grow(b, to(again, 3))
