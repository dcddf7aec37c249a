"""Dice that re-feed a transcript and stop at the first roll whose rule, dice or faces cannot be right."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.dice.model import Card, Deck, DicePool, Rule
from service.dice.recording import RecordingDice
from service.dice.seeded import SeededStream
from service.dice.transcript import Source


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRoll:
    """What a transcript says was rolled or drawn at step `n`."""

    n: int
    rule: str
    dice: str
    faces: tuple[int, ...]
    card: str | None
    source: Source


class Divergence(Exception):
    """A transcript is not what the rules and its dice give: at step `n` something else was expected."""

    def __init__(self, n: int, rule: str, part: str, expected: object, found: object) -> None:
        """Name the step, the rule, the part of the step, and both values."""
        super().__init__(f"Step {n} ({rule}): {part} should be {expected!r}, the transcript says {found!r}.")
        self.n = n
        self.rule = rule
        self.part = part
        self.expected = expected
        self.found = found


class ReplayedDice(RecordingDice):
    """Dice that answer with the faces of a transcript, as long as it asks for the same rolls.

    Every face and card after the supplied ones is recomputed from the seed.
    """

    def __init__(
        self,
        rolls: Sequence[RecordedRoll],
        *,
        seed: str | None = None,
        supplied_faces: int = 0,
        supplied_cards: int = 0,
    ) -> None:
        """Take the recorded rolls and draws in order."""
        super().__init__()
        self._rolls = rolls
        self._position = 0
        self._stream = SeededStream(seed) if seed is not None else None
        self._supplied_faces = supplied_faces
        self._supplied_cards = supplied_cards

    def finish(self) -> None:
        """Refuse recorded rolls that nothing asked for.

        Raises: Divergence, at the first of them.
        """
        if self._position < len(self._rolls):
            left = self._rolls[self._position]
            raise Divergence(left.n, left.rule, "dice", None, left.dice)

    def _next_faces(self, rule: Rule, pool: DicePool, actor: str | None) -> tuple[tuple[int, ...], Source]:
        recorded = self._recorded(rule, pool.name)
        faces = recorded.faces
        if len(faces) != pool.count or not all(1 <= face <= pool.sides for face in faces):
            raise Divergence(recorded.n, rule.id, "faces", f"a roll of {pool.name}", list(faces))
        given = max(0, min(self._supplied_faces - len(self.faces), pool.count))
        source = _source_of(recorded, given, pool.count)
        if given < pool.count:
            stream = self._stream_for(recorded)
            rolled = stream.faces(pool.count - given, pool.sides)
            if rolled != faces[given:]:
                raise Divergence(recorded.n, rule.id, "faces", [*faces[:given], *rolled], list(faces))
        return faces, source

    def _next_card(self, rule: Rule, deck: Deck, actor: str | None) -> tuple[Card, Source]:
        recorded = self._recorded(rule, deck.name)
        card = recorded.card
        if card is None or card not in deck.cards:
            raise Divergence(recorded.n, rule.id, "card", f"a card of the {deck.name}", card)
        given = int(len(self.cards) < self._supplied_cards)
        source = _source_of(recorded, given, 1)
        if not given:
            drawn = deck.cards[self._stream_for(recorded).below(len(deck.cards))]
            if drawn != card:
                raise Divergence(recorded.n, rule.id, "card", drawn, card)
        return card, source

    def _stream_for(self, recorded: RecordedRoll) -> SeededStream:
        if self._stream is None:
            raise Divergence(recorded.n, recorded.rule, "source", Source.SUPPLIED.value, recorded.source.value)
        return self._stream

    def _recorded(self, rule: Rule, dice: str) -> RecordedRoll:
        if self._position == len(self._rolls):
            raise Divergence(len(self.steps) + 1, rule.id, "dice", dice, None)
        recorded = self._rolls[self._position]
        if recorded.rule != rule.id:
            raise Divergence(recorded.n, rule.id, "rule", rule.id, recorded.rule)
        if recorded.dice != dice:
            raise Divergence(recorded.n, rule.id, "dice", dice, recorded.dice)
        self._position += 1
        return recorded


def _source_of(recorded: RecordedRoll, given: int, wanted: int) -> Source:
    """Tell from the supplied dice that are left where a roll's faces came from."""
    rolled = Source.MIXED if given else Source.SEEDED
    source = rolled if given < wanted else Source.SUPPLIED
    if recorded.source is not source:
        raise Divergence(recorded.n, recorded.rule, "source", source.value, recorded.source.value)
    return source
