"""The calls of a client as flows: which requests they send, and what they make of the answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, urlencode
from uuid import uuid4

from umpire_client.exchange import Ask, Flow, Reply, Send, answered, read, written
from umpire_client.following import followed
from umpire_client.problems import missing_dice

if TYPE_CHECKING:
    from umpire_client import types
    from umpire_client.exchange import AsyncDice
    from umpire_client.plays import Playable

JSON: Final = {"content-type": "application/json"}
NEEDS_DICE: Final = "needs_dice"
ENCOUNTERS: Final = "/v1/encounters"
CAMPAIGNS: Final = "/v1/campaigns"
PAGE: Final = 100

Round = Callable[[Mapping[str, Any], str | None], Flow[Any]]
"""Sends a body with an idempotency key."""


def new_key() -> str:
    """Return an idempotency key that nobody can guess."""
    return uuid4().hex


class Calls:
    """What all calls of a client have in common: its API key, its token, and how often it sends a request again."""

    def __init__(self, token: str | None, retries: int, api_key: str | None = None) -> None:
        self.token = token
        self.retries = retries
        self.api_key = api_key

    def headers(self, token: str | None) -> dict[str, str]:
        """Return the headers with the API key, if there is one, and with a token, or with that of the client."""
        found = token or self.token
        headers = {} if self.api_key is None else {"x-api-key": self.api_key}
        return headers if found is None else {**headers, "authorization": f"Bearer {found}"}

    def send(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        token: str | None = None,
        version: int | None = None,
        key: str | None = None,
    ) -> Flow[Any]:
        """Send a request, and read its answer."""
        headers = self.headers(token)
        headers |= {} if body is None else JSON
        headers |= {} if version is None else {"if-match": f'"{version}"'}
        headers |= {} if key is None else {"idempotency-key": key}
        content = None if body is None else written(body)
        reply: Reply = yield from answered(Send(method, path, headers, content), self.retries)
        return read(reply)

    def call(self, method: str, path: str, body: object, key: str | None, **more: Any) -> Flow[Any]:
        """Send any request; whatever is no GET has an idempotency key, so that it can be sent again."""
        named = key if method == "GET" else key or new_key()
        return self.send(method, path, body, key=named, **more)

    def resolve(self, operation: str, body: Mapping[str, Any], dice: AsyncDice | None, key: str | None) -> Flow[Any]:
        """Resolve an operation. It has an idempotency key of its own only if the answer is kept."""
        path = f"/v1/{operation}"
        is_kept = body.get("keep") or body.get("keep_with")
        named = key or (new_key() if is_kept else None)
        return played(lambda sent, turn: self.send("POST", path, sent, key=turn), path, body, dice, named)

    def get(self, path: str, token: str | None, values: Mapping[str, Any]) -> Flow[Any]:
        """Read what is at a path."""
        return self.send("GET", address(path, values), token=token)

    def create(self, body: Mapping[str, Any], key: str | None) -> Flow[types.EncounterCreated]:
        """Create an encounter."""
        return self.call("POST", ENCOUNTERS, body, key)

    def campaign(self, body: Mapping[str, Any], key: str | None) -> Flow[types.CampaignStarted]:
        """Start a campaign."""
        return self.call("POST", CAMPAIGNS, body, key)


class CallsOfEncounter:
    """The calls on one encounter; `version` is the newest one that any of them was answered with."""

    def __init__(self, calls: Calls, id: str, token: str | None, seen: types.EncounterCreated | None = None) -> None:
        self.calls = calls
        self.id = id
        self.token = token
        self.version = None if seen is None else seen["version"]
        self.path = f"{ENCOUNTERS}/{quote(id, safe='')}"
        self._situation = None if seen is None else seen["situation"]

    @property
    def situation(self) -> types.Situation:
        """Return the situation in the newest version that an answer had the state of.

        Raises: ValueError, if none was seen.
        """
        if self._situation is None:
            raise ValueError("No situation of this encounter was seen yet: read() it.")
        return self._situation

    def moves(self, figure: str | None, **which: Any) -> Flow[Any]:
        """List what a figure may do; None: what all may do who choose now."""
        answer: types.EncounterMoves = yield from self._get("/legal-moves", figure=figure, **which)
        return answer["figures"] if figure is None else answer["figures"][0]

    def suggest(self, figure: str | None, **whom: Any) -> Flow[types.EncounterSuggestions]:
        """Say what the service would do with a figure; None: with all who choose now."""
        return self._get("/suggest", figure=figure, **{name: each or None for name, each in whom.items()})

    def play(
        self,
        moves: Sequence[Playable],
        body: Mapping[str, Any],
        version: int | None,
        dice: AsyncDice | None,
        key: str | None,
    ) -> Flow[types.EncounterActed]:
        """Play moves of different figures at once; the body is that of the act without its input.

        Without a move dice decide who is next, if they have to.
        """
        procedure, whole = joined(moves) if moves else self._rolling()
        return self.act(procedure, {**body, "input": whole}, version, dice, key)

    def _rolling(self) -> tuple[str, dict[str, Any]]:
        """Return the procedure that rolls who is next, and its input.

        Raises: ValueError, if that is not for dice to decide.
        """
        told = self._situation
        if told is None or told["procedure"] is None or told["decision"] != "turn" or told["next"]:
            raise ValueError("There is no move to play.")
        return told["procedure"], {}

    def read(self) -> Flow[types.EncounterView]:
        """Read it."""
        return self._seen(self._get(""))

    def act(
        self, procedure: str, body: Mapping[str, Any], version: int | None, dice: AsyncDice | None, key: str | None
    ) -> Flow[types.EncounterActed]:
        """Play a procedure and store its outcome; all rounds of dice apply to the same version."""
        path, applies = f"/{quote(procedure, safe='')}", self._version(version)

        def play(sent: Mapping[str, Any], turn: str | None) -> Flow[Any]:
            return self._change("POST", path, sent, applies, turn)

        return self._seen(played(play, self.path + path, body, dice, key or new_key()))

    def preview(self, procedure: str, body: Mapping[str, Any], dice: AsyncDice | None) -> Flow[types.EncounterPreview]:
        """Play a procedure and store nothing."""
        path = f"{self.path}/{quote(procedure, safe='')}/preview"
        return played(lambda sent, _: self.calls.send("POST", path, sent, token=self.token), path, body, dice, None)

    def odds(
        self,
        procedure: str,
        input: Mapping[str, Any],
        forecast: types.ForecastOptionsInput | None,
        at_version: int | None,
    ) -> Flow[types.EncounterOdds]:
        """Work out the odds of a procedure."""
        chosen = {"forecast": forecast, "at_version": at_version}
        body = {"input": input, **{name: value for name, value in chosen.items() if value is not None}}
        path = f"{self.path}/{quote(procedure, safe='')}/odds"
        return self.calls.send("POST", path, body, token=self.token)

    def turn(self, word: str, version: int | None, key: str | None) -> Flow[types.EncounterChanged]:
        """Undo or redo."""
        return self._seen(self._change("POST", f"/{word}", None, self._version(version), key))

    def correct(self, body: Mapping[str, Any], version: int | None, key: str | None) -> Flow[types.EncounterChanged]:
        """Put values right."""
        return self._seen(self._change("PATCH", "", body, self._version(version), key))

    def log(self) -> Flow[list[types.EncounterEntry]]:
        """Read all pages of the log."""
        entries: list[types.EncounterEntry] = []
        after = None
        while True:
            page: types.EncounterLog = yield from self._get("/log", after=after, limit=PAGE)
            entries += page["entries"]
            if not page["more"]:
                return entries
            after = page["next"]

    def luck(self) -> Flow[types.EncounterLuck]:
        """Say how lucky each side has been."""
        return self._get("/luck")

    def verify(self) -> Flow[types.LogVerified | types.LogDiverged]:
        """Verify the log; nothing is changed, so that it needs no idempotency key."""
        return self.calls.send("POST", f"{self.path}/verify", token=self.token)

    def map(self, overlay: Mapping[str, Any] | None) -> Flow[str]:
        """Draw the map."""
        path = f"{self.path}/map.svg"
        return self.calls.send("GET" if overlay is None else "POST", path, overlay, token=self.token)

    def fork(self, key: str | None) -> Flow[types.EncounterCreated]:
        """Make a copy."""
        return self._change("POST", "/fork", None, None, key)

    def tokens(self, body: Mapping[str, Any], key: str | None) -> Flow[types.EncounterTokens]:
        """Replace or revoke tokens."""
        return self._change("POST", "/tokens", body, None, key)

    def delete(self, version: int | None, key: str | None) -> Flow[types.EncounterDeleted]:
        """Delete it."""
        return self._change("DELETE", "", None, self._version(version), key)

    def follow(self, after: int | None) -> Flow[types.FeedEnded]:
        """Follow the log after a version, by default after the present one."""
        if after is None:
            view: types.EncounterView = yield from self._get("")
            after = view["version"]
        path, headers = f"{self.path}/stream", self.calls.headers(self.token)
        return (yield from followed(path, headers, after, self.calls.retries))

    def _get(self, below: str, **values: Any) -> Flow[Any]:
        return self.calls.get(self.path + below, self.token, values)

    def _change(self, method: str, below: str, body: object, version: int | None, key: str | None) -> Flow[Any]:
        return self.calls.call(method, self.path + below, body, key, token=self.token, version=version)

    def _seen(self, flow: Flow[Any]) -> Flow[Any]:
        """Remember the version of an answer, and the situation in it."""
        answer = yield from flow
        if answer["version"] >= (self.version or 0):
            self.version = answer["version"]
            self._situation = answer.get("situation")
        return answer

    def _version(self, version: int | None) -> int:
        """Return the version that a change applies to: the one that is named, or else the one that was seen last."""
        found = self.version if version is None else version
        if found is None:
            raise ValueError("No version of this encounter was seen yet: read() it, or say which version is meant.")
        return found


class CallsOfCampaign:
    """The calls on one campaign."""

    def __init__(self, calls: Calls, id: str, token: str | None) -> None:
        self.id = id
        self.token = token
        self._calls = calls
        self._path = f"{CAMPAIGNS}/{quote(id, safe='')}"

    def read(self, cell: int | None) -> Flow[types.Campaign]:
        """Read how far it is, and what its cells came to so far."""
        return self._get("", cell=cell)

    def cell(self, cell: int) -> Flow[types.CampaignCellOdds]:
        """Read the odds of one cell."""
        return self._get(f"/cells/{cell}")

    def fight(self, n: int, cell: int) -> Flow[types.CampaignFight]:
        """Read the request of one fight."""
        return self._get(f"/fights/{n}", cell=cell)

    def chart(self, side: str | None) -> Flow[str]:
        """Draw it."""
        return self._get("/chart.svg", side=side)

    def cancel(self, key: str | None) -> Flow[types.CampaignCancelled]:
        """Cancel it."""
        return self._calls.call("DELETE", self._path, None, key, token=self.token)

    def follow(self, after: int) -> Flow[types.FeedEnded]:
        """Follow its state."""
        return followed(f"{self._path}/stream", self._calls.headers(None), after, self._calls.retries)

    def _get(self, below: str, **values: Any) -> Flow[Any]:
        return self._calls.get(self._path + below, None, values)


def address(path: str, values: Mapping[str, Any]) -> str:
    """Return a path with its placeholders filled in and all other values as its query; None is left out.

    What has several values stands there several times.

    Raises: ValueError, if a placeholder has no value.
    """
    names = re.findall(r"\{(\w+)\}", path)
    if missing := [name for name in names if values.get(name) is None]:
        raise ValueError(f"{path} needs {', '.join(missing)}")
    filled = re.sub(r"\{(\w+)\}", lambda found: quote(str(values[found[1]]), safe=""), path)
    asked = {name: value for name, value in values.items() if name not in names and value is not None}
    query = urlencode({name: _worded(value) for name, value in asked.items()}, doseq=True)
    return f"{filled}?{query}" if query else filled


def _worded(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def moves_of(listed: types.FigureMoves) -> list[types.LegalMove]:
    """Return all moves of a figure, those that `places` has, too: a move for each hex, with its way filled in."""
    return [*listed["moves"], *[_moved_to(place, each) for place in listed["places"] for each in place["hexes"]]]


def _moved_to(place: types.Places, to: types.PlaceHex) -> types.LegalMove:
    """Return the move to a hex."""
    whole = deepcopy(place["input"])
    *path, last = place["fills"].split("/")[1:]
    held: Any = whole
    for name in path:
        held = held[name]
    held[last] = to["value"]
    q, r = to["hex"]
    return {
        "key": f"{place['key']}/{q},{r}",
        "kind": place["kind"],
        "label": f"{place['label']} to [{q}, {r}]",
        "procedure": place["procedure"],
        "input": whole,
        "target": place["target"],
        "hex": to["hex"],
        "free": place["free"],
        "needs": [],
        "suggested": False,
        "chance": None,
        "odds": None,
    }


def joined(moves: Iterable[Playable]) -> tuple[str, dict[str, Any]]:
    """Return the procedure that plays some moves, and their inputs as one: lists of the same name are appended.

    Raises: ValueError, if there is nothing to play, or one procedure does not play all.
    """
    procedures, whole = dict.fromkeys([each["procedure"] for each in moves]), dict[str, Any]()
    match list(procedures):
        case [str(procedure)]:
            pass
        case [] | [None]:
            raise ValueError("There is no move to play.")
        case several:
            raise ValueError(f"These moves are not played at once: they are of {' and '.join(map(str, several))}.")
    for name, part in [part for each in moves for part in each["input"].items()]:
        if isinstance(part, list):
            whole[name] = [*whole.get(name, ()), *part]
        elif whole.setdefault(name, part) != part:
            raise ValueError(f"These moves are not played at once: they have different values of {name}.")
    return procedure, whole


def played(play: Round, path: str, body: Mapping[str, Any], dice: AsyncDice | None, key: str | None) -> Flow[Any]:
    """Send a body, again with more dice as long as the callback is asked for them, and return the answer.

    Each round is another body, and so has another idempotency key: `key.0`, `key.1` and so on.

    Raises: UmpireProblem, with `needs` if dice are missing and there is no callback; UmpireUnreachable; ValueError.
    """
    if not callable(dice):
        answer = yield from play(body if dice is None else {**body, "dice": dice}, key)
        if answer.get("status") == NEEDS_DICE:
            raise missing_dice(answer, path)
        return answer
    supplied: Mapping[str, Any] = body.get("dice") or {"kind": "supplied"}
    if supplied["kind"] != "supplied":
        raise ValueError("Either the callback gives the dice or a seed does, not both.")
    faces, cards, turn = list(supplied.get("faces", ())), list(supplied.get("cards", ())), 0
    while True:
        given = {**supplied, "faces": faces, "cards": cards}
        answer = yield from play({**body, "dice": given}, key and f"{key}.{turn}")
        if answer.get("status") != NEEDS_DICE:
            return answer
        _sort((yield Ask(dice, answer["need"], answer["steps"])), faces, cards, answer["need"])
        turn += 1


def _sort(rolled: Iterable[int | str], faces: list[int], cards: list[str], need: types.Need) -> None:
    """Add what was rolled to the faces, and what was drawn to the cards.

    Raises: ValueError, if it is nothing: the same would be asked for ever.
    """
    found = [rolled] if isinstance(rolled, str) else list(rolled)
    if not found:
        raise ValueError(f"The callback gave no dice: {need['text']}")
    faces += [each for each in found if not isinstance(each, str)]
    cards += [each for each in found if isinstance(each, str)]
