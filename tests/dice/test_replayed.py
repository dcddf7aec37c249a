"""A transcript is proven by rolling it again: it stops at the first step that the rules and the seed do not give."""

from collections.abc import Sequence
from typing import Any

import pytest

from service.dice.model import D6, D100, DicePool
from service.dice.recording import RecordingDice
from service.dice.replayed import Divergence, RecordedRoll, ReplayedDice
from service.dice.seeded import SeededDice, SeededStream
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.dice.transcript import Source
from tests.dice.rules_to_roll import ACES, DAMAGE, INITIATIVE, STRIKE

SEED = "sha256ctr1:proof"


def recorded(
    n: int = 1,
    *,
    rule: str = "test/strike",
    dice: str = "d100",
    faces: tuple[int, ...] = (42,),
    card: str | None = None,
    source: Source = Source.SUPPLIED,
) -> RecordedRoll:
    """A roll of 42 on a strike, unless told otherwise."""
    return RecordedRoll(n=n, rule=rule, dice=dice, faces=faces, card=card, source=source)


def fight(dice: RecordingDice) -> None:
    """A strike, damage of three dice, a note and a draw."""
    dice.roll(STRIKE, D100, actor="ash")
    dice.roll(DAMAGE, DicePool(3, 6))
    dice.note(DAMAGE, "It hurts.")
    dice.draw(INITIATIVE, ACES)


def transcript_of(dice: RecordingDice) -> list[RecordedRoll]:
    """What an answer would say of these dice."""
    return [
        recorded(step.n, rule=step.rule, dice=step.dice, faces=step.faces, card=step.card, source=step.source)
        for step in dice.steps
        if step.dice is not None and step.source is not None
    ]


def difference(divergence: Divergence) -> tuple[int, str, str, object, object]:
    """Everything a divergence says."""
    return divergence.n, divergence.rule, divergence.part, divergence.expected, divergence.found


def test_a_seeded_transcript_replays() -> None:
    """Replaying what seeded dice recorded gives the same steps, sources included."""
    rolled = SeededDice(SEED)
    fight(rolled)
    replayed = ReplayedDice(transcript_of(rolled), seed=SEED)
    fight(replayed)
    replayed.finish()
    assert replayed.steps == rolled.steps


@pytest.mark.parametrize(
    ("faces", "cards"), [((), ()), ((77,), ()), ((77, 6), ("AS",)), ((77, 6, 5, 4), ("AC",)), ((), ("AD",))]
)
def test_a_mixed_transcript_replays(faces: tuple[int, ...], cards: tuple[str, ...]) -> None:
    """Only what was not supplied is recomputed from the seed."""
    rolled = SuppliedDice(faces, cards, WhenExhausted.ROLL, SEED)
    fight(rolled)
    replayed = ReplayedDice(transcript_of(rolled), seed=SEED, supplied_faces=len(faces), supplied_cards=len(cards))
    fight(replayed)
    replayed.finish()
    assert replayed.steps == rolled.steps


def test_rolls_that_nothing_asked_for_are_found() -> None:
    """A transcript that goes on after the rules have finished diverges at its first roll too many."""
    dice = ReplayedDice([recorded(), recorded(4, rule="test/damage", faces=(7,))], supplied_faces=1)
    dice.roll(STRIKE, D100)
    with pytest.raises(Divergence) as found:
        dice.finish()
    assert difference(found.value) == (4, "test/damage", "dice", None, "d100")


@pytest.mark.parametrize(
    ("transcript", "expected"),
    [
        pytest.param([], (1, "test/strike", "dice", "d100", None), id="it ends early"),
        pytest.param(
            [recorded(3, rule="test/damage")], (3, "test/strike", "rule", "test/strike", "test/damage"), id="rule"
        ),
        pytest.param([recorded(3, dice="d20")], (3, "test/strike", "dice", "d100", "d20"), id="die"),
        pytest.param([recorded(faces=(4, 2))], (1, "test/strike", "faces", "a roll of d100", [4, 2]), id="count"),
        pytest.param([recorded(faces=(101,))], (1, "test/strike", "faces", "a roll of d100", [101]), id="too high"),
        pytest.param([recorded(faces=(0,))], (1, "test/strike", "faces", "a roll of d100", [0]), id="too low"),
    ],
)
def test_a_changed_roll_is_found(transcript: Sequence[RecordedRoll], expected: tuple[Any, ...]) -> None:
    """The first divergence names its step, the rule, and both sides of it."""
    with pytest.raises(Divergence) as found:
        ReplayedDice(transcript).roll(STRIKE, D100)
    assert difference(found.value) == expected


