"""IncrementalAlterConfigs and AlterConfigs of topics and brokers.

What a case sets on a broker is harmless and taken back at its end, and nothing is set on all brokers together: other cases
run at the same time.
"""

TOPIC, BROKER, LOGGER = 2, 4, 8
SET, DELETE, APPEND, SUBTRACT = range(4)


def alter(b, *resources, version=1, only=False):
    """[error code and message] per resource; a change is (key, operation, value)."""
    rows = [
        {"ResourceType": t, "ResourceName": n, "Configs": [{"Name": k, "ConfigOperation": o, "Value": v} for k, o, v in c]}
        for t, n, c in resources
    ]  # fmt: skip
    return told(b.outcome("IncrementalAlterConfigs", version, {"Resources": rows, "ValidateOnly": only}))


def replace(b, *resources, version=2, only=False):
    """The same with AlterConfigs; a setting is (key, value)."""
    rows = [{"ResourceType": t, "ResourceName": n, "Configs": [{"Name": k, "Value": v} for k, v in c]} for t, n, c in resources]
    return told(b.outcome("AlterConfigs", version, {"Resources": rows, "ValidateOnly": only}))


def told(answer):
    return answer if isinstance(answer, str) else [[r["ErrorCode"], r["ErrorMessage"]] for r in answer["Responses"]]


def codes(answer):
    return answer if isinstance(answer, str) else [code for code, _ in answer]


def me(b):
    return str(b.call("DescribeCluster", 0)["Brokers"][0]["BrokerId"])


def shown(b, resource_type, name, *keys):
    row = {"ResourceType": resource_type, "ResourceName": name, "ConfigurationKeys": list(keys) or None}
    answer = b.call("DescribeConfigs", 4, {"Resources": [row], "IncludeSynonyms": True})["Results"][0]["Configs"]
    return sorted(answer, key=lambda c: c["Name"])


def once_shown(b, resource_type, name, key, value):
    """Kafka's brokers learn of a change a moment after it is answered."""
    b.until(lambda: [c["Value"] for c in shown(b, resource_type, name, key)] == [value])


KEYS = ("cleanup.policy", "retention.ms", "segment.bytes", "min.insync.replicas")


def case_topic_every_operation(b):
    """Each step, and what is shown after it."""
    t = b.topic(retention_ms="60000")
    steps = [
        (("retention.ms", SET, " 70000 "), "70000"), (("retention.ms", DELETE, None), "604800000"),
        (("cleanup.policy", APPEND, "compact"), "delete,compact"), (("cleanup.policy", APPEND, "compact"), "delete,compact"),
        (("cleanup.policy", SUBTRACT, "delete"), "compact"), (("cleanup.policy", APPEND, " delete, compact"), "compact,delete"),
        (("cleanup.policy", SET, "compact,compact"), "compact"), (("cleanup.policy", SUBTRACT, "compact"), "compact"),
        (("cleanup.policy", SUBTRACT, "compact"), ""), (("cleanup.policy", DELETE, "x"), "delete"),
    ]  # fmt: skip
    out = []
    for change, then in steps:
        out.append(alter(b, (TOPIC, t.name, [change])))
        once_shown(b, TOPIC, t.name, change[0], then)
        out.append(shown(b, TOPIC, t.name, *KEYS))
    return out


def case_topic_several_at_once(b):
    t, u = b.topic(), b.topic()
    out = alter(b, (TOPIC, t.name, [("retention.ms", SET, "5"), ("segment.bytes", SET, "2000000"), ("nope", DELETE, None)]),
                (TOPIC, u.name, [("cleanup.policy", SET, "compact")]))  # fmt: skip
    once_shown(b, TOPIC, t.name, "retention.ms", "5")
    once_shown(b, TOPIC, u.name, "cleanup.policy", "compact")
    return out, shown(b, TOPIC, t.name, *KEYS), shown(b, TOPIC, u.name, *KEYS)


def case_topic_is_unchanged_on_an_error(b):
    """The other resource of the request changes."""
    t, u = b.topic(), b.topic()
    out = alter(b, (TOPIC, t.name, [("retention.ms", SET, "5"), ("segment.bytes", SET, "x")]), (TOPIC, u.name, [("retention.ms", SET, "6")]))
    once_shown(b, TOPIC, u.name, "retention.ms", "6")
    return codes(out), shown(b, TOPIC, t.name, *KEYS)


