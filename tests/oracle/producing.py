"""Produce: acks, versions, unknown places, several partitions; idempotent windows; producer ids."""

import diff
import records
from records import batch

RETRIABLE = {3, 5, 6, 7, 9, 13, 14, 15, 16, 19, 20, 41, 51, 56}


def send(b, t, sequence, producer, count=1):
    return b.produce(t, batch([b"v"] * count, producer=producer, sequence=sequence))


def case_every_version(b):
    t = b.topic()
    return {str(v): b.produce(t, [b"a", b"b"], version=v) for v in range(3, 14)}, b.values(t)


def case_acks(b):
    out = {}
    for acks in (-1, 1, 2, -2, 5):
        t = b.topic()
        out[str(acks)] = [b.produce(t, [b"v"], acks=acks), b.values(t)]
    return out


def case_acks_zero(b):
    """No answer; the next request on the connection is answered after the append."""
    t = b.topic()
    c = b.connect()
    body = {"Acks": 0, "TimeoutMs": 1000, "TopicData": [
        {"Name": t.name, "PartitionData": [{"Index": 0, "Records": batch([b"quiet"])}]}]}  # fmt: skip
    c.send("Produce", 9, body, expect=False)
    listed = c.call("ListOffsets", 7, {"Topics": [{"Name": t.name, "Partitions": [{"PartitionIndex": 0, "Timestamp": -1}]}]})
    return listed["Topics"], b.values(t)


def case_acks_zero_with_an_error_closes(b):
    c = b.connect()
    body = {"Acks": 0, "TimeoutMs": 1000, "TopicData": [
        {"Name": b.name("missing"), "PartitionData": [{"Index": 0, "Records": batch([b"quiet"])}]}]}  # fmt: skip
    c.send("Produce", 9, body, expect=False)
    return c.state()


def case_unknown_topics_and_partitions(b):
    t = b.topic()
    missing = type(t)(b.name("missing"), "AAAAAAAAAAAAAAAAAAAAZg")
    return {
        "topic": b.produce(missing, [b"v"]), "id": b.produce(missing, [b"v"], version=13),
        "partition": b.produce(t, [b"v"], partition=3), "negative": b.produce(t, [b"v"], partition=-1),
    }  # fmt: skip


def case_many_partitions_in_one_request(b):
    first, second = b.topic(partitions=3), b.topic(partitions=2)
    body = {"Acks": -1, "TimeoutMs": 1000, "TopicData": [
        {"Name": t.name, "PartitionData": [{"Index": p, "Records": batch([b"%d" % p])} for p in range(4)]}
        for t in (first, second)]}  # fmt: skip
    rows = b.call("Produce", 9, body)["Responses"]
    parts = {r["Name"]: sorted(r["PartitionResponses"], key=lambda p: p["Index"]) for r in rows}
    return parts, [b.values(first, partition=p) for p in range(3)]


def case_no_topics(b):
    return b.call("Produce", 9, {"Acks": -1, "TimeoutMs": 1000, "TopicData": []})


def case_window_of_five(b):
    t, producer = b.topic(), b.producer()
    out = [send(b, t, i, producer) for i in range(8)]
    out += [send(b, t, i, producer) for i in (7, 3, 2, 0)]  # 3 is the oldest that is remembered
    return out, b.values(t)


def case_sequence_rules(b):
    producer = b.producer()
    t, out = b.topic(), {}
    out["first at 5"] = send(b, t, 5, producer)
    out["goes on"] = send(b, t, 6, producer, 3)
    out["gap"] = send(b, t, 20, producer)
    out["part of the last"] = send(b, t, 7, producer, 2)
    out["the last again"] = send(b, t, 6, producer, 3)
    out["longer than the last"] = send(b, t, 6, producer, 4)
    out["next"] = send(b, t, 9, producer)
    return out


def case_epoch_rules(b):
    pid, epoch = b.producer()
    t, out = b.topic(), {}
    out["first"] = send(b, t, 0, (pid, epoch))
    out["new epoch, not at 0"] = send(b, t, 1, (pid, epoch + 1))
    out["new epoch"] = send(b, t, 0, (pid, epoch + 1))
    out["old epoch"] = send(b, t, 1, (pid, epoch))
    out["goes on"] = send(b, t, 1, (pid, epoch + 1))
    return out


def case_sequences_wrap(b):
    t, producer, top = b.topic(), b.producer(), 2**31 - 1
    return [send(b, t, top - 1, producer), send(b, t, top, producer, 3), send(b, t, 2, producer), send(b, t, top, producer, 3)]


def case_unknown_producer(b):
    t = b.topic()
    return [send(b, t, n, (987654321, 0)) for n in (0, 1, 1, 3)]


