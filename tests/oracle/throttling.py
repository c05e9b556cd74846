"""Clients that pass a quota: what they are told, how long their connection rests, what a throttled answer has.

Each case has a client id of its own. Throttle times are compared in tenths of their quota's second: a broker's clock runs
while a case does.
"""

import time

import records


def quota(b, client, value=None, key="producer_byte_rate"):
    """Sets it, or takes it away."""
    op = {"Key": key, "Value": value or 0.0, "Remove": value is None}
    entity = [{"EntityType": "client-id", "EntityName": client}]
    b.call("AlterClientQuotas", 1, {"Entries": [{"Entity": entity, "Ops": [op]}]})
    shown = {"Components": [{"EntityType": "client-id", "MatchType": 0, "Match": client}], "Strict": True}
    b.until(lambda: bool(b.call("DescribeClientQuotas", 1, shown)["Entries"]) == (value is not None))
    time.sleep(0.2)  # Kafka's brokers act on it a moment after they show it


def produce_body(topic, size, acks=-1):
    data = records.batch([b"x" * size])
    return {"TransactionalId": None, "Acks": acks, "TimeoutMs": 10000,
            "TopicData": [{"Name": topic.name, "PartitionData": [{"Index": 0, "Records": data}]}]}  # fmt: skip


def about(ms, expected, tolerance=0.1):
    """Whether it is; else what it is."""
    return True if abs(ms - expected) <= expected * tolerance else ms


def case_produce_over_its_rate(b):
    """Ten seconds' worth pass; then the excess is told, and the connection rests that long."""
    t, client = b.topic(), "throttle-1"
    quota(b, client, 100000.0)
    connection = b.connect(client_id=client)
    told = [connection.call("Produce", 9, produce_body(t, 600000))["ThrottleTimeMs"] for _ in range(2)]
    since = time.monotonic()
    connection.call("ApiVersions", 0)
    rested_ms = (time.monotonic() - since) * 1000
    other = b.connect(client_id=client)
    since = time.monotonic()
    other.call("ApiVersions", 0)
    other_ms = (time.monotonic() - since) * 1000
    quota(b, client)
    return told[0], about(told[1], 2000, 0.25), about(rested_ms, told[1]), other_ms < 500


def case_produce_without_an_answer(b):
    t, client = b.topic(), "throttle-2"
    quota(b, client, 100000.0)
    connection = b.connect(client_id=client)
    for _ in range(2):
        connection.send("Produce", 9, produce_body(t, 600000, acks=0), expect=False)
    since = time.monotonic()
    connection.call("ApiVersions", 0)
    quota(b, client)
    return about((time.monotonic() - since) * 1000, 2000, 0.2)


def case_fetch_over_its_rate(b):
    """A throttled Fetch is empty: a full one makes no session, one of a session tells later what it held back."""
    t, client = b.topic(), "throttle-3"
    quota(b, client, 100000.0, key="consumer_byte_rate")
    for _ in range(2):
        b.produce(t, [b"x" * 600000])
    connection = b.connect(client_id=client)
    fetch = lambda offset, session: connection.call("Fetch", 12, b.fetch_body(12, [(t, 0, offset)], part_bytes=700000, session=session))
    size = lambda answer: sum(len(p["Records"] or b"") for r in answer["Responses"] for p in r["Partitions"])
    first = fetch(0, (0, 0))
    session = first["SessionId"]
    second = fetch(1, (session, 1))
    out = [first["ThrottleTimeMs"], size(first) > 600000, session != 0, second["ErrorCode"], second["SessionId"] == session,
           len(second["Responses"]), about(second["ThrottleTimeMs"], 3000)]  # fmt: skip
    full = fetch(1, (0, 0))
    out += [full["ErrorCode"], full["SessionId"], len(full["Responses"]), full["ThrottleTimeMs"] > 0]
    quota(b, client, key="consumer_byte_rate")
    third = connection.call("Fetch", 12, b.fetch_body(12, [], session=(session, 2)))
    out += [third["ErrorCode"], size(third) > 600000, third["ThrottleTimeMs"]]
    return out


def case_partitions_over_their_rate(b):
    """Strict versions refuse, older ones are told."""
    client = "throttle-4"
    quota(b, client, 1.0, key="controller_mutation_rate")
    connection = b.connect(client_id=client)
    names = [b.name(f"t{i}") for i in range(4)]

    def create(name, partitions, version):
        rows = [{"Name": name, "NumPartitions": partitions, "ReplicationFactor": 1}]
        answer = connection.call("CreateTopics", version, {"Topics": rows, "TimeoutMs": 10000}, timeout=30)
        return answer["Topics"][0]["ErrorCode"], answer["ThrottleTimeMs"], answer["Topics"][0]["ErrorMessage"]

    def grow(name, count, version):
        answer = connection.call("CreatePartitions", version, {"Topics": [{"Name": name, "Count": count, "Assignments": None}], "TimeoutMs": 10000}, timeout=30)
        return answer["Results"][0]["ErrorCode"], answer["ThrottleTimeMs"], answer["Results"][0]["ErrorMessage"]

    def delete(name, version):
        answer = connection.call("DeleteTopics", version, {"TopicNames": [name], "TimeoutMs": 10000}, timeout=30)
        return answer["Responses"][0]["ErrorCode"], answer["ThrottleTimeMs"], answer["Responses"][0]["ErrorMessage"]

    first, second = create(names[0], 13, 7), create(names[1], 1, 7)
    out = [first[:2], second[0], second[2], about(second[1], 2000, 0.2)]
    third = create(names[1], 3, 5)
    out += [third[0], about(third[1], 3000, 0.2)]
    fourth, fifth, sixth = grow(names[1], 5, 3), grow(names[1], 6, 3), delete(names[1], 5)
    out += [fourth[:2], fifth[0], fifth[2], about(fifth[1], 2000, 0.2), sixth[0], sixth[2]]
    quota(b, client, key="controller_mutation_rate")
    return out
