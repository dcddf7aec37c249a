"""Skirmishes: what commanders without players do, and when it ends."""

from collections.abc import Sequence
from typing import Any

import pytest

from service.errors import FightOver
from service.rules.mass.figures.orders import MassSkirmish
from service.rules.mass.rounds.skirmish import MassSkirmishOutcome, resolve_skirmish
from tests.rules.mass.stories import (
    ANA,
    BOR,
    BOTH,
    RED_FIRST,
    Document,
    Story,
    foes,
    move,
    power,
    read,
    rows,
    tell,
    unit,
)

RIDERS = unit("riders", "red", 0, 0)
ARCHERS = unit("archers", "red", 0, 1, battle_die="d4", power="launch-volley")
LEVY = unit("levy", "blue", 10, 0, facing=5, speed=0)
CLEO: Document = {"id": "cleo", "side": "red", "thac0": 12}


def skirmish(
    *units: Document,
    rounds: int = 1,
    faces: Sequence[int] = (),
    cards: Sequence[str] = RED_FIRST,
    options: Document | None = None,
    **changes: Any,
) -> Story[MassSkirmishOutcome]:
    """A skirmish of so many rounds at most."""
    document = {"commanders": BOTH, "units": units, "max_rounds": rounds} | changes
    return tell(resolve_skirmish, read(MassSkirmish, document), *faces, cards=cards, options=options)


def ending(story: Story[MassSkirmishOutcome]) -> tuple[str | None, bool, bool, int]:
    """Who won, whether nobody did, whether it is undecided, and after how many rounds."""
    verdict = story.outcome.verdict
    return verdict.winner, verdict.draw, verdict.undecided, verdict.rounds


def declared(story: Story[MassSkirmishOutcome]) -> list[str]:
    """What commanders declared."""
    return [step.text for step in story.steps if step.rule == "mass/skirmish/policy"]


def test_volleys_come_first() -> None:
    """Volleys are launched at the nearest target, of those alike the weakest, then the first; the rest would march."""
    near, weak = unit("near", "blue", 5, 1, speed=0), unit("weak", "blue", 6, 1, morale=2, speed=0)
    told = skirmish(RIDERS, ARCHERS, LEVY, weak, near)
    assert declared(told) == ["Ana declared Launch Volley, and with a joker then a move.", ("Bor declared a move.")]
    assert rows(told.outcome.log[0].events)[0] == ("power", "archers", "launch-volley")
    assert told.outcome.log[0].events[0].hits[0].unit == "near"
    weakest = skirmish(RIDERS, ARCHERS, near, weak | {"hex": [0, 6]})
    assert weakest.outcome.log[0].events[0].hits[0].unit == "weak"
    alike = skirmish(RIDERS, ARCHERS, near, weak | {"hex": [0, 6], "morale": 3})
    assert alike.outcome.log[0].events[0].hits[0].unit == "near"


DRAKE = unit("drake", "red", 6, 0, power="gout-of-flame")


def test_flames_come_before_the_march() -> None:
    """A gout of flame is used, once nobody volleys, where it strikes an enemy; its user does not march as well."""
    told = skirmish(DRAKE, RIDERS, LEVY, cards=("JOKER1", "3S"))
    assert declared(told)[0] == "Ana declared Gout of Flame, and with a joker then a move."
    assert rows(told.outcome.log[0].events) == [
        ("power", "drake", "gout-of-flame"),
        ("moved", "riders", 4),
        ("refused", "levy", "routed"),
    ]
    assert (told.outcome.verdict.undecided, told.outcome.verdict.winner) == (False, "red")
    archers = skirmish(DRAKE, ARCHERS, LEVY)
    assert declared(archers)[0] == "Ana declared Launch Volley, and with a joker then Gout of Flame."


