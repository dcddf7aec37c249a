"""Who fights, as commands take it: figures of the catalogue in short, and the family by whose rules they fight."""

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import orjson

from service.cli.one_family import family_called, family_names
from service.cli.showing import Shown
from service.errors import DoesNotFit, NotJson, UnknownFamily
from service.errors.spelling import meant
from service.operations.encounters.line_ups.line_up_models import LineUp, Party
from service.operations.encounters.line_ups.lining_up import LinedUp, lined_up
from service.operations.encounters.line_ups.shorthand import names_sides, several_in, sides_in
from service.operations.encounters.line_ups.stock import UnknownFight, fights_of, figures_of
from service.operations.validation import validated
from service.rules.kernel.family import Family, Play
from service.wire import value_class

NUMBERED: Final = re.compile(r" \d+$")


def add_family(parser: argparse.ArgumentParser) -> None:
    """Add the options that name the family and a party."""
    names = ", ".join(family_names())
    parser.add_argument("-f", "--family", help=f"the rules: {names}; default: the first that have all figures named")
    parser.add_argument("--party", type=Path, metavar="FILE", help="a party file, whose figures fight by their ids")


def add_sides(parser: argparse.ArgumentParser, told: str, *, optional: bool = False) -> None:
    """Add who fights, as one text; without quotation marks it comes in several words."""
    parser.add_argument("sides", nargs="*" if optional else "+", action=Joined, help=told)


class Joined(argparse.Action):
    """Joins the words of an argument."""

    def __call__(self, parser: object, namespace: argparse.Namespace, values: object, option: object = None) -> None:
        """Set the text; None if there are no words."""
        words = values if isinstance(values, list) else []
        setattr(namespace, self.dest, " ".join(words) or None)


@value_class
class Fight:
    """A fight as a command names it: the sides in short, or a ready fight; the family; and a party, as JSON."""

    sides: str
    family: Family
    party: Mapping[str, Any] | None

    def line_up(self, distance: int | None = None) -> Mapping[str, Any]:
        """Return the line-up, as JSON."""
        named = {"text" if names_sides(self.sides) else "fight": self.sides}
        more = {"distance": distance, "party": self.party}
        return named | {name: value for name, value in more.items() if value is not None}

    def lined_up(self, distance: int | None = None) -> LinedUp:
        """Return the state in which it begins, and the ids of its figures in the order in which they are named.

        Raises: DoesNotFit, UnfitRequest, PartsDisagree, UnknownFigure, UnknownFight.
        """
        play = play_of(self.family)
        apart = distance if play.lining_up.usual is not None else None
        asked = validated(LineUp, orjson.dumps(self.line_up(apart)))
        return lined_up(self.family.name, play, asked, self.family.ruleset)


def fight_of(options: argparse.Namespace, sides: str) -> Fight:
    """Return a fight by the family that is named, else that of the party, else the first that knows everybody.

    Raises: UnknownFamily, UnknownFight, NotJson, DoesNotFit; UnfitRequest, if the sides are none; OSError.
    """
    party = None if options.party is None else party_in(options.party)
    given = options.family or (party and party["family"])
    name = given or next(_knowing(sides), None) or family_names()[0]
    family = known_family(name)
    if not names_sides(sides) and sides not in fights_of(name):
        none = f"{name} has no ready fight {sides!r}; `umpire fights -f {name}` lists them. "
        told = none if given else f"There is no ready fight {sides!r}; `umpire fights` lists them. "
        hint = 'Sides are parted by vs, as in "knight vs goblin*3".'
        raise UnknownFight(f"{told}{hint}{meant(sides, fights_of(name))}", pointer="/fight")
    if given is None:
        Shown.note(f"These are the rules of {name}; -f names others.")
    return Fight(sides, family, party)


def who_fights(play: Play, state: Mapping[str, Any]) -> dict[str, str]:
    """Return by side who fights for it, in short: "Knight, Goblin ×3"; of several lists the longest one counts."""
    lists = [each for each in state.values() if isinstance(each, list) and each and play.side in each[0]]
    counts: dict[str, Counter[str]] = {}
    for each in max(lists, key=len, default=[]):
        name = NUMBERED.sub("", each.get("name") or each["id"])
        counts.setdefault(each[play.side], Counter())[name] += 1
    return {
        side: ", ".join([name if count == 1 else f"{name} ×{count}" for name, count in names.items()])
        for side, names in counts.items()
    }


def known_family(name: str) -> Family:
    """Return the family of a name.

    Raises: UnknownFamily.
    """
    family = family_called(name)
    if family is None:
        known = family_names()
        raise UnknownFamily(f"There is no rules family {name!r}; there are {', '.join(known)}.{meant(name, known)}")
    return family


def play_of(family: Family) -> Play:
    """Return how a family is played in encounters."""
    if family.play is None:
        raise UnknownFamily(f"The family {family.name} has no fights that are led.")
    return family.play


def party_in(file: Path) -> Mapping[str, Any]:
    """Return the party of a file, which fits the form of parties.

    Raises: OSError, NotJson, DoesNotFit.
    """
    written = file.read_bytes()
    try:
        validated(Party, written)
    except (NotJson, DoesNotFit) as misfit:
        raise type(misfit)(f"{file} is no party file: {misfit.detail}", pointer="/party") from None
    party: Mapping[str, Any] = orjson.loads(written)
    return party


def _knowing(sides: str) -> Iterator[str]:
    """Yield the families whose catalogue has all figures of a text, or the ready fight of this name."""
    if not names_sides(sides):
        yield from [name for name in family_names() if sides in fights_of(name)]
        return
    named = [several_in(item, "/text").name for items in sides_in(sides).values() for item in items]
    yield from [name for name in family_names() if all(each in figures_of(name) for each in named)]
