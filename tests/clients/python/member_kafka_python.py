"""member_kafka_python.py ADDRESS GROUP TOPIC STRATEGY [INSTANCE]: a member of a group, as described in group_member.py."""

import sys

from end_of_input import EndOfInput
from kafka import ConsumerRebalanceListener, KafkaConsumer
from kafka.errors import KafkaError

address, group, topic, _, *instance = sys.argv[1:]
consumer = KafkaConsumer(
    bootstrap_servers=address, group_id=group, client_id="kafka-python", enable_auto_commit=False, auto_offset_reset="earliest",
    session_timeout_ms=30_000 if instance else 3000, heartbeat_interval_ms=300, reconnect_backoff_max_ms=200, max_poll_records=100,
    group_instance_id=instance[0] if instance else None,
)  # fmt: skip


class Teller(ConsumerRebalanceListener):
    def on_partitions_assigned(self, assigned):
        print("assigned", *(p.partition for p in assigned), flush=True)

    def on_partitions_revoked(self, revoked):
        print("revoked", *(p.partition for p in revoked), flush=True)


end = EndOfInput()
consumer.subscribe([topic], listener=Teller())
is_committed = True
while not end.reached:
    records = [r for batch in consumer.poll(timeout_ms=100).values() for r in batch]
    for r in records:
        print("got", r.partition, r.offset)
    sys.stdout.flush()
    if records or not is_committed:
        is_committed = False
        try:
            consumer.commit()
            is_committed = True
        except KafkaError as problem:
            print("uncommitted", type(problem).__name__, flush=True)
consumer.close()
