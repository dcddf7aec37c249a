"""Orders: what a tactic, a charge and a move may be, and how every fault is listed."""

import pytest

from service.rules.heroic.book.refusals import HoldGroundWhileLocked, MovementExceeded
from service.rules.heroic.rounds.round import resolve_round
from tests.rules.heroic.battles import (
    FOE,
    MAN,
    blow,
    check,
    encounter,
    faults,
    hold,
    lock,
    men,
    order,
    round_of,
    short,
    toward,
)
from tests.rules.heroic.stat_blocks import Document
from tests.rules.heroic.stories import refused

FIELD = encounter(MAN, FOE, at={"foe": 10})
MELEE = encounter(MAN, FOE, at={"foe": 1}, locks=[lock("man", "foe")])


def test_legal_orders() -> None:
    """A legal order is told with its movement and the shots it leaves time for."""
    shooting = order("man", "offensive", ranged=[blow("foe", "bow", shots_each=3)], move=toward("foe"))
    outcome = check(FIELD, shooting, order("foe", actions=[short()]))
    assert outcome.ok
    shot, acted = outcome.orders
    assert (shot.factor, shot.allowance, shot.max_shots, shot.allowance_left) == (5, 25, 3, 15)
    assert (acted.allowance_left, acted.max_shots) == (12.5, 3)
    assert outcome.missing == ()


@pytest.mark.parametrize(
    ("tactic", "factor", "shots"),
    [
        ("all_out_offensive", 10, 1),
        ("offensive", 5, 3),
        ("neutral", 5, 3),
        ("defensive", 4, 3),
        ("all_out_defensive", 3, 3),
        ("aimed_shooting", 2, 2),
        ("hold_ground", 1, 2),
        ("retreat", 10, 0),
    ],
)
def test_tactics(tactic: str, factor: int, shots: int) -> None:
    """Each tactic has its movement and its most shots with a low-tech weapon."""
    finding = check(FIELD, order("man", tactic)).orders[0]
    assert (finding.factor, finding.max_shots, finding.ok) == (factor, shots, True)


def test_one_attack_option() -> None:
    """If a charge only limits it to one attack, it still shoots three times."""
    finding = check(FIELD, order("man", "all_out_offensive"), options={"aoo_once": "one_attack"}).orders[0]
    assert finding.max_shots == 3


def test_every_fault_is_listed() -> None:
    """All that is wrong with an order is listed, each fault with its place and rule, and nothing is rolled."""
    given = order(
        "man",
        "hold_ground",
        move=toward("foe", yards=14),
        melee=[blow("foe", "axe")],
        actions=[short("stand_up")],
    )
    finding = check(MELEE, given).orders[0]
    assert [(each.code, each.rule) for each in finding.faults] == [
        ("hold_ground_while_locked", "heroic/tactic/hold-ground"),
        ("movement_locked", "heroic/move/locked-stays"),
        ("movement_exceeded", "heroic/move/allowance"),
        ("action_size_mismatch", "heroic/action/medium-list"),
        ("unknown_mode", "heroic/attack/steps"),
    ]
    assert finding.faults[2].message == "man cannot move 14 yards, with 2.5 of 5 left."


def test_round_names_every_fault() -> None:
    """A round with illegal orders is refused with the first fault, and names all of them."""
    given = [order("man", "hold_ground", move=toward("foe", yards=9)), order("foe", "hold_ground")]
    fault = refused(HoldGroundWhileLocked, resolve_round, round_of(MELEE, given))
    assert [(each.code, each.pointer) for each in fault.faults] == [
        ("hold_ground_while_locked", "/orders/0/tactic"),
        ("movement_locked", "/orders/0/move"),
        ("movement_exceeded", "/orders/0/move/yards"),
        ("hold_ground_while_locked", "/orders/1/tactic"),
    ]
    far = [order("man", move=toward("foe", yards=30)), order("foe")]
    assert refused(MovementExceeded, resolve_round, round_of(FIELD, far)).pointer == "/orders/0/move/yards"


def test_whose_orders() -> None:
    """Orders are for units that are there, conscious and not out of the fight, one each; others are missing."""
    units = [*men(4), FOE]
    units[1]["status"] = "fled"
    units[2]["conditions"] = ["unconscious"]
    outcome = check(
        encounter(*units),
        order("red 1"),
        order("red 1"),
        order("red 2"),
        order("red 3"),
        order("nobody"),
    )
    assert [[each.code for each in finding.faults] for finding in outcome.orders] == [
        [],
        ["heroic_duplicate_id"],
        ["attacker_inactive"],
        ["attacker_inactive"],
        ["heroic_unknown_unit"],
    ]
    assert outcome.orders[2].faults[0].message == "red 2 cannot take orders; the state is 'fled'."
    assert (outcome.missing, outcome.ok) == (("red 4", "foe"), False)


