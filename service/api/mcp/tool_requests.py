"""What tools take: one model each, whose schema is what an assistant reads; so fields and words are few."""

from typing import Annotated, Any, Final

from pydantic import Field

from service.api.mcp.named_fights import FightName
from service.wire import WHOLE, Frozen, Json

MOST_SHOWN: Final = 50
MOST_TIMES: Final = 50

Family = Annotated[str, Field(max_length=40, description="The rules family.")]
FigureName = Annotated[str, Field(min_length=1, max_length=64)]
MoveKey = Annotated[str, Field(min_length=1, max_length=400)]
Document = dict[str, Json]
Sides = Annotated[
    str | dict[str, Any],
    Field(description='Who fights: "town-guard*3 vs bandit*4", or {"watch": ["town-guard*3"], "gang": ["bandit*4"]}.'),
]


class NoArguments(Frozen):
    """A request without arguments."""


class FindFigures(Frozen):
    """Which figures."""

    family: Family
    search: str = Field(default="", max_length=100, description="Words or a tag, such as missile.")
    id: FigureName | None = Field(default=None, description="One figure, with all its numbers.")


class StartFight(Frozen):
    """A fight to begin."""

    family: Family
    sides: Sides | None = None
    state: Document | None = Field(default=None, description="A whole state instead of sides.")
    name: FightName | None = Field(default=None, description="Name of the fight, such as goblin-cave.")


class NamedFight(Frozen):
    """A fight."""

    fight: FightName


class ListMoves(NamedFight):
    """Whose moves."""

    figure: FigureName | None = Field(default=None, description="Only of this figure.")
    kind: str | None = Field(default=None, max_length=64, description="Only of this kind, such as attack.")
    target: FigureName | None = Field(default=None, description="Only against this figure.")
    key: MoveKey | None = Field(default=None, description="Of one move of the figure: its input.")


class Tried(NamedFight):
    """What to do."""

    moves: dict[FigureName, MoveKey] = Field(
        default_factory=dict,
        max_length=40,
        description='Keys that legal_moves lists, by figure: {"Ash": "attack/Orc"}. Others do what is suggested.',
    )
    procedure: str | None = Field(default=None, max_length=64, description="Instead: a procedure, with its input.")
    input: Document = Field(default_factory=dict, description="Added to the input of the moves.")


class Act(Tried):
    """What to do, and with whose dice."""

    faces: Annotated[tuple[int, ...], Field(max_length=200)] | None = Field(
        default=None, description="Faces that people rolled, in order; without them the service rolls."
    )
    secret: bool = Field(default=False, description="Hide from players what happens.")


class Play(NamedFight):
    """How often."""

    times: Annotated[int, Field(ge=1, le=MOST_TIMES), WHOLE] = Field(
        default=1, description="How many turns, or rounds where all choose at once."
    )


class FightOdds(Frozen):
    """Which fight."""

    fight: FightName | None = None
    family: Family | None = None
    sides: Sides | None = None


class Decides(FightOdds):
    """Which fight, and whose numbers."""

    side: str | None = Field(default=None, max_length=64, description="Whose chance; without it the first side's.")


class Correct(NamedFight):
    """What to change."""

    changes: Annotated[tuple[Document, ...], Field(min_length=1, max_length=50)] = Field(
        description='Such as [{"pointer": "/participants/0/fatigue", "value": 20}].'
    )


class ReadLog(NamedFight):
    """How much."""

    last: Annotated[int, Field(ge=1, le=MOST_SHOWN), WHOLE] = Field(default=10, description="How many entries.")


class FindRule(Frozen):
    """Which rule."""

    id: str = Field(max_length=200, description="The id that answers cite.")


class SearchRules(Frozen):
    """Which rules."""

    family: Family
    words: str = Field(max_length=100, description="Words, such as retreat.")


class FindTable(Frozen):
    """Which table."""

    family: Family
    name: str | None = Field(default=None, max_length=100, description="Without it the tables are listed.")


class RollDice(Frozen):
    """Which dice."""

    notation: str = Field(max_length=16, description="4d6+2, d100, or 2d10! with exploding dice.")
