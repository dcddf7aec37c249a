"""Initiative: to-hit numbers decide how commanders draw cards, and the highest card acts first."""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, TypeVar

from pydantic import Field

from service.dice.model import Card, Cites, Deck, Dice, Expected
from service.dice.transcript import Tally
from service.rules.kernel.figures import refuse_doubles
from service.rules.kernel.tally import term
from service.rules.mass.book import rulebook
from service.rules.mass.book.options import MassJokerOrder, MassRulings, MassWorstJoker
from service.rules.mass.book.refusals import CardsExhausted, MassDuplicateId, Thac0OrClassRequired, UnknownCommander
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.book.tables import BAND, BANDS, CLASSES, DECKS, JOKERS, STRENGTHS
from service.rules.mass.book.words import MassBand, MassClass
from service.rules.mass.figures.models import Level, MassCommander
from service.rules.mass.figures.orders import MassInitiative
from service.rules.mass.figures.text import called
from service.wire import Frozen, record, value_class

N = TypeVar("N", str, int)


class MassCalling(Frozen):
    """A commander's class and level."""

    character_class: MassClass = Field(description="The calling.")
    level: Level = Field(description="Level of the calling.")


@record
class MassThac0:
    """A base to-hit number and what it means for initiative."""

    thac0: Annotated[int, Field(description="The to-hit number, lower is better.")]
    band: Annotated[MassBand, Field(description="How a commander with it draws.")]
    tally: Annotated[Tally, Field(description="What made the number.")]


