"""member_kafka_python.py ADDRESS GROUP TOPIC STRATEGY [instance=ID] [works]: a member of a group, as described in group_member.py."""

import sys
import time

from end_of_input import EndOfInput
from kafka import AsyncConsumerRebalanceListener, KafkaConsumer
from kafka.errors import KafkaError

address, group, topic, _, *words = sys.argv[1:]
works = "works" in words
instance = [w.partition("=")[2] for w in words if w.startswith("instance=")]
consumer = KafkaConsumer(
    bootstrap_servers=address, group_id=group, client_id="kafka-python", enable_auto_commit=False, auto_offset_reset="earliest",
    session_timeout_ms=6000 if works else 30_000 if instance else 3000, heartbeat_interval_ms=2000 if works else 300,
    reconnect_backoff_max_ms=200, max_poll_records=50 if works else 100,
    max_partition_fetch_bytes=4096 if works else 1 << 20, group_instance_id=instance[0] if instance else None,
)  # fmt: skip


class Teller(AsyncConsumerRebalanceListener):
    async def on_partitions_assigned(self, assigned):
        print("assigned", *(p.partition for p in assigned), flush=True)

    async def on_partitions_revoked(self, revoked):
        if works:
            try:
                await consumer.commit_async()
            except KafkaError as problem:
                print("uncommitted", type(problem).__name__, flush=True)
        print("revoked", *(p.partition for p in revoked), flush=True)


def commit():
    """False while it has to be tried again."""
    try:
        consumer.commit()
        return True
    except KafkaError as problem:
        print("uncommitted", type(problem).__name__, flush=True)
        return False


# Long polls: kafka-python 3.0.12 loses the answer to a SyncGroup that comes just when a poll's time is over, and then neither
# consumes nor sends heartbeats. A poll of 100 ms often ends with its first look for metadata, which makes it join again.
POLL_MS = 1000

end = EndOfInput()
consumer.subscribe([topic], listener=Teller())
is_committed = True
while not end.reached:
    records = [r for batch in consumer.poll(timeout_ms=POLL_MS).values() for r in batch]
    for r in records:
        if works:
            time.sleep(0.002)
        print("got", r.partition, r.offset, flush=works)
    sys.stdout.flush()
    if works and records:
        consumer.commit_async()
    elif records or not is_committed:
        is_committed = commit()
print("closing", flush=True)
consumer.close()
