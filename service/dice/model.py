"""What the rules roll and draw, and the protocol that every way of answering a roll speaks."""

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, Protocol, TypeVar

from service.dice.transcript import Step, Tally

Bands = tuple[int, ...]
"""Upper totals of ranges that the caller grades alike, ascending, the last one the pool's highest total."""

Span = tuple[int, int]
"""The lowest and the highest number that the caller tells apart; those outside grade like the nearer end."""

Card = str
"""A card's name, such as "QH" or "joker"."""


class Cited(Protocol):
    """A rule or a ruling that a step can cite."""

    @property
    def id(self) -> str:
        """The id that the catalogue publishes it under."""

    @property
    def ids(self) -> tuple[str, ...]:
        """Its id, and those of what always stands behind it."""


Cites = tuple[Cited, ...]
"""Further rules and rulings that shaped a step."""

A = TypeVar("A", bound=Hashable)
R = TypeVar("R", bound=Hashable)
A_contra = TypeVar("A_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)

MAX_DICE: Final = 20_000
"""Dice and cards one request may use."""


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A rule of a family, cited by the section of its source; every use in the code names this object.

    A step of the rule cites the rules and rulings `behind` it. A note says how a sentence of the source is read where
    it has one reading only.
    """

    id: str
    title: str
    cites: str
    behind: Cites = ()
    notes: tuple[str, ...] = ()
    ids: tuple[str, ...] = field(init=False)
    behind_ids: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        """List the ids that a step of this rule cites, and those that citing this rule cites."""
        object.__setattr__(self, "behind_ids", ids_of(self.behind))
        object.__setattr__(self, "ids", (self.id, *self.behind_ids))

    def noted(self, *notes: str) -> "Rule":
        """Return the rule with notes, each a sentence on how its source is read."""
        return replace(self, notes=notes)


@lru_cache(maxsize=8192)
def ids_of(cites: Cites) -> tuple[str, ...]:
    """Return the ids of all that is cited and of what stands behind it, each once."""
    return tuple(dict.fromkeys([name for each in cites for name in each.ids]))


@lru_cache(maxsize=8192)
def _together(behind: tuple[str, ...], cites: Cites) -> tuple[str, ...]:
    return tuple(dict.fromkeys(behind + ids_of(cites)))


def cited_by(rule: Rule, cites: Cites) -> tuple[str, ...]:
    """Return the ids that a step of a rule cites: what stands behind the rule, then what it is told of, each once."""
    return _together(rule.behind_ids, cites)


@dataclass(frozen=True, slots=True)
class DicePool:
    """Dice of one kind that are rolled together and added."""

    count: int
    sides: int
    name: str = field(init=False)

    def __post_init__(self) -> None:
        """Name the pool as players do: "3d6", "d100"."""
        object.__setattr__(self, "name", f"{self.count if self.count > 1 else ''}d{self.sides}")


@lru_cache(maxsize=1024)
def pool_of(count: int, sides: int) -> DicePool:
    """Return a pool, made once."""
    return DicePool(count, sides)


D4: Final = DicePool(1, 4)
D6: Final = DicePool(1, 6)
D8: Final = DicePool(1, 8)
D10: Final = DicePool(1, 10)
D20: Final = DicePool(1, 20)
D100: Final = DicePool(1, 100)
THREE_D6: Final = DicePool(3, 6)


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards from which one is drawn at random; drawing leaves this deck as it is."""

    name: str
    cards: tuple[Card, ...]

    def without(self, card: Card) -> "Deck":
        """Return the deck with one such card taken out."""
        at = self.cards.index(card)
        return Deck(self.name, self.cards[:at] + self.cards[at + 1 :])


class Roll:
    """The faces of one roll; `tell` finishes the sentence its step says to a player."""

    __slots__ = ("faces", "step", "total")

    def __init__(self, faces: tuple[int, ...], total: int, step: Step | None) -> None:
        """Hold the faces in rolling order, their sum, and the step that records them, if one does."""
        self.faces = faces
        self.total = total
        self.step = step

    def tell(self, text: str, *, margin: int | None = None, cites: Cites = ()) -> None:
        """Say in one sentence what the roll meant, by how much, and which further rules it obeyed."""
        step = self.step
        if step is not None:
            step.text = text
            step.margin = margin
            step.cites = _together(step.cites, cites)


class Explosion:
    """What exploding dice came to: the sum of all faces, and how many of them were the highest and added a die."""

    __slots__ = ("added", "total", "waves")

    def __init__(self, total: int, added: int, waves: tuple[Roll, ...]) -> None:
        """Hold the sum, the number of dice added, and the rolls: the pool, then each wave of added dice."""
        self.total = total
        self.added = added
        self.waves = waves


class Kernel(Hashable, Protocol[A_contra, R_co]):
    """A part of a procedure that rolls: its result depends on its arguments and on its dice alone."""

    def __call__(self, arguments: A_contra, dice: "Dice", /) -> R_co:
        """Roll, and return a result that can be hashed."""


class Dice(Protocol):
    """The one argument of a procedure through which chance enters."""

    def roll(
        self,
        rule: Rule,
        pool: DicePool,
        *,
        actor: str | None = None,
        target: Tally | None = None,
        bands: Bands | None = None,
    ) -> Roll:
        """Roll a pool for a rule; `bands` may be used to enumerate fewer paths and changes nothing else."""

    def explode(
        self,
        rule: Rule,
        pool: DicePool,
        *,
        again: Rule,
        limit: int,
        actor: str | None = None,
        spans: tuple[Span, Span] | None = None,
    ) -> Explosion:
        """Roll a pool; for each highest face add a die for the rule `again`, in waves, until none shows it.

        `spans`, of the sum and of the dice added, may be used to enumerate fewer paths and change nothing else.
        Raises: ExplosionLimit, if more than `limit` dice would be added.
        """

    def draw(self, rule: Rule, deck: Deck, *, actor: str | None = None) -> Card:
        """Draw one card of a deck for a rule."""

    def settle(self, rule: Rule, kernel: "Kernel[A, R]", arguments: A) -> R:
        """Run a kernel as one roll for a rule: a die whose faces are the kernel's results.

        Exact dice work its distribution out once for equal arguments; so these hold only what the dice depend on.
        """

    def note(
        self, rule: Rule, text: str, *, actor: str | None = None, target: Tally | None = None, cites: Cites = ()
    ) -> None:
        """Record a step that needed no dice."""

    def warn(self, text: str) -> None:
        """Tell the caller of something that was accepted but had no effect."""


class DiceNeeded(Exception):
    """The supplied dice ran out and the request wants to be asked for more."""

    def __init__(self, rule: Rule, dice: str, actor: str | None, missing: int, *, is_card: bool = False) -> None:
        """Say which rule wants which dice for whom, and how many faces are missing; of a card, `dice` is its deck."""
        super().__init__(rule.id)
        self.rule = rule
        self.dice = dice
        self.actor = actor
        self.missing = missing
        self.is_card = is_card
