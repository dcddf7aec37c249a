"""The options of this family: how a request decides what the source leaves open."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from service.rules.kernel.book import Option, asked
from service.wire import WHOLE, Frozen


class HeroicSwitch(StrEnum):
    """Whether something counts."""

    OFF = "off"
    ON = "on"


class HeroicContestTie(Option):
    """Who wins an attack's contest when the margins are equal."""

    NO_HIT = "no_hit", "Equal margins are no hit."
    ATTACKER = "attacker", "The attacker hits."
    INITIATIVE = "initiative", "The side that won initiative wins."


class HeroicDamageRolls(Option):
    """Damage is rolled once for all hits, or for each hit."""

    ONCE = "once", "Damage is rolled once and multiplied by the hits."
    PER_HIT = "per_hit", "Damage is rolled for each hit."


class HeroicEndPhases(Option):
    """Which of the last two phases of a round comes first."""

    MORALE_FATIGUE = "morale_fatigue", "Morale comes before fatigue, as in the procedure."
    FATIGUE_MORALE = "fatigue_morale", "Fatigue comes before morale, as in the test battle."


class HeroicInitiativeTie(Option):
    """What equal initiative totals lead to."""

    REROLL = "reroll", "Sides with equal totals roll again."
    TACTICS = "tactics", "The higher Tactics wins; sides that are equal in that roll again."
    NONE = "none", "Nobody wins: no side has the bonus, and all act together in the order of the request."


class HeroicAooOnce(Option):
    """How a charge limits shooting to once."""

    NO_EXTRA_SHOTS = "no_extra_shots", "A charge allows no extra low-tech or Fast-Draw shots, only one burst up to RoF."
    ONE_ATTACK = "one_attack", "A charge allows one ranged attack, as every tactic does."


class HeroicKitingLimit(Option):
    """How far a unit that has shot may move away."""

    NONE = "none", "A unit that has shot may move away as far as any other."
    HALF = "half", "It may move away by half its allowance at most."


class HeroicRapidFireBasis(Option):
    """Which shots the rapid-fire bonus follows from."""

    PER_SHOOTER = "per_shooter", "The rapid-fire bonus follows from the shots of one shooter."
    TOTAL = "total", "It follows from the shots of all shooters together."


class HeroicValidDefenses(Option):
    """Which defences are legal against which attacks."""

    STANDARD = (
        "standard",
        "Dodge is always legal, Block against melee, muscle and thrown weapons, Parry against melee and thrown ones.",
    )
    DODGE_ONLY_RANGED = "dodge_only_ranged", "Only Dodge is legal against ranged attacks."
    ANY = "any", "Every defence is legal against every attack."


class HeroicStrayHits(Option):
    """How many hits a stray shot makes."""

    MARGIN = "margin", "A stray shot hits by its margin, without multiplier, no more often than it has projectiles."
    ONE = "one", "It hits exactly once."
    FULL = "full", "It hits by its margin with the full multiplier."


class HeroicEngagementRule(Option):
    """How many fighters can take part in a melee; auto: by frontage if one is known, else all around."""

    AUTO = (
        "auto",
        "By frontage, if that of a unit or of the ground is known, else by the slots around the target's members.",
    )
    OPEN = "open", "By the slots around the target's members."
    LINE = "line", "By the narrowest frontage, times the ranks that reach."
    UNLIMITED = "unlimited", "All who are assigned take part."


class HeroicRatioScope(Option):
    """Whose numbers are compared with the target's."""

    ATTACK = "attack", "Of several units on one target each attacks by its own numbers."
    TARGET_TOTAL = "target_total", "All attackers of a side on one target count together."


class HeroicMeleeSizeModifier(Option):
    """Which Size Modifier counts in melee."""

    OFF = "off", "No Size Modifier counts in melee: only three groups of modifiers are named."
    TARGET = "target", "The target's counts."
    DIFFERENCE = "difference", "The difference of both counts."


class HeroicLockOn(Option):
    """What locks two units in melee."""

    CONTACT = "contact", "Ending a move in melee reach of an enemy locks at once, if a melee attack is declared."
    ATTACK = "attack", "Only the attack itself locks."


