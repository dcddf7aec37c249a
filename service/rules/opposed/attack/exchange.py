"""A strike with everything that follows from it, applied to both figures: what single attacks and rounds are made of.

A round plays one attack so: `legality.refuse_order` for each order before the first die; then, at the figure's turn,
`plan = plan_strike(attacker, defender, order, rulings, StrikeTerms(resolves=True))` and
`done = exchange(plan, attacker, defender, dice, riposte=USUAL)`; `done.attacker` and `done.defender` are the figures
afterwards, of the class they were, and everything an event tells is in `done.plan`, `done.strike` and `done.riposte`.
For odds, plans are hashable and hold all that the dice can depend on.
"""

from typing import Any, Final, Generic, NamedTuple, TypeVar

from service.dice.model import Dice
from service.rules.opposed.attack.plan import StrikePlan, StrikeTerms, plan_strike
from service.rules.opposed.attack.strike import Strike, strike
from service.rules.opposed.attack.wound import Consciousness, stay_conscious
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.book.words import (
    OpposedCondition,
    OpposedEffect,
    OpposedMode,
    OpposedPosture,
    OpposedResult,
    OpposedStatus,
)
from service.rules.opposed.figures.models import UNARMED, USUAL, OpposedFigure, OpposedSituation, OpposedStrike
from service.rules.opposed.figures.vitals import Health, health_of

F = TypeVar("F", bound=OpposedFigure)
USUAL_STRIKE: Final = OpposedStrike()


HIT: Final = OpposedResult.HIT
ACTIVE: Final = OpposedStatus.ACTIVE


class Exchange(NamedTuple, Generic[F]):
    """A strike, the riposte it drew, and both figures afterwards.

    `attacker_consciousness` is the attacker's stay-conscious roll after a parry, if one was due.
    """

    plan: StrikePlan
    strike: Strike
    riposte_plan: StrikePlan | None
    riposte: Strike | None
    attacker_consciousness: Consciousness | None
    attacker: F
    defender: F


def exchange(
    plan: StrikePlan,
    attacker: F,
    defender: F,
    dice: Dice,
    *,
    riposte: OpposedSituation | None,
    defender_initiative_lost: int = 0,
) -> Exchange[F]:
    """Roll a planned strike, then the riposte it draws, and apply both to the figures.

    `riposte` is the situation of a riposte to be made at once, or None to leave it to the caller;
    `defender_initiative_lost` is what an earlier fumble of the round took from the defender's initiative.

    Dice: as `strike`; then those of the riposte; then D100 for the attacker to stay conscious after a parry.
    Ruling: opposed/ruling/riposte-scope.
    """
    struck = strike(plan, dice)
    attacker, defender = after_strike(attacker, defender, struck)
    riposte_plan = answer = consciousness = None
    if struck.parry is not None:
        if riposte is not None and struck.parry.riposte_available and attacker.status is ACTIVE:
            lost = defender_initiative_lost
            riposte_plan = _plan_riposte(plan, attacker, defender, riposte, lost, dice)
            answer = strike(riposte_plan, dice)
            defender, attacker = after_strike(defender, attacker, answer)
        if struck.attacker_check_due and attacker.status is ACTIVE:
            consciousness = stay_conscious(health_of(attacker), plan, plan.attacker, dice)
            attacker = _changed(attacker, consciousness.health)
    return Exchange(plan, struck, riposte_plan, answer, consciousness, attacker, defender)


def _plan_riposte(
    plan: StrikePlan, attacker: F, evader: F, situation: OpposedSituation, initiative_lost: int, dice: Dice
) -> StrikePlan:
    """Plan the evading figure's strike at the attacker, which nothing answers."""
    text = f"{plan.defender} ripostes."
    dice.note(rulebook.EVADE_PARRY_RIPOSTE, text, actor=plan.defender, cites=(Rulings.RIPOSTE_SCOPE,))
    order = USUAL_STRIKE
    if situation is not USUAL:
        order = OpposedStrike(mode=OpposedMode.MELEE, situation=situation)
    terms = StrikeTerms(
        resolves=plan.resolves,
        parry=False,
        initiative_lost=initiative_lost,
        attacker=plan.defender,
        defender=plan.attacker,
    )
    return plan_strike(evader, attacker, order, plan.rulings, terms)


def after_strike(attacker: F, defender: F, struck: Strike) -> tuple[F, F]:
    """Return attacker and defender as a strike leaves them; a figure that nothing happened to is returned as it is."""
    parry = struck.parry
    if struck.clash.outcome is HIT or struck.effects:
        defender = _changed(defender, struck.defender, struck.effects)
    if parry is not None:
        effects = (OpposedEffect.DISARMED,) if parry.attacker_disarmed else ()
        attacker = _changed(attacker, struck.attacker, effects)
        if parry.evader_must_pass:
            defender = defender.model_copy(update={"must_pass_next": True})
    return attacker, defender


def _changed(figure: F, health: Health, effects: tuple[OpposedEffect, ...] = ()) -> F:
    """Return a figure with its health after a strike, and with what befell it."""
    fits = figure.evading and not health.stunned and health.status is ACTIVE
    changes: dict[str, Any] = {
        "fatigue": health.fatigue,
        "fatigue_max": figure.fatigue if figure.fatigue_max is None else figure.fatigue_max,
        "endurance": health.endurance,
        "endurance_max": health.endurance_max,
        "stunned": health.stunned,
        "status": health.status,
        "evading": fits,
    }
    if effects:
        changes |= _befallen(figure, effects)
    return figure.model_copy(update=changes)


def _befallen(figure: OpposedFigure, effects: tuple[OpposedEffect, ...]) -> dict[str, Any]:
    """Return the fields that effects change: a fall is a posture, the others are conditions."""
    changes: dict[str, Any] = {}
    if OpposedEffect.PRONE in effects:
        changes["posture"] = OpposedPosture.PRONE
    if OpposedEffect.DISARMED in effects:
        changes["weapon"] = UNARMED
    added = [OpposedCondition(effect.value) for effect in effects if effect is not OpposedEffect.PRONE]
    changes["conditions"] = tuple(dict.fromkeys([*figure.conditions, *added]))
    return changes
