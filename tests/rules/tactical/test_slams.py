"""Slams: of one figure into another, and of large figures through smaller ones."""

from typing import Any

import pytest

from service.errors import RulesRefuse
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import refusals
from service.rules.tactical.book.options import TacticalEntryDefense, TacticalRulings
from service.rules.tactical.close.overrun import resolve_slam
from service.rules.tactical.close.slam import slam_fall, velocity_of
from service.rules.tactical.figures.models import TacticalFigure
from tests.pins import pins
from tests.rules.tactical.closing import BARE, UNDEFENDED, after, cited, horse, north, path, slam_input, slammed
from tests.rules.tactical.falls import supplied, told
from tests.rules.tactical.scenes import OPEN, figure, foe

HIT, MISSED, DODGE = (3, 3, 4), (5, 5, 5), (1, 2, 3)
OPEN_FACED: dict[str, Any] = {"defense": UNDEFENDED}
FAR: dict[str, Any] = {"hex": [0, -3]}
RUN: dict[str, Any] = {"path": north(3)}


def overrun(yards: int, *figures: TacticalFigure, **facts: Any) -> Any:
    """What comes of a large figure that moves so many yards north."""
    return slammed(*figures, **({"target": None, "maneuver": "move", "path": north(yards)} | facts))


# One into another


@pytest.mark.parametrize(
    ("mine", "theirs", "falls"),
    [
        (0, 0, "nobody"),
        (1, 0, "target_falls"),
        (4, 2, "target_falls"),
        (3, 2, "target_rolls"),
        (2, 2, "target_rolls"),
        (3, 4, "nobody"),
        (2, 4, "attacker_falls"),
        (0, 1, "attacker_falls"),
    ],
)
def test_who_falls(mine: int, theirs: int, falls: str) -> None:
    """Twice the damage fells the target, as much lets it roll, and half of it fells the slammer."""
    assert slam_fall(mine, theirs) == falls


def test_slam() -> None:
    """Both take damage; the target may keep its feet with a roll against DX, and close combat begins."""
    outcome, dice = slammed(figure(), foe(**FAR), **RUN, **OPEN_FACED, faces=(*HIT, 4, 4, 4, 4, 4))
    assert (
        outcome.summary
        == "Ash ran into orc for 2 points of injury and knocked it down, taking 2 points of injury itself."
    )
    [slam] = outcome.slams
    assert (slam.velocity, slam.damage, slam.damage_back, slam.fall, slam.fall_roll) == (3, 2, 2, "target_rolls", 12)
    assert outcome.verdict.slams[0].fell
    assert not outcome.verdict.fell
    assert not outcome.verdict.continued
    assert after(outcome, "orc").posture is Posture.LYING
    assert after(outcome, "ash").hp == 8
    assert [pair.foe for pair in after(outcome, "ash").state.close] == ["orc"]
    assert after(outcome, "ash").state.maneuver == "move_and_attack"
    assert after(outcome, "ash").state.attacked_with == ()
    rules = {"attempt", "defense", "velocity", "damage", "fall"}
    assert {f"tactical/slam/{each}" for each in rules} <= cited(dice)


@pins("upper-half")
@pytest.mark.parametrize("facing", range(6))
def test_the_target_falls_away_from_where_the_slammer_came(facing: int) -> None:
    """Whatever the target faces, its head comes to lie away from the slammer, in its own half of the hex."""
    outcome, _ = slammed(figure(), foe(**FAR, facing=facing), **RUN, **OPEN_FACED, faces=(*HIT, 4, 4, 4, 4, 4))
    fallen = after(outcome, "orc")
    assert (fallen.hex, fallen.upper_direction) == ((0, -4), 0)


@pytest.mark.parametrize("facing", range(6))
def test_who_is_knocked_down_by_the_blow_of_a_slam_falls_as_well_away(facing: int) -> None:
    """A major wound of a slam, too, lays its target down away from where the slammer came."""
    weak = foe(**FAR, facing=facing, hp=4, hp_max=4, ht=3)
    outcome, _ = slammed(figure(), weak, **RUN, **OPEN_FACED, faces=(*HIT, 6, 1, 6, 6, 6))
    assert after(outcome, "orc").upper_direction == 0


def test_keeping_ones_feet() -> None:
    """A target that makes its roll stays up; the roll is against DX with all that lowers it."""
    outcome, dice = slammed(figure(), foe(**FAR), **RUN, **OPEN_FACED, faces=(*HIT, 4, 4, 3, 3, 3))
    assert outcome.summary == "Ash ran into orc for 2 points of injury, taking 2 points of injury itself."
    assert not outcome.slams[0].fell
    assert dice.steps[-1].target is not None


