"""Draws: dice that are committed to one act ahead, whatever the referee does in between."""

import hmac
from collections import Counter
from typing import Any, Final

import pytest

from service.api.http.problem_documents import Asgi
from service.dice.seeded import SeededStream
from service.encounters.trust.draws import commit_of, dice_key, draw_of, opening_of, promise_of, seed_of
from service.encounters.trust.hashing import SHA256_BLOCK, keyed
from service.store.connection import Connection
from service.store.key_names import keys_of
from tests.encounters.client import STRIKE, UNSEEDED, Client, Table, seated

ID: Final = "0123456789abcdef0123456789abcdef"
KEY: Final = dice_key(bytes(range(100, 132)), ID)
OWN: Final[Any] = {"dice_policy": {}}
NOBODY: Final[Any] = {"dice_policy": {"supplied": "nobody"}}
STRICT: Final = {"supplied": "nobody", "seeds": "nobody", "seats": [], "wait_for": "nobody", "announce": False}
LEFT_OVER: Final[Any] = {
    **UNSEEDED,
    "dice": {"kind": "supplied", "cards": ["QH"], "when_exhausted": "roll"},
}
"""The service rolls all faces, and then a card is left over."""


def test_vector() -> None:
    """Promise, opening and commitment are those of the published vector."""
    opening = opening_of(KEY, ID, 1)
    assert promise_of(ID, KEY) == "bce2dd3b6658c3ce85dacca6e14ed7b93442851dbdc048b2606803b5cef36b6b"
    assert opening == "93415489249a03a04b56db1207f3a857e391ee6330f6e8958875849c52ecc159"
    assert commit_of(ID, 1, opening) == "5c5f143668205421b4685a55abc2314c4e655693bdc130724136f8074aa4e3fc"
    assert draw_of(ID, KEY, 1).seed == "sha256ctr1:e7d956c05f60b030b292517ce171bbe2d7c7e4e446d03f6edff5d669e189c441"


def test_keyed_hashes() -> None:
    """A keyed hash is the HMAC that everybody else computes, also under the longest key."""
    for key in (b"", bytes(32), bytes(range(SHA256_BLOCK))):
        assert keyed(key, "seed", "x", 5) == hmac.digest(key, b"umpire:seed:1\nx\n5\n", "sha256")


def test_faces_of_draws() -> None:
    """Dice from draws fall evenly: no face of 60 000 is off by more than chance allows."""
    faces: Counter[int] = Counter()
    for n in range(1, 601):
        faces.update(SeededStream(draw_of(ID, KEY, n).seed).faces(100, 6))
    assert sum((faces[face] - 10_000) ** 2 / 10_000 for face in range(1, 7)) < 25.7  # one chance in 10 000


async def commitment(table: Table) -> Any:
    """What the service is bound to now, as a viewer reads it."""
    return (await table.viewer.ask("GET", table.path)).json["commitment"]


async def test_acts(app: Asgi) -> None:
    """Each act opens what was committed to before it, and rolls from the seed that follows."""
    table = await seated(app, **OWN, reveal="faces")
    for n in (1, 2, 3):
        before = await commitment(table)
        act = (await table.act("resolve-attack", UNSEEDED)).json
        draw = act["draw"]
        assert (before["draw"], draw["n"], act["commitment"]) == (n, n, await commitment(table))
        assert commit_of(table.id, n, draw["opening"]) == before["commit"]
        assert act["dice"]["seed"] == draw["seed"] == seed_of(table.id, n, draw["opening"])
        assert act["commitment"]["promise"] == before["promise"]
        await table.change("undo")
    taken = [entry["draw"]["n"] for entry in await table.log() if entry["draw"] is not None]
    assert taken == [1, 2, 3]  # what was undone stays burned


