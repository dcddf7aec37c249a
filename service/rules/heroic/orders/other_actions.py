"""Deeds other than attacks, and the movement that deeds and shots leave: what they take, forbid and change."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from service.dice.model import Cites, Dice, Rule
from service.errors import RulesRefuse
from service.rules.heroic.attack.models import HeroicAction, HeroicOrder
from service.rules.heroic.attack.situation.weapons import TACTIC_ROWS, aims_of, is_low_tech
from service.rules.heroic.battle.state import Battle
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.options import HeroicFpEffects
from service.rules.heroic.book.refusals import ActionBudgetExceeded, ActionForbidden, ActionSizeMismatch, UnknownMode
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.tables import DEEDS, WITHDRAWAL_FACTOR
from service.rules.heroic.book.words import RETREAT, HeroicActionPhase, HeroicActionSize, HeroicShieldKind, HeroicTactic
from service.rules.heroic.figures.changes import DEED
from service.rules.heroic.figures.models import HeroicDefenses, HeroicLoad, HeroicUnit
from service.rules.heroic.figures.standing import mode_of, move_of, spoken_name, weary
from service.rules.kernel.turns.unread import Unread, unread_in
from service.rules.roll_under.words import Posture

HALVES: Final = {HeroicActionSize.SHORT: 1, HeroicActionSize.MEDIUM: 2, HeroicActionSize.LONG: 2}


class Budget(NamedTuple):
    """A unit's movement: the tactic's factor, the yards of one Move, and the Moves that deeds and shots take."""

    factor: float
    pace: float
    deeds: float
    shots: float

    @property
    def allowance(self) -> float:
        """Yards that the tactic allows."""
        return self.factor * self.pace

    @property
    def left(self) -> float:
        """Yards left for walking on easy ground."""
        return max(self.factor - self.deeds - self.shots, 0.0) * self.pace


def budget_of(unit: HeroicUnit, order: HeroicOrder, shots: float, effects: HeroicFpEffects) -> Budget:
    """Return a unit's movement under an order once so many Moves are spent on shots."""
    factor = factor_of(order)
    return Budget(factor, move_of(weary(unit, effects)), deeds_cost(order), shots)


def factor_of(order: HeroicOrder) -> float:
    """Return the multiple of Move that a tactic allows."""
    if order.withdraw and order.tactic is HeroicTactic.ALL_OUT_DEFENSIVE:
        return float(WITHDRAWAL_FACTOR)
    return float(TACTIC_ROWS[order.tactic].factor)


def deeds_cost(order: HeroicOrder) -> float:
    """Return the Moves that an order's deeds take: half of the tactic's for a short one, all for any other."""
    if not order.actions and order.wait is None:
        return 0.0
    factor = factor_of(order)
    if order.wait is not None or any(each.size is HeroicActionSize.LONG for each in order.actions):
        return factor
    halves = sum([HALVES[each.size] for each in moving_deeds(order)])
    return min(factor * halves / 2, factor)


def moving_deeds(order: HeroicOrder) -> list[HeroicAction]:
    """Return the deeds that are paid from movement."""
    return [each for each in order.actions if each.phase is HeroicActionPhase.MOVEMENT]


def ordered_shots(unit: HeroicUnit, order: HeroicOrder) -> int:
    """Return the Moves that the ordered shots cost: one for each low-tech shot of a member after its first."""
    if not order.ranged:
        return 0
    costs = [0]
    for choice in order.ranged:
        aims = aims_of(unit, choice)
        if aims and is_low_tech(aims[0].mode):
            costs.append((choice.shots_each or 1) - 1)
    return max(costs)


