"""Line-ups: a text, sides or a ready fight become a state, with ids, names, sides and places."""

from itertools import combinations
from typing import Any, Final

import pytest
from jsonschema_rs import Draft202012Validator

from service.app import FAMILIES, bound_procedures
from service.errors import UnfitRequest
from service.forecasts.problems import PartsDisagree
from service.operations.encounters.line_ups.line_up_models import LineUp
from service.operations.encounters.line_ups.shorthand import SIDE_NAME, sides_in
from service.operations.encounters.line_ups.stock import fights_of, figures_of
from service.operations.encounters.move_index import MoveIndex
from service.rules.kernel.family import Family
from service.rules.kernel.hexes import distance
from tests.operations.asking import ask
from tests.rings import many, thinned
from tests.rules.played import Played

EACH: Final = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
MOVES: Final = MoveIndex(FAMILIES, bound_procedures())
LISTS: Final = ("figures", "units", "participants")
MOST_ROUNDS: Final = 300
OPPOSED: Final = next(family for family in FAMILIES if family.name == "opposed")
PARTY: Final[dict[str, Any]] = {
    "umpire": "party@1",
    "family": "opposed",
    "ruleset": "opposed@1",
    "name": "The Grey Company",
    "figures": [
        {
            "id": "wick",
            "name": "Wick",
            "tags": ["hero"],
            "figure": {"agility": 15, "endurance": 15, "endurance_max": 15, "fatigue": 20},
            "source": {"format": "own", "at": "wick.json"},
        }
    ],
}


def lined(family: str, **asked: Any) -> list[dict[str, Any]]:
    """The figures of a line-up."""
    answer = ask(f"{family}/line-up", asked)
    assert answer["status"] == "lined_up", answer
    return next(answer["state"][name] for name in LISTS if name in answer["state"])


def refused(family: str, **asked: Any) -> tuple[int, str, str]:
    """How a line-up is refused: status, pointer and detail."""
    answer = ask(f"{family}/line-up", asked)
    assert answer["status"] != "lined_up"
    return answer["status"], answer["errors"][0]["pointer"], answer["detail"]


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("knight vs orc", {"red": ["knight"], "blue": ["orc"]}),
        ("knight*2, duellist VS. orc*3 goblin", {"red": ["knight*2", "duellist"], "blue": ["orc*3", "goblin"]}),
        ("knight@crown v orc*2@horde wolf", {"crown": ["knight"], "horde": ["orc*2", "wolf"]}),
        ("a vs b vs c@third", {"red": ["a"], "blue": ["b"], "third": ["c"]}),
        ("  a*1 \n vs\tb ", {"red": ["a*1"], "blue": ["b"]}),
    ],
)
def test_a_text_names_sides(text: str, sides: dict[str, list[str]]) -> None:
    """Sides are parted by vs, figures by commas or blanks; a star counts, and an at sign names the side."""
    assert sides_in(text) == sides


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("knight", "sides with figures"),
        ("knight vs", "sides with figures"),
        ("vs orc", "sides with figures"),
        ("a vs b vs c vs d vs e vs f vs g", "2 to 6 sides"),
        ("knight*0 vs orc", "'knight*0' is no figure"),
        ("knight*many vs orc", "'knight*many' is no figure"),
        ("knight*101 vs orc", "1 to 100"),
        ("knight@ vs orc", "'' is no name of a side"),
        ("knight@a duellist@b vs orc", "is called a and b"),
        ("knight@a vs orc@a", "two sides are called 'a'"),
        ("knight@blue vs orc", "two sides are called 'blue'"),
    ],
)
def test_a_text_that_names_no_fight_is_refused(text: str, told: str) -> None:
    """A text without sides, counts or names of their own is refused with a sentence that quotes it."""
    with pytest.raises((UnfitRequest, PartsDisagree)) as caught:
        sides_in(text)
    assert told in caught.value.detail
    assert caught.value.pointer == "/text"


