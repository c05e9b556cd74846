"""FindCoordinator and OffsetForLeaderEpoch."""


def group_name(b):
    """A group whose coordinator is found; nothing is asked of the coordinator itself."""
    name = b.name("group")
    ask = {"CoordinatorKeys": [name]}
    b.until(lambda: b.call("FindCoordinator", 4, ask)["Coordinators"][0]["ErrorCode"] == 0)
    return name


def case_find_group_coordinator_every_version(b):
    group = group_name(b)
    out = {}
    for version in range(7):
        body = {"Key": group} if version < 4 else {"CoordinatorKeys": [group]}
        out[str(version)] = b.call("FindCoordinator", version, body)
    return out


def case_find_many(b):
    names = [group_name(b) for _ in range(2)]
    return b.call("FindCoordinator", 4, {"CoordinatorKeys": [*names, names[0], ""]})["Coordinators"]


def case_find_errors(b):
    out = {}
    for key_type in (-1, 2, 3, 9):
        for version, body in ((3, {"Key": "x", "KeyType": key_type}), (4, {"CoordinatorKeys": ["x"], "KeyType": key_type})):
            out[f"{key_type} v{version}"] = b.outcome("FindCoordinator", version, body)
    return out, b.call("FindCoordinator", 4, {"CoordinatorKeys": []})["Coordinators"]


def epochs(b, t, rows, version=4, **options):
    parts = [{"Partition": p, "CurrentLeaderEpoch": now, "LeaderEpoch": asked} for p, now, asked in rows]
    body = {"Topics": [{"Topic": t.name, "Partitions": parts}]} | options
    return b.call("OffsetForLeaderEpoch", version, body)["Topics"][0]["Partitions"]


def case_end_of_an_epoch(b):
    t = b.topic()
    empty = [epochs(b, t, [(0, -1, n)]) for n in (-1, 0, 1)]
    b.produce(t, [b"a", b"b", b"c"])
    return empty, [epochs(b, t, [(0, -1, n)]) for n in (-2, -1, 0, 1, 5)]


def case_epoch_errors(b):
    t = b.topic()
    b.produce(t, [b"a"])
    missing = type(t)(b.name("missing"), "")
    return epochs(b, missing, [(0, -1, 0)]), epochs(b, t, [(3, -1, 0)]), [epochs(b, t, [(0, n, 0)]) for n in (-1, 0, 1)]


def case_epoch_versions(b):
    t = b.topic()
    b.produce(t, [b"a"])
    return {str(v): epochs(b, t, [(0, 0, 0)], version=v) for v in (2, 3, 4)}


def case_epoch_as_a_follower(b):
    t = b.topic()
    b.produce(t, [b"a"])
    return [epochs(b, t, [(0, 0, 0)], ReplicaId=n) for n in (-2, -1, 9)]
