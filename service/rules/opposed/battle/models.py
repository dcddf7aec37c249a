"""Request models of fights: sides, combatants, orders, reactions, initiative, rounds, skirmishes and pursuits."""

from typing import Annotated, Final, Literal

from pydantic import Field

from service.rules.kernel.figures import Name
from service.rules.kernel.verdict import Until
from service.rules.opposed.book.words import OpposedMode, OpposedStrikeWithdrawal, OpposedWithdrawKind
from service.rules.opposed.figures import models
from service.wire import DISTINCT, WHOLE, Frozen

MAX_FIGURES = 100
USUAL_DISTANCE = 5
"""How far apart sides shoot and throw, in hexes, where nobody says so."""


class OpposedCombatant(models.OpposedFigure):
    """A figure that fights for a side."""

    id: models.FigureId = Field(description="The figure's name; no two figures have the same.")
    side: models.SideId = Field(description="Id of the side it fights for.")


class OpposedRunner(models.OpposedFigure):
    """A figure that flees or pursues."""

    id: models.FigureId = Field(description="The figure's name; no two figures have the same.")


class OpposedSide(Frozen):
    """One side of a fight; there may be more than two."""

    id: models.SideId = Field(description="The side's name; no two sides have the same.")
    name: Name | None = Field(default=None, description="What players call it; null: its id.")
    leader: models.FigureId = Field(
        description="Who rolls its unengaged initiative; if unfit, its unengaged figure of best Perception does."
    )


class OpposedAttackOrder(models.OpposedStrike):
    """Strike a foe. A melee or close strike leaves both engaged with each other."""

    action: Literal["attack"]
    actor: models.FigureId = Field(description="Who is ordered.")
    target: models.FigureId = Field(description="Whom to strike.")


class OpposedEvadeOrder(Frozen):
    """Evade, from this turn to the figure's next one."""

    action: Literal["evade"]
    actor: models.FigureId = Field(description="Who is ordered.")


class OpposedPassOrder(Frozen):
    """Do nothing."""

    action: Literal["pass"]
    actor: models.FigureId = Field(description="Who is ordered.")


class OpposedWithdrawOrder(Frozen):
    """Leave the figures that the actor is engaged with."""

    action: Literal["withdraw"]
    actor: models.FigureId = Field(description="Who is ordered.")
    kind: OpposedWithdrawKind = Field(description="How it leaves.")
    target: models.FigureId | None = Field(
        default=None, description="Whom an offensive withdrawal strikes first; only that kind has a target."
    )
    situation: models.OpposedSituation = Field(default=models.USUAL, description="The circumstances of that strike.")


class OpposedRecoverOrder(Frozen):
    """Try to shake off a stun; a stunned figure does so with any order."""

    action: Literal["recover_from_stun"]
    actor: models.FigureId = Field(description="Who is ordered.")


class OpposedStandUpOrder(Frozen):
    """Stand up from prone or kneeling, which takes the whole turn."""

    action: Literal["stand_up"]
    actor: models.FigureId = Field(description="Who is ordered.")


class OpposedRestrainOrder(Frozen):
    """Try to hold a foe fast; this leaves both engaged with each other."""

    action: Literal["restrain"]
    actor: models.FigureId = Field(description="Who is ordered.")
    target: models.FigureId = Field(description="Whom to restrain.")


class OpposedOtherOrder(Frozen):
    """Do something that these rules leave to the game master."""

    action: Literal["other"]
    actor: models.FigureId = Field(description="Who is ordered.")
    label: Annotated[str, Field(min_length=1, max_length=200)] = Field(description="The action, in a player's words.")


OpposedOrder = Annotated[
    OpposedAttackOrder
    | OpposedEvadeOrder
    | OpposedPassOrder
    | OpposedWithdrawOrder
    | OpposedRecoverOrder
    | OpposedStandUpOrder
    | OpposedRestrainOrder
    | OpposedOtherOrder,
    Field(discriminator="action", title="OpposedOrder"),
]
"""What one figure is to do with its turn."""


