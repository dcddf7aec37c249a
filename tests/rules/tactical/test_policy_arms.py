"""How figures that play by themselves shoot, arm themselves, and fight without weapons."""

import pytest

from service.rules.kernel.hexes import distance, neighbours
from service.rules.tactical.book.words import TacticalManeuver
from service.rules.tactical.rounds.records import TacticalDeedKind
from tests.rules.tactical.battles import fists, knife
from tests.rules.tactical.minds import BARE, BOW, Document, chosen, room, why
from tests.rules.tactical.scenes import bow, field, figure, foe, sword

Maneuver = TacticalManeuver


# Shooting


def test_it_aims_and_shoots() -> None:
    """A shooter aims for a second at a foe who is not at hand, then shoots."""
    first = chosen(field(figure(**BOW), foe(hex=[0, -8])))
    assert (first.maneuver, first.target, first.weapon) == (Maneuver.AIM, "orc", "bow")
    aim = {"aim": {"target": "orc", "weapon": "bow", "seconds": 1}, "maneuver": "aim"}
    then = chosen(field(figure(state=aim, **BOW), foe(hex=[0, -8])))
    assert (then.maneuver, then.attack and then.attack.target) == (Maneuver.ATTACK, "orc")


def test_it_shoots_at_once_with_little_accuracy() -> None:
    """A weapon with Accuracy 1 or less is shot without aim."""
    arms: Document = {"weapons": [bow(acc=1)], "ready": {"both": "bow"}}
    assert chosen(field(figure(**arms), foe(hex=[0, -8]))).maneuver is Maneuver.ATTACK


def test_it_turns_to_shoot() -> None:
    """A shooter turns to a foe outside its arc of vision."""
    assert chosen(field(figure(facing=3, **BOW), foe(hex=[0, -8]))).end_facing == 0


def test_it_shoots_at_somebody_at_hand() -> None:
    """With nothing but a bow it shoots without aim at a foe who is at hand."""
    ground = field(figure(**BOW), foe(hex=[0, -2]))
    assert chosen(ground).maneuver is Maneuver.ATTACK
    assert why(ground) == "a foe is at hand, and it shoots at once"


def test_it_reloads() -> None:
    """A weapon without shots is reloaded."""
    arms: Document = {"weapons": [bow(shots=0)], "ready": {"both": "bow"}}
    for where in ([0, -8], [0, -1]):
        intent = chosen(field(figure(**arms), foe(hex=where)))
        assert (intent.maneuver, intent.load) == (Maneuver.READY, 1)


def test_it_fires_all_that_it_has() -> None:
    """A weapon that fires fast fires as often as it can, or as it has shots."""
    for shots, fired in ((None, 3), (2, 2)):
        gun = bow(rof=3, shots=shots, acc=0)
        intent = chosen(field(figure(weapons=[gun], ready={"both": "bow"}), foe(hex=[0, -8])))
        assert intent.attack is not None
        assert intent.attack.shots == fired


def test_it_shoots_at_whom_it_has_aimed_at() -> None:
    """A shooter that has aimed shoots at its mark, though another foe has come nearer, as long as it can."""
    aim = {"aim": {"target": "orc", "weapon": "bow", "seconds": 1}, "maneuver": "aim"}
    shooter, elk = figure(state=aim, **BOW), foe("elk", hex=[1, -6])
    intent = chosen(field(shooter, foe(hex=[0, -8]), elk))
    assert (intent.maneuver, intent.attack and intent.attack.target) == (Maneuver.ATTACK, "orc")
    hidden = chosen(field(shooter, figure("birch", hex=[0, -2]), foe(hex=[0, -8]), elk))
    assert (hidden.maneuver, hidden.target) == (Maneuver.AIM, "elk")


def test_it_does_not_shoot_past_friends() -> None:
    """A shooter with a friend in the way steps aside and shoots, and shoots past him only if there is no other way."""
    friend, orc = figure("birch", hex=[0, -2]), foe(hex=[0, -8])
    ground = field(figure(**BOW), friend, orc)
    intent = chosen(ground)
    assert why(ground) == "a friend is in the way, and it steps aside and shoots"
    assert (intent.maneuver, len(intent.path), intent.attack and intent.attack.target) == (Maneuver.ATTACK, 1, "orc")
    around = [figure(f"birch {place}", hex=list(each)) for place, each in enumerate(neighbours((0, 0)))]
    rooted = field(figure(basic_move=0, **BOW), *around, orc)
    assert why(rooted) == "there is no other way, and it shoots past friends"
    assert chosen(rooted).maneuver is Maneuver.ATTACK