def test_the_slammer_may_fall() -> None:
    """Half the damage of the target fells the slammer in its hex."""
    outcome, _ = slammed(figure(), foe(**FAR), **RUN, **OPEN_FACED, faces=(*HIT, 3, 6))
    assert outcome.summary == ("Ash ran into orc for 1 point of injury, taking 4 points of injury itself, and fell.")
    assert outcome.verdict.fell
    assert after(outcome, "ash").posture is Posture.LYING
    assert after(outcome, "ash").upper_direction == 3


def test_no_harm() -> None:
    """Without damage to either nobody falls."""
    outcome, _ = slammed(figure(), foe(**FAR), **RUN, **OPEN_FACED, faces=(*HIT, 2, 1))
    assert outcome.summary == "Ash ran into orc for 0 points of injury."
    assert not outcome.slams[0].fell


def test_nobody_falls_twice() -> None:
    """Who lies already does not fall, and who dies rolls no more."""
    lying = foe(hex=[0, -3], posture="lying", upper_direction=3)
    outcome, _ = slammed(figure(), lying, **RUN, **OPEN_FACED, faces=(*HIT, 6, 1))
    assert not outcome.slams[0].fell
    dead = foe(**FAR, hp=-46)
    outcome, _ = slammed(figure(), dead, **RUN, **OPEN_FACED, faces=(*HIT, 6, 5))
    assert outcome.verdict.slams[0].injury == 4


@pytest.mark.parametrize(
    ("facts", "number"),
    [
        ({}, 10),
        ({"skills": [{"name": "Brawling", "level": 12}, {"name": "Sumo", "level": 13}]}, 13),
        ({"dx": 14, "skills": [{"name": "Sumo", "level": 13}]}, 14),
        ({"state": {"shock": -2}}, 8),
        ({"shield": {"db": 2, "level": 9}}, 10),
    ],
)
def test_numbers(facts: dict[str, Any], number: int) -> None:
    """A slam rolls the best of DX, Brawling and Sumo; neither a Move and Attack nor a shield changes it."""
    outcome, _ = slammed(figure(**facts), foe(**FAR), **RUN, faces=MISSED)
    assert outcome.slams[0].attack.number.total == number


@pytest.mark.parametrize(("option", "number", "damage"), [("determined", 14, 2), ("strong", 10, 4), ("double", 10, 2)])
def test_all_out(option: str, number: int, damage: int) -> None:
    """A determined All-Out Attack is at +4, a strong one does 2 points more; other options add nothing to a slam."""
    outcome, _ = slammed(
        figure(), foe(**FAR), **RUN, **OPEN_FACED, maneuver="all_out_attack", option=option, faces=(*HIT, 4, 1)
    )
    assert outcome.slams[0].attack.number.total == number
    assert outcome.slams[0].damage == damage
    assert after(outcome, "ash").state.maneuver == "all_out_attack"


def test_shield_rush() -> None:
    """A shield rush rolls Shield and adds the DB to the damage."""
    bearer = figure(shield={"db": 3, "level": 15})
    outcome, _ = slammed(bearer, foe(**FAR), **RUN, **OPEN_FACED, shield_rush=True, faces=(5, 5, 5, 4, 1))
    assert outcome.slams[0].attack.number.total == 15
    assert outcome.slams[0].damage == 5


def test_velocity() -> None:
    """The yards that both have run straight at each other count; other directions do not."""
    ash = figure(state={"velocity": {"direction": 0, "yards": 4}})
    for direction, yards in ((3, 6), (2, 4)):
        orc = foe(state={"velocity": {"direction": direction, "yards": 2}})
        assert velocity_of(ash, orc, 0) == yards
    assert velocity_of(figure(), foe(), 0) == 1
    assert velocity_of(ash, foe(), 1) == 1


@pytest.mark.parametrize(("points", "hexes", "yards"), [(8, 3, 2), (4, 3, 1), (3, 3, 0)])
def test_dodged(points: int, hexes: int, yards: int) -> None:
    """Past somebody who dodges one runs two yards on if movement points are left."""
    stays = {"preferences": [{"kind": "dodge"}]}
    outcome, dice = slammed(
        figure(basic_move=points), foe(**FAR), path=north(hexes), defense=stays, faces=(*HIT, *DODGE)
    )
    assert outcome.verdict.slams[0].result is AttackResult.DODGED
    assert outcome.summary == "Ash was dodged by orc."
    assert outcome.position.hex == (0, -3 - yards)
    assert outcome.verdict.continued is bool(yards)
    assert "tactical/slam/dodged" in cited(dice)
    text = {2: "Ash ran 2 yards past.", 1: "Ash ran 1 yard past.", 0: "Ash could not run past, and stopped."}[yards]
    assert text in told(dice)


def test_running_past_into_somebody() -> None:
    """Somebody behind the target shortens the run past it."""
    stays = {"preferences": [{"kind": "dodge"}]}
    outcome, _ = slammed(
        figure(basic_move=8), foe(**FAR), foe("imp", hex=[0, -5]), **RUN, defense=stays, faces=(*HIT, *DODGE)
    )
    assert outcome.position.hex == (0, -4)


