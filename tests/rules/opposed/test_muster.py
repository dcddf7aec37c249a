"""What a round refuses before any die is read: everything points at the item that is wrong and quotes it."""

from typing import Any

import pytest

from service.dice.supplied import SuppliedDice, WhenExhausted
from service.errors import RulesRefuse
from service.rules.opposed.battle.models import OpposedRound
from service.rules.opposed.book.refusals import (
    ChargeAndWithdrawalConflict,
    DuplicateParticipant,
    EmptySide,
    EngagementNotMutual,
    FlightRequired,
    InvalidEngagement,
    InvalidLeader,
    InvalidTarget,
    RangedModifierInOtherMode,
    SituationWithoutStrike,
    StunnedFigureCannotEvade,
    UnknownParticipant,
    UnknownSide,
)
from service.rules.opposed.rounds.round import resolve_round
from tests.rules.opposed.fights import (
    ASH,
    BOW,
    IMP,
    MISS,
    OPEN,
    ORC,
    Document,
    attack,
    duel,
    engaged,
    fight,
    order,
    play,
)
from tests.rules.opposed.figures import rulings

RED, BLUE = {"id": "red", "leader": "ash"}, {"id": "blue", "leader": "orc"}
BOTH = [ASH, ORC]


def withdraw(kind: str, **changes: Any) -> Document:
    """Ash withdraws."""
    return order("withdraw", "ash", kind=kind, **changes)


