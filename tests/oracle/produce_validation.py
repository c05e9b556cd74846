"""What a broker says to a produced batch that is not as it should be, and what it stores of one that passes."""

import gzip
import struct
import zlib

import cramjam
import kproto
import records
from records import CODECS, T0, Raw, Record, batch, compress, record_bytes

NAMES = list(CODECS)
COMPRESSED = NAMES[1:]


def answer(b, topic, data, **options):
    """The error code, the places of the records to blame, whether there is a message, and the log start offset."""
    got = b.produce(topic, data, **options)
    wrong = [r["BatchIndex"] for r in got["RecordErrors"]]
    return [got["ErrorCode"], wrong, got["ErrorMessage"] is not None, got["LogStartOffset"]]


def each(b, variants, **configs):
    """The answer to every variant, each on a topic of its own, and the batch as it is stored."""
    out = {}
    for name, data in variants.items():
        topic = b.topic(**configs)
        out[name] = [answer(b, topic, data), stored(b, topic)]
    return out


def stored(b, topic, partition=0):
    raw = b.call("Fetch", 12, b.fetch_body(12, [(topic, partition, 0)]))["Responses"][0]["Partitions"][0]["Records"] or b""
    if len(raw) < 61:
        return len(raw)
    head = struct.unpack(">qiibIhiqqqhii", raw[:61])
    attributes, delta, base, most, count = head[5], head[6], head[7], head[8], head[12]
    fresh = abs(most - T0) > 3_000_000
    return [len(raw), head[0], attributes, delta, base - T0, "now" if fresh and attributes & 8 else most - T0, count]


def plain(*rows):
    """The records part of a batch before compression."""
    return b"".join(record_bytes(r, i, T0) for i, r in enumerate(rows))


def body(*fields):
    """A record from its fields after the length, each bytes or a number for a varint."""
    inside = b"".join(f if isinstance(f, bytes) else kproto.varint(f) for f in fields)
    return kproto.varint(len(inside)) + inside


def case_batch_count(b):
    one = batch([b"a"])
    return each(b, {
        "empty": b"", "two": one + one, "two, second cut": one + one[:-1], "one more byte": one + b"\0",
        "eleven more": one + bytes(11), "twelve more": one + bytes(12), "sixteen more": one + bytes(16),
        "seventeen more": one + bytes(17), "a long one to come": one + struct.pack(">qiib", 0, 1000, 0, 2),
        "a negative one to come": one + struct.pack(">qiib", 0, -1, 0, 2),
        "an unknown one to come": one + struct.pack(">qiib", 0, 100, 0, 9) + bytes(95),
        "a sized one to come, without magic": one + struct.pack(">qi", 0, 100),
    })  # fmt: skip


def case_magic(b):
    old = {f"message set {m}": records.message_set(m, [b"v", b"w"]) for m in (0, 1)}
    return each(b, old | {f"magic {m}": batch([b"v" * 100], magic=m) for m in (-128, -1, 0, 1, 3, 127)})


def case_one_bad_batch_among_good_ones(b):
    """Some faults are found while the request is read and refuse all of it, others stay with their partition."""
    good = batch([b"y"])
    bad = {"magic 3": (9, batch([b"v"], magic=3)), "length 13": (9, batch([b"v"], length=13)), "length most": (9, batch([b"v"], length=2**31 - 1)),
           "codec 6": (9, batch([b"v"], attributes=6)), "codec 6, version 3": (3, batch([b"v"], attributes=6)), "zstd, version 3": (3, batch([b"v"], codec="zstd")),
           "checksum": (9, batch([b"v"], crc=1)), "magic 1": (9, records.message_set(1, [b"v"])), "empty": (9, b""), "two": (9, good * 2),
           "second of length 13": (9, good + batch([b"v"], length=13)), "second of length most": (9, good + batch([b"v"], length=2**31 - 1))}  # fmt: skip
    out = {}
    for name, (version, data) in bad.items():
        t = b.topic(partitions=3)
        parts = [{"Index": i, "Records": data if i == 1 else good} for i in range(3)]
        body = {"Acks": -1, "TimeoutMs": 9000, "TopicData": [{"Name": t.name, "PartitionData": parts}]}
        out[name] = [b.call("Produce", version, body), [stored(b, t, p) for p in range(3)]]
    return out


