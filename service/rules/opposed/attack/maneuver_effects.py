"""Manoeuvres of a strike: their effects on the target, its roll to avoid them, and the parry of an evading figure."""

from collections.abc import Mapping
from typing import Annotated, Final

from pydantic import Field

from service.dice.model import D10, D100, Bands, Cites, Dice, Expected, Rule
from service.dice.transcript import Tally
from service.rules.kernel.figures import Who
from service.rules.kernel.tally import spoken, tally, term
from service.rules.opposed.book import rulebook, words
from service.rules.opposed.book.options import OpposedAvoidAgility, OpposedRulings, OpposedTrampleKnockdown
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.book.tables import PARRIES, ParryRow
from service.rules.opposed.figures.models import UNARMED, OpposedFigure
from service.wire import record, value_class

NO_MANEUVER, SHIELD_RUSH, DISARM, TRIP, KNOCKOUT, ENTANGLE, TRAMPLE = words.OpposedManeuverKind
RUSH_AND_ENTANGLE: Final = Rulings.RUSH_AND_ENTANGLE_EFFECTS


@value_class
class EffectRow:
    """What a manoeuvre does to its target, by which rule and rulings, and what the target may avoid."""

    rule: Rule
    effect: words.OpposedEffect
    cites: Cites
    avoidable: words.OpposedAvoidable | None = None


EFFECTS: Final = {
    SHIELD_RUSH: EffectRow(
        rulebook.MANEUVER_SHIELD_RUSH,
        words.OpposedEffect.PRONE,
        (RUSH_AND_ENTANGLE,),
        words.OpposedAvoidable.SHIELD_RUSH,
    ),
    DISARM: EffectRow(
        rulebook.MANEUVER_DISARM, words.OpposedEffect.DISARMED, (Rulings.DISARM_EFFECT,), words.OpposedAvoidable.DISARM
    ),
    TRIP: EffectRow(
        rulebook.MANEUVER_TRIP, words.OpposedEffect.PRONE, (Rulings.TRIP_DAMAGE,), words.OpposedAvoidable.TRIP
    ),
    KNOCKOUT: EffectRow(rulebook.MANEUVER_KNOCKOUT, words.OpposedEffect.KNOCKED_OUT, (Rulings.KNOCKOUT_EFFECT,)),
    ENTANGLE: EffectRow(
        rulebook.MANEUVER_ENTANGLE,
        words.OpposedEffect.ENTANGLED,
        (RUSH_AND_ENTANGLE, Rulings.ENTANGLE_DAMAGE),
        words.OpposedAvoidable.ENTANGLE,
    ),
    TRAMPLE: EffectRow(
        rulebook.MANEUVER_TRAMPLE, words.OpposedEffect.PRONE, (Rulings.TRAMPLE_KNOCKDOWN, Rulings.TRAMPLE_DAMAGE)
    ),
}
AVOIDED_AS: Final = {
    words.OpposedAvoidable.SHIELD_RUSH: "the shield rush",
    words.OpposedAvoidable.DISARM: "being disarmed",
    words.OpposedAvoidable.TRIP: "being tripped",
    words.OpposedAvoidable.ENTANGLE: "being entangled",
}
ALREADY: Final = {
    words.OpposedEffect.PRONE: "was prone already",
    words.OpposedEffect.DISARMED: "had no weapon to drop",
    words.OpposedEffect.ENTANGLED: "was entangled already",
    words.OpposedEffect.RESTRAINED: "was restrained already",
    words.OpposedEffect.KNOCKED_OUT: "was knocked out already",
}
SUFFERED: Final = {
    words.OpposedEffect.PRONE: "fell prone",
    words.OpposedEffect.DISARMED: "dropped the weapon",
    words.OpposedEffect.ENTANGLED: "was entangled",
    words.OpposedEffect.RESTRAINED: "was restrained",
    words.OpposedEffect.KNOCKED_OUT: "was knocked out",
}


@record
class OpposedAvoidance:
    """A target's roll to avoid what a manoeuvre would do to it."""

    chance: Annotated[int, Field(description="What it rolled against, in percent.")]
    avoided: Annotated[bool, Field(description="Whether it avoided it.")]


def deals_damage(maneuver: words.OpposedManeuverKind, rulings: OpposedRulings) -> bool:
    """Return whether a strike with this manoeuvre wounds."""
    if maneuver is NO_MANEUVER:
        return True
    if maneuver is DISARM:
        return rulings.disarm_deals_damage
    if maneuver is KNOCKOUT:
        return rulings.knockout_also_damages
    return maneuver is not ENTANGLE or rulings.entangle_deals_damage


def avoid_chance_of(target: OpposedFigure, against: words.OpposedAvoidable, rulings: OpposedRulings) -> Tally:
    """Return what a target rolls at or below to avoid a manoeuvre, in percent.

    Ruling: opposed/ruling/avoid-agility, opposed/ruling/disarm-formula.
    Source: 57.3.
    """
    if against is words.OpposedAvoidable.DISARM:
        hands = 2 if target.weapon.two_handed else 1
        rank = (term(rulebook.MANEUVER_DISARM, target.weapon.rank),) if target.weapon.rank else ()
        return tally(hands * target.manual_dexterity, rank)
    before_penalties = rulings.avoid_agility is OpposedAvoidAgility.BASE and target.agility_base is not None
    return tally(3 * (target.agility_base or 0) if before_penalties else 3 * target.agility)


