"""Index of moves: every family's state-changing procedures, to be played on the stored state of an encounter."""

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar, get_args

from service.dice.model import Dice
from service.encounters import summaries
from service.encounters.reveal import RecordView, Sight
from service.errors import Refused, RulesRefuse, UmpireError, UnfitRequest, UnknownProcedure
from service.errors.spelling import meant
from service.forecasts.problems import PartsDisagree
from service.operations.answering.answer_paths import Parts
from service.operations.encounters.line_ups.line_up_models import LineUp
from service.operations.encounters.line_ups.lining_up import LinedUp, lined_up
from service.operations.procedure import BoundProcedure
from service.operations.validation import validated_document
from service.rules.kernel.family import Family, Move, Play, PlayedMove, SeenMove
from service.wire import Frozen

M = TypeVar("M", bound=Frozen)

OTHERS: Final = (
    "preview",
    "odds",
    "undo",
    "redo",
    "fork",
    "log",
    "map.svg",
    "tokens",
    "stream",
    "verify",
    "luck",
    "legal-moves",
    "suggest",
    "situation",
)
"""What else can be asked of an encounter, and may have been meant instead of a procedure."""
MAX_BYTES: Final = 8 * 2**20
"""The most bytes of the documents in the cache of parsed models."""


class ParseCache:
    """A cache of the most recently used JSON documents and their models."""

    def __init__(self, most_bytes: int) -> None:
        """Set the size of the cache: the total bytes of its documents."""
        self._left = most_bytes
        self._kept: OrderedDict[tuple[type[Frozen], bytes], Any] = OrderedDict()

    def read(self, model: type[M], document: bytes) -> M:
        """Parse a document that was written from a model, or return the cached model."""
        key = model, document
        found: M | None = self._kept.get(key)
        if found is None:
            found = model.model_validate_json(document)
            self.note(found, document)
        else:
            self._kept.move_to_end(key)
        return found

    def note(self, model: Frozen, document: bytes, instead: bytes | None = None) -> None:
        """Add a document and the model that it was written from to the cache, in the place of an earlier document."""
        key = type(model), document
        if instead is not None and instead != document and self._kept.pop((type(model), instead), None) is not None:
            self._left += len(instead)
        if key not in self._kept:
            self._kept[key] = model
            self._left -= len(document)
        while self._left < 0:
            (_, forgotten), _ = self._kept.popitem(last=False)
            self._left += len(forgotten)


NO_SIGHT: Final = Sight()
_CACHE: Final = ParseCache(MAX_BYTES)
read: Final = _CACHE.read
note: Final = _CACHE.note


