"""The thirteen actions of close combat: what comes of them, and what they are refused for."""

from typing import Any

import pytest

from service.rules.roll_under.words import Posture
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import close_with, grip_on
from tests.pins import pins
from tests.rules.tactical.closing import BARE, FEARLESS, UNDEFENDED, after, cited, closed, near, north, path
from tests.rules.tactical.falls import told
from tests.rules.tactical.scenes import figure, foe, sword

WIN = (3, 3, 3, 6, 5, 5)
LOSE = (6, 5, 5, 3, 3, 3)
IN: dict[str, Any] = {"hex": [0, 0]}
KNIFE = sword(
    id="knife",
    skill="Knife",
    modes=[{"name": "stab", "kind": "thrust", "damage": "1d", "type": "impaling", "reaches": [0, 1]}],
)


NEXT: dict[str, Any] = {"state": {"close": [{"foe": "elm", "hex": [0, -1], "own_side": 0}]}}


def elm_with(foe: TacticalFigure) -> TacticalFigure:
    """A friend who is in close combat in the next hex."""
    return figure("elm", hex=list(foe.hex))


def armed(**facts: Any) -> TacticalFigure:
    """Ash with a knife."""
    return figure(**({"weapons": [KNIFE], "ready": {"right": "knife"}} | facts))


# Entering


def test_enter() -> None:
    """A figure may step into a foe's hex without a roll; close combat begins at once for both."""
    outcome, dice = closed("enter", figure(), foe(), end_facing=2)
    assert outcome.summary == "Ash entered the hex of orc."
    assert outcome.verdict.succeeded
    assert outcome.position.hex == (0, -1)
    assert outcome.position.facing == 2
    assert [(pair.foe, pair.own_side, pair.entered, pair.turns) for pair in outcome.pairs] == [("orc", 3, True, 1)]
    theirs = close_with(after(outcome, "orc"), "ash")
    assert theirs is not None
    assert (theirs.own_side, theirs.entered, theirs.turns) == (0, False, 0)
    rules = {"close/start", "close/enter", "close/run-in", "close/halves", "close/definition"}
    assert {f"tactical/{each}" for each in rules} <= cited(dice)


@pins("entry-sideways")
@pytest.mark.parametrize(
    ("hex", "mode", "facing", "ends"),
    [((0, -1), "forward", 0, 0), ((1, -1), "forward", 0, 1), ((1, 0), "sidestep", 0, 2), ((0, 1), "backward", 0, 0)],
)
def test_running_in(hex: tuple[int, int], mode: str, facing: int, ends: int) -> None:
    """Running in ends facing the foe, but backward with the facing kept; the half is that of the entry all the same."""
    outcome, _ = closed("enter", figure(facing=facing), foe(hex=list(hex)), maneuver="move", path=path(hex, mode=mode))
    assert outcome.position.facing == ends
    assert outcome.pairs[0].own_side == {(0, -1): 3, (1, -1): 4, (1, 0): 5, (0, 1): 0}[hex]


def test_any_number_may_join() -> None:
    """There is no limit on fighters in one hex of close combat."""
    others = [foe(f"orc{each}", hex=[0, -1]) for each in range(3)]
    elm = figure("elm", hex=[0, -1])
    outcome, dice = closed("enter", figure(), elm, *others, target="orc1")
    assert [pair.foe for pair in outcome.pairs] == ["orc0", "orc1", "orc2"]
    assert "tactical/close/any-number" in cited(dice)


def test_stopped_on_the_way() -> None:
    """A failed evade of another foe on the way ends the movement in his hex."""
    outcome, _ = closed("enter", figure(), foe("imp"), foe(hex=[0, -2]), maneuver="move", path=north(2), faces=LOSE)
    assert not outcome.verdict.succeeded
    assert outcome.summary == "Ash did not get as far as orc."
    assert outcome.position.hex == (0, -1)
    assert [pair.foe for pair in outcome.pairs] == ["imp"]


# Evading


