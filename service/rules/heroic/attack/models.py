"""Requests for attacks, attempts to grapple or to break free, orders, and injury to be applied."""

from typing import Annotated

from pydantic import Field

from service.rules.heroic.book import words
from service.rules.heroic.figures import models
from service.rules.heroic.figures.bonds import MAX_UNITS, HeroicHold, HeroicLock
from service.rules.roll_under.words import HitLocation, Posture
from service.wire import DISTINCT, WHOLE, Frozen

EDGE = 1_000_000.0
Coordinate = Annotated[float, Field(ge=-EDGE, le=EDGE)]


class HeroicTerrain(Frozen):
    """The ground that is fought on."""

    frontage: models.Frontage | None = Field(default=None, description="Fighters who fit abreast; null on open ground.")
    visibility: Annotated[int, Field(ge=-10, le=0), WHOLE] = Field(default=0, description="Modifier for darkness.")
    open: bool = Field(default=True, description="Whether there is nowhere to hide from pursuers.")


OPEN_GROUND = HeroicTerrain()


class HeroicStrike(Frozen):
    """One of several attacks that are declared together as one."""

    mode: models.ModeId = Field(description="The attack mode.")
    location: HitLocation = Field(default=HitLocation.TORSO, description="Where it is aimed.")
    off_hand: bool = Field(default=False, description="Whether the off hand holds it and the skill lacks the -4.")


class HeroicSingleOut(Frozen):
    """One figure picked out of a group."""

    member: models.Label = Field(description="Who, in a player's words.")
    interposing: Annotated[int, Field(ge=0, le=1000), WHOLE] = Field(
        default=0, description="Figures between the shooter and it."
    )
    front_row: bool = Field(default=False, description="Whether it stands in the front row.")
    sm: models.SizeModifier | None = Field(default=None, description="Its Size Modifier; null: that of its unit.")
    interposing_sm: models.SizeModifier | None = Field(
        default=None, description="Size Modifier of the figures between; null: that of its unit."
    )
    impossible: bool = Field(default=False, description="Whether the referee rules it impossible.")


class HeroicDefenseChoice(Frozen):
    """Which defence the target chooses."""

    kind: words.HeroicDefense = Field(description="How it defends itself; none if it does not know of the attack.")
    parry: models.Label | None = Field(default=None, description="Name of the parry; null: the best one.")


class HeroicSpend(Frozen):
    """What some hits of a grapple are spent on."""

    type: words.HeroicFollowUp = Field(description="The follow-up.")
    hits: Annotated[int, Field(ge=1, le=1000), WHOLE] = Field(
        default=1, description="Hits spent; takedown and pin take one, damage is multiplied by them."
    )
    location: HitLocation | None = Field(
        default=None, description="The limb of a wrench; null: where the victim is held."
    )


class HeroicAttackChoice(Frozen):
    """How an attack is made; the field beside it names the target."""

    mode: models.ModeId | None = Field(
        default=None, description="The attack mode; null if `modes` lists several attacks."
    )
    modes: Annotated[tuple[HeroicStrike, ...], Field(max_length=20)] = Field(
        default=(),
        description="Several attacks declared as one; each hit is one of them at random.",
    )
    open_modes: Annotated[tuple[models.ModeId, ...], Field(max_length=10)] = Field(
        default=(),
        description="Further modes that a hit may use; the lowest skill counts for the contest.",
    )
    hit_modes: Annotated[tuple[models.ModeId, ...], Field(max_length=100)] = Field(
        default=(),
        description="The mode of each hit in turn, the last one for all further hits; none: the one with the "
        "highest expected injury for all.",
    )
    attackers: models.Members | None = Field(
        default=None, description="Members who attack; null: every active one whom no hold hinders."
    )
    engaged: models.Members | None = Field(
        default=None,
        description="Members who can reach the target in melee; null: worked out.",
    )
    shots_each: Annotated[int, Field(ge=1, le=1000), WHOLE] | None = Field(
        default=None, description="Shots of each shooter, without the one that Fast-Draw adds; null: one."
    )
    fast_draw: bool = Field(default=False, description="Whether Fast-Draw is tried for one more shot.")
    location: HitLocation = Field(default=HitLocation.TORSO, description="Where all hits are aimed.")
    single_out: HeroicSingleOut | None = Field(default=None, description="One figure picked out of the target.")
    cover: words.HeroicCover = Field(default=words.HeroicCover.NONE, description="The target's cover against shots.")
    defense: HeroicDefenseChoice | None = Field(
        default=None, description="The defence the target chooses; null: its best legal one."
    )
    effect: words.HeroicEffect | None = Field(
        default=None, description="An effect beyond the attack; there are no rules for any, so it is refused."
    )
    short_action: bool = Field(default=False, description="Whether a short deed rides on the attack, at -6.")
    grapple_spend: Annotated[tuple[HeroicSpend, ...], Field(max_length=20)] = Field(
        default=(), description="What the hits of a grapple are spent on, in order; hits that are left over lapse."
    )
    extra_modifiers: Annotated[tuple[models.HeroicModifier, ...], Field(max_length=20)] = Field(
        default=(), description="The referee's own modifiers to the attack."
    )
    defense_modifiers: Annotated[tuple[models.HeroicModifier, ...], Field(max_length=20)] = Field(
        default=(), description="The referee's own modifiers to the defence."
    )