def case_length(b):
    whole = len(batch([b"0123456789"])) - 12
    lengths = (-(2**31), -1, 0, 13, 14, 48, 49, whole - 1, whole + 1, 2**31 - 1)
    return each(b, {str(n): batch([b"0123456789"], length=n) for n in lengths} | {
        "only an offset": bytes(8), "sixteen bytes": batch([b"a"])[:16], "seventeen bytes": batch([b"a"])[:17],
        "no records at all": batch([], count=1, last_offset_delta=0),
        "a header of sixty bytes": batch([], payload=b"", length=48)[:60],
    })  # fmt: skip


def case_checksum(b):
    good = batch([b"a"])
    return each(b, {"wrong": batch([b"a"], crc=1), "last byte": good[:-1] + b"x", "attributes": good[:22] + b"\1" + good[23:],
                    "epoch is outside": good[:12] + b"\0\0\0\7" + good[16:], "offset is outside": bytes(7) + b"\5" + good[8:]})


def case_counts(b):
    rows = [b"a", b"b", b"c"]
    shapes = {"none": (0, -1), "none, range of one": (0, 0), "one without range": (1, -1), "negative": (-1, 2), "two in range": (2, 2),
              "four in range": (4, 2), "range of two": (3, 1), "two": (2, 1), "four": (4, 3), "most": (2**31 - 1, 2**31 - 2),
              "least": (-(2**31), 2**31 - 1)}  # fmt: skip
    return {codec: each(b, {name: batch(rows, codec=codec, count=c, last_offset_delta=d) for name, (c, d) in shapes.items()})
            for codec in NAMES}  # fmt: skip


def case_control_and_producer(b):
    rows = [Record(b"v", key=b"k")]
    p = b.producer()
    return each(b, {
        "control": batch(rows, control=True), "control, lying": batch(rows, control=True, count=2),
        "a base offset": batch(rows, base_offset=7), "no sequence": batch(rows, producer=p),
        "a negative sequence": batch(rows, producer=p, sequence=-2), "a sequence only": batch(rows, sequence=5),
        "an epoch only": batch(rows, producer=(-1, 3)), "id -2": batch(rows, producer=(-2, 0), sequence=0),
        "epoch -1": batch(rows, producer=(p[0], -1), sequence=0), "epoch -2": batch(rows, producer=(p[0], -2), sequence=0),
        "the last sequence": batch(rows * 3, producer=(123456, 0), sequence=2**31 - 1),
        "transactional": batch(rows, transactional=True), "transactional of a producer": batch(rows, producer=p, sequence=0, transactional=True),
    })  # fmt: skip


def case_attributes(b):
    rows = [b"a", b"b"]
    flags = {"reserved 0x80": 0x80, "reserved 0x100": 0x100, "all reserved": -128, "delete horizon": 0x40, "log append time": 8,
             "log append time and reserved": 0x188}  # fmt: skip
    variants = {name: batch(rows, attributes=a, timestamp=T0) for name, a in flags.items()}
    variants["log append time, no timestamps"] = batch(rows, attributes=8, timestamp=-1)
    variants["log append time, another maximum"] = batch(rows, attributes=8, max_timestamp=T0 + 5)
    variants |= {f"codec {c}": batch(rows, attributes=c) for c in (5, 6, 7)}
    variants["reserved and a wrong maximum"] = batch(rows, attributes=0x1C0, max_timestamp=T0 + 9)
    return each(b, variants), each(b, variants, message_timestamp_type="LogAppendTime")


