"""The protocol `Dice`, by which procedures roll and draw, and its types: rules, pools, decks and rolls."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Generic, Protocol, TypeVar

from service.dice.transcript import Step, Tally, capital
from service.errors import HasId
from service.wire import value_class

Bands = tuple[int, ...]
"""Upper totals of ranges that the caller treats alike, ascending; the last one is the pool's highest total."""

Span = tuple[int, int]
"""The lowest and the highest number that the caller distinguishes; a number outside counts as the nearer one."""

Spans = Callable[[], tuple[Span, Span]]
"""What the caller distinguishes of exploding dice, worked out if it is asked for: their sum, and the added dice."""

Card = str
"""A card's name, such as "QH" or "joker"."""


class Cited(HasId, Protocol):
    """A rule or a ruling that a step can cite."""

    @property
    def ids(self) -> tuple[str, ...]:
        """Its id, and the ids of the rules and rulings behind it."""


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
        """Add notes to the rule, each a sentence on how its source is read, and return it."""
        object.__setattr__(self, "notes", notes)
        return self


@lru_cache(maxsize=8192)
def ids_of(cites: Cites) -> tuple[str, ...]:
    """Return the ids of the cited rules and rulings and of those behind them, each once."""
    return tuple(dict.fromkeys([name for each in cites for name in each.ids]))


@lru_cache(maxsize=8192)
def _together(behind: tuple[str, ...], cites: Cites) -> tuple[str, ...]:
    return tuple(dict.fromkeys(behind + ids_of(cites)))


def cited_by(rule: Rule, cites: Cites) -> tuple[str, ...]:
    """Return the ids that a step of a rule cites: those behind the rule, then those given, each once."""
    behind = rule.behind_ids
    if not cites:
        return behind
    return _together(behind, cites) if behind else ids_of(cites)


@value_class
class DicePool:
    """Dice of one kind that are rolled together and added."""

    count: int
    sides: int
    name: str = field(init=False)

    def __post_init__(self) -> None:
        """Set the name in dice notation: "3d6", "d100"."""
        object.__setattr__(self, "name", f"{self.count if self.count > 1 else ''}d{self.sides}")


@lru_cache(maxsize=1024)
def pool_of(count: int, sides: int) -> DicePool:
    """Return a pool from a cache."""
    return DicePool(count, sides)


D4: Final = DicePool(1, 4)
D6: Final = DicePool(1, 6)
D8: Final = DicePool(1, 8)
D10: Final = DicePool(1, 10)
D20: Final = DicePool(1, 20)
D100: Final = DicePool(1, 100)
THREE_D6: Final = DicePool(3, 6)


@value_class
class Deck:
    """An immutable deck of cards to draw from."""

    name: str
    cards: tuple[Card, ...]

    def without(self, card: Card) -> "Deck":
        """Return the deck without one card of this name."""
        at = self.cards.index(card)
        return Deck(self.name, self.cards[:at] + self.cards[at + 1 :])


@value_class
class Expected:
    """A roll or draw that certainly comes: for which rule, of which dice, by whom, and what for in a player's words."""

    rule: Rule
    dice: DicePool | Deck
    actor: str | None = None
    purpose: str | None = None


class Roll:
    """The faces of one roll; `tell` sets the sentence of its step."""

    __slots__ = ("faces", "step", "total")

    def __init__(self, faces: tuple[int, ...], total: int, step: Step | None) -> None:
        """Set the faces in rolling order, their sum, and the step that records them, if any."""
        self.faces = faces
        self.total = total
        self.step = step

    def tell(self, text: str, *, margin: int | None = None, cites: Cites = ()) -> None:
        """Set the sentence of the roll's step, which gets a capital letter, and its margin; cite further rules."""
        step = self.step
        if step is not None:
            step.text = capital(text)
            step.margin = margin
            step.cites = _together(step.cites, cites) if step.cites else ids_of(cites)


class Explosion:
    """The result of exploding dice: the sum of all faces, and the number of dice that were added for highest faces."""

    __slots__ = ("added", "total", "waves")

    def __init__(self, total: int, added: int, waves: tuple[Roll, ...]) -> None:
        """Set the sum, the number of added dice, and the rolls: the pool, then each wave of added dice."""
        self.total = total
        self.added = added
        self.waves = waves


class Kernel(Hashable, Protocol[A_contra, R_co]):
    """A part of a procedure that rolls; its result depends only on its arguments and its dice."""

    def __call__(self, arguments: A_contra, dice: "Dice", /) -> R_co:
        """Roll, and return a result that can be hashed."""


class Dice(Protocol):
    """The dice argument of a procedure: the only source of random results.

    `tells` is whether anybody reads what happened: without it, steps, sentences and records may be left out.
    """

    @property
    def tells(self) -> bool:
        """Whether steps are recorded."""

    def roll(
        self,
        rule: Rule,
        pool: DicePool,
        *,
        actor: str | None = None,
        target: Tally | None = None,
        bands: Bands | None = None,
    ) -> Roll:
        """Roll a pool for a rule; `bands` reduces the number of enumerated paths and changes nothing else."""

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
        """Roll a pool; for each highest face roll one more die for the rule `again`, in waves, until there is none.

        `spans` reduce the number of enumerated paths and change nothing else.
        Raises: ExplosionLimit, if more than `limit` dice would be added.
        """

    def draw(self, rule: Rule, deck: Deck, *, actor: str | None = None, name: str | None = None) -> Card:
        """Draw one card of a deck for a rule."""

    def expect(self, rolls: Callable[[], Iterable[Expected]]) -> None:
        """Announce the rolls that certainly come next, in this order and without others between them.

        Whatever their faces are, they must come; so missing dice can be asked for together. Only dice that ask call
        `rolls`.
        """

    def settle(self, rule: Rule, kernel: "Kernel[A, R]", arguments: A) -> R:
        """Run a kernel as one roll for a rule: a die whose faces are the kernel's results.

        Exact dice enumerate it once for equal arguments, so the arguments should hold only what the rolls depend on.
        """

    def note(
        self, rule: Rule, text: str, *, actor: str | None = None, target: Tally | None = None, cites: Cites = ()
    ) -> None:
        """Record a step that needed no dice."""

    def warn(self, text: str) -> None:
        """Add a warning: a part of the request was accepted but had no effect."""


@dataclass(frozen=True, slots=True, eq=False)
class BriefKernel(Generic[A, R]):
    """A kernel of few rolls: remembered paths follow each of them, which takes less time than finding its result."""

    roll: Callable[[A, Dice], R]

    def __call__(self, arguments: A, dice: Dice) -> R:
        """Roll, and return the result."""
        return self.roll(arguments, dice)


class DiceNeeded(Exception):
    """The supplied dice are used up, and the request says to ask for more.

    `expected` are the rolls that certainly follow the one that was asked for; `purpose` is what that one is for.
    """

    def __init__(
        self,
        rule: Rule,
        dice: str,
        actor: str | None,
        missing: int,
        *,
        is_card: bool = False,
        expected: Sequence[Expected] = (),
        purpose: str | None = None,
    ) -> None:
        """Set the rule, the dice or deck, the actor, and the number of missing faces or cards."""
        super().__init__(rule.id)
        self.rule = rule
        self.dice = dice
        self.actor = actor
        self.missing = missing
        self.is_card = is_card
        self.expected = tuple(expected)
        self.purpose = purpose
