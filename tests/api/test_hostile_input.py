"""What is not a request gets a problem document that says why, and the service goes on."""

import json
import re
from collections.abc import Iterator, MutableMapping
from typing import Any

import pytest
from starlette.testclient import TestClient

from service.api.http.body import read_body
from service.api.rest.request_parts import QUERIED
from service.app import create_app, registry
from service.errors import RequestCancelled
from service.operations.registry import Operation
from service.wire import to_json

ROLL = "/v1/dice/roll"
ATTACK = "/v1/opposed/resolve-attack"
JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """The whole service, in process."""
    with TestClient(create_app(), raise_server_exceptions=False) as client:
        yield client


BODIES = [
    pytest.param(b"", 400, "not-json", id="empty"),
    pytest.param(b"{", 400, "not-json", id="cut short"),
    pytest.param(b"\xff\xfe", 400, "not-json", id="not UTF-8"),
    pytest.param(b'{"notation": "d6"} x', 400, "not-json", id="two documents"),
    pytest.param(b'{"notation": NaN}', 400, "not-json", id="NaN"),
    pytest.param(b'{"notation": "d6", "notation": "d8"}', 400, "not-json", id="a key twice"),
    pytest.param(b'{"notation" : "d6", "notation": "d8"}', 400, "not-json", id="twice, with a gap"),
    pytest.param(rb'{"notation": "\u0022:", "notation": "d8"}', 400, "not-json", id="twice, hidden by an escape"),
    pytest.param(
        b'{"notation": "d6", "dice": {"kind": "seeded", "kind": "seeded"}}', 400, "not-json", id="twice inside"
    ),
    pytest.param(b"[" * 100_000, 400, "not-json", id="nested and cut short"),
    pytest.param(b"[" * 100_000 + b"]" * 100_000, 400, "not-json", id="nested deeply"),
    pytest.param(b'{"a":' * 500 + b"1" + b"}" * 500, 400, "not-json", id="objects nested deeply"),
    pytest.param(b"null", 422, "does-not-fit", id="null"),
    pytest.param(b"[]", 422, "does-not-fit", id="a list"),
    pytest.param(b"{}", 422, "does-not-fit", id="a field missing"),
    pytest.param(b'{"notation": "d6", "sides": 6}', 422, "does-not-fit", id="an unknown field"),
    pytest.param(b'{"notation": 6}', 422, "does-not-fit", id="a number for a text"),
    pytest.param(b'{"notation": "d6", "dice": {}}', 422, "does-not-fit", id="no kind of dice"),
    pytest.param(b'{"notation": "d6", "dice": {"kind": "loaded"}}', 422, "does-not-fit", id="unknown dice"),
    pytest.param(b'{"notation": "100000000d20"}', 422, "does-not-fit", id="a hundred million dice"),
    pytest.param(b'{"notation": "999d6"}', 409, "bad-notation", id="more dice than allowed"),
    pytest.param(b'{"notation": "d1!"}', 409, "bad-notation", id="a die that explodes for ever"),
    pytest.param(
        b'{"notation": "d6", "dice": {"kind": "supplied", "faces": [7]}}', 409, "face-out-of-range", id="face 7 on a d6"
    ),
    pytest.param(
        b'{"notation": "d6", "dice": {"kind": "supplied", "faces": [1e400]}}',
        400,
        "not-json",
        id="a number too large to be one",
    ),
    pytest.param(
        b'{"notation": "d6", "dice": {"kind": "supplied", "faces": [123456789012345678901234567890]}}',
        422,
        "does-not-fit",
        id="huge face",
    ),
    pytest.param(
        b'{"notation": "d6", "dice": {"kind": "supplied", "faces": [1, 2]}}',
        409,
        "dice-supply-left-over",
        id="left over",
    ),
]


@pytest.mark.parametrize(("body", "status", "slug"), BODIES)
def test_bad_body(client: TestClient, body: bytes, status: int, slug: str) -> None:
    """A bad body is answered with its status and its kind of problem."""
    response = client.post(ROLL, content=body, headers=JSON)
    problem = response.json()
    assert (response.status_code, problem["type"], problem["status"]) == (status, f"/problems/{slug}", status)
    assert response.headers["content-type"] == "application/problem+json"
    assert problem["detail"]
    assert problem["instance"] == ROLL
    assert problem["errors"]


def test_misfits_are_pointed_at_and_quoted(client: TestClient) -> None:
    """Each misfit has a JSON Pointer and quotes the value."""
    body = {"input": {"attacker": {"agility": 61, "weapon": {"rank": True}}, "defender": {}, "mode": "magic"}}
    errors = client.post(ATTACK, json=body).json()["errors"]
    found = {error["pointer"]: error["message"] for error in errors}
    assert set(found) == {"/input/attacker/agility", "/input/attacker/weapon/rank", "/input/mode"}
    assert "61" in found["/input/attacker/agility"]
    assert "true" in found["/input/attacker/weapon/rank"]
    assert '"magic"' in found["/input/mode"]


@pytest.mark.parametrize(
    ("media_type", "status"),
    [
        ("application/json", 200),
        ("application/json; charset=utf-8", 200),
        ('Application/JSON;charset="UTF-8"', 200),
        ("application/json; charset=latin-1", 415),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("application/jsonx", 415),
        ("", 415),
    ],
)
def test_content_type(client: TestClient, media_type: str, status: int) -> None:
    """Only JSON in UTF-8 is read, with or without a charset parameter."""
    headers = {"content-type": media_type} if media_type else {}
    assert client.post(ROLL, content=b'{"notation": "d6"}', headers=headers).status_code == status