def test_a_divergence_reads_as_a_sentence() -> None:
    """Its text says what should have been."""
    with pytest.raises(Divergence, match=r"Step 3 \(test/strike\): dice should be 'd100', the transcript says 'd20'\."):
        ReplayedDice([recorded(3, dice="d20")]).roll(STRIKE, D100)


def test_a_seed_proves_the_faces() -> None:
    """A face on its die is still refused if the seed gives another, and supplied faces of the pool are left alone."""
    stream = SeededStream(SEED)
    rolled = [stream.below(6) + 1, stream.below(6) + 1]
    forged = (4, rolled[0], rolled[1] % 6 + 1)
    dice = ReplayedDice([recorded(dice="3d6", faces=forged, source=Source.MIXED)], seed=SEED, supplied_faces=1)
    with pytest.raises(Divergence) as found:
        dice.roll(STRIKE, DicePool(3, 6))
    assert difference(found.value) == (1, "test/strike", "faces", [4, *rolled], list(forged))


def test_a_seed_proves_the_cards() -> None:
    """A card of the deck is still refused if the seed draws another."""
    drawn = ACES.cards[SeededStream(SEED).below(4)]
    forged = next(card for card in ACES.cards if card != drawn)
    claim = recorded(dice="aces", rule="test/initiative", faces=(), card=forged, source=Source.SEEDED)
    with pytest.raises(Divergence) as found:
        ReplayedDice([claim], seed=SEED).draw(INITIATIVE, ACES)
    assert difference(found.value) == (1, "test/initiative", "card", drawn, forged)
    claim = recorded(dice="aces", rule="test/initiative", faces=(), card=forged)
    assert ReplayedDice([claim], seed=SEED, supplied_cards=1).draw(INITIATIVE, ACES) == forged


@pytest.mark.parametrize(
    ("source", "supplied", "seed", "expected"),
    [
        pytest.param(Source.SEEDED, 1, SEED, "supplied", id="a supplied face passed off as rolled"),
        pytest.param(Source.SUPPLIED, 0, SEED, "seeded", id="a rolled face passed off as supplied"),
        pytest.param(Source.MIXED, 1, SEED, "supplied", id="one face of two sources"),
        pytest.param(Source.SEEDED, 0, None, "supplied", id="a rolled face without a seed"),
    ],
)
def test_sources_are_proved(source: Source, supplied: int, seed: str | None, expected: str) -> None:
    """Where a face came from follows from how many were supplied, and a face the service rolled has a seed."""
    dice = ReplayedDice([recorded(source=source)], seed=seed, supplied_faces=supplied)
    with pytest.raises(Divergence) as found:
        dice.roll(STRIKE, D100)
    assert difference(found.value) == (1, "test/strike", "source", expected, source.value)


@pytest.mark.parametrize("card", ["KH", None])
def test_a_card_must_be_in_the_deck(card: str | None) -> None:
    """A card that the deck does not hold, or none at all, is a divergence."""
    dice = ReplayedDice([recorded(dice="aces", rule="test/initiative", faces=(), card=card)])
    with pytest.raises(Divergence) as found:
        dice.draw(INITIATIVE, ACES)
    assert difference(found.value) == (1, "test/initiative", "card", "a card of the aces", card)


def test_a_roll_is_not_replayed_twice() -> None:
    """Each recorded roll answers one roll."""
    dice = ReplayedDice([recorded(dice="d6", faces=(6,))], supplied_faces=1)
    assert dice.roll(STRIKE, D6).total == 6
    with pytest.raises(Divergence) as found:
        dice.roll(STRIKE, D6)
    assert difference(found.value) == (2, "test/strike", "dice", "d6", None)
