"""member_confluent.py ADDRESS GROUP TOPIC STRATEGY [instance=ID] [works]: a member of a group, as described in group_member.py (librdkafka)."""

import sys
import time

from confluent_kafka import Consumer, KafkaError, KafkaException, TopicPartition
from end_of_input import EndOfInput

address, group, topic, strategy, *words = sys.argv[1:]
works = "works" in words
instance = [w.partition("=")[2] for w in words if w.startswith("instance=")]
settings = {
    "bootstrap.servers": address, "group.id": group, "client.id": "librdkafka", "enable.auto.commit": False, "auto.offset.reset": "earliest",
    "reconnect.backoff.max.ms": 200, "log_level": 3,
}  # fmt: skip
if works:
    settings["max.partition.fetch.bytes"] = 4096
if strategy in ("uniform", "server-range"):
    settings |= {"group.protocol": "consumer", "group.remote.assignor": strategy.removeprefix("server-")}
else:
    settings |= {
        "session.timeout.ms": 6000 if works else 30_000 if instance else 3000, "heartbeat.interval.ms": 2000 if works else 300,
        "partition.assignment.strategy": {"cooperative": "cooperative-sticky"}.get(strategy, "range"),
    }  # fmt: skip
if instance:
    settings["group.instance.id"] = instance[0]


def teller(what):
    return lambda _, partitions: print(what, *(p.partition for p in partitions), flush=True)


def commit():
    """False while it has to be tried again."""
    try:
        consumer.commit(asynchronous=False)
        return True
    except KafkaException as problem:
        # nothing of its own any more, or a rebalance is under way
        print("uncommitted", problem.args[0].name(), flush=True)
        return problem.args[0].code() == KafkaError._NO_OFFSET


def commit_work(asynchronous):
    # By name: what librdkafka would commit by itself is all that it has given out when the commit gets its turn.
    offsets = [TopicPartition(topic, p, offset + 1) for p, offset in done.items()]
    try:
        if offsets:
            consumer.commit(offsets=offsets, asynchronous=asynchronous)
    except KafkaException as problem:
        print("uncommitted", problem.args[0].name(), flush=True)


def revoke(_, partitions):
    if works:
        commit_work(asynchronous=False)
    for p in partitions:
        done.pop(p.partition, None)
    print("revoked", *(p.partition for p in partitions), flush=True)


done = {}  # the last record of each partition that was worked on
end = EndOfInput()
consumer = Consumer(settings)
consumer.subscribe([topic], on_assign=teller("assigned"), on_revoke=revoke, on_lost=teller("lost"))
is_committed = True
while not end.reached:
    messages = [m for m in consumer.consume(50 if works else 100, 0.1) if not m.error()]
    for m in messages:
        if works:
            time.sleep(0.002)
            done[m.partition()] = m.offset()
        print("got", m.partition(), m.offset(), flush=works)
    sys.stdout.flush()
    if works and messages:
        commit_work(asynchronous=True)
    elif messages or not is_committed:
        is_committed = commit()
print("closing", flush=True)
consumer.close()
