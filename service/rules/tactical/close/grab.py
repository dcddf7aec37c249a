"""Taking hold of a foe: an attack with bare hands that does no damage."""

from typing import Final, NamedTuple

from service.rules.kernel.telling import amount
from service.rules.kernel.verdict import AttackResult
from service.rules.tactical.attack.conduct import Conduct
from service.rules.tactical.attack.exchange import land, mark, settle
from service.rules.tactical.attack.plan import AttackPlan, plan_attack
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.refusals import ManeuverConflict, NoFreeHand
from service.rules.tactical.book.words import TacticalLocation, TacticalManeuver
from service.rules.tactical.close.bodies import as_weapon, forget_body
from service.rules.tactical.close.close_actions import Act, Deed
from service.rules.tactical.close.numbers import levels_of
from service.rules.tactical.figures.pairs import join, seize
from service.rules.tactical.figures.standing import GRAPPLING, changed, free_hands, grip_on, name_of
from service.rules.tactical.map.sectors import towards

HANDS: Final = "hands"
"""The id of bare hands as a weapon; they are on no list of weapons."""
MOST_HANDS: Final = 2


class GrabPlan(NamedTuple):
    """An attempt to take hold, ready to be rolled."""

    attack: AttackPlan
    hands: int


def plan_grab(act: Act) -> GrabPlan:
    """Work out an attempt to take hold of a foe; nothing is changed, and no die is rolled.

    It rolls the best of DX, Wrestling, Judo and Sumo, with what an attack with bare hands is modified by, and the
    points of Size Modifier above the foe's.

    Raises: ManeuverConflict, NoFreeHand, NumberBelowThree, and what a defense is refused for.
    """
    actor, target, asked = act.actor, act.foe, act.input
    if act.maneuver is TacticalManeuver.FEINT:
        message = "A feint takes hold of nobody; attack, all_out_attack and move_and_attack do."
        raise ManeuverConflict(message, pointer="/maneuver", rule=rulebook.GRAPPLE_GRAB)
    free = len(free_hands(actor))
    wanted = min(free, MOST_HANDS) if asked.hands is None else asked.hands
    if wanted > free or not free:
        message = f"{actor.id!r} has {amount(free, 'hand')} free and needs {max(wanted, 1)} to take hold."
        raise NoFreeHand(message, pointer="/hands")
    trial = act.field.copy()
    skill, level = max(levels_of(actor, GRAPPLING), key=lambda each: each[1])
    trial.put(changed(actor, weapons=(as_weapon(HANDS, skill, level, "0d"),)))
    order = asked.attack.model_copy(
        update={
            "target": target.id,
            "weapon": HANDS,
            "mode": None,
            "reach": None,
            "second": None,
            "random_location": False,
            "modifiers": (*asked.attack.modifiers, *asked.modifiers),
        }
    )
    conduct = Conduct(act.maneuver, asked.option, larger_by=max(actor.sm - target.sm, 0))
    return GrabPlan(plan_attack(trial, actor.id, order, conduct), wanted)


def grab(act: Act) -> Deed:
    """Take hold of a foe who may defend himself; success does no damage.

    Dice: those of an attack up to its damage; what critical misses ask for.
    Raises: as `plan_grab`.
    Source: the base game.
    """
    plan, field, dice, actor = plan_grab(act), act.field, act.dice, act.actor
    struck = land(field, plan.attack, dice)
    mark(field, struck)
    report = settle(field, struck, dice)
    forget_body(field, actor.id, HANDS)
    victim = struck.victim
    if struck.outcome is not AttackResult.HIT or victim is None:
        dice.note(rulebook.GRAPPLE_GRAB, f"{name_of(actor)} gets hold of nobody.", actor=actor.id)
    elif field.distance(field[actor.id], field[victim]) > 1:
        text = f"{name_of(field[victim])} has retreated out of the arms of {name_of(actor)}."
        dice.note(rulebook.GRAPPLE_GRAB, text, actor=actor.id)
    else:
        _take_hold(act, victim, plan)
    name, foe = act.names
    done = report.hit == act.foe.id and grip_on(act.actor, act.foe.id) is not None
    return Deed(done, f"{name} {'took hold of' if done else 'did not get hold of'} {foe}.", attacks=(report,))


def _take_hold(act: Act, victim: str, plan: GrabPlan) -> None:
    """Give a figure its hold; on somebody who has retreated into the next hex, in close combat from there."""
    field, holder = act.field, act.actor.id
    seize(field, holder, victim, plan.hands, plan.attack.location or TacticalLocation.TORSO)
    here, there = field[holder].hex, field[victim].hex
    if field.distance(field[holder], field[victim]) == 1:
        join(field, holder, victim, there, towards(here, there), adjacent=True)
    how = "both hands" if plan.hands == MOST_HANDS else "one hand"
    text = f"{name_of(field[holder])} holds {name_of(field[victim])} with {how}."
    act.dice.note(rulebook.GRAPPLE_GRAB, text, actor=holder, cites=(rulebook.GRAPPLE_EFFECT,))
