"""Settings of groups (config resource GROUP): altering, describing, listing. Klamm's own are hidden by the runner."""

from alter_configs import DELETE, SET, alter, me, once_shown, replace, shown

TOPIC, BROKER, GROUP = 2, 4, 32
APPEND, SUBTRACT = 2, 3
SESSION, HEARTBEAT = "consumer.session.timeout.ms", "consumer.heartbeat.interval.ms"
NUMBERS = (
    SESSION, HEARTBEAT, "consumer.assignment.interval.ms", "share.session.timeout.ms", "share.heartbeat.interval.ms",
    "share.record.lock.duration.ms", "share.delivery.count.limit", "share.partition.max.record.locks",
    "share.assignment.interval.ms", "streams.session.timeout.ms", "streams.heartbeat.interval.ms",
    "streams.num.standby.replicas", "streams.initial.rebalance.delay.ms", "streams.assignment.interval.ms",
    "streams.task.offset.interval.ms", "streams.num.warmup.replicas", "streams.acceptable.recovery.lag",
)  # fmt: skip


def group(b):
    return b.name("settings")


def shown_of(b, name, *keys):
    return shown(b, GROUP, name, *keys)


def tried(b, name, key, values, operation=SET):
    return [alter(b, (GROUP, name, [(key, operation, value)]), only=True) for value in values]


def case_described_without_any(b):
    """Every setting with its default and the broker's setting behind it."""
    name = group(b)
    return shown_of(b, name), shown_of(b, name, "nope", SESSION), shown_of(b, name, "consumer.assignor.offload.enable")


def case_described_without_a_name(b):
    rows = [{"ResourceType": GROUP, "ResourceName": "", "ConfigurationKeys": None}]
    row = b.call("DescribeConfigs", 4, {"Resources": rows})["Results"][0]
    return row["ErrorCode"], row["ErrorMessage"], row["Configs"]


def case_described_in_every_version(b):
    rows = [{"ResourceType": GROUP, "ResourceName": group(b), "ConfigurationKeys": [SESSION]}]
    return [b.call("DescribeConfigs", v, {"Resources": rows, "IncludeSynonyms": True})["Results"] for v in (1, 2, 3, 4)]


def case_set_changed_and_taken_away(b):
    name, out = group(b), []
    for change, then in [
        ((SESSION, SET, " 50000 "), "50000"), ((SESSION, SET, "+55000"), "55000"), ((SESSION, DELETE, None), "45000"),
        (("streams.rack.aware.assignment.tags", SET, " a , b "), "a,b"), (("share.isolation.level", SET, "read_committed"), "read_committed"),
        (("share.renew.acknowledge.enable", SET, "FALSE"), "false"), (("errors.deadletterqueue.topic.name", SET, "letters"), "letters"),
        (("consumer.assignor.offload.enable", SET, "False"), "False"), (("streams.assignor.name", SET, "sticky"), "sticky"),
    ]:  # fmt: skip
        out.append(alter(b, (GROUP, name, [change])))
        once_shown(b, GROUP, name, change[0], then)
        out.append(shown_of(b, name))
    return out


def case_numbers_and_their_bounds(b):
    values = ["-1", "0", "1", "2", "100", "1000", "5000", "15000", "15001", "45000", "60000", "60001", "", "x", "1.5", "99999999999"]
    return [tried(b, group(b), key, values) for key in NUMBERS]


def case_texts(b):
    name = group(b)
    durations = ["PT1H", "P1D", "pt1.5s", "P1DT2H3M4S", "PT0S", "+PT1H", "PT1.S", "PT1,5S", "PT-1H", "-PT1H", "-PT-1H", "PT", "P", "P1DT",
                 "PT1H30", "PT1S1M", " PT1H", "P999999999999999D", "PT1H-90M", "PT90M-1H", "1H", ""]  # fmt: skip
    return [
        tried(b, name, "share.auto.offset.reset", ["latest", " earliest ", "LATEST", "none", ""]),
        tried(b, name, "share.auto.offset.reset", [f"by_duration:{text}" for text in durations] + ["BY_DURATION:PT1H"]),
        tried(b, name, "share.isolation.level", ["read_committed ", "READ_COMMITTED", ""]),
        tried(b, name, "streams.assignor.name", ["sticky ", "nope", ""]),
        tried(b, name, "streams.rack.aware.assignment.tags", ["a,b", "a, a", "", ",", "a,", "a,,b"]),
        tried(b, name, "share.renew.acknowledge.enable", ["true", " False ", "yes", ""]),
        tried(b, name, "errors.deadletterqueue.topic.name", ["", "x y"]),
    ]


def case_refused(b):
    name = group(b)
    both = [(HEARTBEAT, SET, "15000"), (SESSION, SET, "45000")]
    return [
        tried(b, name, "nope", ["1"]), tried(b, name, "nope", ["1"], DELETE), tried(b, name, SESSION, [None]),
        tried(b, name, SESSION, ["1"], APPEND), tried(b, name, "streams.rack.aware.assignment.tags", ["a"], SUBTRACT),
        tried(b, name, SESSION, ["50000"], 7), tried(b, "", SESSION, ["50000"]), tried(b, "", SESSION, ["x"]),
        tried(b, "", SESSION, ["1"], APPEND), alter(b, (GROUP, name, both), only=True),
        alter(b, (GROUP, name, [(SESSION, SET, "50000"), (SESSION, SET, "50001")])),
        alter(b, (GROUP, name, [(SESSION, SET, "1"), ("nope", SET, "1")])),
        alter(b, (GROUP, name, [(SESSION, SET, "1"), (HEARTBEAT, SET, "1")])),
        alter(b, (GROUP, name, [(SESSION, SET, "50000")]), (GROUP, name, [(SESSION, SET, "50000")])),
        shown_of(b, name),
    ]  # fmt: skip


