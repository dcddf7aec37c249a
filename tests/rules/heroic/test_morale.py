"""Morale: when a check is due, what is added to the dice, and what a broken unit does."""

from typing import Any

import pytest

from service.dice.exact import Distribution
from service.rules.heroic.aftermath.models import HeroicMoraleCheck
from service.rules.heroic.aftermath.morale import check_morale
from service.rules.heroic.aftermath.outcomes import HeroicMoraleOutcome
from service.rules.heroic.book.refusals import HeroicDuplicateId, PcExempt, PoolMismatch
from service.rules.heroic.book.words import HeroicMoraleResult, HeroicStatus
from service.wire import to_json
from tests.pins import pins
from tests.rules.heroic.stat_blocks import BANDIT, TROGLODYTES, Document, changed, rulings
from tests.rules.heroic.stories import Story, brute_force, refused, tell

LOW = (3, 3, 2)
TWELVE = (4, 4, 4)
THIRTEEN = (5, 4, 4)
EVEN: Document = {"own_numbers": 1, "enemy_numbers": 1}
"""Nobody outnumbers anybody."""


def group(lost: int, start: int = 10, **changes: Any) -> Document:
    """Troglodytes of whom so many have fallen."""
    return changed(TROGLODYTES, count_start=start, hp_pool=12 * (start - lost), **changes)


def alone(lost: int, **changes: Any) -> Document:
    """The bandit of 12 hit points after so many are lost."""
    return changed(BANDIT, hp=12, hp_pool=12 - lost, **changes)


def given(unit: Document, **circumstances: Any) -> HeroicMoraleCheck:
    """A check of a unit that neither outnumbers its enemies nor is outnumbered."""
    return HeroicMoraleCheck.model_validate_json(to_json({"unit": unit} | EVEN | circumstances))


def check(
    unit: Document, *faces: int, options: dict[str, Any] | None = None, **circumstances: Any
) -> Story[HeroicMoraleOutcome]:
    """A check with these faces."""
    return tell(check_morale, given(unit, **circumstances), *faces, options=options)


def modifiers(story: Story[HeroicMoraleOutcome]) -> list[tuple[str, int]]:
    """What was added to the dice, by the rules' names."""
    assert story.outcome.modifiers
    return [(term.rule.rpartition("/")[2], term.value) for term in story.outcome.modifiers.terms]


@pytest.mark.parametrize(
    ("start", "lost", "added"), [(10, 4, []), (10, 5, [2]), (10, 9, [5]), (9, 3, []), (9, 6, [5]), (10, 6, [2])]
)
def test_group_due(start: int, lost: int, added: list[int]) -> None:
    """A group is checked once a third of it has fallen, counted exactly; half adds 2, two thirds 5 instead."""
    told = check(group(lost, start), *LOW)
    assert told.outcome.due
    assert modifiers(told) == [("mod-losses", value) for value in added]
    assert {"morale/trigger-group"} <= told.cited


def test_group_not_due() -> None:
    """Three of ten are less than a third: no check, no dice."""
    told = check(group(3))
    assert (told.outcome.due, told.outcome.verdict.result) == (False, HeroicMoraleResult.NOT_DUE)
    assert told.outcome.reason == "3 of 10 members lost, less than a third."
    assert told.texts == ["Troglodytes: 3 of 10 members lost, less than a third. No morale check was due."]
    assert (told.outcome.modifiers, told.outcome.roll, told.outcome.total) == (None, None, None)
    assert told.outcome.unit == given(group(3)).unit


