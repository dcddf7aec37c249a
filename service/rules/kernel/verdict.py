"""Verdicts and situations: facts that mean the same in every family, so that one reader serves all families."""

from collections.abc import Set as AbstractSet
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from service.wire import Json, record, value_class


class AttackResult(StrEnum):
    """The result of an attack, with or without damage: it hit, it missed, or a defense of the target stopped it."""

    HIT = "hit"
    MISS = "miss"
    PARRIED = "parried"
    BLOCKED = "blocked"
    DODGED = "dodged"
    DEFENDED = "defended"


class PursuitResult(StrEnum):
    """The result of a pursuit: all who fled escaped, all were caught, or some were."""

    ESCAPED = "escaped"
    CAUGHT = "caught"
    SOME_CAUGHT = "some_caught"
    UNDECIDED = "undecided"


class Fate(StrEnum):
    """What became of a figure in a fight."""

    STANDING = "standing"
    DOWN = "down"
    DEAD = "dead"
    FLED = "fled"
    ROUTED = "routed"
    CAPTURED = "captured"
    DESTROYED = "destroyed"


@record
class FigureFate:
    """What became of a figure, or of a unit of many members, in a fight."""

    id: Annotated[str, Field(description="Its id.")]
    side: Annotated[str, Field(description="Id of the side it fought for.")]
    fate: Annotated[Fate, Field(description="What became of it.")]
    standing: Annotated[int, Field(description="Members of it that still stand; 1 or 0 for a single figure.")]
    lost: Annotated[int, Field(description="Members of it that this fight cost; 1 or 0 for a single figure.")]
    left: Annotated[
        int | None,
        Field(description="What is left of it: hit points, Endurance, stamina or Morale Points; null if not counted."),
    ]


@record
class SideFate:
    """What became of a side in a fight."""

    side: Annotated[str, Field(description="Id of the side.")]
    standing: Annotated[int, Field(description="Members of it that still stand, over all its figures.")]
    lost: Annotated[int, Field(description="Members of it that this fight cost.")]


@record
class SkirmishVerdict:
    """Who won a skirmish, after how many rounds, and what became of each side and figure."""

    winner: Annotated[str | None, Field(description="Id of the side that won; null if none did.")]
    draw: Annotated[bool, Field(description="Whether it is over and nobody won.")]
    undecided: Annotated[bool, Field(description="Whether it was still going on after the last round allowed.")]
    rounds: Annotated[int, Field(description="Rounds that were played.")]
    sides: Annotated[tuple[SideFate, ...], Field(description="What became of each side, in the order of the request.")]
    figures: Annotated[
        tuple[FigureFate, ...], Field(description="What became of each figure, in the order of the request.")
    ]


def sides_of(figures: tuple[FigureFate, ...]) -> tuple[SideFate, ...]:
    """Add up what became of figures by side, in the order in which sides first appear."""
    standing: dict[str, int] = {}
    lost: dict[str, int] = {}
    for figure in figures:
        side = figure.side
        standing[side] = standing.get(side, 0) + figure.standing
        lost[side] = lost.get(side, 0) + figure.lost
    return tuple([SideFate(side=side, standing=standing[side], lost=lost[side]) for side in standing])


def verdict_of(figures: tuple[FigureFate, ...], left: AbstractSet[str], rounds: int) -> SkirmishVerdict:
    """Say how a skirmish ended that goes on while more than one side is left in it."""
    return SkirmishVerdict(
        winner=str(min(left)) if len(left) == 1 else None,
        draw=not left,
        undecided=len(left) > 1,
        rounds=rounds,
        sides=sides_of(figures),
        figures=figures,
    )


# Whose turn it is


class Decision(StrEnum):
    """What is decided next: the turn of one figure, the orders of all who are next, or nothing after the end."""

    TURN = "turn"
    ORDERS = "orders"
    NONE = "none"


class TurnStatus(StrEnum):
    """Where a figure stands in a round: it has acted, chooses next, waits, or is out of the fight."""

    ACTED = "acted"
    NEXT = "next"
    WAITING = "waiting"
    OUT = "out"


class Until(StrEnum):
    """How far a request for a turn plays on: to the next turn of a player, for one turn, or to the end of the round."""

    PLAYER = "player"
    TURN = "turn"
    ROUND = "round"


class EndedBy(StrEnum):
    """How a fight ended for those who lost it; `mutual` if nobody is left on any side."""

    DEFEAT = "defeat"
    FLIGHT = "flight"
    ROUT = "rout"
    CAPTURE = "capture"
    MUTUAL = "mutual"


@value_class
class Ending:
    """Whether a fight is over, and how; `text` says it in a sentence, or is empty while the fight goes on."""

    over: bool = False
    winner: str | None = None
    draw: bool = False
    ended_by: EndedBy | None = None
    text: str = ""


