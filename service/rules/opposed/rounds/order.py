"""The order of turns: who is next in a round, and who may be first in one that has not begun."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from service.dice.transcript import Tally
from service.errors import NotNext
from service.rules.kernel.figures import who_of
from service.rules.kernel.turns.situations import refuse_acted, refuse_others
from service.rules.opposed.attack.legality import called, is_able
from service.rules.opposed.battle.initiative import Claim, rolls_for_ties
from service.rules.opposed.battle.judging import FALLEN
from service.rules.opposed.battle.models import OpposedCombatant, OpposedInLine, OpposedLowered, OpposedUnderWay
from service.rules.opposed.battle.muster import engaged_claims, engaged_line, has_acted
from service.rules.opposed.battle.state import Battle, part_the_fallen
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import OpposedEngagedChoice, OpposedRulings

Line = tuple[int, ...]
"""The places of some figures, in the order of their turns."""


class Opening(NamedTuple):
    """Who may be first in a round that has not begun, and the order of its turns; None if dice decide it."""

    firsts: Line
    order: Line | None


def battle_of(figures: Sequence[OpposedCombatant]) -> Battle:
    """Return a battle before a round: figures that are down are no longer engaged."""
    places = {each.id: place for place, each in enumerate(figures)}
    return part_the_fallen(Battle(tuple(figures), (0,) * len(figures), places))


def opening_of(battle: Battle, rulings: OpposedRulings) -> Opening:
    """Return who may be first in a round: an engaged figure, or one of several if dice decide; else one a side."""
    claims = engaged_claims(battle)
    line = engaged_line(claims)
    idle = tuple([at for at, each in enumerate(battle.figures) if at not in claims and is_able(each)])
    strengths = [claims[place].strength for place in line] if rolls_for_ties(rulings) else list(range(len(line)))
    groups = [[line[at] for at, _ in group] for _, group in groupby(enumerate(strengths), key=lambda pair: pair[1])]
    sides = dict.fromkeys([battle.figures[place].side for place in idle])
    is_known = len(groups) == len(line) and len(sides) < 2
    if rulings.engaged_choice is OpposedEngagedChoice.LAST:
        line = (*line[1:], *line[:1])
        groups = groups[1:] if len(groups) > 1 and len(groups[0]) == 1 else groups
    firsts = groups[0] if groups else [next(at for at in idle if battle.figures[at].side == side) for side in sides]
    return Opening(tuple(firsts), (*line, *idle) if is_known else None)


# A round that is under way


def waiting_in(battle: Battle, under_way: OpposedUnderWay) -> Line:
    """Return the places of those who are still to act, in order; who has joined the fight since acts last."""
    joined = [at for at, each in enumerate(battle.figures) if each.id not in under_way.order and is_able(each)]
    return tuple(dict.fromkeys([*[battle.places[name] for name in under_way.waiting], *joined]))


def acted_in(battle: Battle, under_way: OpposedUnderWay) -> Line:
    """Return the places of those who have had their turns, in the order of these."""
    return tuple([battle.places[name] for name in under_way.order if name not in under_way.waiting])


def claims_in(battle: Battle, under_way: OpposedUnderWay) -> dict[int, Claim]:
    """Return the initiatives of engaged figures that are still to act, by place."""
    claims = {}
    for each in under_way.engaged:
        figure = battle.figure(each.id)
        tally = Tally(base=each.initiative, terms=(), total=each.initiative)
        claims[battle.places[each.id]] = Claim(who_of(figure), tally, (figure.agility, figure.perception))
    return claims


def lowered_in(battle: Battle, under_way: OpposedUnderWay) -> tuple[int, ...]:
    """Return by how much fumbles have lowered initiatives, by place."""
    points = {battle.places[each.id]: each.points for each in under_way.lowered}
    return tuple([points.get(place, 0) for place in range(len(battle.figures))])


def under_way_of(
    battle: Battle, claims: Sequence[Claim], acted: Sequence[int], waiting: Sequence[int]
) -> OpposedUnderWay:
    """Return what is left of a round; `claims` are the initiatives of engaged figures that are still to act."""
    figures = battle.figures
    lowered = [(figures[place].id, points) for place, points in enumerate(battle.lowered) if points]
    return OpposedUnderWay(
        order=tuple([figures[place].id for place in (*acted, *waiting)]),
        waiting=tuple([figures[place].id for place in waiting]),
        engaged=tuple([OpposedInLine(id=each.name, initiative=each.tally.total) for each in claims]),
        lowered=tuple([OpposedLowered(id=name, points=points) for name, points in lowered]),
    )


def firsts_in(battle: Battle, under_way: OpposedUnderWay | None, rulings: OpposedRulings) -> list[OpposedCombatant]:
    """Return the figure that is next; several where dice are to decide who of them is first in a round."""
    if under_way is None:
        return [battle.figures[place] for place in opening_of(battle, rulings).firsts]
    left = [battle.figures[place] for place in waiting_in(battle, under_way)]
    return [each for each in left if is_able(each)][:1]


def refuse_out_of_turn(
    battle: Battle, figure: OpposedCombatant, under_way: OpposedUnderWay | None, rulings: OpposedRulings, pointer: str
) -> None:
    """Refuse an order for a figure that is not next.

    Raises: AlreadyActed, NotNext.
    """
    if not is_able(figure):
        loss = FALLEN[figure.status]
        raise NotNext(f"{called(figure)} cannot act: {loss.why}.", pointer=pointer, rule=loss.rule)
    if under_way is not None and has_acted(figure, under_way):
        refuse_acted(called(figure), pointer, rulebook.ROUND_PHASES)
    refuse_others(figure, firsts_in(battle, under_way, rulings), called, pointer, rulebook.ROUND_PHASES)
