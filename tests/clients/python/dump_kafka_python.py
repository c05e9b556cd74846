"""dump_kafka_python.py ADDRESS FOLDER TOPIC..: every record of each topic as lines of FOLDER/TOPIC (kafka-python)."""

import sys

from kafka import KafkaConsumer, TopicPartition

address, folder, *topics = sys.argv[1:]
consumer = KafkaConsumer(bootstrap_servers=address, group_id=None, enable_auto_commit=False, auto_offset_reset="earliest")
for topic in topics:
    partitions = [TopicPartition(topic, p) for p in sorted(consumer.partitions_for_topic(topic))]
    ends = consumer.end_offsets(partitions)
    consumer.assign(partitions)
    consumer.seek_to_beginning(*partitions)
    with open(f"{folder}/{topic}", "wb") as out:
        while any(consumer.position(p) < ends[p] for p in partitions):
            for records in consumer.poll(timeout_ms=500, max_records=20000).values():
                for r in records:
                    headers = b",".join(k.encode() + b"=" + v for k, v in r.headers)
                    place = b"%d\t%d\t%d" % (r.partition, r.offset, r.timestamp)
                    out.write(b"\t".join((place, r.key, headers, r.value)) + b"\n")
consumer.close()
