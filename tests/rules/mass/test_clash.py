"""Battle dice, die by die: scores, flanking, disadvantages, losses and rout."""

from typing import Any

import pytest

from service.rules.kernel.verdict import AttackResult
from service.rules.mass.attack.attack import MassClash, MassClashOutcome, resolve_attack
from service.rules.mass.attack.battle_dice import MassMargin, compute_morale_damage, morale_damage_of
from service.rules.mass.book.words import MassDie, MassStatus, stepped
from tests.pins import pins
from tests.rules.mass.stories import Document, Story, foes, play, read, rulings, tell, unit

A, B, C = (unit(name, side, 0, 0) | {"hex": None} for name, side in (("a", "red"), ("b", "blue"), ("c", "blue")))
BOTH_FOES = [["a", "b"], ["a", "c"]]


def clash(
    *faces: int, units: Any = (A, B), pairs: Any = (("a", "b"),), options: Document | None = None
) -> Story[MassClashOutcome]:
    """Units without a place fight."""
    given = read(MassClash, {"units": units, "pairs": pairs})
    return tell(resolve_attack, given, *faces, options=options)


def scores(story: Story[MassClashOutcome]) -> list[tuple[int, int]]:
    """The scores of each pair."""
    return [each.scores for each in story.outcome.comparisons]


def losses(story: Story[MassClashOutcome]) -> list[int]:
    """What each unit lost."""
    return [hit.damage for hit in story.outcome.units]


def test_told() -> None:
    """A clash is told roll by roll, comparison by comparison, loss by loss."""
    told = clash(8, 2, units=(A, B | {"morale": 2}))
    assert told.texts == [
        "A rolled 8 on a d8.",
        "B rolled 2 on a d8.",
        "A scored 8 and b 2: a margin of 6, 2 morale damage to b.",
        "B lost 2 Morale Points and routed.",
    ]
    verdict = told.outcome.verdict
    assert (verdict.first_loses, verdict.second_loses, verdict.losses) == (0, 2, (0, 2))
    assert (verdict.first_routed, verdict.second_routed) == (False, True)
    assert (verdict.outcome, verdict.struck) == (AttackResult.HIT, ("b",))
    assert told.outcome.summary == "A and b fought: b lost 2 Morale Points and routed."
    assert clash(8, 5).texts[-1] == "B lost 1 Morale Point, 2 left."


@pytest.mark.parametrize(
    ("faces", "outcome", "struck"),
    [
        pytest.param((8, 5, 8), "hit", ["b"], id="the first unit hits the second"),
        pytest.param((4, 5, 4), "miss", [], id="nobody hits"),
        pytest.param((1, 5, 1), "miss", ["a"], id="the second unit hits the first"),
        pytest.param((8, 6, 1), "miss", ["c"], id="the first unit hits another"),
    ],
)
def test_outcome_of_an_attack(faces: tuple[int, ...], outcome: str, struck: list[str]) -> None:
    """A clash says whether the first unit of the first pair hits the second, and which units lose morale."""
    told = clash(*faces, units=(A, B, C), pairs=BOTH_FOES)
    assert (told.outcome.verdict.outcome, list(told.outcome.verdict.struck)) == (outcome, struck)


@pytest.mark.parametrize(
    ("wall", "faces", "outcome"),
    [
        pytest.param("per_instance", (8, 5, 5), "blocked", id="all of one hit is kept off"),
        pytest.param("per_instance", (8, 3, 3), "hit", id="some of one hit is kept off"),
        pytest.param("per_instance", (6, 3, 8), "blocked", id="one hit is kept off, another is not"),
        pytest.param("per_round_total", (8, 5, 5), "blocked", id="all hits together are kept off"),
        pytest.param("per_round_total", (6, 3, 8), "hit", id="some of all hits is kept off"),
    ],
)
def test_blocked(wall: str, faces: tuple[int, ...], outcome: str) -> None:
    """A hit of which the target's shield wall leaves nothing is blocked."""
    units = (A, B | {"shield_wall": True}, unit("d", "red", 0, 0) | {"hex": None})
    told = clash(*faces, units=units, pairs=[["a", "b"], ["d", "b"]], options={"shield_wall": wall})
    assert told.outcome.verdict.outcome == outcome


