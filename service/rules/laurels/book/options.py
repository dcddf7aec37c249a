"""The options of the family: each request may decide these questions otherwise than the family's rulings do."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from service.rules.kernel.book import Option, asked
from service.wire import WHOLE, Frozen


class LaurelsOverflow(Option):
    """Where damage beyond the remaining stamina goes."""

    TO_INJURY = "to_injury", "Damage beyond the remaining stamina becomes injuries."
    DISCARD = "discard", "It is lost."


class LaurelsParryBasis(Option):
    """Whether a parry meets the damage after the target's defences or before."""

    NET = "net", "A parry meets the damage that the target's defenses let through."
    GROSS = "gross", "It meets the damage before them."


class LaurelsExplosionCount(Option):
    """Whether explosions against a parrying weapon add up over its stance or count attack by attack."""

    CUMULATIVE = "cumulative", "Explosions against the parrying weapon add up over its stance."
    PER_ATTACK = "per_attack", "They count attack by attack."


class LaurelsParryPrecedence(Option):
    """What meets a blow first when weapon and shield parry together."""

    WEAPON_FIRST = "weapon_first", "The weapon meets blows first, the shield those after it has shattered."
    SHIELD_FIRST = "shield_first", "The shield meets them first, and what it lets through meets the weapon."


class LaurelsLeave(StrEnum):
    """Whether something that the source leaves open is refused or allowed."""

    REFUSE = "refuse"
    ALLOW = "allow"


class LaurelsRulings(Frozen):
    """How this request decides what the source leaves open; each default is the ruling of this family."""

    overflow: LaurelsOverflow = asked(LaurelsOverflow)
    parry_basis: LaurelsParryBasis = asked(LaurelsParryBasis)
    parry_explosion_count: LaurelsExplosionCount = asked(LaurelsExplosionCount)
    parry_both_order: LaurelsParryPrecedence = asked(LaurelsParryPrecedence)
    parry_covers_ranged: bool = Field(default=True, description="A parry works against ranged attacks.")
    parry_covers_sneak: bool = Field(default=True, description="A parry works against sneak attacks.")
    ranged_at_zero_stamina: LaurelsLeave = Field(
        default=LaurelsLeave.REFUSE, description="Whether one without stamina may attack at range."
    )
    slotless_direct_multiplier: Annotated[int, Field(ge=1, le=2), WHOLE] = Field(
        default=2, description="What direct damage counts against the stamina of a creature without slots."
    )
    exertion_kills: bool = Field(
        default=False, description="A creature without injury slots dies of its own exertion, at 0 stamina."
    )
    power_attack_natural: LaurelsLeave = Field(
        default=LaurelsLeave.ALLOW, description="Whether power attacks are made with natural weapons."
    )
    sneak_magic_bonus: bool = Field(default=True, description="The magic bonus counts in sneak attacks.")
    max_explosions: Annotated[int, Field(ge=1, le=10_000), WHOLE] = Field(
        default=1000, description="How many dice one attack may add by explosions; more is refused."
    )
