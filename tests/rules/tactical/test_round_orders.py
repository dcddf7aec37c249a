"""Orders of a round: what refuses it before its first die, and what becomes Do Nothing in its turn."""

from typing import Any

import pytest

from service.rules.tactical.book.options import TacticalEndTurn, TacticalTie
from service.rules.tactical.figures.models import TacticalFigure
from tests.rules.tactical.scenes import bow, figure, foe, sword
from tests.rules.tactical.turns import BY_ID, HIT, MISS, Document, Played, ash, error_of, knife, orc, refused

STRIKE = {"target": "orc"}
AT_ASH = {"figure": "orc", "maneuver": "attack", "attack": {"target": "ash"}}
WALL = {"edges": [{"hex": [0, 0], "direction": 0, "kind": "wall"}]}


def order(maneuver: str, **facts: Any) -> Document:
    """What Ash does."""
    return {"figure": "ash", "maneuver": maneuver} | facts


def last(maneuver: str, **facts: Any) -> list[Document]:
    """An order for the orc, who acts after Ash, and one for Ash."""
    return [order("concentrate"), {"figure": "orc", "maneuver": maneuver} | facts]


# Parts that do not belong to a maneuver

ALL_OUT = order("all_out_attack", option="strong", attack=STRIKE)


@pytest.mark.parametrize(
    ("intent", "code"),
    [
        (order("move", attack=STRIKE), "maneuver_conflict"),
        (order("attack", attack=STRIKE, option="strong"), "maneuver_conflict"),
        (order("attack"), "maneuver_conflict"),
        (order("move_and_attack"), "maneuver_conflict"),
        (order("feint", attack=STRIKE, target="orc"), "maneuver_conflict"),
        (order("aim", item="gem"), "maneuver_conflict"),
        (order("concentrate", wait={}), "maneuver_conflict"),
        (order("wait"), "maneuver_conflict"),
        (order("change_posture"), "maneuver_conflict"),
        (order("attack", attack=STRIKE, strike_after=0), "maneuver_conflict"),
        (order("move", step="after", path=[{"to": [0, 1], "mode": "backward"}]), "maneuver_conflict"),
        (order("evaluate"), "maneuver_conflict"),
        (order("evaluate", target="ash"), "maneuver_conflict"),
        (order("ready", deed={"action": "grab", "target": "orc"}), "maneuver_conflict"),
        (order("attack", attack=STRIKE, deed={"action": "grab", "target": "orc"}), "maneuver_conflict"),
        (
            order(
                "attack",
                attack=STRIKE,
                path=[{"to": [0, -1]}],
                follow_ups=[{"foe": "orc", "follow_up": "slam"}],
            ),
            "maneuver_conflict",
        ),
        (ALL_OUT | {"step": "after", "path": [{"to": [1, 0]}]}, "aoa_attack_then_move"),
        (ALL_OUT | {"strike_after": 0, "path": [{"to": [1, -1]}]}, "aoa_attack_then_move"),
        (ALL_OUT | {"step": "after", "end_facing": 1}, "aoa_attack_then_move"),
        (order("concentrate", free=[{"kind": "drop", "weapon": "axe"}]), "weapon_not_ready"),
        (order("concentrate", free=[{"kind": "drop", "weapon": "sword"}] * 2), "weapon_not_ready"),
        (order("concentrate", free=[{"kind": "release", "foe": "orc"}]), "not_in_close_combat"),
        (order("concentrate", declare_adjacent="ash"), "maneuver_conflict"),
        (order("attack", attack=STRIKE, weapon="sword", fast_draw=True), "maneuver_conflict"),
        (order("aim", target="orc"), "weapon_not_ranged"),
        (order("move", posture="lying"), "posture_change_invalid"),
    ],
)
def test_illegal_orders_become_do_nothing(intent: Document, code: str) -> None:
    """An order that the rules do not allow becomes Do Nothing, and the turn says why."""
    assert error_of([ash(), orc()], intent) == code
    assert refused([ash(), orc()], intent).code() == code


