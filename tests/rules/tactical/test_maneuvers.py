"""Maneuvers as orders of a round: what each does, with its step, its movement and its facing."""

from typing import Any

import pytest

from service.rules.roll_under.words import Posture
from service.rules.tactical.book.options import TacticalEndTurn
from service.rules.tactical.book.rulings import Rulings
from service.rules.tactical.figures.models import TacticalFigure
from tests.pins import pins
from tests.rules.tactical.attacks import armed, close_state, gun
from tests.rules.tactical.scenes import bow, foe, sword
from tests.rules.tactical.turns import BY_ID, HIT, MISS, Document, Played, ash, error_of, orc, refused
from tests.rules.tactical.watchmen import gunman, watching

STRIKE = {"target": "orc"}
UNDEFENDED_SELF = {"defense": {"preferences": [{"kind": "none"}]}}
UNDEFENDED = {"target": "orc", **UNDEFENDED_SELF}


def order(maneuver: str, **facts: Any) -> Document:
    """What Ash does."""
    return {"figure": "ash", "maneuver": maneuver} | facts


def archer(**facts: Any) -> TacticalFigure:
    """Ash with a bow in both hands."""
    return ash(**({"weapons": [bow(), sword()], "ready": {"both": "bow"}} | facts))


# Attack and feint


def test_a_step_before_the_attack() -> None:
    """Who steps before it attacks reaches a foe that stood too far away."""
    step = order("attack", attack=STRIKE, path=[{"to": [0, -1]}], end_facing=0)
    done = Played([ash(), orc(hex=[0, -2])], step, faces=MISS)
    assert (done["ash"].hex, done.turn("ash").attacks[0].reach) == ((0, -1), 1)
    assert done.turn("ash").hexes == 1


@pins("step-split")
def test_a_step_is_not_split() -> None:
    """A step of two hexes is whole, before the attack or after it."""
    long = BY_ID.model_copy(update={"step_hexes": 2})
    step = order("attack", attack=STRIKE, path=[{"to": [0, -1]}, {"to": [0, -2]}])
    done = Played([ash(), orc(hex=[0, -3])], step, faces=MISS, rulings=long)
    assert (done["ash"].hex, done.turn("ash").attacks[0].reach) == ((0, -2), 1)
    fault = refused([ash(), orc(hex=[0, -2])], step | {"strike_after": 1}, rulings=long)
    assert (fault.faults[0].pointer, fault.faults[0].rule) == ("/intents/0/strike_after", Rulings.STEP_SPLIT.id)


def test_a_step_after_the_attack() -> None:
    """Who steps after it attacks strikes first and is then out of reach, facing as it likes."""
    back = order("attack", attack=STRIKE, step="after", path=[{"to": [0, 1]}], end_facing=1)
    done = Played([ash(), orc()], back, faces=MISS)
    assert (done["ash"].hex, done["ash"].facing) == ((0, 1), 1)
    assert len(done.turn("ash").attacks) == 1
    told = [each for each in done.told if each.startswith("Ash")]
    assert told.index("Ash turned to face north-east.") > told.index("Ash moved 1 hex to [0, 1], facing north.")


def test_a_feint_fools_for_the_next_turn() -> None:
    """A feint lowers the defenses of a foe against the figure until the end of its next turn."""
    done = Played([ash(), orc()], order("feint", attack=STRIKE), faces=(3, 3, 3, 4, 4, 4))
    feint = done.turn("ash").feint
    assert feint is not None
    assert feint.penalty == 3
    assert [(each.by, each.turns) for each in done["orc"].state.feint] == [("ash", 0)]
    assert done.turn("ash").attacks == ()
    assert "Ash feinted" in done.outcome.summary
    again = Played(done.figures, order("attack", attack=STRIKE), order=["ash", "orc"], faces=(*HIT, 3, 3, 3, 1))
    defense = again.turn("ash").attacks[0].defenses[0]
    assert [each.value for each in defense.number.terms if each.label == "Feint"] == [-3]
    assert again["orc"].state.feint == ()


