"""A running service with keys and an administration, and strangers who try what they can."""

import asyncio
import re
import resource
import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import orjson
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from service.store.private.server import PrivateStore
from tests.access.apps import Holder, holder
from tests.encounters.client import DUEL
from tests.encounters.live import Service, connected, serving, stream, subscribe, talking
from tests.patience import PATIENCE

SOON = "from service.api.server import connections as c; c.BODY_SECONDS = 2; from service.settings.access import ring; "
SOONER = "ring.CHECK_SECONDS = 0.0; "
HASTY = SOON + SOONER + "from service.api.middleware import withdrawal; withdrawal.CHECK_SECONDS = 0.1"
GAME, ROLLER, OPERATOR = holder("game"), holder("roller", "resolve"), holder("operator", "admin")
ROLL = {"notation": "d6"}
JSON = {"content-type": "application/json"}
ROLLED = 'mutation { it: diceRoll(notation: "d6") { __typename ... on Problem { type } } }'


@dataclass(frozen=True)
class Guarded:
    """A service, the address of its administration, and its file of keys."""

    service: Service
    admin: int
    file: Path

    async def roll(self, **headers: str) -> httpx2.Response:
        """Roll a die."""
        return await self.service.ask("POST", "/v1/dice/roll", ROLL, **headers)

    async def told(self, path: str, by: Holder | None = None, port: int | None = None) -> httpx2.Response:
        """Ask the administration."""
        headers = {} if by is None else {"x-api-key": by.key}
        async with httpx2.AsyncClient(timeout=PATIENCE, verify=False) as client:
            return await client.get(f"http://127.0.0.1:{port or self.admin}{path}", headers=headers)


@pytest.fixture(scope="module")
def guarded(private_store: PrivateStore, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guarded]:
    """A service that allows without a key only encounters whose token is sent."""
    file = tmp_path_factory.mktemp("keys") / "keys"
    file.write_text("\n".join(each.line for each in (GAME, ROLLER, OPERATOR)))
    with serving(
        private_store.url,
        before=HASTY,
        UMPIRE_API_KEYS_FILE=str(file),
        UMPIRE_ADMIN_BIND="0",
        UMPIRE_ANONYMOUS="tokens",
        UMPIRE_RATE_LIMIT="100000/second",
    ) as service:
        assert service.process.stdout is not None
        admin = re.search(r":(\d+)$", service.process.stdout.readline().strip())
        assert admin, "the administration does not listen"
        yield Guarded(service, int(admin[1]), file)


async def test_metrics_and_administration_have_an_address_of_their_own(guarded: Guarded) -> None:
    """The service itself has no metrics; the administration has them, health and nothing of the service."""
    port = guarded.service.port
    assert [(await guarded.told(path, port=port)).status_code for path in ("/metrics", "/keys", "/livez")] == [
        404,
        404,
        200,
    ]
    told = [(await guarded.told(path)).status_code for path in ("/metrics", "/livez", "/readyz", "/v1/meta", "/docs")]
    assert told == [200, 200, 200, 404, 404]


@pytest.mark.parametrize("path", ["/keys", "/config"])
async def test_the_administration_needs_a_key_with_its_scope(guarded: Guarded, path: str) -> None:
    """Without a key it is 401, with another scope 403, and with `admin` it is told."""
    replies = [await guarded.told(path, by) for by in (None, GAME, OPERATOR)]
    assert [each.status_code for each in replies] == [401, 403, 200]
    assert replies[2].headers["cache-control"] == "no-store"
    assert all(each.key not in replies[2].text and each.line.split()[1] not in replies[2].text for each in (GAME,))


async def test_the_operator_is_told_what_keys_have_used(guarded: Guarded) -> None:
    """A metric counts what each key has used."""
    for _ in range(3):
        assert (await guarded.roll(x_api_key=ROLLER.key)).status_code == 200
    told = (await guarded.told("/metrics")).text
    counted = re.search(r'^umpire_key_usage_total\{key="roller",what="requests"\} (\S+)', told, re.MULTILINE)
    assert counted is not None
    assert float(counted[1]) >= 3


