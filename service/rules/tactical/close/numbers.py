"""Numbers that several actions in close combat roll, and the body as a weapon."""

from collections.abc import Iterable, Sequence
from typing import Any

from service.dice.transcript import Term
from service.rules.kernel.tally import term
from service.rules.roll_under.damage import CRUSHING
from service.rules.tactical.book import movement_rules
from service.rules.tactical.book.words import TacticalWeaponKind
from service.rules.tactical.figures.equipment import TacticalMode, TacticalWeapon
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure, TacticalModifier
from service.rules.tactical.figures.standing import skill_of, with_state


def own_terms(modifiers: Iterable[TacticalModifier]) -> list[Term]:
    """Return the caller's own modifiers."""
    return [term(movement_rules.CORE_OPEN_MODIFIERS, each.value, each.label) for each in modifiers]


def levels_of(figure: TacticalFigure, skills: Sequence[str]) -> list[tuple[str, int]]:
    """Return the DX of a figure and the levels of those of some skills that it has, each with its name."""
    known = [(name, skill_of(figure, name)) for name in skills]
    return [("DX", figure.dx), *[(name, level) for name, level in known if level is not None]]


def as_weapon(id: str, skill: str, level: int, damage: str) -> TacticalWeapon:
    """Return a body, or a part of it, as a weapon at reach C; level and damage may be beyond those of requests."""
    mode = TacticalMode(name=id, damage="0d", type=CRUSHING, reaches=(0,), parry=None)
    mode = mode.model_copy(update={"damage": damage})
    weapon = TacticalWeapon(id=id, skill=skill, kind=TacticalWeaponKind.NATURAL, hands=0, modes=(mode,))
    return weapon.model_copy(update={"level": level})


def forget_body(field: Field, actor: str, id: str, **changes: Any) -> None:
    """Strike a body off the weapons that a figure has attacked with, since it is on no list of them."""
    figure = field[actor]
    kept = tuple([each for each in figure.state.attacked_with if each != id])
    field.put(with_state(figure, attacked_with=kept, **changes))
