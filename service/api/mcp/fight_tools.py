"""Tools that lead a fight: begin, look, list moves, act, play on, take back, correct and end it."""

from collections.abc import Mapping
from contextlib import suppress
from copy import deepcopy
from secrets import token_hex
from typing import Any, Final, cast

from service.api.mcp import tool_requests as take
from service.api.mcp.fight_texts import entry_line, facts_of, figure_lines, kind_in, move_lines, place_key
from service.api.mcp.named_fights import Access, Holder
from service.api.mcp.operation_calls import Operations
from service.api.mcp.tool_answers import ToolRefusal, answered
from service.encounters.pointers import replaced
from service.errors import DoesNotFit, TokenUnknown, UnfitRequest, UnknownEncounter
from service.errors.spelling import meant
from service.operations.answering.answer_texts import sentences_of
from service.operations.encounters.line_ups.shorthand import names_sides
from service.rules.kernel.turns.legal_moves import joined

Json = Mapping[str, Any]
LOG: Final = "; ask log."
MOVES: Final = "; ask for one figure, kind or target."
REVEAL: Final = "faces"
NEEDS_DICE: Final = "needs_dice"


class FightTools:
    """Each tool takes its request and the holder of the fights, and returns its answer."""

    def __init__(self, operations: Operations) -> None:
        """Set the operations that do the work."""
        self._operations = operations

    async def start_fight(self, request: take.StartFight, holder: Holder) -> str:
        """Begin a fight, which is then known by its name."""
        if (request.sides is None) == (request.state is None):
            raise ToolRefusal('Say who fights: either `sides`, such as "town-guard*3 vs bandit*4", or a whole `state`.')
        name = request.name or f"{request.family}-{token_hex(2)}"
        begun: dict[str, Any] = {"family": request.family, "reveal": REVEAL, "meta": {"fight": name}}
        begun |= {"state": request.state} if request.sides is None else {"line_up": lined_up(request.sides)}
        await self._require_free(name, holder.access(name))
        created = await self._created(name, begun, holder)
        lines = figure_lines(created["situation"], created["state"], await self._pools(request.family))
        return answered(
            [f"The fight is called {name}.", *lines],
            facts_of(name, created["version"], created["situation"]),
            closing=[created["situation"]["text"]],
            more="; ask situation.",
        )

    async def _require_free(self, name: str, access: Access) -> None:
        try:
            await self._situation(access)
        except UnknownEncounter:
            return
        raise ToolRefusal(f"There is a fight called {name} already: choose another name, or go on with it.")

    async def _created(self, name: str, begun: Json, holder: Holder) -> Any:
        """Create an encounter with the ids and tokens of a name, in the holder's list of fights."""
        listing = holder.listing().next().token("listing")
        for is_listed in (True, False):
            try:
                return await self._operations.call_deriving(
                    holder.attempts(name), "encounters/create", **begun, listing=listing
                )
            except TokenUnknown:
                if not is_listed:
                    raise
                await self._operations.call_deriving(holder.listing(), "listings/create")
        raise AssertionError

    async def fights(self, request: take.NoArguments, holder: Holder) -> str:
        """List the fights, the newest first."""
        token = holder.listing().next().token("listing")
        try:
            page = await self._operations.call("encounters/list", token=token)
        except TokenUnknown:
            return answered(["There are no fights yet: begin one with start_fight."])
        return answered([_listed(each) for each in page["encounters"]] or ["There are no fights: begin one."])

    async def situation(self, request: take.NamedFight, holder: Holder) -> str:
        """Say whose turn it is, how everybody is and where, and whether the fight is over."""
        access = holder.access(request.fight)
        seen = await self._operations.call("encounters/get", id=access.id, token=access.token)
        situation = seen["situation"] or await self._situation(access)
        lines = figure_lines(situation, seen["state"], await self._pools(seen["family"]))
        return answered([situation["text"], *lines], facts_of(request.fight, seen["version"], situation))

    async def legal_moves(self, request: take.ListMoves, holder: Holder) -> str:
        """List what figures may do now."""
        access = holder.access(request.fight)
        asked = {"kinds": [] if request.kind is None else [request.kind], "target": request.target}
        moves = await self._moves(access, request.figure, **asked, chances=request.figure is not None)
        if request.key is not None:
            move = _found(moves, request.figure, request.key)
            return answered(
                [f"{move['label']}: {move['procedure']}", f"May be changed: {', '.join(move['free'])}"], move
            )
        lines = [line for figure in moves["figures"] for line in move_lines(figure)]
        return answered(lines or ["Nobody chooses now."], {"version": moves["version"]}, more=MOVES)

    async def act(self, request: take.Act, holder: Holder) -> str:
        """Play moves of figures that choose now, by their keys; others do what is suggested."""
        access = holder.access(request.fight)
        tried = await self._tried(request, access)
        dice = {} if request.faces is None else {"dice": {"kind": "supplied", "faces": request.faces}}
        acted = await self._operations.call(
            "encounters/act", id=access.id, token=access.token, secret=request.secret, **tried, **dice
        )
        return await self._after(request.fight, acted)

    async def preview(self, request: take.Tried, holder: Holder) -> str:
        """Play moves without storing anything: what could happen, with other dice than those of the act."""
        access = holder.access(request.fight)
        tried = await self._tried(request, access)
        tried.pop("version")
        seen = await self._operations.call("encounters/preview", id=access.id, token=access.token, **tried)
        return answered(sentences_of(seen) or [seen["status"]], more=".")

    async def play(self, request: take.Play, holder: Holder) -> str:
        """Play on: those who are next do what the service suggests."""
        access, lines, version = holder.access(request.fight), list[str](), 0
        situation = await self._situation(access)
        for _ in range(request.times):
            if situation["over"]:
                break
            suggested = await self._operations.call("encounters/suggest", id=access.id, token=access.token)
            acted = await self._operations.call(
                "encounters/act",
                id=access.id,
                token=access.token,
                version=suggested["version"],
                procedure=suggested["procedure"],
                input=suggested["input"],
            )
            situation, version = acted["situation"], acted["version"]
            lines.append(acted["summary"])
        facts = facts_of(request.fight, version, situation)
        return answered(lines, facts, closing=[situation["text"]], more=LOG)

    async def odds(self, request: take.Tried, holder: Holder) -> str:
        """Give the chances of moves before they are played."""
        access = holder.access(request.fight)
        tried = await self._tried(request, access)
        tried.pop("version")
        answer = await self._operations.call("encounters/odds", id=access.id, token=access.token, **tried)
        return answered(sentences_of(answer["odds"]) or [answer["status"]], more=".")

    async def undo(self, request: take.NamedFight, holder: Holder) -> str:
        """Take back the last change."""
        return await self._changed(request.fight, "encounters/undo", holder)

    async def redo(self, request: take.NamedFight, holder: Holder) -> str:
        """Make again what was taken back."""
        return await self._changed(request.fight, "encounters/redo", holder)

    async def correct(self, request: take.Correct, holder: Holder) -> str:
        """Change values of the state, as the game master decides."""
        return await self._changed(request.fight, "encounters/correct", holder, changes=request.changes)

    async def end_fight(self, request: take.NamedFight, holder: Holder) -> str:
        """End the log; nothing can be played afterwards."""
        access = holder.access(request.fight)
        version = await self._version(access)
        await self._operations.call("encounters/end", id=access.id, token=access.token, version=version)
        return answered(
            ["The log has ended, and the key of its dice is published: it can be proved and not continued."]
        )

    async def log(self, request: take.ReadLog, holder: Holder) -> str:
        """Say what has happened last."""
        access = holder.access(request.fight)
        known = await self._known(access)
        after = max(0, known["version"] - request.last)
        asked = {"after": f"{after:08x}"} if after else {}
        page = await self._operations.call("encounters/log", id=access.id, token=access.token, **asked)
        lines = [entry_line(each) for each in page["entries"]]
        return answered(lines, facts_of(request.fight, known["version"], known["situation"]), more="; ask for fewer.")

    async def _changed(self, fight: str, operation: str, holder: Holder, **more: Any) -> str:
        access = holder.access(fight)
        version = await self._version(access)
        changed = await self._operations.call(operation, id=access.id, token=access.token, version=version, **more)
        return await self._after(fight, changed)

    async def _after(self, fight: str, changed: Json) -> str:
        if changed["status"] == NEEDS_DICE:
            return answered(sentences_of(changed) or [], {"fight": fight, "needs_dice": True}, more=".")
        situation = changed["situation"]
        closing = [changed["summary"], *([situation["text"]] if situation else [])]
        steps = [each["text"] for each in changed.get("steps", [])]
        return answered(steps, facts_of(fight, changed["version"], situation), closing=closing, more=LOG)

    async def _tried(self, request: take.Tried, access: Access) -> dict[str, Any]:
        """Return what is posted for a request: the moves by their keys, and what is suggested for all others."""
        if request.procedure is not None:
            version = await self._version(access)
            return {"procedure": request.procedure, "input": request.input, "version": version}
        if not request.moves:
            raise ToolRefusal(
                "Say what to do: `moves` by figure, with keys of legal_moves, or a `procedure` with `input`."
            )
        known = await self._known(access)
        chosen = [await self._chosen(access, figure, key) for figure, key in request.moves.items()]
        inputs = [each["input"] for each in chosen]
        if not request.moves.keys() >= {*known["situation"]["next"]}:
            inputs += await self._others(access, request.moves)
        return {
            "procedure": chosen[0]["procedure"],
            "input": {**joined(inputs), **request.input},
            "version": known["version"],
        }

    async def _chosen(self, access: Access, figure: str, key: str) -> Json:
        """Return the move of a key: among those of its kind, which are listed sooner, or else among all.

        Raises: ToolRefusal, with the key that may be meant.
        """
        with suppress(DoesNotFit, UnfitRequest, ToolRefusal):
            return _found(await self._moves(access, figure, kinds=[kind_in(key)]), figure, key)
        return _found(await self._moves(access, figure), figure, key)

    async def _others(self, access: Access, chosen: Json) -> list[Json]:
        """Return the inputs of what is suggested for those who are next and have not chosen."""
        suggested = await self._operations.call("encounters/suggest", id=access.id, token=access.token)
        return [await self._suggested(access, each) for each in suggested["figures"] if each["figure"] not in chosen]

    async def _suggested(self, access: Access, suggestion: Json) -> Json:
        """Return the input of what is suggested for a figure; several moves of one are one order."""
        if len(suggestion["moves"]) == 1:
            return cast("Json", suggestion["moves"][0]["input"])
        asked = {"id": access.id, "token": access.token, "figure": suggestion["figure"]}
        return (await self._operations.call("encounters/suggest", **asked))["input"] or {}

    async def _moves(self, access: Access, figure: str | None, **more: Any) -> Any:
        return await self._operations.call(
            "encounters/legal-moves", id=access.id, token=access.token, figure=figure, **more
        )

    async def _version(self, access: Access) -> int:
        return int((await self._known(access))["version"])

    async def _situation(self, access: Access) -> Any:
        return (await self._known(access))["situation"]

    async def _known(self, access: Access) -> Any:
        return await self._operations.call("encounters/situation", id=access.id, token=access.token)

    async def _pools(self, family: str) -> Any:
        return (await self._operations.call("families/play", family=family))["pools"]