class HeroicLockedReach(Option):
    """Whether units locked in melee reach each other with any melee weapon, or each only as far as its own."""

    MUTUAL = "mutual", "Units locked with each other reach each other, whatever their melee weapons and the distance."
    OWN = "own", "Each reaches as far as its own weapon, and a unit locked by a longer one cannot strike."


class HeroicFreeAttackInjury(Option):
    """When the injury of a free attack is applied."""

    PHASE_END = "phase_end", "A free attack is rolled at once and injures at the end of the phase, after the retreat."
    IMMEDIATE = "immediate", "It injures at once."


class HeroicHtRoll(Option):
    """Whether one HT roll serves all injury of a step or each attack's."""

    PER_STEP = "per_step", "A unit rolls once for all its injury of a step."
    PER_ATTACK = "per_attack", "It rolls once for the injury of each attack."


class HeroicAssignment(Option):
    """Which members of a group an injury falls on."""

    CONCENTRATE = "concentrate", "Members fall one after another."
    SPREAD = "spread", "Members share injury evenly: none falls before the pool is empty, and then all do."


class HeroicMoraleSteps(Option):
    """Whether the steps of a morale modifier replace each other."""

    REPLACE = "replace", "Of two steps of a modifier, such as 2 and 5, only the larger counts."
    STACK = "stack", "Both steps count."


class HeroicMoraleScope(Option):
    """Whose losses a morale check looks at."""

    UNIT = "unit", "Each unit checks for its own losses."
    SIDE = "side", "A unit checks for the losses of its whole side."


class HeroicBreakResult(Option):
    """What a broken unit does; auto: it flees if it can."""

    AUTO = "auto", "A broken unit flees if it can, else surrenders if the enemy accepts, else fights on, cornered."
    FLEE = "flee", "It always flees."
    SURRENDER = "surrender", "It always surrenders."


class HeroicRally(Option):
    """Whether a routed unit may recover."""

    NEVER = "never", "A routed unit does not recover: it retreats every round until it is off the field."
    RECHECK = "recheck", "It checks morale every round, and may rally."


class HeroicFatigueScope(Option):
    """Whom fatigue costs when it is due."""

    PRESENT = "present", "Fatigue costs every active unit, as in the test battle after a round of walking."
    MOVED_OR_ROLLED = "moved_or_rolled", "It costs units that moved or rolled."
    ROLLED = "rolled", "It costs units that rolled, as in the base game."


class HeroicFpEffects(Option):
    """Whether low fatigue points are reported or take effect."""

    FLAGS = "flags", "Low fatigue points are only reported."
    APPLY = "apply", "They take effect as in the base game."


class HeroicRoutRound(Option):
    """Whether a side whose last units rout plays its retreat."""

    SKIP = "skip", "When the last units of a side rout in melee the battle ends at once, and pursuit follows."
    PLAY = "play", "Their retreat is played first, with its free attacks."


class HeroicPursuitSpeed(Option):
    """Which bonus a speed between two lines of the table gives."""

    PRINTED = "printed", "A speed between two lines gives the lower bonus, but Move 6 the printed +3."
    LOWER = "lower", "It always gives the lower bonus: +2 at Move 6."
    UPPER = "upper", "It gives the higher bonus."


class HeroicPursuitRatio(Option):
    """Which side of a pursuit has a bonus for superior numbers."""

    PURSUER = "pursuer", "Only the pursuers have a bonus for superior numbers."
    BOTH = "both", "Either side has it for its superiority."


class HeroicHalfDeadScope(Option):
    """Over whom the half of the fallen that are dead is counted."""

    UNIT = "unit", "Of each unit's fallen half are dead, rounded up."
    SIDE = "side", "Of the whole side's fallen half are dead."


class HeroicNpcTactics(Option):
    """Where the tactics of units without an order come from."""

    RANDOM = "random", "Tactics are drawn from the legal ones, without Retreat unless the unit is routed."
    FIXED = "fixed", "The standing tactic is used, or Neutral if there is none."