def test_an_error_points_into_the_round() -> None:
    """The error of a turn points to the order that it is in, posture changes of the order left out of its path."""
    step = order("attack", attack=STRIKE, free=[{"kind": "crouch"}], path=[{"to": [0, 1]}, {"to": [0, 2]}])
    error = Played([ash(), orc()], *last("concentrate")[:0], step).turn("ash").error
    assert error is not None
    assert (error.code, error.pointer) == ("step_too_long", "/intents/0/path/1")
    sitting = (
        Played([ash(posture="sitting"), orc()], order("attack", attack=STRIKE, posture="sitting")).turn("ash").error
    )
    assert sitting is not None
    assert sitting.pointer == "/intents/0/posture"
    turned = Played([ash(), orc()], order("do_nothing", end_facing=2)).turn("ash").error
    assert turned is not None
    assert turned.pointer == "/intents/0/end_facing"


# Ids


@pytest.mark.parametrize(
    ("facts", "pointer"),
    [
        ({"intents": [{"figure": "elf", "maneuver": "move"}]}, "/intents/0/figure"),
        ({"npc": ["orc", "elf"]}, "/npc/1"),
        ({"stances": [{"figure": "elf", "stance": "reckless"}]}, "/stances/0/figure"),
        ({"defenses": [{"figure": "elf", "defense": {"preferences": [{"kind": "dodge"}]}}]}, "/defenses/0/figure"),
        ({"order": ["ash", "elf"]}, "/order/1"),
        ({"intents": [order("evaluate", target="elf")]}, "/intents/0/target"),
        ({"intents": [order("concentrate", lets_pass=["elf"])]}, "/intents/0/lets_pass/0"),
        ({"intents": [order("attack", attack={"target": "elf"})]}, "/intents/0/attack/target"),
        ({"intents": [order("concentrate", declare_adjacent="elf")]}, "/intents/0/declare_adjacent"),
        (
            {"intents": [order("attack", deed={"action": "pin", "target": "orc", "helpers": ["elf"]})]},
            "/intents/0/deed/helpers/0",
        ),
        ({"intents": [order("move", follow_ups=[{"foe": "elf", "follow_up": "stop"}])]}, "/intents/0/follow_ups/0/foe"),
    ],
)
def test_strangers_refuse_a_round(facts: Document, pointer: str) -> None:
    """An id that is not on the map refuses the round, with a pointer to it."""
    fault = refused([ash(), orc()], **facts)
    assert (fault.code(), fault.pointer) == ("tactical_unknown_figure", pointer)


def test_two_orders_for_one_figure_are_refused() -> None:
    """A figure has one order in a round."""
    fault = refused([ash(), orc()], order("move"), order("aim"))
    assert (fault.code(), fault.pointer) == ("tactical_duplicate_id", "/intents/1/figure")


# Before the first die


def test_the_first_to_act_is_judged_in_full() -> None:
    """What is illegal in the order of the first to act refuses the round, as far as others matter, too."""
    fault = refused([ash(), orc(hex=[0, -4])], order("attack", attack=STRIKE))
    assert (fault.code(), fault.pointer) == ("tactical_out_of_reach", "/intents/0/attack/target")
    listed = refused([ash(), orc(hex=[0, -4])], AT_ASH, order("attack", attack=STRIKE), order=["orc", "ash"])
    assert listed.pointer == "/intents/0/attack/target"
    tied = [figure("ash"), orc(hex=[0, -4])]
    assert refused(tied, AT_ASH, order("attack", attack=STRIKE)).pointer == "/intents/1/attack/target"
    dice = BY_ID.model_copy(update={"tie": TacticalTie.DICE})
    round_of_both = [AT_ASH, order("concentrate")]
    undecided = Played(tied, *round_of_both, on_error="fail", rulings=dice, faces=(1, 6))
    assert undecided.turn("orc").error is not None