def test_an_all_out_attack_may_begin_with_a_feint() -> None:
    """An All-Out Attack (Feint) feints and then strikes in the same turn."""
    intent = order("all_out_attack", option="feint", attack=STRIKE)
    done = Played([ash(), orc()], intent, faces=(3, 3, 3, 5, 5, 5, *MISS))
    assert done.turn("ash").feint is not None
    assert len(done.turn("ash").attacks) == 1


def test_two_blows() -> None:
    """An All-Out Attack (Double) strikes twice."""
    intent = order("all_out_attack", option="double", attack=STRIKE | {"second": {}})
    done = Played([ash(), orc()], intent, faces=(*MISS, *MISS))
    assert len(done.turn("ash").attacks) == 2


def test_defenses_are_those_of_the_round() -> None:
    """Figures defend themselves as the round says, unless the attack says otherwise; a forced choice is a wish."""
    dodging = {"figure": "orc", "defense": {"preferences": [{"kind": "block"}, {"kind": "dodge"}], "forced": True}}
    done = Played([ash(), orc()], order("attack", attack=STRIKE), defenses=[dodging], faces=(*HIT, 3, 3, 1))
    assert done.turn("ash").attacks[0].defenses[0].kind == "dodge"
    own = Played([ash(), orc()], order("attack", attack=UNDEFENDED), defenses=[dodging], faces=(*HIT, 1))
    assert own.turn("ash").attacks[0].defenses == ()
    other = {"figure": "elf", "defense": {"preferences": [{"kind": "none"}]}}
    elf = foe("elf", hex=[4, 4])
    kept = Played([ash(), orc(), elf], order("attack", attack=STRIKE), defenses=[other], faces=(*HIT, 3, 3, 3))
    assert kept.turn("ash").attacks[0].defenses != ()


# All-Out Attack and Move and Attack


def test_an_all_out_attack_moves_first() -> None:
    """An All-Out Attack goes forward up to half its Move, and then attacks; the figure cannot defend itself."""
    path = [{"to": [0, -1]}, {"to": [0, -2]}]
    intent = order("all_out_attack", option="determined", attack=STRIKE, path=path)
    answer = {"figure": "orc", "maneuver": "attack", "attack": {"target": "ash"}}
    done = Played([ash(), orc(hex=[0, -3])], intent, answer, faces=(6, 6, 5, *HIT, 1))
    assert done.turn("ash").attacks[0].number.total == 16
    assert done.turn("orc").attacks[0].defenses == ()
    assert "tactical/maneuver/all-out-attack-order" in done.named


def test_a_move_and_attack_strikes_on_the_way() -> None:
    """A Move and Attack strikes at any point of its path, at -4, and then goes on."""
    path = [{"to": [0, -1]}, {"to": [0, 0], "mode": "backward"}, {"to": [0, 1], "mode": "backward"}]
    intent = order("move_and_attack", attack=STRIKE, path=path, strike_after=1)
    done = Played([ash(), orc(hex=[0, -2])], intent, faces=MISS)
    turn = done.turn("ash")
    assert (done["ash"].hex, turn.attacks[0].number.total, turn.points) == ((0, 1), 8, 5)
    assert error_of([ash(), orc(hex=[0, -2])], intent | {"strike_after": None}) == "tactical_out_of_reach"


def test_turning_late_by_an_option() -> None:
    """By the option, a Move and Attack strikes with the facing that its path ends with, and turns afterwards."""
    intent = order("move_and_attack", attack=STRIKE, path=[{"to": [0, -1]}], end_facing=3)
    rulings = BY_ID.model_copy(update={"end_turn": TacticalEndTurn.TURN})
    done = Played([ash(), orc(hex=[0, -2])], intent, rulings=rulings, faces=MISS)
    assert (done.turn("ash").attacks[0].zone, done["ash"].facing) == ("front", 3)
    early = Played([ash(), orc(hex=[0, -2])], intent, faces=MISS)
    assert early.turn("ash").attacks[0].zone == "back"
    shot = intent | {"attack": UNDEFENDED}
    assert Played([gunner(), orc(hex=[0, -4])], shot, rulings=rulings, faces=MISS).turn("ash").error is None
    assert error_of([gunner(), orc(hex=[0, -4])], shot) == "outside_arc"


