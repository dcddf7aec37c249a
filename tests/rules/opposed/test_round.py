"""Rounds: who has a turn and when, what fumbles change, and what is carried into the next round."""

from typing import Any

import orjson
import pytest

from service.errors import FightOver
from service.rules.opposed.battle.events import joined
from service.rules.opposed.battle.models import OpposedRound
from service.wire import to_json
from tests.pins import pins
from tests.rules.opposed.fights import (
    ASH,
    BOW,
    CRUCIAL,
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
    said,
)

DOWN = {"status": "unconscious"}
FOUR = [*engaged(ASH, ORC), BOW, IMP]
RED_LEADER = {"id": "red", "leader": "bow"}
BLUE_LEADER = {"id": "blue", "leader": "imp"}


def order_of(given: OpposedRound, *faces: int, options: Document | None = None) -> str:
    """Who had a turn, in order."""
    return " ".join(play(given, *faces, options=options).outcome.order)


def test_a_round_is_told() -> None:
    """Initiative and turns are told in the order in which they happen, and a sentence sums up the round."""
    told = play(duel(attack("ash", "orc"), attack("orc", "ash")), CRUCIAL, OPEN, 3, 36)
    assert told.texts == [
        "Order of engaged figures, before others: ash 33, orc 24.",
        "Ash struck and rolled 15 against 87: Crucial.",
        "Orc defended and rolled 90 against 21: Poor.",
        "Ash hit orc: Crucial.",
        "Ash wounded orc: 7 Endurance (3 + 4 damage, armour 0).",
        "Orc lost 7 Endurance at once and was stunned: more than 6 stuns.",
        "Orc was stunned and could only try to recover.",
        "Orc rolled 36 against 35 and stayed stunned.",
    ]
    assert [event.text for event in told.outcome.events] == [
        "Ash hit orc for 7 Endurance; orc was stunned.",
        "Orc stayed stunned.",
    ]


@pins("engaged-before-unengaged")
def test_engaged_figures_act_first() -> None:
    """Engaged figures act by their values, then unengaged ones side by side, each side in request order."""
    told = play(fight(FOUR, sides=[RED_LEADER, BLUE_LEADER]), 1, 10)
    assert told.outcome.order == ("ash", "orc", "imp", "bow")
    assert [(each.id, each.value) for each in told.outcome.engaged_initiative] == [("ash", 33), ("orc", 24)]
    assert [(each.id, each.total) for each in told.outcome.unengaged_initiative] == [("blue", 20), ("red", 15)]
    assert {"ruling/engaged-before-unengaged", "round/phases", "round/dice-order"} <= told.cited
    assert [text for text in told.texts if text.startswith("Order of ")] == [
        "Order of sides for unengaged figures, after engaged ones: blue 20, red 15.",
        "Order of engaged figures, before others: ash 33, orc 24.",
    ]


def test_sides_act_together() -> None:
    """All unengaged figures of one side act before any of the other, in request order."""
    assert order_of(fight([ORC, ASH, IMP, BOW], sides=[RED_LEADER, BLUE_LEADER]), 9, 1) == "ash bow orc imp"


def test_winning_side_goes_second() -> None:
    """The side with the higher unengaged initiative may let another go first."""
    given = fight([ASH, ORC, BOW, IMP], sides=[RED_LEADER, BLUE_LEADER])
    assert order_of(given, 9, 1, options={"unengaged_choice": "second"}) == "orc imp ash bow"


@pins("engaged-initiative-choice")
def test_highest_figure_acts_last() -> None:
    """The highest engaged figure may choose to act last, but still before unengaged ones."""
    given = fight(FOUR, sides=[RED_LEADER, BLUE_LEADER])
    assert order_of(given, 9, 1, options={"engaged_choice": "last"}) == "orc ash bow imp"


def test_one_side_alone_does_not_roll() -> None:
    """Unengaged initiative is not rolled where only one side has an unengaged figure able to act."""
    told = play(fight([*FOUR[:3], {**IMP, **DOWN}]))
    assert told.outcome.unengaged_initiative == ()
    assert told.outcome.order == ("ash", "orc", "bow")


