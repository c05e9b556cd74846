"""Brand-new topics, each written by an idempotent Java producer the moment CreateTopics is answered."""

from __future__ import annotations

import pytest
from clients.programs import java

pytestmark = pytest.mark.usefixtures("need_reference_kafka")


@pytest.mark.parametrize("shards", [1, 4])
def test_not_one_record_is_lost_or_refused(start_broker, shards: int) -> None:
    """Apache Kafka 4.4.0 itself fails this on some of the topics."""
    broker = start_broker(shards=shards)
    said = java("NewTopics", broker.address, "200", "20", seconds=280)
    assert said.strip().endswith("200 topics, 0 bad"), said