@pytest.mark.parametrize(
    ("accept", "status"),
    [("application/json", 200), ("*/*", 200), ("text/html, application/*;q=0.1", 200), ("text/html", 406)],
)
def test_accept(client: TestClient, accept: str, status: int) -> None:
    """A client that accepts no JSON is told so."""
    headers = {**JSON, "accept": accept}
    assert client.post(ROLL, content=b'{"notation": "d6"}', headers=headers).status_code == status


def test_large_body(client: TestClient) -> None:
    """300 KiB are refused, announced or not."""
    body = json.dumps({"notation": "d6", "x": "y" * 300 * 1024}).encode()
    assert client.post(ROLL, content=body, headers=JSON).status_code == 413

    def in_parts() -> Iterator[bytes]:
        for at in range(0, len(body), 10_000):
            yield body[at : at + 10_000]

    response = client.post(ROLL, content=in_parts(), headers=JSON)
    assert (response.status_code, response.json()["type"]) == (413, "/problems/body-too-large")


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("GET", ROLL, "POST, OPTIONS"),
        ("DELETE", ROLL, "POST, OPTIONS"),
        ("POST", "/v1/families", "GET, HEAD, OPTIONS"),
        ("PUT", "/v1/families/opposed/rules/attack/sequence", "GET, HEAD, OPTIONS"),
    ],
)
def test_wrong_method(client: TestClient, method: str, path: str, allow: str) -> None:
    """A wrong method is refused, and `Allow` lists the right ones."""
    response = client.request(method, path)
    assert (response.status_code, response.headers["allow"]) == (405, allow)
    assert response.json()["type"] == "/problems/method-not-allowed"


def test_options_and_head(client: TestClient) -> None:
    """OPTIONS lists the methods; HEAD answers as GET without a body."""
    options = client.options(ROLL)
    assert (options.status_code, options.headers["allow"]) == (204, "POST, OPTIONS")
    head = client.head("/v1/families")
    assert (head.status_code, head.content) == (200, b"")
    assert int(head.headers["content-length"]) == len(client.get("/v1/families").content)


@pytest.mark.parametrize(
    ("path", "slug"),
    [
        ("/v1/families/chess", "unknown-family"),
        ("/v1/families/opposed/rules/attack/nonsense", "unknown-rule"),
        ("/v1/families/opposed/tables/nonsense", "unknown-table"),
        ("/v1/chess/resolve-attack", "not-found"),
        ("/v1/", "not-found"),
        ("/nowhere", "not-found"),
        ("/problems/nonsense", "unknown-problem"),
        ("/assets/nonsense.js", "not-found"),
    ],
)
def test_unknown_address(client: TestClient, path: str, slug: str) -> None:
    """What does not exist is not found, in the same words everywhere."""
    response = client.get(path)
    assert (response.status_code, response.json()["type"]) == (404, f"/problems/{slug}")


def test_unknown_query_parameter(client: TestClient) -> None:
    """A query parameter nobody knows is a misfit, not ignored."""
    response = client.get("/v1/families", params={"page": "2"})
    assert (response.status_code, response.json()["errors"][0]["pointer"]) == (422, "/page")


def test_every_problem_has_a_page(client: TestClient) -> None:
    """`type` leads to a page that explains the problem."""
    response = client.post(ROLL, content=b"{", headers=JSON)
    page = client.get(response.json()["type"])
    assert (page.status_code, "not one well-formed JSON document" in page.text) == (200, True)


def test_pages(client: TestClient) -> None:
    """The documentation is there, and is read only."""
    for path in ("/docs", "/docs/encounters", "/docs/seeded-dice", "/problems", "/openapi.yaml"):
        assert client.get(path).status_code == 200, path
    assert client.get("/", follow_redirects=False).headers["location"] == "/docs"
    assert "Creative Commons" in client.get("/docs/credits").text
    assert client.post("/docs").status_code == 405


WITH_BODY = [each for each in registry() if each.method not in QUERIED]


@pytest.mark.parametrize("operation", [pytest.param(each, id=each.name) for each in WITH_BODY])
def test_a_query_beside_a_body_is_refused(client: TestClient, operation: Operation) -> None:
    """No address that takes a body ignores a query: the parameter is named and its value quoted."""
    path = re.sub(r"\{\w+\}", "0" * 32, operation.path)
    request = operation.examples[0].request if operation.examples else {}
    response = client.request(operation.method, f"{path}?loudly=yes", content=to_json(request), headers=JSON)
    assert (response.status_code, response.json()["type"]) == (422, "/problems/does-not-fit")
    (fault,) = response.json()["errors"]
    assert (fault["place"], fault["name"], fault["code"]) == ("query", "loudly", "extra_forbidden")
    assert "loudly" in fault["message"]
    assert '"yes"' in fault["message"]


@pytest.mark.parametrize("arrived", [b"", b'{"notation": "d6"}'])
async def test_a_body_that_is_cut_off_is_not_read_as_a_whole_one(arrived: bytes) -> None:
    """Who hangs up before the end of a body has sent nothing, even if what has arrived is a document."""
    messages: list[MutableMapping[str, Any]] = [
        {"type": "http.disconnect"},
        {"type": "http.request", "body": arrived, "more_body": True},
    ]

    async def receive() -> MutableMapping[str, Any]:
        return messages.pop()

    with pytest.raises(RequestCancelled):
        await read_body({"type": "http", "headers": []}, receive)
