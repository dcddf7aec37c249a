"""One strike from the first die to the last, and its exchange: the strike, the riposte it draws, both figures after.

Single attacks, rounds and pursuits are made of exchanges: `plan = plan_strike(...)`, `done = exchange(plan, ...)`.
For odds, plans are hashable and hold all that the dice can depend on.
"""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any, Final, Generic, NamedTuple, TypeVar

from service.dice.model import Dice
from service.rules.kernel.memory import Memory
from service.rules.kernel.verdict import AttackResult
from service.rules.opposed.attack.maneuver_effects import (
    PARRY_WORDS,
    PARRY_WORDS_OF_BARE_HANDS,
    OpposedAvoidance,
    OpposedParried,
    roll_parry,
)
from service.rules.opposed.attack.plan import ParryPlan, StrikePlan, StrikeTerms, plan_strike
from service.rules.opposed.attack.rolls import HIT, Clash, Rolled, roll_strike
from service.rules.opposed.attack.wound import (
    Consciousness,
    Harm,
    roll_conscious,
    roll_effects,
    stay_conscious,
    suffer_harm,
)
from service.rules.opposed.book import rulebook, words
from service.rules.opposed.book.options import OpposedParryDamage
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.figures.models import UNARMED, USUAL, OpposedFigure, OpposedSituation, OpposedStrike
from service.rules.opposed.figures.vitals import Health, OpposedFumble, Suffering, health_of, suffer

F = TypeVar("F", bound=OpposedFigure)

PARRIED: Final = AttackResult.PARRIED
ACTIVE: Final = words.OpposedStatus.ACTIVE
USUAL_STRIKE: Final = OpposedStrike()


class Strike(NamedTuple):
    """What one strike did, before any riposte.

    `before` is the defender's health before it, `consciousness.health` afterwards; `attacker` is the attacker's health
    afterwards. `attacker_check_due` says that a parry left the attacker at an Endurance that needs a stay-conscious
    roll, which comes after the riposte.
    """

    clash: Clash
    fumble: OpposedFumble | None
    wound: Harm
    before: Health
    avoid: OpposedAvoidance | None
    effects: tuple[words.OpposedEffect, ...]
    consciousness: Consciousness
    parry: OpposedParried | None
    attacker: Health
    attacker_check_due: bool

    @property
    def result(self) -> AttackResult:
        """What came of it: a strike that the defense beats is parried, if the defender took a parry."""
        return self.clash.outcome if self.parry is None else PARRIED


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


def strike(plan: StrikePlan, attacker: Health, defender: Health, dice: Dice) -> Strike:
    """Roll strike against defence, and everything that follows from it up to a parry, with the health of both before.

    Dice: D100 strike, D100 defence; then only as needed D100 fumble check and D100 fumble table, D10 damage, D100
    grievous injury, D100 to avoid a manoeuvre, D100 to stay conscious, D10 parry.
    Source: Core Mechanics, Steps; Table 2.
    """
    rolled = settled(plan, dice) if plan.settles else roll_strike(plan, dice)
    clash, wound = rolled.clash, rolled.harm
    suffering = suffer_harm(plan, wound, defender, dice)
    avoid, effects = roll_effects(plan, clash.result_quality, wound.grievous, dice)
    consciousness = roll_conscious(plan, suffering, effects, dice)
    parry, check_due = None, False
    if rolled.left.is_parried and plan.parry is not None:
        parry, suffering = _parry(plan, plan.parry, attacker, dice)
        attacker, check_due = suffering.health, suffering.check_due
    return Strike(clash, rolled.fumble, wound, defender, avoid, effects, consciousness, parry, attacker, check_due)


