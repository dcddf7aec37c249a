"""Deliveries of webhooks: one signed POST each, bounded in time and size, to a checked address.

Deliveries are signed as the convention *Standard Webhooks* has it: `webhook-signature` is "v1," and the HMAC-SHA256 of
the id, the time and the body, joined by full stops, in Base64. Nothing of a response is read but its head: redirects
are not followed, cookies are not kept, and no proxy of the environment is used.
"""

import asyncio
import hmac
import ssl
from base64 import b64decode, b64encode
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from http import HTTPStatus
from importlib.metadata import version
from typing import Final

import httpx2

from service.encounters.notices.targets import port_of, refused, require_public, require_target, resolved
from service.encounters.notices.webhook_store import PREFIX, Delivery, Failure
from service.errors import WebhookTargetRefused

MAX_RESOLVING: Final = 16
USER_AGENT: Final = f"umpire/{version('umpire-referee')}"
NO_KEEPALIVE: Final = httpx2.Limits(max_keepalive_connections=0)


def signature_of(secret: str, id: str, sent_at: int, body: bytes) -> str:
    """Return the signature of a message."""
    key = b64decode(secret.removeprefix(PREFIX))
    return "v1," + b64encode(hmac.digest(key, b"%s.%d.%s" % (id.encode(), sent_at, body), sha256)).decode()


def _because(error: Exception) -> str:
    """Return what the system says of a fault, if it says anything."""
    return f": {str(error).rstrip('.')}" if str(error) else ""


class Sender:
    """Sends deliveries from one process."""

    def __init__(self, seconds: float, *, private: bool) -> None:
        """Set the seconds that one attempt may take, and whether private targets and plain http are allowed."""
        self._seconds = seconds
        self._private = private
        self._resolvers = ThreadPoolExecutor(MAX_RESOLVING, thread_name_prefix="umpire-webhooks")
        self._opening = asyncio.Lock()
        self._transport: httpx2.AsyncHTTPTransport | None = None

    async def send(self, delivery: Delivery) -> Failure | None:
        """Send a delivery; return None if the receiver accepts it (2xx), else why not."""
        try:
            async with asyncio.timeout(self._seconds):
                return await self._sent(delivery)
        except TimeoutError:
            return Failure(f"No answer within {self._seconds:g} seconds.", hangs=True)
        except WebhookTargetRefused as refusal:
            return Failure(refusal.detail)
        except httpx2.TimeoutException:
            return Failure("The receiver accepted no connection in time.", hangs=True)
        except httpx2.ConnectError as error:
            return Failure(f"The receiver cannot be reached{_because(error)}.")
        except (httpx2.HTTPError, OSError, UnicodeError) as error:
            return Failure(f"The connection to the receiver broke{_because(error)}.")

    async def close(self) -> None:
        """Close every connection."""
        self._resolvers.shutdown(wait=False, cancel_futures=True)
        if self._transport is not None:
            await self._transport.aclose()

    async def _sent(self, delivery: Delivery) -> Failure | None:
        url = require_target(delivery.url, private=self._private)
        host = url.raw_host.decode("ascii")
        *others, last = await self._addresses_of(url, host)
        seconds = self._seconds / (len(others) + 2)
        for address in others:
            try:
                return await self._posted(delivery, url, address, seconds)
            except (httpx2.ConnectError, httpx2.ConnectTimeout):
                continue
        return await self._posted(delivery, url, last, seconds)

    async def _addresses_of(self, url: httpx2.URL, host: str) -> list[str]:
        """Look the host of a URL up, and check every address that it has.

        Where only public addresses may be sent to, a name that nobody knows is refused as a private one is: names of
        the operator's network cannot be told from others.

        Raises: WebhookTargetRefused; OSError, where private addresses may be sent to.
        """
        loop = asyncio.get_running_loop()
        try:
            found = await loop.run_in_executor(self._resolvers, resolved, host, port_of(url))
        except (OSError, UnicodeError):
            if self._private:
                raise
            raise refused(url.host) from None
        if not self._private:
            for address in found:
                require_public(url.host, address)
        return found

    async def _posted(self, delivery: Delivery, url: httpx2.URL, address: str, seconds: float) -> Failure | None:
        """Post to an address of the URL's host, which has `seconds` to accept a connection.

        TLS has to prove the host's name, not its address.
        """
        request = httpx2.Request(
            "POST",
            url.copy_with(host=address),
            headers={
                "host": url.netloc.decode("ascii"),
                "user-agent": USER_AGENT,
                "content-type": "application/json",
                "webhook-id": delivery.id,
                "webhook-timestamp": str(delivery.sent_at),
                "webhook-signature": signature_of(delivery.secret, delivery.id, delivery.sent_at, delivery.body),
            },
            content=delivery.body,
            extensions={"sni_hostname": url.raw_host.decode("ascii"), "timeout": {"connect": seconds}},
        )
        response = await (await self._opened()).handle_async_request(request)
        await response.aclose()
        status = response.status_code
        if response.is_success:
            return None
        return Failure(f"The receiver answered {status}.", is_final=status == HTTPStatus.GONE)

    async def _opened(self) -> httpx2.AsyncHTTPTransport:
        """Return the transport; reading the trusted certificates takes some milliseconds, so a thread does it."""
        async with self._opening:
            if self._transport is None:
                trusted: ssl.SSLContext = await asyncio.to_thread(httpx2.create_ssl_context)
                self._transport = httpx2.AsyncHTTPTransport(verify=trusted, trust_env=False, limits=NO_KEEPALIVE)
            return self._transport
