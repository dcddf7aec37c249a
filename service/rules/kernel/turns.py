"""How the situation of a fight is worked out, and the lists of moves that figures may make.

Each family says who takes turns, who keeps a side in the fight, and what figures could try.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from operator import ne
from typing import Any, Final, NamedTuple, TypeVar, cast

from pydantic import Field

from service.dice.model import Rule
from service.errors import FightOver, HasId, RulesRefuse, token_of
from service.rules.kernel.family import Bar, Candidate, Offers, Play
from service.rules.kernel.figures import Figure
from service.rules.kernel.moves import FigureId
from service.rules.kernel.telling import FATES, Verbs, listed, said_of
from service.rules.kernel.verdict import (
    BarredHow,
    BarredMove,
    Decision,
    EndedBy,
    Ending,
    Fate,
    FigureMoves,
    LegalMove,
    LegalMoves,
    Situation,
    Suggestion,
    Suggestions,
    TurnEntry,
    TurnStatus,
)
from service.wire import Frozen

ENDS: Final = {Fate.ROUTED: EndedBy.ROUT, Fate.FLED: EndedBy.FLIGHT, Fate.CAPTURED: EndedBy.CAPTURE}
"""How a fight ends by the fate of one who lost it and lives; the first that fits counts, else it is a defeat."""
CHOICE: Final[Verbs] = ("chooses what to do", "choose what to do")
SOMEBODY_NEXT: Final = "somebody is next"
"""What is said where nobody who is seen chooses: a hidden figure does, or there is injury to be applied to one."""
ROUND: Final = "resolve-round"

F = TypeVar("F", bound=Figure)


class Fighter(NamedTuple):
    """One who decides a fight: its name for players, what has become of it, and whether it keeps its side in it."""

    side: str
    name: str
    fate: Fate
    stays: bool


class Turn(NamedTuple):
    """One who takes turns: whether it chooses, has a player, and what the rules make it do.

    `fate` is None for one who does not decide the fight, such as a commander.
    """

    id: str
    side: str
    name: str
    fate: Fate | None
    chooses: bool
    has_player: bool = False
    forced: str | None = None


GOES_ON: Final = Ending()


def seen_of(figures: Sequence[F]) -> tuple[F, ...]:
    """Return the figures that viewers see."""
    return tuple([each for each in figures if not each.hidden])


def ending_of(
    fighters: Sequence[Fighter],
    called: Callable[[str], str] = str,
    are_foes: Callable[[str, str], bool] = ne,
    known: Ending | None = None,
) -> Ending:
    """Return whether a fight is over, and who has won.

    It is over if no two sides that are foes are left, of those that the fight began with. Where only one side has ever
    been there, nobody has won: figures may act without foes. `called` returns what players call a side, and `are_foes`
    whether two sides fight each other. `known` is the end of the fight, where `fighters` are only those whom viewers
    see: then it is only told of them.
    """
    sides = list(dict.fromkeys([each.side for each in fighters]))
    staying = {each.side for each in fighters if each.stays}
    left = [side for side in sides if side in staying]
    if known is not None:
        return _seen(known, fighters, left, called) if known.over else GOES_ON
    if _has_foes(left, are_foes) or not _has_foes(sides, are_foes):
        return GOES_ON
    return Ending(
        over=True,
        winner=left[0] if len(left) == 1 else None,
        draw=not left,
        ended_by=_ended_by({each.fate for each in fighters if each.side not in left}) if left else EndedBy.MUTUAL,
        text=_end_told(fighters, left, called, draw=not left),
    )


def _seen(known: Ending, fighters: Sequence[Fighter], left: Sequence[str], called: Callable[[str], str]) -> Ending:
    """Return an end as viewers see it: a side of which they see nobody is not named."""
    winner = known.winner if known.winner in {each.side for each in fighters} else None
    winners = left if known.winner is None else [winner] if winner is not None else []
    return replace(known, winner=winner, text=_end_told(fighters, winners, called, draw=known.draw))


def _end_told(fighters: Sequence[Fighter], winners: Sequence[str], called: Callable[[str], str], *, draw: bool) -> str:
    """Say who has won, and what has become of the others."""
    won = f": victory for {listed([called(side) for side in winners])}" if winners else ""
    how = ": a draw, for nobody fights on" if draw else won
    return " ".join([f"The fight is over{how}.", *_fates_told([each for each in fighters if each.side not in winners])])


def _has_foes(sides: Sequence[str], are_foes: Callable[[str, str], bool]) -> bool:
    return any(are_foes(one, other) for at, one in enumerate(sides) for other in sides[at + 1 :])


def _ended_by(fates: set[Fate]) -> EndedBy:
    return next((ended for fate, ended in ENDS.items() if fate in fates), EndedBy.DEFEAT)


def _fates_told(lost: Sequence[Fighter]) -> list[str]:
    """Return a sentence for each fate of those who lost."""
    names = {fate: [each.name for each in lost if each.fate is fate] for fate in FATES}
    return [f"{said_of(who, FATES[fate])}." for fate, who in names.items() if who]


def refuse_ended(ending: Ending, rule: Rule, pointer: str) -> None:
    """Refuse to play on if a fight is over."""
    if ending.over:
        raise FightOver(f"{ending.text} No round follows.", pointer=pointer, rule=rule)


def refuse_state(check: Callable[[Any, Any], object], state: Any, rulings: Any) -> None:
    """Refuse the state of a request as creating an encounter with it would, with pointers that begin at the request.

    Raises: what `check` does.
    """
    try:
        check(state, rulings)
    except RulesRefuse as refusal:
        raise refusal.below("/state") from None


def situation_of(
    turns: Sequence[Turn],
    ending: Ending,
    *,
    number: int | None = None,
    unit: str = "Round",
    order_known: bool = False,
) -> Situation:
    """Return the situation between two rounds, in which all who are able choose before the dice.

    `number` is that of the round, where it is counted, and `unit` what the family calls a round.
    """
    choosing = [] if ending.over else [each for each in turns if each.chooses]
    return Situation(
        round=number,
        phase="over" if ending.over else "orders",
        decision=Decision.NONE if ending.over else Decision.ORDERS,
        procedure=None if ending.over else ROUND,
        order=tuple([_entry_of(each, is_over=ending.over) for each in turns]),
        order_known=order_known,
        next=tuple([each.id for each in choosing]),
        service_plays=tuple([each.id for each in choosing if not each.has_player]),
        over=ending.over,
        winner=ending.winner,
        draw=ending.draw,
        ended_by=ending.ended_by,
        text=ending.text or _text_of([each.name for each in choosing], number, unit),
    )


def _entry_of(turn: Turn, *, is_over: bool) -> TurnEntry:
    fate = None if turn.fate is Fate.STANDING else turn.fate
    status = TurnStatus.WAITING
    if turn.chooses and not is_over:
        status = TurnStatus.NEXT
    elif fate is not None and turn.forced is None:
        status = TurnStatus.OUT
    return TurnEntry(id=turn.id, side=turn.side, status=status, fate=fate, forced=turn.forced)


def _text_of(names: Sequence[str], number: int | None, unit: str) -> str:
    """Say who chooses: "Round 2: Ash and Orc choose what to do."."""
    who = said_of(names, CHOICE) if names else SOMEBODY_NEXT
    return f"{who[:1].upper()}{who[1:]}." if number is None else f"{unit} {number}: {who}."


# What may be done

MOST_MOVES: Final = 1_000
MOST_BARRED: Final = 40
ANY: Final = "any"
"""The kind that is barred to a figure that has no choice at all."""


class FigureAsked(Frozen):
    """Of whom moves are asked."""

    figure: FigureId | None = Field(default=None, description="Id of a figure; null: all who choose now.")


def key_of(kind: str, *parts: str) -> str:
    """Return the key of a move, made of its kind and of what tells it from others of its kind, such as its target."""
    return "/".join([kind, *[token_of(part) for part in parts]])


def offers_asked(play: Play, asked: Any, rulings: Any) -> tuple[Situation, Offers]:
    """Return the situation in the state of a request of a family that lists moves, and what figures may do there.

    Raises: what creating an encounter with this state is refused for.
    """
    refuse_state(play.check, asked.state, rulings)
    offers = cast("Callable[[Any, Any], Offers]", play.offers)
    return play.situation(asked.state, rulings, None), offers(asked.state, rulings)


def work_of_pairs(figures: int, figure: str | None) -> int:
    """Return how many pairs of a figure and a foe a list of moves looks at: those of one figure, or of all."""
    return figures * figures // 4 if figure is None else figures


def legal_moves_of(
    situation: Situation,
    offers: Offers,
    figure: str | None,
    kinds: Collection[str] = (),
    target: str | None = None,
) -> LegalMoves:
    """Return what a figure may do now, or all who choose; of some kinds only, or aimed at one target.

    Raises: the refusal of a figure that is unknown.
    """
    figures = situation.next if figure is None else (figure,)
    return LegalMoves(figures=tuple([_moves_of(situation, offers, each, kinds, target) for each in figures]))


def suggestions_of(situation: Situation, offers: Offers, figure: str | None) -> Suggestions:
    """Return what the service would do with a figure now, or with all who choose.

    Raises: the refusal of a figure that is unknown.
    """
    figures = situation.next if figure is None else (figure,)
    inputs: list[Mapping[str, Any]] = []
    suggestions = tuple([_suggestion_of(offers, each, inputs) for each in figures])
    return Suggestions(figures=suggestions, procedure=ROUND if inputs else None, input=joined(inputs) or None)


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
    situation: Situation, offers: Offers, figure: str, kinds: Collection[str], target: str | None
) -> FigureMoves:
    idle = offers.idle(figure)
    if idle is not None:
        barred = BarredMove(
            kind=ANY, label="Do anything", why=idle.why, rule=_id_of(idle.rule), how=idle.how, targets=()
        )
        return FigureMoves(figure=figure, forced=False, moves=(), barred=(barred,), truncated=False)
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
            moves.append(_offered(offers, figure, each, is_suggested=_is_one_of(suggested, each)))
        else:
            truncated = True
            break
    return FigureMoves(
        figure=figure,
        forced=any(each.id == figure and each.forced is not None for each in situation.order),
        moves=tuple(moves),
        barred=tuple([_barred(bar, candidates) for (_, bar), candidates in list(reasons.items())[:MOST_BARRED]]),
        truncated=truncated,
    )


def _is_one_of(orders: list[Any], candidate: Candidate) -> bool:
    """Return whether a candidate has one of some orders, and take it out of them: comparing orders is dear."""
    if candidate.order not in orders:
        return False
    orders.remove(candidate.order)
    return True


def _offered(offers: Offers, figure: str, candidate: Candidate, *, is_suggested: bool) -> LegalMove:
    return LegalMove(
        key=candidate.key,
        kind=candidate.kind,
        label=candidate.label,
        procedure=ROUND,
        input=_without(offers.posted(figure, (candidate.order,)), candidate.needs),
        target=candidate.target,
        hex=candidate.hex,
        free=candidate.free,
        needs=candidate.needs,
        suggested=is_suggested,
    )


def _without(input: dict[str, Any], needs: Iterable[str]) -> dict[str, Any]:
    """Take out of an input what has to be filled in, of which the candidate's order has an example."""
    for pointer in needs:
        *path, last = pointer.split("/")[1:]
        part: Any = input
        for name in path:
            part = part[int(name)] if isinstance(part, list) else part[name]
        del part[last]
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


def _suggestion_of(offers: Offers, figure: str, inputs: list[Mapping[str, Any]]) -> Suggestion:
    """Return what the service would do with a figure, in this order, and add its input to those of others."""
    idle = offers.idle(figure)
    if idle is not None:
        return Suggestion(figure=figure, moves=(), why=idle.why, rule=_id_of(idle.rule))
    orders, why, rule = offers.chosen(figure)
    inputs.append(offers.posted(figure, orders))
    left: dict[int, Any] = dict(enumerate(orders))
    moves: dict[int, LegalMove] = {}
    for each in offers.candidates(figure):
        place = next((at for at, order in left.items() if order == each.order), None)
        if place is not None:
            moves[place] = _offered(offers, figure, each, is_suggested=True)
            del left[place]
        if not left:
            break
    return Suggestion(figure=figure, moves=tuple([moves[at] for at in sorted(moves)]), why=why, rule=_id_of(rule))
