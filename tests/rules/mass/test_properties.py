"""What holds in every round, whoever fights and whatever is ordered."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.dice.seeded import SeededDice
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.errors import FightOver
from service.rules.kernel.hexes import distance
from service.rules.mass.battle.initiative import drawn_for
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.words import MassEventKind, MassStatus
from service.rules.mass.figures.models import MassCommander
from service.rules.mass.figures.orders import MassRound
from service.rules.mass.rounds.round import MassRoundOutcome, resolve_round
from service.wire import to_json
from tests.rings import many
from tests.rules.mass.battles import rounds, rulings
from tests.rules.mass.stories import read

SEEDS = st.integers(0, 10**6).map(lambda number: f"sha256ctr1:{number}")
MANY = settings(max_examples=many(100))


def seeded(battle: MassRound, options: MassRulings, seed: str) -> tuple[MassRoundOutcome, SeededDice]:
    """A round with seeded dice."""
    dice = SeededDice(seed)
    return resolve_round(battle, options, dice), dice


@MANY
@given(rounds(), rulings(), SEEDS)
def test_a_hex_holds_one_unit(battle: MassRound, options: MassRulings, seed: str) -> None:
    """After every round each active unit stands on a hex of its own, and enemies side by side are engaged."""
    active = [unit for unit in seeded(battle, options, seed)[0].state if unit.status is MassStatus.ACTIVE]
    assert len({unit.hex for unit in active}) == len(active)
    assert all(distance((0, 0), unit.hex) <= 8 and 0 < unit.morale <= 9 for unit in active)
    beside = {(a.id, b.id) for a in active for b in active if a.side != b.side and distance(a.hex, b.hex) == 1}
    assert beside == {(unit.id, foe) for unit in active for foe in unit.engaged_with}


@MANY
@given(rounds(), rulings(), SEEDS)
def test_engaged_units_do_not_move(battle: MassRound, options: MassRulings, seed: str) -> None:
    """No unit moves while it is engaged, but by falling back; who does is engaged with none of its foes any more."""
    sides = {unit.id: unit.side for unit in battle.units}
    places = {unit.id: unit.hex for unit in battle.units}
    pairs = {
        frozenset((a, b)) for a in sides for b in sides if sides[a] != sides[b] and distance(places[a], places[b]) == 1
    }
    moved = set()
    for event in seeded(battle, options, seed)[0].events:
        if event.what is MassEventKind.MOVED:
            assert not any(event.unit in pair for pair in pairs)
            moved.add(event.unit)
        if event.what is MassEventKind.ENGAGED:
            pairs.add(frozenset((str(event.unit), str(event.foe))))
        gone = {hit.unit for hit in event.hits if hit.status is not MassStatus.ACTIVE}
        if event.what is MassEventKind.FELL_BACK:
            gone.add(str(event.unit))
            moved.add(event.unit)
        pairs = {pair for pair in pairs if pair.isdisjoint(gone)}
    after = {unit.id: unit.hex for unit in seeded(battle, options, seed)[0].state}
    assert {name for name in places if places[name] != after[name]} <= moved


@MANY
@given(rounds(), rulings(), SEEDS)
def test_every_card_is_drawn_once(battle: MassRound, options: MassRulings, seed: str) -> None:
    """No card is drawn twice, and what is drawn and what is left are the whole deck."""
    outcome, dice = seeded(battle, options, seed)
    assert len(set(dice.cards)) == len(dice.cards)
    assert len({*dice.cards, *outcome.initiative.deck_state}) == options.deck
    assert [card for draw in outcome.initiative.draws for card in draw.drawn] == dice.cards


@MANY
@given(rounds(), rulings(), SEEDS)
def test_supplied_dice_replay_a_round(battle: MassRound, options: MassRulings, seed: str) -> None:
    """The faces and cards of a seeded round, supplied, give the same round byte for byte."""
    outcome, dice = seeded(battle, options, seed)
    again = SuppliedDice(dice.faces, dice.cards, WhenExhausted.REFUSE)
    assert to_json(resolve_round(battle, options, again)) == to_json(outcome)
    again.refuse_left_overs(None)
    assert [step.text for step in again.steps] == [step.text for step in dice.steps]


@MANY
@given(rounds(), rulings(), SEEDS)
def test_rounds_go_on(battle: MassRound, options: MassRulings, seed: str) -> None:
    """The state of an answer, posted back, is a round that can be played, until one side is left."""
    outcome, _ = seeded(battle, options, seed)
    document = {"units": outcome.state, "commanders": [dict(each) for each in battle.commanders]}
    after = read(MassRound, document)
    assert [unit.id for unit in after.units] == [unit.id for unit in battle.units]
    if outcome.verdict.over:
        with pytest.raises(FightOver):
            seeded(after, options, seed)
    else:
        again, _ = seeded(after, options, seed)
        assert len(again.state) == len(outcome.state)
    assert not any(unit.commanded or unit.shield_wall for unit in outcome.state)


@MANY
@given(rounds(), rulings(), SEEDS)
def test_morale_damage_adds_up(battle: MassRound, options: MassRulings, seed: str) -> None:
    """What comparisons and events cost a unit is what it has lost: nothing else takes morale, and nothing hides it."""
    outcome, _ = seeded(battle, options, seed)
    before = {unit.id: unit.morale_max for unit in battle.units}
    told = dict.fromkeys(before, 0)
    spells = set()
    for event in outcome.events:
        for hit in event.hits:
            told[hit.unit] += hit.damage
            if event.what is MassEventKind.SPELL:
                spells.add(hit.unit)
    for comparison in outcome.battle:
        if comparison.to is not None:
            told[comparison.to] += comparison.damage
    for unit in outcome.state:
        lost = before[unit.id] - unit.morale
        if unit.id not in spells and unit.status is not MassStatus.DESTROYED:
            assert lost <= told[unit.id]
            assert lost or not told[unit.id] or any(each.shield_wall for each in battle.units)


@given(st.integers(1, 20), st.lists(st.integers(-10, 25), min_size=1, max_size=20), SEEDS)
def test_commanders_act_in_the_order_of_their_cards(step: int, numbers: list[int], seed: str) -> None:
    """However many commanders draw, each acts once, and nobody with a lower card before one with a higher."""
    commanders = [
        MassCommander(id=f"c{place}", side="red", thac0=number, initiative_step=step % 2)
        for place, number in enumerate(numbers)
    ]
    outcome = drawn_for(commanders, None, MassRulings(), SeededDice(seed))
    assert sorted(outcome.order) == sorted(commander.id for commander in commanders)
    assert outcome.verdict.jokers == sum(draw.actions - 1 for draw in outcome.draws)