def case_topic_validate_only(b):
    t = b.topic()
    out = [alter(b, (TOPIC, t.name, [("retention.ms", SET, v)]), only=True) for v in ("5", "x")]
    out += [replace(b, (TOPIC, t.name, [("retention.ms", v)]), only=True) for v in ("5", "x")]
    return out, shown(b, TOPIC, t.name, *KEYS)


def case_topic_changes_refused(b):
    t = b.topic()
    changes = {
        "unknown": [("nope", SET, "1")], "unknown deleted": [("nope", DELETE, None)], "null": [("retention.ms", SET, None)],
        "null appended": [("cleanup.policy", APPEND, None)], "nulls": [("retention.ms", SET, None), ("segment.ms", SET, None)],
        "not in the list": [("cleanup.policy", APPEND, "burn")], "nothing appended": [("cleanup.policy", APPEND, "")],
        "trailing comma": [("cleanup.policy", APPEND, "compact,")], "set with a comma": [("cleanup.policy", SET, "compact,")],
        "two commas": [("cleanup.policy", SET, "compact,,delete")], "empty": [("cleanup.policy", SET, "")],
        "number appended": [("retention.ms", APPEND, "1")], "unknown appended": [("nope", SUBTRACT, "1")],
        "unknown operation": [("retention.ms", 9, "1")], "negative operation": [("retention.ms", -1, "1")],
        "twice": [("retention.ms", SET, "1"), ("retention.ms", DELETE, None)], "nothing": [],
        "lags": [("min.compaction.lag.ms", SET, "9"), ("max.compaction.lag.ms", SET, "5")],
        "remote": [("remote.storage.enable", SET, "true")], "too long": [("leader.replication.throttled.replicas", SET, "*" * 40000)],
        "longest": [("leader.replication.throttled.replicas", SET, "0:1," * 8000 + "0:1")], "internal": [("internal.segment.bytes", SET, "200")],
        "ratio": [("min.cleanable.dirty.ratio", SET, "1.5")], "level": [("compression.gzip.level", SET, "0")],
    }  # fmt: skip
    return {k: alter(b, (TOPIC, t.name, c), only=True) for k, c in changes.items()}


def case_topics_that_are_not_there(b):
    names = [b.name("missing"), "not/legal", "", "__cluster_metadata", "x" * 250]
    changes = ([("retention.ms", SET, "1")], [("retention.ms", SET, "x")], [])
    out = [codes(alter(b, (TOPIC, n, c))) for n in names for c in changes]
    return out, [codes(replace(b, (TOPIC, n, [("retention.ms", "1")]))) for n in names]


def case_resources_that_come_twice(b):
    t = b.topic()
    one, other = (TOPIC, t.name, [("retention.ms", SET, "5")]), (TOPIC, t.name, [("segment.bytes", SET, "2000000")])
    out = alter(b, one, other), alter(b, one, (TOPIC, b.name("missing"), []), other, (99, t.name, []))
    return out, alter(b), replace(b), shown(b, TOPIC, t.name, *KEYS)


def case_every_version(b):
    t = b.topic()
    out = [alter(b, (TOPIC, t.name, [("retention.ms", SET, "5")]), version=v) for v in (0, 1)]
    return out, [replace(b, (TOPIC, t.name, [("retention.ms", "6")]), version=v) for v in (0, 1, 2)]


def case_replaced_settings(b):
    """AlterConfigs takes away what it does not name."""
    t = b.topic(retention_ms="60000", cleanup_policy="compact")
    steps = [([("segment.bytes", "2000000"), ("retention.ms", "5")], "5"), ([], "604800000"), ([("retention.ms", "7")], "7")]
    out = []
    for settings, retention_ms in steps:
        out.append(replace(b, (TOPIC, t.name, settings)))
        once_shown(b, TOPIC, t.name, "retention.ms", retention_ms)
        out.append(shown(b, TOPIC, t.name, *KEYS))
    return out


