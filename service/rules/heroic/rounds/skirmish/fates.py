"""What became of the units and sides of a fight, in the form that all families share."""

from collections.abc import Collection

from service.rules.heroic.aftermath.outcomes import HeroicAftermathOutcome, HeroicBattleVerdict, HeroicPursuitOutcome
from service.rules.heroic.battle.state import Battle
from service.rules.heroic.book.options import HeroicAssignment
from service.rules.heroic.book.words import UNCONSCIOUS
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import count_of, pool_of
from service.rules.heroic.rounds.ending import condition_of
from service.rules.kernel import verdict


def verdict_of(
    before: Battle, end: HeroicBattleVerdict, rounds: int, figures: tuple[verdict.FigureFate, ...]
) -> verdict.SkirmishVerdict:
    """Return who won a fight of so many rounds, and what became of everybody."""
    return verdict.SkirmishVerdict(
        winner=end.winner,
        draw=end.draw,
        undecided=not end.over,
        rounds=rounds,
        sides=sides_in(before, figures),
        figures=figures,
    )


def fates_of(before: Battle, after: Battle, dead: Collection[str]) -> tuple[verdict.FigureFate, ...]:
    """Return what became of each unit; those that were divided from another stand last."""
    return tuple([fate_of(before, place, unit, dead) for place, unit in enumerate(after.units)])


def fate_of(before: Battle, place: int, unit: HeroicUnit, dead: Collection[str] = ()) -> verdict.FigureFate:
    """Return what became of the unit at a place, which may have been divided from another since `before`."""
    assignment = before.rulings.assignment
    fallen = fallen_in(before.units[place], assignment) if place < len(before.units) else 0
    out = fallen_in(unit, assignment)
    return verdict.FigureFate(
        id=unit.id,
        side=unit.side,
        fate=verdict.Fate.DEAD if unit.id in dead else condition_of(unit),
        standing=unit.count_start - out,
        lost=out - fallen,
        left=pool_of(unit),
    )


def fallen_in(unit: HeroicUnit, assignment: HeroicAssignment) -> int:
    """Return the members of a unit who are not on their feet; all of them if it is unconscious."""
    if UNCONSCIOUS in unit.conditions:
        return unit.count_start
    return unit.count_start - count_of(unit, assignment)


def sides_in(battle: Battle, figures: tuple[verdict.FigureFate, ...]) -> tuple[verdict.SideFate, ...]:
    """Add up what became of the units of each side, as the sides are listed; one may have none."""
    known = {each.side: each for each in verdict.sides_of(figures)}
    return tuple([known.get(side.id) or verdict.SideFate(side=side.id, standing=0, lost=0) for side in battle.sides])


def dead_of(
    battle: Battle, pursuit: HeroicPursuitOutcome | None, aftermath: HeroicAftermathOutcome | None
) -> frozenset[str]:
    """Return the ids of the units of which all are dead: slain as they fled, or fallen and counted so."""
    slain = [] if pursuit is None else [each.unit for each in pursuit.units if not each.escaped]
    counted = {} if aftermath is None else {each.unit: each.dead for each in aftermath.counts}
    fallen = [unit.id for unit in battle.units if counted.get(unit.id) == unit.count_start]
    return frozenset([*slain, *fallen])
