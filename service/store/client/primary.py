"""Connections to the primary that Sentinels name: each finds it anew, so that a failover is followed."""

from collections import deque
from typing import Any, Final

from redis import exceptions
from redis.asyncio import ConnectionPool
from redis.asyncio.connection import Connection, SSLConnection, parse_url

from service.store.client.address import Address, Sentinels

_LOST: Final = (OSError, exceptions.RedisError)
_OWN: Final = ("host", "port", "path", "connection_class")


class PrimaryConnection(Connection):
    """A connection to the primary; one that has become a replica is left for its successor."""

    def __init__(self, *, sentinels: Sentinels, **settings: Any) -> None:
        """Set the Sentinels to ask, and the settings of a connection."""
        super().__init__(**settings)
        self._sentinels = sentinels
        self._places = deque(sentinels.places)
        names = ("socket_timeout", "socket_connect_timeout", *[each for each in settings if each.startswith("ssl_")])
        self._asking = {name: settings[name] for name in names if name in settings}

    async def on_connect_check_health(self, *arguments: Any, **named: Any) -> None:
        """Sign in, and check that the server is a primary."""
        await super().on_connect_check_health(*arguments, **named)
        await self.send_command("ROLE", check_health=False)
        role: Any = await self.read_response()
        if role[0] not in {b"master", "master"}:
            message = "the server that the Sentinels name is a replica"
            raise exceptions.ConnectionError(message)

    async def read_response(self, *arguments: Any, **named: Any) -> Any:
        """Read an answer.

        Raises: ConnectionError, if the server has become a replica; the next connection asks for the primary.
        """
        try:
            return await super().read_response(*arguments, **named)
        except exceptions.ReadOnlyError as error:
            await self.disconnect(nowait=True)
            message = "the primary has become a replica"
            raise exceptions.ConnectionError(message) from error

    async def _connect(self) -> None:
        self.host, self.port = await self._primary()
        connect: Any = super()._connect
        await connect()

    async def _primary(self) -> tuple[str, int]:
        """Ask the Sentinels where the primary is, first the one that answered last.

        Raises: ConnectionError, if none knows.
        """
        for _ in range(len(self._places)):
            try:
                found = await self._answer_of(*self._places[0])
            except _LOST:
                found = None
            if found is not None:
                return found
            self._places.rotate(-1)
        raise exceptions.ConnectionError(f"no Sentinel knows where {self._sentinels.primary} is")

    async def _answer_of(self, host: str, port: int) -> tuple[str, int] | None:
        kind: Any = SSLConnection if isinstance(self, SSLConnection) else Connection
        username, password = self._sentinels.username, self._sentinels.password
        sentinel = kind(host=host, port=port, username=username, password=password, **self._asking)
        try:
            await sentinel.connect()
            await sentinel.send_command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", self._sentinels.primary)
            answer = await sentinel.read_response()
        finally:
            await sentinel.disconnect(nowait=True)
        return None if answer is None else (answer[0].decode(), int(answer[1]))


class PrimarySSLConnection(PrimaryConnection, SSLConnection):
    """The same over TLS, which the Sentinels speak as well."""


def pool_to(address: Address, kind: type[ConnectionPool] = ConnectionPool, **settings: Any) -> ConnectionPool:
    """Make a pool of connections to a server, or to the primary that Sentinels name."""
    if address.sentinels is None:
        return kind.from_url(address.url, **settings)
    options: dict[str, Any] = dict(parse_url(address.url))
    secure = options.get("connection_class") is SSLConnection
    for name in _OWN:
        options.pop(name, None)
    connection = PrimarySSLConnection if secure else PrimaryConnection
    return kind(connection_class=connection, sentinels=address.sentinels, **{**options, **settings})
