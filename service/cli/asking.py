"""One request of any operation, by its name, with every operation declared and the store of the settings."""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import takewhile
from pathlib import Path

from service.app import opened
from service.cli.forking import fork_fork_server
from service.cli.help.of_operations import explain, named_in, unknown
from service.cli.lines import answer_lines
from service.cli.requests import bodies_of, body_of, show_example
from service.cli.showing import Shown, write
from service.cli.start import checked_settings
from service.errors import UmpireError
from service.errors.unusable_files import unusable
from service.operations.answering.feeds import OpenFeed
from service.operations.registry import Effect, Operation, Registry
from service.operations.validation import validated
from service.settings.environment import Settings


def ask(
    registry: Registry, parser: argparse.ArgumentParser, words: Sequence[str], own: Sequence[str], body: bytes | None
) -> int:
    """Answer one request in this process; `own` names the other commands, and `body` is what has been read already."""
    named = "/".join(takewhile(lambda word: not word.startswith("-"), words))
    options = _options(registry, parser, named, words)
    operation = None if options is None else registry.get("/".join(options.name))
    if options is None or operation is None:
        sys.stderr.write(unknown(registry, named, own))
        return 2
    if options.example:
        return show_example(operation)
    if options.jsonl and (options.text or options.repeat or options.seed):
        Shown.fault("--jsonl answers with JSON, a line for each line; --text, --repeat and --seed are for one request.")
        return 2
    try:
        if options.jsonl:
            return _answer_lines(operation, options.file)
        body = body_of(operation, options.file) if body is None else body
    except OSError as error:
        Shown.fault(unusable(error))
        return 2
    return _answer(operation, body, options)


def _options(
    registry: Registry, parser: argparse.ArgumentParser, named: str, words: Sequence[str]
) -> argparse.Namespace | None:
    """Return the options of a command, or None if no operation has this name; asked for help, print it and end."""
    if not named_in(registry, named):
        return None
    explain(registry, parser, named)
    return parser.parse_args(words)


def _answer_lines(operation: Operation, file: Path | None) -> int:
    """Answer every line of a file or of standard input; exit status 1 if a line was refused."""
    if not operation.is_stateless:
        sys.stderr.write(f"umpire: {operation.name} needs a store; --jsonl is for procedures and their odds.\n")
        return 2
    fork_fork_server()
    with ExitStack() as stack:
        requests = sys.stdin.buffer if file is None else stack.enter_context(file.open("rb"))
        refused = asyncio.run(answer_lines(operation, requests, sys.stdout.buffer, sys.stderr))
    return 1 if refused else 0


def _answer(operation: Operation, body: bytes, options: argparse.Namespace) -> int:
    settings = checked_settings()
    if settings is None:
        return 2
    shown = Shown(options.json, options.text)
    try:
        bodies = bodies_of(operation, body, options)
        return asyncio.run(_run(operation.name, bodies, settings, shown))
    except UmpireError as error:
        shown.problem(error, operation.path)
    except KeyboardInterrupt:
        return 0
    return 1


async def _run(name: str, bodies: Sequence[bytes], settings: Settings, shown: Shown) -> int:
    """Run an operation; of one that answers more than once, write every answer as it comes."""
    async with opened(settings) as registry:
        operation = registry[name]
        answers = [await operation.run(validated(operation.request, body)) for body in bodies]
        if operation.http.media is not None:
            write(getattr(answers[0], operation.http.media.field).encode())
        elif operation.effect is Effect.FOLLOW:
            await _follow(name, answers[0], shown)
        elif len(bodies) == 1:
            shown.answer(name, answers[0])
        else:
            shown.answers(name, answers)
    return 0


async def _follow(name: str, feed: OpenFeed, shown: Shown) -> None:
    try:
        async for each in feed:
            shown.answer(name, each)
    finally:
        await feed.close()