def case_timestamp_type(b):
    rows = [Record(b"a", timestamp=T0 + 5), Record(b"b", timestamp=T0 + 9), Record(b"c", timestamp=T0 + 1)]
    out = {}
    for kind in ("CreateTime", "LogAppendTime"):
        for codec in NAMES:
            t = b.topic(message_timestamp_type=kind)
            got = b.produce(t, batch(rows, codec=codec))
            b.produce(t, batch(rows, codec=codec, max_timestamp=T0 + 77))
            b.produce(t, batch(rows, codec=codec, max_timestamp=-1))
            raw = b.call("Fetch", 12, b.fetch_body(12, [(t, 0, 0)]))["Responses"][0]["Partitions"][0]["Records"]
            seen = [(p["crc_ok"], p["log_append_time"], p["base_timestamp"] - T0,
                     abs(p["max_timestamp"] - T0) > 3_000_000 or p["max_timestamp"] - T0) for p in records.parse(raw)]  # fmt: skip
            latest = b.list_offset(t, -3)["Offset"] if kind == "CreateTime" else "any of the three, as the clock ticks"
            out[f"{kind} {codec}"] = [got["LogAppendTimeMs"] > T0, seen, latest]
    return out


def case_timestamp_limits(b):
    at = lambda *times: [Record(b"v", timestamp=t) for t in times]
    day = 86_400_000
    out = {}
    for codec in ("none", "lz4"):
        make = lambda rows, **more: batch(rows, codec=codec, **more)
        variants = {
            "in range": make(at(T0, T0)), "one too old": make(at(T0, T0 - day, T0)), "one too new": make(at(T0, T0, T0 + day)),
            "both": make(at(T0 - day, T0, T0 + day)), "no timestamp": make(at(-1, -1), timestamp=-1), "zero": make(at(0)),
            "minus two": make(at(-2)), "least": make(at(T0), timestamp=-(2**63), max_timestamp=0),
            "far": make(at(2**63 - 1)), "a bad header maximum": make(at(T0), max_timestamp=T0 + 9 * day),
        }  # fmt: skip
        limits = {"message_timestamp_before_max_ms": "7200000", "message_timestamp_after_max_ms": "3600000"}
        out[codec] = [each(b, variants, **limits), each(b, variants, **limits, message_timestamp_type="LogAppendTime"),
                      each(b, variants, **limits, cleanup_policy="compact")]  # fmt: skip
        out[codec + ", default limits"] = each(b, variants)
    return out


def case_null_keys_on_a_compacted_topic(b):
    rows = [Record(b"v", key=b"k"), Record(b"v"), Record(None, key=b""), Record(None), Record(b"v"), Record(b"v")]
    out = {}
    for policy in ("compact", "compact,delete", "delete"):
        out[policy] = each(b, {c: batch(rows, codec=c) for c in NAMES} | {"keyed": batch(rows[:1])}, cleanup_policy=policy)
    return out


def case_max_message_bytes(b):
    data = {codec: batch([Record(bytes(i % 251 for i in range(2000)), key=b"k")], codec=codec) for codec in NAMES}
    out = {}
    for codec, one in data.items():
        out[codec] = {d: each(b, {"batch": one}, max_message_bytes=str(len(one) + d)) for d in (-1, 0)}
    small = b.topic(max_message_bytes="100")
    out["two batches"] = answer(b, small, data["none"] * 2)
    out["wrong checksum"] = answer(b, small, batch([bytes(200)], crc=1))
    out["a base offset"] = answer(b, small, batch([bytes(200)], base_offset=3))
    out["lying count"] = answer(b, small, batch([bytes(200)], count=9))
    return out


