"""What a request says of rounds and of fights without players, and the records of their answers."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from service.errors import Fault
from service.rules.kernel.hexes import CONVENTION_IN_SHORT, Facing, HexAddress
from service.rules.kernel.verdict import SkirmishVerdict, Until
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.records import (
    TacticalAttackOrder,
    TacticalAttackReport,
    TacticalDefender,
    TacticalFeint,
)
from service.rules.tactical.book import words
from service.rules.tactical.close.contest import TacticalContestReport
from service.rules.tactical.close.outcomes import TacticalEvade, TacticalReadied, TacticalSlam
from service.rules.tactical.figures.changes import Changes
from service.rules.tactical.figures.condition import MOST_FIGURES, FigureId, FigureIds, TacticalWait
from service.rules.tactical.figures.equipment import Reach, Shots, WeaponId
from service.rules.tactical.figures.models import TacticalFigure, TacticalModifier, TacticalScene
from service.rules.tactical.map.models import ItemId
from service.rules.tactical.movement.records import LONGEST_PATH, TacticalFoeFollowUp, TacticalPathEntry
from service.wire import WHOLE, Frozen, record

MOST_ROUNDS = 600
MOST_TURNS = 1_200
"""Turns of figures that one skirmish plays: they take a worker process some seconds, and the answer some megabytes."""
BEFORE = words.TacticalStepTiming.BEFORE


class TacticalFreeKind(StrEnum):
    """What costs no time: to drop a weapon, to let go of a foe, to crouch, to rise from a crouch."""

    DROP = "drop"
    RELEASE = "release"
    CROUCH = "crouch"
    RISE = "rise"


class TacticalDeedKind(StrEnum):
    """What a figure does in close combat besides attacking."""

    GRAB = "grab"
    TAKEDOWN = "takedown"
    PIN = "pin"
    BREAK_FREE = "break_free"
    DROP_SHIELD = "drop_shield"


class TacticalFreeAction(Frozen):
    """Something that costs no time; it is done before anything else in the turn."""

    kind: TacticalFreeKind = Field(description="What is done.")
    weapon: WeaponId | None = Field(default=None, description="Id of the weapon or item that is dropped.")
    foe: FigureId | None = Field(default=None, description="Id of the foe that is let go.")


class TacticalDeed(Frozen):
    """What a figure does in close combat instead of an attack with a weapon."""

    action: TacticalDeedKind = Field(description="What it does.")
    target: FigureId | None = Field(default=None, description="Id of the foe; null only for dropping the shield.")
    helpers: FigureIds = Field(default=(), description="Ids of those who help with a takedown or a pin.")
    hands: Annotated[int, Field(ge=1, le=2), WHOLE] = Field(default=1, description="Hands that grab.")
    modifiers: Annotated[tuple[TacticalModifier, ...], Field(max_length=20)] = Field(
        default=(), description="Modifiers of your own."
    )


class TacticalPopupTurn(Frozen):
    """A pop-up attack as a turn: out of cover, one shot, and back into cover; it takes the place of the step."""

    fire_hex: HexAddress = Field(
        description=f"The hex it shoots from: adjacent, or its own if it rises there. {CONVENTION_IN_SHORT}"
    )
    facing: Facing | None = Field(default=None, description="The facing it takes to shoot; null: as it is.")


class TacticalIntent(Frozen):
    """What a figure does in its turn: one maneuver, with movement and what belongs to it."""

    figure: FigureId = Field(description="Id of the figure.")
    maneuver: words.TacticalManeuver = Field(description="The maneuver.")
    option: words.TacticalManeuverOption | None = Field(
        default=None, description="How an All-Out Attack or an All-Out Defense is made; null for other maneuvers."
    )
    free: Annotated[tuple[TacticalFreeAction, ...], Field(max_length=10)] = Field(
        default=(), description="What it does in addition that costs no time, first of all."
    )
    path: Annotated[tuple[TacticalPathEntry, ...], Field(max_length=LONGEST_PATH)] = Field(
        default=(), description="How it moves, in order; of a maneuver with a step the step."
    )
    end_facing: Facing | None = Field(
        default=None,
        description=f"The facing to turn to for free at the end; null: as the path ends. {CONVENTION_IN_SHORT}",
    )
    follow_ups: Annotated[tuple[TacticalFoeFollowUp, ...], Field(max_length=MOST_FIGURES)] = Field(
        default=(), description="What it does with each foe whose hex it enters: it stops, evades or slams."
    )
    shield_rush: bool = Field(default=False, description="Whether it slams with its shield.")
    lets_pass: FigureIds = Field(default=(), description="Ids of those whom it lets pass through its hex.")
    step: words.TacticalStepTiming = Field(
        default=BEFORE, description="Whether a step comes before what the maneuver does, or after it."
    )
    strike_after: Annotated[int, Field(ge=0, le=LONGEST_PATH), WHOLE] | None = Field(
        default=None,
        description="Entries of the path after which a Move and Attack makes its attack; null: after all of them.",
    )
    attack: TacticalAttackOrder | None = Field(default=None, description="The attack, or the feint; null: none.")
    popup: TacticalPopupTurn | None = Field(
        default=None, description="Where it comes out of cover for the attack, to go back after it; null: it does not."
    )
    deed: TacticalDeed | None = Field(
        default=None, description="What it does in close combat instead of the attack; null: nothing."
    )
    declare_adjacent: FigureId | None = Field(
        default=None, description="Id of an adjacent foe with whom it declares close combat; null: nobody."
    )
    target: FigureId | None = Field(default=None, description="Id of the figure that it aims at or evaluates.")
    aim_hex: HexAddress | None = Field(default=None, description="The hex that it aims at; null: a figure.")
    braced: bool = Field(default=False, description="Whether the weapon that it aims is braced.")
    weapon: WeaponId | None = Field(
        default=None, description="Id of the weapon that it aims or readies; null: the first that fits."
    )
    hand: words.TacticalSide | None = Field(
        default=None, description="The hand for what it draws or picks up; null: the first that is free."
    )
    fast_draw: bool = Field(default=False, description="Whether it draws with the Fast-Draw skill in close combat.")
    reach: Reach | None = Field(default=None, description="The reach that it changes its grip to; null: no change.")
    load: Shots | None = Field(default=None, description="Shots in the weapon once it is reloaded; null: no reload.")
    item: ItemId | None = Field(default=None, description="Id of an item that it picks up; null: none.")
    posture: Posture | None = Field(
        default=None, description="The posture that it changes to, or takes before it moves; null: no change."
    )
    upper_direction: Facing | None = Field(
        default=None, description="Of a figure that lies down: where its head goes; null: ahead."
    )
    hex: HexAddress | None = Field(
        default=None, description="Of a figure that rises: which of its two hexes it stays in; null: that of its feet."
    )
    wait: TacticalWait | None = Field(default=None, description="What it waits for, and what it does then.")


class TacticalFigureStance(Frozen):
    """How a figure fights that plays by itself."""

    figure: FigureId = Field(description="Id of the figure.")
    stance: words.TacticalStance = Field(description="Its stance.")


Stances = Annotated[tuple[TacticalFigureStance, ...], Field(max_length=MOST_FIGURES)]
Defenses = Annotated[tuple[TacticalDefender, ...], Field(max_length=MOST_FIGURES)]


class TacticalTurns(TacticalScene):
    """The figures of a round, its order, and who is still to act in it."""

    order: FigureIds | None = Field(
        default=None, description="Ids in turn order, as the first round or turn returned them; null: it is worked out."
    )
    waiting: FigureIds | None = Field(
        default=None,
        description="Of a round that is under way, the ids of those who are still to act in it, as its turns returned "
        "them; null: nobody has acted in it.",
    )
    npc: FigureIds = Field(default=(), description="Ids of figures that play by themselves if they have no order.")
    stances: Stances = Field(default=(), description="How figures fight that play by themselves; not listed: steady.")
    defenses: Defenses = Field(
        default=(),
        description="How figures defend themselves in this round; those not listed defend as well as they can.",
    )
    round: Annotated[int, Field(ge=1, le=MOST_ROUNDS), WHOLE] = Field(default=1, description="Number of the round.")
    on_error: words.TacticalOnError = Field(
        default=words.TacticalOnError.FAIL,
        description="What an illegal order does: the request is refused, or the turn becomes Do Nothing.",
    )


class TacticalRoundInput(TacticalTurns):
    """A round, or the rest of one that is under way: every figure that can act takes one turn."""

    intents: Annotated[tuple[TacticalIntent, ...], Field(max_length=MOST_FIGURES)] = Field(
        default=(),
        description="Orders, one for each figure; a figure that has none and does not play by itself does nothing.",
    )
    npc_orders: bool = Field(
        default=False, description="Whether all figures without an order play by themselves, not only those of `npc`."
    )

    @property
    def served(self) -> tuple[str, ...]:
        """Ids of the figures that play by themselves if they have no order."""
        return tuple([each.id for each in self.figures]) if self.npc_orders else self.npc


class TacticalTurnInput(TacticalTurns):
    """The turn of the figure that is next, and those of figures after it that play by themselves."""

    intent: TacticalIntent | None = Field(
        default=None, description="The order of the figure that is next; null: it plays by itself."
    )
    until: Until = Field(
        default=Until.PLAYER,
        description="`player`: the turns of `npc` figures follow, up to the first that is none of them. `turn`: only "
        "one turn is played. `round`: all play by themselves to the end of the round. None goes beyond the round.",
    )


class TacticalSkirmishInput(TacticalScene):
    """A fight without players: everybody plays by itself."""

    order: FigureIds | None = Field(
        default=None, description="Ids in turn order, as a round or turn returned them; null: it is worked out."
    )
    waiting: FigureIds | None = Field(
        default=None,
        description="Of a round that is under way, the ids of those who are still to act in it: the first round is its "
        "rest; null: nobody has acted in it.",
    )
    stances: Stances = Field(default=(), description="How figures fight; those not listed are steady.")
    max_rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS), WHOLE] = Field(
        default=60,
        description=(
            "After how many rounds, which are seconds, the fight is left undecided. It is, too, after the round in "
            f"which its figures have taken {MOST_TURNS:,} turns together; they may be sent again."
        ),
    )


# Answers


@record
class TacticalInterrupt:
    """A wait or opportunity fire that somebody else's action set off."""

    figure: Annotated[str, Field(description="Id of the figure that waited.")]
    against: Annotated[str, Field(description="Id of the figure that set it off.")]
    kind: Annotated[words.TacticalWaitKind, Field(description="A melee wait, or opportunity fire.")]
    event: Annotated[str, Field(description="What set it off: declares, enters, turns, posture, appears or attacks.")]
    summary: Annotated[str, Field(description="What happened, in a sentence or two.")]
    vision_roll: Annotated[
        int | None, Field(description="Vision roll of a watcher that tells friend from foe; null without one.")
    ]
    feint: Annotated[TacticalFeint | None, Field(description="The feint; null without one.")]
    attacks: Annotated[tuple[TacticalAttackReport, ...], Field(description="The attacks, in order.")]
    friendly_fire: Annotated[bool, Field(description="Whether opportunity fire was at somebody who is no foe.")]


