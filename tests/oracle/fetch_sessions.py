"""Fetch sessions: what is in an answer and what is left out, in which order, and which errors a session has when."""

import time

import records


def seen(answer, sid=None):
    """What came, with the session's id as same / none / other."""
    rows = [
        [r.get("Topic") or "by id", p["PartitionIndex"], p["ErrorCode"], p["HighWatermark"], p["LastStableOffset"],
         p["LogStartOffset"], p["AbortedTransactions"], len(p["Records"] or b"")]
        for r in answer["Responses"] for p in r["Partitions"]
    ]  # fmt: skip
    same = answer["SessionId"] == sid if sid else answer["SessionId"] > 0
    return {"ErrorCode": answer["ErrorCode"], "session": "none" if answer["SessionId"] == 0 else same,
            "order": " ".join("/".join(map(str, row[:2])) for row in rows), "rows": rows}  # fmt: skip


class Session:
    """A fetch session that counts its epochs."""

    def __init__(self, b, parts, version=12, **options):
        self.b, self.version, self.epoch = b, version, 0
        self.c = b.connect()
        full = self.c.call("Fetch", version, b.fetch_body(version, parts, session=(0, 0), **options))
        self.id, self.first = full["SessionId"], seen(full)
        b.cleanup.append(lambda: b.close_session(self.id))

    def fetch(self, parts=(), forget=(), epoch=None, connection=None, version=None, **options):
        if epoch is None:
            self.epoch += 1
            epoch = self.epoch
        version = version or self.version
        body = self.b.fetch_body(version, list(parts), session=(self.id, epoch), forget=list(forget), **options)
        return seen((connection or self.c).call("Fetch", version, body), self.id)


class Later:
    """A topic by a name that nobody has yet."""

    def __init__(self, name):
        self.name = name

    def key(self, version, by_id_from, field="Name"):
        return {field: self.name}


def ghost(b):
    """A topic that is gone."""
    topic = b.topic()
    b.delete(topic)
    return topic


def case_nothing_new_is_nothing(b):
    t = b.topic(partitions=3)
    b.produce(t, [b"a"], partition=1)
    s = Session(b, [(t, p, 0) for p in range(3)])
    out = [s.first]
    out.append(s.fetch([(t, 1, 1)]))  # takes what is there as read
    out += [s.fetch() for _ in range(3)]
    return out


def case_unread_data_comes_again(b):
    t = b.topic(partitions=2)
    b.produce(t, [b"a"], partition=1)
    s = Session(b, [(t, 0, 0), (t, 1, 0)])
    return [s.first, s.fetch(), s.fetch(), s.fetch([(t, 1, 1)]), s.fetch()]


def case_log_start_that_moves_is_told(b):
    t = b.topic(partitions=2)
    for _ in range(4):
        b.produce(t, [b"a"])
    s = Session(b, [(t, 0, 4), (t, 1, 0)])
    deleted = b.call("DeleteRecords", 2, {
        "TimeoutMs": 5000, "Topics": [{"Name": t.name, "Partitions": [{"PartitionIndex": 0, "Offset": 2}]}]})  # fmt: skip
    return [s.first, deleted["Topics"][0]["Partitions"][0]["ErrorCode"], s.fetch(), s.fetch()]


def case_rotation_of_those_with_data(b):
    t = b.topic(partitions=4)
    for p in range(4):
        b.produce(t, [b"x" * 1000], partition=p)
    s = Session(b, [(t, p, 0) for p in range(4)], max_bytes=1)
    out = [s.first]
    out += [s.fetch(max_bytes=1) for _ in range(6)]
    out += [s.fetch(max_bytes=2300) for _ in range(4)]
    return out


def case_rotation_keeps_a_changed_partition_in_its_place(b):
    t = b.topic(partitions=4)
    for p in range(4):
        b.produce(t, [b"x" * 1000], partition=p)
    s = Session(b, [(t, p, 0) for p in range(4)], max_bytes=1)
    return [s.first, s.fetch([(t, 2, 0)], max_bytes=2300), s.fetch([(t, 0, 0)], max_bytes=2300), s.fetch(max_bytes=1)]