def case_one_wrong_setting_spoils_all_of_its_group(b):
    name, other = group(b), group(b)
    out = alter(b, (GROUP, name, [(SESSION, SET, "50000"), (HEARTBEAT, SET, "1")]), (GROUP, other, [(SESSION, SET, "50000")]))
    once_shown(b, GROUP, other, SESSION, "50000")
    return out, shown_of(b, name, SESSION, HEARTBEAT), shown_of(b, other, SESSION, HEARTBEAT)


def case_replaced_as_a_whole(b):
    name = group(b)
    out = [replace(b, (GROUP, name, [(SESSION, "50000"), (HEARTBEAT, "6000")]))]
    once_shown(b, GROUP, name, HEARTBEAT, "6000")
    out += [replace(b, (GROUP, name, [(SESSION, "51000")])), replace(b, (GROUP, name, [(SESSION, "1")])), replace(b, (GROUP, name, [("nope", "1")]))]
    once_shown(b, GROUP, name, SESSION, "51000")
    out += [shown_of(b, name), replace(b, (GROUP, "", [(SESSION, "50000")])), replace(b, (GROUP, name, [(SESSION, None)])), replace(b, (GROUP, name, []))]
    once_shown(b, GROUP, name, SESSION, "45000")
    return out, shown_of(b, name)


def case_tried_only(b):
    name = group(b)
    return tried(b, name, SESSION, ["50000"]), replace(b, (GROUP, name, [(SESSION, "50000")]), only=True), shown_of(b, name, SESSION)


def case_listed(b):
    """Groups that have settings, by type and in both versions."""
    name, t = group(b), b.topic()
    out = alter(b, (GROUP, name, [(SESSION, SET, "50000")]))
    once_shown(b, GROUP, name, SESSION, "50000")
    asked = [[GROUP], [TOPIC], [BROKER], [8], [16], [GROUP, TOPIC, GROUP], [3], [GROUP, 0], [1]]
    for types in asked:
        answer = b.call("ListConfigResources", 1, {"ResourceTypes": types})
        # Other cases make topics and groups at the same time.
        mine = [r for r in answer["ConfigResources"] if r["ResourceName"] in (name, t.name, me(b))]
        out.append((types, answer["ErrorCode"], sorted((r["ResourceType"], r["ResourceName"]) for r in mine)))
    everything = {r["ResourceType"] for r in b.call("ListConfigResources", 1, {"ResourceTypes": []})["ConfigResources"]}
    alter(b, (GROUP, name, [(SESSION, DELETE, None)]))
    once_shown(b, GROUP, name, SESSION, "45000")
    gone = b.call("ListConfigResources", 1, {"ResourceTypes": [GROUP]})["ConfigResources"]
    return out, sorted(everything), b.call("ListConfigResources", 0, {}), name in [r["ResourceName"] for r in gone]


BROKERS = ("group.consumer.session.timeout.ms", "group.consumer.assignors", "group.consumer.migration.policy",
           "group.coordinator.rebalance.protocols", "group.consumer.max.size", "group.consumer.assignment.interval.ms",
           "group.consumer.regex.refresh.interval.ms")  # fmt: skip


def case_of_brokers(b):
    """What the broker's own settings of consumer groups are, and that they are read at the start but for one."""
    broker = me(b)
    changes = [(key, SET, "46000") for key in BROKERS[:5]]
    wrong = [("group.consumer.assignment.interval.ms", SET, value) for value in ("15001", "-1", "x", "")]
    return shown(b, BROKER, broker, *BROKERS), [alter(b, (BROKER, broker, [c]), only=True) for c in changes + wrong]


def case_heartbeats_tell_the_groups_own_interval(b):
    name, t, out = group(b), b.topic(), []
    b.until(lambda: b.call("FindCoordinator", 4, {"KeyType": 0, "CoordinatorKeys": [name]})["Coordinators"][0]["ErrorCode"] == 0)
    member = {"GroupId": name, "MemberId": "m", "RebalanceTimeoutMs": 60000, "SubscribedTopicNames": [t.name], "TopicPartitions": []}

    def told(epoch):
        return b.call("ConsumerGroupHeartbeat", 1, {**member, "MemberEpoch": epoch})

    b.until(lambda: told(0)["ErrorCode"] == 0)
    for change, then in [((HEARTBEAT, SET, "6000"), "6000"), ((HEARTBEAT, DELETE, None), "5000")]:
        alter(b, (GROUP, name, [change]))
        once_shown(b, GROUP, name, HEARTBEAT, then)
        answer = told(0)
        out.append((answer["ErrorCode"], answer["HeartbeatIntervalMs"]))
    return out, told(-1)["ErrorCode"]