@pytest.mark.parametrize(
    ("facts", "intent", "code", "pointer"),
    [
        ({}, {"path": [{"to": [0, -3]}]}, "not_adjacent", "/path/0"),
        ({}, {"posture": "lying"}, "posture_change_invalid", "/posture"),
        ({"state": {"stunned": True}}, {}, "figure_unable", "/figure"),
        ({"state": {"dead": True}}, {}, "figure_unable", "/figure"),
    ],
)
def test_others_are_judged_by_what_is_their_own(facts: Document, intent: Document, code: str, pointer: str) -> None:
    """Of who acts later, an illegal path or maneuver refuses the round; where others stand does not."""
    fault = refused([ash(), orc(**facts), figure("hob", side="b", hex=[0, -6])], *last("move", **intent))
    assert (fault.code(), fault.pointer) == (code, f"/intents/1{pointer}")


@pytest.mark.parametrize(
    ("intent", "code", "pointer"),
    [
        ({"maneuver": "attack", "attack": {"target": "ash", "weapon": "axe"}}, "unknown_weapon", "/attack/weapon"),
        ({"maneuver": "attack", "attack": {"target": "ash", "shots": 2}}, "weapon_not_ranged", "/attack/weapon"),
        ({"maneuver": "all_out_attack", "attack": {"target": "ash"}}, "maneuver_conflict", "/option"),
        ({"maneuver": "aim", "target": "ash"}, "weapon_not_ranged", "/weapon"),
        ({"maneuver": "ready", "item": "ring"}, "item_out_of_reach", "/item"),
    ],
)
def test_weapons_are_judged_early(intent: Document, code: str, pointer: str) -> None:
    """A weapon that cannot do what is ordered refuses the round."""
    fault = refused([ash(), orc()], order("concentrate"), {"figure": "orc"} | intent)
    assert (fault.code(), fault.pointer) == (code, f"/intents/1{pointer}")


def test_free_hands_and_aims_are_judged_early() -> None:
    """What is dropped first leaves a hand free for an item; an aim with a ranged weapon is judged in its turn."""
    gem = {"items": [{"id": "gem", "hex": [0, -1]}]}
    drops = {"figure": "orc", "maneuver": "ready", "item": "gem", "hand": "right"}
    free = [{"kind": "drop", "weapon": "sword"}]
    done = Played([ash(), orc()], order("concentrate"), drops | {"free": free}, on_error="fail", map=gem)
    assert (done["orc"].ready.right, done.outcome.items) == ("gem", ("gem",))
    assert refused([ash(), orc()], order("concentrate"), drops, map=gem).code() == "no_free_hand"
    archer = orc(hex=[0, -5], weapons=[bow()], ready={"both": "bow"})
    aims = {"figure": "orc", "maneuver": "aim", "target": "ash"}
    assert Played([ash(), archer], order("concentrate"), aims, on_error="fail").turn("orc").maneuver == "aim"


def test_what_depends_on_others_waits_for_the_turn() -> None:
    """An order that others may make legal is judged in its turn: the orc follows into a hex that Ash leaves."""
    away = order("move", path=[{"to": [0, -1]}])
    follows = {"figure": "elm", "maneuver": "move", "path": [{"to": [0, 0]}]}
    elm = figure("elm", hex=[0, 1], basic_speed=5)
    done = Played([ash(), elm, orc(hex=[5, 5])], away, follows, on_error="fail")
    assert (done["ash"].hex, done["elm"].hex) == ((0, -1), (0, 0))
    stays = Played([ash(), elm, orc(hex=[5, 5])], order("concentrate"), follows, on_error="fail")
    error = stays.turn("elm").error
    assert error is not None
    assert (error.code, stays["elm"].hex) == ("hex_occupied", (0, 1))
    assert stays.turn("elm").summary.startswith("Elm did nothing: ")