def test_evade_through() -> None:
    """Who wins the evade goes on through the foe's hex and is in no close combat."""
    outcome, dice = closed("evade", figure(), foe(), path=north(2), target=None, faces=WIN)
    assert outcome.summary == "Ash got past orc."
    assert outcome.position.hex == (0, -2)
    assert not outcome.pairs
    assert [(each.foe, each.approach, each.passed) for each in outcome.evades] == [("orc", "front", True)]
    assert {"tactical/close/pass-choice", "tactical/evade/points", "tactical/close/front-exit"} <= cited(dice)


def test_one_failure_is_enough() -> None:
    """Of two foes in one hex the second is not even contested once the first one has stopped the figure."""
    two = (foe(dx=12, **NEXT), foe("imp", dx=9, **NEXT))
    outcome, _ = closed("evade", figure(), elm_with(two[0]), *two, path=north(2), target=None, faces=LOSE)
    assert [each.foe for each in outcome.evades] == ["orc"]
    assert [pair.foe for pair in outcome.pairs] == ["orc", "imp"]


def test_evade_fails() -> None:
    """Who does not win stops in the foe's hex, in close combat with him."""
    outcome, _ = closed("evade", figure(), foe(facing=0), path=north(2), faces=(6, 6, 6, 6, 6, 6))
    assert outcome.evades[0].approach == "back"
    assert not outcome.verdict.succeeded
    assert outcome.summary == "Ash did not get past orc."
    assert [pair.foe for pair in outcome.pairs] == ["orc"]


def test_evade_out_on_the_foes_side() -> None:
    """From within the hex an evade leads out on the foe's side; each foe concerned is evaded in turn order."""
    slow = foe(**IN, dx=9, ht=9)
    quick = foe("imp", **IN, dx=12, ht=12)
    here = figure(state={"close": [{"foe": each, "hex": [0, 0], "own_side": 3} for each in ("orc", "imp")]})
    outcome, dice = closed("evade", here, slow, quick, exit_direction=0, target=None, faces=(3, 3, 3, 6, 6, 6) * 2)
    assert [each.foe for each in outcome.evades] == ["imp", "orc"]
    assert outcome.position.hex == (0, -1)
    assert {"tactical/close/leave-foe-side", "tactical/close/multi-halves"} <= cited(dice)
    outcome, _ = closed("evade", here, slow, quick, exit_direction=0, target=None, faces=LOSE)
    assert outcome.position.hex == (0, 0)
    assert len(outcome.pairs) == 2


def test_let_pass() -> None:
    """Foes who let it pass are no hindrance."""
    outcome, _ = closed("evade", figure(), foe(), path=north(2), let_pass=True)
    assert outcome.verdict.succeeded
    assert outcome.evades[0].contest is None


# Leaving


@pytest.mark.parametrize(("direction", "mode"), [(3, "back"), (2, "side"), (4, "side")])
def test_leave(direction: int, mode: str) -> None:
    """A figure may leave by the three hexes of its own side, paying as usual."""
    outcome, dice = closed("leave", figure(**near()), foe(**IN), exit_direction=direction, target=None)
    assert outcome.summary == "Ash left the close combat with orc."
    assert not outcome.pairs
    assert after(outcome, "ash").state.mp_spent == 2
    assert not after(outcome, "orc").state.close
    assert "tactical/close/leave-own-side" in cited(dice)


def test_leave_with_a_step() -> None:
    """A maneuver with a step leaves on its own side only."""
    outcome, dice = closed("leave", figure(**near()), foe(**IN), exit_direction=3, maneuver="ready")
    assert outcome.position.hex == (0, 1)
    assert "tactical/close/leave-step" in cited(dice)


def test_leaving_lets_go() -> None:
    """A grappler who leaves lets go."""
    holding = figure(**near(grapples=[{"foe": "orc", "hands": 2}]), **BARE)
    outcome, dice = closed("leave", holding, foe(**IN), exit_direction=3)
    assert not outcome.grapples
    assert not after(outcome, "orc").state.grappled_by
    assert "tactical/close/grappled-stay" in cited(dice)
    assert "Ash left and let go of orc." in told(dice)


