"""Store addresses: the URL of one Redis server, or of some nodes of a Redis Cluster."""

from dataclasses import dataclass
from typing import Final, Self
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

CLUSTER: Final = "cluster"
USUAL_PORT: Final = 6379


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a server as redis-py reads it; for a cluster also the nodes to contact first."""

    url: str
    nodes: tuple[tuple[str, int], ...] = ()

    @property
    def is_cluster(self) -> bool:
        """Whether the store is a cluster."""
        return bool(self.nodes)

    @classmethod
    def of(cls, url: str) -> Self:
        """Parse `redis://host:port/0`, or `redis://one:port,two:port?cluster=true` for a cluster.

        Raises: ValueError, if the URL has neither form.
        """
        parts = urlsplit(url)
        options = dict(parse_qsl(parts.query))
        if options.pop(CLUSTER, "false") != "true":
            return cls(url)
        if parts.scheme == "unix":
            message = "The nodes of a cluster are reached by redis:// or rediss://, not by unix://."
            raise ValueError(message)
        who, at, places = parts.netloc.rpartition("@")
        nodes = [urlsplit(f"//{place}") for place in places.split(",")]
        found = tuple((node.hostname or "localhost", node.port or USUAL_PORT) for node in nodes)
        first = f"{who}{at}{places.split(',')[0]}"
        return cls(urlunsplit((parts.scheme, first, parts.path, urlencode(options), "")), found)
