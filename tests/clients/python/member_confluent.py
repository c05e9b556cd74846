"""member_confluent.py ADDRESS GROUP TOPIC STRATEGY [INSTANCE]: a member of a group, as described in group_member.py (librdkafka)."""

import sys

from confluent_kafka import Consumer, KafkaError, KafkaException
from end_of_input import EndOfInput

address, group, topic, strategy, *instance = sys.argv[1:]
settings = {
    "bootstrap.servers": address, "group.id": group, "client.id": "librdkafka", "enable.auto.commit": False, "auto.offset.reset": "earliest",
    "session.timeout.ms": 30_000 if instance else 3000, "heartbeat.interval.ms": 300, "reconnect.backoff.max.ms": 200, "log_level": 3,
    "partition.assignment.strategy": {"cooperative": "cooperative-sticky"}.get(strategy, "range"),
}  # fmt: skip
if instance:
    settings["group.instance.id"] = instance[0]


def teller(what):
    return lambda _, partitions: print(what, *(p.partition for p in partitions), flush=True)


end = EndOfInput()
consumer = Consumer(settings)
consumer.subscribe([topic], on_assign=teller("assigned"), on_revoke=teller("revoked"), on_lost=teller("lost"))
is_committed = True
while not end.reached:
    messages = [m for m in consumer.consume(100, 0.1) if not m.error()]
    for m in messages:
        print("got", m.partition(), m.offset())
    sys.stdout.flush()
    if messages or not is_committed:
        is_committed = False
        try:
            consumer.commit(asynchronous=False)
            is_committed = True
        except KafkaException as problem:
            # nothing of its own any more, or a rebalance is under way
            is_committed = problem.args[0].code() == KafkaError._NO_OFFSET
            print("uncommitted", problem.args[0].name(), flush=True)
consumer.close()
