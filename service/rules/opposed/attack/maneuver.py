"""Manoeuvres that are settled without a strike roll."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Annotated, Any, Final, assert_never

from pydantic import Field

from service.dice.model import D10, Bands, Dice, Expected
from service.rules.kernel.figures import Who, who_of
from service.rules.kernel.tally import spoken, tally, term
from service.rules.opposed.attack import maneuver_effects
from service.rules.opposed.attack.legality import called, is_able, refuse_figures, refuse_fled, warn_of_blanks
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import OpposedConsequences, OpposedRepulseComparison, OpposedRulings
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.book.words import OpposedFeat, OpposedParryResult
from service.rules.opposed.figures import models
from service.rules.opposed.figures.vitals import THE_FIGURE, roll_fumble, roll_stay_conscious
from service.wire import record

Aftermath = models.OpposedStayConscious | models.OpposedStunRecovery | models.OpposedFumbleCheck | models.OpposedParry


@record
class OpposedManeuverVerdict:
    """How the attempt ended."""

    success: Annotated[
        bool | None, Field(description="Whether the figure that rolled got its way; null for a parry, see `result`.")
    ]
    result: Annotated[OpposedParryResult | None, Field(description="What a parry achieved; null for all others.")]


@record
class OpposedManeuverOutcome:
    """An attempt without a strike roll. Only the fields of its kind have values, the others are null."""

    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    verdict: OpposedManeuverVerdict
    kind: Annotated[OpposedFeat, Field(description="What was attempted.")]
    required: Annotated[bool | None, Field(description="Whether staying conscious needed a roll at all.")]
    chance: Annotated[
        int | None, Field(description="Restraining, avoiding, recovering: the d100 succeeds at or below this.")
    ]
    target: Annotated[int | None, Field(description="Staying conscious: the number to roll under.")]
    total: Annotated[int | None, Field(description="Withdrawing, parrying: the d10 and what was added to it.")]
    success: Annotated[bool | None, Field(description="Restraining, withdrawing: whether it succeeded.")]
    avoided: Annotated[bool | None, Field(description="Avoiding, fumbling: whether the mishap was avoided.")]
    repulsed: Annotated[bool | None, Field(description="Whether the charge was repulsed.")]
    conscious: Annotated[bool | None, Field(description="Whether the figure is conscious.")]
    recovered: Annotated[bool | None, Field(description="Whether the stun was shaken off.")]
    result: Annotated[OpposedParryResult | None, Field(description="What the parry achieved.")]
    reduced_initiative: Annotated[int | None, Field(description="Fumbling: initiative lowered by 10.")]
    fumble_table_required: Annotated[
        bool | None, Field(description="Whether the base game's fumble table is to be read.")
    ]
    fumble_roll: Annotated[
        int | None, Field(description="The d100 to read it with, if the option consequences is resolve.")
    ]


def resolve_maneuver(input: models.OpposedManeuver, rulings: OpposedRulings, dice: Dice) -> OpposedManeuverOutcome:
    """Settle one attempt that needs no strike roll: restrain, avoid, withdraw, repulse, recover, and so on.

    Dice: D100 to restrain, avoid (unless down), stay conscious (at Endurance 1 to 3 only), recover from a stun and
    check a fumble (with a second D100 for the fumble table, if it is failed and the option consequences is resolve);
    D10 to withdraw from close combat, repulse a charge and parry.
    Raises: AttackerCannotAct, if the figure that restrains is stunned, down or gone or owes a Pass; InvalidTarget, if
    the one to be restrained or to avoid something has fled; StunnedFigureCannotEvade.
    Ruling: opposed/ruling/down-defender.
    Source: 57.3 Combat Equation Summary.
    """
    match input:
        case models.OpposedRestrain():
            refuse_figures(input.attacker, input.defender)
            warn_of_blanks(((input.attacker, "attacker"), (input.defender, "defender")), dice)
            chance, success = roll_restrain(input.attacker, input.defender, dice)
            who, whom = called(input.attacker, "Attacker"), called(input.defender, "Defender")
            text = f"{who} {'restrained' if success else 'did not get hold of'} {whom}."
            return _outcome(OpposedFeat.RESTRAIN, text, chance=chance, success=success)
        case models.OpposedAvoid():
            return _avoid(input, rulings, dice)
        case models.OpposedWithdrawClose():
            total, success = roll_withdrawal(input.friendly_strength, input.hostile_strength, dice, THE_FIGURE)
            text = f"The figure {'withdrew from' if success else 'stayed in'} close combat."
            return _outcome(OpposedFeat.WITHDRAW_CLOSE, text, total=total, success=success)
        case models.OpposedRepulse():
            repulsed = roll_repulse(input.weapon_rank, rulings, dice, THE_FIGURE)
            text = f"The charge was {'' if repulsed else 'not '}repulsed."
            return _outcome(OpposedFeat.REPULSE, text, repulsed=repulsed)
        case _:
            return _resolve_aftermath(input, rulings, dice)


def _resolve_aftermath(input: Aftermath, rulings: OpposedRulings, dice: Dice) -> OpposedManeuverOutcome:
    """Settle what follows from a strike: wounds, stuns, fumbles and parries."""
    match input:
        case models.OpposedStayConscious():
            return _stay_conscious(input, rulings, dice)
        case models.OpposedStunRecovery():
            chance, recovered = roll_stun_recovery(input.willpower, input.fatigue, dice, THE_FIGURE)
            text = f"The figure {'shook off the stun' if recovered else 'stayed stunned'}."
            return _outcome(OpposedFeat.STUN_RECOVERY, text, chance=chance, recovered=recovered)
        case models.OpposedFumbleCheck():
            return _fumble(input, rulings, dice)
        case models.OpposedParry():
            total, row = maneuver_effects.roll_parry(input.evader_rank, input.attacker_rank, dice, THE_FIGURE)
            text = f"The figure {maneuver_effects.PARRY_WORDS[row.result]}."
            return _outcome(OpposedFeat.PARRY, text, total=total, result=row.result)
        case _:
            assert_never(input)


def _avoid(input: models.OpposedAvoid, rulings: OpposedRulings, dice: Dice) -> OpposedManeuverOutcome:
    who = who_of(input.defender, "Defender")
    refuse_fled(input.defender)
    warn_of_blanks(((input.defender, "defender"),), dice)
    if not is_able(input.defender):
        text = f"{who.name} was down and did not avoid {maneuver_effects.AVOIDED_AS[input.against]}."
        dice.note(rulebook.MANEUVER_AVOID_ROLL, text, actor=who.id, cites=(Rulings.DOWN_DEFENDER,))
        return _outcome(OpposedFeat.AVOID, text, avoided=False)
    chance = maneuver_effects.avoid_chance_of(input.defender, input.against, rulings)
    avoided = maneuver_effects.roll_avoid(chance, input.against, dice, who)
    text = f"{who.name} {'avoided' if avoided else 'did not avoid'} {maneuver_effects.AVOIDED_AS[input.against]}."
    return _outcome(OpposedFeat.AVOID, text, chance=chance.total, avoided=avoided)


def _stay_conscious(input: models.OpposedStayConscious, rulings: OpposedRulings, dice: Dice) -> OpposedManeuverOutcome:
    if 1 <= input.endurance <= 3:
        conscious = roll_stay_conscious(input.endurance, input.willpower, rulings, dice, THE_FIGURE)
        target = input.endurance * input.willpower
        text = f"The figure {'stayed conscious' if conscious else 'fell unconscious'}."
        return _outcome(OpposedFeat.STAY_CONSCIOUS, text, required=True, target=target, conscious=conscious)
    conscious = input.endurance > 3
    text = f"At {input.endurance} Endurance the figure {'stayed conscious' if conscious else 'fell'} without a roll."
    dice.note(rulebook.CONSCIOUSNESS_CHECK, text, cites=(Rulings.CONSCIOUSNESS_TIMING,))
    return _outcome(OpposedFeat.STAY_CONSCIOUS, text, required=False, conscious=conscious)


def _fumble(input: models.OpposedFumbleCheck, rulings: OpposedRulings, dice: Dice) -> OpposedManeuverOutcome:
    resolves = rulings.consequences is OpposedConsequences.RESOLVE
    fumble = roll_fumble(input.initiative, rulings, dice, THE_FIGURE, table=resolves)
    read = "Read the fumble table."
    if fumble.fumble_roll is not None:
        read = f"Read the fumble table at {fumble.fumble_roll}."
    return _outcome(
        OpposedFeat.FUMBLE,
        "The strike ended without a mishap." if fumble.avoided else f"The strike was fumbled. {read}",
        avoided=fumble.avoided,
        reduced_initiative=fumble.reduced_initiative,
        fumble_table_required=fumble.fumble_table_required,
        fumble_roll=fumble.fumble_roll,
    )


def _outcome(kind: OpposedFeat, summary: str, **facts: Any) -> OpposedManeuverOutcome:
    """Return the outcome of a kind: its sentence, the facts given, and null for what other kinds have."""
    successes = [facts[name] for name in SUCCESSES if name in facts]
    verdict = OpposedManeuverVerdict(success=successes[0] if successes else None, result=facts.get("result"))
    return OpposedManeuverOutcome(summary=summary, verdict=verdict, kind=kind, **(NOTHING | facts))


SUCCESSES: Final = ("success", "avoided", "repulsed", "conscious", "recovered")
NOTHING: Final = dict.fromkeys(
    each.name for each in fields(OpposedManeuverOutcome) if each.name not in ("summary", "verdict", "kind")
)


# Rolls that rounds make, too


def roll_restrain(attacker: models.OpposedFigure, defender: models.OpposedFigure, dice: Dice) -> tuple[int, bool]:
    """Roll to restrain, at or below three times what Strength and Agility of both differ by, in percent.

    A defender that is down resists with neither. Return the chance and whether it succeeded.

    Dice: D100.
    Source: 57.3, Restrain.
    """
    who, whom, rule = who_of(attacker, "Attacker"), called(defender, "Defender"), rulebook.MANEUVER_RESTRAIN
    own, foe = 3 * (attacker.physical_strength + attacker.agility), 3 * (defender.physical_strength + defender.agility)
    able = is_able(defender)
    chance = tally(own, [term(rule, -foe, "Defender")] if able else ())
    cites = () if able else (Rulings.DOWN_DEFENDER,)
    endings = f"restrained {whom}", f"did not get hold of {whom}"
    return chance.total, maneuver_effects.roll_at_most(rule, chance, dice, who, f"restrains {whom}", endings, cites)


def roll_stun_recovery(willpower: int, fatigue: int, dice: Dice, who: Who) -> tuple[int, bool]:
    """Roll at or below twice Willpower plus Fatigue; return that chance and whether the stun is shaken off.

    Dice: D100.
    Source: 57.3, Stun recovery.
    """
    rule = rulebook.STUN_RECOVERY
    chance = tally(2 * willpower, (term(rule, fatigue, "Fatigue"),) if fatigue else ())
    endings = "shook off the stun", "stayed stunned"
    return chance.total, maneuver_effects.roll_at_most(rule, chance, dice, who, "shakes off the stun", endings, ())


def roll_withdrawal(friendly: Sequence[int], hostile: Sequence[int], dice: Dice, who: Who) -> tuple[int, bool]:
    """Roll a d10, add the Strength of friends and take away that of foes; 10 or more leaves close combat.

    Dice: D10.
    Source: 57.3, Withdraw from close combat.
    """
    strengths = (
        term(rulebook.WITHDRAW_CLOSE_COMBAT, sum(friendly), "Strength of friends"),
        term(rulebook.WITHDRAW_CLOSE_COMBAT, -sum(hostile), "Strength of foes"),
    )
    needed = tally(10)
    purpose = f"whether {who.name} gets out of close combat"
    dice.expect(lambda: (Expected(rulebook.WITHDRAW_CLOSE_COMBAT, D10, who.id, purpose),))
    short = needed.total - sum(friendly) + sum(hostile) - 1
    roll = dice.roll(rulebook.WITHDRAW_CLOSE_COMBAT, D10, actor=who.id, target=needed, bands=_up_to(short))
    number = tally(roll.total, strengths)
    success = number.total >= needed.total
    ending = "withdrew" if success else "did not get away"
    text = f"{who.name} rolled {spoken(number)} against {needed.total} and {ending}."
    roll.tell(text, margin=number.total - needed.total)
    return number.total, success


def roll_repulse(weapon_rank: int, rulings: OpposedRulings, dice: Dice, who: Who) -> bool:
    """Roll a d10 against the Rank of the prepared weapon to repulse a charge.

    Dice: D10.
    Ruling: opposed/ruling/repulse-comparison.
    Source: 57.3, Repulse a charge attack.
    """
    at_most = rulings.repulse_comparison is OpposedRepulseComparison.AT_MOST
    purpose = f"whether {who.name} repulses the charge"
    dice.expect(lambda: (Expected(rulebook.REPULSE_CHARGE, D10, who.id, purpose),))
    bands = _up_to(weapon_rank if at_most else weapon_rank - 1)
    roll = dice.roll(rulebook.REPULSE_CHARGE, D10, actor=who.id, target=tally(weapon_rank), bands=bands)
    repulsed = roll.total <= weapon_rank if at_most else roll.total >= weapon_rank
    ending = "repulsed the charge" if repulsed else "did not repulse the charge"
    text = f"{who.name} rolled {roll.total} against Rank {weapon_rank} and {ending}. {ODDS_BY_RANK[at_most]}"
    roll.tell(text, cites=(Rulings.REPULSE_COMPARISON,))
    return repulsed


ODDS_BY_RANK: Final = {
    False: "As printed the Rank or above repulses, so Rank 0 or 1 always does and Rank 10 only with a 10.",
    True: "The Rank or below repulses, so Rank 10 always does and Rank 0 never.",
}
"""What a player is to know of the comparison, by whether a roll of at most the Rank repulses."""


def _up_to(face: int) -> Bands:
    """Return the bands of a d10 that part the faces up to one from the rest."""
    return (face, 10) if 1 <= face < 10 else (10,)
