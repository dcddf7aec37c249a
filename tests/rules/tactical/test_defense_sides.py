"""From which side an attack comes, runarounds and close combat, and what using a defense costs."""

from typing import Any

import pytest

from service.rules.kernel.hexes import Hex
from service.rules.tactical.attack.defense.active_defenses import use_defense
from service.rules.tactical.attack.defense.exposure import Threat, sector_of_threat
from service.rules.tactical.attack.plan import stray_threat
from service.rules.tactical.attack.situation.situation import Conduct
from service.rules.tactical.book.options import (
    TacticalCloseArc,
    TacticalDefenseArc,
    TacticalEntryDefense,
    TacticalRunaround,
)
from service.rules.tactical.book.words import TacticalVision
from service.rules.tactical.figures.field import Field
from tests.pins import pins
from tests.rules.tactical.attacks import armed, attack, blade, defense, gun, ids, terms
from tests.rules.tactical.defenders import FIREARM, SHIELD, STAYS, defender, shot, value
from tests.rules.tactical.scenes import OPEN, field, figure, foe


@pins("runaround-side")
def test_runaround_attacks_are_side_attacks_of_no_side() -> None:
    """Who began in front and ran behind is defended against at -2 by everything, shield included."""
    started = {"turn_start": {"hex": [0, -1], "facing": 3}}
    fighter = figure(**(armed(blade(level=14)) | {"shield": SHIELD} | STAYS))
    ground = field(fighter, foe(hex=[0, 1], state=started))
    threat = Threat("orc", (0, 1))
    for kind in ("dodge", "parry", "block"):
        found = value(ground, threat, kind)
        assert found is not None
        assert found[1] == {"Shield": 2, "Runaround": -2}
    assert value(ground, Threat("orc", (0, 1), runaround=False), "dodge") is None
    sharp = field(fighter.model_copy(update={"vision": TacticalVision.PERIPHERAL}), foe(hex=[0, 1], state=started))
    found = value(sharp, threat, "dodge")
    assert found is not None
    assert found[1] == {"Shield": 2}


@pins("runaround")
@pytest.mark.parametrize(("seen_by", "legal"), [(["ash"], True), (["elk"], False)])
def test_whoever_was_seen_has_run_around_by_option(seen_by: list[str], legal: bool) -> None:
    """By option an attacker has run around if the defender saw it when its turn began."""
    rulings = OPEN.model_copy(update={"runaround": TacticalRunaround.SEEN})
    ground = field(figure(), foe(hex=[0, 1], state={"seen_by": seen_by}), rulings=rulings)
    assert (defense(ground, Threat("orc", (0, 1))) is not None) is legal


def test_an_attacker_who_is_not_on_the_field_has_not_run_around() -> None:
    """An attack from behind by nobody on the map leaves no defense."""
    assert defense(field(figure()), Threat("trap", (0, 1))) is None


@pins("beyond-adjacent")
def test_the_side_of_an_attack_from_afar_is_that_of_its_hex_or_of_the_hex_it_comes_through() -> None:
    """An attack comes from the arc of the attacker's hex, by option from that of the hex through which it arrives."""
    entry = OPEN.model_copy(update={"defense_arc": TacticalDefenseArc.ENTRY_HEX})

    def side(origin: Hex, **facts: Any) -> tuple[str, str]:
        plain, other = field(figure(**facts)), field(figure(**facts), rulings=entry)
        threat = Threat("orc", origin)
        return sector_of_threat(plain, plain["ash"], threat), sector_of_threat(other, other["ash"], threat)

    assert side((3, -1)) == ("right", "right")
    assert side((2, -1)) == ("front", "front")
    assert side((0, 3)) == ("back", "back")
    assert side((-1, 2)) == ("back", "left")
    assert side((0, 5), shape="line3") == ("back", "back")


def test_a_large_body_is_attacked_from_the_side_that_is_nearest() -> None:
    """The arc of an attack on a body of several hexes is that of the nearest hex around it."""
    ground = field(figure(shape="line3"), foe(hex=[3, 0]))
    planned = defense(ground, Threat("orc", (3, 0)))
    assert planned is not None
    assert terms(planned)["From the side"] == -2
    assert "tactical/multihex/defense-arc" in ids(planned)


def close_pair(facing: int = 0, own: int = 3, **facts: Any) -> Field:
    """Two figures in one hex; the first has a half of it, the orc the other."""
    ours = {"state": {"close": [{"foe": "orc", "hex": [0, 0], "own_side": own, "turns": 2}]}}
    theirs = {"close": [{"foe": "ash", "hex": [0, 0], "own_side": (own + 3) % 6, "entered": True, "turns": 1}]}
    weapon = armed(blade((0,)))
    fighter = figure(**(ours | facts), facing=facing, shield=SHIELD, **armed(blade((0, 1), level=14)))
    return field(fighter, foe(hex=[0, 0], state=theirs, **weapon), rulings=facts.pop("rulings", OPEN))