def test_a_foes_hex_on_the_way_is_judged_in_the_turn() -> None:
    """A path through a foe's hex, and one out of close combat, is judged in its turn, when it is known who is there."""
    through = {"figure": "orc", "maneuver": "move", "path": [{"to": [0, 0]}, {"to": [0, 1]}]}
    leaves = order("move", path=[{"to": [0, -1]}, {"to": [0, -2]}])
    done = Played([ash(), orc(hex=[0, -1])], order("concentrate"), through, on_error="fail", faces=(6, 6, 6, 3, 3, 3))
    assert done["orc"].hex == (0, 0)
    held = [ash(), orc(hex=[0, 0])]
    tried = Played(held, order("concentrate"), through | {"path": [{"to": [0, 1]}]}, on_error="fail")
    assert tried.turn("orc").figure == "orc"
    assert refused([ash(), orc(hex=[0, -2])], leaves, map=WALL).code() == "blocked_by_barrier"


def test_fast_draw_is_judged_in_the_turn() -> None:
    """A weapon that is to be drawn with Fast-Draw is not missed before."""
    skills = [{"name": "Fast-Draw (Knife)", "level": 12}]
    drawing = orc(weapons=[knife()], ready={}, hex=[0, 0], skills=skills)
    blow = {"target": "ash", "weapon": "knife"}
    intent = {"figure": "orc", "maneuver": "attack", "attack": blow, "weapon": "knife", "fast_draw": True}
    done = Played([ash(), drawing], order("concentrate"), intent, on_error="fail", faces=(3, 3, 3, 3, 3, 3, *MISS))
    assert len(done.turn("orc").attacks) == 1


def test_ready_in_close_combat_is_judged_in_the_turn() -> None:
    """Readying in close combat is judged when it is known who is there."""
    drawing = orc(weapons=[knife()], ready={}, hex=[0, 0])
    intent = {"figure": "orc", "maneuver": "ready", "weapon": "axe"}
    done = Played([ash(), drawing], order("concentrate"), intent, on_error="fail")
    error = done.turn("orc").error
    assert error is not None
    assert error.code == "unknown_weapon"


# Aim


@pytest.mark.parametrize(
    ("facts", "intent", "code"),
    [
        ({}, {"target": "orc", "aim_hex": [0, -3]}, "maneuver_conflict"),
        ({}, {}, "maneuver_conflict"),
        ({}, {"aim_hex": [0, -30]}, "off_map"),
        ({}, {"aim_hex": [0, 3]}, "outside_arc"),
        ({"facing": 3}, {"target": "orc"}, "outside_arc"),
        ({"hex": [0, -4]}, {"target": "orc"}, "aim_not_allowed"),
        (
            {"ready": {"both": "bow"}, "state": {"unready": ["bow"]}},
            {"weapon": "bow", "target": "orc"},
            "weapon_unready",
        ),
    ],
)
def test_what_cannot_be_aimed_at(facts: Document, intent: Document, code: str) -> None:
    """An aim has one goal, on the map and in sight, and none in close combat."""
    archer = ash(**({"weapons": [bow(), sword()], "ready": {"both": "bow"}} | facts))
    bounds = {"bounds": {"kind": "limits", "q_min": -9, "q_max": 9, "r_min": -9, "r_max": 9}}
    assert error_of([archer, orc(hex=[0, -4])], order("aim", **intent), map=bounds) == code


# Those who play by themselves


def test_figures_that_play_by_themselves() -> None:
    """Who is listed as npc and has no order decides for himself, in his stance."""
    stances = [{"figure": "orc", "stance": "reckless"}]
    done = Played([ash(), orc(hex=[0, -9])], order("concentrate"), npc=["orc", "ash"], stances=stances)
    assert [each.played for each in done.outcome.turns] == [False, True]
    assert done["orc"].hex != (0, -9)
    assert any("reckless" in each for each in done.told)


