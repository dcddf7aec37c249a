"""The address that a request came from: that of its connection, or the one that a trusted proxy says it came from.

Each proxy appends the address of whoever has asked it to one header, so the header is read from its end: addresses of
trusted proxies are passed over, and the first other one is the client's. What stands before it was written by the
client. Only one header is read, because a proxy that writes one of them passes on what clients write into the other.
"""

import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

MAX_HOPS: Final = 32
"""Addresses of a header that are looked at, from its end."""

_FOR: Final = re.compile(r'(?:^|;)\s*for\s*=\s*(?:"([^"]*)"|([^;"\s]+))\s*(?=;|$)', re.IGNORECASE)
_IPV6_CALLER: Final = re.compile(r"[0-9a-f]{16}")
_PORT: Final = re.compile(r":\d{1,5}$")


def networks_in(texts: Sequence[str]) -> tuple[IPv4Network | IPv6Network, ...]:
    """Read addresses and networks; "*" is every address.

    Raises: ValueError, quoting what is neither.
    """
    found: list[IPv4Network | IPv6Network] = []
    for text in texts:
        if text == "*":
            found += [ip_network("0.0.0.0/0"), ip_network("::/0")]
            continue
        try:
            found.append(ip_network(text))
        except ValueError:
            message = f"{text[:60]!r} is no address such as 10.0.0.7 and no network such as 10.0.0.0/8"
            raise ValueError(message) from None
    return tuple(found)


class Proxies:
    """The trusted proxies, and the header in which they say whom they asked for."""

    def __init__(self, trusted: Sequence[str], header: str) -> None:
        """Set addresses and networks, and the name of the header: `x-forwarded-for` or `forwarded`.

        Raises: ValueError, if a text is no address.
        """
        self._networks = networks_in(trusted)
        self._is_all = "*" in trusted
        self._header = header.encode()

    def client_of(self, peer: str, headers: Sequence[tuple[bytes, bytes]]) -> str:
        """Return the client's address; `peer` is that of the connection."""
        if not self._trusts(peer):
            return peer
        text = ",".join([value.decode("latin-1") for name, value in headers if name == self._header])
        client = peer
        for hop in reversed(text.rsplit(",", MAX_HOPS)[-MAX_HOPS:]):
            address = self._address_in(hop.strip())
            if address is None:
                return client
            client = address
            if self._is_all or not self._trusts(client):
                return client
        return client

    def _address_in(self, hop: str) -> str | None:
        """Return the address that a proxy has written; None, if it has written none."""
        if self._header == b"forwarded":
            found = _FOR.search(hop)
            hop = "" if found is None else found[1] or found[2] or ""
        if hop.startswith("["):
            hop = hop[1:].partition("]")[0]
        elif hop.count(":") == 1:
            hop = _PORT.sub("", hop)
        parsed = _parsed(hop)
        return None if parsed is None else str(parsed)

    def _trusts(self, address: str) -> bool:
        parsed = _parsed(address)
        return parsed is not None and any(parsed in each for each in self._networks)


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        parsed = ip_address(address)
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return mapped or parsed


def network_of(caller: str) -> str | None:
    """Return what the IPv6 network of 48 bits of a caller is called; None, if the caller is no IPv6 address."""
    return f"{caller[:12]}/48" if _IPV6_CALLER.fullmatch(caller) else None


def caller_at(address: str) -> str:
    """Return what the caller at an address is called: all addresses of one IPv6 network of 64 bits are one caller."""
    if ":" not in address:
        return address[:64]
    try:
        parsed = IPv6Address(address)
    except ValueError:
        return address[:64]
    mapped = parsed.ipv4_mapped
    return str(mapped) if mapped else parsed.packed[:8].hex()
