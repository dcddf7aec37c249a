"""Dice that re-feed a transcript and stop at the first roll the rules ask for differently."""

from collections.abc import Sequence

from service.dice.model import Card, Deck, DicePool, Rule
from service.dice.recording import RecordingDice
from service.dice.transcript import Source
from service.errors import ReplayDiverged
from service.wire import record


@record
class RecordedRoll:
    """What a transcript says was rolled or drawn at one of its steps."""

    n: int
    rule: str
    dice: str
    faces: tuple[int, ...]
    card: str | None
    source: Source


class ReplayedDice(RecordingDice):
    """Dice that answer with the faces of a transcript, as long as it asks for the same rolls."""

    def __init__(self, rolls: Sequence[RecordedRoll]) -> None:
        """Take the recorded rolls and draws in order."""
        super().__init__()
        self._rolls = rolls
        self._position = 0

    def unused(self) -> RecordedRoll | None:
        """Return the first recorded roll that nothing asked for."""
        return self._rolls[self._position] if self._position < len(self._rolls) else None

    def _next_faces(self, rule: Rule, pool: DicePool, actor: str | None) -> tuple[tuple[int, ...], Source]:
        recorded = self._recorded(rule, pool.name)
        if len(recorded.faces) != pool.count or not all(1 <= face <= pool.sides for face in recorded.faces):
            message = f"Step {recorded.n}: faces {list(recorded.faces)} are not a roll of {pool.name}."
            raise ReplayDiverged(message, pointer=f"/{recorded.n - 1}/faces", rule=rule.id)
        return recorded.faces, recorded.source

    def _next_card(self, rule: Rule, deck: Deck, actor: str | None) -> tuple[Card, Source]:
        recorded = self._recorded(rule, deck.name)
        if recorded.card is None or recorded.card not in deck.cards:
            message = f"Step {recorded.n}: card {recorded.card!r} is not in the {deck.name}."
            raise ReplayDiverged(message, pointer=f"/{recorded.n - 1}/card", rule=rule.id)
        return recorded.card, recorded.source

    def _recorded(self, rule: Rule, dice: str) -> RecordedRoll:
        if self._position == len(self._rolls):
            message = f"The transcript ends, but {rule.title} ({rule.id}) rolls {dice}."
            raise ReplayDiverged(message, rule=rule.id)
        recorded = self._rolls[self._position]
        if (recorded.rule, recorded.dice) != (rule.id, dice):
            message = (
                f"Step {recorded.n}: the transcript rolls {recorded.dice} for {recorded.rule}, "
                f"the rules roll {dice} for {rule.id}."
            )
            raise ReplayDiverged(message, pointer=f"/{recorded.n - 1}", rule=rule.id)
        self._position += 1
        return recorded
