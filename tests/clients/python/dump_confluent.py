"""dump_confluent.py ADDRESS FOLDER TOPIC..: every record of each topic as lines of FOLDER/TOPIC (librdkafka)."""

import sys

from confluent_kafka import Consumer, TopicPartition

address, folder, *topics = sys.argv[1:]
consumer = Consumer({"bootstrap.servers": address, "group.id": "none", "enable.auto.commit": False})
for topic in topics:
    partitions = [TopicPartition(topic, p, 0) for p in consumer.list_topics(topic, 20).topics[topic].partitions]
    ends = {p.partition: consumer.get_watermark_offsets(p, 20)[1] for p in partitions}
    open_ones = {p for p, end in ends.items() if end}
    consumer.assign(partitions)
    with open(f"{folder}/{topic}", "wb") as out:
        while open_ones:
            for m in consumer.consume(10000, 1.0):
                if m.error():
                    raise SystemExit(str(m.error()))
                headers = b",".join(k.encode() + b"=" + v for k, v in m.headers() or [])
                place = b"%d\t%d\t%d" % (m.partition(), m.offset(), m.timestamp()[1])
                out.write(b"\t".join((place, m.key(), headers, m.value())) + b"\n")
                if m.offset() + 1 == ends[m.partition()]:
                    open_ones.discard(m.partition())
consumer.close()