@pytest.mark.parametrize(
    ("battle", "given", "expected"),
    [
        pytest.param(MELEE, order("man", "hold_ground"), [("hold_ground_while_locked", "/tactic")], id="hold ground"),
        pytest.param(
            encounter(MAN | {"status": "routed"}, FOE),
            order("man"),
            [("retreat_required", "/tactic")],
            id="a routed unit retreats",
        ),
        pytest.param(
            MELEE,
            order("man", withdraw=True),
            [("withdraw_needs_all_out_defensive", "/withdraw")],
            id="withdrawal needs All-Out Defensive",
        ),
        pytest.param(
            FIELD,
            order("man", "all_out_defensive", withdraw=True),
            [("withdraw_not_locked", "/withdraw")],
            id="withdrawal from nobody",
        ),
        pytest.param(
            MELEE,
            order("man", "all_out_defensive", withdraw=True, melee=[blow("foe")]),
            [("tactic_forbids_attack", "/melee")],
            id="no attack while withdrawing",
        ),
        pytest.param(
            FIELD,
            order("man", "retreat", ranged=[blow("foe", "bow")]),
            [("tactic_forbids_attack", "/ranged")],
            id="no attack in a retreat",
        ),
        pytest.param(
            encounter(MAN, FOE, grapples=[hold("foe", "man")]),
            order("man", "retreat", break_free=True),
            [("tactic_forbids_attack", "/break_free")],
            id="nobody breaks free in a retreat",
        ),
        pytest.param(FIELD, order("man", break_free=True), [("not_grappled", "/break_free")], id="held by nobody"),
        pytest.param(
            encounter(
                MAN | {"attack_modes": [MAN["attack_modes"][0] | {"reach": [0, 1]}]}, FOE, grapples=[hold("foe", "man")]
            ),
            order("man", break_free=True, melee=[blow("foe")]),
            [("tactic_forbids_attack", "/melee")],
            id="breaking free replaces the melee attack",
        ),
    ],
)
def test_tactic_faults(battle: Document, given: Document, expected: list[tuple[str, str]]) -> None:
    """What a tactic forbids."""
    assert faults(battle, given) == expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, [], id="a charge that stands still needs no target"),
        pytest.param({"charge_target": "foe", "melee": [blow("foe")]}, [], id="nor does it have to move"),
        pytest.param({"move": toward("foe")}, [("charge_target_required", "/charge_target")], id="nobody to charge"),
        pytest.param({"charge_target": "elf"}, [("heroic_unknown_unit", "/charge_target")], id="unknown"),
        pytest.param({"charge_target": "man"}, [("same_side_target", "/charge_target")], id="a friend"),
        pytest.param({"charge_target": "dead"}, [("target_incapacitated", "/charge_target")], id="out of the fight"),
        pytest.param(
            {"charge_target": "foe", "ranged": [blow("other", "bow")]},
            [("wrong_charge_target", "/ranged/0/target")],
            id="somebody else",
        ),
        pytest.param(
            {"charge_target": "foe", "ranged": [blow("foe", "bow", shots_each=2)]},
            [("too_many_shots", "/ranged/0/shots_each")],
            id="one shot only",
        ),
        pytest.param(
            {"charge_target": "foe", "move": {"mode": "away"}},
            [("wrong_direction", "/move")],
            id="not toward its target",
        ),
        pytest.param({"charge_target": "foe", "move": {"mode": "toward"}}, [], id="toward whom it charges"),
    ],
)
def test_charges(changes: Document, expected: list[tuple[str, str]]) -> None:
    """All-Out Offensive runs straight at one enemy and attacks nobody else."""
    others = [FOE | {"id": "other"}, FOE | {"id": "dead", "hp_pool": 0}]
    battle = encounter(MAN, FOE, *others, at={"foe": 10, "other": 12})
    assert faults(battle, order("man", "all_out_offensive", **changes)) == expected


def test_charge_while_locked() -> None:
    """A locked unit charges nobody but one it is locked with."""
    battle = encounter(MAN, *men(2, "blue"), at={"blue 1": 1, "blue 2": 1}, locks=[lock("man", "blue 1")])
    charge = order("man", "all_out_offensive", charge_target="blue 2", melee=[blow("blue 2")])
    assert faults(battle, charge) == [("wrong_charge_target", "/charge_target")]


