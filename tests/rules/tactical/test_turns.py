"""The eight parts of a turn: what begins and ends with it, who stays conscious, and who recovers."""

import pytest

from service.rules.roll_under.words import Posture
from service.rules.tactical.book.options import TacticalRunaround
from service.rules.tactical.figures.condition import TacticalFeinted
from service.rules.tactical.figures.standing import with_state
from tests.rules.tactical.scenes import bow, figure, foe
from tests.rules.tactical.turns import BY_ID, HIT, MISS, Played, ash, orc

NOTHING = {"maneuver": "do_nothing"}
ASH_RESTS = {"figure": "ash"} | NOTHING


def test_a_round_gives_everybody_a_turn() -> None:
    """Every able figure takes one turn, in turn order; who has no order does nothing; the dead are passed over."""
    dead = foe("elf", hex=[3, 3], state={"dead": True})
    done = Played([ash(), orc(), dead], {"figure": "ash", "maneuver": "concentrate"})
    assert [each.figure for each in done.outcome.turns] == ["ash", "orc", "elf"]
    assert [each.maneuver for each in done.outcome.turns] == ["concentrate", "do_nothing", None]
    assert [each.skipped for each in done.outcome.turns] == [False, False, True]
    assert done.turn("elf").summary == "Elf was dead and did not act."
    assert {"tactical/turn/second", "tactical/turn/one-maneuver", "tactical/turn/window"} <= done.named


def test_counters_begin_anew() -> None:
    """Parries, block, retreat, balance and a wait count until the figure's next turn begins."""
    state = {
        "parries": [{"hand": "right", "count": 2}],
        "blocked": True,
        "retreat": {"foe": "orc"},
        "off_balance": True,
        "attacked_with": ["sword"],
        "wait": {"trigger": {"event": "any"}, "response": {}},
        "moved_hexes": 3,
        "mp_spent": 3.5,
        "break_free_tried": 4,
        "disabled": [{"location": "right_arm", "seconds": 1}, {"location": "left_leg", "seconds": 3}],
    }
    after = Played([ash(state=state), orc()], ASH_RESTS)["ash"].state
    assert (after.parries, after.blocked, after.retreat, after.off_balance, after.attacked_with) == (
        (),
        False,
        None,
        False,
        (),
    )
    assert (after.wait, after.moved_hexes, after.mp_spent, after.break_free_tried) == (None, 0, 0, 3)
    assert [(each.location, each.seconds) for each in after.disabled] == [("left_leg", 2)]
    assert after.turn_start is not None
    assert (after.turn_start.hex, after.turn_start.facing) == ((0, 0), 0)


def test_waits_that_nothing_sets_off_are_wasted() -> None:
    """A wait that is not set off until the next turn is over, and so is a watch."""
    waiting = {"wait": {"trigger": {"event": "any"}, "response": {}}}
    watching = {"wait": {"kind": "opportunity", "zone": {"hexes": [[5, 5]]}}}
    done = Played([ash(state=waiting), orc(state=watching)])
    assert "Ash waited in vain." in done.told
    assert "Orc watched in vain." in done.told


def test_who_is_seen_is_remembered_by_an_option() -> None:
    """If the options say so, a turn remembers the foes in whose arc of vision it begins."""
    rulings = BY_ID.model_copy(update={"runaround": TacticalRunaround.SEEN})
    figures = [ash(), orc(), foe("elf", hex=[0, 3], facing=3), figure("elm", hex=[1, 0], basic_speed=4)]
    assert Played(figures, rulings=rulings)["ash"].state.seen_by == ("orc",)
    assert Played(figures)["ash"].state.seen_by == ()


# Consciousness


@pytest.mark.parametrize(("hp", "number"), [(0, 10), (-9, 10), (-10, 9), (-25, 8)])
def test_staying_conscious(hp: int, number: int) -> None:
    """Without hit points, to do anything takes HT, -1 for each full multiple of the hit points below zero."""
    concentrating = {"figure": "ash", "maneuver": "concentrate"}
    done = Played([ash(hp=hp), orc()], concentrating, faces=(2, 3, number - 5))
    assert done.turn("ash").consciousness == number
    assert not done["ash"].state.unconscious
    failed = Played([ash(hp=hp), orc()], concentrating, faces=(3, 3, number - 5))
    assert failed["ash"].state.unconscious
    assert failed["ash"].posture is Posture.LYING
    assert failed["ash"].state.dropped == ("sword",)
    assert failed.outcome.verdict.fallen == ("ash",)
    assert failed.outcome.verdict.winner == "blue"


