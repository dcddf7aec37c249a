"""Retreats: who may retreat, where to, what bars the way, and how it is done."""

from typing import Any, Final

import pytest

from service.errors import RulesRefuse
from service.rules.kernel.hexes import Hex
from service.rules.tactical.attack.defense.active_defenses import PlannedDefense, use_defense
from service.rules.tactical.attack.defense.exposure import Threat
from service.rules.tactical.book import refusals
from service.rules.tactical.book.options import TacticalRetreatDirection
from service.rules.tactical.book.words import TacticalRangedClass
from service.rules.tactical.figures.condition import TacticalRetreated
from service.rules.tactical.figures.field import Field
from tests.pins import pins
from tests.rules.tactical.attacks import armed, attack, blade, defense, ids, terms
from tests.rules.tactical.scenes import OPEN, field, figure, foe

NORTH: Final = Threat("orc", (0, -1))
CLOSE: Final = Threat("orc", (0, 0), close=True)


def retreating(ground: Field, threat: Threat = NORTH, **retreat: Any) -> PlannedDefense:
    """A dodge with a retreat that is ordered."""
    planned = defense(ground, threat, {"kind": "dodge", "retreat": retreat}, forced=True)
    assert planned is not None
    return planned


def fault_of(ground: Field, threat: Threat = NORTH, **retreat: Any) -> RulesRefuse:
    """The refusal of a dodge with a retreat."""
    with pytest.raises(RulesRefuse) as fault:
        retreating(ground, threat, **retreat)
    assert fault.value.detail.endswith(".")
    return fault.value


def test_a_retreat_goes_straight_back() -> None:
    """A retreat goes to the hex directly away from the attacker, and adds 3 to a dodge."""
    planned = retreating(field(figure(), foe()))
    assert (planned.retreat, planned.turn, terms(planned)) == ((0, 1), 0, {"Retreat": 3})
    assert {"tactical/retreat/step", "tactical/retreat/bonus"} <= ids(planned)
    assert retreating(field(figure(), foe()), to=[0, 1]).retreat == (0, 1)


def test_of_two_hexes_that_lead_straight_away_either_may_be_taken() -> None:
    """Where the line away runs between two hexes the first free one is taken, or the one that is named."""
    ground = field(figure(), foe(hex=[1, -2]))
    threat = Threat("orc", (1, -2))
    assert retreating(ground, threat).retreat == (0, 1)
    assert retreating(ground, threat, to=[-1, 1]).retreat == (-1, 1)
    taken = field(figure(), foe(hex=[1, -2]), figure("elm", hex=[0, 1]))
    assert retreating(taken, threat).retreat == (-1, 1)


@pins("retreat-direction")
def test_a_retreat_elsewhere_is_refused_unless_the_option_allows_it() -> None:
    """A hex that is not directly away is refused; by option any hex is allowed that is farther from the attacker."""
    fault = fault_of(field(figure(), foe()), to=[1, 0])
    assert isinstance(fault, refusals.RetreatWrongHex)
    assert fault.pointer == "/defense/preferences/0/retreat/to"
    assert "[0, 1]" in fault.detail
    farther = OPEN.model_copy(update={"retreat": TacticalRetreatDirection.FARTHER})
    assert retreating(field(figure(), foe(), rulings=farther), to=[1, 0]).retreat == (1, 0)


MAPS: Final = {
    "solid": {"cells": [{"hex": [0, 1], "solid": True}]},
    "unusable": {"cells": [{"hex": [0, 1], "usable": False}]},
    "severe": {"cells": [{"hex": [0, 1], "obstruction": "severe"}]},
    "bodies": {"cells": [{"hex": [0, 1], "bodies": 3}]},
    "wall": {"edges": [{"hex": [0, 0], "direction": 3, "kind": "wall"}]},
    "edge of the map": {"bounds": {"kind": "limits", "q_min": -2, "q_max": 2, "r_min": -2, "r_max": 0}},
}


