"""Reference applications that answer the same bytes' worth without any rules: what the frameworks themselves cost."""

import os
from pathlib import Path
from types import GenericAlias
from typing import Any

import orjson
from fastapi import FastAPI
from pydantic import BaseModel, create_model
from redis.asyncio import Redis
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from service.api.http.problem_documents import Asgi, Receive, Scope, Send
from service.store.connection import Connection

REQUEST_VARIABLE = "UMPIRE_BENCH_REQUEST"
ANSWER_VARIABLE = "UMPIRE_BENCH_ANSWER"
LOADED_VARIABLE = "UMPIRE_BENCH_LOADED"
STORED_VARIABLE = "UMPIRE_BENCH_STORED"
STORE_VARIABLE = "UMPIRE_BENCH_STORE"

READ, WRITTEN = "bench:read", "bench:written"
WRITE = "return redis.call('SET', KEYS[1], ARGV[1], 'PX', 600000)"


def example_request() -> bytes:
    """Return the request that every application is sent, as the bench wrote it down."""
    return Path(os.environ[REQUEST_VARIABLE]).read_bytes()


def example_answer() -> bytes:
    """Return the answer that every reference application gives, as the bench wrote it down."""
    return Path(os.environ[ANSWER_VARIABLE]).read_bytes()


def model_like(name: str, *values: Any) -> Any:
    """Make a Pydantic type that holds JSON values such as these."""
    known = [each for each in values if each is not None]
    made: Any = Any
    if len({type(each) for each in known}) == 1:
        made = _kind_of(name, known)
    return made if len(known) == len(values) else made | None


def _kind_of(name: str, values: list[Any]) -> Any:
    """Make the type of values that are all objects, all lists, or all of one plain type."""
    if isinstance(values[0], dict):
        fields: dict[str, Any] = {}
        for key in {key: None for each in values for key in each}:
            found = [each[key] for each in values if key in each]
            fields[key] = model_like(f"{name}_{key}", *found), ... if len(found) == len(values) else None
        return create_model(name, **fields)
    if isinstance(values[0], list):
        items = [item for each in values for item in each]
        return GenericAlias(list, (model_like(name, *items) if items and not _mixed(items) else Any,))
    return type(values[0])


def _mixed(values: list[Any]) -> bool:
    shapes = {
        tuple((key, type(each).__name__) for key, each in value.items()) if isinstance(value, dict) else type(value)
        for value in values
    }
    return len(shapes) > 1


def bare_echo() -> Asgi:
    """Make the echo of a bare ASGI application: it reads the body and parses nothing."""
    body = example_answer()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]

    async def echo(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _live(receive, send)
            return
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return echo


async def _live(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


def starlette_echo() -> Starlette:
    """Make the echo of Starlette with Pydantic both ways."""
    asked, answered, example = _models()

    async def echo(request: Request) -> Response:
        asked.model_validate_json(await request.body())
        return Response(answered.model_validate(example).model_dump_json(), media_type="application/json")

    return Starlette(routes=[Route("/", echo, methods=["POST"])])


def fastapi_echo() -> FastAPI:
    """Make the echo of FastAPI with the same models."""
    asked, answered, example = _models()
    app = FastAPI()

    async def echo(body: Any) -> Any:
        return answered.model_validate(example)

    echo.__annotations__["body"] = asked
    app.post("/", response_model=answered)(echo)
    return app


def starlette_store() -> Starlette:
    """Make an endpoint of Starlette that gets a stored state and writes the next one by a Lua script, with redis-py."""
    redis = Redis.from_url(os.environ[STORE_VARIABLE])
    write = redis.register_script(WRITE)
    loaded, stored, answer = _stored_sizes()

    async def act(request: Request) -> Response:
        await request.body()
        if await redis.get(READ) is None:
            await redis.set(READ, loaded)
        await write(keys=[WRITTEN], args=[stored])
        return Response(answer, media_type="application/json")

    return Starlette(routes=[Route("/{id}", act, methods=["POST"])])


def starlette_connection() -> Starlette:
    """Make the same endpoint with the service's own connection to the store."""
    connection = Connection(os.environ[STORE_VARIABLE])
    loaded, stored, answer = _stored_sizes()

    async def act(request: Request) -> Response:
        await request.body()
        async with connection as redis:
            if await redis.get(READ) is None:
                await redis.set(READ, loaded)
        async with connection as redis:
            await redis.register_script(WRITE)(keys=[WRITTEN], args=[stored])
        return Response(answer, media_type="application/json")

    return Starlette(routes=[Route("/{id}", act, methods=["POST"])])


def _stored_sizes() -> list[bytes]:
    names = LOADED_VARIABLE, STORED_VARIABLE, ANSWER_VARIABLE
    return [Path(os.environ[name]).read_bytes() for name in names]


def _models() -> tuple[type[BaseModel], type[BaseModel], Any]:
    example = orjson.loads(example_answer())
    answered: type[BaseModel] = model_like("Answer", example)
    asked: type[BaseModel] = model_like("Asked", orjson.loads(example_request()))
    return asked, answered, example
