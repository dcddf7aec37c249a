"""Proofs: a log is ended, exported and checked without the service."""

import json
from pathlib import Path
from typing import Any

import orjson
import pytest

from service.api.http.problem_documents import Asgi
from service.encounters.verifier.bundle import FOLDER, JAVASCRIPT
from service.encounters.verifier.verify import check
from service.encounters.verifier.words import words_of
from tests.encounters.client import UNSEEDED, Client, Table, seated
from tests.encounters.plays import PLAYS, PREPARED, begun, example_of, moves
from tests.node import tools
from tests.node.tools import NodeTools
from tests.verifier.tables import end, play_everything, proof, read


def in_javascript(node_tools: NodeTools, folder: Path, cases: list[Any]) -> Any:
    """What the verifier in JavaScript says of each of some logs, in one process."""
    bundle = folder / "cases.json"
    bundle.write_bytes(orjson.dumps(cases))
    return orjson.loads(node_tools.run(tools.FOLDER / "verify_cases.mjs", FOLDER / JAVASCRIPT, bundle))


async def test_ends(app: Asgi, node_tools: NodeTools, tmp_path: Path) -> None:
    """Both verifiers say the same of what referee and viewers have, whatever the end has opened."""
    logs, texts = [], []
    for opened in ("nothing", "dice", "all"):
        table = await play_everything(app)
        logs.append(await proof(table))
        ended = (await end(table, opened)).json
        assert (ended["opened"], ended["dice_key"] is None) == (opened, opened == "nothing")
        for who in (table.referee, table.viewer):
            logs.append(await proof(table, who))
            texts.append((opened, ["entry" in json.loads(line) for line in logs[-1][1:]]))
    assert [(opened, set(held)) for opened, held in texts[::2]] == [(each, {True}) for each, _ in texts[::2]]
    assert [set(held) for _, held in texts[1::2]] == [{False}, {False}, {True}]
    here = [check(lines) for lines in logs]
    assert [each["verdict"] for each in here] == ["holds"] * len(logs), here
    assert in_javascript(node_tools, tmp_path, [[lines, None, []] for lines in logs]) == here
    ends = [(each["ended"], each["from_creation"]) for each in here]
    assert ends[:4] == [(False, "not opened"), *[(True, "not opened")] * 2, (False, "not opened")]
    assert ends[4:6] == [(True, "proven")] * 2


async def test_nothing_comes_after_the_end(app: Asgi) -> None:
    """After the end everything is refused but reading, forking, verifying and deleting."""
    table = await seated(app)
    assert (await end(table, "dice")).status == 200
    for refused in (
        await table.act("resolve-attack", UNSEEDED),
        await table.correct(reveal="all"),
        await table.change("undo"),
        await end(table, "all"),
    ):
        assert (refused.status, refused.problem) == (409, "encounter-ended")
    assert (await table.referee.ask("POST", f"{table.path}/verify")).json["status"] == "verified"
    fork = (await table.referee.ask("POST", f"{table.path}/fork")).json
    assert (
        await Client(app, fork["referee"]).ask("POST", f"/v1/encounters/{fork['id']}/undo", version=1)
    ).status == 409
    assert (await table.referee.ask("DELETE", table.path, version=2)).status == 200


async def test_pages(app: Asgi) -> None:
    """Lines after a version can be fetched later, and are those of the whole."""
    table = await play_everything(app)
    lines = await proof(table)
    assert await proof(table, after="?after=00000005") == lines[6:]
    assert read(lines[1])["kind"] == "create"


async def test_long_logs(app: Asgi, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log that is too long for one answer comes in parts, none longer than is said unless it is one line."""
    table = await play_everything(app)
    lines, most = await proof(table), 12_000
    monkeypatch.setattr("service.operations.encounters.trust.proofs.PROOF_BYTES", most)
    parts = [await proof(table)]
    while (after := sum(map(len, parts)) - 1) < len(lines) - 1:
        parts.append(await proof(table, after=f"?after={after:08x}"))
    assert [line for part in parts for line in part] == lines
    sizes = [[len(line.encode()) for line in part if '"umpire"' not in line] for part in parts]
    assert all(sum(part) <= most or len(part) == 1 for part in sizes), sizes
    assert min(map(len, parts)) < max(map(len, parts)) > 2, sizes


@pytest.mark.parametrize("family", PLAYS)
async def test_every_family(app: Asgi, family: str) -> None:
    """A fight of every family is proved by the verifier, with every face and none that was brought."""
    made = (await Client(app).ask("POST", "/v1/encounters", {**begun(family), "reveal": "all"})).json
    table = Table(made["id"], Client(app, made["referee"]), Client(app, made["viewer"]), Client(app))
    for procedure in moves(family):
        if (family, procedure) in PREPARED:
            assert (await table.correct(changes=PREPARED[family, procedure])).status == 200
        assert (await table.act(procedure, example_of(family, procedure))).status == 200
        await table.change("undo")
        if (family, procedure) in PREPARED:
            await table.change("undo")
    found = check(await proof(table))
    assert (found["verdict"], found.get("acts"), found.get("sealed")) == ("holds", len(moves(family)), 0), found
    assert found["faces"] > found["supplied_faces"]
    seen = check(await proof(table, table.viewer))
    assert (seen["verdict"], seen["head"], seen["acts"], seen["whole"]) == ("holds", found["head"], found["acts"], 0)


async def test_a_fork_is_said_to_be_one(app: Asgi, node_tools: NodeTools, tmp_path: Path) -> None:
    """Its first summary, its view, both verifiers and the verification of its entries say where it is from."""
    table = await seated(app, reveal="all")
    assert (await table.act("resolve-round")).status == 200
    made = (await table.referee.ask("POST", f"{table.path}/fork")).json
    fork = Table(made["id"], Client(app, made["referee"]), Client(app, made["viewer"]), table.stranger)
    origin = f"orked from {table.id} at version 2"
    first, *_ = await fork.log(fork.viewer)
    seen = (await fork.viewer.ask("GET", fork.path)).json
    assert first["summary"].startswith(f"F{origin}. The fight begins")
    assert first["forked_from"] == seen["forked_from"] == {"encounter": table.id, "version": 2}
    assert (await table.viewer.ask("GET", table.path)).json["forked_from"] is None
    verified = (await fork.referee.ask("POST", f"{fork.path}/verify")).json
    assert f"f{origin}." in verified["text"]
    assert "no other fork" in verified["not_proved"]
    lines = (await fork.viewer.ask("GET", f"{fork.path}/proof")).body.decode().splitlines()
    found = check(lines)
    assert f"It is f{origin}" in words_of(found).partition("\n")[0]
    assert any(f"f{origin}" in each for each in found["proved"])
    assert any("no other fork" in each for each in found["not_proved"])
    assert in_javascript(node_tools, tmp_path, [[lines, None, []]]) == [found]


async def test_what_only_viewers_saw(app: Asgi) -> None:
    """It is said how many entries are only as viewers saw them, and which seats gave no value."""
    table = await play_everything(app)
    found, seen = check(await proof(table)), check(await proof(table, table.viewer))
    assert (found["only_shown"], seen["only_shown"]) == (0, seen["version"])
    assert (
        f"{seen['version']} of {seen['version']} entries are in this file only as viewers saw them."
        in seen["not_proved"]
    )
    said = f"values, from {', '.join(found['silent'])}."
    assert found["silent"]
    assert [each for each in found["not_proved"] if each.endswith(said)]
