"""Lists of moves and suggestions of a family that offers what each test says: bounds, and what is told of them."""

from collections.abc import Iterable
from typing import Any

import pytest

from service.rules.kernel.family import Bar, Candidate, Chosen, Offers, Spots
from service.rules.kernel.turns.legal_moves import MOST_CHANCES, MOST_MOVES, joined, legal_moves_of, suggestions_of
from service.rules.kernel.turns.situations import GOES_ON, Turn, situation_of, turn_situation_of
from service.rules.kernel.verdict import Fate, PlaceHex, Situation

HALF = 0.5


class Offered(Offers):
    """What figures may do: so many strikes at foes, so many hexes to go to, and nothing for those who are idle."""

    def __init__(self, strikes: int, hexes: int = 0, idle: Bar | None = None) -> None:
        self._strikes = strikes
        self._hexes = hexes
        self._idle = idle

    def idle(self, figure: str) -> Bar | None:
        """The same for all figures."""
        return self._idle

    def candidates(self, figure: str) -> Iterable[Candidate]:
        """Strikes at one foe after the other."""
        return [Candidate("strike", f"strike/{n}", f"Strike {n}", (figure, n)) for n in range(self._strikes)]

    def judge(self, order: Any) -> None:
        """Every order can be given."""

    def void(self, order: Any) -> Bar | None:
        """Every order does something."""
        return None

    def places(self, figure: str) -> Iterable[Spots]:
        """Hexes in a row."""
        hexes = tuple(
            [PlaceHex(hex=(q, 0), cost=q, facing=0, end_facings=(), value=[q, 0]) for q in range(self._hexes)]
        )
        return (Spots("go", "go", "Go", (figure, None), "/orders/0/to", hexes),) if hexes else ()

    def chance(self, order: Any) -> float | None:
        """Every strike hits half of the time."""
        return HALF

    def attack(self, order: Any) -> dict[str, Any] | None:
        """No order is one attack alone."""
        return None

    def posted(self, figure: str, orders: tuple[Any, ...]) -> dict[str, Any]:
        """Orders in a list."""
        return {"orders": [{"figure": name, "at": at} for name, at in orders]}

    def choice(self, figure: str) -> Chosen:
        """The first strike."""
        return Chosen(((figure, 0),), "is brave", None)


def between(*names: str) -> Situation:
    """The situation between two rounds, in which all of these choose."""
    return situation_of([Turn(name, name, name, Fate.STANDING, chooses=True) for name in names], GOES_ON)


@pytest.mark.parametrize(
    ("strikes", "hexes"), [(MOST_MOVES, 0), (MOST_MOVES + 1, 0), (1, MOST_MOVES), (1, MOST_MOVES + 1)]
)
def test_lists_that_are_cut_say_so(strikes: int, hexes: int) -> None:
    """Of moves, and of hexes to go to, so many are listed at most, and whether there are more is told."""
    (listed,) = legal_moves_of(between("ash"), Offered(strikes, hexes), None).figures
    assert len(listed.moves) == min(strikes, MOST_MOVES)
    assert [len(each.hexes) for each in listed.places] == ([min(hexes, MOST_MOVES)] if hexes else [])
    assert listed.truncated is (max(strikes, hexes) > MOST_MOVES)


@pytest.mark.parametrize("asks", [True, False])
def test_chances_are_told_to_those_who_ask(asks: bool) -> None:
    """Moves and suggestions have chances only if these are asked for, and the moves of an answer so many at most."""
    situation, offers = between("ash", "orc"), Offered(MOST_CHANCES)
    listed = legal_moves_of(situation, offers, None, chances=asks).figures
    told = [each.chance for figure in listed for each in figure.moves]
    assert told == [HALF if asks else None] * MOST_CHANCES + [None] * MOST_CHANCES
    suggested = suggestions_of(situation, offers, None, chances=asks).figures
    assert [each.chance for figure in suggested for each in figure.moves] == [HALF if asks else None] * 2


def test_nothing_is_suggested_for_the_idle() -> None:
    """Who has no choice is not ordered anything, whether or not a rule says why it has none."""
    idle = Offered(1, idle=Bar("is away", None))
    (listed,) = legal_moves_of(between("ash"), idle, None).figures
    assert (listed.moves, [each.why for each in listed.barred]) == ((), ["is away"])
    suggestions = suggestions_of(between("ash"), idle, None)
    assert [(each.moves, each.why) for each in suggestions.figures] == [((), "is away")]
    assert (suggestions.input, suggestions.procedure) == (None, None)


def test_what_is_not_listed_is_not_foreseen() -> None:
    """Of one who waits what would be chosen is told if it is one of its moves, and nothing of who is next."""
    turns = [Turn(name, name, name, Fate.STANDING, chooses=True) for name in ("ash", "orc")]
    situation = turn_situation_of(turns, ["ash"], GOES_ON)
    [told] = suggestions_of(situation, Offered(1), None, ahead=True).ahead
    assert (told.figure, told.kind, told.label, told.target, told.why) == (
        "orc",
        "strike",
        "Strike 0",
        None,
        "is brave",
    )
    assert suggestions_of(situation, Offered(0), None, ahead=True).ahead == ()


def test_orders_of_several_figures_are_joined() -> None:
    """Lists of inputs are put one behind the other, and of what is no list the last counts."""
    suggestions = suggestions_of(between("ash", "orc"), Offered(1), None)
    assert suggestions.input == {"orders": [{"figure": "ash", "at": 0}, {"figure": "orc", "at": 0}]}
    assert joined([{"orders": [1], "dice": 1}, {"orders": [2, 3], "dice": 2}]) == {"orders": [1, 2, 3], "dice": 2}
