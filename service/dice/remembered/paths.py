"""Path memory: parts of procedures are run once for each path through their dice; later the path alone is walked.

A path is a chain of forks, each of which is a roll, exploding dice, a card or a kernel. Walking takes from the stream
of numbers what the rules would roll, so the result is theirs, and the stream is where they would leave it. The rules
are run only where no path leads on; then the new end of the path is remembered.
"""

from typing import Any, Final

from service.dice.model import A, Bands, BriefKernel, Card, Deck, DicePool, Explosion, Kernel, R, Roll, Rule, Spans
from service.dice.remembered.forks import UNKNOWN, Fork, Kind, Open, Part, card_of, exploding_of, roll_of, walk
from service.dice.silent import SilentDice, WordStream
from service.dice.transcript import Tally

MOST_BYTES: Final = 48 * 2**20
"""What one memory holds by its own estimate, which leaves room for what the estimate misses."""

FORK_BYTES: Final = 200
BRANCH_BYTES: Final = 8
LEAF_BYTES: Final = 400
TREE_BYTES: Final = 1000

CALLS_BETWEEN_LOOKS: Final = 256
RUNS_TRIED: Final = 4096
LEAST_SHARE: Final = 0.3
"""A kernel that has been run so often, and lately took a smaller share of its results from memory, is forgotten."""


class Leaf:
    """A result of a kernel, the same leaf for equal results."""

    __slots__ = ("result",)
    sides: Final = -1

    def __init__(self, result: Any) -> None:
        """Set the result."""
        self.result = result


class Kernels:
    """What is remembered of one kernel, for all its arguments."""

    __slots__ = ("calls", "is_off", "lately", "ran", "trees")

    def __init__(self) -> None:
        """Remember nothing yet."""
        self.calls = 0
        self.ran = 0
        self.lately = 0
        self.is_off = False
        self.trees: dict[Any, KernelTree] = {}

    def look(self) -> None:
        """Forget the kernel where too few of its last calls came from memory."""
        self.ran += self.lately
        self.is_off = self.ran > RUNS_TRIED and self.lately > (1 - LEAST_SHARE) * self.calls
        if self.is_off:
            self.trees = {}
        self.calls = self.lately = 0


class KernelTree:
    """The paths of a kernel with certain arguments."""

    __slots__ = ("_arguments", "_kernel", "_leaves", "_paths", "numbers", "of", "root")

    def __init__(self, kernel: Kernel[Any, Any], arguments: Any, of: Kernels, paths: "PathMemory") -> None:
        """Remember no path yet."""
        self._kernel = kernel
        self._arguments = arguments
        self.of = of
        self._paths = paths
        self._leaves: dict[Any, Leaf] = {}
        self.root: Any = UNKNOWN
        self.numbers = 1

    def run(self, dice: SilentDice) -> Leaf:
        """Run the kernel, and return the leaf of its result."""
        result = self._kernel(self._arguments, dice)
        leaf = self._leaves.get(result)
        if leaf is None:
            leaf = Leaf(result)
            if not self._paths.is_full:
                self._leaves[result] = leaf
                self._paths.bytes += LEAF_BYTES
        return leaf

    def settle(self, stream: WordStream) -> Leaf:
        """Return the leaf of the result that the next numbers of the stream give."""
        of = self.of
        if of.is_off:
            return self.run(SilentDice(stream, self._paths))
        if of.calls >= CALLS_BETWEEN_LOOKS:
            of.look()
        of.calls += 1
        node, fork, choice = walk(self.root, stream)
        if node is UNKNOWN:
            of.lately += 1
            node, self.numbers = self._paths.explore(self, fork, choice, stream)
        leaf: Leaf = node
        return leaf


class Settled(Kind):
    """A kernel as a roll: its choices are the leaves of its results."""

    __slots__ = ("_tree",)

    def __init__(self, rule: Rule, tree: KernelTree) -> None:
        """Settle a kernel for a rule."""
        super().__init__(rule, paths=tree)
        self._tree = tree

    @property
    def numbers(self) -> int:
        """How many numbers its last new path took."""
        return self._tree.numbers

    def branches(self) -> Open:
        """Return branches of any number."""
        return Open()

    def take(self, stream: WordStream) -> Leaf:
        """Return the leaf of the kernel's result."""
        return self._tree.settle(stream)

    def result(self, choice: Leaf) -> Any:
        """Return the kernel's result."""
        return choice.result


