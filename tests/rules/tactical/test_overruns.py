"""Large figures that run through smaller ones, or sweep over them as they turn."""

from typing import Any

import pytest

from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import refusals
from service.rules.tactical.book.options import TacticalRulings, TacticalSmaller, TacticalSweep
from service.rules.tactical.figures.models import TacticalFigure
from tests.pins import pins
from tests.rules.tactical.closing import UNDEFENDED, after, cited, horse, north, path, slammed
from tests.rules.tactical.falls import told
from tests.rules.tactical.scenes import figure, foe

HIT, MISSED, DODGE = (3, 3, 4), (5, 5, 5), (1, 2, 3)
OPEN_FACED: dict[str, Any] = {"defense": UNDEFENDED}
FAR: dict[str, Any] = {"hex": [0, -3]}
RUN: dict[str, Any] = {"path": north(3)}


def overrun(yards: int, *figures: TacticalFigure, **facts: Any) -> Any:
    """What comes of a large figure that moves so many yards north."""
    return slammed(*figures, **({"target": None, "maneuver": "move", "path": north(yards)} | facts))


def test_overrun() -> None:
    """A large figure slams into each smaller one on its way, and goes on."""
    foes = (foe(**FAR), foe("imp", hex=[0, -5]))
    small = [each.model_copy(update={"hp": 30, "hp_max": 30}) for each in foes]
    outcome, dice = overrun(
        7,
        horse(hp_max=20, hp=20),
        *small,
        defenses=[{"figure": each.id, "defense": UNDEFENDED} for each in small],
        faces=(*HIT, 6, 1, *HIT, 6, 1, 1),
    )
    assert [each.target for each in outcome.slams] == ["orc", "imp"]
    assert outcome.verdict.continued
    assert outcome.position.hex == (0, -7)
    assert after(outcome, "orc").posture is Posture.LYING
    assert "Ash went on." in told(dice)
    assert {"tactical/slam/multi-hex-through", "tactical/slam/multi-hex-continue"} <= cited(dice)
    assert {"tactical/multihex/head-moves", "tactical/multihex/body-follows"} <= cited(dice)


def test_shock_of_an_overrun_comes_later() -> None:
    """What the first one who is run into does to the slammer hampers it in its next turn, not against the next one."""
    foes = (foe(**FAR, hp=30, hp_max=30), foe("imp", hex=[0, -5]))
    bare = [{"figure": each.id, "defense": UNDEFENDED} for each in foes]
    outcome, _ = overrun(7, horse(hp_max=20, hp=20), *foes, defenses=bare, faces=(*HIT, 6, 6, 4, 4, 4, *MISSED))
    assert outcome.verdict.injury
    assert after(outcome, "ash").state.shock < 0
    assert [each.attack.number.total for each in outcome.slams] == [10, 10]


@pins("overrun-maneuver")
def test_an_overrun_in_a_move_rolls_dx() -> None:
    """An overrun needs no attack; without one it rolls DX."""
    skilled = horse(skills=[{"name": "Brawling", "level": 15}])
    for maneuver, number in (("move", 10), ("move_and_attack", 15)):
        outcome, _ = overrun(3, skilled, foe(**FAR), maneuver=maneuver, faces=(6, 6, 4))
        assert outcome.slams[0].attack.number.total == number


def test_out_of_the_way() -> None:
    """Who dodges a large figure is driven to the nearest free hex off its path, ties going to the lowest."""
    stays = [{"figure": "orc", "defense": {"preferences": [{"kind": "dodge"}]}}]
    outcome, dice = overrun(5, horse(), foe(**FAR), defenses=stays, faces=(*HIT, *DODGE))
    assert outcome.slams[0].moved_to == (-1, -3)
    assert after(outcome, "orc").hex == (-1, -3)
    assert not after(outcome, "orc").state.close
    assert "tactical/slam/smaller-dodges" in cited(dice)


def test_underfoot() -> None:
    """Without a free hex who dodges stays underfoot, unharmed; whoever has retreated off the path stays there."""
    stays = [{"figure": "orc", "defense": {"preferences": [{"kind": "dodge"}]}}]
    lane = {"bounds": {"kind": "limits", "q_min": 0, "q_max": 0, "r_min": -5, "r_max": 2}}
    here = [horse(), foe(**FAR)]
    outcome, dice = overrun(5, *here, defenses=stays, map=lane, faces=(*HIT, *DODGE))
    assert outcome.slams[0].moved_to is None
    assert "Orc stayed underfoot, unharmed." in told(dice)
    aside = [{"figure": "orc", "defense": {"preferences": [{"kind": "dodge", "retreat": {"to": [-1, -4]}}]}}]
    away = figure(shape="line3", hp_max=30, hp=30, basic_move=8, hex=[1, 0], facing=0, weapons=[], ready={})
    outcome, _ = slammed(
        away,
        foe(hex=[1, -2]),
        target=None,
        maneuver="move",
        path=path((1, -1), (1, -2)),
        defenses=aside,
        faces=(*HIT, *DODGE),
    )
    assert outcome.verdict.slams[0].result is AttackResult.DODGED


