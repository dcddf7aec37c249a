"""Documents are made once, compressed, and sent again only when they have changed."""

import gzip

import pytest

from service.api.http.served import FOREVER, REVALIDATE, Document, Shelf, content_of
from service.errors import NotFound
from tests.api.calls import call

TEXT = "A page. " * 200


@pytest.mark.parametrize(
    ("accepted", "is_compressed"),
    [
        ("gzip", True),
        ("deflate, gzip;q=0.5", True),
        ("br, *", True),
        ("identity", False),
        ("gzip;q=0", False),
        ("gzip;q=0.0, identity", False),
        ("gzip; q=0, *", False),
    ],
)
async def test_compression(accepted: str, is_compressed: bool) -> None:
    """Who accepts gzip gets it, and caches know that the answer depends on it."""
    reply = await call(Document(lambda: TEXT), "/page", b"", "GET", accept_encoding=accepted)
    assert (reply.status, reply.header("content-encoding")) == (200, "gzip" if is_compressed else None)
    assert (gzip.decompress(reply.body) if is_compressed else reply.body).decode() == TEXT
    assert reply.header("content-length") == str(len(reply.body))
    assert reply.header("vary") == "accept-encoding"


async def test_a_document_is_made_once() -> None:
    """The first request makes it, the second gets the same bytes."""
    made: list[int] = []

    def make() -> str:
        made.append(1)
        return f"{TEXT}{len(made)}"

    document = Document(make)
    assert made == []
    replies = [await call(document, "/page", b"", "GET") for _ in range(2)]
    assert (replies[0].body, made) == (replies[1].body, [1])


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
async def test_conditions(encoding: str) -> None:
    """The entity tag of each form is its own and strong; who has it is told 304 without a body."""
    document = Document(lambda: TEXT, headers=[(b"content-security-policy", b"default-src 'self'")])
    reply = await call(document, "/page", b"", "GET", accept_encoding=encoding)
    tag = reply.header("etag")
    assert tag is not None
    assert tag.startswith('"')
    for condition, status in (
        (tag, 304),
        (f'"other", W/{tag}', 304),
        ("*", 304),
        ('"other"', 200),
        (tag[:-2] + '"', 200),
    ):
        again = await call(document, "/page", b"", "GET", accept_encoding=encoding, if_none_match=condition)
        assert (again.status, again.header("etag")) == (status, tag)
        assert again.header("content-security-policy") == "default-src 'self'"
        assert (again.body == b"") == (status == 304)
    content = content_of(TEXT.encode())
    assert content.plain_tag != content.compressed_tag


async def test_head() -> None:
    """HEAD is answered as GET, without the body."""
    document = Document(lambda: TEXT)
    got, head = [await call(document, "/page", b"", method) for method in ("GET", "HEAD")]
    assert (head.status, head.headers, head.body) == (got.status, got.headers, b"")


async def test_small_documents_are_not_compressed() -> None:
    """What compression would not make smaller is sent as it is."""
    reply = await call(Document(lambda: b"small", b"text/plain"), "/page", b"", "GET", accept_encoding="gzip")
    assert (reply.body, reply.header("content-encoding"), reply.header("content-type")) == (
        b"small",
        None,
        "text/plain",
    )


async def test_a_shelf_has_documents_by_path() -> None:
    """A trailing slash is ignored, and another path is an error."""
    shelf = Shelf({"/page": Document(lambda: TEXT, cache=FOREVER), "/other": Document(lambda: "other")})
    assert (await call(shelf, "/page/", b"", "GET")).header("cache-control") == FOREVER.decode()
    assert (await call(shelf, "/other", b"", "GET")).header("cache-control") == REVALIDATE.decode()
    with pytest.raises(NotFound):
        await call(shelf, "/nothing", b"", "GET")
