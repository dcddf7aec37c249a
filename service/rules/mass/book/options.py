"""Options of a request: what the source leaves open and each request may decide; the first word is the default."""

from typing import Annotated

from pydantic import Field

from service.rules.kernel.book import Option, asked
from service.wire import WHOLE, Frozen


class MassEngagedTiming(Option):
    """In what order the powers of two units in contact take effect."""

    SIMULTANEOUS = (
        "simultaneous",
        "Powers of both units fire at once, conditions read before, sow confusion before all others.",
    )
    MOVER_FIRST = "mover_first", "The power of the unit that came fires first."
    STATIONARY_FIRST = "stationary_first", "The power of the unit that stood fires first."


class MassFlankingMode(Option):
    """Whether position makes a unit flank, besides being declared to, or only the declaration."""

    ARC = "arc", "A unit flanks from the foe's flank or rear arc, or where it is declared to."
    DECLARED = "declared", "A unit flanks only where it is declared to."


class MassFoeRoll(Option):
    """How a unit with several foes rolls: once, a flanker's higher die against those it flanks or all; or for each."""

    SINGLE = "single", "A unit rolls once against all its foes; a second die counts only against those it flanks."
    SINGLE_HIGHER = "single_higher", "A unit rolls once; the higher of both dice counts against all foes, as printed."
    PER_FOE = "per_foe", "A unit rolls for each foe."


class MassStacking(Option):
    """Whether several minor disadvantages count once or add up."""

    FLAT = "flat", "Several minor disadvantages count -2 together."
    CUMULATIVE = "cumulative", "Each minor disadvantage counts -2."


class MassWallScope(Option):
    """Whether a shield wall lessens each loss or only the round's total."""

    PER_INSTANCE = "per_instance", "A shield wall lessens each loss by 1."
    PER_ROUND_TOTAL = "per_round_total", "A shield wall lessens the total loss of a round by 1."


class MassRallyCost(Option):
    """Which Morale Points of a unit count against the margin of a rally."""

    CURRENT = "current", "A unit costs its current Morale Points."
    RATED = "rated", "A unit costs its rated Morale Points."


class MassPilumSubject(Option):
    """Who may fall back after a cast pilum: the unit that cast it, or the one it struck."""

    USER = "user", "The unit that casts the pilum may fall back."
    TARGET = "target", "The unit that the pilum strikes may fall back."


class MassVolleyTargets(Option):
    """At whom a volley may be launched."""

    ENEMY = "enemy", "Volleys strike enemies."
    ANY = "any", "Volleys strike any unengaged unit."


class MassRounding(Option):
    """What becomes of the degrees of a wheel that are no full hexside."""

    DOWN = "down", "Each full 60 degrees are one hexside, and the rest is dropped."
    UP = "up", "The rest counts as a full hexside."


class MassCommandScope(Option):
    """Whether a commander commands every unit of its side, or only those assigned to it."""

    SIDE = "side", "A commander commands every unit of its side."
    ASSIGNED = "assigned", "A commander commands only units assigned to it."


class MassWorstJoker(Option):
    """Whether a joker among the two cards of which the worse is kept is discarded, or used since it was drawn."""

    DISCARDED = "discarded", "A commander who keeps the worse of two cards discards a joker and takes one action."
    USED = "used", "The joker is used because it was drawn."


class MassJokerOrder(Option):
    """Whether a joker acts first, or after a commander that its holder names."""

    FIRST = "first", "A joker acts before every other card."
    CHOSEN = "chosen", "A joker acts after a commander that its holder names."


class MassRulings(Frozen):
    """How this request decides what the source leaves open; each default is the ruling of this family."""

    engaged_timing: MassEngagedTiming = asked(MassEngagedTiming)
    flanking_mode: MassFlankingMode = asked(MassFlankingMode)
    multi_foe_roll: MassFoeRoll = asked(MassFoeRoll)
    disadvantage_stacking: MassStacking = asked(MassStacking)
    shield_wall: MassWallScope = asked(MassWallScope)
    rally_cost: MassRallyCost = asked(MassRallyCost)
    pilum_subject: MassPilumSubject = asked(MassPilumSubject)
    gout_hits_friends: bool = Field(default=True, description="A gout of flame strikes friends as well.")
    volley_targets: MassVolleyTargets = asked(MassVolleyTargets)
    wheel_rounding: MassRounding = asked(MassRounding)
    command_scope: MassCommandScope = asked(MassCommandScope)
    joker_in_worst_draw: MassWorstJoker = asked(MassWorstJoker)
    joker_order: MassJokerOrder = asked(MassJokerOrder)
    deck: Annotated[int, Field(ge=52, le=54), WHOLE] = Field(
        default=54, description="Cards of a fresh deck: two jokers, one, or none."
    )
