"""Turn order: by Basic Speed, then DX, then a die that is rolled once for the whole fight."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from service.dice.exact import CountedKernel, Distribution
from service.dice.model import D6, Dice, Expected
from service.rules.kernel.chances.ties import joined_orders
from service.rules.kernel.turns.situations import seen_of
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book.options import TacticalTie
from service.rules.tactical.book.refusals import TacticalUnknownFigure
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import is_conscious, name_of, speed_of
from service.rules.tactical.rounds.records import TacticalTurns

PURPOSE: Final = "turn order among equals"

Rank = tuple[int, ...]
"""What a figure's place follows from, the highest first: Basic Speed, DX, and the dice of its ties."""


def turn_order(figures: Sequence[TacticalFigure], tie: TacticalTie, dice: Dice) -> tuple[str, ...]:
    """Return the ids of figures in the order in which they act.

    Figures that are out of action stand in it, too, behind their equals, and roll no die. The step names those that
    viewers see.

    Dice: D6 for each of those who tie, in the order of the request; then again for those who still tie.
    Source: the base game.
    Ruling: tactical/ruling/turn-ties.
    """
    ranks = {each.id: _rank(each) for each in figures}
    if tie is TacticalTie.DICE:
        rolling = _tied([each for each in figures if is_conscious(each)], ranks)
        ties = Ties(tuple([ranks[each.id] for each in rolling]), tuple(rolling))
        ended = dice.settle(rules.TURN_ORDER, TIES, ties) if rolling else ()
        for later, place in enumerate(reversed(ended), start=1):
            ranks[rolling[place].id] += (later,)
    ordered = _sorted(figures, ranks)
    named = {each.id: name_of(each) for each in seen_of(figures)} if dice.tells else {}
    if len(named) > 1:
        listed = ", ".join([named[each] for each in ordered if each in named])
        dice.note(rules.TURN_ORDER, f"Turn order: {listed}.")
    return ordered


@dataclass(slots=True, unsafe_hash=True)
class Ties:
    """Figures that tie with others, and what each has apart from dice; equal ranks make equal ties."""

    ranks: tuple[Rank, ...]
    figures: tuple[TacticalFigure, ...] = field(compare=False)


def roll_ties(ties: Ties, dice: Dice) -> tuple[int, ...]:
    """Return the positions of those who tie in the order in which they act.

    Dice: as `turn_order`.
    """
    figures = ties.figures
    ranks = {each.id: rank for each, rank in zip(figures, ties.ranks, strict=True)}
    rolling: Sequence[TacticalFigure] = figures
    while rolling:
        _roll(rolling, ranks, dice)
        rolling = _tied(rolling, ranks)
    return tuple(sorted(range(len(figures)), key=lambda place: [-number for number in ranks[figures[place].id]]))


def tie_chances(ties: Ties) -> Distribution[tuple[int, ...]]:
    """Return the chances of each order of those who tie; that they may roll again without end is conditioned away."""
    ranks = ties.ranks
    levels = sorted(set(ranks), reverse=True)
    groups = [tuple([place for place, rank in enumerate(ranks) if rank == level]) for level in levels]
    return Distribution(joined_orders(groups, (0,) * len(ranks), rules.TURN_ORDER))


TIES: Final = CountedKernel(roll_ties, tie_chances)


def _roll(figures: Sequence[TacticalFigure], ranks: dict[str, Rank], dice: Dice) -> None:
    """Add a die to the rank of each of some figures."""
    dice.expect(lambda: [Expected(rules.TURN_ORDER, D6, each.id, PURPOSE) for each in figures])
    for each in figures:
        roll = dice.roll(rules.TURN_ORDER, D6, actor=each.id)
        if dice.tells:
            roll.tell(f"{name_of(each)} rolled {roll.total} for {PURPOSE}.")
        ranks[each.id] = (*ranks[each.id], roll.total)


def _rank(figure: TacticalFigure) -> Rank:
    """Return Basic Speed and DX; 0, which is less than any die, stands behind that of a figure out of action."""
    rank = standing_of(figure)
    return rank if is_conscious(figure) else (*rank, 0)


def standing_of(figure: TacticalFigure) -> tuple[int, int]:
    """Return Basic Speed and DX, by which figures act."""
    return speed_of(figure), figure.dx


