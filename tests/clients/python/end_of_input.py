"""The end of the input of a program that polls."""

import sys
import threading


class EndOfInput:
    def __init__(self) -> None:
        self.reached = False
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        sys.stdin.read()
        self.reached = True
