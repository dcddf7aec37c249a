"""Cards: who draws how many, who keeps which, and who acts when."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from service.dice.exact import Distribution, every_path
from service.errors import OddsTooLarge
from service.rules.mass.battle.initiative import (
    MassCalling,
    MassInitiativeOutcome,
    MassInitiativeVerdict,
    band_of,
    compute_thac0,
    roll_initiative,
    thac0_of,
)
from service.rules.mass.battle.initiative_odds import initiative_odds
from service.rules.mass.book.refusals import MassDuplicateId
from service.rules.mass.book.tables import CARDS, STRENGTHS
from service.rules.mass.book.words import MassBand, MassClass
from service.rules.mass.figures.orders import MassInitiative
from tests.pins import pins
from tests.rings import many
from tests.rules.mass.stories import Document, Story, read, rulings, tell


def draw(
    *commanders: Document, cards: str, options: Document | None = None, **changes: Any
) -> Story[MassInitiativeOutcome]:
    """Commanders of one side draw these cards."""
    asked = read(MassInitiative, {"commanders": [{"side": "red"} | each for each in commanders]} | changes)
    return tell(roll_initiative, asked, cards=cards.split(), options=options)


def with_thac0(name: str, thac0: int, **changes: Any) -> Document:
    """A commander."""
    return {"id": name, "thac0": thac0} | changes


A, B, C = with_thac0("a", 12), with_thac0("b", 12), with_thac0("c", 12)


def test_told() -> None:
    """A draw is told card by card, then the order."""
    told = draw(with_thac0("a", 16), B, cards="JOKER1 9C KD")
    assert told.texts == [
        "A drew JOKER1.",
        "A drew 9C.",
        "A kept 9C, the worse of JOKER1 and 9C.",
        "B drew KD.",
        "Order of action: b (KD), then a (9C).",
    ]
    assert told.outcome.order == ("b", "a")
    assert len(told.outcome.deck_state) == 51


@pins("joker-count")
@pytest.mark.parametrize(
    ("deck", "jokers"), [(54, {"JOKER1", "JOKER2"}), (53, {"JOKER1"}), (52, set())], ids=["two", "one", "none"]
)
def test_joker_count(deck: int, jokers: set[str]) -> None:
    """A fresh deck has two jokers, or as many as the option says, and every other card once."""
    left = draw(A, cards="2S", options={"deck": deck}).outcome.deck_state
    assert len({*left, "2S"}) == deck
    assert {card for card in left if card.startswith("JOKER")} == jokers


@pins("joker-in-worst-draw")
def test_joker_in_worst_draw() -> None:
    """Who keeps the worse card throws a joker away, unless both are jokers; or uses it, since it was drawn."""
    thrown = draw(with_thac0("a", 18), cards="JOKER2 7C")
    assert [(each.kept, each.actions) for each in thrown.outcome.draws] == [("7C", 1)]
    assert "ruling/joker-in-worst-draw" in thrown.cited
    both = draw(with_thac0("a", 18), cards="JOKER1 JOKER2")
    assert [(each.kept, each.actions) for each in both.outcome.draws] == [("JOKER2", 2)]
    used = draw(with_thac0("a", 18), cards="7C JOKER2", options={"joker_in_worst_draw": "used"})
    assert [(each.kept, each.actions) for each in used.outcome.draws] == [("JOKER2", 2)]
    assert used.texts[-2] == "A kept JOKER2, the better of 7C and JOKER2: two actions."
    assert "ruling/joker-in-worst-draw" in used.cited
    without = draw(with_thac0("a", 18), cards="7C KD", options={"joker_in_worst_draw": "used"})
    assert [(each.kept, each.actions) for each in without.outcome.draws] == [("7C", 1)]


@pins("joker-order")
def test_joker_order() -> None:
    """A joker acts first, the first joker before the second, or after a commander that its holder names."""
    named = (A | {"joker_after": "c"}, B, C)
    first = draw(*named, cards="JOKER2 KS 2D")
    assert first.outcome.order == ("a", "b", "c")
    assert first.warnings == ["a acts first with the joker and not after c: joker_order is not chosen."]
    chosen = {"joker_order": "chosen"}
    assert draw(*named, cards="JOKER2 KS 2D", options=chosen).outcome.order == ("b", "c", "a")
    assert draw(*named, cards="JOKER2 KS JOKER1", options=chosen).outcome.order == ("c", "a", "b")
    assert draw(*named, cards="AS KS 2D", options=chosen).outcome.order == ("a", "b", "c")
    assert draw(A, B, C, cards="JOKER2 KS JOKER1", options=chosen).outcome.order == ("c", "a", "b")


@pins("card-order")
def test_card_order() -> None:
    """Aces are high; of equal ranks spades come first, then hearts, diamonds and clubs."""
    strongest = sorted(CARDS, key=STRENGTHS.__getitem__, reverse=True)
    assert strongest[:8] == ["JOKER1", "JOKER2", "AS", "AH", "AD", "AC", "KS", "KH"]
    assert strongest[-5:] == ["3C", "2S", "2H", "2D", "2C"]
    assert len(set(STRENGTHS.values())) == 54


@pins("card-ties")
def test_card_ties() -> None:
    """Equal cards of the caller's own deck: the lower to-hit number first, then the order of the request."""
    told = draw(A, with_thac0("b", 11), C, cards="4H 4H 4H", deck_state=["4H"] * 3)
    assert told.outcome.order == ("b", "a", "c")
    assert told.outcome.deck_state == ()


