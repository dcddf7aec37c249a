"""The figures of a fight, found by id and checked; and the order of their turns, engaged figures before the others."""

from collections.abc import Iterable, Mapping, Sequence

from service.dice.model import Dice
from service.rules.kernel.figures import refuse_doubles, who_of
from service.rules.kernel.turns.situations import refuse_acted
from service.rules.opposed.attack.legality import called, is_able
from service.rules.opposed.battle import initiative
from service.rules.opposed.battle.judging import Places, judge, place_of
from service.rules.opposed.battle.models import (
    OpposedCombatant,
    OpposedOrder,
    OpposedReaction,
    OpposedSide,
    OpposedUnderWay,
)
from service.rules.opposed.battle.state import Battle
from service.rules.opposed.book import refusals, rulebook
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.book.rulings import Rulings


def engaged_claims(battle: Battle) -> dict[int, initiative.Claim]:
    """Work out the initiative of every engaged figure, by place."""
    return {
        place: initiative.engaged_claim(
            who_of(each), each.perception, each.agility, each.weapon.rank, each.warrior_rank
        )
        for place, each in enumerate(battle.figures)
        if each.engaged_with
    }


def engaged_line(claims: Mapping[int, initiative.Claim]) -> tuple[int, ...]:
    """Put the places of engaged figures in acting order, as far as no die decides it."""
    return tuple(sorted(sorted(claims), key=lambda place: claims[place].strength, reverse=True))


def line_after_fumble(
    battle: Battle, claims: Mapping[int, initiative.Claim], waiting: tuple[int, ...], *, chosen_last: bool
) -> tuple[int, ...]:
    """Put the places of engaged figures who wait in acting order again, with initiatives as fumbles have lowered them.

    Equals stay in the order they have. `chosen_last` is whether the last of them has chosen to act last.
    """

    def strength(place: int) -> tuple[int, tuple[int, ...], int]:
        claim, lowered = claims[place], battle.lowered[place]
        return claim.tally.total - lowered, claim.favours, -lowered

    staying = len(waiting) - 1 if chosen_last else len(waiting)
    return (*sorted(waiting[:staying], key=strength, reverse=True), *waiting[staying:])


def roll_side_claims(
    battle: Battle, sides: Sequence[OpposedSide], rulings: OpposedRulings, dice: Dice
) -> tuple[initiative.Claim, ...]:
    """Put the sides of unengaged figures in acting order; nothing is rolled for one side alone.

    Dice: D10 for each side that has an unengaged figure able to act, in the order of the sides; then those of ties.
    """
    idle: dict[str, list[OpposedCombatant]] = {}
    for figure in battle.figures:
        if not figure.engaged_with and is_able(figure):
            idle.setdefault(figure.side, []).append(figure)
    if len(idle) < 2:
        return ()
    rolling = [side for side in sides if side.id in idle]
    initiative.expect_sides([who_of(side) for side in rolling], dice)
    claims = [_roll_for(side, idle[side.id], dice) for side in rolling]
    return initiative.after_unengaged_choice(initiative.in_order(claims, rulings, dice), rulings)


def unengaged_line(
    battle: Battle, sides: Sequence[OpposedSide], claims: Sequence[initiative.Claim], waiting: Iterable[int]
) -> tuple[int, ...]:
    """Put the places of unengaged figures in acting order; sides that did not roll come last."""
    rolled = [claim.name for claim in claims]
    order = rolled + [side.id for side in sides if side.id not in rolled]
    turn = {side: number for number, side in enumerate(order)}
    return tuple(sorted(waiting, key=lambda place: turn[battle.figures[place].side]))


def _roll_for(side: OpposedSide, figures: Sequence[OpposedCombatant], dice: Dice) -> initiative.Claim:
    """Let a side's leader roll, or, if it is engaged, stunned or down, whoever of these perceives best."""
    fit = [figure for figure in figures if not figure.stunned] or figures
    for figure in fit:
        if figure.id == side.leader and not figure.stunned:
            return initiative.roll_side_claim(who_of(side), figure.perception, figure.military_scientist_rank, dice)
    best = max([figure.perception for figure in fit])
    return initiative.roll_side_claim(who_of(side), best, 0, dice, cites=(Rulings.LEADER_UNFIT,))


