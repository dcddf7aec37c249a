"""The changes of acts: they lead from the units before to those after, and each has its reason."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from orjson import loads

from service.dice.seeded import SeededDice
from service.rules.mass.attack.duel import MassDuel, resolve_duel
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.words import MassChangeReason
from service.rules.mass.figures.changes import MassChange, placing_of
from service.rules.mass.figures.orders import MassRound, MassSkirmish
from service.rules.mass.rounds.round import resolve_round
from service.rules.mass.rounds.skirmish import fight_of
from service.wire import to_json
from tests.rings import many
from tests.rules.fights import untold
from tests.rules.folding import Act, Placings, acts, folded, tally_of_reasons
from tests.rules.mass.battles import rounds, rulings
from tests.rules.mass.stories import play, read
from tests.rules.mass.test_contact import KNIGHTS, PIKES, having, meet
from tests.rules.mass.test_spell import LEVY, MAGES, create

RARE = {MassChangeReason(each) for each in ("rally", "beside", "fall_back", "spell")}
"""Reasons of which chance has few; a rally changes no place and no status."""


def placings(state: Any) -> Placings:
    """Where and how units are, by id."""
    return _placings(state.units)


def _placings(units: Any) -> Placings:
    return {each.id: loads(to_json(placing_of(each))) for each in units}


def known(act: Act) -> Placings:
    """Who is no part of a clash; an encounter frees who was in contact with a unit that has left the battle."""
    if act.procedure == "resolve-attack":
        named = {each for pair in act.asked["pairs"] for each in pair}
    elif act.procedure == "resolve-duel":
        named = {act.asked["first"], act.asked["second"]}
    else:
        return {}
    return {name: each for name, each in placings(act.after).items() if name not in named}


def told(changes: tuple[MassChange, ...]) -> list[tuple[Any, ...]]:
    """Who changed, why, by whose deed, and with whom a contact began or ended."""
    return [(each.figure, each.reason.value, each.by, each.foe) for each in changes]


def test_changes_lead_from_one_state_to_the_next() -> None:
    """In random battles the changes of rounds and of all other procedures are all that happens to units."""
    reasons = tally_of_reasons(acts("mass", many(150, 15), 10, "changes"), placings, known)
    assert {*MassChangeReason} - {*reasons} <= RARE, reasons
    single = {"resolve-attack", "resolve-duel", "issue-command", "use-power", "engage", "pursue"}
    assert len(single & {*reasons}) >= many(6, 4), reasons


@settings(max_examples=many(2000, 60), deadline=None)
@given(input=rounds(), options=rulings(), seed=st.integers(0, 99))
def test_changes_of_any_round(input: MassRound, options: MassRulings, seed: int) -> None:
    """Whatever is ordered in a round, its changes lead from its units to those after it."""
    outcome = resolve_round(input, options, SeededDice(f"sha256ctr1:{seed}"))
    places = _placings(input.units)
    folded(outcome.changes, places)
    assert places == _placings(outcome.state)


def test_who_comes_into_being_is_told() -> None:
    """A unit that a spell brings was nowhere before; enemies beside it are engaged with it."""
    came = play(MAGES, LEVY, ana=[{"kind": "spell", "effects": [create()]}], faces=(5, 2)).outcome
    first, *others = came.changes
    assert (first.figure, first.reason.value, first.by, first.before) == ("golems", "spell", "ana", None)
    assert told(tuple(others))[:2] == [("golems", "beside", None, "levy"), ("levy", "beside", "golems", "golems")]


def test_who_falls_back_is_told() -> None:
    """Who falls back from a foe leaves the contact first, and then the hex."""
    told_of = told(meet(having("cast-pilum", PIKES, fall_back=True), having(None, KNIGHTS)).outcome.changes)
    assert told_of[-3:] == [
        ("pikes", "fall_back", None, "knights"),
        ("knights", "fall_back", "pikes", "pikes"),
        ("pikes", "fall_back", None, None),
    ]


def test_a_duel_lowers_shield_walls() -> None:
    """The first round of a duel ends with shield walls down; the loser is routed by the battle."""
    one = {"id": "one", "side": "red", "battle_die": "d12", "morale_max": 3, "shield_wall": True}
    other = {"id": "other", "side": "blue", "battle_die": "d4", "morale_max": 1}
    duel = read(MassDuel, {"first": one, "second": other})
    changes = resolve_duel(duel, MassRulings(), SeededDice("sha256ctr1:1")).changes
    assert told(changes) == [("one", "round_end", None, None), ("other", "battle", None, None)]


def test_untold_battles_record_no_changes() -> None:
    """Where nobody reads, neither changes nor events are kept."""
    skirmish = read(
        MassSkirmish,
        {"units": [MAGES, LEVY], "commanders": [{"id": "ana", "side": MAGES["side"], "thac0": 10}]},
    )
    assert fight_of(skirmish, MassRulings()).play(untold(1))[0].battle.changes is None