def test_a_figure_without_an_order_does_nothing() -> None:
    """Who has no order and does not play by himself does nothing; whoever has one keeps it."""
    done = Played([ash(), orc()], order("concentrate"), npc=["ash"], stances=[{"figure": "orc", "stance": "reckless"}])
    assert [each.played for each in done.outcome.turns] == [False, False]
    assert [each.maneuver for each in done.outcome.turns] == ["concentrate", "do_nothing"]


# Pinned figures


def pinned(**facts: Any) -> list[TacticalFigure]:
    """Ash, whom the orc has pinned to the ground."""
    held = {"grappled_by": ["orc"], "pinned_by": ["orc"]}
    under = ash(posture="lying", hex=[0, 1], facing=2, state=held)
    return [under, orc(hex=[0, 1], weapons=[], ready={}, state={"grapples": [{"foe": "ash", "hands": 2}]}, **facts)]


def test_pinned_figures_may_try_to_break_free() -> None:
    """A pinned figure is passed over, or tries to break free; anything else becomes Do Nothing."""
    passed = Played(pinned())
    assert passed.turn("ash").skipped
    assert passed.turn("ash").summary == "Ash was pinned and did not act."
    breaking = order("attack", deed={"action": "break_free", "target": "orc"})
    freed = Played(pinned(st=3), breaking, faces=(3, 3, 3, 6, 6, 3))
    assert freed.turn("ash").contest is not None
    assert freed["ash"].state.pinned_by == ()
    assert error_of(pinned(), order("move")) == "figure_unable"
    assert error_of(pinned(), breaking | {"path": [{"to": [1, 1]}]}) == "figure_unable"
    nothing = Played(pinned(), order("do_nothing"))
    assert nothing.turn("ash").maneuver == "do_nothing"


# Close combat


def close(**facts: Any) -> list[TacticalFigure]:
    """Ash and the orc in one hex, with bare hands."""
    return [ash(hex=[0, -1], weapons=[], ready={}, **facts), orc(weapons=[], ready={})]


def test_actions_in_close_combat() -> None:
    """A turn may grab, take down, pin, or drop the shield."""
    grab = order("attack", deed={"action": "grab", "target": "orc", "hands": 2})
    undefended = [{"figure": "orc", "defense": {"preferences": [{"kind": "none"}]}}]
    held = Played(close(), grab, defenses=undefended, faces=(3, 3, 3))
    assert [each.foe for each in held["ash"].state.grapples] == ["orc"]
    assert len(held.turn("ash").attacks) == 1
    down = Played(held.figures, order("attack", deed={"action": "takedown", "target": "orc"}), faces=(3, 3, 3, 6, 5, 4))
    assert down["orc"].posture == "lying"
    under = Played(down.figures, order("attack", deed={"action": "pin", "target": "orc"}), faces=(3, 3, 3, 6, 5, 4))
    assert under["orc"].state.pinned_by == ("ash",)
    bearer = close(shield={"db": 2, "level": 12})
    dropped = Played(bearer, order("ready", deed={"action": "drop_shield"}), faces=(3, 3, 3))
    assert dropped["ash"].shield is None
    assert error_of([ash(), orc()], grab) == "not_in_close_combat"


def test_declaring_close_combat() -> None:
    """A figure declares close combat with an adjacent foe, once, and then attacks by its rules."""
    with_knife = ash(weapons=[knife()], ready={"right": "knife"})
    intent = order("attack", attack=STRIKE, declare_adjacent="orc")
    done = Played([with_knife, orc()], intent, faces=MISS)
    assert [(each.foe, each.adjacent) for each in done["ash"].state.close] == [("orc", True)]
    assert done.turn("ash").attacks[0].reach == 0
    assert error_of(done.figures, intent) == "maneuver_conflict"
    assert error_of([ash(), orc(hex=[0, -3])], order("concentrate", declare_adjacent="orc")) == "not_adjacent"


