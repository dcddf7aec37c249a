"""What comes of morale, fatigue, the end of a battle, a pursuit, and the count of the fallen."""

from typing import Annotated

from pydantic import Field

from service.dice.transcript import Tally
from service.rules.heroic.book.words import HeroicIntent, HeroicMoraleResult
from service.rules.heroic.figures.changes import Changes
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.kernel.verdict import PursuitResult
from service.rules.roll_under.words import BodySide, HitLocation
from service.wire import record


@record
class HeroicMoraleVerdict:
    """What players care about in a morale check."""

    result: Annotated[HeroicMoraleResult, Field(description="The result.")]
    breaks: Annotated[bool, Field(description="Whether its courage failed.")]


@record
class HeroicMoraleOutcome:
    """A morale check, made or found not to be due."""

    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    verdict: HeroicMoraleVerdict
    unit_id: Annotated[str, Field(description="The unit.")]
    due: Annotated[bool, Field(description="Whether a check was due.")]
    reason: Annotated[str, Field(description="Why it was or was not, in a player's words.")]
    modifiers: Annotated[Tally | None, Field(description="What is added to the 3d; null without a roll.")]
    roll: Annotated[int | None, Field(description="The 3d; null without a roll.")]
    total: Annotated[int | None, Field(description="The sum, which breaks it at 13 or more; null without a roll.")]
    must_retreat_next_round: Annotated[bool, Field(description="Whether it has to declare Retreat next round.")]
    unit: Annotated[HeroicUnit, Field(description="The unit as it is now.")]
    parts: Annotated[tuple[HeroicUnit, ...], Field(description="Its other parts as they are now.")]


@record
class HeroicMoraleChecked(HeroicMoraleOutcome):
    """A morale check by itself."""

    changes: Changes


@record
class HeroicFatigueVerdict:
    """Whether fatigue was due."""

    due: Annotated[bool, Field(description="Whether the die made it due.")]


@record
class HeroicTired:
    """What fatigue cost one unit."""

    unit: Annotated[str, Field(description="The unit.")]
    cost: Annotated[Tally, Field(description="Fatigue points that it costs each member.")]
    fp_before: Annotated[int, Field(description="Fatigue points before.")]
    fp_after: Annotated[int, Field(description="Fatigue points after.")]
    tired: Annotated[bool, Field(description="Whether it has less than a third left.")]
    collapsing: Annotated[bool, Field(description="Whether it has none left.")]
    unconscious: Annotated[bool, Field(description="Whether it has fallen to its full score below 0.")]
    hp_loss: Annotated[int, Field(description="Hit points that the lack of fatigue points costs each member.")]
    will_roll: Annotated[int | None, Field(description="The Will roll against collapse; null without one.")]
    stays_conscious: Annotated[bool | None, Field(description="Whether that succeeded; null without one.")]


@record
class HeroicFatigueOutcome:
    """The end of a round, with or without fatigue."""

    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    verdict: HeroicFatigueVerdict
    roll: Annotated[int, Field(description="The die; 1 and 2 make fatigue due.")]
    units: Annotated[tuple[HeroicTired, ...], Field(description="The units it cost something, as listed.")]


@record
class HeroicFatigueChecked(HeroicFatigueOutcome):
    """The end of a round by itself."""

    roster: Annotated[tuple[HeroicUnit, ...], Field(description="The units of `roster` as they are now.")]
    changes: Changes


@record
class HeroicSideStanding:
    """How one side stands."""

    side: Annotated[str, Field(description="The side.")]
    active: Annotated[int, Field(description="Members who can act.")]
    incapacitated: Annotated[int, Field(description="Members incapacitated since the battle began.")]
    routed: Annotated[int, Field(description="Members of routed units.")]
    surrendered: Annotated[int, Field(description="Members of surrendered units.")]
    fled: Annotated[int, Field(description="Members who have left the field.")]
    out: Annotated[bool, Field(description="Whether the side is out of the fight: no member fights on.")]


@record
class HeroicBattleVerdict:
    """Whether a battle is over, and for whom."""

    over: Annotated[bool, Field(description="Whether at most one side fights on.")]
    winner: Annotated[str | None, Field(description="Id of the side that has won; null if none has.")]
    draw: Annotated[bool, Field(description="Whether it is over and nobody has won.")]


