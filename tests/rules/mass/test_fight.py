"""Skirmishes as fights: their steps end as told skirmishes do, and keys hold all that the rest depends on."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.dice.exact import Distribution
from service.dice.seeded import SeededDice
from service.errors import OddsTooLarge
from service.rules.kernel.fight import Fight
from service.rules.mass.attack.clash import LOSSES, clash_of
from service.rules.mass.battle.hands import DRAW, hands_of
from service.rules.mass.battle.initiative import drawn_for
from service.rules.mass.book.options import MassRulings
from service.rules.mass.figures.models import MassCommander, MassUnit
from service.rules.mass.figures.orders import MassSkirmish
from service.rules.mass.figures.standing import state_of
from service.rules.mass.rounds.skirmish import Between, Within, fight_of, resolve_skirmish
from tests.rings import many
from tests.rules.fights import Untold, assert_keys_hold, chances_after, ending, seed, states_of
from tests.rules.mass.battles import rounds, rulings
from tests.rules.mass.stories import ANA, BOR, BOTH, Document, read, unit

CARDS: Document = {"joker_in_worst_draw": "used", "joker_order": "chosen", "deck": 53}
CLEO: Document = {"id": "cleo", "side": "red", "thac0": 16, "charisma": 9, "joker_after": "ana"}
HORSE = unit("horse", "red", 0, 0, battle_die="d6", speed=3)
FOOT = unit("foot", "blue", 1, 0, battle_die="d4", facing=3)
BOWS = unit("bows", "red", -2, 0, battle_die="d4", power="launch-volley")
WALLS = unit("walls", "blue", 0, 1, battle_die="d6", facing=3, power="raise-shield-wall")
PIKES = unit("pikes", "blue", 4, 0, battle_die="d4", power="receive-charge")
RIDERS = unit("riders", "red", 0, 2, battle_die="d6", power="spirited-charge", large=True, speed=2)
RALLY: Document = {"commander": "bor", "actions": [{"kind": "rally", "units": ["walls", "foot"]}]}
SPELL: Document = {
    "commander": "ana",
    "actions": [
        {
            "kind": "spell",
            "effects": [
                {"kind": "create_unit", "unit": unit("ghosts", "red", 2, 0, battle_die="d4")},
                {"kind": "morale_delta", "unit": "foot", "points": -1},
                {"kind": "battle_bonus", "unit": "horse", "bonus": 1},
            ],
        },
        {"kind": "other", "label": "waits"},
    ],
}
FIGHTS: dict[str, tuple[list[Document], Document, Document]] = {
    "duel": ([HORSE, FOOT], {}, {}),
    "march": ([HORSE | {"hex": [-3, 0]}, FOOT | {"speed": 1}], {}, {}),
    "volleys and walls": ([BOWS, HORSE, WALLS], {}, {}),
    "charges": ([RIDERS, PIKES], {}, {"engaged_timing": "stationary_first"}),
    "rallies": ([HORSE, FOOT | {"power": "sow-confusion", "power_expended": True}, WALLS], {"orders": [RALLY]}, {}),
    "spells": ([HORSE, FOOT], {"orders": [SPELL]}, {}),
    "several foes": ([HORSE, FOOT, WALLS], {}, {"multi_foe_roll": "per_foe", "shield_wall": "per_round_total"}),
    "higher dice": ([HORSE | {"flanking": ["foot"]}, FOOT, WALLS], {}, {"multi_foe_roll": "single_higher"}),
    "few rounds": ([HORSE, FOOT], {"max_rounds": 2}, {}),
    "chosen jokers": ([HORSE, FOOT], {"commanders": [*BOTH, CLEO]}, CARDS),
}


def request(name: str) -> tuple[MassSkirmish, MassRulings]:
    """The request of a fight by name."""
    units, changes, options = FIGHTS[name]
    document = {"commanders": BOTH, "units": units, "max_rounds": 12} | changes
    return read(MassSkirmish, document), read(MassRulings, options)


@pytest.mark.parametrize("name", FIGHTS)
def test_fights_end_as_skirmishes_do(name: str) -> None:
    """Told and untold steps come to the verdict of the procedure, with the same cards and faces."""
    for number in range(many(60, 20)):
        told, untold = SeededDice(seed(number)), Untold(seed(number))
        verdict = resolve_skirmish(*request(name), told).verdict
        assert ending(fight_of(*request(name)), untold) == verdict
        assert (untold.faces, untold.cards) == (told.faces, told.cards)


@settings(max_examples=many(60))
@given(rounds(), rulings(), st.integers(0, 10**6))
def test_any_fight_ends_as_a_skirmish_does(given: Any, chosen: MassRulings, number: int) -> None:
    """Whatever the units, the orders and the options are, a fight does not depend on who reads of it."""
    fields = {"units", "commanders", "orders", "terrain", "bounds"}
    asked = MassSkirmish(**{name: getattr(given, name) for name in fields}, max_rounds=3)
    told, untold = SeededDice(seed(number)), Untold(seed(number))
    verdict = resolve_skirmish(asked, chosen, told).verdict
    assert ending(fight_of(asked, chosen), untold) == verdict
    assert (untold.faces, untold.cards) == (told.faces, told.cards)


@pytest.mark.parametrize("name", FIGHTS)
def test_equal_keys_have_equal_chances(name: str) -> None:
    """What comes after a step depends on the key alone, whatever led to the state."""
    assert_keys_hold(fight_of(*request(name)), range(120))


@pytest.mark.parametrize("options", [{}, CARDS])
@pytest.mark.parametrize(("declared", "results"), [((2, 2), 8), ((1, 1), 2), ((2, 0), 2), ((0, 1), 1), ((0, 0), 1)])
def test_a_draw_is_one_die(options: Document, declared: tuple[int, int], results: int) -> None:
    """Exact dice take a draw as one die, whose results have the chances of all cards, as far as they matter."""
    commanders = [read(MassCommander, each) for each in (ANA, BOR | {"joker_after": "ana"})]
    hands = hands_of(commanders, read(MassRulings, options))._replace(declared=declared)
    odds = DRAW.chances(hands)
    assert odds == Distribution.of(lambda dice: DRAW(hands, dice))
    assert len(odds.chances) <= results


@pytest.mark.parametrize("mode", ["single", "single_higher", "per_foe"])
@pytest.mark.parametrize("shield_wall", ["per_instance", "per_round_total"])
def test_losses_are_one_die(mode: str, shield_wall: str) -> None:
    """Exact dice take the losses of a battle as one die, whose results have the chances of all battle dice."""
    chosen = read(MassRulings, {"multi_foe_roll": mode, "shield_wall": shield_wall})
    units = [HORSE | {"battle_die": "d4", "flanking": ["foot"]}, FOOT, WALLS | {"battle_die": "d4"}]
    units[2] |= {"shield_wall": True, "battle_bonus": 4}
    fighters = [state_of(read(MassUnit, each)) for each in units]
    clash = clash_of(fighters, [("horse", "foot"), ("horse", "walls")], chosen)
    assert LOSSES.chances(clash) == Distribution.of(lambda dice: LOSSES.roll(clash, dice))


def test_losses_of_many_are_refused() -> None:
    """Where many flank each other, the odds are too many, and the refusal names the rule."""
    fighters = [state_of(read(MassUnit, HORSE | {"id": f"u{number}", "battle_die": "d12"})) for number in range(6)]
    pairs = [(f"u{number}", f"u{number + 1}") for number in range(5)]
    with pytest.raises(OddsTooLarge) as refused:
        LOSSES.chances(clash_of(fighters, pairs, MassRulings()))
    assert refused.value.detail == "The odds of a battle compare 2985984 sets of scores, more than 25000."
    assert refused.value.faults[0].rule == "mass/battle/roll"


@given(st.integers(0, 10**6), rulings())
def test_untold_draws_are_told_ones(number: int, chosen: MassRulings) -> None:
    """Who acts when and how often is as told, and so are the cards."""
    commanders = [read(MassCommander, each) for each in (ANA, BOR | {"thac0": 4}, CLEO)]
    told, untold = SeededDice(seed(number)), Untold(seed(number))
    outcome = drawn_for(commanders, None, chosen, told)
    actions = {draw.commander: draw.actions for draw in outcome.draws}
    counts = DRAW(hands_of(commanders, chosen)._replace(declared=(2, 1, 0)), untold)
    may = {"ana": actions["ana"], "bor": 1}
    assert [(commanders[each].id, often) for each, often in counts] == [
        (name, may[name]) for name in outcome.order if name in may
    ]
    assert told.cards == untold.cards


def test_spells_are_for_the_first_round() -> None:
    """The start of the first round and that of a later one have different keys, and different chances."""
    spells = fight_of(*request("spells"))
    start = spells.begin(Untold(seed(0)))
    later = start._replace(number=2)
    assert spells.key(start) != spells.key(later)
    assert chances_after(spells, start) != chances_after(spells, later)
    assert spells.key(later) == spells.key(start._replace(number=3))


def test_counts_that_are_to_come_are_in_the_key() -> None:
    """Who is still to act, in what order and with which actions, makes other keys; who does nothing has no count."""
    charges = fight_of(*request("charges"))
    drawn = {charges.key(each): each for number in range(200) for each in drawn_in(charges, number)}
    counts = {tuple([(each.commander, len(each.actions)) for each in state.counts]) for state in drawn.values()}
    assert {(("ana", 1), ("bor", 1)), (("bor", 1), ("ana", 1))} <= counts
    duel = fight_of(*request("duel"))
    assert not [state for number in range(20) for state in drawn_in(duel, number)]


def drawn_in(fight: Fight[Any], number: int) -> list[Within]:
    """The states of a fight after a draw, before the first commander acts."""
    before, found = None, []
    for state in states_of(fight, Untold(seed(number))):
        if isinstance(before, Between) and isinstance(state, Within):
            found.append(state)
        before = state
    return found


def test_ghosts_are_in_the_key() -> None:
    """A unit that came into being is told from another in the same condition."""
    spells = fight_of(*request("spells"))
    states = [state for number in range(40) for state in states_of(spells, Untold(seed(number)))]
    state = next(each for each in states if "ghosts" in each.battle.units)
    shades = replace(state.battle.units["ghosts"], id="shades")
    units = {("shades" if name == "ghosts" else name): unit for name, unit in state.battle.units.items()}
    other = state._replace(battle=replace(state.battle, units={**units, "shades": shades}))
    assert spells.key(other) != spells.key(state)


def test_untold_fights_keep_no_log() -> None:
    """Where nobody reads, no rounds, cards and events are recorded."""
    for name in FIGHTS:
        given = fight_of(*request(name))
        for state in states_of(given, Untold(seed(1))):
            assert not state.log
            assert not state.battle.events
            assert isinstance(state, Between) or state.initiative is None