async def test_previews(app: Asgi) -> None:
    """A preview touches no draw, has other dice, and says so."""
    table = await seated(app, **OWN)
    before = await commitment(table)
    tried = (await table.referee.ask("POST", f"{table.path}/resolve-attack/preview", UNSEEDED)).json
    assert (tried["dice"]["seed_by"], "draw" in tried, await commitment(table)) == ("preview", False, before)
    acted = (await table.act("resolve-attack", UNSEEDED)).json
    assert acted["dice"]["seed"] != tried["dice"]["seed"]


async def test_missing_dice_take_no_draw(app: Asgi) -> None:
    """Asking for dice reads no number of the draw."""
    table = await seated(app, **OWN)
    before = await commitment(table)
    asked = {**UNSEEDED, "dice": {"kind": "supplied", "faces": [15]}}
    assert (await table.act("resolve-attack", asked)).json["status"] == "needs_dice"
    assert (await commitment(table), (await table.get())["version"]) == (before, 1)


@pytest.mark.parametrize(
    ("policy", "dice", "pointer"),
    [
        (OWN, STRIKE["dice"], "/dice/seed"),
        (OWN, {"kind": "supplied", "faces": [15], "when_exhausted": "roll", "seed": "sha256ctr1:x"}, "/dice/seed"),
        (NOBODY, {"kind": "supplied", "faces": [15, 60, 8]}, "/dice/kind"),
    ],
)
async def test_policies(app: Asgi, policy: Any, dice: Any, pointer: str) -> None:
    """What the policy lets nobody bring is refused, and nothing is stored; a fork may have another policy."""
    table = await seated(app, **policy)
    refused = await table.act("resolve-attack", {**UNSEEDED, "dice": dice})
    assert (refused.status, refused.problem) == (409, "dice-policy-refuses")
    assert (refused.json["errors"][0]["pointer"], (await table.get())["version"]) == (pointer, 1)
    other = {"dice_policy": {**STRICT, "supplied": "referee", "seeds": "referee"}}
    fork = (await table.referee.ask("POST", f"{table.path}/fork", other)).json
    assert fork["dice_policy"] == other["dice_policy"]
    copy = Table(fork["id"], Client(app, fork["referee"]), Client(app, fork["viewer"]), Client(app))
    assert (await copy.act("resolve-attack", {**UNSEEDED, "dice": dice})).status == 200
    assert (await copy.log())[0]["dice_policy"] == other["dice_policy"]


async def test_forks(app: Asgi) -> None:
    """A fork has the policy of the original and dice of its own."""
    table = await seated(app, **NOBODY)
    fork = (await table.referee.ask("POST", f"{table.path}/fork")).json
    assert fork["dice_policy"] == STRICT
    assert fork["commitment"]["promise"] != (await commitment(table))["promise"]


async def test_void(app: Asgi) -> None:
    """A refusal after dice were rolled is in the log and has taken its draw; of it viewers see only that it was."""
    table = await seated(app, **OWN, reveal="all")
    before = await commitment(table)
    refused = await table.act("resolve-attack", LEFT_OVER)
    assert (refused.status, refused.problem) == (409, "dice-supply-left-over")
    assert "version 2" in refused.json["detail"]
    void = (await table.log())[-1]
    assert (void["kind"], void["problem"], void["draw"]["n"]) == ("void", "dice-supply-left-over", 1)
    assert commit_of(table.id, 1, void["draw"]["opening"]) == before["commit"]
    assert (void["before"], void["after"], void["input"]) == (
        *[(await table.get())["state_hash"]] * 2,
        UNSEEDED["input"],
    )
    seen = (await table.log(table.viewer))[-1]
    assert {name for name, each in seen.items() if each} == {
        "version",
        "kind",
        "reveal",
        "summary",
        "head",
        "situation",
    }
    assert (await table.act("resolve-attack", UNSEEDED)).json["draw"]["n"] == 2
    verified = (await table.referee.ask("POST", f"{table.path}/verify")).json
    assert verified["status"] == "verified", verified


