"""The base class of seeded, supplied and replayed dice: it records each roll, draw and note as a step."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from service.dice.model import (
    MAX_DICE,
    A,
    Bands,
    Card,
    Cites,
    Deck,
    DicePool,
    Expected,
    Explosion,
    Kernel,
    R,
    Roll,
    Rule,
    Spans,
    cited_by,
    pool_of,
)
from service.dice.transcript import Source, Step, Tally, capital
from service.errors import ExplosionLimit, TooManyDice

NO_FACES: tuple[int, ...] = ()


class RecordingDice(ABC):
    """Dice that record a transcript; subclasses provide faces and cards."""

    tells: bool = True
    asks: bool = False
    seed: str | None = None
    supplied_faces: Sequence[int] = ()
    supplied_cards: Sequence[Card] = ()

    def __init__(self) -> None:
        """Start with an empty transcript."""
        self.steps: list[Step] = []
        self.faces: list[int] = []
        self.cards: list[Card] = []
        self.warnings: list[str] = []
        self.expected: deque[Expected] = deque()

    def roll(
        self,
        rule: Rule,
        pool: DicePool,
        *,
        actor: str | None = None,
        target: Tally | None = None,
        bands: Bands | None = None,
    ) -> Roll:
        """Take the pool's faces, in order, and record them."""
        if len(self.faces) + len(self.cards) + pool.count > MAX_DICE:
            raise too_many(rule)
        faces, source = self._next_faces(rule, pool, actor)
        self.faces += faces
        total = sum(faces)
        steps = self.steps
        n, behind = len(steps) + 1, rule.behind_ids
        step = Step(n, rule.id, actor, rule.title, pool.name, faces, None, source, total, target, None, "", behind)
        steps.append(step)
        return Roll(faces, total, step)

    def explode(
        self,
        rule: Rule,
        pool: DicePool,
        *,
        again: Rule,
        limit: int,
        actor: str | None = None,
        spans: Spans | None = None,
    ) -> Explosion:
        """Roll the pool, then one die for each highest face of the roll before, each wave as a roll of its own."""
        return exploded(partial(self.roll, actor=actor), rule, pool, again, limit)

    def draw(self, rule: Rule, deck: Deck, *, actor: str | None = None, name: str | None = None) -> Card:
        """Take a card of the deck and record it; `name` is what players call the actor."""
        if len(self.faces) + len(self.cards) == MAX_DICE:
            raise too_many(rule)
        card, source = self._next_card(rule, deck, actor)
        self.cards.append(card)
        self.note(rule, f"{name or actor} drew {card}." if actor else f"{card} was drawn.", actor=actor)
        step = self.steps[-1]
        step.dice, step.card, step.source = deck.name, card, source
        return card

    def expect(self, rolls: Callable[[], Iterable[Expected]]) -> None:
        """Remember which rolls certainly come next, if these dice ask for missing ones.

        Inside an announced roll, a longer announcement replaces the shorter one that it begins with.
        """
        if self.asks:
            announced = deque(rolls())
            if len(announced) > len(self.expected):
                self.expected = announced

    def settle(self, rule: Rule, kernel: Kernel[A, R], arguments: A) -> R:
        """Run the kernel; its rolls become steps as usual."""
        return kernel(arguments, self)

    def note(
        self, rule: Rule, text: str, *, actor: str | None = None, target: Tally | None = None, cites: Cites = ()
    ) -> None:
        """Record a step without dice, whose sentence begins with a capital letter, whoever it begins with."""
        steps, text = self.steps, capital(text)
        n = len(steps) + 1
        cited = cited_by(rule, cites)
        steps.append(Step(n, rule.id, actor, rule.title, None, NO_FACES, None, None, None, target, None, text, cited))

    def warn(self, text: str) -> None:
        """Add a warning for the caller."""
        self.warnings.append(text)

    @abstractmethod
    def _next_faces(self, rule: Rule, pool: DicePool, actor: str | None) -> tuple[tuple[int, ...], Source]:
        """Return the pool's faces in rolling order and where they came from."""

    @abstractmethod
    def _next_card(self, rule: Rule, deck: Deck, actor: str | None) -> tuple[Card, Source]:
        """Return a card of the deck and where it came from."""


def exploded(roll: Callable[[Rule, DicePool], Roll], rule: Rule, pool: DicePool, again: Rule, limit: int) -> Explosion:
    """Roll a pool, then one die for each highest face of the roll before, until there is none.

    Raises: ExplosionLimit, if more than `limit` dice would be added.
    """
    sides = pool.sides
    wave = roll(rule, pool)
    waves, total, added = [wave], wave.total, 0
    while more := wave.faces.count(sides):
        added += more
        if added > limit:
            raise too_explosive(again, added, limit)
        wave = roll(again, pool_of(more, sides))
        waves.append(wave)
        total += wave.total
    return Explosion(total, added, tuple(waves))


def too_explosive(again: Rule, added: int, limit: int) -> ExplosionLimit:
    """Return the refusal of dice that explode too often."""
    message = f"{again.title} ({again.id}) would add {added} dice, more than the {limit} allowed."
    return ExplosionLimit(message, rule=again)


def too_many(rule: Rule) -> TooManyDice:
    """Return the refusal of a roll or draw that is past the dice of one request."""
    message = f"{rule.title} ({rule.id}) would take this request past its {MAX_DICE} dice."
    return TooManyDice(message, rule=rule)
