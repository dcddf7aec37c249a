"""A round in a few sentences: what units did, how they fought, who left the battle, and how it ended."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from service.rules.kernel.telling import UNNAMED, deed_told, listed, sentence
from service.rules.mass.battle.losses import gone_between
from service.rules.mass.battle.state import Battle, MassEvent
from service.rules.mass.book.words import MassEventKind
from service.rules.mass.figures.standing import MassComparison
from service.rules.mass.figures.text import called, hexes, lost_in_short, morale, power_named

MOST_CLAUSES: Final = 10
"""How many events, or fights, a sentence tells of one by one."""
Names = Mapping[str, str]
"""What players call units and commanders, by id."""


def round_text(before: Battle, after: Battle, comparisons: Sequence[MassComparison], over: str | None) -> str:
    """Return a round in a few sentences; `over` says how the battle has ended, if it has."""
    units, commanders = after.units, after.scene.commanders
    names = {name: called(each) for name, each in units.items()} | {
        name: called(each) for name, each in commanders.items()
    }
    deeds = [clause for event in after.events for clause in _clauses_of(event, names)]
    fights = [_fight_of(each, names) for each in comparisons]
    routed = {hit.unit for event in after.events for hit in event.hits if not hit.morale}
    told = [_sentence(each) for each in (deeds, fights, gone_between(before, after, routed)) if each]
    if over:
        told.append(over)
    return " ".join(told) or "Nothing happened."


def _sentence(clauses: Sequence[str]) -> str:
    more = len(clauses) - MOST_CLAUSES
    return sentence("; ".join([*clauses[:MOST_CLAUSES], *([f"and {more} more"] if more > 0 else [])]))


def _clauses_of(event: MassEvent, names: Names) -> list[str]:
    """Return what one event came to; an order that could not be carried out is none."""
    tell = TOLD.get(event.what)
    return [] if tell is None else [tell(event, names), *_losses_of(event, names)]


def _losses_of(event: MassEvent, names: Names) -> list[str]:
    return [lost_in_short(names[hit.unit], hit.damage, hit.morale) for hit in event.hits if hit.damage]


def _moved(event: MassEvent, names: Names) -> str:
    unit = names[event.unit or ""]
    return f"{unit} moved {hexes(event.moved)}" if event.moved else f"{unit} could not move"


def _fell_back(event: MassEvent, names: Names) -> str:
    return f"{names[event.unit or '']} fell back"


def _used(event: MassEvent, names: Names) -> str:
    struck = [names[hit.unit] for hit in event.hits if hit.unit != event.unit]
    return f"{names[event.unit or '']} used {power_named(event.power or '')}{f' on {listed(struck)}' if struck else ''}"


def _rallied(event: MassEvent, names: Names) -> str:
    whom = [names[each] for each in event.rallied]
    who = names[event.commander or ""]
    return f"{who} rallied {listed(whom)}" if whom else f"{who} rallied nobody"


TOLD: Final[Mapping[MassEventKind, Callable[[MassEvent, Names], str]]] = {
    MassEventKind.MOVED: _moved,
    MassEventKind.WHEELED: lambda event, names: f"{names[event.unit or '']} wheeled",
    MassEventKind.ENGAGED: lambda event, names: f"{names[event.unit or '']} met {names[event.foe or '']}",
    MassEventKind.POWER: _used,
    MassEventKind.FELL_BACK: _fell_back,
    MassEventKind.RALLY: _rallied,
    MassEventKind.SPELL: lambda event, names: f"{names[event.commander or '']} cast {event.label or 'a spell'}",
    MassEventKind.OTHER: lambda event, names: deed_told(names[event.commander or ""], event.label or UNNAMED),
}
"""How each kind of event is told."""


def _fight_of(comparison: MassComparison, names: Names) -> str:
    """Say who beat whom in a fight, and what it cost before the shield wall of the loser."""
    one, other = (names[each] for each in comparison.pair)
    if comparison.to is None:
        return f"{one} and {other} fought, and neither gave way"
    winner, loser = (other, one) if comparison.to == comparison.pair[0] else (one, other)
    return f"{winner} beat {loser} by {abs(comparison.margin)} for {morale(comparison.damage)}"