def test_the_strong_drag_their_holders() -> None:
    """A victim with more than twice the holder's ST leaves, and drags the holder along into its hex."""
    giant = figure(st=21, **near(grappled_by=["orc"]))
    outcome, dice = closed("leave", giant, foe(**IN), exit_direction=3)
    assert not outcome.verdict.succeeded
    assert after(outcome, "orc").hex == (0, 1)
    assert [(pair.foe, pair.hex) for pair in outcome.pairs] == [("orc", (0, 1))]
    assert "Ash dragged orc along." in told(dice)


# Attacks


def test_attack() -> None:
    """An attack in close combat takes reach C."""
    outcome, dice = closed("attack", armed(**near()), foe(**IN), faces=(3, 3, 3, 2), **FEARLESS)
    assert outcome.verdict.result == "hit"
    assert outcome.verdict.injury == 4
    assert outcome.summary == "Ash hit orc in the torso for 4 points of injury."
    assert after(outcome, "orc").hp == 6
    assert {"tactical/close/definition", "tactical/attack/hit-or-miss"} <= cited(dice)


@pytest.mark.parametrize(("answer", "penalty"), [((5, 5, 5), 3), ((3, 3, 3), 0)])
def test_a_feint(answer: tuple[int, ...], penalty: int) -> None:
    """A feint in close combat is told with its contest, and succeeds if the target falls for it."""
    outcome, dice = closed("attack", armed(**near()), foe(**IN), faces=(3, 3, 3, *answer), **FEARLESS, maneuver="feint")
    assert outcome.feint is not None
    assert (outcome.feint.roll, outcome.feint.target_roll, outcome.feint.penalty) == (9, sum(answer), penalty)
    assert outcome.verdict.succeeded is (penalty > 0)
    assert (outcome.verdict.result, outcome.attacks) == (None, ())
    assert after(outcome, "ash").state.maneuver == "feint"
    assert "tactical/maneuver/feint" in cited(dice)


def test_a_feint_before_an_attack() -> None:
    """An All-Out Attack (Feint) succeeds if its attack hits, whatever comes of the feint."""
    order: dict[str, Any] = {"maneuver": "all_out_attack", "option": "feint"}
    outcome, _ = closed("attack", armed(**near()), foe(**IN), faces=(3, 3, 3, 5, 5, 5, 6, 5, 5), **FEARLESS, **order)
    assert outcome.feint is not None
    assert (outcome.feint.penalty > 0, outcome.verdict.succeeded, outcome.verdict.result) == (True, False, "miss")


@pins("shield-first")
@pytest.mark.parametrize(("turns", "entered", "modifier"), [(1, True, 0), (1, False, -2), (2, True, -2)])
def test_a_shield_hampers_attacks(turns: int, entered: bool, modifier: int) -> None:
    """Every attack in close combat is at -DB, except those of an entrant in the turn it enters."""
    pair = {"foe": "orc", "hex": [0, 0], "own_side": 3, "turns": turns, "entered": entered}
    bearer = armed(shield={"db": 2, "level": 12}, state={"close": [pair]})
    outcome, _ = closed("attack", bearer, foe(**IN), faces=(6, 6, 5, 3, 3, 4), **FEARLESS)
    assert outcome.attacks[0].number.total == 12 + modifier


def test_strike_into() -> None:
    """From outside one may strike into a friend's close combat, at -2."""
    elm = figure("elm", hex=[0, -1], facing=0, state={"close": [{"foe": "orc", "hex": [0, -1], "own_side": 3}]})
    outcome, dice = closed("strike_into", figure(), elm, foe(), faces=(3, 3, 3, 2), **FEARLESS)
    assert outcome.attacks[0].number.total == 10
    assert outcome.verdict.injury
    assert {"tactical/striking/who", "tactical/striking/number"} <= cited(dice)
    assert "Ash struck into the close combat of orc." in told(dice)


