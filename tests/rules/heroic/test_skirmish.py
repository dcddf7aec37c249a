"""Skirmishes: random and fixed tactics, how a fight ends, and what follows it."""

import pytest

from service.errors import FightOver
from service.rules.heroic.book.refusals import (
    HeroicDuplicateId,
    HeroicPcInSkirmish,
    HeroicUnknownUnit,
)
from service.rules.heroic.rounds.skirmish.skirmish import resolve_skirmish
from service.rules.kernel.verdict import Fate, FigureFate, SideFate
from tests.pins import pins
from tests.rules.heroic.battles import FOE, MAN, SHAKEN, STEADY, WIDE, encounter, fight, lock, seeded, skirmish_of
from tests.rules.heroic.stat_blocks import BANDIT, OGRES, SWORDSMAN, TROGLODYTES, Document, rulings
from tests.rules.heroic.stories import refused

HIT = (3, 3, 3, 4, 4, 4)
"""12 against 8: margin 3 against -4, so won by 7: two hits."""
FIXED = {"npc_tactics": "fixed"}
SWORD = {"attack_modes": [MAN["attack_modes"][0]]}
RED, BLUE = MAN | SWORD, FOE | SWORD
TOUCHING = encounter(RED, BLUE, at={"foe": 1})
RUNS = BLUE | {"hp_pool": 4}
BREAKS = encounter(RED, RUNS, at={"foe": 1})


def keeps(**tactics: str) -> list[Document]:
    """Standing tactics."""
    return [{"unit": unit, "tactic": tactic} for unit, tactic in tactics.items()]


def test_fixed_tactics() -> None:
    """With fixed tactics units fight neutrally unless they are told otherwise, and no die is thrown for them."""
    told = fight(TOUCHING, 6, 1, *WIDE, *WIDE, 6, options=FIXED, max_rounds=1, tactics=keeps(man="defensive"))
    assert [each.tactic.value for each in told.outcome.log[0].standings if each.tactic] == ["defensive", "neutral"]
    assert told.outcome.verdict.undecided
    assert told.outcome.summary == "Undecided after 1 round: red lost 0 of 1; blue lost 0 of 1."


@pins("skirmish-tactics")
def test_random_tactics() -> None:
    """Otherwise each unit draws among the seven tactics that are no retreat: two dice, thrown again above 35."""
    bow = MAN["attack_modes"][1]
    javelin = bow | {"id": "javelin", "propulsion": "thrown"}
    throwers = [each | {"attack_modes": [RED["attack_modes"][0], javelin], "move": 0} for each in (RED, BLUE)]
    told = fight(encounter(*throwers, at={"foe": 101}), 1, 6, 6, 6, 1, 1, 6, 1, 6, max_rounds=1)
    tactics = [each.tactic.value for each in told.outcome.log[0].standings if each.tactic]
    assert tactics == ["offensive", "all_out_offensive"]
    assert "Drawn with 1 and 6, the tactic of man: Offensive." in told.texts
    assert {"orders/random", "skirmish/policy", "dice/pick", "ruling/skirmish-tactics"} <= told.cited


def test_standing_tactics_give_way() -> None:
    """A standing tactic that is not legal is replaced: who is locked does not hold its ground, nor aims a sword."""
    locked = encounter(RED, BLUE, at={"foe": 1}, locks=[lock("man", "foe")])
    told = fight(
        locked, 6, 1, *WIDE, *WIDE, 6, options=FIXED, max_rounds=1, tactics=keeps(man="hold_ground", foe="defensive")
    )
    assert [each.tactic.value for each in told.outcome.log[0].standings if each.tactic] == ["neutral", "defensive"]
    told = fight(
        locked, 6, 1, *WIDE, *WIDE, 6, options=FIXED, max_rounds=1, tactics=keeps(man="aimed_shooting", foe="defensive")
    )
    assert [each.tactic.value for each in told.outcome.log[0].standings if each.tactic] == ["neutral", "defensive"]


def test_a_runaway() -> None:
    """A standing retreat is kept: the unit runs every round, and fights nobody."""
    told = fight(
        encounter(RED, BLUE, at={"foe": 20}), 1, 6, 6, options=FIXED, max_rounds=1, tactics=keeps(foe="retreat")
    )
    assert told.outcome.encounter.positions[1].x == 70