@record
class TurnEntry:
    """A figure, unit or commander in the order of a round."""

    id: Annotated[str, Field(description="Its id.")]
    side: Annotated[str, Field(description="Id of its side.")]
    status: Annotated[TurnStatus, Field(description="Where it stands in the round.")]
    fate: Annotated[
        Fate | None, Field(description="What has become of it, if it does not stand any more; null: it stands.")
    ]
    forced: Annotated[
        str | None,
        Field(description="What the rules make it do, whatever it is ordered, such as `retreat`; null: it is free."),
    ]


@record
class PlayPhase:
    """A part of a round whose orders are given before the dice."""

    name: Annotated[str, Field(description="What players call it.")]
    rules: Annotated[
        tuple[str, ...],
        Field(description="How the ids of rules begin that open it or go on with it, after the family's name."),
    ]


@record
class PlayPhaseOrder:
    """Another order of the phases of a round, which a ruling decides."""

    ruling: Annotated[str, Field(description="The ruling, by its name in the rulings of a fight.")]
    option: Annotated[str, Field(description="The option of it under which this is the order.")]
    phases: Annotated[tuple[str, ...], Field(description="The names of all phases, in this order.")]


@record
class Situation:
    """Whose turn it is in a fight, who is out of it, whether it is over, and who has won."""

    round: Annotated[int | None, Field(description="Number of the round; null where a family does not count rounds.")]
    phase: Annotated[
        str, Field(description="What is played next: `turns`, `orders`, `injury`, or `over` if nothing is.")
    ]
    decision: Annotated[
        Decision,
        Field(
            description="`turn`: the one in `next` chooses for its turn; if `next` is empty, dice first decide who "
            "it is. `orders`: all in `next` choose before the dice. `none`: the fight is over."
        ),
    ]
    procedure: Annotated[
        str | None, Field(description="The procedure that plays what is decided; null if the fight is over.")
    ]
    order: Annotated[
        tuple[TurnEntry, ...],
        Field(
            description="All who take turns, in the order of their turns if it is known, else as the state lists them."
        ),
    ]
    order_known: Annotated[bool, Field(description="Whether the order of turns is known before the dice or cards.")]
    next: Annotated[
        tuple[str, ...], Field(description="Ids of those who choose now; an order for any other is not needed.")
    ]
    service_plays: Annotated[
        tuple[str, ...],
        Field(description="Ids of those in `next` who have no player, so that the service can choose for them."),
    ]
    over: Annotated[bool, Field(description="Whether the fight is over: fewer than two sides that are foes are left.")]
    winner: Annotated[str | None, Field(description="Id of the side that won; null if none did or it goes on.")]
    draw: Annotated[bool, Field(description="Whether it is over and nobody is left.")]
    ended_by: Annotated[EndedBy | None, Field(description="How it ended for those who lost; null while it goes on.")]
    text: Annotated[str, Field(description="The situation in a sentence or two.")]

    @property
    def ending(self) -> Ending:
        """Whether the fight is over, and how."""
        return Ending(self.over, self.winner, self.draw, self.ended_by, self.text if self.over else "")


# What may be done


class BarredHow(StrEnum):
    """What happens to a barred move that is posted all the same: it is refused, or taken without any effect."""

    REFUSED = "refused"
    VOID = "void"


@record
class MoveOdds:
    """What to ask for the exact odds of the attack that a move is."""

    procedure: Annotated[str, Field(description="The procedure whose odds these are.")]
    input: Annotated[Json, Field(description="The input of that procedure in an encounter.")]


@record
class LegalMove:
    """A move that a figure may make now, ready to be posted."""

    key: Annotated[str, Field(description="Its name: unique among the moves of a figure, and the same in each answer.")]
    kind: Annotated[str, Field(description="The kind of its order, such as `attack`.")]
    label: Annotated[str, Field(description="What it is, in a player's words.")]
    procedure: Annotated[str, Field(description="The procedure that plays it.")]
    input: Annotated[
        Json,
        Field(
            description="The input of that procedure in an encounter. Stateless, what the state has stands beside it. "
            "Inputs of several figures are joined: lists of the same name are appended to each other."
        ),
    ]
    target: Annotated[str | None, Field(description="Id of its target; null: none.")]
    hex: Annotated[tuple[int, int] | None, Field(description="The hex that it leads to; null: none.")]
    free: Annotated[
        tuple[str, ...],
        Field(description="JSON Pointers into `input`: what may be changed or added. It is judged when it is posted."),
    ]
    needs: Annotated[
        tuple[str, ...], Field(description="JSON Pointers into `input`: what has to be added before it is posted.")
    ]
    suggested: Annotated[bool, Field(description="Whether the service would choose it, as `suggest` says.")]
    chance: Annotated[
        float | None,
        Field(
            description="The chance that its first attack hits and no defense stops it, from 0 to 1; where attacks "
            "always hit, that it does harm. null: it does not attack, chances are not asked for, or they are not known."
        ),
    ]
    odds: Annotated[
        MoveOdds | None,
        Field(
            description="What an encounter's odds are asked for: they tell how much harm the attack may do, and how "
            "likely its target falls. null: it has no chance, or it is more than one attack from where the figure is."
        ),
    ]


