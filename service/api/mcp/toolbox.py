"""The table of tools: at most 20, each with its request model, what runs it, and what it changes."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

import structlog

from service.api.mcp import tool_requests as take
from service.api.mcp.fight_tools import FightTools
from service.api.mcp.lookup_tools import LookupTools
from service.api.mcp.named_fights import Holder, Seat
from service.api.mcp.operation_calls import Operations
from service.api.mcp.tool_answers import ToolRefusal, answered
from service.errors import UmpireError, UnknownEncounter
from service.errors.spelling import meant
from service.operations.answering.answer_texts import problem_sentences
from service.operations.problem import problem_of
from service.operations.registry import Registry
from service.operations.work.large_bodies import validated_soon
from service.wire import Frozen, to_json

log = structlog.get_logger(__name__)

INSTRUCTIONS: Final = """\
Umpire is the referee of tabletop fights: it knows the rules and rolls the dice. Never roll dice, work out rules or
change numbers yourself. Find `figures`, begin with `start_fight`, read `situation` and `legal_moves` before each
decision, and play with `act`; `play` lets everybody do what is suggested. Give players the sentences of the answers as
they are. The last line of an answer is JSON: whether the fight is over, who is next, and who has won.
"""
OF_PLAYERS: Final = """\
Umpire is the referee of a tabletop fight. These tools read what players may see of it, and look up rules, figures and
odds; only the referee plays.
"""
_NOISE: Final = frozenset({"title", "x-form", "x-problem", "default"})


class Changes(StrEnum):
    """What a tool changes."""

    NOTHING = "nothing"
    ADDS = "adds"
    TAKES_BACK = "takes_back"


Run = Callable[[Any, Holder], Awaitable[str]]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: `says` is what an assistant reads of it, and `repeats` whether the same request has the same answer."""

    name: str
    run: Run
    request: type[Frozen]
    says: str
    changes: Changes = Changes.NOTHING
    for_players: bool = False
    repeats: bool = True

    def schema(self, families: Sequence[str]) -> dict[str, Any]:
        """Return the schema of what it takes, as short as it can be said."""
        schema: dict[str, Any] = _shortened(self.request.model_json_schema())
        for name in {"family"} & set(schema.get("properties", {})):
            schema["properties"][name] = {"enum": list(families)}
        schema.pop("description", None)
        return schema


def _shortened(part: Any) -> Any:
    if isinstance(part, list):
        return [_shortened(each) for each in part]
    if not isinstance(part, dict):
        return part
    kinds = part.get("anyOf")
    if kinds and {"type": "null"} in kinds and len(kinds) == 2:  # may be left out, which null says once more
        kept = next(each for each in kinds if each != {"type": "null"})
        part = {**kept, **{name: each for name, each in part.items() if name != "anyOf"}}
    properties = {name: _shortened(each) for name, each in part.get("properties", {}).items()}
    rest = {name: _shortened(each) for name, each in part.items() if name not in _NOISE and name != "properties"}
    return rest | ({"properties": properties} if "properties" in part else {})


class Toolbox:
    """The tools of one seat, over the operations of a registry."""

    def __init__(self, registry: Registry, families: Sequence[str], seat: Seat) -> None:
        """Set the operations, the names of the families, and for whom the tools are."""
        operations = Operations(registry)
        every = tools_of(FightTools(operations), LookupTools(operations))
        self.families = families
        self.seat = seat
        self._tools = {each.name: each for each in every if seat is Seat.REFEREE or each.for_players}

    @property
    def instructions(self) -> str:
        """What an assistant reads first."""
        return INSTRUCTIONS if self.seat is Seat.REFEREE else OF_PLAYERS

    def __iter__(self) -> Iterator[Tool]:
        """Yield the tools in the order of the table."""
        return iter(self._tools.values())

    @cached_property
    def schemas(self) -> Mapping[str, dict[str, Any]]:
        """The schema of what each tool takes."""
        return {each.name: each.schema(self.families) for each in self}

    async def use(self, name: str, arguments: Mapping[str, Any], secret: str | None) -> tuple[str, bool]:
        """Return the answer of a tool, and whether it is a refusal; problems are told in their own words."""
        tool = self._tools.get(name)
        if tool is None:
            return f"There is no tool {name!r}; there are {', '.join(self._tools)}.{meant(name, self._tools)}", True
        try:
            request = await validated_soon(tool.request, to_json(arguments))
            return await tool.run(request, Holder(secret, self.seat)), False
        except ToolRefusal as refusal:
            return str(refusal), True
        except UnknownEncounter:
            return (
                f"There is no fight {arguments.get('fight')!r} under this secret; `fights` lists those that there are.",
                True,
            )
        except UmpireError as error:
            problem = problem_of(error, name)
            faults = {"errors": [vars(each) for each in problem.errors], "detail": problem.detail}
            return answered(problem_sentences(faults)), True