# Other maneuvers


def test_all_out_defense() -> None:
    """An All-Out Defense (Dodge) moves half the Move, and the figure dodges at +2 until its next turn."""
    intent = order("all_out_defense", option="dodge", path=[{"turn": 1}, {"turn": -1}], end_facing=0)
    answer = {"figure": "orc", "maneuver": "attack", "attack": {"target": "ash"}}
    dodge = {"figure": "ash", "defense": {"preferences": [{"kind": "dodge"}]}}
    done = Played([ash(), orc()], intent, answer, defenses=[dodge], faces=(*HIT, 3, 3, 3))
    assert "+ 2" in next(each for each in done.told if each.startswith("Dodge of ash"))
    assert (done["ash"].state.maneuver, done["ash"].state.option) == ("all_out_defense", "dodge")
    assert done.turn("ash").points == 2


def test_aiming_takes_seconds() -> None:
    """Each second of Aim at the same target counts; another target begins anew, and a hex may be aimed at."""
    figures = [archer(), orc(hex=[0, -6]), foe("elf", hex=[1, -6])]
    first = Played(figures, order("aim", target="orc", braced=True))
    aim = first["ash"].state.aim
    assert aim is not None
    assert (aim.target, aim.weapon, aim.seconds, aim.braced) == ("orc", "bow", 1, True)
    second = Played(first.figures, order("aim", target="orc"))["ash"].state.aim
    assert second is not None
    assert second.seconds == 2
    other = Played(first.figures, order("aim", target="elf"))["ash"].state.aim
    assert other is not None
    assert (other.target, other.seconds) == ("elf", 1)
    there = Played(first.figures, order("aim", aim_hex=[0, -6]))
    aimed = there["ash"].state.aim
    assert aimed is not None
    assert (aimed.hex, aimed.target) == ((0, -6), None)
    assert "Ash aimed the bow at hex [0, -6]: 1 second." in there.told


def test_a_shot_uses_the_aim_up() -> None:
    """The bonus of an aim counts for the shot, and the aim is over."""
    state = {"aim": {"target": "orc", "weapon": "bow", "seconds": 2}}
    done = Played([archer(state=state), orc(hex=[0, -7])], order("attack", attack=STRIKE), faces=MISS)
    assert "Aim" in str(done.turn("ash").attacks[0].number)
    assert done["ash"].state.aim is None


def test_evaluating_adds_up_to_three() -> None:
    """Each second of Evaluate adds +1 against one foe, +3 at most, and the next attack on him uses it up."""
    figures: Any = [ash(), orc()]
    for bonus in (1, 2, 3, 3):
        done = Played(figures, order("evaluate", target="orc"))
        known = done["ash"].state.evaluate
        assert known is not None
        assert (known.foe, known.bonus) == ("orc", bonus)
        figures = done.figures
    struck = Played(figures, order("attack", attack=STRIKE), faces=(6, 6, 4))
    assert struck.turn("ash").attacks[0].number.total == 15
    assert struck["ash"].state.evaluate is None


def test_concentrating_may_step() -> None:
    """Concentrate has a step, and nothing else happens."""
    done = Played([ash(), orc()], order("concentrate", path=[{"to": [1, 0]}]))
    assert done["ash"].hex == (1, 0)
    assert "Ash concentrated." in done.told


# Concentrate


