"""The options of this family: how a request decides what the source leaves open."""

from typing import Annotated

from pydantic import Field

from service.rules.heroic.book.option_words import (
    HeroicAooOnce,
    HeroicAssignment,
    HeroicBreakResult,
    HeroicContestTie,
    HeroicDamageRolls,
    HeroicEndPhases,
    HeroicEngagementRule,
    HeroicFatigueScope,
    HeroicFpEffects,
    HeroicFreeAttackInjury,
    HeroicHalfDeadScope,
    HeroicHtRoll,
    HeroicInitiativeTie,
    HeroicKitingLimit,
    HeroicLockedReach,
    HeroicLockedShooter,
    HeroicLockOn,
    HeroicMeleeSizeModifier,
    HeroicMoraleScope,
    HeroicMoraleSteps,
    HeroicNpcTactics,
    HeroicPursuitSpeed,
    HeroicRally,
    HeroicRatioScope,
    HeroicRoutRound,
    HeroicStrayHits,
    HeroicSwitch,
    HeroicTechniqueContest,
    HeroicValidDefenses,
)
from service.wire import WHOLE, Frozen


class HeroicRulings(Frozen):
    """How this request decides what the source leaves open; each default is the ruling of this family."""

    contest_tie: HeroicContestTie = Field(
        default=HeroicContestTie.NO_HIT, description="Who wins an attack's contest when the margins are equal."
    )
    attack_must_succeed: bool = Field(
        default=False, description="A failed attack roll never hits, even if the defence fails by more."
    )
    criticals: HeroicSwitch = Field(
        default=HeroicSwitch.OFF,
        description="A critical attack roll leaves no defence, and a critical miss loses whatever the defence.",
    )
    damage_rolls: HeroicDamageRolls = Field(
        default=HeroicDamageRolls.ONCE, description="Damage is rolled once for all hits, or for each hit."
    )
    end_phases: HeroicEndPhases = Field(
        default=HeroicEndPhases.MORALE_FATIGUE, description="Which of the last two phases of a round comes first."
    )
    initiative_tie: HeroicInitiativeTie = Field(
        default=HeroicInitiativeTie.REROLL, description="What equal initiative totals lead to."
    )
    aoo_once: HeroicAooOnce = Field(
        default=HeroicAooOnce.NO_EXTRA_SHOTS, description="How a charge limits shooting to once."
    )
    kiting_limit: HeroicKitingLimit = Field(
        default=HeroicKitingLimit.NONE, description="How far a unit that has shot may move away."
    )
    group_target_bonus: HeroicSwitch = Field(
        default=HeroicSwitch.ON, description="A bonus for shooting at a group of identical enemies."
    )
    ranged_size_modifier: HeroicSwitch = Field(
        default=HeroicSwitch.ON, description="The target's Size Modifier counts for ranged attacks."
    )
    valid_defenses: HeroicValidDefenses = Field(
        default=HeroicValidDefenses.STANDARD, description="Which defences are legal against which attacks."
    )
    stray_hits: HeroicStrayHits = Field(
        default=HeroicStrayHits.MARGIN, description="How often a stray shot hits whom it hits."
    )
    engagement: HeroicEngagementRule = Field(
        default=HeroicEngagementRule.AUTO,
        description="How many fighters can take part in a melee; auto: by frontage if one is known, else all around.",
    )
    surround_base: Annotated[int, Field(ge=1, le=24), WHOLE] = Field(
        default=6, description="How many fighters fit around one of their own size."
    )
    ratio_scope: HeroicRatioScope = Field(
        default=HeroicRatioScope.ATTACK, description="Whose numbers are compared with the target's."
    )
    melee_size_modifier: HeroicMeleeSizeModifier = Field(
        default=HeroicMeleeSizeModifier.OFF, description="Which Size Modifier counts in melee."
    )
    defender_posture: HeroicSwitch = Field(
        default=HeroicSwitch.ON, description="The defender's posture and stun count for its defence."
    )
    lock_on: HeroicLockOn = Field(default=HeroicLockOn.CONTACT, description="What locks two units in melee.")
    locked_reach: HeroicLockedReach = Field(
        default=HeroicLockedReach.MUTUAL,
        description="Whether units that are locked in melee reach each other with any melee weapon, or each only as "
        "far as its own.",
    )
    free_attack_injury: HeroicFreeAttackInjury = Field(
        default=HeroicFreeAttackInjury.PHASE_END, description="When the injury of a free attack is applied."
    )
    ht_roll: HeroicHtRoll = Field(
        default=HeroicHtRoll.PER_STEP, description="Whether one HT roll serves all injury of a step or each attack's."
    )
    assignment: HeroicAssignment = Field(
        default=HeroicAssignment.CONCENTRATE, description="Which members of a group an injury falls on."
    )
    morale_steps: HeroicMoraleSteps = Field(
        default=HeroicMoraleSteps.REPLACE, description="Whether the steps of a morale modifier replace each other."
    )
    morale_scope: HeroicMoraleScope = Field(
        default=HeroicMoraleScope.UNIT, description="Whose losses a morale check looks at."
    )
    break_result: HeroicBreakResult = Field(
        default=HeroicBreakResult.AUTO, description="What a broken unit does; auto: it flees if it can."
    )
    rally: HeroicRally = Field(default=HeroicRally.NEVER, description="Whether a routed unit may recover.")
    fatigue_scope: HeroicFatigueScope = Field(
        default=HeroicFatigueScope.PRESENT, description="Whom fatigue costs when it is due."
    )
    fp_effects: HeroicFpEffects = Field(
        default=HeroicFpEffects.FLAGS, description="Whether low fatigue points are reported or take effect."
    )
    rout_round: HeroicRoutRound = Field(
        default=HeroicRoutRound.SKIP, description="Whether a side whose last units rout plays its retreat."
    )
    pursuit_speed: HeroicPursuitSpeed = Field(
        default=HeroicPursuitSpeed.PRINTED, description="Which bonus a speed between two lines of the table gives."
    )
    half_dead_scope: HeroicHalfDeadScope = Field(
        default=HeroicHalfDeadScope.UNIT, description="Over whom the half of the fallen that are dead is counted."
    )
    npc_tactics: HeroicNpcTactics = Field(
        default=HeroicNpcTactics.RANDOM, description="Where tactics come from that nobody has ordered."
    )
    locked_shooter: HeroicLockedShooter = Field(
        default=HeroicLockedShooter.PENALTY,
        description="Whether shooting at a target that is locked with the shooter alone is penalized.",
    )
    technique_contest: HeroicTechniqueContest = Field(
        default=HeroicTechniqueContest.OWN, description="Which scores settle chokes, locks and the like."
    )


USUAL = HeroicRulings()
