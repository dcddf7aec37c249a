"""Seeds of requests that name none: they are derived from the request, so that two fights do not share their luck."""

import json
from hashlib import sha256
from typing import Any, Final

from pydantic import BaseModel

from service.dice.generators import QUICK
from service.operations.procedure import BoundProcedure

DERIVED: Final = f"{QUICK.name}:forecast/"
"""How derived seeds begin."""

DIGITS: Final = 32
"""Hexadecimal digits of a derived seed: 128 bits."""

NULL: Final = "Null: a seed that is derived from the request and given in the answer"
"""What descriptions of seeds say of their default."""


def derived_seed(*parts: Any) -> str:
    """Return the seed of a request's parts: equal parts have equal seeds, whether defaults were sent or left out."""
    plain = [
        part.model_dump(mode="json", exclude_defaults=True) if isinstance(part, BaseModel) else part for part in parts
    ]
    written = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    return f"{DERIVED}{sha256(written.encode()).hexdigest()[:DIGITS]}"


def seed_of_fight(bound: BoundProcedure, request: Any) -> str:
    """Return the seed that is derived from the fight of a request: its procedure, its input and its rulings.

    Nothing else counts. So a second request which asks for more precise odds plays on with the same fights, and the
    comparisons, the sensitivity and the search of a fight have the dice of its odds.
    """
    return derived_seed(bound.family.name, bound.procedure.name, request.input, request.rulings)
