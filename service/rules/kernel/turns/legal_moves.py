"""Lists of legal moves and suggestions, worked out from what a family says that its figures could try."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, Final, NamedTuple

from pydantic import Field

from service.errors import HasId, RulesRefuse, token_of
from service.rules.kernel.family import Bar, Candidate, Offers, Play, Spots
from service.rules.kernel.moves import FigureId
from service.rules.kernel.turns.situations import refuse_state
from service.rules.kernel.verdict import (
    BarredHow,
    BarredMove,
    Decision,
    FigureMoves,
    Foreseen,
    LegalMove,
    LegalMoves,
    MoveOdds,
    Places,
    Situation,
    Suggestion,
    Suggestions,
    TurnStatus,
)
from service.wire import Frozen

MOST_MOVES: Final = 1_000
MOST_BARRED: Final = 40
MOST_CHANCES: Final = 64
"""Of so many moves of an answer the chance is worked out, the first ones."""
ATTACK: Final = "resolve-attack"
"""The procedure whose odds a move that is one attack has."""
ANY: Final = "any"
"""The kind that is barred to a figure that has no choice at all."""


class FigureAsked(Frozen):
    """Of whom moves are asked."""

    figure: FigureId | None = Field(default=None, description="Id of a figure; null: all who choose now.")
    chances: bool = Field(
        default=False, description="Whether each attack has its chance to hit, which tells of hidden numbers."
    )


AHEAD: Final = "Whether the answer has in `ahead` what those would do who wait for their turn in this round."


class AheadAsked(Frozen):
    """Whether suggestions look ahead."""

    ahead: bool = Field(default=False, description=AHEAD)


class _Chances:
    """The chances of moves, as long as there are not too many."""

    def __init__(self, offers: Offers, most: int) -> None:
        self._offers = offers
        self._left = most

    def of(self, candidate: Candidate) -> tuple[float | None, MoveOdds | None]:
        """Return the chance of a move, and what its odds are asked for."""
        chance = None if self._left == 0 or candidate.needs else self._offers.chance(candidate.order)
        if chance is None:
            return None, None
        self._left -= 1
        attack = self._offers.attack(candidate.order)
        return round(chance, 4), None if attack is None else MoveOdds(procedure=ATTACK, input=attack)


def key_of(kind: str, *parts: str) -> str:
    """Return the key of a move, made of its kind and of what tells it from others of its kind, such as its target."""
    return "/".join([kind, *[token_of(part) for part in parts]])


def moves_asked(play: Play, asked: Any, rulings: Any) -> LegalMoves:
    """Answer the `legal-moves` of a family: what figures may do in the state of a request.

    Raises: what creating an encounter with this state is refused for; the refusals of unknown figures and targets.
    """
    refuse_state(play.check, asked.state, rulings)
    if asked.target is not None:
        play.target(asked.state, asked.target, "/target")
    situation, offers = play.situation(asked.state, rulings, None), play.offers(asked.state, rulings)
    return legal_moves_of(situation, offers, asked.figure, asked.kinds, asked.target, chances=asked.chances)


def suggestions_asked(play: Play, asked: Any, rulings: Any) -> Suggestions:
    """Answer the `suggest` of a family: what the service would do in the state of a request.

    Raises: what creating an encounter with this state is refused for; the refusal of an unknown figure.
    """
    refuse_state(play.check, asked.state, rulings)
    situation, offers = play.situation(asked.state, rulings, None), play.offers(asked.state, rulings)
    return suggestions_of(situation, offers, asked.figure, chances=asked.chances, ahead=asked.ahead)


def work_of_pairs(figures: int, figure: str | None) -> int:
    """Return how many pairs of a figure and a foe a list of moves looks at: those of one figure, or of all."""
    return figures * figures // 4 if figure is None else figures


def legal_moves_of(
    situation: Situation,
    offers: Offers,
    figure: str | None,
    kinds: Collection[str] = (),
    target: str | None = None,
    *,
    chances: bool = False,
) -> LegalMoves:
    """Return what a figure may do now, or all who choose; of some kinds only, or aimed at one target; with chances.

    Raises: the refusal of a figure that is unknown.
    """
    figures = situation.next if figure is None else (figure,)
    known = _Chances(offers, MOST_CHANCES if chances else 0)
    return LegalMoves(figures=tuple([_moves_of(situation, offers, each, kinds, target, known) for each in figures]))


def suggestions_of(
    situation: Situation, offers: Offers, figure: str | None, *, chances: bool = False, ahead: bool = False
) -> Suggestions:
    """Return what the service would do with a figure now, or with all who choose; and with those who wait, if asked.

    Where dice are to decide who is next, it rolls them: the input has no order then.

    Raises: the refusal of a figure that is unknown.
    """
    figures = situation.next if figure is None else (figure,)
    inputs: list[Mapping[str, Any]] = []
    known = _Chances(offers, MOST_CHANCES if chances else 0)
    suggestions = tuple([_suggestion_of(situation, offers, each, inputs, known) for each in figures])
    rolls = figure is None and situation.decision is Decision.TURN and not situation.next
    played = situation.procedure if inputs or rolls else None
    return Suggestions(
        figures=suggestions,
        procedure=played,
        input=joined(inputs) if inputs or rolls else None,
        ahead=tuple(_foreseen(situation, offers)) if ahead else (),
    )


def joined(inputs: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Put the inputs of moves of several figures together: lists of the same name are appended to each other."""
    whole: dict[str, Any] = {}
    for each in inputs:
        for name, part in each.items():
            whole[name] = [*whole.get(name, ()), *part] if isinstance(part, list) else part
    return whole


