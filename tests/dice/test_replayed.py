"""A transcript is proven by rolling it again: it stops at the first step the rules would do differently."""

import pytest

from service.dice.model import D6, D100, DicePool
from service.dice.recording import RecordingDice
from service.dice.replayed import RecordedRoll, ReplayedDice
from service.dice.seeded import SeededDice
from service.dice.transcript import Source
from service.errors import ReplayDiverged
from tests.dice.rules_to_roll import ACES, DAMAGE, INITIATIVE, STRIKE


def recorded(  # what a transcript says
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


def test_a_true_transcript_replays() -> None:
    """Replaying what seeded dice recorded gives the same steps, sources included."""
    rolled = SeededDice("sha256ctr1:proof")
    fight(rolled)
    transcript = [
        recorded(step.n, rule=step.rule, dice=step.dice, faces=step.faces, card=step.card, source=step.source)
        for step in rolled.steps
        if step.dice is not None and step.source is not None
    ]
    replayed = ReplayedDice(transcript)
    fight(replayed)
    assert replayed.steps == rolled.steps
    assert replayed.unused() is None


def test_rolls_that_nothing_asked_for_are_told() -> None:
    """A transcript that goes on after the rules have finished names its first roll too many."""
    extra = recorded(2, faces=(7,))
    dice = ReplayedDice([recorded(), extra])
    assert dice.unused() == recorded()
    dice.roll(STRIKE, D100)
    assert dice.unused() is extra


@pytest.mark.parametrize(
    ("transcript", "pointer", "message"),
    [
        pytest.param([], "", "The transcript ends, but Strike (test/strike) rolls d100.", id="it ends early"),
        pytest.param(
            [recorded(3, rule="test/damage")],
            "/2",
            "Step 3: the transcript rolls d100 for test/damage, the rules roll d100 for test/strike.",
            id="another rule",
        ),
        pytest.param(
            [recorded(3, dice="d20")],
            "/2",
            "Step 3: the transcript rolls d20 for test/strike, the rules roll d100 for test/strike.",
            id="another die",
        ),
        pytest.param([recorded(faces=(4, 2))], "/0/faces", "Step 1: faces [4, 2] are not a roll of d100.", id="count"),
        pytest.param(
            [recorded(faces=(101,))], "/0/faces", "Step 1: faces [101] are not a roll of d100.", id="too high"
        ),
        pytest.param([recorded(faces=(0,))], "/0/faces", "Step 1: faces [0] are not a roll of d100.", id="too low"),
    ],
)
def test_a_changed_roll_is_found(transcript: list[RecordedRoll], pointer: str, message: str) -> None:
    """The first divergence is refused, with both sides of it and a pointer to the step."""
    with pytest.raises(ReplayDiverged) as refusal:
        ReplayedDice(transcript).roll(STRIKE, D100)
    assert (refusal.value.detail, refusal.value.pointer) == (message, pointer)
    assert refusal.value.faults[0].rule == "test/strike"


@pytest.mark.parametrize("card", ["KH", None])
def test_a_changed_card_is_found(card: str | None) -> None:
    """A card that the deck does not hold, or none at all, is a divergence."""
    dice = ReplayedDice([recorded(dice="aces", rule="test/initiative", faces=(), card=card)])
    with pytest.raises(ReplayDiverged, match=f"Step 1: card {card!r} is not in the aces") as refusal:
        dice.draw(INITIATIVE, ACES)
    assert refusal.value.pointer == "/0/card"


def test_a_roll_is_not_replayed_twice() -> None:
    """Each recorded roll answers one roll."""
    dice = ReplayedDice([recorded(dice="d6", faces=(6,))])
    assert dice.roll(STRIKE, D6).total == 6
    with pytest.raises(ReplayDiverged, match="The transcript ends"):
        dice.roll(STRIKE, D6)