def test_nothing_needs_no_consciousness() -> None:
    """Who does nothing does not roll to stay conscious."""
    assert Played([ash(hp=-5), orc()], ASH_RESTS).turn("ash").consciousness is None


def test_who_lies_faints_where_he_lies() -> None:
    """Who falls unconscious while lying stays where he is."""
    lying = ash(hp=0, posture="lying", hex=[0, 1])
    done = Played([lying, orc()], {"figure": "ash", "maneuver": "concentrate"}, faces=(6, 6, 5))
    assert (done["ash"].hex, done["ash"].state.unconscious) == ((0, 1), True)


# Stun


def test_recovering_from_a_stun() -> None:
    """A stunned figure does nothing and rolls HT; success ends the stun when its next turn begins."""
    stunned = ash(state={"stunned": True})
    failed = Played([stunned, orc()], ASH_RESTS, faces=(6, 6, 3))
    assert failed.turn("ash").stun_recovery == 15
    assert (failed["ash"].state.stunned, failed["ash"].state.stun_ending) == (True, False)
    succeeded = Played([stunned, orc()], ASH_RESTS, faces=(3, 3, 3))
    assert (succeeded["ash"].state.stunned, succeeded["ash"].state.stun_ending) == (True, True)
    later = Played(succeeded.figures, {"figure": "ash", "maneuver": "concentrate"}, order=succeeded.outcome.order)
    assert later.turn("ash").error is None
    assert (later["ash"].state.stunned, later["ash"].state.stun_ending) == (False, False)


def test_stunned_figures_only_do_nothing() -> None:
    """Any other maneuver of a stunned figure becomes Do Nothing, and it rolls to recover all the same."""
    done = Played([ash(state={"stunned": True}), orc()], {"figure": "ash", "maneuver": "move"}, faces=(3, 3, 3))
    turn = done.turn("ash")
    assert turn.error is not None
    assert (turn.error.code, turn.error.rule, turn.maneuver) == ("figure_unable", "tactical/turn/stun", "do_nothing")
    assert turn.stun_recovery == 9


def test_dazed_figures_do_nothing_for_one_turn() -> None:
    """Who must do nothing in his next turn is free after it."""
    dazed = ash(state={"must_do_nothing": True})
    done = Played([dazed, orc()], {"figure": "ash", "maneuver": "move"})
    assert done.turn("ash").error is not None
    assert not done["ash"].state.must_do_nothing


# Shock


def test_shock_lasts_for_the_next_turn() -> None:
    """Shock lowers skills in the victim's next turn, and is over after it."""
    hurt = ash(state={"shock": -2})
    striking = {"figure": "ash", "maneuver": "attack", "attack": {"target": "orc"}}
    done = Played([hurt, orc()], striking, faces=MISS)
    assert done.turn("ash").attacks[0].number.total == 10
    assert done["ash"].state.shock == 0
    assert "tactical/turn/shock-window" in done.named


def test_shock_of_a_wound_waits_for_the_victims_turn() -> None:
    """Who is wounded by a foe that acts first feels it in the turn that follows, and then no more."""
    blow = {"target": "orc", "defense": {"preferences": [{"kind": "none"}]}}
    strikes = {"figure": "ash", "maneuver": "attack", "attack": blow}
    answers = {"figure": "orc", "maneuver": "attack", "attack": {"target": "ash"}}
    done = Played([ash(), orc()], strikes, answers, faces=(*HIT, 1, *MISS))
    assert done.turn("ash").attacks[0].wounds[0].shock == -3
    assert done.turn("orc").attacks[0].number.total == 9
    assert done["orc"].state.shock == 0


# Feints, aims and evaluations


