"""Close combats and holds: who is in one with whom, on which side of the hex, and where one may leave."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules.kernel.hexes import turned
from service.rules.roll_under.words import Posture
from service.rules.tactical.book.options import TacticalCloseArc, TacticalRulings
from service.rules.tactical.book.refusals import TacticalUnknownFigure
from service.rules.tactical.book.words import TacticalSector
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import (
    begin_turn,
    binders_of,
    dragged_by,
    field_of,
    free_exits,
    in_the_way_out,
    is_bound,
    is_first_turn,
    join,
    let_go,
    part,
    part_from_all,
    pin_down,
    refuse_strangers,
    sector_of_opponent,
    seize,
    settle_pairs,
)
from service.rules.tactical.figures.standing import close_with, grip_on
from service.rules.tactical.map.sectors import own_side
from tests.pins import pins
from tests.rules.tactical.scenes import OPEN, figure, foe, scene
from tests.rules.tactical.scenes import field as field_with

HERE = (0, 0)
DIRECTIONS = st.integers(0, 5)


def paired(direction: int = 0, **facts: Any) -> Field:
    """Ash has entered the hex of the orc, moving in a direction."""
    field = field_with(figure(), foe(hex=[0, 0], **facts))
    join(field, "ash", "orc", HERE, direction)
    return field


def is_symmetric(field: Field) -> bool:
    """Whether every pair and every hold is known to both sides, with opposite halves of one hex."""
    for one in field:
        for pair in one.state.close:
            other = close_with(field[pair.foe], one.id)
            if other is None or other.hex != pair.hex or other.own_side != turned(pair.own_side, 3):
                return False
        if not all(one.id in field[grip.foe].state.grappled_by for grip in one.state.grapples if grip.foe in field):
            return False
        if not all(grip_on(field[each], one.id) for each in one.state.grappled_by if each in field):
            return False
    return True


@given(DIRECTIONS)
def test_halves(direction: int) -> None:
    """The entrant has the half that it came from, the foe the other one, and together they are the ring."""
    field = paired(direction)
    mine, theirs = free_exits(field, field["ash"]), free_exits(field, field["orc"])
    assert set(mine) == set(own_side(turned(direction, 3)))
    assert {*mine, *theirs} == set(range(6))
    assert not {*mine}.intersection(theirs)
    assert is_symmetric(field)


def test_several_halves() -> None:
    """With several opponents a free exit is on one's own side of every pair; the others name whom to evade."""
    field = field_with(figure(), foe(hex=[0, 0]), foe("imp", hex=[0, 0]))
    join(field, "ash", "orc", HERE, 0)
    join(field, "imp", "ash", HERE, 1)
    ash = field["ash"]
    assert free_exits(field, ash) == (2,)
    assert in_the_way_out(ash, 2) == ()
    assert in_the_way_out(ash, 0) == ("orc",)
    assert in_the_way_out(ash, 5) == ("orc", "imp")
    assert part_from_all(field, "ash") == ("orc", "imp")
    assert free_exits(field, field["ash"]) == tuple(range(6))
    assert not field["orc"].state.close


def test_first_turns() -> None:
    """An entrant is in its first turn at once, the other from its next turn; each for one turn."""
    field = paired()
    assert (is_first_turn(field["ash"]), is_first_turn(field["orc"])) == (True, True)
    begin_turn(field, "orc")
    assert is_first_turn(field["orc"])
    for each in ("ash", "orc"):
        begin_turn(field, each)
        assert not is_first_turn(field[each])


def test_entering_again_keeps_the_count() -> None:
    """A declared pair whose declarer then enters the hex goes on counting its turns."""
    field = field_with(figure(), foe())
    begin_turn(field, "ash")
    join(field, "ash", "orc", (0, -1), 0, adjacent=True)
    begin_turn(field, "ash")
    join(field, "ash", "orc", (0, -1), 0)
    pair = close_with(field["ash"], "orc")
    assert pair is not None
    assert (pair.turns, pair.entered, pair.adjacent) == (2, True, False)


@pytest.mark.parametrize(
    ("facing", "sector"),
    [(0, "back"), (1, "right"), (2, "front"), (3, "front"), (4, "front"), (5, "left")],
)
def test_sector_of_an_opponent(facing: int, sector: str) -> None:
    """An opponent in the same hex attacks from the direction of its half."""
    field = paired(0, facing=facing)
    assert sector_of_opponent(field, field["orc"], "ash") is TacticalSector(sector)


@pins("close-arc")
def test_sector_without_halves() -> None:
    """By an option, and for figures that are in no close combat, an opponent attacks from the front."""
    field = paired(0, facing=0)
    assert sector_of_opponent(field, field["orc"], "imp") is TacticalSector.FRONT
    rulings = TacticalRulings(open_plain=True, close_arc=TacticalCloseArc.FRONT)
    other = field_with(figure(), foe(hex=[0, 0], facing=0), rulings=rulings)
    join(other, "ash", "orc", HERE, 0)
    assert sector_of_opponent(other, other["orc"], "ash") is TacticalSector.FRONT