@pytest.mark.parametrize("character", ["\x1d", "\x00", "\x7f", "\x85", "\ufeff", "\n", " "])
def test_no_name_has_a_blank_or_a_control_character(character: str) -> None:
    """Readers of regular expressions differ in what is a blank: the contract names all characters that are refused."""
    name = f"z{character}"
    told = Draft202012Validator({"pattern": SIDE_NAME})
    assert told.is_valid("watch")
    assert not told.is_valid(name)
    refused = ask("opposed/line-up", {"sides": {name: ["knight"], "gang": ["orc"]}})
    assert refused["errors"][0]["pointer"] == f"/sides/{name}"
    assert ask("opposed/line-up", {"sides": {"watch": [f"knight{character}"], "gang": ["orc"]}})["status"] == 422


def test_several_of_a_kind_are_counted() -> None:
    """Several of a kind have numbers, single ones none; what is on both sides has the side before its id."""
    figures = lined("opposed", text="town-guard*2 bandit@watch vs bandit*2 orc@gang")
    assert [(each["id"], each["name"]) for each in figures] == [
        ("town-guard-1", "Town guard 1"),
        ("town-guard-2", "Town guard 2"),
        ("watch-bandit", "Bandit (watch)"),
        ("gang-bandit-1", "Bandit 1 (gang)"),
        ("gang-bandit-2", "Bandit 2 (gang)"),
        ("orc", "Orc"),
    ]


def test_a_figure_is_picked_with_changes() -> None:
    """A pick has an id, which is its name too, a count and changes, which go into objects of the figure."""
    pick = {"figure": "bandit-archer", "id": "Wick", "changes": {"endurance": 18, "weapon": {"rank": 5}}}
    mob = {"figure": "goblin", "count": 2, "id": "gob"}
    wick, *mobs, orc = lined("opposed", sides={"watch": [pick, mob], "gang": ["orc"]})
    stock = figures_of("opposed")["bandit-archer"].figure
    assert (wick["id"], wick["name"], wick["endurance"]) == ("Wick", "Wick", 18)
    assert wick["weapon"] == {**stock["weapon"], "rank": 5}
    assert [(each["id"], each["name"]) for each in mobs] == [("gob-1", "gob 1"), ("gob-2", "gob 2")]
    named = {"figure": "orc", "id": "o", "changes": {"name": "Ugh"}}
    assert lined("opposed", sides={"a": [named], "b": ["orc"]})[0]["name"] == "Ugh"
    assert orc["side"] == "gang"


def test_a_whole_figure_is_lined_up() -> None:
    """A whole figure keeps its numbers; its id may be made of its name, and its side and place are set anew."""
    hero = {**figures_of("tactical")["knight"].figure, "name": "Dame Ash!", "side": "old", "hex": [40, 40], "facing": 5}
    ash, _ = lined("tactical", sides={"crown": [hero], "horde": ["orc"]})
    assert (ash["id"], ash["side"], ash["hex"], ash["facing"]) == ("dame-ash", "crown", [0, 5], 0)
    assert lined("tactical", sides={"crown": [{**hero, "id": "Ash"}], "horde": ["orc"]})[0]["id"] == "Ash"


def test_a_party_has_figures_of_its_own() -> None:
    """Figures of a party are found before those of the catalogue, with the name that the party gives them."""
    wick, orc = lined("opposed", text="wick vs orc", party=PARTY)
    assert (wick["id"], wick["name"], wick["agility"]) == ("wick", "Wick", 15)
    mine = {**PARTY, "figures": [{**PARTY["figures"][0], "id": "orc", "name": "My orc"}]}
    assert lined("opposed", text="orc vs goblin", party=mine)[0]["agility"] == 15
    assert orc["name"] == "Orc"


