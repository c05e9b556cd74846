"""follow_confluent.py ADDRESS: reads what its input tells it to, as described in follower.py (librdkafka)."""

import sys
import time

from commands import Commands
from confluent_kafka import Consumer, TopicPartition

consumer = Consumer({
    "bootstrap.servers": sys.argv[1], "client.id": "confluent-kafka", "group.id": "none", "enable.auto.commit": False,
    "auto.offset.reset": "earliest", "topic.metadata.refresh.interval.ms": 200, "metadata.max.age.ms": 400,
    "reconnect.backoff.max.ms": 100, "log_level": 2,
})  # fmt: skip
followed: dict[str, int] = {}
commands = Commands()
while not commands.ended:
    for verb, topic, count in commands.take():
        if verb == "anew":
            consumer.incremental_unassign([TopicPartition(topic, p) for p in range(followed.pop(topic))])
        consumer.incremental_assign([TopicPartition(topic, p, 0) for p in range(followed.get(topic, 0), count)])
        followed[topic] = count
        print(int(time.time() * 1000), "assigned", topic, count)
    for m in consumer.consume(1000, 0.05):
        if not m.error():
            print(int(time.time() * 1000), "record", m.topic(), m.partition(), m.offset(), m.value().decode())
    sys.stdout.flush()
consumer.close()