@pytest.mark.parametrize(
    ("given", "refusal", "pointer", "quotes"),
    [
        pytest.param(
            fight(BOTH, sides=[RED, BLUE, {**RED, "leader": "orc"}]),
            DuplicateParticipant,
            "/sides/2/id",
            ["red"],
            id="two sides of one name",
        ),
        pytest.param(
            fight([*BOTH, {**IMP, "id": "ash"}], sides=[RED, BLUE]),
            DuplicateParticipant,
            "/participants/2/id",
            ["ash"],
            id="two figures of one name",
        ),
        pytest.param(
            fight([*BOTH, {**IMP, "side": "green"}], sides=[RED, BLUE]),
            UnknownSide,
            "/participants/2/side",
            ["imp", "green"],
            id="a figure of no known side",
        ),
        pytest.param(
            fight(BOTH, sides=[RED, BLUE, {"id": "green", "leader": "orc"}]),
            EmptySide,
            "/sides/2/id",
            ["green"],
            id="a side without figures",
        ),
        pytest.param(
            fight(BOTH, sides=[{**RED, "leader": "elf"}, BLUE]),
            InvalidLeader,
            "/sides/0/leader",
            ["red", "elf"],
            id="an unknown leader",
        ),
        pytest.param(
            fight(BOTH, sides=[RED, {**BLUE, "leader": "ash"}]),
            InvalidLeader,
            "/sides/1/leader",
            ["blue", "ash"],
            id="a leader of another side",
        ),
        pytest.param(
            fight([ASH, {**ORC, "stunned": True, "evading": True}]),
            StunnedFigureCannotEvade,
            "/participants/1/evading",
            ["orc"],
            id="stunned and evading",
        ),
        pytest.param(
            fight([{**ASH, "engaged_with": ["elf"]}, ORC]),
            UnknownParticipant,
            "/participants/0/engaged_with/0",
            ["elf"],
            id="engaged with an unknown figure",
        ),
        pytest.param(
            fight([*engaged(ASH, BOW), ORC]),
            InvalidEngagement,
            "/participants/0/engaged_with/0",
            ["ash", "bow"],
            id="engaged with its own side",
        ),
        pytest.param(
            fight([{**ASH, "engaged_with": ["ash"]}, ORC]),
            InvalidEngagement,
            "/participants/0/engaged_with/0",
            ["ash"],
            id="engaged with itself",
        ),
        pytest.param(
            fight([engaged(ASH, ORC)[0], *engaged(ORC, BOW)]),
            EngagementNotMutual,
            "/participants/0/engaged_with/0",
            ["ash", "orc"],
            id="engagement not mutual",
        ),
        pytest.param(
            duel(order("pass", "elf")), UnknownParticipant, "/orders/0/actor", ["elf"], id="order for an unknown figure"
        ),
        pytest.param(
            duel(order("pass", "ash"), order("pass", "orc"), order("evade", "ash")),
            DuplicateParticipant,
            "/orders/2/actor",
            ["ash", "evade"],
            id="two orders for one figure",
        ),
        pytest.param(duel(attack("ash", "elf")), UnknownParticipant, "/orders/0/target", ["elf"], id="unknown target"),
        pytest.param(
            duel(order("restrain", "ash", target="ash")), InvalidTarget, "/orders/0/target", ["ash"], id="itself"
        ),
        pytest.param(
            fight([ASH, BOW, ORC], withdraw("offensive", target="bow")),
            InvalidTarget,
            "/orders/0/target",
            ["bow", "red"],
            id="target on the own side",
        ),
        pytest.param(
            duel(withdraw("offensive")),
            InvalidTarget,
            "/orders/0/target",
            ["ash", "no target"],
            id="withdrawal without target",
        ),
        pytest.param(
            duel(withdraw("close", target="orc")),
            InvalidTarget,
            "/orders/0/target",
            ["close", "orc"],
            id="withdrawal that strikes nobody",
        ),
        pytest.param(
            duel(order("pass", "orc"), attack("ash", "orc", mode="ranged")),
            FlightRequired,
            "/orders/1/situation/flight",
            ["thrown"],
            id="a strike that is not lawful",
        ),
        pytest.param(
            duel(withdraw("offensive", target="orc", situation={"aim": True})),
            RangedModifierInOtherMode,
            "/orders/0/situation/aim",
            ["aim"],
            id="a withdrawing strike that is not lawful",
        ),
        pytest.param(
            duel(withdraw("offensive", target="orc", situation={"charging": True})),
            ChargeAndWithdrawalConflict,
            "/orders/0/situation/charging",
            ["charging"],
            id="a charge out of a fight",
        ),
        pytest.param(
            duel(withdraw("close", situation={"secondary_hand": True})),
            SituationWithoutStrike,
            "/orders/0/situation",
            ["ash", "close"],
            id="the circumstances of a strike that is none",
        ),
        pytest.param(
            duel(reactions=[{"actor": "elf"}]), UnknownParticipant, "/reactions/0/actor", ["elf"], id="unknown reaction"
        ),
        pytest.param(
            duel(reactions=[{"actor": "ash"}, {"actor": "ash"}]),
            DuplicateParticipant,
            "/reactions/1/actor",
            ["ash"],
            id="two reactions of one figure",
        ),
    ],
)
def test_refused(given: OpposedRound, refusal: type[RulesRefuse], pointer: str, quotes: list[str]) -> None:
    """Nothing is rolled and the fault is named."""
    dice = SuppliedDice((), (), WhenExhausted.ASK)
    with pytest.raises(refusal) as refused:
        resolve_round(given, rulings(), dice)
    assert refused.value.pointer == pointer
    assert [word for word in quotes if word not in refused.value.detail] == []
    assert dice.steps == []


def test_a_former_withdrawal_forbids_no_charge() -> None:
    """A withdrawal that ends when the turn comes does not forbid the charge that is ordered."""
    charge = attack("ash", "orc", situation={"charging": True})
    told = play(duel(charge, ash={"withdrawal": "offensive"}), MISS, OPEN)
    assert told.outcome.events[0].strike_chance == 72


@pytest.mark.parametrize(
    ("given", "status"),
    [
        pytest.param({"endurance": 1}, "active", id="1"),
        pytest.param({"endurance": 0}, "incapacitated", id="0"),
        pytest.param({"endurance": -3}, "incapacitated", id="below 0"),
        pytest.param({"endurance": 0, "status": "active"}, "incapacitated", id="said to be active"),
        pytest.param({"endurance": 0, "status": "unconscious"}, "unconscious", id="said to be unconscious"),
        pytest.param({"endurance": 0, "status": "fled"}, "fled", id="said to have fled"),
        pytest.param({"endurance": None}, "active", id="not given"),
    ],
)
def test_status_follows_from_endurance(given: Document, status: str) -> None:
    """A figure with Endurance 0 or less is not active, whether its status is left out or given."""
    told = play(fight([ASH, {**ORC, **given}, IMP]), 9, 1)
    assert told.outcome.state[1].status == status
    assert ("orc" in told.outcome.order) is (status == "active")
