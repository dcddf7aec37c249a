"""Deliveries go to public addresses only, to the very address that was checked, and prove the host by its name."""

import asyncio
import socket
import ssl
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest

from service.encounters.notices import targets
from service.encounters.notices.deliveries import Sender
from service.encounters.notices.targets import is_public
from service.encounters.notices.webhook_store import Delivery, Failure
from tests.encounters.receivers import Receiver, receiving
from tests.patience import PATIENCE

PUBLIC = "93.184.215.14"
OTHER_PUBLIC = "2606:2800:21f:cb07:6820:80da:af6b:8b2c"
CERTIFICATE = Path(__file__).with_name("hooks_example.pem")
"""A certificate for hooks.example and its key, which certifies itself and is good for a hundred years."""
SECRET = "whsec_" + "c2VjcmV0" * 4


@dataclass
class Network:
    """What names resolve to, one answer after the other, and which addresses are connected to."""

    names: dict[str, list[list[str]]] = field(default_factory=dict)
    resolved: list[str] = field(default_factory=list)
    connected: list[tuple[str, int]] = field(default_factory=list)
    refusing: set[str] = field(default_factory=set)
    receiver: Receiver | None = None

    def look_up(self, host: str, port: int, *more: Any, **named: Any) -> list[Any]:
        """Resolve a name as `socket.getaddrinfo` does."""
        self.resolved.append(host)
        answers = self.names.get(host, [[host]])
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        return [(socket.AF_INET6 if ":" in each else socket.AF_INET, 1, 6, "", (each, port)) for each in answer]


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    """A network of a test's own: connections to public addresses lead to the test's receiver, if to anything."""
    made = Network()
    loop_class: Any = asyncio.SelectorEventLoop
    connect = loop_class.sock_connect

    async def connecting(self: Any, sock: socket.socket, address: tuple[Any, ...]) -> None:
        made.connected.append(address[:2])
        if made.receiver is None or address[0] in made.refusing:
            raise ConnectionRefusedError
        await connect(self, sock, ("127.0.0.1", made.receiver.port))

    monkeypatch.setattr(socket, "getaddrinfo", made.look_up)
    monkeypatch.setattr(loop_class, "sock_connect", connecting)
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    return made


def tls() -> ssl.SSLContext:
    """What a receiver at hooks.example shows."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(CERTIFICATE)
    return context


async def sent(url: str, *, private: bool = False) -> Failure | None:
    """Deliver once."""
    sender = Sender(PATIENCE, private=private)
    try:
        return await sender.send(Delivery(url, SECRET, "msg_1", 1_700_000_000, b"{}"))
    finally:
        await sender.close()


@pytest.mark.parametrize(
    "addresses",
    [
        ["10.0.0.1"],
        ["172.16.5.4"],
        ["192.168.1.1"],
        ["127.0.0.1"],
        ["127.8.8.8"],
        ["0.0.0.1"],
        ["100.64.0.1"],
        ["169.254.169.254"],
        ["192.0.2.1"],
        ["224.0.0.1"],
        ["240.0.0.1"],
        ["255.255.255.255"],
        ["::"],
        ["::1"],
        ["fc00::1"],
        ["fe80::1%eth0"],
        ["fec0::1"],
        ["ff02::1"],
        ["::ffff:127.0.0.1"],
        ["::ffff:93.184.215.14"],
        ["64:ff9b::a00:1"],
        ["2002:a00:1::1"],
        ["2001:0:4136:e378:8000:63bf:3fff:fdd2"],
        [PUBLIC, "10.0.0.1"],
        [OTHER_PUBLIC, "::1"],
    ],
)
async def test_a_name_that_leads_inside_is_refused(network: Network, addresses: list[str]) -> None:
    """If any address of a name is not public, nothing is connected to; the reason names the host alone."""
    network.names["hooks.example"] = [addresses]
    failure = await sent("https://hooks.example/x")
    assert failure is not None
    assert "'hooks.example' does not lead to a public address" in failure.reason
    assert addresses[-1] not in failure.reason
    assert not failure.is_final
    assert network.connected == []


def test_public_addresses_are_public() -> None:
    """Ordinary addresses of both kinds are allowed."""
    assert [is_public(each) for each in (PUBLIC, OTHER_PUBLIC, "8.8.8.8", "2001:4860:4860::8888")] == [True] * 4


async def test_a_name_that_changes_its_mind_is_asked_once(network: Network) -> None:
    """The connection is made to the address that was checked, whatever the name leads to a moment later."""
    network.names["hooks.example"] = [[PUBLIC], ["127.0.0.1"]]
    assert await sent("https://hooks.example:8443/x") is not None
    assert (network.resolved, network.connected) == (["hooks.example"], [(PUBLIC, 8443)])
    second = await sent("https://hooks.example:8443/x")
    assert second is not None
    assert "public address" in second.reason
    assert network.connected == [(PUBLIC, 8443)]


async def test_the_certificate_is_that_of_the_name(network: Network) -> None:
    """Over TLS the host is proved by its name though an address is connected to; another name's is refused."""
    network.names = {"hooks.example": [[PUBLIC]], "other.example": [[PUBLIC]]}
    async with receiving(tls=tls()) as receiver:
        network.receiver = receiver
        assert await sent("https://hooks.example/x?y=1") is None
        refused = await sent("https://other.example/")
    (received,) = receiver.received
    assert (received.line, received.headers["host"]) == ("POST /x?y=1 HTTP/1.1", "hooks.example")
    assert received.is_signed_with(SECRET)
    assert refused is not None
    assert "certificate" in refused.reason.lower()