def test_derived_break() -> None:
    """Nine of ten lost and 8 on the dice: 13 breaks it."""
    told = check(group(9), *LOW)
    outcome = told.outcome
    assert (outcome.roll, outcome.total, outcome.verdict.breaks) == (8, 13, True)
    assert (outcome.verdict.result, outcome.must_retreat_next_round) == (HeroicMoraleResult.FLEES, True)
    assert outcome.unit.status is HeroicStatus.ROUTED
    assert told.texts == [
        "Troglodytes: 9 of 10 members lost. Morale 8 + 5 Members lost = 13: broken (13 or more breaks).",
        "Troglodytes broke and fled.",
        "Troglodytes must retreat next round.",
    ]
    assert {"morale/must-retreat", "ruling/rout-sticky", "ref/reaction"} <= told.cited


def test_twelve_holds() -> None:
    """12 holds."""
    told = check(group(4), *TWELVE)
    assert (told.outcome.verdict.result, told.outcome.total) == (HeroicMoraleResult.HOLDS, 12)
    assert (told.outcome.unit.status, told.outcome.must_retreat_next_round) == (HeroicStatus.ACTIVE, False)
    assert told.texts == ["Troglodytes: 4 of 10 members lost. Morale 12: steady (13 or more breaks)."]


@pytest.mark.parametrize(("lost", "added"), [(4, []), (5, []), (6, [2]), (7, [2]), (8, [5]), (11, [5])])
def test_solitary_due(lost: int, added: list[int]) -> None:
    """One alone is checked at a third of its hit points lost; half adds 2, two thirds 5 instead."""
    told = check(alone(lost), *LOW)
    assert told.outcome.due
    assert modifiers(told) == [("mod-hp", value) for value in added]
    assert "morale/trigger-solitary" in told.cited


def test_solitary_not_due() -> None:
    """Less than a third of the hit points lost: no check."""
    assert check(alone(3)).outcome.reason == "3 of 12 hit points lost, less than a third."


@pytest.mark.parametrize(("lost", "before", "due"), [(5, 4, True), (4, 4, False), (4, 0, True)])
def test_group_again(lost: int, before: int, due: bool) -> None:
    """Afterwards a group is checked in every round in which another member has fallen since the last check."""
    unit = group(lost, morale={"checked": True, "casualties_at_last_check": before})
    told = check(unit, *(LOW if due else ()))
    assert told.outcome.due is due
    assert told.outcome.reason.endswith("more than at the last check.")


@pytest.mark.parametrize(("lost", "before", "due"), [(5, 8, True), (4, 8, False), (4, None, True)])
def test_solitary_again(lost: int, before: int | None, due: bool) -> None:
    """Afterwards one alone is checked after any further injury."""
    unit = alone(lost, morale={"checked": True, "hp_at_last_check": before})
    assert check(unit, *(LOW if due else ())).outcome.due is due


def test_checks_are_remembered() -> None:
    """A check is written into the unit, so that the next one is due only if more is lost."""
    after = check(group(4), *LOW).outcome.unit
    assert (after.morale.checked, after.morale.casualties_at_last_check, after.morale.hp_at_last_check) == (True, 4, 72)


@pins("morale-outnumber")
@pytest.mark.parametrize(
    ("own", "enemies", "added"),
    [(5, 5, []), (5, 4, [-2]), (8, 4, [-5]), (7, 4, [-2]), (3, 0, [-5]), (4, 5, []), (0, 0, [])],
)
def test_numbers(own: int, enemies: int, added: list[int]) -> None:
    """Outnumbering the enemy takes 2, by two to one 5; whole sides are compared."""
    told = check(group(4), *LOW, own_numbers=own, enemy_numbers=enemies)
    assert modifiers(told) == [("mod-numbers", value) for value in added]


def test_own_numbers() -> None:
    """Without its side's numbers those of the unit count."""
    told = check(group(4), *LOW, own_numbers=None, enemy_numbers=3)
    assert modifiers(told) == [("mod-numbers", -5)]
    assert "ruling/morale-outnumber" in told.cited


