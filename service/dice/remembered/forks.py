"""Forks of paths: rolls, exploding dice and cards as the choices that they lead to, and the walk along them.

As with exact dice, a roll with bands has one outcome for each band, and exploding dice have one for each pair of spans:
a rule must not look at more than these promise.
"""

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import Any, Final, Protocol

from service.dice.model import Bands, Deck, DicePool, Explosion, Roll, Rule, Span
from service.dice.recording import too_explosive
from service.dice.silent import SilentDice, WordStream
from service.dice.ways import EVERYTHING, cards_of, outcomes_of, within


class Unknown:
    """The end of all branches that no path has taken yet."""

    __slots__ = ()
    sides: Final = -1
    is_passed: Final = False


UNKNOWN: Final = Unknown()


class Rolling:
    """What is known of a roll of several dice after some of them: `after` the next number, or in the end the choice."""

    __slots__ = ("after", "choice", "rule", "sides")

    def __init__(self, sides: int, after: "After | None", choice: Any, rule: Rule) -> None:
        """Set what follows the next number below `sides`, or the choice; `rule` is the one that rolls."""
        self.sides = sides
        self.after = after
        self.choice = choice
        self.rule = rule


class After(dict[int, Rolling]):
    """What is known after the next number, worked out when it first comes."""

    __slots__ = ("_known", "_of")

    def __init__(self, of: "Several", known: tuple[int, ...]) -> None:
        """Work out nothing yet; `known` is what is known before the number."""
        super().__init__()
        self._of = of
        self._known = known

    def __missing__(self, number: int) -> Rolling:
        rolling = self[number] = self._of.after(self._known, number)
        return rolling


class Calls(Protocol):
    """How often a kernel was settled."""

    calls: int


class Paths(Protocol):
    """The paths of a kernel with certain arguments, which end in leaves; `root` is where they begin."""

    root: Any

    @property
    def of(self) -> Calls:
        """What is known of the kernel for all its arguments."""


class Kind(ABC):
    """What a fork rolls.

    Where one number of the stream decides, `sides` is above 0, and `table` has the choice for each number. Where
    several do, `first` is what is known before the first of them. Of a kernel, `paths` lead to the choice.
    """

    __slots__ = ("first", "paths", "rule", "sides", "table")

    def __init__(self, rule: Rule, table: tuple[int, ...] = (), paths: Paths | None = None) -> None:
        """Roll for a rule; by a table, if one number decides."""
        self.rule = rule
        self.sides = len(table)
        self.table = table
        self.first: Rolling | None = None
        self.paths = paths

    @property
    @abstractmethod
    def numbers(self) -> int:
        """How many numbers of the stream it takes, or about as many."""

    @abstractmethod
    def branches(self) -> Any:
        """Return a new fork's branches, all unknown, by choice."""

    @abstractmethod
    def take(self, stream: WordStream) -> Any:
        """Take the numbers of the roll from the stream, and return the choice that they make."""

    @abstractmethod
    def result(self, choice: Any) -> Any:
        """Return what the rules are given for a choice."""


class Part(Protocol):
    """A part of a procedure that is remembered: `root` is where its paths begin."""

    root: Any

    def run(self, dice: SilentDice) -> Any:
        """Run the rules, and return the node at which this path ends."""


class Fork:
    """A place in a path where dice decide how it goes on.

    `branches` has a node for each choice. `above` is the fork before it in the same part, and `choice` is the one that
    led here from there; `part` is what the paths are of.
    """

    __slots__ = ("above", "branches", "choice", "first", "kind", "part", "paths", "sides", "table")

    def __init__(self, kind: Kind, part: Part, above: "Fork | None", choice: Any) -> None:
        """Begin a fork without known branches."""
        self.kind = kind
        self.sides = kind.sides
        self.table = kind.table
        self.first = kind.first
        self.paths = kind.paths
        self.branches = kind.branches()
        self.part = part
        self.above = above
        self.choice = choice


class Open(dict[Any, Any]):
    """Branches of which nobody knows how many there are."""

    def __missing__(self, choice: Any) -> Unknown:
        return UNKNOWN