class HeroicDeclaration(HeroicAttackChoice):
    """An attack of a unit on another in a round."""

    target: models.UnitId = Field(description="Whom to attack.")


class HeroicBystander(Frozen):
    """A unit that is neither attacker nor target."""

    unit: models.HeroicUnit = Field(description="The unit.")
    tactic: words.HeroicTactic = Field(default=words.HeroicTactic.NEUTRAL, description="Its tactic.")


class HeroicMeeting(Frozen):
    """Two units in the situation of one attack, with everyone else in their melee."""

    attacker: models.HeroicUnit = Field(description="Who attacks.")
    target: models.HeroicUnit = Field(description="Who is attacked.")
    attack: HeroicAttackChoice = Field(description="How it attacks: with what, with how many, and where it aims.")
    attacker_tactic: words.HeroicTactic = Field(
        default=words.HeroicTactic.NEUTRAL, description="The attacker's tactic."
    )
    target_tactic: words.HeroicTactic = Field(default=words.HeroicTactic.NEUTRAL, description="The target's tactic.")
    withdrawing: bool = Field(default=False, description="Whether the attacker withdraws this round; it cannot attack.")
    charge_target: models.UnitId | None = Field(
        default=None, description="Whom the attacker charges; needed with the tactic All-Out Offensive."
    )
    distance: models.Yards = Field(default=1.0, description="Yards between attacker and target.")
    has_initiative: bool = Field(default=False, description="Whether the attacker's side has the initiative.")
    allowance_spent: Annotated[float, Field(ge=0, le=10)] = Field(
        default=0.0, description="How much of the attacker's movement is spent already, in multiples of its Move."
    )
    side_attackers: models.Numbers | None = Field(
        default=None,
        description="Members of the attacker's side who attack this target in this phase; counts if `ratio_scope` is "
        "`target_total`. Null: this attack's own.",
    )
    others: Annotated[tuple[HeroicBystander, ...], Field(max_length=MAX_UNITS)] = Field(
        default=(), description="Other units that locks name; a stray shot may hit them."
    )
    locks: Annotated[tuple[HeroicLock, ...], Field(max_length=1000)] = Field(
        default=(), description="Who is locked in melee with whom."
    )
    grapples: Annotated[tuple[HeroicHold, ...], Field(max_length=1000)] = Field(
        default=(), description="Who holds whom."
    )
    terrain: HeroicTerrain = Field(default=OPEN_GROUND, description="The ground.")
    settle: bool = Field(
        default=True, description="Whether the injury is applied at once, with its HT roll; else it is left pending."
    )


class HeroicAttack(HeroicMeeting):
    """One ranged or melee attack, with everything that counts for it."""

    free: bool = Field(
        default=False, description="Whether it is a free attack on a unit that retreats from the attacker's lock."
    )
    separate: bool = Field(
        default=False,
        description="Whether it is one of several attacks that Extra Attack allows with different weapons; its Speed "
        "Factor is not reduced.",
    )
    watch_radius: Annotated[int, Field(ge=0, le=1000), WHOLE] | None = Field(
        default=None, description="Yards of ground the attacker watches for opportunity fire; null if it does not."
    )
    watch_line: bool = Field(default=False, description="Whether it watches a single line instead.")
    discriminating: bool = Field(
        default=False, description="Whether, while it watches, it distinguishes friends from foes."
    )


class HeroicGrapple(HeroicMeeting):
    """One attempt to grapple, and what its hits are to be spent on."""


class HeroicBreakFree(Frozen):
    """A held unit's attempt to break free."""

    victim: models.HeroicUnit = Field(description="Who is held.")
    holder: models.HeroicUnit = Field(description="Who holds.")
    hold: HeroicHold = Field(description="The hold.")
    others: Annotated[tuple[HeroicHold, ...], Field(max_length=MAX_UNITS)] = Field(
        default=(), description="Other holds on it: while one is left, who suffocates goes on to suffocate."
    )
    tries: Annotated[int, Field(ge=1, le=2), WHOLE] | None = Field(
        default=None, description="Tries this round; null: two if pinned, one each ten seconds, otherwise one."
    )
    victim_modifier: models.Modifier = Field(default=0, description="The referee's own modifier to the victim's ST.")
    holder_modifier: models.Modifier = Field(default=0, description="The referee's own modifier to the holder's ST.")


class HeroicPending(Frozen):
    """Injury that a unit has taken in this phase and that is not applied yet."""

    unit: models.UnitId = Field(description="Who is injured.")
    source: models.Label = Field(description="The cause of the injury, in a player's words.")
    hits: models.Numbers = Field(default=1, description="Hits that caused it.")
    injury: Annotated[int, Field(ge=0, le=1_000_000_000), WHOLE] = Field(description="Points of injury.")
    limit: Annotated[int, Field(ge=0, le=1_000_000_000), WHOLE] | None = Field(
        default=None, description="The most that may be lost to it, for a figure singled out; null without limit."
    )
    ht_applies: bool = Field(default=True, description="Whether an HT roll may halve it.")