class HeroicLockedShooter(Option):
    """Whether shooting at a target that is locked with the shooter alone is penalized."""

    PENALTY = "penalty", "Who shoots into its own melee has the −4 of any locked target."
    EXEMPT = "exempt", "There is no −4 if shooter and target are alone in it."


class HeroicTechniqueContest(Option):
    """Which scores settle chokes, locks and the like."""

    OWN = "own", "Chokes, locks and snaps use the scores of their own pages."
    BEST = "best", "Both sides use their best of ST, DX and grappling skill, with the other modifiers of the page."


class HeroicRulings(Frozen):
    """How this request decides what the source leaves open; each default is the ruling of this family."""

    contest_tie: HeroicContestTie = asked(HeroicContestTie)
    attack_must_succeed: bool = Field(
        default=False, description="A failed attack roll never hits, even if the defence fails by more."
    )
    criticals: HeroicSwitch = Field(
        default=HeroicSwitch.OFF,
        description="A critical attack roll leaves no defence, and a critical miss fails against any defence.",
    )
    damage_rolls: HeroicDamageRolls = asked(HeroicDamageRolls)
    end_phases: HeroicEndPhases = asked(HeroicEndPhases)
    initiative_tie: HeroicInitiativeTie = asked(HeroicInitiativeTie)
    aoo_once: HeroicAooOnce = asked(HeroicAooOnce)
    kiting_limit: HeroicKitingLimit = asked(HeroicKitingLimit)
    group_target_bonus: HeroicSwitch = Field(
        default=HeroicSwitch.ON, description="A bonus for shooting at a group of identical enemies."
    )
    ranged_size_modifier: HeroicSwitch = Field(
        default=HeroicSwitch.ON, description="The target's Size Modifier counts for ranged attacks."
    )
    valid_defenses: HeroicValidDefenses = asked(HeroicValidDefenses)
    stray_hits: HeroicStrayHits = asked(HeroicStrayHits)
    engagement: HeroicEngagementRule = asked(HeroicEngagementRule)
    surround_base: Annotated[int, Field(ge=1, le=24), WHOLE] = Field(
        default=6, description="How many fighters fit around one of their own size."
    )
    ratio_scope: HeroicRatioScope = asked(HeroicRatioScope)
    melee_size_modifier: HeroicMeleeSizeModifier = asked(HeroicMeleeSizeModifier)
    defender_posture: HeroicSwitch = Field(
        default=HeroicSwitch.ON, description="The defender's posture and stun count for its defence."
    )
    lock_on: HeroicLockOn = asked(HeroicLockOn)
    locked_reach: HeroicLockedReach = asked(HeroicLockedReach)
    free_attack_injury: HeroicFreeAttackInjury = asked(HeroicFreeAttackInjury)
    ht_roll: HeroicHtRoll = asked(HeroicHtRoll)
    assignment: HeroicAssignment = asked(HeroicAssignment)
    morale_steps: HeroicMoraleSteps = asked(HeroicMoraleSteps)
    morale_scope: HeroicMoraleScope = asked(HeroicMoraleScope)
    break_result: HeroicBreakResult = asked(HeroicBreakResult)
    rally: HeroicRally = asked(HeroicRally)
    fatigue_scope: HeroicFatigueScope = asked(HeroicFatigueScope)
    fp_effects: HeroicFpEffects = asked(HeroicFpEffects)
    rout_round: HeroicRoutRound = asked(HeroicRoutRound)
    pursuit_speed: HeroicPursuitSpeed = asked(HeroicPursuitSpeed)
    half_dead_scope: HeroicHalfDeadScope = asked(HeroicHalfDeadScope)
    npc_tactics: HeroicNpcTactics = asked(HeroicNpcTactics)
    locked_shooter: HeroicLockedShooter = asked(HeroicLockedShooter)
    technique_contest: HeroicTechniqueContest = asked(HeroicTechniqueContest)
    rapid_fire_basis: HeroicRapidFireBasis = asked(HeroicRapidFireBasis)
    pursuit_ratio: HeroicPursuitRatio = asked(HeroicPursuitRatio)


USUAL = HeroicRulings()