@pytest.mark.parametrize(
    ("others", "options", "first"),
    [
        pytest.param([], {}, "Ana declared Gout of Flame", id="an enemy"),
        pytest.param([unit("pages", "red", 8, 0, speed=0)], {}, "Ana declared a move", id="a friend on the line"),
        pytest.param(
            [unit("pages", "red", 8, 0, speed=0)],
            {"gout_hits_friends": False},
            "Ana declared Gout of Flame",
            id="a friend who is spared",
        ),
        pytest.param(
            [unit("pages", "red", 8, 1, speed=0)], {}, "Ana declared Gout of Flame", id="a friend beside the line"
        ),
    ],
)
def test_flames_spare_friends(others: list[Document], options: Document, first: str) -> None:
    """A gout of flame that would strike a friend is not used, nor is one that strikes nobody or is used up."""
    drake = DRAKE | {"speed": 1}
    told = skirmish(drake, LEVY, *others, options=options)
    assert declared(told)[0].removeprefix("ana declared ").split(",")[0].rstrip(".") == first
    for idle in ({"facing": 5}, {"power_expended": True}):
        assert declared(skirmish(drake | idle, LEVY))[0].startswith("Ana declared a move")


def test_a_march_without_targets() -> None:
    """Where no volley has a target, all unengaged units march towards the enemy nearest to the first of them."""
    told = skirmish(ARCHERS, RIDERS, LEVY | {"hex": [12, 0], "speed": 1})
    assert [row[:3] for row in rows(told.outcome.log[0].events)] == [
        ("moved", "archers", 4),
        ("moved", "riders", 4),
        ("moved", "levy", 1),
    ]


def test_walls_then_rallies() -> None:
    """Engaged units raise their shield walls, and units whose power is expended are rallied."""
    riders, levy = foes(
        RIDERS | {"power": "raise-shield-wall"},
        LEVY | {"hex": [1, 0], "power": "receive-charge", "power_expended": True},
    )
    told = skirmish(riders, levy, faces=(11, 4, 4))
    assert declared(told) == ["Ana declared Raise Shield Wall.", "Bor declared a rally."]
    assert rows(told.outcome.log[0].events)[1] == ("rally", None, 0)


def test_nothing_to_do() -> None:
    """A commander for whom nothing applies passes."""
    told = skirmish(*foes(RIDERS, LEVY | {"hex": [1, 0]}), faces=(4, 4))
    assert declared(told) == ["Ana declared nothing.", "Bor declared nothing."]


def test_commanders_of_a_side_share_the_list() -> None:
    """No two commanders of a side take the same entry first; units that have shot do not march."""
    commanders = [ANA, CLEO, BOR]
    told = skirmish(RIDERS, ARCHERS, LEVY, commanders=commanders, cards=("KH", "QH", "3S"))
    assert declared(told) == [
        "Ana declared Launch Volley, and with a joker then a move.",
        "Cleo declared a move.",
        "Bor declared a move.",
    ]
    assert [row[1] for row in rows(told.outcome.log[0].events)] == ["archers", "riders", "levy"]


def test_assigned_units_march_on_their_own() -> None:
    """Where each commander has its own units, each goes through the list for itself."""
    units = (RIDERS | {"commander_id": "ana"}, ARCHERS | {"commander_id": "cleo", "power": None}, LEVY)
    told = skirmish(
        *units, commanders=[ANA, CLEO, BOR], cards=("KH", "QH", "3S"), options={"command_scope": "assigned"}
    )
    assert declared(told)[:2] == ["Ana declared a move.", "Cleo declared a move."]


def test_a_joker_takes_the_next_entry() -> None:
    """With a joker the next entry that applies is carried out as well."""
    told = skirmish(RIDERS, ARCHERS, LEVY, cards=("JOKER1", "3S"))
    assert [row[1] for row in rows(told.outcome.log[0].events)] == ["archers", "riders", "levy"]


def orders(*actions: Document, commander: str = "ana") -> list[Document]:
    """Standing orders."""
    return [{"commander": commander, "actions": list(actions)}]


def test_standing_orders() -> None:
    """Standing orders are followed while a unit can, then the policy decides."""
    drake = unit("drake", "red", 0, 0, power="gout-of-flame")
    told = skirmish(drake, LEVY, rounds=2, cards=RED_FIRST * 2, orders=orders(power("gout-of-flame", "drake")))
    assert declared(told)[::2] == [
        "Ana declared Gout of Flame.",
        ("Ana declared a move, and with a joker then a rally."),
    ]


