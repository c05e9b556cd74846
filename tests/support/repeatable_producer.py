"""A producer that sends its last batch again, which no client can be told to do."""

from __future__ import annotations

import time

from support.wire import Wire
from support.wire_calls import batch, init_producer_id, produce_request, produced

# A Kafka that has just started does not lead yet.
STARTING = (3, 6)


def connect(address: str) -> Wire:
    host, port = address.rsplit(":", 1)
    return Wire(host, int(port), timeout=60)


class RepeatableProducer:
    """Of one partition, a record for each batch."""

    def __init__(self, topic: str) -> None:
        self.topic = topic
        self.producer_id, self.sequence, self.offset = -1, -1, -1
        self._last = b""

    def begin(self, address: str) -> None:
        """Takes a producer id."""
        with connect(address) as wire:
            self.producer_id = init_producer_id(wire)

    def send(self, address: str) -> None:
        """The next batch; it must be appended behind the last."""
        self.sequence += 1
        self._last = batch(self.producer_id, self.sequence, [b"record %d" % self.sequence])
        error, offset = self._produce(address)
        assert (error, offset) == (0, self.offset + 1), (error, offset, self.offset)
        self.offset = offset

    def repeat(self, address: str) -> None:
        """The last batch again: answered with its offset."""
        error, offset = self._produce(address)
        assert (error, offset) == (0, self.offset), (error, offset, self.offset)

    def _produce(self, address: str) -> tuple[int, int]:
        deadline = time.monotonic() + 60
        with connect(address) as wire:
            while True:
                wire.send(produce_request(self.topic, 0, self._last))
                error, offset = produced(self.topic, wire.receive_frame())
                if error not in STARTING or time.monotonic() > deadline:
                    return error, offset
