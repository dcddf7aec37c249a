"""Every face answers a body alike: stateless in process, over REST, GraphQL and the command line, and in encounters."""

from asyncio import to_thread
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from service.api.http.problem_documents import Asgi
from service.app import FAMILIES, registry
from service.encounters.pointers import replaced
from service.errors import UmpireError
from service.operations.encounters.move_index import MoveIndex
from service.operations.procedure import BoundProcedure, bound_procedures_of
from service.operations.validation import validated
from service.rules.examples import examples_of
from tests.api.calls import Reply
from tests.contract.mutations import Mutations
from tests.encounters.client import Client
from tests.encounters.plays import PLAYS, PREPARED, begun, moves
from tests.encounters.same_bodies import as_encounter, named, takes_of, works_out
from tests.golden import goldens_of
from tests.golden.bodies import in_full, rewritten, with_less
from tests.golden.faces import FACES, in_process
from tests.golden.writing import Json, on_the_wire
from tests.rings import long, many, thinned

PROCEDURES: Final = {name: each for family in FAMILIES for name, each in bound_procedures_of(family).items()}
INDEX: Final = MoveIndex(FAMILIES, PROCEDURES)
MOVES: Final = [(family, procedure) for family in sorted(PLAYS) for procedure in moves(family)]
DICE: Final = {"kind": "seeded", "seed": "sha256ctr1:same"}
SAME: Final = ("outcome", "steps", "dice", "rulings", "warnings", "ruleset")
"""What an encounter answers as the procedure does."""

chances = st.integers(0, 2**32).map(Random)


def asked(bound: BoundProcedure, input: Json, rulings: Json) -> Json:
    """A body with dice that fall the same each time."""
    return {"input": input, "rulings": rulings, **({"dice": DICE} if bound.signature.rolls else {})}


def bodies(name: str, requests: Iterable[Json]) -> list[Any]:
    """Those of some requests that a procedure takes."""
    found = []
    for request in requests:
        with suppress(UmpireError):
            found.append(validated(PROCEDURES[name].request, on_the_wire({**request, "fields": None})))
    return found


def hold_alike(name: str, requests: list[Any], examples: int) -> None:
    """However a body is written, all stateless faces have one answer; and they agree on what says less."""
    bound = PROCEDURES[name]

    @settings(max_examples=examples, suppress_health_check=list(HealthCheck))
    @given(request=st.sampled_from(requests), chance=chances)
    def ask(request: Any, chance: Random) -> None:
        full = asked(bound, in_full(request.input), in_full(request.rulings))
        answer = in_process(name, full)
        other = asked(bound, rewritten(request.input, chance), rewritten(request.rulings, chance))
        assert {face: call(name, other) for face, call in FACES.items()} == dict.fromkeys(FACES, answer)
        assert {face: call(name, full) for face, call in FACES.items()} == dict.fromkeys(FACES, answer)
        less = asked(bound, with_less(request.input, chance), with_less(request.rulings, chance))
        answers = {face: call(name, less) for face, call in FACES.items()}
        assert answers == dict.fromkeys(FACES, answers["in process"])

    ask()


@pytest.mark.parametrize("name", thinned(PROCEDURES, 2))
def test_however_it_is_written(name: str) -> None:
    """With defaults or without, and in any order: each face gives an example of each procedure one answer."""
    hold_alike(name, bodies(name, (each.request for each in examples_of(name))), many(20, 1))


@long
@pytest.mark.parametrize("name", PROCEDURES)
def test_however_goldens_are_written(name: str) -> None:
    """Each face gives the request of each golden one answer, however it is written."""
    hold_alike(name, bodies(name, (golden.request for golden in goldens_of(name))), 100)


async def in_an_encounter(app: Asgi, family: str, procedure: str, asks: tuple[Json, Json, Json]) -> Reply:
    """Create an encounter with a state and rulings, act in it, and return the reply: of the creation, if it fails."""
    state, sent, rulings = asks
    begin = {"family": family, "state": state, "rulings": rulings, "dice_policy": {"seeds": "referee"}}
    created = await Client(app).ask("POST", "/v1/encounters", begin)
    if created.status != 201:
        return created
    referee = Client(app, created.json["referee"])
    path = f"/v1/encounters/{created.json['id']}/{procedure}"
    return await referee.ask("POST", path, {"input": sent, "dice": DICE}, version=1)


def filled(family: str, procedure: str, asks: tuple[Json, Json, Json]) -> Any:
    """The input that an encounter makes of its state and what is sent."""
    state, sent, rulings = asks
    read = PLAYS[family].state.model_validate_json(on_the_wire(state))
    return INDEX.bound_move(family, procedure).filled(read, on_the_wire(rulings), sent).input


