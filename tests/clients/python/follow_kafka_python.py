"""follow_kafka_python.py ADDRESS: reads what its input tells it to, as described in follower.py (kafka-python)."""

import sys
import time

from commands import Commands
from kafka import KafkaConsumer, TopicPartition

consumer = KafkaConsumer(
    bootstrap_servers=sys.argv[1], client_id="kafka-python", group_id=None, enable_auto_commit=False,
    auto_offset_reset="earliest", metadata_max_age_ms=200, reconnect_backoff_max_ms=100,
)  # fmt: skip
commands = Commands()
while not commands.ended:
    for verb, topic, count in commands.take():
        known = consumer.assignment()
        if verb == "anew":
            known = {p for p in known if p.topic != topic}
            consumer.assign(sorted(known))
        added = [p for p in (TopicPartition(topic, i) for i in range(count)) if p not in known]
        consumer.assign(sorted(known | set(added)))
        consumer.seek_to_beginning(*added)
        print(int(time.time() * 1000), "assigned", topic, count)
    if consumer.assignment():
        for records in consumer.poll(timeout_ms=50).values():
            for r in records:
                print(int(time.time() * 1000), "record", r.topic, r.partition, r.offset, r.value.decode())
    else:
        time.sleep(0.05)
    sys.stdout.flush()
consumer.close()
