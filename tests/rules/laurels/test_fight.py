"""Skirmishes as fights: their steps end as told skirmishes do, and keys hold all that the rest depends on."""

from collections.abc import Hashable
from dataclasses import replace
from typing import Any

import pytest

from service.dice.exact import results_of
from service.dice.seeded import SeededDice
from service.rules.kernel.fight import Fight, Settling, changes_of
from service.rules.laurels.attack.strike import Harm
from service.rules.laurels.battle.models import LaurelsAttackOrder, LaurelsPassOrder
from service.rules.laurels.book.words import LaurelsChangeReason
from service.rules.laurels.rounds.skirmish import CHANGED, Between, Within, battle_in, fight_of, resolve_skirmish
from service.rules.laurels.rounds.turn import is_idle
from tests.rings import many
from tests.rules.fights import Untold, assert_keys_hold, chances_after, ending, seed, states_of
from tests.rules.laurels.figures import ARCHER, BANDIT, CEDRYK, GIANT, ORC, Document, order, parrying, rulings, skirmish

SECOND = BANDIT | {"id": "second"}
SCOUT = CEDRYK | {"id": "scout", "role": "party"}
AMBUSH = {"action": "sneak_attack", "actor": "cedryk", "target": "orc", "sneak": {"concealed": True, "stealth_dc": 12}}
SHOT = {"action": "sneak_attack", "actor": "archer", "target": "orc", "sneak": {"concealed": True}}
TRAP = {
    "action": "other",
    "actor": "second",
    "label": "springs a trap",
    "effects": [{"target": "cedryk", "damage": 2}, {"target": "second", "damage": 1, "direct_damage": True}],
}

FIGHTS: dict[str, tuple[list[Document], tuple[Document, ...], Document, Document]] = {
    "duel": ([CEDRYK, ORC], (), {"surprise": "unaware"}, {}),
    "two against two": ([CEDRYK, ARCHER, ORC, BANDIT], (), {"break_at": 0.5}, {}),
    "ambushes": ([CEDRYK, ARCHER, ORC, SECOND], (AMBUSH, SHOT), {"surprise": "opponents_ambush"}, {}),
    "parries": (
        [CEDRYK, ORC, SECOND],
        (parrying("cedryk", "both", shield_durability=9), parrying("second", "weapon")),
        {},
        {"parry_both_order": "shield_first"},
    ),
    "power": ([CEDRYK, ORC], (order("cedryk", "orc", power_attack=True),), {}, {"overflow": "discard"}),
    "trap": ([CEDRYK, SECOND], (TRAP,), {}, {}),
    "slotless": ([SCOUT, ARCHER | {"injury_slots": None, "stamina": 9}, GIANT | {"stamina": 30}], (), {}, {}),
    "retreat": ([CEDRYK, ORC, SECOND], ({"action": "retreat", "actor": "second"},), {}, {}),
    "uncovered": (
        [CEDRYK, ARCHER, ORC, SECOND],
        (parrying("orc", "both", shield_durability=9),),
        {"max_rounds": 3},
        {"parry_covers_ranged": False, "parry_basis": "gross"},
    ),
    "few rounds": ([CEDRYK, ORC], (), {"max_rounds": 2}, {}),
}


def fight(name: str) -> Fight[Any]:
    """A fight by name."""
    figures, orders, changes, options = FIGHTS[name]
    return fight_of(skirmish(figures, *orders, **changes), rulings(**options))


@pytest.mark.parametrize("name", FIGHTS)
def test_fights_end_as_skirmishes_do(name: str) -> None:
    """Told and untold steps come to the verdict of the procedure, with the same faces."""
    figures, orders, changes, options = FIGHTS[name]
    given, chosen = skirmish(figures, *orders, **changes), rulings(**options)
    for number in range(many(60, 20)):
        told, untold = SeededDice(seed(number)), Untold(seed(number))
        verdict = resolve_skirmish(given, chosen, told).verdict
        assert ending(fight(name), untold) == verdict
        assert untold.faces == told.faces


@pytest.mark.parametrize("name", FIGHTS)
def test_equal_keys_have_equal_chances(name: str) -> None:
    """What comes after a step depends on the key alone, whatever led to the state."""
    assert_keys_hold(fight(name), range(many(120, 40)), most=many(60, 20))


@pytest.mark.parametrize("name", FIGHTS)
def test_prepared_steps_are_steps(name: str) -> None:
    """A prepared step leads to the states of the step, with its chances, whatever dice take it."""
    given = fight(name)
    states = [state for number in range(many(20, 4)) for state in states_of(given, Untold(seed(number)))]
    for state in {given.key(each): each for each in states}.values():
        if not (given.is_between_rounds(state) and given.is_over(state)):
            assert prepared_chances(given, state) == chances_after(given, state)


def test_a_step_that_is_not_prepared_is_taken_whole() -> None:
    """Of a fight that prepares nothing, a prepared step is the step."""
    given = replace(fight("duel"), prepare=None)
    for state in states_of(given, Untold(seed(0))):
        assert prepared_chances(given, state) == chances_after(given, state)


def prepared_chances(given: Fight[Any], state: Any) -> Any:
    """The chances of what comes after a prepared step."""
    return chances_after(replace(given, advance=lambda at, dice: given.step_from(at)(dice)), state)