async def test_without_a_trusted_certificate_nothing_is_sent(network: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate that nobody known has signed is refused before anything is sent."""
    monkeypatch.delenv("SSL_CERT_FILE")
    network.names["hooks.example"] = [[PUBLIC]]
    async with receiving(tls=tls()) as receiver:
        network.receiver = receiver
        assert await sent("https://hooks.example/") is not None
    assert receiver.received == []


async def test_the_next_address_is_tried(network: Network) -> None:
    """If one address of a host does not answer, the others are tried, each checked before."""
    network.names["hooks.example"] = [[OTHER_PUBLIC, PUBLIC]]
    network.refusing = {OTHER_PUBLIC}
    async with receiving(tls=tls()) as receiver:
        network.receiver = receiver
        assert await sent("https://hooks.example/") is None
    assert [address for address, _ in network.connected] == [OTHER_PUBLIC, PUBLIC]


async def test_no_proxy_of_the_environment_is_used(network: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy would connect where it likes, so none is used."""
    for name in ("HTTPS_PROXY", "ALL_PROXY", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    network.names["hooks.example"] = [[PUBLIC]]
    assert await sent("https://hooks.example/") is not None
    assert network.connected == [(PUBLIC, 443)]


async def test_private_targets_are_reached_if_they_are_allowed(network: Network) -> None:
    """With the setting a name of the private network is delivered to, by plain http, too."""
    network.names["bot.lan"] = [["192.168.1.7"]]
    async with receiving() as receiver:
        network.receiver = receiver
        assert await sent("http://bot.lan:8080/", private=True) is None
    assert network.connected == [("192.168.1.7", 8080)]
    assert receiver.received[0].headers["host"] == "bot.lan:8080"


def unknown(*words: Any, **named: Any) -> list[Any]:
    """Know no name, as a resolver says it."""
    raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")


async def test_a_name_that_nobody_knows_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """At home, a name without an address delays the delivery as any failure does, and says why."""
    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    failure = await sent("http://hooks.example/", private=True)
    assert failure is not None
    assert "not known" in failure.reason


async def test_private_names_are_told_from_unknown_ones_by_nothing(
    network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that leads inside, one that nobody knows, and one that cannot be a name fail with the same sentence."""
    network.names["db.internal"] = [["10.0.0.7"]]
    inside = await sent("https://db.internal/")
    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert await sent("https://db.internal/") == inside
    assert inside == Failure(
        "'db.internal' does not lead to a public address; this service sends webhooks to no other."
    )
    assert network.connected == []


async def test_a_resolver_that_hangs_takes_no_longer_than_an_attempt(
    network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time of an attempt has the look-up of the name in it, and the loop goes on meanwhile."""
    go = asyncio.Event()
    loop = asyncio.get_running_loop()

    def slow(host: str, port: int) -> list[str]:
        asyncio.run_coroutine_threadsafe(go.wait(), loop).result(PATIENCE)
        return [PUBLIC]

    monkeypatch.setattr("service.encounters.notices.deliveries.resolved", slow)
    sender = Sender(0.2, private=False)
    failure = await sender.send(Delivery("https://hooks.example/", SECRET, "msg_1", 1, b"{}"))
    go.set()
    await sender.close()
    assert failure == Failure("No answer within 0.2 seconds.", hangs=True)
    assert network.connected == []


@pytest.mark.parametrize(
    ("error", "reason", "hangs"),
    [
        (
            httpx2.ConnectError("All connection attempts failed"),
            "The receiver cannot be reached: All connection",
            False,
        ),
        (httpx2.ConnectTimeout(""), "The receiver accepted no connection in time.", True),
        (
            httpx2.RemoteProtocolError("Server disconnected."),
            "The connection to the receiver broke: Server disc",
            False,
        ),
        (OSError(), "The connection to the receiver broke.", False),
    ],
    ids=lambda each: type(each).__name__ if isinstance(each, Exception) else "",
)
async def test_a_broken_delivery_is_told_in_words(
    monkeypatch: pytest.MonkeyPatch, error: Exception, reason: str, hangs: bool
) -> None:
    """Who reads the listing reads a sentence, and no name of a class."""

    async def broken(*_given: Any) -> None:
        raise error

    monkeypatch.setattr(Sender, "_sent", broken)
    sender = Sender(PATIENCE, private=False)
    failure = await sender.send(Delivery("https://hooks.example/", SECRET, "msg_1", 1, b"{}"))
    await sender.close()
    assert failure is not None
    assert failure.reason.startswith(reason)
    assert failure.hangs is hangs
    assert "Error" not in failure.reason


def test_international_names_are_resolved_as_they_are_sent() -> None:
    """A name outside ASCII has one form for resolver, certificate and Host header."""
    url = targets.require_target("https://bücher.example/x", private=False)
    assert url.raw_host == b"xn--bcher-kva.example"
    assert isinstance(url, httpx2.URL)
