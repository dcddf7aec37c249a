"""The declaration of a rules family: its procedures, rulings, rulebook, tables and attribution."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, fields
from enum import StrEnum
from functools import cache, cached_property
from typing import Annotated, Any, NamedTuple, Protocol

from pydantic import Field

from service.dice.exact import Distribution
from service.dice.model import Rule
from service.errors import HasId, UmpireError
from service.rules.kernel.book import Ruling
from service.rules.kernel.fight import Fight
from service.rules.kernel.figures import Strength
from service.rules.kernel.hexes import ranks_of
from service.rules.kernel.picture import MapDrawing
from service.rules.kernel.tally import Modifier
from service.rules.kernel.verdict import BarredHow, Ending, PlaceHex, PlayPhase, PlayPhaseOrder, Situation
from service.wire import Frozen, Json, record, value_class

Odds = Callable[[Any, Any], Distribution[Any]]


def _cell_of(value: Any) -> Json:
    """Return a rule's id, and any other value as it is."""
    return value.id if isinstance(value, Rule) else value


@value_class
class Table:
    """A table of the source as data: headings, and rows of numbers and words."""

    title: str
    cites: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Json, ...], ...]

    @classmethod
    def of(cls, title: str, cites: str, rows: Sequence[Any]) -> "Table":
        """Make a table of records: their fields are its columns."""
        columns = tuple(field.name for field in fields(rows[0]))
        cells = tuple(tuple(_cell_of(getattr(row, column)) for column in columns) for row in rows)
        return cls(title, cites, columns, cells)

    @classmethod
    def of_modifiers(cls, title: str, cites: str, rows: Iterable[Modifier]) -> "Table":
        """Make a table of modifiers: the rule of each row, its label, what it adds, and when it counts."""
        cells = tuple((row.rule.id, row.term.label, row.value, row.fact.says) for row in rows)
        return cls(title, cites, ("rule", "label", "value", "when"), cells)


class Harm(NamedTuple):
    """The number of a verdict that says how much harm an attack does, and the statuses of a target that fights on."""

    number: str
    standing: frozenset[Any]


@value_class
class Procedure:
    """A rules function and how it is offered.

    `resolve` takes an input, the family's rulings and dice; without a parameter named `dice` it is a computation.
    `odds` is True where every path of the dice can be enumerated by running `resolve`, or a function of input and
    rulings that enumerates the same kernels with equal states merged. `errors` are the groups of problems that it may
    raise, or single ones. `turns` tells of an input how many turns of figures it may take, where that is more than a
    round. `fight` returns the steps of a fight without players, whose odds are enumerated or sampled. `work` estimates
    what an input costs beyond the items that it lists, in items. `harm` says what its odds tell of an attack's target.
    """

    name: str
    resolve: Callable[..., Any]
    odds: bool | Odds = False
    errors: tuple[type[UmpireError], ...] = ()
    turns: Callable[[Any], int] | None = None
    fight: Callable[[Any, Any], Fight[Any]] | None = None
    work: Callable[[Any], int] | None = None
    harm: Harm | None = None


@value_class
class MoveContext:
    """A move before it is played: what is stored, what the client asks, the rulings, and whom it has named so far."""

    state: Any
    asked: Any
    rulings: Any
    named: Mapping[str, Any]


@value_class
class PlayedMove:
    """A move that has been played: what is stored, the procedure's input, the rulings, and what came of it."""

    state: Any
    input: Any
    rulings: Any
    outcome: Any


SOMEBODY = "somebody"


@value_class
class SeenMove:
    """A move as viewers see it, from which its summary is written, so that the summary cannot quote anything hidden.

    `input` is what the client sent and `outcome` what came of it, both as JSON and reduced to the visible fields;
    `names` has what players call each figure and side that viewers see.
    """

    input: Any
    outcome: Any
    names: Mapping[str, str]

    def name(self, id: str | None) -> str:
        """Return what players call a figure or side; of one that viewers do not see, "somebody"."""
        return SOMEBODY if id is None else self.names.get(id, SOMEBODY)


@value_class
class Move:
    """How a state-changing procedure is played in an encounter, where the figures are stored and only named.

    `takes` is what the client sends, with figures by id; `fill` makes the procedure's input of the stored state, that
    and the rulings, and refuses ids it does not know, with pointers into what the client sent; `follow` makes the next
    state of the stored one and the procedure's outcome. `service/rules/kernel/moves.py` derives all but the last two.
    `summary` tells viewers in a sentence or two what was tried and what came of it.
    """

    procedure: str
    takes: type[Frozen]
    fill: Callable[[Any, Any, Any], Any]
    follow: Callable[[PlayedMove], Any]
    summary: Callable[[SeenMove], str]