def _tied(figures: Sequence[TacticalFigure], ranks: dict[str, Rank]) -> list[TacticalFigure]:
    """Return the figures that have the same rank as another one, in their order."""
    counts = Counter([ranks[each.id] for each in figures])
    return [each for each in figures if counts[ranks[each.id]] > 1]


def completed(order: Sequence[str], figures: Sequence[TacticalFigure]) -> tuple[str, ...]:
    """Return a turn order of an earlier round with the figures that have joined the fight since.

    A newcomer acts before the first figure with a lower Basic Speed, or with the same and a lower DX.
    """
    known = {each.id: each for each in figures}
    _refuse_strangers(order, known, "order", "stands in the turn order")
    whole = list(order)
    for newcomer in [each for each in figures if each.id not in order]:
        slower = [at for at, name in enumerate(whole) if standing_of(known[name]) < standing_of(newcomer)]
        whole.insert(slower[0] if slower else len(whole), newcomer.id)
    return tuple(whole)


def _refuse_strangers(names: Sequence[str], known: Mapping[str, TacticalFigure], field: str, does: str) -> None:
    """Refuse a list of ids that names somebody who is not on the map."""
    for place, name in enumerate(names):
        if name not in known:
            message = f"{name!r} {does}, but is not on the map."
            raise TacticalUnknownFigure(message, name, known, pointer=f"/{field}/{place}")


# A round that is under way


def order_of(
    figures: Sequence[TacticalFigure], order: Sequence[str] | None, tie: TacticalTie, dice: Dice
) -> tuple[str, ...]:
    """Return the turn order of a round: that of earlier turns, or a new one.

    Dice: as `turn_order`, without an order of earlier turns.
    """
    return turn_order(figures, tie, dice) if order is None else completed(order, figures)


def waiting_of(order: Sequence[str], acting: Sequence[TacticalFigure]) -> tuple[str, ...]:
    """Return the ids of the figures that are still to act, in turn order."""
    ids = {each.id for each in acting}
    return tuple([each for each in order if each in ids])


def left_in(
    figures: Sequence[TacticalFigure], order: Sequence[str] | None, waiting: Sequence[str] | None
) -> tuple[TacticalFigure, ...]:
    """Return the figures that are still to act in a round: all, or of one that is under way those who wait for it.

    Who has joined the fight since it began acts in it, too. `order` is that of an earlier turn, None without one.
    """
    if waiting is None:
        return tuple(figures)
    known = {each.id: each for each in figures}
    _refuse_strangers(waiting, known, "waiting", "is still to act")
    before = known if order is None else order
    return tuple([each for each in figures if each.id in waiting or each.id not in before])


def firsts_of(
    acting: Sequence[TacticalFigure],
    figures: Sequence[TacticalFigure],
    order: Sequence[str] | None,
    tie: TacticalTie,
) -> tuple[str, ...]:
    """Return the id of the figure that acts before the others of some; several if dice decide which of them it is.

    `figures` are all on the map, and `order` is their turn order, None before the first round.
    """
    ids = {each.id for each in acting}
    if order is not None:
        return tuple([each for each in completed(order, figures) if each in ids][:1])
    top = max([standing_of(each) for each in acting], default=None)
    firsts = [each.id for each in acting if standing_of(each) == top]
    return tuple(sorted(firsts)[:1] if tie is TacticalTie.ID else firsts)


def next_of(acting: Sequence[TacticalFigure], turns: TacticalTurns, tie: TacticalTie) -> tuple[str, ...]:
    """Return the id of the figure that is next of those that are still to act; several if dice decide which it is."""
    awake = [each for each in acting if is_conscious(each)]
    return firsts_of(awake, turns.figures, turns.order, tie)


def foreseen_order(figures: Sequence[TacticalFigure], tie: TacticalTie) -> tuple[str, ...] | None:
    """Return the turn order that the first round will have, or None if dice decide it."""
    ranks = {each.id: _rank(each) for each in figures}
    if tie is TacticalTie.DICE and _tied([each for each in figures if is_conscious(each)], ranks):
        return None
    return _sorted(figures, ranks)


def _sorted(figures: Sequence[TacticalFigure], ranks: Mapping[str, Rank]) -> tuple[str, ...]:
    """Return the ids of figures by their ranks, the highest first; those of equal rank in the order of their ids."""
    ordered = sorted(figures, key=lambda each: ([-number for number in ranks[each.id]], each.id))
    return tuple([each.id for each in ordered])