def test_an_attack_settles_one_kernel() -> None:
    """A turn that is an attack is one kernel, and who has broken its weapon has none; the start of a round is none."""
    given = fight("power")
    states = [state for number in range(9) for state in states_of(given, Untold(seed(number)))]
    turns = [state for state in states if isinstance(state, Within)]
    kinds = {(state.lines.waiting[0], isinstance(given.step_from(state), Settling)) for state in turns}
    assert kinds == {(0, True), (1, True)}
    assert not isinstance(given.step_from(states[0]), Settling)


@pytest.mark.parametrize("name", [name for name in FIGHTS if name != "trap"])
def test_what_follows_an_attack_depends_on_its_rest_and_harm(name: str) -> None:
    """Attacks that leave the same rest and do the same harm lead to states with equal keys, whatever was before."""
    given = fight(name)
    states = [state for number in range(many(30, 12)) for state in states_of(given, Untold(seed(number)))]
    known: dict[Hashable, Hashable] = {}
    met = 0
    for state in {(given.is_between_rounds(each), given.key(each)): each for each in states}.values():
        step = given.step_from(state)
        if isinstance(step, Settling):
            for harm, _ in results_of(step.kernel, step.arguments)[0]:
                if isinstance(harm, Harm):
                    after = step.after(harm)
                    key = given.is_between_rounds(after), given.key(after)
                    assert known.setdefault((step.rest, harm), key) == key
                    met += 1
    assert met > len(known) > 0


def test_the_first_round_is_read_for_surprise() -> None:
    """The start of the first round and that of a later one have different keys, and different chances."""
    duel = fight("duel")
    start = duel.begin(Untold(seed(0)))
    later = start._replace(number=2)
    assert duel.key(start) != duel.key(later)
    assert chances_after(duel, start) != chances_after(duel, later)
    assert duel.key(later) == duel.key(start._replace(number=3))


def test_orders_that_are_to_come_are_in_the_key() -> None:
    """Who is still to act, whether by a standing order, and if not whether it attacks, and who is surprised."""
    given, place = fight("power"), 0
    states = [state for number in range(9) for state in states_of(given, Untold(seed(number)))]
    state = next(each for each in states if isinstance(each, Within) and each.lines.waiting == (place,))
    commands = [
        replace(state.command, orders=(given_order, *state.command.orders[place + 1 :]))
        for given_order in (order_of("cedryk", "orc"), LaurelsPassOrder(action="pass", actor="cedryk"))
    ]
    others = [
        *[state._replace(command=command) for command in commands],
        state._replace(lines=state.lines._replace(waiting=(1 - place,))),
        state._replace(lines=state.lines._replace(surprised=state.lines.battle.figures[place].role)),
    ]
    keys = [given.key(each) for each in (state, *others)]
    assert len(set(keys)) == len(keys)
    assert all(chances_after(given, each) != chances_after(given, state) for each in others)


def order_of(actor: str, target: str) -> LaurelsAttackOrder:
    """An order by policy."""
    return LaurelsAttackOrder(action="attack", actor=actor, target=target)


def test_ambushes_ask_who_has_attacked_whom() -> None:
    """Who attacked its target last round, or in this one, can ambush it no more; without a sneak attack nobody asks."""
    ambushed, plain = fight("ambushes"), fight("two against two")
    for given, asks in ((ambushed, True), (plain, False)):
        start = given.begin(SeededDice(seed(0)))
        cedryk = start.battle.figures[0].model_copy(update={"attacked_last_round": ("orc",)})
        known = start._replace(battle=start.battle.with_figure(0, cedryk, LaurelsChangeReason.TURN))
        assert (given.key(known) != given.key(start)) is asks
        state = given.advance(start, SeededDice(seed(0)))
        assert isinstance(state, Within)
        battle = state.lines.battle
        assert not battle.attacked[1]
        after = state._replace(lines=state.lines._replace(battle=battle.with_attack(1, "orc")))
        assert (given.key(after) != given.key(state)) is asks


def test_keys_hold_whatever_play_changes() -> None:
    """Every field that play changes is in the key, but for full stamina and, without ambushes, past attacks."""
    changed: set[str] = set()
    for name in FIGHTS:
        given = fight(name)
        for number in range(30):
            start = given.begin(SeededDice(seed(number)))
            for state in states_of(given, SeededDice(seed(number))):
                pairs = zip(start.battle.figures, battle_in(state).figures, strict=True)
                changed |= {field for was, now in pairs for field, _ in changes_of(was, now)}
    assert changed == {*CHANGED[:-1], "weapon", "stamina_max", "attacked_last_round"}


def test_turns_that_change_nothing_are_no_steps() -> None:
    """Where nobody reads, nobody waits first who is dead or surprised, or whose target is out of the fight."""
    for name in ("two against two", "ambushes", "parries"):
        given = fight(name)
        for number in range(30):
            for state in states_of(given, Untold(seed(number))):
                if isinstance(state, Within):
                    lines = state.lines
                    assert not is_idle(lines.battle, state.command, lines.waiting[0], lines.surprised)


def test_untold_fights_keep_no_log() -> None:
    """Where nobody reads, neither rounds nor turns are recorded."""
    given = fight("duel")
    for state in states_of(given, Untold(seed(1))):
        assert not state.log
        assert isinstance(state, Between) or not state.lines.past.events
        assert battle_in(state).changes is None
