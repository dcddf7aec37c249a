"""What `umpire --help` prints: the commands, and a line for each group of operations."""

import argparse
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.metadata import version
from typing import Final

from service.cli.one_family import family_names

DESCRIPTION: Final = "A referee for tabletop combat: it applies the rules, rolls in the open, and shows every die."
COMMANDS: Final = """\
commands for people:
  umpire fight "town-guard*3 vs bandit*4" [-f FAMILY]         play a fight of ready figures to its end
               [--step] [--seed SEED] [--repeat N]            stop after each round; with these dice; N times, and count
               [--party FILE]                                 with figures of your own, by their ids
  umpire odds "knight vs goblin*4" [--why]                    say who would win, how often, and what decides it
  umpire attack knight orc [--roll | --odds]                  resolve one attack, with your own dice if you like
  umpire figures [WORDS] | figure NAME [-f FAMILY]            list ready figures, or show one
  umpire fights [WORDS] [-f FAMILY]                           list ready fights, for umpire fight and umpire odds
  umpire import hero.gcs [-f FAMILY] [--to PARTY]             make figures of sheets of other programs
  umpire rules FAMILY [WORDS] | rule ID                       list rules, or say what one says
  umpire roll 4d6+2 [--odds]                                  roll dice, or show how likely each total is
  umpire play ["knight vs goblin*3"] [--port PORT]            play in the browser; starts a service if none runs

commands for programs and operators:
  umpire serve [--host ADDRESS] [--port PORT] [--workers N]   answer over HTTP; everything else is set by UMPIRE_*
               [--data DIR]                                   keep what the private store holds in a folder
  umpire config [--json]                                      the settings in force, and where each comes from
  umpire keys new NAME [--scopes SCOPES] [--until DAY]        make an API key, and the line that tells the service
  umpire mcp [--player] [--secret FILE] [--data DIR]          tools for an assistant on this machine, over stdio
  umpire contract [--root FOLDER]                             write openapi.yaml and api_schema/
  umpire backup FILE | restore FILE [--replace]               save what is in the store, or write it into a store
  umpire verify LOG [--keys FILE] [--saw VERSION:HASH]        check an exported log, without the service that wrote it
  umpire campaign SPEC [--workers N] [--resume FILE]          play a sweep of fights, and write a line for each cell
                  [--format jsonl|csv|table|svg]
  umpire campaign show SPEC N [--cell C]                      print the request that shows one of its fights

Each command explains itself: umpire fight --help

operations, which answer requests as the service does:
  umpire FAMILY PROCEDURE [odds] [--file FILE]                answer the request in a file or on standard input
                          [--example]                         print a request that works
                          [--seed SEED] [--repeat N]          with these dice; N times, and count the results
                          [--text | --json]                   sentences, as at a terminal, or JSON, as in a pipe
                          [--jsonl]                           answer each line, a request of its own, in its order
"""
GROUPS: Final = {
    "encounters": "fights that the service stores: create, act, undo, read the log, follow live",
    "campaigns": "sweeps of fights: start, read, follow, draw",
    "families": "what families have: procedures, rules, tables, moves of encounters",
    "dice": "rolls of dice in notation, such as 4d6+2",
    "batch": "many requests in one",
    "verify": "an answer, resolved again with its dice and compared (--file FILE, or standard input)",
    "results": "answers that were kept on a page that others see",
    "tickets": "one roll that another person asks for",
    "listings": "lists of the encounters that are yours",
    "meta": "the build, the rulesets and the limits of the service",
}
"""The first words of operations that belong to no family, and what these are about."""
STORE: Final = """
Encounters, and answers that are to be kept, need a store: UMPIRE_REDIS_URL=redis://... or unix://...
"""


def introduce(words: Sequence[str]) -> int:
    """Print the commands of Umpire, and the groups of its operations."""
    parser = argparse.ArgumentParser(
        prog="umpire",
        usage="umpire [-h] [--version] COMMAND ...",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"umpire {version('umpire-referee')}")
    parser.epilog = COMMANDS + "".join(_groups()) + STORE
    parser.parse_args(words)
    parser.print_help()
    return 2


def _groups() -> Iterator[str]:
    """Yield a line for each first word of operations."""
    yield "\nfamilies of rules (umpire tactical --help lists the operations of tactical):\n"
    for name in family_names():
        yield _line(name, _about(name))
    yield "\nother operations (umpire encounters --help lists those of encounters):\n"
    for name, told in GROUPS.items():
        yield _line(name, told)


def _line(name: str, told: str) -> str:
    return f"  umpire {name:<11} {told}\n"


def _about(family: str) -> str:
    """Return what the package of a family says of it, which costs less than to import its rules."""
    return (import_module(f"service.rules.{family}").__doc__ or "").rstrip(".\n")
