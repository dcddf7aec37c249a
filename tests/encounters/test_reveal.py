"""What viewers see: what the referee reveals, what anybody at the table would see, and no number besides."""

import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.encounters.encounter import canonical, hash_of
from tests.encounters.client import Table, seated
from tests.encounters.plays import PLAYS, begun, moves, without_secrets
from tests.encounters.random_fights import Fight, done, fights
from tests.encounters.watching import Hall, is_number, leaves
from tests.rings import in_few, many

NUMBERED = {"version", "returns_to", "ttl", "n", "faces", "total", "supplied_faces", "supplied_cards"}
QUOTING = {"id", "ruleset", "operation", "rule", "label", "dice", "text", "next", "rulings", "card", "cards"}


def leaks(family: str, seen: Any) -> list[Any]:
    """What a viewer should not have been given: numbers that are neither versions, dice nor places, texts with such.

    Heads are hashes under a salt, and from draws and seeds nothing follows but the dice that are shown. Situations say
    which round it is, as a number and in their text.
    """
    found = []
    for path, value in leaves(seen):
        if {"rulings", "meta", "head", "draw", "seed"} & set(path) or path[-1] in QUOTING | PLAYS[family].places:
            continue
        if "situation" in path and path[-1] in ("round", "text"):
            continue
        if is_number(value) and path[-1] not in NUMBERED:
            found.append((path, value))
        if isinstance(value, str) and re.search(r"\d", value):
            found.append((path, value))
    return found


def unquoted(step: Any) -> set[str]:
    """The numbers of a step's sentence that are not the dice or the card it shows."""
    shown = " ".join(str(step[name]) for name in ("total", "card", "dice", "label"))
    return set(re.findall(r"\d+", step["text"])) - set(re.findall(r"\d+", shown))


def attempts(family: str) -> list[tuple[str, str, Any]]:
    """Whatever a viewer may try and must not do."""
    return [
        *[("POST", f"/{name}", body) for name, body in moves(family).items()],
        *[("POST", f"/{name}/preview", body) for name, body in moves(family).items()],
        *[("POST", f"/{name}", None) for name in ("undo", "redo", "verify", "fork")],
        ("GET", "/luck", None),
        ("POST", "/tokens", {}),
        ("PATCH", "", {"reveal": "all"}),
        ("DELETE", "", None),
    ]


async def seen_by_viewers(hall: Hall, table: Table, family: str) -> Any:
    """Everything a viewer can get out of an encounter, with its id taken out."""
    view = (await table.viewer.ask("GET", table.path)).json
    log = await table.log(table.viewer)
    assert await hall.streamed(table, view["version"]) == log
    answers = [view, {"entries": log}]
    for method, path, body in attempts(family):
        reply = await table.viewer.ask(method, table.path + path, body, version=view["version"])
        assert reply.status == 403, (method, path)
        answers.append(reply.json)
    for answer in answers:
        for name in ("id", "instance"):
            answer[name] = str(answer.get(name, "")).replace(table.id, "")
    return answers


every_family = pytest.mark.parametrize("family", sorted(PLAYS))
few_families = pytest.mark.parametrize("family", in_few(sorted(PLAYS), "heroic", "laurels"))
patient = settings(
    max_examples=many(100), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
policies = st.sampled_from(["faces", "outcomes"])


@patient
@given(fight=fights, reveal=policies)
async def test_no_number_is_given_away(hall: Hall, fight: Fight, reveal: str) -> None:
    """Whatever happens, nothing that a viewer gets holds a number besides versions and, if they are shown, dice."""
    family = fight.family
    table = await seated(hall.app, **{**begun(family), "state": fight.state, "reveal": reveal})
    for deed in fight.course:
        await done(table, family, deed)
    view, log, *refusals = await seen_by_viewers(hall, table, family)
    assert leaks(family, view["state"]) == []
    assert leaks(family, log) == []
    assert [view["state_hash"], *[entry["after"] for entry in log["entries"]]] == [None] * (1 + len(log["entries"]))
    for refusal in refusals:
        assert not re.search(r"\d", refusal["detail"])
    for entry in log["entries"]:
        assert reveal == "faces" or entry["steps"] == []
        assert reveal == "faces" or (entry["dice"], entry["draw"]) == (None, None)
        assert [unquoted(step) for step in entry["steps"] if unquoted(step)] == []


@few_families
async def test_all(hall: Hall, family: str) -> None:
    """With `all` a viewer sees what the referee sees, but for what the family keeps secret."""
    table = await seated(hall.app, **begun(family), reveal="all")
    await table.act("resolve-round", moves(family)["resolve-round"])
    seen, known = await table.log(table.viewer), await table.log()
    hashes = [{name: each[name] for name in ("before", "after")} for each in known]
    told = [{**each, **whole} for each, whole in zip(seen, hashes, strict=True)]
    assert told == [without_secrets(family, each) for each in known]
    view = (await table.viewer.ask("GET", table.path)).json
    assert [seen[1]["before"], seen[1]["after"]] == [seen[0]["after"], view["state_hash"]]
    assert view["state_hash"] == hash_of(canonical(view["state"]))
    state = (await table.get())["state"]
    assert (await table.viewer.ask("GET", table.path)).json["state"] == without_secrets(family, state)


@every_family
async def test_secrets(hall: Hall, family: str) -> None:
    """Of a secret act viewers learn that it happened; numbers stay hidden until the referee chooses anew."""
    table = await seated(hall.app, **begun(family), reveal="all")
    fought = {**moves(family)["resolve-round"], "dice": {"kind": "seeded", "seed": "sha256ctr1:8"}}
    for body in ({**fought, "secret": True}, fought):  # nobody breaks, so the same orders are legal again
        assert (await table.act("resolve-round", body)).status == 200
    view, log, *_ = await seen_by_viewers(hall, table, family)
    hidden = log["entries"][1]
    told = {name: value for name, value in hidden.items() if value not in (None, [], {})}
    assert told.pop("summary") == "Something happens that is not shown."
    assert told.pop("head")
    assert told.pop("situation")["over"] is False
    assert told == {"version": 2, "kind": "hidden", "secret": True, "reveal": "outcomes"}
    assert leaks(family, view["state"]) == leaks(family, log) == []
    assert (await table.correct(reveal="all")).status == 200
    view, log, *_ = await seen_by_viewers(hall, table, family)
    assert view["state"] == without_secrets(family, (await table.get())["state"])
    assert [entry["reveal"] for entry in log["entries"]] == ["all", "outcomes", "outcomes", "all"]
    assert [entry["kind"] for entry in log["entries"]] == ["create", "hidden", "act", "correct"]


@few_families
async def test_less_from_now_on(hall: Hall, family: str) -> None:
    """When the referee reveals less, what was shown before is no longer shown either."""
    table = await seated(hall.app, **begun(family), reveal="all")
    await table.act("resolve-round", moves(family)["resolve-round"])
    await table.correct(reveal="outcomes")
    assert leaks(family, {"entries": await table.log(table.viewer)}) == []