@record
class HeroicBattleEnd:
    """How a battle stands."""

    summary: Annotated[str, Field(description="How it stands, in a sentence.")]
    verdict: HeroicBattleVerdict
    sides: Annotated[tuple[HeroicSideStanding, ...], Field(description="The sides, as listed.")]
    pursuit_possible: Annotated[bool, Field(description="Whether there is a victor, and somebody to pursue.")]


@record
class HeroicPursuitVerdict:
    """What players care about in a pursuit."""

    outcome: Annotated[PursuitResult, Field(description="How it ended.")]
    caught: Annotated[int, Field(description="Creatures slain or captured.")]
    escaped: Annotated[int, Field(description="Creatures that got away.")]


@record
class HeroicComplementary:
    """A complementary skill, tried once by one character of a side."""

    roll: Annotated[int, Field(description="The 3d.")]
    level: Annotated[int, Field(description="The level rolled against.")]
    modifier: Annotated[int, Field(description="What it gives, from -2 to 2.")]


@record
class HeroicCaught:
    """What became of the members of one unit that fled."""

    unit: Annotated[str, Field(description="The unit.")]
    caught: Annotated[int, Field(description="Members slain or captured.")]
    escaped: Annotated[int, Field(description="Members who got away.")]


@record
class HeroicPursuitOutcome:
    """A pursuit, resolved."""

    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    verdict: HeroicPursuitVerdict
    pursuer: Annotated[Tally, Field(description="The pursuers' effective skill.")]
    pursued: Annotated[Tally, Field(description="The effective skill of the pursued.")]
    pursuer_complementary: Annotated[HeroicComplementary | None, Field(description="Null if it was not tried.")]
    pursued_complementary: Annotated[HeroicComplementary | None, Field(description="Null if it was not tried.")]
    pursuer_roll: Annotated[int, Field(description="The pursuers' 3d.")]
    pursued_roll: Annotated[int, Field(description="The pursued's 3d.")]
    margin: Annotated[int, Field(description="The pursuers' margin less the pursued's.")]
    per_pursuer: Annotated[int, Field(description="Creatures that each pursuer may catch.")]
    intent: Annotated[HeroicIntent, Field(description="What becomes of those who are caught.")]
    units: Annotated[tuple[HeroicCaught, ...], Field(description="Who was caught and who escaped, by unit.")]


@record
class HeroicPursuitEnded(HeroicPursuitOutcome):
    """A pursuit by itself."""

    roster: Annotated[tuple[HeroicUnit, ...], Field(description="The units of `roster` as they are now.")]
    changes: Changes


@record
class HeroicWound:
    """The wound of one important member of the fallen."""

    unit: Annotated[str, Field(description="Its unit.")]
    member: Annotated[int, Field(description="Which member of it, counted from 1.")]
    increments: Annotated[int, Field(description="Full tens of its hit points, each worth 2d of injury.")]
    injury: Annotated[int, Field(description="Points of injury.")]
    location: Annotated[HitLocation, Field(description="Where.")]
    side: Annotated[BodySide | None, Field(description="Which limb, where there are two.")]
    hp_after: Annotated[int, Field(description="Real hit points.")]
    crippled: Annotated[bool, Field(description="Whether the limb is crippled, or the eye blinded.")]
    multiples: Annotated[int, Field(description="How many multiples of its full hit points it is below 0.")]


@record
class HeroicFallenCount:
    """The fallen of one unit whose wounds are not rolled, counted."""

    unit: Annotated[str, Field(description="The unit.")]
    fallen: Annotated[int, Field(description="Members who had fallen.")]
    dead: Annotated[int, Field(description="How many of these are dead.")]
    survivors: Annotated[int, Field(description="How many of these are alive.")]
    survivor_hp: Annotated[int, Field(description="Real hit points of each survivor.")]


@record
class HeroicAftermathVerdict:
    """What players care about after a battle."""

    dead: Annotated[int, Field(description="Members who are dead, of those whose wounds are not rolled.")]
    survivors: Annotated[int, Field(description="Members who live, of those whose wounds are not rolled.")]
    crippled: Annotated[int, Field(description="Important members with a crippled limb or a blinded eye.")]


@record
class HeroicAftermathOutcome:
    """The fallen, counted."""

    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    verdict: HeroicAftermathVerdict
    wounds: Annotated[tuple[HeroicWound, ...], Field(description="Wounds of important members, in rolling order.")]
    counts: Annotated[
        tuple[HeroicFallenCount, ...], Field(description="Members whose wounds are not rolled by unit, as listed.")
    ]