@pytest.mark.parametrize(
    ("battle", "given", "expected"),
    [
        pytest.param(MELEE, order("man", move=toward("foe")), [("movement_locked", "/move")], id="locked"),
        pytest.param(
            encounter(MAN, FOE, at={"foe": 1}, grapples=[hold("foe", "man")]),
            order("man", move={"mode": "away"}),
            [("held_fast", "/move")],
            id="held",
        ),
        pytest.param(
            encounter(MAN | {"conditions": ["grappled"]}, FOE, at={"foe": 1}),
            order("man", move={"mode": "away"}),
            [("held_fast", "/move")],
            id="held by its condition",
        ),
        pytest.param(
            encounter(MAN | {"st": 21}, FOE, at={"foe": 1}, grapples=[hold("foe", "man")]),
            order("man", move={"mode": "away"}),
            [],
            id="too strong to be held",
        ),
        pytest.param(
            encounter(MAN | {"st": 21}, FOE, at={"foe": 1}, grapples=[hold("foe", "man", state="pinned")]),
            order("man", move={"mode": "away"}),
            [("held_fast", "/move")],
            id="pinned, however strong",
        ),
        pytest.param(
            FIELD,
            order("man", move=toward("foe", yards=13, cost_per_yard=2)),
            [("movement_exceeded", "/move/yards")],
            id="difficult ground",
        ),
        pytest.param(
            FIELD,
            order("man", ranged=[blow("foe", "bow", shots_each=3)], move=toward("foe", yards=16)),
            [("movement_exceeded", "/move/yards")],
            id="shots are paid from the same allowance",
        ),
        pytest.param(FIELD, order("man", move={"mode": "to"}), [("unknown_place", "/move/to")], id="no place"),
        pytest.param(FIELD, order("man", move={"mode": "toward"}), [("unknown_place", "/move/ref")], id="no unit"),
        pytest.param(FIELD, order("man", move=toward("man")), [("unknown_place", "/move/ref")], id="itself"),
        pytest.param(FIELD, order("man", move=toward("elf")), [("heroic_unknown_unit", "/move/ref")], id="unknown"),
        pytest.param(
            FIELD,
            order("man", "retreat", move={"mode": "away", "free_attackers": ["foe", "elf"]}),
            [("heroic_unknown_unit", "/move/free_attackers/1")],
            id="unknown free attacker",
        ),
        pytest.param(FIELD, order("man", "retreat", move=toward("foe")), [("wrong_direction", "/move")], id="back"),
        pytest.param(
            FIELD,
            order("man", "retreat", move={"mode": "to", "to": {"x": 8}}),
            [("wrong_direction", "/move")],
            id="a retreat to a place that is closer",
        ),
        pytest.param(
            FIELD,
            order("man", "retreat", move={"mode": "to", "to": {"x": 5}}),
            [],
            id="a retreat that stays beyond three yards of everybody",
        ),
        pytest.param(
            FIELD, order("man", "retreat", move={"mode": "to", "to": {"x": -5}}), [], id="a retreat to a place"
        ),
        pytest.param(
            MELEE,
            order("man", "all_out_defensive", withdraw=True, move={"mode": "to", "to": {"x": 5}}),
            [("wrong_direction", "/move")],
            id="a withdrawal through the enemy",
        ),
        pytest.param(
            MELEE,
            order("man", "all_out_defensive", withdraw=True, move={"mode": "to", "to": {"x": 1.5}}),
            [("wrong_direction", "/move")],
            id="a withdrawal that is none",
        ),
        pytest.param(MELEE, order("man", move=toward("foe", yards=0)), [], id="no yards are no move"),
    ],
)
def test_move_faults(battle: Document, given: Document, expected: list[tuple[str, str]]) -> None:
    """What forbids a move."""
    assert faults(battle, given) == expected


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        pytest.param({"mode": "away", "ref": "foe", "yards": 13}, [("movement_exceeded", "/move/yards")], id="away"),
        pytest.param({"mode": "away", "ref": "foe", "yards": 12.5}, [], id="half is allowed"),
        pytest.param({"mode": "to", "to": {"x": -20}, "yards": 13}, [("movement_exceeded", "/move/yards")], id="to"),
        pytest.param(toward("foe", yards=13), [], id="toward"),
        pytest.param({"mode": "away", "ref": "foe"}, [], id="as far as it may"),
    ],
)
def test_kiting_limit(move: Document, expected: list[tuple[str, str]]) -> None:
    """With the option a unit that shoots moves away half its allowance at most."""
    given = order("man", ranged=[blow("foe", "bow")], move=move)
    assert faults(FIELD, given, {"kiting_limit": "half"}) == expected
    assert faults(FIELD, given) == []