def test_it_goes_nearer_if_no_step_helps() -> None:
    """A shooter that no step brings past its friends goes nearer; without shots it looks for no step."""
    friends = [figure(f"birch {q}", hex=[q, -2]) for q in (-1, 0, 1, 2)]
    assert chosen(field(figure(**BOW), *friends, foe(hex=[0, -8]))).maneuver is Maneuver.MOVE
    empty: Document = {"weapons": [bow(shots=0)], "ready": {"both": "bow"}}
    assert chosen(field(figure(**empty), friends[1], foe(hex=[0, -8]))).maneuver is Maneuver.READY


def test_a_shooter_goes_where_it_can_shoot_from() -> None:
    """A shooter out of range goes nearer."""
    short: Document = {"weapons": [bow(max_range=6, half_range=5)], "ready": {"both": "bow"}}
    assert chosen(field(figure(**short), foe(hex=[0, -12]))).maneuver is Maneuver.MOVE


def test_it_shoots_blindly_in_the_dark() -> None:
    """A target that cannot be seen at all is shot at blindly, if the skill is high enough."""
    dark = room(size=9) | {"visibility": -10}
    arms: Document = {"weapons": [bow(level=30)], "ready": {"both": "bow"}}
    intent = chosen(field(figure(**arms), foe(hex=[0, -8]), map=dark))
    assert intent.attack is not None
    assert (intent.attack.blind, intent.attack.aim) == (True, False)


# Arming


def test_it_draws_a_weapon() -> None:
    """Who has no weapon ready readies one: first what it holds, then what lies there, then what it carries."""
    carried: Document = {"weapons": [knife(), sword()], "ready": {}}
    assert chosen(field(figure(**carried), foe())).weapon == "knife"
    held: Document = {"weapons": [knife(), sword()], "ready": {"right": "sword"}, "state": {"unready": ["sword"]}}
    assert chosen(field(figure(**held), foe())).weapon == "sword"
    dropped = figure(ready={}, state={"dropped": ["sword"], "dropped_at": [{"weapon": "sword", "hex": [0, 0]}]})
    assert chosen(field(dropped, foe())).item == "sword"
    broken = figure(ready={}, state={"broken": ["sword"]})
    assert why(field(broken, foe())) == "it has no weapon that would help, and wrestles"


def test_it_fetches_its_weapon() -> None:
    """Who has nothing else goes to where a weapon of its own lies, and picks it up there; one far away is left."""
    lying = {"dropped": ["sword"], "dropped_at": [{"weapon": "sword", "hex": [0, 3]}]}
    ground = field(figure(ready={}, state=lying), foe(hex=[0, -8]))
    intent = chosen(ground)
    assert why(ground) == "its weapon lies near, and it goes for it"
    assert intent.path[-1].to in {(0, 3), (0, 2), (-1, 3), (1, 2)}
    there = field(figure(ready={}, hex=[0, 3], state=lying), foe(hex=[0, -8]))
    assert chosen(there).item == "sword"
    far = lying | {"dropped_at": [{"weapon": "sword", "hex": [0, 30]}]}
    assert why(field(figure(ready={}, state=far), foe(hex=[0, -8]))) != "its weapon lies near, and it goes for it"


def test_it_fetches_the_weapon_that_it_can_come_near() -> None:
    """Of two weapons that lie there it goes for the farther one if friends stand on and all around the nearer one."""
    lying = {
        "dropped": ["knife", "sword"],
        "dropped_at": [{"weapon": "knife", "hex": [0, 2]}, {"weapon": "sword", "hex": [-4, 0]}],
    }
    friends = [figure(f"friend {number}", hex=list(spot)) for number, spot in enumerate([(0, 2), *neighbours((0, 2))])]
    ground = field(figure(weapons=[knife(), sword()], ready={}, state=lying), *friends, foe(hex=[0, -8]))
    assert why(ground) == "its weapon lies near, and it goes for it"
    goal = chosen(ground).path[-1].to
    assert goal is not None
    assert distance(goal, (-4, 0)) < 4


def test_a_shooter_draws_a_blade_when_it_cannot_shoot() -> None:
    """A shooter with a foe at hand whom it cannot hit drops the bow and draws."""
    arms: Document = {"weapons": [bow(level=1), sword()], "ready": {"both": "bow"}}
    intent = chosen(field(figure(**arms), foe()))
    assert (intent.maneuver, intent.weapon) == (Maneuver.READY, "sword")
    assert [each.weapon for each in intent.free] == ["bow"]


