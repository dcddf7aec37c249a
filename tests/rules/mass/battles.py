"""Any battle at all: strategies for units on a small map and whatever commanders may order."""

from typing import Any

from hypothesis import strategies as st

from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.tables import PRINTED_POWERS
from service.rules.mass.figures.orders import MassRound
from tests.rules.mass.stories import Document, read

DICE = st.sampled_from(["d4", "d6", "d8", "d10", "d12"])
SIDES = ("red", "blue", "green")
HEXES = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
OPTIONS: dict[str, tuple[Any, ...]] = {
    "engaged_timing": ("simultaneous", "mover_first", "stationary_first"),
    "flanking_mode": ("arc", "declared"),
    "multi_foe_roll": ("single", "single_higher", "per_foe"),
    "disadvantage_stacking": ("flat", "cumulative"),
    "shield_wall": ("per_instance", "per_round_total"),
    "rally_cost": ("current", "rated"),
    "pilum_subject": ("user", "target"),
    "gout_hits_friends": (True, False),
    "volley_targets": ("enemy", "any"),
    "wheel_rounding": ("down", "up"),
    "command_scope": ("side", "assigned"),
    "joker_in_worst_draw": ("discarded", "used"),
    "joker_order": ("first", "chosen"),
    "deck": (54, 53, 52),
}


@st.composite
def rulings(draw: st.DrawFn) -> MassRulings:
    """Any options."""
    return read(MassRulings, {name: draw(st.sampled_from(values)) for name, values in OPTIONS.items()})


@st.composite
def units(draw: st.DrawFn) -> list[Document]:
    """Units of two or three sides, each on a hex of its own."""
    places = draw(st.lists(HEXES, min_size=2, max_size=9, unique=True))
    made = []
    for number, place in enumerate(places):
        made.append(
            {
                "id": f"u{number}",
                "side": SIDES[number % draw(st.integers(2, 3))] if number > 1 else SIDES[number],
                "commander_id": draw(st.sampled_from([None, "c0", "c1", "gone"])),
                "battle_die": draw(DICE),
                "power": draw(st.sampled_from([None, *PRINTED_POWERS])),
                "power_expended": draw(st.booleans()),
                "use_power": draw(st.integers(0, 5)) > 0,
                "speed": draw(st.integers(0, 6)),
                "morale_max": draw(st.integers(1, 3)),
                "hex": place,
                "facing": draw(st.integers(0, 5)),
                "large": draw(st.booleans()),
                "disadvantages": draw(st.sampled_from([(), ("*",), ("u0", "u0")])),
                "flanking": draw(st.sampled_from([(), ("u1",)])),
                "battle_bonus": draw(st.integers(-3, 3)),
                "shield_wall": draw(st.booleans()),
                "fall_back": draw(st.booleans()),
            }
        )
    return made


@st.composite
def commands(draw: st.DrawFn) -> Document:
    """Any command but one with paths."""
    return draw(
        st.sampled_from(
            [
                {"kind": "advance"},
                {"kind": "advance", "feet": 250},
                {"kind": "wheel", "degrees": draw(st.integers(1, 360)), "direction": "right"},
                {"kind": "move_toward", "hex": draw(HEXES)},
            ]
        )
    )


@st.composite
def actions(draw: st.DrawFn, names: list[str]) -> Document:
    """Any action of any of the units named."""
    some = draw(st.lists(st.sampled_from(names), min_size=1, max_size=4, unique=True))
    kind = draw(st.sampled_from(["move", "move", "power", "rally", "spell", "other"]))
    if kind == "move":
        return {"kind": kind, "units": some, "command": draw(commands())}
    if kind == "power":
        targets = st.sampled_from([None, *names])
        uses = [{"unit": name, "target": draw(targets)} for name in some]
        return {"kind": kind, "power": draw(st.sampled_from(list(PRINTED_POWERS))), "units": uses}
    if kind == "rally":
        return {"kind": kind, "units": some}
    if kind == "spell":
        points = draw(st.integers(-3, 3))
        return {"kind": kind, "effects": [{"kind": "morale_delta", "unit": some[0], "points": points}]}
    return {"kind": kind, "label": "waits"}


@st.composite
def rounds(draw: st.DrawFn) -> MassRound:
    """Any round of such units."""
    armies = draw(units())
    names = [each["id"] for each in armies]
    commanders = [
        {
            "id": f"c{number}",
            "side": SIDES[number % 2],
            "thac0": draw(st.integers(1, 20)),
            "charisma": draw(st.integers(8, 25)),
            "joker_after": draw(st.sampled_from([None, f"c{(number + 1) % 3}"])),
        }
        for number in range(3)
    ]
    orders = [{"commander": each["id"], "actions": draw(st.lists(actions(names), max_size=2))} for each in commanders]
    rough = draw(st.dictionaries(HEXES, st.sampled_from(["moderate", "difficult"]), max_size=8))
    return read(
        MassRound,
        {
            "units": armies,
            "commanders": commanders,
            "orders": orders,
            "terrain": [{"hex": here, "terrain": terrain} for here, terrain in rough.items()],
            "bounds": {"kind": "radius", "radius": 8},
        },
    )
