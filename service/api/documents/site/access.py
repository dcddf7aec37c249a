"""The guide to API keys and limits, for callers."""

from typing import Final

from service.api.documents.site.html import join, link, prose, table, tag
from service.api.documents.site.layout import Page, section
from service.settings.access.scopes import Scope

KEYS: Final = """\
A service may be open to all, or ask for an API key: `limits.access` of `GET /v1/meta` says what may be done without
one. The operator of the service gives keys. Send yours with every request as the header `X-Api-Key`; over a WebSocket,
where browsers send no headers, as `key` in the payload of `connection_init`. A key belongs to a program, not to a
player: keep it out of pages that others can read.

The token of an encounter is another thing: it says which encounter you may change or see, is sent as
`Authorization: Bearer`, and is needed besides a key. A service can let whoever has such a token do without a key, so
that the players at a table need none.

A key that the service does not know is refused everywhere, with 401 `api-key-unknown`, also where no key is needed. A
stream or a WebSocket whose key is withdrawn ends within seconds; a WebSocket is closed with 4401.
"""

MEANINGS: Final = {
    Scope.RESOLVE: "Procedures, odds, proofs, maps of scenes, batches, shared results and tickets.",
    Scope.ENCOUNTERS: "Encounters and listings.",
    Scope.TOKENS: "Only those encounters and listings whose token is sent; none can be created.",
    Scope.CAMPAIGNS: "Campaigns.",
    Scope.ADMIN: "The operator's own addresses.",
}

LIMITS: Final = """\
Quotas are token buckets: all of a quota may be used at once, and it refills evenly. Who has a key is counted by the
key, from whatever address, and everybody else by the address. Each answer tells all quotas of its caller:

`RateLimit-Policy` has for each quota its amount `q`, the seconds `w` in which it refills, and its unit `qu` if it does
not count requests. `RateLimit` has what is left (`r`), and the seconds until there is more (`t`). Both are as in the
IETF's draft on rate limits.

A request counts once, and heavy work more: five for a place in a worker process, and one for each 20 ms there. What is
too much is refused with 429, and `Retry-After` says for how many seconds; nothing was stored, and the same request may
be sent again then.
"""

EXAMPLE: Final = """\
RateLimit-Policy: "key";q=50;w=1, "created";q=1000;w=3600;qu="objects", "stored";q=32000000;w=86400;qu="stored-bytes"
RateLimit: "key";r=49;t=1, "created";r=1000;t=0, "stored";r=31998976;t=3
"""

QUOTAS: Final = (
    ("address or key", "requests, of which heavy work counts as several"),
    ("created", "encounters, listings, webhooks, campaigns, kept results and their pages that are created"),
    ("stored", "bytes that are stored, deflated"),
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
            tag("p", "What each problem means stands at ", link("Problems", "/problems"), "."),
        ),
    )
    return Page("Keys and limits", "API keys and their scopes, quotas, and the headers that tell them.", body)
