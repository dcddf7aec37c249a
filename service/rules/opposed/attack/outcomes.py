"""Answer records of a strike: chances, verdict, riposte and outcome."""

from typing import Annotated

from pydantic import Field

from service.dice.transcript import Tally
from service.rules.kernel.verdict import AttackResult
from service.rules.opposed.attack.maneuver_effects import OpposedAvoidance, OpposedParried
from service.rules.opposed.attack.wound import OpposedDamage, OpposedGrievous
from service.rules.opposed.book import words
from service.rules.opposed.figures.changes import Changes
from service.rules.opposed.figures.models import OpposedFigure
from service.rules.opposed.figures.vitals import OpposedFumble
from service.wire import record

Summary = Annotated[str, Field(description="What happened, in a sentence or two.")]
StrikeChance = Annotated[int, Field(description="Strike Chance, in percent; no upper limit, may be below 1.")]
StrikeTally = Annotated[Tally, Field(description="The Strike Chance, from the weapon's Base Chance on.")]
Defence = Annotated[int, Field(description="Defence, in percent; no upper limit, may be below 1.")]
DefenceTally = Annotated[Tally, Field(description="The Defence, from Agility on, or from 0 if stunned.")]
DiceModifier = Annotated[int, Field(description="What is added to the face of the strike die.")]
DiceTally = Annotated[Tally, Field(description="The parts of that modifier, from 0 on.")]
AttackQuality = Annotated[words.Quality, Field(description="How well the attacker rolled.")]
DefenceQuality = Annotated[words.Quality, Field(description="How well the defender rolled.")]
Margin = Annotated[int, Field(description="Level of the attack quality less that of the defence quality.")]
ResultQuality = Annotated[words.Quality, Field(description="The margin as a quality; poor if it is 0 or less.")]
Result = Annotated[AttackResult, Field(description="The result of the strike: hit, miss, blocked or parried.")]
GrievousPossible = Annotated[bool, Field(description="Whether a grievous injury is possible.")]
GrievousRoll = Annotated[int | None, Field(description="The d100 for it, 00 being 100; null if none was rolled.")]
Grievous = Annotated[OpposedGrievous | None, Field(description="The row of the caller's table; null if none was hit.")]
FatigueLeft = Annotated[int | None, Field(description="The defender's Fatigue afterwards; null if not given.")]
EnduranceLeft = Annotated[int | None, Field(description="The defender's Endurance afterwards; null if not given.")]
Stunned = Annotated[bool, Field(description="Whether the defender is stunned afterwards.")]
CheckRequired = Annotated[bool, Field(description="Whether the defender's Endurance calls for a stay-conscious roll.")]
Conscious = Annotated[bool | None, Field(description="Whether that roll succeeded; null if none was rolled.")]
TargetStatus = Annotated[words.OpposedStatus, Field(description="Whether the target can still take part.")]
FumbleCandidate = Annotated[bool, Field(description="Whether the strike die may have fumbled.")]
Fumble = Annotated[OpposedFumble | None, Field(description="Its result; null if it was not rolled.")]


@record
class OpposedChances:
    """What both sides would roll against, with everything that makes the numbers."""

    strike_chance: StrikeChance
    strike_terms: StrikeTally
    defence: Defence
    defence_terms: DefenceTally
    dice_modifier: DiceModifier
    dice_terms: DiceTally


@record
class OpposedAttackVerdict:
    """What players care about in an attack."""

    outcome: Result
    hits: Annotated[int, Field(description="Strikes that hit: 1 or 0; a riposte does not count.")]
    damage: Annotated[int, Field(description="Points of damage that got through armour.")]
    target_status: TargetStatus
    result_quality: ResultQuality
    pool: Annotated[words.OpposedPool, Field(description="Which points the damage takes.")]
    endurance_lost: Annotated[int, Field(description="Endurance the defender lost in all, by overflow or injury too.")]
    possible_specific_grievous: GrievousPossible
    grievous: Annotated[str | None, Field(description="The grievous injury from the caller's table.")]
    stunned: Stunned
    defender_conditions: Annotated[tuple[words.OpposedEffect, ...], Field(description="What happened to the defender.")]
    consciousness_check_required: CheckRequired
    fumble_candidate: FumbleCandidate
    fumble_table_required: Annotated[bool, Field(description="Whether the fumble table is to be read.")]
    parry: Annotated[
        words.OpposedParryResult | None, Field(description="What a parry achieved; null if there was none.")
    ]
    riposte: Annotated[AttackResult | None, Field(description="The result of a riposte; null if none was made.")]
    riposte_damage: Annotated[
        int | None, Field(description="Points of damage of the riposte that got through armour; null if none was made.")
    ]
    attacker_status: Annotated[words.OpposedStatus, Field(description="Whether the attacker can still take part.")]


@record
class OpposedRiposteOutcome(OpposedChances):
    """The evading figure's strike at the attacker; here the attacker is the defender."""

    attack_quality: AttackQuality
    defence_quality: DefenceQuality
    margin: Margin
    result_quality: ResultQuality
    outcome: Result
    damage: OpposedDamage
    possible_specific_grievous: GrievousPossible
    grievous_roll: GrievousRoll
    defender_fatigue: FatigueLeft
    defender_endurance: EnduranceLeft
    stunned: Stunned
    consciousness_check_required: CheckRequired
    conscious: Conscious
    target_status: TargetStatus
    fumble_candidate: FumbleCandidate
    fumble: Fumble


@record
class OpposedAttackOutcome:
    """One strike and all that followed from it."""

    summary: Summary
    verdict: OpposedAttackVerdict
    strike_chance: StrikeChance
    strike_terms: StrikeTally
    defence: Defence
    defence_terms: DefenceTally
    dice_modifier: DiceModifier
    dice_terms: DiceTally
    attack_quality: AttackQuality
    defence_quality: DefenceQuality
    margin: Margin
    damage: OpposedDamage
    grievous_roll: GrievousRoll
    grievous: Grievous
    avoid: Annotated[
        OpposedAvoidance | None, Field(description="The roll to avoid a manoeuvre; null if none was rolled.")
    ]
    defender_fatigue: FatigueLeft
    defender_endurance: EnduranceLeft
    conscious: Conscious
    fumble: Fumble
    parry: Annotated[OpposedParried | None, Field(description="An evading defender's parry; null if there was none.")]
    riposte: Annotated[OpposedRiposteOutcome | None, Field(description="The riposte; null if none was made.")]
    attacker_consciousness_check_required: Annotated[
        bool, Field(description="Whether a parry left the attacker an Endurance that calls for a stay-conscious roll.")
    ]
    attacker_conscious: Annotated[
        bool | None, Field(description="Whether the attacker's roll succeeded; null if none was rolled.")
    ]
    changes: Changes
    attacker: Annotated[OpposedFigure, Field(description="The attacker afterwards, to go on with.")]
    defender: Annotated[OpposedFigure, Field(description="The defender afterwards, to go on with.")]