SHORT: Final = HeroicActionSize.SHORT
MEDIUM: Final = HeroicActionSize.MEDIUM
LONG: Final = HeroicActionSize.LONG
ROWS: Final = {row.name: row for row in DEEDS}
SIZES: Final = {SHORT: 1, MEDIUM: 2, LONG: 3}
RELOADS: Final = {"reload_2s": 2, "reload_4s": 4, "reload_10s": 10}
SHIELDS: Final = {"ready_shield_db0_2": SHORT, "ready_shield_db3_4": MEDIUM}
LISTS: Final = {
    SHORT: rulebook.ACTION_SHORT_LIST,
    MEDIUM: rulebook.ACTION_MEDIUM_LIST,
    LONG: rulebook.ACTION_LONG_LIST,
}
LONG_DEED_SECONDS: Final = 10
LIGHT_SHIELD: Final = 2
UNREAD: Final = (
    (
        RELOADS,
        Unread(frozenset({"mode"}), "a deed that reloads nothing", "one of the reloads", rulebook.ACTION_LIST_OPEN),
    ),
    (
        ("posture_step",),
        Unread(frozenset({"posture"}), "a deed that is no posture_step", "posture_step", rulebook.ACTION_LIST_OPEN),
    ),
)
"""The names of deeds that read a field, and that other deeds do not."""


def deed_faults(unit: HeroicUnit, order: HeroicOrder, at: str) -> Iterator[RulesRefuse]:
    """Yield what forbids the deeds of an order that has some; `at` points to the order."""
    if order.withdraw or order.tactic is RETREAT:
        doing = "withdrawal" if order.withdraw else "retreat"
        message = f"In a {doing} {spoken_name(unit)} can do nothing else, not even {order.actions[0].name!r}."
        yield ActionForbidden(message, pointer=f"{at}/actions/0")
        return
    for position, action in enumerate(order.actions):
        yield from _unread_faults(action, f"{at}/actions/{position}")
        yield from _size_faults(unit, action, f"{at}/actions/{position}")
    if any(action.size is LONG for action in order.actions):
        yield from _long_faults(unit, order, at)
        return
    if sum([HALVES[action.size] for action in moving_deeds(order)]) > 2:
        message = f"The movement of {spoken_name(unit)} pays for no more than two short deeds or one medium one."
        yield ActionBudgetExceeded(message, pointer=f"{at}/actions")
    yield from _attack_half_faults(unit, order, at)


def makes_attacks(order: HeroicOrder) -> bool:
    """Return whether an order has its unit attack or break free in either phase."""
    return bool(order.ranged or order.melee or order.break_free)


def gives_up_attacks(order: HeroicOrder) -> bool:
    """Return whether an order gives up every attack of the round, free ones included, for deeds or a wait."""
    if order.wait is not None:
        return True
    paid = [action for action in order.actions if action.phase is not HeroicActionPhase.MOVEMENT or action.size is LONG]
    return bool(paid) and not makes_attacks(order)


def _unread_faults(action: HeroicAction, at: str) -> Iterator[RulesRefuse]:
    """Yield what is given of a deed and belongs to others."""
    for names, unread in UNREAD:
        if action.name not in names:
            yield from unread_in(action, unread, at)


def _size_faults(unit: HeroicUnit, action: HeroicAction, at: str) -> Iterator[RulesRefuse]:
    """Yield what is wrong with one deed: it takes longer than ordered, or there is nothing to reload."""
    row = ROWS.get(action.name)
    if row is not None and SIZES[action.size] < SIZES[row.size]:
        message = f"{action.name!r} is a {row.size.value} deed, not a {action.size.value} one."
        yield ActionSizeMismatch(message, pointer=f"{at}/size", rule=LISTS[row.size])
    if action.name in RELOADS:
        mode = mode_of(unit, action.mode or "")
        if mode is None:
            message = f"{action.mode!r}, to be reloaded, is no attack mode of {spoken_name(unit)}."
            known = [each.id for each in unit.attack_modes]
            yield UnknownMode(message, action.mode, known, pointer=f"{at}/mode", rule=attack_rules.RANGED_AMMO)
        elif mode.reload_s > RELOADS[action.name] and action.name != "reload_10s":
            message = f"{action.name!r} is too short for {mode.id!r}, which takes {mode.reload_s} seconds."
            yield ActionSizeMismatch(message, pointer=f"{at}/name")
    elif action.name in SHIELDS:
        shield = unit.shield
        heavy = shield is not None and shield.kind is HeroicShieldKind.SHIELD and shield.db > LIGHT_SHIELD
        if heavy and action.name == "ready_shield_db0_2":
            message = f"{action.name!r} is too short for the shield of {spoken_name(unit)}."
            yield ActionSizeMismatch(message, pointer=f"{at}/name")
    elif action.name == "posture_step" and abs(_posture_after(unit, action).rank - unit.posture.rank) > 1:
        message = f"From {unit.posture.value} to {_posture_after(unit, action).value} is more than one step."
        yield ActionSizeMismatch(message, pointer=f"{at}/posture")


