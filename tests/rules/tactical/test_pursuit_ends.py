"""Pursuits on open ground, back on the map, what is refused, and odds."""

from fractions import Fraction
from typing import Any

import pytest

from service.dice.seeded import SeededDice
from service.errors import OddsTooLarge, RulesRefuse
from service.rules.kernel.verdict import PursuitResult
from service.rules.tactical.book import refusals
from service.rules.tactical.pursuit.models import TacticalPursuit
from service.rules.tactical.pursuit.open_ground import catch_seconds
from service.rules.tactical.pursuit.pursuit import pursue, pursuit_odds
from tests.rules.tactical.attacks import blade
from tests.rules.tactical.chases import EVEN, RULINGS, Pursued, asked, guard, refused, thief
from tests.rules.tactical.scenes import bow

# Open ground


@pytest.mark.parametrize(
    ("gap", "reach", "pursuer", "quarry", "seconds"),
    [(12, 1, 7, 5, 6), (12, 1, 16, 5, 1), (13, 1, 7, 5, 6), (14, 1, 7, 5, 7), (1, 1, 3, 9, 0), (2, 1, 5, 5, None)],
)
def test_catch_seconds(gap: int, reach: int, pursuer: int, quarry: int, seconds: int | None) -> None:
    """The faster pursuer closes the gap to his reach; who is no faster catches nobody who is out of reach."""
    assert catch_seconds(gap, reach, pursuer, quarry) == seconds


def test_escape_on_open_ground() -> None:
    """Who is as fast as every pursuer escapes, at once and without dice; attacks are not made there."""
    played = Pursued(asked(terrain="open", attacks=[{"figure": "guard"}]))
    assert played.outcome.verdict.outcome is PursuitResult.ESCAPED
    assert (played.outcome.verdict.band, played.outcome.placement) == (None, ())
    assert played.outcome.summary == "Thief escaped at once."
    assert played.dice.warnings == ["attacks: on open ground nobody attacks on the run."]


def test_the_reach_of_a_weapon_counts_on_open_ground() -> None:
    """Without a reach of its own a pursuit takes that of each pursuer's melee weapons, and at least 1 hex."""
    reach = {"name": "thrust", "kind": "thrust", "damage": "1d", "type": "impaling", "reaches": [1, 3]}
    pike = {"id": "pike", "skill": "Spear", "level": 12, "kind": "melee", "hands": 2, "modes": [reach]}
    far = guard("far", weapons=[pike, bow()], ready={"both": "pike"})
    bare = guard("bare", weapons=[], ready={})
    outcome = Pursued(asked([thief()], [bare, far], gap=3, terrain="open")).outcome
    assert (outcome.summary, outcome.left_behind) == ("Far caught thief at once.", ("bare",))
    assert outcome.verdict.seconds == 0


def test_groups_on_open_ground() -> None:
    """A group runs at the pace of its slowest on open ground, too, unless it scatters."""
    group = [thief("a", basic_move=7), thief("b", basic_move=4)]
    together = Pursued(asked(group, [guard(basic_move=6)], gap=5, terrain="open")).outcome
    assert (together.caught, together.verdict.seconds) == (("a", "b"), 2)
    assert [each.figure for each in together.placement] == ["a", "guard", "b"]
    apart = [guard("x", basic_move=6), guard("y", basic_move=6)]
    outcome = Pursued(asked(group, apart, gap=5, terrain="open", scatter=True)).outcome
    assert (outcome.caught, outcome.escaped) == (("b",), ("a",))
    assert outcome.summary == "Y caught b after 2 seconds. A escaped after 2 seconds."


def test_a_second_on_open_ground() -> None:
    """One second is said as one."""
    assert Pursued(asked(gap=2, pursuers=[guard(basic_move=6)], terrain="open")).outcome.summary.endswith("1 second.")


# Back to the map


def test_placement() -> None:
    """Pursuers are put as many hexes behind the quarry as their band says, those out of sight nowhere."""
    pursuers = [guard(each, basic_speed=speed) for each, speed in (("a", 9), ("b", 8), ("c", 7), ("d", 6), ("e", 5))]
    rolls = (*EVEN, 3, 3, 3, *EVEN, 4, 4, 3, 5, 5, 5, *EVEN)
    placed = {each.figure: each for each in Pursued(asked([thief()], pursuers, max_rounds=1), *rolls).outcome.placement}
    assert {name: each.hexes for name, each in placed.items()} == {"thief": 0, "a": 4, "b": 12, "c": 40, "e": 12}
    assert (placed["thief"].hex, placed["a"].hex, placed["b"].hex) == ((0, 0), (0, 4), (0, 12))
    assert placed["e"].hex != placed["b"].hex
    played = Pursued(asked([thief()], [guard()], max_rounds=1), *EVEN, *EVEN)
    assert played.told[-1] == "Back on the map, in hexes: guard 12 behind thief."
    assert "tactical/pursuit/back-to-map" in played.rules()
    named = Pursued(asked([thief(name="Mouse")], [guard(name="Bram")], max_rounds=1), *EVEN, *EVEN)
    assert named.told[-1] == "Back on the map, in hexes: Bram 12 behind Mouse."


