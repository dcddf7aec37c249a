"""The guide to what all calls over HTTP share: errors, retries, versions, web pages, compression and sizes."""

from collections.abc import Mapping
from typing import Final

from service.api.documents.site.html import join, paragraphs
from service.api.documents.site.layout import Page, section

SECTIONS: Final[Mapping[str, tuple[str, str]]] = {
    "errors": (
        "Errors",
        """\
Every error is a problem document (RFC 9457, `application/problem+json`): `type` is the address of a page that explains
it, `detail` quotes the wrong value, and `errors` has a `pointer` to each wrong field. 422 means that the request does
not fit its schema. 409 means that it fits, but that the rules refuse it; `rule` names the rule. All kinds are listed at
`/problems`. Nothing is stored when a request is refused.
""",
    ),
    "retries": (
        "Retries: Idempotency-Key",
        """\
Send the header `Idempotency-Key` with each request that rolls or stores something. If the answer is lost, send the
same request with the same key again: you get the stored answer, with `Idempotent-Replayed: true`, and nothing happens
twice. The same key with another body is refused with 409 `key-reused`. While the first request is still in work the
answer is 409 `key-in-use` with `Retry-After`. Keys are kept for 24 hours.

A key is a secret: a client that sends the same key and body gets the answer, with the tokens of a new encounter. Make a
random UUID for each request, and never copy a key from an example.
""",
    ),
    "versions": (
        "Versions: ETag and If-Match",
        """\
An encounter has a version, which is also its `ETag`. Send it back as `If-Match` with each change: if another client has
changed the encounter meanwhile, the answer is 412 and nothing is changed. Documents, maps and reference answers have an
`ETag`, too: send it as `If-None-Match`, and the answer is 304 without a body until something changes. The same holds
for the situation, the legal moves and the suggestions of an encounter, whose `ETag` is its version.
""",
    ),
    "pages": (
        "Calls from a web page: CORS",
        """\
Pages of other origins may call the service with `fetch`, without credentials. The operator can restrict the origins
with the setting `UMPIRE_CORS_ORIGINS`. Tokens travel in the header `Authorization: Bearer`, never in cookies. Live
streams are read with `fetch` as well, because `EventSource` sends no headers.
""",
    ),
    "compression": (
        "Compression",
        """\
With `Accept-Encoding: gzip`, documents and larger answers are sent compressed. `fields` in a request selects parts of
its answer, which makes it even smaller: `"fields": ["outcome.verdict", "outcome.summary"]`.
""",
    ),
    "sizes": (
        "Sizes and pages",
        """\
A body has at most 256 KiB, and an answer at most 4 MB. Lists come in pages: while `next` is not null, send it as the
start of the next page. `GET /v1/meta` lists all limits of a service.
""",
    ),
    "requests": (
        "Request ids and traces",
        """\
Each answer has an `X-Request-Id`. A request may bring its own, and the log of the service names it. `Traceparent`
(W3C trace context) is passed on where the operator has tracing switched on.
""",
    ),
}


def http_page() -> Page:
    """Write the guide."""
    body = join([section(2, title, anchor, paragraphs(text)) for anchor, (title, text) in SECTIONS.items()])
    return Page("Calls over HTTP", "Errors, retries, versions, CORS, compression and sizes of all calls.", body)
