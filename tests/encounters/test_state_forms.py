"""An encounter's state is taken as it is answered, and as procedures take it in their input."""

from typing import Any

import pytest

from service.api.http.problem_documents import Asgi
from service.app import FAMILIES
from service.operations.procedure import bound_procedures_of
from service.rules.examples import examples_of
from tests.encounters.client import Client, seated
from tests.encounters.plays import PLAYS, begun, changed

INPUTS = {
    family.name: bound_procedures_of(family)[f"{family.name}/resolve-round"].signature.takes.model_fields
    for family in FAMILIES
}
ENCOUNTERS_ALONE = {
    "heroic": frozenset({"initiative", "pending"}),
    "tactical": frozenset({"away"}),
}
"""What encounters keep, and no round reads: what steps within a round of `heroic` leave to one another, and the ids of
figures that have left the map, which are no part of a round and stay away from its input."""
NESTED = sorted(family for family, play in PLAYS.items() if play.state_member is not None)


def kept(family: str) -> Any:
    """What the example of a round has beside its orders and what only a round needs: the state, as the input has it."""
    known = {*PLAYS[family].state.model_fields, PLAYS[family].state_member}
    [example, *_] = examples_of(f"{family}/resolve-round")
    return {name: value for name, value in example.request["input"].items() if name in known}


@pytest.mark.parametrize("family", sorted(PLAYS))
async def test_what_a_round_takes(app: Asgi, family: str) -> None:
    """The state in the input of a round begins an encounter in every family, without being written in another form."""
    table = await seated(app, family=family, state=kept(family))
    inside = kept(family).get(PLAYS[family].state_member) or kept(family)
    state = (await table.get())["state"]
    assert PLAYS[family].state_member not in state
    assert {*inside} <= {*state}
    flat = await seated(app, family=family, state=inside)
    assert (await flat.get())["state_hash"] == (await table.get())["state_hash"]


@pytest.mark.parametrize("family", sorted(PLAYS))
def test_where_procedures_take_it(family: str) -> None:
    """A round takes the state's members beside its orders, or in the member in which encounters take them, too."""
    member = PLAYS[family].state_member
    assert (member in INPUTS[family]) is (member is not None)
    assert bool({*PLAYS[family].state.model_fields} & {*INPUTS[family]}) is (member is None)


@pytest.mark.parametrize("family", sorted(PLAYS))
async def test_played_without_an_encounter(app: Asgi, family: str) -> None:
    """A round takes the state that an encounter answers, without what only encounters keep."""
    member, name = PLAYS[family].state_member, f"{family}/resolve-round"
    state = (await (await seated(app, family=family, state=kept(family))).get())["state"]
    [example, *_] = examples_of(name)
    orders = {each: value for each, value in example.request["input"].items() if each not in {*state, member}}

    async def played(state: Any) -> tuple[int, list[str]]:
        body = {**orders, **({member: state} if member else state)}
        reply = await Client(app).ask("POST", f"/v1/{name}", {"input": body})
        return reply.status, [each["pointer"].split("/")[-1] for each in reply.json.get("errors", ())]

    alone = ENCOUNTERS_ALONE.get(family, frozenset())
    status, unknown = await played(state)
    assert (status, {*unknown}) == ((422, {*alone}) if alone else (200, set()))
    assert await played({each: value for each, value in state.items() if each not in alone}) == (200, [])


async def test_who_has_left_the_map_is_left_out(app: Asgi) -> None:
    """A round without an encounter is that of the encounter, if it leaves out those who are away with their list."""
    begins = begun("tactical")
    *others, last = begins["state"]["figures"]
    table = await seated(app, **{**begins, "state": {**begins["state"], "away": [last["id"]]}})
    state = (await table.get())["state"]
    present = [each for each in state["figures"] if each["id"] != last["id"]]
    assert len(present) == len(others)
    alone = {name: value for name, value in state.items() if name != "away"} | {"figures": present}
    seeded = {"dice": {"kind": "seeded", "seed": "sha256ctr1:away"}}
    orders = {"npc": [each["id"] for each in present]}
    stateless = await Client(app).ask("POST", "/v1/tactical/resolve-round", {"input": {**alone, **orders}, **seeded})
    acted = await table.act("resolve-round", {"input": orders, **seeded})
    assert acted.json["outcome"] == stateless.json["outcome"]


@pytest.mark.parametrize("family", NESTED)
async def test_corrected_as_a_whole(app: Asgi, family: str) -> None:
    """A correction of the whole state takes both forms, with what encounters keep besides next to the member."""
    table = await seated(app, **begun(family))
    before = await table.get()
    other = {PLAYS[family].state_member: kept(family)[PLAYS[family].state_member], "pending": []}
    corrected = await table.correct(changes=[{"pointer": "", "value": other}])
    assert corrected.json["state"] != before["state"], corrected.body
    back = await table.correct(changes=[{"pointer": "", "value": before["state"]}])
    assert back.json["state"] == before["state"]


@pytest.mark.parametrize("family", NESTED)
async def test_faults_of_both_forms(app: Asgi, family: str) -> None:
    """Faults point to where they stand, inside of the member or beside it; both forms at once are none."""
    member, body = PLAYS[family].state_member, {**begun(family), "state": kept(family)}

    async def refused(state: Any) -> tuple[int, str]:
        reply = await Client(app).ask("POST", "/v1/encounters", {**body, "state": state})
        return reply.status, reply.json["errors"][0]["pointer"]

    inside = changed(body["state"], (member, "weather"), 3)
    assert await refused(inside) == (422, f"/state/{member}/weather")
    assert await refused({**body["state"], "weather": 3}) == (422, "/state/weather")
    doubled = changed(body["state"], (member, "units", 1, "id"), body["state"][member]["units"][0]["id"])
    assert await refused(doubled) == (409, f"/state/{member}/units/1/id")
    both = {**body["state"], "units": body["state"][member]["units"]}
    status, pointer = await refused(both)
    assert (status, pointer in {f"/state/{member}", "/state/sides"}) == (422, True)
