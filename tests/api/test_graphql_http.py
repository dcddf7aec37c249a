"""GraphQL's one address speaks GraphQL over HTTP."""

from typing import Any
from urllib.parse import urlencode

import httpx2
import orjson
import pytest

from service.api.graphql.over_http import GraphQLApp
from service.api.http.served import Document
from service.operations.registry import BODY_BYTES
from tests.api.torture import FACE

TYPED = "application/graphql-response+json"
PLAIN = "application/json"
PROBLEM = "application/problem+json"
QUERY = "{ tortureComputeIt(input: {moves: []}) { __typename } }"
MUTATION = "mutation { tortureRollIt(input: {moves: []}) { __typename } }"
COMPUTED = {"data": {"tortureComputeIt": {"__typename": "TortureAnswer"}}}
JSON = {"content-type": "application/json"}

transport = httpx2.ASGITransport(app=GraphQLApp(FACE))


async def send(method: str, parameters: str = "", body: Any = b"", **headers: str) -> httpx2.Response:
    """Send a request to the address."""
    content = body if isinstance(body, bytes) else orjson.dumps(body)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    async with httpx2.AsyncClient(transport=transport, base_url="http://umpire") as client:
        return await client.request(method, f"/graphql{parameters}", content=content, headers=named)


async def post(body: Any, **headers: str) -> httpx2.Response:
    """Post JSON."""
    return await send("POST", "", body, **({"content_type": PLAIN} | headers))


ACCEPTED = [
    pytest.param({}, TYPED, id="whatever"),
    pytest.param({"accept": "*/*"}, TYPED, id="anything"),
    pytest.param({"accept": "application/*"}, TYPED, id="any application"),
    pytest.param({"accept": TYPED}, TYPED, id="GraphQL's own"),
    pytest.param({"accept": f"{TYPED}, {PLAIN};q=0.9"}, TYPED, id="both"),
    pytest.param({"accept": PLAIN}, PLAIN, id="JSON"),
]


@pytest.mark.parametrize(("headers", "media_type"), ACCEPTED)
async def test_media_types(headers: dict[str, str], media_type: str) -> None:
    """A response is of GraphQL's own media type, unless the client only knows JSON."""
    for _ in range(2):
        reply = await post({"query": QUERY}, **headers)
        assert (reply.status_code, reply.headers["content-type"], reply.json()) == (200, media_type, COMPUTED)
        assert reply.headers["vary"] == "accept"


@pytest.mark.parametrize("content_type", [PLAIN, f"{PLAIN}; charset=utf-8", f'{PLAIN};charset="UTF-8"'])
async def test_content_types(content_type: str) -> None:
    """JSON may be sent with its charset."""
    assert (await post({"query": QUERY}, content_type=content_type)).json() == COMPUTED


@pytest.mark.parametrize("query", ["{", "{ nothing }", "query a { __typename } query a { __typename }"])
@pytest.mark.parametrize(("accept", "status"), [(TYPED, 400), (PLAIN, 200)])
async def test_wrong_documents(query: str, accept: str, status: int) -> None:
    """A document that is wrong is a 400 in GraphQL's own media type, and a 200 with errors in JSON."""
    reply = await post({"query": query}, accept=accept)
    assert (reply.status_code, reply.headers["content-type"]) == (status, accept)
    assert list(reply.json()) == ["errors"]


async def test_problems_are_data() -> None:
    """What the rules refuse is a 200: GraphQL did what it was asked to."""
    query = "mutation { tortureRollIt(input: {moves: []}, refuseIt: true) { ... on Problem { status } } }"
    reply = await post({"query": query})
    assert (reply.status_code, reply.json()) == (200, {"data": {"tortureRollIt": {"status": 409}}})


async def test_all_of_a_request() -> None:
    """Variables and the operation's name are used; members that others may add are ignored."""
    query = "query a { a: __typename } query b($i: TortureInputInput!) { tortureComputeIt(input: $i) { __typename } }"
    asked = {"query": query, "variables": {"i": {"moves": []}}, "operationName": "b", "extensions": {"x": 1}}
    assert (await post(asked)).json() == COMPUTED
    nulls = {"query": QUERY, "variables": None, "operationName": None}
    assert (await post(nulls)).json() == COMPUTED


