"""Manoeuvres that are settled without a strike roll."""

from dataclasses import fields
from typing import Annotated, Any, Final, assert_never

from pydantic import Field

from service.dice.model import Dice
from service.rules.opposed.attack.legality import is_able, name_of, refuse_figures, refuse_fled
from service.rules.opposed.attack.maneuver_effects import AVOIDED_AS, avoid_chance_of, roll_avoid
from service.rules.opposed.attack.parry import roll_parry
from service.rules.opposed.attack.special_actions import (
    roll_repulse,
    roll_restrain,
    roll_stun_recovery,
    roll_withdrawal,
)
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import OpposedConsequences, OpposedRulings
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.book.words import OpposedFeat, OpposedParryResult
from service.rules.opposed.figures.models import (
    OpposedAvoid,
    OpposedFumbleCheck,
    OpposedManeuver,
    OpposedParry,
    OpposedRepulse,
    OpposedRestrain,
    OpposedStayConscious,
    OpposedStunRecovery,
    OpposedWithdrawClose,
)
from service.rules.opposed.figures.vitals import roll_fumble, roll_stay_conscious
from service.wire import record

Aftermath = OpposedStayConscious | OpposedStunRecovery | OpposedFumbleCheck | OpposedParry


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


def resolve_maneuver(input: OpposedManeuver, rulings: OpposedRulings, dice: Dice) -> OpposedManeuverOutcome:
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
        case OpposedRestrain():
            refuse_figures(input.attacker, input.defender)
            chance, success = roll_restrain(input.attacker, input.defender, dice)
            return _outcome(OpposedFeat.RESTRAIN, chance=chance, success=success)
        case OpposedAvoid():
            return _avoid(input, rulings, dice)
        case OpposedWithdrawClose():
            total, success = roll_withdrawal(input.friendly_strength, input.hostile_strength, dice, None)
            return _outcome(OpposedFeat.WITHDRAW_CLOSE, total=total, success=success)
        case OpposedRepulse():
            repulsed = roll_repulse(input.weapon_rank, rulings, dice, None)
            return _outcome(OpposedFeat.REPULSE, repulsed=repulsed)
        case _:
            return _resolve_aftermath(input, rulings, dice)


def _resolve_aftermath(input: Aftermath, rulings: OpposedRulings, dice: Dice) -> OpposedManeuverOutcome:
    """Settle what follows from a strike: wounds, stuns, fumbles and parries."""
    match input:
        case OpposedStayConscious():
            return _stay_conscious(input, rulings, dice)
        case OpposedStunRecovery():
            chance, recovered = roll_stun_recovery(input.willpower, input.fatigue, dice, None)
            return _outcome(OpposedFeat.STUN_RECOVERY, chance=chance, recovered=recovered)
        case OpposedFumbleCheck():
            return _fumble(input, rulings, dice)
        case OpposedParry():
            total, result = roll_parry(input.evader_rank, input.attacker_rank, dice, None)
            return _outcome(OpposedFeat.PARRY, total=total, result=result)
        case _:
            assert_never(input)


def _avoid(input: OpposedAvoid, rulings: OpposedRulings, dice: Dice) -> OpposedManeuverOutcome:
    who = name_of(input.defender, "Defender")
    refuse_fled(input.defender)
    if not is_able(input.defender):
        text = f"{who} is down and does not avoid {AVOIDED_AS[input.against]}."
        dice.note(rulebook.MANEUVER_AVOID_ROLL, text, actor=who, cites=(Rulings.DOWN_DEFENDER,))
        return _outcome(OpposedFeat.AVOID, avoided=False)
    chance = avoid_chance_of(input.defender, input.against, rulings)
    avoided = roll_avoid(chance, input.against, dice, who)
    return _outcome(OpposedFeat.AVOID, chance=chance.total, avoided=avoided)


def _stay_conscious(input: OpposedStayConscious, rulings: OpposedRulings, dice: Dice) -> OpposedManeuverOutcome:
    if 1 <= input.endurance <= 3:
        conscious = roll_stay_conscious(input.endurance, input.willpower, rulings, dice, None)
        target = input.endurance * input.willpower
        return _outcome(OpposedFeat.STAY_CONSCIOUS, required=True, target=target, conscious=conscious)
    conscious = input.endurance > 3
    text = f"At {input.endurance} Endurance the figure {'stays conscious' if conscious else 'falls'} without a roll."
    dice.note(rulebook.CONSCIOUSNESS_CHECK, text, cites=(Rulings.CONSCIOUSNESS_TIMING,))
    return _outcome(OpposedFeat.STAY_CONSCIOUS, required=False, conscious=conscious)


def _fumble(input: OpposedFumbleCheck, rulings: OpposedRulings, dice: Dice) -> OpposedManeuverOutcome:
    resolves = rulings.consequences is OpposedConsequences.RESOLVE
    fumble = roll_fumble(input.initiative, rulings, dice, None, table=resolves)
    return _outcome(
        OpposedFeat.FUMBLE,
        avoided=fumble.avoided,
        reduced_initiative=fumble.reduced_initiative,
        fumble_table_required=fumble.fumble_table_required,
        fumble_roll=fumble.fumble_roll,
    )


def _outcome(kind: OpposedFeat, **facts: Any) -> OpposedManeuverOutcome:
    """Return the outcome of a kind: the facts given, and null for what other kinds have."""
    successes = [facts[name] for name in SUCCESSES if name in facts]
    verdict = OpposedManeuverVerdict(success=successes[0] if successes else None, result=facts.get("result"))
    return OpposedManeuverOutcome(verdict=verdict, kind=kind, **(NOTHING | facts))


SUCCESSES: Final = ("success", "avoided", "repulsed", "conscious", "recovered")
NOTHING: Final = dict.fromkeys(
    each.name for each in fields(OpposedManeuverOutcome) if each.name not in ("verdict", "kind")
)