def case_the_same_partition_twice(b):
    t = b.topic(partitions=2)
    for p in range(2):
        b.produce(t, [b"x"], partition=p)
    s = Session(b, [(t, 0, 7), (t, 1, 0), (t, 0, 0)])
    return [s.first, s.fetch([(t, 0, 9), (t, 0, 1), (t, 1, 1)]), s.fetch()]


def case_added_and_forgotten_in_one_request(b):
    t = b.topic(partitions=3)
    s = Session(b, [(t, 0, 0)])
    out = [s.fetch([(t, 1, 0)], [(t, 0)]), s.fetch()]
    b.produce(t, [b"a"], partition=0)
    b.produce(t, [b"b"], partition=1)
    out += [s.fetch(), s.fetch([(t, 0, 0)]), s.fetch([(t, 2, 0)], [(t, 2)]), s.fetch([], [(t, 2), (t, 1)]), s.fetch()]
    return out


def case_forgetting_all_closes(b):
    t = b.topic(partitions=2)
    b.produce(t, [b"a"])
    s = Session(b, [(t, 0, 0)])
    return [s.fetch([], [(t, 0)]), s.fetch(), s.fetch(epoch=0), s.fetch(epoch=-1)]


def case_adding_and_forgetting_all_is_served_once(b):
    t = b.topic(partitions=2)
    b.produce(t, [b"a"], partition=1)
    s = Session(b, [(t, 0, 0)])
    return [s.fetch([(t, 1, 0)], [(t, 0), (t, 1)]), s.fetch()]


def case_epochs(b):
    t = b.topic()
    s = Session(b, [(t, 0, 0)])
    out = [s.fetch(epoch=e) for e in (2, -2, 2**31 - 1, 1, 1, 3, 2)]
    return out + [s.fetch(epoch=-1), s.fetch(epoch=3)]


def case_unknown_ids(b):
    t = b.topic()
    out = []
    for sid in (1, 5, -1):
        answer = b.call("Fetch", 12, b.fetch_body(12, [(t, 0, 0)], session=(sid, 1)))
        out.append([answer["ErrorCode"], answer["SessionId"]])
    return out


def case_a_full_fetch_replaces_its_session(b):
    t = b.topic()
    s = Session(b, [(t, 0, 0)])
    again = s.c.call("Fetch", 12, b.fetch_body(12, [(t, 0, 0)], session=(s.id, 0)))
    b.cleanup.append(lambda: b.close_session(again["SessionId"]))
    return [seen(again), again["SessionId"] != s.id, s.fetch(epoch=1)]


def case_a_full_fetch_with_a_dead_id(b):
    t = b.topic()
    out = []
    for epoch in (0, -1):
        answer = b.call("Fetch", 12, b.fetch_body(12, [(t, 0, 0)], session=(77, epoch)))
        b.cleanup.append(lambda sid=answer["SessionId"]: b.close_session(sid))
        out.append(seen(answer))
    return out


def case_names_and_ids_do_not_mix(b):
    t = b.topic()
    out = []
    for made, used in ((12, 13), (13, 12), (13, 18), (7, 12)):
        s = Session(b, [(t, 0, 0)], version=made)
        out.append([s.fetch([(t, 0, 0)], version=used), s.fetch(epoch=1), s.fetch(epoch=2)])
    return out


def case_used_from_another_connection(b):
    t = b.topic()
    s = Session(b, [(t, 0, 0)])
    out = [s.fetch(connection=b.connect()) for _ in range(3)]
    b.produce(t, [b"a"])
    return out + [s.fetch(connection=b.connect()), s.fetch()]


def case_an_empty_full_fetch_makes_a_session(b):
    t = b.topic()
    s = Session(b, [])
    return [s.first, s.fetch([(t, 0, 0)]), s.fetch()]


def case_an_empty_session_closes_when_it_stays_empty(b):
    s = Session(b, [])
    return [s.first, s.fetch(), s.fetch()]