def case_replacements_refused(b):
    t = b.topic()
    settings = {
        "null": [("retention.ms", None)], "unknown": [("nope", "1")], "twice": [("retention.ms", "1"), ("retention.ms", "1")],
        "bad": [("retention.ms", "x")], "empty list": [("cleanup.policy", "")],
    }  # fmt: skip
    out = {k: replace(b, (TOPIC, t.name, s)) for k, s in settings.items()}
    return out, [replace(b, (x, "x", [])) for x in (0, 1, 3, LOGGER, 99)], [alter(b, (x, "x", [("a", SET, "1")])) for x in (0, 1, 3, 99)]


def case_described_settings_can_be_set_again(b):
    """All that DescribeConfigs shows of a topic, set as it is."""
    t = b.topic(retention_ms="60000", cleanup_policy="compact,delete", min_cleanable_dirty_ratio="0.25")
    rows = shown(b, TOPIC, t.name)
    out = alter(b, (TOPIC, t.name, [(c["Name"], SET, c["Value"]) for c in rows]))
    once = [[c["Name"], c["Value"]] for c in rows]
    b.until(lambda: all(c["ConfigSource"] == 1 for c in shown(b, TOPIC, t.name)))
    return out, once == [[c["Name"], c["Value"]] for c in shown(b, TOPIC, t.name)]


def case_a_lower_limit_holds_at_once(b):
    """max.message.bytes refuses the next batch."""
    t = b.topic()
    first = b.produce(t, [b"x" * 500])["ErrorCode"]
    out = alter(b, (TOPIC, t.name, [("max.message.bytes", SET, "100")]))
    b.until(lambda: b.produce(t, [b"x" * 500])["ErrorCode"] != 0)
    return first, out, b.produce(t, [b"x" * 500])["ErrorCode"], b.produce(t, [b"x"])["ErrorCode"]


def case_settings_end_with_their_topic(b):
    t = b.topic()
    alter(b, (TOPIC, t.name, [("retention.ms", SET, "5")]))
    once_shown(b, TOPIC, t.name, "retention.ms", "5")
    b.delete(t)
    again = b.topic(name=t.name)
    return shown(b, TOPIC, again.name, "retention.ms")


def case_broker_settings(b):
    """Set on this broker, shown with where they come from, taken back."""
    name = me(b)
    changes = [("log.cleaner.backoff.ms", SET, " 7777 "), ("no.such", SET, "1"), ("leader.replication.throttled.rate", SET, "77"),
               ("log.cleaner.io.buffer.size", SET, "600000"), ("listener.name.plaintext.max.connections", SET, "99999")]  # fmt: skip
    keys = [c[0] for c in changes]
    out = [alter(b, (BROKER, name, changes))]
    once_shown(b, BROKER, name, "log.cleaner.backoff.ms", "7777")
    out.append(shown(b, BROKER, name, *keys[:4]))
    out.append(alter(b, (BROKER, name, [(k, DELETE, None) for k in keys])))
    once_shown(b, BROKER, name, "log.cleaner.backoff.ms", "15000")
    return out, shown(b, BROKER, name, *keys[:4])


def case_broker_producer_expiration(b):
    """A day or more: producers of other cases stay."""
    name, key = me(b), "producer.id.expiration.ms"
    out = [alter(b, (BROKER, name, [(key, SET, " 90000000 ")]))]
    once_shown(b, BROKER, name, key, "90000000")
    out.append(shown(b, BROKER, name, key, "producer.id.expiration.check.interval.ms"))
    out += [codes(alter(b, (BROKER, name, [(key, SET, value)]), only=True)) for value in ("1", "0", "-1", "x", "2147483648", "")]
    out += [codes(alter(b, (BROKER, "", [(key, SET, "90000000")]), only=True)), codes(replace(b, (BROKER, name, [(key, "5")]), only=True))]
    out.append(alter(b, (BROKER, name, [(key, DELETE, None)])))
    once_shown(b, BROKER, name, key, "86400000")
    return out, shown(b, BROKER, name, key), codes(alter(b, (BROKER, name, [("producer.id.expiration.check.interval.ms", SET, "5")]), only=True))


