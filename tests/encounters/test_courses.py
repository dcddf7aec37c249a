"""Whatever is done in a fight of whatever family: the log rebuilds it, and every state can be left and come back to."""

from hypothesis import HealthCheck, given, settings

from service.api.problems import Asgi
from service.app import FAMILIES, benches
from service.encounters.model import canonical
from service.errors import UmpireError
from service.operations.playbook import Playbook
from service.operations.supply import SeededSource, dice_from
from service.wire import to_json
from tests.encounters.client import seated
from tests.encounters.courses import Fight, done, fights
from tests.encounters.plays import begun, moves

patient = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


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


@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(fight=fights)
def test_states_travel(fight: Fight) -> None:
    """What a move leads to is what is read from what is written of it, and can be posted back."""
    book = Playbook(FAMILIES, benches())
    family = book.families[fight.family]
    rulings = family.rulings()
    state = book.state_of(fight.family, fight.state, rulings, "/state")
    for deed in fight.course:
        if deed.how not in moves(fight.family):
            continue
        staged = book.staged(fight.family, deed.how)
        source = SeededSource(kind="seeded", seed=f"sha256ctr1:{deed.seed}")
        try:
            filled = staged.filled(state, to_json(rulings), moves(fight.family)[deed.how]["input"])
            outcome = staged.outcome(filled, dice_from(source))
        except UmpireError:
            continue
        after = staged.state_after(state, filled, outcome)
        written = canonical(after)
        read = staged.play.state.model_validate_json(written)
        assert (read, canonical(read)) == (after, written)
        staged.play.check(read, rulings)
        state = read