@pytest.mark.parametrize(("turns", "left"), [(0, []), (1, [0]), (2, [1])])
def test_feints_last_for_turns_of_the_figure_that_feinted(turns: int, left: list[int]) -> None:
    """What a figure has fallen for is over after a turn of the one who feinted; feints of others stay."""
    fooled = with_state(orc(), feint=(TacticalFeinted(by="ash", penalty=2, turns=turns),))
    other = TacticalFeinted(by="elm", penalty=1, turns=1)
    fooled = with_state(fooled, feint=(*fooled.state.feint, other))
    after = Played([ash(), fooled], ASH_RESTS)["orc"].state.feint
    assert [each.turns for each in after if each.by == "ash"] == left
    assert [each for each in after if each.by == "elm"] == [other]


def test_aims_and_evaluations_end_with_other_maneuvers() -> None:
    """An aim and an evaluation are lost by any maneuver that neither goes on with them nor uses them."""
    state = {
        "aim": {"target": "orc", "weapon": "bow", "seconds": 2},
        "evaluate": {"foe": "orc", "bonus": 2},
    }
    archer = ash(weapons=[bow()], ready={"both": "bow"}, state=state)
    after = Played([archer, orc(hex=[0, -5])], {"figure": "ash", "maneuver": "concentrate"})["ash"].state
    assert (after.aim, after.evaluate) == (None, None)


def test_a_run_is_forgotten_by_who_stands_still() -> None:
    """The straight run of a figure's last move is over after a turn without any movement."""
    running = ash(state={"velocity": {"direction": 0, "yards": 4}})
    assert Played([running, orc(hex=[0, -5])], ASH_RESTS)["ash"].state.velocity is None


def test_sprints_count_the_seconds_of_a_straight_run() -> None:
    """Each turn of running straight ahead counts as a second of sprinting; anything else ends it."""
    ahead = {"figure": "ash", "maneuver": "move", "path": [{"to": [0, -1]}, {"to": [0, -2]}]}
    away = orc(hex=[5, 5])
    done = Played([ash(), away], ahead)
    assert done["ash"].state.sprinting == 1
    again = ahead | {"path": [{"to": [0, r]} for r in range(-3, -10, -1)]}
    rulings = BY_ID.model_copy(update={"sprint": True})
    faster = Played(done.figures, again, rulings=rulings)
    assert (faster["ash"].hex, faster["ash"].state.sprinting) == ((0, -9), 2)
    assert Played(faster.figures, ASH_RESTS)["ash"].state.sprinting == 0


# The end of the round


def test_the_fight_is_over_when_one_side_is_left() -> None:
    """A round tells which sides can still act, who fell and what was lost; allies win together."""
    done = Played([ash(), orc(hp=0)], {"figure": "orc", "maneuver": "concentrate"}, faces=(6, 6, 6))
    assert (done.outcome.able_sides, done.outcome.fight_over) == (("red",), True)
    assert done.outcome.verdict.winner == "red"
    assert done.outcome.summary == "Nobody attacked. The fight is over: victory for red. Blue lost orc (down)."
    relations = [{"sides": ["red", "green"], "relation": "ally"}]
    friends = Played([ash(), figure("elm", side="green", hex=[3, 0])], map={"relations": relations})
    assert (friends.outcome.able_sides, friends.outcome.fight_over) == (("red", "green"), True)
    assert friends.outcome.verdict.winner is None
    assert friends.outcome.summary.endswith("The fight is over.")
    assert not Played([ash(), orc()], faces=()).outcome.fight_over


def test_only_changed_figures_come_back() -> None:
    """Figures that took a turn come back with their state; who is passed over stays as sent."""
    dead = foe("elf", hex=[3, 3], state={"dead": True})
    done = Played([ash(), dead, orc()])
    assert [each.id for each in done.outcome.figures] == ["ash", "orc"]


def test_the_summary_tells_six_turns() -> None:
    """A round's summary tells the first six turns in which something happened, and counts the others."""
    reds = [figure(f"a{place}", hex=[place, 0], facing=0, basic_speed=9 - place) for place in range(7)]
    blues = [foe(f"b{place}", hex=[place, -1], basic_speed=2) for place in range(7)]
    orders = [{"figure": f"a{place}", "maneuver": "attack", "attack": {"target": f"b{place}"}} for place in range(7)]
    names = [each.id for each in (*reds, *blues)]
    done = Played([*reds, *blues], *orders, order=names, faces=MISS * 7)
    assert done.outcome.summary.count("missed") == 6
    assert done.outcome.summary.endswith("And one turn more.")
