"""What manoeuvres do to a target, and how it avoids that."""

from typing import Annotated, Final, assert_never

from pydantic import Field

from service.dice.model import D100, Cites, Dice
from service.dice.transcript import Tally
from service.rules.kernel.book import Ruling
from service.rules.kernel.tally import tally, term
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import OpposedAvoidAgility, OpposedRulings, OpposedTrampleKnockdown
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.book.words import (
    OpposedAvoidable,
    OpposedCondition,
    OpposedEffect,
    OpposedManeuverKind,
    OpposedPosture,
    Quality,
)
from service.rules.opposed.figures.models import UNARMED, OpposedFigure
from service.wire import record

NO_MANEUVER: Final = OpposedManeuverKind.NONE
AVOIDABLE: Final = {
    OpposedManeuverKind.SHIELD_RUSH: OpposedAvoidable.SHIELD_RUSH,
    OpposedManeuverKind.DISARM: OpposedAvoidable.DISARM,
    OpposedManeuverKind.TRIP: OpposedAvoidable.TRIP,
    OpposedManeuverKind.ENTANGLE: OpposedAvoidable.ENTANGLE,
}
EFFECTS: Final = {
    OpposedManeuverKind.SHIELD_RUSH: OpposedEffect.PRONE,
    OpposedManeuverKind.DISARM: OpposedEffect.DISARMED,
    OpposedManeuverKind.TRIP: OpposedEffect.PRONE,
    OpposedManeuverKind.KNOCKOUT: OpposedEffect.KNOCKED_OUT,
    OpposedManeuverKind.ENTANGLE: OpposedEffect.ENTANGLED,
    OpposedManeuverKind.TRAMPLE: OpposedEffect.PRONE,
}
RULES: Final = {
    OpposedManeuverKind.SHIELD_RUSH: rulebook.MANEUVER_SHIELD_RUSH,
    OpposedManeuverKind.DISARM: rulebook.MANEUVER_DISARM,
    OpposedManeuverKind.TRIP: rulebook.MANEUVER_TRIP,
    OpposedManeuverKind.KNOCKOUT: rulebook.MANEUVER_KNOCKOUT,
    OpposedManeuverKind.ENTANGLE: rulebook.MANEUVER_ENTANGLE,
    OpposedManeuverKind.TRAMPLE: rulebook.MANEUVER_TRAMPLE,
}
AVOIDED_AS: Final = {
    OpposedAvoidable.SHIELD_RUSH: "the shield rush",
    OpposedAvoidable.DISARM: "being disarmed",
    OpposedAvoidable.TRIP: "being tripped",
    OpposedAvoidable.ENTANGLE: "being entangled",
}
RULINGS: Final[dict[OpposedManeuverKind, tuple[Ruling, ...]]] = {
    OpposedManeuverKind.SHIELD_RUSH: (Rulings.RUSH_AND_ENTANGLE_EFFECTS,),
    OpposedManeuverKind.DISARM: (Rulings.DISARM_EFFECT,),
    OpposedManeuverKind.TRIP: (Rulings.TRIP_DAMAGE,),
    OpposedManeuverKind.KNOCKOUT: (Rulings.KNOCKOUT_EFFECT,),
    OpposedManeuverKind.ENTANGLE: (Rulings.RUSH_AND_ENTANGLE_EFFECTS, Rulings.ENTANGLE_DAMAGE),
    OpposedManeuverKind.TRAMPLE: (Rulings.TRAMPLE_KNOCKDOWN, Rulings.TRAMPLE_DAMAGE),
}
ALREADY: Final = {
    OpposedEffect.PRONE: "is prone already",
    OpposedEffect.DISARMED: "has no weapon to drop",
    OpposedEffect.ENTANGLED: "is entangled already",
    OpposedEffect.RESTRAINED: "is restrained already",
    OpposedEffect.KNOCKED_OUT: "is knocked out already",
}
SUFFERED: Final = {
    OpposedEffect.PRONE: "falls prone",
    OpposedEffect.DISARMED: "drops the weapon",
    OpposedEffect.ENTANGLED: "is entangled",
    OpposedEffect.RESTRAINED: "is restrained",
    OpposedEffect.KNOCKED_OUT: "is knocked out",
}


@record
class OpposedAvoidance:
    """A target's roll to avoid what a manoeuvre would do to it."""

    chance: Annotated[int, Field(description="What it rolled against, in percent.")]
    avoided: Annotated[bool, Field(description="Whether it avoided it.")]


