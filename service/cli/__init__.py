"""The command line: serve, write the contract, or resolve one request without a service.

Answers are written to standard output as in REST, problem documents to standard error; feeds are written line by line.
Encounters and shared results are kept in the store that UMPIRE_REDIS_URL names. Exit status: 0 answered, 1 refused or
failed, 2 usage error, 130 ended by Ctrl-C.
"""

import argparse
import gc
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from service.api.http.problem_documents import Asgi
    from service.forecasts.campaigns.player import Player
    from service.operations.registry import Registry
    from service.settings.environment import Settings

PRELOADED: Final = "service.cli.preloaded"
"""The module that fork servers import."""
OPERATOR_COMMANDS: Final = ("config", "keys")
OF_PEOPLE: Final = {
    **dict.fromkeys(("fight", "odds", "attack"), "service.cli.people.fight_commands"),
    **dict.fromkeys(("figures", "figure", "fights", "rule", "rules", "roll"), "service.cli.people.lookup_commands"),
    "play": "service.cli.people.play_command",
    "import": "service.cli.people.import_command",
}
"""The commands for people, and the modules that have them."""
FUNCTIONS: Final = {"import": "import_sheets"}
"""The functions of commands whose names Python keeps for itself."""
OWN: Final = ("serve", "mcp", "contract", "campaign", "backup", "restore", *OPERATOR_COMMANDS, *OF_PEOPLE)
"""The commands that are no operations."""
INTERRUPTED: Final = 130
"""The exit status of a command that Ctrl-C has ended, as shells have it."""
OF_REQUESTS: Final = ("--file", "--jsonl", "--text")
"""The options of commands that answer requests."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command and return the exit status; Ctrl-C and a closed pipe end it without a report."""
    try:
        return _carried_out(list(sys.argv[1:] if arguments is None else arguments))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # nobody reads on; Python would report it once more at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _carried_out(words: list[str]) -> int:
    name, commands = (
        words[0] if words else "-",
        {
            "serve": serve,
            "mcp": mcp,
            "contract": contract,
            "campaign": campaign,
        },
    )
    if name in OF_PEOPLE:
        return for_people(name, words[1:])
    if name in commands:
        return commands[name](words[1:])
    if name in ("backup", "restore"):
        return keep(words)
    if name in OPERATOR_COMMANDS:
        from service.cli import operator

        run: Callable[[Sequence[str]], int] = getattr(operator, name)
        return run(words[1:])
    if name == "verify" and words[1:] and words[1] not in OF_REQUESTS:
        return verify(words[1:])
    return introduce(words) if name.startswith("-") else ask(words)


def introduce(words: Sequence[str]) -> int:
    """Print the commands, and the groups of operations."""
    from service.cli.help.introduction import introduce

    return introduce(words)


def contract(words: Sequence[str]) -> int:
    """Write the generated contract."""
    parser = _parser("umpire contract", "Write openapi.yaml and api_schema/ from the registry.")
    parser.add_argument("--root", type=Path, default=Path(), help="folder to write to (the current one)")
    root: Path = parser.parse_args(words).root

    import asyncio

    from service.api.documents.contract import contract_of, write_contract
    from service.api.documents.openapi.example_answers import least_items
    from service.api.documents.openapi.schemas import schemas_of
    from service.app import graphql, played, registry
    from service.store.private.server import PrivateStore

    schemas = schemas_of(registry())
    with PrivateStore() as store:
        answers = asyncio.run(played(store.url, least_items(schemas)))
    write_contract(root, contract_of(registry(), schemas, graphql().schema.as_str(), answers))
    return 0


def verify(words: Sequence[str]) -> int:
    """Check an exported log; without one, `umpire verify` answers a request for the operation of this name."""
    from service.encounters.verifier.verify import main as verify_log
    from service.errors.unusable_files import unusable

    try:
        return verify_log(words, "umpire verify")
    except OSError as error:
        sys.stderr.write(f"umpire: {unusable(error)}\n")
    except ValueError as error:
        sys.stderr.write(f"umpire: The log, or the file of keys, cannot be read: {error}.\n")
    return 2


def mcp(words: Sequence[str]) -> int:
    """Serve tools to an assistant of this machine."""
    with _uncollected():
        from service.cli.mcp_command import serve_tools

    return serve_tools(words)