@pytest.mark.parametrize(
    ("asked", "status", "pointer", "told"),
    [
        ({}, 409, "", "has none of them"),
        ({"text": "a vs b", "fight": "x"}, 409, "", "`text` and `fight`"),
        ({"text": "knight"}, 422, "/text", "two to six sides"),
        ({"text": "knight@a vs orc@a"}, 409, "/text", "two sides are called 'a'"),
        ({"fight": "goblin-ambus"}, 404, "/fight", "Did you mean goblin-ambush?"),
        ({"text": "knihgt vs orc"}, 404, "/text", "Did you mean knight?"),
        ({"sides": {"a": ["knight"], "b": ["ork"]}}, 404, "/sides/b/0", "Did you mean orc?"),
        ({"sides": {"a": ["knight"], "b": [{"figure": "ork"}]}}, 404, "/sides/b/0", "Did you mean orc?"),
        ({"sides": {"a": ["knight"]}}, 422, "/sides", "1 side"),
        ({"sides": {"a b": ["knight"], "b": ["orc"]}}, 422, "/sides/a b", "no name of a side"),
        ({"sides": {"a": [], "b": ["orc"]}}, 422, "/sides/a", "is not a list of 1 to 100"),
        ({"sides": {"a": "knight", "b": ["orc"]}}, 422, "/sides/a", "is not a list"),
        ({"sides": {"a": [7], "b": ["orc"]}}, 422, "/sides/a/0", "7 is no figure"),
        ({"sides": {"a": ["two orcs"], "b": ["orc"]}}, 422, "/sides/a/0", "'two orcs' is no figure"),
        ({"sides": {"a": ["orc@b"], "b": ["orc"]}}, 422, "/sides/a/0", "'orc@b' is no figure"),
        ({"sides": {"a": [{"figure": "orc", "cuont": 2}], "b": ["orc"]}}, 422, "/sides/a/0/cuont", "count"),
        ({"sides": {"a": [{"agility": 3}], "b": ["orc"]}}, 409, "/sides/a/0", "needs an `id`"),
        ({"sides": {"a": [{"id": "x", "agilty": 3}], "b": ["orc"]}}, 409, "/sides/a/0", "agilty"),
        (
            {"sides": {"a": [{"figure": "orc", "changes": {"agility": "high"}}], "b": ["orc"]}},
            409,
            "/sides/a/0",
            "high",
        ),
        ({"sides": {"a": [{"figure": "orc", "changes": {"name": 7}}], "b": ["orc"]}}, 409, "/sides/a/0", "7"),
        ({"sides": {"a": [{"figure": "orc", "id": "x"}], "b": [{"id": "x"}]}}, 409, "/sides/b/0", "called 'x'"),
        ({"text": "orc*60 vs orc*60"}, 409, "/text", "120 figures"),
        ({"text": "orc vs wolf", "distance": 0}, 422, "/distance", "1"),
        (
            {"text": "wick vs orc", "party": {**PARTY, "family": "mass"}},
            409,
            "/party/family",
            "of mass, not of opposed",
        ),
        ({"text": "wick vs orc", "party": {**PARTY, "umpire": "party@2"}}, 422, "/party/umpire", "party@1"),
        (
            {"text": "wick vs orc", "party": {**PARTY, "ruleset": "opposed@99"}},
            409,
            "/party/ruleset",
            f"was made for opposed@99; this service plays {OPPOSED.ruleset}",
        ),
        (
            {"text": "wick vs orc", "party": {**PARTY, "figures": PARTY["figures"] * 2}},
            409,
            "/party/figures/1/id",
            "Two figures of the party are 'wick'",
        ),
    ],
)
def test_what_cannot_be_lined_up_is_refused(asked: Any, status: int, pointer: str, told: str) -> None:
    """A line-up that is no fight is refused with the place in the request, the value, and what was meant."""
    found = refused("opposed", **asked)
    assert found[:2] == (status, pointer), found
    assert told in found[2]


def test_a_text_in_place_of_a_line_up_is_refused_with_the_right_form() -> None:
    """A text where an encounter takes a line-up is no line-up; the refusal shows what to write."""
    (fault,) = ask("encounters/create", {"family": "laurels", "line_up": "wolf vs bandit"})["errors"]
    assert fault["pointer"] == "/line_up"
    assert '{"text": "town-guard*3 vs bandit*2"}' in fault["message"]
    assert 'got "wolf vs bandit", which is a text' in fault["message"]