def same_of(status: int, answer: Json) -> Json:
    """What every face answers alike: an outcome with its dice, or which problem it is."""
    return {part: answer[part] for part in SAME} if status == 200 else (status, answer["type"])


async def hold_played(app: Asgi, family: str, procedure: str, asks: tuple[Json, Json, Json]) -> Json:
    """An encounter answers a move as the procedure answers what state and move make together."""
    reply, name = await in_an_encounter(app, family, procedure, asks), f"{family}/{procedure}"
    played = same_of(reply.status, reply.json)
    try:
        body = asked(PROCEDURES[name], in_full(filled(family, procedure, asks)), asks[2])
        expected = same_of(*await to_thread(in_process, name, body))
    except UmpireError as refusal:
        expected = refusal.status, f"/problems/{refusal.slug()}"
    assert played == expected
    return played


def begun_for(family: str, procedure: str) -> Any:
    """The state of the family's example in which the example of a move can be played."""
    state = begun(family)["state"]
    for change in PREPARED.get((family, procedure), []):
        state = replaced(state, change["pointer"], change["value"])
    return PLAYS[family].state.model_validate_json(on_the_wire(state))


@pytest.mark.parametrize(("family", "procedure"), MOVES)
@settings(max_examples=many(20, 1), suppress_health_check=list(HealthCheck))
@given(chance=chances)
async def test_what_an_encounter_asks(app: Asgi, family: str, procedure: str, chance: Random) -> None:
    """Each move is answered as the procedure answers what state and move make together, however they are written."""
    state, sent = begun_for(family, procedure), on_the_wire(moves(family)[procedure]["input"])
    rulings = begun(family).get("rulings", {})
    move = takes_of(family, procedure).model_validate_json(sent)
    played = await hold_played(app, family, procedure, (in_full(state), in_full(move), rulings))
    other = rewritten(state, chance), rewritten(move, chance), rulings
    assert await hold_played(app, family, procedure, other) == played
    await hold_played(app, family, procedure, (in_full(state), with_less(move, chance), rulings))


def askable(family: str, procedure: str, requests: Iterable[Json]) -> Iterator[tuple[Any, tuple[Json, Json, Json]]]:
    """Those bodies that an encounter of the figures in them makes again of its state and what is sent."""
    for body in bodies(f"{family}/{procedure}", requests):
        whole = named(family, body.input)
        with suppress(UmpireError, ValidationError):
            asks = *as_encounter(family, procedure, whole), in_full(body.rulings)
            if in_full(filled(family, procedure, asks)) == in_full(whole):
                yield whole, asks


async def hold_same(app: Asgi, family: str, procedure: str, requests: Iterable[Json]) -> int:
    """Encounters answer bodies as the procedure does; return how many they make again.

    There is none of figures that cannot stand together, which some procedures need not know.
    """
    name, found = f"{family}/{procedure}", [*askable(family, procedure, requests)]
    for number, (whole, asks) in enumerate(found):
        body = asked(PROCEDURES[name], rewritten(whole, Random(number)), asks[2])
        reply = await in_an_encounter(app, family, procedure, asks)
        cannot_stand = reply.status == 409 and reply.json["errors"][0]["pointer"].startswith("/state")
        if not cannot_stand:
            assert same_of(reply.status, reply.json) == same_of(*await to_thread(in_process, name, body))
    return len(found)


@pytest.mark.parametrize(("family", "procedure"), MOVES)
async def test_the_same_body(app: Asgi, family: str, procedure: str) -> None:
    """An encounter of the figures in an example makes the same body and answers alike, unless it works out a part."""
    name = f"{family}/{procedure}"
    made = await hold_same(app, family, procedure, [each.request for each in examples_of(name)])
    assert made == len(examples_of(name)) or works_out(family, procedure, PROCEDURES[name].signature.takes)


@long
@pytest.mark.parametrize(("family", "procedure"), MOVES)
async def test_the_same_golden(app: Asgi, family: str, procedure: str) -> None:
    """The same holds of the requests of goldens."""
    await hold_same(app, family, procedure, [golden.request for golden in goldens_of(f"{family}/{procedure}")])


def changed(name: str, many: int) -> list[Json]:
    """Goldens of a procedure with some fields changed at random."""
    return [*islice(Mutations(registry()[name], Random(name)), many)]


@long
@pytest.mark.parametrize("name", PROCEDURES)
def test_however_changed_goldens_are_written(name: str) -> None:
    """Each face gives a golden with some fields changed one answer, however it is written."""
    hold_alike(name, bodies(name, changed(name, 200)), 100)


@long
@pytest.mark.parametrize(("family", "procedure"), MOVES)
async def test_the_same_changed_golden(app: Asgi, family: str, procedure: str) -> None:
    """Encounters answer goldens with some fields changed as the procedure does."""
    await hold_same(app, family, procedure, changed(f"{family}/{procedure}", 200))
