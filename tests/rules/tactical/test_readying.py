"""Readying a weapon in close combat, Fast-Draw, and getting rid of the shield."""

from typing import Any

import pytest

from service.errors import RulesRefuse
from service.rules.tactical.book.refusals import FigureUnable, NoFreeHand, UnknownWeapon, WeaponNotReady
from service.rules.tactical.book.words import TacticalSide
from service.rules.tactical.close.close_readying import drop_shield, fast_draw_of, plan_draw, ready, refuse_drop_shield
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import begin_turn, field_of
from tests.rules.tactical.closing import act_on
from tests.rules.tactical.falls import falling, named, told
from tests.rules.tactical.scenes import OPEN, figure, foe, scene, sword

RIGHT, LEFT = TacticalSide


def knife(**facts: Any) -> dict[str, Any]:
    """A knife, thrust for 1d impaling at reach C."""
    mode = {"name": "stab", "kind": "thrust", "damage": "1d", "type": "impaling", "reaches": [0, 1]}
    return {"id": "knife", "name": "Knife", "skill": "Knife", "level": 12, "kind": "melee", "modes": [mode]} | facts


def bearer(**facts: Any) -> TacticalFigure:
    """A figure with empty hands, a knife and a sword in its belt."""
    plain: dict[str, Any] = {"weapons": [knife(), sword()], "ready": {}, "dx": 12}
    return figure(**(plain | facts))


def fight(of: TacticalFigure, turns: int = 1) -> Field:
    """A close combat in which each has begun so many turns."""
    field = field_of(scene(of, foe(hex=[0, 0])), OPEN)
    for _ in range(turns):
        begin_turn(field, of.id)
    return field


def fast(level: int, name: str = "Fast-Draw (Knife)") -> dict[str, Any]:
    """A figure with a skill of Fast-Draw."""
    return {"skills": [{"name": name, "level": level}]}


def test_ready() -> None:
    """Success against DX puts the weapon into the hand; failure gains nothing."""
    field = fight(bearer())
    draw = plan_draw(field["ash"], "knife", None, fast=False)
    with falling(4, 4, 5) as dice:
        report = ready(field, "ash", draw, dice)
    assert (report.ready, report.free, report.roll) == (False, False, 13)
    assert told(dice)[-1] == "Ash did not get the Knife ready."
    assert field["ash"].ready.right is None
    with falling(4, 4, 4) as dice:
        assert ready(field, "ash", draw, dice).ready
    assert named(dice) == {"tactical/close/ready"}
    assert told(dice)[-1] == "Ash readied the Knife."
    assert field["ash"].ready.right == "knife"


@pytest.mark.parametrize(
    ("faces", "done", "free", "text"),
    [
        ((4, 4, 5), False, False, "did not get the Knife ready."),
        ((4, 3, 3, 6, 5, 3), True, False, "readied the Knife."),
        ((4, 3, 3, 3, 5, 3), True, True, "readied the Knife in no time."),
    ],
)
def test_fast_draw(faces: tuple[int, ...], done: bool, free: bool, text: str) -> None:
    """After a failed DX roll there is no Fast-Draw; if that fails, the weapon is ready but took the whole Ready."""
    field = fight(bearer(**fast(12)))
    with falling(*faces) as dice:
        report = ready(field, "ash", plan_draw(field["ash"], "knife", LEFT, fast=True), dice)
    assert (report.ready, report.free) == (done, free)
    assert (report.fast_draw_roll is None) == (len(faces) == 3)
    assert told(dice)[-1] == f"Ash {text}"
    assert (field["ash"].ready.left == "knife") is done
    assert named(dice) == {"tactical/close/fast-draw"}


