"""Fetch: what comes within which limits, long polls, isolation, epochs, every version."""

import time

import records
from records import batch


def sizes(answer):
    """[partition, error, high watermark, batches seen, bytes] of every partition in the answer."""
    return [
        [p["PartitionIndex"], p["ErrorCode"], p["HighWatermark"], len(records.parse(p["Records"])), len(p["Records"] or b"")]
        for r in answer["Responses"] for p in r["Partitions"]
    ]  # fmt: skip


def filled(b, count=5, size=1000, **configs):
    t = b.topic(**configs)
    for i in range(count):
        b.produce(t, [bytes([i]) * size])
    return t


def case_every_version(b):
    t = filled(b)
    out = {}
    for version in range(4, 19):
        answer = b.call("Fetch", version, b.fetch_body(version, [(t, 0, 1)]))
        out[str(version)] = [
            {k: v for k, v in p.items() if k != "Records"} | {"values": [len(x["records"]) for x in records.parse(p["Records"])]}
            for r in answer["Responses"] for p in r["Partitions"]
        ]  # fmt: skip
    return out


def case_partition_limit(b):
    t = filled(b)
    return {str(n): sizes(b.call("Fetch", 12, b.fetch_body(12, [(t, 0, 0)], part_bytes=n)))
            for n in (-1, 0, 1, 100, 1067, 1068, 1069, 2136, 2500, 5340, 6000)}  # fmt: skip


def case_whole_limit(b):
    t = filled(b)
    return {str(n): sizes(b.call("Fetch", 12, b.fetch_body(12, [(t, 0, 0)], max_bytes=n)))
            for n in (0, 1, 1068, 2200, 6000)}  # fmt: skip


def case_whole_limit_negative(b):
    t = filled(b, 1)
    return b.outcome("Fetch", 12, b.fetch_body(12, [(t, 0, 0)], max_bytes=-1))


def case_first_batch_only_of_the_first_partition_with_data(b):
    t = b.topic(partitions=4)
    for p in (1, 2, 3):
        b.produce(t, [b"x" * 3000], partition=p)
    out = {}
    for limit in (1, 3000, 3068, 3100, 6200, 9300):
        out[str(limit)] = sizes(b.call("Fetch", 12, b.fetch_body(12, [(t, p, 0) for p in range(4)], max_bytes=limit)))
    return out


def case_from_the_middle_of_a_batch(b):
    t = b.topic()
    b.produce(t, [b"a", b"b", b"c"])
    b.produce(t, batch([records.Record(b"d"), records.Record(b"e")], codec="zstd"))
    return [b.values(t, offset) for offset in range(6)]


def case_zstd_by_version(b):
    """Old versions are no reason to refuse what they may not be able to read."""
    out = {}
    for version in (4, 6, 9, 10, 12):
        t = b.topic(compression_type="zstd")
        b.produce(t, batch([records.Record(b"v")], codec="zstd"), version=9)
        got = b.outcome("Fetch", version, b.fetch_body(version, [(t, 0, 0), (t, 0, 5)]))
        out[version] = [p["ErrorCode"] for r in got["Responses"] for p in r["Partitions"]]
    return out


def case_out_of_range(b):
    t = filled(b, 2)
    return [b.fetch(t, offset=n) for n in (-2, -1, 2, 3, 2**62)]


def case_epochs(b):
    t = filled(b, 1)
    rows = {"current": {"CurrentLeaderEpoch": 0}, "too new": {"CurrentLeaderEpoch": 5}, "none": {"CurrentLeaderEpoch": -1},
            "last fetched": {"LastFetchedEpoch": 0}, "last fetched too new": {"LastFetchedEpoch": 5}}  # fmt: skip
    return {name: b.fetch(t, **fields) for name, fields in rows.items()}


def case_unknown_topics_and_partitions(b):
    t = filled(b, 1)
    missing = type(t)(b.name("missing"), "AAAAAAAAAAAAAAAAAAAAZg")
    rows = [(t, 0, 0), (t, 7, 0), (missing, 0, 0)]
    out = []
    for version in (12, 13, 17):
        found = b.call("Fetch", version, b.fetch_body(version, rows))["Responses"]
        out.append(sorted((p for r in found for p in r["Partitions"]), key=lambda p: (p["PartitionIndex"], p["ErrorCode"])))
    return out


