"""What an evading figure does with a defence much better than the attack: parry, disarm, riposte."""

from collections.abc import Mapping
from typing import Annotated, Final

from pydantic import Field

from service.dice.model import D10, Bands, Cites, Dice
from service.dice.transcript import Term
from service.rules.kernel.tally import spoken, tally
from service.rules.opposed.attack.plan import ParryPlan, StrikePlan
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import OpposedParryDamage
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.book.tables import PARRIES, ParryRow
from service.rules.opposed.book.words import OpposedParryResult
from service.rules.opposed.figures.vitals import Suffering, suffer
from service.wire import record

SPOKEN: Final = {
    OpposedParryResult.PARRIED: "parries and owes a Pass",
    OpposedParryResult.DISARM: "parries and disarms",
    OpposedParryResult.DISARM_AND_RIPOSTE: "parries, disarms and may riposte",
}
SPOKEN_OF_BARE_HANDS: Final = {
    OpposedParryResult.PARRIED: "parries and owes a Pass",
    OpposedParryResult.DISARM: "parries bare hands",
    OpposedParryResult.DISARM_AND_RIPOSTE: "parries bare hands and may riposte",
}


@record
class OpposedParried:
    """What a parry came to."""

    total: Annotated[int, Field(description="The d10 and the difference of Ranks.")]
    result: Annotated[OpposedParryResult, Field(description="What it achieved.")]
    attacker_disarmed: Annotated[bool, Field(description="Whether the attacker lost its weapon.")]
    en_damage: Annotated[int, Field(description="Endurance the attacker lost, whatever its armour.")]
    evader_must_pass: Annotated[bool, Field(description="Whether the evading figure owes a Pass.")]
    riposte_available: Annotated[bool, Field(description="Whether the evading figure may make a melee attack at once.")]


def roll_parry(
    evader_rank: int,
    attacker_rank: int,
    dice: Dice,
    who: str | None,
    cites: Cites = (),
    spoken_of: Mapping[OpposedParryResult, str] = SPOKEN,
) -> tuple[int, OpposedParryResult]:
    """Roll a d10, add the evading figure's Rank and take the attacker's away.

    `spoken_of` has the words for each result.

    Dice: D10.
    Source: 57.3, Parry result.
    """
    difference = evader_rank - attacker_rank
    roll = dice.roll(rulebook.EVADE_PARRY_ROLL, D10, actor=who, bands=_bands(difference))
    terms = (
        (Term(rule=rulebook.EVADE_PARRY_ROLL.id, label="difference of Ranks", value=difference),) if difference else ()
    )
    number = tally(roll.total, terms)
    row = row_of(number.total)
    cites = (*cites, row.rule, Rulings.PARRY_RANK, Rulings.MUST_PASS)
    if number.total < 0:
        cites = (*cites, Rulings.PARRY_BOUNDARIES)
    roll.tell(f"{who or 'The figure'} rolls {spoken(number)}: {spoken_of[row.result]}.", cites=cites)
    return number.total, row.result


def row_of(total: int) -> ParryRow:
    """Return the row of the parry result that a total falls into."""
    return next(row for row in PARRIES if row.highest is None or total <= row.highest)


def _bands(difference: int) -> Bands:
    ends = {row.highest - difference for row in PARRIES if row.highest is not None} | {10}
    return tuple(sorted(end for end in ends if 1 <= end <= 10))


def parry_strike(plan: StrikePlan, chance: ParryPlan, dice: Dice) -> tuple[OpposedParried, Suffering]:
    """Roll a parry, and take weapon and 1 Endurance from the attacker if it disarms.

    Dice: D10.
    """
    rulings, unarmed = plan.rulings, chance.attacker_unarmed
    words = SPOKEN_OF_BARE_HANDS if unarmed else SPOKEN
    total, result = roll_parry(chance.evader_rank, chance.attacker_rank, dice, plan.defender, PARRIED, words)
    disarms = result is not OpposedParryResult.PARRIED
    hurts = disarms and (
        rulings.parry_en_damage_to is OpposedParryDamage.ATTACKER
        or (rulings.parry_en_damage_to is OpposedParryDamage.ATTACKER_IF_UNARMED and unarmed)
    )
    parried = OpposedParried(
        total=total,
        result=result,
        attacker_disarmed=disarms and not unarmed,
        en_damage=int(hurts),
        evader_must_pass=not disarms,
        riposte_available=result is OpposedParryResult.DISARM_AND_RIPOSTE,
    )
    if disarms:
        _note_disarm(plan.attacker, parried, dice)
    return parried, suffer(plan.attacker_health, 0, int(hurts), rulings, plan.attacker, dice, by_strike=False)


def _note_disarm(attacker: str, parried: OpposedParried, dice: Dice) -> None:
    losses = [
        loss
        for loss, is_lost in (("the weapon", parried.attacker_disarmed), ("1 Endurance", parried.en_damage))
        if is_lost
    ]
    text = f"{attacker} loses {' and '.join(losses) or 'nothing: it has no weapon to drop'}."
    dice.note(row_of(parried.total).rule, text, actor=attacker, cites=DISARMED)


PARRIED: Final[Cites] = (
    rulebook.EVADE_PARRY_TRIGGER,
    Rulings.EVADE_TRIGGER,
    Rulings.EVADE_MODES,
)
DISARMED: Final[Cites] = (
    Rulings.PARRY_DISARM_AUTOMATIC,
    Rulings.PARRY_ENDURANCE_DAMAGE,
    Rulings.UNARMED_AFTER_DISARM,
)