@pins("margin-reading")
@pytest.mark.parametrize(
    ("margin", "damage"),
    [(0, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3), (8, 3), (9, 4), (10, 4), (11, 5), (12, 5), (13, 6)],
)
def test_margin_reading(margin: int, damage: int) -> None:
    """A margin of 3 costs 1 Morale Point and every 2 more another one; the tally says so."""
    outcome = compute_morale_damage(MassMargin(margin=margin), rulings())
    assert outcome.damage == outcome.tally.total == morale_damage_of(margin) == damage
    assert outcome.tally.base + sum(term.value for term in outcome.tally.terms) == damage


@pins("ties")
def test_ties() -> None:
    """Equal scores cost nobody anything, nor does a margin below 3; modified scores say how they came about."""
    assert clash(5, 4).texts[-1] == "A scored 5 and b 4: too close for a loss."
    lower = clash(5, 4, units=(A | {"disadvantages": ["*"]}, B)).texts[-1]
    assert lower == "A scored 3 (5 - 2 Minor disadvantage) and b 4: too close for a loss."
    told = clash(5, 5)
    assert told.texts[-1] == "A scored 5 and b 5: a tie, no loss."
    assert losses(told) == [0, 0]
    assert told.outcome.comparisons[0].to is None
    assert "ruling/ties" in told.cited


def test_steps_of_the_die() -> None:
    """A battle die is stepped within d4 and d12."""
    assert [stepped(die, -1) for die in MassDie] == [MassDie.D4, MassDie.D4, MassDie.D6, MassDie.D8, MassDie.D10]
    assert [stepped(die, 1) for die in MassDie] == [MassDie.D6, MassDie.D8, MassDie.D10, MassDie.D12, MassDie.D12]


@pins("flanking-definition")
@pytest.mark.parametrize(
    ("facing", "mode", "faces"),
    [
        pytest.param(2, "arc", (2, 3), id="front"),
        pytest.param(1, "arc", (2, 3), id="front, to its right"),
        pytest.param(3, "arc", (2, 3), id="front, to its left"),
        pytest.param(0, "arc", (2, 6, 3), id="flank"),
        pytest.param(4, "arc", (2, 6, 3), id="the other flank"),
        pytest.param(5, "arc", (2, 6, 3), id="rear"),
        pytest.param(5, "declared", (2, 3), id="rear, but not declared"),
    ],
)
def test_flanking_definition(facing: int, mode: str, faces: tuple[int, ...]) -> None:
    """A unit in the flank or rear arc of its foe rolls two dice, unless only declared flanking counts."""
    units = (A | {"hex": [1, 0], "facing": 5}, B | {"hex": [0, 0], "facing": facing})
    assert scores(clash(*faces, units=units, options={"flanking_mode": mode})) == [(max(faces[:-1]), 3)]


def test_flanking_by_declaration() -> None:
    """Declared flanking counts in both modes and wherever the units stand; the second die may be the lower one."""
    units = (A | {"flanking": ["b"], "hex": [1, 0], "facing": 5}, B | {"hex": [0, 0], "facing": 2})
    for mode in ("arc", "declared"):
        assert scores(clash(6, 1, 3, units=units, options={"flanking_mode": mode})) == [(6, 3)]


@pins("mutual-flanking")
def test_mutual_flanking() -> None:
    """Two units that flank each other both roll two dice."""
    units = (A | {"flanking": ["b"]}, B | {"flanking": ["a"]})
    assert scores(clash(1, 7, 2, 3, units=units)) == [(7, 3)]


@pins("several-foes")
def test_several_foes() -> None:
    """One roll counts against all foes, its second die only against those flanked, or against all; or one for each."""
    units = (A | {"flanking": ["b"]}, B, C)
    told = clash(2, 8, 4, 5, units=units, pairs=BOTH_FOES)
    assert scores(told) == [(8, 4), (2, 5)]
    assert told.texts[1] == "A flanked b and rolled 8 as well: 8 counted against b, 2 against c."
    higher = clash(2, 8, 4, 5, units=units, pairs=BOTH_FOES, options={"multi_foe_roll": "single_higher"})
    assert scores(higher) == [(8, 4), (8, 5)]
    assert higher.texts[1] == "A flanked b and rolled 8 as well: 8 counted against all."
    assert "ruling/several-foes" in higher.steps[1].cites[-1]
    per_foe = {"multi_foe_roll": "per_foe"}
    apart = clash(2, 8, 4, 6, 5, units=units, pairs=BOTH_FOES, options=per_foe)
    assert scores(apart) == [(8, 4), (6, 5)]
    assert apart.texts[1] == "A flanked b and rolled 8 as well: 8 counted."


