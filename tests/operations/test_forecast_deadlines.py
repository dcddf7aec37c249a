"""Forecasts that come to the time by which the service has to answer are answered with what was counted until then."""

from contextvars import copy_context
from itertools import count
from typing import Any, Final

import pytest

from service.forecasts import deadlines
from service.forecasts.deadlines import answer_within
from tests.forecasts.fights import Document, tactical
from tests.operations.asking import ask

MELEE: Final[Document] = tactical(3)
"""A fight of six figures."""
NAME: Final = "tactical/resolve-skirmish"
UNLIMITED: Final[dict[str, Any]] = {"max_seconds": None}
POINTER: Final = "/input/figures/0/st"


def asked_within(seconds: float, name: str, request: Any) -> Any:
    """Ask an operation that has to be answered within so many seconds, as in a worker process."""

    def run() -> Any:
        answer_within(seconds)
        return ask(name, request)

    return copy_context().run(run)


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by a second whenever it is read."""
    ticks = count()
    monkeypatch.setattr(deadlines, "monotonic", lambda: float(next(ticks)))


@pytest.mark.usefixtures("ticking")
@pytest.mark.parametrize("limit", [None, 2.0])
def test_sampled_odds_tell_what_was_counted(limit: float | None) -> None:
    """Odds of slow fights count those that were over in time, and say that the service's time was up."""
    forecast = {"method": "sampled", "half_width": 0.01, "max_seconds": limit}
    told = asked_within(250, f"{NAME}/odds", {"input": MELEE, "forecast": forecast})
    method = told["method"]
    assert (told["status"], method["kind"], method["stopped"]) == ("computed", "sampled", "time")
    assert 0 < method["fights"] < 1_000
    assert sum(each["chance"]["decimal"] for each in told["winner"]) <= 1


@pytest.mark.parametrize("method", ["auto", "exact", "sampled"])
def test_odds_without_any_fight_leave_everything_open(method: str) -> None:
    """If not even one fight is over in time, every chance lies between 0 and 1, and all who fight are listed."""
    told = asked_within(0, f"{NAME}/odds", {"input": MELEE, "forecast": {**UNLIMITED, "method": method}})
    assert (told["status"], told["method"]["stopped"]) == ("computed", "time")
    assert not told["method"]["paths"]
    assert [each["side"] for each in told["winner"]] == ["red", "blue"]
    assert [(each["chance"]["low"], each["chance"]["high"]) for each in told["winner"]] == [(0, 1), (0, 1)]
    assert [each["id"] for each in told["figures"]] == [each["id"] for each in MELEE["figures"]]


@pytest.mark.parametrize(
    ("operation", "more"),
    [
        ("comparison", {"other": {"input": MELEE}}),
        ("sensitivity", {"pointers": [POINTER]}),
        ("search", {"pointer": POINTER, "lowest": 9, "highest": 12, "wanted": 0.5}),
    ],
)
@pytest.mark.parametrize("seconds", [0, 400])
@pytest.mark.usefixtures("ticking")
def test_what_decides_is_told_in_time(operation: str, more: Any, seconds: int) -> None:
    """Comparisons, sensitivities and searches answer with what was played until the service's time was up."""
    told = asked_within(seconds, f"{NAME}/{operation}", {"input": MELEE, **UNLIMITED, **more})
    assert (told["status"], told["stopped"]) == ("computed", "time")


def test_a_picture_of_nothing_counted_is_drawn() -> None:
    """The chart of odds is drawn of what was counted, even if that is nothing."""
    assert asked_within(0, f"{NAME}/odds-picture", {"input": MELEE})["status"] == "drawn"
