"""Who fights, as commands take it: figures of the catalogue in short, and the family by whose rules they fight."""

import argparse
from collections.abc import Iterator

import orjson

from service.cli.one_family import family_called, family_names
from service.cli.showing import Shown
from service.errors import UnknownFamily
from service.errors.spelling import meant
from service.operations.encounters.line_ups.line_up_models import LineUp
from service.operations.encounters.line_ups.lining_up import LinedUp, lined_up
from service.operations.encounters.line_ups.shorthand import names_sides, several_in, sides_in
from service.operations.encounters.line_ups.stock import fights_of, figures_of
from service.operations.validation import validated
from service.rules.kernel.family import Family, Play


def add_family(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the family."""
    parser.add_argument(
        "-f", "--family", help=f"the rules: {', '.join(family_names())}; else those that know all names"
    )


def family_of(given: str | None, sides: str) -> Family:
    """Return the family that is named, or the first whose catalogue knows everybody who fights.

    Raises: UnknownFamily; UnfitRequest, if the sides are none.
    """
    name = given or next(_knowing(sides), None) or family_names()[0]
    family = family_called(name)
    if family is None:
        known = family_names()
        raise UnknownFamily(f"There is no rules family {name!r}; there are {', '.join(known)}.{meant(name, known)}")
    if given is None:
        Shown.note(f"These are the rules of {name}; -f names others.")
    return family


def lined_sides(family: Family, sides: str, distance: int | None = None) -> LinedUp:
    """Return the state in which a fight begins, and the ids of its figures in the order in which they are named.

    Raises: UnfitRequest, PartsDisagree, UnknownFigure, UnknownFight.
    """
    play = play_of(family)
    apart = distance if play.lining_up.usual is not None else None
    return lined_up(family.name, play, line_up_of(sides, apart))


def line_up_of(sides: str, distance: int | None = None) -> LineUp:
    """Return sides in short, or a ready fight, as what lines them up takes.

    Raises: DoesNotFit.
    """
    asked = {"text" if names_sides(sides) else "fight": sides, "distance": distance}
    return validated(LineUp, orjson.dumps(asked))


def play_of(family: Family) -> Play:
    """Return how a family is played in encounters."""
    if family.play is None:
        raise UnknownFamily(f"The family {family.name} has no fights that are led.")
    return family.play


def _knowing(sides: str) -> Iterator[str]:
    """Yield the families whose catalogue has all figures of a text, or the ready fight of this name."""
    if not names_sides(sides):
        yield from [name for name in family_names() if sides in fights_of(name)]
        return
    named = [several_in(item, "/text").name for items in sides_in(sides).values() for item in items]
    yield from [name for name in family_names() if all(each in figures_of(name) for each in named)]
