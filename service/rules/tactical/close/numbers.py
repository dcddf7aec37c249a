"""Numbers of close combat: scores of ST, DX and skills, with helpers, and what evades are modified by.

Ruling: tactical/ruling/helper-stat.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from service.dice.transcript import Tally, Term
from service.rules.kernel.modifiers import counted
from service.rules.kernel.tally import tally, term
from service.rules.kernel.words import Fact
from service.rules.roll_under.words import Posture
from service.rules.tactical.book import movement_rules, rulebook
from service.rules.tactical.book.modifiers import EVADE_MODIFIERS, EVADED, TacticalFact
from service.rules.tactical.book.options import TacticalAssistantScore
from service.rules.tactical.book.words import TacticalSector
from service.rules.tactical.figures.dexterity import hindrances
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure, TacticalModifier
from service.rules.tactical.figures.standing import GRAPPLING, name_of, skill_of

SIDES: Final = {
    TacticalSector.RIGHT: TacticalFact.FOE_SIDE,
    TacticalSector.LEFT: TacticalFact.FOE_SIDE,
    TacticalSector.BACK: TacticalFact.FOE_BACK,
}
"""The fact that the side a foe is approached from brings to an evade."""
HELPER_SHARE: Final = 5
ST_NAME: Final = "ST"
DX_NAME: Final = "DX"


class Score(NamedTuple):
    """A number that a figure may roll, and what it is of: ST, DX or a skill."""

    name: str
    number: Tally


def own_terms(modifiers: Iterable[TacticalModifier]) -> list[Term]:
    """Return the caller's own modifiers."""
    return [term(movement_rules.CORE_OPEN_MODIFIERS, each.value, each.label) for each in modifiers]


def levels_of(figure: TacticalFigure, skills: Sequence[str]) -> list[tuple[str, int]]:
    """Return the DX of a figure and the levels of those of some skills that it has, each with its name."""
    known = [(name, skill_of(figure, name)) for name in skills]
    return [(DX_NAME, figure.dx), *[(name, level) for name, level in known if level is not None]]


def best(scores: Iterable[Score]) -> Score:
    """Return the highest score, the first of equals."""
    return max(scores, key=lambda each: each.number.total)


def takedown_scores(field: Field, figure: TacticalFigure, *, acting: bool) -> list[Score]:
    """Return the scores that a takedown allows: ST, DX and grappling skills."""
    terms = hindrances(field, figure, acting=acting)
    agile = [Score(name, tally(level, terms)) for name, level in levels_of(figure, GRAPPLING)]
    return [Score(ST_NAME, tally(figure.st)), *agile]


def evade_terms(posture: Posture, approach: TacticalSector) -> list[Term]:
    """Return what a foe's posture, and the side it is approached from, add to who evades it."""
    facts: dict[Fact, int] = {EVADED[posture]: 1}
    if approach in SIDES:
        facts[SIDES[approach]] = 1
    return counted(EVADE_MODIFIERS, facts)


class Combined(NamedTuple):
    """Who rolls for several that combine, and what."""

    leader: TacticalFigure
    score: Score


def combine(scores: Sequence[tuple[TacticalFigure, list[Score]]], rule: TacticalAssistantScore) -> Combined:
    """Return the best figure's score with a fifth of each other's, rounded down one by one.

    A helper adds a fifth of its own best score, or by an option of the one that the leader uses, if it has it.
    """
    bests = [(figure, best(each)) for figure, each in scores]
    leader, score = max(bests, key=lambda each: each[1].number.total)
    terms = list(score.number.terms)
    for figure, own in scores:
        if figure.id != leader.id:
            same = [each for each in own if each.name == score.name and rule is TacticalAssistantScore.SAME]
            fifth = max(best(same or own).number.total, 0) // HELPER_SHARE
            terms.append(term(rulebook.CLOSE_HELPER_SCORE, fifth, f"Help of {name_of(figure)}"))
    return Combined(leader, Score(score.name, tally(score.number.base, terms)))