def _parry(plan: StrikePlan, chance: ParryPlan, attacker: Health, dice: Dice) -> tuple[OpposedParried, Suffering]:
    """Roll a parry, and take weapon and 1 Endurance from the attacker if it disarms.

    Dice: D10.
    """
    rulings, unarmed = plan.rulings, chance.attacker_unarmed
    phrases, trigger = PARRY_WORDS_OF_BARE_HANDS if unarmed else PARRY_WORDS, (rulebook.EVADE_PARRY_TRIGGER,)
    total, row = roll_parry(chance.evader_rank, chance.attacker_rank, dice, plan.defender, trigger, phrases)
    disarms, damaged = row.result is not words.OpposedParryResult.PARRIED, rulings.parry_en_damage_to
    hurts = disarms and (
        damaged is OpposedParryDamage.ATTACKER or (damaged is OpposedParryDamage.ATTACKER_IF_UNARMED and unarmed)
    )
    if disarms:
        losses = [loss for loss, is_lost in (("the weapon", not unarmed), ("1 Endurance", hurts)) if is_lost]
        text = f"{plan.attacker.name} lost {' and '.join(losses) or 'nothing: there was no weapon to drop'}."
        dice.note(row.rule, text, actor=plan.attacker.id, cites=DISARMED)
    parried = OpposedParried(
        total=total,
        result=row.result,
        attacker_disarmed=disarms and not unarmed,
        en_damage=int(hurts),
        evader_must_pass=not disarms,
        riposte_available=row.result is words.OpposedParryResult.DISARM_AND_RIPOSTE,
    )
    return parried, suffer(attacker, 0, int(hurts), rulings, plan.attacker, dice, by_strike=False)


DISARMED: Final = (Rulings.PARRY_DISARM_AUTOMATIC, Rulings.PARRY_ENDURANCE_DAMAGE, Rulings.UNARMED_AFTER_DISARM)


def settled(plan: StrikePlan, dice: Dice) -> Rolled:
    """Roll strike, defence and damage as one kernel.

    Dice: as `strike`, from strike to grievous injury.
    """
    return dice.settle(rulebook.ATTACK_SEQUENCE, roll_strike, plan)


class Wound(NamedTuple):
    """What a plain strike does to its target; `changes` is what it changes, or None if the target has to roll first."""

    suffering: Suffering
    effects: tuple[words.OpposedEffect, ...]
    changes: Mapping[str, Any] | None


_vitals_of: Final = attrgetter(
    *("fatigue", "fatigue_max", "endurance", "endurance_max", "willpower"),
    *("stunned", "status", "evading", "posture", "conditions"),
)
"""All that a wound depends on of its target and changes of it, but for what it was under already."""


def wounded(plan: StrikePlan, rolled: Rolled, defender: F, wounds: Memory[Wound], dice: Dice) -> F:
    """Return the target of a plain strike as the strike leaves it: as `exchange` does, without what only tells.

    `wounds` are those of earlier strikes of the same fight.

    Dice: D100 to stay conscious, if it is due.
    """
    if not rolled.left.hits:
        return defender
    left = rolled.left
    key = _vitals_of(defender), left.fatigue, left.endurance, left.conditions, plan.suffered
    wound = wounds.find(key) or wounds.keep(key, _wound_of(plan, rolled, defender, dice))
    if wound.changes is None:
        return _changed(defender, roll_conscious(plan, wound.suffering, wound.effects, dice).health, wound.effects)
    return defender.model_copy(update=wound.changes)


def _wound_of(plan: StrikePlan, rolled: Rolled, defender: OpposedFigure, dice: Dice) -> Wound:
    """Work out what a plain strike does to its target."""
    suffering = suffer_harm(plan, rolled.harm, health_of(defender), dice)
    _, effects = roll_effects(plan, rolled.clash.result_quality, rolled.harm.grievous, dice)
    if suffering.check_due and plan.resolves and words.OpposedEffect.KNOCKED_OUT not in effects:
        return Wound(suffering, effects, None)
    health = roll_conscious(plan, suffering, effects, dice).health
    return Wound(suffering, effects, _changes_of(defender, health, effects))


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
    opening = open_exchange(plan, attacker, defender, dice)
    return close_exchange(opening, riposte_of(opening, riposte, defender_initiative_lost), dice)


class Opening(NamedTuple, Generic[F]):
    """The first part of an exchange: a strike and both figures after it, before any riposte."""

    plan: StrikePlan
    strike: Strike
    attacker: F
    defender: F


def open_exchange(plan: StrikePlan, attacker: F, defender: F, dice: Dice) -> Opening[F]:
    """Roll a planned strike, and apply it to both figures.

    Dice: as `strike`.
    """
    struck = strike(plan, health_of(attacker), health_of(defender), dice)
    return Opening(plan, struck, *_after_strike(attacker, defender, struck))


