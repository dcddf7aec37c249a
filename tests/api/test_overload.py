"""A process that is busy without a break refuses some requests; one that is busy for a moment refuses none."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest

from service import app
from service.api.middleware.metrics import Meters
from service.api.server import overload
from service.api.server.overload import Admission, overloaded
from service.app import create_app
from service.settings.environment import Settings
from service.store.private.server import PrivateStore
from tests.api.calls import call
from tests.api.test_connections import POST, ROLL, Peer
from tests.encounters.live import Service, serving

LIMIT = 0.01
ANSWER = 0.001
REFUSAL = 0.0001
REFUSING = "from service.api.server.overload import admission as a; a.admits = lambda loop: False"
LIST = b"GET /v1/meta HTTP/1.1\r\nhost: t\r\n\r\n"


@dataclass
class Loop:
    """A loop with one core: answers and refusals take their time, and timers are late for it."""

    now: float = 0.0
    answer: float = ANSWER
    waiting: float = 0.0
    longest: float = 0.0
    _soon: list[Callable[[], Any]] = field(default_factory=list)
    _timers: list[tuple[float, Callable[[], Any]]] = field(default_factory=list)

    def time(self) -> float:
        """Tell the time."""
        return self.now

    def call_at(self, when: float, call: Callable[..., Any], *arguments: Any) -> None:
        """Remember a call."""
        self._timers.append((when, partial(call, *arguments)))

    def call_soon(self, call: Callable[..., Any], *arguments: Any) -> None:
        """Remember a call for the next turn."""
        self._soon.append(partial(call, *arguments))

    def turn(self, requests: int, admission: Admission) -> int:
        """Read requests, and answer those that are admitted in the next turn; tell how many that were."""
        admitted = sum([admission.admits(self) for _ in range(requests)])
        began = self.now
        self.now += (requests - admitted) * REFUSAL
        soon, self._soon = self._soon, []
        for begin in soon:
            begin()
        self.now += admitted * self.answer or (0.0 if requests else 0.0001)
        self.longest = max(self.longest, self.now - began)
        due = [ring for when, ring in self._timers if when <= self.now]
        self._timers = [timer for timer in self._timers if timer[0] > self.now]
        for ring in due:
            ring()
        return admitted

    def passes(self, seconds: float, per_second: float, admission: Admission) -> float:
        """Let time pass while requests come; tell the share that was admitted."""
        end, came, admitted, before = self.now + seconds, 0, 0, self.now
        self.longest = 0.0
        while self.now < end:
            self.waiting += (self.now - before) * per_second
            before, requests = self.now, int(self.waiting)
            self.waiting -= requests
            came += requests
            admitted += self.turn(requests, admission)
        return admitted / came if came else 1.0


@pytest.fixture
def loop() -> Loop:
    """A loop."""
    return Loop()


@pytest.fixture
def admission(loop: Loop) -> Admission:
    """Decisions with a limit."""
    admission = Admission(lambda: loop.now)
    admission.limit(LIMIT)
    return admission


def test_without_a_limit_everything_is_admitted(loop: Loop) -> None:
    """However late a process is, it answers everything if it is not told otherwise."""
    assert loop.passes(3.0, 2000, Admission(lambda: loop.now)) == 1.0


def test_a_burst_is_answered(loop: Loop, admission: Admission) -> None:
    """Being late for less than a second, again and again, is no overload."""
    for _ in range(10):
        assert loop.turn(800, admission) == 800
        assert loop.passes(0.4, 100, admission) == 1.0
    assert not admission.is_overloaded


def test_standing_load_is_turned_away_until_it_is_over(loop: Loop, admission: Admission) -> None:
    """After a second of lateness so many are admitted as are quickly answered, and all of them once all can be."""
    loop.passes(5.0, 2000, admission)
    assert admission.is_overloaded
    assert 0.3 < loop.passes(5.0, 2000, admission) < 0.5
    assert admission.is_overloaded
    assert loop.longest <= LIMIT / 2 + 0.001
    loop.passes(2.0, 500, admission)
    assert not admission.is_overloaded
    assert loop.passes(5.0, 500, admission) == 1.0


def test_fewer_are_admitted_when_answers_take_longer(loop: Loop, admission: Admission) -> None:
    """What a turn may take stays the same; one request in a turn is admitted even if it takes longer."""
    loop.passes(5.0, 2000, admission)
    loop.answer = 2 * ANSWER
    loop.passes(1.0, 2000, admission)
    loop.passes(1.0, 2000, admission)
    assert loop.longest <= LIMIT / 2 + 0.002
    loop.answer = 100 * ANSWER
    loop.passes(10.0, 2000, admission)
    assert loop.passes(10.0, 2000, admission) > 0
    assert admission.is_overloaded


@pytest.fixture(scope="module")
def refusing() -> Iterator[Service]:
    """A service that refuses whatever it may."""
    with PrivateStore() as store, serving(store.url, before=REFUSING) as service:
        yield service


@pytest.fixture
def peer(refusing: Service) -> Iterator[Peer]:
    """A client of it."""
    peer = Peer(refusing.port)
    yield peer
    peer.socket.close()


def assert_refused(peer: Peer) -> None:
    """Require that the next answer is a refusal after which the connection goes on."""
    said = peer.hear()
    assert (said.status, said.problem, said.headers["retry-after"]) == (503, "overloaded", "1")
    assert "date" in said.headers
    assert "connection" not in said.headers


def test_a_connection_goes_on_after_a_refusal(peer: Peer) -> None:
    """Each request is refused, also if its body comes later than its refusal; health is told."""
    for _ in range(3):
        peer.say(POST + b"\r\n" + ROLL)
        assert_refused(peer)
    peer.say(POST + b"\r\n")
    assert_refused(peer)
    peer.say(ROLL + b"GET /livez HTTP/1.1\r\nhost: t\r\n\r\n")
    assert peer.hear().status == 200


def test_requests_that_come_together_are_refused_in_their_order(peer: Peer) -> None:
    """However many they are, and also if they wait for one that is answered."""
    many = 3000
    peer.say((POST + b"\r\n" + ROLL) * 3 + b"GET /livez HTTP/1.1\r\nhost: t\r\n\r\n" + LIST * many)
    for _ in range(3):
        assert_refused(peer)
    assert peer.hear().status == 200
    for _ in range(many):
        assert_refused(peer)


@pytest.mark.parametrize("request_line", [b"HEAD /v1/meta HTTP/1.1\r\nconnection: close", b"HEAD /v1/meta HTTP/1.0"])
def test_a_connection_that_is_to_end_ends_with_the_refusal(peer: Peer, request_line: bytes) -> None:
    """The refusal says so, and has no body if none was asked for."""
    peer.say(request_line + b"\r\nhost: t\r\n\r\n")
    heard = b"".join(iter(lambda: peer.socket.recv(65536), b""))
    assert heard.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
    assert heard.endswith(b"\r\nconnection: close\r\n\r\n")


async def test_the_refusal_is_a_problem() -> None:
    """Whoever is refused is told so, and when to come again."""
    reply = await call(overloaded, "/v1/dice/roll", b"{}")
    assert (reply.status, reply.problem, reply.header("retry-after")) == (503, "overloaded", "1")


async def test_refusals_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each refusal is counted in a metric of its own, which is there from the start."""
    meters, shedding = Meters(), Admission()
    shedding.limit(LIMIT, meters.note_overload)
    monkeypatch.setattr(overload, "admission", shedding)
    assert b"\numpire_overloads_total 0.0\n" in meters.exposition()
    for _ in range(2):
        await call(overloaded, "/v1/dice/roll", b"{}")
    assert b"\numpire_overloads_total 2.0\n" in meters.exposition()


def test_the_service_counts_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The application of a process gives the counting to what refuses its requests."""
    counted: list[int] = []
    monkeypatch.setattr(overload, "admission", Admission())
    monkeypatch.setattr(app, "admission", overload.admission)
    monkeypatch.setattr(Meters, "note_overload", lambda _meters: counted.append(1))
    create_app(Settings(redis_url=None))
    overload.admission.note_refusal()
    assert counted == [1]
