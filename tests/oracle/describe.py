"""DescribeCluster, DescribeTopicPartitions and DescribeConfigs."""

TOPIC, BROKER = 2, 4


def case_cluster_in_every_version(b):
    return [b.outcome("DescribeCluster", v, {"IncludeClusterAuthorizedOperations": o}) for v in range(3) for o in (False, True)]


def case_cluster_endpoint_types(b):
    return [b.outcome("DescribeCluster", 2, {"EndpointType": t, "IncludeFencedBrokers": True}) for t in (0, 1, 2, 3, -1)]


def pages(b, names, **fields):
    answer = b.outcome("DescribeTopicPartitions", 0, {"Topics": [{"Name": n} for n in names], **fields})
    return answer


def case_partitions(b):
    t, u = b.topic(partitions=3), b.topic()
    return pages(b, [u.name, t.name, t.name, b.name("zmissing"), "not/legal"])


def case_partitions_by_page(b):
    t, u = b.topic(partitions=3), b.topic(partitions=2)
    names = [t.name, u.name]
    seen = [pages(b, names, ResponsePartitionLimit=n) for n in (-1, 0, 1, 3, 4, 5, 2**31 - 1)]
    places = [(t.name, 1), (t.name, 3), (t.name, 99), (u.name, 0), (u.name, 1)]
    seen += [pages(b, names, Cursor={"TopicName": n, "PartitionIndex": p}) for n, p in places]
    return seen + [pages(b, names, Cursor={"TopicName": t.name, "PartitionIndex": 1}, ResponsePartitionLimit=2)]


def case_partitions_wrong_cursors(b):
    t = b.topic()
    places = [(t.name, -1), ("", 0), (t.name + "-0", 0), ("zzz", 0)]
    return [pages(b, [t.name], Cursor={"TopicName": n, "PartitionIndex": p}) for n, p in places]


def case_partitions_of_missing_topics_count_nothing(b):
    t = b.topic()
    return [pages(b, ["0missing", t.name, "zmissing"], ResponsePartitionLimit=n) for n in (1, 2)]


def case_partitions_of_all_topics(b):
    """No topics asked means all, in the order of their names, from the cursor on."""
    t = b.topic(partitions=2)
    page = pages(b, [], Cursor={"TopicName": t.name, "PartitionIndex": 1}, ResponsePartitionLimit=1)
    names = [x["Name"] for x in pages(b, [])["Topics"]]
    return page["Topics"], names == sorted(names), pages(b, [], Cursor={"TopicName": t.name, "PartitionIndex": -1})


def configs(b, version, *resources, **fields):
    return b.outcome("DescribeConfigs", version, {
        "Resources": [{"ResourceType": t, "ResourceName": n, "ConfigurationKeys": k} for t, n, k in resources], **fields,
    })  # fmt: skip


def case_topic_configs_in_every_version(b):
    t = b.topic(retention_ms="60000", cleanup_policy="compact,delete")
    keys = ["retention.ms", "segment.ms", "cleanup.policy", "max.message.bytes", "min.insync.replicas"]
    return [configs(b, v, (TOPIC, t.name, keys), IncludeSynonyms=s) for v in range(1, 5) for s in (False, True)]


def case_all_topic_configs(b):
    """An empty list of keys means all, as no list does."""
    t = b.topic()
    return [configs(b, 4, (TOPIC, t.name, keys), IncludeSynonyms=True) for keys in (None, [])]


def case_topic_configs_refused(b):
    t = b.topic()
    return [
        configs(b, 4, (TOPIC, b.name("missing"), None)),
        configs(b, 4, (TOPIC, "not/legal", None)),
        configs(b, 4, (TOPIC, "", None)),
        configs(b, 4, (TOPIC, "__cluster_metadata", None)),
        configs(b, 4, (TOPIC, t.name, ["nope", "retention.ms", "retention.ms"])),
        configs(b, 4, (TOPIC, t.name, ["retention.ms"]), (TOPIC, t.name, ["segment.ms"])),
        configs(b, 4),
    ]


def case_broker_configs(b):
    me = str(b.call("Metadata", 12, {"Topics": []})["Brokers"][0]["NodeId"])
    keys = [
        "num.partitions", "min.insync.replicas", "log.retention.ms", "log.retention.hours", "ssl.key.password",
        "num.io.threads", "message.max.bytes", "unstable.api.versions.enable", "no.such.key", "log.cleanup.policy",
    ]  # fmt: skip
    return configs(b, 4, (BROKER, me, keys), IncludeSynonyms=True), configs(b, 1, (BROKER, me, keys))


# docs/differences.md
CHANGEABLE_HERE = {
    "connections.max.idle.ms", "queued.max.request.bytes", "socket.listen.backlog.size", "socket.receive.buffer.bytes",
    "socket.request.max.bytes", "socket.send.buffer.bytes",
}  # fmt: skip


def case_broker_config_names(b):
    """The same settings are there, of the same types, changeable or not; some that are fixed in Kafka Klamm can change."""
    me = str(b.call("Metadata", 12, {"Topics": []})["Brokers"][0]["NodeId"])
    rows = configs(b, 4, (BROKER, me, None))["Results"][0]["Configs"]
    return sorted(
        [r["Name"], r["Name"] in CHANGEABLE_HERE or r["ReadOnly"], r["IsSensitive"], r["ConfigType"]] for r in rows
    )


def case_default_broker_configs(b):
    return configs(b, 4, (BROKER, "", None), IncludeSynonyms=True)


def case_broker_configs_refused(b):
    return configs(b, 4, (BROKER, "77777", None)), configs(b, 4, (BROKER, "x", None))


def case_unknown_resource_types(b):
    return [configs(b, 4, (t, "x", None)) for t in (0, 1, 3, 77, -1)]
