"""An ASGI application that is made at its first request."""

import asyncio
from collections.abc import Callable

from anyio import to_thread

from service.api.http.problem_documents import Asgi, Receive, Scope, Send


class Deferred:
    """An application that is made at its first request, on a thread: meanwhile other requests are answered."""

    def __init__(self, make: Callable[[], Asgi]) -> None:
        """Set the function that makes the application."""
        self._make = make
        self._app: Asgi | None = None
        self._making = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or serve one connection."""
        app = self._app or await self._made()
        await app(scope, receive, send)

    async def _made(self) -> Asgi:
        """Make the application; requests that come meanwhile wait for it."""
        async with self._making:
            if self._app is None:
                self._app = await to_thread.run_sync(self._make)
            return self._app