@pytest.mark.parametrize(("turns", "total"), [(0, 12), (1, 12), (2, 10), (3, 10)])
def test_shield_hampers_after_the_first_turn(turns: int, total: int) -> None:
    """After the first turn of close combat a shield takes its DB from DX, but not from Fast-Draw."""
    field = fight(bearer(shield={"db": 2, "level": 12}, **fast(12)), turns)
    with falling(3, 3, 3, 3, 3, 4) as dice:
        ready(field, "ash", plan_draw(field["ash"], "knife", None, fast=True), dice)
    assert [step.target.total for step in dice.steps if step.target] == [total, 12]


def test_a_weapon_in_hand() -> None:
    """An unready weapon in hand is made ready where it is."""
    held = bearer(ready={"left": "knife"}, state={"unready": ["knife"]})
    field = fight(held)
    draw = plan_draw(field["ash"], None, None, fast=False)
    assert draw.weapon.id == "knife"
    with falling(4, 4, 4) as dice:
        ready(field, "ash", draw, dice)
    assert not field["ash"].state.unready
    assert field["ash"].ready.left == "knife"


def test_two_hands() -> None:
    """A weapon for two hands takes both."""
    field = fight(bearer(weapons=[sword(hands=2)]))
    draw = plan_draw(field["ash"], "sword", None, fast=False)
    with falling(1, 1, 1) as dice:
        ready(field, "ash", draw, dice)
    assert field["ash"].ready.both == "sword"


@pytest.mark.parametrize(
    ("facts", "weapon", "hand", "refused", "says"),
    [
        ({}, "axe", None, UnknownWeapon, "no weapon 'axe'"),
        ({"ready": {"right": "knife"}}, "knife", None, WeaponNotReady, "The Knife of ash is ready"),
        ({"state": {"dropped": ["knife"]}}, "knife", None, WeaponNotReady, "lies on the ground"),
        ({"weapons": []}, None, None, WeaponNotReady, "no weapon to ready"),
        ({"shield": {"db": 1, "level": 9}}, "knife", LEFT, NoFreeHand, "needs the left hand free"),
        ({"shield": {"db": 1, "level": 9}, "weapons": [sword(hands=2)]}, None, None, NoFreeHand, "needs both hands"),
        ({"ready": {"both": "sword"}}, "knife", None, NoFreeHand, "needs a hand free"),
    ],
)
def test_refusals(
    facts: dict[str, Any], weapon: str | None, hand: TacticalSide | None, refused: type[RulesRefuse], says: str
) -> None:
    """What cannot be readied is refused before the first die."""
    with pytest.raises(refused, match=says):
        plan_draw(bearer(**facts), weapon, hand, fast=False)


def test_fast_draw_is_a_skill_of_its_weapon() -> None:
    """Fast-Draw is the skill named after the weapon's skill, id or name, or a plain one; without it none is tried."""
    for name in ("Fast-Draw (Knife)", "fast-draw (KNIFE)", "Fast-Draw"):
        who = bearer(**fast(14, name))
        assert fast_draw_of(who, who.weapons[0]) == 14
    with pytest.raises(FigureUnable, match="no skill of Fast-Draw for 'knife'"):
        plan_draw(bearer(**fast(14, "Fast-Draw (Arrow)")), "knife", None, fast=True)


def test_dropping_the_shield() -> None:
    """Success against DX gets rid of the shield; after the first turn it hampers that roll, too."""
    field = fight(bearer(shield={"db": 3, "level": 12}), 2)
    with falling(3, 3, 4) as dice:
        assert not drop_shield(act_on(field, dice)).succeeded
    assert field["ash"].shield is not None
    assert told(dice)[-1] == "Ash could not get rid of the shield."
    with falling(3, 3, 3) as dice:
        assert drop_shield(act_on(field, dice)).succeeded
    assert field["ash"].shield is None
    assert told(dice)[-1] == "Ash dropped the shield."
    assert named(dice) == {"tactical/close/shield-drop"}
    with pytest.raises(WeaponNotReady, match="no shield to drop"):
        refuse_drop_shield(act_on(field))
    refuse_drop_shield(act_on(fight(bearer(shield={"db": 1, "level": 9}))))
