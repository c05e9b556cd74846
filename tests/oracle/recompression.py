"""compression.type of a topic: what a producer's batch is in the log, and what is refused."""

from records import CODECS, T0, Record, batch

TARGETS = ("uncompressed", "gzip", "snappy", "lz4", "zstd")
LEVELS = {"gzip": ("1", "9"), "lz4": ("1", "17"), "zstd": ("-7", "1", "22")}
ROWS = [Record(b"a" * 300, b"k"), Record(None, b""), Record(b"", None, [("h", b"v"), ("h", None)], T0 + 7)]


def seen(b, topic):
    return [[x["codec"], x["count"], x["crc_ok"], x["records"]] for x in b.fetch(topic)["Records"]]


def case_every_codec_to_every_other(b):
    out = {}
    for target in TARGETS:
        t = b.topic(compression_type=target)
        answers = [b.produce(t, batch(ROWS, codec=codec))["ErrorCode"] for codec in CODECS]
        out[target] = [answers, seen(b, t)]
    return out


def case_levels(b):
    out = {}
    for target, levels in LEVELS.items():
        for level in levels:
            t = b.topic(compression_type=target, **{f"compression_{target}_level": level})
            out[target, level] = [b.produce(t, batch(ROWS, codec="snappy"))["ErrorCode"], seen(b, t)]
    return [[*key, value] for key, value in out.items()]


def case_the_size_counts_before_and_after(b):
    t = b.topic(compression_type="uncompressed", max_message_bytes="1000")
    large = b.topic(compression_type="gzip", max_message_bytes="1000")
    return [
        b.produce(t, batch([b"x" * 5000], codec="gzip"))["ErrorCode"],
        b.produce(t, batch([b"x" * 500], codec="gzip"))["ErrorCode"],
        b.produce(large, batch([b"x" * 5000]))["ErrorCode"],
        seen(b, t),
        seen(b, large),
    ]


def case_append_time_and_sequence(b):
    """A repetition is known by the batch as it was sent."""
    t = b.topic(compression_type="zstd", message_timestamp_type="LogAppendTime")
    data = batch(ROWS, codec="lz4", producer=(4711, 0), sequence=0)
    first, second = b.produce(t, data), b.produce(t, data)
    stored = b.fetch(t)["Records"]
    return [
        [first["ErrorCode"], first["BaseOffset"], second["ErrorCode"], second["BaseOffset"]],
        [[x["codec"], x["count"], x["crc_ok"], len(x["records"])] for x in stored],
    ]


def case_records_that_cannot_be_written_anew(b):
    """What passes as long as nobody looks inside is refused where the batch has to be read whole."""
    out = []
    for target in ("producer", "gzip", "uncompressed"):
        for codec in ("none", "gzip", "zstd"):
            t = b.topic(compression_type=target)
            negative = batch([Record(b"v", b"k", [], -5)], codec=codec)
            out.append([target, codec, b.produce(t, negative)["ErrorCode"]])
    return out