def case_broker_changes_refused(b):
    name = me(b)
    changes = {
        "read-only": [("num.partitions", SET, "1")], "read-only, deleted": [("num.partitions", DELETE, None)],
        "read-only unit": [("log.retention.hours", SET, "5")], "advertised": [("advertised.listeners", SET, "PLAINTEXT://a:1")],
        "internal": [("unstable.api.versions.enable", SET, "true")], "unknown": [("no.such", SET, "1")], "unknown deleted": [("no.such", DELETE, None)],
        "no number": [("max.connections", SET, "x")], "negative": [("max.connections", SET, "-1")], "too large": [("max.connections", SET, "2147483648")],
        "spaces": [("max.connections", SET, " 12 ")], "null": [("max.connections", SET, None)], "nothing": [],
        "without listener": [("ssl.keystore.type", SET, "JKS")], "boolean": [("log.preallocate", SET, "maybe")],
        "codec": [("compression.type", SET, "brotli")], "level": [("compression.lz4.level", SET, "18")], "ratio": [("log.cleaner.min.cleanable.ratio", SET, "2")],
        "append": [("log.cleanup.policy", APPEND, "compact")], "append burn": [("log.cleanup.policy", APPEND, "burn")],
        "subtract": [("log.cleanup.policy", SUBTRACT, "delete")], "append number": [("max.connections", APPEND, "1")],
        "append unknown": [("no.such", APPEND, "1")], "operation": [("max.connections", 9, "1")],
        "threads 3": [("num.io.threads", SET, "3")], "threads 4": [("num.io.threads", SET, "4")], "threads 16": [("num.io.threads", SET, "16")],
        "threads 17": [("num.io.threads", SET, "17")], "threads 0": [("num.io.threads", SET, "0")], "network": [("num.network.threads", SET, "7")],
        "fetchers": [("num.replica.fetchers", SET, "3")], "cleaner": [("log.cleaner.threads", SET, "3")], "retention": [("log.retention.ms", SET, "0")],
        "negative retention": [("log.retention.ms", SET, "-5")], "isr": [("min.insync.replicas", SET, "1")],
        "directories": [("cordoned.log.dirs", SET, "/no/such")], "all directories": [("cordoned.log.dirs", SET, "*")],
        "rate": [("leader.replication.throttled.rate", SET, "x")], "listener": [("listener.name.plaintext.max.connections", SET, "x")],
        "twice": [("max.connections", SET, "1"), ("max.connections", SET, "1")], "segment": [("log.segment.bytes", SET, "5")],
    }  # fmt: skip
    out = {k: codes(alter(b, (BROKER, name, c), only=True)) for k, c in changes.items()}
    replaced = [codes(replace(b, (BROKER, name, s), only=True)) for s in ([], [("max.connections", "9")], [("num.partitions", "9")])]
    return out, replaced


def case_changes_for_all_brokers_refused(b):
    changes = {
        "good": [("max.connections", SET, "99999")], "read-only": [("num.partitions", SET, "1")], "unknown": [("no.such", SET, "1")],
        "of one broker": [("cordoned.log.dirs", SET, "")], "isr": [("min.insync.replicas", SET, "1")], "isr 0": [("min.insync.replicas", SET, "0")],
        "no isr": [("min.insync.replicas", DELETE, None)], "listener": [("listener.name.plaintext.max.connections", SET, "5")],
    }  # fmt: skip
    out = {k: codes(alter(b, (BROKER, "", c), only=True)) for k, c in changes.items()}
    return out, codes(replace(b, (BROKER, "", []), only=True))


def case_other_brokers(b):
    change = [("max.connections", SET, "99999")]
    return [codes(alter(b, (BROKER, n, change), only=True)) for n in ("77", "x", "-1", "0" + me(b), "1.0", " 1")]


def case_loggers_refused(b):
    name = me(b)
    rows = {
        "unknown": (name, [("no.such", SET, "DEBUG")]), "unknown deleted": (name, [("no.such", DELETE, None)]), "append": (name, [("root", APPEND, "INFO")]),
        "root deleted": (name, [("root", DELETE, None)]), "another": ("77", [("root", SET, "INFO")]), "no name": ("", [("root", SET, "INFO")]),
    }  # fmt: skip
    return {k: codes(alter(b, (LOGGER, n, c))) for k, (n, c) in rows.items()}