@pytest.mark.parametrize("map_", MAPS.values(), ids=MAPS)
def test_a_retreat_into_a_barred_hex_is_refused(map_: dict[str, Any]) -> None:
    """Solid, unusable, severely obstructed hexes, walls and the edge of the map bar a retreat."""
    ground = field(figure(), foe(), map=map_)
    assert isinstance(fault_of(ground), refusals.RetreatBlocked)
    assert isinstance(fault_of(ground, to=[0, 1]), refusals.RetreatBlocked)
    best = defense(ground, NORTH)
    assert best is not None
    assert best.retreat is None
    assert "tactical/retreat/occupied" in ids(best)


@pytest.mark.parametrize("who", [figure("elm", hex=[0, 1]), foe("elk", hex=[0, 1])])
def test_a_retreat_into_an_occupied_hex_is_refused(who: Any) -> None:
    """Neither a friend's hex nor a foe's may be retreated into."""
    crowded = field(figure(), foe(), who)
    assert isinstance(fault_of(crowded), refusals.RetreatBlocked)
    assert f"cannot retreat to hex [0, 1]: {who.id!r} is in it" in str(fault_of(crowded, to=[0, 1]))


def test_bodies_of_figures_bar_a_flier_no_more_than_severe_ground() -> None:
    """A flier retreats over what bars a walker; three who have fallen bar the walker like listed bodies."""
    fallen = [figure(f"body {each}", hex=[0, 1], state={"unconscious": True}) for each in range(3)]
    assert isinstance(fault_of(field(figure(), foe(), *fallen)), refusals.RetreatBlocked)
    assert retreating(field(figure(grounded=False), foe(), *fallen)).retreat == (0, 1)
    assert retreating(field(figure(), foe(), *fallen[:2])).retreat == (0, 1)


NOT_ALLOWED: Final = {
    "ranged": ({}, Threat("orc", (0, -1), ranged=TacticalRangedClass.THROWN)),
    "sitting": ({"posture": "sitting"}, NORTH),
    "kneeling": ({"posture": "kneeling"}, NORTH),
    "stunned": ({"state": {"stunned": True}}, NORTH),
    "grappled": ({"state": {"grappled_by": ["orc"]}}, NORTH),
    "on the run": ({"state": {"maneuver": "move_and_attack"}}, NORTH),
    "again": ({"state": {"retreat": {"foe": "elk"}}}, NORTH),
}


@pytest.mark.parametrize(("facts", "threat"), NOT_ALLOWED.values(), ids=NOT_ALLOWED)
def test_who_may_not_retreat(facts: dict[str, Any], threat: Threat) -> None:
    """A retreat is refused that the defender may not make; where it is only wished for it is left out."""
    ground = field(figure(**facts), foe(state={"grapples": [{"foe": "ash"}]} if "grappled" in str(facts) else {}))
    assert isinstance(fault_of(ground, threat), refusals.RetreatNotAllowed)
    planned = defense(ground, threat, {"kind": "dodge", "retreat": {}})
    assert planned is not None
    assert (planned.retreat, "Retreat" in terms(planned)) == (None, False)
    best = defense(ground, threat)
    assert best is not None
    assert best.retreat is None


@pins("retreat-prone")
@pytest.mark.parametrize(("posture", "hexes"), [("lying", (0, 1)), ("crawling", (0, 1)), ("crouching", (0, 1))])
def test_who_lies_crawls_or_crouches_may_retreat(posture: str, hexes: Hex) -> None:
    """A lying figure rolls back, both halves of it one hex."""
    ground = field(figure(posture=posture, upper_direction=1), foe())
    planned = retreating(ground, turn=1)
    assert planned.retreat == hexes
    use_defense(ground, "ash", planned, "orc")
    moved = ground["ash"]
    assert (moved.hex, moved.facing) == ((0, 1), 1 if posture == "crouching" else 0)


def test_the_bonus_of_a_retreat_holds_against_the_same_foe_without_a_second_step() -> None:
    """A second attack of the same foe meets the bonus again, and a wish for another retreat does not hurt."""
    ground = field(figure(), foe())
    use_defense(ground, "ash", retreating(ground), "orc")
    assert (ground["ash"].hex, ground["ash"].state.retreat) == ((0, 1), TacticalRetreated(foe="orc"))
    again = retreating(ground)
    assert (again.retreat, terms(again)) == (None, {"Retreat": 3})
    best = defense(ground, NORTH)
    assert best is not None
    assert terms(best) == {"Retreat": 3}