@pytest.mark.parametrize(("faces", "maneuver"), [((3, 3, 1), "concentrate"), ((3, 3, 2), "do_nothing")])
def test_a_defense_distracts_from_concentrating(faces: tuple[int, ...], maneuver: str) -> None:
    """Who defends itself while it concentrates rolls against Will - 3 after the attack."""
    dodged = {"target": "ash", "defense": {"preferences": [{"kind": "dodge"}]}}
    blow = {"figure": "orc", "maneuver": "attack", "attack": dodged}
    done = Played([ash(), orc()], order("concentrate"), blow, faces=(*HIT, 2, 2, 2, *faces))
    assert done["ash"].state.maneuver == maneuver
    assert ("Ash lost its concentration." in done.told) == (maneuver == "do_nothing")


@pytest.mark.parametrize(
    ("state", "faces"), [({}, (6, 6, 6)), ({"stunned": True}, ()), ({"maneuver": "evaluate"}, ()), ({"dead": True}, ())]
)
def test_a_wound_distracts_from_concentrating(state: Document, faces: tuple[int, ...]) -> None:
    """Who is hurt rolls, too, unless it is stunned or out of action, or does not concentrate."""
    blow = {"figure": "orc", "maneuver": "attack", "attack": {"target": "ash", **UNDEFENDED_SELF}}
    hurt = ash(basic_speed=4, state={"maneuver": "concentrate"} | state)
    recovery = (3, 3, 3) if state.get("stunned") else ()
    elm = ash(basic_speed=3, hex=[6, 6]).model_copy(update={"id": "elm"})
    Played([hurt, orc(), elm], blow, faces=(*HIT, 1, *faces, *recovery), order=["orc", "ash"])


# Pop-up attacks


def gunner(**facts: Any) -> TacticalFigure:
    """Ash with a pistol behind a pillar."""
    return ash(**(armed(gun()) | facts))


PILLAR = {"cells": [{"hex": [0, -1], "solid": True}]}
POPUP = order("attack", attack=UNDEFENDED, popup={"fire_hex": [1, -1]}, end_facing=2)


def test_a_pop_up_attack() -> None:
    """Who pops up shoots from the next hex at -2, and is back in cover at the end, facing as it likes."""
    done = Played([gunner(), orc(hex=[0, -4])], POPUP, faces=MISS, map=PILLAR)
    assert (done["ash"].hex, done["ash"].facing) == ((0, 0), 2)
    assert "Pop-up attack" in [each.label for each in done.turn("ash").attacks[0].number.terms]
    assert done.turn("ash").summary.endswith("Ash was back in cover.")
    risen = Played([gunner(), orc(hex=[3, -6])], POPUP | {"popup": {"fire_hex": [0, 0], "facing": 1}}, faces=MISS)
    assert "Ash rose for a pop-up attack." in risen.told


@pytest.mark.parametrize(("faces", "shots"), [((*HIT, 5, 5, 5, 1, 1), 1), ((*HIT, 5, 5, 5, 6, 6, 6, 6, 6), 0)])
def test_a_pop_up_attack_under_fire(faces: tuple[int, ...], shots: int) -> None:
    """Opportunity fire at the hex comes first and can only be dodged; whom it fells does not shoot, nor return."""
    watchman = gunman(hex=[1, -5], facing=3, side="blue", basic_speed=4, state=watching((1, -1)))
    faces = (*faces, *MISS) if shots else faces
    done = Played([gunner(), orc(hex=[0, -4]), watchman], POPUP, faces=faces, map=PILLAR)
    (fire,) = done.turn("ash").interrupts
    assert (fire.event, [each.kind for each in fire.attacks[0].defenses]) == ("appears", ["dodge"])
    assert len(done.turn("ash").attacks) == shots
    assert (done["ash"].hex == (0, 0)) == bool(shots)
    assert {"tactical/popup/exposed", "tactical/popup/dodge-only"} <= done.named


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"popup": {"fire_hex": [1, -2]}}, "/popup/fire_hex"),
        ({"popup": {"fire_hex": [0, -1]}}, "/popup/fire_hex"),
        ({"path": [{"to": [1, -1]}]}, "/path"),
        ({"posture": "kneeling"}, "/path"),
        ({"maneuver": "move_and_attack"}, "/popup"),
        ({"attack": None, "deed": {"action": "grab", "target": "orc"}}, "/attack"),
        ({"attack": {"target": "elf"}}, "/attack/target"),
    ],
)
def test_what_a_pop_up_attack_is_refused_for(changes: Document, pointer: str) -> None:
    """It goes one hex out, takes the place of the step, and is a shot."""
    fault = refused([gunner(), orc(hex=[0, -4])], POPUP | changes, map=PILLAR)
    assert fault.faults[0].pointer == f"/intents/0{pointer}"