@record
class TacticalTurnReport:
    """One figure's turn."""

    figure: Annotated[str, Field(description="Id of the figure.")]
    played: Annotated[bool, Field(description="Whether the figure played by itself.")]
    skipped: Annotated[bool, Field(description="Whether it was out of action and passed over.")]
    maneuver: Annotated[words.TacticalManeuver | None, Field(description="Its maneuver; null if it was passed over.")]
    option: Annotated[words.TacticalManeuverOption | None, Field(description="How that maneuver was made.")]
    summary: Annotated[str, Field(description="What happened, in a few sentences.")]
    consciousness: Annotated[
        int | None, Field(description="Roll against HT to stay conscious; null if none was needed.")
    ]
    hexes: Annotated[int, Field(description="Hexes that it moved.")]
    points: Annotated[float, Field(description="Movement points that it spent.")]
    hex: Annotated[HexAddress, Field(description="Its hex after the turn.")]
    facing: Annotated[Facing, Field(description="Its facing after the turn.")]
    posture: Annotated[Posture, Field(description="Its posture after the turn.")]
    evades: Annotated[tuple[TacticalEvade, ...], Field(description="Foes that it tried to get past, in order.")]
    slams: Annotated[tuple[TacticalSlam, ...], Field(description="Foes that it ran into, in order.")]
    feint: Annotated[TacticalFeint | None, Field(description="Its feint; null without one.")]
    attacks: Annotated[tuple[TacticalAttackReport, ...], Field(description="Its attacks, in order.")]
    contest: Annotated[
        TacticalContestReport | None, Field(description="The contest of a takedown, a pin or breaking free; null else.")
    ]
    readied: Annotated[
        TacticalReadied | None, Field(description="The attempt to ready a weapon in close combat; null without one.")
    ]
    interrupts: Annotated[
        tuple[TacticalInterrupt, ...], Field(description="Waits and opportunity fire that it set off, in order.")
    ]
    stun_recovery: Annotated[
        int | None, Field(description="Roll against HT to recover from being stunned; null if it was not.")
    ]
    changes: Changes
    ended: Annotated[
        str | None, Field(description="Why it did not do all that was ordered; null if it did, or if `error` says it.")
    ]
    error: Annotated[
        Fault | None, Field(description="Why its order was illegal by its turn, so that it did nothing; null if legal.")
    ]