@pins("deck-freshness")
def test_deck_freshness() -> None:
    """A draw is from a full deck, or from the one that is sent; what is left is returned."""
    assert len(draw(A, cards="4H").outcome.deck_state) == 53
    assert draw(A, cards="4H", deck_state=["3S", "4H", "JOKER1"]).outcome.deck_state == ("3S", "JOKER1")


@pins("step-cap")
@pytest.mark.parametrize(
    ("thac0", "step", "band"),
    [
        (16, 1, MassBand.SINGLE),
        (12, 1, MassBand.BEST_OF_TWO),
        (9, 1, MassBand.BEST_OF_TWO),
        (9, 0, MassBand.BEST_OF_TWO),
    ],
)
def test_step_cap(thac0: int, step: int, band: MassBand) -> None:
    """An improvement is one step, and there is none beyond the best of two."""
    cards = "4H" if band is MassBand.SINGLE else "4H QC"
    told = draw(with_thac0("a", thac0, initiative_step=step), cards=cards)
    assert told.outcome.draws[0].band is band
    assert told.outcome.draws[0].kept == cards.rsplit(maxsplit=1)[-1]
    assert ("initiative/step-improvement" in told.cited) is bool(step)


@pins("thac0-edges")
@pytest.mark.parametrize(("thac0", "band"), [(25, 0), (15, 0), (14, 1), (10, 1), (9, 2), (-10, 2)])
def test_thac0_edges(thac0: int, band: int) -> None:
    """To-hit numbers 14 and 10 draw a single card; above is the worst, below the best of two."""
    assert band_of(thac0) is MassBand.at(band)


@pins("base-thac0")
@pytest.mark.parametrize(
    ("calling", "numbers"),
    [
        (MassClass.WARRIOR, [20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]),
        (MassClass.PRIEST, [20, 20, 20, 18, 18, 18, 16, 16, 16, 14, 14, 14, 12, 12, 12, 10, 10, 10, 8, 8]),
        (MassClass.ROGUE, [20, 20, 19, 19, 18, 18, 17, 17, 16, 16, 15, 15, 14, 14, 13, 13, 12, 12, 11, 11]),
        (MassClass.WIZARD, [20, 20, 20, 19, 19, 19, 18, 18, 18, 17, 17, 17, 16, 16, 16, 15, 15, 15, 14, 14]),
    ],
)
def test_base_thac0(calling: MassClass, numbers: list[int]) -> None:
    """The to-hit number is that of class and level, and decides the draw as a number sent would."""
    assert [thac0_of(calling, level) for level in range(1, 21)] == numbers
    computed = compute_thac0(MassCalling(character_class=calling, level=20), rulings())
    assert (computed.thac0, computed.tally.total, computed.band) == (numbers[-1], numbers[-1], band_of(numbers[-1]))
    by_class = draw({"id": "a", "character_class": calling, "level": 1}, cards="4H QC")
    assert by_class.outcome.draws[0].kept == "4H"
    assert {"ruling/base-thac0", "initiative/thac0-table"} <= by_class.cited


def test_joker_takes_two_actions() -> None:
    """A joker kept is told with its two actions."""
    told = draw(A, cards="JOKER1")
    assert told.texts[1] == "A kept JOKER1: two actions."
    assert told.outcome.verdict.jokers == 1
    assert {"initiative/joker", "round/joker-two-actions"} <= told.cited


