"""What comes of an attack, an attempt to grapple or to break free, and of applied injury."""

from typing import Annotated

from pydantic import Field

from service.dice.transcript import Tally
from service.rules.heroic.attack.models import HeroicPending
from service.rules.heroic.book.words import HeroicDefense, HeroicEngagementMode, HeroicFollowUp, HeroicStatus
from service.rules.heroic.figures.bonds import HeroicHold, HeroicLock
from service.rules.heroic.figures.changes import Changes
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.words import BodySide, DamageType, HitLocation
from service.wire import record


@record
class HeroicAttackVerdict:
    """What players care about in an attack; the last four are null while injury is only pending."""

    outcome: Annotated[AttackResult, Field(description="The result: a hit on the target, or what kept it from one.")]
    hits: Annotated[int, Field(description="Hits on the target.")]
    injury: Annotated[int, Field(description="Points of injury it took before its HT roll.")]
    stray_hits: Annotated[int, Field(description="Hits on somebody else in the melee.")]
    stray_injury: Annotated[int, Field(description="Points of injury that bystander took before its HT roll.")]
    applied: Annotated[int | None, Field(description="Hit points the target lost.")]
    casualties: Annotated[int | None, Field(description="Members of the target taken out of the fight.")]
    stray_casualties: Annotated[int | None, Field(description="Members of others taken out of the fight.")]
    target_status: Annotated[HeroicStatus | None, Field(description="Whether the target still takes part.")]


@record
class HeroicContest:
    """A Quick Contest: two rolls, each under its own number, and the difference of their margins."""

    attack_roll: Annotated[int, Field(description="The attacker's 3d.")]
    attack_margin: Annotated[int, Field(description="Effective skill less the roll.")]
    defense_roll: Annotated[int | None, Field(description="The defender's 3d; null if there was no defence.")]
    defense_margin: Annotated[int | None, Field(description="Effective defence less the roll; null without defence.")]
    margin: Annotated[int, Field(description="Margin of victory: the first margin less the second.")]
    won: Annotated[bool, Field(description="Whether the attacker has won.")]


@record
class HeroicDefenseUsed:
    """The defence a target used."""

    kind: Annotated[HeroicDefense, Field(description="How it defended itself; none without a legal defence.")]
    name: Annotated[str | None, Field(description="Name of the parry; null otherwise.")]
    value: Annotated[Tally | None, Field(description="The effective defence; null without one.")]


@record
class HeroicNumbers:
    """How many fought how many."""

    attackers: Annotated[int, Field(description="Members who attack, or shooters.")]
    engaged: Annotated[int, Field(description="Members who can take part; all shooters can.")]
    defenders: Annotated[int, Field(description="Members who count for the ratio.")]
    mode: Annotated[HeroicEngagementMode | None, Field(description="How that was found; null for ranged attacks.")]
    ratio_bonus: Annotated[int, Field(description="What superior numbers add to skill.")]
    multiplier: Annotated[float, Field(description="What base hits are multiplied by.")]


@record
class HeroicShots:
    """The shooting of a ranged attack."""

    fast_draw: Annotated[bool | None, Field(description="Whether Fast-Draw succeeded; null if it was not tried.")]
    shots_each: Annotated[int, Field(description="Shots of each shooter.")]
    shots: Annotated[int, Field(description="Shots in all.")]
    projectiles: Annotated[int, Field(description="Projectiles in all; no more can hit.")]
    move_cost: Annotated[int, Field(description="Movement the shots cost, in multiples of Move.")]
    ammo_left: Annotated[int | None, Field(description="Projectiles left to each; null: plenty.")]
    loaded_left: Annotated[int | None, Field(description="Shots left in each magazine; null where none is counted.")]


@record
class HeroicModeHits:
    """The hits of one mode, and what they did."""

    mode: Annotated[str, Field(description="The attack mode.")]
    location: Annotated[HitLocation, Field(description="Where the hits landed.")]
    type: Annotated[DamageType, Field(description="Type of damage.")]
    hits: Annotated[int, Field(description="Hits.")]
    damage: Annotated[tuple[int, ...], Field(description="Damage rolled: once, or once for each hit.")]
    dr: Annotated[int, Field(description="Effective DR.")]
    penetrating: Annotated[tuple[int, ...], Field(description="Points that passed the armour, for each damage roll.")]
    wounding: Annotated[float, Field(description="Wounding multiplier.")]
    injury_per_hit: Annotated[tuple[int, ...], Field(description="Injury of one hit, for each damage roll.")]
    injury: Annotated[int, Field(description="Injury in all.")]


