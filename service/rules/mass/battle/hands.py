"""Draws for initiative of which only the result counts: in what order commanders act, and how often.

A draw depends on nothing in the battle, so its chances are worked out once for the same bands, deck and rulings.
"""

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from service.dice.exact import CountedKernel, Distribution
from service.dice.model import Dice
from service.rules.mass.battle.initiative import Band, jokers_placed, kept_of, refuse_undrawable
from service.rules.mass.battle.initiative_odds import ends_of
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.tables import BAND, DECKS, JOKERS, STRENGTHS
from service.rules.mass.figures.models import MassCommander

Counts = tuple[tuple[int, int], ...]
"""In the order of acting, the number in the request of each commander that acts, and how many actions it takes."""


class Hands(NamedTuple):
    """What a draw depends on: how each commander draws, after whom it acts on a joker, and the rulings.

    `declared` is how many actions each has declared: who has none draws, too, but has no count.
    """

    bands: tuple[Band, ...]
    after: tuple[tuple[int, int], ...]
    rulings: MassRulings
    declared: tuple[int, ...]

    def declaring(self, declared: tuple[int, ...]) -> "Hands":
        """Return the same hands for another declaration."""
        return Hands(self.bands, self.after, self.rulings, declared)


def hands_of(commanders: Sequence[MassCommander], rulings: MassRulings) -> Hands:
    """Return what the draws of commanders depend on who have declared nothing yet."""
    bands = tuple(refuse_undrawable(commanders, None, rulings).values())
    numbers = {each.id: number for number, each in enumerate(commanders)}
    after = [(numbers[each.id], numbers[each.joker_after]) for each in commanders if each.joker_after is not None]
    return Hands(bands, tuple(after), rulings, (0,) * len(bands))


def _dealt(hands: Hands, dice: Dice) -> Counts:
    """Draw for all commanders.

    Dice: cards, for each commander in the order of the request, one or two in a row.
    """
    deck, bands, kept, card = DECKS[hands.rulings.deck], hands.bands, [], None
    for band in bands:
        row, drawn = BAND[band.band], []
        for _ in range(row.cards):
            deck = deck if card is None else deck.without(card)
            card = dice.draw(row.rule, deck)
            drawn.append(card)
        kept.append(kept_of(drawn, band.band, hands.rulings))
    if not any(hands.declared):
        return ()
    order = sorted(range(len(kept)), key=lambda number: (-STRENGTHS[kept[number]], bands[number].thac0))
    return _counts(order, {number for number, card in enumerate(kept) if card in JOKERS}, hands)


def _chances(hands: Hands) -> Distribution[Counts]:
    chances: dict[Counts, Fraction] = {}
    for chance, end in ends_of(hands.bands, DECKS[hands.rulings.deck].cards, hands.rulings):
        counts = _counts(end.order, end.jokers, hands)
        chances[counts] = chances.get(counts, Fraction(0)) + chance
    return Distribution(chances)


def _counts(order: Sequence[int], jokers: Collection[int], hands: Hands) -> Counts:
    if jokers:
        order = jokers_placed(order, jokers, dict(hands.after), hands.rulings)
    acting = [(number, min(2 if number in jokers else 1, hands.declared[number])) for number in order]
    return tuple([(number, actions) for number, actions in acting if actions])


DRAW: Final = CountedKernel(_dealt, _chances)