@record
class TacticalRoundVerdict:
    """What players care about in a round or a part of one."""

    over: Annotated[bool, Field(description="Whether no two sides that are foes have figures left that can act.")]
    winner: Annotated[str | None, Field(description="The only side that has; null while there are others, or none.")]
    fallen: Annotated[tuple[str, ...], Field(description="Ids of those who were put out of action.")]
    injury: Annotated[int, Field(description="Hit points that everybody lost together.")]


@record
class TacticalRoundOutcome:
    """A round or a part of one, turn by turn; send the figures back with new orders to play on."""

    summary: Annotated[str, Field(description="What happened, in a few sentences.")]
    verdict: TacticalRoundVerdict
    round: Annotated[int, Field(description="Number of the round.")]
    order: Annotated[tuple[str, ...], Field(description="Ids in turn order; send it back with the next request.")]
    waiting: Annotated[
        tuple[str, ...] | None,
        Field(description="Ids of those who are still to act in this round; null: it is over."),
    ]
    turns: Annotated[tuple[TacticalTurnReport, ...], Field(description="The turns, in order.")]
    items: Annotated[tuple[str, ...], Field(description="Ids of items that were picked up and left the map.")]
    able_sides: Annotated[tuple[str, ...], Field(description="Sides that have figures left that can act.")]
    fight_over: Annotated[bool, Field(description="Whether no two of these are foes.")]
    figures: Annotated[tuple[TacticalFigure, ...], Field(description="The figures that have changed.")]