@pins("entry-defense")
@pytest.mark.parametrize("entry", list(TacticalEntryDefense))
def test_defenses_of_close_combat(entry: TacticalEntryDefense) -> None:
    """The target defends itself as in close combat, without a block; by an option as outside."""
    rulings = TacticalRulings(open_plain=True, entry_defense=entry)
    bearer = foe(**FAR, shield={"db": 0, "level": 14})
    block = {"preferences": [{"kind": "block"}]}
    opened = entry is TacticalEntryDefense.OPEN
    faces = (*HIT, 3, 3, 3) if opened else (*HIT, 2, 1)
    outcome, _ = slammed(figure(), bearer, **RUN, defense=block, rulings=rulings, faces=faces)
    assert outcome.summary == ("Ash was blocked by orc." if opened else ("Ash ran into orc for 0 points of injury."))
    assert outcome.position.hex == (0, -3)


def test_missing() -> None:
    """Who misses stops in the foe's hex, in close combat; the path goes no farther."""
    outcome, _ = slammed(figure(), foe(**FAR), path=north(5), faces=MISSED)
    assert outcome.summary == "Ash missed orc."
    assert outcome.position.hex == (0, -3)
    assert after(outcome, "ash").state.close


def test_on_over_the_fallen() -> None:
    """A path goes on past somebody who has been knocked down."""
    outcome, _ = slammed(figure(basic_move=8), foe(**FAR), path=north(5), **OPEN_FACED, faces=(*HIT, 6, 1))
    assert outcome.position.hex == (0, -5)
    assert outcome.verdict.continued
    assert not after(outcome, "ash").state.close


def test_an_evade_on_the_way() -> None:
    """Other foes on the way are evaded; who fails gets no farther."""
    far = foe("imp", hex=[0, -1])
    outcome, _ = slammed(figure(), far, foe(**FAR), **RUN, faces=(6, 6, 6, 3, 3, 3))
    assert outcome.summary == "Ash did not get as far as a slam."
    assert not outcome.slams
    assert [each.passed for each in outcome.evades] == [False]


# Refusals


@pytest.mark.parametrize(
    ("figures", "facts", "refused", "pointer"),
    [
        ((figure(), foe(hex=[0, -2])), {}, refusals.NoContact, "/path"),
        ((figure(), foe(hex=[1, -2])), {}, refusals.NoContact, "/path"),
        ((figure(), foe()), {"target": None}, refusals.NoContact, "/path"),
        ((figure(), foe()), {"path": path((1, -1))}, refusals.NoContact, "/path"),
        ((horse(), foe(hex=[3, 0])), {"target": None, "path": north(2)}, refusals.NoContact, "/path"),
        ((figure(), foe()), {"target": "imp"}, refusals.TacticalUnknownFigure, "/target"),
        ((figure(), foe()), {"actor": "imp"}, refusals.TacticalUnknownFigure, "/actor"),
        ((figure(state={"dead": True}), foe()), {}, refusals.FigureUnable, "/actor"),
        ((figure(), foe()), {"shield_rush": True}, refusals.WeaponNotReady, "/shield_rush"),
        (
            (figure(shield={"db": 1, "level": 9, "ready": False}), foe()),
            {"shield_rush": True},
            refusals.WeaponNotReady,
            "/shield_rush",
        ),
        ((figure(dx=1), foe()), {}, refusals.NumberBelowThree, None),
        ((figure(), foe()), {"maneuver": "move"}, refusals.ManeuverConflict, "/path/0"),
        ((figure(basic_move=2), foe(**FAR)), {"path": north(3)}, refusals.NotEnoughPoints, "/path/2"),
        (
            (figure(), foe()),
            {"defense": {"preferences": [{"kind": "block"}], "forced": True}},
            refusals.DefenseIllegal,
            "/defense/preferences/0",
        ),
        (
            (horse(), foe(hex=[-1, 2])),
            {
                "target": None,
                "maneuver": "move",
                "path": [{"turn": 1}],
                "defenses": [{"figure": "orc", "defense": {"preferences": [{"kind": "block"}], "forced": True}}],
            },
            refusals.DefenseIllegal,
            "/defense",
        ),
    ],
)
def test_refusals(
    figures: tuple[TacticalFigure, ...], facts: dict[str, Any], refused: type[RulesRefuse], pointer: str | None
) -> None:
    """What the rules forbid is refused before the first die."""
    with pytest.raises(refused) as error:
        resolve_slam(slam_input(*figures, **facts), OPEN, supplied())
    assert pointer is None or error.value.pointer == pointer


def test_bare_hands_are_no_weapon() -> None:
    """A slam leaves the weapons of a figure as they were."""
    outcome, _ = slammed(figure(**BARE), foe(), **OPEN_FACED, faces=(*HIT, 6, 1))
    assert [weapon.id for weapon in after(outcome, "ash").weapons] == ["sword"]