@pins("morale-steps-replace")
def test_steps_add_up() -> None:
    """By option morale_steps the smaller step counts beside the larger one."""
    told = check(group(9), *LOW, options={"morale_steps": "stack"}, own_numbers=9, enemy_numbers=1)
    assert modifiers(told) == [("mod-numbers", -2), ("mod-numbers", -5), ("mod-losses", 2), ("mod-losses", 5)]
    assert "ruling/morale-steps-replace" in told.cited


@pytest.mark.parametrize(
    ("trait", "added"),
    [
        ({"fearlessness": 3}, [("mod-fearlessness", -3)]),
        ({"cowardice": 15}, [("mod-cowardice", 1)]),
        ({"cowardice": 12}, [("mod-cowardice", 2)]),
        ({"cowardice": 9}, [("mod-cowardice", 3)]),
        ({"cowardice": 6}, [("mod-cowardice", 4)]),
    ],
)
def test_traits(trait: Document, added: list[tuple[str, int]]) -> None:
    """Fearlessness takes its level; Cowardice adds its Fright Check penalty."""
    assert modifiers(check(group(4, **trait), *LOW)) == added


TRAPPED = {"can_retreat": False, "enemy_accepts_surrender": False}


@pins("flee-or-surrender")
@pytest.mark.parametrize(
    ("circumstances", "added", "result"),
    [
        ({}, [], "flees"),
        ({"can_retreat": False}, [], "surrenders"),
        ({"held": True}, [], "surrenders"),
        ({"enemy_accepts_surrender": False}, [], "flees"),
        (TRAPPED, [("mod-cornered", -5)], "cornered"),
        ({"held": True, "enemy_accepts_surrender": False}, [("mod-cornered", -5)], "cornered"),
    ],
)
def test_flee_or_surrender(circumstances: Document, added: list[tuple[str, int]], result: str) -> None:
    """A broken unit flees if it can, else surrenders if it may, else fights on; who can do neither had 5 taken."""
    told = check(group(4), 6, 6, 6, **circumstances)
    assert modifiers(told) == added
    outcome = told.outcome
    assert (outcome.verdict.result, outcome.verdict.breaks) == (result, True)
    assert outcome.unit.status == {"flees": "routed", "surrenders": "surrendered", "cornered": "active"}[result]
    assert outcome.must_retreat_next_round is (result == "flees")
    assert "ruling/flee-or-surrender" in told.cited


@pytest.mark.parametrize(("option", "result"), [("flee", "flees"), ("surrender", "surrenders")])
def test_break_result(option: str, result: str) -> None:
    """Option break_result has every broken unit do the same."""
    told = check(group(4), 6, 6, 6, options={"break_result": option}, **TRAPPED)
    assert told.outcome.verdict.result == result


def test_players_are_exempt() -> None:
    """Nobody checks the morale of a unit that a person plays, unless told to; hirelings are checked."""
    pc = group(4, is_pc=True)
    assert refused(PcExempt, check_morale, given(pc)).pointer == "/unit/is_pc"
    assert check(pc, *LOW, force=True).outcome.due
    assert "morale/exempt" in check(group(4, is_retainer=True), *LOW).cited


def test_forced() -> None:
    """A check can be forced where none is due."""
    told = check(group(3), *LOW, force=True)
    assert told.outcome.reason == "3 of 10 members lost, less than a third, but the check was forced."
    assert told.outcome.verdict.result is HeroicMoraleResult.HOLDS


@pytest.mark.parametrize(
    ("unit", "reason"),
    [
        (group(9, mindless=True), "mindless, so without fear."),
        (group(9, status="routed"), "routed already."),
        (group(9, status="surrendered"), "surrendered."),
        (group(9, status="fled"), "fled."),
        (group(10), "nobody left standing."),
    ],
)
def test_never_due(unit: Document, reason: str) -> None:
    """The mindless, the routed and those out of the fight are not checked, even if told to."""
    told = check(unit, force=True)
    assert (told.outcome.due, told.outcome.reason) == (False, reason)
    assert told.outcome.must_retreat_next_round is (unit.get("status") == "routed")


