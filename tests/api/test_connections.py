"""What one connection may cost before its request is known is bounded, and whatever is wrong is a problem document."""

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import pytest

from service.api.server.connections import HEAD_BYTES
from service.store.private.server import PrivateStore
from tests.encounters.live import Service, serving
from tests.encounters.test_deaf_peers import framed, upgraded
from tests.patience import PATIENCE

SOON = "from service.api.server import connections as c; c.HEAD_SECONDS = {seconds}; c.SPARE_CONNECTIONS = 2"
PATIENT, HASTY = SOON.format(seconds=60), SOON.format(seconds=2)
MOST = 4
ROLL = b'{"notation": "d6"}'
POST = b"POST /v1/dice/roll HTTP/1.1\r\nhost: t\r\ncontent-type: application/json\r\ncontent-length: %d\r\n" % len(ROLL)


@dataclass(frozen=True)
class Said:
    """An answer as it came over the wire."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def problem(self) -> str:
        """The problem's name, if it is a problem document."""
        assert self.headers["content-type"] == "application/problem+json", self
        document = orjson.loads(self.body)
        assert document["status"] == self.status
        return str(document["type"]).removeprefix("/problems/")


class Peer:
    """A client that says whatever it likes."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self._heard = b""

    def say(self, words: bytes) -> "Peer":
        """Send bytes as they are; a service that has closed the connection already hears nothing."""
        try:
            self.socket.sendall(words)
        except OSError:
            return self
        return self

    def hear(self) -> Said:
        """Read one answer."""
        self._hear_until(lambda: b"\r\n\r\n" in self._heard)
        head, _, self._heard = self._heard.partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
        size = int(headers["content-length"])
        self._hear_until(lambda: len(self._heard) >= size)
        body, self._heard = self._heard[:size], self._heard[size:]
        return Said(int(lines[0].split()[1]), headers, body)

    def _hear_until(self, enough: Callable[[], bool]) -> None:
        while not enough():
            part = self.socket.recv(65536)
            assert part, self._heard
            self._heard += part

    @property
    def is_closed(self) -> bool:
        """Whether the service ends the connection, after whatever it still says."""
        try:
            while self.socket.recv(65536):
                pass
        except ConnectionResetError:
            return True
        return True


Connect = Callable[[Service], Peer]


@pytest.fixture
def connect() -> Iterator[Connect]:
    """Connect to a service; in the end every connection is closed."""
    with ExitStack() as stack:

        def connected(service: Service) -> Peer:
            peer = Peer(service.port)
            stack.enter_context(peer.socket)
            return peer

        yield connected


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the services write their log."""
    return tmp_path_factory.mktemp("connections") / "log"


@pytest.fixture(scope="module")
def patient(private_store: PrivateStore, logged: Path) -> Iterator[Service]:
    """A service that waits long for heads."""
    with logged.open("w") as log, serving(private_store.url, before=PATIENT, said=log) as service:
        yield service


@pytest.fixture(scope="module")
def hasty(private_store: PrivateStore) -> Iterator[Service]:
    """A service that waits for no head for long."""
    with serving(private_store.url, before=HASTY) as service:
        yield service


@pytest.fixture
def small(private_store: PrivateStore) -> Iterator[Service]:
    """A service that takes few connections."""
    with serving(private_store.url, before=PATIENT, UMPIRE_CONNECTIONS=str(MOST)) as service:
        yield service


# ── What is no HTTP ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "words",
    [
        b"hello\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET  HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: t\r\ncontent-length: many\r\n\r\n",
        b"POST /v1/dice/roll HTTP/1.1\r\nhost: t\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ],
)
def test_what_is_no_http_gets_a_problem_document(patient: Service, connect: Connect, words: bytes) -> None:
    """Malformed HTTP is 400 as a problem document, and the connection ends."""
    peer = connect(patient).say(words)
    said = peer.hear()
    assert (said.status, said.problem) == (400, "malformed-http")
    assert said.headers["connection"] == "close"
    assert peer.is_closed