@pins("close-aim")
def test_close_combat_ends_an_aim() -> None:
    """Who comes into close combat no longer aims."""
    field = paired(state={"aim": {"target": "ash", "weapon": "sword", "seconds": 2}})
    assert field["orc"].state.aim is None


def test_holds() -> None:
    """A hold is known to both sides, takes the place of an earlier one, and hampers and binds its victim."""
    field = paired()
    seize(field, "ash", "orc", 1)
    seize(field, "ash", "orc", 2)
    assert [grip.hands for grip in field["ash"].state.grapples] == [2]
    assert field["orc"].state.grappled_by == ("ash",)
    assert is_bound(field, field["orc"])
    assert is_symmetric(field)
    assert let_go(field, "ash", "orc")
    assert not let_go(field, "ash", "orc")
    assert not is_bound(field, field["orc"])


def test_parting_ends_holds() -> None:
    """Who leaves lets go, and is let go."""
    field = paired()
    seize(field, "ash", "orc", 2)
    seize(field, "orc", "ash", 1)
    part(field, "orc", "ash")
    for each in ("ash", "orc"):
        assert not field[each].state.close
        assert not field[each].state.grapples
        assert not field[each].state.grappled_by
    before = tuple(field)
    part(field, "ash", "orc")
    assert tuple(field) == before


def test_giants_are_not_held() -> None:
    """A hold on somebody with more than twice the holder's ST does not hamper him, and he drags the holder along."""
    field = paired(st=20)
    seize(field, "ash", "orc", 2)
    assert is_bound(field, field["orc"])
    field = paired(st=21)
    seize(field, "ash", "orc", 2)
    assert not is_bound(field, field["orc"])
    assert dragged_by(field, field["orc"]) == ("ash",)
    pin_down(field, "ash", "orc")
    pin_down(field, "ash", "orc")
    assert binders_of(field, field["orc"]) == ("ash",)
    assert dragged_by(field, field["orc"]) == ()
    assert field["orc"].state.pinned_by == ("ash",)


def test_a_second_pin_keeps_the_waiting_time() -> None:
    """Whoever is still pinned by somebody waits on before it may try to break free again."""
    lying: dict[str, Any] = {"posture": "lying", "state": {"break_free_tried": 7}}
    field = field_with(figure(), figure("elm", hex=[1, 0]), foe(hex=[0, 0], **lying))
    for each in ("ash", "elm"):
        pin_down(field, each, "orc")
    let_go(field, "elm", "orc")
    assert field["orc"].state.break_free_tried == 7
    let_go(field, "ash", "orc")
    assert field["orc"].state.break_free_tried == 0


# What a request says, brought in line


def settled(*figures: TacticalFigure) -> Field:
    """The field of some figures, with its close combats in order."""
    field = field_of(scene(*figures), OPEN)
    assert is_symmetric(field)
    return field


def close_to(name: str, own: int = 3, at: tuple[int, int] = HERE, **facts: Any) -> dict[str, Any]:
    """The state of a figure that is in close combat with another."""
    return {"close": [{"foe": name, "hex": list(at), "own_side": own} | facts]}


def test_foes_in_one_hex_are_paired() -> None:
    """A fight that begins in one hex: the first figure's side is the back of its facing."""
    field = settled(figure(facing=2), foe(hex=[0, 0]), figure("elm", hex=[0, 0]))
    assert [pair.own_side for pair in field["ash"].state.close] == [5]
    assert [(pair.foe, pair.own_side) for pair in field["orc"].state.close] == [("ash", 2), ("elm", 0)]


def test_bodies_and_allies_are_not_paired() -> None:
    """Nobody is in close combat with a body on the ground or a friend, nor is a body with anybody."""
    gone: dict[str, Any] = {"state": {"dead": True}}
    field = settled(foe("rat", hex=[0, 0], **gone), figure(), foe(hex=[0, 0], **gone))
    assert not any(each.state.close for each in field)


def test_known_pairs_are_kept_and_mirrored() -> None:
    """A pair that only one of two knows of is made known to the other, with the other half."""
    field = settled(figure(state=close_to("orc", 1, turns=3, entered=True)), foe(hex=[0, 0]))
    pair = close_with(field["orc"], "ash")
    assert pair is not None
    assert (pair.own_side, pair.turns, pair.entered) == (4, 0, False)
    assert [each.id for each in field.changed()] == ["orc"]


@pytest.mark.parametrize(
    "other",
    [
        foe(),
        foe(hex=[0, 0], state={"unconscious": True}),
        foe("imp", hex=[3, 0]),
    ],
)
def test_pairs_that_have_come_apart_end(other: TacticalFigure) -> None:
    """A pair ends with somebody who stands elsewhere, cannot fight or is not there."""
    field = settled(figure(state=close_to("orc")), other)
    assert not field["ash"].state.close


