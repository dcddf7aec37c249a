"""Attacks in pursuits: from behind at close, from afar with missiles, and quarries who turn round."""

from typing import Any, Final

import pytest

from service.dice.seeded import SeededDice
from service.rules.kernel.verdict import PursuitResult
from service.rules.roll_under.words import Posture
from service.rules.tactical.book.words import TacticalBand, TacticalSector
from service.rules.tactical.pursuit.pursuit import pursue
from tests.rules.announced import TruthfulDice
from tests.rules.tactical.chases import EVEN, RULINGS, Pursued, asked, guard, thief
from tests.rules.tactical.scenes import bow, sword

ATTACK: Final[dict[str, Any]] = {"attacks": [{"figure": "guard"}]}
HIT = (2, 3, 3)
"""Dice of an attack that hits at a number of 8."""


def archer(**facts: Any) -> Any:
    """A guard with a bow at skill 20."""
    return guard(weapons=[bow(level=20)], ready={"both": "bow"}, **facts)


def close(*faces: int, rolls: tuple[int, ...] = (*EVEN, *EVEN), **facts: Any) -> Pursued:
    """A pursuit that begins close and stays so for its only round, with an attack of the guard."""
    told: dict[str, Any] = {"band": "close", "max_rounds": 1} | ATTACK | facts
    return Pursued(asked(**told), *rolls, *faces)


def test_from_behind() -> None:
    """A pursuer who has caught up makes a Move and Attack from behind, against which there is no defense."""
    played = close(*HIT, 2)
    [attack] = played.outcome.rounds[0].attacks
    assert (attack.number.total, attack.arc, attack.range_yards) == (8, TacticalSector.BACK, 1)
    assert (attack.hit, attack.defenses) == ("thief", ())
    assert {"tactical/pursuit/attack", "tactical/maneuver/move-and-attack"} <= played.rules()
    hurt = next(each for each in played.outcome.figures if each.id == "thief")
    assert (hurt.id, hurt.hp, hurt.hex, hurt.facing) == ("thief", 6, (0, 0), 0)
    assert any("on the run at 1 yd, from behind" in text for text in played.told)


def test_who_turns_round_defends_itself() -> None:
    """A quarry that turns round faces the attacker and defends itself."""
    played = close(*HIT, 2, 3, 3, turning=["thief"])
    [attack] = played.outcome.rounds[0].attacks
    assert (attack.arc, attack.outcome) == (TacticalSector.FRONT, "dodged")
    assert not any("come a band nearer" in text for text in played.told)


def test_shots_come_at_the_longest_distance_of_the_band() -> None:
    """A shooter shoots at the end of the round from the outer hexes of its band, and from no farther than extreme."""
    shooting = asked([thief()], [archer()], band="short", max_rounds=2, **ATTACK)
    played = Pursued(shooting, *EVEN, *EVEN, 6, 6, 4, 3, 3, 3, *EVEN, 6, 6, 4)
    first, second = [each.attacks[0] for each in played.outcome.rounds]
    assert (first.range_yards, first.number.total, first.arc) == (5, 12, TacticalSector.BACK)
    assert second.range_yards == 20


def test_no_shot_at_who_is_lost_and_no_blow_from_afar() -> None:
    """Nobody shoots at a quarry that is out of sight, and nobody strikes from short distance."""
    assert (
        Pursued(asked([thief()], [archer()], band="extreme", **ATTACK), 3, 3, 3, *EVEN).outcome.rounds[0].attacks == ()
    )
    assert Pursued(asked(max_rounds=1, **ATTACK), *EVEN, *EVEN).outcome.rounds[0].attacks == ()


def test_who_turns_round_from_afar_gives_up_a_band() -> None:
    """All pursuers of a quarry that turns round to a shooter come a band nearer; at close they have caught it."""
    pursuers = [archer(), guard("other", basic_speed=3)]
    shooting = asked([thief()], pursuers, band="short", max_rounds=3, turning=["thief"], **ATTACK)
    played = Pursued(shooting, *EVEN, *EVEN, 4, 4, 3, 6, 6, 4)
    assert played.outcome.verdict.outcome is PursuitResult.CAUGHT
    assert played.outcome.verdict.band is TacticalBand.CLOSE
    assert "Thief turned round to fight: all who went after thief came a band nearer." in played.told
    assert {each.figure: each.hexes for each in played.outcome.placement} == {"thief": 0, "guard": 1, "other": 4}