def _long_faults(unit: HeroicUnit, order: HeroicOrder, at: str) -> Iterator[RulesRefuse]:
    """Yield what goes on beside a long deed, for which a unit stays where it is and gives up all attacks."""
    others = len(order.actions) > 1 or makes_attacks(order)
    if others or (order.wait is not None and order.actions[0].name != "wait"):
        message = f"The long deed of {spoken_name(unit)} leaves no time for anything else."
        yield ActionBudgetExceeded(message, pointer=f"{at}/actions", rule=rulebook.ACTION_LONG)


def _attack_half_faults(unit: HeroicUnit, order: HeroicOrder, at: str) -> Iterator[RulesRefuse]:
    """Yield what is wrong with deeds that ride on attacks or replace all of them.

    Ruling: heroic/ruling/short-action-count.
    """
    name = spoken_name(unit)
    paid = [action for action in order.actions if action.phase is not HeroicActionPhase.MOVEMENT]
    if not makes_attacks(order):
        if sum([HALVES[action.size] for action in paid]) > 2:
            message = f"The attacks of {name}, given up, pay for no more than two short deeds or one medium one."
            yield ActionBudgetExceeded(message, pointer=f"{at}/actions", rule=rulebook.ACTION_FORFEIT_ATTACKS)
        return
    for phase, attacks in ((HeroicActionPhase.RANGED, order.ranged), (HeroicActionPhase.MELEE, order.melee)):
        riding = [action for action in paid if action.phase is phase]
        if not riding:
            continue
        if not attacks or len(riding) > 1 or riding[0].size is not SHORT:
            message = f"Only one short deed goes with each attack of {name}."
            yield ActionBudgetExceeded(message, pointer=f"{at}/actions")
        elif not all(attack.short_action for attack in attacks):
            message = f"{riding[0].name!r} needs `short_action`: true in the {phase.value} attack of {name} (-6)."
            yield ActionBudgetExceeded(message, pointer=f"{at}/{phase.value}", rule=rulebook.ACTION_WITH_ATTACK)


def _posture_after(unit: HeroicUnit, action: HeroicAction) -> Posture:
    """Return the posture that a deed leads to; one step up if none is named."""
    if action.name == "stand_up":
        return Posture.STANDING
    return action.posture if action.posture is not None else Posture.at(max(unit.posture.rank - 1, 0))


def perform_deeds(battle: Battle, place: int, order: HeroicOrder, phase: HeroicActionPhase, dice: Dice) -> Battle:
    """Do a unit's deeds of a phase."""
    if not order.actions:
        return battle
    return battle.with_unit(place, perform(battle.units[place], order, phase, dice), DEED)


def perform(unit: HeroicUnit, order: HeroicOrder, phase: HeroicActionPhase, dice: Dice) -> HeroicUnit:
    """Do the deeds of a phase; a long one is done in the movement phase."""
    for action in order.actions:
        when = HeroicActionPhase.MOVEMENT if action.size is LONG else action.phase
        if when is phase and action.name != "wait":
            unit = act(unit, action, dice, cites=_payment(order, action))
    return unit


