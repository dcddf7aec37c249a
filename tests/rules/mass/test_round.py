"""Rounds: what is declared, who acts when, and how a round ends."""

from typing import Any

import pytest

from service.errors import FightOver
from service.rules.mass.figures.orders import MassRound
from service.rules.mass.rounds.round import MassRoundOutcome, resolve_round
from service.wire import to_json
from tests.pins import pins
from tests.rules.mass.stories import (
    ANA,
    BLUE_FIRST,
    BOR,
    JOKER_FOR_ANA,
    Document,
    Story,
    by_id,
    foes,
    move,
    play,
    power,
    read,
    rows,
    tell,
    toward,
    unit,
)

RIDERS = unit("riders", "red", 0, 0)
GUARD = unit("guard", "red", 0, 4)
LEVY = unit("levy", "blue", 9, 0, facing=5)
ARCHERS = unit("archers", "red", 0, 2, power="launch-volley")
SLINGERS = ARCHERS | {"id": "slingers", "hex": [0, 6]}
CLEO: Document = {"id": "cleo", "side": "red", "thac0": 12}


def ending(story: Story[MassRoundOutcome]) -> tuple[bool, str | None, bool]:
    """Whether the battle is over, who won, and whether nobody did."""
    verdict = story.outcome.verdict
    return verdict.over, verdict.winner, verdict.draw


def test_told() -> None:
    """A round is told from the draw to its end."""
    told = play(RIDERS, LEVY, ana=[move("riders", hexes=1)])
    assert told.texts == [
        "All orders were declared, and the round began.",
        "Ana drew KH.",
        "Bor drew 3S.",
        "Order of action: ana (KH), then bor (3S).",
        "Ana acted on KH.",
        "Ana commanded riders to advance 1 hex.",
        "Riders moved 1 hex, as commanded.",
        "Bor passed, as ordered.",
        "The round was over.",
    ]
    assert told.outcome.summary == "Riders moved 1 hex."


@pytest.mark.parametrize("npc_orders", [False, True])
def test_who_passes_by_order_and_who_has_none_are_told_apart(*, npc_orders: bool) -> None:
    """A commander who is ordered to pass passed as ordered; one without an order, or with a player, had none."""
    passes = [{"commander": "ana", "actions": []}]
    player = [ANA, BOR | {"is_pc": True}]
    told = play(RIDERS, LEVY, commanders=player, orders=passes, npc_orders=npc_orders)
    assert [text for text in told.texts if "passed" in text] == [
        "Ana passed, as ordered.",
        "Bor had no orders and passed.",
    ]


@pins("command-singular")
def test_command_singular() -> None:
    """One order lets any number of units use a power, each at its own target."""
    mob = unit("mob", "blue", 9, 3)
    told = play(ARCHERS, SLINGERS, LEVY, mob, ana=[power("launch-volley", archers="levy", slingers="mob")])
    after = by_id(told.outcome.state)
    assert (after["levy"].morale, after["mob"].morale) == (2, 2)


@pins("command-scope")
def test_command_scope() -> None:
    """A commander commands all units of its side, or with the option only its own and those of nobody here."""
    mine, hers = RIDERS | {"commander_id": "ana"}, GUARD | {"commander_id": "cleo"}
    changes: Any = {
        "commanders": [ANA, BOR, CLEO],
        "orders": [{"commander": "ana", "actions": [move("riders", "guard")]}],
    }
    cards = ("KH", "3S", "2S")
    whole = play(mine, hers, LEVY, cards=cards, **changes)
    assert [row[:2] for row in rows(whole.outcome.events)] == [("moved", "riders"), ("moved", "guard")]
    own = play(mine, hers, LEVY, cards=cards, options={"command_scope": "assigned"}, **changes)
    assert rows(own.outcome.events)[1] == ("refused", "guard", "not_own")


@pins("commanderless")
def test_commanderless() -> None:
    """Units whose commander is gone fight, and anyone of their side may command them."""
    orphans = (RIDERS | {"commander_id": "dead"}, GUARD)
    told = play(*orphans, LEVY, ana=[move("riders", "guard")], options={"command_scope": "assigned"})
    assert [row[:2] for row in rows(told.outcome.events)] == [("moved", "riders"), ("moved", "guard")]
    fighting = play(*foes(orphans[0], LEVY | {"hex": [1, 0]}), faces=(8, 5), options={"command_scope": "assigned"})
    assert fighting.outcome.state[1].morale == 2


@pins("one-action")
def test_one_action() -> None:
    """A commander takes one action on its count; what it declared for a joker counts only with one."""
    told = play(RIDERS, GUARD, LEVY, ana=[move("riders"), move("guard")])
    assert [row[1] for row in rows(told.outcome.events)] == ["riders"]
    assert {"round/one-action", "round/declare-first"} <= told.cited


@pins("joker-actions")
def test_joker_actions() -> None:
    """With a joker both actions declared are taken, also two of a kind, but no unit acts twice."""
    told = play(RIDERS, GUARD, LEVY, ana=[move("riders"), move("guard", "riders")], cards=JOKER_FOR_ANA)
    assert rows(told.outcome.events) == [
        ("moved", "riders", 4),
        ("moved", "guard", 4),
        ("refused", "riders", "commanded"),
    ]
    assert "round/joker-two-actions" in told.cited


@pins("declared-actions")
def test_declared_actions() -> None:
    """What has become impossible when the count comes is passed over with a warning; nothing replaces it."""
    near = LEVY | {"hex": [5, 0]}
    told = play(RIDERS, near, ana=[toward(5, 0, "riders")], bor=[move("levy")], faces=(1, 1))
    assert rows(told.outcome.events)[-1] == ("refused", "levy", "engaged")
    assert told.warnings == ["Levy could not move for bor: engaged with an enemy."]
    assert {"engagement/locked", "engagement/no-disengage", "ruling/declared-actions"} <= told.cited