def test_it_readies_a_bow() -> None:
    """Who has nothing but a bow on its back takes it in hand."""
    intent = chosen(field(figure(weapons=[bow()], ready={}), foe(hex=[0, -8])))
    assert (intent.maneuver, intent.weapon) == (Maneuver.READY, "bow")
    unready: Document = {"weapons": [bow()], "ready": {"both": "bow"}, "state": {"unready": ["bow"]}}
    assert chosen(field(figure(**unready), foe(hex=[0, -8]))).weapon == "bow"


def test_a_lame_hand_strikes_no_blow() -> None:
    """A weapon in a hand that cannot be used counts for nothing."""
    lame = figure(state={"crippled": ["right_arm"]}, weapons=[sword(), knife()], ready={"right": "sword"})
    assert chosen(field(lame, foe())).weapon == "knife"


# Without weapons


def test_it_runs_into_a_foe() -> None:
    """Without any weapon it slams into a foe."""
    ground = field(figure(**BARE), foe(hex=[0, -3]))
    intent = chosen(ground)
    assert intent.maneuver is Maneuver.MOVE_AND_ATTACK
    assert [each.foe for each in intent.follow_ups] == ["orc"]
    assert why(ground) == "it has no weapon that would help, and wrestles"


def test_it_breaks_off_for_a_run() -> None:
    """In one hex with a foe it breaks off to run at him again."""
    intent = chosen(field(figure(**BARE), foe(hex=[0, 0])))
    assert intent.maneuver is Maneuver.MOVE
    assert intent.path


def test_it_throws_a_foe_from_whom_it_cannot_break_off() -> None:
    """Where there is no way out it throws the foe even without help."""
    walls = [{"hex": [0, 0], "direction": direction, "kind": "wall"} for direction in range(6)]
    intent = chosen(field(figure(**BARE), foe(hex=[0, 0]), map=room(*walls)))
    assert intent.deed is not None
    assert intent.deed.action is TacticalDeedKind.TAKEDOWN


def test_fists_that_do_nothing_are_no_short_weapon() -> None:
    """In one hex with a foe whom fists cannot hurt it wrestles, and draws nothing."""
    bare = figure(weapons=[fists()], ready={})
    ground = field(bare, foe(hex=[0, 0], armour=[{"dr": 9}]))
    assert why(ground) == "it has no weapon that would help, and wrestles"


def test_who_has_nothing_to_strike_with_runs_nobody_down() -> None:
    """Without a weapon a fleeing foe is run into, not struck."""
    fled = foe(hex=[0, -4], facing=0, state={"maneuver": "all_out_defense", "option": "dodge", "moved_hexes": 2})
    assert why(field(figure(**BARE), fled)) == "it has no weapon that would help, and wrestles"


@pytest.mark.parametrize(
    ("posture", "kind"),
    [
        ("standing", TacticalDeedKind.TAKEDOWN),
        ("lying", TacticalDeedKind.PIN),
        ("kneeling", TacticalDeedKind.GRAB),
    ],
)
def test_it_wrestles_with_help(posture: str, kind: TacticalDeedKind) -> None:
    """With a friend beside the foe it throws, pins or holds him."""
    ground = field(figure(**BARE), foe(hex=[0, 0], posture=posture), figure("birch", hex=[1, 0]))
    intent = chosen(ground)
    assert intent.deed is not None
    assert intent.deed.action is kind


def test_it_frees_its_hands_to_wrestle() -> None:
    """Who holds a bow that is of no use drops it to take hold of a foe."""
    arms: Document = {"weapons": [bow(level=1)], "ready": {"both": "bow"}}
    ground = field(figure(**arms), foe(hex=[0, 0], posture="kneeling"), figure("birch", hex=[1, 0]))
    intent = chosen(ground)
    assert intent.deed is not None
    assert [each.weapon for each in intent.free] == ["bow"]


def test_who_pins_a_foe_keeps_him() -> None:
    """Whoever pins the only foe stays where it is."""
    pinned = foe(hex=[0, 0], posture="lying", state={"pinned_by": ["ash"], "grappled_by": ["ash"]})
    holder = figure(state={"grapples": [{"foe": "orc"}]}, **BARE)
    intent = chosen(field(holder, pinned))
    assert (intent.maneuver, intent.path) == (Maneuver.MOVE, ())


def test_who_holds_a_kneeling_foe_keeps_him() -> None:
    """Whoever holds a kneeling foe beside a friend, and cannot hurt him, keeps hold."""
    holder = figure(state={"grapples": [{"foe": "orc"}]}, **BARE)
    held = foe(hex=[0, 0], posture="kneeling", state={"grappled_by": ["ash"]})
    ground = field(holder, held, figure("birch", hex=[1, 0]))
    assert why(ground) == "no foe can be reached, and it turns to face one"
