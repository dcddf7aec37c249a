"""What figures do that play by themselves, in one situation after the other."""

from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from service.rules.kernel.hexes import distance, neighbours
from service.rules.roll_under.words import Posture
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import (
    TacticalLocation,
    TacticalManeuver,
    TacticalManeuverOption,
    TacticalStance,
    TacticalWaitEvent,
)
from service.rules.tactical.rounds.policy.policy import choice_of, minded
from service.rules.tactical.rounds.policy.proposals import RUN, rising, striking_after
from service.rules.tactical.rounds.policy.view import WALK, View, lengths_of_ways, targets_of
from service.rules.tactical.rounds.records import TacticalDeedKind, TacticalFreeKind
from tests.rules.tactical.battles import fists, knife
from tests.rules.tactical.falls import supplied
from tests.rules.tactical.minds import BARE, PIKE, STEADY, Document, chosen, room, why
from tests.rules.tactical.scenes import OPEN, field, figure, foe, sword

_, CAUTIOUS, RECKLESS = TacticalStance
Maneuver = TacticalManeuver
CASES: Final = {
    case["id"]: case
    for case in yaml.load(
        (Path(__file__).parent / "inventory" / "pursuit.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader
    )
}


# Whom it goes for


def test_target_of_the_inventory() -> None:
    """Golden x16: the nearest foe that is seen, then the one with the fewest hit points, then by id."""
    case = CASES["x16"]
    foes = [foe(each["id"], hex=each["hex"], hp=each["hp"]) for each in case["in"]["foes"]]
    ground = field(figure("me", hex=case["in"]["me"], vision="360"), *foes)
    assert targets_of(ground, ground["me"])[0][0].id == case["out"]


def test_those_who_are_seen_come_first() -> None:
    """A foe behind comes after those in front, even if it is nearer; friends and the unconscious are no targets."""
    ground = field(
        figure(),
        foe("behind", hex=[0, 1]),
        foe("ahead", hex=[0, -4]),
        foe("down", hex=[0, -2], state={"unconscious": True}),
        figure("friend", hex=[2, -3]),
    )
    targets = targets_of(ground, ground["ash"])
    assert [(each.id, apart) for each, apart in targets] == [("ahead", 4), ("behind", 1)]


# Who can do little


@pytest.mark.parametrize("state", [{"stunned": True}, {"must_do_nothing": True}])
def test_the_stunned_do_nothing(state: dict[str, Any]) -> None:
    """Who is stunned, or must do nothing, does nothing."""
    ground = field(figure(state=state), foe())
    assert chosen(ground).maneuver is Maneuver.DO_NOTHING
    assert why(ground) == "it is stunned"


def test_without_foes_nothing_is_done() -> None:
    """Without a conscious foe a figure that stands does nothing, and one that lies gets up."""
    down = foe(state={"unconscious": True})
    assert chosen(field(figure(), down)).maneuver is Maneuver.DO_NOTHING
    assert chosen(field(figure(posture="lying"), down)).posture is Posture.KNEELING


@pytest.mark.parametrize(
    ("posture", "then"), [("lying", "kneeling"), ("sitting", "standing"), ("crawling", "standing")]
)
def test_who_is_down_gets_up(posture: str, then: str) -> None:
    """Who lies kneels first, and who sits or crawls stands up."""
    intent = chosen(field(figure(posture=posture), foe()))
    assert (intent.maneuver, intent.posture) == (Maneuver.CHANGE_POSTURE, Posture(then))


def test_who_lies_rises_in_either_hex() -> None:
    """The feet's hex comes first, then both hexes that the body fills."""
    view = View(field(figure(posture="lying", hex=[0, -1]), foe(hex=[0, -4])), "ash", STEADY)
    assert [each.hex for each in rising(view)] == [None, (0, -1), (0, 0)]


def test_who_kneels_stands_up_as_it_strikes() -> None:
    """Standing up from the knees takes the place of the step of an attack; without a foe in reach it takes a turn."""
    near = chosen(field(figure(posture="kneeling"), foe()))
    assert (near.maneuver, near.posture) == (Maneuver.ATTACK, Posture.STANDING)
    far = chosen(field(figure(posture="kneeling"), foe(hex=[0, -4])))
    assert (far.maneuver, far.posture) == (Maneuver.CHANGE_POSTURE, Posture.STANDING)


def test_who_crouches_rises_for_nothing() -> None:
    """Who crouches rises from it before anything else."""
    intent = chosen(field(figure(posture="crouching"), foe()))
    assert [each.kind for each in intent.free] == [TacticalFreeKind.RISE]


def test_who_is_pinned_tries_to_break_free() -> None:
    """A pinned figure breaks free if it may, and does nothing else."""
    held = figure(posture="lying", state={"pinned_by": ["orc"], "grappled_by": ["orc"]})
    intent = chosen(field(held, foe(hex=[0, 0])))
    assert intent.deed is not None
    assert intent.deed.action is TacticalDeedKind.BREAK_FREE
    waiting = figure(posture="lying", state={"pinned_by": ["orc"], "grappled_by": ["orc"], "break_free_tried": 5})
    assert chosen(field(waiting, foe(hex=[0, 0]))).maneuver is Maneuver.DO_NOTHING


def test_who_is_held_strikes_or_breaks_free() -> None:
    """A held figure strikes with a short weapon, and breaks free without one; from its knees it stands up first."""
    holder = foe(hex=[0, 0], state={"grapples": [{"foe": "ash"}]})
    held: Document = {"state": {"grappled_by": ["orc"]}}
    armed = figure(weapons=[knife()], ready={"right": "knife"}, **held)
    assert chosen(field(armed, holder)).attack is not None
    intent = chosen(field(figure(**held), holder))
    assert intent.deed is not None
    assert intent.deed.action is TacticalDeedKind.BREAK_FREE
    assert chosen(field(figure(posture="kneeling", **held), holder)).posture is Posture.STANDING


# Striking


def test_it_strikes_at_whom_it_reaches() -> None:
    """A foe in the reach fan is struck from here, with the weapon that does most damage."""
    arms: Document = {"weapons": [fists(), sword()], "ready": {"right": "sword"}}
    intent = chosen(field(figure(**arms), foe()))
    assert intent.maneuver is Maneuver.ATTACK
    assert intent.attack is not None
    assert (intent.attack.target, intent.attack.weapon, intent.path, intent.end_facing) == ("orc", "sword", (), None)


def test_it_turns_to_face_whom_it_strikes() -> None:
    """The free turn of an attack brings a foe behind into the reach fan."""
    intent = chosen(field(figure(facing=3), foe()))
    assert (intent.maneuver, intent.end_facing) == (Maneuver.ATTACK, 0)


def test_it_steps_and_strikes() -> None:
    """A foe two hexes away is struck after a step; one who is too near for a long weapon after a step back."""
    near = chosen(field(figure(), foe(hex=[0, -2])))
    assert near.attack is not None
    assert [each.to for each in near.path] == [(0, -1)]
    back = chosen(field(figure(weapons=[PIKE], ready={"both": "pike"}), foe()))
    assert back.attack is not None
    assert len(back.path) == 1


def test_one_spot_of_a_movement_is_enough() -> None:
    """Of all the hexes from which a foe can be struck after a movement, the nearest alone is proposed."""
    ground = field(figure(), foe(hex=[0, -4]))
    view = View(ground, "ash", STEADY)
    (intent,) = striking_after(view, RUN, [ground["orc"]])
    assert intent.attack is not None
    assert intent.attack.target == "orc"


def test_who_is_reckless_strikes_with_all_its_might() -> None:
    """A reckless figure makes determined All-Out Attacks, and rushes at foes within half its Move."""
    near, far = chosen(field(figure(), foe()), RECKLESS), chosen(field(figure(), foe(hex=[0, -4])), RECKLESS)
    for intent in (near, far):
        assert (intent.maneuver, intent.option) == (Maneuver.ALL_OUT_ATTACK, TacticalManeuverOption.DETERMINED)
        assert intent.attack is not None
    assert (len(near.path), len(far.path)) == (0, 3)


def test_it_aims_where_armour_is_thin() -> None:
    """A blow that cannot get through the armour of the torso goes elsewhere, and nowhere without hit locations."""
    armour = [{"dr": 8}, {"location": "neck", "dr": 2}]
    intent = chosen(field(figure(), foe(armour=armour)))
    assert intent.attack is not None
    assert intent.attack.location is TacticalLocation.NECK
    plain = TacticalRulings(open_plain=True, locations=False)
    assert why(field(figure(), foe(armour=armour), rulings=plain)) == "it has no weapon that would help, and wrestles"


def test_fixed_damage_counts_as_it_is() -> None:
    """A weapon without dice does what it adds, and crushing damage may do nothing."""
    mode = {"name": "swing", "kind": "swing", "damage": "0d", "type": "crushing", "reaches": [1]}
    assert why(field(figure(weapons=[sword(modes=[mode])]), foe())) == "it has no weapon that would help, and wrestles"


def test_a_weapon_of_another_hex_strikes_from_there() -> None:
    """A large figure strikes with its tail whom only the tail reaches."""
    tail = sword(id="tail", kind="natural", hands=0, origin=[0, 2])
    ground = field(figure(shape="line3", weapons=[tail], ready={}), foe(hex=[1, 1], facing=0))
    intent = chosen(ground)
    assert intent.attack is not None
    assert (intent.attack.weapon, intent.path) == ("tail", ())


def test_who_flees_is_run_down() -> None:
    """A foe who fled in its last turn is struck on the run, in a Move and Attack."""
    fled = foe(hex=[0, -4], facing=0, state={"maneuver": "all_out_defense", "option": "dodge", "moved_hexes": 2})
    intent = chosen(field(figure(), fled))
    assert intent.maneuver is Maneuver.MOVE_AND_ATTACK
    assert intent.attack is not None


# In one hex


def test_it_steps_out_to_strike() -> None:
    """Who shares a hex with a foe and has no short weapon steps out on its own side and strikes."""
    ground = field(figure(), foe(hex=[0, 0]))
    intent = chosen(ground)
    assert why(ground) == "a foe is in its hex, and it steps out and strikes"
    assert len(intent.path) == 1


def test_it_readies_a_short_weapon() -> None:
    """Who cannot step out readies a short weapon, dropping what fills its hands if it must."""
    arms: Document = {"weapons": [PIKE, knife(), sword()], "ready": {"both": "pike"}}
    walls = [{"hex": [0, 0], "direction": direction, "kind": "wall"} for direction in range(6)]
    intent = chosen(field(figure(**arms), foe(hex=[0, 0]), map=room(*walls)))
    assert (intent.maneuver, intent.weapon) == (Maneuver.READY, "knife")
    assert [(each.kind, each.weapon) for each in intent.free] == [(TacticalFreeKind.DROP, "pike")]


# Getting there


def test_it_closes_in() -> None:
    """It moves to the nearest hex from which it can strike in the next turn, and faces the foe."""
    intent = chosen(field(figure(), foe(hex=[0, -5])))
    assert (intent.maneuver, len(intent.path)) == (Maneuver.MOVE, 4)
    around = chosen(field(figure(facing=2), foe(hex=[0, -5])))
    assert around.maneuver is Maneuver.MOVE


def test_it_comes_nearer_to_who_is_far() -> None:
    """It moves as near as it can to a foe whom it cannot reach in this turn."""
    intent = chosen(field(figure(), foe(hex=[0, -20])))
    assert [each.to for each in intent.path] == [(0, -1), (0, -2), (0, -3), (0, -4), (0, -5)]


def test_it_goes_round_walls() -> None:
    """A wall across the straight way is gone round."""
    walls = [{"hex": [q, -1], "direction": direction, "kind": "wall"} for q in range(-2, 3) for direction in (0, 1, 5)]
    ground = field(figure(), foe(hex=[0, -4]), map=room(*walls, size=5))
    intent = chosen(ground)
    for _ in range(6):
        ends = intent.path[-1].to if intent.maneuver is Maneuver.MOVE else None
        if ends is not None:
            ground.put(ground["ash"].model_copy(update={"hex": ends, "facing": intent.end_facing or 0}))
            intent = chosen(ground)
    assert intent.attack is not None


def test_ways_are_measured_round_barriers() -> None:
    """The length of a way counts the hexes round a barrier, and hexes that nobody can enter have none."""
    cells = tuple([{"hex": [q, 0], "solid": True} for q in range(-4, 4)])
    ground = field(figure(hex=[0, 1]), map=room(cells=cells))
    lengths = lengths_of_ways(ground, [(0, -1)], ground["ash"], 5)
    assert (0, 0) not in lengths
    assert lengths[0, 1] > 2


@pytest.mark.parametrize("gap", [90, 110, 900])
def test_it_goes_straight_to_who_is_very_far(gap: int) -> None:
    """On a map with a barrier somewhere it comes nearer to a foe who is too far away for ways round barriers."""
    fence = {"hex": [50, 50], "direction": 0, "kind": "low_wall"}
    intent = chosen(field(figure(), foe(hex=[0, -gap]), map={"edges": [fence]}))
    assert [each.to for each in intent.path] == [(0, -1), (0, -2), (0, -3), (0, -4), (0, -5)]


def test_it_waits_for_whom_it_cannot_reach() -> None:
    """Walled in, it waits for a foe to come within reach, facing it; without a weapon it only turns."""
    walls = [{"hex": [0, 0], "direction": direction, "kind": "wall"} for direction in range(6)]
    intent = chosen(field(figure(facing=3), foe(hex=[0, -3]), map=room(*walls)))
    assert (intent.maneuver, intent.end_facing) == (Maneuver.WAIT, 0)
    assert intent.wait is not None
    assert intent.wait.trigger is not None
    assert intent.wait.trigger.event is TacticalWaitEvent.ENTERS_REACH
    bare = chosen(field(figure(facing=3, **BARE), foe(hex=[0, -3]), map=room(*walls)))
    assert (bare.maneuver, bare.end_facing) == (Maneuver.MOVE, 0)


def test_it_waits_for_who_comes_on() -> None:
    """Who has the longer reach waits for a foe that has come on and can strike next; it goes for all others."""
    comes = {"maneuver": "move", "moved_hexes": 4}
    pikeman = figure(weapons=[PIKE], ready={"both": "pike"})
    ground = field(pikeman, foe(hex=[0, -5], state=comes))
    assert why(ground) == "a foe comes on, and it waits for him"
    assert chosen(ground).maneuver is TacticalManeuver.WAIT
    for other in (
        foe(hex=[0, -5]),
        foe(hex=[0, -12], state=comes),
        foe(hex=[0, -5], state=comes, weapons=[PIKE], ready={"both": "pike"}),
    ):
        assert chosen(field(pikeman, other)).maneuver is TacticalManeuver.MOVE


@pytest.mark.parametrize("move", [5, 20])
def test_who_can_go_far_closes_in_as_others_do(move: int) -> None:
    """Where a figure can get to so many places that they are not all looked at, it still goes to the nearest one."""
    intent = chosen(field(figure(basic_move=move), foe(hex=[0, -5])))
    assert intent.maneuver is Maneuver.MOVE
    assert [each.to for each in intent.path] == [(0, -1), (0, -2), (0, -3), (0, -4)]


# Fleeing


def test_who_is_cautious_and_badly_hurt_flees() -> None:
    """Below a third of its hit points a cautious figure moves away with Increased Dodge, and faces the foe."""
    intent = chosen(field(figure(hp=2), foe()), CAUTIOUS)
    assert (intent.maneuver, intent.option) == (Maneuver.ALL_OUT_DEFENSE, TacticalManeuverOption.DODGE)
    assert intent.path
    assert chosen(field(figure(hp=2), foe()), STEADY).attack is not None
    assert chosen(field(figure(hp=4), foe()), CAUTIOUS).attack is not None


def test_who_is_cornered_fights() -> None:
    """A cautious figure that cannot get farther away fights on."""
    walls = [{"hex": [0, 0], "direction": direction, "kind": "wall"} for direction in range(1, 6)]
    assert chosen(field(figure(hp=2), foe(), map=room(*walls)), CAUTIOUS).attack is not None


# What is told


def test_why_is_told() -> None:
    """What a figure does by itself is recorded with the reason and the rules behind it."""
    dice = supplied()
    ground = field(figure(), foe())
    assert minded(dice)(ground, "ash", RECKLESS).intent == chosen(ground, RECKLESS)
    [step] = dice.steps
    assert step.text == "Ash played by itself, reckless: a foe was in reach, and it struck."
    assert step.rule == "tactical/npc/priority"
    assert {"tactical/npc/target", "tactical/npc/stance"} <= set(step.cites)


def test_the_field_is_not_changed() -> None:
    """Deciding changes nothing."""
    ground = field(figure(), foe(hex=[0, -2]))
    before = list(ground)
    choice_of(ground, "ash", STEADY)
    assert list(ground) == before
    assert OPEN.open_plain


def test_no_place_next_to_a_foe() -> None:
    """Who finds no place next to either of two foes in a crowd comes as near to the first as it can, and faces him."""
    around = [[0, -5], [1, -5], [2, -5], [2, -4], [1, -3], [0, -3], [-1, -3], [-1, -4]]
    crowd = [figure(f"friend{place}", hex=here) for place, here in enumerate(around)]
    ground = field(figure(), foe(hex=[0, -4]), foe("elk", hex=[1, -4]), *crowd)
    assert why(ground) == "no foe is in reach, and it closes in"
    view = View(ground, "ash", STEADY)
    last = chosen(ground).path[-1].to
    assert last is not None
    assert min(distance(last, each) for each in ((0, -4), (1, -4))) == 2
    assert [each.hexes for each in [view.goal_at([here], 1, WALK) for here in ((0, -4), (1, -4))]] == [(), ()]


def test_what_a_movement_reaches_is_looked_for_once() -> None:
    """Whoever asks again gets all states from the first on, however many of them were taken before."""
    view = View(field(figure(), foe(hex=[0, -4])), "ash", STEADY)
    first, *others = view.reached(WALK)
    again = view.reached(WALK)
    assert next(again) == first
    assert list(again) == others
    assert list(view.reached(WALK)) == [first, *others]


def test_who_is_too_fast_to_look_at_everything() -> None:
    """Who can reach more states than are looked for closes in all the same."""
    ring = [figure(f"friend{place}", hex=list(here)) for place, here in enumerate(neighbours((0, -30)))]
    ground = field(figure(basic_move=20), foe(hex=[0, -30]), *ring)
    path = chosen(ground).path
    assert why(ground) == "no foe is in reach, and it closes in"
    assert path[-1].to is not None
    assert distance(path[-1].to, (0, -30)) < 30
