"""Records of answers: events, rounds, skirmishes and pursuits."""

from typing import Annotated

from pydantic import Field

from service.rules.kernel.verdict import AttackResult, PursuitResult, SkirmishVerdict
from service.rules.laurels.attack.outcomes import (
    WHERE_DAMAGE_WENT,
    LaurelsInitiativeOutcome,
    LaurelsParryOutcome,
    Summary,
)
from service.rules.laurels.battle.models import LaurelsCombatant, LaurelsRunner, LaurelsUnderWay
from service.rules.laurels.book import words
from service.rules.laurels.figures.changes import Changes
from service.wire import record


@record
class LaurelsEffectOutcome:
    """What an action without numbers did to someone."""

    target: Annotated[str, Field(description="Id of the target.")]
    applied: Annotated[int, Field(description="Damage that reached the target, after any parry.")]
    damage_type: Annotated[words.LaurelsDamageType, Field(description=WHERE_DAMAGE_WENT)]
    parry: Annotated[LaurelsParryOutcome | None, Field(description="The target's parry, if it met one.")]
    forced_move_ft: Annotated[int, Field(description="How far the target was moved, in feet.")]
    target_status: Annotated[words.LaurelsStatus, Field(description="Whether the target can still take part.")]


@record
class LaurelsEvent:
    """One participant's turn. What does not apply is null."""

    text: Annotated[str, Field(description="The turn as a sentence for a player.")]
    actor: Annotated[str, Field(description="Id of the participant whose turn it was.")]
    action: Annotated[words.LaurelsAction, Field(description="What it did.")]
    target: Annotated[str | None, Field(description="Id of the participant attacked.")]
    reason: Annotated[words.LaurelsReason | None, Field(description="Why it went otherwise than ordered.")]
    label: Annotated[str | None, Field(description="What the actor did, where these rules have no numbers.")]
    moved_ft: Annotated[int, Field(description="How far the actor moved, in feet.")]
    outcome: Annotated[AttackResult | None, Field(description="The result of the attack; null without one.")]
    rolled: Annotated[int | None, Field(description="Sum of all damage dice.")]
    gross: Annotated[int | None, Field(description="Damage before the target's defenses.")]
    net: Annotated[int | None, Field(description="Damage after them.")]
    applied: Annotated[int | None, Field(description="Damage that reached the target, after any parry.")]
    damage_type: Annotated[words.LaurelsDamageType | None, Field(description=WHERE_DAMAGE_WENT)]
    target_status: Annotated[words.LaurelsStatus | None, Field(description="Whether the target can still take part.")]
    parry: Annotated[LaurelsParryOutcome | None, Field(description="The target's parry, if the attack met one.")]
    stamina_cost: Annotated[int | None, Field(description="Exertion of a ranged attack.")]
    weapon_broken: Annotated[bool | None, Field(description="Whether the attack broke the actor's weapon.")]
    sneak_foiled: Annotated[bool | None, Field(description="Whether a sneak attack was noticed and failed.")]
    effects: Annotated[tuple[LaurelsEffectOutcome, ...], Field(description="What an action without numbers did.")]


@record
class LaurelsRoundVerdict:
    """What a round changed."""

    first: Annotated[words.LaurelsRole, Field(description="The side that acted first.")]
    surprised: Annotated[words.LaurelsRole | None, Field(description="The side that was surprised.")]
    stamina_lost: Annotated[int, Field(description="Stamina points lost by all together.")]
    injuries_gained: Annotated[int, Field(description="Injuries gained by all together.")]
    dead: Annotated[int, Field(description="How many died.")]
    fled: Annotated[int, Field(description="How many withdrew.")]
    over: Annotated[bool, Field(description="Whether at most one side still has someone in the fight.")]
    winner: Annotated[
        words.LaurelsRole | None, Field(description="The only side that still has; null if none has won.")
    ]
    draw: Annotated[bool, Field(description="Whether it is over and nobody is left in the fight.")]


@record
class LaurelsRoundOutcome:
    """How a round went, and everybody as they are afterwards."""

    summary: Summary
    verdict: LaurelsRoundVerdict
    round: Annotated[int, Field(description="Which round of the fight it was.")]
    initiative: LaurelsInitiativeOutcome
    events: Annotated[tuple[LaurelsEvent, ...], Field(description="Turns in the order they were taken.")]
    changes: Changes
    state: Annotated[tuple[LaurelsCombatant, ...], Field(description="Everybody afterwards, to be sent again.")]


