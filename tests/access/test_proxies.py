"""Nobody chooses its own address: only trusted proxies are believed about who has asked them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.settings.access.proxies import Proxies, caller_at, network_of
from tests.rings import many

PROXY = "10.0.0.7"
CLIENT = "198.51.100.1"
X, F = "x-forwarded-for", "forwarded"


def client_of(
    header: str, *values: str, peer: str = PROXY, trusted: tuple[str, ...] = ("10.0.0.0/8",), sent: str | None = None
) -> str:
    """The client of a request with a header, sent once or several times."""
    headers = [((sent or header).encode(), value.encode("latin-1")) for value in values]
    return Proxies(trusted, header).client_of(peer, headers)


@pytest.mark.parametrize(
    ("value", "client"),
    [
        (CLIENT, CLIENT),
        (f"{CLIENT}:4711", CLIENT),
        (f"203.0.113.9, {CLIENT}", CLIENT),
        (f"203.0.113.9, {CLIENT}, 10.1.2.3", CLIENT),
        ("10.1.2.3", "10.1.2.3"),
        ("2001:db8::1", "2001:db8::1"),
        ("[2001:db8::1]:4711", "2001:db8::1"),
        ("::ffff:198.51.100.1", CLIENT),
        ("unknown", PROXY),
        (f"{CLIENT}, unknown", PROXY),
        (f"{CLIENT}, unknown, 10.1.2.3", "10.1.2.3"),
        ("", PROXY),
        (", ,", PROXY),
    ],
)
def test_x_forwarded_for_is_read_from_its_end(value: str, client: str) -> None:
    """Trusted proxies are passed over, the first other address is the client's, and what is no address ends it."""
    assert client_of(X, value) == client


@pytest.mark.parametrize(
    ("value", "client"),
    [
        (f"for={CLIENT}", CLIENT),
        (f'For="{CLIENT}:4711";proto=https;by=10.0.0.7', CLIENT),
        (f"proto=https;for={CLIENT}", CLIENT),
        (f"for=203.0.113.9, for={CLIENT}, for=10.1.2.3", CLIENT),
        ('for="[2001:db8::1]:4711"', "2001:db8::1"),
        ("for=unknown", PROXY),
        ("for=_hidden", PROXY),
        ('for="unclosed', PROXY),
        (f'for="a, for={CLIENT}', CLIENT),
        (CLIENT, PROXY),
    ],
)
def test_forwarded_is_read_from_its_end(value: str, client: str) -> None:
    """So is the header of RFC 7239."""
    assert client_of(F, value) == client


def test_repeated_headers_are_one_list() -> None:
    """A proxy may append a line of its own instead of a value."""
    assert client_of(X, "203.0.113.9", CLIENT) == CLIENT


@pytest.mark.parametrize(("read", "other"), [(X, F), (F, X)])
def test_only_the_named_header_is_read(read: str, other: str) -> None:
    """What a client writes into the header that the proxy does not write is not believed."""
    assert client_of(read, CLIENT, f"for={CLIENT}", sent=other) == PROXY


@pytest.mark.parametrize("peer", ["203.0.113.9", "11.0.0.7", "2001:db8::7", "not an address"])
def test_nobody_else_is_believed(peer: str) -> None:
    """A client that is no trusted proxy writes what it likes, and keeps the address of its connection."""
    assert client_of(X, CLIENT, peer=peer) == peer


def test_with_all_trusted_the_last_address_counts() -> None:
    """`*` believes whoever has connected about its own client, and nothing that stands before."""
    assert client_of(X, f"203.0.113.9, {CLIENT}", trusted=("*",), peer="192.0.2.1") == CLIENT


def test_a_flood_of_hops_is_cut() -> None:
    """However long the header is, only so many of its last addresses are looked at."""
    assert client_of(X, ", ".join([CLIENT, *["10.0.0.1"] * 500])) == "10.0.0.1"


@settings(max_examples=many(60))
@given(forged=st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=60))
def test_what_a_client_writes_changes_nothing(forged: str) -> None:
    """Whatever stands in the header before the proxy appends the client's address, the client is that address."""
    assert client_of(X, f"{forged}, {CLIENT}") == CLIENT
    assert client_of(F, f"{forged}, for={CLIENT}") == CLIENT


@pytest.mark.parametrize("text", ["10.0.0.1/8", "proxy", "10.0.0.0/33", ""])
def test_what_is_no_network_is_refused(text: str) -> None:
    """An address that cannot be meant is quoted."""
    with pytest.raises(ValueError, match=f"^'{text}' is no address"):
        Proxies((text,), X)


@pytest.mark.parametrize(
    ("address", "caller"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3::4", "20010db800010002"),
        ("2001:db8:1:2:ffff::9", "20010db800010002"),
        ("fe80::1%eth0", "fe80000000000000"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("no:address" + "x" * 200, "no:address" + "x" * 54),
    ],
)
def test_callers_are_addresses(address: str, caller: str) -> None:
    """A caller is an IPv4 address or an IPv6 network; whatever is said about it, it is short."""
    assert caller_at(address) == caller


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("2001:db8:1:2::4", "20010db80001/48"),
        ("2001:db8:1:ffff::4", "20010db80001/48"),
        ("2001:db8:2:2::4", "20010db80002/48"),
        ("192.0.2.1", None),
        ("::ffff:192.0.2.1", None),
    ],
)
def test_callers_with_ipv6_have_a_network(address: str, network: str | None) -> None:
    """All networks of 64 bits of one of 48 bits share a name; IPv4 addresses have none, nor have keys."""
    assert network_of(caller_at(address)) == network
    assert network_of("key:0123456789abcdef") is None