def deed_text(action: HeroicAction) -> str:
    """Return what a deed is, in a clause."""
    row = ROWS.get(action.name)
    return action.name.replace("_", " ") if row is None else row.deed[0].lower() + row.deed[1:]


def act(unit: HeroicUnit, action: HeroicAction, dice: Dice, *, cites: Cites) -> HeroicUnit:
    """Do one deed and tell it."""
    row = ROWS.get(action.name)
    rule: Rule = rulebook.ACTION_LIST_OPEN if row is None else LISTS[row.size]
    after, effect = _changed(unit, action)
    text = f"{spoken_name(unit)} did a {action.size.value} deed: {deed_text(action)}{effect}."
    dice.note(rule, text, actor=unit.id, cites=cites)
    return after


def _payment(order: HeroicOrder, action: HeroicAction) -> Cites:
    """Return the rules by which a deed is paid for."""
    cites: Cites = (rulebook.ACTION_NO_READY, rulebook.ACTION_BUDGET)
    if action.size is LONG:
        return (*cites, rulebook.ACTION_LONG)
    if action.phase is HeroicActionPhase.MOVEMENT:
        paid = (rulebook.ACTION_FROM_MOVEMENT, rulebook.MOVE_ACTIONS_IN_MOVEMENT)
        return cites + paid
    if makes_attacks(order):
        return (*cites, rulebook.ACTION_WITH_ATTACK, Rulings.SHORT_ACTION_COUNT)
    return (*cites, rulebook.ACTION_FORFEIT_ATTACKS)


def _changed(unit: HeroicUnit, action: HeroicAction) -> tuple[HeroicUnit, str]:
    """Return a unit after a deed, and what is to be said of it."""
    if action.name in RELOADS:
        return _reloaded(unit, action)
    if action.name in {"posture_step", "stand_up"}:
        posture = _posture_after(unit, action)
        return unit.model_copy(update={"posture": posture}), f", {posture.value} now"
    if action.name in SHIELDS and unit.shield is not None and not unit.shield.ready:
        shield = unit.shield.model_copy(update={"ready": True})
        covered = _covered(unit.defenses, shield.db)
        return unit.model_copy(update={"shield": shield, "defenses": covered}), ""
    return unit, ""


def _covered(defenses: HeroicDefenses, bonus: int) -> HeroicDefenses:
    """Return the defences with a shield's bonus, which is in Block already."""
    parries = tuple([parry.model_copy(update={"value": parry.value + bonus}) for parry in defenses.parries])
    return defenses.model_copy(update={"dodge": defenses.dodge + bonus, "parries": parries})


def _reloaded(unit: HeroicUnit, action: HeroicAction) -> tuple[HeroicUnit, str]:
    """Reload a mode; over 10 seconds it takes one long deed after another.

    Ruling: heroic/ruling/reload-over-ten.
    """
    mode = mode_of(unit, action.mode or "")
    if mode is None:
        return unit, ""
    others = tuple([load for load in unit.loaded if load.mode != mode.id])
    before = next((load for load in unit.loaded if load.mode == mode.id), None)
    done = 1 if before is None else before.reloading + 1
    needed = -(-mode.reload_s // LONG_DEED_SECONDS)
    if before is None or done >= needed:
        return unit.model_copy(update={"loaded": others}), f"; {mode.id.replace('_', ' ')} loaded"
    load = HeroicLoad(mode=mode.id, shots=before.shots, reloading=done)
    return unit.model_copy(update={"loaded": (*others, load)}), f", {done} of {needed}"


def without_pause(unit: HeroicUnit, order: HeroicOrder | None) -> HeroicUnit:
    """Return a unit that has lost every long reload which it has not gone on with this round."""
    if not any(load.reloading for load in unit.loaded):
        return unit
    going_on = set() if order is None else {action.mode for action in order.actions if action.name == "reload_10s"}
    loaded = [
        load.model_copy(update={"reloading": 0}) if load.reloading and load.mode not in going_on else load
        for load in unit.loaded
    ]
    return unit.model_copy(update={"loaded": tuple(loaded)})
