"""Feints, and the second blow of one maneuver."""

from typing import Any

import pytest

from service.rules.kernel.verdict import AttackResult
from service.rules.tactical.attack.records import TacticalAttackOutcome
from service.rules.tactical.book.refusals import ManeuverConflict
from service.rules.tactical.book.words import TacticalManeuver, TacticalStatus
from service.rules.tactical.figures.models import TacticalFigure
from tests.rules.tactical.scenes import bow, figure, foe, sword
from tests.rules.tactical.strikes import (
    FUMBLE,
    GOOD,
    HIT,
    MISS,
    NO_DEFENSE,
    after,
    chosen,
    defends,
    feint,
    rules_of,
    strike,
)

# Feints


@pytest.mark.parametrize(
    ("dice", "penalty"),
    [
        ((*HIT, *MISS), 3),
        ((*HIT, 3, 4, 4), 2),
        ((*HIT, 3, 3, 3), 0),
        ((*HIT, 3, 3, 2), 0),
        ((*MISS, *FUMBLE), 0),
        ((4, 4, 4, *MISS), 0),
    ],
)
def test_feints(dice: tuple[int, ...], penalty: int) -> None:
    """A success by more lowers defenses by the margin, or by the difference if the target succeeds as well."""
    outcome = feint(*dice)
    assert outcome.feint is not None
    assert (outcome.feint.penalty, outcome.verdict.feint, outcome.verdict.outcome) == (penalty, penalty, None)
    assert after(outcome, "ash").state.maneuver is TacticalManeuver.FEINT
    fooled = [each.state.feint for each in outcome.figures if each.id == "orc"]
    assert fooled == ([] if not penalty else [fooled[0]])
    assert all((each[0].by, each[0].penalty, each[0].turns) == ("ash", penalty, 1) for each in fooled)


def test_a_feint_replaces_an_earlier_one() -> None:
    """A figure falls for the latest feint of each foe."""
    known = [{"by": "ash", "penalty": 1}, {"by": "elf", "penalty": 2}]
    outcome = feint(*HIT, *MISS, target=foe(state={"feint": known}))
    assert [(each.by, each.penalty) for each in after(outcome, "orc").state.feint] == [("elf", 2), ("ash", 3)]


def test_numbers_of_a_feint() -> None:
    """The attacker has its weapon skill, study and pain; the target its best of weapon, shield and DX."""
    state = {"shock": -2, "evaluate": {"foe": "orc", "bonus": 3}}
    shield = {"db": 1, "level": 15}
    outcome = strike([figure(state=state), foe(shield=shield)], *HIT, *HIT, maneuver="feint")
    assert outcome.feint is not None
    assert (outcome.feint.number.total, outcome.feint.target_number.total) == (13, 15)
    slung = foe(shield=shield | {"ready": False}, dx=14)
    other = feint(*HIT, *HIT, target=slung).feint
    assert other is not None
    assert other.target_number.total == 14


def test_modifiers_of_the_callers_own_count_for_a_feint() -> None:
    """They change the skill that it is made with; before an attack they are those of the blow."""
    wet = [{"label": "Wet floor", "value": -2}]
    alone = strike([figure(), foe()], *HIT, *HIT, maneuver="feint", modifiers=wet)
    assert alone.feint is not None
    assert alone.feint.number.total == 10
    first = strike([figure(), foe()], *HIT, *HIT, *MISS, maneuver="all_out_attack", option="feint", modifiers=wet)
    assert first.feint is not None
    assert (first.feint.number.total, first.attacks[0].number.total) == (12, 10)


def test_a_feint_needs_a_foe_and_a_melee_weapon() -> None:
    """A feint at an empty hex, at an ally, or with a bow, is refused."""
    with pytest.raises(ManeuverConflict, match="orc, who is no foe"):
        strike([figure(), foe(side="red")], maneuver="feint")
    with pytest.raises(ManeuverConflict, match="an empty hex"):
        strike([figure(), foe()], maneuver="feint", hex=[1, -1], defense=None)
    archer = figure(weapons=[bow()], ready={"both": "bow"})
    with pytest.raises(ManeuverConflict, match="a ranged weapon"):
        strike([archer, foe(hex=[0, -2])], maneuver="feint")


def test_an_all_out_feint_lowers_the_defense_at_once() -> None:
    """The attack that follows a feint in one maneuver meets the lowered defense."""
    facts: dict[str, Any] = {"maneuver": "all_out_attack", "option": "feint", "defense": chosen("dodge")}
    outcome = strike([figure(), foe()], *HIT, *MISS, *HIT, 2, 2, 2, 1, **facts)
    assert outcome.attacks[0].defenses[0].number.total == 5
    assert outcome.verdict.hits == 1
    assert after(outcome, "orc").state.feint[0].turns == 0
    plain = strike([figure(), foe()], *MISS, *MISS, *HIT, 2, 2, 2, **facts)
    assert plain.attacks[0].defenses[0].number.total == 8
    assert plain.summary == "Ash feinted, but orc was not deceived. Ash attacked orc, who dodged."