@pins("leader-unfit")
@pytest.mark.parametrize(
    ("participants", "leader", "total", "cited"),
    [
        pytest.param(FOUR, "ash", 4 + 14, True, id="engaged"),
        pytest.param([ASH, ORC, {**BOW, "stunned": True}, IMP], "bow", 4 + 12, True, id="stunned"),
        pytest.param([ASH, ORC, {**BOW, **DOWN}, IMP], "bow", 4 + 12, True, id="down"),
        pytest.param([*FOUR[:2], {**BOW, "stunned": True}, IMP], "bow", 4 + 14, True, id="stunned and alone"),
        pytest.param([ASH, ORC, BOW, IMP], "bow", 4 + 14 + 6, False, id="fit"),
    ],
)
def test_leader(participants: list[Document], leader: str, total: int, cited: bool) -> None:
    """For a leader who is engaged, stunned or down its most perceptive unengaged figure rolls, without its Rank."""
    scientists = [{**each, "military_scientist_rank": 3} for each in participants]
    sides = [{"id": "red", "leader": leader}, BLUE_LEADER]
    recoveries = [100 for each in participants if each.get("stunned")]
    told = play(fight(scientists, sides=sides), 4, 1, *recoveries)
    assert {each.id: each.total for each in told.outcome.unengaged_initiative}["red"] == total
    assert ("ruling/leader-unfit" in told.cited) is cited


def test_three_sides() -> None:
    """Any number of sides fight; each rolls for its own unengaged figures."""
    elf = {**BOW, "id": "elf", "side": "green"}
    assert order_of(fight([ASH, ORC, elf]), 1, 9, 5) == "elf orc ash"


FUMBLER: tuple[Document, ...] = ({**ASH, "evading": True}, {**ORC, "agility": 30}, IMP)
"""Ash evades Orc, who acts before her, and Imp, who acts just after her: 41, 33, 32."""
RIPOSTE_FUMBLES = (70, 6, 10, 99, OPEN, 20)
"""Orc's strike, Ash's defence, her parry and her riposte, which may fumble but does not: 20 is under 23."""


@pins("fumble-initiative")
def test_a_fumble_lowers_initiative_for_the_round() -> None:
    """Who fumbles with a riposte has its own turn later, and checks its next fumble under what is left."""
    orders = (attack("orc", "ash"), attack("ash", "imp"), order("pass", "imp"))
    told = play(fight(engaged(*FUMBLER), *orders), *RIPOSTE_FUMBLES, 99, OPEN, 12)
    assert told.outcome.order == ("orc", "imp", "ash")
    assert "The initiative of ash was 23 for the rest of the round." in told.texts
    assert "Ash rolled 12, to be under 13: no mishap." in told.texts
    assert "ruling/fumble-initiative" in told.cited
    riposte = told.outcome.events[0].riposte
    assert riposte is not None
    assert riposte.fumble is not None
    assert riposte.fumble.avoided


def test_who_acts_last_stays_last() -> None:
    """A figure that has chosen to act last does so even when a fumble reorders those before it."""
    elf = {**BOW, "id": "elf", "agility": 60, "engaged_with": ["imp"]}
    participants = engaged(*FUMBLER)
    participants[2] = {**participants[2], "engaged_with": ["ash", "elf"]}
    told = play(fight([*participants, elf], attack("orc", "ash")), *RIPOSTE_FUMBLES, options={"engaged_choice": "last"})
    assert told.outcome.order == ("orc", "imp", "ash", "elf")
    assert told.outcome.engaged_initiative[-1].id == "elf"


def test_a_reported_fumble_lowers_nothing() -> None:
    """Where consequences are only reported, nobody checks a fumble and initiative stays as it is."""
    orders = (attack("orc", "ash"), order("pass", "ash"), order("pass", "imp"))
    told = play(fight(engaged(*FUMBLER), *orders), *RIPOSTE_FUMBLES[:-1], options={"consequences": "flag"})
    assert told.outcome.order == ("orc", "ash", "imp")
    riposte = told.outcome.events[0].riposte
    assert riposte is not None
    assert (riposte.fumble_candidate, riposte.fumble) == (True, None)