def mustered(
    sides: Sequence[OpposedSide], figures: Sequence[OpposedCombatant], under_way: OpposedUnderWay | None
) -> Places:
    """Find everyone by id, and refuse figures that do not fit together."""
    refuse_doubles(sides, "/sides", refusals.DuplicateParticipant, initiative.SIDE_TWICE)
    refuse_doubles(figures, "/participants", refusals.DuplicateParticipant, initiative.FIGURE_TWICE)
    places = {figure.id: place for place, figure in enumerate(figures)}
    _check_sides(sides, figures, places)
    for place, figure in enumerate(figures):
        _check_figure(figure, place, figures, places)
    if under_way is not None:
        _refuse_strangers(under_way, places)
    return places


def _refuse_strangers(under_way: OpposedUnderWay, places: Places) -> None:
    """Refuse a round under way in which somebody has a turn who does not take part."""
    for field, names in (("order", under_way.order), ("waiting", under_way.waiting)):
        for position, name in enumerate(names):
            place_of(name, places, f"/under_way/{field}/{position}")
    for position, each in enumerate(under_way.engaged):
        place_of(each.id, places, f"/under_way/engaged/{position}/id")
    for position, lowered in enumerate(under_way.lowered):
        place_of(lowered.id, places, f"/under_way/lowered/{position}/id")


def orders_in(
    figures: Sequence[OpposedCombatant],
    places: Places,
    orders: Sequence[OpposedOrder],
    under_way: OpposedUnderWay | None,
) -> tuple[OpposedOrder | None, ...]:
    """Return orders by place, none of them for a figure that has had its turn in a round that is under way."""
    ordered: list[OpposedOrder | None] = [None] * len(figures)
    for position, order in enumerate(orders):
        place = place_of(order.actor, places, f"/orders/{position}/actor")
        if ordered[place] is not None:
            message = f"{order.actor!r} is given a second order ({order.action})."
            raise refusals.DuplicateParticipant(message, pointer=f"/orders/{position}/actor")
        if under_way is not None and has_acted(figures[place], under_way):
            refuse_acted(called(figures[place]), f"/orders/{position}/actor", rulebook.ROUND_PHASES)
        judge(order, figures, places, f"/orders/{position}")
        ordered[place] = order
    return tuple(ordered)


def has_acted(figure: OpposedCombatant, under_way: OpposedUnderWay) -> bool:
    """Return whether a figure has had its turn in a round."""
    return figure.id in under_way.order and figure.id not in under_way.waiting


def _check_sides(sides: Sequence[OpposedSide], figures: Sequence[OpposedCombatant], places: Places) -> None:
    known = {side.id: side for side in sides}
    for place, figure in enumerate(figures):
        if figure.side not in known:
            message = f"{figure.id!r} fights for {figure.side!r}, which is not one of the sides."
            raise refusals.UnknownSide(message, figure.side, known, pointer=f"/participants/{place}/side")
    manned = {figure.side for figure in figures}
    for position, side in enumerate(sides):
        if side.id not in manned:
            raise refusals.EmptySide(f"No figure fights for {side.id!r}.", pointer=f"/sides/{position}/id")
        if side.leader not in places or figures[places[side.leader]].side != side.id:
            message = f"{side.leader!r} leads {side.id!r} but is not one of its figures."
            own = [figure.id for figure in figures if figure.side == side.id]
            raise refusals.InvalidLeader(message, side.leader, own, pointer=f"/sides/{position}/leader")


def _check_figure(figure: OpposedCombatant, place: int, figures: Sequence[OpposedCombatant], places: Places) -> None:
    if figure.stunned and figure.evading:
        message = f"{figure.id!r} is stunned, so it cannot be evading."
        raise refusals.StunnedFigureCannotEvade(message, pointer=f"/participants/{place}/evading")
    for position, name in enumerate(figure.engaged_with):
        pointer = f"/participants/{place}/engaged_with/{position}"
        foe = figures[place_of(name, places, pointer)]
        if foe.side == figure.side:
            message = f"{figure.id!r} is engaged with {name!r} of its own side."
            raise refusals.InvalidEngagement(message, pointer=pointer)
        if figure.id not in foe.engaged_with:
            message = f"{figure.id!r} is engaged with {name!r}, but {name!r} is not engaged with {figure.id!r}."
            raise refusals.EngagementNotMutual(message, pointer=pointer)


def reactions_of(reactions: Sequence[OpposedReaction], places: Places) -> tuple[OpposedReaction | None, ...]:
    """Return reactions by place, at most one for each figure."""
    found: list[OpposedReaction | None] = [None] * len(places)
    for position, reaction in enumerate(reactions):
        pointer = f"/reactions/{position}/actor"
        place = place_of(reaction.actor, places, pointer)
        if found[place] is not None:
            raise refusals.DuplicateParticipant(f"{reaction.actor!r} is given two reactions.", pointer=pointer)
        found[place] = reaction
    return tuple(found)