def test_no_pop_up_attack_in_close_combat() -> None:
    """Who is in close combat does not pop up."""
    figures = [gunner(hex=[0, 0], state=close_state()), orc(hex=[0, 0], state={"close": []})]
    fault = refused(figures, POPUP)
    assert fault.faults[0].pointer == "/intents/0/figure"


# Postures


def test_changing_posture() -> None:
    """Change Posture takes the whole turn; who lies down keeps the feet where it stood, and rises in either hex."""
    lying = Played([ash(), orc(hex=[4, 4])], order("change_posture", posture="lying", upper_direction=1))
    assert (lying["ash"].posture, lying["ash"].hex, lying["ash"].facing) == (Posture.LYING, (1, -1), 1)
    rises = order("change_posture", posture="kneeling", hex=[1, -1])
    assert Played(lying.figures, rises)["ash"].hex == (1, -1)
    assert error_of(lying.figures, order("change_posture", posture="standing")) == "posture_change_invalid"


def test_kneeling_in_place_of_a_step() -> None:
    """Kneeling, or standing up from it, may take the place of the step of a maneuver."""
    done = Played([ash(), orc()], order("attack", attack=STRIKE, posture="kneeling"), faces=MISS)
    assert (done["ash"].posture, done.turn("ash").attacks[0].number.total) == (Posture.KNEELING, 10)
    both = order("attack", attack=STRIKE, posture="kneeling", path=[{"to": [1, 0]}])
    assert error_of([ash(), orc()], both) == "step_too_long"
    late = order("attack", attack=STRIKE, path=[{"to": [1, -1]}, {"posture": "kneeling"}])
    assert error_of([ash(), orc()], late) == "posture_change_invalid"


def test_crouching_is_free() -> None:
    """A figure crouches, or rises from a crouch, before it moves, without any cost."""
    crouched = Played([ash(), orc(hex=[5, 5])], order("move", free=[{"kind": "crouch"}], path=[{"to": [0, -1]}]))
    assert (crouched["ash"].posture, crouched.turn("ash").points) == (Posture.CROUCHING, 1.5)
    risen = Played(crouched.figures, order("move", free=[{"kind": "rise"}], path=[{"to": [0, -2]}]))
    assert (risen["ash"].posture, risen.turn("ash").points) == (Posture.STANDING, 1)
    assert "Ash stood up and moved 1 hex to [0, -2], facing north, 1 of 6 points." in risen.told


# Free actions


def test_dropping_a_weapon_is_free() -> None:
    """A figure drops what it holds, and may pick it up again where it lies."""
    done = Played(
        [ash(), orc(hex=[5, 5])], order("move", free=[{"kind": "drop", "weapon": "sword"}], path=[{"to": [0, -1]}])
    )
    assert (done["ash"].ready.right, done["ash"].state.dropped) == (None, ("sword",))
    assert done.turn("ash").summary.startswith("Ash dropped the sword.")
    lying = done["ash"].state.dropped_at[0]
    assert (lying.weapon, lying.hex) == ("sword", (0, -1))
    again = Played(done.figures, order("ready", item="sword"))
    assert (again["ash"].ready.right, again["ash"].state.dropped, again["ash"].state.dropped_at) == ("sword", (), ())
    assert again.outcome.items == ()


