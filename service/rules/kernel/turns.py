"""How the situation of a fight is worked out; each family says who takes turns, and who keeps a side in the fight."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import ne
from typing import Final, NamedTuple

from service.dice.model import Rule
from service.errors import FightOver
from service.rules.kernel.telling import FATES, Verbs, listed, said_of
from service.rules.kernel.verdict import Decision, EndedBy, Fate, Situation, TurnEntry, TurnStatus

ENDS: Final = {Fate.ROUTED: EndedBy.ROUT, Fate.FLED: EndedBy.FLIGHT, Fate.CAPTURED: EndedBy.CAPTURE}
"""How a fight ends by the fate of one who lost it and lives; the first that fits counts, else it is a defeat."""
CHOICE: Final[Verbs] = ("chooses what to do", "choose what to do")
ROUND: Final = "resolve-round"


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


@dataclass(frozen=True, slots=True)
class Ending:
    """Whether a fight is over, and how; `text` says it in a sentence, or is empty while the fight goes on."""

    over: bool = False
    winner: str | None = None
    draw: bool = False
    ended_by: EndedBy | None = None
    text: str = ""


GOES_ON: Final = Ending()


def ending_of(
    fighters: Sequence[Fighter],
    called: Callable[[str], str] = str,
    are_foes: Callable[[str, str], bool] = ne,
) -> Ending:
    """Return whether a fight is over, and who has won.

    It is over if no two sides that are foes are left, of those that the fight began with. Where only one side has ever
    been there, nobody has won: figures may act without foes. `called` returns what players call a side, and `are_foes`
    whether two sides fight each other.
    """
    sides = list(dict.fromkeys([each.side for each in fighters]))
    staying = {each.side for each in fighters if each.stays}
    left = [side for side in sides if side in staying]
    if _has_foes(left, are_foes) or not _has_foes(sides, are_foes):
        return GOES_ON
    lost = [each for each in fighters if each.side not in left]
    ended_by = _ended_by({each.fate for each in lost}) if left else EndedBy.MUTUAL
    victory = f"victory for {listed([called(side) for side in left])}" if left else "a draw, for nobody fights on"
    return Ending(
        over=True,
        winner=left[0] if len(left) == 1 else None,
        draw=not left,
        ended_by=ended_by,
        text=" ".join([f"The fight is over: {victory}.", *_fates_told(lost)]),
    )


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
    who = said_of(names, CHOICE) if names else "nobody has to choose"
    return f"{who[:1].upper()}{who[1:]}." if number is None else f"{unit} {number}: {who}."
