"""Evades, takedowns, pins and attempts to break free."""

from typing import Any

import pytest

from service.rules.roll_under.words import Posture
from service.rules.tactical.book.options import TacticalAssistantScore, TacticalRulings
from service.rules.tactical.book.refusals import (
    FigureUnable,
    Grappled,
    ManeuverConflict,
    NotInCloseCombat,
    TargetNotProne,
)
from service.rules.tactical.book.words import TacticalSector
from service.rules.tactical.close.contest import FIRST, SECOND, TIE
from service.rules.tactical.close.grapples import (
    break_free,
    pin,
    refuse_break_free,
    refuse_pin,
    refuse_takedown,
    release,
    takedown,
)
from service.rules.tactical.close.passage import evade, refuse_evade
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import field_of, pin_down, seize
from service.rules.tactical.figures.standing import changed, grip_on
from tests.pins import pins
from tests.rules.tactical.closing import act_on, contested, near
from tests.rules.tactical.falls import falling, named, supplied, told
from tests.rules.tactical.scenes import OPEN, figure, foe, scene, sword

WIN = (2, 2, 2, 4, 4, 4)
LOSE = (4, 4, 4, 2, 2, 2)
DRAW = (3, 3, 3, 3, 3, 3)
FREEING: dict[str, Any] = {"actor": "orc", "target": "ash"}
BARE: dict[str, Any] = {"ready": {}}


def wrestling(*others: TacticalFigure, rulings: TacticalRulings = OPEN, **facts: Any) -> Field:
    """Ash and the orc share a hex, both with bare hands."""
    return field_of(scene(figure(**BARE), foe(hex=[0, 0], **(BARE | facts)), *others), rulings)


def skill(**levels: int) -> list[dict[str, Any]]:
    """The skills of a figure."""
    return [{"name": name, "level": level} for name, level in levels.items()]


# Evading


@pytest.mark.parametrize(
    ("posture", "approach", "modifier"),
    [
        ("standing", "front", -5),
        ("crouching", "right", -3),
        ("kneeling", "front", -2),
        ("sitting", "left", 0),
        ("crawling", "front", 5),
        ("lying", "back", 10),
    ],
)
def test_numbers_of_an_evade(posture: str, approach: str, modifier: int) -> None:
    """The evader's DX is modified by the foe's posture and the side it is approached from; the foe's is not."""
    field = wrestling(posture=posture)
    with falling(*WIN) as dice:
        report = evade(field, "ash", "orc", TacticalSector(approach), dice)
    assert report.contest is not None
    assert report.contest.first_number.total == 10 + modifier
    assert report.contest.second_number.total == 10


@pytest.mark.parametrize(("faces", "passed"), [(WIN, True), (DRAW, False), (LOSE, False)])
def test_evade(faces: tuple[int, ...], passed: bool) -> None:
    """Only a win gets past the foe; a tie or a loss stops in its hex."""
    field = wrestling(posture="kneeling", dx=8)
    with falling(*faces) as dice:
        assert evade(field, "ash", "orc", TacticalSector.FRONT, dice).passed is passed
    assert told(dice)[-1] == f"Ash {'got past orc' if passed else 'did not get past orc, and stopped in its hex'}."
    assert named(dice) == {"tactical/evade/contest", "tactical/close/front-exit"}
    assert not field.changed() or [each.id for each in field.changed()] == ["ash", "orc"]


@pytest.mark.parametrize(
    ("facts", "let_pass"),
    [({"side": "red", "fighting": False}, False), ({"state": {"unconscious": True}}, False), ({}, True)],
)
def test_nobody_hinders(facts: dict[str, Any], let_pass: bool) -> None:
    """Friends, those who cannot act and those who let it pass are passed without a roll."""
    field = field_of(scene(figure(fighting=False), foe(hex=[0, 0], **facts)), OPEN)
    with falling() as dice:
        report = evade(field, "ash", "orc", TacticalSector.FRONT, dice, let_pass=let_pass)
    assert report.passed
    assert report.contest is None
    assert told(dice) == ["Orc let ash pass."]


def test_the_held_do_not_evade() -> None:
    """A grappled figure cannot evade, and its holder is named."""
    field = wrestling()
    refuse_evade(field, field["ash"], "/path/0")
    seize(field, "orc", "ash", 2)
    with pytest.raises(Grappled, match="'orc' holds it") as refused:
        refuse_evade(field, field["ash"], "/path/0")
    assert refused.value.pointer == "/path/0"
    assert refused.value.faults[0].rule == "tactical/evade/impossible"


