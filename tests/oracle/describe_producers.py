"""DescribeProducers: what a partition remembers of its producers."""

from records import T0, batch


def ask(b, *topics):
    """Topics are (name, partitions)."""
    answer = b.outcome("DescribeProducers", 0, {"Topics": [{"Name": n, "PartitionIndexes": list(p)} for n, p in topics]})
    if isinstance(answer, str):
        return answer
    for topic in answer["Topics"]:
        for partition in topic["Partitions"]:
            partition["ActiveProducers"].sort(key=lambda p: p["ProducerId"])
    return answer["Topics"]


def send(b, t, sequence, producer, count=1, partition=0, timestamp=T0, **options):
    data = batch([b"v"] * count, producer=producer, sequence=sequence, timestamp=timestamp)
    return b.produce(t, data, partition=partition, **options)["ErrorCode"]


def case_active_producers(b):
    """Epoch, last sequence and timestamp of the newest batch; nothing of records without a producer."""
    t, (first, _), (second, _) = b.topic(partitions=3), b.producer(), b.producer()
    b.produce(t, [b"plain"])
    before = ask(b, (t.name, [0, 1, 2]))
    codes = [send(b, t, 0, (first, 0), 3), send(b, t, 3, (first, 0), 2, timestamp=T0 + 7), send(b, t, 40, (second, 5), timestamp=T0 + 9),
             send(b, t, 0, (second, 6), partition=1), send(b, t, 0, (first, 0), 3), send(b, t, 9, (first, 0))]  # fmt: skip
    return before, codes, ask(b, (t.name, [0, 1, 2]))


def case_after_the_wrap(b):
    t, (pid, _) = b.topic(), b.producer()
    return send(b, t, 2**31 - 1, (pid, 0), 3), ask(b, (t.name, [0]))


def case_log_append_time(b):
    """The timestamp is the broker's."""
    t, (pid, _) = b.topic(message_timestamp_type="LogAppendTime"), b.producer()
    send(b, t, 0, (pid, 0))
    return ask(b, (t.name, [0]))[0]["Partitions"][0]["ActiveProducers"][0]["LastTimestamp"] > T0


def case_places_that_are_not_there(b):
    t = b.topic()
    return ask(b, (t.name, [0, 1, -1, 2**31 - 1]), (b.name("missing"), [0]), ("not/legal", [0, 1]), ("", [0]), (t.name, [0, 0]), (t.name, [])), ask(b)