async def test_keys_are_rotated_without_a_restart(guarded: Guarded) -> None:
    """A new key counts as soon as it is in the file, and the old one no longer as soon as it is not."""
    old, new = holder("old"), holder("new")
    before = guarded.file.read_text()
    try:
        for lines, statuses in (([old], [200, 401]), ([old, new], [200, 200]), ([new], [401, 200])):
            guarded.file.write_text("\n".join([before, *[each.line for each in lines]]))
            replies = [await guarded.roll(x_api_key=each.key) for each in (old, new)]
            assert [each.status_code for each in replies] == statuses
        names = [each["name"] for each in (await guarded.told("/keys", OPERATOR)).json()["keys"]]
        assert names == ["game", "roller", "operator", "new"]
    finally:
        guarded.file.write_text(before)


async def test_tokens_cannot_be_guessed_and_end_with_their_encounter(guarded: Guarded) -> None:
    """Guesses, tokens of other encounters and of deleted ones are refused, with a key or without."""
    ask = guarded.service.ask
    one, other = [(await ask("POST", "/v1/encounters", DUEL, x_api_key=GAME.key)).json() for _ in range(2)]
    path = f"/v1/encounters/{one['id']}"
    right = one["referee"]
    guesses = [right[:-1], f"{right}A", right.swapcase(), other["referee"], "0" * 43, GAME.key]
    for key in ({}, {"x_api_key": GAME.key}):
        replies = [await ask("GET", path, authorization=f"Bearer {each}", **key) for each in guesses]
        assert {(each.status_code, each.json()["title"]) for each in replies} == {(401, "Unknown token")}
    bearer = {"authorization": f"Bearer {right}"}
    assert (await ask("GET", path, **bearer)).status_code == 200
    assert (await ask("DELETE", path, if_match='"1"', **bearer)).status_code == 200
    assert [(await ask(method, path, **bearer)).status_code for method in ("GET", "DELETE")] == [404, 404]
    assert (await ask("GET", f"{path}/stream", **bearer)).status_code == 404


async def test_a_key_over_a_websocket(guarded: Guarded) -> None:
    """A key in the payload of `connection_init` counts for each document, until it is withdrawn."""
    short = holder("short")
    before = guarded.file.read_text()
    guarded.file.write_text(f"{before}\n{short.line}")
    port = guarded.service.port
    async with talking(port, {"key": short.key}) as socket, talking(port) as nobody:
        assert await asked(socket) == {"__typename": "DiceRollAnswer"}
        guarded.file.write_text(before)
        assert await asked(socket) in ("api_key_unknown", 4401)
        assert await asked(nobody) == {"__typename": "Problem", "type": "/problems/api-key-missing"}


async def asked(socket: ClientConnection) -> Any:
    """Roll a die over a WebSocket; return the answer, or the code of the error or of the close."""
    try:
        await subscribe(socket, {}, ROLLED, "roll")
        message = orjson.loads(await socket.recv())
    except ConnectionClosed as closed:
        return closed.rcvd and closed.rcvd.code
    if message["type"] == "error":
        return message["payload"][0]["extensions"]["code"]
    assert orjson.loads(await socket.recv())["type"] == "complete"
    return message["payload"]["data"]["it"]


async def test_what_was_opened_with_a_key_ends_with_it(guarded: Guarded) -> None:
    """A stream and a WebSocket whose key is withdrawn are ended by the service, and cannot be opened again."""
    short = holder("short")
    before = guarded.file.read_text()
    guarded.file.write_text(f"{before}\n{short.line}")
    seat = await guarded.service.ask("POST", "/v1/encounters", DUEL, x_api_key=short.key)
    path, port = f"/v1/encounters/{seat.json()['id']}/stream", guarded.service.port
    async with asyncio.timeout(PATIENCE):
        by_game: Any = {"x-api-key": GAME.key}
        by_short: Any = {"x-api-key": short.key}
        kept = stream(port, path, seat.json()["viewer"], **by_game)
        ended = stream(port, path, seat.json()["viewer"], **by_short)
        async with talking(port, {"key": short.key}) as socket, kept as stays, ended as ends:
            assert (stays.status, ends.status) == (200, 200)
            guarded.file.write_text(before)
            assert [event async for event in ends] == []
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4401
            assert not stays.reader.at_eof()
    again = await guarded.service.ask("GET", path, x_api_key=short.key)
    assert again.status_code == 401


async def test_a_wrong_key_opens_no_websocket(guarded: Guarded) -> None:
    """Neither in the headers of the handshake nor in the payload of `connection_init`."""
    address = f"ws://127.0.0.1:{guarded.service.port}/graphql"
    opening = connected(address)
    opening.additional_headers = {"X-Api-Key": "umpire_x"}
    with pytest.raises(InvalidStatus) as refused:
        await opening
    assert refused.value.response.status_code == 403
    async with connected(address) as socket:
        await socket.send('{"type": "connection_init", "payload": {"key": "umpire_x"}}')
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403