@record
class HeroicStray:
    """A missed shot into a melee."""

    roll: Annotated[int, Field(description="The 3d that decides whether it endangers somebody else.")]
    endangers: Annotated[bool, Field(description="Whether it does.")]
    unit: Annotated[str | None, Field(description="Id of the unit that it endangers; null if none.")]
    skill: Annotated[Tally | None, Field(description="Effective skill against that unit.")]
    defense: Annotated[HeroicDefenseUsed | None, Field(description="That unit's defence.")]
    contest: Annotated[HeroicContest | None, Field(description="The second contest.")]
    location: Annotated[HitLocation | None, Field(description="Where it hits; null if it does not.")]
    side: Annotated[BodySide | None, Field(description="Which limb, where there are two.")]
    wound: Annotated[HeroicModeHits | None, Field(description="What it does; null if it does not hit.")]


@record
class HeroicUnitInjury:
    """Injury applied to one unit."""

    unit: Annotated[str, Field(description="The unit.")]
    pending: Annotated[int, Field(description="Points of injury before the HT roll.")]
    ht_rolls: Annotated[tuple[int, ...], Field(description="The HT rolls; one, unless each attack has its own.")]
    halved: Annotated[bool, Field(description="Whether an HT roll halved anything.")]
    applied: Annotated[int, Field(description="Hit points lost by this unit.")]
    overflow: Annotated[int, Field(description="Injury passed on to the next unit of its injury group.")]
    pool_before: Annotated[int, Field(description="Hit points before.")]
    pool_after: Annotated[int, Field(description="Hit points after; below 0 only for a solitary unit.")]
    hp_effective: Annotated[int, Field(description="The same, counting anything below 0 as 0.")]
    count_before: Annotated[int, Field(description="Members standing before.")]
    count_after: Annotated[int, Field(description="Members standing after.")]
    casualties: Annotated[int, Field(description="Members taken out of the fight.")]
    wounded_member_hp: Annotated[int | None, Field(description="Hit points of the one hurt member; null if none is.")]
    will_roll: Annotated[int | None, Field(description="The Will roll against suffocation; null without one.")]
    stays_conscious: Annotated[bool | None, Field(description="Whether the Will roll succeeded; null without one.")]
    status: Annotated[HeroicStatus, Field(description="Whether it still takes part.")]


@record
class HeroicInjuryVerdict:
    """What players care about in an injury step."""

    applied: Annotated[int, Field(description="Hit points lost by all units.")]
    casualties: Annotated[int, Field(description="Members taken out of the fight.")]
    units_felled: Annotated[int, Field(description="Units of which nobody is left standing.")]


@record
class HeroicInjuryOutcome:
    """An injury step, applied."""

    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    verdict: HeroicInjuryVerdict
    injuries: Annotated[tuple[HeroicUnitInjury, ...], Field(description="The injured units, in rolling order.")]
    changes: Changes
    units: Annotated[tuple[HeroicUnit, ...], Field(description="All units as they are now.")]


@record
class HeroicAttackReport:
    """The result of an attack or grapple before any injury is applied."""

    attacker: Annotated[str, Field(description="Who attacked.")]
    target: Annotated[str, Field(description="Who was attacked.")]
    outcome: Annotated[AttackResult, Field(description="The result: a hit on the target, or what kept it from one.")]
    skill: Annotated[Tally, Field(description="The attacker's effective skill.")]
    defense: HeroicDefenseUsed
    contest: Annotated[HeroicContest | None, Field(description="The contest; null if the skill was too low to try.")]
    numbers: HeroicNumbers
    shots: Annotated[HeroicShots | None, Field(description="The shooting; null in melee.")]
    speed_factor: Annotated[int, Field(description="Points of margin that buy a further base hit.")]
    base_hits: Annotated[int, Field(description="Hits before they are multiplied.")]
    hits: Annotated[int, Field(description="Hits.")]
    wounds: Annotated[tuple[HeroicModeHits, ...], Field(description="The hits by mode; none for a grapple.")]
    injury: Annotated[int, Field(description="Points of injury that the hits do in all.")]
    stray: Annotated[HeroicStray | None, Field(description="What became of a miss into a melee; null otherwise.")]
    locked: Annotated[bool, Field(description="Whether attacker and target are locked in melee now.")]


@record
class HeroicAttackOutcome:
    """An attack, resolved."""

    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    verdict: HeroicAttackVerdict
    attack: HeroicAttackReport
    pending: Annotated[tuple[HeroicPending, ...], Field(description="Injury that is not applied; none if settled.")]
    injuries: Annotated[tuple[HeroicUnitInjury, ...], Field(description="Injury that is applied; none if pending.")]
    changes: Changes
    units: Annotated[tuple[HeroicUnit, ...], Field(description="Attacker, target and the others as they are now.")]
    locks: Annotated[tuple[HeroicLock, ...], Field(description="Who is locked in melee now.")]


