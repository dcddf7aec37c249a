"""The odds of whole fights as callers have them: chances that add up, fights that end as told, and refusals."""

from copy import deepcopy
from math import fsum, isclose
from typing import Any, Final

import orjson
import pytest

from service.app import registry
from service.operations.validation import as_sent, rewritten, validated
from service.wire import to_json
from tests.forecasts.fights import DOCUMENTS
from tests.operations.asking import ask, first_example

FAMILIES: Final = sorted(DOCUMENTS)


def name_of(family: str) -> str:
    """The operation of a family's skirmishes."""
    return f"{family}/resolve-skirmish"


def odds(family: str, **forecast: Any) -> Any:
    """The odds of the family's example of a fight."""
    body = first_example(f"{name_of(family)}/odds")
    return ask(f"{name_of(family)}/odds", {**body, "forecast": {**body["forecast"], **forecast}})


def total(chances: list[Any]) -> float:
    """The sum of chances."""
    return fsum(each["chance"]["decimal"] for each in chances)


def chances_in(part: Any) -> list[Any]:
    """All chances in a part of an answer."""
    if isinstance(part, list):
        return [found for each in part for found in chances_in(each)]
    if not isinstance(part, dict):
        return []
    here = [part] if "low" in part and "high" in part else []
    return here + [found for name, each in part.items() if name != "request" for found in chances_in(each)]


@pytest.mark.parametrize("family", FAMILIES)
def test_chances_add_up(family: str) -> None:
    """Of how it ends, how long it takes, who stands and what becomes of each figure, something is certain."""
    told = odds(family)
    ends = [{"chance": told[name]} for name in ("draw", "undecided", "stalemate")]
    assert isclose(total([*told["winner"], *ends]), 1, abs_tol=1e-9)
    assert isclose(total(told["rounds"]["distribution"]), 1, abs_tol=1e-9)
    for each in told["survivors"]:
        assert each["distribution"] == [] or isclose(total(each["distribution"]), 1, abs_tol=1e-9)
    for each in told["figures"]:
        standing = [fate["chance"] for fate in each["fates"] if fate["fate"] == "standing"]
        assert isclose(total(each["fates"]), 1, abs_tol=1e-9)
        assert [each["stands"]] == (standing or [each["stands"]])


@pytest.mark.parametrize("family", FAMILIES)
def test_every_chance_lies_between_its_bounds(family: str) -> None:
    """Every chance of an answer is one from 0 to 1, and between its bounds."""
    found = chances_in(odds(family))
    assert len(found) > 10
    assert [each for each in found if not 0 <= each["low"] <= each["decimal"] <= each["high"] <= 1] == []


@pytest.mark.parametrize("family", FAMILIES)
def test_examples_end_as_told(family: str) -> None:
    """The body of an example, posted to the procedure, plays a fight with the winner and the rounds told."""
    examples = odds(family)["examples"]
    assert examples["typical"] is not None
    for each in filter(None, examples.values()):
        played = ask(name_of(family), each["request"])["outcome"]["verdict"]
        assert (played["winner"], played["rounds"]) == (each["winner"], each["rounds"])


@pytest.mark.parametrize("family", FAMILIES)
def test_the_same_body_has_the_same_odds(family: str) -> None:
    """Odds are computed anew and are the same; another seed plays other fights."""
    first = odds(family)
    assert odds(family) == first
    assert odds(family, seed="sha256ctr1:another")["examples"] != first["examples"]


@pytest.mark.parametrize("family", FAMILIES)
def test_the_race_begins_with_everybody_and_ends_as_survivors_do(family: str) -> None:
    """At the start all members of a side stand; in the last round as many as survive on average."""
    told = odds(family)
    survivors = {each["side"]: each["spread"]["mean"] for each in told["survivors"] if each["given"] == "any"}
    first, last = told["race"][0], told["race"][-1]
    assert (first["round"], sum(each["standing"] for each in first["sides"])) == (0, len(told["figures"]))
    assert all(isclose(each["standing"], survivors[each["side"]], rel_tol=1e-6) for each in last["sides"])


def test_enumerated_odds_say_so() -> None:
    """A small fight is enumerated: bounds are the chance itself, and no level is told."""
    told = odds("mass")
    method = told["method"]
    assert (method["kind"], method["stopped"], method["fights"], method["level"]) == ("exact", "complete", None, None)
    for each in told["winner"]:
        chance = each["chance"]
        assert isclose(chance["low"], chance["high"], abs_tol=1e-9)


def test_sampled_odds_say_so() -> None:
    """Sampled odds tell how many fights were counted, with which seed, and why no more were played."""
    method = odds("laurels")["method"]
    assert (method["kind"], method["stopped"], method["fights"]) == ("sampled", "max_fights", 64)
    assert method["seed"].startswith("sha512ctr1:forecast/")
    assert method["paths"] is None
    wide = odds("laurels", half_width=0.5)["method"]
    assert (wide["stopped"], wide["fights"], wide["looks"]) == ("half_width", 64, 1)