@dataclass(frozen=True, slots=True)
class FilledMove:
    """A procedure's request with the stored state filled in."""

    input: Any
    rulings: Any
    request_input: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class BoundMove:
    """A procedure that can be played in encounters, and its family's form of state."""

    name: str
    move: Move
    play: Play
    bound: BoundProcedure
    view: RecordView

    @property
    def answer_parts(self) -> Parts:
        """The types of the fields that answers declare as plain JSON."""
        family = self.bound.family
        return ("outcome", self.bound.signature.gives), ("state", self.play.state), ("rulings", family.rulings)

    def filled(self, state: Any, rulings: bytes, request_input: Mapping[str, Any]) -> FilledMove:
        """Complete the client's request with the stored state.

        Raises: UnfitRequest, if the request does not fit the procedure; a refusal, if it names figures that are not
        stored.
        """
        try:
            move = validated_document(self.move.takes, request_input, "/input")
        except UnfitRequest as misfit:
            raise self._explained(misfit) from None
        ruled = read(self.bound.family.rulings, rulings)
        try:
            return FilledMove(self.move.fill(state, move, ruled), ruled, request_input)
        except RulesRefuse as refusal:
            raise refusal.below("/input") from None

    def _explained(self, misfit: UnfitRequest) -> UnfitRequest:
        """Add which of the fields that do not fit are those of the encounter, and not sent."""
        stored = [name for name in self.bound.signature.takes.model_fields if name not in self.move.takes.model_fields]
        sent = [name for name in stored if any(each.pointer == f"/input/{name}" for each in misfit.faults)]
        if not sent:
            return misfit
        named = " and ".join([f"`{name}`" for name in sent])
        detail = f"{misfit.detail} The encounter keeps {named}: leave {'it' if len(sent) == 1 else 'them'} out."
        return UnfitRequest(detail, faults=misfit.faults)

    def outcome(self, filled: FilledMove, dice: Dice) -> Any:
        """Run the procedure; the pointers of refusals lead into the client's request, not into the stored state."""
        try:
            return self.bound.resolve(filled, dice)
        except Refused as refusal:
            raise refusal.pointing(lambda pointer: self.pointer_in_request(filled, pointer)) from None

    def pointer_in_request(self, filled: FilledMove, pointer: str) -> str:
        """Return the longest part of a pointer into the procedure's request that exists in the client's request.

        A pointer to stored values becomes a pointer to the whole input; a pointer into a figure becomes a pointer to
        the figure's name.
        """
        top, *words = pointer.split("/")[1:] or [""]
        if top != "input":
            return "" if top == "rulings" else pointer
        if not words or words[0] not in self.move.takes.model_fields:
            return "/input"
        value: Any = filled.request_input
        for depth, word in enumerate(words):
            if isinstance(value, str):
                return "/".join(["/input", *words[:depth]])
            value = _part_of(value, word)
        return pointer

    def state_after(self, state: Any, filled: FilledMove, outcome: Any) -> Any:
        """Return the state that an outcome leads to."""
        return self.move.follow(PlayedMove(state, filled.input, filled.rulings, outcome))

    def words(
        self, request_input: Mapping[str, Any], outcome: Any, states: tuple[Frozen, Frozen]
    ) -> tuple[summaries.EntryWords, SeenMove]:
        """Return what the entry of a move says for viewers, and what they see of the move."""
        return summaries.move(self.move.summary, request_input, outcome, states, self.view)


def _sight_of(play: Play) -> Sight:
    return Sight(play.visible, play.places, play.side, play.secrets, play.figures, play.sides)


def _part_of(value: Any, word: str) -> Any:
    if isinstance(value, Mapping):
        return value.get(word)
    within = isinstance(value, list) and word.isdecimal() and int(word) < len(value)
    return value[int(word)] if within else None