class TracingDice(SilentDice):
    """Dice that repeat the results of a known path, and then grow it by a fork for each further roll.

    If a memory is full, they go on as silent dice.
    """

    __slots__ = ("_known", "_part", "_paths", "choice", "fork", "repeated")

    def __init__(self, stream: WordStream, paths: "PathMemory", part: Part, fork: Fork | None, choice: Any) -> None:
        """Go on from a choice at a fork; the results that led there are repeated first."""
        super().__init__(stream, paths)
        self._paths = paths
        self._part = part
        self.fork = fork
        self.choice = choice
        self.repeated = 0
        self._known: list[Any] = []
        while fork is not None:
            self.repeated += fork.kind.numbers
            self._known.append(fork.kind.result(choice))
            choice, fork = fork.choice, fork.above

    def roll(
        self,
        rule: Rule,
        pool: DicePool,
        *,
        actor: str | None = None,
        target: Tally | None = None,
        bands: Bands | None = None,
    ) -> Roll:
        """Repeat a roll, or remember the next one by its band or total."""
        roll: Roll = self._known.pop() if self._known else self._grown(roll_of(rule, pool, bands))
        return roll

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
        """Repeat exploding dice, or remember the next ones as far as their spans distinguish them."""
        if self._known:
            repeated: Explosion = self._known.pop()
            return repeated
        grown: Explosion = self._grown(exploding_of(rule, pool, again, limit, spans and spans()))
        return grown

    def draw(self, rule: Rule, deck: Deck, *, actor: str | None = None, name: str | None = None) -> Card:
        """Repeat a card, or remember the next one."""
        card: Card = self._known.pop() if self._known else self._grown(card_of(rule, deck))
        return card

    def settle(self, rule: Rule, kernel: Kernel[A, R], arguments: A) -> R:
        """Repeat a kernel's result, or remember the next one as one roll; of a brief one, each of its rolls."""
        if isinstance(kernel, BriefKernel):
            rolled: R = kernel(arguments, self)
            return rolled
        if self._known:
            repeated: R = self._known.pop()
            return repeated
        result: R = self._grown(Settled(rule, self._paths.tree_of(kernel, arguments)))
        return result

    def _grown(self, kind: Kind) -> Any:
        """Take a new fork's numbers, and return their result."""
        paths = self._paths
        if paths.is_full:
            return kind.result(kind.take(self.stream))
        fork = Fork(kind, self._part, self.fork, self.choice)
        paths.bytes += FORK_BYTES + BRANCH_BYTES * len(fork.branches)
        self.lead_to(fork)
        self.fork, self.choice = fork, kind.take(self.stream)
        return kind.result(self.choice)

    def lead_to(self, node: Any) -> None:
        """Set the node to which the last choice leads."""
        if self.fork is None:
            self._part.root = node
        else:
            self.fork.branches[self.choice] = node


class PathMemory:
    """The paths of kernels, and how much all that is remembered takes."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        """Remember nothing yet, and never more than so many bytes."""
        self.most_bytes = most_bytes
        self.bytes = 0
        self._kernels: dict[Any, Kernels] = {}

    @property
    def is_full(self) -> bool:
        """Whether nothing more is remembered."""
        return self.bytes >= self.most_bytes

    def settle(self, rule: Rule, kernel: Kernel[A, R], arguments: A, stream: WordStream) -> R:
        """Return the result that a kernel has with the next numbers of a stream."""
        kernels = self._kernels.get(kernel)
        if kernels is not None and kernels.is_off:
            return kernel(arguments, SilentDice(stream, self))
        tree = None if kernels is None else kernels.trees.get(arguments)
        result: R = (tree or self.tree_of(kernel, arguments)).settle(stream).result
        return result

    def tree_of(self, kernel: Kernel[A, R], arguments: A) -> KernelTree:
        """Return the paths of a kernel with certain arguments."""
        kernels = self._kernels.get(kernel)
        if kernels is None:
            kernels = self._kernels[kernel] = Kernels()
        tree = kernels.trees.get(arguments)
        if tree is None:
            tree = KernelTree(kernel, arguments, kernels, self)
            if not (self.is_full or kernels.is_off):
                kernels.trees[arguments] = tree
                self.bytes += TREE_BYTES
        return tree

    def explore(self, part: Part, fork: Fork | None, choice: Any, stream: WordStream) -> tuple[Any, int]:
        """Run the rules of a part where its paths end, and remember the path.

        Return the node at the end of the path, and about how many numbers the path takes.
        """
        start = stream.at
        dice = TracingDice(stream, self, part, fork, choice)
        node = part.run(dice)
        if not self.is_full:
            dice.lead_to(node)
        return node, dice.repeated + stream.at - start
