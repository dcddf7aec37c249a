"""The body as a weapon, for those who take hold of a foe or run into one."""

from typing import Any

from service.rules.roll_under.damage import CRUSHING
from service.rules.tactical.book.words import TacticalWeaponKind
from service.rules.tactical.figures.equipment import TacticalMode, TacticalWeapon
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.standing import with_state


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
