"""Tools that need no fight: figures, rules, tables, dice, and the odds of whole fights."""

from collections.abc import Mapping
from typing import Any, Final

import orjson

from service.api.mcp import tool_requests as take
from service.api.mcp.fight_tools import lined_up
from service.api.mcp.named_fights import Holder
from service.api.mcp.operation_calls import Operations
from service.api.mcp.tool_answers import ToolRefusal, answered
from service.operations.answering.answer_texts import sentences_of

Json = Mapping[str, Any]
MOST_SECONDS: Final = 2.0
"""Seconds of a processor for a question: somebody waits for the answer in a conversation."""
NARROWER: Final = "; search by another word."


class LookupTools:
    """Each tool takes its request and the holder of the fights, and returns its answer."""

    def __init__(self, operations: Operations) -> None:
        """Set the operations that do the work."""
        self._operations = operations

    async def figures(self, request: take.FindFigures, holder: Holder) -> str:
        """List figures to fight with, or show one."""
        if request.id is not None:
            found = await self._operations.call(f"{request.family}/figure", id=request.id)
            written = orjson.dumps(without_empty(found["figure"])).decode()
            return answered([f"{found['name']} ({found['id']}), power {found['power']}.", *_chunks(written)])
        listed = await self._operations.call(f"{request.family}/figures", search=request.search or None)
        lines = [_line_of(each) for each in listed["figures"]]
        return answered(lines or ["There is none with these words."], more=NARROWER)

    async def odds_of_fight(self, request: take.FightOdds, holder: Holder) -> str:
        """Say who would win, how often, and after how many rounds."""
        asked = await self._skirmish(request, holder)
        answer = await self._operations.call(f"{asked[0]}/resolve-skirmish/odds", input=asked[1])
        return answered(sentences_of(answer) or [])

    async def what_decides(self, request: take.Decides, holder: Holder) -> str:
        """Say which numbers matter most: what one point more or less changes."""
        family, fight = await self._skirmish(request, holder)
        answer = await self._operations.call(
            f"{family}/resolve-skirmish/sensitivity", input=fight, side=request.side, max_seconds=MOST_SECONDS
        )
        return answered(sentences_of(answer) or [])

    async def rule(self, request: take.FindRule, holder: Holder) -> str:
        """Say what a rule or a ruling is."""
        family = request.id.partition("/")[0]
        found = await self._operations.call("families/rule", family=family, rule=request.id)
        return answered(sentences_of(found) or [])

    async def search_rules(self, request: take.SearchRules, holder: Holder) -> str:
        """Find rules and rulings by words."""
        listed = await self._operations.call("families/rules", family=request.family, search=request.words)
        found = [f"{each['id']}: {each['says']}" for each in listed["rules"]]
        return answered(found or ["There is none with these words."], more=NARROWER)

    async def table(self, request: take.FindTable, holder: Holder) -> str:
        """Show a table, or list the tables of a family."""
        if request.name is None:
            family = await self._operations.call("families/get", family=request.family)
            return answered(["The tables are:", *family["tables"]])
        found = await self._operations.call("families/table", family=request.family, table=request.name)
        return answered(sentences_of(found) or [], more=".")

    async def roll(self, request: take.RollDice, holder: Holder) -> str:
        """Roll dice."""
        rolled = await self._operations.call("dice/roll", notation=request.notation)
        return answered(sentences_of(rolled) or [])

    async def _skirmish(self, request: take.FightOdds, holder: Holder) -> tuple[str, Json]:
        """Return the family, and the fight as it is played without players: one of the holder, or of figures."""
        if request.fight is not None:
            access = holder.access(request.fight)
            seen = await self._operations.call("encounters/get", id=access.id, token=access.token)
            return seen["family"], self._input_of(seen["family"], seen["state"])
        if request.family is None or request.sides is None:
            raise ToolRefusal("Say which fight: `fight` by its name, or `family` and `sides`.")
        lined = await self._operations.call(f"{request.family}/line-up", **lined_up(request.sides))
        return request.family, lined["input"]

    def _input_of(self, family: str, state: Json) -> Json:
        """Return a state as the input of a fight without players, which may take it in a member."""
        model = self._operations.registry[f"{family}/resolve-skirmish"].request.model_fields["input"].annotation
        fields = getattr(model, "model_fields", {})
        own = {name: part for name, part in state.items() if name in fields}
        return own or {next(iter(fields)): state}


def without_empty(value: Any) -> Any:
    """Return a value without members that are null, false or empty, which say nothing to a reader."""
    if isinstance(value, Mapping):
        told = {name: without_empty(part) for name, part in value.items()}
        return {name: part for name, part in told.items() if part not in (None, False, [], {}, "")}
    return [without_empty(each) for each in value] if isinstance(value, list) else value


def _line_of(figure: Json) -> str:
    return f"{figure['id']}: {figure['name']} ({', '.join(figure['tags'])}), power {figure['power']}"


def _chunks(text: str, size: int = 500) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]
