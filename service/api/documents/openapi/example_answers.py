"""Example answers of the OpenAPI document: one real answer of every operation, with long lists shortened.

They are generated: `umpire contract` executes the example requests, plays the start of a fight in a store, and writes
what was answered to `answers.json`, which the service reads.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import orjson

from service.api.documents.example_requests import Request, as_json, run_example
from service.api.documents.openapi.schemas import Schemas
from service.encounters.trust.seats import seat_commit_of
from service.encounters.verifier import bundle
from service.forecasts.campaigns.campaign_queue import CampaignQueue
from service.forecasts.campaigns.campaign_store import KEPT_SECONDS
from service.operations.registry import Registry
from service.store.attempts import SHORTEST_SECRET_KEY, KeyedAttempts, set_attempts
from service.wire import to_json

FILE: Final = Path(__file__).with_name("answers.json")
PATH: Final = "service/api/documents/openapi/answers.json"
"""Where the file is in the repository."""

SHORT: Final = 1_200
"""The bytes of JSON from which on the lists of an answer are shortened."""

PLAIN_ITEMS: Final = 3
"""The most items of a list of words, numbers or lists in a shortened answer."""

SCHEMAS: Final = "definitions"
"""The field of an answer that has schemas by name."""


FEW_FIGHTS: Final = {"method": "sampled", "max_fights": 16}
FEW_REPLAYS: Final = {"max_replays": 64, "max_seconds": None}
"""The forecast of an answer that is quickly made."""


@cache
def example_answers() -> Mapping[str, Any]:
    """Return the example answers by operation, as they are in the file."""
    answers: Mapping[str, Any] = orjson.loads(FILE.read_bytes())
    return answers


def least_items(schemas: Schemas) -> Mapping[str, int]:
    """Return how many items the lists of a name have at least, in any model."""
    least: dict[str, int] = {}
    for schema in schemas.components.values():
        for name, field in schema.get("properties", {}).items():
            least[name] = max(least.get(name, 0), field.get("minItems", 0))
    return least


def shortened(answer: Any, least: Mapping[str, int]) -> Any:
    """Return an answer with few items in its lists, so that it is short if possible.

    Lists keep three items, two or one; in the end, lists of objects inside the items of lists are empty. Lists of words
    and numbers keep three, because coordinates are lists, too; `least` says by its name how many items a list needs.
    """
    for items, inside in ((3, 3), (2, 2), (1, 1), (1, 0)):
        if len(orjson.dumps(answer)) <= SHORT:
            break
        answer = _with_items(answer, "", (items, inside), least)
    return answer


def _with_items(value: Any, name: str, items: tuple[int, int], least: Mapping[str, int]) -> Any:
    """Shorten the lists of a value that is in a field of a name; lists inside lists keep the second number of items."""
    first, inside = items
    if isinstance(value, list):
        most = first if value and isinstance(value[0], dict) else PLAIN_ITEMS
        return [_with_items(each, name, (inside, inside), least) for each in value[: max(most, least.get(name, 0))]]
    if not isinstance(value, dict):
        return value
    fields = {key: _with_items(each, key, items, least) for key, each in value.items()}
    return {**fields, SCHEMAS: dict(list(fields[SCHEMAS].items())[:1])} if SCHEMAS in fields else fields


def beginning_of(file: str) -> str:
    """Return a picture as far as it says what is drawn, and its end; other files are returned unchanged."""
    told, end, drawing = file.partition("</desc>")
    return f"{told}{end}<!-- the drawing --></svg>" if drawing else file


SEAT: Final = "ann"
SHORT_LOG: Final = "logs/ticket.jsonl"


class Played:
    """The answers of operations that need a store or another answer: a fight, a shared roll, a proof, a batch."""

    def __init__(self, registry: Registry, queue: CampaignQueue, least: Mapping[str, int]) -> None:
        """Set the operations, which have a store, the queue of its campaigns, and how many items lists need."""
        self._registry = registry
        self._queue = queue
        self._least = least
        self.answers: dict[str, Any] = {}

    async def play(self) -> Mapping[str, Any]:
        """Run all of them, and return their answers by operation."""
        await self._fight(await self._smallest_fight())
        await self._draw()
        await self._campaign()
        roll = {"notation": "3d6", "dice": {"kind": "supplied", "faces": [4, 5, 2]}}
        rolled = await self._ask("dice/roll", {**roll, "keep": True})
        await self._ask("results/read", {"id": rolled["kept"]["id"]})
        await self._follow("results/follow", {"id": rolled["kept"]["id"], "until": 1})
        ticket = await self._ask("tickets/open", {"operation": "dice/roll", "request": {"notation": "3d6"}})
        for name in ("tickets/use", "tickets/get", "tickets/proof"):
            await self._ask(name, {"id": ticket["id"]})
        await self._ask("verify", {"operation": "dice/roll", "request": roll, "answer": rolled})
        await self._ask("batch", {"requests": [{"operation": "dice/roll", "body": roll}]})
        del self.answers["dice/roll"]
        return self.answers

    async def _smallest_fight(self) -> Any:
        """Return how the family is played whose first encounter is the shortest."""
        families = as_json(await self._run("families", {}))["families"]
        pages = [as_json(await self._run("families/play", {"family": each["name"]})) for each in families]
        return min((each for each in pages if each["moves"]), key=lambda each: len(orjson.dumps(each["begins"])))

    async def _fight(self, play: Any) -> None:
        created = await self._ask("encounters/create", play["begins"])
        who = {"id": created["id"], "token": created["referee"]}
        move = {"procedure": play["moves"][0]["procedure"], **play["moves"][0]["example"]}
        await self._ask("encounters/preview", {**who, **move})
        await self._ask("encounters/odds", {**who, "procedure": "resolve-skirmish", "forecast": FEW_FIGHTS})
        await self._ask("encounters/act", {**who, **move, "version": 1})
        await self._ask("encounters/undo", {**who, "version": 2})
        await self._ask("encounters/redo", {**who, "version": 3})
        await self._ask("encounters/correct", {**who, "version": 4, "reveal": "all"})
        await self._ask("encounters/get", who)
        await self._ask("encounters/situation", who)
        await self._ask("encounters/verify", who)
        await self._ask("encounters/luck", {**who, **FEW_REPLAYS})
        log = as_json(await self._run("encounters/log", {**who, "limit": 100}))
        await self._ask("encounters/log", {**who, "limit": 1})
        await self._ask("encounters/verify-log", {"entries": log["entries"]})
        await self._ask("encounters/verify-log", {"lines": bundle.text_of(SHORT_LOG).splitlines()})
        await self._ask("encounters/luck-of-log", {"entries": log["entries"], **FEW_REPLAYS})
        await self._follow("encounters/follow", {**who, "after": 1, "until": 2})
        await self._list(who)
        await self._post_changes(who)
        await self._ask("encounters/fork", who)
        await self._ask("encounters/tokens", {**who, "viewer": "rotate"})
        await self._ask("encounters/delete", {**who, "version": 5})
        await self._lead(play["begins"])
        await self._seat(play["begins"])
        await self._announce(play)

    async def _lead(self, begins: Any) -> None:
        """Ask what may be done and what is suggested, once dice have decided who is first."""
        created = as_json(await self._run("encounters/create", begins))
        who = {"id": created["id"], "token": created["referee"]}
        suggested = as_json(await self._run("encounters/suggest", who))
        move = {"procedure": suggested["procedure"], "input": suggested["input"]}
        acted = as_json(await self._run("encounters/act", {**who, **move, "version": 1}))
        figure = acted["situation"]["next"][0]
        await self._ask("encounters/suggest", who)
        await self._ask("encounters/legal-moves", {**who, "figure": figure})
        await self._run("encounters/delete", {**who, "version": 2})

    async def _seat(self, begins: Any) -> None:
        """Play with a seat: it is taken and contributes; then the log is ended and exported."""
        policy = {"dice_policy": {"seats": [SEAT]}}
        created = orjson.loads(to_json(await self._run("encounters/create", {**begins, **policy})))
        who = {"id": created["id"], "token": created["referee"]}
        values = ["1" * 64, "2" * 64]
        commits = [seat_commit_of(created["id"], SEAT, each) for each in values]
        player = {"id": who["id"], "token": created["invitations"][0]["invitation"]}
        taken = await self._ask("encounters/join", {**player, "seat": SEAT, "commit": commits[0]})
        contribution = {"value": values[0], "commit": commits[1]}
        await self._ask("encounters/contribute", {"id": who["id"], "token": taken["token"], **contribution})
        await self._ask("encounters/invite", {**who, "seat": SEAT})
        await self._ask("encounters/end", {**who, "version": 3})
        await self._ask("encounters/proof", {**who, "after": "00000003"})
        await self._run("encounters/delete", {**who, "version": 4})

    async def _announce(self, play: Any) -> None:
        """Announce an act, and withdraw it."""
        policy = {"dice_policy": {"announce": True}}
        created = orjson.loads(to_json(await self._run("encounters/create", {**play["begins"], **policy})))
        who = {"id": created["id"], "token": created["referee"]}
        move = play["moves"][0]
        asked = {"procedure": move["procedure"], "input": move["example"]["input"]}
        await self._ask("encounters/announce", {**who, **asked, "version": 1})
        await self._ask("encounters/withdraw", {**who, "version": 2})
        await self._run("encounters/delete", {**who, "version": 3})

    async def _draw(self) -> None:
        """Draw the shortest encounter that has a map."""
        created = [example.request for example in self._registry["encounters/create"].examples]
        mapped = [each for each in created if self._registry.get(f"{each['family']}/map") is not None]
        shortest = min(mapped, key=lambda each: len(to_json(each)))
        encounter = orjson.loads(to_json(await self._run("encounters/create", shortest)))
        who = {"id": encounter["id"], "token": encounter["referee"]}
        await self._ask("encounters/map", who)
        await self._ask("encounters/draw-map", {**who, "lines": [{"start": [-1, 0], "goal": [1, 0]}]})
        await self._run("encounters/delete", {**who, "version": 1})

    async def _campaign(self) -> None:
        """Start a campaign and cancel it, while a process gives signs of life that plays nothing."""
        listing = as_json(await self._run("listings/create", {}))["token"]
        example = self._registry["campaigns/start"].examples[0].request
        started = await self._ask_alive("campaigns/start", {**example, "listing": listing})
        who = {"id": started["id"]}
        await self._ask_alive("campaigns/get", who)
        await self._ask("campaigns/cell", {**who, "cell": 0})
        await self._ask("campaigns/picture", who)
        await self._ask("campaigns/fight", {**who, "n": 0})
        listed = await self._ask("campaigns/list", {"token": listing})
        for each in listed["campaigns"]:
            each["expires_in"] = KEPT_SECONDS  # as if no time had passed
        await self._ask("campaigns/cancel", {**who, "token": started["token"]})
        await self._give_sign_of_life()
        await self._follow("campaigns/follow", who)

    async def _ask_alive(self, name: str, request: Request) -> Any:
        """Run an operation that says how many processes play, and keep its answer."""
        await self._give_sign_of_life()
        return await self._ask(name, request)

    async def _give_sign_of_life(self) -> None:
        """Do as a process does that plays campaigns."""
        await self._queue.live(processes=2, campaigns=0)

    async def _list(self, who: Request) -> None:
        """Put the fight on a listing, and read it."""
        listing = {"token": (await self._ask("listings/create", {}))["token"]}
        await self._ask("encounters/add-to-listing", {**who, "listing": listing["token"]})
        listed = await self._ask("encounters/list", listing)
        for each in listed["encounters"]:
            each["expires_in"] = each["ttl"]  # as if no time had passed
        await self._ask("listings/delete", listing)

    async def _post_changes(self, who: Request) -> None:
        """Have the fight's changes posted to a server."""
        webhook = await self._ask("encounters/add-webhook", {**who, "url": "https://example.com/fights"})
        await self._ask("encounters/webhooks", who)
        await self._ask("encounters/delete-webhook", {**who, "webhook": webhook["webhook"]})

    async def _ask(self, name: str, request: Request) -> Any:
        """Run an operation, and keep its answer."""
        answer = as_json(await self._run(name, request))
        self.answers[name] = answer
        return answer

    async def _follow(self, name: str, request: Request) -> None:
        """Follow a feed to its end, and keep its events as REST sends them."""
        feed = await self._run(name, request)
        events = []
        try:
            async for event in feed:
                data = shortened(as_json(event), self._least)
                head = f"id: {data['version']}\nevent: entry\n" if "version" in data else "event: end\n"
                events.append(f"{head}data: {orjson.dumps(data).decode()}\n\n")
        finally:
            await feed.close()
        self.answers[name] = "".join(events)

    async def _run(self, name: str, request: Request) -> Any:
        """Run an operation with ids, tokens and seeds that are the same every time."""
        set_attempts(KeyedAttempts(name.encode(), b"example answers"), SHORTEST_SECRET_KEY)
        try:
            return await run_example(self._registry[name], request)
        finally:
            set_attempts(None)


def answers_in(
    registry: Registry,
    executed: Mapping[str, Mapping[str, Any]],
    played: Mapping[str, Any],
    least: Mapping[str, int],
) -> str:
    """Write the file: of each operation the answer to its first example, or the one that was played."""
    found = {name: next(iter(examples.values()))["answer"] for name, examples in executed.items()} | dict(played)
    answers = {operation.name: shortened(found[operation.name], least) for operation in registry}
    return orjson.dumps(answers, option=orjson.OPT_INDENT_2).decode() + "\n"