def test_declared_pairs_need_adjacent_hexes() -> None:
    """A pair that was declared lasts as long as its figures are adjacent, one with oneself not at all."""
    state = close_to("orc", at=(0, -1), adjacent=True)
    assert settled(figure(state=state), foe())["orc"].state.close
    assert not settled(figure(state=state), foe(hex=[0, -2]))["ash"].state.close
    assert not settled(figure(state=close_to("ash")))["ash"].state.close


def test_holds_are_mirrored() -> None:
    """A hold that only one side knows of is made known to the other."""
    field = settled(figure(state={"grapples": [{"foe": "orc", "hands": 2}]}), foe())
    assert field["orc"].state.grappled_by == ("ash",)
    field = settled(figure(state={"grappled_by": ["orc"]}), foe())
    assert [(grip.foe, grip.hands) for grip in field["orc"].state.grapples] == [("ash", 1)]


def test_holds_of_figures_off_the_map_last() -> None:
    """Whoever is held by, or holds, somebody the request does not have stays so."""
    held = {"grappled_by": ["imp"], "grapples": [{"foe": "rat"}], "pinned_by": ["imp"]}
    field = settled(figure(posture="lying", state=held))
    assert not field.changed()
    assert binders_of(field, field["ash"]) == ("imp",)
    assert dragged_by(field, field["ash"]) == ()


def test_holds_that_cannot_last_end() -> None:
    """A hold ends with the distance, with the holder's consciousness, and a pin when its victim stands."""
    far = settled(figure(state={"grappled_by": ["orc"]}), foe(hex=[0, -2]))
    assert not far["ash"].state.grappled_by
    out = settled(figure(state={"grappled_by": ["orc"]}), foe(state={"unconscious": True}))
    assert not out["ash"].state.grappled_by
    fainted = settled(figure(state={"unconscious": True, "grapples": [{"foe": "orc"}]}), foe())
    assert not fainted["orc"].state.grappled_by
    assert not settled(figure(state={"pinned_by": ["orc"]}), foe())["ash"].state.pinned_by


@given(
    st.lists(
        st.tuples(DIRECTIONS, st.integers(0, 2), st.booleans(), st.lists(st.integers(0, 4), max_size=3)),
        min_size=2,
        max_size=5,
    )
)
def test_any_request_comes_out_in_order(drawn: list[tuple[int, int, bool, list[int]]]) -> None:
    """Whatever a request says of pairs and holds, both sides know what is left, and nobody in a pair is elsewhere."""
    figures = []
    for place, (facing, row, ally, others) in enumerate(drawn):
        state = {
            "close": [{"foe": str(each), "hex": [0, row], "own_side": facing} for each in dict.fromkeys(others)],
            "grappled_by": [str(each) for each in dict.fromkeys(others)],
        }
        side = f"side {0 if ally else place}"
        figures.append(figure(str(place), side=side, hex=[0, row], facing=facing, fighting=False, state=state))
    field = settled(*figures)
    for each in field:
        for pair in each.state.close:
            assert field.distance(each, field[pair.foe]) == 0
    before = tuple(field)
    settle_pairs(field)
    assert tuple(field) == before


def test_standing_up_is_no_matter_of_pairs() -> None:
    """A lying figure's pins are kept."""
    field = settled(figure(posture="lying", state={"pinned_by": ["orc"]}), foe(hex=[1, 0]))
    assert field["ash"].posture is Posture.LYING
    assert field["ash"].state.pinned_by == ("orc",)


def test_friends_left_in_one_hex() -> None:
    """Friends whom a close combat leaves in one hex are marked, may be sent again so, and are not once they part."""
    field = settled(foe(hex=[0, 0]), foe("imp", hex=[0, 0]), figure())
    field.put(field["ash"].model_copy(update={"hex": (0, 1)}))
    settle_pairs(field)
    left = field.changed()
    assert [each.id for each in left if each.state.sharing] == ["orc", "imp"]
    again = field_of(scene(*field), OPEN)
    assert not again.changed()
    again.put(again["imp"].model_copy(update={"hex": (1, 0)}))
    assert [each.id for each in again.changed() if each.state.sharing] == []
    assert not again["orc"].state.sharing


@pytest.mark.parametrize(
    ("state", "at"),
    [
        ({"grappled_by": ["orc"]}, "grappled_by/0"),
        ({"pinned_by": ["orc"]}, "pinned_by/0"),
    ],
)
def test_who_holds_is_in_the_fight(state: dict[str, Any], at: str) -> None:
    """Where all who fight are known, a holder who is not among them is refused, with those who are."""
    held = figure(state=state)
    refuse_strangers([held, foe()])
    with pytest.raises(
        TacticalUnknownFigure, match="The state of 'ash' names 'orc', who is not in the fight"
    ) as refused:
        refuse_strangers([held, foe("ork")])
    assert refused.value.pointer == f"/figures/0/state/{at}"