class OpposedReaction(Frozen):
    """What a figure does when others act upon it."""

    actor: models.FigureId = Field(description="Who reacts.")
    repulse: bool = Field(
        default=False,
        description="Whether it meets charges into its hex, which are those of mode `close`, with a d10. A charge of "
        "mode `melee` stays outside the hex and is not repulsed, and a stunned figure repulses nothing.",
    )
    parry: bool = Field(default=True, description="Whether, evading, it takes a parry the dice allow.")
    riposte: bool = Field(default=True, description="Whether it takes a riposte its parry allows.")


Sides = Annotated[tuple[OpposedSide, ...], Field(min_length=2, max_length=MAX_FIGURES)]
Combatants = Annotated[tuple[OpposedCombatant, ...], Field(min_length=2, max_length=MAX_FIGURES)]
Orders = Annotated[tuple[OpposedOrder, ...], Field(max_length=MAX_FIGURES)]
Ids = Annotated[tuple[models.FigureId, ...], Field(max_length=MAX_FIGURES), DISTINCT]
Initiative = Annotated[int, Field(ge=0, le=10_000), WHOLE]
Reactions = Annotated[tuple[OpposedReaction, ...], Field(max_length=MAX_FIGURES)]


class OpposedInLine(Frozen):
    """An engaged figure that is still to act in a round that is under way."""

    id: models.FigureId = Field(description="Id of the figure.")
    initiative: Initiative = Field(description="Its initiative as the round began; fumbles have not lowered it.")


class OpposedLowered(Frozen):
    """A figure whose initiative fumbles have lowered in a round that is under way."""

    id: models.FigureId = Field(description="Id of the figure.")
    points: Initiative = Field(description="By how much.")


class OpposedUnderWay(Frozen):
    """A round that is under way: the order of turns, who is still to act, and what fumbles have done to initiatives."""

    order: Ids = Field(default=(), description="Ids of those who have turns in it, in their order.")
    waiting: Ids = Field(default=(), description="Ids of those who are still to act, in the order of their turns.")
    engaged: Annotated[tuple[OpposedInLine, ...], Field(max_length=MAX_FIGURES)] = Field(
        default=(), description="Of those who are still to act, the engaged figures, which act before the others."
    )
    lowered: Annotated[tuple[OpposedLowered, ...], Field(max_length=MAX_FIGURES)] = Field(
        default=(), description="Figures whose initiative is lowered for the rest of the round."
    )


LAST_ROUND: Final = 10_000
RoundNumber = Annotated[int, Field(ge=1, le=LAST_ROUND), WHOLE]
UNDER_WAY: Final = "The round that is under way, as its turns returned it: its rest is played; null: none is."


class OpposedTurns(Frozen):
    """The figures of a round, how they react, and what is left of a round that is under way."""

    round: RoundNumber = Field(default=1, description="Which round of the fight it is; the outcome names it again.")
    sides: Sides = Field(description="The sides, in the order in which their leaders roll.")
    participants: Combatants = Field(description="The figures; the order breaks the last ties.")
    reactions: Reactions = Field(default=(), description="At most one for each figure.")
    grievous_table: models.GrievousTable = ()
    under_way: OpposedUnderWay | None = Field(default=None, description=UNDER_WAY)


class OpposedRound(OpposedTurns):
    """One round of a fight, or the rest of one: who takes part and what each is ordered to do."""

    orders: Orders = Field(default=(), description="At most one for each figure; a figure without one passes.")
    npc_orders: bool = Field(
        default=False,
        description="Whether the service chooses for figures without an order that no person plays, each as its turn "
        "begins.",
    )


class OpposedSingleTurn(OpposedTurns):
    """The turn of the figure that is next, and those of figures after it that no person plays."""

    orders: Annotated[tuple[OpposedOrder, ...], Field(max_length=1)] = Field(
        default=(), description="The order of the figure that is next; none: the service chooses."
    )
    until: Until = Field(
        default=Until.PLAYER,
        description="`player`: turns of figures that no person plays follow, if a person plays any. `turn`: only one "
        "turn is played. `round`: the service plays all to the end of the round. None goes beyond the round.",
    )


