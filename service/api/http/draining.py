"""Draining: between the signal to stop and the stop, the process still answers, but asks to be left alone.

While it drains, `/readyz` answers 503, so that proxies send requests elsewhere, and every answer closes its connection,
so that no proxy sends another request on it.
"""

from service.errors import UmpireError


class Stopping(UmpireError, status=503, title="Stopping"):
    """The instance is about to stop; send requests to another one. What it still receives is answered as usual."""


class Draining:
    """Whether the process drains; it never stops draining."""

    def __init__(self) -> None:
        """Begin as a process that does not drain."""
        self.is_on = False

    def begin(self) -> None:
        """Drain from now on."""
        self.is_on = True

    def require_off(self) -> None:
        """Require that the process does not drain.

        Raises: Stopping, if it does.
        """
        if self.is_on:
            raise Stopping("The instance is about to stop; another one answers.")


draining = Draining()
"""The state of this process."""