REFUSED = [
    pytest.param(b"{", JSON, 400, id="no JSON"),
    pytest.param(b'{"query": "{a}", "query": "{b}"}', JSON, 400, id="a key twice"),
    pytest.param(b"[]", JSON, 422, id="a batch"),
    pytest.param(b"{}", JSON, 422, id="no query"),
    pytest.param(b'{"query": ""}', JSON, 422, id="an empty query"),
    pytest.param(b'{"query": 1}', JSON, 422, id="a query that is no text"),
    pytest.param(b'{"query": "{a}", "variables": []}', JSON, 422, id="variables that are no object"),
    pytest.param(b'{"query": "{a}", "operationName": 1}', JSON, 422, id="a name that is no text"),
    pytest.param(b" " * (BODY_BYTES + 1), JSON, 413, id="too large"),
    pytest.param(b"{}", {"content-type": "text/plain"}, 415, id="text"),
    pytest.param(b"{}", {}, 415, id="no type"),
    pytest.param(b"{}", JSON | {"accept": "image/png"}, 406, id="an answer in pixels"),
]


@pytest.mark.parametrize(("body", "headers", "status"), REFUSED)
async def test_what_never_reaches_graphql(body: bytes, headers: dict[str, str], status: int) -> None:
    """What is no GraphQL request is answered with a problem document, as everywhere."""
    reply = await send("POST", "", body, **headers)
    assert (reply.status_code, reply.headers["content-type"], reply.json()["status"]) == (status, PROBLEM, status)


async def test_get_reads() -> None:
    """Queries may be sent by GET, and their head asked for."""
    parameters = {
        "query": "query q($i: TortureInputInput!) { tortureComputeIt(input: $i) { __typename } }",
        "variables": '{"i": {"moves": []}}',
        "operationName": "q",
    }
    first, second, head = [await send(method, f"?{urlencode(parameters)}") for method in ("GET", "GET", "HEAD")]
    assert (first.status_code, first.json()) == (200, COMPUTED)
    assert second.content == first.content
    assert (head.status_code, head.content, head.headers["content-length"]) == (200, b"", str(len(first.content)))


async def test_get_does_not_roll() -> None:
    """A mutation by GET is refused, also when its plan is known."""
    assert (await post({"query": MUTATION})).status_code == 200
    for query in (MUTATION, f"{MUTATION} # not seen before"):
        reply = await send("GET", f"?{urlencode({'query': query})}")
        assert (reply.status_code, reply.headers["content-type"]) == (405, PROBLEM)
        assert "POST" in reply.headers["allow"]


@pytest.mark.parametrize(("parameters", "status"), [("?query={a}&variables={", 400), ("", 422), ("?query=", 422)])
async def test_wrong_parameters(parameters: str, status: int) -> None:
    """What GET cannot read is a problem."""
    reply = await send("GET", parameters)
    assert (reply.status_code, reply.headers["content-type"]) == (status, PROBLEM)


async def test_methods() -> None:
    """Other methods are refused with those that are allowed."""
    assert (await send("OPTIONS")).status_code == 204
    reply = await send("DELETE")
    assert (reply.status_code, reply.headers["allow"]) == (405, "GET, HEAD, POST, OPTIONS")


async def test_page() -> None:
    """A browser gets the page, and everybody else is answered; without a page, browsers are refused."""
    accept, query = "text/html,application/xhtml+xml;q=0.8", "?query={a}"
    page = Document(lambda: "a page")
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=GraphQLApp(FACE, page))) as client:
        reply = await client.get(f"http://test/graphql{query}", headers={"accept": accept})
        assert (reply.headers["content-type"], reply.text) == ("text/html; charset=utf-8", "a page")
        reply = await client.get(f"http://test/graphql{query}", headers={"accept": "application/json"})
        assert reply.headers["content-type"] == "application/json"
    assert (await send("GET", query, accept=accept)).status_code == 406


@pytest.mark.parametrize(("hit_points", "failed"), [(42, False), (-1, True)])
async def test_a_problem_is_a_failure_that_no_key_keeps(hit_points: int, failed: bool) -> None:
    """The status is 200 either way, so the face says of an answer that it is a problem."""
    query = f"mutation {{ tortureRollIt(input: {{moves: [], hitPoints: {hit_points}}}) {{ __typename }} }}"
    for _ in ("interpreted", "by plan"):
        body = orjson.dumps({"query": query})
        scope: Any = {
            "type": "http",
            "method": "POST",
            "path": "/graphql",
            "headers": [(b"content-type", b"application/json")],
        }
        sent: list[Any] = []

        async def receive(body: bytes = body) -> Any:
            return {"type": "http.request", "body": body}

        async def send(message: Any, sent: list[Any] = sent) -> None:
            sent.append(message)

        await GraphQLApp(FACE)(scope, receive, send)
        assert (sent[0]["status"], scope["umpire.failed"]) == (200, failed)