def test_to_the_end() -> None:
    """Rounds follow each other until only one side fights on; wounds, locks and places are carried over."""
    told = fight(
        TOUCHING,
        *(6, 1, *WIDE, *WIDE, 6),
        *(1, 6, *WIDE, *HIT, 6, *SHAKEN),
        options=FIXED,
        max_rounds=5,
    )
    verdict = told.outcome.verdict
    assert (verdict.winner, verdict.draw, verdict.undecided, verdict.rounds) == ("red", False, False, 2)
    assert verdict.sides == (SideFate(side="red", standing=1, lost=0), SideFate(side="blue", standing=0, lost=1))
    assert verdict.figures == (
        FigureFate(id="man", side="red", fate=Fate.STANDING, standing=1, lost=0, left=10),
        FigureFate(id="foe", side="blue", fate=Fate.DOWN, standing=0, lost=1, left=-8),
    )
    assert (
        told.outcome.summary
        == "Victory for red after 2 rounds: red lost 0 of 1; blue lost 1 of 1. Blue lost foe (down)."
    )
    assert [each.summary for each in told.outcome.log] == [
        "The initiative went to red. Man missed foe; foe missed man.",
        (
            "The initiative went to blue. Foe missed man; man hit foe twice for 18 points of "
            "injury. Foe dropped out of the fight. The fight is over: victory for red. Blue lost foe "
            "(down)."
        ),
    ]
    assert told.outcome.encounter.round == 3
    assert (told.outcome.pursuit, told.outcome.aftermath) == (None, None)
    assert {"skirmish/loop", "battle/end"} <= told.cited


def test_a_draw() -> None:
    """If the last of both sides fall together the fight is a draw, and nobody pursues."""
    both = encounter(RED | {"hp_pool": 1}, BLUE | {"hp_pool": 1}, at={"foe": 1})
    told = fight(both, 6, 1, *HIT, 6, *HIT, 6, *STEADY, *STEADY, options=FIXED, pursue=True)
    assert (told.outcome.verdict.draw, told.outcome.verdict.winner) == (True, None)
    assert told.outcome.summary.startswith("A draw after 1 round")


def test_hazards_are_met_once() -> None:
    """The hazards of a battle are met in its first round."""
    pit = encounter(RED, BLUE, at={"foe": 300}, hazards=[{"unit": "man", "injury": 2}])
    told = fight(pit, 6, 1, *STEADY, 6, 6, 1, 6, options=FIXED, max_rounds=2)
    assert [each.left for each in told.outcome.verdict.figures] == [9, 10]


def test_pursuit() -> None:
    """The victor pursues on foot whoever has fled, if that is wanted; who is caught is slain."""
    told = fight(BREAKS, 6, 1, *WIDE, *WIDE, 6, 6, 6, 3, 3, 3, 6, 6, 6, options=FIXED, pursue=True)
    assert told.outcome.pursuit is not None
    assert (told.outcome.pursuit.verdict.caught, told.outcome.verdict.winner) == (1, "red")
    assert told.outcome.verdict.figures[1] == FigureFate(
        id="foe", side="blue", fate=Fate.DEAD, standing=0, lost=1, left=0
    )
    assert told.outcome.summary.endswith("The pursuers caught everybody: 1 slain.")
    away = fight(BREAKS, 6, 1, *WIDE, *WIDE, 6, 6, 6, 6, 6, 6, 3, 3, 3, options=FIXED, pursue=True)
    assert away.outcome.verdict.figures[1].fate == "routed"
    without = fight(BREAKS, 6, 1, *WIDE, *WIDE, 6, 6, 6, options=FIXED)
    assert without.outcome.pursuit is None


def test_pursuit_of_groups() -> None:
    """The fastest of the victors runs after the slowest who flee, each with Running or DX; some may get away."""
    riders = RED | {"id": "riders", "count_start": 2, "move": 8, "skills": [{"name": "running", "level": 13}]}
    herd = BLUE | {"id": "herd", "count_start": 5, "status": "routed", "move": 4}
    flock = BLUE | {"id": "flock", "count_start": 4, "status": "fled", "move": 3, "hp_pool": 40}
    battle = encounter(RED, riders, herd, flock, RUNS | {"id": "last"}, at={"herd": 50, "flock": 90, "last": 1})
    told = fight(
        battle, *(6, 1, *WIDE, *WIDE, *WIDE, 6, 6, 6), *(3, 3, 3, 3, 3, 3), options=FIXED, pursue=True, aftermath=True
    )
    pursuit = told.outcome.pursuit
    assert pursuit is not None
    assert (pursuit.pursuer.base, pursuit.pursued.base) == (13, 10)
    assert [(each.unit, each.caught, each.escaped) for each in pursuit.units] == [
        ("herd", 5, 0),
        ("flock", 1, 3),
        ("last", 0, 1),
    ]
    assert [(each.id, each.standing, each.fate.value) for each in told.outcome.verdict.figures[2:4]] == [
        ("herd", 0, "dead"),
        ("flock", 3, "fled"),
    ]


