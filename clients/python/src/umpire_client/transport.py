"""What both clients have in common of httpx: addresses, time limits, and which errors are lost connections."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import httpx

from umpire_client.exchange import Reply, Send
from umpire_client.problems import UmpireUnreachable

if TYPE_CHECKING:
    from collections.abc import Iterator

LOCAL: Final = "http://127.0.0.1:8000"
TIMEOUT: Final = httpx.Timeout(60, connect=10)
"""Seconds. Heavy work, such as the odds of a large fight, is refused by the service long before."""
STREAM_TIMEOUT: Final = httpx.Timeout(60, connect=10, read=45)
"""Seconds. A feed says every fifteen that it is there; one that is silent for longer is lost."""
_LOST: Final = (httpx.TimeoutException, httpx.NetworkError, httpx.RemoteProtocolError, httpx.ProxyError)


def request_of(http: httpx.Client | httpx.AsyncClient, url: str, send: Send) -> httpx.Request:
    """Return the request of httpx."""
    limit = STREAM_TIMEOUT if send.is_stream else httpx.USE_CLIENT_DEFAULT
    return http.build_request(send.method, url + send.path, headers=send.headers, content=send.content, timeout=limit)


def reply_of(response: httpx.Response, content: bytes) -> Reply:
    """Return what a response says."""
    return Reply(response.status_code, response.headers, content, response.reason_phrase)


@contextmanager
def reaching(url: str) -> Iterator[None]:
    """Turn the errors of lost connections into one.

    Raises: UmpireUnreachable.
    """
    try:
        yield
    except _LOST as error:
        raise UmpireUnreachable(f"{url} does not answer: {str(error) or type(error).__name__}") from error
