"""What the rules refuse of units and orders on a map: the rule is named and the value quoted."""

from typing import Any

import pytest

from tests.rules.mass.refusing import (
    ARCHERS,
    FALLEN,
    LEVY,
    MOB,
    PINNED,
    RIDERS,
    VOLLEY,
    Refusal,
    misfit,
    refuse,
    refuse_before_dice,
)
from tests.rules.mass.stories import ANA, BOR, Document, foes, move, power, unit

LEAP = [{"unit": "riders", "hexes": [[2, 0]]}]


def marching(*units: Document, order: Document | None = None, **changes: Any) -> Document:
    """A command to advance."""
    return {"commander": ANA, "units": units or [RIDERS, LEVY], "order": order or move("riders")} | changes


COMMANDS = [
    pytest.param(
        marching(*PINNED), ("unit-engaged", "command/unengaged-only", "order/units/0", ["riders"]), id="engaged"
    ),
    pytest.param(
        marching(RIDERS | {"commanded": True}),
        ("unit-already-commanded", "command/no-further-action", "order/units/0", ["riders"]),
        id="commanded already",
    ),
    pytest.param(
        marching(order=move("levy")),
        ("not-your-unit", "command/any-number", "order/units/0", ["levy"]),
        id="of another side",
    ),
    pytest.param(
        marching(RIDERS | FALLEN),
        ("unit-not-active", "rout/removal", "order/units/0", ["riders", "routed"]),
        id="routed",
    ),
    pytest.param(
        marching(RIDERS | FALLEN | {"status": "destroyed"}),
        ("unit-not-active", "rout/removal", "order/units/0", ["riders", "destroyed"]),
        id="destroyed",
    ),
    pytest.param(
        marching(RIDERS | {"status": "pursuing"}),
        ("unit-not-active", "pursuit/cost", "order/units/0", ["riders", "away in pursuit"]),
        id="away in pursuit",
    ),
    pytest.param(
        marching(order=move("riders", hexes=1, feet=100)),
        ("one-command-per-action", "command/same-command", "order/command/feet", ["1 hexes", "100 feet"]),
        id="two commands",
    ),
    pytest.param(
        marching(order=move("ghosts")),
        ("mass-unknown-unit", "round/phases", "order/units/0", ["ghosts"]),
        id="unknown unit",
    ),
    pytest.param(
        marching(order=move("riders", kind="custom", label="leap", paths=LEAP)),
        ("path-broken", "command/custom", "order/units/0", ["riders", "the path skips a hex"]),
        id="a leap",
    ),
    pytest.param(
        marching(order=move("riders", kind="custom", label="go", paths=[{"unit": "levy", "hexes": []}])),
        ("path-broken", "command/custom", "order/command/paths/0/unit", ["levy"]),
        id="a path for nobody",
    ),
    pytest.param(
        marching(order=move("riders", kind="custom", label="go", paths=[{"unit": "riders", "hexes": []}] * 2)),
        ("mass-duplicate-id", "round/phases", "order/command/paths/1/unit", ["riders"]),
        id="two paths for one",
    ),
]

