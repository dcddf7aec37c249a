"""What a request says of an attack, and the records of its answer."""

from typing import Annotated

from pydantic import Field

from service.dice.transcript import Tally
from service.rules.kernel.hexes import HexAddress
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.rolls import SuccessGrade
from service.rules.tactical.book import words
from service.rules.tactical.book.critical_results import TacticalCriticalHit, TacticalCriticalMiss
from service.rules.tactical.figures.changes import Changes
from service.rules.tactical.figures.condition import MOST_FIGURES, FigureId
from service.rules.tactical.figures.equipment import ModeName, Reach, WeaponId
from service.rules.tactical.figures.models import TacticalFigure, TacticalModifier, TacticalScene
from service.rules.tactical.map.lines import TacticalAnchor
from service.wire import WHOLE, Frozen, record

Twelfths = Annotated[int, Field(ge=-20_000, le=20_000), WHOLE]


class TacticalRetreat(Frozen):
    """A retreat with a defense: one step straight away from the attacker."""

    to: HexAddress | None = Field(default=None, description="Hex to retreat to; null: the first that is free.")
    turn: Annotated[int, Field(ge=-1, le=1), WHOLE] = Field(
        default=0, description="Hexsides turned after it: 1 to the right, -1 to the left."
    )


class TacticalDefense(Frozen):
    """One way to defend oneself."""

    kind: words.TacticalDefenseKind = Field(description="Dodge, parry, block or none.")
    hand: words.TacticalSide | None = Field(default=None, description="The hand that parries; null: the better one.")
    retreat: TacticalRetreat | None = Field(default=None, description="The retreat with it; null: none.")
    drop: bool = Field(default=False, description="Whether to drop to the ground with a dodge, against a shot.")


class TacticalDefenseChoice(Frozen):
    """How a figure defends itself: the first defense of a list that is legal."""

    preferences: Annotated[tuple[TacticalDefense, ...], Field(min_length=1, max_length=8)] = Field(
        description="Defenses, the one preferred most first; a retreat that is not possible is left out."
    )
    forced: bool = Field(
        default=False, description="Whether the first defense must be legal: if it is not, the request is refused."
    )


class TacticalDefender(Frozen):
    """How a figure defends itself against a blow or a shot that was meant for somebody else."""

    figure: FigureId = Field(description="Id of the figure.")
    defense: TacticalDefenseChoice = Field(description="How it defends itself.")


class TacticalLinePoint(Frozen):
    """Where in its hex a line of fire begins or ends."""

    anchor: TacticalAnchor = Field(default=TacticalAnchor.CENTRE, description="An anchor of the hex.")
    point: tuple[Twelfths, Twelfths] | None = Field(
        default=None,
        description="A point of your own inside the hex, [x, y] in twelfths of a step between hexes; the centre of "
        "hex [q, r] is [12 * q, 12 * r]. Null: the anchor.",
    )


class TacticalLine(Frozen):
    """Which line of fire is taken."""

    choice: words.TacticalLineChoice = Field(
        default=words.TacticalLineChoice.BEST,
        description="The best one, the one between the centres, or the one given.",
    )
    start: TacticalLinePoint = Field(
        default=TacticalLinePoint(), description="Where a line that is given begins, in the shooter's hex."
    )
    end: TacticalLinePoint = Field(
        default=TacticalLinePoint(), description="Where a line that is given ends, in the target's hex."
    )


class TacticalSecondBlow(Frozen):
    """The second of two melee attacks: of a Rapid Strike, or of an All-Out Attack (Double)."""

    target: FigureId | None = Field(default=None, description="Id of its target; null: that of the first.")
    weapon: WeaponId | None = Field(default=None, description="Id of its weapon; null: that of the first.")
    mode: ModeName | None = Field(default=None, description="Its mode; null: the weapon's first.")
    location: words.TacticalLocation | None = Field(default=None, description="Where it aims; null: the torso.")
    deceptive: Annotated[int, Field(ge=0, le=20), WHOLE] = Field(
        default=0, description="Steps of a Deceptive Attack: each is -2 to hit and -1 to the defense."
    )


