"""Told stories: units and commanders by name, procedures played with cards and dice, nothing left over."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from service.dice.model import Dice
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.dice.transcript import Step
from service.rules.mass.battle.state import MassEvent
from service.rules.mass.book.options import MassRulings
from service.rules.mass.command.command import MassCommandOutcome, issue_command
from service.rules.mass.figures.orders import MassIssueCommand, MassRound, MassUsePower
from service.rules.mass.figures.standing import MassUnitState
from service.rules.mass.powers.use_power import MassPowerOutcome, use_power
from service.rules.mass.rounds.round import MassRoundOutcome, resolve_round
from service.wire import Frozen, to_json

Given = TypeVar("Given")
Outcome = TypeVar("Outcome")
Model = TypeVar("Model", bound=Frozen)
Document = dict[str, Any]

ANA: Document = {"id": "ana", "side": "red", "thac0": 12, "charisma": 14}
BOR: Document = {"id": "bor", "side": "blue", "thac0": 12, "charisma": 11}
BOTH = (ANA, BOR)
RED_FIRST = ("KH", "3S")
"""Cards with which ana acts before bor."""
BLUE_FIRST = RED_FIRST[::-1]
JOKER_FOR_ANA = ("JOKER1", "3S")


@dataclass(frozen=True)
class Story(Generic[Outcome]):
    """What came of it, and what was said."""

    outcome: Outcome
    steps: list[Step]
    warnings: list[str]

    @property
    def texts(self) -> list[str]:
        """The sentences in order."""
        return [step.text for step in self.steps]

    @property
    def cited(self) -> set[str]:
        """Every rule and ruling that the steps name, without the family."""
        ids = {step.rule for step in self.steps} | {each for step in self.steps for each in step.cites}
        return {each.removeprefix("mass/") for each in ids}


def tell(
    procedure: Callable[[Given, MassRulings, Dice], Outcome],
    given: Given,
    *faces: int,
    cards: Sequence[str] = (),
    options: Document | None = None,
) -> Story[Outcome]:
    """Play a procedure with these faces and cards and no others."""
    dice = SuppliedDice(faces, cards, WhenExhausted.REFUSE)
    outcome = procedure(given, rulings(**(options or {})), dice)
    dice.refuse_left_overs(None)
    return Story(outcome, dice.steps, dice.warnings)


def rulings(**options: Any) -> MassRulings:
    """The family's rulings, with some decided otherwise."""
    return read(MassRulings, options)


def read(model: type[Model], document: Document) -> Model:
    """Read a document as the service does."""
    return model.model_validate_json(to_json(document))


def unit(name: str, side: str, q: int, r: int, **changes: Any) -> Document:
    """A unit with a d8, 3 morale and speed 4, facing south-east."""
    return {
        "id": name,
        "side": side,
        "battle_die": "d8",
        "speed": 4,
        "morale_max": 3,
        "hex": [q, r],
        "facing": 2,
    } | changes


def foes(one: Document, other: Document) -> tuple[Document, Document]:
    """Two units engaged with each other."""
    return (
        one | {"engaged_with": [*one.get("engaged_with", []), other["id"]]},
        other | {"engaged_with": [*other.get("engaged_with", []), one["id"]]},
    )


def move(*units: str, **command: Any) -> Document:
    """An order to move; without a command, to advance."""
    return {"kind": "move", "units": list(units), "command": {"kind": "advance"} | command}


def toward(q: int, r: int, *units: str) -> Document:
    """An order to move towards a hex."""
    return move(*units, kind="move_toward", hex=[q, r])


def power(name: str, *units: str, **targets: str) -> Document:
    """An order to use a power, by units without a target and by units at one."""
    uses = [*({"unit": each} for each in units), *({"unit": each, "target": at} for each, at in targets.items())]
    return {"kind": "power", "power": name, "units": uses}


def command(
    order: Document, *units: Document, options: Document | None = None, commander: Document = ANA, **changes: Any
) -> Story[MassCommandOutcome]:
    """A commander, ana unless another is named, commands units to move."""
    document = {"commander": commander, "order": order, "units": units} | changes
    return tell(issue_command, read(MassIssueCommand, document), options=options)


def use(
    order: Document, *units: Document, options: Document | None = None, commander: Document = ANA, **changes: Any
) -> Story[MassPowerOutcome]:
    """A commander, ana unless another is named, lets units use a power."""
    document = {"commander": commander, "order": order, "units": units} | changes
    return tell(use_power, read(MassUsePower, document), options=options)


def play(
    *units: Document,
    ana: Sequence[Document] = (),
    bor: Sequence[Document] = (),
    faces: Sequence[int] = (),
    cards: Sequence[str] = RED_FIRST,
    options: Document | None = None,
    **changes: Any,
) -> Story[MassRoundOutcome]:
    """A round in which ana and bor give orders."""
    orders = [{"commander": "ana", "actions": ana}, {"commander": "bor", "actions": bor}]
    document = {"commanders": BOTH, "units": units, "orders": orders} | changes
    return tell(resolve_round, read(MassRound, document), *faces, cards=cards, options=options)


def by_id(states: Sequence[MassUnitState]) -> dict[str, MassUnitState]:
    """Units by name."""
    return {state.id: state for state in states}


def rows(events: Sequence[MassEvent]) -> list[tuple[Any, ...]]:
    """Events as short rows: what, who, and whatever else is told."""
    return [
        (
            str(event.what),
            event.unit,
            *[
                value
                for value in (event.foe, event.moved, event.power, event.reason, event.label, event.margin)
                if value is not None
            ],
        )
        for event in events
    ]
