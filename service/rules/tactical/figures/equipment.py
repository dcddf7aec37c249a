"""What figures fight with: weapons with their modes, and shields."""

from collections.abc import Hashable
from typing import Annotated, Final

from pydantic import BeforeValidator, Field

from service.rules.kernel.hexes import HexAddress
from service.rules.roll_under.damage import DIVISORS, DamageDice
from service.rules.roll_under.words import DamageType
from service.rules.tactical.book.words import (
    TacticalLimb,
    TacticalQuality,
    TacticalRangedClass,
    TacticalSide,
    TacticalStrikeKind,
    TacticalWeaponKind,
)
from service.wire import DISTINCT, WHOLE, Frozen

LONGEST_REACH = 10
"""The longest reach of a weapon, in hexes; reach 0 is close combat, which the source writes C."""

WeaponId = Annotated[str, Field(min_length=1, max_length=64)]
ModeName = Annotated[str, Field(min_length=1, max_length=64)]
SkillName = Annotated[str, Field(min_length=1, max_length=60)]
SkillLevel = Annotated[int, Field(ge=0, le=60), WHOLE]
Reach = Annotated[int, Field(ge=0, le=LONGEST_REACH), WHOLE]
Shots = Annotated[int, Field(ge=0, le=10_000), WHOLE]
RangeYards = Annotated[int, Field(ge=1, le=10_000), WHOLE]

MOST_DIVISOR: Final = 1_000_000
"""The highest armour divisor, which leaves nothing of any armour."""
DIVISOR_WORDS: Final = {
    each.value: float(MOST_DIVISOR) if number is None else float(number) for each, number in DIVISORS.items()
}
"""The words that stood for armour divisors before they were numbers; they are in documents that callers keep."""


def _divisor_of(value: Hashable) -> Hashable:
    """Convert a word for an armour divisor to its number; return all other values unchanged."""
    return DIVISOR_WORDS.get(value, value) if isinstance(value, str) else value


ArmorDivider = Annotated[float, Field(ge=0.01, le=MOST_DIVISOR), BeforeValidator(_divisor_of)]


class TacticalMode(Frozen):
    """One way to strike with a weapon, or to shoot it."""

    name: ModeName = Field(description="The mode's name, such as swing; no two modes of a weapon have the same.")
    kind: TacticalStrikeKind = Field(
        default=TacticalStrikeKind.SWING, description="Swing or thrust; only melee attacks ask."
    )
    damage: DamageDice = Field(description="Damage dice, such as 2d-1.")
    type: DamageType = Field(description="Type of damage.")
    armor_divisor: ArmorDivider = Field(
        default=1.0,
        description="What armour is divided by, such as 2; 0.5 doubles it, and 1000000 leaves nothing of it. "
        "The former words, such as half and infinite, are read as their numbers.",
    )
    reaches: Annotated[tuple[Reach, ...], Field(max_length=11), DISTINCT] = Field(
        default=(1,), description="Reaches in hexes; 0 is close combat (C). A ranged mode has none."
    )
    parry: Annotated[int, Field(ge=-5, le=5), WHOLE] | None = Field(
        default=0, description="What the weapon adds to Parry; null: it cannot parry."
    )
    parry_unbalanced: bool = Field(
        default=False, description="Whether it cannot parry in a turn in which it has attacked."
    )
    fencing: bool = Field(
        default=False, description="Whether it is a fencing weapon: -2 for each further parry instead of -4."
    )


class TacticalWeapon(Frozen):
    """A weapon, or a part of the body that strikes."""

    id: WeaponId = Field(description="The weapon's id; no two weapons of a figure have the same.")
    name: Annotated[str, Field(min_length=1, max_length=100)] | None = Field(
        default=None, description="What players call it; null: its id."
    )
    skill: SkillName = Field(description="The skill it is used with.")
    level: SkillLevel | None = Field(default=None, description="Skill level; null: that of the figure's skill.")
    kind: TacticalWeaponKind = Field(description="How it reaches its target.")
    hands: Annotated[int, Field(ge=0, le=2), WHOLE] = Field(
        default=1, description="Hands it takes; 0 for a natural weapon that needs none."
    )
    limb: TacticalLimb | None = Field(
        default=None, description="The limb that holds the weapon or is the weapon; null: the hand that it is ready in."
    )
    modes: Annotated[tuple[TacticalMode, ...], Field(min_length=1, max_length=10)] = Field(
        description="The ways to attack with it; the first one is used unless another is named."
    )
    grip_ready: bool = Field(default=False, description="Whether changing its reach takes a Ready maneuver.")
    origin: HexAddress | None = Field(
        default=None,
        description="Body hex of a large figure, relative to its head when facing 0, that it strikes from.",
    )
    ranged_class: TacticalRangedClass | None = Field(
        default=None, description="What drives it; needed for ranged weapons, thrown ones are `thrown`."
    )
    acc: Annotated[int, Field(ge=0, le=20), WHOLE] = Field(default=0, description="Accuracy, added when aiming.")
    bulk: Annotated[int, Field(ge=-15, le=0), WHOLE] = Field(default=0, description="Bulk, 0 or negative.")
    rof: Annotated[int, Field(ge=1, le=1000), WHOLE] = Field(default=1, description="Rate of fire, in shots a second.")
    rcl: Annotated[int, Field(ge=1, le=50), WHOLE] = Field(
        default=1, description="Recoil: each full multiple of it by which an attack succeeds is one more hit."
    )
    shots: Shots | None = Field(default=None, description="Shots left; null: enough.")
    half_range: RangeYards | None = Field(default=None, description="Yards beyond which damage is halved; null: none.")
    max_range: RangeYards | None = Field(default=None, description="Yards it carries; null: 10 000.")
    min_st: Annotated[int, Field(ge=1, le=1000), WHOLE] | None = Field(
        default=None, description="ST that it needs; each point short is -1 to attack. Null: none."
    )
    quality: TacticalQuality = Field(default=TacticalQuality.GOOD, description="How well it is made.")
    sturdy: bool = Field(
        default=False, description="Whether it breaks only if a second roll says so, as maces and flails do."
    )


class TacticalShield(Frozen):
    """A shield on an arm."""

    db: Annotated[int, Field(ge=0, le=5), WHOLE] = Field(description="Defense bonus.")
    hand: TacticalSide | None = Field(default=None, description="The arm that holds it; null: the off hand.")
    level: SkillLevel = Field(description="Level of the Shield skill; Block is 3 plus half of it.")
    large: bool = Field(default=False, description="Whether it is large: -2 to the bearer's melee attacks.")
    ready: bool = Field(default=True, description="Whether it is ready; if not, it neither blocks nor gives its bonus.")


class TacticalHands(Frozen):
    """The weapons that are ready and the items, by the hand that holds them; a hand that holds nothing is empty."""

    right: WeaponId | None = Field(default=None, description="Id of the weapon or item in the right hand.")
    left: WeaponId | None = Field(default=None, description="Id of the weapon or item in the left hand.")
    both: WeaponId | None = Field(default=None, description="Id of the weapon or item held in both hands.")
