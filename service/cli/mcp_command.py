"""`umpire mcp`: tools for an assistant of this machine, over standard input and output."""

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from secrets import token_urlsafe
from typing import Any, Final

from service.api.mcp.named_fights import Holder, Seat
from service.api.mcp.tool_answers import ToolRefusal
from service.api.mcp.toolbox import Toolbox
from service.api.middleware.logs import configure
from service.api.server.assistants import ToolsNotInstalled, require_sdk
from service.app import FAMILY_NAMES, opened
from service.cli.start import checked_settings
from service.errors.unusable_files import unusable
from service.settings.environment import Settings
from service.store.private.server import PrivateStore, StoreDidNotStart

DESCRIPTION: Final = """\
Tools for an assistant of this machine (Model Context Protocol), over standard input and output. Fights are kept in the
store that UMPIRE_REDIS_URL names, else in a private one. Ids and tokens of fights are derived from a secret, so that no
conversation has tokens; it is made at the first use.
"""


def serve_tools(words: Sequence[str]) -> int:
    """Answer an assistant until standard input ends, or print the tokens of a fight."""
    given = _parser().parse_args(words)
    try:
        require_sdk("umpire mcp")
        holder = Holder(_secret_in(given.secret or _usual_file()), Seat.PLAYER if given.player else Seat.REFEREE)
        if given.tokens is not None:
            return _show_tokens(holder, given.tokens)
        settings = checked_settings({} if given.data is None else {"data": given.data})
        return 2 if settings is None else _serve(settings, holder)
    except (OSError, StoreDidNotStart, ToolRefusal, ToolsNotInstalled) as error:
        sys.stderr.write(f"umpire: {unusable(error)}\n")
        return 1
    except KeyboardInterrupt:
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="umpire mcp",
        description=DESCRIPTION,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--player", action="store_true", help="only tools that read what players may see")
    parser.add_argument("--secret", type=Path, metavar="FILE", help=f"file with the secret ({_usual_file()})")
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder to keep what the private store holds")
    parser.add_argument("--tokens", metavar="FIGHT", help="print id and tokens of a fight, for people and their pages")
    return parser


def _usual_file() -> Path:
    """Return the file of the user that has the secret if no other is named."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "umpire" / "mcp-secret"


def _secret_in(file: Path) -> str:
    """Return the secret of a file; a file that does not exist is made, for the user alone."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as made:
            made.write(token_urlsafe(32) + "\n")
    return file.read_text(encoding="utf-8").strip()


def _show_tokens(holder: Holder, fight: str) -> int:
    attempt = holder.attempts(fight).next()
    for name in ("referee", "viewer"):
        sys.stdout.write(f"{name} {attempt.id()} {attempt.token(name)}\n")
    return 0


def _serve(settings: Settings, holder: Holder) -> int:
    configure(settings.log_level, human=settings.log_format.is_human(terminal=sys.stderr.isatty()))
    with ExitStack() as stack:
        if settings.redis_url is None:
            store = stack.enter_context(PrivateStore(data=settings.data))
            settings = settings.model_copy(update={"redis_url": store.url})
        asyncio.run(_answer(settings, holder))
    return 0


async def _answer(settings: Settings, holder: Holder) -> None:
    over_stdio: Any = import_module("service.api.mcp.over_stdio")
    async with opened(settings) as registry:
        await over_stdio.serve_stdio(Toolbox(registry, FAMILY_NAMES, holder.seat), holder.secret)