def test_a_family_says_how_sides_stand() -> None:
    """In laurels are two sides without places; in opposed pairs are engaged, unless they stand apart."""
    assert refused("laurels", text="orc vs wolf", distance=3)[1:] == (
        "/distance",
        "In laurels nobody has a place, so sides do not stand 3 apart: leave `distance` out.",
    )
    assert refused("laurels", text="orc vs wolf vs bear")[:2] == (409, "/text")
    assert [each["role"] for each in lined("laurels", text="orc@a vs wolf@b")] == ["party", "opponents"]
    near = lined("opposed", text="orc*2 vs wolf vs bear vs knight")
    assert [each["engaged_with"] for each in near] == [["wolf"], [], ["orc-1"], ["knight"], ["bear"]]
    assert {str(each["engaged_with"]) for each in lined("opposed", text="orc vs wolf", distance=9)} == {"[]"}
    assert len(ask("mass/line-up", {"text": "archers vs knights"})["state"]["commanders"]) == 2


@pytest.mark.parametrize("sides", range(2, 7))
def test_sides_stand_apart(sides: int) -> None:
    """On maps nobody shares a hex, two sides stand as far apart as is asked for, and each faces the middle."""
    text = " vs ".join([f"orc*{9 + each}" for each in range(sides)])
    figures = lined("tactical", text=text, distance=7)
    hexes = [tuple(each["hex"]) for each in figures]
    assert len(set(hexes)) == len(hexes)
    fronts = {each["side"]: tuple(each["hex"]) for each in reversed(figures)}
    gaps = [distance(one, other) for one, other in combinations(fronts.values(), 2)]
    assert gaps == [7] if sides == 2 else min(gaps) >= 7
    assert len({each["facing"] for each in figures}) == sides
    places = ask("heroic/line-up", {"text": text, "distance": 7})["state"]["positions"]
    assert len({(each["x"], each["y"]) for each in places}) == sides


@EACH
def test_a_skirmish_takes_what_is_lined_up(family: Family) -> None:
    """The `input` of the answer is that of a fight without players and of its odds, as it is."""
    fight = next(iter(fights_of(family.name)))
    answer = ask(f"{family.name}/line-up", {"fight": fight})
    played = ask(f"{family.name}/resolve-skirmish", {"input": answer["input"]})
    assert played["status"] == "resolved"


def begun(family: Family, asked: LineUp) -> Played:
    """A fight that is lined up, to be played move by move."""
    table = Played(family)
    table.rulings = family.rulings()
    table.state = MOVES.lined_up(family.name, asked, table.rulings, "")[0]
    return table


def ends(table: Played, seed: str) -> bool:
    """Whether a fight comes to its end by what is suggested."""
    for number in range(MOST_ROUNDS):
        if table.situation.over:
            return True
        suggested = table.suggestions
        assert suggested.procedure is not None
        table.move(suggested.procedure, f"{seed} {number}", **suggested.input)
    return False


PAIRS: Final = [
    pytest.param(family, pair, id=f"{family.name}-{pair[0]}-{pair[1]}")
    for family in FAMILIES
    for pair in [*combinations(figures_of(family.name), 2)][::5]
]
FIGHTS: Final = [
    pytest.param(family, fight, id=f"{family.name}-{fight}") for family in FAMILIES for fight in fights_of(family.name)
]


@pytest.mark.parametrize(("family", "pair"), thinned(PAIRS, 17))
def test_a_duel_ends_by_what_is_suggested(family: Family, pair: tuple[str, str]) -> None:
    """Any two figures fight to an end if the suggested moves are pressed again and again."""
    for number in range(many(2, 1)):
        assert ends(begun(family, LineUp(text=" vs ".join(pair))), f"{pair} {number}")


@pytest.mark.parametrize(("family", "fight"), thinned(FIGHTS, 5))
def test_a_ready_fight_ends_by_what_is_suggested(family: Family, fight: str) -> None:
    """Ready fights come to an end if the suggested moves are pressed again and again."""
    assert ends(begun(family, LineUp(fight=fight)), fight)


@pytest.mark.parametrize("ruleset", ["opposed@1", OPPOSED.ruleset, "house rules", "opposed@many", "laurels@99"])
def test_a_party_of_an_earlier_ruleset_is_taken(ruleset: str) -> None:
    """Its figures are data; what is no number of the family's rulesets says nothing."""
    assert (
        ask("opposed/line-up", {"text": "wick vs orc", "party": {**PARTY, "ruleset": ruleset}})["status"] == "lined_up"
    )