@pytest.mark.parametrize(
    ("field", "value", "quoted"),
    [
        ("half_width", 0, "0"),
        ("half_width", 0.6, "0.6"),
        ("half_width", "wide", "wide"),
        ("level", 1, "1"),
        ("level", 0.4, "0.4"),
        ("max_seconds", 2.1, "2.1"),
        ("max_fights", 0, "0"),
        ("max_fights", 1_000_001, "1000001"),
        ("max_paths", 10**9, "1000000000"),
        ("method", "guess", "guess"),
        ("seed", "table-7", "table-7"),
        ("rounds", 3, "rounds"),
    ],
)
def test_options_that_do_not_fit(field: str, value: Any, quoted: str) -> None:
    """An option out of its range is refused; the problem quotes the value and points at the field."""
    told = odds("laurels", **{field: value})
    assert (told["status"], told["type"]) == (422, "/problems/does-not-fit")
    assert [each["pointer"] for each in told["errors"]] == [f"/forecast/{field}"]
    assert quoted in told["errors"][0]["message"]
    assert field in told["errors"][0]["message"]


def test_figures_that_players_play() -> None:
    """A fight in which a figure waits for its player cannot be played to its end, and says whose it is."""
    body = deepcopy(first_example("heroic/resolve-skirmish/odds"))
    body["input"]["encounter"]["units"][0]["is_pc"] = True
    told, played = ask("heroic/resolve-skirmish/odds", body), ask("heroic/resolve-skirmish", {"input": body["input"]})
    assert (told["status"], told["type"]) == (409, played["type"])
    assert told["errors"] == played["errors"]
    assert "Swordsman" in told["detail"]


def test_too_many_turns() -> None:
    """A fight that may take more turns than one request plays is refused before it begins."""
    told = ask("heroic/resolve-skirmish/odds", {"input": {**DOCUMENTS["heroic"](60), "max_rounds": 100}})
    assert (told["status"], told["type"]) == (409, "/problems/work-too-large")
    assert told["errors"][0]["pointer"] == "/input/max_rounds"
    assert "12,000 turns" in told["detail"]


@pytest.mark.parametrize("family", FAMILIES)
def test_odds_cost_a_batch_what_odds_cost(family: str) -> None:
    """A batch answers odds of fights as they are answered alone, at the cost of odds."""
    body = first_example(f"{name_of(family)}/odds")
    told = ask("batch", {"requests": [{"operation": f"{name_of(family)}/odds", "body": body}]})
    assert told["answers"][0]["body"] == odds(family)
    assert told["cost"] == 1_010


def test_chosen_fields() -> None:
    """A caller may ask for who wins, and for nothing else."""
    body = first_example("mass/resolve-skirmish/odds")
    told = ask("mass/resolve-skirmish/odds", {**body, "fields": ["winner.chance.decimal", "method.kind"]})
    assert told["method"] == {"kind": "exact"}
    assert [list(each["chance"]) for each in told["winner"]] == [["decimal"], ["decimal"]]
    refused = ask("mass/resolve-skirmish/odds", {**body, "fields": ["winners"]})
    assert refused["errors"][0]["pointer"] == "/fields/0"


def test_odds_are_work_for_a_worker_process() -> None:
    """Odds of fights are always computed in a worker process, if there are any, whatever their size."""
    for family in FAMILIES:
        operation = registry()[f"{name_of(family)}/odds"]
        assert operation.work is not None
        assert operation.work(None) >= 1_000


@pytest.mark.parametrize("family", FAMILIES)
def test_odds_have_one_form(family: str) -> None:
    """A body, the same one with all defaults written out, and the one that a worker process is sent have equal odds."""
    name = f"{name_of(family)}/odds"
    body, model = first_example(name), registry()[name].request
    request = validated(model, to_json(body))
    told = ask(name, body)
    for again in (rewritten(request), as_sent(request)):
        assert ask(name, orjson.loads(again)) == told
    for each in filter(None, told["examples"].values()):
        assert ask(name_of(family), each["request"])["status"] == "resolved"


@pytest.mark.parametrize("family", FAMILIES)
def test_sensitivity_keeps_to_what_was_sent(family: str) -> None:
    """A worker process changes the numbers that were sent, and no defaults."""
    name = f"{name_of(family)}/sensitivity"
    body = {**first_example(name), "fights": 1, "max_seconds": None}
    request = validated(registry()[name].request, to_json(body))
    assert ask(name, orjson.loads(as_sent(request))) == ask(name, body)