# Second blows


def twice(
    *dice: int, attacker: TacticalFigure | None = None, target: TacticalFigure | None = None, **facts: Any
) -> TacticalAttackOutcome:
    """Two blows of an All-Out Attack (Double)."""
    plain: dict[str, Any] = {"maneuver": "all_out_attack", "option": "double", "second": {}}
    return strike([attacker or figure(), target or foe(hp_max=100)], *dice, **(plain | facts))


def test_two_blows() -> None:
    """Both blows of a double attack are rolled, each to its wound."""
    outcome = twice(*HIT, 1, *HIT, 2)
    assert (len(outcome.attacks), outcome.verdict.hits, outcome.verdict.injury) == (2, 2, 7)
    mixed = twice(*HIT, 1, *MISS)
    assert (mixed.verdict.outcome, mixed.verdict.hits) == (AttackResult.HIT, 1)
    none = twice(*MISS, *MISS)
    assert none.verdict.outcome is AttackResult.MISS


def test_a_rapid_strike_is_harder() -> None:
    """Two blows of one attack are at -6 each, and the second parry at -4."""
    guard = foe(hp_max=100, **defends("parry", 12))
    attacker = figure(weapons=[sword(level=18)])
    outcome = strike([attacker, guard], *HIT, *HIT, *HIT, *HIT, 1, second={}, defense=chosen("parry"))
    assert [each.number.total for each in outcome.attacks] == [12, 12]
    assert [each.defenses[0].number.total for each in outcome.attacks] == [12, 8]


def test_no_second_blow_after_a_bad_one() -> None:
    """Who loses balance or weapon, or is knocked out, strikes no second time; nor at the dead."""
    assert len(twice(*FUMBLE, 2, 2, 3).attacks) == 1
    assert len(twice(*FUMBLE, 3, 3, 3).attacks) == 1
    assert "tactical/attack/rapid-strike" in rules_of(
        *FUMBLE, 2, 2, 3, people=(figure(weapons=[sword(level=18)]), foe()), second={}
    )
    dead = twice(*HIT, 6, target=foe(hp_max=10, hp=-48))
    assert (len(dead.attacks), dead.verdict.target_status) == (1, TacticalStatus.DEAD)
    fist = {"id": "fist", "skill": "Brawling", "level": 12, "kind": "natural", "hands": 0}
    brawler = figure(weapons=[fist | {"modes": sword()["modes"]}], ready={})
    out = twice(*FUMBLE, 1, 1, 1, attacker=brawler)
    assert (len(out.attacks), out.verdict.attacker_status) == (1, TacticalStatus.UNCONSCIOUS)
    assert len(twice(*FUMBLE, 6, 4, 3, *MISS, attacker=brawler).attacks) == 2


def test_a_foe_who_retreats_is_struck_again() -> None:
    """The second blow counts although the target has stepped out of reach; one who is knocked away is not struck."""
    guard = {"preferences": [{"kind": "dodge", "retreat": {}}], "forced": True}
    outcome = twice(*HIT, *HIT, *HIT, *MISS, 1, defense=guard)
    assert len(outcome.attacks) == 2
    assert [each.number.total for each in (outcome.attacks[1].defenses)] == [11]
    mace = sword(modes=[{"name": "swing", "damage": "3d", "type": "crushing"}])
    away = twice(*HIT, 3, 3, 3, *GOOD, attacker=figure(weapons=[mace]))
    assert len(away.attacks) == 1


def test_a_second_blow_at_somebody_else() -> None:
    """A Rapid Strike may go at two foes; the verdict counts the hits on both."""
    attacker = figure(weapons=[sword(level=18)])
    people = [attacker, foe(hp_max=100), foe("elf", hex=[1, -1], hp_max=100)]
    facts: dict[str, Any] = {"second": {"target": "elf"}, "defenses": [{"figure": "elf", "defense": NO_DEFENSE}]}
    outcome = strike(people, *HIT, 1, *HIT, 1, **facts)
    assert [each.hit for each in outcome.attacks] == ["orc", "elf"]
    assert outcome.verdict.hits == 2


def test_two_blows_at_an_unseen_hex() -> None:
    """Nobody in a hex means that neither blow hits."""
    outcome = twice(*MISS, *MISS, hex=[1, -1], defense=None, blind=True)
    assert (len(outcome.attacks), outcome.verdict.target_status) == (2, None)
