"""Who deletes an encounter may end its log before, and is answered what proves it."""

from typing import Any, Final

import pytest

from service.api.http.problem_documents import Asgi
from service.encounters.stored.encounter_store import Store
from service.encounters.trust.heads import head_hash
from service.encounters.verifier.verify import check
from service.errors import StoreAway
from service.store.attempts import KeyedAttempts, set_attempts
from tests.encounters.client import UNSEEDED, Table, seated
from tests.encounters.test_graphql import run
from tests.verifier.tables import end, proof

DELETE: Final = """
mutation ($id: String!, $token: String, $version: Int) {
  encountersDelete(id: $id, token: $token, version: $version, open: DICE) {
    ... on EncounterDeleted { status opened diceKey head line } ... on Problem { type } } }
"""


async def played(app: Asgi) -> Table:
    """A table with one act."""
    table = await seated(app, dice_policy={})
    assert (await table.act("resolve-attack", UNSEEDED)).status == 200
    return table


async def deleted(table: Table, opened: str) -> Any:
    """End and delete a table."""
    reply = await table.referee.ask("DELETE", f"{table.path}?open={opened}", version=2)
    assert reply.status == 200, reply.body
    assert (await table.referee.ask("GET", table.path)).status == 404
    return reply.json


@pytest.mark.parametrize(
    ("opened", "from_creation"), [("nothing", "not opened"), ("dice", "proven"), ("all", "proven")]
)
async def test_the_last_line(app: Asgi, opened: str, from_creation: str) -> None:
    """The lines that were exported before, and the last line in the answer, are a whole log."""
    table = await played(app)
    lines = await proof(table)
    gone = await deleted(table, opened)
    found = check([*lines, gone["line"]])
    assert (found["verdict"], found["version"], found["ended"]) == ("holds", 3, True), found
    assert (found["from_creation"], found["head"]) == (from_creation, head_hash(gone["head"]))
    assert (gone["opened"], gone["dice_key"] is None) == (opened, opened == "nothing")


async def test_without_an_end(app: Asgi) -> None:
    """Who opens nothing does not end the log, and is answered the last head."""
    table = await played(app)
    found = check(await proof(table))
    gone = (await table.referee.ask("DELETE", table.path, version=2)).json
    assert head_hash(gone.pop("head")) == found["head"]
    assert gone == {"status": "deleted", "id": table.id, "opened": None, "dice_key": None, "line": None}


async def test_refusals(app: Asgi) -> None:
    """Only the referee ends a log, at its present version, and once; what is refused deletes nothing."""
    table = await played(app)
    path = f"{table.path}?open=dice"
    assert (await table.viewer.ask("DELETE", path, version=2)).status == 403
    assert (await table.referee.ask("DELETE", path, version=1)).problem == "version-stale"
    assert (await table.referee.ask("DELETE", path)).problem == "version-missing"
    assert (await table.referee.ask("DELETE", f"{table.path}?open=some", version=2)).status == 422
    assert (await table.get())["version"] == 2
    assert (await end(table, "dice")).status == 200
    assert (await table.referee.ask("DELETE", path, version=3)).problem == "encounter-ended"
    assert (await table.referee.ask("DELETE", table.path, version=3)).status == 200


async def test_again_after_a_crash(app: Asgi, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the log was ended but not deleted, the same request with the same key deletes it, and is answered the same."""
    table = await played(app)
    lines = await proof(table)
    path = f"{table.path}?open=dice"

    async def away(self: Store, id: str, version: int) -> None:
        raise StoreAway("The store is away.")

    def begin() -> None:
        set_attempts(KeyedAttempts(b"key", b"secret"))

    with monkeypatch.context() as patched:
        patched.setattr(Store, "delete", away)
        begin()
        assert (await table.referee.ask("DELETE", path, version=2)).problem == "store-away"
    assert (await table.get())["version"] == 3
    begin()
    again = await table.referee.ask("DELETE", path, version=2)
    set_attempts(None)
    assert (again.status, check([*lines, again.json["line"]])["ended"]) == (200, True), again.body
    assert (await table.referee.ask("GET", table.path)).status == 404


async def test_over_graphql(both: Asgi) -> None:
    """Over GraphQL the same is done."""
    table = await played(both)
    lines = await proof(table)
    gone = await run(both, DELETE, id=table.id, token=table.referee.token, version=2)
    assert (gone["status"], gone["opened"]) == ("deleted", "DICE")
    assert check([*lines, gone["line"]])["from_creation"] == "proven"