@pins("costs-ignored")
def test_costs_ignored() -> None:
    """No unit or commander has costs, and no answer tells of any."""
    told = play(RIDERS, LEVY)
    assert b"cost" not in to_json(told.outcome)


@pins("battle-end")
def test_battle_end() -> None:
    """When one side is left, the battle is over, and no round follows; units away in pursuit count."""
    beaten = LEVY | {"status": "routed", "morale": 0}
    assert ending(play(RIDERS, LEVY)) == (False, None, False)
    assert ending(play(RIDERS, LEVY | {"status": "pursuing", "hex": [0, 0]})) == (False, None, False)
    with pytest.raises(FightOver, match=r"victory for red, by rout\. Blue lost levy \(routed\)\."):
        play(RIDERS, beaten)
    with pytest.raises(
        FightOver, match=r"a draw, for nobody fights on\. Red lost riders \(destroyed\)\. Blue lost levy \(routed\)\."
    ):
        play(RIDERS | {"status": "destroyed", "morale": 0}, beaten)


@pins("adjacent-at-setup")
def test_adjacent_at_setup() -> None:
    """Enemies side by side when the round begins are engaged and fight, and no powers fire."""
    chargers = RIDERS | {"power": "spirited-charge"}
    told = play(chargers, LEVY | {"hex": [1, 0]}, faces=(4, 4))
    assert told.texts[0] == "Riders and levy stood side by side and were engaged."
    assert (told.outcome.state[0].engaged_with, told.outcome.state[1].morale) == (("levy",), 3)
    assert told.outcome.events == ()


def test_fresh_engagements_are_fought() -> None:
    """Units that meet fight at the end of the same round, once all commanders have acted."""
    told = play(RIDERS, LEVY | {"hex": [5, 0]}, ana=[move("riders")], faces=(8, 1))
    assert [each.pair for each in told.outcome.battle] == [("riders", "levy")]
    assert (told.outcome.verdict.routed, told.outcome.verdict.destroyed) == (1, 0)
    assert told.outcome.summary == (
        "Riders moved 4 hexes; riders met levy. Riders beat levy by 7 for 3 Morale Points. Levy "
        "routed. The fight is over: victory for red, by rout. Blue lost levy (routed)."
    )


def test_order_of_the_counts() -> None:
    """Commanders act in the order of their cards."""
    orders: Any = {"ana": [move("riders", hexes=1)], "bor": [move("levy", hexes=1)]}
    first = play(RIDERS, LEVY, **orders)
    assert [event.commander for event in first.outcome.events] == ["ana", "bor"]
    second = play(RIDERS, LEVY, cards=BLUE_FIRST, **orders)
    assert [event.commander for event in second.outcome.events] == ["bor", "ana"]


def test_several_pairs() -> None:
    """Every engaged unit rolls once, in the order of the units, against all its foes."""
    riders, levy = foes(RIDERS, LEVY | {"hex": [1, 0]})
    riders, mob = foes(riders, unit("mob", "blue", 0, 1, facing=5))
    told = play(mob, riders, GUARD, levy, faces=(2, 5, 6))
    assert [(each.pair, each.scores) for each in told.outcome.battle] == [
        (("mob", "riders"), (2, 5)),
        (("riders", "levy"), (5, 6)),
    ]


def test_others() -> None:
    """Any other action is told and left to the game master, who may cover a commander among its troops."""
    told = play(
        RIDERS,
        LEVY,
        ana=[{"kind": "other", "label": "sounds the retreat"}],
        commanders=[ANA | {"near_own_troops": True}, BOR],
    )
    assert rows(told.outcome.events) == [("other", None, "sounds the retreat")]
    assert told.outcome.commander_cover == ("ana",)
    assert {"action/player-defined", "action/commander-cover"} <= told.cited


def test_the_end_of_a_round() -> None:
    """When a round is over units can be commanded again, walls come down, and pursuers return to their hexes."""
    riders = RIDERS | {"status": "pursuing", "commanded": True, "shield_wall": True}
    told = play(riders, LEVY | {"commanded": True}, GUARD)
    assert [(state.status, state.commanded, state.shield_wall) for state in told.outcome.state] == [
        ("active", False, False)
    ] * 3
    assert "Riders returned from pursuit to hex (0, 0)." in told.texts


def test_pursuers_wait_for_their_hex() -> None:
    """A pursuer whose hex is taken stays away, with a warning."""
    told = play(RIDERS | {"status": "pursuing"}, GUARD | {"hex": [0, 0]}, LEVY)
    assert told.outcome.state[0].status == "pursuing"
    assert told.warnings == ["riders could not return to hex (0, 0): another unit stands there."]


def test_no_orders_at_all() -> None:
    """A round in which nobody declares anything is only fought."""
    given = read(MassRound, {"commanders": [ANA], "units": [RIDERS, LEVY]})
    told = tell(resolve_round, given, cards=["9C"])
    assert "Ana had no orders and passed." in told.texts


@pytest.mark.parametrize("deck", [["9C", "KD"], None])
def test_the_deck_of_a_round(deck: list[str] | None) -> None:
    """A round draws from the deck that is sent, and returns what is left of it."""
    told = play(RIDERS, LEVY, cards=("9C", "KD"), deck_state=deck)
    assert len(told.outcome.initiative.deck_state) == (0 if deck else 52)