def deals_damage(maneuver: OpposedManeuverKind, rulings: OpposedRulings) -> bool:
    """Tell whether a strike with this manoeuvre wounds."""
    if maneuver is NO_MANEUVER:
        return True
    if maneuver is OpposedManeuverKind.DISARM:
        return rulings.disarm_deals_damage
    if maneuver is OpposedManeuverKind.KNOCKOUT:
        return rulings.knockout_also_damages
    return maneuver is not OpposedManeuverKind.ENTANGLE or rulings.entangle_deals_damage


def avoid_chance_of(target: OpposedFigure, against: OpposedAvoidable, rulings: OpposedRulings) -> Tally:
    """Return what a target rolls at or below to avoid a manoeuvre, in percent.

    Ruling: opposed/ruling/avoid-agility, opposed/ruling/disarm-formula.
    Source: 57.3.
    """
    match against:
        case OpposedAvoidable.DISARM:
            hands = 2 if target.weapon.two_handed else 1
            rank = (term(rulebook.MANEUVER_DISARM, target.weapon.rank),) if target.weapon.rank else ()
            return tally(hands * target.manual_dexterity, rank)
        case OpposedAvoidable.SHIELD_RUSH | OpposedAvoidable.TRIP | OpposedAvoidable.ENTANGLE:
            agility = target.agility
            if rulings.avoid_agility is OpposedAvoidAgility.BASE and target.agility_base is not None:
                agility = target.agility_base
            return tally(3 * agility)
        case _:
            assert_never(against)


def highest_at_most(chance: int) -> int:
    """Return the highest d100 face that succeeds at or below a chance: 01 always does, 00 never."""
    return max(1, min(99, chance))


def roll_avoid(chance: Tally, against: OpposedAvoidable, dice: Dice, who: str) -> bool:
    """Roll at or below the chance to avoid a manoeuvre's effect.

    Dice: D100.
    """
    highest = highest_at_most(chance.total)
    roll = dice.roll(rulebook.MANEUVER_AVOID_ROLL, D100, actor=who, target=chance, bands=(highest, 100))
    avoided = roll.total <= highest
    ending = f"{'avoids' if avoided else 'does not avoid'} {AVOIDED_AS[against]}"
    roll.tell(
        f"{who} rolls {roll.total} against {chance.total} and {ending}.",
        margin=chance.total - roll.total,
        cites=DISARM_AVOIDED if against is OpposedAvoidable.DISARM else AVOIDED,
    )
    return avoided


AVOIDED: Cites = (
    Rulings.AVOID_TIMING,
    Rulings.AVOID_QUALITY,
    Rulings.AVOID_AGILITY,
)
DISARM_AVOIDED: Cites = (
    Rulings.AVOID_TIMING,
    Rulings.AVOID_QUALITY,
    Rulings.DISARM_FORMULA,
)


def takes_effect(maneuver: OpposedManeuverKind, result: Quality, rulings: OpposedRulings) -> bool:
    """Tell whether a result is good enough for the manoeuvre, before any roll to avoid it."""
    if maneuver is OpposedManeuverKind.KNOCKOUT:
        return result.rank >= Quality.CRUCIAL.rank
    if maneuver is OpposedManeuverKind.TRAMPLE and rulings.trample_knockdown is OpposedTrampleKnockdown.ALWAYS:
        return True
    return result is not Quality.POOR


def is_unarmed(figure: OpposedFigure) -> bool:
    """Tell whether a figure has no weapon to lose."""
    return OpposedCondition.DISARMED in figure.conditions or figure.weapon == UNARMED


def suffered_by(target: OpposedFigure) -> tuple[OpposedEffect, ...]:
    """Return the effects that a target is under already, so that no strike can bring them about."""
    suffered = {OpposedEffect(each.value) for each in target.conditions}
    if target.posture is OpposedPosture.PRONE:
        suffered.add(OpposedEffect.PRONE)
    if is_unarmed(target):
        suffered.add(OpposedEffect.DISARMED)
    return tuple(sorted(suffered))


def note_without_effect(maneuver: OpposedManeuverKind, dice: Dice, who: str) -> None:
    """Note that a manoeuvre cannot do to its target what has been done to it before."""
    dice.note(RULES[maneuver], f"{who} {ALREADY[EFFECTS[maneuver]]}.", actor=who)


def note_effect(maneuver: OpposedManeuverKind, dice: Dice, who: str) -> OpposedEffect:
    """Note what a manoeuvre did to its target."""
    effect = EFFECTS[maneuver]
    dice.note(RULES[maneuver], f"{who} {SUFFERED[effect]}.", actor=who, cites=RULINGS[maneuver])
    return effect