class Listed(Kind):
    """One die or one card: its choices are listed."""

    __slots__ = ("_outcomes",)
    numbers: Final = 1

    def __init__(self, rule: Rule, outcomes: tuple[Any, ...], table: tuple[int, ...]) -> None:
        """Set the outcomes, and for each number of the stream which of them it is."""
        super().__init__(rule, table)
        self._outcomes = outcomes

    def branches(self) -> list[Any]:
        """Return a branch for each outcome."""
        return [UNKNOWN] * len(self._outcomes)

    def take(self, stream: WordStream) -> int:
        """Return the place of the outcome."""
        return self.table[stream.below(self.sides, self.rule)]

    def result(self, choice: int) -> Any:
        """Return the outcome."""
        return self._outcomes[choice]


class Several(Kind):
    """Several dice, of which less is distinguished than all their faces."""

    __slots__ = ("_count", "_faces", "_rolling")

    def __init__(self, rule: Rule, pool: DicePool) -> None:
        """Roll a pool."""
        super().__init__(rule)
        self._count = pool.count
        self._faces = pool.sides
        self._rolling: dict[Any, Rolling] = {}

    @property
    def numbers(self) -> int:
        """How many dice there are, without those that are added."""
        return self._count

    @abstractmethod
    def after(self, known: tuple[int, ...], number: int) -> Rolling:
        """Return what is known after another number."""

    def take(self, stream: WordStream) -> Any:
        """Return the choice after as many numbers as it takes."""
        rolling = self.first
        while rolling is not None and rolling.after is not None:
            rolling = rolling.after[stream.below(rolling.sides, rolling.rule)]
        return rolling and rolling.choice

    def _on(self, rule: Rule, *known: int) -> Rolling:
        """Return what is known while dice are left to roll."""
        rolling = self._rolling.get(known)
        if rolling is None:
            rolling = self._rolling[known] = Rolling(self._faces, After(self, known), None, rule)
        return rolling


class Summed(Several):
    """Dice that are added: what is known is how many are left, and the sum."""

    __slots__ = ("_ends", "_outcomes")

    def __init__(self, rule: Rule, pool: DicePool, outcomes: tuple[Roll, ...], table: tuple[int, ...]) -> None:
        """Set the outcomes, and for each sum of numbers which of them it is."""
        super().__init__(rule, pool)
        self._outcomes = outcomes
        self._ends = tuple([Rolling(-1, None, choice, rule) for choice in table])
        self.first = self._on(rule, pool.count, 0)

    def after(self, known: tuple[int, ...], number: int) -> Rolling:
        """Add the number."""
        left, total = known
        return self._on(self.rule, left - 1, total + number) if left > 1 else self._ends[total + number]

    def branches(self) -> list[Any]:
        """Return a branch for each outcome."""
        return [UNKNOWN] * len(self._outcomes)

    def result(self, choice: int) -> Roll:
        """Return the outcome."""
        return self._outcomes[choice]


class Exploding(Several):
    """Exploding dice: what is known is how many are left to roll, how many then, the sum, and the added dice."""

    __slots__ = ("_again", "_limit", "_spans")

    def __init__(self, rule: Rule, pool: DicePool, again: Rule, limit: int, spans: tuple[Span, Span]) -> None:
        """Roll a pool, and add dice for a rule until their limit; only the spans are distinguished."""
        super().__init__(rule, pool)
        self._again, self._limit, self._spans = again, limit, spans
        self.first = self._on(rule, pool.count, 0, 0, 0)

    def after(self, known: tuple[int, ...], number: int) -> Rolling:
        """Add the face, and at the end of a wave the dice that explode.

        Raises: ExplosionLimit.
        """
        left, more, total, added = known
        left, more, total = left - 1, more + (number + 1 == self._faces), total + number + 1
        if left:
            return self._on(self._again if added else self.rule, left, more, total, added)
        if more:
            added += more
            if added > self._limit:
                raise too_explosive(self._again, added, self._limit)
            return self._on(self._again, more, 0, total, added)
        totals, additions = self._spans
        return Rolling(-1, None, (within(totals, total), within(additions, added)), self.rule)

    def branches(self) -> Open:
        """Return branches of any number."""
        return Open()

    def result(self, choice: tuple[int, int]) -> Explosion:
        """Return the sum and the number of added dice."""
        return Explosion(*choice, ())