def case_unknown_partitions_come_each_time(b):
    t = b.topic()
    gone = ghost(b)
    s = Session(b, [(gone, 0, 0), (t, 5, 0), (t, 0, 0), (gone, 1, 0)])
    out = [s.first, s.fetch(), s.fetch([], [(gone, 0)]), s.fetch([], [(gone, 1), (t, 5)])]
    return out + [s.fetch()]


def case_unknown_ids_come_each_time(b):
    t = b.topic()
    gone = ghost(b)
    s = Session(b, [(gone, 0, 0), (t, 5, 0), (t, 0, 0), (gone, 1, 0)], version=13)
    return [s.first, s.fetch(), s.fetch([], [(gone, 0)]), s.fetch([], [(gone, 1), (t, 5)]), s.fetch()]


def case_only_unknown_partitions_do_not_wait(b):
    gone = ghost(b)
    s = Session(b, [(gone, 0, 0)])
    began = time.monotonic()
    out = [s.first, s.fetch(wait=8000, min_bytes=1)]
    return out + [time.monotonic() - began < 6]


def case_by_name_a_topic_that_appears(b):
    t = b.topic()
    name = b.name("later")
    s = Session(b, [(Later(name), 0, 0), (t, 0, 0)])
    out = [s.first, s.fetch()]
    late = b.topic(name=name)
    b.produce(late, [b"here"])
    return out + [s.fetch(), s.fetch([(late, 0, 1)]), s.fetch()]


def case_by_name_deleted_and_made_again(b):
    t = b.topic(partitions=2)
    b.produce(t, [b"old"])
    s = Session(b, [(t, 0, 1), (t, 1, 0)])
    out = [s.first]
    b.delete(t)
    out += [s.fetch(), s.fetch()]
    again = b.topic(name=t.name)
    b.produce(again, [b"new"])
    out += [s.fetch(), s.fetch([(again, 0, 0)]), s.fetch([(again, 0, 1)]), s.fetch()]
    return out


def case_by_id_deleted_and_made_again(b):
    t = b.topic(partitions=2)
    b.produce(t, [b"old"])
    s = Session(b, [(t, 0, 1), (t, 1, 0)], version=13)
    out = [s.first]
    b.delete(t)
    out += [s.fetch(), s.fetch([(t, 2, 0)]), s.fetch([], [(t, 2)])]
    again = b.topic(name=t.name)
    b.produce(again, [b"new"])
    out += [s.fetch(), s.fetch([(t, 0, 0)]), s.fetch([(again, 0, 0)], [(t, 0), (t, 1)]), s.fetch([(again, 0, 1)])]
    return out + [s.fetch()]


def case_leader_epochs_are_kept(b):
    t = b.topic(partitions=2)
    s = Session(b, [(t, 0, 0), (t, 1, 0)], CurrentLeaderEpoch=0)
    out = [s.first, s.fetch([(t, 0, 0)], CurrentLeaderEpoch=5), s.fetch(), s.fetch([(t, 0, 0)], CurrentLeaderEpoch=0)]
    return out + [s.fetch(), s.fetch([(t, 1, 0)], CurrentLeaderEpoch=-1), s.fetch()]


def case_diverging_epochs_come_each_time(b):
    t = b.topic(partitions=2)
    b.produce(t, [b"a"])
    s = Session(b, [(t, 0, 1), (t, 1, 0)])
    out = [s.fetch([(t, 0, 5)], LastFetchedEpoch=0), s.fetch(), s.fetch([(t, 0, 1)], LastFetchedEpoch=0), s.fetch()]
    return out


def case_out_of_range_comes_each_time(b):
    t = b.topic(partitions=2)
    b.produce(t, [b"a"])
    s = Session(b, [(t, 0, 9), (t, 1, 0)])
    return [s.first, s.fetch(wait=3000, min_bytes=1), s.fetch(), s.fetch([(t, 0, 1)]), s.fetch()]


