"""Hidden figures leave no trace: with none, one or many of them viewers get the same bytes, pages and refusals."""

import os
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.api.http.problem_documents import Asgi
from service.encounters.encounter import EntryKind, canonical, hash_of
from service.encounters.reveal import Hidden, Reveal, Sight, View, figures_in, state_for_viewers
from service.encounters.stored.encounter_store import Store
from service.encounters.stored.log_reader import LogReader
from service.encounters.stored.recorder import Recorder
from service.encounters.stored.signing_keys import Keys
from service.encounters.summaries import EntryWords, unseen_in
from service.encounters.versions import StateChange, new_version
from service.store.connection import Connection
from tests.encounters.client import Table, seated
from tests.encounters.plays import FIGURES, PLAYS, begun, moves
from tests.encounters.random_fights import Deed, Fight, fights
from tests.encounters.test_hidden_numbers import Played, look_alike
from tests.encounters.test_pages import fat
from tests.encounters.watching import Hall, formed, log_over_all_faces, state_over_all_faces
from tests.rings import many

PAIRS: Final = int(os.environ.get("UMPIRE_FUZZ_PAIRS", many(80, 40))) // 2
"""How many pairs of random fights are played."""
MANY: Final = 75
RELATIONS: Final = ("engaged_with", "commander_id", "disadvantages", "flanking", "attacked_last_round", "injury_group")
FAR_OFF: Final = (-8, 12)


def sight_of(family: str) -> Sight:
    """What viewers see of a family."""
    play = PLAYS[family]
    return Sight(play.visible, play.places, play.side, play.secrets, play.figures, play.sides)