@pytest.mark.parametrize(
    ("order", "ready", "first", "second"),
    [
        pytest.param(move("riders"), {}, "Ana declared a move", "Ana declared a move", id="a march, again and again"),
        pytest.param(
            {"kind": "rally", "units": ["riders"]},
            {"power_expended": True},
            "Ana declared a rally",
            "Ana declared a rally",
            id=("Ana declared a rally"),
        ),
        pytest.param(
            {"kind": "rally", "units": ["riders"]},
            {},
            "Ana declared a move",
            "Ana declared a move",
            id="nothing to rally",
        ),
        pytest.param(
            {"kind": "other", "label": "prays"},
            {},
            "Ana declared another action",
            "Ana declared a move",
            id="once only: another action",
        ),
        pytest.param({"kind": "spell"}, {}, "Ana declared a spell", "Ana declared a move", id="once only: a spell"),
        pytest.param(
            move("riders"),
            {"status": "routed", "morale": 0},
            "Ana declared a move",
            "Ana declared a move",
            id="nobody left to march",
        ),
    ],
)
def test_what_stands(order: Document, ready: Document, first: str, second: str) -> None:
    """An order stands as long as one of its units can carry it out; spells and other actions are for once."""
    rest = unit("rest", "red", 0, 5)
    faces = (15, 15) if first == "Ana declared a rally" else ()
    told = skirmish(RIDERS | ready, rest, LEVY, rounds=2, cards=RED_FIRST * 2, faces=faces, orders=orders(order))
    words = [text.removeprefix("ana declared ").split(",")[0].rstrip(".") for text in declared(told)[::2]]
    assert words == [first, second]


def test_decided() -> None:
    """A skirmish ends when one side has a unit left, and names it."""
    told = skirmish(*foes(RIDERS, LEVY | {"hex": [1, 0], "morale": 1}), rounds=9, faces=(8, 1))
    outcome = told.outcome
    assert ending(told) == ("red", False, False, 1)
    assert outcome.summary == told.texts[-1] == "Victory for red after 1 round, by rout. Blue lost levy (routed)."
    assert (outcome.order, outcome.verdict.winner) == ((("ana", "bor"),), "red")


def test_nobody_left() -> None:
    """A skirmish in which nobody is left is decided and has no winner."""
    feast = {"power": "feast-on-the-weak", "morale": 1}
    told = skirmish(RIDERS | feast, LEVY | feast | {"hex": [3, 0]})
    assert ending(told) == (None, True, False, 1)
    assert [each.lost for each in told.outcome.verdict.sides] == [1, 1]
    assert told.outcome.summary == (
        "A draw after 1 round, for nobody fights on. Red lost riders (destroyed). Blue lost levy (destroyed)."
    )


def test_undecided() -> None:
    """After its last round a skirmish is undecided."""
    told = skirmish(RIDERS, LEVY | {"hex": [40, 0]}, rounds=2, cards=RED_FIRST * 2)
    assert ending(told) == (None, False, True, 2)
    assert told.outcome.summary == "Undecided after 2 rounds."


def test_over_before_it_begins() -> None:
    """Where only one side has a unit in the battle, it is over, and is refused with its result."""
    with pytest.raises(FightOver, match=r"victory for red, by rout\. Blue lost levy \(routed\)\. No round follows\."):
        skirmish(RIDERS, LEVY | {"status": "routed", "morale": 0}, cards=())


def test_fates() -> None:
    """Of each unit a skirmish says what became of it: who pursues stands, and whom a spell created counts, too."""
    riders, levy = foes(RIDERS, unit("levy", "blue", 1, 0, facing=5))
    away = unit("away", "blue", 9, 3, status="pursuing")
    beaten = unit("beaten", "blue", 5, 5, status="destroyed", morale=0)
    bones = [unit("bones", "red", 2, 0, facing=5, morale_max=1), unit("rats", "red", 0, 9)]
    spell = {"kind": "spell", "effects": [{"kind": "create_unit", "unit": each} for each in bones]}
    told = skirmish(riders, levy, away, beaten, faces=(4, 8, 1, 1), orders=orders(spell))
    verdict = told.outcome.verdict
    assert [(each.id, each.fate, each.standing, each.lost, each.left) for each in verdict.figures] == [
        ("riders", "standing", 1, 0, 2),
        ("levy", "standing", 1, 0, 3),
        ("away", "standing", 1, 0, 3),
        ("beaten", "destroyed", 0, 0, 0),
        ("bones", "routed", 0, 1, 0),
        ("rats", "standing", 1, 0, 3),
    ]
    assert [(each.side, each.standing, each.lost) for each in verdict.sides] == [("red", 2, 1), ("blue", 2, 0)]
