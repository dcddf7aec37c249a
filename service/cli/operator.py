"""Commands for the operator of the service: `umpire keys` and `umpire config`."""

import argparse
import sys
from collections.abc import Sequence

import orjson

from service.cli.start import checked_settings
from service.settings.access.api_keys import QUOTAS, UNTIL, ApiKey, digest_of, key_of, new_key
from service.settings.listing import settings_in_force


def keys(words: Sequence[str]) -> int:
    """Make a key; print it, and the line that tells the service of it."""
    parser = argparse.ArgumentParser(prog="umpire keys", description="Make API keys.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True)
    new = commands.add_parser("new", help="print a new key, and the line that tells the service of it")
    new.add_argument("name", help="name of the key's holder: lower-case letters, digits and hyphens")
    new.add_argument("--scopes", default="resolve,encounters,campaigns", help="what the key allows (%(default)s)")
    for quota in QUOTAS:
        new.add_argument(f"--{quota}", help=f"its own quota of {quota}, such as 1000/hour; storage: 1GB/day")
    new.add_argument("--until", help="the last day on which the key is valid, such as 2027-12-31")
    options = vars(parser.parse_args(words))
    key = new_key()
    given = [f"{name}={options[name]}" for name in (*QUOTAS, UNTIL) if options[name] is not None]
    try:
        made = key_of([options["name"], f"sha256:{digest_of(key)}", options["scopes"], *given])
    except ValueError as error:
        sys.stderr.write(f"umpire: {error}\n")
        return 2
    _tell_of(key, made)
    return 0


def _tell_of(key: str, made: ApiKey) -> None:
    sys.stderr.write("The key, which is shown only now; send it as the header X-Api-Key:\n")
    sys.stdout.write(f"{key}\n")
    sys.stderr.write("The line for the file of UMPIRE_API_KEYS_FILE, or for UMPIRE_API_KEYS:\n")
    sys.stdout.write(f"{made.line}\n")


def config(words: Sequence[str]) -> int:
    """Print the settings in force, and where each comes from."""
    parser = argparse.ArgumentParser(
        prog="umpire config",
        description="The settings in force, and where each comes from; passwords and keys are not shown.",
        allow_abbrev=False,
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    options = parser.parse_args(words)
    settings = checked_settings()
    if settings is None:
        return 2
    rows = settings_in_force(settings)
    if options.json:
        sys.stdout.write(orjson.dumps(rows, option=orjson.OPT_INDENT_2).decode() + "\n")
    else:
        sys.stdout.write(_aligned([[each.name, each.value or "-", each.source] for each in rows]))
    return 0


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(lines) + "\n"
