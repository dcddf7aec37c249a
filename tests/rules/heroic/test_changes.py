"""The changes of acts: they lead from the units before to those after, and each has its reason."""

from collections import Counter
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any, Final

from orjson import loads

from service.dice.seeded import SeededDice
from service.rules.heroic.book.words import HeroicChangeReason
from service.rules.heroic.figures.changes import HeroicChange, placing_of
from service.rules.heroic.rounds.outcomes import HeroicRoundOutcome
from service.rules.heroic.rounds.round import resolve_round
from service.rules.heroic.rounds.skirmish.skirmish_steps import battle_in, fight_of
from service.wire import to_json
from tests.rings import many
from tests.rules.fights import untold
from tests.rules.folding import Act, Placings, acts, folded
from tests.rules.heroic.battles import FOE, MAN, blow, encounter, hold, lock, order, round_of, skirmish_of
from tests.rules.heroic.stat_blocks import Document, rulings
from tests.rules.heroic.test_grapple import TAKEDOWN, WON, grab, spend

RARE: Final = {HeroicChangeReason(each) for each in ("sent", "grapple", "break_free", "fatigue", "morale", "pursuit")}
"""Reasons of which chance has few; they are tried below, and of single procedures beside this."""
BATTLES: Final = frozenset({"resolve-round", "resolve-move"})
"""Procedures that are told of the whole battle."""
ALONE: Final[dict[str, Callable[[Any], Any]]] = {
    **dict.fromkeys(("resolve-attack", "resolve-grapple", "resolve-wait", "resolve-injury"), attrgetter("units")),
    **dict.fromkeys(("check-fatigue", "pursue"), attrgetter("roster")),
    "check-morale": lambda outcome: (outcome.unit, *outcome.parts),
    "break-free": lambda outcome: (outcome.victim,),
}
"""Procedures that are told of some units alone, and which units they answer."""


def placings(state: Any) -> Placings:
    """Where and how units are, by id, as a state says it."""
    places: Placings = {}
    positions = {each.unit: (float(each.x), float(each.y)) for each in state.positions}
    for unit in state.units:
        ties = {
            each.other if each.one == unit.id else each.one for each in state.locks if unit.id in (each.one, each.other)
        }
        locked_with = tuple([each.id for each in state.units if each.id in ties])
        places[unit.id] = loads(to_json(placing_of(unit, positions.get(unit.id, (0.0, 0.0)), locked_with)))
    return places


def told(changes: tuple[HeroicChange, ...]) -> list[tuple[Any, ...]]:
    """Who changed, why, by whose deed, and with whom a lock was made or ended."""
    return [(each.figure, each.reason.value, each.by, each.foe) for each in changes]


def test_changes_lead_from_one_state_to_the_next() -> None:
    """In random battles the changes of rounds and moves are all that happens to units, and those of others to some."""
    reasons: Counter[str] = Counter()
    for act in acts("heroic", many(150, 12), 8, "changes"):
        reasons[act.procedure] += 1
        if act.procedure in BATTLES:
            places = placings(act.before)
            reasons.update(folded(act.outcome.changes, places))
            assert places == placings(act.after), (act.procedure, act.asked, act.outcome.changes)
        elif act.procedure in ALONE:
            reasons.update(_alone(act))
    assert {*HeroicChangeReason} - {*reasons} <= RARE, reasons
    assert {"resolve-round", "resolve-move", "check-morale"} <= {*reasons}, reasons


def _alone(act: Act) -> Counter[str]:
    """Play the changes of a procedure that is told of some units alone."""
    outcome = act.outcome
    after = ALONE[act.procedure](outcome)
    ids = {each.id for each in after}
    places = {each.id: loads(to_json(placing_of(each))) for each in act.before.units if each.id in ids}
    found = folded(outcome.changes, places)
    assert places == {each.id: loads(to_json(placing_of(each))) for each in after}
    return found


HELD: Final = MAN | {"id": "held", "st": 30, "conditions": ["suffocating"], "fp": 10, "fp_current": 9}
OPTIONS: Final = {"fp_effects": "apply"}


def rounds(battle: Document, orders: list[Document], seeds: int) -> Iterator[HeroicRoundOutcome]:
    """A round with different dice, whose changes lead from its units to those after it."""
    for number in range(seeds):
        given = round_of(battle, orders)
        outcome = resolve_round(given, rulings(**OPTIONS), SeededDice(f"sha256ctr1:{number}"))
        places = placings(given.encounter)
        folded(outcome.changes, places)
        assert places == placings(outcome.encounter)
        yield outcome


def test_what_was_sent_is_put_right_first() -> None:
    """A unit of which nobody stands is out of the battle, and locked with nobody, before anything else happens."""
    fallen = MAN | {"id": "fallen", "hp_pool": 0}
    battle = encounter(MAN, fallen, FOE, locks=[lock("fallen", "foe")])
    first, *_ = rounds(battle, [order("man"), order("foe")], 1)
    assert told(first.changes)[:3] == [
        ("fallen", "sent", None, None),
        ("fallen", "sent", None, "foe"),
        ("foe", "sent", None, "fallen"),
    ]


def test_who_breaks_free_breathes() -> None:
    """Who breaks the last hold suffocates no more; whom the lack of breath or fatigue brings down is told."""
    reasons: Counter[str] = Counter()
    battle = encounter(HELD, FOE, grapples=[hold("foe", "held")], locks=[lock("held", "foe")])
    tired = encounter(HELD | {"fp_current": -9, "conditions": []}, FOE, locks=[lock("held", "foe")])
    for fight in (battle, tired):
        own = {"break_free": True} if fight is battle else {"melee": [blow("foe")]}
        orders = [order("held", **own), order("foe")]
        for outcome in rounds(fight, orders, 40):
            reasons.update([each.reason for each in outcome.changes])
    assert {HeroicChangeReason.BREAK_FREE, HeroicChangeReason.FATIGUE, HeroicChangeReason.INJURY} <= {*reasons}


def test_changes_name_who_did_it() -> None:
    """A takedown is the grappler's deed, and so is the wound of a single attacker; of several nobody is named."""
    down = grab(spend(TAKEDOWN), *WON, 4, 3, 3, 4, 4, 4)
    assert told(down.outcome.changes) == [("swordsman", "grapple", "wrestler", None)]
    second = MAN | {"id": "second"}
    weak = FOE | {"hp_pool": 1, "ht": 1}
    by: set[str | None] = set()
    for friends in ([MAN], [MAN, second]):
        orders = [order(each["id"], melee=[blow("foe")], move={}) for each in friends]
        for outcome in rounds(encounter(*friends, weak, at={"foe": 1}), [*orders, order("foe")], 30):
            by |= {each.by for each in outcome.changes if each.reason is HeroicChangeReason.INJURY}
    assert {"man", None} <= by


def test_untold_battles_record_no_changes() -> None:
    """Where nobody reads, no changes are kept."""
    fight = fight_of(skirmish_of(encounter(MAN, FOE, at={"foe": 3})), rulings())
    assert battle_in(fight.play(untold(1))[0]).changes is None
