"""ApiVersions: features, client names, the cluster check of version 5."""

CLIENT = {"ClientSoftwareName": "diff", "ClientSoftwareVersion": "1.0-x"}


def ask(b, version, **fields):
    answer = b.outcome("ApiVersions", version, {**CLIENT, **fields} if version >= 3 else {})
    if isinstance(answer, dict):
        answer["ApiKeys"] = [k for k in answer["ApiKeys"] if k["ApiKey"] in (0, 1, 3, 18, 19)]
    return answer


def case_every_version(b):
    """Features of lowest level 0 are shown from version 4 on."""
    return [ask(b, version) for version in range(6)]


def case_produce_is_listed_from_zero(b):
    return [k for k in b.call("ApiVersions", 0)["ApiKeys"] if k["ApiKey"] == 0]


def case_client_names(b):
    """Letters, digits, dots and dashes, with a letter or digit at both ends."""
    names = ["", " ", "a b", "-a", "a-", "a.", ".", "a", "a.-b", "ä", "librdkafka", "a" * 300]
    by_name = [ask(b, 3, ClientSoftwareName=name)["ErrorCode"] for name in names]
    by_version = [ask(b, 4, ClientSoftwareVersion=name)["ErrorCode"] for name in names]
    return by_name, by_version


def case_cluster_check(b):
    """Cluster id and node id come together and must be this node's."""
    here = b.call("Metadata", 12, {"Topics": []})
    cluster, node = here["ClusterId"], here["Brokers"][0]["NodeId"]
    asked = [
        {"ClusterId": cluster, "NodeId": node},
        {"ClusterId": cluster, "NodeId": node + 1},
        {"ClusterId": "another", "NodeId": node},
        {"ClusterId": "", "NodeId": node},
        {"ClusterId": cluster},
        {"NodeId": node},
        {"ClusterId": cluster, "NodeId": -2},
        {},
    ]
    return [ask(b, 5, **fields)["ErrorCode"] for fields in asked]


def case_unknown_versions_keep_the_connection(b):
    c = b.connect()
    seen = []
    for version in (6, 7, 100, 32767):
        c.send("ApiVersions", version, b"")
        answer = c.receive()
        seen.append([answer["ErrorCode"], answer["ApiKeys"]])
    seen.append(c.call("ApiVersions", 4, CLIENT)["ErrorCode"])
    return seen


def case_unknown_versions_of_others_close(b):
    return [
        b.outcome("Metadata", 99, b""),
        b.outcome("Produce", 2, b""),
        b.outcome("Produce", 99, b""),
        b.outcome("Fetch", 3, b""),
        b.outcome("CreateTopics", 1, b""),
        b.outcome("ApiVersions", -1, b""),
    ]