class Candidate(NamedTuple):
    """A move of a figure before it is judged.

    `key` is unique among the moves of a figure, and stays as long as the move can be made. `label` is what a player
    reads, `deed` the label without the target, or empty. `free` are pointers into the posted input to what may be
    changed or added, `needs` to what has to be filled in first: the order has an example there, the input nothing.
    """

    kind: str
    key: str
    label: str
    order: Any
    deed: str = ""
    target: str | None = None
    hex: tuple[int, int] | None = None
    free: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


class Spots(NamedTuple):
    """Hexes to which a figure, or the unit `target`, can go by one kind of order, as a search of ways has found.

    `key` begins the keys of these moves. `fills` points into the posted input to where the value of a hex is put, and
    `free` to what may be changed or added, besides.
    """

    key: str
    kind: str
    label: str
    order: Any
    fills: str
    hexes: tuple[PlaceHex, ...]
    target: str | None = None
    free: tuple[str, ...] = ()


class Bar(NamedTuple):
    """Why a figure cannot make a move, the rule that says so, and what happens to such an order if it is posted."""

    why: str
    rule: HasId | None
    how: BarredHow = BarredHow.VOID


class Chosen(NamedTuple):
    """The orders that the service gives a figure without a player, mostly one, and why, in a sentence and by a rule."""

    orders: tuple[Any, ...]
    why: str
    rule: HasId | None


class Offers(Protocol):
    """The moves of a fight between two rounds, made of its state and rulings, once for all figures of a request."""

    def idle(self, figure: str) -> Bar | None:
        """Return why a figure has no choice now, or None if it has.

        Raises: the refusal of a figure that is unknown, with the pointer `/figure`.
        """
        ...

    def candidates(self, figure: str) -> Iterable[Candidate]:
        """Return what a figure could try: kinds in a fixed order, then targets as the state lists them."""
        ...

    def judge(self, order: Any) -> None:
        """Refuse an order as the round would that it is posted to.

        Raises: the refusal.
        """
        ...

    def void(self, order: Any) -> Bar | None:
        """Return why an order would be taken and do nothing, or None if it does something."""
        ...

    def places(self, figure: str) -> Iterable[Spots]:
        """Return where a figure can go, where hexes are no moves of their own: none, unless a family says so."""
        return ()

    def chance(self, order: Any) -> float | None:
        """Return the chance that the first attack of an order hits and is not stopped; None: it has none."""
        return None

    def attack(self, order: Any) -> dict[str, Any] | None:
        """Return the input of `resolve-attack` in an encounter for an order that is one attack and nothing else."""
        return None

    def posted(self, figure: str, orders: tuple[Any, ...]) -> dict[str, Any]:
        """Return the input, as JSON, that gives a figure orders: what a client posts to an encounter."""
        ...

    def choice(self, figure: str) -> Chosen:
        """Work out what the service would order a figure that has a choice, without dice: candidates' orders."""
        ...

    def described(self, figure: str, order: Any) -> Candidate | None:
        """Return an order of a figure as a candidate, whose key may be another one; None: it is not listed."""
        return next((each for each in self.candidates(figure) if each.order == order), None)

    @cached_property
    def chosen(self) -> Callable[[str], Chosen]:
        """Returns the `choice` of a figure, which is worked out once: lists ask for it twice."""
        return cache(self.choice)


class Board(StrEnum):
    """What the figures of a fight stand on: the hexes of a map, or two lines that face each other."""

    HEXES = "hexes"
    LINES = "lines"


@record
class PlayPool:
    """Something that figures have an amount of and can lose, and the fields of a figure that say how much."""

    name: Annotated[str, Field(description="What players call it, such as `hit points`.")]
    left: Annotated[
        str, Field(description="The field that says how much there is; where it is null, it is as much as can be.")
    ]
    full: Annotated[
        tuple[str, ...],
        Field(
            description="Fields of which the first that is not null says how much there can be; if none does, it is "
            "what the figure began the fight with."
        ),
    ]
    times: Annotated[
        str | None, Field(description="The field by which `full` is multiplied, such as members; null: none.")
    ]
    is_spent: Annotated[bool, Field(description="Whether `left` counts what is lost, such as wounds.")]


@record
class PlayBand:
    """A distance between figures that has a name."""

    name: Annotated[str, Field(description="What players call it.")]
    up_to: Annotated[int | None, Field(description="Up to which distance; null: all that is farther.")]


def pool_called(name: str, left: str, *full: str, times: str | None = None, is_spent: bool = False) -> PlayPool:
    """Return a pool, by what players call it and the fields that say how much there is, and how much there can be."""
    return PlayPool(name=name, left=left, full=full, times=times, is_spent=is_spent)


class LinedSide(NamedTuple):
    """A side before a fight: its name, and its figures as JSON, which have ids and neither a side nor a place."""

    name: str
    figures: tuple[dict[str, Any], ...]


