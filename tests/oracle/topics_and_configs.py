"""CreateTopics, DeleteTopics, Metadata, DescribeConfigs, DescribeCluster, DescribeTopicPartitions."""

from kproto import ZERO_UUID


def create(b, *topics, version=7, **options):
    body = {"Topics": [{"NumPartitions": 1, "ReplicationFactor": 1} | t for t in topics], "TimeoutMs": 10000}
    return b.call("CreateTopics", version, body | options)["Topics"]


def broker_id(b):
    return b.call("DescribeCluster", 0)["Brokers"][0]["BrokerId"]


def case_create_every_version(b):
    return {str(v): create(b, {"Name": b.name("t")}, version=v) for v in range(2, 8)}


def case_create_defaults(b):
    """-1 for both counts takes the broker's defaults (from version 4 on)."""
    row = {"NumPartitions": -1, "ReplicationFactor": -1}
    return {str(v): create(b, {"Name": b.name("t")} | row, version=v) for v in (2, 3, 4, 7)}


def case_create_names(b):
    names = ["", ".", "..", "a b", "a/b", "ä", "x" * 249, "x" * 250, "ok._-9", "__consumer_offsets_", "__cluster_metadata"]
    return {n[:30] + str(len(n)): create(b, {"Name": n}, ValidateOnly=True) for n in names}


def case_create_colliding_names(b):
    base = b.name("a")
    create(b, {"Name": base + ".x"})
    return create(b, {"Name": base + "_x"}), create(b, {"Name": base + ".x"}), create(b, {"Name": base + ".y"}, {"Name": base + "_y"})


def case_create_counts(b):
    out = {}
    for partitions, factor in ((0, 1), (-1, 1), (-2, 1), (1, 0), (1, -2), (1, 2), (1, 32767), (2**31 - 1, 2)):
        row = {"Name": b.name("t"), "NumPartitions": partitions, "ReplicationFactor": factor}
        out[f"{partitions} {factor}"] = create(b, row, ValidateOnly=True)
    return out


def case_create_with_assignments(b):
    me = broker_id(b)

    def ask(rows, **more):
        assigned = [{"PartitionIndex": p, "BrokerIds": ids} for p, ids in rows]
        row = {"Name": b.name("t"), "NumPartitions": -1, "ReplicationFactor": -1, "Assignments": assigned}
        return create(b, row | more)

    return {
        "right": ask([(0, [me]), (1, [me])]), "gap": ask([(0, [me]), (2, [me])]), "unknown broker": ask([(0, [me + 50])]),
        "twice": ask([(0, [me, me])]), "empty": ask([(0, [])]), "starts at 1": ask([(1, [me])]),
        "with a count": ask([(0, [me])], NumPartitions=1), "with a factor": ask([(0, [me])], ReplicationFactor=1),
        "uneven": ask([(0, [me]), (1, [me, me + 1])]),
    }  # fmt: skip


def case_create_configs(b):
    rows = {
        "good": [("cleanup.policy", "compact"), ("retention.ms", "-1")], "unknown": [("no.such", "1")],
        "bad number": [("retention.ms", "soon")], "bad choice": [("cleanup.policy", "burn")], "null": [("retention.ms", None)],
        "too small": [("segment.bytes", "1")], "bad boolean": [("preallocate", "maybe")], "ratio": [("min.cleanable.dirty.ratio", "2")],
        "list": [("cleanup.policy", "compact,delete")], "empty list": [("cleanup.policy", "")], "empty": [("retention.ms", "")],
        "spaces": [("retention.ms", " 60000 ")], "isr": [("min.insync.replicas", "0")], "type": [("message.timestamp.type", "Never")],
        "codec": [("compression.type", "brotli")], "level": [("compression.gzip.level", "99")],
        "remote": [("remote.storage.enable", "true")], "throttle": [("leader.replication.throttled.replicas", "*")],
        "bad throttle": [("leader.replication.throttled.replicas", "x")], "version": [("message.format.version", "3.0")],
    }  # fmt: skip
    out = {}
    for name, configs in rows.items():
        row = {"Name": b.name("t"), "Configs": [{"Name": k, "Value": v} for k, v in configs]}
        out[name] = [t["ErrorCode"] for t in create(b, row)]
    return out


def case_created_configs_are_told(b):
    """From version 5 on the answer has the topic's configs."""
    row = {"Name": b.name("t"), "Configs": [{"Name": "retention.ms", "Value": "60000"}]}
    return create(b, row)[0]["Configs"]


