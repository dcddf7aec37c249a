"""Knockback: how far, which way, what stops it, and whether the one who is pushed keeps his feet."""

from typing import Any

import pytest

from service.rules.roll_under.injury import knockback_of
from service.rules.roll_under.words import DamageType, Posture
from service.rules.tactical.attack.records import TacticalWound
from service.rules.tactical.attack.wounds.injury import wound
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import seize, settle_pairs
from tests.rules.tactical.scenes import field, figure, foe
from tests.rules.tactical.strikes import UP, faces, hit, wounded


@pytest.mark.parametrize(("basic", "st", "yards"), [(7, 10, 0), (8, 10, 1), (16, 10, 2), (5, 3, 5), (5, 4, 2)])
def test_yards_of_knockback(basic: int, st: int, yards: int) -> None:
    """Each multiple of ST - 2 is a yard, each point up to ST 3."""
    assert knockback_of(basic, st) == yards


def test_only_blunt_blows_knock_back() -> None:
    """Crushing damage knocks back, cutting only if armour stops it all, nothing else, and nothing from nowhere."""
    clad = figure(armour=[{"dr": 20}])
    assert hit(clad, 16).knockback == 2
    assert hit(figure(), 16).knockback == 0
    assert hit(figure(), 16, type=DamageType.CRUSHING).knockback == 2
    assert hit(clad, 16, type=DamageType.IMPALING).knockback == 0
    assert hit(clad, 16, origin=None).knockback == 0


def pushed(
    *dice: int, basic: int = 16, map: dict[str, Any] | None = None, **facts: Any
) -> tuple[TacticalWound, TacticalFigure]:
    """A crushing blow from the north on somebody whose armour stops it."""
    plain: dict[str, Any] = {"armour": [{"dr": 99}]}
    victim = figure(**(plain | facts))
    return wounded(victim, hit(victim, basic, type=DamageType.CRUSHING), *dice, ground=field(victim, map=map))


def test_knockback_goes_straight_away() -> None:
    """Each yard is a hex away from the blow; the DX roll is one harder for each yard after the first."""
    done, after = pushed(*three_of(9))
    assert (done.knocked_back, done.stands, after.hex) == (2, True, (0, 2))
    done, after = pushed(*three_of(10))
    assert (done.stands, after.posture, after.hex) == (False, Posture.LYING, (0, 3))
    assert pushed(*three_of(10), basic=8)[0].stands


def three_of(total: int) -> tuple[int, int, int]:
    """Three faces of a total from 8 to 13."""
    return (total - 7, 3, 4)


def test_acrobats_keep_their_feet() -> None:
    """The best of DX, Acrobatics and Judo counts."""
    assert pushed(*three_of(12), skills=[{"name": "Judo", "level": 13}])[0].stands


def test_knockback_stops_at_obstacles() -> None:
    """Walls, solid hexes and other figures stop it; the fall is rolled all the same."""
    wall = {"edges": [{"hex": [0, 1], "direction": 3, "kind": "wall"}]}
    done, after = pushed(*UP, map=wall)
    assert (done.knocked_back, after.hex) == (1, (0, 1))
    victim = figure(armour=[{"dr": 99}])
    ground = field(victim, foe("elf", hex=[0, 1]))
    done, after = wounded(victim, hit(victim, 16, type=DamageType.CRUSHING), *UP, ground=ground)
    assert (done.knocked_back, after.hex) == (0, (0, 0))


def test_the_fallen_are_pushed_without_a_roll() -> None:
    """Who lies, or is unconscious, has no feet to keep."""
    done, after = pushed(posture="lying", hex=[0, 1], facing=3)
    assert (done.knocked_back, done.stands, after.hex) == (2, None, (0, 3))
    assert pushed(posture="lying", hex=[0, 1], facing=3, state={"unconscious": True})[0].stands is None
    assert pushed(state={"unconscious": True})[0].stands is None


def test_knockback_out_of_close_combat() -> None:
    """In one hex a blow pushes to the victim's own half, or to its back, and ends the close combat."""
    ground = field(figure(hex=[0, -1], armour=[{"dr": 99}]), foe())
    settle_pairs(ground)
    victim = ground["ash"]
    done, after = wounded(victim, hit(victim, 8, type=DamageType.CRUSHING), *UP, ground=ground)
    assert (done.knocked_back, after.hex, after.state.close) == (1, (0, 0), ())
    assert ground["orc"].state.close == ()
    alone = figure(armour=[{"dr": 99}])
    blow = hit(alone, 8, type=DamageType.CRUSHING, origin=(0, 0))
    assert wounded(alone, blow, *UP)[1].hex == (0, 1)


def test_a_declared_pair_stays_in_close_combat_within_a_hex() -> None:
    """Who is pushed but still touches an opponent in a declared close combat stays in it."""
    pairs = {"foe": "orc", "hex": [0, -1], "own_side": 3, "adjacent": True}
    mirror = {"foe": "ash", "hex": [0, -1], "own_side": 0, "adjacent": True}
    victim = figure(armour=[{"dr": 99}], state={"close": [pairs]})
    ground = field(victim, foe(state={"close": [mirror]}))
    blow = hit(victim, 8, type=DamageType.CRUSHING, origin=(-1, 1))
    _, after = wounded(victim, blow, *UP, ground=ground)
    assert after.hex == (1, -1)
    assert [each.foe for each in after.state.close] == ["orc"]


def test_what_hampers_dx_hampers_footing() -> None:
    """A hold takes 4 from the roll to keep one's feet, and a shield its Defense Bonus after the first turn."""
    pair = {"foe": "orc", "hex": [0, -1], "own_side": 3, "adjacent": True, "turns": 2}
    victim = figure(armour=[{"dr": 99}], shield={"db": 2, "level": 10}, state={"close": [pair]})
    ground = field(victim, foe(), foe("elf", hex=[0, 1]))
    settle_pairs(ground)
    seize(ground, "orc", "ash", 1)
    rolled = faces(*UP)
    wound(ground, hit(ground["ash"], 8, type=DamageType.CRUSHING), rolled)
    number = next(step.target for step in rolled.steps if step.target is not None)
    assert (number.base, [each.value for each in number.terms]) == (10, [-4, -2])