async def test_a_refusal_before_dice_were_rolled(app: Asgi) -> None:
    """Where no number of the draw was read, nothing is written."""
    table = await seated(app, **OWN)
    before = await commitment(table)
    refused = await table.act("resolve-attack", {"input": {"attacker": "Ash", "defender": "Ash"}})
    assert (refused.status, await commitment(table)) == (409, before)
    supplied = {**UNSEEDED, "dice": {"kind": "supplied", "faces": [15, 60, 8, 1, 1, 1, 1, 1, 1]}}
    assert (await table.act("resolve-attack", supplied)).problem == "dice-supply-left-over"
    assert (await commitment(table), (await table.get())["version"]) == (before, 1)


async def test_undo_after_void(app: Asgi) -> None:
    """A void changes no state: what was done before it can be undone, and done again after it."""
    table = await seated(app, **OWN)
    await table.act("resolve-attack", UNSEEDED)
    await table.act("resolve-attack", LEFT_OVER)
    assert (await table.change("undo")).json["returns_to"] == 1
    await table.act("resolve-attack", LEFT_OVER)
    assert (await table.change("redo")).json["returns_to"] == 2
    assert (await table.referee.ask("POST", f"{table.path}/verify")).json["status"] == "verified"


@pytest.mark.parametrize("body", [UNSEEDED, LEFT_OVER])
async def test_keyed_retries(app: Asgi, body: Any) -> None:
    """A retry of what was written but not answered answers it, an act or a void, and takes no other draw."""
    table = await seated(app, **OWN)
    first, again = await table.act_twice("resolve-attack", body, version=1)
    assert first == again
    assert [entry["kind"] for entry in await table.log()] == ["create", "act" if body is UNSEEDED else "void"]


async def test_secrets(app: Asgi) -> None:
    """A secret act and a secret correction both take a draw, and look alike to viewers."""
    table = await seated(app, **OWN, reveal="all")
    await table.act("resolve-attack", {**UNSEEDED, "secret": True})
    await table.correct(secret=True)
    assert [entry["draw"] and entry["draw"]["n"] for entry in await table.log()] == [None, 1, 2]
    act, correction = [{**entry, "version": 0, "head": None} for entry in (await table.log(table.viewer))[1:]]
    assert act == correction
    assert (await commitment(table))["draw"] == 3
    assert (await table.referee.ask("POST", f"{table.path}/verify")).json["status"] == "verified"


@pytest.mark.parametrize(("reveal", "shown"), [("all", True), ("faces", True), ("outcomes", False)])
async def test_viewers(app: Asgi, reveal: str, *, shown: bool) -> None:
    """Viewers who see the dice see the draw and its seed; others see neither, and all see the commitment."""
    table = await seated(app, **OWN, reveal=reveal)
    act = (await table.act("resolve-attack", UNSEEDED)).json
    seen = (await table.log(table.viewer))[-1]
    assert (seen["draw"] == act["draw"], seen["dice"] == act["dice"]) == (shown, shown)
    assert shown or (seen["draw"], seen["dice"]) == (None, None)


async def test_encounters_of_older_releases(app: Asgi, store: Connection) -> None:
    """Without a secret nothing can be played any more, but read, verified and forked; the fork has one."""
    table = await seated(app)
    async with store as redis:
        await redis.hdel(keys_of(table.id)[0], "secret", "draw", "policy")
    assert (await table.act("resolve-attack", UNSEEDED)).problem == "draws-lost"
    view = await table.get()
    assert (view["commitment"], view["dice_policy"]) == (None, None)
    assert (await table.correct(secret=True)).status == 200
    fork = (await table.referee.ask("POST", f"{table.path}/fork")).json
    copy = Table(fork["id"], Client(app, fork["referee"]), Client(app, fork["viewer"]), Client(app))
    assert (await copy.act("resolve-attack", UNSEEDED)).json["draw"]["n"] == 1
