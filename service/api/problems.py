"""Errors as RFC 9457 problem documents, the same on every face."""

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Annotated, Any, Final

from pydantic import Field, ValidationError

from service.errors import DoesNotFit, Fault, UmpireError
from service.wire import record, to_json

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = Iterable[tuple[bytes, bytes]]

MEDIA_TYPE: Final = b"application/problem+json"
LONGEST_QUOTE: Final = 120
MOST_FAULTS: Final = 50


@record
class Problem:
    """What went wrong (RFC 9457); `type` leads to a page that explains it."""

    type: Annotated[str, Field(description="Address of the page that explains this kind of problem.")]
    title: Annotated[str, Field(description="The kind of problem, the same each time.")]
    status: Annotated[int, Field(description="HTTP status; the same number on every face.")]
    detail: Annotated[str, Field(description="What is wrong this time, quoting the offending value.")]
    instance: Annotated[str, Field(description="The request's path, or the operation's name.")]
    errors: Annotated[tuple[Fault, ...], Field(description="Each thing that is wrong, and where.")]


def problem_of(error: UmpireError, instance: str) -> Problem:
    """Describe an error for the wire."""
    return Problem(
        type=f"/problems/{error.slug()}",
        title=error.title,
        status=error.status,
        detail=error.detail,
        instance=instance,
        errors=error.faults,
    )


def problem_response(error: UmpireError, instance: str, headers: Headers = ()) -> Asgi:
    """Answer a request with a problem document."""
    body = to_json(problem_of(error, instance))

    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        await send_body(send, error.status, MEDIA_TYPE, body, headers, head=scope.get("method") == "HEAD")

    return respond


async def send_body(
    send: Send, status: int, media_type: bytes, body: bytes, headers: Headers = (), *, head: bool = False
) -> None:
    """Send a whole response, without its body when only the head was asked for."""
    start = [(b"content-type", media_type), (b"content-length", b"%d" % len(body)), *headers]
    await send({"type": "http.response.start", "status": status, "headers": start})
    await send({"type": "http.response.body", "body": b"" if head else body})


def misfit_of(error: ValidationError, document: Any) -> DoesNotFit:
    """Turn a model's complaints into one problem with a pointer and a quoted value each."""
    complaints = error.errors(include_url=False, include_context=False)
    faults = tuple(
        Fault(
            pointer=_pointer(each["loc"], document, missing=each["type"] == "missing"),
            code=each["type"],
            message=_sentence(each["msg"], each["input"], quotes=each["type"] != "missing"),
            rule=None,
        )
        for each in complaints[:MOST_FAULTS]
    )
    first = faults[0]
    more = f" (and {len(complaints) - 1} more)" if len(complaints) > 1 else ""
    where = f"at {first.pointer}" if first.pointer else "for the whole body"
    return DoesNotFit(f"The body does not fit the schema {where}: {first.message}{more}", faults=faults)


def quoted(value: Any) -> str:
    """Quote a value as JSON, cut short if it is long."""
    try:
        text = to_json(value).decode()
    except (TypeError, ValueError, RecursionError):
        text = repr(value)
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"


def _sentence(message: str, value: Any, *, quotes: bool) -> str:
    return f"{message}; got {quoted(value)}." if quotes else f"{message}."


def _pointer(location: tuple[int | str, ...], document: Any, *, missing: bool) -> str:
    """Point into the document; words that are not in it are the names of union branches and are left out."""
    tokens: list[str] = []
    here = document
    for position, token in enumerate(location):
        if (isinstance(here, dict) and token in here) or (isinstance(here, list) and isinstance(token, int) and token < len(here)):
            here = here[token]
        elif not (missing and position == len(location) - 1):
            continue
        tokens.append(str(token).replace("~", "~0").replace("/", "~1"))
    return "".join(f"/{token}" for token in tokens)
