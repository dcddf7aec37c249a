"""The operations of one family that need no store: no other family, no server and no settings are imported for them."""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

from service import rules
from service.operations.dice import ROLL_DICE
from service.operations.fields import with_fields
from service.operations.procedure import BoundProcedure, bound_procedures_of, operations_of
from service.operations.registry import Operation
from service.rules.kernel.family import Family

RULES: Final = Path(rules.__path__[0])
FORECASTS: Final = "service.operations.forecasts.declared"
QUESTIONS: Final = "service.operations.forecasts.questions.deciding"
SENSITIVITY: Final = "service.operations.forecasts.questions.sensitivity"
"""The modules that declare the odds of whole fights, which are imported if such odds are asked for."""


@cache
def family_names() -> tuple[str, ...]:
    """Return the names of all rules families, without importing one."""
    return tuple(sorted(each.parent.name for each in RULES.glob("*/book/")))


@cache
def family_called(name: str) -> Family | None:
    """Return the rules family of a name, or None if there is none."""
    if name not in family_names():
        return None
    family: Family = import_module(f"service.rules.{name}.family").FAMILY
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
    if found is None and name.endswith("/sensitivity"):
        asked = import_module(SENSITIVITY).SENSITIVITY
        found = _found(name, import_module(QUESTIONS).questions_of(procedures_called(family), asked))
    return found


def _found(name: str, operations: Iterable[Operation]) -> Operation | None:
    return next((with_fields(each) for each in operations if each.name == name), None)