def in_ranks(sides: Sequence[LinedSide], apart: int) -> list[dict[str, Any]]:
    """Return the figures of sides with their side, and the hex and facing that `ranks_of` gives each."""
    ranks = ranks_of([len(side.figures) for side in sides], apart)
    return [
        {**figure, "side": side.name, "hex": list(spot), "facing": facing}
        for side, places in zip(sides, ranks, strict=True)
        for figure, (spot, facing) in zip(side.figures, places, strict=True)
    ]


class LiningUp(NamedTuple):
    """How sides are lined up for a fight.

    `state` takes sides, at least two and at most `most_sides`, and how far apart they stand, and returns a state, as
    JSON, in which a fight begins. `usual` is how far apart they stand if nobody says so; None: nobody has a place.
    """

    state: Callable[[Sequence[LinedSide], int], dict[str, Any]]
    usual: int | None
    most_sides: int = 6


class Converted(NamedTuple):
    """A figure that was made of a sheet of another program, as JSON without id, side and place.

    `notes` has what was left out: where it stands in the sheet, and a sentence. `approximate` says that the numbers of
    the sheet answer other questions than those of the figure.
    """

    figure: dict[str, Any]
    notes: tuple[tuple[str, str], ...]
    approximate: bool = False


@value_class
class Play:
    """What makes a family playable in encounters.

    `state` is the model of what is remembered; `check` takes a state and rulings and raises a refusal for what the
    schema cannot say; `visible` names the fields, of states, inputs and outcomes, whose words and facts anybody at the
    table sees: never numbers, nor texts that quote numbers. `places` names those whose numbers are seen, too: where
    figures stand and face. `figures` names the fields that hold ids or records of figures, `sides` those of sides: in
    all others a text is a word, even if a figure is called so. `side` is the field of a figure that says for whom it
    fights. `strength` takes a state and rulings and returns what each figure still has, by which the luck of an
    encounter is measured. `situation` takes them, too, and returns whose turn it is, and whether the fight is over.
    `seen` leaves hidden figures out of a state, and what a situation depends on of them; `situation` of what is left
    takes the end of the fight, too, which depends on all figures. `offers` takes a state and rulings and returns what
    figures may do; `target` finds whom a move may be aimed at, by its id, and refuses an unknown one with a pointer.
    `board` is what figures stand on, `pools` what they can lose, the first of which keeps them in the fight, `bands`
    the names of distances on a board of lines, the nearest first, and `bonds` the fields that tie two figures to each
    other: lists of ids in figures, or lists of the state whose records name two. `phases` are those of a round whose
    orders are given before the dice, in order, and `phase_orders` what rulings make of it. `lining_up` says how a fight
    begins. `line_of_fire` names the procedure that tells what a shot from one figure to another passes, if there is
    one. `state_member` names the member in which procedures take what the state has, where it does not stand beside
    the rest of their input. `sheets` has, by the names of formats, what makes figures of sheets of other programs.
    """

    state: type[Frozen]
    check: Callable[[Any, Any], object]
    visible: frozenset[str]
    places: frozenset[str]
    figures: frozenset[str]
    sides: frozenset[str]
    moves: tuple[Move, ...]
    strength: Callable[[Any, Any], Iterable[Strength]]
    situation: Callable[[Any, Any, Ending | None], Situation]
    seen: Callable[[Any], Any]
    offers: Callable[[Any, Any], Offers]
    target: Callable[[Any, str, str], object]
    lining_up: LiningUp
    board: Board
    pools: tuple[PlayPool, ...]
    bands: tuple[PlayBand, ...] = ()
    bonds: tuple[str, ...] = ()
    phases: tuple[PlayPhase, ...] = ()
    phase_orders: tuple[PlayPhaseOrder, ...] = ()
    side: str = "side"
    secrets: frozenset[str] = frozenset()
    line_of_fire: str | None = None
    state_member: str | None = None
    sheets: Mapping[str, Callable[[Any], Converted]] = field(default_factory=dict)


@value_class
class Family:
    """A rules family; one without `play` is stateless only, and one without `drawing` has no map of hexes.

    `summary` says in a sentence what kind of fights it resolves; `suits` says which tables it suits, and what it needs.
    `large_maps` says that requests may be as long as those of proofs, since maps of thousands of hexes come with them.
    """

    name: str
    ruleset: str
    title: str
    summary: str
    suits: str
    attribution: str
    rulings: type[Frozen]
    tape_rule: Rule | None
    rules: tuple[Rule, ...]
    decisions: tuple[Ruling, ...]
    tables: Mapping[str, Table]
    procedures: tuple[Procedure, ...]
    play: Play | None = None
    drawing: MapDrawing | None = None
    large_maps: bool = False