def test_nobody_can_pursue() -> None:
    """Victors who cannot move pursue nobody."""
    rooted = encounter(RED | {"move": 0}, RUNS, at={"foe": 1})
    told = fight(rooted, 6, 1, *WIDE, *WIDE, 6, 6, 6, options=FIXED, pursue=True)
    assert told.outcome.pursuit is None


def test_aftermath() -> None:
    """If it is wanted the fallen of each side are counted, and real wounds rolled for those who matter."""
    hero = BLUE | {"important": True}
    told = fight(
        encounter(RED, hero, at={"foe": 1}), 6, 1, *HIT, 6, *WIDE, *SHAKEN, 2, 3, 3, 3, 4, options=FIXED, aftermath=True
    )
    assert told.outcome.aftermath is not None
    (wound,) = told.outcome.aftermath.wounds
    assert (wound.unit, wound.hp_after) == ("foe", -5)
    group = encounter(RED, BLUE | {"count_start": 3, "hp_pool": 1}, at={"foe": 1})
    counted = fight(group, 6, 1, *HIT, 6, *WIDE, *SHAKEN, options=FIXED, aftermath=True).outcome.aftermath
    assert counted is not None
    assert [(each.unit, each.fallen, each.dead) for each in counted.counts] == [("foe", 3, 2)]
    unhurt = fight(TOUCHING, 6, 1, *WIDE, *WIDE, 6, options=FIXED, max_rounds=1, aftermath=True)
    assert unhurt.outcome.aftermath is None


def test_refusals() -> None:
    """A skirmish has no player characters, knows its units, and has two sides."""
    person = skirmish_of(encounter(MAN, FOE | {"is_pc": True}))
    assert refused(HeroicPcInSkirmish, resolve_skirmish, person).pointer == "/encounter/units/1/is_pc"
    nobody = skirmish_of(TOUCHING, tactics=keeps(elf="neutral"))
    assert refused(HeroicUnknownUnit, resolve_skirmish, nobody).pointer == "/tactics/0/unit"
    twice = skirmish_of(TOUCHING, tactics=keeps(man="neutral") * 2)
    assert refused(HeroicDuplicateId, resolve_skirmish, twice).pointer == "/tactics/1/unit"
    refused(FightOver, resolve_skirmish, skirmish_of(encounter(MAN, FOE | {"hp_pool": 0})))


@pytest.mark.parametrize("seed", range(8))
def test_battles_of_the_source_come_to_an_end(seed: int) -> None:
    """Both battles of the source are fought out with random tactics, and nobody ever gains hit points."""
    for battle in (
        encounter(SWORDSMAN, BANDIT, at={"bandit": 15}),
        encounter(TROGLODYTES, OGRES, at={"ogres": 70}),
    ):
        outcome = resolve_skirmish(skirmish_of(battle, pursue=True, aftermath=True), rulings(), seeded(seed))
        verdict = outcome.verdict
        assert [verdict.winner is not None, verdict.draw, verdict.undecided].count(True) == 1
        assert len(outcome.log) == outcome.verdict.rounds
        before = {each.unit: each.pool for each in outcome.log[0].standings}
        for each in outcome.log[1:]:
            assert all(standing.pool <= before[standing.unit] for standing in each.standings)


def test_fates() -> None:
    """Who is unconscious is down, and not lost again; who is counted among the dead is dead; a side may be empty."""
    sleeper = RED | {"id": "sleeper", "conditions": ["unconscious"]}
    prisoner = BLUE | {"id": "prisoner", "status": "surrendered"}
    battle = encounter(RED, BLUE | {"hp_pool": 1}, sleeper, prisoner, at={"foe": 1})
    battle["sides"] = [*battle["sides"], {"id": "green"}]
    told = fight(battle, 6, 1, *HIT, 6, *WIDE, *STEADY, options=FIXED, aftermath=True)
    fates = [(each.id, each.fate.value, each.standing, each.lost) for each in told.outcome.verdict.figures]
    assert fates == [
        ("man", "standing", 1, 0),
        ("foe", "dead", 0, 1),
        ("sleeper", "down", 0, 0),
        ("prisoner", "captured", 1, 0),
    ]
    assert [(each.side, each.standing, each.lost) for each in told.outcome.verdict.sides] == [
        ("red", 1, 0),
        ("blue", 1, 1),
        ("green", 0, 0),
    ]