def lined_up(sides: str | Mapping[str, Any]) -> Json:
    """Return sides as what lines them up takes."""
    if not isinstance(sides, str):
        return {"sides": sides}
    return {"text": sides} if names_sides(sides) else {"fight": sides}


def _listed(encounter: Json) -> str:
    name = (encounter["meta"] or {}).get("fight") or encounter["id"]
    how = f"over, won by {encounter['winner'] or 'nobody'}" if encounter["over"] else "going on"
    return f"{name}: {encounter['family']}, {how}, version {encounter['version']}"


def _found(moves: Json, figure: str | None, key: str) -> Json:
    """Return the move of a key, or the move to a hex.

    Raises: ToolRefusal, with the key that may be meant.
    """
    known: dict[str, Json] = {}
    for each in moves["figures"]:
        known |= {move["key"]: move for move in each["moves"]}
        known |= {place_key(place, to): _to_hex(place, to) for place in each["places"] for to in place["hexes"]}
    if key in known:
        return known[key]
    barred = [each["why"] for listed in moves["figures"] for each in listed["barred"] if key.startswith(each["kind"])]
    why = f" {barred[0]}" if barred else meant(key, known)
    raise ToolRefusal(f"{figure or 'Nobody'} has no move {key!r} now.{why} legal_moves lists those that there are.")


def _to_hex(place: Json, to: Json) -> Json:
    """Return a move to a hex: the order of the place, with the way put in."""
    order = replaced(deepcopy(place["input"]), place["fills"], to["value"])
    return {"label": place["label"], "procedure": place["procedure"], "input": order, "free": place["free"]}