def thac0_of(character_class: MassClass, level: int) -> int:
    """Return the to-hit number of a class and level."""
    row = next(row for row in CLASSES if row.character_class is character_class)
    return row.at_first_level - row.falls_by * ((level - 1) // row.every_levels)


def band_of(thac0: int) -> MassBand:
    """Return how a commander with a to-hit number draws."""
    return next(row.band for row in BANDS if thac0 >= row.lowest_thac0)


def compute_thac0(input: MassCalling, rulings: MassRulings) -> MassThac0:
    """Compute the base to-hit number of a class and level, and how a commander with it draws for initiative.

    Ruling: mass/ruling/base-thac0.
    Source: Initiative; the table is the base game's.
    """
    first, thac0 = thac0_of(input.character_class, 1), thac0_of(input.character_class, input.level)
    rule = rulebook.INITIATIVE_THAC0_TABLE
    terms = (term(rule, thac0 - first),)
    return MassThac0(thac0=thac0, band=band_of(thac0), tally=Tally(base=first, terms=terms, total=thac0))


@record
class MassDraw:
    """The draw of one commander."""

    commander: Annotated[str, Field(description="The commander's id.")]
    band: Annotated[MassBand, Field(description="How it drew.")]
    drawn: Annotated[tuple[str, ...], Field(description="The cards drawn, in order.")]
    kept: Annotated[str, Field(description="The card it acts on.")]
    actions: Annotated[int, Field(description="How many actions it takes: 2 with a joker.")]


@record
class MassInitiativeVerdict:
    """The order in which commanders act."""

    first: Annotated[str, Field(description="Id of the commander who acts first.")]
    order: Annotated[tuple[str, ...], Field(description="Ids of the commanders in the order in which they act.")]
    jokers: Annotated[int, Field(description="How many of them act on a joker.")]


@record
class MassInitiativeOutcome:
    """The outcome of a draw for initiative."""

    summary: Annotated[str, Field(description="The order of action in a sentence.")]
    order: Annotated[tuple[str, ...], Field(description="Ids of the commanders in the order in which they act.")]
    draws: Annotated[tuple[MassDraw, ...], Field(description="What each drew, in the order of drawing.")]
    deck_state: Annotated[tuple[str, ...], Field(description="The cards left.")]
    verdict: Annotated[MassInitiativeVerdict, Field(description="Who acts when.")]


@value_class
class Band:
    """The draw that a commander is entitled to, and the rules behind it."""

    band: MassBand
    thac0: int
    cites: Cites


def roll_initiative(input: MassInitiative, rulings: MassRulings, dice: Dice) -> MassInitiativeOutcome:
    """Draw initiative cards for commanders: the highest card kept acts first, a joker before all and twice.

    Commanders with a to-hit number of 15 or more keep the worse of two cards, with 9 or less the better.

    Dice: cards, for each commander in the order of the request, one or two in a row.
    Raises: MassDuplicateId, Thac0OrClassRequired, UnknownCommander, CardsExhausted.
    Ruling: mass/ruling/joker-in-worst-draw, card-order, card-ties, joker-order.
    Source: Initiative.
    """
    refuse_doubles(input.commanders, "/commanders", MassDuplicateId)
    return drawn_for(input.commanders, input.deck_state, rulings, dice)


def drawn_for(
    commanders: Sequence[MassCommander], deck_state: Sequence[Card] | None, rulings: MassRulings, dice: Dice
) -> MassInitiativeOutcome:
    """Draw for commanders whose ids differ, from a fresh deck or the one sent."""
    bands = refuse_undrawable(commanders, deck_state, rulings)
    deck = deck_of(deck_state, rulings)
    dice.expect(lambda: draws_expected(commanders, deck_state, rulings))
    draws = []
    for commander in commanders:
        draw, deck = _draw(commander, bands[commander.id], deck, rulings, dice)
        draws.append(draw)
    kept = {draw.commander: draw.kept for draw in draws}
    order = order_of(commanders, kept, bands, rulings, dice)
    names = {each.id: called(each) for each in commanders}
    listed = ", then ".join([f"{names[each]} ({kept[each]})" for each in order])
    dice.note(rulebook.INITIATIVE_CARD_ORDER, f"Order of action: {listed}.")
    twice = {draw.commander: ", twice" if draw.actions > 1 else "" for draw in draws}
    acting = ", then ".join([f"{names[each]}{twice[each]}" for each in order])
    return MassInitiativeOutcome(
        summary=f"Order of action: {acting}.",
        order=order,
        draws=tuple(draws),
        deck_state=deck.cards,
        verdict=MassInitiativeVerdict(first=order[0], order=order, jokers=sum([draw.kept in JOKERS for draw in draws])),
    )


def draws_expected(
    commanders: Sequence[MassCommander], deck_state: Sequence[Card] | None, rulings: MassRulings
) -> list[Expected]:
    """Announce the draws of commanders, in their order."""
    bands, deck = refuse_undrawable(commanders, deck_state, rulings), deck_of(deck_state, rulings)
    expected = []
    for commander in commanders:
        row = BAND[bands[commander.id].band]
        for number in range(row.cards):
            which = "Initiative card" if row.cards == 1 else f"{('First', 'Second')[number]} initiative card"
            expected.append(Expected(row.rule, deck, commander.id, f"{which} of {called(commander)}"))
    return expected


def deck_of(deck_state: Sequence[Card] | None, rulings: MassRulings) -> Deck:
    """Return the deck from which commanders draw: the one sent, or a fresh one."""
    return DECKS[rulings.deck] if deck_state is None else Deck("deck", tuple(deck_state))


def refuse_undrawable(
    commanders: Sequence[MassCommander], deck_state: Sequence[Card] | None, rulings: MassRulings
) -> dict[str, Band]:
    """Return how each commander draws."""
    bands = {commander.id: _band(commander, f"/commanders/{position}") for position, commander in enumerate(commanders)}
    for position, commander in enumerate(commanders):
        others = [name for name in bands if name != commander.id]
        if commander.joker_after not in (None, *others):
            message = f"{commander.id} cannot act after {commander.joker_after!r}, who is no other commander."
            raise UnknownCommander(
                message, commander.joker_after, others, pointer=f"/commanders/{position}/joker_after"
            )
    wanted = sum([BAND[band.band].cards for band in bands.values()])
    held = rulings.deck if deck_state is None else len(deck_state)
    if wanted > held:
        raise CardsExhausted(f"The commanders draw {wanted} cards, but the deck has {held}.", pointer="/deck_state")
    return bands


def _band(commander: MassCommander, pointer: str) -> Band:
    thac0, level = commander.thac0, commander.level
    by_class = commander.character_class is not None and level is not None
    half = (commander.character_class is None) is not (level is None)
    if half or by_class is (thac0 is not None):
        given = f"to-hit number {thac0}, class {commander.character_class} and level {level}"
        message = f"{commander.id} has {given}; give either the number, or class and level."
        raise Thac0OrClassRequired(message, pointer=pointer)
    cites: Cites = ()
    if commander.character_class is not None and level is not None:
        thac0 = thac0_of(commander.character_class, level)
        cites = (rulebook.INITIATIVE_THAC0_TABLE,)
    number = thac0 or 0
    rank = band_of(number).rank + commander.initiative_step
    if commander.initiative_step:
        cites = (*cites, rulebook.INITIATIVE_STEP_IMPROVEMENT)
    return Band(MassBand.at(min(rank, MassBand.BEST_OF_TWO.rank)), number, cites)


def _draw(commander: MassCommander, band: Band, deck: Deck, rulings: MassRulings, dice: Dice) -> tuple[MassDraw, Deck]:
    row = BAND[band.band]
    drawn = []
    for _ in range(row.cards):
        card = dice.draw(row.rule, deck, actor=commander.id, name=called(commander))
        deck = deck.without(card)
        drawn.append(card)
    kept = kept_of(drawn, band.band, rulings)
    joker = kept in JOKERS
    if len(drawn) > 1 or joker or band.cites:
        _note_draw(commander, drawn, kept, band, dice)
    draw = MassDraw(commander=commander.id, band=band.band, drawn=tuple(drawn), kept=kept, actions=2 if joker else 1)
    return draw, deck


def kept_of(drawn: Sequence[Card], band: MassBand, rulings: MassRulings) -> Card:
    """Return which of the cards drawn a commander acts on."""
    if len(drawn) == 1:
        return drawn[0]
    best = keeps_best(band, rulings, joker=any(card in JOKERS for card in drawn))
    return (max if best else min)(drawn, key=STRENGTHS.__getitem__)


def keeps_best(band: MassBand, rulings: MassRulings, *, joker: bool) -> bool:
    """Return whether the best card drawn is kept, not the worst; `joker` says whether a joker is among them."""
    if band is not MassBand.WORST_OF_TWO:
        return True
    return joker and rulings.joker_in_worst_draw is MassWorstJoker.USED


def _note_draw(commander: MassCommander, drawn: Sequence[Card], kept: Card, band: Band, dice: Dice) -> None:
    cites = band.cites
    if kept in JOKERS:
        cites = (*cites, rulebook.INITIATIVE_JOKER)
    if band.band is MassBand.WORST_OF_TWO and any(card in JOKERS for card in drawn):
        cites = (*cites, Rulings.JOKER_IN_WORST_DRAW)
    twice = ": two actions" if kept in JOKERS else ""
    best = kept == max(drawn, key=STRENGTHS.__getitem__)
    of = f", the {'better' if best else 'worse'} of {' and '.join(drawn)}" if len(drawn) > 1 else ""
    dice.note(BAND[band.band].rule, f"{called(commander)} kept {kept}{of}{twice}.", actor=commander.id, cites=cites)


def order_of(
    commanders: Sequence[MassCommander],
    kept: Mapping[str, Card],
    bands: dict[str, Band],
    rulings: MassRulings,
    dice: Dice,
) -> tuple[str, ...]:
    """Put commanders in the order of the cards they `kept`; equal cards by to-hit number, then as they drew."""
    order = sorted(kept, key=lambda each: (-STRENGTHS[kept[each]], bands[each].thac0))
    after = {each.id: each.joker_after for each in commanders if each.joker_after is not None}
    holders = {each for each in order if kept[each] in JOKERS}
    if rulings.joker_order is MassJokerOrder.FIRST:
        for holder in [each for each in order if each in holders and each in after]:
            dice.warn(f"{holder} acts first with the joker and not after {after[holder]}: joker_order is not chosen.")
    return jokers_placed(order, holders, after, rulings)


def jokers_placed(
    order: Sequence[N], holders: Collection[N], after: Mapping[N, N], rulings: MassRulings
) -> tuple[N, ...]:
    """Put those who act on a joker after whom they named, if they may choose; `order` is that of the cards.

    Commanders are told apart by their ids or by their numbers.
    """
    placed = list(order)
    if rulings.joker_order is MassJokerOrder.CHOSEN:
        for holder in [each for each in order if each in holders and each in after]:
            placed.remove(holder)
            placed.insert(placed.index(after[holder]) + 1, holder)
    return tuple(placed)
