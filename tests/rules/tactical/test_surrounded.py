"""What a figure does that plays by itself and has several foes beside it."""

from typing import Any

from service.rules.kernel.hexes import distance
from service.rules.tactical.book.words import TacticalManeuver, TacticalStance
from service.rules.tactical.figures.field import Field
from tests.rules.tactical.minds import chosen, room, why
from tests.rules.tactical.scenes import field, figure, foe

HERE, AHEAD, RIGHT, LEFT = (0, 0), (0, -1), (1, -1), (-1, 0)
STEPS_ASIDE = "foes are around it, and it steps aside and strikes"
STRIKES = "a foe is in reach, and it strikes"


def among(*foes: tuple[int, int], cells: tuple[dict[str, Any], ...] = ()) -> Field:
    """Ash with foes beside it."""
    orcs = [foe(f"orc {number}", hex=list(each)) for number, each in enumerate(foes)]
    return field(figure(), *orcs, map=room(cells=cells))


def test_who_has_several_foes_beside_it_steps_to_where_there_are_fewer() -> None:
    """It steps to where one foe is beside it instead of three, and strikes that one."""
    ground = among(AHEAD, RIGHT, LEFT)
    assert why(ground) == STEPS_ASIDE
    intent = chosen(ground)
    assert (intent.maneuver, len(intent.path)) == (TacticalManeuver.ATTACK, 1)
    assert intent.attack is not None
    there = intent.path[0].to
    assert there is not None
    beside = [each.id for each in ground if each.id != "ash" and distance(each.hex, there) == 1]
    assert beside == [intent.attack.target]


def test_who_has_one_foe_beside_it_stays() -> None:
    """One foe is no reason to give ground, nor is a second who is down."""
    assert why(among(AHEAD)) == STRIKES
    down = foe("down", hex=list(RIGHT), posture="lying", state={"unconscious": True})
    assert why(field(figure(), foe(hex=list(AHEAD)), down)) == STRIKES


def test_who_cannot_get_away_strikes_from_where_it_is() -> None:
    """Where no step leads to fewer foes, it strikes."""
    walls = [[1, 0], [0, 1], [-1, 1]]
    assert why(among(AHEAD, RIGHT, LEFT, cells=tuple([{"hex": each, "solid": True} for each in walls]))) == STRIKES


def test_the_reckless_do_not_give_ground() -> None:
    """Who is reckless strikes with all its might, however many foes there are."""
    ground = among(AHEAD, RIGHT, LEFT)
    assert chosen(ground, TacticalStance.RECKLESS).maneuver is TacticalManeuver.ALL_OUT_ATTACK