@record
class PlaceHex:
    """A hex to which a figure can go, by a cheapest way."""

    hex: Annotated[tuple[int, int], Field(description="The hex.")]
    cost: Annotated[float, Field(description="Movement points, or speed, that the way costs at least.")]
    facing: Annotated[int | None, Field(description="The facing at the end of the way; null: as the march leads.")]
    end_facings: Annotated[tuple[int, ...], Field(description="The facings that it can turn to for free at the end.")]
    value: Annotated[Json, Field(description="What is put into the input for this hex: the way.")]


@record
class Places:
    """The hexes to which a figure, or a unit that it commands, can go by one kind of move, to be lit on a map."""

    key: Annotated[str, Field(description="What the keys of these moves begin with, such as `move/place`.")]
    kind: Annotated[str, Field(description="The kind of the order, such as `move`.")]
    label: Annotated[str, Field(description="What it is, in a player's words.")]
    procedure: Annotated[str, Field(description="The procedure that plays it.")]
    target: Annotated[str | None, Field(description="Id of the unit that goes; null: the figure itself.")]
    input: Annotated[Json, Field(description="The input of that procedure in an encounter, without the way.")]
    fills: Annotated[str, Field(description="JSON Pointer into `input`: where `value` of the hex is put.")]
    free: Annotated[tuple[str, ...], Field(description="JSON Pointers into `input` to what else may be changed.")]
    hexes: Annotated[tuple[PlaceHex, ...], Field(description="The hexes, the nearest first: 1000 at most.")]


@record
class BarredMove:
    """Moves of a kind that a figure cannot make now, all for one reason."""

    kind: Annotated[str, Field(description="The kind of their order, such as `attack`.")]
    label: Annotated[str, Field(description="What they are, in a player's words.")]
    why: Annotated[str, Field(description="Why they cannot be made, in a sentence.")]
    rule: Annotated[str | None, Field(description="Id of the rule that says so; null: none.")]
    how: Annotated[
        BarredHow,
        Field(description="`refused`: posting one is refused by the rule. `void`: it is taken, and does nothing."),
    ]
    targets: Annotated[tuple[str, ...], Field(description="Ids of their targets.")]


@record
class FigureMoves:
    """What a figure may do now, and what it may not, with the reasons."""

    figure: Annotated[str, Field(description="Its id.")]
    forced: Annotated[bool, Field(description="Whether the rules leave it no choice.")]
    moves: Annotated[
        tuple[LegalMove, ...],
        Field(
            description="What it may do: by kind, then by target in the order of the state; none if it has no choice."
        ),
    ]
    places: Annotated[
        tuple[Places, ...], Field(description="Where it may go, one entry a kind, if hexes are no moves of their own.")
    ]
    barred: Annotated[tuple[BarredMove, ...], Field(description="What it may not do: 40 reasons at most.")]
    truncated: Annotated[bool, Field(description="Whether it has more moves or hexes: 1000 are listed at most.")]


@record
class LegalMoves:
    """What figures may do now."""

    figures: Annotated[
        tuple[FigureMoves, ...], Field(description="The figure asked for, or else all who choose now, in their order.")
    ]


@record
class Suggestion:
    """What the service would do with a figure, and why."""

    figure: Annotated[str, Field(description="Its id.")]
    moves: Annotated[
        tuple[LegalMove, ...],
        Field(description="The move, or several of one that has several actions; none if it has no choice now."),
    ]
    why: Annotated[str, Field(description="The reason, in a sentence.")]
    rule: Annotated[str | None, Field(description="Id of the rule behind it; null: none.")]


@record
class Foreseen:
    """What the service would do with a figure that waits for its turn, if it were its turn now."""

    figure: Annotated[str, Field(description="Its id.")]
    kind: Annotated[str, Field(description="The kind of its order, such as `attack`.")]
    label: Annotated[str, Field(description="What it is, in a player's words.")]
    target: Annotated[str | None, Field(description="Id of its target; null: none.")]
    hex: Annotated[tuple[int, int] | None, Field(description="The hex that it leads to; null: none.")]
    why: Annotated[str, Field(description="The reason, in a sentence.")]


@record
class Suggestions:
    """What the service would do with figures, and the input that does it all at once."""

    figures: Annotated[
        tuple[Suggestion, ...], Field(description="The figure asked for, or else all who choose now, in their order.")
    ]
    procedure: Annotated[str | None, Field(description="The procedure that plays them; null: there are none.")]
    input: Annotated[Json, Field(description="The inputs of all these moves, joined; null: there are none.")]
    ahead: Annotated[
        tuple[Foreseen, ...],
        Field(description="What those who wait for their turn would do if it were theirs now; empty unless asked for."),
    ]
