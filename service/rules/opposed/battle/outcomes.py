"""Answer records of fights: events, initiative, and how rounds, pursuits and skirmishes end."""

from typing import Annotated

from pydantic import Field

from service.dice.transcript import Tally
from service.rules.kernel.verdict import AttackResult, PursuitResult, SkirmishVerdict
from service.rules.opposed.attack import outcomes
from service.rules.opposed.attack.maneuver_effects import OpposedAvoidance
from service.rules.opposed.battle.models import OpposedCombatant, OpposedRunner, OpposedUnderWay
from service.rules.opposed.book import words
from service.rules.opposed.figures.changes import Changes
from service.wire import record

Effects = Annotated[tuple[words.OpposedEffect, ...], Field(description="What else the strike did to its target.")]
Avoid = Annotated[OpposedAvoidance | None, Field(description="The roll to avoid a manoeuvre; null if none was rolled.")]


@record
class OpposedInitiativeValue:
    """An engaged figure's initiative."""

    id: Annotated[str, Field(description="Id of the figure.")]
    value: Annotated[int, Field(description="Its initiative; the highest acts first.")]
    tally: Annotated[Tally, Field(description="What made the value.")]


@record
class OpposedInitiativeTotal:
    """A side's unengaged initiative."""

    id: Annotated[str, Field(description="Id of the side.")]
    total: Annotated[int, Field(description="Its initiative; the highest acts first.")]
    tally: Annotated[Tally, Field(description="What made the total; its base is the face of the d10.")]


@record
class OpposedInitiativeVerdict:
    """Who acts first."""

    first: Annotated[str, Field(description="Id of the figure or side that acts first.")]
    tied: Annotated[bool, Field(description="Whether the two highest were equal, so that a tie-break decided.")]


@record
class OpposedInitiativeOutcome:
    """The order in which figures or sides act."""

    summary: outcomes.Summary
    verdict: OpposedInitiativeVerdict
    order: Annotated[tuple[str, ...], Field(description="Ids in acting order.")]
    values: Annotated[
        tuple[OpposedInitiativeValue, ...], Field(description="Engaged figures in acting order; empty for sides.")
    ]
    totals: Annotated[
        tuple[OpposedInitiativeTotal, ...], Field(description="Sides in acting order; empty for engaged figures.")
    ]


@record
class OpposedBlow:
    """A strike inside something larger: a riposte, or a free strike from behind."""

    strike_chance: outcomes.StrikeChance
    defence: outcomes.Defence
    attack_quality: outcomes.AttackQuality
    defence_quality: outcomes.DefenceQuality
    margin: outcomes.Margin
    result_quality: outcomes.ResultQuality
    outcome: outcomes.Result
    pool: Annotated[words.OpposedPool, Field(description="Which points the damage takes.")]
    applied: Annotated[int, Field(description="Points of damage after armour.")]
    effects: Effects
    avoid: Avoid
    possible_specific_grievous: outcomes.GrievousPossible
    grievous_roll: outcomes.GrievousRoll
    grievous: outcomes.Grievous
    stunned: outcomes.Stunned
    consciousness_check_required: outcomes.CheckRequired
    conscious: outcomes.Conscious
    target_status: outcomes.TargetStatus
    fumble_candidate: outcomes.FumbleCandidate
    fumble: outcomes.Fumble