def case_records(b):
    """A record's own fields, plain and compressed."""
    ok = body(b"\0", 0, 0, 1, b"k", 1, b"v", 0)
    wrong = {
        "good": ok, "attributes": body(b"\x7f", 0, 0, 1, b"k", 1, b"v", 0), "offset delta 1": body(b"\0", 0, 1, 1, b"k", 1, b"v", 0),
        "offset delta -1": body(b"\0", 0, -1, 1, b"k", 1, b"v", 0), "offset delta 9": body(b"\0", 0, 9, 1, b"k", 1, b"v", 0),
        "key length -1": body(b"\0", 0, 0, -1, 1, b"v", 0), "key length -7": body(b"\0", 0, 0, -7, 1, b"v", 0),
        "value length -7": body(b"\0", 0, 0, 1, b"k", -7, 0), "key too long": body(b"\0", 0, 0, 50, b"k", 1, b"v", 0),
        "value too long": body(b"\0", 0, 0, 1, b"k", 50, b"v", 0), "value far too long": body(b"\0", 0, 0, 1, b"k", 2**31 - 1, b"v", 0),
        "headers -1": body(b"\0", 0, 0, 1, b"k", 1, b"v", -1), "headers missing": body(b"\0", 0, 0, 1, b"k", 1, b"v", 1),
        "headers many": body(b"\0", 0, 0, 1, b"k", 1, b"v", 2**31 - 1), "no header count": body(b"\0", 0, 0, 1, b"k", 1, b"v"),
        "one header": body(b"\0", 0, 0, 1, b"k", 1, b"v", 1, 1, b"h", 1, b"w"), "header key null": body(b"\0", 0, 0, 1, b"k", 1, b"v", 1, -1, 1, b"w"),
        "header key empty": body(b"\0", 0, 0, 1, b"k", 1, b"v", 1, 0, 1, b"w"), "header value null": body(b"\0", 0, 0, 1, b"k", 1, b"v", 1, 1, b"h", -1),
        "header value -9": body(b"\0", 0, 0, 1, b"k", 1, b"v", 1, 1, b"h", -9), "header key too long": body(b"\0", 0, 0, 1, b"k", 1, b"v", 1, 99, b"h", -1),
        "header key not utf-8": body(b"\0", 0, 0, 1, b"k", 1, b"v", 1, 2, b"\xff\xfe", -1), "two headers, one there": body(b"\0", 0, 0, 1, b"k", 1, b"v", 2, 1, b"h", -1),
        "a byte left": body(b"\0", 0, 0, 1, b"k", 1, b"v", 0, b"x"), "length one less": kproto.varint(7) + ok[1:], "length one more": kproto.varint(9) + ok[1:] + b"",
        "length zero": kproto.varint(0), "length -1": kproto.varint(-1), "length far": kproto.varint(2**31 - 1) + ok[1:],
        "length in five bytes": b"\x90\x80\x80\x80\x00" + ok[1:], "length in six bytes": b"\x90\x80\x80\x80\x80\x00" + ok[1:],
        "length beyond 32 bits": b"\x90\x80\x80\x80\x70" + ok[1:], "cut length": b"\x90", "offset delta in six bytes": body(b"\0", 0, b"\x80\x80\x80\x80\x80\0", 1, b"k", 1, b"v", 0),
        "offset delta in five bytes": body(b"\0", 0, b"\x80\x80\x80\x80\0", 1, b"k", 1, b"v", 0),
        "timestamp in ten bytes": body(b"\0", b"\x80" * 9 + b"\0", 0, 1, b"k", 1, b"v", 0), "timestamp in eleven bytes": body(b"\0", b"\x80" * 10 + b"\0", 0, 1, b"k", 1, b"v", 0),
        "timestamp beyond 64 bits": body(b"\0", b"\x80" * 9 + b"\x02", 0, 1, b"k", 1, b"v", 0), "only attributes": body(b"\0"),
        "key length beyond 32 bits": body(b"\0", 0, 0, b"\x82\x80\x80\x80\x10", b"k", 1, b"v", 0),
        "timestamp overflow": body(b"\0", 2**63 - 1, 0, 1, b"k", 1, b"v", 0), "a second record": ok + ok,
    }  # fmt: skip
    out = {}
    for codec in NAMES:
        out[codec] = each(b, {n: batch([None], codec=codec, payload=compress(CODECS[codec], d)) for n, d in wrong.items()})
    return out


def case_offset_deltas(b):
    shapes = {"from one": (1, 2, 3), "swapped": (1, 0, 2), "the same": (0, 0, 0), "gap": (0, 1, 5), "negative": (-1, 0, 1)}
    out = {}
    for codec in NAMES:
        for name, deltas in shapes.items():
            t = b.topic()
            rows = [Record(b"v", offset_delta=d) for d in deltas]
            out[f"{codec} {name}"] = [answer(b, t, batch(rows, codec=codec)), b.values(t), b.list_offset(t, -1)["Offset"]]
    return out