def for_people(name: str, words: Sequence[str]) -> int:
    """Carry out a command for people."""
    with _uncollected():
        module = import_module(OF_PEOPLE[name])
    command: Callable[[Sequence[str]], int] = getattr(module, FUNCTIONS.get(name, name))
    return command(words)


def keep(words: Sequence[str]) -> int:
    """Save what is in the store in a file, or restore it."""
    from service.cli.backup_command import carry_out

    return carry_out(words[0], words[1:])


def campaign(words: Sequence[str]) -> int:
    """Play a campaign in processes of this machine, or of the cluster that UMPIRE_DASK names."""
    with _uncollected():
        from service.app import bound_procedures, player_of
        from service.cli.start import checked_settings
        from service.operations.forecasts.campaigns import command

    settings = checked_settings()
    if settings is None:
        return 2

    def player(processes: int) -> "Player":
        if settings.dask is None:
            from service.cli.forking import fork_fork_server

            fork_fork_server()
        return player_of(settings.dask, processes, PRELOADED)

    return command.campaign(words, bound_procedures(), player)


def ask(words: Sequence[str]) -> int:
    """Answer one request in this process; a request that needs no store is answered with one family imported."""
    parser, body = _parser("umpire", None), None
    with _uncollected():
        from service.cli.requests import add_options, quick_answer, quick_request

        add_options(parser)
        quick = quick_request(parser, words)
    if quick is not None:
        status, body = quick_answer(*quick)
        if status is not None:
            return status
    registry = _registry()
    from service.cli.asking import ask

    return ask(registry, parser, words, OWN, body)


def _registry() -> "Registry":
    with _uncollected():
        from service.app import registry

        return registry()


@contextmanager
def _uncollected() -> Iterator[None]:
    """Import the service without garbage collection, with which it takes a third longer: almost all of it is kept."""
    if "service.app" in sys.modules:
        yield
        return
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


# ── The service ──────────────────────────────────────────────────────────────────────────────────────────────────────


def serve(words: Sequence[str]) -> int:
    """Answer over HTTP until a signal stops the service."""
    from service.api.middleware.tracing import TracingNotInstalled
    from service.api.server.assistants import ToolsNotInstalled
    from service.cli.start import checked_settings
    from service.store.private.server import StoreDidNotStart

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
    settings = checked_settings(given)
    if settings is None:
        return 2
    gc.disable()  # until the application is up: almost all that is made before is kept
    try:
        _serve(settings)
    except (StoreDidNotStart, TracingNotInstalled, ToolsNotInstalled) as error:
        sys.stderr.write(f"umpire: {error}\n")
        return 1
    except KeyboardInterrupt:
        return 0
    return 0


def application() -> "Asgi":
    """Make the application of one process."""
    gc.disable()
    from service.operations.work.fork_server import FORK_SERVER

    FORK_SERVER.start(PRELOADED)  # of several server processes, each has one that imports in parallel with it

    from service.api.server.serving import follow_parent
    from service.app import create_app

    follow_parent()
    return create_app()


def _serve(settings: "Settings") -> None:
    import structlog

    from service.api.middleware import logs, request_counts, tracing
    from service.api.server import serving
    from service.api.server.assistants import require_sdk
    from service.store.private.server import PrivateStore
    from service.store.private.watch import WatchedStore

    logs.configure(settings.log_level, human=settings.log_format.is_human(terminal=sys.stderr.isatty()))
    if settings.tracing:
        tracing.require()
    if settings.mcp:
        require_sdk("UMPIRE_MCP")
    if settings.workers == 1:  # else the processes that answer import everything, and this one only watches them
        from service.cli.forking import fork_fork_server

        fork_fork_server()
    log = structlog.get_logger("umpire.service")
    with ExitStack() as stack:
        if settings.redis_url is None:
            store = WatchedStore(PrivateStore(data=settings.data), _end, keeps=settings.data is not None)
            os.environ["UMPIRE_REDIS_URL"] = stack.enter_context(store).url
            os.environ["UMPIRE_DATA"] = str(settings.data or "")
        if settings.workers > 1:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="umpire-metrics-"))
            os.environ[request_counts.SHARED] = folder
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