def bar_of(offers: Offers, order: Any) -> Bar | None:
    """Return why an order cannot be given, or would do nothing; None: it can be given."""
    try:
        offers.judge(order)
    except RulesRefuse as refusal:
        return refused_by(refusal)
    return offers.void(order)


def refused_by(refusal: RulesRefuse) -> Bar:
    """Return why a move cannot be made that is refused."""
    rule = refusal.faults[0].rule
    return Bar(refusal.detail, None if rule is None else _Named(rule), BarredHow.REFUSED)


class _Named(NamedTuple):
    """A rule of which only the id is known."""

    id: str


def _id_of(rule: HasId | None) -> str | None:
    return None if rule is None else rule.id


def _moves_of(
    situation: Situation, offers: Offers, figure: str, kinds: Collection[str], target: str | None, chances: _Chances
) -> FigureMoves:
    idle = offers.idle(figure)
    if idle is not None:
        barred = BarredMove(
            kind=ANY, label="Do anything", why=idle.why, rule=_id_of(idle.rule), how=idle.how, targets=()
        )
        return FigureMoves(figure=figure, forced=False, moves=(), places=(), barred=(barred,), truncated=False)
    suggested, truncated = list(offers.chosen(figure).orders), False
    moves: list[LegalMove] = []
    reasons: dict[tuple[str, Bar], list[Candidate]] = {}
    for each in offers.candidates(figure):
        if (kinds and each.kind not in kinds) or (target is not None and each.target != target):
            continue
        bar = bar_of(offers, each.order)
        if bar is not None:
            reasons.setdefault((each.kind, bar), []).append(each)
        elif len(moves) < MOST_MOVES:
            is_suggested = _is_one_of(suggested, each)
            moves.append(_offered(situation, offers, figure, each, chances, is_suggested=is_suggested))
        else:
            truncated = True
            break
    spots = [
        each for each in offers.places(figure) if target in (None, each.target) and (not kinds or each.kind in kinds)
    ]
    return FigureMoves(
        figure=figure,
        forced=any(each.id == figure and each.forced is not None for each in situation.order),
        moves=tuple(moves),
        places=tuple([_places_of(situation, offers, figure, each) for each in spots]),
        barred=tuple([_barred(bar, candidates) for (_, bar), candidates in list(reasons.items())[:MOST_BARRED]]),
        truncated=truncated or any(len(each.hexes) > MOST_MOVES for each in spots),
    )