def test_letting_go_is_free() -> None:
    """A figure lets go of a foe before it leaves his hex."""
    holding = {"grapples": [{"foe": "orc"}]}
    figures = [ash(hex=[0, -1], facing=0, state=holding), orc(state={"grappled_by": ["ash"]})]
    done = Played(figures, order("move", free=[{"kind": "release", "foe": "orc"}]))
    assert (done["ash"].state.grapples, done["orc"].state.grappled_by) == ((), ())
    assert "Ash let go of orc." in done.told


# Wait


def test_waiting_turns_in_place() -> None:
    """A wait does not move, but may turn; it is remembered until it is set off."""
    wait = {"trigger": {"event": "enters_reach"}, "response": {"maneuver": "attack"}}
    done = Played([ash(), orc(hex=[0, -5])], order("wait", wait=wait, end_facing=1))
    assert done["ash"].facing == 1
    assert done["ash"].state.wait is not None
    assert not done["ash"].state.wait.moved
    assert error_of([ash(), orc()], order("wait", wait={})) == "trigger_required"
    assert error_of([ash(), orc()], order("wait", wait=wait, path=[{"to": [0, 1]}])) == "no_movement_allowed"


def watched_by_ash(done: Played) -> int:
    """The turns that Ash has begun in a watch."""
    wait = done["ash"].state.wait
    assert wait is not None
    assert wait.zone is not None
    return wait.zone.seconds_watched


def test_watching_one_hex_keeps_an_aim() -> None:
    """Turns in the same watch are counted; a watch of one hex keeps an aim, and another watch begins anew."""
    state = {"aim": {"hex": [0, -4], "weapon": "bow", "seconds": 1}}
    watch = {"kind": "opportunity", "zone": {"hexes": [[0, -4]]}}
    first = Played([archer(state=state), orc(hex=[5, 5])], order("wait", wait=watch))
    again = Played(first.figures, order("wait", wait=watch))
    other = Played(again.figures, order("wait", wait=watch | {"zone": {"hexes": [[0, -4], [0, -5]]}}))
    assert [watched_by_ash(each) for each in (first, again, other)] == [1, 2, 1]
    assert [each["ash"].state.aim is not None for each in (first, again, other)] == [True, True, False]


def test_a_wait_interrupts_a_move() -> None:
    """A waiting figure strikes a foe that comes into its reach; the foe goes on if it still can."""
    wait = {"trigger": {"event": "enters_reach"}, "response": {"maneuver": "attack"}}
    guard = orc(hex=[0, -4], basic_speed=9)
    waits = {"figure": "orc", "maneuver": "wait", "wait": wait}
    runs = order("move", path=[{"to": [0, -1]}, {"to": [0, -2]}, {"to": [0, -3]}, {"to": [1, -4]}])
    done = Played([ash(), guard], waits, runs, faces=MISS)
    turn = done.turn("ash")
    assert (done["ash"].hex, [each.figure for each in turn.interrupts]) == ((1, -4), ["orc"])
    assert "The turn of ash was interrupted by orc." in done.told
    assert turn.summary.startswith("Ash moved 3 hexes to [0, -3], facing north, 3 of 6 points. Orc missed ash.")
    assert turn.summary.endswith("Ash moved 1 hex to [1, -4], facing north-east, 4 of 6 points.")
    moved = [each for each in done.told if each.startswith("Ash moved")]
    assert moved == [
        "Ash moved 1 hex to [0, -1], facing north, 1 of 6 points.",
        "Ash moved 1 hex to [0, -2], facing north, 2 of 6 points.",
        "Ash moved 1 hex to [0, -3], facing north, 3 of 6 points.",
        "Ash moved 1 hex to [1, -4], facing north-east, 4 of 6 points.",
    ]