class TacticalAttackOrder(Frozen):
    """How an attack is made; the field beside it says who makes it."""

    target: FigureId | None = Field(default=None, description="Id of the target; null if `hex` is attacked.")
    hex: HexAddress | None = Field(
        default=None, description="A hex that is attacked blindly: a figure there is the target; null: none."
    )
    weapon: WeaponId | None = Field(default=None, description="Id of the weapon; null: the first that is ready.")
    mode: ModeName | None = Field(default=None, description="The weapon's mode; null: its first.")
    reach: Reach | None = Field(
        default=None, description="The reach that is used; null: the one that the distance asks for."
    )
    location: words.TacticalLocation | None = Field(default=None, description="Where it aims; null: the torso.")
    random_location: bool = Field(default=False, description="Whether dice say where it hits.")
    deceptive: Annotated[int, Field(ge=0, le=20), WHOLE] = Field(
        default=0, description="Steps of a Deceptive Attack: each is -2 to hit and -1 to the defense."
    )
    second: TacticalSecondBlow | None = Field(
        default=None, description="A second blow: a Rapid Strike, or that of an All-Out Attack (Double); null: none."
    )
    shots: Annotated[int, Field(ge=1, le=1000), WHOLE] = Field(default=1, description="Shots fired.")
    blind: bool = Field(
        default=False, description="Whether the target is not seen: a blind shot, or a Wild Swing at somebody unseen."
    )
    aim: bool = Field(default=True, description="Whether the attacker's aim counts; false: it shoots without.")
    technique: words.TacticalTechnique | None = Field(default=None, description="A technique; null: none.")
    line: TacticalLine = Field(default=TacticalLine(), description="The line of fire of a shot.")
    target_speed: Annotated[int, Field(ge=0, le=100_000), WHOLE] = Field(
        default=0, description="The target's speed, in yards a second, if it is too fast for the range alone."
    )
    modifiers: Annotated[tuple[TacticalModifier, ...], Field(max_length=20)] = Field(
        default=(), description="Modifiers of your own to the attack."
    )
    defense: TacticalDefenseChoice | None = Field(
        default=None, description="How the target defends itself; null: as well as it can."
    )
    defenses: Annotated[tuple[TacticalDefender, ...], Field(max_length=MOST_FIGURES)] = Field(
        default=(), description="How others defend themselves if a stray blow or shot may hit them."
    )


class TacticalAttackInput(TacticalAttackOrder, TacticalScene):
    """One attack, from the effective skill to the wound."""

    attacker: FigureId = Field(description="Id of the attacker.")
    maneuver: words.TacticalManeuver = Field(
        default=words.TacticalManeuver.ATTACK, description="The attacker's maneuver: one that attacks."
    )
    option: words.TacticalManeuverOption | None = Field(
        default=None, description="How an All-Out Attack is made; null for other maneuvers."
    )


# Answers


@record
class TacticalWound:
    """What a hit did to a figure, and all that followed from it."""

    figure: Annotated[str, Field(description="Id of the figure that was hit.")]
    location: Annotated[words.TacticalLocation, Field(description="Where it was hit.")]
    basic: Annotated[int, Field(description="Basic damage, with what a critical hit made of it.")]
    dr: Annotated[int, Field(description="DR that was left of its armour.")]
    penetrating: Annotated[int, Field(description="Points of damage that passed the armour.")]
    injury: Annotated[int, Field(description="Hit points lost; fatigue points to damage of that type.")]
    hp: Annotated[int, Field(description="Hit points left.")]
    shock: Annotated[int, Field(description="What this wound takes from DX, IQ and skills next turn.")]
    major: Annotated[bool, Field(description="Whether it is a major wound.")]
    crippled: Annotated[bool, Field(description="Whether it crippled the part that was hit.")]
    critical: Annotated[
        TacticalCriticalHit | None, Field(description="What the critical hit did; null if it was none.")
    ]
    death_checks: Annotated[tuple[int, ...], Field(description="Rolls against HT to stay alive, in order.")]
    mortal: Annotated[bool, Field(description="Whether it is a mortal wound.")]
    dead: Annotated[bool, Field(description="Whether it killed.")]
    knockdown_roll: Annotated[int | None, Field(description="Roll against HT to stay up; null if none was asked for.")]
    knockdown: Annotated[words.TacticalKnockdown, Field(description="Its result.")]
    knocked_back: Annotated[int, Field(description="Yards that the figure was knocked back.")]
    stands: Annotated[bool | None, Field(description="Whether it kept its feet then; null if it was not asked.")]
    aim_kept: Annotated[bool | None, Field(description="Whether it kept its aim; null if it did not aim.")]


@record
class TacticalDefenseUsed:
    """A defense that was rolled."""

    figure: Annotated[str, Field(description="Id of the defender.")]
    kind: Annotated[words.TacticalDefenseKind, Field(description="Dodge, parry or block.")]
    hand: Annotated[
        words.TacticalSide | None, Field(description="The hand that parried; null for both, and otherwise.")
    ]
    number: Annotated[Tally, Field(description="What was rolled against.")]
    roll: Annotated[int, Field(description="The roll.")]
    grade: Annotated[SuccessGrade, Field(description="How well it went.")]
    retreat: Annotated[HexAddress | None, Field(description="The hex that was retreated to; null: none.")]
    dropped: Annotated[bool, Field(description="Whether the defender dropped to the ground.")]


@record
class TacticalMishap:
    """A critical miss, and what it did to the one who made it."""

    figure: Annotated[str, Field(description="Id of the figure that missed.")]
    weapon: Annotated[str | None, Field(description="Id of the weapon; null for an empty hand, a dodge, or a shield.")]
    roll: Annotated[int | None, Field(description="Roll on the table; null if nothing was rolled.")]
    effect: Annotated[TacticalCriticalMiss, Field(description="What it does.")]
    wounds: Annotated[tuple[TacticalWound, ...], Field(description="Wounds that it did.")]


