"""How the situation of a fight is worked out: each family says who takes turns, and who keeps a side in the fight."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from operator import ne
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from service.dice.model import Rule
from service.errors import AlreadyActed, FightOver, NotNext, RulesRefuse
from service.rules.kernel.figures import Figure
from service.rules.kernel.telling import Lost, Verbs, amount, listed, losses_told, said_of, sentence, won_told
from service.rules.kernel.verdict import (
    Decision,
    EndedBy,
    Ending,
    Fate,
    FigureFate,
    Situation,
    SkirmishVerdict,
    TurnEntry,
    TurnStatus,
    Until,
)

ENDS: Final = {Fate.ROUTED: EndedBy.ROUT, Fate.FLED: EndedBy.FLIGHT, Fate.CAPTURED: EndedBy.CAPTURE}
"""How a fight ends by the fate of one who lost it and lives; the first that fits counts, else it is a defeat."""
HOW: Final = {EndedBy.ROUT: ", by rout", EndedBy.FLIGHT: ", by flight", EndedBy.CAPTURE: ", by capture"}
"""How it is told that a fight has not ended by a defeat."""
CHOICE: Final[Verbs] = ("chooses what to do", "choose what to do")
SOMEBODY_NEXT: Final = "somebody is next"
"""What is said where nobody who is seen chooses: a hidden figure does, or there is injury to be applied to one."""
ROUND: Final = "resolve-round"
TURN: Final = "resolve-turn"

F = TypeVar("F", bound=Figure)


class Hideable(Protocol):
    """A figure that says whether viewers see it."""

    @property
    def hidden(self) -> bool:
        """Whether viewers do not see it."""


H = TypeVar("H", bound=Hideable)


class Fighter(NamedTuple):
    """One who decides a fight: its name for players, what has become of it, and whether it keeps its side in it."""

    side: str
    name: str
    fate: Fate
    stays: bool


class Turn(NamedTuple):
    """One who takes turns: whether it chooses, has a player, and what the rules make it do.

    `fate` is None for one who does not decide the fight, such as a commander. `acted` says that it has had its turn in
    a round that is under way.
    """

    id: str
    side: str
    name: str
    fate: Fate | None
    chooses: bool
    has_player: bool = False
    forced: str | None = None
    acted: bool = False


GOES_ON: Final = Ending()


class Played(Protocol):
    """A figure that says whether a person plays it."""

    @property
    def is_pc(self) -> bool:
        """Whether a person plays it."""


def has_player(figure: Played, figures: Iterable[Played]) -> bool:
    """Return whether a person plays a figure; where no figure says that a person plays it, each has one."""
    return figure.is_pc or not any(each.is_pc for each in figures)


def seen_of(figures: Sequence[H]) -> tuple[H, ...]:
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
    ended_by = _ended_by({each.fate for each in fighters if each.side not in left}) if left else EndedBy.MUTUAL
    return Ending(
        over=True,
        winner=left[0] if len(left) == 1 else None,
        draw=not left,
        ended_by=ended_by,
        text=_end_told(fighters, left, called, ended_by, draw=not left),
    )


def _seen(known: Ending, fighters: Sequence[Fighter], left: Sequence[str], called: Callable[[str], str]) -> Ending:
    """Return an end as viewers see it: a side of which they see nobody is not named."""
    winner = known.winner if known.winner in {each.side for each in fighters} else None
    winners = left if known.winner is None else [winner] if winner is not None else []
    text = _end_told(fighters, winners, called, known.ended_by, draw=known.draw)
    return replace(known, winner=winner, text=text)


def _end_told(
    fighters: Sequence[Fighter],
    winners: Sequence[str],
    called: Callable[[str], str],
    ended_by: EndedBy | None,
    *,
    draw: bool,
) -> str:
    """Say who has won and how, and whom each side has lost."""
    won = listed([called(side) for side in winners]) if winners else None
    how = "" if ended_by is None else HOW.get(ended_by, "")
    lost = [Lost(called(each.side), each.fate, each.name) for each in fighters]
    return " ".join([won_told(won, draw=draw, how=how), *losses_told(lost)])


def end_told(figures: Sequence[H], ends: Callable[[Sequence[H], Ending | None], Ending]) -> str | None:
    """Say how a fight has ended, if it has, and what has become of those whom viewers see.

    `ends` returns the end of a fight between figures, told of these if it is known.
    """
    ending = ends(figures, None)
    return ends(seen_of(figures), ending).text if ending.over else None


def _has_foes(sides: Sequence[str], are_foes: Callable[[str, str], bool]) -> bool:
    return any(are_foes(one, other) for at, one in enumerate(sides) for other in sides[at + 1 :])


def _ended_by(fates: set[Fate]) -> EndedBy:
    return next((ended for fate, ended in ENDS.items() if fate in fates), EndedBy.DEFEAT)


def fight_told(
    verdict: SkirmishVerdict, name_of: Callable[[str], str], called: Callable[[str], str] = str, unit: str = "round"
) -> str:
    """Say who has won a fight without players, how and after how long, and who of each side was lost, by name.

    `name_of` returns what players call a figure, `called` what they call a side; `unit` is what a round is called.
    """
    when = f"after {amount(verdict.rounds, unit)}"
    if verdict.undecided:
        told = f"Undecided {when}."
    elif verdict.winner is None:
        told = f"A draw {when}, for nobody fights on."
    else:
        told = f"Victory for {called(verdict.winner)} {when}{how_told(verdict.figures, verdict.winner)}."
    return " ".join([told, *losses_told(lost_of(verdict.figures, name_of, called))])


def how_told(figures: Sequence[FigureFate], winner: str) -> str:
    """Return the clause on how a fight has ended that somebody has won: ", by rout"; nothing for a defeat."""
    return HOW.get(_ended_by({each.fate for each in figures if each.side != winner}), "")


def lost_of(
    figures: Iterable[FigureFate], name_of: Callable[[str], str], called: Callable[[str], str] = str
) -> list[Lost]:
    """Return what has become of figures, by what players call them and their sides."""
    return [Lost(called(each.side), each.fate, name_of(each.id)) for each in figures]


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


def refuse_acted(name: str, pointer: str, rule: Rule) -> None:
    """Refuse an order for a figure that has had its turn in a round that is under way."""
    raise AlreadyActed(f"{name} has had its turn in this round.", pointer=pointer, rule=rule)


def refuse_others(figure: F, first: Sequence[F], called: Callable[[F], str], pointer: str, rule: Rule) -> None:
    """Refuse an order for a single turn that is not for the one figure that is next.

    `first` are those who may be next; if there are more than one, dice decide. `called` returns what players call one.
    """
    who = listed([called(each) for each in first])
    if len(first) > 1:
        rolled = "Send the request without an order: the order of turns is rolled then."
        raise NotNext(f"Dice decide who of {who} is next. {rolled}", pointer=pointer, rule=rule)
    if figure.id not in {each.id for each in first}:
        says = f"{who} is next" if first else "nobody can act"
        raise NotNext(f"It is not the turn of {called(figure)}: {says}.", pointer=pointer, rule=rule)


def stops_before_turn(until: Until, *, has_begun: bool, is_served: bool, is_over: bool) -> bool:
    """Return whether a request for turns ends before the turn of a figure that can act.

    `has_begun` says that it has played its first turn, or rolled who is first; `is_served` that the service plays the
    figure, `is_over` that the fight has ended since.
    """
    if until is Until.ROUND or not has_begun:
        return False
    return is_over or until is Until.TURN or not is_served


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
    choosing = [each for each in turns if each.chooses]
    text = _text_of([each.name for each in choosing], number, unit)
    played = "orders", Decision.ORDERS, ROUND, text
    return _situation(turns, choosing, ending, played, number=number, order_known=order_known)


def turn_situation_of(
    turns: Sequence[Turn],
    first: Sequence[str],
    ending: Ending,
    *,
    number: int | None = None,
    unit: str = "Round",
    order_known: bool = True,
) -> Situation:
    """Return the situation of a fight that is played turn by turn, in a round or between two.

    `first` are the ids of those who may be next: if there are more than one, dice decide. `number` is that of the
    round, where it is counted, and `unit` what the family calls a round.
    """
    choosing = [each for each in turns if each.id in first]
    names = listed([each.name for each in choosing])
    is_known = len(choosing) == 1
    says = f"{names} is next" if is_known else f"dice decide who of {names} is next" if choosing else SOMEBODY_NEXT
    text = sentence(says)
    played = "turns", Decision.TURN, TURN, text if number is None else f"{unit} {number}. {text}"
    chosen = choosing if is_known else []
    return _situation(turns, chosen, ending, played, number=number, order_known=order_known)


def _situation(
    turns: Sequence[Turn],
    choosing: Sequence[Turn],
    ending: Ending,
    played: tuple[str, Decision, str, str],
    *,
    number: int | None,
    order_known: bool,
) -> Situation:
    """Return a situation; `played` has the phase, the decision, the procedure and the text while the fight goes on."""
    phase, decision, procedure, text = played
    if ending.over:
        phase, decision, choosing = "over", Decision.NONE, ()
    chosen = tuple([each.id for each in choosing])
    return Situation(
        round=number,
        phase=phase,
        decision=decision,
        procedure=None if ending.over else procedure,
        order=tuple([_entry_of(each, is_next=each.id in chosen) for each in turns]),
        order_known=order_known,
        next=chosen,
        service_plays=tuple([each.id for each in choosing if not each.has_player]),
        over=ending.over,
        winner=ending.winner,
        draw=ending.draw,
        ended_by=ending.ended_by,
        text=ending.text or text,
    )


def _entry_of(turn: Turn, *, is_next: bool) -> TurnEntry:
    fate = None if turn.fate is Fate.STANDING else turn.fate
    status = TurnStatus.ACTED if turn.acted else TurnStatus.WAITING
    if is_next:
        status = TurnStatus.NEXT
    elif fate is not None and turn.forced is None:
        status = TurnStatus.OUT
    return TurnEntry(id=turn.id, side=turn.side, status=status, fate=fate, forced=turn.forced)


def _text_of(names: Sequence[str], number: int | None, unit: str) -> str:
    """Say who chooses: "Round 2: Ash and Orc choose what to do."."""
    who = said_of(names, CHOICE) if names else SOMEBODY_NEXT
    return sentence(who) if number is None else f"{unit} {number}: {who}."
