"""The words of this family's options: the ways a request may decide an open question."""

from enum import StrEnum


class HeroicSwitch(StrEnum):
    """Whether something counts."""

    OFF = "off"
    ON = "on"


class HeroicContestTie(StrEnum):
    """Who wins an attack's contest when the margins are equal."""

    NO_HIT = "no_hit"
    ATTACKER = "attacker"
    INITIATIVE = "initiative"


class HeroicDamageRolls(StrEnum):
    """How often damage is rolled."""

    ONCE = "once"
    PER_HIT = "per_hit"


class HeroicEndPhases(StrEnum):
    """In which order a round ends."""

    MORALE_FATIGUE = "morale_fatigue"
    FATIGUE_MORALE = "fatigue_morale"


class HeroicInitiativeTie(StrEnum):
    """What equal initiative totals lead to."""

    REROLL = "reroll"
    TACTICS = "tactics"
    NONE = "none"


class HeroicAooOnce(StrEnum):
    """What "only once" takes from the shooting of a charging unit."""

    NO_EXTRA_SHOTS = "no_extra_shots"
    ONE_ATTACK = "one_attack"


class HeroicKitingLimit(StrEnum):
    """How far a unit that has shot may move away."""

    NONE = "none"
    HALF = "half"


class HeroicValidDefenses(StrEnum):
    """Which defences are legal against which attacks."""

    STANDARD = "standard"
    DODGE_ONLY_RANGED = "dodge_only_ranged"
    ANY = "any"


class HeroicStrayHits(StrEnum):
    """How often a stray shot hits."""

    MARGIN = "margin"
    ONE = "one"
    FULL = "full"


class HeroicEngagementRule(StrEnum):
    """How many fighters can take part in a melee."""

    AUTO = "auto"
    OPEN = "open"
    LINE = "line"
    UNLIMITED = "unlimited"


class HeroicRatioScope(StrEnum):
    """Whose numbers make the ratio: this attack's, or all of the side's on this target."""

    ATTACK = "attack"
    TARGET_TOTAL = "target_total"


class HeroicMeleeSizeModifier(StrEnum):
    """Which Size Modifier counts in melee."""

    OFF = "off"
    TARGET = "target"
    DIFFERENCE = "difference"


class HeroicLockOn(StrEnum):
    """What locks two units in melee."""

    CONTACT = "contact"
    ATTACK = "attack"


class HeroicLockedReach(StrEnum):
    """Whether units that are locked with each other reach each other."""

    MUTUAL = "mutual"
    OWN = "own"


class HeroicFreeAttackInjury(StrEnum):
    """When the injury of a free attack is applied."""

    PHASE_END = "phase_end"
    IMMEDIATE = "immediate"


class HeroicHtRoll(StrEnum):
    """What one HT roll may halve."""

    PER_STEP = "per_step"
    PER_ATTACK = "per_attack"


class HeroicAssignment(StrEnum):
    """Which members an injury falls on."""

    CONCENTRATE = "concentrate"
    SPREAD = "spread"


class HeroicMoraleSteps(StrEnum):
    """Whether the larger step of a morale modifier replaces the smaller or adds to it."""

    REPLACE = "replace"
    STACK = "stack"


class HeroicMoraleScope(StrEnum):
    """Whose losses a morale check looks at."""

    UNIT = "unit"
    SIDE = "side"


class HeroicBreakResult(StrEnum):
    """What a broken unit does."""

    AUTO = "auto"
    FLEE = "flee"
    SURRENDER = "surrender"


class HeroicRally(StrEnum):
    """Whether a routed unit may recover."""

    NEVER = "never"
    RECHECK = "recheck"


class HeroicFatigueScope(StrEnum):
    """Whom fatigue costs."""

    PRESENT = "present"
    MOVED_OR_ROLLED = "moved_or_rolled"
    ROLLED = "rolled"


class HeroicFpEffects(StrEnum):
    """Whether low fatigue points are only reported or take effect."""

    FLAGS = "flags"
    APPLY = "apply"


class HeroicRoutRound(StrEnum):
    """Whether a side whose last units rout plays its retreat."""

    SKIP = "skip"
    PLAY = "play"


class HeroicPursuitSpeed(StrEnum):
    """Which bonus a speed between two lines of the table gives."""

    PRINTED = "printed"
    LOWER = "lower"
    UPPER = "upper"


class HeroicHalfDeadScope(StrEnum):
    """Over whom the half of the fallen that are dead is counted."""

    UNIT = "unit"
    SIDE = "side"


class HeroicNpcTactics(StrEnum):
    """Where the tactics of a skirmish come from."""

    RANDOM = "random"
    FIXED = "fixed"


class HeroicLockedShooter(StrEnum):
    """Whether a shooter who is alone with its target in a melee is penalized for shooting into it."""

    PENALTY = "penalty"
    EXEMPT = "exempt"


class HeroicTechniqueContest(StrEnum):
    """Which scores settle chokes, locks and the like."""

    OWN = "own"
    BEST = "best"