@pins("rout-sticky")
@pytest.mark.parametrize(("faces", "status"), [(LOW, "active"), ((6, 6, 6), "routed")])
def test_rally(faces: tuple[int, ...], status: str) -> None:
    """By option rally a routed unit is checked every round and fights on if it holds."""
    told = check(group(4, status="routed"), *faces, options={"rally": "recheck"})
    assert told.outcome.reason == "routed, but may rally."
    assert told.outcome.unit.status == status
    assert told.texts[1].startswith("Troglodytes rallied" if status == "active" else "Troglodytes broke and fled")


def test_side_as_one() -> None:
    """By option morale_scope the losses of the whole side decide, for one alone as well; its own hurt still counts."""
    side: Document = {"options": {"morale_scope": "side"}, "side_start": 20, "side_casualties": 10}
    told = check(group(0), *LOW, **side)
    assert (told.outcome.reason, modifiers(told)) == ("10 of 20 members lost.", [("mod-losses", 2)])
    assert "ruling/morale-mixed" in told.cited
    hurt = check(alone(6), *LOW, **side)
    assert modifiers(hurt) == [("mod-hp", 2), ("mod-losses", 2)]
    assert hurt.outcome.unit.morale.casualties_at_last_check == 10
    assert check(group(4), *LOW, options={"morale_scope": "side"}).outcome.reason == "4 of 10 members lost."


@pins("morale-mixed")
def test_divided_unit() -> None:
    """The parts of a divided unit are checked as one, by the sum of their numbers, and break together."""
    first = group(2, 4, injury_group="trogs")
    second = group(0, 6, id="others", injury_group="trogs")
    fallen = group(1, 1, id="last", injury_group="trogs", status="incapacitated")
    assert check(first, 6, 6, 6, parts=[]).outcome.due
    assert not check(first, parts=[second]).outcome.due
    told = check(group(3, 4, injury_group="trogs"), 6, 6, 6, parts=[second, fallen])
    assert told.outcome.reason == "4 of 11 members lost."
    assert [part.status for part in told.outcome.parts] == [HeroicStatus.ROUTED, HeroicStatus.INCAPACITATED]
    assert "ruling/morale-mixed" in told.cited


@pins("morale-collapse")
def test_badly_hurt() -> None:
    """Nobody collapses: the rule that wounded ones may is missing, and the step says so."""
    assert {"morale/collapse", "ruling/morale-collapse"} <= check(alone(8), *LOW).cited
    assert "morale/collapse" not in check(alone(7), *LOW).cited


@pins("morale-hp-scope")
def test_group_pools_do_not_count() -> None:
    """Hit points lost count for one alone, not for a group."""
    told = check(changed(TROGLODYTES, count_start=3, hp_pool=13), *LOW)
    assert modifiers(told) == []
    assert "ruling/morale-hp-scope" in told.cited


def test_refused() -> None:
    """A pool that does not fit its unit, and two parts of one name, are refused."""
    assert refused(PoolMismatch, check_morale, given(group(-1))).pointer == "/unit"
    assert refused(HeroicDuplicateId, check_morale, given(group(1), parts=[group(1)])).pointer == "/parts"


@pytest.mark.parametrize(
    ("unit", "options"),
    [
        pytest.param(group(9), {}, id="shaken"),
        pytest.param(group(4), {}, id="steady"),
        pytest.param(group(4, fearlessness=20), {}, id="never breaks"),
        pytest.param(group(9, cowardice=6), {"morale_steps": "stack"}, id="always breaks"),
    ],
)
def test_odds(unit: Document, options: Document) -> None:
    """The odds are those of every way the dice can fall."""
    asked, decided = given(unit), rulings(**options)
    odds = Distribution.of(lambda dice: check_morale(asked, decided, dice).verdict)
    assert odds.chances == brute_force(lambda dice: check_morale(asked, decided, dice).verdict)
