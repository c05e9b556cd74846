"""A producer id is given once, whatever becomes of the process that gave it."""

from __future__ import annotations

import struct
import threading

import pytest
from support.wire import Wire, frame

INIT_PRODUCER_ID = 22
CONNECTIONS, IN_FLIGHT, LIVES = 6, 100, 5
IDS_PER_LIFE = 3_500  # some blocks of 1,000 for each shard
PATIENCE_S = 60
REQUEST = frame(struct.pack(">hhih", INIT_PRODUCER_ID, 0, 0, 4) + b"test" + struct.pack(">hi", -1, 60_000))


class Asker(threading.Thread):
    """Asks for ids on a connection of its own, IN_FLIGHT at any time, until the connection breaks."""

    def __init__(self, port: int, has_more: threading.Condition) -> None:
        super().__init__(daemon=True)
        self._wire, self._has_more = Wire("127.0.0.1", port, timeout=PATIENCE_S), has_more
        self.ids: list[int] = []
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            with self._wire:
                self._wire.send(REQUEST * IN_FLIGHT)
                while True:
                    self._note(self._wire.receive_frame())
                    self._wire.send(REQUEST)
        except ConnectionError:
            pass
        except BaseException as failure:  # noqa: BLE001 - told by the test
            self.failure = failure

    def _note(self, answer: bytes) -> None:
        _, _, error, producer_id, epoch = struct.unpack(">iihqh", answer)
        assert error == 0 and epoch == 0, (error, epoch)
        with self._has_more:
            self.ids.append(producer_id)
            self._has_more.notify()


@pytest.mark.parametrize("shards", [1, 3])
@pytest.mark.parametrize("how", ["SIGTERM", "kill -9"])
def test_none_is_given_twice(klamm, how: str, shards: int) -> None:
    """Connections ask without a pause while the broker ends, again and again; blocks are taken all the time."""
    process = klamm(shards=shards)
    given: list[int] = []
    for _ in range(LIVES):
        has_more = threading.Condition()
        askers = [Asker(process.port, has_more) for _ in range(CONNECTIONS)]
        for asker in askers:
            asker.start()
        with has_more:
            enough = has_more.wait_for(lambda: sum(len(a.ids) for a in askers) >= IDS_PER_LIFE, PATIENCE_S)  # noqa: B023
        process.stop() if how == "SIGTERM" else process.kill()
        for asker in askers:
            asker.join(PATIENCE_S)
        assert enough and not any(a.is_alive() or a.failure for a in askers), [a.failure for a in askers]
        given += [i for a in askers for i in a.ids]
        process.start()
    assert len(set(given)) == len(given) >= LIVES * IDS_PER_LIFE
