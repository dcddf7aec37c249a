"""A proxy between a client and a service that cuts connections after as many bytes of an answer as a test says."""

import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final
from urllib.parse import urlsplit

CHUNK: Final = 4096


class Dropping:
    """Passes everything on, and cuts each of the first connections after some bytes of the answer."""

    def __init__(self, address: str, cuts: Sequence[int]) -> None:
        self.opened = 0
        self._target = (urlsplit(address).hostname, urlsplit(address).port)
        self._cuts = cuts
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def listen(self) -> None:
        """Serve until the listener is closed."""
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                cut = self._cuts[self.opened] if self.opened < len(self._cuts) else None
                self.opened += 1
                threading.Thread(target=self._pass_on, args=(client, cut), daemon=True).start()

    def close(self) -> None:
        """Stop listening."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _pass_on(self, client: socket.socket, cut: int | None) -> None:
        with client, socket.create_connection(self._target) as service, suppress(OSError):
            asking = threading.Thread(target=_copied, args=(client, service, None), daemon=True)
            asking.start()
            _copied(service, client, cut)
            for each in (client, service):
                each.shutdown(socket.SHUT_RDWR)
            asking.join()


def _copied(source: socket.socket, target: socket.socket, limit: int | None) -> None:
    """Copy bytes until the source ends, or until the limit is reached."""
    left = limit
    with suppress(OSError):
        while (left is None or left > 0) and (found := source.recv(CHUNK)):
            target.sendall(found[:left])
            left = None if left is None else left - len(found)


@contextmanager
def dropping(address: str, *cuts: int) -> Iterator[Dropping]:
    """Run a proxy for the length of a block."""
    proxy = Dropping(address, cuts)
    thread = threading.Thread(target=proxy.listen, daemon=True)
    thread.start()
    try:
        yield proxy
    finally:
        proxy.close()
        thread.join()
