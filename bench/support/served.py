"""When a broker that starts begins to serve what it has."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import measure
from brokers import APIVERSIONS
from connection import Connection

_ASK_EVERY_S = 0.001  # or the one who asks takes the processors that the broker needs
_LIMIT_S = 900


class ServedWatcher(threading.Thread):
    """Begun before the broker, it asks until `is_all_served(connection)`. Both times are of measure.boottime_s()."""

    def __init__(self, address: str, is_all_served: Callable[[Connection], bool]) -> None:
        super().__init__(daemon=True)
        self._address, self._is_all_served = address, is_all_served
        self.answered_s = self.served_s = 0.0  # the first answer to anything; all is served

    def wait(self) -> None:
        self.join(_LIMIT_S)
        assert self.served_s, f"{self._address} does not serve what it had"

    def run(self) -> None:
        connection = self._first_answered()
        self.answered_s = measure.boottime_s()
        while not self._is_all_served(connection):
            time.sleep(_ASK_EVERY_S)
        self.served_s = measure.boottime_s()
        connection.close()

    def _first_answered(self) -> Connection:
        while True:
            try:
                connection = Connection(self._address)
                connection.ask(APIVERSIONS)
                return connection
            except OSError:
                time.sleep(_ASK_EVERY_S)
