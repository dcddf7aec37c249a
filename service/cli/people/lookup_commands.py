"""Commands for people that look something up or roll: `umpire figures`, `figure`, `rule`, `rules` and `roll`."""

import argparse
from collections.abc import Iterator, Sequence
from typing import Any, Final

import orjson

from service.cli.one_family import family_names, procedures_called
from service.cli.people.figure_blocks import stat_block
from service.cli.people.sides import known_family
from service.cli.requests import add_dice, answer_here, at_once
from service.cli.showing import Shown, add_showing, bar, columns, write
from service.dice.exact import Distribution
from service.dice.notation import dice_of, roll_dice
from service.errors import UmpireError
from service.errors.spelling import meant
from service.operations.catalogue.families import Catalogue, RuleOfFamily, RulesOfFamily
from service.operations.dice import ROLL_DICE
from service.operations.encounters.line_ups.stock import StockFigure, UnknownFigure, fights_of, figures_of
from service.operations.validation import validated

LEAST_SHOWN: Final = 0.0005
"""Totals that are less likely are not listed."""

POWER: Final = "Duels are those against each other figure of the same family."


def figures(words: Sequence[str]) -> int:
    """List ready figures."""
    options = _searched("figures", "List ready figures, by words and tags.", "words or tags, such as missile", words)
    shown = Shown(options.json, options.text)
    found = [(family, each) for family in _families(options) for each in _with(family, options.words)]
    if found and shown.in_words:
        Shown.note(POWER)
    told = [{"family": family, **_line(each)} for family, each in found]
    rows = [[each.id, family, f"wins {each.power} % of duels", ", ".join(each.tags)] for family, each in found]
    nothing = f"No figure has the words {' '.join(options.words)!r}; `umpire figures` lists all of them."
    known = {name for family in _families(options) for name in figures_of(family)}
    return _list(shown, told, rows, nothing + meant(" ".join(options.words), known))


def fights(words: Sequence[str]) -> int:
    """List ready fights."""
    told_of = "List ready fights, by words; umpire fight takes one by its id."
    options = _searched("fights", told_of, "words of ids, titles and figures, such as bridge", words)
    searched = " ".join(options.words)
    found = [(family, each) for family in _families(options) for each in fights_of(family).values()]
    found = [(family, each) for family, each in found if each.has(searched)]
    told = [{"family": family, "id": each.id, "title": each.title, "sides": each.sides} for family, each in found]
    rows = [[each.id, family, " vs ".join(map(", ".join, each.sides.values()))] for family, each in found]
    return _list(
        Shown(options.json, options.text),
        told,
        rows,
        f"No ready fight has the words {searched!r}; `umpire fights` lists all of them.",
    )


def figure(words: Sequence[str]) -> int:
    """Show a ready figure."""
    parser = _parser("figure", "Show a ready figure with all its numbers.")
    parser.add_argument("name", help="its name, such as knight")
    parser.add_argument("-f", "--family", choices=family_names(), help="the rules; default: all families that have it")
    options = parser.parse_args(words)
    shown = Shown(options.json, options.text)
    found = {family: figures_of(family).get(options.name) for family in _families(options)}
    known = {family: each for family, each in found.items() if each is not None}
    if not known:
        names = {name for family in found for name in figures_of(family)}
        told = f"There is no ready figure {options.name!r}; `umpire figures` lists them.{meant(options.name, names)}"
        shown.refusal(UnknownFigure(told, pointer="/id"))
        return 1
    if shown.in_words:
        write("\n".join(["".join(_block(family, each)) for family, each in known.items()]).encode())
    else:
        write(orjson.dumps({family: {**_line(each), "figure": each.figure} for family, each in known.items()}) + b"\n")
    return 0


def rule(words: Sequence[str]) -> int:
    """Look up a rule or a ruling."""
    parser = _parser("rule", "Say what a rule or a ruling says, by the id that answers cite.")
    parser.add_argument("id", help="the id, such as family/attack/sequence")
    options = parser.parse_args(words)
    shown = Shown(options.json, options.text)
    family, in_family, _ = options.id.partition("/")
    if options.id in family_names():
        Shown.fault(f"{options.id!r} is a family and no rule; `umpire rules {options.id}` lists its rules.")
        return 1
    if not in_family:
        Shown.fault(
            f"There is no rule {options.id!r}: ids begin with a family, as in opposed/attack/sequence. "
            f"`umpire rules opposed {options.id}` lists the rules of opposed that have this word."
        )
        return 1
    try:
        asked = validated(RuleOfFamily, orjson.dumps({"family": family, "rule": options.id}))
        shown.answer("families/rule", at_once(_catalogue_of(family).look_up_rule(asked)))
    except UmpireError as error:
        shown.refusal(error)
        return 1
    return 0