ASKED = b"POST /v1/dice/roll HTTP/1.1\r\ncontent-type: application/json\r\n"
WHOLE = b"content-length: %d\r\n\r\n" % len(ROLL) + ROLL
CHUNKED = b"\r\n%x\r\n%b\r\n0\r\n\r\n" % (len(ROLL), ROLL)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (ASKED + WHOLE, "has one header Host; this one has none"),
        (ASKED + b"host: t\r\nHost: u\r\n" + WHOLE, "has one header Host; this one has 2"),
        (ASKED + b"host: t\r\nhost: t\r\n" + WHOLE, "has one header Host; this one has 2"),
        (ASKED + b"host: t\r\nTransfer-Encoding: gzip, chunked\r\n" + CHUNKED, "got 'gzip, chunked'"),
        (
            ASKED + b"host: t\r\nTransfer-Encoding: x-y\r\nTransfer-Encoding: chunked\r\n" + CHUNKED,
            "got 'x-y, chunked'",
        ),
        (ASKED + b"host: t\r\nTE: gzip, chunked\r\n" + WHOLE, "got 'gzip, chunked'"),
    ],
)
def test_a_head_that_two_programs_may_read_differently_is_refused(
    patient: Service, connect: Connect, words: bytes, told: str
) -> None:
    """A request names one host and frames its body in one way; anything else is 400 with a sentence, and hangs up."""
    peer = connect(patient).say(words)
    said = peer.hear()
    assert (said.status, said.problem) == (400, "malformed-http")
    assert told in orjson.loads(said.body)["detail"]
    assert peer.is_closed


@pytest.mark.parametrize(
    "words",
    [
        ASKED + b"host: t\r\nTransfer-Encoding: Chunked\r\n" + CHUNKED,
        ASKED + b"host: t\r\nTE: trailers\r\n" + WHOLE,
        ASKED.replace(b"1.1", b"1.0") + WHOLE,
    ],
)
def test_a_head_that_all_read_alike_is_answered(patient: Service, connect: Connect, words: bytes) -> None:
    """Chunks, trailers that are taken, and HTTP/1.0 without a host, as health checks send it, are read."""
    assert connect(patient).say(words).hear().status == 200


def test_the_second_request_of_a_connection_is_read_as_strictly(patient: Service, connect: Connect) -> None:
    """What the first request named counts for the first request only."""
    peer = connect(patient).say(ASKED + b"host: t\r\n" + WHOLE)
    assert peer.hear().status == 200
    assert peer.say(ASKED + WHOLE).hear().problem == "malformed-http"


def test_the_problem_has_a_page(patient: Service, connect: Connect) -> None:
    """`/problems/malformed-http` explains it."""
    assert connect(patient).say(b"GET /problems/malformed-http HTTP/1.1\r\nhost: t\r\n\r\n").hear().status == 200


# ── The size of a head ───────────────────────────────────────────────────────────────────────────────────────────────

LONG = b"x" * (HEAD_BYTES + 1)


@pytest.mark.parametrize(
    "words",
    [
        b"GET /livez HTTP/1.1\r\nhost: t\r\nlong: " + LONG + b"\r\n\r\n",
        b"GET /livez HTTP/1.1\r\nhost: t\r\n" + b"".join(b"h%d: 0123456789\r\n" % n for n in range(4000)) + b"\r\n",
        b"GET /" + LONG + b" HTTP/1.1\r\nhost: t\r\n\r\n",
        b"GET /livez HTTP/1.1\r\nhost: t\r\nendless: " + LONG * 20,
    ],
    ids=["one long field", "many fields", "a long address", "a field without an end"],
)
def test_a_head_that_is_too_long_is_refused(patient: Service, connect: Connect, words: bytes) -> None:
    """More than 32 KiB of request line and fields are 431, however they come."""
    said = connect(patient).say(words).hear()
    assert (said.status, said.problem) == (431, "head-too-long")


def test_a_head_may_be_long_and_followed_by_much(patient: Service, connect: Connect) -> None:
    """A head of nearly 32 KiB is read, and many requests on one connection do not add up."""
    asked = POST + b"long: " + b"x" * (HEAD_BYTES - 200) + b"\r\n\r\n" + ROLL
    peer = connect(patient).say(asked * 4 + b"GET /livez HTTP/1.1\r\nhost").say(b": t\r\n\r\n")
    assert [peer.hear().status for _ in range(5)] == [200] * 5