@record
class TacticalSkirmishTurn:
    """One figure's turn in a skirmish, in short."""

    figure: Annotated[str, Field(description="Id of the figure.")]
    maneuver: Annotated[words.TacticalManeuver, Field(description="Its maneuver.")]
    summary: Annotated[str, Field(description="What happened.")]


@record
class TacticalSkirmishRound:
    """One round of a skirmish, in short."""

    round: Annotated[int, Field(description="Its number, counted from 1.")]
    turns: Annotated[
        tuple[TacticalSkirmishTurn, ...], Field(description="The turns, in order, of those who were not out of action.")
    ]
    fled: Annotated[tuple[str, ...], Field(description="Ids of those who got away at its end.")]


@record
class TacticalSkirmishOutcome:
    """How a skirmish went, and the figures as they are afterwards."""

    summary: Annotated[str, Field(description="Who won, and what it cost, in a sentence or two.")]
    verdict: SkirmishVerdict
    survivors: Annotated[tuple[str, ...], Field(description="Ids of those who can still act, or got away.")]
    order: Annotated[tuple[str, ...], Field(description="Ids in turn order.")]
    log: Annotated[tuple[TacticalSkirmishRound, ...], Field(description="Round by round, what was done.")]
    figures: Annotated[tuple[TacticalFigure, ...], Field(description="The figures that have changed.")]
