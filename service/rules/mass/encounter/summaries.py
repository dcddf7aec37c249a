"""Moves in words for those who watch: a sentence or two for each move, without any number.

What viewers do not see is missing from a seen move, so nothing here is taken for granted: a missing name is somebody, a
missing fact is not told. Events stand in the past tense, because there verbs agree with the names of one and of many.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from service.rules.kernel.family import SOMEBODY, SeenMove
from service.rules.kernel.telling import (
    UNSEEN_ROUND,
    all_called,
    at,
    called,
    ending_seen,
    fight_seen,
    ids_at,
    listed,
    records_at,
    sentence,
)
from service.rules.kernel.verdict import PursuitResult
from service.rules.mass.book.words import MassEventKind, MassStatus
from service.rules.mass.figures.text import power_named

MOST_CLAUSES: Final = 6
"""How many events a sentence tells of one by one."""

NOBODY: Final = "nobody"
GONE: Final[Mapping[str, str]] = {MassStatus.ROUTED: "routed", MassStatus.DESTROYED: "perished"}
"""How units leave a battle, in words."""


def round_told(seen: SeenMove) -> str:
    """Return the sentences on a round: what units did on each count, how the battle went, who left and who holds it."""
    first = at(seen.outcome, "initiative", "verdict", "first")
    opening = [] if first is None else [f"{seen.name(first)} acted first"]
    deeds = [*opening, *_deeds(seen, records_at(seen.outcome, "events"))]
    statuses = {each.get("id"): each.get("status") for each in records_at(seen.outcome, "state")}
    fallen = [
        f"{seen.name(name)} {GONE.get(str(statuses.get(name)), 'fell')}" for name in ids_at(seen.outcome, "fallen")
    ]
    news = [each for each in fallen if each not in deeds[:MOST_CLAUSES]]
    told = _sentences(deeds, [*_fights(seen, records_at(seen.outcome, "battle")), *news], otherwise="")
    return " ".join([*([told] if told else []), *ending_seen(seen)]) or UNSEEN_ROUND


def clash_told(seen: SeenMove) -> str:
    """Return the sentences on a clash: who beat whom, and who routed."""
    fights = _fights(seen, records_at(seen.outcome, "comparisons"))
    return _sentences([*fights, *_routs(seen, records_at(seen.outcome, "units"))], otherwise="Units fought.")


def duel_told(seen: SeenMove) -> str:
    """Return the sentences on a duel: who beat whom, or who beat somebody."""
    one, other = at(seen.input, "first"), at(seen.input, "second")
    winner = at(seen.outcome, "verdict", "winner")
    loser = one if winner == other else other
    return _sentences([f"{seen.name(winner)} fought {seen.name(loser)} to the end and routed them"])


def command_told(seen: SeenMove) -> str:
    """Return the sentences on a command: who commanded whom, and what came of it."""
    units = all_called(seen, seen.input, "order", "units")
    whom = _names(units) or SOMEBODY
    opening = f"{called(seen, seen.input, 'commander')} commanded {whom}"
    return _sentences([opening], _deeds(seen, records_at(seen.outcome, "events")))


def power_told(seen: SeenMove) -> str:
    """Return the sentences on the use of a power: by whose command, by whom and at whom, and what came of it."""
    opening = f"{called(seen, seen.input, 'commander')} gave a command"
    return _sentences([opening], _deeds(seen, records_at(seen.outcome, "events")))


def contact_told(seen: SeenMove) -> str:
    """Return the sentences on a contact: who met whom, which powers fired, and whether the two are engaged."""
    opening = f"{called(seen, seen.input, 'mover')} met {called(seen, seen.input, 'stationary')}"
    stays = {True: ["they were engaged"], False: ["they were not engaged"]}.get(at(seen.outcome, "engaged"), [])
    return _sentences([opening], [*_deeds(seen, records_at(seen.outcome, "events")), *stays])


def rally_told(seen: SeenMove) -> str:
    """Return the sentences on a rally: who rallied whom, or tried to."""
    who = called(seen, seen.input, "commander")
    rallied = ids_at(seen.outcome, "rallied")
    if rallied or at(seen.outcome, "success"):
        return _sentences([_rally_told(seen, who, rallied)])
    whom = _names(all_called(seen, seen.input, "units")) or SOMEBODY
    return _sentences([f"{who} tried to rally {whom}, in vain"])


def draw_told(seen: SeenMove) -> str:
    """Return the sentences on a draw for initiative: who acts in what order."""
    order = all_called(seen, seen.outcome, "order")
    return _sentences(
        [f"The order of action was {', then '.join(order)}"] if order else [], otherwise="Cards were drawn."
    )


def pursuit_told(seen: SeenMove) -> str:
    """Return the sentences on a pursuit: who escaped whom, or was caught."""
    routed, pursuer = called(seen, seen.input, "routed"), called(seen, seen.input, "pursuer")
    result = at(seen.outcome, "verdict", "outcome")
    if result is not None and at(seen.outcome, "pursuer_status") is None:
        return _sentences([f"{NOBODY} pursued {routed}", f"{routed} escaped"])
    return _sentences([PURSUITS.get(result, "{pursuer} pursued {routed}").format(pursuer=pursuer, routed=routed)])


PURSUITS: Final[Mapping[Any, str]] = {
    PursuitResult.ESCAPED: "{routed} escaped {pursuer} without a loss",
    PursuitResult.SOME_CAUGHT: "{routed} escaped {pursuer} with losses",
    PursuitResult.CAUGHT: "{pursuer} caught {routed}",
}


def skirmish_told(seen: SeenMove) -> str:
    """Return the sentences on a skirmish: who won, and whom each side lost."""
    return fight_seen(seen)


def _deeds(seen: SeenMove, events: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the sentences on events one by one; units of one commander that moved one after the other, together."""
    told: list[str] = []
    moving: list[str] = []
    for event in events:
        if event.get("what") == MassEventKind.MOVED and event.get("moved") != 0:
            moving.append(called(seen, event, "unit"))
            continue
        told += _marched(moving)
        moving = []
        told += TOLD.get(event.get("what", ""), _untold)(seen, event)
    return [*told, *_marched(moving)]