def rules(words: Sequence[str]) -> int:
    """List rules and rulings."""
    parser = _parser("rules", "List the rules and rulings of a family, all or those that have all these words.")
    parser.add_argument("family", choices=family_names(), help="the rules family")
    parser.add_argument("words", nargs="*", help="words, such as retreat")
    options = parser.parse_args(words)
    shown = Shown(options.json, options.text)
    search = {"search": " ".join(options.words)} if options.words else {}
    asked = validated(RulesOfFamily, orjson.dumps({"family": options.family, **search}))
    found = at_once(_catalogue_of(options.family).find_rules(asked))
    if not shown.in_words:
        shown.answer("families/rules", found)
    elif found.rules:
        write("".join([f"{each.id}: {each.says}\n" for each in found.rules]).encode())
    else:
        Shown.fault(f"No rule of {options.family} has the words {' '.join(options.words)!r}.")
    return 0 if found.rules else 1


def roll(words: Sequence[str]) -> int:
    """Roll dice, or show how likely each total is."""
    parser = _parser("roll", "Roll dice in notation, such as 4d6+2, d100 or 2d10! with exploding dice.")
    parser.add_argument("notation", nargs="+", help="the dice, such as 4d6+2")
    parser.add_argument("--odds", action="store_true", help="show how likely each total is instead")
    add_dice(parser)
    options = parser.parse_args(words)
    notation = "".join("".join(options.notation).split())
    shown = Shown(options.json, options.text)
    try:
        chances = totals_of(notation) if options.odds else {}
        dice_of(notation)
    except UmpireError as error:
        shown.refusal(error)
        return 1
    if not options.odds:
        status = answer_here(ROLL_DICE, orjson.dumps({"notation": notation}), options)
        return 1 if status is None else status
    if not shown.in_words:
        write(orjson.dumps([{"total": total, "chance": chance} for total, chance in chances.items()]) + b"\n")
        return 0
    most = max(chances.values())
    lines = [f"{total:>5} {bar(chance / most)} {100 * chance:.2f} %\n" for total, chance in chances.items()]
    write("".join(lines).encode())
    return 0


def totals_of(notation: str) -> dict[int, float]:
    """Return the chance of each total of dice, the lowest first; very unlikely ones are left out.

    Raises: BadNotation; OddsTooLarge.
    """
    dice = dice_of(notation)
    found = Distribution.of(lambda rolled: roll_dice(dice, rolled).total).chances
    return {total: float(chance) for total, chance in sorted(found.items()) if chance >= LEAST_SHOWN}


def _parser(name: str, description: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"umpire {name}", description=description, allow_abbrev=False)
    add_showing(parser)
    return parser


def _searched(name: str, description: str, words_help: str, words: Sequence[str]) -> argparse.Namespace:
    """Read the options of a command that lists what has some words."""
    parser = _parser(name, description)
    parser.add_argument("words", nargs="*", help=words_help)
    parser.add_argument("-f", "--family", choices=family_names(), help="the rules; default: all families")
    options = parser.parse_args(words)
    if options.family is None and options.words and options.words[0] in family_names():
        options.family, *options.words = options.words
    return options


def _list(shown: Shown, told: Sequence[dict[str, Any]], rows: Sequence[Sequence[str]], nothing: str) -> int:
    """Write what was found, as JSON or in columns, or say that nothing was."""
    if not shown.in_words:
        write(orjson.dumps(told) + b"\n")
    elif rows:
        write(columns(rows).encode())
    else:
        Shown.fault(nothing)
    return 0 if rows else 1


def _families(options: argparse.Namespace) -> Sequence[str]:
    return family_names() if options.family is None else (options.family,)


def _catalogue_of(family: str) -> Catalogue:
    """Return the catalogue of one family.

    Raises: UnknownFamily.
    """
    return Catalogue({family: known_family(family)}, procedures_called(family))


def _with(family: str, words: Sequence[str]) -> list[StockFigure]:
    return [each for each in figures_of(family).values() if each.has(" ".join(words))]


def _line(figure: StockFigure) -> dict[str, Any]:
    return {"id": figure.id, "name": figure.name, "tags": figure.tags, "power": figure.power}


def _block(family: str, figure: StockFigure) -> Iterator[str]:
    told = f"{family}; {', '.join(figure.tags)}; wins {figure.power} % of duels against the others"
    return stat_block(figure.name, told, figure.figure)