class MoveIndex:
    """The moves of all families, by family and procedure."""

    def __init__(self, families: Iterable[Family], bound_procedures: Mapping[str, BoundProcedure]) -> None:
        """Bind every move that the families declare to its procedure."""
        self.families = {family.name: family for family in families}
        self.plays = {family.name: family.play for family in self.families.values() if family.play is not None}
        self._sights = {name: _sight_of(play) for name, play in self.plays.items()}
        self._kinds = {name: _kinds_in(bound_procedures, name) for name in self.plays}
        self._bound_moves: dict[str, BoundMove] = {}
        for family, play in self.plays.items():
            view = RecordView(self._sights[family])
            for move in play.moves:
                name = f"{family}/{move.procedure}"
                self._bound_moves[name] = BoundMove(name, move, play, bound_procedures[name], view)

    @property
    def named(self) -> Mapping[str, Collection[str]]:
        """The procedures of all families that are played, as the values that `procedure` may have in a path."""
        return {"procedure": tuple({move.procedure: None for play in self.plays.values() for move in play.moves})}

    def bound_move(self, family: str, procedure: str) -> BoundMove:
        """Return a procedure that can be played.

        Raises: UnknownProcedure, naming the procedures of the family.
        """
        found = self._bound_moves.get(f"{family}/{procedure}")
        if found is None:
            known = [name.partition("/")[2] for name in self._bound_moves if name.startswith(f"{family}/")]
            message = f"{procedure!r} is not played in encounters of {family}; there are {', '.join(known)}."
            raise UnknownProcedure(message + meant(procedure, (*known, *OTHERS)), pointer="/procedure")
        return found

    def require_played(self, family: str, procedure: str) -> None:
        """Refuse a procedure that is not played in a family's encounters; a family without moves has other problems.

        Raises: UnknownProcedure.
        """
        if family in self.plays:
            self.bound_move(family, procedure)

    def kinds_of(self, family: str, kinds: Collection[str]) -> Collection[str]:
        """Return kinds of moves of a family that lists moves.

        Raises: UnfitRequest, naming the kinds of the family.
        """
        known = self._kinds[family]
        unknown = next((each for each in kinds if each not in known), None)
        if unknown is not None:
            message = f"{family} has no moves of the kind {unknown!r}; there are {', '.join(known)}."
            raise UnfitRequest(message + meant(unknown, known), pointer="/kinds")
        return kinds

    def models_of(self, family: str, procedure: str) -> tuple[type[Frozen], ...]:
        """Return the models that a procedure is played with: of the state, the rulings and what is sent."""
        found = self._bound_moves.get(f"{family}/{procedure}")
        if found is None:
            return ()
        bound = found.bound
        return (found.play.state, bound.family.rulings, found.move.takes, bound.signature.takes)

    def ruleset_of(self, family: str) -> str | None:
        """Return the present ruleset of a family; None if it has no moves."""
        return self.families[family].ruleset if family in self.plays else None

    def sight_of(self, family: str) -> Sight:
        """Return which fields viewers see; none for a family that has no moves any more."""
        return self._sights.get(family, NO_SIGHT)

    def errors(self) -> tuple[type[UmpireError], ...]:
        """Return the errors of all procedures."""
        return tuple({error: None for each in self._bound_moves.values() for error in each.bound.errors})

    @property
    def answer_parts(self) -> Parts:
        """The types of the fields that answers to moves declare as plain JSON, each once."""
        return tuple(dict.fromkeys(part for each in self._bound_moves.values() for part in each.answer_parts))

    def begun(self, family: str) -> Mapping[str, type[Frozen]]:
        """Return the models of what an encounter of a family begins with."""
        return {"state": self.plays[family].state, "rulings": self.families[family].rulings}

    def rulings_of(self, family: str, rulings: Mapping[str, Any]) -> Any:
        """Validate rulings against the family's model.

        Raises: UnfitRequest.
        """
        return validated_document(self.families[family].rulings, rulings, "/rulings")

    def state_of(self, family: str, state: Mapping[str, Any], rulings: Any, pointer: str) -> Any:
        """Validate a state against the family's model; it may stand inside the member in which procedures take it.

        Raises: UnfitRequest; a refusal, if no procedure could be played on the state.
        """
        play = self.plays[family]
        flat, place = _flat(state, play.state_member)
        try:
            fit = validated_document(play.state, flat, "")
            play.check(fit, rulings)
        except (UnfitRequest, RulesRefuse) as refusal:
            raise refusal.pointing(place).below(pointer) from None
        return fit

    def lined_up(self, family: str, asked: LineUp, rulings: Any, pointer: str) -> tuple[Any, LinedUp]:
        """Return the state in which the fight of a line-up begins, validated, and what it was made of.

        Raises: UnfitRequest, PartsDisagree, UnknownFigure, UnknownFight; a refusal, if no procedure could be played on
        the state.
        """
        try:
            lined = lined_up(family, self.plays[family], asked, self.families[family].ruleset)
            try:
                return self.state_of(family, lined.state, rulings, ""), lined
            except UnfitRequest as misfit:
                raise PartsDisagree(misfit.detail, faults=misfit.pointing(lined.place).faults) from None
            except RulesRefuse as refusal:
                raise refusal.pointing(lined.place) from None
        except UmpireError as problem:
            raise problem.below(pointer) from None


def _kinds_in(bound_procedures: Mapping[str, BoundProcedure], family: str) -> tuple[str, ...]:
    """Return the kinds of moves that a family lists, as its procedure takes them."""
    (kind, *_) = get_args(bound_procedures[f"{family}/legal-moves"].signature.takes.model_fields["kinds"].annotation)
    return tuple([each.value for each in kind])


def _flat(state: Any, member: str | None) -> tuple[Any, Callable[[str], str]]:
    """Return a state without the member that part of it stands in, and where its pointers lead in the state as it is.

    What stands inside and outside of the member is not a state, and stays as it is; so does what a correction made of
    the whole, such as a list.
    """
    inner = state.get(member) if isinstance(state, Mapping) and member is not None else None
    if not isinstance(inner, Mapping):
        return state, lambda pointer: pointer
    outer = {name: value for name, value in state.items() if name != member}
    if inner.keys() & outer.keys():
        return state, lambda pointer: pointer

    def place(pointer: str) -> str:
        is_inside = pointer != "" and pointer.split("/")[1] not in outer
        return f"/{member}{pointer}" if is_inside else pointer

    return {**inner, **outer}, place