def test_what_lowers_dx() -> None:
    """A hold takes 4 from DX, a shield its DB after the first turn of close combat, pain its points in the own turn."""
    shield: dict[str, Any] = {"shield": {"db": 2, "level": 12}}
    long = {"close": [{"foe": "orc", "hex": [0, 0], "own_side": 3, "turns": 2}], "shock": -3}
    field = field_of(scene(figure(state=long, **shield), foe(hex=[0, 0], state={"shock": -2}, **shield)), OPEN)
    seize(field, "orc", "ash", 1)
    with falling(*WIN) as dice:
        report = evade(field, "ash", "orc", TacticalSector.FRONT, dice)
    assert report.contest is not None
    mine = {(each.rule, each.value) for each in report.contest.first_number.terms}
    assert mine == {
        ("tactical/injury/shock", -3),
        ("tactical/grapple/effect", -4),
        ("tactical/close/shield-dx", -2),
        ("tactical/evade/contest", -5),
    }
    assert report.contest.second_number.terms == ()


# Takedowns


@pytest.mark.parametrize(
    ("faces", "winner", "fallen"), [(WIN, FIRST, ["orc"]), (LOSE, SECOND, ["ash"]), (DRAW, TIE, [])]
)
def test_takedown(faces: tuple[int, ...], winner: str, fallen: list[str]) -> None:
    """The loser of a takedown falls, the attacker too; a tie does nothing."""
    field = wrestling()
    with falling(*faces) as dice:
        report = contested(takedown, field, dice)
    assert report.winner is winner
    assert [each.id for each in field if each.posture is Posture.LYING] == fallen
    assert "tactical/grapple/takedown" in named(dice)
    assert ("tactical/injury/prone-drop" in named(dice)) == bool(fallen)


@pins("upper-half")
@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize(("faces", "loser"), [(WIN, "orc"), (LOSE, "ash")])
def test_who_is_brought_down_falls_away_from_the_other(faces: tuple[int, ...], loser: str, facing: int) -> None:
    """In a shared hex the loser of a takedown falls into its own half, whatever it faces."""
    field = wrestling(**near("ash", own_side=0), facing=facing)
    field.put(changed(field["ash"], facing=facing))
    with falling(*faces) as dice:
        contested(takedown, field, dice)
    assert field[loser].upper_direction == {"orc": 0, "ash": 3}[loser]


def test_each_side_takes_its_best() -> None:
    """Each side rolls the best of ST, DX and its grappling skills, which a hold lowers as it does DX."""
    field = wrestling(st=9, dx=11, skills=skill(Sumo=13, Brawling=20))
    seize(field, "ash", "orc", 2)
    with falling(*DRAW) as dice:
        report = contested(takedown, field, dice)
    assert (report.first_number.total, report.second_number.total) == (10, 9)
    field = wrestling(st=12, dx=11, skills=skill(Sumo=13))
    with falling(*WIN) as dice:
        assert contested(takedown, field, dice).second_number.total == 13


@pins("helper-stat")
@pytest.mark.parametrize(("rule", "share"), [(TacticalAssistantScore.BEST, 2), (TacticalAssistantScore.SAME, 1)])
def test_help_in_a_takedown(rule: TacticalAssistantScore, share: int) -> None:
    """The best of those who combine rolls with a fifth of the other's score, and falls if they lose."""
    rulings = TacticalRulings(open_plain=True, helper_score=rule)
    elm = figure("elm", hex=[0, 0], st=9, dx=8, skills=skill(Judo=14), **BARE)
    field = field_of(scene(figure(st=13, dx=9, **BARE), elm, foe(hex=[0, 0], **BARE)), rulings)
    with falling(5, 5, 5, 2, 2, 2) as dice:
        report = contested(takedown, field, dice, helpers=["elm"])
    assert report.first == "elm"
    # By the option `same` ash, without Judo, helps with its best all the same.
    assert report.first_number.total == 14 + 13 // 5
    assert [each.id for each in field if each.posture is Posture.LYING] == ["elm"]
    assert "tactical/close/takedown-helpers" in dice.steps[0].cites
    strong = figure("elm", hex=[0, 0], st=5, dx=10, **BARE)
    field = field_of(scene(figure(st=13, dx=9, **BARE), strong, foe(hex=[0, 0], **BARE)), rulings)
    with falling(*WIN) as dice:
        report = contested(takedown, field, dice, helpers=["elm"])
    assert (report.first, report.first_number.total) == ("ash", 13 + share)


def test_takedown_of_the_fallen() -> None:
    """A takedown needs both on their feet."""
    field = wrestling(posture="kneeling")
    with pytest.raises(ManeuverConflict, match="'orc' is kneeling") as refused:
        refuse_takedown(act_on(field))
    assert refused.value.pointer == "/target"
    refuse_takedown(act_on(wrestling(posture="crouching")))


def test_modifiers_of_ones_own() -> None:
    """What is not modelled enters by the caller's modifiers, and the roll says so."""
    field = wrestling()
    with falling(*WIN) as dice:
        report = contested(takedown, field, dice, modifiers=[{"label": "Choke", "value": -2}])
    assert report.first_number.total == 8
    assert "tactical/grapple/not-modelled" in dice.steps[0].cites


# Pins


