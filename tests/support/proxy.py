"""What the proxies of the tests have in common: a port, and a thread that takes clients to the target."""

from __future__ import annotations

import socket
import threading
from typing import Self


class Proxy:
    """Listens on a free port of 127.0.0.1 as long as it lives. `target` may change; while nobody listens there, or it is None,
    clients are turned away."""

    def __init__(self) -> None:
        self.target: tuple[str, int] | None = None
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()

    def serve(self, client: socket.socket, broker: socket.socket) -> None:
        """Carries what both say, in a thread of this client."""
        raise NotImplementedError

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._connect, args=(client,), daemon=True).start()

    def _connect(self, client: socket.socket) -> None:
        target = self.target
        try:
            broker = socket.create_connection(target) if target else None
        except OSError:
            broker = None
        if broker is None:
            client.close()
            return
        for end in (client, broker):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.serve(client, broker)


def close_both(*ends: socket.socket) -> None:
    """Whoever reads from them is woken."""
    for end in ends:
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        end.close()