def told_odds(
    *commanders: Document, options: Document | None = None, **changes: Any
) -> dict[MassInitiativeVerdict, Fraction]:
    """The chances that are told of commanders of one side."""
    asked = read(MassInitiative, {"commanders": [{"side": "red"} | each for each in commanders]} | changes)
    return initiative_odds(asked, rulings(**(options or {}))).chances


def test_odds() -> None:
    """Of commanders with a card each, each acts first as often as any other; jokers are 2 in 54, however many draw."""
    chances = told_odds(A, B)
    assert sum(chance for verdict, chance in chances.items() if verdict.first == "a") == Fraction(1, 2)
    without = sum(chance for verdict, chance in chances.items() if not verdict.jokers)
    assert without == Fraction(52, 54) * Fraction(51, 53)
    six = told_odds(*(with_thac0(name, 12) for name in "abcdef"))
    assert len({verdict.order for verdict in six}) == 720
    assert sum(chance for verdict, chance in six.items() if verdict.jokers == 2) == Fraction(6 * 5, 54 * 53)
    assert sum(chance for verdict, chance in six.items() if verdict.order == tuple("fdbace")) == Fraction(1, 720)


def test_odds_of_two_cards() -> None:
    """The better of two cards is a joker unless neither is; it beats the worse of two in 5 of 6 deals of four cards."""
    chances = told_odds(with_thac0("a", 5))
    without = Fraction(52 * 51, 54 * 53)
    assert {verdict.jokers: chance for verdict, chance in chances.items()} == {0: without, 1: 1 - without}
    both = told_odds(with_thac0("a", 5), with_thac0("b", 18))
    assert sum(chance for verdict, chance in both.items() if verdict.first == "a") == Fraction(5, 6)


DRAWING = st.fixed_dictionaries(
    {"thac0": st.sampled_from([5, 12, 18]), "joker_after": st.sampled_from([None, "a", "b"])}
)
DECKS_SENT = st.lists(st.sampled_from(["JOKER1", "JOKER2", "AS", "AC", "KD", "7H", "7C", "2C"]), min_size=1, max_size=7)


@settings(max_examples=many(150), deadline=None)
@given(
    drawing=st.lists(DRAWING, min_size=1, max_size=3),
    deck=DECKS_SENT,
    worst=st.sampled_from(["discarded", "used"]),
    order=st.sampled_from(["first", "chosen"]),
)
def test_odds_equal_the_enumeration_of_every_draw(
    drawing: list[Document], deck: list[str], worst: str, order: str
) -> None:
    """For small decks, with equal cards and jokers, the odds are those of every sequence of cards."""
    names = "abc"[: len(drawing)]
    commanders: list[Document] = [{"id": name, "side": "red"} | each for name, each in zip(names, drawing, strict=True)]
    for each in commanders:
        if each["joker_after"] not in set(names) - {each["id"]}:
            each["joker_after"] = None
    assume(sum([1 if each["thac0"] == 12 else 2 for each in commanders]) <= len(deck))
    asked = read(MassInitiative, {"commanders": commanders, "deck_state": deck})
    options = rulings(joker_in_worst_draw=worst, joker_order=order)
    played: dict[MassInitiativeVerdict, Fraction] = {}
    for chance, verdict in every_path(lambda dice: roll_initiative(asked, options, dice).verdict):
        played[verdict] = played.get(verdict, Fraction(0)) + chance
    assert initiative_odds(asked, options).chances == played


@pytest.mark.parametrize("deck", [54, 53, 52])
def test_odds_equal_the_enumeration_of_a_fresh_deck(deck: int) -> None:
    """For a fresh deck of each size the odds of two commanders are those of running the draw for all cards."""
    asked = read(MassInitiative, {"commanders": [{"side": "red"} | A, {"side": "red"} | B]})
    options = rulings(deck=deck)
    played = Distribution.of(lambda dice: roll_initiative(asked, options, dice).verdict)
    assert initiative_odds(asked, options).chances == played.chances


def test_odds_refused() -> None:
    """Names must tell commanders apart, as for a draw; what takes too long to compare is refused, naming the rule."""
    with pytest.raises(MassDuplicateId):
        told_odds(A, A)
    with pytest.raises(OddsTooLarge) as refused:
        told_odds(*(with_thac0(name, 12) for name in "abcdefg"))
    assert refused.value.detail == "7 commanders draw: their odds compare cards more than 150000 times."
    assert refused.value.faults[0].rule == "mass/initiative/card-order"
    assert sum(told_odds(*(with_thac0(name, 18) for name in "abcdef")).values()) == 1