# ── The time of a head ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_head_that_never_ends_is_given_up(hasty: Service, connect: Connect) -> None:
    """A request whose head does not arrive in time is 408; a connection on which nothing comes just ends."""
    silent = connect(hasty)
    slow = connect(hasty).say(b"GET /livez HTTP/1.1\r\nho")
    said = slow.hear()
    assert (said.status, said.problem) == (408, "head-too-slow")
    assert slow.is_closed
    assert silent.socket.recv(1) == b""


def test_a_second_head_has_as_little_time(hasty: Service, connect: Connect) -> None:
    """A connection that was good for one request is no better with the next."""
    peer = connect(hasty).say(b"GET /livez HTTP/1.1\r\nhost: t\r\n\r\nGET /livez HTTP/1.1\r\nho")
    assert (peer.hear().status, peer.hear().problem) == (200, "head-too-slow")


def test_a_body_has_more_time_than_its_head(hasty: Service, connect: Connect) -> None:
    """Once a head is whole its time does not run any more."""
    slow = connect(hasty).say(POST + b"\r\n")
    assert connect(hasty).say(b"GET /livez HTTP/1.1\r\nho").hear().problem == "head-too-slow"
    assert slow.say(ROLL).hear().status == 200


# ── How many ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_too_many_connections_are_refused(small: Service, connect: Connect) -> None:
    """One more than the limit is answered 503 with Retry-After, unless it asks for health; far more are not read."""
    held = [connect(small).say(POST + b"\r\n") for _ in range(MOST)]
    surplus = [connect(small), connect(small)]
    refused = surplus[0].say(POST + b"\r\n" + ROLL).hear()
    assert (refused.status, refused.problem, refused.headers["retry-after"]) == (503, "too-many-connections", "5")
    assert refused.headers["connection"] == "close"
    assert surplus[1].say(b"GET /livez HTTP/1.1\r\nhost: t\r\n\r\n").hear().status == 200
    assert [each.say(ROLL).hear().status for each in held] == [200] * MOST


def test_far_too_many_are_not_even_read(small: Service, connect: Connect) -> None:
    """Connections far above the limit are told so at once and closed."""
    told = [connect(small) for _ in range(MOST + 2 + 3)][-3:]
    for peer in told:
        assert peer.hear().problem == "too-many-connections"
        assert peer.is_closed


def test_websockets_count(small: Service, connect: Connect) -> None:
    """A WebSocket is a connection like any other: it takes a place, and is refused where there is none."""
    with ExitStack() as sockets:
        for _ in range(MOST):
            upgraded(small, sockets).sendall(framed({"type": "connection_init"}))
        words = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: x\r\n"
        refused = connect(small).say(f"GET /graphql HTTP/1.1\r\nhost: t\r\n{words}\r\n".encode()).hear()
        assert (refused.status, refused.problem) == (503, "too-many-connections")


# ── The log ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def written(logged: Path, patient: Service, connect: Connect) -> Callable[[], list[Any]]:
    """What the patient service has logged since, in so far as it is serious."""
    before = len(logged.read_text())

    def lines() -> list[Any]:
        assert connect(patient).say(b"GET /livez HTTP/1.1\r\nhost: t\r\n\r\n").hear().status == 200
        found = [orjson.loads(line) for line in logged.read_text()[before:].splitlines()]
        return [line for line in found if line["level"] in {"error", "critical"} or "exception" in line]

    return lines


def test_text_that_is_none_closes_a_websocket_quietly(patient: Service, written: Callable[[], list[Any]]) -> None:
    """A message that is not UTF-8 closes the WebSocket with 1007, without a traceback in the log."""
    with ExitStack() as sockets:
        client = upgraded(patient, sockets)
        client.sendall(bytes([0x81, 0x82, 0, 0, 0, 0, 0xFF, 0xFE]))
        assert client.recv(4)[2:] == (1007).to_bytes(2, "big")
        assert client.recv(1) == b""
        client = upgraded(patient, sockets)
        client.sendall(framed({"type": "connection_init"}) + b"\xff" * 30)
        while client.recv(65536):
            pass
    assert written() == []
