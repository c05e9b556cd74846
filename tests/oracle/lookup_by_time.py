"""ListOffsets: special timestamps, times, compressed batches, epochs, versions."""

import time

from records import T0, Record, batch


def times(*deltas, **more):
    return batch([Record(b"v", timestamp=T0 + d) for d in deltas], **more)


def case_specials_on_an_empty_topic(b):
    t = b.topic()
    return {str(n): b.list_offset(t, n, version=11) for n in range(-7, 1)}


def case_specials(b):
    t = b.topic()
    b.produce(t, times(5, 9, 7))
    b.produce(t, times(3))
    return {str(n): b.list_offset(t, n, version=11) for n in range(-7, 1)}


def case_specials_by_version(b):
    """Each special timestamp has a version from which it is known."""
    t = b.topic()
    b.produce(t, times(5, 9, 7))
    out = {}
    for version in range(1, 12):
        for special in (-1, -2, -3, -4, -5, -6):
            out[f"v{version} {special}"] = b.list_offset(t, special, version=version)
    return out


def case_record_inside_a_compressed_batch(b):
    out = {}
    for codec in ("none", "gzip", "snappy", "lz4", "zstd"):
        t = b.topic()
        b.produce(t, times(10, 20, 30, codec=codec))
        b.produce(t, times(40, 60, 50, codec=codec))
        for at in (0, 10, 11, 20, 25, 30, 31, 40, 45, 55, 60, 61):
            out[f"{codec} {at}"] = b.list_offset(t, T0 + at)
        out[f"{codec} max"] = b.list_offset(t, -3)
    return out


def case_times_out_of_order(b):
    t = b.topic()
    for delta in (50, 10, 40, 90, 20):
        b.produce(t, times(delta))
    return {str(at): b.list_offset(t, T0 + at) for at in (0, 10, 15, 41, 50, 60, 90, 91)}


def case_first_of_equal_maxima(b):
    t = b.topic()
    b.produce(t, times(9, 9, codec="gzip"))
    b.produce(t, times(9))
    return b.list_offset(t, -3), b.list_offset(t, T0 + 9)


def case_log_append_time(b):
    t = b.topic(message_timestamp_type="LogAppendTime")
    b.produce(t, times(1, 2, 3))
    first_at = b.list_offset(t, -3)["Timestamp"]
    b.until(lambda: time.time() * 1000 > first_at + 1)  # so that the second batch is younger
    b.produce(t, times(1, 2, 3))
    late = b.list_offset(t, -3)
    return late["Offset"], late["Timestamp"] > T0 + 1000, b.list_offset(t, T0 + 2)["Offset"]


def case_negative_times(b):
    t = b.topic()
    b.produce(t, times(1))
    return [b.list_offset(t, n) for n in (-100, -(2**63), 2**63 - 1)]


def case_errors(b):
    t = b.topic()
    missing = type(t)(b.name("missing"), "")
    return {
        "unknown topic": b.list_offset(missing, -1), "unknown partition": b.list_offset(t, -1, 5),
        "negative partition": b.list_offset(t, -1, -1), "fenced epoch": b.list_offset(t, -1, CurrentLeaderEpoch=-2),
        "epoch too new": b.list_offset(t, -1, CurrentLeaderEpoch=9), "right epoch": b.list_offset(t, -1, CurrentLeaderEpoch=0),
    }  # fmt: skip


def case_the_same_partition_twice(b):
    t = b.topic()
    b.produce(t, [b"a"])
    rows = [{"PartitionIndex": 0, "Timestamp": -1}, {"PartitionIndex": 0, "Timestamp": -2}]
    return b.call("ListOffsets", 7, {"Topics": [{"Name": t.name, "Partitions": rows}]})["Topics"]


def case_read_committed_latest(b):
    t = b.topic()
    b.produce(t, [b"a", b"b"])
    body = {"IsolationLevel": 1, "Topics": [{"Name": t.name, "Partitions": [{"PartitionIndex": 0, "Timestamp": -1}]}]}
    return b.call("ListOffsets", 8, body)["Topics"]


def case_bad_isolation_level(b):
    t = b.topic()
    body = {"IsolationLevel": 7, "Topics": [{"Name": t.name, "Partitions": [{"PartitionIndex": 0, "Timestamp": -1}]}]}
    return b.outcome("ListOffsets", 8, body)


def case_as_a_follower(b):
    t = b.topic()
    b.produce(t, [b"a"])
    body = {"ReplicaId": 9, "Topics": [{"Name": t.name, "Partitions": [{"PartitionIndex": 0, "Timestamp": -1}]}]}
    return b.call("ListOffsets", 8, body)["Topics"]