def words_of(family: str, value: Any) -> Iterator[str]:
    """The words of a state, and the names of its fields, that a hidden figure may be called."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield name
            yield from words_of(family, each)
    elif isinstance(value, list):
        for each in value:
            yield from words_of(family, each)
    elif isinstance(value, str):
        yield value


def callings(family: str) -> list[str]:
    """What a hidden figure of the family's example may be called: every word of it that is nobody's id."""
    state = begun(family)["state"]
    taken = {each["id"] for name in FIGURES[family] for each in state[name]}
    return sorted({each for each in words_of(family, state) if each not in taken and each.replace("_", "").isalnum()})


def filled(family: str, state: Any) -> Any:
    """A state in which every figure says whether it is hidden, as those do that are stored."""
    lists = {name: [{"hidden": False, **each} for each in deepcopy(state[name])] for name in FIGURES[family]}
    return {**deepcopy(state), **lists}


def with_hidden(family: str, state: Any, ids: list[str]) -> Any:
    """A state with more figures, which are hidden, and far off where there are places."""
    more = filled(family, state)
    figures = more[FIGURES[family][0]]
    for number, name in enumerate(ids):
        copied = {each: value for each, value in deepcopy(figures[0]).items() if each not in RELATIONS}
        place = {"hex": [FAR_OFF[0] + 3 * number, FAR_OFF[1]]} if "hex" in copied else {}
        pace = {"basic_speed": 3.25 + number / 4} if family == "tactical" else {}  # it ties with nobody
        figures.append({**copied, **place, **pace, "id": name, "name": f"Nobody {number}", "hidden": True})
    return more


@pytest.mark.parametrize("family", PLAYS)
def test_who_was_hidden_and_is_gone_stays_unseen(family: str) -> None:
    """A change that removes a hidden figure names it to nobody; one that it uncovers is seen."""
    state = filled(family, begun(family)["state"])
    before = with_hidden(family, state, ["nobody"])
    uncovered = deepcopy(before)
    uncovered[FIGURES[family][0]][-1]["hidden"] = False
    assert unseen_in((figures_in(before), figures_in(state)), sight_of(family)).figures == {"nobody"}
    assert unseen_in((figures_in(before), figures_in(uncovered)), sight_of(family)).figures == frozenset()


async def test_dice_of_a_hidden_figure_are_not_shown(app: Asgi) -> None:
    """Under `faces` viewers get the dice of an act, but not of one that a hidden figure takes part in."""
    state = with_hidden("opposed", begun("opposed")["state"], ["nobody"])
    table = await seated(app, **begun("opposed") | {"state": state, "reveal": "faces"})
    ids = [each["id"] for each in state["participants"][:2]]
    for attacker in (ids[0], "nobody"):
        struck = await table.act("resolve-attack", {"input": {"attacker": attacker, "defender": ids[1]}})
        assert struck.status == 200, struck.body
    _, open_act, hidden_act = await table.log(table.viewer)
    assert open_act["dice"]["faces"]
    assert (hidden_act["dice"], hidden_act["draw"]) == (None, None)


@st.composite
def lurking(draw: st.DrawFn) -> tuple[Fight, list[str]]:
    """Two fights, of which the second has some hidden figures more, and what these are called."""
    fight = draw(fights)
    ids = draw(st.lists(st.sampled_from(callings(fight.family)), min_size=1, max_size=3, unique=True))
    return Fight(fight.family, fight.state, with_hidden(fight.family, fight.state, ids), fight.course), ids


@pytest.fixture
def count() -> Iterator[Counter[str]]:
    """Counts the changes that were made, and those that were compared: not much of a test may be left out."""
    counted: Counter[str] = Counter()
    yield counted
    assert counted["compared"] * 3 > counted["made"]
    assert counted["pairs"] * 2 > counted["tried"]


async def traces(table: Table, family: str) -> Any:
    """What else could tell viewers that there is more: refusals, maps, cursors, and the lengths of what is signed."""
    luck = (await table.viewer.ask("GET", f"{table.path}/luck")).json
    drawn = await table.viewer.ask("GET", f"{table.path}/map.svg")
    proof = (await table.viewer.ask("GET", f"{table.path}/proof")).body
    pages, after, more = [], "", True
    while more:
        page = (await table.viewer.ask("GET", f"{table.path}/log?limit=2{after}")).json
        after, more = f"&after={page['next']}", page["more"]
        pages.append((len(page["entries"]), page["next"], more))
    refused = [
        (await table.viewer.ask("POST", f"{table.path}/{how}", {}, version=1)).json["detail"]
        for how in ("verify", "fork", "undo", "resolve-round", "resolve-round/preview", "resolve-skirmish/odds")
    ]
    map_seen = drawn.body if family in {"mass", "tactical"} else drawn.problem
    return formed([luck, refused, pages], table.id), map_seen, [len(line) for line in proof.splitlines()]


def act_in(answer: Any, figure: str) -> bool:
    """Whether a figure does something in an answer: under `all`, too, viewers get an act of a hidden one as `faces`."""
    return any(step["actor"] == figure for step in answer.get("steps", ()))


@settings(max_examples=PAIRS, suppress_health_check=list(HealthCheck), deadline=None)
@given(drawn=lurking(), reveal=st.sampled_from(["all", "all", "faces", "outcomes"]))
async def test_nobody_is_missed(hall: Hall, count: Counter[str], drawn: tuple[Fight, list[str]], reveal: str) -> None:
    """A fight with hidden figures, whatever they are called, is to viewers the fight without them, byte for byte."""
    fight, ids = drawn
    count.update(tried=1)
    first, second = [
        Played(await seated(hall.app, **{**begun(fight.family), "reveal": reveal, "state": state}), fight.family)
        for state in (fight.state, fight.other)
    ]
    same, alike = 1, True
    for deed in [Deed(each.how, each.seed, secret=False) for each in fight.course]:
        answers = [await played.do(deed) for played in (first, second)]
        alike = look_alike(fight.family, answers, reveal, ids, secret=False) and first.version == second.version
        alike = alike and not any(act_in(answers[1], each) for each in ids)
        if not alike:
            break
        same = first.version
    count.update(pairs=1, made=first.version, compared=same)
    logs = [await log_over_all_faces(hall, played.table, same) for played in (first, second)]
    assert logs[0] == logs[1]
    if alike:
        states = [await state_over_all_faces(hall, played.table) for played in (first, second)]
        assert states[0] == states[1]
        found = [await traces(played.table, fight.family) for played in (first, second)]
        assert found[0] == found[1]


async def test_who_only_stands_there_takes_no_part(hall: Hall) -> None:
    """Under `all` viewers see the whole move of a unit while a hidden one stands far off, whose place it answers."""
    state = begun("heroic")["state"]
    other = with_hidden("heroic", state, ["lurker"])
    other["positions"] = [*state["positions"], {"unit": "lurker", "x": 90, "y": 90}]
    tables = [await seated(hall.app, **{**begun("heroic"), "reveal": "all", "state": each}) for each in (state, other)]
    assert [(await each.act("resolve-move", moves("heroic")["resolve-move"])).status for each in tables] == [200, 200]
    logs = [await log_over_all_faces(hall, table, 2) for table in tables]
    assert logs[0] == logs[1]
    assert b'rulings":null' not in logs[1][0]


@pytest.mark.parametrize("family", ["laurels", "opposed", "tactical"])
async def test_who_has_yet_to_act_takes_no_part(hall: Hall, family: str) -> None:
    """Under `all` viewers see the whole turn of a figure while a hidden one waits for its own."""
    state = filled(family, begun(family)["state"])
    states = [state, with_hidden(family, state, ["lurker"])]
    tables = [await seated(hall.app, **{**begun(family), "reveal": "all", "state": each}) for each in states]
    turn = {"input": {"until": "turn"}, "dice": {"kind": "seeded", "seed": "sha256ctr1:7"}}
    outcomes = [(await each.act("resolve-turn", turn)).json["outcome"] for each in tables]
    waiting = [each.get("under_way", each)["waiting"] for each in outcomes]
    assert set(waiting[1]) - set(waiting[0]) == {"lurker"}
    logs = [await log_over_all_faces(hall, table, 2) for table in tables]
    assert logs[0] == logs[1]
    assert b'rulings":null' not in logs[1][0]


@pytest.mark.parametrize("family", sorted(PLAYS))
@pytest.mark.parametrize("reveal", list(Reveal))
def test_whatever_they_are_called(family: str, reveal: Reveal) -> None:
    """No word of a state, no field and no side turns into null because a hidden figure is called so."""
    state, sight = filled(family, begun(family)["state"]), sight_of(family)
    seen = state_for_viewers(state, reveal, sight)
    named = callings(family)
    assert named
    for name in named:
        assert state_for_viewers(with_hidden(family, state, [name]), reveal, sight) == seen, name


def test_figures_and_sides_are_told_apart() -> None:
    """A hidden figure that is called as a side hides no side, and a hidden side hides no figure that is called so."""
    sight, record = sight_of("laurels"), {"id": "ash", "role": "party", "target": "party"}
    assert View(sight, Hidden(frozenset({"party"})), whole=True).of(record) == {**record, "target": None}
    assert View(sight, Hidden(sides=frozenset({"party"})), whole=True).of(record) == {**record, "role": None}


async def written(app: Asgi, store: Connection, hidden: int) -> Table:
    """An encounter with twelve entries, in which so many hidden figures each have much to tell."""
    table = await seated(app, reveal="all")
    encounters = Store(store)
    recorder = Recorder(encounters, Keys(store, "localhost"), sight_of)
    lurkers: list[Any] = [{"id": f"lurker-{number}", "hidden": True, "side": "red"} for number in range(hidden)]
    for number in range(12):
        encounter = await encounters.load(table.id)
        told = [{**each, **fat(900_000 // max(hidden, 1), number)} for each in lurkers]
        state = canonical({"participants": [{"id": "Ash", "hidden": False, "side": "red"}, *lurkers]})
        outcome = {"state": told, "draw": number}
        words = EntryWords(summary="A round went by.", names={}, hidden=tuple([each["id"] for each in lurkers]))
        change = StateChange(
            kind=EntryKind.ACT,
            state=state,
            state_hash=hash_of(state),
            log_fields={
                "operation": "opposed/resolve-round",
                "input": {},
                "outcome": outcome,
                "steps": [],
                "dice": None,
            },
            words=words,
            secret=False,
        )
        await recorder.write(encounter, new_version(encounter, change))
    return table


async def test_pages_are_cut_by_what_is_seen(app: Asgi, store: Connection) -> None:
    """Viewers get as many entries on a page, the same cursor and as many bytes, however much is hidden in them."""
    tables = [await written(app, store, hidden) for hidden in (0, 1, MANY)]
    pages = [await table.viewer.ask("GET", f"{table.path}/log?limit=100") for table in tables]
    told = [(len(each.json["entries"]), each.json["next"], each.json["more"], len(each.body)) for each in pages]
    assert told == [(13, told[0][1], False, told[0][3])] * 3
    referees = [(await table.referee.ask("GET", f"{table.path}/log?limit=100")).json["more"] for table in tables]
    assert referees == [False, True, True]
    reader = LogReader(store)
    waiting = [[each.for_viewers().size for each in (await reader.page(table.id, 1, 2)).entries] for table in tables]
    assert waiting[0] == waiting[1] == waiting[2]
