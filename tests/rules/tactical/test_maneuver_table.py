"""What the rules ask of a kind of maneuver stands in one table, `book/maneuvers.py`."""

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Final

import pytest

from service.rules import tactical
from service.rules.tactical.book import maneuvers, tables
from service.rules.tactical.book.maneuvers import KINDS
from service.rules.tactical.book.words import TacticalManeuver
from service.rules.tactical.rounds.acting.checks import PARTS
from service.rules.tactical.rounds.records import TacticalDeedKind, TacticalIntent
from tests.rules.tactical.turns import Document, ash, orc, refused

TABLES: Final = (maneuvers, tables)
"""The modules that may list some of the maneuvers: the table, and the printed one of what they move and defend."""


def test_every_maneuver_has_its_row() -> None:
    """The table has a row for each maneuver, in the order of the enum."""
    assert tuple(KINDS) == tuple(TacticalManeuver)


def test_parts_are_fields_of_an_intent() -> None:
    """Each part that belongs to some maneuvers is a field of an intent, and is looked at when an order is judged."""
    named = {part for kind in KINDS.values() for part in kind.parts}
    assert named == set(PARTS)
    assert named <= set(TacticalIntent.model_fields)


@pytest.mark.parametrize(
    ("intent", "pointer"),
    [
        ({"maneuver": "move", "weapon": "sword"}, "weapon"),
        ({"maneuver": "move", "shield_rush": True}, "shield_rush"),
        ({"maneuver": "wait", "wait": {}, "braced": True}, "braced"),
        ({"maneuver": "attack", "attack": {"target": "orc"}, "weapon": "sword"}, "weapon"),
        ({"maneuver": "feint", "attack": {"target": "orc"}, "hand": "left"}, "hand"),
    ],
)
def test_what_a_maneuver_does_not_read_is_refused(intent: Document, pointer: str) -> None:
    """What says of a weapon or a hand what nothing reads is a conflict; an attack reads it with Fast-Draw alone."""
    fault = refused([ash(), orc()], {"figure": "ash"} | intent)
    assert (fault.code(), fault.pointer) == ("maneuver_conflict", f"/intents/0/{pointer}")


def test_every_deed_has_its_maneuvers() -> None:
    """Each action in close combat goes with some maneuver that has deeds, and with no other."""
    assert {deed.value for kind in KINDS.values() for deed in kind.deeds} == {deed.value for deed in TacticalDeedKind}
    assert [maneuver for maneuver, kind in KINDS.items() if bool(kind.deeds) is not ("deed" in kind.parts)] == []


def collected(module: ModuleType) -> Iterator[tuple[str, set[TacticalManeuver]]]:
    """The constants of a module that are made of maneuvers; functions by maneuver are none."""
    for name, each in vars(module).items():
        if isinstance(each, dict) and all(callable(value) for value in each.values()):
            continue
        if type(each) in (dict, set, frozenset, list, tuple):
            members = {member for member in each if isinstance(member, TacticalManeuver)}
            if members:
                yield f"{module.__name__}.{name}", members


def test_no_other_place_lists_some_maneuvers() -> None:
    """No other module of the family has a set of maneuvers: what holds of some of them is a column of the table."""
    names = [each.name for each in pkgutil.walk_packages(tactical.__path__, f"{tactical.__name__}.")]
    modules = [importlib.import_module(name) for name in names]
    found = [each for module in modules if module not in TABLES for each in collected(module)]
    assert [name for name, members in found if members != set(TacticalManeuver)] == []
