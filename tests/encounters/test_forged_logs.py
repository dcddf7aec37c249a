"""Whatever is changed in the log of a fight of whatever family, a proof names the entry and what differs there."""

import copy
from typing import Any, Final

import pytest

from service.api.http.problem_documents import Asgi
from service.wire import to_json
from tests.encounters.client import Client, Table, seated
from tests.encounters.plays import PLAYS, RIGHT, begun, moves
from tests.operations.tampering import at
from tests.rings import in_few, many

LOG: Final = "/v1/encounters/verify"
MOST: Final = 40
NOT_KNOWN: Final = frozenset(
    {
        ("input",),
        ("operation",),
        ("state",),
        ("dice", "seed"),
        ("dice", "seed_by"),
    }
)
"""What the referee or the service said, where it stands: it is known wrong by what follows from it, if by anything."""


def every(family: str, quick: int, longest: int) -> int:
    """Of how many places of an entry one is forged, of the next entry another one; `make test-all` forges each."""
    return many(1, longest if family in LONGEST else quick)


async def played(app: Asgi, family: str) -> Table:
    """A table at which there was something of every kind: seen, corrected, undone, redone, and secret."""
    table = await seated(app, **{**begun(family), "reveal": "all"})
    name, body = next(iter(moves(family).items()))
    pointer, value = RIGHT[family]
    right = [{"pointer": pointer, "value": value}]
    assert (await table.act(name, body)).status == 200
    assert (await table.correct(changes=right, reveal="faces")).status == 200
    for how in ("undo", "redo", "undo", "undo"):
        assert (await table.change(how)).status == 200
    assert (await table.act(name, {**body, "secret": True})).status == 200
    return table


async def headless(table: Table) -> list[Any]:
    """The log without its heads: what they prove is in the bytes of an export (`tests/encounters/test_heads.py`)."""
    return [{name: each for name, each in entry.items() if name not in BESIDE} for entry in await table.log()]


async def proof(app: Asgi, entries: list[Any]) -> Any:
    """What is said of a log."""
    return (await Client(app).ask("POST", LOG, {"entries": entries})).json


def changes(value: Any, path: tuple[Any, ...]) -> list[tuple[tuple[Any, ...], Any]]:
    """Another value for everything in an entry."""
    if isinstance(value, dict):
        return [each for key in value for each in changes(value[key], (*path, key))]
    if isinstance(value, list) and value and path[-1] != "faces":
        return [each for place, item in enumerate(value) for each in changes(item, (*path, place))]
    return [(path, _other(value))]


def _other(value: Any) -> Any:
    if value is None or isinstance(value, list):
        return [*(value or ()), 1]
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int | float) else f"{value}x"


def forged(entries: list[Any], position: int, path: tuple[Any, ...], value: Any) -> list[Any]:
    """A log in which one value is another; what the path does not lead through is not copied."""
    changed = entries.copy()
    here: Any = changed
    for key in (position, *path[:-1]):
        here[key] = here[key].copy()
        here = here[key]
    here[path[-1]] = value
    return changed


def followed(path: tuple[Any, ...], version: int, told: Any) -> bool:
    """Whether a proof rightly names what follows from a change instead of the change itself."""
    is_choice = path == ("reveal",) and version in CHOSEN
    if is_choice:  # the referee chose so, and it held until the next choice
        return bool(told["version"] == version + 1 and told["pointer"] == "/reveal")
    if path[0] == "rulings" and version == 1:  # the rulings are as they were created, and hold to the end
        return (told["version"], told["pointer"]) == (2, f"/rulings/{path[1]}")
    if path == ("dice_policy", "announce"):  # by the changed policy the first act should have been announced
        return bool(told["pointer"] == "/kind")
    if path == ("secret",):
        return bool(told["pointer"] in ("/reveal", "/draw"))
    return path[:1] in NOT_KNOWN or path[:2] in NOT_KNOWN or path[:1] == ("dice",)


