"""What comes by standard input while a consumer polls."""

import queue
import sys
import threading


class Commands:
    def __init__(self) -> None:
        self._waiting: queue.Queue[str] = queue.Queue()
        self._has_ended = threading.Event()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self._waiting.put(line)
        self._has_ended.set()

    @property
    def ended(self) -> bool:
        return self._has_ended.is_set() and self._waiting.empty()

    def take(self) -> list[tuple[str, str, int]]:
        """(follow or anew, topic, number of partitions) of each that has come."""
        taken = []
        while not self._waiting.empty():
            verb, topic, count = self._waiting.get().split()
            taken.append((verb, topic, int(count)))
        return taken
