"""What decides a fight: comparisons, sensitivities and searches answer with what the same dice show."""

from typing import Any

import pytest

from service.app import FAMILY_NAMES
from tests.forecasts.fights import opposed
from tests.operations.asking import ask, first_example
from tests.rings import in_few

DUEL = "opposed/resolve-skirmish"
RANK = "/input/participants/0/weapon/rank"


def duel(**changed: Any) -> dict[str, Any]:
    """The input of a duel, with other numbers for the weapon of the first."""
    document = opposed(1)
    first, second = document["participants"]
    weapon = {**first["weapon"], **changed}
    return {**document, "participants": [{**first, "weapon": weapon}, second]}


def winner(seed: str, input: Any) -> Any:
    """The winner of the fight that the procedure plays with a seed."""
    return ask(DUEL, {"input": input, "dice": {"kind": "seeded", "seed": seed}})["outcome"]["verdict"]["winner"]


def test_a_comparison_pairs_fights_by_their_seeds() -> None:
    """Its table is that of the fights which the procedure itself plays with the same seeds, one by one."""
    bodies, seed = [duel(), duel(rank=9)], "sha256ctr1:pairs"
    answer = ask(f"{DUEL}/comparison", {"input": bodies[0], "other": {"input": bodies[1]}, "fights": 20, "seed": seed})
    won = [[winner(f"{seed}/{number}", body) == "red" for body in bodies] for number in range(20)]
    red, blue = answer["sides"]
    assert (answer["fights"], answer["stopped"]) == (20, "complete")
    assert red["pairs"] == {
        "both": won.count([True, True]),
        "first_only": won.count([True, False]),
        "second_only": won.count([False, True]),
        "neither": won.count([False, False]),
    }
    assert red["only_second_wins"] == won.index([False, True])
    assert red["only_first_wins"] == (won.index([True, False]) if [True, False] in won else None)
    assert red["first"]["decimal"] == pytest.approx(sum([first for first, _ in won]) / 20)
    assert red["difference"]["decimal"] == pytest.approx(red["second"]["decimal"] - red["first"]["decimal"])
    assert red["difference"]["low"] <= red["difference"]["decimal"] <= red["difference"]["high"]
    assert blue["side"] == "blue"


def test_equal_bodies_do_not_differ() -> None:
    """With the same dice, the same body wins the same fights: no pair differs, and nothing is to be gained."""
    answer = ask(f"{DUEL}/comparison", {"input": duel(), "other": {"input": duel()}, "fights": 30})
    for side in answer["sides"]:
        assert (side["difference"]["decimal"], side["p_value"], side["gain"]) == (0, 1, None)
        assert (side["pairs"]["first_only"], side["pairs"]["second_only"]) == (0, 0)
        assert (side["only_first_wins"], side["only_second_wins"]) == (None, None)


def test_rulings_can_be_compared() -> None:
    """Each body has its own rulings, and the answer tells both."""
    known = ask(f"{DUEL}/comparison", {"input": duel(), "other": {"input": duel()}, "fights": 1})
    name, value = next((name, value) for name, value in known["rulings"].items() if isinstance(value, bool))
    other = {"input": duel(), "rulings": {name: not value}}
    answer = ask(f"{DUEL}/comparison", {"input": duel(), "other": other, "fights": 1})
    assert (answer["rulings"][name], answer["other_rulings"][name]) == (value, not value)


def test_the_rules_refuse_either_body_with_a_pointer() -> None:
    """What the rules refuse of the second body is pointed to in it."""
    bad = duel()
    bad["participants"][1]["id"] = bad["participants"][0]["id"]
    for request, pointer in (
        ({"input": bad, "other": {"input": duel()}}, "/input"),
        ({"input": duel(), "other": {"input": bad}}, "/other/input"),
    ):
        answer = ask(f"{DUEL}/comparison", {**request, "fights": 1})
        assert answer["status"] in (409, 422)
        assert answer["errors"][0]["pointer"].startswith(pointer)


def test_sensitivity_is_a_comparison_for_each_number() -> None:
    """Each change has the difference of a comparison with the same seeds; numbers are ranked by the greater change."""
    fights = 25
    answer = ask(
        f"{DUEL}/sensitivity", {"input": duel(), "pointers": ["/input/participants/0/weapon"], "fights": fights}
    )
    numbers = {each["pointer"]: each for each in answer["numbers"]}
    assert set(numbers) == {
        f"/input/participants/0/weapon/{name}" for name in ("base_chance", "rank", "damage_modifier")
    }
    for change, value in (("less", 5), ("more", 7)):
        compared = ask(f"{DUEL}/comparison", {"input": duel(), "other": {"input": duel(rank=value)}, "fights": fights})[
            "sides"
        ][0]
        changed = numbers[RANK][change]
        assert changed["value"] == value
        assert changed["chance"] == compared["second"]
        assert changed["difference"] == compared["difference"]
        assert changed["p_value"] == compared["p_value"]
        assert answer["chance"] == compared["first"]
    swings = [
        max([abs(each[change]["difference"]["decimal"]) for change in ("less", "more")]) for each in answer["numbers"]
    ]
    assert swings == sorted(swings, reverse=True)
    assert (answer["side"], answer["fights"], answer["stopped"]) == ("red", fights, "complete")
    assert answer["left_out"] == {"refused": 0, "too_many": 0, "late": 0}


