"""A process that is busy without a break refuses some requests; one that is busy for a moment refuses none."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from service import app
from service.api.middleware.metrics import Meters
from service.api.server import overload
from service.api.server.overload import INTERVAL_SECONDS, Admission, overloaded
from service.app import create_app
from service.settings import Settings
from tests.api.calls import call

LIMIT = 0.01


@dataclass
class Clock:
    """A loop whose timers are as late as a test says."""

    now: float = 0.0
    late: float = 0.0
    timer: Callable[[], None] = field(default=lambda: None)

    def time(self) -> float:
        """Tell the time."""
        return self.now

    def call_at(self, when: float, call: Callable[..., Any], *arguments: Any) -> None:
        """Remember a call."""
        self.timer = lambda: call(*arguments)

    def passes(self, seconds: float, requests: int, admission: Admission) -> list[bool]:
        """Let time pass; in each interval so many requests come. Tell which are admitted."""
        admitted: list[bool] = []
        end = self.now + seconds
        while self.now < end:
            admitted += [admission.admits(self) for _ in range(requests)]
            self.now += INTERVAL_SECONDS + self.late
            self.timer()
        return admitted


@pytest.fixture
def admission() -> Admission:
    """Decisions with a limit."""
    admission = Admission()
    admission.limit(LIMIT)
    return admission


def test_without_a_limit_everything_is_admitted() -> None:
    """However late a process is, it answers everything if it is not told otherwise."""
    assert all(Clock(late=1.0).passes(10, 100, Admission()))


def test_a_burst_is_answered(admission: Admission) -> None:
    """Being late for less than a second, again and again, is no overload."""
    clock = Clock()
    for _ in range(10):
        clock.late = 0.1
        assert all(clock.passes(0.8, 50, admission))
        clock.late = 0.0
        assert all(clock.passes(0.2, 50, admission))
    assert not admission.is_overloaded


def test_standing_load_is_turned_away_until_it_is_over(admission: Admission) -> None:
    """After a second of lateness few requests are admitted, then more and more, and in the end all of them."""
    clock = Clock(late=0.05)
    assert all(clock.passes(1.0, 50, admission))
    clock.passes(5.0, 50, admission)
    assert admission.is_overloaded
    late = clock.passes(1.0, 50, admission)
    assert 0 < sum(late) < len(late) / 10
    clock.late = 0.0
    clock.passes(1.0, 50, admission)
    assert all(clock.passes(3.0, 5, admission))
    assert not admission.is_overloaded
    assert all(clock.passes(1.0, 500, admission))


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