def test_placement_has_room_for_all() -> None:
    """Many who are close are put as near as there is room, and large bodies abreast."""
    quarry = [thief(str(place), shape="line3") for place in range(3)]
    pursuers = [guard(f"g{place}") for place in range(8)]
    pursuit = asked(quarry, pursuers, band="close", max_rounds=1)
    placed = Pursued(pursuit, *EVEN * 9).outcome.placement
    assert len({each.hex for each in placed}) == 11
    assert {each.hexes for each in placed if each.behind is not None} == {1, 2}


# What is refused


@pytest.mark.parametrize(
    ("pursuit", "refusal", "pointer"),
    [
        (asked([]), refusals.NoQuarry, "/quarry"),
        (asked([thief(state={"dead": True})]), refusals.NoQuarry, "/quarry"),
        (asked(pursuers=[]), refusals.NoPursuer, "/pursuers"),
        (asked(pursuers=[guard(state={"unconscious": True})]), refusals.NoPursuer, "/pursuers"),
        (asked(band=None), refusals.BadBand, "/band"),
        (asked(band="short", gap=4), refusals.BadBand, "/band"),
        (asked(band="lost"), refusals.BadBand, "/band"),
        (asked(gap=501), refusals.BadBand, "/gap"),
        (asked(band="extreme", terrain="open"), refusals.BadBand, "/band"),
        (asked([thief(), thief()]), refusals.TacticalDuplicateId, "/quarry/1/id"),
        (asked(pursuers=[thief()]), refusals.TacticalDuplicateId, "/pursuers/0/id"),
        (asked(turning=["nobody"]), refusals.TacticalUnknownFigure, "/turning/0"),
        (
            asked(modifiers=[{"figure": "nobody", "label": "Mud", "value": 1}]),
            refusals.TacticalUnknownFigure,
            "/modifiers/0/figure",
        ),
        (
            asked(chases=[{"pursuer": "thief", "quarry": "thief"}]),
            refusals.TacticalUnknownFigure,
            "/chases/0/pursuer",
        ),
        (
            asked(chases=[{"pursuer": "guard", "quarry": "guard"}]),
            refusals.TacticalUnknownFigure,
            "/chases/0/quarry",
        ),
        (
            asked(chases=[{"pursuer": "guard", "quarry": "thief"}] * 2),
            refusals.TacticalDuplicateId,
            "/chases/1/pursuer",
        ),
        (asked(attacks=[{"figure": "thief"}]), refusals.TacticalUnknownFigure, "/attacks/0/figure"),
        (asked(attacks=[{"figure": "guard"}] * 2), refusals.TacticalDuplicateId, "/attacks/1/figure"),
        (
            asked(attacks=[{"figure": "guard", "attack": {"target": "guard"}}]),
            refusals.TacticalUnknownFigure,
            "/attacks/0/attack/target",
        ),
        (
            asked(attacks=[{"figure": "guard", "attack": {"weapon": "axe"}}]),
            refusals.UnknownWeapon,
            "/attacks/0/attack/weapon",
        ),
        (asked([thief(), thief("fox", shape="custom")]), refusals.BadFootprint, "/quarry/1/body"),
        (asked(pursuers=[guard(ready={"right": "axe"})]), refusals.UnknownWeapon, "/pursuers/0/ready/right"),
        (asked(pursuers=[guard(weapons=[blade(), blade()])]), refusals.TacticalDuplicateId, "/pursuers/0/weapons/1/id"),
    ],
)
def test_refusals(pursuit: TacticalPursuit, refusal: type[RulesRefuse], pointer: str) -> None:
    """What makes no pursuit is refused before the first die, with a pointer to it."""
    fault = refused(pursuit)
    assert type(fault) is refusal
    assert fault.pointer == pointer


# Odds


def verdict_of(pursuit: TacticalPursuit, dice: Any) -> Any:
    """The verdict of a pursuit with some dice."""
    return pursue(pursuit, RULINGS, dice).verdict


def test_odds_fit_sampled_play() -> None:
    """With fair dice, played pursuits end as often so and so as the odds say."""
    pursuit = asked([thief()], [guard("a"), guard("b", basic_move=6)], max_rounds=3)
    odds: dict[PursuitResult, Fraction] = {}
    for verdict, chance in pursuit_odds(pursuit, RULINGS).chances.items():
        odds[verdict.outcome] = odds.get(verdict.outcome, Fraction(0)) + chance
    played = [verdict_of(pursuit, SeededDice(f"sha256ctr1:run {number}")).outcome for number in range(400)]
    for outcome, chance in odds.items():
        assert abs(played.count(outcome) / 400 - float(chance)) < 0.1


def test_odds_on_open_ground_are_certain() -> None:
    """On open ground there is one end."""
    assert list(pursuit_odds(asked(terrain="open"), RULINGS).chances.values()) == [1]


def test_no_odds_with_attacks() -> None:
    """The odds of pursuits with attacks are not enumerated."""
    with pytest.raises(OddsTooLarge, match="leave the attacks out"):
        pursuit_odds(asked(attacks=[{"figure": "guard"}]), RULINGS)