def answered_by(done: Exchange[Any]) -> words.OpposedChangeReason:
    """Return what an exchange changes of the attacker comes of: the riposte, or else the parry."""
    return words.OpposedChangeReason.PARRY if done.riposte is None else words.OpposedChangeReason.RIPOSTE


def riposte_of(opening: Opening[F], situation: OpposedSituation | None, initiative_lost: int = 0) -> StrikePlan | None:
    """Plan the evading figure's strike at the attacker, which nothing answers; None if it draws none now."""
    plan, struck, attacker, evader = opening
    if situation is None or struck.parry is None:
        return None
    if not struck.parry.riposte_available or attacker.status is not ACTIVE:
        return None
    order = USUAL_STRIKE
    if situation is not USUAL:
        order = OpposedStrike(mode=words.OpposedMode.MELEE, situation=situation)
    terms = StrikeTerms(
        resolves=plan.resolves,
        parry=False,
        initiative_lost=initiative_lost,
        attacker=plan.defender.id or "",
        defender=plan.attacker.id or "",
        settles=plan.settles,
    )
    return plan_strike(evader, attacker, order, plan.rulings, terms)


def close_exchange(opening: Opening[F], riposte: StrikePlan | None, dice: Dice) -> Exchange[F]:
    """Roll what a strike draws: the riposte that is planned, and the attacker's roll to stay conscious after a parry.

    Dice: as `strike` for the riposte; then D100 for the attacker to stay conscious, if it is due.
    """
    plan, struck, attacker, defender = opening
    answer = consciousness = None
    if riposte is not None:
        text = f"{plan.defender.name} riposted."
        dice.note(rulebook.EVADE_PARRY_RIPOSTE, text, actor=plan.defender.id, cites=(Rulings.RIPOSTE_SCOPE,))
        answer = strike(riposte, health_of(defender), health_of(attacker), dice)
        defender, attacker = _after_strike(defender, attacker, answer)
    if struck.attacker_check_due and attacker.status is ACTIVE:
        consciousness = stay_conscious(health_of(attacker), plan, plan.attacker, dice)
        attacker = _changed(attacker, consciousness.health)
    return Exchange(plan, struck, riposte, answer, consciousness, attacker, defender)


def _after_strike(attacker: F, defender: F, struck: Strike) -> tuple[F, F]:
    """Return attacker and defender as a strike leaves them; a figure that nothing happened to is returned as it is."""
    parry = struck.parry
    if struck.clash.outcome is HIT or struck.effects:
        defender = _changed(defender, struck.consciousness.health, struck.effects)
    if parry is not None:
        effects = (words.OpposedEffect.DISARMED,) if parry.attacker_disarmed else ()
        attacker = _changed(attacker, struck.attacker, effects)
        if parry.evader_must_pass:
            defender = defender.model_copy(update={"must_pass_next": True})
    return attacker, defender


def _changed(figure: F, health: Health, effects: tuple[words.OpposedEffect, ...] = ()) -> F:
    """Return a figure with its health after a strike, and with what befell it."""
    return figure.model_copy(update=_changes_of(figure, health, effects))


def _changes_of(figure: OpposedFigure, health: Health, effects: tuple[words.OpposedEffect, ...]) -> dict[str, Any]:
    """Return the fields that a strike may change."""
    changes: dict[str, Any] = {
        "fatigue": health.fatigue,
        "fatigue_max": figure.fatigue if figure.fatigue_max is None else figure.fatigue_max,
        "endurance": health.endurance,
        "endurance_max": health.endurance_max,
        "stunned": health.stunned,
        "status": health.status,
        "evading": figure.evading and not health.stunned and health.status is ACTIVE,
    }
    if effects:
        changes |= _befallen(figure, effects)
    return changes


def _befallen(figure: OpposedFigure, effects: tuple[words.OpposedEffect, ...]) -> dict[str, Any]:
    """Return the fields that effects change: a fall is a posture, the others are conditions."""
    changes: dict[str, Any] = {}
    if words.OpposedEffect.PRONE in effects:
        changes["posture"] = words.OpposedPosture.PRONE
    if words.OpposedEffect.DISARMED in effects:
        changes["weapon"] = UNARMED
    added = [words.OpposedCondition(effect.value) for effect in effects if effect is not words.OpposedEffect.PRONE]
    changes["conditions"] = tuple(dict.fromkeys([*figure.conditions, *added]))
    return changes
