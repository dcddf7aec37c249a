"""Small fights of the mass family, whose every fall of the dice can be played to compare it with the odds."""

from fractions import Fraction
from typing import Final

from hypothesis import strategies as st

from tests.rules.enumeration import Document, Loads, Proof

DICE: Final = st.sampled_from(["d4", "d6", "d8"])
RULINGS: Final = st.fixed_dictionaries(
    {
        "multi_foe_roll": st.sampled_from(["single", "per_foe"]),
        "disadvantage_stacking": st.sampled_from(["flat", "cumulative"]),
        "shield_wall": st.sampled_from(["per_instance", "per_round_total"]),
        "rally_cost": st.sampled_from(["current", "rated"]),
    }
)


@st.composite
def fighters(draw: st.DrawFn, name: str, side: str, foes: tuple[str, ...]) -> Document:
    """A unit near rout that may flank, stand behind shields or be at a disadvantage."""
    return {
        "id": name,
        "side": side,
        "battle_die": draw(DICE),
        "morale_max": draw(st.integers(1, 3)),
        "flanking": draw(st.sets(st.sampled_from(foes)).map(sorted)),
        "disadvantages": draw(st.lists(st.sampled_from(foes), max_size=2)),
        "battle_bonus": draw(st.integers(-1, 2)),
        "shield_wall": draw(st.booleans()),
    }


@st.composite
def clashes(draw: st.DrawFn) -> Document:
    """One unit against one or two."""
    foes = ("b", "c")[: draw(st.integers(1, 2))]
    units = [draw(fighters("a", "red", foes)), *[draw(fighters(foe, "blue", ("a",))) for foe in foes]]
    for unit in units:
        unit["battle_die"] = draw(st.sampled_from(["d4", "d6"])) if len(foes) > 1 else unit["battle_die"]
        unit["flanking"] = unit["flanking"][:1] if len(foes) == 1 or unit["id"] == "a" else []
    return {"input": {"units": units, "pairs": [["a", foe] for foe in foes]}, "rulings": draw(RULINGS)}


@st.composite
def duels(draw: st.DrawFn) -> Document:
    """Two units to rout, of one or two Morale Points."""
    first, second = draw(fighters("a", "red", ("b",))), draw(fighters("b", "blue", ("a",)))
    for unit, die in ((first, "d8"), (second, "d6")):
        unit |= {"battle_die": die, "morale_max": draw(st.integers(1, 2))}
        unit |= {"disadvantages": [], "battle_bonus": draw(st.integers(0, 1))}
    document = {"first": first, "second": second}
    return {"input": document, "rulings": draw(RULINGS)}


@st.composite
def rallies(draw: st.DrawFn) -> Document:
    """A commander and up to three units, some of which need no rally."""
    units = [
        {"id": name, "morale_max": draw(st.integers(1, 3)), "power_expended": draw(st.booleans())}
        for name in ("a", "b", "c")[: draw(st.integers(1, 3))]
    ]
    document = {"charisma": draw(st.integers(1, 25)), "modifier": draw(st.integers(-3, 3)), "units": units}
    return {"input": document, "rulings": draw(RULINGS)}


@st.composite
def initiatives(draw: st.DrawFn) -> Document:
    """Two or three commanders and what is left of a deck."""
    names = ("ana", "bor", "cid")[: draw(st.integers(2, 3))]
    commanders = [
        {"id": name, "side": name, "thac0": draw(st.sampled_from([8, 12, 16])), "joker_after": None} for name in names
    ]
    commanders[0]["joker_after"] = draw(st.sampled_from([None, "bor"]))
    cards = draw(st.permutations(["JOKER1", "AS", "AH", "KS", "2C", "2D", "JOKER2"]))
    document = {"commanders": commanders, "deck_state": cards[: draw(st.integers(2 * len(names), 7))]}
    return {"input": document, "rulings": {"joker_order": draw(st.sampled_from(["first", "chosen"]))}}


@st.composite
def pursuits(draw: st.DrawFn) -> Document:
    """A unit after a routed one, faster, slower or as fast."""
    routed, pursuer = draw(fighters("a", "red", ("b",))), draw(fighters("b", "blue", ("a",)))
    document = {
        "routed": routed | {"speed": draw(st.integers(3, 5))},
        "pursuer": pursuer | {"speed": draw(st.integers(3, 5))},
    }
    return {"input": document, "rulings": draw(RULINGS)}


EXTREMES: Final[st.SearchStrategy[Loads]] = st.builds(
    lambda low, high: {(1, 8): ((1, low), (8, 8 - low)), (1, 6): ((1, 6 - high), (6, high))},
    st.integers(1, 2),
    st.integers(1, 2),
)
"""A d8 that shows only 1 and 8 against a d6 that shows only 1 and 6, so that a duel does not go on for long."""
PROOFS: Final = {
    "mass/resolve-attack": Proof(clashes(), examples=20),
    "mass/resolve-duel": Proof(duels(), EXTREMES, examples=20, least=Fraction(1, 4_000), blur=Fraction(1, 4)),
    "mass/rally": Proof(rallies(), examples=50),
    "mass/roll-initiative": Proof(initiatives(), examples=25),
    "mass/pursue": Proof(pursuits(), examples=40),
}
