"""Answers are signed for those who ask for it."""

import base64
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import VerifyKey

from service.api.http.problems import Asgi
from service.api.middleware.signed_answers import SignedAnswers
from service.api.rest.router import RestRouter
from service.app import registry
from service.encounters.heads import key_id
from service.encounters.keyring import Keys
from service.encounters.signing import Signer
from service.store.connection import Connection
from tests.api.calls import Reply, call

KEY = bytes(range(32))
PUBLIC = Signer(KEY).public
ORIGIN = "umpire.example"


@pytest.fixture
def app(tmp_path: Path) -> Asgi:
    """REST behind the middleware, with a key from a file."""
    path = tmp_path / "key"
    path.write_text(KEY.hex(), encoding="ascii")
    return SignedAnswers(RestRouter(registry()), Keys(Connection(None, 1), ORIGIN, path))


def opened(reply: Reply) -> list[str]:
    """The lines of an answer's note, whose signature is good."""
    note = base64.b64decode(str(reply.header("umpire-note"))).decode()
    text, _, line = note.rpartition("\n\n")
    raw = base64.b64decode(line.split(" ")[2])
    assert raw[:4] == key_id(ORIGIN, PUBLIC)
    VerifyKey(PUBLIC).verify(f"{text}\n".encode(), raw[4:])
    return text.split("\n")


@pytest.mark.parametrize(
    ("dice", "seed_by"), [({}, "service"), ({"dice": {"kind": "seeded", "seed": "sha256ctr1:x"}}, "caller")]
)
async def test_a_signed_answer(app: Asgi, dice: Any, seed_by: str) -> None:
    """The note has the hashes of the bytes that were sent and answered, and who chose the seed."""
    asked = json.dumps({"notation": "3d6", **dice}).encode()
    reply = await call(
        app, "/v1/dice/roll", [asked[:5], asked[5:]], content_type="application/json", prefer="signed-answer"
    )
    assert (reply.status, reply.header("preference-applied")) == (200, "signed-answer")
    assert opened(reply) == [
        "umpire/answer/1",
        ORIGIN,
        "dice/roll",
        f"request {sha256(asked).hexdigest()}",
        f"answer {sha256(reply.body).hexdigest()}",
        f"seed_by {seed_by}",
    ]


async def test_without_asking(app: Asgi) -> None:
    """Nobody else gets a note, and problems have none."""
    asked = b'{"notation": "3d6"}'
    assert (await call(app, "/v1/dice/roll", asked, content_type="application/json")).header("umpire-note") is None
    refused = await call(app, "/v1/dice/roll", b"{}", content_type="application/json", prefer="signed-answer")
    assert (refused.problem, refused.header("umpire-note")) == ("does-not-fit", None)


async def test_reading(app: Asgi) -> None:
    """An answer without dice is signed, too."""
    assert opened(await call(app, "/v1/families", b"", "GET", prefer="signed-answer"))[-1] == "seed_by none"