@pins("close-arc")
def test_an_attack_in_one_hex_comes_from_the_half_of_the_opponent() -> None:
    """In close combat the arc is that of the opponent's half of the hex; by option it is always the front."""
    assert attack(close_pair(), by="orc", target="ash").arc == "front"
    assert attack(close_pair(facing=3), by="orc", target="ash").arc == "back"
    beside = attack(close_pair(facing=1), by="orc", target="ash")
    assert beside.arc == "front"
    front = field(*close_pair(facing=3), rulings=OPEN.model_copy(update={"close_arc": TacticalCloseArc.FRONT}))
    assert attack(front, by="orc", target="ash").arc == "front"


@pins("entry-defense")
def test_who_enters_a_hex_is_defended_against_as_in_close_combat_unless_the_option_says_otherwise() -> None:
    """Against an attacker that has just entered no block is possible; by option it is as outside close combat."""
    entered = close_pair()
    assert attack(entered, by="orc", target="ash", defense={"preferences": [{"kind": "block"}]}).defenses == ()
    rulings = OPEN.model_copy(update={"entry_defense": TacticalEntryDefense.OPEN})
    outside = attack(field(*entered, rulings=rulings), by="orc", target="ash")
    assert outside.defenses
    assert not outside.threat.close
    assert attack(
        field(*entered, rulings=rulings), by="orc", target="ash", defense={"preferences": [{"kind": "block"}]}
    ).defenses
    settled = attack(field(*entered, rulings=rulings), by="ash")
    assert settled.threat.close


def test_use_marks_what_a_defense_costs() -> None:
    """A parry is counted by hand, a block is used up, and the aim is lost; a dodge costs nothing but the aim."""
    aim = {"aim": {"target": "orc", "weapon": "gun", "seconds": 2}}
    ground, threat = defender(state=STAYS["state"] | aim | {"parries": [{"hand": "left", "count": 1}]})
    for kind, expected in (("dodge", ([("left", 1)], False)), ("block", ([("left", 1)], True))):
        planned = defense(ground, threat, {"kind": kind})
        assert planned is not None
        use_defense(ground, "ash", planned, "orc")
        state = ground["ash"].state
        assert ([(each.hand, each.count) for each in state.parries], state.blocked) == expected
        assert state.aim is None
    for count in (1, 2):
        planned = defense(ground, threat, {"kind": "parry"})
        assert planned is not None
        use_defense(ground, "ash", planned, "orc")
        assert {each.hand: each.count for each in ground["ash"].state.parries} == {"left": 1, "right": count}


def test_a_two_handed_parry_counts_for_the_weapon_hand() -> None:
    """Parries with a weapon in both hands are counted for the weapon hand."""
    ground, threat = defender(**armed(blade(hands=2), "both"), shield=None, handedness="left")
    planned = defense(ground, threat, {"kind": "parry"})
    assert planned is not None
    assert planned.hand is None
    use_defense(ground, "ash", planned, "orc")
    assert [(each.hand, each.count) for each in ground["ash"].state.parries] == [("left", 1)]


def test_a_dodge_that_costs_nothing_changes_nobody() -> None:
    """A dodge of a figure that does not aim leaves it as it was sent."""
    ground, threat = defender()
    planned = defense(ground, threat, {"kind": "dodge"})
    assert planned is not None
    use_defense(ground, "ash", planned, "orc")
    assert ground.changed() == ()


@pytest.mark.parametrize("shooter", ["orc", "trap"])
def test_who_dodges_and_drops_lies_down(shooter: str) -> None:
    """Dodge and Drop lays the defender down, away from a shooter who is on the map, else forward if there is room."""
    ground, _ = defender()
    planned = defense(ground, shot(FIREARM), {"kind": "dodge", "drop": True})
    assert planned is not None
    use_defense(ground, "ash", planned, shooter)
    assert ground["ash"].posture == "lying"
    assert ground["ash"].hex == ((0, 1) if shooter == "orc" else (1, -1))


def test_strays_are_defended_against_as_outside_close_combat_unless_they_strike_into_it() -> None:
    """Somebody whom a shot out of close combat hits astray is not in close combat with the shooter."""
    ours = {"close": [{"foe": "orc", "hex": [0, 0], "own_side": 3, "turns": 2}]}
    theirs = {"close": [{"foe": "ash", "hex": [0, 0], "own_side": 0, "turns": 2}]}
    plan = attack(field(figure(**armed(gun()), state=ours), foe(hex=[0, 0], state=theirs)))
    assert plan.threat.close
    assert not stray_threat(plan).close
    into = attack(field(figure(), foe()), conduct=Conduct(striking_into=True))
    assert stray_threat(into) is into.threat
    assert "tactical/striking/defense" in ids(into.defenses[0])
