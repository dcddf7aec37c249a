"""Requests on the command line: their options and bodies, and the quick way for those that need no store."""

import argparse
import sys
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any, Final

import orjson

from service.cli.one_family import quick_operation
from service.cli.showing import Shown, add_showing, write
from service.dice.seeded import GENERATOR
from service.errors import UmpireError
from service.errors.unusable_files import unusable
from service.operations.registry import Operation
from service.operations.validation import validated
from service.wire import Frozen

WHOLE: Final = frozenset({"-h", "--help", "--jsonl"})
"""The options for which the whole service is declared."""
MOST_REPEATED: Final = 10_000


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of requests to the parser of a command."""
    parser.add_argument("name", nargs="+", help="the operation, such as: opposed resolve-attack odds")
    parser.add_argument("--file", type=Path, help="file with the request; standard input without it")
    parser.add_argument("--jsonl", action="store_true", help="each line is a request; one line answers it, in order")
    parser.add_argument("--example", action="store_true", help="print a request that works, and answer nothing")
    add_dice(parser)
    add_showing(parser)


def add_dice(parser: argparse.ArgumentParser) -> None:
    """Add the options that say with which dice, and how often."""
    parser.add_argument("--seed", help=f"the seed of the dice, such as table-7 or {GENERATOR}:table-7")
    parser.add_argument("--repeat", type=_times, metavar="N", help="do it N times, each time with other dice")


def _times(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MOST_REPEATED:
        message = f"a whole number from 1 to {MOST_REPEATED}, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def quick_request(parser: argparse.ArgumentParser, words: Sequence[str]) -> tuple[Operation, argparse.Namespace] | None:
    """Return the operation and the options of a request that needs no store; None: the whole service is needed."""
    if WHOLE & set(words):
        return None
    options = parser.parse_args(words)
    operation = quick_operation("/".join(options.name))
    return None if operation is None else (operation, options)


def quick_answer(operation: Operation, options: argparse.Namespace) -> tuple[int | None, bytes]:
    """Answer such a request; the status is None if the answer is to be kept, and the body is what has been read."""
    if options.example:
        return show_example(operation), b""
    try:
        body = body_of(operation, options.file)
    except OSError as error:
        Shown.fault(unusable(error))
        return 2, b""
    return answer_here(operation, body, options), body


def answer_here(operation: Operation, body: bytes, options: argparse.Namespace) -> int | None:
    """Answer a request of an operation without a store, as often as asked; None: the answer is to be kept."""
    shown = Shown(options.json, options.text)
    try:
        requests = [validated(operation.request, each) for each in bodies_of(operation, body, options)]
        if any(wants_store(each) for each in requests):
            return None
        answers = (at_once(operation.run(each)) for each in requests)
        if options.repeat is None:
            shown.answer(operation.name, next(answers))
        else:
            shown.answers(operation.name, answers)
    except UmpireError as error:
        shown.problem(error, operation.path)
        return 1
    return 0


def wants_store(request: Frozen) -> bool:
    """Return whether the answer to a request is to be kept."""
    return bool(getattr(request, "keep", False) or getattr(request, "keep_with", None))


def at_once(answering: Awaitable[Any]) -> Any:
    """Return what an operation answers that waits for nothing, without an event loop, so that none is imported."""
    try:
        answering.__await__().send(None)
    except StopIteration as end:
        return end.value
    message = "an operation that needs no store has waited for something"
    raise RuntimeError(message)


def body_of(operation: Operation, file: Path | None) -> bytes:
    """Read the request of an operation from a file or from standard input.

    Raises: OSError, if the file cannot be read.
    """
    if file is not None:
        return file.read_bytes()
    if not operation.request.model_fields:
        return b"{}"
    if sys.stdin.isatty():
        Shown.fault("type the request as JSON, then Ctrl-D; --example prints one that works")
    return sys.stdin.buffer.read()


def bodies_of(operation: Operation, body: bytes, options: argparse.Namespace) -> list[bytes]:
    """Return the body once for each time it is asked, with the seed of the options."""
    times, seed = options.repeat, options.seed
    if seed is None and times is None:
        return [body]
    if seed is None or "dice" not in operation.request.model_fields:
        return [body] * (times or 1)
    seeds = [seed_called(seed)] if times is None else [f"{seed_called(seed)}/{n + 1}" for n in range(times)]
    return [with_seed(body, each) for each in seeds]


def seed_called(seed: str) -> str:
    """Return a seed with the name of a generator: the usual one, if it names none."""
    return seed if ":" in seed else f"{GENERATOR}:{seed}"


def with_seed(body: bytes, seed: str) -> bytes:
    """Return a body with a seed; one that is no JSON object stays, so that it is refused as it is."""
    try:
        document = orjson.loads(body)
    except orjson.JSONDecodeError:
        return body
    if not isinstance(document, dict):
        return body
    return orjson.dumps({**document, "dice": {"kind": "seeded", "seed": seed}})


def show_example(operation: Operation) -> int:
    """Print the first example request of an operation."""
    if not operation.examples:
        Shown.fault(f"There is no example of {operation.name.replace('/', ' ')}; `--help` says what it takes.")
        return 2
    write(orjson.dumps(operation.examples[0].request, option=orjson.OPT_INDENT_2) + b"\n")
    return 0