def test_running_in_and_striking() -> None:
    """A figure runs into a foe's hex and strikes there; who entered is remembered for the blow."""
    runner = ash(weapons=[knife()], ready={"right": "knife"})
    path = [{"to": [0, -1]}, {"to": [0, -2]}]
    intent = order("move_and_attack", attack=STRIKE, path=path)
    done = Played([runner, orc(hex=[0, -2])], intent, faces=MISS)
    assert (done["ash"].hex, [each.foe for each in done["ash"].state.close]) == ((0, -2), ["orc"])
    assert done.turn("ash").attacks[0].reach == 0


def test_slamming() -> None:
    """A slam is the attack of its maneuver, made on the way."""
    intent = order(
        "move_and_attack", path=[{"to": [0, -1]}, {"to": [0, -2]}], follow_ups=[{"foe": "orc", "follow_up": "slam"}]
    )
    undefended = [{"figure": "orc", "defense": {"preferences": [{"kind": "none"}]}}]
    done = Played([ash(), orc(hex=[0, -2])], intent, defenses=undefended, faces=(3, 3, 3, 4, 1))
    turn = done.turn("ash")
    assert [each.target for each in turn.slams] == ["orc"]
    assert done["orc"].posture == "lying"
    rush = intent | {"shield_rush": True}
    assert error_of([ash(), orc(hex=[0, -2])], rush) == "weapon_not_ready"
    late = BY_ID.model_copy(update={"end_turn": TacticalEndTurn.TURN})
    again = Played([ash(), orc(hex=[0, -2])], intent, defenses=undefended, rulings=late, faces=(3, 3, 3, 4, 1))
    assert again.turn("ash").slams == turn.slams


def test_evading() -> None:
    """A figure gets past a foe by an evade, unless it fails: then it stops in his hex; some let it pass."""
    path = [{"to": [0, -1]}, {"to": [0, -2]}, {"to": [0, -3]}]
    intent = order("move", path=path, follow_ups=[{"foe": "orc", "follow_up": "evade"}])
    passed = Played([ash(), orc(hex=[0, -2])], intent, faces=(3, 1, 1, 6, 6, 4))
    assert passed["ash"].hex == (0, -3)
    assert [each.passed for each in passed.turn("ash").evades] == [True]
    stopped = Played([ash(), orc(hex=[0, -2])], intent, faces=(5, 5, 5, 3, 3, 3))
    assert stopped["ash"].hex == (0, -2)
    assert stopped.turn("ash").ended == "ash got no farther than the foe on its way."
    let = {"figure": "orc", "maneuver": "concentrate", "lets_pass": ["ash"]}
    assert Played([ash(), orc(hex=[0, -2])], intent, let)["ash"].hex == (0, -3)


def test_leaving_on_the_foes_side() -> None:
    """Who leaves close combat on the foe's side must evade him first; if that fails, he stays."""
    figures = [ash(hex=[0, -1]), orc()]
    back = order("move", path=[{"to": [0, -2]}], follow_ups=[{"foe": "orc", "follow_up": "evade"}])
    stays = Played(figures, back, faces=(5, 5, 5, 3, 3, 3))
    assert stays["ash"].hex == (0, -1)
    assert stays.turn("ash").ended is not None
    assert Played(figures, back, faces=(3, 1, 1, 6, 6, 4))["ash"].hex == (0, -2)


def test_strikes_that_have_become_impossible_are_lost() -> None:
    """If the movement ends early, an attack that depends on it is lost, and the turn says why."""
    path = [{"to": [0, -1]}, {"to": [0, -2]}, {"to": [0, -3]}]
    elf = foe("elf", hex=[0, -4])
    follow = [{"foe": "orc", "follow_up": "evade"}]
    intent = order("move_and_attack", path=path, follow_ups=follow, attack={"target": "elf"})
    done = Played([ash(), orc(hex=[0, -2]), elf], intent, faces=(5, 5, 5, 3, 3, 3))
    assert done.turn("ash").attacks == ()
    assert "could not go through with it" in done.turn("ash").summary
    assert HIT
