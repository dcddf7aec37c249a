"""The operations of one family that need no store: no other family, no server and no settings are imported for them."""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from service.operations.dice import ROLL_DICE
from service.operations.fields import with_fields
from service.operations.procedure import BoundProcedure, bound_procedures_of, operations_of
from service.operations.registry import Operation
from service.rules.kernel.family import Family

FORECASTS: Final = "service.operations.forecasts.declared"
"""The module that declares the odds of whole fights, which is imported if such odds are asked for."""


@cache
def family_called(name: str) -> Family | None:
    """Return the rules family of a name, or None if there is none."""
    path = f"service.rules.{name}"
    if not name.isidentifier() or find_spec(path) is None or find_spec(f"{path}.family") is None:
        return None
    family: Family = import_module(f"{path}.family").FAMILY
    return family


@cache
def procedures_called(family: str) -> dict[str, BoundProcedure]:
    """Return the procedures of a family by their operations' names; none, if there is no such family."""
    declared = family_called(family)
    return {} if declared is None else bound_procedures_of(declared)


def quick_operation(name: str) -> Operation | None:
    """Return an operation that needs no store by its name; None: the whole service has to be declared for it."""
    family = name.partition("/")[0]
    if name == ROLL_DICE.name:
        return with_fields(ROLL_DICE)
    if not procedures_called(family):
        return None
    found = _found(name, operations_of(procedures_called(family)))
    if found is None and name.endswith("/odds"):
        found = _found(name, import_module(FORECASTS).forecasts_of(procedures_called(family)))
    return found


def _found(name: str, operations: Iterable[Operation]) -> Operation | None:
    return next((with_fields(each) for each in operations if each.name == name), None)