FIELDS = [
    pytest.param(
        [RIDERS, LEVY | {"hex": [0, 0]}],
        ("mass-hex-occupied", "hex/stacking", "units/1/hex", ["riders", "levy", "[0, 0]"]),
        id="two units in one hex",
    ),
    pytest.param(
        [RIDERS | {"hex": [2, 2]}, LEVY],
        ("hex-impassable", "terrain/impassable", "units/0/hex", ["riders", "[2, 2]"]),
        id="on an impassable hex",
    ),
    pytest.param(
        [RIDERS, LEVY | {"hex": [30, 0]}],
        ("hex-impassable", "terrain/impassable", "units/1/hex", ["levy", "[30, 0]"]),
        id="off the map",
    ),
    pytest.param(
        [PINNED[0], LEVY],
        ("mass-engagement-not-mutual", "engagement/mutual", "units/0/engaged_with/0", ["riders", "levy"]),
        id="engaged with one who is not",
    ),
    pytest.param(
        foes(RIDERS, LEVY),
        ("engagement-not-adjacent", "engagement/mutual", "units/0/engaged_with/0", ["riders", "levy", "5"]),
        id="engaged from afar",
    ),
    pytest.param(
        [*foes(RIDERS, ARCHERS), LEVY],
        ("target-not-enemy", "engagement/mutual", "units/0/engaged_with/0", ["riders", "archers"]),
        id="engaged with a friend",
    ),
    pytest.param(
        [PINNED[0], PINNED[1] | FALLEN, unit("reserve", "blue", 9, 9)],
        ("unit-not-active", "rout/removal", "units/0/engaged_with/0", ["riders", "levy", "routed"]),
        id="engaged with a routed unit",
    ),
    pytest.param(
        [RIDERS | {"engaged_with": ["ghosts"]}, LEVY],
        ("mass-unknown-unit", "round/phases", "units/0/engaged_with/0", ["ghosts"]),
        id="engaged with nobody",
    ),
    pytest.param(
        [RIDERS | {"flanking": ["ghosts"]}, LEVY],
        ("mass-unknown-unit", "round/phases", "units/0/flanking/0", ["ghosts"]),
        id="flanking nobody",
    ),
    pytest.param(
        [RIDERS | {"disadvantages": ["*", "ghosts"]}, LEVY],
        ("mass-unknown-unit", "round/phases", "units/0/disadvantages/1", ["ghosts"]),
        id="a disadvantage against nobody",
    ),
    pytest.param(
        [RIDERS, LEVY, LEVY | {"hex": [5, 5]}],
        ("mass-duplicate-id", "round/phases", "units/2/id", ["levy"]),
        id="two units of one name",
    ),
    pytest.param(
        [RIDERS | {"power": "juggling"}, LEVY],
        ("unknown-power", "power/one-use", "units/0/power", ["riders", "juggling"]),
        id="an unknown power",
    ),
    pytest.param(
        [RIDERS | {"morale": 0}, LEVY],
        ("unit-not-active", "rout/zero-morale", "units/0/morale", ["riders", "0"]),
        id="active without morale",
    ),
]
GROUND: Document = {
    "terrain": [{"hex": [2, 2], "terrain": "impassable"}],
    "bounds": {"kind": "radius", "radius": 20},
}


def shooting(*units: Document, order: Document | None = None) -> Document:
    """An order to use a power."""
    return {"commander": ANA, "units": units or [ARCHERS, RIDERS, LEVY], "order": order or VOLLEY}


POWERS = [
    pytest.param(
        shooting(order=power("launch-volley", riders="levy")),
        ("power-mismatch", "power/on-command", "order/units/0", ["riders"]),
        id="another power",
    ),
    pytest.param(
        shooting(order=power("spirited-charge", "riders")),
        ("power-wrong-trigger", "power/on-engaged", "order/units/0", ["riders"]),
        id="a power that fires on contact",
    ),
    pytest.param(
        shooting(ARCHERS | {"power_expended": True}, LEVY),
        ("power-expended", "power/one-use", "order/units/0", ["archers"]),
        id="expended",
    ),
    pytest.param(
        shooting(ARCHERS, LEVY | {"hex": [11, 0]}),
        ("target-out-of-range", "power/launch-volley", "order/units/0", ["archers", "levy", "11 hexes away"]),
        id="beyond 10 hexes",
    ),
    pytest.param(
        shooting(ARCHERS, *PINNED),
        ("target-engaged", "power/launch-volley", "order/units/0", ["archers", "levy"]),
        id="at an engaged unit",
    ),
    pytest.param(
        shooting(order=power("launch-volley", archers="riders")),
        ("target-not-enemy", "power/launch-volley", "order/units/0", ["archers", "riders"]),
        id="at a friend",
    ),
    pytest.param(
        shooting(ARCHERS, LEVY | FALLEN),
        ("unit-not-active", "rout/removal", "order/units/0", ["the target is off the field"]),
        id="at a routed unit",
    ),
    pytest.param(
        shooting(order=power("launch-volley", "archers")),
        ("mass-target-required", "power/on-command-targets", "order/units/0", ["archers"]),
        id="without a target",
    ),
    pytest.param(
        shooting(order=power("launch-volley", archers="ghosts")),
        ("mass-unknown-unit", "round/phases", "order/units/0/target", ["ghosts"]),
        id="at nobody",
    ),
    pytest.param(
        shooting(order=power("launch-volley", ghosts="levy")),
        ("mass-unknown-unit", "round/phases", "order/units/0/unit", ["ghosts"]),
        id="by nobody",
    ),
    pytest.param(
        shooting(order=power("juggling", "archers")),
        ("unknown-power", "power/one-use", "order/power", ["juggling"]),
        id="an unknown power",
    ),
    pytest.param(
        shooting(order=VOLLEY | {"units": VOLLEY["units"] * 2}),
        ("mass-duplicate-id", "round/phases", "order/units/1/unit", ["archers"]),
        id="one unit twice",
    ),
    pytest.param(
        shooting(ARCHERS | {"side": "blue"}, LEVY),
        ("not-your-unit", "command/any-number", "order/units/0", ["archers"]),
        id="of another side",
    ),
]


