"""Small fights of the tactical family, whose every fall of the dice can be played to compare it with the odds."""

from fractions import Fraction
from typing import Final

from hypothesis import strategies as st

from tests.rules.enumeration import THREE_D6, Document, Proof, loads_of


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


PROOFS: Final = {
    "tactical/resolve-contest": Proof(
        contests(), loads_of({THREE_D6: 1}), examples=15, least=Fraction(1, 3_000), blur=Fraction(1, 2)
    ),
}