def case_validate_only(b):
    name = b.name("t")
    return create(b, {"Name": name, "NumPartitions": 3}, ValidateOnly=True), names_of(b, name)


def names_of(b, *names):
    body = {"Topics": [{"Name": n} for n in names], "AllowAutoTopicCreation": False}
    return [[t["ErrorCode"], len(t["Partitions"])] for t in b.call("Metadata", 12, body)["Topics"]]


def case_no_topics_to_create(b):
    return create(b)


def by_error(rows):
    """[error, name given] of each row: their order is not promised."""
    return sorted([[r["ErrorCode"], r["Name"] or ""] for r in rows])


def case_delete_by_name_and_id(b):
    first, second, third = b.topic(), b.topic(), b.topic()

    def ask(*rows):
        body = {"Topics": [{"Name": None, "TopicId": ZERO_UUID} | r for r in rows], "TimeoutMs": 10000}
        return by_error(b.call("DeleteTopics", 6, body)["Responses"])

    out = [
        ask({"Name": first.name}, {"TopicId": second.id}), ask({"Name": first.name}, {"TopicId": second.id}),
        ask({"Name": b.name("missing")}, {"TopicId": "AAAAAAAAAAAAAAAAAAAAZg"}), ask({}), ask({"Name": third.name, "TopicId": third.id}),
        ask({"Name": third.name}, {"Name": third.name}), ask(),
    ]  # fmt: skip
    return out, names_of(b, first.name, second.name)


def case_delete_every_version(b):
    out = {}
    for version in range(1, 6):
        t = b.topic()
        body = {"TopicNames": [t.name, b.name("missing")], "TimeoutMs": 10000}
        out[str(version)] = by_error(b.call("DeleteTopics", version, body)["Responses"])
    return out


def case_made_anew_after_deletion(b):
    """The new topic of the same name has a new id, is empty, and the old id is unknown."""
    t = b.topic()
    b.produce(t, [b"old"])
    b.delete(t)
    again = b.topic(name=t.name)
    old = b.produce(t, [b"v"], version=13)["ErrorCode"]
    return again.id != t.id, b.values(again), old, b.produce(again, [b"new"], version=13)["BaseOffset"]


def case_metadata_every_version(b):
    t = b.topic(partitions=2)
    out = {}
    for version in range(14):
        answer = b.call("Metadata", version, {"Topics": [{"Name": t.name}]})
        out[str(version)] = {k: v for k, v in answer.items() if k != "Brokers"} | {"brokers": len(answer["Brokers"])}
        out[f"{version} broker"] = sorted(answer["Brokers"][0])
    return out


def case_metadata_all_topics(b):
    """Null means all; in version 0 an empty list does."""
    t = b.topic()
    asked = [(0, []), (1, None), (12, None)]
    return [t.name in [r["Name"] for r in b.call("Metadata", v, {"Topics": rows})["Topics"]] for v, rows in asked]


def case_metadata_auto_create(b):
    """By the request's flag (from version 4 on; before, always), unless the name is not legal."""
    out = {}
    for version, flag in ((1, None), (3, None), (4, True), (4, False), (12, True), (12, False)):
        name = b.name("auto")
        body = {"Topics": [{"Name": name}]} | ({} if flag is None else {"AllowAutoTopicCreation": flag})
        first = b.call("Metadata", version, body)["Topics"][0]["ErrorCode"]
        made = None
        if flag is not False:
            b.until(lambda: names_of(b, name)[0][0] == 0)
            made = names_of(b, name)
        out[f"{version} {flag}"] = [first, made or names_of(b, name)]
    body = {"Topics": [{"Name": "not/legal"}], "AllowAutoTopicCreation": True}
    return out, b.call("Metadata", 12, body)["Topics"]


def case_metadata_name_and_id(b):
    t = b.topic()
    rows = {"both": {"Name": t.name, "TopicId": t.id}, "neither": {"Name": None}, "id": {"Name": None, "TopicId": t.id},
            "unknown id": {"Name": None, "TopicId": "AAAAAAAAAAAAAAAAAAAAZg"}}  # fmt: skip
    return {f"{k} {v}": b.outcome("Metadata", v, {"Topics": [row], "AllowAutoTopicCreation": False})
            for k, row in rows.items() for v in (10, 12, 13)}  # fmt: skip


def case_metadata_authorized_operations(b):
    t = b.topic()
    body = {"Topics": [{"Name": t.name}], "IncludeClusterAuthorizedOperations": True, "IncludeTopicAuthorizedOperations": True}
    return b.call("Metadata", 8, body), b.call("Metadata", 8, {"Topics": [{"Name": t.name}]})