@record
class HeroicGrappleVerdict:
    """What players care about in an attempt to grapple."""

    outcome: Annotated[AttackResult, Field(description="The result: a hit, or what kept it from one.")]
    hits: Annotated[int, Field(description="Hits.")]
    held: Annotated[int, Field(description="Members of the target that are held by this attack.")]
    prone: Annotated[bool, Field(description="Whether a takedown brought the target down.")]
    pinned: Annotated[int, Field(description="Members that are pinned by this attack.")]
    suffocating: Annotated[bool, Field(description="Whether the target has begun to suffocate.")]
    backfired: Annotated[bool, Field(description="Whether a takedown brought one of the attackers down.")]
    injury: Annotated[int, Field(description="Points of injury it took before its HT roll.")]
    applied: Annotated[int | None, Field(description="Hit points the target lost; null while pending.")]
    casualties: Annotated[int | None, Field(description="Members taken out of the fight; null while pending.")]
    target_status: Annotated[HeroicStatus | None, Field(description="Whether the target still takes part.")]


@record
class HeroicScores:
    """A contest of two scores, each rolled at or under."""

    first: Annotated[Tally, Field(description="The score of the one who tries.")]
    first_roll: Annotated[int, Field(description="Its 3d.")]
    second: Annotated[Tally, Field(description="The score of the one who resists.")]
    second_roll: Annotated[int, Field(description="Its 3d.")]
    margin: Annotated[int, Field(description="The first margin less the second.")]


@record
class HeroicSpent:
    """One follow-up of a grapple."""

    type: Annotated[HeroicFollowUp, Field(description="The follow-up.")]
    hits: Annotated[int, Field(description="Hits spent.")]
    possible: Annotated[bool, Field(description="Whether it could be tried; if not, the hits are lost without dice.")]
    contest: Annotated[HeroicScores | None, Field(description="Its contest; null if it was not tried.")]
    won: Annotated[bool, Field(description="Whether it succeeded.")]
    location: Annotated[HitLocation | None, Field(description="Where it does damage; null if it does none.")]
    damage: Annotated[int, Field(description="Damage of one hit.")]
    dr: Annotated[int, Field(description="DR that counts against it.")]
    injury: Annotated[int, Field(description="Injury in all.")]


@record
class HeroicGrappleReport:
    """The result of an attempt to grapple before any injury is applied."""

    attack: HeroicAttackReport
    held: Annotated[int, Field(description="Members of the target that are held by this attack.")]
    spent: Annotated[tuple[HeroicSpent, ...], Field(description="The follow-ups, in order.")]
    unspent_hits: Annotated[int, Field(description="Hits that are left over and lapse.")]


@record
class HeroicGrappleOutcome:
    """An attempt to grapple, resolved."""

    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    verdict: HeroicGrappleVerdict
    grapple: HeroicGrappleReport
    pending: Annotated[tuple[HeroicPending, ...], Field(description="Injury that is not applied; none if settled.")]
    injuries: Annotated[tuple[HeroicUnitInjury, ...], Field(description="Injury that is applied; none if pending.")]
    changes: Changes
    units: Annotated[tuple[HeroicUnit, ...], Field(description="Attacker, target and the others as they are now.")]
    grapples: Annotated[tuple[HeroicHold, ...], Field(description="Who holds whom now.")]
    locks: Annotated[tuple[HeroicLock, ...], Field(description="Who is locked in melee now.")]


@record
class HeroicTry:
    """One try to break free."""

    contest: Annotated[HeroicScores | None, Field(description="The contest; null if it needed none.")]
    freed: Annotated[bool, Field(description="Whether it freed the victim.")]


@record
class HeroicBreakFreeVerdict:
    """What players care about in an attempt to break free."""

    freed: Annotated[bool, Field(description="Whether the victim is free.")]
    tries: Annotated[int, Field(description="Tries made.")]


@record
class HeroicBreakFreeOutcome:
    """An attempt to break free, resolved."""

    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    verdict: HeroicBreakFreeVerdict
    tries: Annotated[tuple[HeroicTry, ...], Field(description="The tries, in order.")]
    hold: Annotated[HeroicHold | None, Field(description="The hold as it is now; null if it is broken.")]


@record
class HeroicBrokenFree(HeroicBreakFreeOutcome):
    """An attempt to break free by itself."""

    victim: Annotated[HeroicUnit, Field(description="Who was held, as it is now.")]
    changes: Changes