def test_higher_die_without_other_foes() -> None:
    """Who flanks all its foes has the higher die against each with either reading of one roll."""
    both = (A | {"flanking": ["b", "c"]}, B, C)
    for reading in ("single", "single_higher"):
        told = clash(2, 8, 4, 5, units=both, pairs=BOTH_FOES, options={"multi_foe_roll": reading})
        assert scores(told) == [(8, 4), (8, 5)]
        assert told.texts[1] == "A flanked b and c and rolled 8 as well: 8 counted."


@pins("disadvantage-stacking")
def test_disadvantage_stacking() -> None:
    """Several minor disadvantages are -2 together, or -2 each; scores may fall below 1."""
    units = (A | {"disadvantages": ["b", "b", "*"]}, B)
    assert scores(clash(1, 4, units=units)) == [(-1, 4)]
    assert scores(clash(7, 4, units=units, options={"disadvantage_stacking": "cumulative"})) == [(1, 4)]


@pins("disadvantage-scope")
def test_disadvantage_scope() -> None:
    """A disadvantage counts against the foe it names, or against all."""
    one_foe = (A | {"disadvantages": ["b"]}, B, C)
    assert scores(clash(5, 4, 4, units=one_foe, pairs=BOTH_FOES)) == [(3, 4), (5, 4)]
    all_foes = (A | {"disadvantages": ["*"]}, B, C)
    assert scores(clash(5, 4, 4, units=all_foes, pairs=BOTH_FOES)) == [(3, 4), (3, 4)]


def test_battle_bonus() -> None:
    """A spell's bonus counts against every foe, beside a disadvantage; each says where it comes from."""
    told = clash(5, 4, units=(A | {"battle_bonus": 4, "disadvantages": ["*"]}, B | {"battle_bonus": -1}))
    assert scores(told) == [(7, 3)]
    first = told.outcome.comparisons[0].tallies[0]
    assert [(term.rule, term.value) for term in first.terms] == [
        ("mass/battle/minor-disadvantage", -2),
        ("mass/spell/adjudication", 4),
    ]


@pins("simultaneous-losses")
def test_simultaneous_losses() -> None:
    """All damage is added up before anyone is routed, and the hits of a routed unit count."""
    told = clash(1, 4, 8, units=(A | {"morale": 1}, B, C), pairs=BOTH_FOES)
    assert losses(told) == [4, 0, 0]
    assert told.outcome.units[0].status is MassStatus.ROUTED
    both = clash(5, 1, 8, units=(A | {"morale": 1}, B, C), pairs=BOTH_FOES)
    assert losses(both) == [1, 1, 0]


def test_shield_walls() -> None:
    """A shield wall lessens each loss, or the total once; it never gives morale back."""
    behind = (A | {"shield_wall": True}, B, C)
    total = {"shield_wall": "per_round_total"}
    assert losses(clash(1, 4, 6, units=behind, pairs=BOTH_FOES)) == [1, 0, 0]
    assert losses(clash(1, 4, 6, units=behind, pairs=BOTH_FOES, options=total)) == [2, 0, 0]
    assert losses(clash(4, 4, 4, units=behind, pairs=BOTH_FOES, options=total)) == [0, 0, 0]


def test_units_that_rout_together() -> None:
    """Of two foes that rout together neither is told to come free; one that stays without a foe is."""
    front = unit("a", "red", 0, 0, morale=1, facing=2), unit("b", "blue", 1, 0, morale=1, facing=5)
    third = unit("c", "blue", 0, -1, facing=3, morale=1)
    (first, second), ally = foes(*front), third
    first, ally = foes(first, ally)
    told = play(first, second, ally, faces=(5, 1, 8, 1))
    freed = [step.actor for step in told.steps if step.rule == "mass/engagement/release"]
    assert [state.status for state in told.outcome.state] == ["routed", "routed", "active"]
    assert freed == ["c"]


@pins("no-advance")
def test_no_advance() -> None:
    """Who routs its foe stays where it stands."""
    told = play(*foes(unit("a", "red", 0, 0), unit("b", "blue", 1, 0, morale=1, facing=5)), faces=(8, 1))
    assert [(state.hex, state.status) for state in told.outcome.state] == [((0, 0), "active"), ((1, 0), "routed")]
