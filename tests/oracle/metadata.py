"""Metadata: every version, by name and by id, what is missing and what is made on the way."""

import time

ZERO = "AAAAAAAAAAAAAAAAAAAAAA"
UNKNOWN = "AAAAAAAAAAAAAAAAAAAAZg"


def by_names(b, version, names, **fields):
    return b.outcome("Metadata", version, {"Topics": [{"Name": n} for n in names], "AllowAutoTopicCreation": False, **fields})


def case_every_version(b):
    t = b.topic(partitions=3)
    return [by_names(b, version, [t.name]) for version in range(14)]


def case_authorized_operations(b):
    t = b.topic()
    both = {"IncludeTopicAuthorizedOperations": True}
    cluster = {"IncludeClusterAuthorizedOperations": True, **both}
    return [by_names(b, v, [t.name, b.name("missing")], **(cluster if v < 11 else both)) for v in (8, 9, 10, 11, 12, 13)]


def case_no_topics_asked(b):
    """An empty list asks for all topics in version 0 and for none later."""
    t = b.topic()
    all_in_0 = t.name in [x["Name"] for x in b.call("Metadata", 0, {"Topics": []})["Topics"]]
    none = [b.call("Metadata", v, {"Topics": []})["Topics"] for v in (1, 9, 12)]
    everything = [t.name in [x["Name"] for x in b.call("Metadata", v, {"Topics": None})["Topics"]] for v in (1, 9, 12)]
    return all_in_0, none, everything


def case_names(b):
    names = {"missing": b.name("missing"), "longest": b.name("l").ljust(249, "l"), "too long": "a" * 250}
    names |= {n: n for n in ("not/legal", "", ".", "..", "ä", "a b")}
    seen = []
    for version in (4, 9, 12):
        codes = {t["Name"]: t["ErrorCode"] for t in by_names(b, version, list(names.values()))["Topics"]}
        seen.append({label: codes.get(name, "absent") for label, name in names.items()})
    return seen


def case_the_same_name_twice(b):
    t = b.topic()
    return by_names(b, 12, [t.name, t.name])["Topics"]


def case_ids(b):
    t = b.topic()
    ask = [{"Name": None, "TopicId": i} for i in (t.id, UNKNOWN, t.id)]
    return [b.outcome("Metadata", v, {"Topics": ask, "IncludeTopicAuthorizedOperations": True}) for v in (10, 11, 12, 13)]


def case_names_and_ids(b):
    """One id, and names beside it are not looked at; before version 12 an id is an error."""
    t, u = b.topic(), b.topic()
    mixed = [{"Name": t.name, "TopicId": ZERO}, {"Name": None, "TopicId": u.id}]
    both = [{"Name": t.name, "TopicId": u.id}]
    nothing = [{"Name": None, "TopicId": ZERO}]
    return [[b.outcome("Metadata", v, {"Topics": x}) for x in (mixed, both, nothing)] for v in (10, 12, 13)]


def case_auto_creation(b):
    """The first answer says 3, and soon the topic is there."""
    name = b.name("auto")
    first = b.call("Metadata", 12, {"Topics": [{"Name": name}], "AllowAutoTopicCreation": True})["Topics"]
    ask = {"Topics": [{"Name": name}], "AllowAutoTopicCreation": False}
    found = b.until(lambda: b.call("Metadata", 12, ask)["Topics"][0]["ErrorCode"] == 0)
    return first, found, b.call("Metadata", 12, ask)["Topics"]


def case_auto_creation_is_always_allowed_before_version_4(b):
    name = b.name("auto")
    first = b.call("Metadata", 3, {"Topics": [{"Name": name}]})["Topics"]
    ask = {"Topics": [{"Name": name}], "AllowAutoTopicCreation": False}
    return first, b.until(lambda: b.call("Metadata", 9, ask)["Topics"][0]["ErrorCode"] == 0)


def case_auto_creation_refused_by_the_client(b):
    name = b.name("auto")
    seen = []
    for _ in range(2):
        seen.append(by_names(b, 9, [name])["Topics"][0]["ErrorCode"])
        time.sleep(0.3)
    return seen


def case_no_auto_creation_of_colliding_or_illegal_names(b):
    name = b.name("with.dot")
    b.topic(name=name)
    other = name.replace(".", "_")
    b.call("Metadata", 12, {"Topics": [{"Name": other}, {"Name": "not/legal"}], "AllowAutoTopicCreation": True})
    time.sleep(0.5)
    return [t["ErrorCode"] for t in by_names(b, 12, [other, "not/legal"])["Topics"]]


def case_the_metadata_log_is_no_topic(b):
    by_id = b.call("Metadata", 12, {"Topics": [{"Name": None, "TopicId": "AAAAAAAAAAAAAAAAAAAAAQ"}]})["Topics"]
    return by_names(b, 12, ["__cluster_metadata"])["Topics"], by_id


def case_internal_topics_are_marked(b):
    found = by_names(b, 9, ["__transaction_state", "__share_group_state", "__other"])["Topics"]
    return sorted([t["Name"], t["IsInternal"]] for t in found)