# Grapples


def test_grab() -> None:
    """Success with bare hands does no damage: the foe is grappled."""
    ash = figure(skills=[{"name": "Wrestling", "level": 13}], sm=1, **near(), **BARE)
    outcome, dice = closed("grab", ash, foe(**IN), faces=(4, 4, 4), **FEARLESS)
    assert outcome.summary == "Ash took hold of orc."
    assert outcome.attacks[0].number.total == 14
    assert not outcome.attacks[0].wounds
    assert [(grip.foe, grip.hands) for grip in outcome.grapples] == [("orc", 2)]
    assert after(outcome, "orc").state.grappled_by == ("ash",)
    assert after(outcome, "ash").state.attacked_with == ()
    assert [weapon.id for weapon in after(outcome, "ash").weapons] == ["sword"]
    assert {"tactical/grapple/grab", "tactical/grapple/effect"} <= cited(dice)


def test_grab_with_one_hand() -> None:
    """One hand may hold a part of the body; modifiers of the caller's own count."""
    outcome, _ = closed(
        "grab",
        figure(**near()),
        foe(**IN),
        faces=(3, 3, 3),
        modifiers=[{"label": "Slippery", "value": 3}],
        attack={"location": "right_arm", "defense": UNDEFENDED},
    )
    assert [(grip.hands, grip.location) for grip in outcome.grapples] == [(1, "right_arm")]
    assert outcome.attacks[0].number.total == 10 - 2 + 3


def test_a_grab_in_haste_is_capped() -> None:
    """The points of Size Modifier above the foe's count before the cap of a Move and Attack."""
    ash = figure(skills=[{"name": "Wrestling", "level": 13}], sm=2, **near(), **BARE)
    outcome, _ = closed("grab", ash, foe(**IN), maneuver="move_and_attack", faces=(3, 3, 4), **FEARLESS)
    number = outcome.attacks[0].number
    assert number.total == 9
    assert [(each.rule, each.value) for each in number.terms] == [
        ("tactical/maneuver/move-and-attack", -4),
        ("tactical/grapple/grab", 2),
        ("tactical/maneuver/move-and-attack", -2),
    ]
    assert not outcome.verdict.succeeded


def test_a_grab_may_fail() -> None:
    """A miss, or a defense, gets hold of nobody."""
    outcome, dice = closed("grab", figure(**near(), **BARE), foe(**IN), faces=(4, 4, 4), **FEARLESS)
    assert outcome.summary == "Ash did not get hold of orc."
    assert not outcome.grapples
    assert told(dice)[-1] == "Ash got hold of nobody."


def test_a_grab_follows_a_retreat() -> None:
    """Who is grabbed in spite of a retreat is held in close combat from the next hex; a longer retreat gets away."""
    outcome, _ = closed("grab", figure(**near(), **BARE), foe(**IN), faces=(3, 3, 3, 6, 5, 4))
    assert outcome.verdict.succeeded
    assert outcome.pairs[0].adjacent
    assert grip_on(after(outcome, "ash"), "orc") is not None
    far = {"preferences": [{"kind": "dodge", "retreat": {"to": [0, -2]}}]}
    swift = foe(**IN, basic_move=20, basic_speed=5)
    outcome, dice = closed("grab", figure(**near(), **BARE), swift, attack={"defense": far}, faces=(3, 3, 3, 6, 5, 4))
    assert not outcome.verdict.succeeded
    assert "Orc had retreated out of the arms of ash." in told(dice)


