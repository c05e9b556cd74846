"""Idempotent producers beyond producing.py: what counts as a repetition, epochs, the wrap, and what is answered then."""

from records import Record, batch

TOP = 2**31 - 1


def send(b, t, sequence, producer, count=1, value=b"v", **options):
    return b.produce(t, batch([value] * count, producer=producer, sequence=sequence), **options)


def told(answer):
    return [answer["ErrorCode"], answer["BaseOffset"], answer["LogAppendTimeMs"], answer["LogStartOffset"]]


def case_each_of_the_last_five_again(b):
    """Batches of different sizes; none of the repetitions is appended."""
    t, producer = b.topic(), b.producer()
    sizes, sequences = [1, 3, 2, 5, 1, 4, 2], [0]
    for size in sizes:
        sequences.append(sequences[-1] + size)
    rows = list(zip(sequences, sizes))
    out = [told(send(b, t, s, producer, n)) for s, n in rows]
    again = [told(send(b, t, s, producer, n)) for s, n in reversed(rows)]
    return out, again, b.list_offset(t, -1), told(send(b, t, sequences[-1], producer))


def case_only_the_sequences_make_a_repetition(b):
    """Another value, codec, key or timestamp: still the same batch."""
    t, producer = b.topic(), b.producer()
    first = told(send(b, t, 0, producer, 2))
    others = [
        batch([b"other", b"values"], producer=producer, sequence=0), batch([b"v"] * 2, producer=producer, sequence=0, codec="gzip"),
        batch([b"v"] * 2, producer=producer, sequence=0, timestamp=5), batch([Record(b"v", key=b"k")] * 2, producer=producer, sequence=0),
    ]  # fmt: skip
    return first, [told(b.produce(t, data)) for data in others], b.values(t)


def case_a_repetition_in_log_append_time(b):
    """Answered with the time of the original, if any."""
    t, producer = b.topic(message_timestamp_type="LogAppendTime"), b.producer()
    first, again = send(b, t, 0, producer), send(b, t, 0, producer)
    same = {field: first[field] == again[field] for field in ("BaseOffset", "LogAppendTimeMs", "LogStartOffset")}
    return first, again, same, b.values(t)


def case_overlaps(b):
    """Each against a window of (0,1) (2,3,4) (5)."""
    t, producer = b.topic(), b.producer()
    for sequence, count in ((0, 2), (2, 3), (5, 1)):
        send(b, t, sequence, producer, count)
    asked = [(0, 1), (1, 1), (0, 3), (0, 5), (1, 4), (2, 2), (3, 2), (2, 4), (4, 2), (5, 2), (0, 6), (7, 1), (6, 1)]
    return {f"{s}+{n}": told(send(b, t, s, producer, n)) for s, n in asked}


def case_wraps(b):
    """At the end of a batch and inside of one, and their repetitions."""
    out = []
    for first, count in ((TOP, 1), (TOP - 1, 2), (TOP - 1, 3), (TOP, 5)):
        t, producer = b.topic(), b.producer()
        after = (first + count - 2**31) if first + count > TOP else first + count
        steps = [(first, count), (after, 2), (first, count), (after, 2), (after + 3, 1), (TOP, 1), (after + 2, 1)]
        out.append([told(send(b, t, s, producer, n)) for s, n in steps])
    return out


def case_epochs(b):
    """A new epoch starts at 0 and knows nothing of the one before; an older one is fenced."""
    t, (pid, epoch) = b.topic(), b.producer()
    steps = [
        (epoch, 0), (epoch, 1), (epoch + 1, 2), (epoch + 1, 5), (epoch + 1, 0), (epoch, 2), (epoch, 1), (epoch, 0), (epoch + 1, 0),
        (epoch + 1, 1), (epoch + 3, 1), (epoch + 3, 0), (epoch + 2, 0), (epoch + 3, 0), (32767, 0), (0, 0),
    ]  # fmt: skip
    return [told(send(b, t, s, (pid, e))) for e, s in steps], b.values(t)


def case_epochs_of_an_unknown_producer(b):
    return [told(send(b, b.topic(), s, (b.producer()[0], e))) for e in (0, 1, 9, 32767) for s in (0, 1, 77, TOP)]


def case_partitions_have_their_own_sequences(b):
    t, producer = b.topic(partitions=2), b.producer()
    rows = [(0, 0), (1, 0), (0, 1), (1, 5), (1, 1), (0, 0), (1, 0)]
    return [told(send(b, t, s, producer, partition=p)) for p, s in rows]


def case_one_batch_for_each_partition(b):
    """A second batch behind the first refuses both."""
    t, producer = b.topic(), b.producer()
    two = batch([b"a"], producer=producer, sequence=0) + batch([b"b"], producer=producer, sequence=1)
    return b.produce(t, two), told(send(b, t, 0, producer)), b.values(t)


def case_a_refused_batch_leaves_the_sequence(b):
    """Too large, or with a wrong checksum: the same sequence may come again."""
    t, producer = b.topic(max_message_bytes="300"), b.producer()
    out = [told(send(b, t, 0, producer)), told(send(b, t, 1, producer, value=b"x" * 500)), told(send(b, t, 2, producer))]
    out.append(told(b.produce(t, batch([b"v"], producer=producer, sequence=1, crc=5))))
    return [*out, told(send(b, t, 1, producer)), told(send(b, t, 2, producer))], b.values(t)


def case_without_acks(b):
    """acks=0: a repetition is silent, a gap closes the connection."""
    t, producer = b.topic(), b.producer()

    def quiet(sequence):
        data = batch([b"v"], producer=producer, sequence=sequence)
        body = {"Acks": 0, "TimeoutMs": 1000, "TopicData": [{"Name": t.name, "PartitionData": [{"Index": 0, "Records": data}]}]}
        c = b.connect()
        c.send("Produce", 9, body)
        c.send("ApiVersions", 0)
        try:
            return sorted(c.receive(5))
        except Exception as e:
            return type(e).__name__

    return [quiet(0), quiet(1), quiet(0), quiet(7)], b.values(t)


def case_forgotten_with_the_topic(b):
    t, producer = b.topic(), b.producer()
    first = [told(send(b, t, s, producer)) for s in (0, 1)]
    b.delete(t)
    again = b.topic(name=t.name)
    return first, [told(send(b, again, s, producer)) for s in (2, 1, 3)]


def case_every_version(b):
    """A repetition and a gap in every version of Produce."""
    t = b.topic()
    out = {}
    for version in range(3, 14):
        producer = b.producer()
        out[str(version)] = [send(b, t, s, producer, version=version) for s in (0, 0, 5)]
    return out
