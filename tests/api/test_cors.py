"""Pages of other origins may call the service."""

import pytest

from service.api.middleware.cors import Cors
from tests.api.calls import answering, call

READ = {
    *("ETag", "Location", "Retry-After", "X-Request-Id", "RateLimit", "RateLimit-Policy", "Idempotent-Replayed"),
    "Preference-Applied",
}
"""Headers of answers that programs read; browsers read `Cache-Control` themselves, and show it to every page."""
ECHO = answering(lambda scope, body: (200, body), [(b"content-type", b"text/plain")])


async def test_without_an_origin_nothing_is_added() -> None:
    """Calls from outside a browser get the answer as it is."""
    reply = await call(Cors(ECHO, ("*",)))
    assert reply.headers == [(b"content-type", b"text/plain")]


@pytest.mark.parametrize(
    ("origins", "origin", "allowed"),
    [
        (("*",), "https://table.example", "*"),
        (("https://table.example",), "https://table.example", "https://table.example"),
        (("https://table.example",), "https://evil.example", None),
        ((), "https://table.example", None),
    ],
)
async def test_origins_are_those_of_the_settings(origins: tuple[str, ...], origin: str, allowed: str | None) -> None:
    """A page may read the answer, and its headers, if its origin is allowed; credentials are never."""
    reply = await call(Cors(ECHO, origins), origin=origin)
    assert reply.status == 200
    assert reply.header("access-control-allow-origin") == allowed
    assert reply.header("access-control-allow-credentials") is None
    if allowed is not None:
        exposed = str(reply.header("access-control-expose-headers")).split(", ")
        assert set(exposed) >= READ


async def test_browsers_may_ask_first() -> None:
    """A preflight names the methods and headers that may be sent, and is remembered for a day."""
    reply = await call(
        Cors(ECHO, ("*",)),
        method="OPTIONS",
        origin="https://table.example",
        access_control_request_method="POST",
        access_control_request_headers="content-type,idempotency-key",
    )
    assert reply.status == 200
    assert "POST" in str(reply.header("access-control-allow-methods"))
    assert "Idempotency-Key" in str(reply.header("access-control-allow-headers"))
    assert reply.header("access-control-max-age") == "86400"
