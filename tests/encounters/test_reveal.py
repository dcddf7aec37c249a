"""What viewers see: what the referee reveals, what anybody at the table would see, and no number besides."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.api.problems import Asgi
from service.operations.opposed_play import VISIBLE
from tests.encounters.client import DUEL, STRIKE, Table, seated

ROUND = {
    "input": {
        "orders": [
            {"action": "attack", "actor": "Ash", "target": "Orc"},
            {"action": "attack", "actor": "Orc", "target": "Ash"},
        ]
    }
}
MOVES: Mapping[str, Any] = {
    "resolve-round": ROUND,
    "resolve-attack": STRIKE,
    "pursue": {"input": {"fleeing": "Orc", "pursuers": ["Ash"]}},
    "resolve-skirmish": {"input": {"max_rounds": 2}},
}
NUMBERED = {"version", "returns_to", "ttl", "n", "faces", "total", "supplied_faces", "supplied_cards"}
QUOTING = {"id", "ruleset", "operation", "rule", "label", "dice", "text", "next", "rulings"}
HIDDEN = ("fatigue", "endurance", "perception", "agility", "manual_dexterity", "willpower", "armour_en", "armour_ft")


def leaves(value: Any, *path: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value that holds no others, with the names that lead to it."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from leaves(each, *path, name)
    elif isinstance(value, list):
        for each in value:
            yield from leaves(each, *path)
    else:
        yield path, value


def is_number(value: Any) -> bool:
    """Whether a value is a number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def leaks(seen: Any) -> list[Any]:
    """What a viewer should not have been given: numbers that are neither counted versions nor dice, texts with such."""
    found = []
    for path, value in leaves(seen):
        if "rulings" in path or path[-1] in QUOTING:
            continue
        if is_number(value) and path[-1] not in NUMBERED:
            found.append((path, value))
        if isinstance(value, str) and re.search(r"\d", value):
            found.append((path, value))
    return found


def unquoted(step: Any) -> set[str]:
    """The numbers of a step's sentence that are not the dice it shows."""
    shown = {str(step["total"]), *re.findall(r"\d+", step["dice"]), *re.findall(r"\d+", step["label"])}
    return set(re.findall(r"\d+", step["text"])) - shown


def happened(entry: Any) -> list[Any]:
    """What anybody at the table sees of an entry: the words and facts of the visible fields."""
    told = {"kind": entry["kind"], "outcome": entry["outcome"], "secret": entry["secret"]}
    return [
        (path, value)
        for path, value in leaves(told)
        if not is_number(value) and all(name in VISIBLE for name in path[1:])
    ]


@dataclass(frozen=True)
class Deed:
    """One thing the referee does."""

    how: str
    seed: int
    secret: bool


async def done(table: Table, deed: Deed) -> int:
    """Do it, and return the status."""
    if deed.how in MOVES:
        dice = {"kind": "seeded", "seed": f"sha256ctr1:{deed.seed}"}
        reply = await table.act(deed.how, {**MOVES[deed.how], "dice": dice, "secret": deed.secret})
    elif deed.how == "correct":
        value = {"pointer": "/participants/1/status", "value": "active"}
        reply = await table.correct(changes=[value], secret=deed.secret)
    else:
        reply = await table.change(deed.how)
    return reply.status


ATTEMPTS = [
    *[("POST", f"/{name}", body) for name, body in MOVES.items()],
    *[("POST", f"/{name}/preview", body) for name, body in MOVES.items()],
    *[("POST", f"/{name}", None) for name in ("undo", "redo", "verify", "fork")],
    ("POST", "/tokens", {}),
    ("PATCH", "", {"reveal": "all"}),
    ("DELETE", "", None),
]


async def seen_by_viewers(table: Table) -> Any:
    """Everything a viewer can get out of an encounter, with its id taken out."""
    answers = [(await table.viewer.ask("GET", table.path)).json, {"entries": await table.log(table.viewer)}]
    for method, path, body in ATTEMPTS:
        reply = await table.viewer.ask(method, table.path + path, body, version=answers[0]["version"])
        assert reply.status == 403, (method, path)
        answers.append(reply.json)
    for answer in answers:
        for name in ("id", "instance"):
            answer[name] = str(answer.get(name, "")).replace(table.id, "")
    return answers


deeds = st.lists(
    st.builds(
        Deed,
        how=st.sampled_from([*MOVES, "correct", "undo", "redo"]),
        seed=st.integers(0, 99),
        secret=st.booleans(),
    ),
    min_size=1,
    max_size=5,
)
numbers = st.fixed_dictionaries({name: st.integers(1, 40) for name in HIDDEN})
patient = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