def case_read_committed(b):
    t = filled(b, 2)
    return [b.call("Fetch", v, b.fetch_body(v, [(t, 0, 0)], isolation=1))["Responses"] for v in (4, 12)]


def case_bad_isolation(b):
    return b.outcome("Fetch", 12, b.fetch_body(12, [(filled(b, 1), 0, 0)], isolation=9))


def waited(b, body, during=None):
    """(the answer's sizes, whether it took less than a tenth of the wait)."""
    c = b.connect()
    started = time.monotonic()
    c.send("Fetch", 12, body)
    if during:
        during()
    answer = c.receive()
    return sizes(answer), time.monotonic() - started < 2


def case_long_poll_ends_with_time(b):
    t = b.topic()
    started = time.monotonic()
    seen = sizes(b.call("Fetch", 12, b.fetch_body(12, [(t, 0, 0)], wait=300, min_bytes=1)))
    return seen, 0.25 < time.monotonic() - started < 2


def case_long_poll_is_woken_by_an_append(b):
    t = b.topic()
    return waited(b, b.fetch_body(12, [(t, 0, 0)], wait=20000, min_bytes=1), lambda: b.produce(t, [b"news"]))


def case_long_poll_counts_bytes_over_partitions(b):
    t = b.topic(partitions=2)

    def appends():
        for p in (0, 1):
            b.produce(t, [b"x" * 500], partition=p)

    return waited(b, b.fetch_body(12, [(t, 0, 0), (t, 1, 0)], wait=20000, min_bytes=1000), appends)


def case_long_poll_not_enough(b):
    """Fewer bytes than min_bytes end the wait only with its time, but then they come."""
    t = b.topic()
    c = b.connect()
    started = time.monotonic()
    c.send("Fetch", 12, b.fetch_body(12, [(t, 0, 0)], wait=1000, min_bytes=100000))
    b.produce(t, [b"few"])
    return sizes(c.receive()), time.monotonic() - started > 0.9


def case_min_bytes_zero_does_not_wait(b):
    return waited(b, b.fetch_body(12, [(b.topic(), 0, 0)], wait=20000, min_bytes=0))


def case_an_error_ends_the_poll_at_once(b):
    t = b.topic()
    return waited(b, b.fetch_body(12, [(t, 0, 5)], wait=20000, min_bytes=1))


def case_a_deleted_topic_wakes_the_poll(b):
    t = b.topic()
    return waited(b, b.fetch_body(12, [(t, 0, 0)], wait=20000, min_bytes=1), lambda: b.delete(t))


def case_no_partitions(b):
    return b.call("Fetch", 12, b.fetch_body(12, [], wait=100, min_bytes=1))["Responses"]


def case_the_same_partition_twice(b):
    t = filled(b, 1)
    return sizes(b.call("Fetch", 12, b.fetch_body(12, [(t, 0, 0), (t, 0, 0)])))


def case_segments_are_not_crossed(b):
    t = filled(b, 6, 300_000, segment_bytes="1048576")
    at, seen = 0, []
    while at < 6:
        got = sizes(b.call("Fetch", 12, b.fetch_body(12, [(t, 0, at)], part_bytes=1 << 24)))
        seen.append(got)
        at += max(1, got[0][3])
    return seen


def case_a_full_session_request_is_answered(b):
    """A client that asks for a session gets its data, whether it gets a session or not."""
    t = filled(b, 2)
    answer = b.call("Fetch", 12, b.fetch_body(12, [(t, 0, 0)], session=(0, 0)))
    if answer["SessionId"]:
        b.close_session(answer["SessionId"])
    return sizes(answer), answer["ErrorCode"]


def case_a_session_that_is_not_there(b):
    t = filled(b, 1)
    return b.call("Fetch", 12, b.fetch_body(12, [(t, 0, 0)], session=(12345, 7)))["ErrorCode"]