def _places_of(situation: Situation, offers: Offers, figure: str, spots: Spots) -> Places:
    return Places(
        key=spots.key,
        kind=spots.kind,
        label=spots.label,
        procedure=situation.procedure or "",
        target=spots.target,
        input=_without(offers.posted(figure, (spots.order,)), (spots.fills,)),
        fills=spots.fills,
        free=spots.free,
        hexes=spots.hexes[:MOST_MOVES],
    )


def _is_one_of(orders: list[Any], candidate: Candidate) -> bool:
    """Return whether a candidate has one of some orders, and take it out of them: comparing orders is dear."""
    if candidate.order not in orders:
        return False
    orders.remove(candidate.order)
    return True


def _offered(
    situation: Situation, offers: Offers, figure: str, candidate: Candidate, chances: _Chances, *, is_suggested: bool
) -> LegalMove:
    chance, odds = chances.of(candidate)
    return LegalMove(
        key=candidate.key,
        kind=candidate.kind,
        label=candidate.label,
        procedure=situation.procedure or "",
        input=_without(offers.posted(figure, (candidate.order,)), candidate.needs),
        target=candidate.target,
        hex=candidate.hex,
        free=candidate.free,
        needs=candidate.needs,
        suggested=is_suggested,
        chance=chance,
        odds=odds,
    )


def _without(input: dict[str, Any], needs: Iterable[str]) -> dict[str, Any]:
    """Take out of an input what has to be filled in, where the order has an example of it."""
    for pointer in needs:
        *path, last = pointer.split("/")[1:]
        part: Any = input
        for name in path:
            part = part[int(name)] if isinstance(part, list) else part[name]
        part.pop(last, None)
    return input


def _barred(bar: Bar, candidates: Sequence[Candidate]) -> BarredMove:
    first, targets = candidates[0], dict.fromkeys([each.target for each in candidates if each.target is not None])
    return BarredMove(
        kind=first.kind,
        label=first.deed if first.deed and len(targets) > 1 else first.label,
        why=bar.why,
        rule=_id_of(bar.rule),
        how=bar.how,
        targets=tuple(targets),
    )


def _suggestion_of(
    situation: Situation, offers: Offers, figure: str, inputs: list[Mapping[str, Any]], chances: _Chances
) -> Suggestion:
    """Return what the service would do with a figure, in this order, and add its input to those of others."""
    idle = offers.idle(figure)
    if idle is not None:
        return Suggestion(figure=figure, moves=(), why=idle.why, rule=_id_of(idle.rule))
    orders, why, rule = offers.chosen(figure)
    inputs.append(offers.posted(figure, orders))
    left: dict[int, Any] = dict(enumerate(orders))
    moves: dict[int, LegalMove] = {}
    for each in takewhile(lambda _: left, offers.candidates(figure)):
        place = next((at for at, order in left.items() if order == each.order), None)
        if place is not None:
            moves[place] = _offered(situation, offers, figure, each, chances, is_suggested=True)
            del left[place]
    return Suggestion(figure=figure, moves=tuple([moves[at] for at in sorted(moves)]), why=why, rule=_id_of(rule))


def _foreseen(situation: Situation, offers: Offers) -> Iterator[Foreseen]:
    """Return what the service would do with those who wait for their turn and have a choice, in their order."""
    if situation.decision is not Decision.TURN:
        return
    for figure in [each.id for each in situation.order if each.status is TurnStatus.WAITING and each.forced is None]:
        orders, why, _ = offers.chosen(figure)
        for each in filter(None, [offers.described(figure, order) for order in orders]):
            yield Foreseen(figure=figure, kind=each.kind, label=each.label, target=each.target, hex=each.hex, why=why)
