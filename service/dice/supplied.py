"""Supplied and replayed dice: faces and cards come with the request, in the order in which the procedure uses them."""

from collections.abc import Sequence
from enum import StrEnum

from service.dice.decks import PLAYING_CARDS
from service.dice.model import Card, Deck, DiceNeeded, DicePool, Expected, Rule
from service.dice.recording import RecordingDice
from service.dice.seeded import SeededStream
from service.dice.transcript import Source
from service.errors import CardNotInDeck, DiceSupplyExhausted, DiceSupplyLeftOver, FaceOutOfRange
from service.errors.spelling import meant


class WhenExhausted(StrEnum):
    """What to do when the supplied dice run out."""

    ASK = "ask"
    ROLL = "roll"
    REFUSE = "refuse"


class SuppliedDice(RecordingDice):
    """Dice that the caller rolled; missing ones are asked for, rolled by the service, or refused."""

    def __init__(
        self, faces: Sequence[int], cards: Sequence[Card], when_exhausted: WhenExhausted, seed: str | None = None
    ) -> None:
        """Set faces and cards in the order of their use; with ROLL, `seed` gives the missing ones."""
        super().__init__()
        self.supplied_faces = faces
        self.supplied_cards = cards
        self.when_exhausted = when_exhausted
        self.seed = seed
        self.stream = SeededStream(seed) if seed is not None else None
        self.asks = when_exhausted is WhenExhausted.ASK

    def refuse_left_overs(self, tape_rule: Rule | None) -> None:
        """Refuse faces or cards that were not used, naming the first one's position."""
        for supplied, used, what in (
            (self.supplied_faces, self.faces, "faces"),
            (self.supplied_cards, self.cards, "cards"),
        ):
            if len(supplied) > len(used):
                message = (
                    f"{len(supplied)} {what} were supplied but only {len(used)} were needed; "
                    f"the first one left over is {supplied[len(used)]!r} at position {len(used)}."
                )
                raise DiceSupplyLeftOver(message, pointer=f"/dice/{what}/{len(used)}", rule=tape_rule)

    def _next_faces(self, rule: Rule, pool: DicePool, actor: str | None) -> tuple[tuple[int, ...], Source]:
        start, purpose = len(self.faces), self._came(rule, pool, actor)
        given = tuple(self.supplied_faces[start : start + pool.count])
        for position, face in enumerate(given, start):
            if not 1 <= face <= pool.sides:
                message = (
                    f"Face {face} at position {position} is not on a d{pool.sides}: "
                    f"{rule.title} ({rule.id}) rolls {pool.name}."
                )
                raise FaceOutOfRange(message, pointer=f"/dice/faces/{position}", rule=rule)
        missing = pool.count - len(given)
        if not missing:
            return given, Source.SUPPLIED
        if self.asks:
            raise DiceNeeded(rule, pool.name, actor, missing, expected=self.expected, purpose=purpose)
        stream = self._stream_for(rule, pool.name, "faces")
        rolled = stream.faces(missing, pool.sides)
        return given + rolled, Source.MIXED if given else Source.SEEDED

    def _next_card(self, rule: Rule, deck: Deck, actor: str | None) -> tuple[Card, Source]:
        position, purpose = len(self.cards), self._came(rule, deck, actor)
        if position >= len(self.supplied_cards):
            if self.asks:
                raise DiceNeeded(rule, deck.name, actor, 1, is_card=True, expected=self.expected, purpose=purpose)
            stream = self._stream_for(rule, deck.name, "cards")
            return deck.cards[stream.below(len(deck.cards))], Source.SEEDED
        card = self.supplied_cards[position]
        if card not in deck.cards:
            hint = "" if card in PLAYING_CARDS else meant(card, deck.cards)
            message = f"Card {card!r} at position {position} is not in the {deck.name}, or no longer.{hint}"
            raise CardNotInDeck(message, pointer=f"/dice/cards/{position}", rule=rule)
        return card, Source.SUPPLIED

    def _came(self, rule: Rule, dice: DicePool | Deck, actor: str | None) -> str | None:
        """Take a roll off those that were announced, and return what it is for; any other ends the announcement."""
        if not self.expected:
            return None
        announced = self.expected.popleft()
        if (announced.rule, announced.dice.name, announced.actor) == (rule, dice.name, actor):
            return announced.purpose
        self._not_expected(announced, rule)
        return None

    def _not_expected(self, announced: Expected, rule: Rule) -> None:
        """Forget an announcement that was wrong; tests make this an error."""
        self.expected.clear()

    def _stream_for(self, rule: Rule, dice: str, what: str) -> SeededStream:
        if self.stream is None or self.when_exhausted is WhenExhausted.REFUSE:
            message = f"{rule.title} ({rule.id}) needs {dice}, but the supplied {what} are used up."
            raise DiceSupplyExhausted(message, pointer=f"/dice/{what}", rule=rule)
        return self.stream


class ReplayedDice(SuppliedDice):
    """The dice of an answer, used again; without a seed they end after the supplied ones.

    The rolls in the answer are not read: the result of the replay is compared with them.
    """

    def __init__(self, faces: Sequence[int], cards: Sequence[Card], seed: str | None) -> None:
        """Set the supplied faces and cards, and the seed of the others, if any."""
        super().__init__(faces, cards, WhenExhausted.ROLL, seed)
