"""Every request has an id, and every failed request one line."""

import logging
from collections.abc import Callable
from typing import Any

import pytest
import structlog

from service.api.http.problem_documents import Receive, Scope, Send
from service.api.middleware import logs
from service.api.middleware.requestid import RequestId
from tests.api.calls import answering, call

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = f"00-{TRACE}-00f067aa0ba902b7-01"


Written = Callable[[], list[dict[str, Any]]]


def telling(status: int = 200, operation: str | None = None) -> RequestId:
    """An application that answers with the id that it was given."""

    def make(scope: Scope, body: bytes) -> tuple[int, bytes]:
        scope["umpire.operation"] = operation
        return status, str(scope["umpire.request_id"]).encode()

    return RequestId(answering(make))


async def test_an_id_is_made_and_told() -> None:
    """Without an id of the caller's each request gets one of its own, and the answer bears it."""
    app = telling()
    replies = [await call(app) for _ in range(3)]
    ids = [reply.header("x-request-id") for reply in replies]
    assert len(set(ids)) == 3
    assert [reply.body.decode() for reply in replies] == ids
    assert ids[0] != (await call(telling())).header("x-request-id")


async def test_the_callers_id_is_kept() -> None:
    """A visible id of at most 128 characters goes through and comes back."""
    for each in ("abc-1", "x" * 128):
        assert (await call(telling(), x_request_id=each)).header("x-request-id") == each


@pytest.mark.parametrize("given", ["", "two words", "x" * 129, "ä", "a\nb"])
async def test_a_bad_id_is_replaced(given: str) -> None:
    """Nothing unbounded or unprintable is reflected."""
    reply = await call(telling(), x_request_id=given)
    assert reply.header("x-request-id") not in {given, None}


async def test_a_failed_request_has_one_line(log_lines: Written) -> None:
    """The line says what was asked, what came of it, how long it took, and the ids to find it by."""
    await call(telling(422, "dice/roll"), "/v1/dice/roll", x_request_id="abc", traceparent=PARENT)
    (line,) = log_lines()
    assert line.pop("ms") >= 0
    assert line.pop("at").endswith("Z")
    assert line == {
        "event": "request failed",
        "level": "info",
        "logger": "umpire.requests",
        "method": "POST",
        "path": "/v1/dice/roll",
        "operation": "dice/roll",
        "status": 422,
        "request_id": "abc",
        "trace_id": TRACE,
    }


@pytest.mark.parametrize(("status", "levels"), [(200, []), (304, []), (404, ["info"]), (500, []), (503, ["error"])])
async def test_what_is_written(log_lines: Written, status: int, levels: list[str]) -> None:
    """Success is silent, a caller's mistake is information, and a 500 is told where it is caught."""
    await call(telling(status))
    assert [line["level"] for line in log_lines()] == levels


async def test_long_paths_are_cut(log_lines: Written) -> None:
    """A line stays short, whatever the caller sends."""
    await call(telling(404), "/" + "x" * 10_000)
    (line,) = log_lines()
    assert len(line["path"]) == 200


@pytest.mark.parametrize(
    "parent",
    ["", "00-1-2-01", f"ff-{TRACE}-00f067aa0ba902b7-01", f"00-{'0' * 32}-00f067aa0ba902b7-01", PARENT.upper()],
)
async def test_a_bad_traceparent_is_ignored(log_lines: Written, parent: str) -> None:
    """Only what W3C calls valid is a trace id."""
    await call(telling(404), traceparent=parent)
    assert [line.get("trace_id") for line in log_lines()] == [None]


async def test_lines_inside_a_request_bear_its_id(log_lines: Written) -> None:
    """Our own lines and those of libraries can be found by the request's id."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        structlog.get_logger("umpire.test").warning("ours")
        logging.getLogger("theirs").warning("a %s", "library's")
        await answering(lambda scope, body: (200, b""))(scope, receive, send)

    await call(RequestId(app), x_request_id="abc")
    assert [(line["event"], line["request_id"]) for line in log_lines()] == [("ours", "abc"), ("a library's", "abc")]


async def test_an_exception_is_part_of_its_line(log_lines: Written) -> None:
    """A traceback does not break the one line of its event."""
    try:
        _ = 1 / 0
    except ZeroDivisionError:
        structlog.get_logger("umpire.test").exception("failed")
    (line,) = log_lines()
    assert "ZeroDivisionError" in line["exception"]


def test_people_get_columns(log_lines: Written, capsys: pytest.CaptureFixture[str]) -> None:
    """Lines for people are no JSON, and lines below the level are not written."""
    logs.configure("warning", human=True)
    structlog.get_logger("umpire.test").warning("hello", a=1)
    structlog.get_logger("umpire.test").info("too quiet")
    text = capsys.readouterr().err
    assert "hello" in text
    assert "a=1" in text
    assert "{" not in text
    assert "too quiet" not in text


async def test_connections_have_ids_too() -> None:
    """Inside a WebSocket or the lifespan the application is called as it is."""
    seen: list[tuple[str, bool]] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append((scope["type"], "umpire.request_id" in scope))

    async def nothing(*_: Any) -> Any:
        return {}

    await RequestId(app)({"type": "websocket", "headers": [], "path": "/graphql"}, nothing, nothing)
    await RequestId(app)({"type": "lifespan"}, nothing, nothing)
    assert seen == [("websocket", True), ("lifespan", False)]
