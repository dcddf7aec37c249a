"""One request without a service: `umpire FAMILY PROCEDURE`, and every other operation, by its name."""

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import takewhile
from pathlib import Path

import orjson

from service.app import opened
from service.cli.forking import fork_fork_server
from service.cli.lines import answer_lines
from service.cli.move_list import lists_moves, move_list
from service.cli.start import checked_settings
from service.errors import UmpireError
from service.errors.spelling import meant
from service.operations.problem import problem_of
from service.operations.registry import Effect, Operation, Registry
from service.operations.validation import validated
from service.settings import Settings
from service.settings.file import unusable
from service.wire import to_json


def ask(registry: Registry, parser: argparse.ArgumentParser, words: Sequence[str], own: Sequence[str]) -> int:
    """Answer one request in this process; `parser` takes no words yet, and `own` names the other commands."""
    parser.add_argument("name", nargs="+", help="the operation, such as: opposed resolve-attack odds")
    parser.add_argument("--file", type=Path, help="file with the request; standard input without it")
    parser.add_argument("--jsonl", action="store_true", help="each line is a request; one line answers it, in order")
    parser.add_argument("--text", action="store_true", help="of legal-moves: a numbered list for people")
    parser.epilog = _help_on(registry, "/".join(takewhile(lambda word: not word.startswith("-"), words)))
    options = parser.parse_args(words)
    name = "/".join(options.name)
    operation = registry.get(name)
    if operation is None:
        parser.print_usage(sys.stderr)
        sys.stderr.write(_unknown(registry, name, own))
        return 2
    if options.text and (options.jsonl or not lists_moves(name)):
        asked = "--jsonl" if options.jsonl else name.replace("/", " ")
        sys.stderr.write(f"umpire: --text is for one request for legal-moves; {asked} answers with JSON.\n")
        return 2
    try:
        if options.jsonl:
            return _answer_lines(operation, options.file)
        body = _body(operation, options.file)
    except OSError as error:
        sys.stderr.write(f"umpire: {unusable(error)}\n")
        return 2
    return _answer(operation, body, text=options.text)


def _answer_lines(operation: Operation, file: Path | None) -> int:
    """Answer every line of a file or of standard input; exit status 1 if a line was refused."""
    if not operation.is_stateless:
        sys.stderr.write(f"umpire: {operation.name} needs a store; --jsonl is for procedures and their odds.\n")
        return 2
    fork_fork_server()
    with ExitStack() as stack:
        requests = sys.stdin.buffer if file is None else stack.enter_context(file.open("rb"))
        try:
            refused = asyncio.run(answer_lines(operation, requests, sys.stdout.buffer, sys.stderr))
        except KeyboardInterrupt:
            return 1
        except BrokenPipeError:  # nobody reads on; Python would report it once more at its end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 1
    return 1 if refused else 0


def _answer(operation: Operation, body: bytes, *, text: bool) -> int:
    settings = checked_settings()
    if settings is None:
        return 2
    try:
        return asyncio.run(_run(operation.name, body, settings, text=text))
    except UmpireError as error:
        sys.stderr.buffer.write(to_json(problem_of(error, operation.path)) + b"\n")
    except KeyboardInterrupt:
        return 0
    return 1


async def _run(name: str, body: bytes, settings: Settings, *, text: bool) -> int:
    """Run an operation; of one that answers more than once, write every answer as it comes."""
    async with opened(settings) as registry:
        operation = registry[name]
        answer = await operation.run(validated(operation.request, body))
        if operation.http.media is not None:
            _write_file(getattr(answer, operation.http.media.field))
            return 0
        if text:
            _write_file(move_list(orjson.loads(to_json(answer))))
            return 0
        if operation.effect is not Effect.FOLLOW:
            _write(answer)
            return 0
        try:
            async for each in answer:
                _write(each)
        finally:
            await answer.close()
    return 0


def _write(answer: object) -> None:
    sys.stdout.buffer.write(to_json(answer) + b"\n")
    sys.stdout.buffer.flush()


def _write_file(text: str) -> None:
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


def _body(operation: Operation, file: Path | None) -> bytes:
    if file is not None:
        return file.read_bytes()
    if not operation.request.model_fields:
        return b"{}"
    if sys.stdin.isatty():
        sys.stderr.write("umpire: type the request as JSON, then Ctrl-D\n")
    return sys.stdin.buffer.read()


def _help_on(registry: Registry, name: str) -> str:
    operation = registry.get(name)
    if operation is None:
        return listing(registry, name)
    return f"{operation.summary}\n\n{operation.description}".rstrip()


def listing(registry: Registry, prefix: str) -> str:
    """List the operations whose names begin so, a line each."""
    entries = [each for each in registry if each.name.startswith(prefix)]
    width = max((len(each.name) for each in entries), default=0)
    lines = [f"  {each.name.replace('/', ' '):{width}}  {each.summary}" for each in entries]
    return "\n".join(["operations:", *lines]) if lines else ""


def _unknown(registry: Registry, name: str, own: Sequence[str]) -> str:
    if any(each.name.startswith(f"{name}/") for each in registry):
        return f"umpire: name one of these operations:\n{listing(registry, name + '/')}\n"
    asked = name.replace("/", " ")
    names = (*[each.name.replace("/", " ") for each in registry], *own)
    hint = meant(asked, names) or " `umpire --help` lists all commands."
    return f"umpire: there is no command {asked!r}.{hint}\n"
