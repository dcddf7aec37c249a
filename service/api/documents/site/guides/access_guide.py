"""The guide to API keys and limits, for callers."""

from typing import Final

from service.api.documents.site.html import join, link, prose, table, tag
from service.api.documents.site.layout import Page, section
from service.settings.access.scopes import Scope

KEYS: Final = """\
A service may be open to all callers, or require an API key: `limits.access` of `GET /v1/meta` lists what is allowed
without a key. You get a key from the operator of the service. Send it with every request as the header `X-Api-Key`, or
over a WebSocket, where browsers send no headers, as `key` in the payload of `connection_init`. A key belongs to a
program, not to a player: do not put it into pages that others can read.

The token of an encounter is different. It says which encounter you may change or read, is sent as
`Authorization: Bearer`, and is needed in addition to a key. A service can be configured so that callers with such a
token need no key. Then the players at a table need none.

A key that the service does not know is refused with 401 `api-key-unknown`, even where no key is needed. When a key is
withdrawn, its streams and WebSockets are closed within seconds, WebSockets with the code 4401.
"""

MEANINGS: Final = {
    Scope.RESOLVE: "Procedures, odds, verification, maps of scenes, batches, shared results and tickets.",
    Scope.ENCOUNTERS: "Encounters and listings.",
    Scope.TOKENS: "Only encounters and listings whose token is sent; none can be created.",
    Scope.CAMPAIGNS: "Campaigns.",
    Scope.ADMIN: "The operator's own addresses.",
}

LIMITS: Final = """\
Quotas are token buckets: a caller may use a whole quota at once, and it refills evenly. Requests with a key count for
the key, from any address; requests without a key count for the client address. Each answer has the quotas of its
caller in two headers, as in the IETF's draft on rate limits:

`RateLimit-Policy` has for each quota its amount `q`, the seconds `w` in which it refills, and its unit `qu` if it does
not count requests. `RateLimit` has the remaining amount (`r`), and the seconds until there is more (`t`).

A request counts once. Heavy work counts more: five for a place in a worker process, and one for each 20 ms of its time.
A request over the quota is refused with 429 and stores nothing. `Retry-After` is the number of seconds after which it
can be sent again.
"""

EXAMPLE: Final = """\
RateLimit-Policy: "key";q=50;w=1, "created";q=1000;w=3600;qu="objects", "stored";q=32000000;w=86400;qu="stored-bytes"
RateLimit: "key";r=49;t=1, "created";r=1000;t=0, "stored";r=31998976;t=3
"""

QUOTAS: Final = (
    ("address or key", "requests, of which heavy work counts as several"),
    ("created", "encounters, listings, webhooks, campaigns, kept results and their pages that are created"),
    ("stored", "bytes that are stored, after compression"),
    ("played", "CPU seconds of campaigns"),
)


def access_page() -> Page:
    """Write the guide to keys and limits."""
    body = join(
        [tag("p", prose(each)) for each in KEYS.split("\n\n")],
        section(
            2,
            "Scopes",
            "scopes",
            table(("Scope", "Allows"), [(tag("code", name.value), text) for name, text in MEANINGS.items()], "Scopes"),
            tag("p", prose("In the contract, `x-scopes` of an operation lists the scopes any of which it needs.")),
        ),
        section(
            2,
            "Limits",
            "limits",
            *[tag("p", prose(each)) for each in LIMITS.split("\n\n")],
            tag("pre", EXAMPLE),
            table(("Quota", "Counts"), QUOTAS, "Quotas"),
            tag("p", "All problems are explained at ", link("Problems", "/problems"), "."),
        ),
    )
    return Page("Keys and limits", "API keys and their scopes, quotas, and the headers that tell them.", body)