class HeroicInjury(Frozen):
    """An injury step: everything pending is applied together."""

    units: Annotated[tuple[models.HeroicUnit, ...], Field(min_length=1, max_length=MAX_UNITS)] = Field(
        description="The units; those of one injury group stand in the order in which they share injury."
    )
    pending: Annotated[tuple[HeroicPending, ...], Field(max_length=1000)] = Field(
        description="Injury taken; a unit's is added up."
    )
    winner: models.SideId | None = Field(
        default=None, description="The side with the initiative, whose units roll first; null: in the order listed."
    )
    grapples: Annotated[tuple[HeroicHold, ...], Field(max_length=1000)] = Field(
        default=(), description="Who holds whom; members held fast do not count as active."
    )


class HeroicPoint(Frozen):
    """A place on the field."""

    x: Coordinate = Field(description="Yards along the field.")
    y: Coordinate = Field(default=0.0, description="Yards across the field.")


class HeroicMoveOrder(Frozen):
    """How a unit moves."""

    mode: words.HeroicMoveMode = Field(default=words.HeroicMoveMode.NONE, description="Where the move leads.")
    ref: models.UnitId | None = Field(default=None, description="The unit to move toward or away from.")
    to: HeroicPoint | None = Field(default=None, description="The place to move to, if the mode is `to`.")
    yards: models.Yards | None = Field(default=None, description="How far at most; null: as far as the allowance goes.")
    stop_at: models.Yards | None = Field(
        default=None, description="Yards from `ref` at which to stop; null: at the best mode's reach."
    )
    cost_per_yard: Annotated[float, Field(ge=1, le=100)] = Field(
        default=1.0, description="How many yards of movement each yard costs in difficult terrain."
    )
    free_attackers: Annotated[tuple[models.UnitId, ...], Field(max_length=200), DISTINCT] = Field(
        default=(), description="The order in which enemies take free attacks on a retreat; others follow as listed."
    )


STAY = HeroicMoveOrder()


class HeroicAction(Frozen):
    """A deed other than an attack."""

    phase: words.HeroicActionPhase = Field(description="What it is paid from: movement, or the attack of a phase.")
    size: words.HeroicActionSize = Field(description="How long it takes.")
    name: models.Label = Field(description="A deed of the lists, such as stand_up, or any other in a player's words.")
    mode: models.ModeId | None = Field(default=None, description="The attack mode that is reloaded, if one is.")
    posture: Posture | None = Field(default=None, description="The posture that is taken, if one is.")


class HeroicWaitTrigger(Frozen):
    """What a unit waits for."""

    event: words.HeroicWaitEvent = Field(description="What an enemy must do.")
    unit: models.UnitId | None = Field(default=None, description="Which enemy; null: the first that does it.")


class HeroicWait(Frozen):
    """Doing nothing until something happens, and then one attack or one short deed."""

    trigger: HeroicWaitTrigger | None = Field(default=None, description="What it waits for.")
    attack: HeroicAttackChoice | None = Field(
        default=None,
        description="The attack on the unit that triggers it; a shot at one that comes is made as soon as it carries.",
    )
    action: HeroicAction | None = Field(default=None, description="The short deed, if no attack is meant.")
    watch_radius: Annotated[int, Field(ge=0, le=1000), WHOLE] | None = Field(
        default=None, description="Yards of ground watched for opportunity fire; null for any other wait."
    )
    watch_line: bool = Field(default=False, description="Whether a single line is watched instead.")
    discriminating: bool = Field(
        default=False, description="Whether, while it watches, it distinguishes friends from foes."
    )


class HeroicOrder(Frozen):
    """What one unit sets out to do in a round."""

    unit: models.UnitId = Field(description="Who is ordered.")
    tactic: words.HeroicTactic = Field(description="Its tactic.")
    charge_target: models.UnitId | None = Field(
        default=None, description="Whom an All-Out Offensive charges; needed with any movement or attack."
    )
    withdraw: bool = Field(default=False, description="Whether an All-Out Defensive unit withdraws from its locks.")
    ranged: Annotated[tuple[HeroicDeclaration, ...], Field(max_length=50)] = Field(
        default=(), description="Attacks of the ranged phase, one for each part of the unit."
    )
    melee: Annotated[tuple[HeroicDeclaration, ...], Field(max_length=50)] = Field(
        default=(), description="Attacks of the melee phase, one for each part of the unit."
    )
    move: HeroicMoveOrder = Field(default=STAY, description="How it moves.")
    actions: Annotated[tuple[HeroicAction, ...], Field(max_length=10)] = Field(default=(), description="Its deeds.")
    wait: HeroicWait | None = Field(default=None, description="What it waits for, if it waits.")
    break_free: bool = Field(
        default=False, description="Whether those of it who are held try to break free instead of a melee attack."
    )