CHOSEN: Final = (1, 3)
LONGEST: Final = frozenset({"heroic", "tactical"})
"""The families whose logs take longest to prove. `make test` forges them in fewer places: one function compares all."""
BESIDE: Final = ("head", "situation")
"""What stands beside an entry: a proof has its own way to check heads, and a situation follows from the state."""
RULINGS: Final = many(1, 6)
"""Of the rulings of an entry each is changed, or each sixth; of the next entry other ones, so that each is changed."""


@pytest.mark.parametrize("family", in_few(sorted(PLAYS), "laurels", "opposed"))
async def test_every_field_of_every_entry(app: Asgi, family: str) -> None:
    """What is changed is named where it stands; what only the referee knew is named by what follows from it."""
    entries = await (await played(app, family)).log()
    assert (await proof(app, entries))["status"] == "verified"
    tried = 0
    for position, entry in enumerate(entries):
        found = changes(entry, ())
        rulings = [each for each in found if each[0][0] == "rulings"]
        some = [
            *found[:: len(found) // many(MOST, MOST // 4) + 1],
            *[each for each in found if len(each[0]) < 3 and each[0][0] != "rulings"],
        ]
        step = every(family, 1, 3)
        for path, value in [*some[position % step :: step], *rulings[position % RULINGS :: RULINGS]]:
            if path[0] in BESIDE or (path[:2] == ("dice", "seed_by") and value == "service"):
                continue
            changed = forged(entries, position, path, value)
            told = await proof(app, changed)
            if told["status"] in (409, 422):
                assert told["errors"][0]["pointer"].startswith(f"/entries/{position}"), (path, told)
                continue
            assert told["status"] == "diverged", (position, path, value, told)
            at(changed[told["version"] - 1], told["pointer"])
            named = "".join(f"/{key}" for key in path)
            exact = told["version"] == position + 1 and told["pointer"] in (named, f"{named}/0")
            assert exact or followed(path, position + 1, told), (position, path, value, told)
            tried += 1
    assert tried > many(100, 40)


@pytest.mark.parametrize("family", in_few(sorted(PLAYS), "laurels", "opposed"))
async def test_what_is_left_out_or_added(app: Asgi, family: str) -> None:
    """A field that is missing is named by the entry that lacks it, one that is added by itself."""
    entries = await headless(await played(app, family))
    for position, entry in enumerate(entries):
        step = every(family, 3, 6)
        for name in list(entry)[position % step :: step]:
            lacking = copy.deepcopy(entries)
            del lacking[position][name]
            told = await proof(app, lacking)
            assert told["status"] in ("diverged", 409), (position, name)
            assert told["status"] == 409 or (told["version"], told["pointer"]) == (position + 1, ""), (name, told)
        told = await proof(app, forged(entries, position, ("more",), 1))
        assert (told["version"], told["pointer"]) == (position + 1, "/more")


@pytest.mark.parametrize("family", sorted(PLAYS))
async def test_a_log_from_before_an_option_is_proved(app: Asgi, family: str) -> None:
    """Entries may lack an option that is at its default, as if they were older."""
    entries = await headless(await played(app, family))
    option = next(iter(entries[0]["rulings"]))
    for entry in entries:
        entry["rulings"].pop(option, None)
    assert (await proof(app, entries))["status"] == "verified"


async def test_dice_that_were_brought(app: Asgi) -> None:
    """How many dice were brought, and by which source, is covered."""
    table = await seated(app, reveal="all")
    strike = {"input": {"attacker": "Ash", "defender": "Orc"}}
    assert (
        await table.act("resolve-attack", {**strike, "dice": {"kind": "supplied", "faces": [15, 60, 8]}})
    ).status == 200
    entries = await table.log()
    for path, value, pointer in [
        (("dice", "kind"), "seeded", "/dice/supplied_faces"),
        (("dice", "supplied_faces"), 2, "/dice/supplied_faces"),
        (("dice", "supplied_cards"), 1, "/dice/supplied_cards"),
        (("dice", "seed"), "sha256ctr1:x", "/dice/seed"),
        (("dice", "seed_by"), "service", "/dice/seed_by"),
        (("dice", "faces"), [15, 60], "/dice/supplied_faces"),
        (("dice", "faces"), [15, 60, 999], "/dice/faces/2"),
        (("dice", "faces"), [15, 60, 8, 8], "/dice/faces/3"),
    ]:
        told = await proof(app, forged(entries, 1, path, value))
        assert (told["status"], told.get("version"), told["pointer"]) == ("diverged", 2, pointer), (path, told)


HUGE = 10**30


@pytest.mark.parametrize(
    "path",
    [
        ("version",),
        ("rulings", "stun_fraction"),
        ("dice", "faces", 0),
        ("outcome", "summary"),
        ("steps", 0, "total"),
        ("input", "attacker"),
        ("more",),
    ],
)
async def test_integers_over_64_bits(app: Asgi, path: tuple[Any, ...]) -> None:
    """They are in no log, and are refused with 409 and a pointer, over REST too."""
    table = await seated(app)
    assert (await table.act("resolve-attack", {"input": {"attacker": "Ash", "defender": "Orc"}})).status == 200
    entries = forged(await table.log(), 1, path, HUGE)
    reply = await Client(app).ask("POST", LOG, {"entries": entries})
    assert (reply.status, reply.problem) == (409, "no-log")
    assert reply.json["errors"][0]["pointer"] == "".join(f"/{key}" for key in ("entries", 1, *path))
    assert str(HUGE) in reply.json["detail"]


async def test_a_fork_of_what_is_veiled(app: Asgi) -> None:
    """A fork begins with what viewers see at that moment, so that its log is proved."""
    table = await seated(app, reveal="all")
    strike = {"input": {"attacker": "Ash", "defender": "Orc"}, "secret": True}
    assert (await table.act("resolve-attack", strike)).status == 200
    forked = (await table.referee.ask("POST", f"{table.path}/fork")).json
    assert forked["reveal"] == "outcomes"
    fork = Table(forked["id"], Client(app, forked["referee"]), Client(app, forked["viewer"]), Client(app))
    assert (await fork.act("resolve-attack", {**strike, "secret": False})).status == 200
    assert [each["reveal"] for each in await fork.log()] == ["outcomes", "outcomes"]
    assert (await fork.referee.ask("POST", f"{fork.path}/verify")).json["status"] == "verified"


async def test_the_last_choice_of_the_referee(app: Asgi) -> None:
    """What viewers see in the end is compared with what is stored."""
    table = await seated(app, reveal="all")
    assert (await table.correct(reveal="faces")).status == 200
    proved = (await table.referee.ask("POST", f"{table.path}/verify")).json
    assert (proved["status"], proved["version"]) == ("verified", 2)


async def test_words_of_a_proof(app: Asgi) -> None:
    """The answer says what is proved and what is not: who chose the seeds, and which dice were brought."""
    table = await seated(app)
    strike = {"input": {"attacker": "Ash", "defender": "Orc"}}
    proved = (await table.referee.ask("POST", f"{table.path}/verify")).json
    assert proved["text"] == "Proved: opposed@2 gives this log, without any dice."
    await table.act("resolve-attack", {**strike, "dice": {"kind": "supplied", "faces": [15, 60, 8]}})
    await table.act("resolve-attack", {**strike, "dice": {"kind": "seeded", "seed": "sha256ctr1:0"}})
    proved = (await table.referee.ask("POST", f"{table.path}/verify")).json
    assert f"from the seed: {proved['seeded']}; brought with the request: 3." in proved["text"]
    assert proved["rolls"] - proved["seeded"] == 3
    assert "the caller chose the seed" in proved["not_proved"]
    assert "really rolled" in proved["not_proved"]
    assert "the service itself" not in proved["not_proved"]
    assert to_json(proved)