def case_producer_without_sequence(b):
    t = b.topic()
    return [send(b, t, -1, b.producer()), send(b, t, 0, (-1, -1)), send(b, t, 0, (5, -1))]


def case_producer_without_epoch(b):
    """Any sequence follows any other."""
    t = b.topic()
    out = [send(b, t, n, (5, -1)) for n in (4, 4, 9, 2)]
    return out + [send(b, t, n, (5, 0)) for n in (7, 8, 3)]


def case_two_producers_on_one_partition(b):
    t, first, second = b.topic(), b.producer(), b.producer()
    return [send(b, t, n, who) for n in range(3) for who in (first, second)], b.values(t)


def case_init_producer_id_versions(b):
    """New ids, never the same twice, epoch 0."""
    out, seen = {}, set()
    for version in range(6):
        answer = b.call("InitProducerId", version, {"TransactionalId": None, "TransactionTimeoutMs": 60000})
        seen.add(answer["ProducerId"])
        out[str(version)] = {**answer, "ProducerId": answer["ProducerId"] >= 0}
    return out, len(seen)


def case_init_producer_id_with_an_id(b):
    """Without a transactional id an id that the client brings is answered with a new one."""
    out = []
    for pid, epoch in ((7, 3), (7, -1), (-1, 3)):
        body = {"TransactionalId": None, "TransactionTimeoutMs": 60000, "ProducerId": pid, "ProducerEpoch": epoch}
        answer = b.call("InitProducerId", 4, body)
        out.append([answer["ErrorCode"], answer["ProducerEpoch"], answer["ProducerId"] == pid])
    return out


def case_empty_transactional_id(b):
    return b.call("InitProducerId", 4, {"TransactionalId": "", "TransactionTimeoutMs": 60000})["ErrorCode"]


@diff.expect({"refused": True, "may be tried again": False, "stored": []})
def case_transactional_batch_from_nobody(b):
    """Transactions are not served: a transactional batch gets a final error, where Kafka's own may be retriable."""
    t, producer = b.topic(), (123456, 0)
    data = batch([b"v"], producer=producer, sequence=0, transactional=True)
    code = b.produce(t, data, version=9, transactional_id=b.name("txn"))["ErrorCode"]
    return {"refused": code != 0, "may be tried again": code in RETRIABLE, "stored": b.values(t)}


def case_compressed_by_every_codec(b):
    out = {}
    for codec in records.CODECS:
        t = b.topic()
        out[codec] = [b.produce(t, batch([b"a" * 100, b"b"], codec=codec)), b.fetch(t)["Records"]]
    return out


def case_recompression_by_topic(b):
    """compression.type of a topic other than `producer`: the batch is stored with that codec."""
    out = {}
    for kind in ("producer", "uncompressed", "gzip", "snappy", "lz4", "zstd"):
        t = b.topic(compression_type=kind)
        for codec in ("none", "lz4"):
            b.produce(t, batch([b"a" * 100, b"b"], codec=codec))
        out[kind] = [[x["codec"], x["count"], x["crc_ok"], x["records"]] for x in b.fetch(t)["Records"]]
    return out


def case_headers_nulls_and_empties(b):
    t = b.topic()
    rows = [records.Record(None, b"k"), records.Record(b"", b""), records.Record(b"v", None, [("h", None), ("h", b""), ("", b"x")])]
    return b.produce(t, batch(rows)), b.fetch(t)["Records"]


def case_internal_topics_are_not_for_clients(b):
    """But for a client that calls itself Kafka's admin client."""
    b.group()
    asked = {"TopicId": "AAAAAAAAAAAAAAAAAAAAAA", "Name": "__consumer_offsets"}
    found = b.call("Metadata", 12, {"Topics": [asked]})["Topics"][0]["TopicId"]
    rows = [{"Index": p, "Records": records.batch([b"x"])} for p in (0, 77)]
    topics = [{"Name": "__consumer_offsets", "TopicId": found, "PartitionData": rows}]
    body = {"TransactionalId": None, "Acks": -1, "TimeoutMs": 10000, "TopicData": topics}
    by_name = {**body, "TopicData": [{k: v for k, v in topics[0].items() if k != "TopicId"}]}
    by_id = {**body, "TopicData": [{k: v for k, v in topics[0].items() if k != "Name"}]}
    out = [b.call("Produce", 9, by_name), b.call("Produce", 13, by_id), b.call("Produce", 9, {**by_name, "Acks": 5})]
    admin = b.connect(client_id="__admin_client").call("Produce", 9, by_name)
    return out, [p["ErrorCode"] for p in admin["Responses"][0]["PartitionResponses"]]
