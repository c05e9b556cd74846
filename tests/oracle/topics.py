"""CreateTopics and DeleteTopics in every version, and what they refuse."""


def create(b, version, *rows, **fields):
    return b.outcome("CreateTopics", version, {"Topics": list(rows), "TimeoutMs": 10000, **fields})


def row(name, partitions=1, replicas=1, **fields):
    configs = [{"Name": k.replace("_", "."), "Value": v} for k, v in fields.pop("configs", {}).items()]
    return {"Name": name, "NumPartitions": partitions, "ReplicationFactor": replicas, "Configs": configs, **fields}


def assigned(name, *brokers, partitions=-1, replicas=-1, first=0):
    rows = [{"PartitionIndex": first + i, "BrokerIds": list(ids)} for i, ids in enumerate(brokers)]
    return row(name, partitions, replicas, Assignments=rows)


def here(b):
    return b.call("Metadata", 12, {"Topics": []})["Brokers"][0]["NodeId"]


def case_create_in_every_version(b):
    return [create(b, v, row(b.name("made"), 2, configs={"retention_ms": "60000"})) for v in range(2, 8)]


def case_create_validate_only(b):
    name = b.name("dry")
    answer = create(b, 7, row(name, 3), ValidateOnly=True)
    after = b.call("Metadata", 12, {"Topics": [{"Name": name}], "AllowAutoTopicCreation": False})["Topics"][0]["ErrorCode"]
    return answer, after


def case_create_defaults(b):
    return [create(b, v, row(b.name("default"), -1, -1)) for v in (2, 4, 7)]


def case_create_nothing(b):
    return create(b, 7)


def case_create_twice_in_one_request(b):
    name = b.name("twice")
    return create(b, 7, row(name), row(name)), create(b, 7, row(name)), create(b, 7, row(name))


def case_create_names(b):
    names = ["", ".", "..", "not/legal", "a" * 250, "ä", "__cluster_metadata"]
    return [create(b, 7, row(n)) for n in names]


def case_create_colliding_names(b):
    name = b.name("a.b_c")
    return create(b, 7, row(name)), create(b, 7, row(name.replace(".", "_"))), create(b, 7, row(name.replace("_", ".")))


def case_create_sizes(b):
    sizes = [(0, 1), (-2, 1), (1, 0), (1, -2), (1, 2), (1, 32767)]
    return [create(b, 7, row(b.name("size"), *size)) for size in sizes]


def case_create_assignments(b):
    me = here(b)
    return [
        create(b, 7, assigned(b.name("ok"), [me], [me])),
        create(b, 7, assigned(b.name("gap"), [me], first=1)),
        create(b, 7, assigned(b.name("twice"), [me, me])),
        create(b, 7, assigned(b.name("unknown"), [me + 7])),
        create(b, 7, assigned(b.name("none"), [])),
        create(b, 7, assigned(b.name("number"), [me], partitions=1)),
        create(b, 7, assigned(b.name("factor"), [me], replicas=1)),
    ]


def case_create_configs(b):
    configs = [
        {"no_such_config": "1"},
        {"retention_ms": "x"},
        {"retention_ms": None},
        {"retention_ms": "-2"},
        {"cleanup_policy": "shred"},
        {"cleanup_policy": "compact,delete"},
        {"segment_bytes": "1"},
        {"min_insync_replicas": "0"},
        {"compression_type": "brotli"},
        {"max_message_bytes": "-1"},
        {"message_timestamp_type": "Never"},
        {"min_compaction_lag_ms": "10", "max_compaction_lag_ms": "5"},
        {"unclean_leader_election_enable": "perhaps"},
        {"min_cleanable_dirty_ratio": "1.5"},
        {"preallocate": "true"},
        {"remote_storage_enable": "true"},
    ]
    return [create(b, 7, row(b.name("config"), configs=c)) for c in configs]


def case_delete_in_every_version(b):
    seen = []
    for version in range(1, 7):
        names = [b.topic().name, b.name("missing")]
        topics = {"TopicNames": names} if version < 6 else {"Topics": [{"Name": n} for n in names]}
        seen.append(b.outcome("DeleteTopics", version, {"TimeoutMs": 10000, **topics}))
    return seen


def delete(b, *topics):
    return b.outcome("DeleteTopics", 6, {"TimeoutMs": 10000, "Topics": list(topics)})


def case_delete_by_id(b):
    t = b.topic()
    return delete(b, {"Name": None, "TopicId": t.id}), delete(b, {"Name": None, "TopicId": t.id})


def case_delete_refuses(b):
    t = b.topic()
    by_id = {"Name": None, "TopicId": t.id}
    return [
        delete(b),
        delete(b, {"Name": t.name}, {"Name": t.name}),
        delete(b, {"Name": t.name, "TopicId": t.id}),
        delete(b, {"Name": None}),
        delete(b, {"Name": t.name}, by_id),
        delete(b, by_id, by_id),
        delete(b, {"Name": None, "TopicId": "AAAAAAAAAAAAAAAAAAAAZg"}),
        delete(b, {"Name": "not/legal"}),
        delete(b, {"Name": "__cluster_metadata"}),
    ]


def case_deleted_is_gone_and_can_be_made_again(b):
    t = b.topic(partitions=2)
    deleted = delete(b, {"Name": t.name})
    ask = {"Topics": [{"Name": t.name}], "AllowAutoTopicCreation": False}
    gone = b.until(lambda: b.call("Metadata", 12, ask)["Topics"][0]["ErrorCode"] == 3)
    again = create(b, 7, row(t.name, 1))
    return deleted, gone, again["Topics"][0]["ErrorCode"], again["Topics"][0]["TopicId"] != t.id
