"""ApiVersions and the rules that hold for every API: ranges, header versions, what happens to versions nobody knows."""

from kproto import Closed, frame

SERVED = {
    "Produce": (0, 13), "Fetch": (4, 18), "ListOffsets": (1, 11), "Metadata": (0, 13), "FindCoordinator": (0, 6),
    "ApiVersions": (0, 5), "CreateTopics": (2, 7), "DeleteTopics": (1, 6), "InitProducerId": (0, 6),
    "OffsetForLeaderEpoch": (2, 4), "DescribeConfigs": (1, 4), "AlterConfigs": (0, 2), "IncrementalAlterConfigs": (0, 1),
    "CreatePartitions": (0, 3), "DescribeClientQuotas": (0, 1), "AlterClientQuotas": (0, 1),
    "DescribeUserScramCredentials": (0, 0),
    "DescribeCluster": (0, 2), "DescribeProducers": (0, 0), "DescribeTopicPartitions": (0, 0),
    "ListConfigResources": (0, 1),
}  # fmt: skip
KEYS = {0, 1, 2, 3, 10, 18, 19, 20, 22, 23, 32, 33, 37, 44, 48, 49, 50, 60, 61, 68, 69, 74, 75}
CLIENT = {"ClientSoftwareName": "diff", "ClientSoftwareVersion": "1"}


def case_ranges(b):
    """The served APIs have Kafka's ranges in every version of the answer."""
    out = {}
    for version in range(6):
        rows = b.call("ApiVersions", version, CLIENT if version >= 3 else {})["ApiKeys"]
        out[str(version)] = [[k["ApiKey"], k["MinVersion"], k["MaxVersion"]] for k in rows if k["ApiKey"] in KEYS]
    return out


def case_features(b):
    answer = b.call("ApiVersions", 4, CLIENT)
    pick = lambda rows, *names: sorted([r[n] for n in names] for r in rows)
    return {
        "supported": pick(answer["SupportedFeatures"], "Name", "MinVersion", "MaxVersion"),
        "finalized": pick(answer["FinalizedFeatures"], "Name", "MinVersionLevel", "MaxVersionLevel"),
        "has an epoch": answer["FinalizedFeaturesEpoch"] >= 0,
        "in version 3": pick(b.call("ApiVersions", 3, CLIENT)["SupportedFeatures"], "Name", "MinVersion", "MaxVersion"),
    }


def case_client_names(b):
    names = ["diff", "a.b-c", "", "-x", "x-", "with space", "ä", "x" * 300]
    out = {}
    for name in names:
        for field in CLIENT:
            answer = b.call("ApiVersions", 3, CLIENT | {field: name})
            out[f"{field}={name[:20]}"] = [answer["ErrorCode"], len(answer["ApiKeys"]) > 0]
    return out


def case_cluster_and_node_check(b):
    cluster = b.call("DescribeCluster", 0)
    right = {"ClusterId": cluster["ClusterId"], "NodeId": cluster["Brokers"][0]["BrokerId"]}
    asked = {
        "neither": {}, "both right": right, "cluster only": {"ClusterId": right["ClusterId"]},
        "node only": {"NodeId": right["NodeId"]}, "wrong cluster": right | {"ClusterId": "AAAAAAAAAAAAAAAAAAAAZg"},
        "wrong node": right | {"NodeId": right["NodeId"] + 7}, "empty cluster": right | {"ClusterId": ""},
        "node -2": right | {"NodeId": -2},
    }  # fmt: skip
    out = {}
    for name, fields in asked.items():
        answer = b.call("ApiVersions", 5, CLIENT | fields)
        out[name] = [answer["ErrorCode"], len(answer["ApiKeys"]) > 0]
    return out


def case_unknown_versions(b):
    """Only ApiVersions answers to a version that it does not know; every other API closes the connection."""
    out = {}
    for api, (low, high) in SERVED.items():
        for version in {low - 1, high + 1, 99} - {-1}:
            out[f"{api} {version}"] = b.outcome(api, version, b"")
    return out


def case_negative_version(b):
    return [b.outcome(api, -1, b"") for api in ("ApiVersions", "Metadata")]


def case_unknown_api_keys(b):
    return [b.outcome("Metadata", 9, {"Topics": []}, api_key=key) for key in (-1, 999, 32767)]


def case_old_produce_closes(b):
    return [b.outcome("Produce", v, bytes(16)) for v in (0, 1, 2)]


def case_unknown_tags_are_skipped(b):
    c = b.connect()
    c.send("ApiVersions", 3, CLIENT | {"_tagged": {77: b"x" * 100, 9999: b""}}, header_tags={5: b"y"})
    first = c.receive()["ErrorCode"]
    return first, c.call("Metadata", 12, {"Topics": [], "_tagged": {3: b"z"}})["Topics"]


def case_trailing_bytes_are_tolerated(b):
    from kproto import schemas

    body = schemas().request("Metadata").encode({"Topics": []}, 9)
    return b.outcome("Metadata", 9, body + b"more")["Topics"]


def case_null_client_id(b):
    return [b.outcome("Metadata", v, {"Topics": []}, client_id=None)["Topics"] for v in (1, 9)]


def case_broken_frames(b):
    """None is answered; the broker lives on."""
    frames = {
        "empty frame": frame(b""), "one byte": frame(b"\0"), "half a header": frame(b"\0\x12\0\0"),
        "negative size": b"\xff\xff\xff\xff", "huge size": b"\x7f\xff\xff\xff", "http": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        "tls": bytes.fromhex("1603010200010001fc0303") + bytes(32), "client id beyond the frame": frame(
            b"\0\x12\0\0\0\0\0\1\x7f\xff"),
    }  # fmt: skip
    out = {}
    for name, data in frames.items():
        c = b.connect()
        try:
            c.send_raw(data)
            out[name] = c.state(3)
        except Closed:
            out[name] = "closed"
    return out, b.alive()


def case_counts_beyond_the_frame(b):
    """An array that claims more entries than the frame has bytes for closes the connection."""
    out = {}
    for api, version, body in (
        ("Metadata", 1, b"\x7f\xff\xff\xff"), ("Metadata", 12, b"\xff\xff\xff\xff\x07"), ("CreateTopics", 7, b"\xff\xff\xff\x07"),
        ("Produce", 9, b"\0\xff\xff\0\0\0\0\xff\xff\xff\xff\x07"),
    ):  # fmt: skip
        out[f"{api} {version}"] = b.outcome(api, version, body)
    return out, b.alive()


def case_pipelined_requests_are_answered_in_order(b):
    t = b.topic()
    c = b.connect()
    for i in range(20):
        c.send("Metadata", 12, {"Topics": [{"Name": t.name}]}) if i % 2 else c.send("ApiVersions", 0)
    return [sorted(c.receive()) for _ in range(20)]


def case_one_byte_at_a_time(b):
    from kproto import request_bytes

    c = b.connect()
    data = frame(request_bytes("ApiVersions", 0, {}, 7)) + frame(request_bytes("ApiVersions", 0, {}, 8))
    for i in range(len(data)):
        c.send_raw(data[i : i + 1])
    return [c.receive_frame()[:4].hex() for _ in range(2)]