def test_a_retreating_figure_may_turn_one_hexside_afterwards() -> None:
    """The turn follows the retreat and the present attack counts with the old facing."""
    ground = field(figure(facing=2), foe())
    planned = retreating(ground, turn=-1)
    assert {"From the side": -2}.items() <= terms(planned).items()
    assert "tactical/retreat/facing" in ids(planned)
    use_defense(ground, "ash", planned, "orc")
    assert (ground["ash"].hex, ground["ash"].facing) == ((0, 1), 1)


def test_a_large_figure_retreats_rigidly_and_turns_only_if_there_is_room() -> None:
    """All hexes of a body shift one hex, and it turns if it fits."""
    wolf = figure(shape="line2")
    for blocks, facing in (([], 1), ([{"hex": [-1, 2], "solid": True}], 0)):
        ground = field(wolf, foe(), map={"cells": blocks})
        use_defense(ground, "ash", retreating(ground, turn=1), "orc")
        assert (ground["ash"].hex, ground["ash"].facing) == ((0, 1), facing)
    assert isinstance(
        fault_of(field(wolf, foe(), map={"cells": [{"hex": [0, 2], "solid": True}]})), refusals.RetreatBlocked
    )


def test_a_fast_figure_may_retreat_its_whole_step() -> None:
    """With a step of two hexes a retreat goes one hex or two, each free; of three, three."""
    fast = figure(basic_move=15)
    ground = field(fast, foe())
    planned = retreating(ground, to=[0, 2])
    assert planned.retreat == (0, 2)
    use_defense(ground, "ash", planned, "orc")
    assert ground["ash"].hex == (0, 2)
    assert retreating(field(fast, foe())).retreat == (0, 1)
    assert isinstance(fault_of(field(fast, foe()), to=[0, 3]), refusals.RetreatWrongHex)
    assert retreating(field(figure(basic_move=25), foe()), to=[0, 3]).retreat == (0, 3)
    behind = field(fast, foe(), figure("elm", hex=[0, 2]))
    assert isinstance(fault_of(behind, to=[0, 2]), refusals.RetreatWrongHex)
    given = OPEN.model_copy(update={"step_hexes": 2})
    assert retreating(field(figure(), foe(), rulings=given), to=[0, 2]).retreat == (0, 2)
    lying = field(figure(posture="lying", basic_move=15, facing=1), foe())
    assert isinstance(fault_of(lying, to=[0, 2]), refusals.RetreatWrongHex)


def pair(**facts: Any) -> Field:
    """Two figures in one hex; the first has the southern half."""
    ours = {"close": [{"foe": "orc", "hex": [0, 0], "own_side": 3, "turns": 2}]} | facts.pop("state", {})
    theirs = {"close": [{"foe": "ash", "hex": [0, 0], "own_side": 0, "turns": 2}]}
    return field(figure(state=ours, **facts), foe(hex=[0, 0], state=theirs, **armed(blade((0,)))))


def test_a_retreat_from_close_combat_goes_to_ones_own_side_and_ends_it() -> None:
    """In close combat a figure retreats to one of the three hexes of its side, and is out of the close combat then."""
    for to in ([0, 1], [-1, 1], [1, 0]):
        assert retreating(pair(), CLOSE, to=to).retreat == tuple(to)
    assert isinstance(fault_of(pair(), CLOSE, to=[0, -1]), refusals.RetreatWrongHex)
    ground = pair()
    planned = attack(ground, by="orc", target="ash").defenses[0]
    assert "tactical/close/retreat" in ids(planned)
    use_defense(ground, "ash", planned, "orc")
    assert ground["ash"].hex in ((0, 1), (-1, 1), (1, 0))
    assert (ground["ash"].state.close, ground["orc"].state.close) == ((), ())
    assert isinstance(fault_of(pair(state={"grappled_by": ["orc"]}), CLOSE), refusals.RetreatNotAllowed)