def _marched(units: Sequence[str]) -> list[str]:
    return [f"{_names(units)} marched"] if units else []


def _untold(seen: SeenMove, event: Mapping[str, Any]) -> list[str]:
    return []


def _stood(seen: SeenMove, event: Mapping[str, Any]) -> list[str]:
    return [f"{called(seen, event, 'unit')} could not move"]


def _wheeled(seen: SeenMove, event: Mapping[str, Any]) -> list[str]:
    return [f"{called(seen, event, 'unit')} wheeled"]


def _met(seen: SeenMove, event: Mapping[str, Any]) -> list[str]:
    return [f"{called(seen, event, 'unit')} met {called(seen, event, 'foe')}"]


def _powered(seen: SeenMove, event: Mapping[str, Any]) -> list[str]:
    """Return the sentences on the use of a power, and who left the battle by it."""
    user, hits = event.get("unit"), records_at(event, "hits")
    struck = [called(seen, hit, "unit") for hit in hits if hit.get("unit") != user]
    upon = f" on {_names(struck)}" if struck else ""
    power = event.get("power")
    used = "a power" if power is None else power_named(power)
    return [f"{seen.name(user)} used {used}{upon}", *_routs(seen, hits)]


def _fell_back(seen: SeenMove, event: Mapping[str, Any]) -> list[str]:
    return [f"{called(seen, event, 'unit')} fell back"]


def _rallied(seen: SeenMove, event: Mapping[str, Any]) -> list[str]:
    return [_rally_told(seen, called(seen, event, "commander"), ids_at(event, "rallied"))]


def _rally_told(seen: SeenMove, commander: str, rallied: Sequence[str]) -> str:
    """Say whom a commander rallied; where nobody is seen who was, only that it was tried."""
    return f"{commander} rallied {_names_of(seen, rallied)}" if rallied else f"{commander} tried to rally troops"


def _cast(seen: SeenMove, event: Mapping[str, Any]) -> list[str]:
    spell = f"{called(seen, event, 'commander')} cast a spell on {called(seen, event, 'unit')}"
    return [spell, *_routs(seen, records_at(event, "hits"))]


def _did_otherwise(seen: SeenMove, event: Mapping[str, Any]) -> list[str]:
    return [f"{called(seen, event, 'commander')} did something else"]


TOLD: Final[Mapping[str, Callable[[SeenMove, Mapping[str, Any]], list[str]]]] = {
    MassEventKind.MOVED: _stood,
    MassEventKind.WHEELED: _wheeled,
    MassEventKind.ENGAGED: _met,
    MassEventKind.POWER: _powered,
    MassEventKind.FELL_BACK: _fell_back,
    MassEventKind.RALLY: _rallied,
    MassEventKind.SPELL: _cast,
    MassEventKind.OTHER: _did_otherwise,
}
"""How kinds of events are told; of an order that could not be carried out nothing is."""


def _fights(seen: SeenMove, comparisons: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the sentences on who beat whom, and who held each other; none on a fight with somebody who is not seen."""
    told = []
    for each in comparisons:
        pair, loser = ids_at(each, "pair"), each.get("to")
        if len(pair) == 2:
            winner = pair[pair[0] == loser]
            beat = f"{seen.name(winner)} beat {seen.name(loser)}"
            told.append(f"{_names_of(seen, pair)} fought, and neither gave way" if loser is None else beat)
    return told


def _routs(seen: SeenMove, hits: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the sentences on who left the battle of those struck."""
    return [f"{called(seen, hit, 'unit')} {GONE[hit['status']]}" for hit in hits if hit.get("status") in GONE]


def _names_of(seen: SeenMove, ids: Sequence[str]) -> str:
    """List figures by what players call them."""
    return _names([seen.name(each) for each in ids])


def _names(names: Sequence[str]) -> str:
    """List names, each once; of many the first, and others."""
    once = list(dict.fromkeys(names))
    return listed(once, MOST_CLAUSES)


def _sentences(*parts: Sequence[str], otherwise: str = "Something happened.") -> str:
    """Make a sentence of each list of clauses that has any; of many clauses the first, and that more happened."""
    told = []
    for clauses in parts:
        kept = [*clauses[:MOST_CLAUSES], *(["and more happened"] if len(clauses) > MOST_CLAUSES else [])]
        if kept:
            told.append(sentence("; ".join(kept)))
    return " ".join(told) or otherwise
