"""Whatever is done in a fight of whatever family: the log rebuilds it, and every state can be left and come back to."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.api.http.problem_documents import Asgi
from service.app import FAMILIES, bound_procedures
from service.encounters.encounter import canonical
from service.errors import Refused, UnfitRequest
from service.operations.answering.dice_source import SeededSource, dice_from
from service.operations.encounters.move_index import BoundMove, MoveIndex
from service.rules.kernel.family import Move
from service.wire import to_json
from tests.encounters.client import seated
from tests.encounters.plays import FIGURES, PLAYS, begun, moves
from tests.encounters.random_fights import Fight, done, fights
from tests.encounters.shapes import documents
from tests.rings import many

patient = settings(
    max_examples=many(60), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@patient
@given(fight=fights)
async def test_a_fight_is_rebuilt(app: Asgi, fight: Fight) -> None:
    """A log replayed from its first entry gives the stored hash, and undoing step by step every state before."""
    table = await seated(app, **{**begun(fight.family), "state": fight.state})
    for deed in fight.course:
        assert await done(table, fight.family, deed) in {200, 409}
    stored = await table.get()
    proved = (await table.referee.ask("POST", f"{table.path}/verify")).json
    assert (proved["status"], proved["state_hash"]) == ("verified", stored["state_hash"])
    hashes = {entry["version"]: entry["after"] for entry in await table.log()}
    while (await table.get())["can_undo"]:
        undone = (await table.change("undo")).json
        assert undone["after"] == hashes[undone["returns_to"]]
    assert (await table.get())["state_hash"] == hashes[1]


@settings(max_examples=many(100), suppress_health_check=[HealthCheck.too_slow])
@given(fight=fights)
def test_states_travel(fight: Fight) -> None:
    """What a move leads to is what is read from what is written of it, and can be posted back."""
    book = MoveIndex(FAMILIES, bound_procedures())
    family = book.families[fight.family]
    rulings = family.rulings()
    state = book.state_of(fight.family, fight.state, rulings, "/state")
    for deed in fight.course:
        if deed.how not in moves(fight.family):
            continue
        bound_move = book.bound_move(fight.family, deed.how)
        source = SeededSource(kind="seeded", seed=f"sha256ctr1:{deed.seed}")
        try:
            filled = bound_move.filled(state, to_json(rulings), moves(fight.family)[deed.how]["input"])
            outcome = bound_move.outcome(filled, dice_from(source))
        except (Refused, UnfitRequest):
            continue
        state = travelled(bound_move, bound_move.state_after(state, filled, outcome))


@dataclass(frozen=True)
class Attempt:
    """Moves of a family, with whatever a client might say."""

    family: str
    moves: list[tuple[Move, Any]]


@cache
def attempts_of(family: str) -> st.SearchStrategy[Attempt]:
    """Attempts at moves of a family, on its example of an encounter."""
    names = [each["id"] for figures in FIGURES[family] for each in begun(family)["state"][figures]]
    names += [each["id"] for each in begun(family)["state"].get("sides", [])]
    tries = [st.tuples(st.just(move), documents(move.takes, names)) for move in PLAYS[family].moves]
    return st.builds(Attempt, family=st.just(family), moves=st.lists(st.one_of(tries), min_size=1, max_size=4))


@settings(max_examples=many(120), suppress_health_check=list(HealthCheck), deadline=None)
@given(attempt=st.sampled_from(sorted(PLAYS)).flatmap(attempts_of), seed=st.integers(0, 99))
def test_whatever_fits_is_played_or_refused(attempt: Attempt, seed: int) -> None:
    """Any move that fits its schema leads to a state that can be posted back, or to a refusal into what was sent."""
    book = MoveIndex(FAMILIES, bound_procedures())
    rulings = book.families[attempt.family].rulings()
    state = book.state_of(attempt.family, begun(attempt.family)["state"], rulings, "/state")
    source = SeededSource(kind="seeded", seed=f"sha256ctr1:{seed}")
    pointers: list[str] = []
    for move, asked in attempt.moves:
        bound_move = book.bound_move(attempt.family, move.procedure)
        try:
            filled = bound_move.filled(state, to_json(rulings), asked)
            state = travelled(
                bound_move, bound_move.state_after(state, filled, bound_move.outcome(filled, dice_from(source)))
            )
        except (Refused, UnfitRequest) as refusal:
            pointers += [fault.pointer for fault in refusal.faults]
    assert all(pointer.startswith("/input") for pointer in pointers if pointer)


def travelled(bound_move: BoundMove, state: Any) -> Any:
    """What is read from what is written of a state, which is the same and can be played on."""
    written = canonical(state)
    read = bound_move.play.state.model_validate_json(written)
    assert (read, canonical(read)) == (state, written)
    bound_move.play.check(read, bound_move.bound.family.rulings())
    return read