def test_pin() -> None:
    """The winner of a Regular Contest of ST pins who lies, and takes hold with the hands it has free."""
    field = wrestling(posture="lying")
    with falling(*DRAW, 3, 3, 3, 5, 5, 5) as dice:
        report = contested(pin, field, dice)
    assert (report.winner, len(report.rounds)) == (FIRST, 2)
    assert field["orc"].state.pinned_by == ("ash",)
    grip = grip_on(field["ash"], "orc")
    assert grip is not None
    assert grip.hands == 2
    assert named(dice) == {"tactical/grapple/pin", "tactical/grapple/effect"}
    with falling(5, 5, 5, 3, 3, 3) as dice:
        field = wrestling(posture="lying")
        assert contested(pin, field, dice).winner is SECOND
    assert not field["orc"].state.pinned_by
    assert told(dice)[-1] == "Ash did not pin orc."


def test_a_pin_keeps_the_grip() -> None:
    """Who holds the foe already keeps that grip; who has no hand free pins without one."""
    field = wrestling(posture="lying")
    seize(field, "ash", "orc", 1)
    with falling(3, 3, 3, 6, 6, 6) as dice:
        contested(pin, field, dice)
    assert [each.hands for each in field["ash"].state.grapples] == [1]
    full = figure(weapons=[sword(id="a"), sword(id="b")], ready={"right": "a", "left": "b"})
    field = field_of(scene(full, foe(hex=[0, 0], posture="lying", **BARE)), OPEN)
    with falling(3, 3, 3, 6, 6, 6) as dice:
        report = contested(pin, field, dice)
    assert not field["ash"].state.grapples
    assert field["orc"].state.pinned_by == ("ash",)
    assert [each.value for each in report.second_number.terms] == [3]


def test_numbers_of_a_pin() -> None:
    """The larger has +3 for each point of Size Modifier, more free hands are +3, and help is a fifth of ST."""
    elm = figure("elm", hex=[0, 0], st=16, sm=0, **BARE)
    troll = foe("orc", hex=[0, 0], sm=2, st=20, posture="lying", shield={"db": 2, "level": 10}, **BARE)
    field = field_of(scene(figure(**BARE), elm, troll), OPEN)
    with falling(*[6, 6, 6, 3, 3, 3]) as dice:
        report = contested(pin, field, dice, helpers=["elm"])
    assert report.first == "elm"
    assert [each.value for each in report.first_number.terms] == [2, 3]
    assert [each.value for each in report.second_number.terms] == [6]
    assert "tactical/close/pin-helpers" in dice.steps[0].cites


def test_pin_of_the_upright() -> None:
    """Only who lies can be pinned."""
    with pytest.raises(TargetNotProne, match="kneeling"):
        refuse_pin(act_on(wrestling(posture="kneeling")))
    refuse_pin(act_on(wrestling(posture="lying")))


# Breaking free, and letting go


@pytest.mark.parametrize(("hands", "pinned", "number"), [(1, False, 10), (2, False, 15), (1, True, 15), (2, True, 20)])
def test_numbers_of_breaking_free(hands: int, pinned: bool, number: int) -> None:
    """Two hands hold with +5, a pin with +5 or with both hands +10."""
    field = wrestling(posture="lying")
    seize(field, "ash", "orc", hands)
    if pinned:
        pin_down(field, "ash", "orc")
    with falling(3, 3, 3, 6, 6, 6) as dice:
        assert contested(break_free, field, dice, **FREEING).second_number.total == number


def test_breaking_free() -> None:
    """A win ends hold and pin; a pinned figure that fails waits for ten seconds."""
    field = wrestling(posture="lying")
    seize(field, "ash", "orc", 1)
    with falling(*DRAW) as dice:
        assert contested(break_free, field, dice, **FREEING).winner is TIE
    assert field["orc"].state.break_free_tried == 0
    assert told(dice)[-1] == "Ash kept hold of orc."
    pin_down(field, "ash", "orc")
    with falling(6, 6, 6, 3, 3, 3) as dice:
        contested(break_free, field, dice, **FREEING)
    assert field["orc"].state.break_free_tried == 10
    with pytest.raises(FigureUnable, match="may try again in 10 s"):
        refuse_break_free(act_on(field, **FREEING))
    field = wrestling(posture="lying")
    pin_down(field, "ash", "orc")
    refuse_break_free(act_on(field, **FREEING))
    with falling(1, 1, 1, 6, 6, 6) as dice:
        assert contested(break_free, field, dice, **FREEING).winner is FIRST
    assert told(dice)[-1] == "Orc broke free of ash."
    assert not field["orc"].state.pinned_by
    with pytest.raises(NotInCloseCombat, match="ash does not hold orc"):
        refuse_break_free(act_on(field, **FREEING))


def test_release() -> None:
    """Letting go is free; without a hold there is nothing to let go of."""
    field = wrestling()
    seize(field, "ash", "orc", 2)
    dice = supplied()
    release(act_on(field, dice))
    assert told(dice) == ["Ash let go of orc."]
    assert not field["orc"].state.grappled_by
    with pytest.raises(NotInCloseCombat, match="ash does not hold orc"):
        release(act_on(field, dice))
