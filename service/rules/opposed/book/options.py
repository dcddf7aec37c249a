"""The options of a request of `opposed`: what the source leaves open, and what each request may decide otherwise."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from service.rules.kernel.book import Option, asked
from service.wire import WHOLE, Frozen


class OpposedNaturalOne(Option):
    """What grades a natural 01 at chances 1 to 4: the text (Decisive) or the printed row 1."""

    TEXT = "text", "A natural 01 is Decisive or better, as the text says twice."
    TABLE = "table", "The printed row 1: Average at chance 1, Better at 2, Crucial at 3 and 4."


class OpposedFraction(Option):
    """How a remainder of less than three assassin Ranks counts in an attack from in front."""

    FLOOR = "floor", "Each full 3 Ranks give 1; the rest gives nothing."
    CEIL = "ceil", "A part of 3 Ranks counts as 3."


class OpposedVisibilityStacking(Option):
    """Whether only the worst visibility row counts, or all that apply."""

    WORST_SINGLE = "worst_single", "The worst visibility row counts and adds to all other modifiers."
    SUM = "sum", "All visibility rows add up."


class OpposedTripBaseChance(Option):
    """What tripping reduces the weapon's Base Chance to: at most 40, exactly 40, or 40 % of it."""

    CAP_40 = "cap_40", "Tripping lowers a Base Chance above 40 to 40."
    SET_40 = "set_40", "It sets it to 40."
    PERCENT_40 = "percent_40", "It sets it to 40 % of itself."


class OpposedTrampleKnockdown(Option):
    """When trampling knocks down: on a hit, or always, even a target that it misses."""

    ON_HIT = "on_hit", "Trampling knocks down on a hit, and no roll avoids that."
    ALWAYS = "always", "It knocks down always, even a target that it misses."


class OpposedRepulseComparison(Option):
    """When a d10 repulses: at the Rank or above (Rank 0 or 1 always), or at or below (Rank 10 always, Rank 0 never)."""

    AS_PRINTED = (
        "as_printed",
        "A charge is repulsed by a d10 at the Rank or above, as printed: Rank 0 or 1 always does, Rank 10 with a 10.",
    )
    AT_MOST = "at_most", "At the Rank or below, as in the base game: Rank 10 always does, Rank 0 never."


class OpposedRollUnder(Option):
    """Whether rolling under a number excludes the number itself."""

    STRICT = "strict", "Rolling under a number excludes it; 01 succeeds and 00 fails."
    INCLUSIVE = "inclusive", "The number itself succeeds."


class OpposedAvoidAgility(Option):
    """Which Agility avoid rolls use: after encumbrance and armour, or before."""

    MODIFIED = "modified", "Avoid rolls use modified Agility."
    BASE = "base", "They use Agility before penalties."


class OpposedParryDamage(Option):
    """Who takes the 1 Endurance of a parry that disarms."""

    ATTACKER = "attacker", "The disarmed attacker loses 1 Endurance, regardless of its armour."
    ATTACKER_IF_UNARMED = "attacker_if_unarmed", "Only an attacker without a weapon takes it, in place of the disarm."
    NONE = "none", "Nobody takes it."


class OpposedFatigueOverflow(Option):
    """Where fatigue damage goes when no Fatigue is left."""

    TO_ENDURANCE = "to_endurance", "Fatigue damage beyond the Fatigue left goes to Endurance."
    DISCARD = "discard", "It is lost."


class OpposedConsequences(StrEnum):
    """Whether fumbles and stay-conscious rolls are only reported or rolled at once."""

    FLAG = "flag"
    RESOLVE = "resolve"


class OpposedInitiativeTie(Option):
    """How ties of initiative are broken if Agility and Perception are equal, too."""

    DIE = "die", "Who is equal even in Agility and Perception rolls a d10, the higher first, equal faces again."
    REQUEST_ORDER = "request_order", "The order of the request parts them, without dice."


class OpposedEngagedChoice(Option):
    """When the figure with the highest engaged initiative acts."""

    FIRST = "first", "The highest engaged figure acts first."
    LAST = "last", "It may choose to act last."


class OpposedUnengagedChoice(Option):
    """When the side that wins unengaged initiative acts."""

    FIRST = "first", "The side that wins unengaged initiative acts first."
    SECOND = "second", "It may choose to act second."


class OpposedRulings(Frozen):
    """How this request decides what the source leaves open; each default is the ruling of this family."""

    front_defence_includes_perception: bool = Field(default=True, description="Perception adds to front Defence.")
    natural_01: OpposedNaturalOne = asked(OpposedNaturalOne)
    assassin_front_rounding: OpposedFraction = asked(OpposedFraction)
    visibility_stacking: OpposedVisibilityStacking = asked(OpposedVisibilityStacking)
    trip_base_chance: OpposedTripBaseChance = asked(OpposedTripBaseChance)
    trample_knockdown: OpposedTrampleKnockdown = asked(OpposedTrampleKnockdown)
    knockout_also_damages: bool = Field(default=False, description="A knockout strike wounds as well.")
    disarm_deals_damage: bool = Field(default=False, description="A disarming strike wounds as well.")
    entangle_deals_damage: bool = Field(default=True, description="An entangling strike wounds as well.")
    repulse_comparison: OpposedRepulseComparison = asked(OpposedRepulseComparison)
    roll_under: OpposedRollUnder = asked(OpposedRollUnder)
    avoid_agility: OpposedAvoidAgility = asked(OpposedAvoidAgility)
    parry_en_damage_to: OpposedParryDamage = asked(OpposedParryDamage)
    fatigue_overflow: OpposedFatigueOverflow = asked(OpposedFatigueOverflow)
    stun_fraction: Annotated[int, Field(ge=1, le=10), WHOLE] | None = Field(
        default=3, description="A strike stuns that takes more than full Endurance divided by this; null: none does."
    )
    fumble_from: Annotated[int, Field(ge=2, le=100), WHOLE] | None = Field(
        default=99, description="Lowest natural face of the strike die that may be a fumble; null: none is."
    )
    consequences: OpposedConsequences | None = Field(
        default=None,
        description="Report or roll fumbles and stay-conscious rolls; null: report in single strikes, else roll.",
    )
    grievous_roll: bool = Field(default=False, description="Roll a d100 for a possible grievous injury.")
    initiative_ties: OpposedInitiativeTie = asked(OpposedInitiativeTie)
    engaged_choice: OpposedEngagedChoice = asked(OpposedEngagedChoice)
    unengaged_choice: OpposedUnengagedChoice = asked(OpposedUnengagedChoice)