def battle(ash: Mapping[str, int], orc: Mapping[str, int]) -> Any:
    """The duel with other numbers."""
    state = DUEL["state"]
    both = zip(state["participants"], (ash, orc), strict=True)
    return {**state, "participants": [{**figure, **changed} for figure, changed in both]}


@patient
@given(ash=numbers, orc=numbers, course=deeds, reveal=st.sampled_from(["faces", "outcomes"]))
async def test_no_number_is_given_away(app: Asgi, ash: Any, orc: Any, course: Any, reveal: str) -> None:
    """Whatever happens, nothing that a viewer gets holds a number besides versions and, if they are shown, dice."""
    table = await seated(app, state=battle(ash, orc), reveal=reveal)
    for deed in course:
        await done(table, deed)
    view, log, *refusals = await seen_by_viewers(table)
    assert leaks(view["state"]) == []
    assert leaks(log) == []
    assert [view["state_hash"], *[entry["after"] for entry in log["entries"]]] == [None] * (1 + len(log["entries"]))
    for refusal in refusals:
        assert not re.search(r"\d", refusal["detail"])
    for entry in log["entries"]:
        assert reveal == "faces" or entry["steps"] == []
        assert (entry["dice"] or {}).get("seed") is None
        assert [unquoted(step) for step in entry["steps"] if unquoted(step)] == []


@patient
@given(ash=numbers, orc=numbers, other=numbers, course=deeds, reveal=st.sampled_from(["faces", "outcomes"]))
async def test_no_number_can_be_worked_out(app: Asgi, ash: Any, orc: Any, other: Any, course: Any, reveal: str) -> None:
    """Two fights with other numbers that look alike at the table look alike, to the byte, to those who watch."""
    one, two = [await seated(app, state=battle(ash, figure), reveal=reveal) for figure in (orc, other)]
    for deed in course:
        if not await looks_alike(one, two, deed, reveal):
            break
    else:
        assert await seen_by_viewers(one) == await seen_by_viewers(two)


async def looks_alike(one: Table, two: Table, deed: Deed, reveal: str) -> bool:
    """Do the same at two tables, and say whether anybody could tell them apart."""
    statuses = [await done(table, deed) for table in (one, two)]
    first, second = [(await table.log())[-1] for table in (one, two)]
    states = [[words(figure) for figure in (await table.get())["state"]["participants"]] for table in (one, two)]
    if statuses[0] != statuses[1] or states[0] != states[1]:
        return False
    dice_alike = reveal == "outcomes" or rolled(first) == rolled(second)
    return deed.secret or (happened(first) == happened(second) and dice_alike)


def words(figure: Any) -> list[Any]:
    """What anybody sees of a figure."""
    return [(path, value) for path, value in leaves(figure) if path[0] in VISIBLE and not is_number(value)]


def rolled(entry: Any) -> list[Any]:
    """What dice fell, for whom, and why."""
    steps = [step for step in entry["steps"] if step["dice"] is not None]
    return [(step["rule"], step["actor"], step["dice"], step["faces"]) for step in steps]


async def test_all(app: Asgi) -> None:
    """With `all` a viewer sees what the referee sees."""
    table = await seated(app, reveal="all")
    await table.act("resolve-round", ROUND)
    assert await table.log(table.viewer) == await table.log()
    assert (await table.viewer.ask("GET", table.path)).json["state"] == (await table.get())["state"]


async def test_secrets(app: Asgi) -> None:
    """Of a secret act viewers learn that it happened; numbers stay hidden until the referee chooses anew."""
    table = await seated(app, reveal="all")
    await table.act("resolve-round", {**ROUND, "secret": True})
    await table.act("resolve-round", ROUND)
    view, log, *_ = await seen_by_viewers(table)
    hidden = log["entries"][1]
    told = {name: value for name, value in hidden.items() if value not in (None, [])}
    assert told == {"version": 2, "kind": "hidden", "secret": True, "reveal": "outcomes"}
    assert leaks(view["state"]) == leaks(log) == []
    assert (await table.correct(reveal="all")).status == 200
    view, log, *_ = await seen_by_viewers(table)
    assert view["state"] == (await table.get())["state"]
    assert [entry["reveal"] for entry in log["entries"]] == ["all", "outcomes", "outcomes", "all"]
    assert [entry["kind"] for entry in log["entries"]] == ["create", "hidden", "act", "correct"]


async def test_less_from_now_on(app: Asgi) -> None:
    """When the referee reveals less, what was shown before is no longer shown either."""
    table = await seated(app, reveal="all")
    await table.act("resolve-round", ROUND)
    await table.correct(reveal="outcomes")
    assert leaks({"entries": await table.log(table.viewer)}) == []
