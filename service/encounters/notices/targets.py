"""Targets of webhooks: which URLs and addresses deliveries may go to.

A name is resolved at each delivery, every address that it has is checked, and the connection is made to a checked
address, so that a name that resolves differently a moment later changes nothing.
"""

import ipaddress
import socket
from collections.abc import Callable
from typing import Final

import httpx2

from service.errors import WebhookTargetRefused

MOST_ADDRESSES: Final = 4
MAX_PORT: Final = 65_535
USUAL_PORTS: Final = {"https": 443, "http": 80}
POINTER: Final = "/url"

Resolve = Callable[[str, int], list[str]]


def require_target(text: str, *, private: bool) -> httpx2.URL:
    """Require that deliveries may go to a URL, as far as the URL itself says; `private` allows private targets.

    Raises: WebhookTargetRefused, quoting the URL without its credentials.
    """
    try:
        url = httpx2.URL(text)
        host = url.host
    except (httpx2.InvalidURL, UnicodeError, ValueError) as error:
        raise WebhookTargetRefused(f"{text!r} is no URL: {error}.", pointer=POINTER) from None
    if url.userinfo:
        raise WebhookTargetRefused(
            f"The URL of a webhook has no user name and no password; {url.host!r} gets a signature instead.",
            pointer=POINTER,
        )
    if url.scheme != "https" and not (private and url.scheme == "http"):
        raise WebhookTargetRefused(f"A webhook needs https; got {text!r}.", pointer=POINTER)
    if not host or not 1 <= port_of(url) <= MAX_PORT:
        raise WebhookTargetRefused(
            f"The URL of a webhook names a host, and a port from 1 to {MAX_PORT} if any; got {text!r}.", pointer=POINTER
        )
    if not private and is_address(host):
        require_public(host, host)
    return url


def port_of(url: httpx2.URL) -> int:
    """Return the port of a URL: the one it names, or the usual one of its scheme."""
    return USUAL_PORTS[url.scheme] if url.port is None else url.port


def require_public(host: str, address: str) -> None:
    """Require that an address of a host is a public one.

    Raises: WebhookTargetRefused, quoting the host, but not the address: the names of a private network stay private.
    """
    if not is_public(address):
        raise refused(host)


def refused(host: str) -> WebhookTargetRefused:
    """Return the refusal of a host: one sentence for a private address and for none, which tells no names."""
    return WebhookTargetRefused(
        f"{host!r} does not lead to a public address; this service sends webhooks to no other.", pointer=POINTER
    )


def resolved(host: str, port: int) -> list[str]:
    """Return the addresses of a host in the order of preference; this waits for the resolver.

    Raises: OSError, if it has none.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(place[0]) for *_, place in found))[:MOST_ADDRESSES]


def is_address(host: str) -> bool:
    """Return whether a host is an address and no name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_public(text: str) -> bool:
    """Return whether an address belongs to the public internet: not private, loopback, link-local or multicast.

    Addresses of IPv6 that lead to one of IPv4 (mapped, 6to4, Teredo, NAT64) are not public, whatever that one is.
    """
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address) and (
        address.ipv4_mapped or address.sixtofour or address.teredo or address.is_site_local
    ):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved)