def test_refused_variants_are_counted() -> None:
    """A rank of 11 does not fit the schema: only the other change of the number is told."""
    answer = ask(f"{DUEL}/sensitivity", {"input": duel(rank=10), "pointers": [RANK], "side": "blue", "fights": 5})
    assert answer["side"] == "blue"
    assert answer["left_out"]["refused"] == 1
    assert [(each["less"]["value"], each["more"]) for each in answer["numbers"]] == [(9, None)]


def test_no_more_variants_and_fights_than_the_limits() -> None:
    """Of a duel of three against three, 60 variants are played, and the fewer fights with each, the more there are."""
    answer = ask(f"{DUEL}/sensitivity", {"input": opposed(3), "fights": 2_000, "max_seconds": 0.01})
    assert answer["left_out"]["too_many"] > 0
    assert answer["left_out"]["late"] > 50
    assert answer["stopped"] == "max_seconds"
    assert len(answer["numbers"]) <= 10


@pytest.mark.parametrize(
    ("pointers", "told"),
    [
        (["/input/participants/7"], "leads nowhere"),
        (["/input/participants/0/weapon/skill"], "leads nowhere"),
        (["/input/max_rounds", "/input/sides"], "no whole number"),
    ],
)
def test_pointers_lead_to_numbers_that_were_sent(pointers: list[str], told: str) -> None:
    """A pointer to nothing, or to something without any number, is refused with its place in the list."""
    answer = ask(f"{DUEL}/sensitivity", {"input": duel(), "pointers": pointers})
    assert answer["type"] == "/problems/parts-disagree"
    assert told in answer["detail"]
    assert answer["errors"][0]["pointer"] == f"/pointers/{len(pointers) - 1}"


def test_a_search_tries_few_values() -> None:
    """The smallest rank that is enough is found by bisection; each try has the chance that a comparison finds."""
    request = {"input": duel(), "pointer": RANK, "lowest": 0, "highest": 10, "fights": 40}
    ends = ask(f"{DUEL}/search", {**request, "wanted": 1})
    low, high = ends["tried"]
    assert (ends["value"], low["value"], high["value"]) == (None, 0, 10)
    wanted = (low["chance"]["decimal"] + high["chance"]["decimal"]) / 2
    answer = ask(f"{DUEL}/search", {**request, "wanted": wanted})
    chances = {each["value"]: each["chance"] for each in answer["tried"]}
    assert len(chances) <= 6
    assert chances[answer["value"]]["decimal"] >= wanted > chances[answer["value"] - 1]["decimal"]
    assert [each["value"] for each in answer["tried"] if each["is_enough"]] == [
        value for value in chances if chances[value]["decimal"] >= wanted
    ]
    other = {"input": duel(rank=answer["value"])}
    compared = ask(f"{DUEL}/comparison", {"input": duel(), "other": other, "fights": 40})["sides"][0]
    assert chances[answer["value"]] == compared["second"]


def test_ends_that_are_refused() -> None:
    """A value at the end of the range that does not fit is refused there, and a range upside down, too."""
    request = {"input": duel(), "pointer": RANK, "lowest": 0, "highest": 11, "wanted": 1.0, "fights": 2}
    answer = ask(f"{DUEL}/search", request)
    assert (answer["type"], answer["errors"][0]["pointer"]) == ("/problems/parts-disagree", "/highest")
    answer = ask(f"{DUEL}/search", {**request, "lowest": 12})
    assert (answer["type"], answer["errors"][0]["pointer"]) == ("/problems/parts-disagree", "/highest")
    answer = ask(f"{DUEL}/search", {**request, "pointer": "/input/participants/9/x"})
    assert (answer["type"], answer["errors"][0]["pointer"]) == ("/problems/parts-disagree", "/pointer")
    answer = ask(f"{DUEL}/search", {**request, "highest": 9, "side": "rad"})
    assert (answer["type"], answer["errors"][0]["pointer"]) == ("/problems/parts-disagree", "/side")
    assert "Did you mean red?" in answer["detail"]


def test_a_search_that_is_late() -> None:
    """A search whose time is up before a value was tried in full finds nothing, and says so."""
    request = {"input": duel(), "pointer": RANK, "lowest": 0, "highest": 10, "wanted": 1.0}
    answer = ask(f"{DUEL}/search", {**request, "fights": 5_000, "max_seconds": 0.001})
    assert (answer["value"], answer["stopped"], answer["tried"]) == (None, "max_seconds", [])


@pytest.mark.parametrize("family", in_few(FAMILY_NAMES, "laurels", "mass", "opposed"))
def test_documented_sensitivities_are_no_noise(family: str) -> None:
    """Each family's example plays enough fights to show that its first number decides something."""
    name = f"{family}/resolve-skirmish/sensitivity"
    first, *_ = ask(name, first_example(name))["numbers"]
    assert min([each["p_value"] for each in (first["less"], first["more"]) if each]) < 0.005


@pytest.mark.parametrize("family", FAMILY_NAMES)
@pytest.mark.parametrize("asked", ["comparison", "sensitivity", "search"])
def test_the_same_body_has_the_same_answer(family: str, asked: str) -> None:
    """Nothing is random in an answer."""
    name = f"{family}/resolve-skirmish/{asked}"
    request = {**first_example(name), "fights": 4}
    answer = ask(name, request)
    assert answer["status"] == "computed"
    assert ask(name, request) == answer