def tools_of(fights: FightTools, lookups: LookupTools) -> tuple[Tool, ...]:
    """Return the tools: those that look things up, then those of a fight in the order in which it is played."""
    return (*_lookups(lookups), *_beginnings(fights), *_moves(fights), *_changes(fights))


def _lookups(tools: LookupTools) -> Iterator[Tool]:
    odds = "Who would win a fight of figures (family and sides), or a fight as it stands, how often and how fast."
    decides = "Which numbers of a fight matter most: what one point more or less changes."
    yield Tool("figures", tools.figures, take.FindFigures, "List ready figures, or show one.", for_players=True)
    yield Tool("odds_of_fight", tools.odds_of_fight, take.FightOdds, odds, for_players=True)
    yield Tool("what_decides", tools.what_decides, take.Decides, decides, for_players=True)
    yield Tool("rule", tools.rule, take.FindRule, "What a rule says that an answer cites.", for_players=True)
    yield Tool("search_rules", tools.search_rules, take.SearchRules, "Find rules by words.", for_players=True)
    yield Tool("table", tools.table, take.FindTable, "A table of the rules.", for_players=True)
    yield Tool("roll", tools.roll, take.RollDice, "Roll dice openly.", for_players=True, repeats=False)


def _beginnings(tools: FightTools) -> Iterator[Tool]:
    listed = "List the fights that were begun, and whether they are over."
    begin = "Begin a fight of ready figures; the other tools name it by the name in the answer."
    where = "Whose turn it is, how everybody is and where, and whether it is over. Ask before each decision."
    yield Tool("fights", tools.fights, take.NoArguments, listed)
    yield Tool("start_fight", tools.start_fight, take.StartFight, begin, Changes.ADDS, repeats=False)
    yield Tool("situation", tools.situation, take.NamedFight, where, for_players=True)
    yield Tool("log", tools.log, take.ReadLog, "What has happened last, in words.", for_players=True)


def _moves(tools: FightTools) -> Iterator[Tool]:
    moves = "What figures may do now, with keys for act, what is suggested, and what is barred and why."
    act = "Play moves of those who are next, by keys of legal_moves. The service rolls, unless faces are given."
    preview = "Try moves without storing anything; the dice are others than those of act."
    play = "Play on: those who are next do what is suggested, so often."
    yield Tool("legal_moves", tools.legal_moves, take.ListMoves, moves)
    yield Tool("odds", tools.odds, take.Tried, "The chances of moves before they are played; nothing changes.")
    yield Tool("preview", tools.preview, take.Tried, preview, repeats=False)
    yield Tool("act", tools.act, take.Act, act, Changes.ADDS, repeats=False)
    yield Tool("play", tools.play, take.Play, play, Changes.ADDS, repeats=False)


def _changes(tools: FightTools) -> Iterator[Tool]:
    correct = "Change numbers of the state as the game master decides; the log says so."
    end = "End the log for good and publish the key of its dice; nothing can be played afterwards."
    back = Changes.TAKES_BACK
    yield Tool("undo", tools.undo, take.NamedFight, "Take back the last change.", back, repeats=False)
    yield Tool("redo", tools.redo, take.NamedFight, "Make again what undo has taken back.", Changes.ADDS, repeats=False)
    yield Tool("correct", tools.correct, take.Correct, correct, back, repeats=False)
    yield Tool("end_fight", tools.end_fight, take.NamedFight, end, back, repeats=False)