def test_consequences_may_be_reported() -> None:
    """Rounds roll to stay conscious, unless the request wants to be told instead."""
    given = duel(attack("ash", "orc"), orc={"endurance": 8})
    flagged = play(given, CRUCIAL, OPEN, 1, options={"consequences": "flag"}).outcome.events[0]
    assert (flagged.consciousness_check_required, flagged.conscious, flagged.target_status) == (True, None, "active")
    rolled = play(given, CRUCIAL, OPEN, 1, 95).outcome.events[0]
    assert (rolled.consciousness_check_required, rolled.conscious, rolled.target_status) == (True, False, "unconscious")


def test_who_is_down_has_no_turn() -> None:
    """A figure that is down or gone when the round begins has a turn only to lose what it is ordered."""
    fled = {**BOW, "status": "fled"}
    knocked_out = {**IMP, "conditions": ["knocked_out"]}
    participants = [*FOUR[:2], fled, knocked_out, {**IMP, "id": "pix", **DOWN}]
    told = play(fight(participants, order("pass", "bow"), order("pass", "imp")))
    assert [said(event) for event in told.outcome.events[2:]] == [
        ("bow", "none", "fled"),
        ("imp", "none", "knocked_out"),
    ]
    assert told.texts[-2:] == ["Bow lost the turn: it was gone.", "Imp lost the turn: it was knocked out."]


def test_nobody_is_engaged_with_the_fallen() -> None:
    """Engagements with figures that are down or gone have ended before the round begins."""
    told = play(fight(engaged(ASH, {**ORC, **DOWN}, IMP)))
    assert [figure.engaged_with for figure in told.outcome.state] == [("imp",), (), ("ash",)]


def test_all_down() -> None:
    """A fight in which nobody is left standing is over, and no round of it is played."""
    with pytest.raises(
        FightOver, match=r"a draw, for nobody fights on\. Red lost ash \(down\)\. Blue lost orc \(down\)\."
    ):
        play(fight([{**ASH, **DOWN}, {**ORC, **DOWN}]))


def test_verdict() -> None:
    """The verdict counts what a round took, who fell, and whether one side is left alone."""
    given = fight(engaged(ASH, ORC), attack("ash", "orc"))
    told = play(given, 9, OPEN, 10, 100)
    verdict = told.outcome.verdict
    assert (verdict.fatigue_lost, verdict.endurance_lost, verdict.fallen) == (0, 14, 0)
    assert (verdict.over, verdict.winner, verdict.draw, verdict.sides_standing) == (False, None, False, 2)
    assert told.outcome.summary == "Ash hit orc for 14 Endurance; orc was stunned. Orc stayed stunned."
    felled = play(fight(engaged(ASH, {**ORC, "endurance": 5}), attack("ash", "orc")), CRUCIAL, OPEN, 1).outcome
    verdict = felled.verdict
    assert (verdict.fallen, verdict.over, verdict.winner, verdict.draw) == (1, True, "red", False)
    assert felled.summary == (
        "Ash hit orc for 5 Endurance; orc was incapacitated. The fight is over: victory for red. Blue lost orc (down)."
    )


def test_two_fall() -> None:
    """The summary says of everyone once that it fell, and nothing of the lost turns of those who have."""
    weak: dict[str, Any] = {"endurance": 5}
    pairs = [*engaged(ASH, {**ORC, **weak}), *engaged(BOW, {**IMP, **weak})]
    given = fight(pairs, attack("ash", "orc"), attack("bow", "imp"))
    told = play(given, CRUCIAL, OPEN, 1, CRUCIAL, OPEN, 9)
    assert told.outcome.summary == (
        "Ash hit orc for 5 Endurance; orc was incapacitated. Imp had no order and passed. Bow hit imp "
        "for 12 Endurance; imp was incapacitated. The fight is over: victory for red. Blue lost orc "
        "and imp (down)."
    )


def test_many_turns() -> None:
    """Of many turns the first are told, and that others acted."""
    crowd = [{**ASH, "id": f"ash {number}"} for number in range(9)]
    told = play(fight([*crowd, ORC]), 9, 1).outcome.summary
    assert told.count(" had no order and passed.") == 8
    assert told.endswith(" had no order and passed. Others acted.")


