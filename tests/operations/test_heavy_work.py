"""How heavy a request is, is estimated before it is answered, and what is too heavy is refused."""

from typing import Any

import orjson
import pytest

from service.app import FAMILIES, registry
from service.errors import AnswerTooLarge
from service.operations.registry import ANSWER_BYTES, Effect, Operation
from service.operations.validation import as_sent, validated
from service.operations.work import estimates as heavy_work
from service.operations.work.estimates import LIGHT, MAX_TURNS, in_workers, require_size
from service.wire import Written, to_json
from tests.operations.asking import ask, first_example

ROUND = "opposed/resolve-round"
COMPUTING = [each for each in registry() if each.work is not None]
SKIRMISHES = [f"{family.name}/{each.name}" for family in FAMILIES for each in family.procedures if each.turns]


def work(name: str, request: Any) -> int:
    """The estimate of a request."""
    operation = registry()[name]
    assert operation.work is not None
    return operation.work(validated(operation.request, to_json(request)))


def crowd(many: int) -> Any:
    """A round of so many figures, who do nothing."""
    request = first_example(ROUND)
    leaders = request["input"]["participants"]
    figures = [*leaders, *[{**leaders[0], "id": f"f{n}", "engaged_with": []} for n in range(2, many)]]
    return {**request, "input": {**request["input"], "participants": figures, "orders": [], "reactions": []}}


@pytest.mark.parametrize("operation", COMPUTING, ids=lambda each: each.name)
def test_what_is_heavy_whatever_its_size(operation: Operation) -> None:
    """Odds, what decides them, skirmishes, batches and proofs are heavy; of the rest, every example is light."""
    always = (
        *("/odds", "/comparison", "/sensitivity", "/search", "-picture"),
        *("/resolve-skirmish", "batch", "verify"),
    )
    for each in operation.examples:
        assert (work(operation.name, each.request) > LIGHT) == operation.name.endswith(always), each.title


def test_large_rounds_are_heavy() -> None:
    """A round is heavy by the figures, orders and hexes that its request lists."""
    assert work(ROUND, crowd(2)) <= LIGHT < work(ROUND, crowd(40))


@pytest.mark.parametrize("effect", [Effect.READ, Effect.FOLLOW])
def test_reading_is_light(effect: Effect) -> None:
    """What only reads never goes to a worker process."""
    assert [each.name for each in registry() if each.effect is effect and each.work is not None] == []


@pytest.mark.parametrize("name", SKIRMISHES)
def test_a_fight_that_may_take_too_long_is_refused_before_it_begins(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures times rounds are bounded; the refusal quotes both numbers and points at the rounds, odds or not."""
    monkeypatch.setattr(heavy_work, "MAX_TURNS", 100)
    request = first_example(name)
    told = ask(name, {**request, "input": {**request["input"], "max_rounds": 150}})
    assert (told["status"], told["type"]) == (409, "/problems/work-too-large")
    assert "at most 100" in told["detail"]
    assert told["errors"][0]["pointer"] == "/input/max_rounds"
    assert MAX_TURNS > 1_000


@pytest.mark.parametrize("operation", COMPUTING, ids=lambda each: each.name)
def test_a_request_means_the_same_to_another_process(operation: Operation) -> None:
    """A request that is written again is read as the same request, with the same members left out."""
    for each in operation.examples:
        request = validated(operation.request, to_json(each.request))
        again = validated(operation.request, as_sent(request))
        assert again == request
        assert as_sent(again) == as_sent(request)


def test_answers_have_a_limit() -> None:
    """An answer of 4 MiB is sent, and one byte more is a problem that says both sizes."""
    assert require_size(bytes(ANSWER_BYTES)) == bytes(ANSWER_BYTES)
    with pytest.raises(AnswerTooLarge, match=r"4,194,305 bytes; at most 4,194,304"):
        require_size(bytes(ANSWER_BYTES + 1))


class Pool:
    """Notes what it is asked to do."""

    def __init__(self, *, is_open: bool) -> None:
        self.is_open = is_open
        self.asked: list[tuple[Any, ...]] = []

    async def run(self, name: str, task: str, *arguments: Any) -> Any:
        self.asked.append((name, task, *arguments))
        return b"done"


@pytest.mark.parametrize(("figures", "is_open", "goes"), [(40, True, True), (40, False, False), (2, True, False)])
async def test_only_heavy_work_goes_to_an_open_pool(figures: int, is_open: bool, goes: bool) -> None:
    """What is light, and everything while no pool is open, is answered at once."""
    pool = Pool(is_open=is_open)
    (operation,) = in_workers([registry()[ROUND]], pool)
    request = validated(operation.request, to_json(crowd(figures)))
    answer = await operation.run(request)
    assert isinstance(answer, Written) == goes
    assert pool.asked == ([(ROUND, "operate", ROUND, as_sent(request))] if goes else [])
    assert not goes or orjson.loads(as_sent(request))["input"]["participants"][39]["id"] == "f39"


@pytest.mark.parametrize(
    ("name", "light", "heavy"),
    [
        ("tactical/arcs", {"radius": 10}, {"radius": 50}),
        ("tactical/reachable", {"basic_move": 5}, {"basic_move": 50}),
    ],
)
def test_what_is_heavy_without_long_lists(name: str, light: Any, heavy: Any) -> None:
    """A procedure may know what makes its work heavy besides lists: how far a figure runs, how wide sectors are."""

    def asked(facts: Any) -> Any:
        if name == "tactical/arcs":
            return {"input": facts}
        figure = {"id": "ash", "side": "red", "hex": [0, 0], "facing": 0, **facts}
        return {"input": {"map": {}, "figures": [figure], "figure": "ash", "maneuver": "move"}}

    assert work(name, asked(light)) <= LIGHT < work(name, asked(heavy))


def test_turns_of_figures_that_play_by_themselves_are_heavy() -> None:
    """A round on the map is heavy by its turns, and heavier if figures play by themselves."""
    figures = [
        {"id": f"f{number}", "side": "red", "hex": [2 * number, 0], "facing": 0, "basic_move": 5} for number in range(7)
    ]
    asked = {"input": {"map": {}, "figures": figures}}
    played = {"input": {**asked["input"], "npc": [each["id"] for each in figures]}}
    assert work("tactical/resolve-round", asked) <= LIGHT < work("tactical/resolve-round", played)