@record
class OpposedEvent:
    """One figure's turn. What does not apply to it is null."""

    text: Annotated[str, Field(description="The turn as a sentence for a player.")]
    actor: Annotated[str, Field(description="Id of the figure whose turn it was.")]
    action: Annotated[words.OpposedAction, Field(description="What it did.")]
    target: Annotated[str | None, Field(description="Id of the figure acted upon.")]
    reason: Annotated[words.OpposedReason | None, Field(description="Why it went otherwise than ordered.")]
    actor_status: Annotated[
        words.OpposedStatus, Field(description="Whether the actor can still take part after its turn.")
    ]
    label: Annotated[str | None, Field(description="What the actor did, where these rules leave it to people.")]
    strike_chance: Annotated[int | None, Field(description="The actor's Strike Chance, in percent.")]
    defence: Annotated[int | None, Field(description="The target's Defence, in percent.")]
    attack_quality: Annotated[words.Quality | None, Field(description="How well the actor rolled.")]
    defence_quality: Annotated[words.Quality | None, Field(description="How well the target rolled.")]
    margin: Annotated[int | None, Field(description="Level of the attack quality less that of the defence quality.")]
    result_quality: Annotated[
        words.Quality | None, Field(description="The margin as a quality; poor if it is 0 or less.")
    ]
    outcome: Annotated[AttackResult | None, Field(description="The result of the strike; null without one.")]
    pool: Annotated[words.OpposedPool | None, Field(description="Which points the damage takes.")]
    applied: Annotated[int | None, Field(description="Points of damage after armour.")]
    effects: Effects
    avoid: Avoid
    possible_specific_grievous: Annotated[bool | None, Field(description="Whether a grievous injury is possible.")]
    grievous_roll: outcomes.GrievousRoll
    grievous: outcomes.Grievous
    stunned: Annotated[bool | None, Field(description="Whether the target is stunned afterwards.")]
    consciousness_check_required: Annotated[
        bool | None, Field(description="Whether the target's Endurance calls for a stay-conscious roll.")
    ]
    conscious: outcomes.Conscious
    target_status: Annotated[words.OpposedStatus | None, Field(description="Whether the target can still take part.")]
    fumble_candidate: Annotated[bool | None, Field(description="Whether the strike die may have fumbled.")]
    fumble: outcomes.Fumble
    parry: Annotated[words.OpposedParryResult | None, Field(description="What the target's parry achieved.")]
    attacker_disarmed: Annotated[bool | None, Field(description="Whether that parry took the actor's weapon.")]
    riposte: Annotated[OpposedBlow | None, Field(description="The strike the target made in return.")]
    attacker_conscious: Annotated[
        bool | None, Field(description="Whether the actor's stay-conscious roll after a parry succeeded.")
    ]
    chance: Annotated[int | None, Field(description="Chance of a stun recovery or of restraining, in percent.")]
    total: Annotated[
        int | None, Field(description="D10 and Strengths of a withdrawal from close combat, which takes 10.")
    ]
    recovered: Annotated[bool | None, Field(description="Whether the actor shook off its stun.")]
    success: Annotated[bool | None, Field(description="Whether restraining or withdrawing succeeded.")]


@record
class OpposedRoundVerdict:
    """What a round changed."""

    fatigue_lost: Annotated[int, Field(description="Points of Fatigue lost by all figures together.")]
    endurance_lost: Annotated[int, Field(description="Points of Endurance lost by all figures together.")]
    fallen: Annotated[int, Field(description="How many figures went down.")]
    sides_standing: Annotated[int, Field(description="How many sides still have a figure that can fight.")]
    over: Annotated[bool, Field(description="Whether at most one side can still fight.")]
    winner: Annotated[str | None, Field(description="Id of the only side that can still fight; null if none has won.")]
    draw: Annotated[bool, Field(description="Whether it is over and nobody can fight.")]


@record
class OpposedRoundOutcome:
    """What happened in a round, and the figures as they are afterwards."""

    summary: outcomes.Summary
    verdict: OpposedRoundVerdict
    round: Annotated[int, Field(description="Which round of the fight it was.")]
    unengaged_initiative: Annotated[
        tuple[OpposedInitiativeTotal, ...], Field(description="Sides in acting order; empty if none had to roll.")
    ]
    engaged_initiative: Annotated[
        tuple[OpposedInitiativeValue, ...], Field(description="Engaged figures in acting order.")
    ]
    order: Annotated[tuple[str, ...], Field(description="Ids of figures in the order in which they had their turns.")]
    events: Annotated[tuple[OpposedEvent, ...], Field(description="Turn by turn, what was done.")]
    changes: Changes
    state: Annotated[
        tuple[OpposedCombatant, ...],
        Field(description="All figures as they are afterwards; post them back with new orders to play the next round."),
    ]