def case_describe_cluster(b):
    asked = [(0, {}), (1, {"EndpointType": 1}), (1, {"EndpointType": 2}), (1, {"EndpointType": 9}),
             (2, {"IncludeFencedBrokers": True}), (0, {"IncludeClusterAuthorizedOperations": True})]  # fmt: skip
    return [b.call("DescribeCluster", v, body) for v, body in asked]


def case_describe_topic_partitions(b):
    first, second = sorted((b.topic(partitions=3), b.topic(partitions=2)), key=lambda t: t.name)

    def ask(*names, limit=2000, cursor=None):
        body = {"Topics": [{"Name": n} for n in names], "ResponsePartitionLimit": limit, "Cursor": cursor}
        return b.outcome("DescribeTopicPartitions", 0, body)

    at = lambda t, p: {"TopicName": t.name, "PartitionIndex": p}
    return {
        "both": ask(second.name, first.name), "twice": ask(first.name, first.name), "missing": ask(b.name("missing")),
        "illegal": ask("not/legal"), "limit": ask(first.name, second.name, limit=2), "limit 4": ask(first.name, second.name, limit=4),
        "from": ask(first.name, second.name, cursor=at(first, 1)), "from the second": ask(first.name, second.name, cursor=at(second, 0)),
        "beyond": ask(first.name, cursor=at(first, 9)), "negative": ask(first.name, cursor=at(first, -1)),
        "limit 0": ask(first.name, limit=0),
    }  # fmt: skip


def describe(b, rows, version=4, **options):
    body = {"Resources": [{"ResourceType": t, "ResourceName": n, "ConfigurationKeys": keys} for t, n, keys in rows]}
    return b.call("DescribeConfigs", version, body | options)["Results"]


def case_describe_topic_configs(b):
    """Names, values, sources, types, whether they can be changed or are secret; with and without synonyms."""
    t = b.topic(retention_ms="60000", cleanup_policy="compact")
    return describe(b, [(2, t.name, None)]), describe(b, [(2, t.name, ["retention.ms", "segment.ms"])], IncludeSynonyms=True)


def case_describe_chosen_keys(b):
    t = b.topic()
    keys = [None, [], ["retention.ms"], ["no.such"], ["retention.ms", "retention.ms"]]
    return [[sorted(c["Name"] for c in r["Configs"]) for r in describe(b, [(2, t.name, k)])] for k in keys]


def case_describe_versions(b):
    t = b.topic()
    return {str(v): describe(b, [(2, t.name, ["retention.ms"])], version=v) for v in range(1, 5)}


def case_describe_errors(b):
    t = b.topic()
    me = str(broker_id(b))
    rows = {
        "missing topic": (2, b.name("missing")), "illegal topic": (2, "not/legal"), "empty topic": (2, ""), "other broker": (4, "77"),
        "no number": (4, "one"), "unknown type": (99, "x"), "type 0": (0, "x"), "logger of another": (8, "77"),
    }  # fmt: skip
    answers = {k: [[r["ErrorCode"], len(r["Configs"])] for r in describe(b, [(*row, ["retention.ms"])])] for k, row in rows.items()}
    both = describe(b, [(2, t.name, ["retention.ms"]), (2, b.name("missing"), None)])
    return answers, [[r["ErrorCode"], len(r["Configs"])] for r in both], me.isdigit()


BROKER_KEYS = [
    "num.partitions", "log.retention.ms", "message.max.bytes", "auto.create.topics.enable", "log.segment.bytes",
    "compression.type", "log.cleanup.policy", "default.replication.factor", "min.insync.replicas",
    "log.message.timestamp.type", "log.index.interval.bytes", "log.flush.interval.messages",
]  # fmt: skip


def case_describe_broker_configs(b):
    """The keys that both know, with their sources and synonyms."""
    row = (4, str(broker_id(b)), BROKER_KEYS)
    answer = describe(b, [row], IncludeSynonyms=True)
    return [[r["ErrorCode"], sorted(r["Configs"], key=lambda c: c["Name"])] for r in answer]


def case_describe_cluster_wide_defaults(b):
    """The empty broker name means the defaults of all brokers that were set at run time."""
    return [[r["ErrorCode"], r["Configs"]] for r in describe(b, [(4, "", None)])]


def case_configs_of_old_topics_follow_the_broker(b):
    t = b.topic()
    names = ["max.message.bytes", "segment.bytes", "retention.ms", "message.timestamp.type", "min.insync.replicas"]
    return describe(b, [(2, t.name, names)], IncludeSynonyms=True)