@record
class LaurelsTurnOutcome:
    """How single turns went, and everybody as they are afterwards."""

    summary: Summary
    verdict: LaurelsRoundVerdict
    round: Annotated[int, Field(description="In which round of the fight they were.")]
    initiative: Annotated[
        LaurelsInitiativeOutcome | None, Field(description="The initiative roll; null: it was rolled before.")
    ]
    events: Annotated[tuple[LaurelsEvent, ...], Field(description="Turns in the order they were taken.")]
    changes: Changes
    under_way: Annotated[
        LaurelsUnderWay | None,
        Field(description="The rest of the round, to be sent again with `state`; null: the round is over."),
    ]
    state: Annotated[tuple[LaurelsCombatant, ...], Field(description="Everybody afterwards, to be sent again.")]


@record
class LaurelsSkirmishTurn:
    """One participant's turn in a skirmish, in short."""

    actor: Annotated[str, Field(description="Id of the participant whose turn it was.")]
    action: Annotated[words.LaurelsAction, Field(description="What it did.")]
    target: Annotated[str | None, Field(description="Id of the participant attacked.")]
    applied: Annotated[int | None, Field(description="Damage that reached the target; null without an attack.")]


@record
class LaurelsSkirmishRound:
    """One round of a skirmish, in short."""

    number: Annotated[int, Field(description="Counted from 1.")]
    first: Annotated[words.LaurelsRole, Field(description="The side that acted first.")]
    surprised: Annotated[words.LaurelsRole | None, Field(description="The side that was surprised.")]
    turns: Annotated[tuple[LaurelsSkirmishTurn, ...], Field(description="Turns in the order they were taken.")]
    fled: Annotated[tuple[str, ...], Field(description="Ids of participants that fled at its end.")]


@record
class LaurelsSkirmishOutcome:
    """How a skirmish went, and everybody as they are afterwards."""

    summary: Summary
    verdict: SkirmishVerdict
    log: Annotated[tuple[LaurelsSkirmishRound, ...], Field(description="Round by round, what was done.")]
    state: Annotated[tuple[LaurelsCombatant, ...], Field(description="Everybody afterwards.")]


@record
class LaurelsFlightOutcome:
    """What became of one who fled."""

    id: Annotated[str, Field(description="Its id.")]
    outcome: Annotated[words.LaurelsFlight, Field(description="What became of it.")]
    round: Annotated[int, Field(description="The round in which it was decided; 0 if nobody pursued.")]


@record
class LaurelsFreeStrike:
    """The blow at one who was caught by 5 or more."""

    id: Annotated[str, Field(description="Id of the target.")]
    by: Annotated[str, Field(description="Id of the pursuer who struck.")]
    net: Annotated[int, Field(description="Damage after the target's armor.")]
    applied: Annotated[int, Field(description="Damage that reached the target.")]


@record
class LaurelsPursuitVerdict:
    """How many of those who fled came away."""

    outcome: Annotated[PursuitResult, Field(description="Whether all escaped, some or none.")]
    escaped: Annotated[int, Field(description="How many escaped.")]
    caught: Annotated[int, Field(description="How many did not escape, dead or alive.")]
    casualties: Annotated[int, Field(description="How many of these died: struck down, or of exertion.")]


@record
class LaurelsPursuitOutcome:
    """How a pursuit went."""

    summary: Summary
    verdict: LaurelsPursuitVerdict
    outcomes: Annotated[tuple[LaurelsFlightOutcome, ...], Field(description="What became of each, in request order.")]
    rounds: Annotated[int, Field(description="How many rounds it took; 0 if nobody pursued.")]
    edges: Annotated[tuple[words.LaurelsEdge, ...], Field(description="Round by round, who had the edge.")]
    free_strikes: Annotated[tuple[LaurelsFreeStrike, ...], Field(description="Blows at those who were caught.")]
    changes: Changes
    state: Annotated[
        tuple[LaurelsRunner, ...], Field(description="Those who fled, then the pursuers, as they are afterwards.")
    ]