@record
class TacticalStray:
    """A roll to hit somebody for whom the attack was not meant."""

    figure: Annotated[str, Field(description="Id of the figure that might have been hit.")]
    number: Annotated[Tally, Field(description="What was rolled against.")]
    roll: Annotated[int, Field(description="The roll.")]
    hit: Annotated[bool, Field(description="Whether it hit, and no defense stopped it.")]


@record
class TacticalFeint:
    """A feint: the Quick Contest, and what it takes from the defenses of the one who falls for it."""

    figure: Annotated[str, Field(description="Id of the figure that feints.")]
    target: Annotated[str, Field(description="Id of the target of the feint.")]
    number: Annotated[Tally, Field(description="What the attacker rolled against.")]
    roll: Annotated[int, Field(description="The attacker's roll.")]
    target_number: Annotated[Tally, Field(description="What the target rolled against.")]
    target_roll: Annotated[int, Field(description="The target's roll.")]
    penalty: Annotated[int, Field(description="What it takes from the target's defenses against the attacker.")]


@record
class TacticalAttackReport:
    """One attack, from the effective skill to the wound."""

    attacker: Annotated[str, Field(description="Id of the attacker.")]
    target: Annotated[str | None, Field(description="Id of the target; null if an empty hex was attacked.")]
    hex: Annotated[HexAddress, Field(description="The hex that was attacked.")]
    weapon: Annotated[str, Field(description="Id of the weapon.")]
    mode: Annotated[str, Field(description="Its mode.")]
    number: Annotated[Tally, Field(description="Effective skill, with all modifiers.")]
    swing: Annotated[words.TacticalSwing, Field(description="Ordinary, clumsy, a Wild Swing, or blind.")]
    zone: Annotated[words.TacticalSector, Field(description="Where the target was for the attacker.")]
    arc: Annotated[words.TacticalSector, Field(description="From where the attack came for the target.")]
    reach: Annotated[int | None, Field(description="Reach that was used, in hexes; null for a shot.")]
    range_yards: Annotated[int, Field(description="Distance, in yards.")]
    in_way: Annotated[tuple[str, ...], Field(description="Ids of those who were in the way.")]
    roll: Annotated[int, Field(description="The attack roll.")]
    attack: Annotated[SuccessGrade, Field(description="How well it went.")]
    critical_roll: Annotated[int | None, Field(description="Roll for the critical hit; null without one.")]
    defenses: Annotated[tuple[TacticalDefenseUsed, ...], Field(description="All defenses that were rolled, in order.")]
    outcome: Annotated[AttackResult, Field(description="The result for the target.")]
    hit: Annotated[str | None, Field(description="Id of the figure that was hit, the target or another; null: nobody.")]
    hits: Annotated[int, Field(description="Hits on that figure.")]
    wounds: Annotated[tuple[TacticalWound, ...], Field(description="What each hit did.")]
    strays: Annotated[tuple[TacticalStray, ...], Field(description="Rolls to hit others instead, in order.")]
    mishaps: Annotated[tuple[TacticalMishap, ...], Field(description="Critical misses, of either side.")]


@record
class TacticalAttackVerdict:
    """What players care about in an attack, or in two of one maneuver."""

    outcome: Annotated[
        AttackResult | None,
        Field(description="The result for the target, a hit if any of two did; null for a feint alone."),
    ]
    hits: Annotated[int, Field(description="Hits on the target.")]
    injury: Annotated[int, Field(description="Hit points that they cost.")]
    target_status: Annotated[
        words.TacticalStatus | None, Field(description="Whether the target can still take part; null in an empty hex.")
    ]
    stunned: Annotated[bool, Field(description="Whether the target is stunned afterwards.")]
    prone: Annotated[bool, Field(description="Whether the target lies on the ground afterwards.")]
    stray: Annotated[str | None, Field(description="Id of somebody else who was hit instead; null: nobody.")]
    stray_injury: Annotated[int, Field(description="Hit points that this cost.")]
    feint: Annotated[
        int | None, Field(description="What a feint takes from the target's defenses; null if none was made.")
    ]
    attacker_status: Annotated[words.TacticalStatus, Field(description="Whether the attacker can still take part.")]


@record
class TacticalAttackOutcome:
    """One or two attacks, resolved."""

    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    verdict: TacticalAttackVerdict
    feint: Annotated[TacticalFeint | None, Field(description="The feint; null if none was made.")]
    attacks: Annotated[tuple[TacticalAttackReport, ...], Field(description="The attacks, in order.")]
    changes: Changes
    figures: Annotated[
        tuple[TacticalFigure, ...], Field(description="The figures that have changed, to be sent again.")
    ]