def test_falls_after_many_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who falls in a turn that is not told is named all the same, and nobody who is known to be down."""
    monkeypatch.setattr("service.rules.opposed.battle.events.MOST_TURNS", 1)
    weak: dict[str, Any] = {"endurance": 5}
    pairs = [*engaged(ASH, {**ORC, **weak}), *engaged(BOW, {**IMP, **weak})]
    told = play(fight(pairs, attack("ash", "orc"), attack("bow", "imp")), CRUCIAL, OPEN, 1, CRUCIAL, OPEN, 9)
    others, _, _ = told.outcome.summary.partition("Others acted")[2].partition("The fight is over")
    assert "Imp fell" in others
    assert "orc" not in others


def test_many_names() -> None:
    """A long list of names is cut short."""
    assert [joined("abcdefgh"[:many]) for many in (1, 2, 5, 6, 8)] == [
        "a",
        "a and b",
        "a, b, c, d and e",
        "a, b, c, d, e and 1 more",
        "a, b, c, d, e and 3 more",
    ]


def test_unread_table() -> None:
    """A table of grievous injuries that no roll reads is pointed out."""
    rows = [{"lowest": 1, "highest": 100, "label": "deep cut", "extra_endurance": 2}]
    assert play(duel(grievous_table=rows)).warnings == [
        "grievous_table is not read, because the option grievous_roll is false."
    ]
    read = play(duel(attack("ash", "orc"), grievous_table=rows), 9, OPEN, 1, 50, 100, options={"grievous_roll": True})
    assert read.warnings == []
    assert read.outcome.events[0].grievous is not None
    assert read.outcome.verdict.endurance_lost == 5 + 2


def test_state_is_the_next_round() -> None:
    """The figures of an answer, posted back with new orders, go on with the fight as they stand."""
    first = play(duel(order("evade", "ash"), attack("orc", "ash")), 95, OPEN).outcome
    figures = orjson.loads(to_json(first.state))
    assert figures[0]["evading"]
    second = play(fight(figures, attack("ash", "orc"), attack("orc", "ash")), MISS, OPEN, 60, OPEN, 4)
    assert second.outcome.events[1].defence == 27
    assert not second.outcome.state[0].evading


TWINS = [{**ORC, "id": "one", "side": "red"}, {**ORC, "id": "two"}]


def test_equals_roll_for_the_order() -> None:
    """Engaged figures that are equal roll for the order of their turns when the round begins."""
    told = play(fight(engaged(*TWINS), attack("one", "two"), attack("two", "one")), 3, 8, MISS, OPEN, MISS, OPEN)
    assert told.outcome.order == ("two", "one")
    assert told.texts[0] == "One rolled 3 for initiative among equals."
    last = {"engaged_choice": "last"}
    told = play(fight(engaged(*TWINS), order("pass", "one"), order("pass", "two")), 3, 8, options=last)
    assert told.outcome.order == ("one", "two")


def test_ties_of_sides_come_first() -> None:
    """Sides whose totals are equal roll right after their d10, and engaged equals after them."""
    idle = [{**BOW, "id": "idle"}, {**BOW, "id": "calm", "side": "blue"}]
    sides = [{"id": "red", "leader": "idle"}, {"id": "blue", "leader": "calm"}]
    orders = [order("pass", name) for name in ("one", "two", "idle", "calm")]
    told = play(fight([*engaged(*TWINS), *idle], *orders, sides=sides), 5, 5, 1, 2, 9, 4)
    assert [each.actor for each in told.steps if each.faces] == ["red", "blue", "red", "blue", "one", "two"]
    assert told.outcome.order == ("one", "two", "calm", "idle")


def test_lowered_to_a_tie() -> None:
    """A figure that a fumble makes equal to another acts after it, wherever it stands in the list."""
    fast = {**ORC, "id": "fast", "weapon": {"base_chance": 10, "rank": 10}, "warrior_rank": 3, "evading": True}
    slow = {**ORC, "id": "slow", "side": "red"}
    foe = {**ASH, "id": "foe", "warrior_rank": 10}
    for listed in ([fast, slow], [slow, fast]):
        together = [
            {**foe, "engaged_with": ["fast"]},
            *[{**each, "engaged_with": ["foe"] if each is fast else ["imp"]} for each in listed],
            {**IMP, "agility": 1, "engaged_with": ["slow"]},
        ]
        passing = [order("pass", name) for name in ("slow", "fast", "imp")]
        told = play(fight(together, attack("foe", "fast"), *passing), 95, 5, 8, 99, 90, 100, 1)
        assert told.outcome.order == ("foe", "slow", "fast", "imp")
