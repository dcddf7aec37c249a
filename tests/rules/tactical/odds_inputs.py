"""Small fights of the tactical family, whose every fall of the dice can be played to compare it with the odds."""

from fractions import Fraction
from typing import Any, Final

from hypothesis import strategies as st

from tests.rules.enumeration import D6, THREE_D6, Document, Proof, loads_of
from tests.rules.tactical.attack_proofs import EITHER


@st.composite
def contests(draw: st.DrawFn) -> Document:
    """A contest of two numbers; those of a Regular one are such that it does not go on for long."""
    kind, numbers = draw(st.sampled_from([("quick", st.integers(2, 18)), ("regular", st.integers(10, 11))]))
    sides = {
        side: {
            "number": draw(numbers),
            "modifiers": [{"label": "Drawn", "value": draw(st.integers(-1, 1))}],
        }
        for side in ("first", "second")
    }
    return {"input": {"kind": kind} | sides}


def _runner(name: str, **facts: Any) -> Document:
    """A figure that fights with its body."""
    return {"id": name, "side": name, "facing": 0, "hex": [0, 0]} | facts


@st.composite
def slams(draw: st.DrawFn) -> Document:
    """A figure that runs into another one, or a large one that overruns one or two smaller ones."""
    hurt = {"hp": draw(st.integers(1, 10)), "ht": draw(st.integers(8, 12))}
    maneuver, option = draw(
        st.sampled_from([("move_and_attack", None), ("all_out_attack", "strong"), ("all_out_attack", "determined")])
    )
    foes = [_runner("orc", hex=[0, -2], facing=draw(st.integers(2, 4)), basic_move=draw(st.integers(3, 6)), **hurt)]
    large = draw(st.booleans())
    actor = _runner("ash", dx=draw(st.integers(8, 14)), hp=draw(st.integers(2, 12)), hp_max=12)
    document: Document = {"actor": "ash", "target": "orc", "maneuver": maneuver, "option": option}
    last = 2
    if large:
        actor |= {"shape": "line2", "basic_move": 6}
        last = draw(st.integers(2, 3))
        document |= {"target": None, "maneuver": "move", "option": None}
        if last == 3 and draw(st.booleans()):
            foes.append(_runner("imp", side="orc", hex=[0, -3], facing=3, hp=draw(st.integers(1, 10))))
    document["path"] = [{"to": [0, -row]} for row in range(1, last + 1)]
    kinds = draw(st.sampled_from([["none"], ["dodge"], ["parry", "dodge"]]))
    document["defense" if not large else "defenses"] = (
        {"preferences": [{"kind": each} for each in kinds]}
        if not large
        else [{"figure": "orc", "defense": {"preferences": [{"kind": each} for each in kinds]}}]
    )
    return {"input": document | {"figures": [actor, *foes]}, "rulings": {"open_plain": True}}


@st.composite
def pursuits(draw: st.DrawFn) -> Document:
    """One or two who flee from one or two others, for a round or two."""
    fleeing, chasing, rounds = draw(st.sampled_from([(1, 1, 1), (1, 1, 2), (2, 1, 2), (1, 2, 1), (2, 2, 1)]))
    tires = fleeing + chasing == 2 and rounds == 1
    quarry = [_runner(f"thief {place}", basic_move=draw(st.integers(0, 8))) for place in range(fleeing)]
    pursuers = [_runner(f"guard {place}", basic_move=draw(st.integers(3, 8))) for place in range(chasing)]
    return {
        "input": {
            "quarry": quarry,
            "pursuers": pursuers,
            "band": draw(st.sampled_from(["close", "short", "medium", "long", "extreme"])),
            "scatter": draw(st.booleans()),
            "max_rounds": rounds,
            "fatigue": tires and draw(st.booleans()),
        }
    }


PROOFS: Final = {
    "tactical/pursue": Proof(pursuits(), loads_of({THREE_D6: 3}), examples=15),
    "tactical/resolve-attack": EITHER,
    "tactical/resolve-contest": Proof(
        contests(), loads_of({THREE_D6: 1}), examples=15, least=Fraction(1, 3_000), blur=Fraction(1, 2)
    ),
    "tactical/resolve-slam": Proof(slams(), loads_of({THREE_D6: 0, D6: 0}), examples=40),
}