def battle(*actions: Document, **changes: Any) -> Document:
    """A round in which ana gives orders."""
    document: Document = {
        "commanders": [ANA, BOR],
        "units": [RIDERS, ARCHERS, LEVY, MOB],
        "orders": [{"commander": "ana", "actions": actions}],
    }
    return document | changes


def spell(*effects: Document) -> Document:
    """An order to cast a spell."""
    return {"kind": "spell", "effects": list(effects)}


def create(name: str, **changes: Any) -> Document:
    """A spell's effect that brings a unit."""
    return {"kind": "create_unit", "unit": unit(name, "red", 9, 9) | changes}


CROWD = [unit(f"u{number}", ("red", "blue")[number % 2], 2 * (number % 50), number // 50 * 3) for number in range(100)]

ROUNDS = [
    pytest.param(
        battle(move("riders"), move("archers"), move("riders")),
        ("too-many-actions", "round/one-action", "orders/0/actions", ["ana", "3"]),
        id="three actions",
    ),
    pytest.param(
        battle(orders=[{"commander": "zed"}]),
        ("unknown-commander", "round/phases", "orders/0/commander", ["zed"]),
        id="unknown commander",
    ),
    pytest.param(
        battle(orders=[{"commander": "ana"}] * 2),
        ("mass-duplicate-id", "round/phases", "orders/1/commander", ["ana"]),
        id="declared twice",
    ),
    pytest.param(
        battle(commanders=[ANA, ANA]),
        ("mass-duplicate-id", "round/phases", "commanders/1/id", ["ana"]),
        id="two commanders of one name",
    ),
    pytest.param(
        battle(units=[RIDERS, ARCHERS]), ("too-few-sides", "round/phases", "units", ["red"]), id="one side only"
    ),
    pytest.param(
        battle({"kind": "rally", "units": ["riders", "ghosts"]}),
        ("mass-unknown-unit", "round/phases", "orders/0/actions/0/units/1", ["ghosts"]),
        id="a rally of nobody",
    ),
    pytest.param(
        battle(move("riders"), move("ghosts")),
        ("mass-unknown-unit", "round/phases", "orders/0/actions/1/units/0", ["ghosts"]),
        id="a command to nobody",
    ),
    pytest.param(
        battle(power("launch-volley", archers="ghosts")),
        ("mass-unknown-unit", "round/phases", "orders/0/actions/0/units/0/target", ["ghosts"]),
        id="a volley at nobody",
    ),
    pytest.param(
        battle({"kind": "other", "label": "prays"}, spell({"kind": "speed_delta", "unit": "ghosts", "hexes": 1})),
        ("mass-unknown-unit", "round/phases", "orders/0/actions/1/effects/0", ["ghosts"]),
        id="a spell on nobody",
    ),
    pytest.param(
        battle(spell(create("golems"), create("golems"))),
        ("mass-duplicate-id", "round/phases", "orders/0/actions/0/effects/1/unit/id", ["golems"]),
        id="two new units of one name",
    ),
    pytest.param(
        battle(spell(create("golems", power="juggling"))),
        ("unknown-power", "power/one-use", "orders/0/actions/0/effects/0/unit/power", ["juggling"]),
        id="a new unit of unknown power",
    ),
    pytest.param(
        battle(spell(create("golems", **FALLEN))),
        ("unit-not-active", "rout/removal", "orders/0/actions/0/effects/0/unit/status", ["golems"]),
        id="a new unit that is routed",
    ),
    pytest.param(
        battle(spell(create("golems")), units=CROWD),
        ("too-many-units", "spell/adjudication", "orders/0/actions/0/effects/0/unit", ["golems", "100"]),
        id="one unit too many",
    ),
    pytest.param(
        battle(commanders=[ANA | {"thac0": None}, BOR]),
        ("thac0-or-class-required", "initiative/thac0-table", "commanders/0", ["ana"]),
        id="neither number nor class",
    ),
    pytest.param(
        battle(
            powers=[
                {
                    "trigger": "on_command",
                    "id": "feast-on-the-weak",
                    "target": {"kind": "self"},
                    "effects": [{"kind": "destroy"}],
                }
            ]
        ),
        ("mass-duplicate-id", "round/phases", "powers/0/id", ["feast-on-the-weak"]),
        id="a power of a taken name",
    ),
    pytest.param(
        battle(terrain=[{"hex": [3, 3], "terrain": "clear"}] * 2),
        ("mass-duplicate-id", "round/phases", "terrain/1/hex", ["[3, 3]"]),
        id="one hex twice",
    ),
]


@pytest.mark.parametrize(("document", "refusal"), COMMANDS)
def test_commands_refused(document: Any, refusal: Refusal) -> None:
    """A command that a unit cannot carry out is refused, where a round would pass the unit over."""
    refuse_before_dice("issue-command", document, refusal)


@pytest.mark.parametrize(("units", "refusal"), FIELDS)
def test_fields_refused(units: Any, refusal: Refusal) -> None:
    """Units that cannot all be where and what they are said to be are refused by every operation on a map."""
    field = {"units": units} | GROUND
    refuse_before_dice("issue-command", field | {"commander": ANA, "order": move("riders")}, refusal)
    refuse_before_dice("use-power", field | {"commander": ANA, "order": VOLLEY}, refusal)
    refuse_before_dice("resolve-round", field | {"commanders": [ANA, BOR]}, refusal)
    refuse_before_dice("resolve-skirmish", field | {"commanders": [ANA, BOR]}, refusal)
    slug, rule, pointer, words = refusal
    refuse("reachable", {"input": field | {"unit": "riders"}}, (slug, rule, f"/input/{pointer}", words))


@pytest.mark.parametrize(("document", "refusal"), POWERS)
def test_powers_refused(document: Any, refusal: Refusal) -> None:
    """A power that a unit cannot use, or not at that target, is refused, where a round would pass the unit over."""
    refuse_before_dice("use-power", document, refusal)


def test_assigned_units_refused() -> None:
    """With the option, a unit assigned to another commander is not this commander's."""
    hers = RIDERS | {"commander_id": "cleo"}
    refusal = ("not-your-unit", "command/any-number", "order/units/0", ["riders"])
    refuse_before_dice("issue-command", marching(hers), refusal, rulings={"command_scope": "assigned"})


@pytest.mark.parametrize(("document", "refusal"), ROUNDS)
def test_rounds_refused(document: Any, refusal: Refusal) -> None:
    """A round whose commanders or orders do not fit together is refused before a card is drawn; so is a skirmish."""
    refuse_before_dice("resolve-round", document, refusal)
    refuse_before_dice("resolve-skirmish", document, refusal)


def test_short_decks_refused() -> None:
    """A round is not begun with a deck that is too small."""
    refusal = ("cards-exhausted", "initiative/deck", "deck_state", ["2", "1"])
    refuse_before_dice("resolve-round", battle(deck_state=["4H"]), refusal)


def test_players_refused() -> None:
    """A skirmish is fought without players."""
    refusal = ("mass-pc-in-skirmish", "skirmish/pc-guard", "commanders/1/is_pc", ["bor"])
    refuse_before_dice("resolve-skirmish", battle(commanders=[ANA, BOR | {"is_pc": True}]), refusal)


@pytest.mark.parametrize("degrees", [0, 361])
def test_degrees(degrees: int) -> None:
    """A wheel is of 1 to 360 degrees."""
    order = move("riders", kind="wheel", degrees=degrees, direction="left")
    misfit("issue-command", marching(order=order), "/input/order/command/degrees", str(degrees))
