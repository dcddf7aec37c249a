"""The command line: serve, write the contract, or resolve one request without a service.

Answers are written to standard output as in REST, problem documents to standard error; feeds are written line by line.
Encounters and shared results are kept in the store that UMPIRE_REDIS_URL names. Exit status: 0 answered, 1 refused or
failed, 2 usage error.
"""

import argparse
import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from importlib.metadata import version
from itertools import takewhile
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pydantic import ValidationError

    from service.api.http.problems import Asgi
    from service.operations.registry import Operation, Registry
    from service.settings import Settings

DESCRIPTION: Final = "The umpire at a wargame table, for other programs: it knows the rules and rolls in the open."
COMMANDS: Final = """\
commands:
  umpire serve [--host ADDRESS] [--port PORT] [--workers N]   answer over HTTP; everything else is set by UMPIRE_*
               [--data DIR]                                   keep what the private store holds in a folder
  umpire contract [--root FOLDER]                             write openapi.yaml and api_schema/
  umpire FAMILY PROCEDURE [odds] [--file FILE]                answer the request in a file or on standard input
  umpire FAMILY --help                                        list the procedures of a family

Encounters, and answers that are to be kept, need a store: UMPIRE_REDIS_URL=redis://... or unix://...
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command and return the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == ["serve"]:
        return serve(words[1:])
    if words[:1] == ["contract"]:
        return contract(words[1:])
    if not words or words[0].startswith("-"):
        return introduce(words)
    return ask(words)


def introduce(words: Sequence[str]) -> int:
    """Print the commands and operations of Umpire."""
    parser = _parser("umpire", DESCRIPTION)
    parser.add_argument("--version", action="version", version=f"umpire {version('umpire-referee')}")
    parser.epilog = COMMANDS + "\n" + _listing(_registry(), "") if {"-h", "--help"} & set(words) else COMMANDS
    parser.parse_args(words)
    parser.print_help()
    return 2


def contract(words: Sequence[str]) -> int:
    """Write the generated contract."""
    parser = _parser("umpire contract", "Write openapi.yaml and api_schema/ from the registry.")
    parser.add_argument("--root", type=Path, default=Path(), help="folder to write to (the current one)")
    root: Path = parser.parse_args(words).root

    from service.api.documents.contract import contract_of, write_contract
    from service.app import graphql, played, registry
    from service.store.server import PrivateStore

    with PrivateStore() as store:
        answers = asyncio.run(played(store.url))
    write_contract(root, contract_of(registry(), graphql().schema.as_str(), answers))
    return 0


# ── One request ──────────────────────────────────────────────────────────────────────────────────────────────────────


def ask(words: Sequence[str]) -> int:
    """Answer one request in this process."""
    registry = _registry()
    parser = _parser("umpire", None)
    parser.add_argument("name", nargs="+", help="what to ask for, such as: opposed resolve-attack odds")
    parser.add_argument("--file", type=Path, help="file with the request; standard input without it")
    parser.epilog = _help_on(registry, "/".join(takewhile(lambda word: not word.startswith("-"), words)))
    options = parser.parse_args(words)
    name = "/".join(options.name)
    operation = registry.get(name)
    if operation is None:
        parser.print_usage(sys.stderr)
        sys.stderr.write(_unknown(registry, name))
        return 2
    try:
        body = _body(operation, options.file)
    except OSError as error:
        sys.stderr.write(f"umpire: {error}\n")
        return 2
    return _answer(operation, body)


def _answer(operation: "Operation", body: bytes) -> int:
    from pydantic import ValidationError

    from service.errors import UmpireError
    from service.operations.problem import problem_of
    from service.settings import Settings
    from service.wire import to_json

    try:
        return asyncio.run(_run(operation.name, body, Settings()))
    except UmpireError as error:
        sys.stderr.buffer.write(to_json(problem_of(error, operation.path)) + b"\n")
    except ValidationError as error:
        return _explain(error)
    except KeyboardInterrupt:
        return 0
    return 1


async def _run(name: str, body: bytes, settings: "Settings") -> int:
    """Run an operation; of one that answers more than once, write every answer as it comes."""
    from service.app import opened
    from service.operations.registry import Effect
    from service.operations.validation import validated

    async with opened(settings) as registry:
        operation = registry[name]
        answer = await operation.run(validated(operation.request, body))
        if operation.http.media is not None:
            _write_file(getattr(answer, operation.http.media.field))
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
    from service.wire import to_json

    sys.stdout.buffer.write(to_json(answer) + b"\n")
    sys.stdout.buffer.flush()


def _write_file(text: str) -> None:
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


def _explain(error: "ValidationError") -> int:
    from service.operations.validation import setting_faults
    from service.settings import Settings

    for fault in setting_faults(error, Settings):
        sys.stderr.write(f"umpire: {fault}\n")
    return 2


def _body(operation: "Operation", file: Path | None) -> bytes:
    if file is not None:
        return file.read_bytes()
    if not operation.request.model_fields:
        return b"{}"
    if sys.stdin.isatty():
        sys.stderr.write("umpire: type the request as JSON, then Ctrl-D\n")
    return sys.stdin.buffer.read()


def _registry() -> "Registry":
    from service.app import registry

    return registry()


def _help_on(registry: "Registry", name: str) -> str:
    operation = registry.get(name)
    if operation is None:
        return _listing(registry, name)
    return f"{operation.summary}\n\n{operation.description}".rstrip()


def _listing(registry: "Registry", prefix: str) -> str:
    entries = [each for each in registry if each.name.startswith(prefix)]
    width = max((len(each.name) for each in entries), default=0)
    lines = [f"  {each.name.replace('/', ' '):{width}}  {each.summary}" for each in entries]
    return "\n".join(["what can be asked for:", *lines]) if lines else ""


def _unknown(registry: "Registry", name: str) -> str:
    if any(each.name.startswith(f"{name}/") for each in registry):
        return f"umpire: which one?\n{_listing(registry, name + '/')}\n"
    from service.errors import meant

    asked = name.replace("/", " ")
    names = (*[each.name.replace("/", " ") for each in registry], "serve", "contract")
    hint = meant(asked, names) or " `umpire --help` lists what can be asked for."
    return f"umpire: nothing is called {asked!r}.{hint}\n"


# ── The service ──────────────────────────────────────────────────────────────────────────────────────────────────────


def serve(words: Sequence[str]) -> int:
    """Answer over HTTP until a signal stops the service."""
    from pydantic import ValidationError

    from service.api.middleware.tracing import TracingNotInstalled
    from service.settings import Settings
    from service.store.server import StoreDidNotStart

    parser = _parser("umpire serve", "Answer over HTTP; UMPIRE_* variables set the rest (see deploy/env.example).")
    parser.add_argument("--host", default=argparse.SUPPRESS, help="address to listen on (127.0.0.1)")
    parser.add_argument(
        "--port", type=int, default=argparse.SUPPRESS, help="port to listen on; 0 for a free one (8000)"
    )
    parser.add_argument("--workers", type=int, default=argparse.SUPPRESS, help="processes that answer requests (1)")
    parser.add_argument(
        "--data", type=Path, default=argparse.SUPPRESS, help="folder to keep what the private store holds (memory only)"
    )
    given = vars(parser.parse_args(words))
    signal.signal(signal.SIGTERM, _leave)
    try:
        settings = Settings(**given)
        if settings.data is not None and settings.redis_url is not None:
            sys.stderr.write(
                "umpire: --data is the folder of a private store, and UMPIRE_REDIS_URL names another one.\n"
            )
            return 2
        _serve(settings)
    except ValidationError as error:
        return _explain(error)
    except (StoreDidNotStart, TracingNotInstalled) as error:
        sys.stderr.write(f"umpire: {error}\n")
        return 1
    except KeyboardInterrupt:
        return 0
    return 0


def application() -> "Asgi":
    """Make the application of one process."""
    from service.operations.work.fork_server import start_fork_server

    start_fork_server("service.preloaded")  # it imports modules in parallel with this process

    from service.api.server.serving import follow_parent
    from service.app import create_app

    follow_parent()
    return create_app()


def _serve(settings: "Settings") -> None:
    import structlog

    from service.api.middleware import logs, metrics, tracing
    from service.api.server import serving
    from service.store.server import PrivateStore
    from service.store.watch import WatchedStore

    logs.configure(settings.log_level, human=settings.log_format.is_human(terminal=sys.stderr.isatty()))
    if settings.tracing:
        tracing.require()
    log = structlog.get_logger("umpire.service")
    with ExitStack() as stack:
        if settings.redis_url is None:
            store = WatchedStore(PrivateStore(data=settings.data), _end, keeps=settings.data is not None)
            os.environ["UMPIRE_REDIS_URL"] = stack.enter_context(store).url
        if settings.workers > 1:
            os.environ[metrics.SHARED] = stack.enter_context(tempfile.TemporaryDirectory(prefix="umpire-metrics-"))
        log.info("starting", workers=settings.workers, store="given" if settings.redis_url else "private")
        stack.callback(log.info, "stopped")
        serving.serve("service.cli:application", settings, _note_on(settings))


def _note_on(settings: "Settings") -> str:
    """Return a note on where encounters are stored, and for how long."""
    if settings.redis_url is not None:
        return ""
    if settings.data is not None:
        return f"Encounters and kept results are in a private store, which keeps them in {settings.data}."
    return (
        "Encounters and kept results are in a private store, which forgets them when the service ends; "
        "`umpire serve --data DIR` keeps them."
    )


def _end() -> None:
    """Stop this process by the signal SIGTERM."""
    os.kill(os.getpid(), signal.SIGTERM)


def _leave(number: int, frame: FrameType | None) -> None:
    """Exit normally on a signal, so that child processes are stopped."""
    raise SystemExit(0)


def _parser(name: str, description: str | None) -> argparse.ArgumentParser:
    return argparse.ArgumentParser(
        prog=name, description=description, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