class OpposedSkirmish(Frozen):
    """A fight without players, round after round."""

    sides: Sides = Field(description="The sides, in the order in which their leaders roll.")
    participants: Combatants = Field(description="The figures; their order decides who is struck first.")
    orders: Orders = Field(
        default=(),
        description="Standing orders, at most one for each figure, followed each round in which they can be; "
        "otherwise, and for all others, the default orders hold. A prone figure stands up first, unless it is ordered "
        "to pass or to do something else (`other`).",
    )
    under_way: OpposedUnderWay | None = Field(default=None, description=UNDER_WAY)
    distance_hexes: models.Hexes = Field(
        default=USUAL_DISTANCE, description="How far apart the sides shoot and throw, in hexes."
    )
    max_rounds: Annotated[int, Field(ge=1, le=200), WHOLE] = Field(
        default=20, description="After how many rounds the fight is left undecided."
    )
    break_at: Annotated[float, Field(gt=0, le=1)] | None = Field(
        default=None, description="The share of a side's figures that, once down, makes the rest flee; null: never."
    )
    grievous_table: models.GrievousTable = ()


class OpposedPursuit(Frozen):
    """One figure runs from others."""

    fleeing: OpposedRunner = Field(description="Who flees.")
    pursuers: Annotated[tuple[OpposedRunner, ...], Field(max_length=20)] = Field(
        description="The pursuers; one that cannot run is left behind. The order breaks ties."
    )
    max_rounds: Annotated[int, Field(ge=1, le=20), WHOLE] = Field(
        default=3, description="After how many undecided rounds the fleeing figure has escaped."
    )
    free_strike: bool = Field(
        default=True, description="Whether a figure that is caught from behind is struck at once."
    )
    grievous_table: models.GrievousTable = ()


class OpposedEngagedFigure(Frozen):
    """What counts for one figure's engaged initiative."""

    id: models.FigureId = Field(description="The figure's name; no two figures have the same.")
    perception: models.Stat = Field(default=0, description="Perception.")
    agility: models.Stat = Field(default=0, description="Modified Agility.")
    weapon_rank: models.Rank = Field(default=0, description="Rank with the prepared weapon.")
    warrior_rank: models.Rank = Field(default=0, description="Rank as a warrior.")


class OpposedLedSide(Frozen):
    """What counts for one side's unengaged initiative."""

    id: models.SideId = Field(description="The side's name; no two sides have the same.")
    perception: models.Stat = Field(default=0, description="The leader's Perception.")
    military_scientist_rank: models.Rank = Field(default=0, description="The leader's Rank as a military scientist.")


class OpposedEngagedInitiative(Frozen):
    """Who acts first among engaged figures; no dice."""

    kind: Literal["engaged"]
    figures: Annotated[tuple[OpposedEngagedFigure, ...], Field(min_length=1, max_length=MAX_FIGURES)] = Field(
        description="The figures; the order breaks the last ties."
    )


class OpposedUnengagedInitiative(Frozen):
    """Which side's unengaged figures act first."""

    kind: Literal["unengaged"]
    sides: Annotated[tuple[OpposedLedSide, ...], Field(min_length=2, max_length=MAX_FIGURES)] = Field(
        description="The sides, in the order in which their leaders roll."
    )


OpposedInitiative = Annotated[
    OpposedEngagedInitiative | OpposedUnengagedInitiative, Field(discriminator="kind", title="OpposedInitiative")
]
"""A question of who acts first."""


def strike_of(order: OpposedWithdrawOrder) -> models.OpposedStrike:
    """Return the strike of an offensive withdrawal."""
    situation = order.situation.model_copy(update={"withdrawal": OpposedStrikeWithdrawal.OFFENSIVE})
    return models.OpposedStrike(mode=OpposedMode.MELEE, situation=situation)