@record
class OpposedTurnOutcome:
    """What happened in single turns, and the figures as they are afterwards."""

    summary: outcomes.Summary
    verdict: OpposedRoundVerdict
    round: Annotated[int, Field(description="In which round of the fight they were.")]
    unengaged_initiative: Annotated[
        tuple[OpposedInitiativeTotal, ...],
        Field(description="Sides in acting order, if they have rolled for these turns; else empty."),
    ]
    engaged_initiative: Annotated[
        tuple[OpposedInitiativeValue, ...],
        Field(description="Engaged figures in acting order, if the round began with these turns; else empty."),
    ]
    events: Annotated[tuple[OpposedEvent, ...], Field(description="Turn by turn, what was done.")]
    changes: Changes
    under_way: Annotated[
        OpposedUnderWay | None,
        Field(description="The rest of the round, to be sent again with `state`; null: the round is over."),
    ]
    state: Annotated[tuple[OpposedCombatant, ...], Field(description="All figures afterwards, to be sent again.")]


@record
class OpposedPursuitVerdict:
    """How a pursuit ended."""

    outcome: Annotated[PursuitResult, Field(description="How it ended.")]
    escaped: Annotated[int, Field(description="Figures that escaped: 1 or 0.")]
    caught: Annotated[int, Field(description="Figures that did not escape, up or down: 1 or 0.")]
    casualties: Annotated[int, Field(description="Figures caught that were struck down from behind: 1 or 0.")]
    by: Annotated[str | None, Field(description="Id of the pursuer that caught the fleeing figure.")]
    rounds: Annotated[int, Field(description="How many rounds it took; 0 if nobody could pursue.")]
    from_behind: Annotated[bool, Field(description="Whether the fleeing figure was struck at from behind.")]


@record
class OpposedPursuitOutcome:
    """How a pursuit went."""

    summary: outcomes.Summary
    verdict: OpposedPursuitVerdict
    margins: Annotated[
        tuple[int, ...], Field(description="Round by round, the best pursuer's quality less the fleeing figure's.")
    ]
    free_strike: Annotated[OpposedBlow | None, Field(description="The strike from behind, if one was made.")]
    changes: Changes
    state: Annotated[
        tuple[OpposedRunner, ...], Field(description="The fleeing figure and the pursuers as they are afterwards.")
    ]


@record
class OpposedSkirmishTurn:
    """One figure's turn in a skirmish, in short."""

    actor: Annotated[str, Field(description="Id of the figure whose turn it was.")]
    action: Annotated[words.OpposedAction, Field(description="What it did.")]
    target: Annotated[str | None, Field(description="Id of the figure acted upon.")]
    applied: Annotated[int | None, Field(description="Points of damage after armour; null without a strike.")]


@record
class OpposedSkirmishRound:
    """One round of a skirmish, in short."""

    number: Annotated[int, Field(description="Counted from 1.")]
    turns: Annotated[tuple[OpposedSkirmishTurn, ...], Field(description="Turns in the order they were taken.")]
    fled: Annotated[tuple[str, ...], Field(description="Ids of figures that fled at its end.")]


@record
class OpposedSkirmishOutcome:
    """How a skirmish went, and the figures as they are afterwards."""

    summary: outcomes.Summary
    verdict: SkirmishVerdict
    log: Annotated[tuple[OpposedSkirmishRound, ...], Field(description="Round by round, what was done.")]
    state: Annotated[tuple[OpposedCombatant, ...], Field(description="All figures as they are afterwards.")]
