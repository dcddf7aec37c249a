"""Charges: who meets them, who repulses them, and why not."""

import pytest

from tests.rules.opposed.fights import ASH, MISS, OPEN, ORC, Document, attack, fight, play, said

FAST_ORC = {**ORC, "agility": 30}
"""Acts before Ash, at 41; Defence 38."""
CHARGE = attack("orc", "ash", mode="close", situation={"charging": True})
REPULSES = [{"actor": "ash", "repulse": True}]


@pytest.mark.parametrize(
    ("charge", "ash", "reactions", "faces"),
    [
        pytest.param(CHARGE, {}, [], (), id="no reaction"),
        pytest.param(CHARGE, {}, [{"actor": "ash"}], (), id="another reaction"),
        pytest.param(CHARGE, {"stunned": True}, REPULSES, (), id="stunned"),
        pytest.param(attack("orc", "ash", mode="close"), {}, REPULSES, (), id="no charge"),
        pytest.param({**CHARGE, "mode": "melee"}, {}, REPULSES, (), id="not into the hex"),
        pytest.param(CHARGE, {}, REPULSES, (5,), id="repulse fails"),
    ],
)
def test_a_charge_gets_through(
    charge: Document, ash: Document, reactions: list[Document], faces: tuple[int, ...]
) -> None:
    """Only a figure that reacts, and is not stunned, meets a charge into its hex with a d10."""
    told = play(
        fight([FAST_ORC, {**ASH, **ash}], charge, reactions=reactions),
        9,
        1,
        *faces,
        MISS,
        OPEN,
        *([100] if ash else []),
    )
    assert told.outcome.events[0].strike_chance is not None
    assert told.outcome.state[0].engaged_with == ("ash",)


@pytest.mark.parametrize(
    ("charge", "ash", "text"),
    [
        pytest.param(
            {**CHARGE, "mode": "melee"},
            {},
            "Ash had no charge to repulse: orc charged in melee and stayed outside its hex.",
            id="not into the hex",
        ),
        pytest.param(
            CHARGE, {"stunned": True}, "Ash was stunned and could not repulse the charge of orc.", id="stunned"
        ),
    ],
)
def test_why_a_charge_is_not_repulsed(charge: Document, ash: Document, text: str) -> None:
    """Where a reaction to repulse cannot be followed a step says why; where nobody was to repulse nothing is said."""
    faces = (9, 1, MISS, OPEN, *([100] if ash else []))
    told = play(fight([FAST_ORC, {**ASH, **ash}], charge, reactions=REPULSES), *faces)
    assert [step.text for step in told.steps if step.rule == "opposed/repulse/charge"] == [text]
    silent = play(fight([FAST_ORC, {**ASH, **ash}], charge), *faces)
    assert "repulse/charge" not in silent.cited


def test_a_charge_is_repulsed() -> None:
    """A repulsed charger does not enter the hex and does not strike."""
    told = play(fight([FAST_ORC, ASH], CHARGE, reactions=REPULSES), 9, 1, 6)
    event = told.outcome.events[0]
    assert (said(event), event.outcome, event.target) == (("orc", "attack", "repulsed"), None, "ash")
    assert told.outcome.state[0].engaged_with == ()
    under = play(
        fight([FAST_ORC, ASH], CHARGE, reactions=REPULSES),
        9,
        1,
        7,
        MISS,
        OPEN,
        options={"repulse_comparison": "at_most"},
    )
    assert under.outcome.events[0].reason is None
