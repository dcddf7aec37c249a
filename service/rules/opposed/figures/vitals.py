"""Health of figures: damage to Fatigue and Endurance, stun, stay-conscious rolls, and fumble checks."""

from typing import Annotated, Final, NamedTuple

from pydantic import Field

from service.dice.model import D100, Cites, Dice, Expected, Rule
from service.dice.transcript import Tally
from service.rules.kernel.figures import Who
from service.rules.kernel.tally import tally, term
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import OpposedFatigueOverflow, OpposedRollUnder, OpposedRulings
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.book.words import OpposedStatus
from service.rules.opposed.figures.models import OpposedFigure
from service.wire import record

LOWEST_ENDURANCE: Final = -200
THE_FIGURE: Final = Who(None, "the figure")
"""Who rolls what no figure of the request is named for."""
FUMBLED: Final = term(rulebook.FUMBLE_CHECK, -10)


class Health(NamedTuple):
    """What wounds change in a figure, and what resists them; None is a number the caller did not give."""

    fatigue: int | None
    endurance: int | None
    endurance_max: int | None
    willpower: int
    stunned: bool
    status: OpposedStatus


class Suffering(NamedTuple):
    """A figure's health after a wound, the Endurance it took, and whether a stay-conscious roll is due."""

    health: Health
    endurance_lost: int
    check_due: bool


@record
class OpposedFumble:
    """The result of a possible fumble."""

    reduced_initiative: Annotated[int, Field(description="The attacker's initiative, lowered by 10.")]
    avoided: Annotated[bool, Field(description="Whether the check under it succeeded.")]
    fumble_table_required: Annotated[bool, Field(description="Whether the base game's fumble table is to be read.")]
    fumble_roll: Annotated[int | None, Field(description="The d100 to read it with, 00 being 100; null if not needed.")]


def health_of(figure: OpposedFigure) -> Health:
    """Return what wounds change in a figure."""
    full = figure.endurance_max
    return Health(
        figure.fatigue,
        figure.endurance,
        figure.endurance if full is None else full,
        figure.willpower,
        figure.stunned,
        figure.status,
    )


def suffer(
    health: Health, fatigue: int, endurance: int, rulings: OpposedRulings, who: Who, dice: Dice, *, by_strike: bool
) -> Suffering:
    """Take points of fatigue and endurance damage; what exceeds the Fatigue left goes to Endurance.

    Only a strike stuns. Points of a number that the caller did not give are lost without effect.
    """
    fatigue_left, endurance_left = health.fatigue, health.endurance
    if fatigue_left is not None and fatigue:
        overflow = fatigue - fatigue_left
        fatigue_left = max(0, -overflow)
        if overflow > 0 and rulings.fatigue_overflow is OpposedFatigueOverflow.TO_ENDURANCE:
            endurance += overflow
            points = "1 point" if overflow == 1 else f"{overflow} points"
            text = f"{who.name} had no Fatigue left: {points} went to Endurance."
            dice.note(rulebook.DAMAGE_FATIGUE_OVERFLOW, text, actor=who.id)
    full, will = health.endurance_max, health.willpower
    if endurance_left is None or not endurance:
        untouched = Health(fatigue_left, endurance_left, full, will, health.stunned, health.status)
        return Suffering(untouched, 0, check_due=False)
    stunned = health.stunned or (by_strike and _stuns(endurance, full, rulings, who, dice))
    endurance_left = max(LOWEST_ENDURANCE, endurance_left - endurance)
    status = health.status
    if endurance_left <= 0:
        status = OpposedStatus.INCAPACITATED
        text = f"{who.name} was incapacitated at {endurance_left} Endurance."
        fallen = (Rulings.CONSCIOUSNESS_TIMING, Rulings.DEATH)
        dice.note(rulebook.CONSCIOUSNESS_CHECK, text, actor=who.id, cites=fallen)
    hurt = Health(fatigue_left, endurance_left, full, will, stunned, status)
    return Suffering(hurt, endurance, check_due=endurance_left <= 3 and status is OpposedStatus.ACTIVE)


def _stuns(lost: int, full: int | None, rulings: OpposedRulings, who: Who, dice: Dice) -> bool:
    """Return, and note, whether the Endurance lost to one strike stuns."""
    if rulings.stun_fraction is None or full is None or lost <= full // rulings.stun_fraction:
        return False
    most = full // rulings.stun_fraction
    text = f"{who.name} lost {lost} Endurance at once and was stunned: more than {most} stuns."
    dice.note(rulebook.STUN_TRIGGER, text, actor=who.id)
    return True


def _roll_under(
    rule: Rule,
    target: Tally,
    rulings: OpposedRulings,
    dice: Dice,
    who: Who,
    words: tuple[str, str, str],
    cites: Cites,
) -> bool:
    """Roll under a number: 01 always does, 00 never.

    `words` say what the roll is for, and how its sentence ends in success and in failure.

    Dice: D100.
    """
    inclusive = rulings.roll_under is OpposedRollUnder.INCLUSIVE
    highest = max(1, min(99, target.total if inclusive else target.total - 1))
    purpose, *endings = words
    dice.expect(lambda: (Expected(rule, D100, who.id, purpose),))
    roll = dice.roll(rule, D100, actor=who.id, target=target, bands=(highest, 100))
    success = roll.total <= highest
    text = f"{who.name} rolled {roll.total}, to be under {target.total}{endings[0 if success else 1]}."
    natural = (rulebook.DICE_PERCENTILE,) if roll.total == 100 else ()
    cites = (*cites, Rulings.ROLL_UNDER_STRICT, *natural)
    roll.tell(text, margin=target.total - roll.total, cites=cites)
    return success


def roll_stay_conscious(
    endurance: int, willpower: int, rulings: OpposedRulings, dice: Dice, who: Who, cites: Cites = ()
) -> bool:
    """Roll under Endurance times Willpower.

    Dice: D100.
    Source: 57.3, Stay conscious.
    """
    rule = rulebook.CONSCIOUSNESS_CHECK
    words = f"whether {who.name} stays conscious", ", and stayed conscious", ", and fell unconscious"
    return _roll_under(rule, tally(endurance * willpower), rulings, dice, who, words, cites)


def roll_fumble(initiative: int, rulings: OpposedRulings, dice: Dice, who: Who, *, table: bool) -> OpposedFumble:
    """Roll under the initiative lowered by 10; on a failure the base game's fumble table is to be read.

    Dice: D100 check, then, if it fails and `table` is set, D100 for the fumble table.
    Source: 57.3, Fumble.
    """
    of = "" if who is THE_FIGURE else f" of {who.name}"
    target = tally(initiative, (FUMBLED,))
    words = f"whether the strike{of} is a fumble", ": no mishap", ": a fumble"
    avoided, mishap = _roll_under(rulebook.FUMBLE_CHECK, target, rulings, dice, who, words, ()), None
    if table and not avoided:
        dice.expect(lambda: (Expected(rulebook.FUMBLE_TABLE_HOOK, D100, who.id, f"row of the fumble table{of}"),))
        mishap = dice.roll(rulebook.FUMBLE_TABLE_HOOK, D100, actor=who.id, bands=(100,))
        mishap.tell(f"Read the fumble table at {mishap.total}.")
    return OpposedFumble(
        reduced_initiative=target.total,
        avoided=avoided,
        fumble_table_required=not avoided,
        fumble_roll=mishap.total if mishap else None,
    )