def case_isolation_by_request(b):
    t = b.topic(partitions=2)
    b.produce(t, [b"a"])
    s = Session(b, [(t, 0, 0), (t, 1, 0)], isolation=1)
    return [s.first, s.fetch([(t, 0, 1)], isolation=1), s.fetch(isolation=0), s.fetch(isolation=1)]


def case_unknown_isolation(b):
    t = b.topic()
    s = Session(b, [(t, 0, 0)])
    return [s.fetch(isolation=7), s.fetch(epoch=1), s.fetch()]


def case_a_wait_is_woken_by_data(b):
    t = b.topic(partitions=3)
    s = Session(b, [(t, p, 0) for p in range(3)])
    s.c.send("Fetch", 12, b.fetch_body(12, [], session=(s.id, 1), wait=10000, min_bytes=1))
    time.sleep(0.2)
    began = time.monotonic()
    b.produce(t, [b"news"], partition=2)
    answer = seen(s.c.receive(), s.id)
    return [answer, time.monotonic() - began < 5]


def case_a_wait_needs_min_bytes_over_all_partitions(b):
    t = b.topic(partitions=3)
    b.produce(t, [b"x" * 300])
    s = Session(b, [(t, 0, 1), (t, 1, 0), (t, 2, 0)])
    s.c.send("Fetch", 12, b.fetch_body(12, [], session=(s.id, 1), wait=10000, min_bytes=1500))
    out = []
    for p in (1, 2, 1):
        time.sleep(0.2)
        b.produce(t, [b"y" * 500], partition=p)
    began = time.monotonic()
    out.append(seen(s.c.receive(), s.id))
    return out + [time.monotonic() - began < 5]


def case_a_wait_that_ends_with_too_little_gives_it(b):
    t = b.topic(partitions=2)
    b.produce(t, [b"x" * 300])
    s = Session(b, [(t, 0, 0), (t, 1, 0)])
    return [s.fetch(wait=300, min_bytes=5000), s.fetch([(t, 0, 1)], wait=300, min_bytes=5000)]


def case_a_wait_ends_when_a_topic_goes(b):
    t, gone = b.topic(), b.topic()
    s = Session(b, [(t, 0, 0), (gone, 0, 0)])
    s.c.send("Fetch", 12, b.fetch_body(12, [], session=(s.id, 1), wait=10000, min_bytes=1))
    time.sleep(0.2)
    began = time.monotonic()
    b.delete(gone)
    answer = seen(s.c.receive(), s.id)
    return [answer["order"], answer["ErrorCode"], time.monotonic() - began < 5]


def case_a_second_request_while_the_first_waits(b):
    t = b.topic()
    s = Session(b, [(t, 0, 0)])
    s.c.send("Fetch", 12, b.fetch_body(12, [], session=(s.id, 1), wait=1500, min_bytes=1))
    time.sleep(0.3)
    second = s.fetch(epoch=2, connection=b.connect())
    first = s.c.receive()
    return [second, seen(first, s.id), s.fetch(epoch=3)]


def case_a_session_closed_while_it_waits(b):
    t = b.topic()
    s = Session(b, [(t, 0, 0)])
    s.c.send("Fetch", 12, b.fetch_body(12, [], session=(s.id, 1), wait=1500, min_bytes=1))
    time.sleep(0.3)
    b.close_session(s.id)
    return [seen(s.c.receive(), s.id), s.fetch(epoch=2)]


def case_every_version(b):
    t = b.topic(partitions=2)
    b.produce(t, [b"a"])
    out = {}
    for version in range(7, 19):
        s = Session(b, [(t, 0, 0), (t, 1, 0)], version=version)
        out[str(version)] = [s.first, s.fetch([(t, 0, 1)]), s.fetch([], [(t, 0)]), s.fetch()]
    return out


def case_before_sessions(b):
    t = b.topic()
    b.produce(t, [b"a"])
    return [len(records.parse(p["Records"])) for version in (4, 5, 6)
            for r in b.call("Fetch", version, b.fetch_body(version, [(t, 0, 0)], session=(0, 0)))["Responses"]
            for p in r["Partitions"]]  # fmt: skip