def test_takedown_and_pin() -> None:
    """A takedown lays the loser down, a pin makes who lies helpless."""
    outcome, _ = closed("takedown", figure(**near(), **BARE), foe(**IN), faces=WIN)
    assert outcome.summary == "Ash brought orc down."
    assert outcome.verdict.fell == "orc"
    assert after(outcome, "orc").posture is Posture.LYING
    outcome, _ = closed("takedown", figure(**near(), **BARE), foe(**IN), faces=LOSE)
    assert outcome.summary == "Ash failed to bring orc down, and fell."
    assert outcome.verdict.fell == "ash"
    outcome, _ = closed("takedown", figure(**near(), **BARE), foe(**IN), faces=(3, 3, 3, 3, 3, 3))
    assert outcome.summary == "Ash did not bring orc down."
    lying = foe(posture="lying", upper_direction=0, hex=[0, -1])
    for faces, text in (((3, 3, 3, 6, 6, 6), "pinned"), ((6, 6, 6, 3, 3, 3), "did not pin")):
        helped = figure("elm", hex=[0, 0], st=5)
        outcome, _ = closed("pin", figure(**near(), **BARE), lying, helped, helpers=["elm"], faces=faces)
        assert outcome.summary == f"Ash {text} orc."
        assert outcome.contest is not None


def test_breaking_free_and_letting_go() -> None:
    """Held figures break free, a pinned one too; letting go is free and no maneuver."""
    for faces, text in ((WIN, "broke free of"), (LOSE, "could not break free of")):
        held = figure(posture="lying", hex=[0, 1], state={"grappled_by": ["orc"], "pinned_by": ["orc"]})
        outcome, _ = closed("break_free", held, foe(**IN), faces=faces)
        assert outcome.summary == f"Ash {text} orc."
    outcome, _ = closed("release", figure(**near(grapples=[{"foe": "orc"}])), foe(**IN))
    assert outcome.summary == "Ash let go of orc."
    assert after(outcome, "ash").state.maneuver is None


# Readying, the shield, and declaring


def test_readying() -> None:
    """Readying takes a roll against DX; the answer says how it went."""
    ash = figure(weapons=[KNIFE], skills=[{"name": "Fast-Draw (Knife)", "level": 12}], **near(), **BARE)
    outcome, _ = closed("ready", ash, foe(**IN), target=None, fast_draw=True, faces=(3, 3, 3, 3, 3, 4))
    assert outcome.summary == "Ash readied the knife in no time."
    assert outcome.readied is not None
    assert after(outcome, "ash").ready.right == "knife"
    outcome, _ = closed("ready", ash, foe(**IN), target=None, faces=(5, 5, 5))
    assert outcome.summary == "Ash did not ready the knife."
    assert after(outcome, "ash").state.maneuver == "ready"


def test_fast_draw_with_a_shield() -> None:
    """In later turns of close combat a shield lowers the roll against DX, and not that of Fast-Draw."""
    pair = {"foe": "orc", "hex": [0, 0], "own_side": 3, "turns": 2}
    skills = [{"name": "Fast-Draw (Knife)", "level": 12}]
    ash = figure(weapons=[KNIFE], skills=skills, shield={"db": 2, "level": 12}, ready={}, state={"close": [pair]})
    _, dice = closed("ready", ash, foe(**IN), target=None, fast_draw=True, faces=(1, 1, 2, 4, 4, 4))
    assert [step.target.total for step in dice.steps if step.target is not None] == [ash.dx - 2, 12]


def test_dropping_the_shield() -> None:
    """The shield comes off with a roll against DX."""
    ash = figure(shield={"db": 1, "level": 10}, **near())
    for faces, text in (((3, 3, 3), "dropped the shield"), ((6, 6, 5), "could not get rid of the shield")):
        outcome, _ = closed("drop_shield", ash, foe(**IN), target=None, faces=faces)
        assert outcome.summary == f"Ash {text}."


def test_declaring() -> None:
    """From a touching hex close combat is declared without entering; it binds both."""
    outcome, dice = closed("declare_adjacent", figure(), foe())
    assert outcome.position.hex == (0, 0)
    assert [(pair.hex, pair.own_side, pair.adjacent, pair.entered) for pair in outcome.pairs] == [
        ((0, -1), 3, True, False)
    ]
    assert "tactical/close/adjacent-declare" in cited(dice)
