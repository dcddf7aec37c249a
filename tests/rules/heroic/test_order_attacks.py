"""Orders to attack: what is refused before the round begins, and how a divided unit attacks."""

import pytest

from tests.rules.heroic.battles import FOE, MAN, SPEAR, WIDE, blow, encounter, faults, men, order, play, toward, unit_in
from tests.rules.heroic.stat_blocks import Document, armed


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({"melee": [blow("elf")]}, [("heroic_unknown_unit", "/melee/0/target")], id="unknown target"),
        pytest.param({"melee": [blow("man")]}, [("same_side_target", "/melee/0/target")], id="itself"),
        pytest.param({"melee": [blow("foe", "bow")]}, [("mode_kind_mismatch", "/melee/0/mode")], id="bow in melee"),
        pytest.param({"ranged": [blow("foe")]}, [("mode_kind_mismatch", "/ranged/0/mode")], id="sword at range"),
        pytest.param({"ranged": [blow("far", "bow")]}, [("out_of_range", "/ranged/0/mode")], id="out of range"),
        pytest.param({"melee": [blow("far")]}, [], id="reach is not checked before anybody moves"),
        pytest.param(
            {"melee": [blow("foe"), blow("far")]}, [("already_attacked", "/melee/1")], id="one attack a phase"
        ),
        pytest.param(
            {"melee": [blow("foe", attackers=1), blow("far", attackers=1)]},
            [("shares_exceed_unit", "/melee")],
            id="more than there are",
        ),
        pytest.param(
            {"melee": [blow("foe", defense={"kind": "block"})]},
            [("invalid_defense", "/melee/0/defense")],
            id="no shield to block with",
        ),
        pytest.param({"melee": [blow("foe", defense={"kind": "dodge"})]}, [], id="a defence it has"),
    ],
)
def test_attack_faults(changes: Document, expected: list[tuple[str, str]]) -> None:
    """What forbids an attack before the round begins."""
    battle = encounter(MAN, FOE, FOE | {"id": "far"}, at={"foe": 10, "far": 300})
    assert faults(battle, order("man", **changes)) == expected


def test_extra_attack() -> None:
    """With Extra Attack all members may attack once more with another weapon, but not again with the same."""
    two = [MAN["attack_modes"][0], SPEAR]
    fighter = MAN | {"attack_modes": two, "extra_attack": 1}
    battle = encounter(fighter, FOE, at={"foe": 1})
    both = order("man", melee=[blow("foe"), blow("foe", "spear")])
    assert faults(battle, both) == []
    assert faults(encounter(fighter | {"extra_attack": 0}, FOE, at={"foe": 1}), both) == [
        ("already_attacked", "/melee/1")
    ]
    same = order("man", melee=[blow("foe"), blow("foe")])
    assert faults(battle, same) == [("already_attacked", "/melee/1")]
    told = play(battle, [both, order("foe")], 6, 1, *WIDE, *WIDE, 6)
    assert [each.speed_factor for each in told.outcome.melee.attacks] == [4, 4]


def test_grapples_are_checked() -> None:
    """The follow-ups of a grapple are checked with the orders."""
    wrestler = MAN | {"attack_modes": [{"id": "grab", "kind": "grapple", "skill": 12, "reach": [0, 1]}]}
    battle = encounter(wrestler, FOE, at={"foe": 1})
    pin = blow("foe", "grab", grapple_spend=[{"type": "pin"}])
    assert faults(battle, order("man", melee=[pin])) == [("pin_needs_prone", "/melee/0/grapple_spend/0")]


def test_ammunition_of_a_divided_unit() -> None:
    """Each member of a group has its own arrows: shares that shoot differently leave what the busiest has left."""
    archers = armed(MAN, id="axe") | {"count_start": 4, "ammo": [{"mode": "bow", "left": 5}]}
    battle = encounter(archers, *men(2, "blue"), at={"blue 1": 9, "blue 2": 9})
    shots = [blow("blue 1", "bow", attackers=2, shots_each=3), blow("blue 2", "bow", attackers=2)]
    orders = [order("man", ranged=shots, move=toward("blue 1", stop_at=0)), order("blue 1"), order("blue 2")]
    told = play(battle, orders, 6, 1, *WIDE, *WIDE, 6)
    assert unit_in(told.outcome.encounter.units, "man").ammo[0].left == 2
    assert [each.shots.ammo_left for each in told.outcome.ranged.attacks if each.shots is not None] == [2, 4]
    assert told.outcome.movement.moves[0].yards == 9
