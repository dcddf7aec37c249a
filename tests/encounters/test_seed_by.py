"""Acts, previews, logs and kept pages say who chose the seed of their dice."""

from typing import Any

import pytest

from service.api.http.problem_documents import Asgi
from tests.encounters.client import UNSEEDED, Client, seated

SEED = "sha256ctr1:table-7"
BROUGHT = [
    ({}, "service"),
    ({"dice": {"kind": "seeded", "seed": SEED}}, "caller"),
    ({"dice": {"kind": "supplied", "faces": [15, 60, 8]}}, None),
    ({"dice": {"kind": "supplied", "faces": [15], "when_exhausted": "roll"}}, "service"),
]


@pytest.mark.parametrize(("dice", "chooser"), BROUGHT)
async def test_acts_previews_and_logs(app: Asgi, dice: Any, chooser: str | None) -> None:
    """What is answered of an act is what its entry says, to viewers too; of a preview, that it is one."""
    table = await seated(app, reveal="faces")
    preview = await table.referee.ask("POST", f"{table.path}/resolve-attack/preview", {**UNSEEDED, **dice})
    act = await table.act("resolve-attack", {**UNSEEDED, **dice})
    assert [each.json["dice"]["seed_by"] for each in (preview, act)] == [chooser and "preview", chooser]
    for who in (table.referee, table.viewer):
        assert (await table.log(who))[-1]["dice"]["seed_by"] == chooser


async def test_kept_pages(app: Asgi) -> None:
    """A page tells of its answers by whom their dice were chosen."""
    client = Client(app)
    first = (await client.ask("POST", "/v1/dice/roll", {"notation": "3d6", "keep": True})).json["kept"]["id"]
    named = {"notation": "3d6", "keep_with": first, "dice": {"kind": "seeded", "seed": SEED}}
    assert (await client.ask("POST", "/v1/dice/roll", named)).status == 200
    page = (await client.ask("GET", f"/v1/results/{first}")).json
    assert [each["answer"]["dice"]["seed_by"] for each in page["results"]] == ["service", "caller"]