@lru_cache(maxsize=4096)
def roll_of(rule: Rule, pool: DicePool, bands: Bands | None) -> Kind:
    """Return a roll whose choices are its bands, or its totals without bands."""
    rolls = tuple([roll for roll, _ in outcomes_of(pool, bands)[0]])
    totals = range(pool.count, pool.count * pool.sides + 1)
    table = tuple([next(at for at, roll in enumerate(rolls) if total <= roll.total) for total in totals])
    return Listed(rule, rolls, table) if pool.count == 1 else Summed(rule, pool, rolls, table)


@lru_cache(maxsize=256)
def card_of(rule: Rule, deck: Deck) -> Kind:
    """Return a draw whose choices are the deck's different cards."""
    cards = tuple([card for card, _ in cards_of(deck)[0]])
    return Listed(rule, cards, tuple([cards.index(card) for card in deck.cards]))


@lru_cache(maxsize=4096)
def exploding_of(rule: Rule, pool: DicePool, again: Rule, limit: int, spans: tuple[Span, Span] | None) -> Kind:
    """Return exploding dice whose choices are sums and added dice, as far as they are distinguished."""
    return Exploding(rule, pool, again, limit, spans or (EVERYTHING, EVERYTHING))


def walk(node: Any, stream: WordStream, passed: Any = (), most: int = 0) -> tuple[Any, Fork | None, Any]:
    """Follow forks from a node; return the node where they end, the last fork and what was chosen there.

    At the fork of a kernel, the paths of the kernel are followed to a leaf, which is the choice; if they do not lead to
    one, `take` finds it.

    A halt is not the end, but passed and added to `passed`, until there are `most`, if a remembered step from it begins
    with a number of the stream.

    Raises: TooManyDice; ExplosionLimit.
    """
    words, at = stream.words, stream.at
    fork, choice, began, rolling = None, None, at, None
    outer: Any = None
    end: Any = None
    while node is not None:
        try:
            while (sides := node.sides) > 0:
                fork = node
                choice = fork.table[words[at] % sides]
                at += 1
                node = fork.branches[choice]
            if sides < 0 and outer is None:
                end, node = node, _passed(node, passed) if len(passed) < most else None
                continue
            if sides < 0:
                fork, before, outer = outer
                choice, at = _taken(fork, stream, before) if node is UNKNOWN else (node, at)
                fork.paths.of.calls += 1
            elif (rolling := node.first) is not None:
                fork, began = node, at
                while (after := rolling.after) is not None:
                    rolling = after[words[at] % rolling.sides]
                    at += 1
                choice, rolling = rolling.choice, None
            else:
                outer, node = (node, at, outer), node.paths.root
                continue
            node = fork.branches[choice]
        except IndexError:
            stream.at = at
            stream.provide(1, rolling.rule if rolling else node.kind.rule)
            at = began if rolling else at
    stream.at = at
    return end, fork, choice


def _passed(place: Any, passed: list[Any]) -> Any:
    """Return where a walk goes on that passes a place, which is added to those passed; None: it does not.

    A step that takes no number, or may take none as a kernel's, could be the last of a stalemate, so that the walk ends
    before it.
    """
    if not place.is_passed:
        return None
    root = place.root
    if root.sides < 0 or root.paths is not None:
        return None
    passed.append(place)
    return root


def _taken(fork: Any, stream: WordStream, start: int) -> tuple[Any, int]:
    """Return what a kernel chooses with the numbers of a stream from `start` on, and the number after the last of them.

    It counts as one call of the kernel, which `take` counts, too.
    """
    stream.at = start
    choice = fork.kind.take(stream)
    fork.paths.of.calls -= 1
    return choice, stream.at