def case_unreadable_compressed_data(b):
    rows = plain(*[Record(bytes([65 + i % 26]) * 40, key=b"k") for i in range(100)])
    out = {}
    for codec in COMPRESSED:
        good = compress(CODECS[codec], rows)
        bad = bytearray(good)
        bad[len(bad) // 2] ^= 0xFF
        data = {"good": good, "empty": b"", "one byte": b"x", "noise": bytes(range(200)), "plain": rows, "half": good[: len(good) // 2],
                "one byte less": good[:-1], "five bytes less": good[:-5], "header only": good[:20], "a flipped byte": bytes(bad),
                "a byte more": good + b"x", "zeros after": good + bytes(20), "twice": good + good,
                "noise after": good + bytes(range(1, 60))}  # fmt: skip
        out[codec] = each(b, {n: batch([None] * 100, codec=codec, payload=d) for n, d in data.items()})
    return out


def lz4_frame(blocks, flags=0x60, bd=0x40, size=None, check=None, end=bytes(4)):
    descriptor = bytes([flags, bd]) + (struct.pack("<Q", size) if size is not None else b"")
    hc = xx32(descriptor) >> 8 & 0xFF if check is None else check
    return b"\x04\x22\x4d\x18" + descriptor + bytes([hc]) + b"".join(blocks) + end


def xx32(data, seed=0):
    """XXH32 of a short input (under 16 bytes) or a long one."""
    p1, p2, p3, p4, p5 = 2654435761, 2246822519, 3266489917, 668265263, 374761393
    m = 0xFFFFFFFF
    rot = lambda x, r: (x << r | x >> (32 - r)) & m
    at = 0
    if len(data) >= 16:
        v = [(seed + p1 + p2) & m, (seed + p2) & m, seed, (seed - p1) & m]
        while at + 16 <= len(data):
            for i in range(4):
                word = int.from_bytes(data[at + 4 * i : at + 4 * i + 4], "little")
                v[i] = rot((v[i] + word * p2) & m, 13) * p1 & m
            at += 16
        h = (rot(v[0], 1) + rot(v[1], 7) + rot(v[2], 12) + rot(v[3], 18)) & m
    else:
        h = (seed + p5) & m
    h = (h + len(data)) & m
    while at + 4 <= len(data):
        h = rot((h + int.from_bytes(data[at : at + 4], "little") * p3) & m, 17) * p4 & m
        at += 4
    while at < len(data):
        h = rot((h + data[at] * p5) & m, 11) * p1 & m
        at += 1
    h ^= h >> 15
    h = h * p2 & m
    h ^= h >> 13
    h = h * p3 & m
    return h ^ h >> 16


def case_lz4_frames(b):
    rows = plain(Record(b"v" * 300, key=b"k"))
    packed = bytes(cramjam.lz4.compress_block(rows, store_size=False))
    block = struct.pack("<I", len(packed)) + packed
    raw = struct.pack("<I", len(rows) | 1 << 31) + rows
    summed = block + struct.pack("<I", xx32(packed))
    half = [struct.pack("<I", 50 | 1 << 31) + rows[:50], struct.pack("<I", len(rows) - 50 | 1 << 31) + rows[50:]]
    big = struct.pack("<I", 70000 | 1 << 31) + bytes(70000)
    return each(b, {n: batch([None], codec="lz4", payload=d) for n, d in {
        "plain": lz4_frame([block]), "stored": lz4_frame([raw]), "two blocks": lz4_frame(half), "dependent": lz4_frame([block], 0x40),
        "block sum": lz4_frame([summed], 0x70), "wrong block sum": lz4_frame([block + bytes(4)], 0x70), "content size": lz4_frame([block], 0x68, size=len(rows)),
        "wrong content size": lz4_frame([block], 0x68, size=7), "content sum": lz4_frame([block], 0x64, end=bytes(4) + struct.pack("<I", xx32(rows))),
        "wrong content sum": lz4_frame([block], 0x64, end=bytes(4) + b"abcd"), "content sum missing": lz4_frame([block], 0x64),
        "wrong header sum": lz4_frame([block], check=1), "version 0": lz4_frame([block], 0x20), "version 2": lz4_frame([block], 0xA0), "reserved": lz4_frame([block], 0x62),
        "dictionary": lz4_frame([block], 0x61), "block size 3": lz4_frame([block], bd=0x30), "block size 7": lz4_frame([block], bd=0x70),
        "reserved in bd": lz4_frame([block], bd=0xC0), "low bits in bd": lz4_frame([block], bd=0x41), "no end mark": lz4_frame([block], end=b""),
        "block too long": lz4_frame([big]), "no blocks": lz4_frame([]), "empty stored block": lz4_frame([struct.pack("<I", 1 << 31), block]),
        "skippable first": b"\x50\x2a\x4d\x18\x04\0\0\0abcd" + lz4_frame([block]), "two frames": lz4_frame(half[:1]) + lz4_frame(half[1:]),
        "old magic": b"\x02\x21\x4c\x18" + block, "content size cut": b"\x04\x22\x4d\x18\x68\x40\0\0", "an empty block of a byte": lz4_frame([struct.pack("<I", 1) + b"\0", block]),
    }.items()})  # fmt: skip


def case_snappy_streams(b):
    rows = plain(Record(b"v" * 300, key=b"k"))
    pack = lambda data: bytes(cramjam.snappy.compress_raw(data))
    chunk = lambda data: struct.pack(">i", len(pack(data))) + pack(data)
    head = b"\x82SNAPPY\0" + struct.pack(">ii", 1, 1)
    return each(b, {n: batch([None], codec="snappy", payload=d) for n, d in {
        "raw": pack(rows), "raw and more": pack(rows) + b"x", "raw twice": pack(rows[:50]) + pack(rows[50:]), "framed": head + chunk(rows), "two chunks": head + chunk(rows[:50]) + chunk(rows[50:]),
        "an empty chunk": head + chunk(b"") + chunk(rows), "a chunk of length 0": head + bytes(4) + chunk(rows), "a negative chunk": head + b"\xff\xff\xff\xff" + chunk(rows),
        "version 2": b"\x82SNAPPY\0" + struct.pack(">ii", 2, 2) + chunk(rows), "version 2, compatible 1": b"\x82SNAPPY\0" + struct.pack(">ii", 2, 1) + chunk(rows), "version 0": b"\x82SNAPPY\0" + struct.pack(">ii", 0, 0) + chunk(rows),
        "cut chunk length": head + b"\0\0", "cut chunk": head + chunk(rows)[:-3], "a cut second chunk length": head + chunk(rows) + b"\0\0", "header only": head,
        "cut header": head[:12], "a second header": head + chunk(rows[:50]) + head + chunk(rows[50:]), "google framing": bytes(cramjam.snappy.compress(rows)),
        "chunk longer than told": head + struct.pack(">i", len(pack(rows)) + 2) + pack(rows) + b"xx", "lying size": head + struct.pack(">i", len(pack(rows))) + b"\xff\xff\xff\xff\x0f" + pack(rows)[2:][:-3],
        "magic of seven": head[:7] + chunk(rows),
    }.items()})  # fmt: skip


def case_gzip_members(b):
    rows = plain(Record(b"v" * 300, key=b"k"))
    good = gzip.compress(rows)
    bad_sum, bad_size = bytearray(good), bytearray(good)
    bad_sum[-8] ^= 1
    bad_size[-1] ^= 1
    named = b"\x1f\x8b\x08\x08\0\0\0\0\0\xffname\0" + good[10:]
    summed_head = b"\x1f\x8b\x08\x02\0\0\0\0\0\xff"
    summed = summed_head + struct.pack("<H", zlib.crc32(summed_head) & 0xFFFF) + good[10:]
    return each(b, {n: batch([None], codec="gzip", payload=d) for n, d in {
        "good": good, "wrong sum": bytes(bad_sum), "wrong size": bytes(bad_size), "without trailer": good[:-8], "half a trailer": good[:-4], "two members": gzip.compress(rows[:50]) + gzip.compress(rows[50:]),
        "a member more": good + gzip.compress(b""), "a member with a byte more": good + gzip.compress(b"x"), "noise after": good + b"noise that is no member at all", "zlib": zlib.compress(rows),
        "a name": named, "a header sum": summed, "a wrong header sum": summed_head + b"xx" + good[10:], "reserved flags": b"\x1f\x8b\x08\xe0\0\0\0\0\0\xff" + good[10:], "method 7": good[:2] + b"\x07" + good[3:],
    }.items()})  # fmt: skip


def case_zstd_frames(b):
    rows = plain(Record(b"v" * 300, key=b"k"))
    pack = lambda data: bytes(cramjam.zstd.compress(data))
    skip = b"\x50\x2a\x4d\x18\x04\0\0\0abcd"
    stored = lambda descriptor, window, data: b"\x28\xb5\x2f\xfd" + descriptor + window + struct.pack("<I", len(data) << 3 | 1)[:3] + data
    return each(b, {n: batch([None], codec="zstd", payload=d) for n, d in {
        "good": pack(rows), "two frames": pack(rows[:50]) + pack(rows[50:]), "skippable first": skip + pack(rows), "skippable last": pack(rows) + skip, "cut second frame": pack(rows) + pack(b"x")[:6],
        "stored, window of 1 KiB": stored(b"\0", b"\0", rows), "window of 128 MiB": stored(b"\0", b"\x88", rows), "window of 256 MiB": stored(b"\0", b"\x90", rows), "window of 2 TiB": stored(b"\0", b"\xf8", rows),
        "a sum": stored(b"\4", b"\0", rows) + b"abcd", "a dictionary": stored(b"\1", b"\0\7", rows), "reserved": stored(b"\x08", b"\0", rows),
    }.items()})  # fmt: skip


def case_zstd_by_version(b):
    data = batch([b"v"], codec="zstd")
    out = {}
    for version in (3, 4, 5, 6, 7, 8):
        t = b.topic()
        got = b.produce(t, data, version=version)
        out[version] = [got["ErrorCode"], stored(b, t)]
    for version in (3, 6, 7, 9, 12):
        body = {"Acks": -1, "TimeoutMs": 9000, "TopicData": [{"Name": b.topic().name, "PartitionData": [{"Index": 0, "Records": batch([b"v"], attributes=6)}]}]}
        out[f"codec 6, version {version}"] = b.outcome("Produce", version, body)
    return out


def case_largest_decompressed_record(b):
    """The limit is on one record's size, not on the batch; plain batches have no such limit."""
    out = {}
    for codec in NAMES:
        size = lambda n: [Record(bytes(n), key=b"k")]
        variants = {"just": size(990), "one more": size(991), "many": size(900) * 20, "second": size(10) + size(5000), "bomb": size(3_000_000)}
        made = {n: batch(rows, codec=codec) for n, rows in variants.items() if codec != "none" or n != "bomb"}
        made["claims to be long"] = batch([None], codec=codec, payload=compress(CODECS[codec], body(b"\0", 0, 0, 1, b"k", 2**31 - 1, b"v" * 500, 0)))
        out[codec] = each(b, made, max_decompressed_message_bytes="1000")
        for made in out[codec].values():
            made[1:] = [made[1] and "stored"]
    return out


def case_decompression_bomb(b):
    """Fifty megabytes in a small batch are taken, unless the topic says otherwise."""
    out = {}
    for codec in ("gzip", "lz4", "zstd"):
        bomb = batch([Record(bytes(50_000_000), key=b"k")], codec=codec)
        assert len(bomb) < 1_000_000
        out[codec] = [answer(b, b.topic(), bomb), answer(b, b.topic(max_decompressed_message_bytes="1000000"), bomb)]
    return out


def case_segment_bytes(b):
    fits, long = batch([bytes(1_048_576 - 80)]), batch([bytes(1_048_576 - 60)])
    return each(b, {"fits": fits, "too long": long, "too long, and wrong": batch([bytes(1_048_576 - 60)], crc=1)},
                segment_bytes="1048576", max_message_bytes="2000000")  # fmt: skip
