"""Store addresses: the URL of one Redis server, of some nodes of a Redis Cluster, or of Sentinels."""

from dataclasses import dataclass
from typing import Final, Self
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit, urlunsplit

CLUSTER: Final = "cluster"
SENTINEL: Final = "sentinel"
OWN_USERNAME: Final = f"{SENTINEL}_username"
OWN_PASSWORD: Final = f"{SENTINEL}_password"
REPLICAS: Final = "replicas"
USUAL_PORT: Final = 6379
USUAL_SENTINEL_PORT: Final = 26379
MOST_REPLICAS: Final = 5

Places = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Sentinels:
    """The Sentinels of a store: where they are, the name of the primary that they watch, and their own credentials."""

    places: Places
    primary: str
    username: str | None = None
    password: str | None = None


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a server as redis-py reads it; for a cluster also the nodes to contact first.

    With Sentinels the host of `url` is that of the first Sentinel; the server's is asked for at each connection.
    `replicas` is the number of replicas that must have a change before it counts as made.
    """

    url: str
    nodes: Places = ()
    sentinels: Sentinels | None = None
    replicas: int = 0

    @property
    def is_cluster(self) -> bool:
        """Whether the store is a cluster."""
        return bool(self.nodes)

    @classmethod
    def of(cls, url: str) -> Self:
        """Parse the address of a store.

        `redis://host:port/0` is one server, `redis://one:port,two:port?cluster=true` a cluster, and
        `redis://one:port,two:port/0?sentinel=NAME` what Sentinels watch under a name; these may have
        `sentinel_username` and `sentinel_password`. Each may have `replicas=N`.

        Raises: ValueError, if the URL has none of these forms.
        """
        parts = _parts_of(url)
        options = dict(parse_qsl(parts.query))
        is_cluster = options.pop(CLUSTER, "false") == "true"
        primary = options.pop(SENTINEL, "")
        credentials = options.pop(OWN_USERNAME, None), options.pop(OWN_PASSWORD, None)
        replicas = _replicas_in(options.pop(REPLICAS, "0"))
        if not is_cluster and not primary:
            own = url if not replicas else urlunsplit(parts._replace(query=urlencode(options)))
            return cls(own, replicas=replicas)
        if is_cluster and primary:
            raise ValueError("A store is a cluster or watched by Sentinels, not both.")
        if parts.scheme == "unix":
            raise ValueError(
                f"The nodes of a {CLUSTER} and Sentinels are reached by redis:// or rediss://, not unix://."
            )
        if is_cluster:
            first, places = _places_in(parts, options, USUAL_PORT)
            return cls(first, places, replicas=replicas)
        first, places = _places_in(parts, options, USUAL_SENTINEL_PORT)
        return cls(first, sentinels=Sentinels(places, primary, *credentials), replicas=replicas)


def _parts_of(url: str) -> SplitResult:
    """Split a URL that may name several places, which `urlsplit` refuses if one of them has brackets."""
    scheme, mark, rest = url.partition("://")
    end = min([rest.index(each) for each in "/?#" if each in rest], default=len(rest))
    return urlsplit(f"{scheme}{mark}{rest[end:]}")._replace(netloc=rest[:end])


def _places_in(parts: SplitResult, options: dict[str, str], usual: int) -> tuple[str, Places]:
    """Return the URL with the first of its places, and all places."""
    who, at, places = parts.netloc.rpartition("@")
    nodes = [urlsplit(f"//{place}") for place in places.split(",")]
    found = tuple((node.hostname or "localhost", node.port or usual) for node in nodes)
    first = f"{who}{at}{places.split(',')[0]}"
    return urlunsplit((parts.scheme, first, parts.path, urlencode(options), "")), found


def _replicas_in(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > MOST_REPLICAS:
        raise ValueError(f"`{REPLICAS}` is a number from 0 to {MOST_REPLICAS}.")
    return int(text)
