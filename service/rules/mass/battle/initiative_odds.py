"""Exact odds of a draw for initiative: who acts in what order, and how many on a joker.

What a draw decides depends only on how the cards drawn compare. So the deck is not enumerated card by card for each
commander: it is gone through once from the highest card down, each card going to anybody who still draws or to nobody,
and equal situations are merged. Where all cards differ, even that is more than is needed: any of the cards drawn is as
likely as any other to be the highest, so only the cards drawn are gone through, for each number of jokers among them.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from math import comb, perm

from service.dice.exact import MAX_COMPARISONS, Distribution
from service.dice.model import Card
from service.errors import OddsTooLarge
from service.rules.kernel.figures import refuse_doubles
from service.rules.mass.battle import initiative
from service.rules.mass.book import rulebook
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.refusals import MassDuplicateId
from service.rules.mass.book.tables import BAND, JOKERS, STRENGTHS
from service.rules.mass.figures.orders import MassInitiative
from service.wire import value_class

Group = tuple[int, bool]
"""Equal cards: how many, and whether they are jokers."""


@value_class
class Situation:
    """Cards gone through so far, the highest first: who has drawn how many, and who keeps one of them.

    `order` names those who keep one, the highest first; the last `tied` of them keep equal cards.
    """

    drawn: tuple[int, ...]
    order: tuple[int, ...]
    tied: int
    jokers: frozenset[int]


Weights = dict[Situation, int]


def initiative_odds(input: MassInitiative, rulings: MassRulings) -> Distribution[initiative.MassInitiativeVerdict]:
    """Return the exact chances of every order of commanders, with the number of those who act on a joker.

    Raises: as `roll_initiative`; OddsTooLarge, from 7 commanders with a fresh deck, or for a large deck of equal cards.
    """
    refuse_doubles(input.commanders, "/commanders", MassDuplicateId)
    bands = tuple(initiative.refuse_undrawable(input.commanders, input.deck_state, rulings).values())
    deck = initiative.deck_of(input.deck_state, rulings)
    names = [commander.id for commander in input.commanders]
    after = {each.id: each.joker_after for each in input.commanders if each.joker_after is not None}
    chances: dict[initiative.MassInitiativeVerdict, Fraction] = {}
    for chance, end in ends_of(bands, deck.cards, rulings):
        verdict = _verdict(end, names, after, rulings)
        chances[verdict] = chances.get(verdict, Fraction(0)) + chance
    return Distribution(chances)


def ends_of(
    bands: Sequence[initiative.Band], cards: Sequence[Card], rulings: MassRulings
) -> Iterator[tuple[Fraction, Situation]]:
    """Yield every situation at the end of a draw from some cards, with its chance."""
    table = Table(bands, rulings)
    for chance, groups in hands_of(cards, table.wanted):
        whole = perm(sum([copies for copies, _ in groups]), table.wanted)
        for end, weight in table.dealt(groups).items():
            yield chance * Fraction(weight, whole), end


def _verdict(
    end: Situation, names: Sequence[str], after: Mapping[str, str], rulings: MassRulings
) -> initiative.MassInitiativeVerdict:
    order = initiative.jokers_placed(
        [names[each] for each in end.order], {names[each] for each in end.jokers}, after, rulings
    )
    return initiative.MassInitiativeVerdict(first=order[0], order=order, jokers=len(end.jokers))


def hands_of(cards: Sequence[Card], wanted: int) -> Iterator[tuple[Fraction, tuple[Group, ...]]]:
    """Yield stacks of cards to go through, highest first, each with its chance.

    Of different cards these are only as many as are drawn, with every number of jokers among them; of a deck with equal
    cards it is the deck.
    """
    held = len(cards)
    if len(set(cards)) < held:
        strongest = sorted(cards, key=STRENGTHS.__getitem__, reverse=True)
        yield Fraction(1), tuple([(len(list(same)), card in JOKERS) for card, same in groupby(strongest)])
        return
    in_deck = len(set(cards).intersection(JOKERS))
    for jokers in range(min(in_deck, wanted) + 1):
        ways = comb(in_deck, jokers) * comb(held - in_deck, wanted - jokers)
        if ways:
            yield Fraction(ways, comb(held, wanted)), ((1, True),) * jokers + ((1, False),) * (wanted - jokers)


class Table:
    """Commanders who draw: how many cards each, and which one it keeps."""

    def __init__(self, bands: Sequence[initiative.Band], rulings: MassRulings) -> None:
        """Seat commanders in the order of the request."""
        self._draws = tuple([BAND[band.band].cards for band in bands])
        self._at_once = [
            (
                initiative.keeps_best(band.band, rulings, joker=False),
                initiative.keeps_best(band.band, rulings, joker=True),
            )
            for band in bands
        ]
        self._before = [(band.thac0, seat) for seat, band in enumerate(bands)]
        self._steps = 0
        self.wanted = sum(self._draws)

    def dealt(self, groups: Sequence[Group]) -> Weights:
        """Go through the cards and return every situation at the end with the number of ways to come to it."""
        left = sum([copies for copies, _ in groups])
        weights: Weights = {Situation((0,) * len(self._draws), (), 0, frozenset()): 1}
        for copies, joker in groups:
            for _ in range(copies):
                left -= 1
                weights = self._after_card(weights, left, joker=joker)
            weights = _merged(weights)
        return weights

    def _after_card(self, weights: Weights, left: int, *, joker: bool) -> Weights:
        self._steps += len(weights) * len(self._draws)
        if self._steps > MAX_COMPARISONS:
            message = f"{len(self._draws)} commanders draw: their odds compare cards more than {MAX_COMPARISONS} times."
            raise OddsTooLarge(message, rule=rulebook.INITIATIVE_CARD_ORDER)
        after: Weights = {}
        for situation, weight in weights.items():
            wanted = self.wanted - sum(situation.drawn)
            if wanted <= left:
                after[situation] = after.get(situation, 0) + weight
            for seat, draws in enumerate(self._draws):
                if ways := draws - situation.drawn[seat]:
                    given = self._given(situation, seat, joker=joker)
                    after[given] = after.get(given, 0) + weight * ways
        return after

    def _given(self, situation: Situation, seat: int, *, joker: bool) -> Situation:
        """Give a card to a commander: whether it keeps it depends on the card it had before."""
        before = situation.drawn[seat]
        drawn = (*situation.drawn[:seat], before + 1, *situation.drawn[seat + 1 :])
        if seat in situation.order or not (before or self._at_once[seat][joker]):
            return Situation(drawn, situation.order, situation.tied, situation.jokers)
        above = len(situation.order) - situation.tied
        equals = sorted((*situation.order[above:], seat), key=self._before.__getitem__)
        jokers = situation.jokers | {seat} if joker else situation.jokers
        return Situation(drawn, (*situation.order[:above], *equals), situation.tied + 1, jokers)


def _merged(weights: Weights) -> Weights:
    """Go on to a lower card: who kept the last one is tied no longer."""
    merged: Weights = {}
    for situation, weight in weights.items():
        untied = Situation(situation.drawn, situation.order, 0, situation.jokers)
        merged[untied] = merged.get(untied, 0) + weight
    return merged