def roll_at_most(
    rule: Rule, chance: Tally, dice: Dice, who: Who, purpose: str, endings: tuple[str, str], cites: Cites
) -> bool:
    """Roll at or below a chance: 01 always succeeds, 00 never; `purpose` is what a player would call its success.

    The `endings` of the sentence are those of success and failure.

    Dice: D100.
    """
    highest = max(1, min(99, chance.total))
    dice.expect(lambda: (Expected(rule, D100, who.id, f"whether {who.name} {purpose}"),))
    roll = dice.roll(rule, D100, actor=who.id, target=chance, bands=(highest, 100))
    success = roll.total <= highest
    text = f"{who.name} rolled {roll.total} against {chance.total} and {endings[0 if success else 1]}."
    roll.tell(text, margin=chance.total - roll.total, cites=cites)
    return success


def roll_avoid(chance: Tally, against: words.OpposedAvoidable, dice: Dice, who: Who) -> bool:
    """Roll at or below the chance to avoid a manoeuvre's effect.

    Dice: D100.
    """
    what = AVOIDED_AS[against]
    endings = f"avoided {what}", f"did not avoid {what}"
    formula = Rulings.DISARM_FORMULA if against is words.OpposedAvoidable.DISARM else Rulings.AVOID_AGILITY
    cites = (Rulings.AVOID_TIMING, Rulings.AVOID_QUALITY, formula)
    return roll_at_most(rulebook.MANEUVER_AVOID_ROLL, chance, dice, who, f"avoids {what}", endings, cites)


def takes_effect(maneuver: words.OpposedManeuverKind, result: words.Quality, rulings: OpposedRulings) -> bool:
    """Return whether a result is good enough for the manoeuvre, before any roll to avoid it."""
    if maneuver is KNOCKOUT:
        return result.rank >= words.Quality.CRUCIAL.rank
    if maneuver is TRAMPLE and rulings.trample_knockdown is OpposedTrampleKnockdown.ALWAYS:
        return True
    return result is not words.Quality.POOR


def to_avoid(
    maneuver: words.OpposedManeuverKind,
    result: words.Quality,
    suffered: tuple[words.OpposedEffect, ...],
    rulings: OpposedRulings,
) -> words.OpposedAvoidable | None:
    """Return what a target may roll to avoid: an effect that it is not under already, of a good enough result."""
    if maneuver is NO_MANEUVER or not takes_effect(maneuver, result, rulings):
        return None
    row = EFFECTS[maneuver]
    return None if row.effect in suffered else row.avoidable


def is_unarmed(figure: OpposedFigure) -> bool:
    """Return whether a figure has no weapon to lose."""
    return words.OpposedCondition.DISARMED in figure.conditions or figure.weapon == UNARMED


def suffered_by(target: OpposedFigure) -> tuple[words.OpposedEffect, ...]:
    """Return the effects that a target is under already, so that no strike can bring them about."""
    suffered = {words.OpposedEffect(each.value) for each in target.conditions}
    if target.posture is words.OpposedPosture.PRONE:
        suffered.add(words.OpposedEffect.PRONE)
    if is_unarmed(target):
        suffered.add(words.OpposedEffect.DISARMED)
    return tuple(sorted(suffered))


# Parries

PARRY_WORDS: Final = {
    words.OpposedParryResult.PARRIED: "parried and owed a Pass",
    words.OpposedParryResult.DISARM: "parried and disarmed",
    words.OpposedParryResult.DISARM_AND_RIPOSTE: "parried, disarmed and might riposte",
}
PARRY_WORDS_OF_BARE_HANDS: Final = {
    words.OpposedParryResult.PARRIED: "parried and owed a Pass",
    words.OpposedParryResult.DISARM: "parried bare hands",
    words.OpposedParryResult.DISARM_AND_RIPOSTE: "parried bare hands and might riposte",
}


@record
class OpposedParried:
    """The result of a parry."""

    total: Annotated[int, Field(description="The d10 and the difference of Ranks.")]
    result: Annotated[words.OpposedParryResult, Field(description="What it achieved.")]
    attacker_disarmed: Annotated[bool, Field(description="Whether the attacker lost its weapon.")]
    en_damage: Annotated[int, Field(description="Endurance that the attacker lost, regardless of its armour.")]
    evader_must_pass: Annotated[bool, Field(description="Whether the evading figure owes a Pass.")]
    riposte_available: Annotated[bool, Field(description="Whether the evading figure may make a melee attack at once.")]


def roll_parry(
    evader_rank: int,
    attacker_rank: int,
    dice: Dice,
    who: Who,
    cites: Cites = (),
    phrases: Mapping[words.OpposedParryResult, str] = PARRY_WORDS,
) -> tuple[int, ParryRow]:
    """Roll a d10, add the evading figure's Rank and take the attacker's away; return the sum and its row.

    `phrases` has the words for each result.

    Dice: D10.
    Source: 57.3, Parry result.
    """
    rule, difference = rulebook.EVADE_PARRY_ROLL, evader_rank - attacker_rank
    dice.expect(lambda: (Expected(rule, D10, who.id, f"how {who.name} parries"),))
    roll = dice.roll(rule, D10, actor=who.id, bands=_bands(difference))
    terms = (term(rule, difference, "difference of Ranks"),) if difference else ()
    number = tally(roll.total, terms)
    row = next(row for row in PARRIES if row.highest is None or number.total <= row.highest)
    boundaries = (Rulings.PARRY_BOUNDARIES,) if number.total < 0 else ()
    cites = (*cites, row.rule, Rulings.PARRY_RANK, Rulings.MUST_PASS, *boundaries)
    roll.tell(f"{who.name} rolled {spoken(number)}: {phrases[row.result]}.", cites=cites)
    return number.total, row


def _bands(difference: int) -> Bands:
    ends = {row.highest - difference for row in PARRIES if row.highest is not None} | {10}
    return tuple(sorted(end for end in ends if 1 <= end <= 10))
