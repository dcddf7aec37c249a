"""Two fights that look alike at the table look alike, to the byte, to viewers: no hidden number can be worked out."""

import os
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.encounters.client import Table, seated
from tests.encounters.plays import PREPARED, RIGHT, begun, moves
from tests.encounters.random_fights import Deed, Fight, dressed_fights, hidden_fights, of_other, renamed
from tests.encounters.watching import Hall, facts, leaves, log_over_all_faces, rolled, state_over_all_faces
from tests.rings import many

PAIRS: Final = int(os.environ.get("UMPIRE_FUZZ_PAIRS", many(80, 40)))
"""How many pairs of random fights each test plays."""

of_pairs = settings(max_examples=PAIRS, suppress_health_check=list(HealthCheck), deadline=None)


@dataclass
class Played:
    """A fight that is played, and what came of the last deed."""

    table: Table
    family: str
    ids: dict[str, str] = field(default_factory=dict)
    version: int = 1

    async def do(self, deed: Deed) -> Any:
        """Do what the referee does, and return the answer."""
        if deed.how in moves(self.family):
            if (self.family, deed.how) in PREPARED:
                await self._correct(PREPARED[self.family, deed.how], secret=deed.secret)
            dice = {"kind": "seeded", "seed": f"sha256ctr1:{deed.seed}"}
            asked = renamed(moves(self.family)[deed.how], self.ids)
            return await self._ask("POST", f"/{deed.how}", {**asked, "dice": dice, "secret": deed.secret})
        if deed.how == "correct":
            pointer, value = RIGHT[self.family]
            return await self._correct([{"pointer": pointer, "value": value}], secret=deed.secret)
        return await self._ask("POST", f"/{deed.how}", None)

    async def _correct(self, changes: Any, *, secret: bool) -> Any:
        return await self._ask("PATCH", "", {"changes": changes, "secret": secret})

    async def _ask(self, method: str, path: str, body: Any) -> Any:
        reply = await self.table.referee.ask(method, self.table.path + path, body, version=self.version)
        assert reply.status in {200, 409, 422}, reply.body
        self.version = reply.json["version"] if reply.status == 200 else self.version
        return reply.json


@pytest.fixture
def count() -> Iterator[Counter[str]]:
    """Counts the changes that were made, and those that were compared: not much of a test may be left out."""
    counted: Counter[str] = Counter()
    yield counted
    print(dict(counted))
    assert counted["compared"] * 2 > counted["made"]


@of_pairs
@given(fight=dressed_fights, reveal=st.sampled_from(["faces", "outcomes"]))
async def test_no_number_can_be_worked_out(hall: Hall, count: Counter[str], fight: Fight, reveal: str) -> None:
    """Two fights with other hidden numbers give viewers the same bytes, as far as they look alike at the table."""
    await compare(hall, count, fight, reveal, ())


@of_pairs
@given(fight=hidden_fights, reveal=st.sampled_from(["all", "faces", "outcomes"]))
async def test_hidden_figures_are_not_seen(hall: Hall, count: Counter[str], fight: Fight, reveal: str) -> None:
    """Two fights with another hidden figure, even of another id, give viewers the same bytes, if the rest is alike."""
    await compare(hall, count, fight, reveal, fight.hidden)


async def compare(
    hall: Hall, count: Counter[str], fight: Fight, reveal: str, hidden: tuple[()] | tuple[str, str]
) -> None:
    """Play two fights as long as they look alike, and compare what viewers get of them."""
    first, second = [
        Played(await seated(hall.app, **{**begun(fight.family), "reveal": reveal, "state": state}), fight.family, ids)
        for state, ids in ((fight.state, {}), (fight.other, of_other(fight)))
    ]
    if await announced(first) != await announced(second):
        count.update(pairs=1, made=1)
        return
    same, alike = 1, True
    for deed in fight.course:
        answers = [await played.do(deed) for played in (first, second)]
        alike = look_alike(fight.family, answers, reveal, hidden, secret=deed.secret)
        alike = alike and first.version == second.version
        alike = alike and await announced(first) == await announced(second)
        if not alike and deed.secret:  # only one of them may be veiled now, which everybody sees of all entries
            count.update(pairs=1, made=first.version)
            return
        if not alike:
            break
        same = first.version
    count.update(pairs=1, alike=int(alike), made=first.version, compared=same)
    logs = [await log_over_all_faces(hall, played.table, same) for played in (first, second)]
    assert logs[0] == logs[1]
    if alike:
        states = [await state_over_all_faces(hall, played.table) for played in (first, second)]
        assert states[0] == states[1]


async def announced(played: Played) -> list[Any]:
    """Whose turn it is and who follows, or that dice decide it: announced at a table, though numbers may decide it."""
    told = (await played.table.viewer.ask("GET", f"{played.table.path}/situation")).json["situation"]
    return [[each["id"] for each in told["order"]], told["order_known"], told["next"], told["text"]]


def end_of(answer: Any) -> list[Any]:
    """Whether the fight is over, and how, which everybody knows, though it depends on hidden figures, too."""
    return [answer["situation"][name] for name in ("over", "winner", "draw", "ended_by")]


def look_alike(family: str, answers: list[Any], reveal: str, hidden: Collection[str], *, secret: bool) -> bool:
    """Whether nobody at the table could tell two answers apart."""
    first, second = answers

    def seen(value: Any) -> list[Any]:
        return [*leaves(value, hidden=hidden)] if reveal == "all" else facts(family, value, hidden)

    if [each.get("version") for each in answers].count(first.get("version")) != len(answers):
        return False
    if first["status"] not in {"resolved", "changed"}:
        return True
    if seen(first["state"]) != seen(second["state"]) or end_of(first) != end_of(second):
        return False
    if secret or "outcome" not in first:
        return True
    alike = seen(first["outcome"]) == seen(second["outcome"])
    rolls = [rolled(each["steps"], hidden, numbers=reveal == "all") for each in answers]
    return alike and (reveal == "outcomes" or rolls[0] == rolls[1])
