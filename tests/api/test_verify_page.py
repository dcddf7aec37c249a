"""The page about trust says what is proved and what is not, and has the programs that check logs."""

from html import unescape

import pytest
from starlette.testclient import TestClient

from service.app import create_app
from service.encounters.trust.draws import commit_of, dice_key, draw_of, opening_of, promise_of
from service.encounters.trust.heads import full_of, head_hash, key_id, salt_key, salt_of, shown_of, signed
from service.encounters.trust.seats import SeatValue, seat_commit_of
from service.encounters.trust.signing import Signer
from service.encounters.verifier import bundle
from service.encounters.verifier.words import NOT_PROVED, PROVED, WHY
from service.settings.environment import Settings


@pytest.fixture(scope="module")
def client() -> TestClient:
    """The whole service, without a store."""
    return TestClient(create_app())


def test_the_page(client: TestClient) -> None:
    """Every sentence that a program may say is there, and a form that checks a file in the browser."""
    page = unescape(client.get("/docs/verify").text)
    for said in (*[text for _, text in (*PROVED, *NOT_PROVED)], *WHY.values()):
        assert said.split("{")[-1].split("}")[-1] in page
    assert '<input id="log" name="log" type="file" required>' in page


@pytest.mark.parametrize("name", bundle.names())
def test_the_files(client: TestClient, name: str) -> None:
    """Programs, vectors and logs are served as they are, with or without the pages."""
    address = f"/docs/{name}" if name.startswith("verify") else f"/docs/verify/{name}"
    bare = TestClient(create_app(Settings(docs=False)))
    for each in (client, bare):
        reply = each.get(address)
        assert (reply.status_code, reply.text) == (200, bundle.text_of(name))


def test_the_words_are_the_same_in_both_programs() -> None:
    """The program in JavaScript has every sentence of the one in Python, and every reason."""
    script = bundle.text_of(bundle.JAVASCRIPT)
    for said in (*[text for _, text in (*PROVED, *NOT_PROVED)], *WHY.values()):
        assert f'"{said}"' in script


def test_the_vectors(client: TestClient) -> None:
    """The service derives every value of the published vectors."""
    told = client.get("/docs/verify/vectors.json").json()
    known, secret = told["id"], bytes.fromhex(told["secret"])
    key = dice_key(secret, known)
    assert (key.hex(), promise_of(known, key)) == (told["dice_key"], told["promise"])
    assert salt_key(secret, known).hex() == told["salt_key"]
    for draw in told["draws"]:
        opening = opening_of(key, known, draw["n"])
        assert (opening, commit_of(known, draw["n"], opening)) == (draw["opening"], draw["commit"])
    values = {each["seat"]: each["value"] for each in told["seats"]}
    for seat in told["seats"]:
        assert seat_commit_of(known, seat["seat"], seat["value"]) == seat["commit"]
    for roll in told["rolls"]:
        given = tuple([SeatValue(seat=seat, value=values[seat]) for seat in roll["values"]])
        assert draw_of(known, key, roll["n"], given).seed == roll["seed"]
    entry = told["entry"]
    salt = salt_of(salt_key(secret, known), known, entry["version"])
    assert (salt, full_of(known, 3, salt, entry["entry"].encode())) == (entry["salt"], entry["full"])
    assert shown_of(known, 3, entry["shown"].encode()) == entry["shown_hash"]
    head, signer = told["head"], Signer(bytes.fromhex(told["head"]["signing_key"]))
    text = head["note"].rpartition("\n\n")[0] + "\n"
    assert signed(text, "umpire.example", [signer]) == head["note"]
    assert (signer.public.hex(), key_id("umpire.example", signer.public).hex()) == (head["public_key"], head["key_id"])
    assert head_hash(head["note"]) == head["hash"]
