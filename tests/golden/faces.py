"""The ways of asking: a face takes an operation's name and a request, and gives a status and an answer."""

import asyncio
import sys
from collections.abc import Callable
from functools import cache
from io import BytesIO, TextIOWrapper
from typing import Any
from unittest.mock import patch

import orjson

from service.api.http.problem_documents import Asgi
from service.app import create_app, graphql, registry
from service.cli import main
from service.errors import UmpireError
from service.operations.problem import problem_of
from service.operations.registry import Operation
from service.operations.validation import validated
from service.wire import to_json
from tests.api.calls import posted
from tests.golden.writing import Json, on_the_wire
from tests.graphql_documents import document_for
from tests.graphql_translation import answer_in, problem_in, variables_for

Face = Callable[[str, Json], tuple[int, Json]]


def in_process(name: str, request: Json) -> tuple[int, Json]:
    """Run an operation of the registry; a problem is described as REST describes it."""
    operation = _operation(name)
    try:
        answer = asyncio.run(_run(operation, on_the_wire(request)))
    except UmpireError as error:
        return error.status, orjson.loads(to_json(problem_of(error, operation.path)))
    return 200, orjson.loads(to_json(answer))


async def _run(operation: Operation, body: bytes) -> object:
    answer: object = await operation.run(validated(operation.request, body))
    return answer


def over_rest(name: str, request: Json) -> tuple[int, Json]:
    """Post the request."""
    operation = _operation(name)
    reply = posted(_app(), operation.path, on_the_wire(request))
    return reply.status, reply.json if reply.status >= 400 else _read(operation, reply.body)


def over_graphql(name: str, request: Json) -> tuple[int, Json]:
    """Ask for every field of the answer, and translate request and answer; GraphQL has selections for `fields`."""
    operation, schema = _operation(name), graphql().schema
    paths = request.get("fields")
    request = {key: value for key, value in request.items() if key != "fields"}
    body = {"query": _document(name), "variables": variables_for(schema, operation, request)}
    response = posted(_app(), "/graphql", body).json
    assert "errors" not in response, response["errors"]
    answer = answer_in(schema, operation, response["data"])
    if "type" in answer:
        answer = problem_in(schema, operation, request, answer)
    if paths is not None and answer["status"] == "resolved":
        answer = {"status": "selected", **parts_at(answer, [path.split(".") for path in paths])}
    return (answer["status"] if "type" in answer else 200), answer


def parts_at(answer: Json, paths: list[list[str]]) -> Json:
    """Return the parts of an answer at some paths, nested as they are in it; a path without names is all of a part."""
    if [] in paths:
        return answer
    if isinstance(answer, list):
        return [parts_at(each, paths) for each in answer]
    if not isinstance(answer, dict):
        return answer
    names = {path[0] for path in paths}
    return {
        name: parts_at(part, [path[1:] for path in paths if path[0] == name])
        for name, part in answer.items()
        if name in names
    }


def on_the_command_line(name: str, request: Json) -> tuple[int, Json]:
    """Pipe the request into the command."""
    out, err = _stream(), _stream()
    with patch.multiple(sys, stdin=_stream(on_the_wire(request)), stdout=out, stderr=err):
        status = main(name.split("/"))
    if status:
        problem = orjson.loads(err.buffer.getvalue())
        return problem["status"], problem
    return 200, _read(_operation(name), out.buffer.getvalue())


def _read(operation: Operation, written: bytes) -> Json:
    """Read an answer that was written: JSON, or a file, which is one field of the record."""
    media = operation.http.media
    return orjson.loads(written) if media is None else {"status": "drawn", media.field: written.decode()}


def _operation(name: str) -> Operation:
    operation = registry().get(name)
    assert operation is not None, f"there is no operation {name}"
    return operation


@cache
def _document(name: str) -> str:
    return document_for(graphql().schema, _operation(name))


@cache
def _app() -> Asgi:
    return create_app()


def _stream(content: bytes = b"") -> Any:
    return TextIOWrapper(BytesIO(content), write_through=True)


FACES: dict[str, Face] = {
    "in process": in_process,
    "REST": over_rest,
    "GraphQL": over_graphql,
    "command line": on_the_command_line,
}