def test_falling_over_the_smaller_one() -> None:
    """A large figure that is knocked down falls with its head in the hex of contact, and goes no farther."""
    big = foe(**FAR, hp_max=90, hp=90)
    outcome, dice = overrun(
        6,
        horse(hp_max=10, hp=10),
        big,
        defenses=[{"figure": "orc", "defense": UNDEFENDED}],
        faces=(*HIT, 3, 3, 3, 3, 3, 3, 3),
    )
    assert outcome.verdict.fell
    assert outcome.position.hex == (0, -3)
    assert not outcome.verdict.continued
    assert after(outcome, "ash").posture is Posture.LYING
    assert "Ash fell with its head where it ran into orc." in told(dice)


def test_contact_beside_the_head() -> None:
    """If a trailing part of the body made contact, the head falls there if there is room."""
    wide = figure(shape="diamond4", hp_max=10, hp=10, basic_move=8, weapons=[], ready={})
    big = foe(hex=[1, -1], hp_max=90, hp=90)
    outcome, _ = overrun(2, wide, big, defenses=[{"figure": "orc", "defense": UNDEFENDED}], faces=(*HIT, 3, 5))
    assert outcome.position.hex == (1, -1)


def test_nobody_is_slammed_into_twice() -> None:
    """Who lies along the path of a large figure is slammed into once."""
    lying = foe(hex=[0, -3], posture="lying", upper_direction=0)
    outcome, _ = overrun(3, horse(), lying, faces=MISSED)
    assert [each.target for each in outcome.slams] == ["orc"]
    assert [pair.foe for pair in after(outcome, "ash").state.close] == ["orc"]


@pins("sweep-slam")
def test_sweeping() -> None:
    """The body of a turning large figure sweeps over who stands there, with the yards that its part travels."""
    beside = foe(hex=[-1, 2])
    turn = [{"turn": 1}, *path((1, -1))]
    outcome, dice = slammed(
        horse(),
        beside,
        target=None,
        maneuver="move",
        path=turn,
        defenses=[{"figure": "orc", "defense": UNDEFENDED}],
        faces=(*HIT, 3, 1),
    )
    assert [(each.swept, each.velocity) for each in outcome.slams] == [(True, 2)]
    assert "tactical/multihex/sweep" in cited(dice)
    rulings = TacticalRulings(open_plain=True, sweep=TacticalSweep.NONE)
    with pytest.raises(refusals.NoContact):
        slammed(horse(), beside, target=None, maneuver="move", path=turn, rulings=rulings)


@pins("sweep-slam")
def test_sweeping_over_friends() -> None:
    """The body of a turning large figure runs into friends as it does into foes; a friend defends itself."""
    friend = figure("elf", hex=[-1, 2])
    turn = [{"turn": 1}, *path((1, -1))]
    plain: dict[str, Any] = {"target": None, "maneuver": "move", "path": turn}
    bare = [{"figure": "elf", "defense": UNDEFENDED}]
    outcome, dice = slammed(horse(), friend, **plain, defenses=bare, faces=(*HIT, 3, 1))
    assert [(each.target, each.swept, each.velocity) for each in outcome.slams] == [("elf", True, 2)]
    assert "The body of ash swept over elf." in told(dice)
    assert outcome.position.hex == (1, -1)
    assert after(outcome, "elf").state.close == ()
    rulings = TacticalRulings(open_plain=True, sweep=TacticalSweep.NONE)
    with pytest.raises(refusals.NoContact):
        slammed(horse(), friend, **plain, rulings=rulings)


def test_a_sweep_may_end_the_movement() -> None:
    """A large figure that is knocked down as it turns goes nowhere."""
    outcome, _ = slammed(
        horse(hp_max=10, hp=10),
        foe(hex=[-1, 2], hp_max=90, hp=90),
        target=None,
        maneuver="move",
        path=[{"turn": 1}, *path((1, -1))],
        defenses=[{"figure": "orc", "defense": UNDEFENDED}],
        faces=(*HIT, 3, 3, 3, 3, 3, 3),
    )
    assert outcome.verdict.fell
    assert outcome.position.hex == (0, 0)


@pins("smaller")
def test_smaller_by_size_modifier() -> None:
    """By an option the smaller one is the one with the lower Size Modifier."""
    rulings = TacticalRulings(open_plain=True, smaller=TacticalSmaller.SM)
    with pytest.raises(refusals.NoContact):
        overrun(3, horse(), foe(**FAR), rulings=rulings)
    outcome, _ = overrun(3, horse(sm=1), foe(**FAR), rulings=rulings, faces=(6, 6, 4))
    assert outcome.slams


@pins("overrun-choice")
def test_large_figures_may_evade_their_equals() -> None:
    """A large figure may evade a foe that is not smaller, but slams into smaller ones."""
    rider = horse(id="orc", side="blue", hex=[0, -3], facing=3)
    outcome, _ = slammed(
        horse(), rider, foe("imp", hex=[0, -1]), target="imp", path=north(8), faces=(6, 6, 4, 6, 6, 6, 3, 3, 3)
    )
    assert [each.target for each in outcome.slams] == ["imp"]
    assert [each.foe for each in outcome.evades] == ["orc"]
