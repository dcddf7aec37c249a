"""Taking hold of a foe: an attack with bare hands that does no damage."""

from dataclasses import replace
from typing import Final, NamedTuple

from service.dice.model import Dice
from service.rules.kernel.modifiers import counted
from service.rules.kernel.tally import tally
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.damage import CRUSHING
from service.rules.tactical.attack.conduct import Conduct
from service.rules.tactical.attack.exchange import land, mark, settle
from service.rules.tactical.attack.models import TacticalAttackOrder
from service.rules.tactical.attack.outcomes import TacticalAttackReport
from service.rules.tactical.attack.plan import AttackPlan, plan_attack
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.modifiers import GRAB_MODIFIERS, TacticalFact
from service.rules.tactical.book.refusals import NoFreeHand
from service.rules.tactical.book.words import TacticalLocation, TacticalWeaponKind
from service.rules.tactical.close.numbers import DX_NAME
from service.rules.tactical.figures.equipment import TacticalMode, TacticalWeapon
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import join, seize
from service.rules.tactical.figures.standing import GRAPPLING, changed, free_hands, name_of, skill_of, with_state
from service.rules.tactical.map.sectors import towards

HANDS: Final = "hands"
"""The id of bare hands as a weapon; they are on no list of weapons."""
MOST_HANDS: Final = 2


class GrabPlan(NamedTuple):
    """An attempt to take hold, ready to be rolled."""

    attack: AttackPlan
    hands: int
    location: TacticalLocation


def plan_grab(
    field: Field,
    actor: TacticalFigure,
    target: TacticalFigure,
    order: TacticalAttackOrder,
    how: Conduct,
    hands: int | None,
) -> GrabPlan:
    """Work out an attempt to take hold of a foe; nothing is changed, and no die is rolled.

    It rolls the best of DX, Wrestling, Judo and Sumo, with what an attack with bare hands is modified by, and the
    points of Size Modifier above the foe's.

    Raises: NoFreeHand, NumberBelowThree, and what a defense is refused for.
    """
    free = len(free_hands(actor))
    wanted = min(free, MOST_HANDS) if hands is None else hands
    if wanted > free or not free:
        message = f"{actor.id!r} has {free} hands free and needs {max(wanted, 1)} to take hold."
        raise NoFreeHand(message, pointer="/hands")
    trial = field.copy()
    trial.put(changed(actor, weapons=(_bare_hands(actor),)))
    changes = {"weapon": HANDS, "mode": None, "reach": None, "second": None, "random_location": False}
    plan = plan_attack(trial, actor.id, order.model_copy(update={"target": target.id, **changes}), how)
    larger = max(actor.sm - target.sm, 0)
    terms = counted(GRAB_MODIFIERS, {TacticalFact.SIZE_ABOVE: larger})
    number = tally(plan.number.base, (*plan.number.terms, *terms))
    location = plan.location or TacticalLocation.TORSO
    return GrabPlan(replace(plan, number=number), wanted, location)


def _bare_hands(figure: TacticalFigure) -> TacticalWeapon:
    """Return bare hands as a weapon at reach C that does no damage."""
    known = [(name, skill_of(figure, name)) for name in GRAPPLING]
    levels = [(name, level) for name, level in known if level is not None]
    skill, level = max([(DX_NAME, figure.dx), *levels], key=lambda each: each[1])
    mode = TacticalMode(name=HANDS, damage="0d", type=CRUSHING, reaches=(0,), parry=None)
    return TacticalWeapon(id=HANDS, skill=skill, level=level, kind=TacticalWeaponKind.NATURAL, hands=0, modes=(mode,))


def grab(field: Field, plan: GrabPlan, dice: Dice) -> TacticalAttackReport:
    """Take hold of a foe who may defend himself; success does no damage.

    Dice: those of an attack up to its damage; what critical misses ask for.
    Source: the base game.
    """
    attack = plan.attack
    struck = land(field, attack, dice)
    mark(field, struck)
    report = settle(field, struck, dice)
    actor = field[attack.attacker]
    kept = tuple([each for each in actor.state.attacked_with if each != HANDS])
    field.put(with_state(actor, attacked_with=kept))
    victim = struck.victim
    if struck.outcome is not AttackResult.HIT or victim is None:
        dice.note(rulebook.GRAPPLE_GRAB, f"{name_of(actor)} gets hold of nobody.", actor=actor.id)
    elif field.distance(field[actor.id], field[victim]) > 1:
        text = f"{name_of(field[victim])} has retreated out of the arms of {name_of(actor)}."
        dice.note(rulebook.GRAPPLE_GRAB, text, actor=actor.id)
    else:
        _take_hold(field, actor.id, victim, plan, dice)
    return report


def _take_hold(field: Field, holder: str, victim: str, plan: GrabPlan, dice: Dice) -> None:
    """Give a figure its hold; on somebody who has retreated into the next hex, in close combat from there."""
    seize(field, holder, victim, plan.hands, plan.location)
    here, there = field[holder].hex, field[victim].hex
    if field.distance(field[holder], field[victim]) == 1:
        join(field, holder, victim, there, towards(here, there), adjacent=True)
    how = "both hands" if plan.hands == MOST_HANDS else "one hand"
    text = f"{name_of(field[holder])} holds {name_of(field[victim])} with {how}."
    dice.note(rulebook.GRAPPLE_GRAB, text, actor=holder, cites=(rulebook.GRAPPLE_EFFECT,))