def test_a_quarry_brought_down_is_caught() -> None:
    """Who falls to an arrow is caught, while the rest of the group runs on; nobody shoots at it again."""
    group = [thief("a", hp=4, ht=3), thief("b")]
    fatal = (*EVEN, *EVEN, *HIT, 1, 6, 6, 5)
    shooting = asked(group, [archer(dx=9)], band="short", max_rounds=1, **ATTACK)
    played = Pursued(shooting, *fatal)
    assert played.outcome.caught == ("a",)
    assert played.outcome.verdict.outcome is PursuitResult.SOME_CAUGHT


def test_a_pursuer_who_falls_stays_behind() -> None:
    """A pursuer whom a critical miss throws to the ground is out of the pursuit."""
    played = close(6, 6, 6, 5, 5, 6, rolls=(*EVEN, *EVEN))
    assert played.outcome.left_behind == ("guard",)
    assert next(each for each in played.outcome.figures if each.id == "guard").posture is Posture.LYING


"""What was caught before the fall stays caught."""


def test_an_attack_that_cannot_be_made_is_told() -> None:
    """An attack that is not possible at the distance is left out, with the reason."""
    pike = sword(modes=[{"name": "thrust", "kind": "thrust", "damage": "1d", "type": "impaling", "reaches": [2]}])
    played = close(pursuers=[guard(weapons=[pike])])
    assert played.outcome.rounds[0].attacks == ()
    assert any(text.startswith("Guard could not attack thief at 1 yd: The target is 1 yd") for text in played.told)


def test_a_target_may_be_named() -> None:
    """An order may name somebody else of a group than the first."""
    order: dict[str, Any] = {"attacks": [{"figure": "guard", "attack": {"target": "b"}}]}
    played = close(*HIT, 2, quarry=[thief("a"), thief("b")], **order)
    assert played.outcome.rounds[0].attacks[0].target == "b"


def test_large_runners_are_attacked_at_their_nearest_hex() -> None:
    """A blow at a long body is struck at its tail."""
    played = close(*HIT, 2, quarry=[thief(shape="line3", skills=[{"name": "Running", "level": 11}])])
    assert played.outcome.rounds[0].attacks[0].hex == (0, 2)


def test_only_those_who_are_close_attack_whom_somebody_has_caught() -> None:
    """Nobody shoots from afar at somebody with whom a friend has caught up."""
    pursuers = [guard("quick", basic_speed=6), archer()]
    shooting = asked([thief()], pursuers, band="short", max_rounds=1, **ATTACK)
    played = Pursued(shooting, *EVEN, 3, 3, 3, *EVEN)
    assert played.outcome.rounds[0].attacks == ()


def test_only_those_who_still_see_it_come_nearer_to_a_quarry_that_turns_round() -> None:
    """A pursuer who has just lost sight of the quarry does not profit from its turning round."""
    far = guard(weapons=[bow(level=40, half_range=500, max_range=1000)], ready={"both": "bow"})
    other = guard("other", basic_speed=3)
    shooting = asked([thief()], [far, other], band="extreme", max_rounds=1, turning=["thief"], **ATTACK)
    played = Pursued(shooting, *EVEN, *EVEN, 4, 4, 3, 6, 6, 5)
    assert played.outcome.left_behind == ("other",)
    assert played.outcome.verdict.band is TacticalBand.LONG


@pytest.mark.parametrize("facts", [{}, {"scatter": True}, {"fatigue": True}, ATTACK, {"max_rounds": 1} | ATTACK])
def test_rolls_are_announced(facts: dict[str, Any]) -> None:
    """Whoever throws real dice is told beforehand of every roll of a round, and of no other one."""
    faces = SeededDice("sha256ctr1:announced")
    told_of: dict[str, Any] = {"max_rounds": 3} | facts
    pursuit = asked([thief("a"), thief("b")], [archer(), guard("x")], **told_of)
    told = pursue(pursuit, RULINGS, faces)
    dice = TruthfulDice(list(faces.faces))
    assert pursue(pursuit, RULINGS, dice) == told
    assert not dice.expected
    assert {"running of a", "running of guard"} <= set(dice.purposes)