def lines_of(answer: bytes) -> list[str]:
    """The lines of an answer; the first is its status."""
    return answer.decode().split("\r\n")


def heard(port: int, words: bytes, *, ends: bool = False) -> bytes:
    """Say something to the service, hang up one way if so wished, and return what comes until it hangs up."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as peer:
        peer.sendall(words)
        if ends:
            peer.shutdown(socket.SHUT_WR)
        answer = b""
        while part := peer.recv(65536):
            answer += part
        return answer


def post(port: int, size: int, body: bytes, *headers: bytes) -> bytes:
    """A request that announces so many bytes of body."""
    return b"\r\n".join(
        [
            b"POST /v1/encounters HTTP/1.1",
            b"host: t",
            b"x-api-key: " + GAME.key.encode(),
            b"content-type: application/json",
            b"content-length: %d" % size,
            *headers,
            b"",
            body,
        ]
    )


async def test_a_body_that_does_not_come_is_given_up(guarded: Guarded) -> None:
    """A client that announces a body and sends it byte by byte, or not at all, is cut off with 408."""
    port = guarded.service.port
    answers = await asyncio.gather(
        *(asyncio.to_thread(heard, port, post(port, 100, b"{}"[:count])) for count in (0, 1, 2))
    )
    assert {lines_of(each)[0] for each in answers} == {"HTTP/1.1 408 Request Timeout"}
    assert all(b"/problems/body-too-slow" in each for each in answers)


async def test_a_thousand_slow_clients(guarded: Guarded) -> None:
    """Those who hold a connection and send nothing are cut off, those above the limit at once; others are served.

    Who is cut off before the request came is told why, but may find the connection reset before having read it.
    """
    words = post(guarded.service.port, 100, b"{")

    async def slow() -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", guarded.service.port)
        answer = b""
        with suppress(ConnectionResetError):
            writer.write(words)
            answer = await reader.read()
        writer.close()
        return answer[:12]

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(4096, hard)), hard))
    async with asyncio.TaskGroup() as group, asyncio.timeout(PATIENCE):
        waiting = [group.create_task(slow()) for _ in range(1000)]
        while (await guarded.told("/livez", port=guarded.service.port)).status_code != 200:
            pass
    answers = [each.result() for each in waiting]
    assert set(answers) <= {b"HTTP/1.1 408", b"HTTP/1.1 503", b""}
    assert answers.count(b"HTTP/1.1 408") > 500
    assert (await guarded.roll(x_api_key=ROLLER.key)).status_code == 200


async def test_a_body_that_is_cut_off_is_not_taken_for_a_whole_one(guarded: Guarded) -> None:
    """A client that announces more than it sends has created nothing, though what came is a whole document."""
    body = orjson.dumps(DUEL)
    port = guarded.service.port
    before = (await guarded.told("/metrics")).text
    await asyncio.to_thread(heard, port, post(port, len(body) + 10, body), ends=True)
    created = 'umpire_requests_total{operation="encounters/create",status="201"}'
    cancelled = 'umpire_requests_total{operation="encounters/create",status="499"}'
    after = ""
    async with asyncio.timeout(PATIENCE):
        while cancelled not in after:
            after = (await guarded.told("/metrics")).text
    assert [line for line in after.splitlines() if line.startswith(created)] == [
        line for line in before.splitlines() if line.startswith(created)
    ]


async def test_a_flood_of_headers_is_refused(guarded: Guarded) -> None:
    """Many keys, many addresses and long headers get a problem document, and the service goes on."""
    port = guarded.service.port
    flood = post(port, 2, b"{}", *[b"x-api-key: umpire_%d" % number for number in range(2000)])
    assert lines_of(await asyncio.to_thread(heard, port, flood))[0].startswith("HTTP/1.1 431")
    some = post(
        port, 2, b"{}", *[b"x-forwarded-for: 10.0.0.%d" % number for number in range(200)], b"connection: close"
    )
    assert lines_of(await asyncio.to_thread(heard, port, some))[0].startswith("HTTP/1.1 422")
    assert (await guarded.roll(x_api_key=ROLLER.key)).status_code == 200
