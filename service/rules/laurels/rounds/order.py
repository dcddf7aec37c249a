"""The order of turns: one side after the other, and the members of each in an order that it likes."""

from collections.abc import Iterable
from typing import Final

from service.rules.kernel.turns.situations import refuse_acted, refuse_others
from service.rules.laurels.attack.legality import called, refuse_dead
from service.rules.laurels.battle.models import LaurelsCombatant, LaurelsTurnOrder, LaurelsUnderWay
from service.rules.laurels.battle.muster import has_acted
from service.rules.laurels.battle.state import OUT, Battle, is_in
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.refusals import ParticipantHasFled
from service.rules.laurels.book.words import LaurelsRole, LaurelsStatus

ACTING: Final = {
    LaurelsRole.PARTY: (LaurelsRole.PARTY, LaurelsRole.OPPONENTS),
    LaurelsRole.OPPONENTS: (LaurelsRole.OPPONENTS, LaurelsRole.PARTY),
}
"""In which order sides act, by the one that acts first."""

Line = tuple[int, ...]
"""The places of some participants, in the order of their turns."""


def has_turn(figure: LaurelsCombatant, surprised: LaurelsRole | None) -> bool:
    """Return whether a participant acts when its turn comes: it is in the fight, and not surprised."""
    return is_in(figure) and (figure.role is not surprised or figure.cannot_be_surprised)


def named_in(battle: Battle, role: LaurelsRole, turn_order: LaurelsTurnOrder | None, members: Iterable[int]) -> Line:
    """Return the places of those members of a side that are to act before the others, in their order."""
    if turn_order is None:
        return ()
    named = turn_order.party if role is LaurelsRole.PARTY else turn_order.opponents
    among = {*members}
    return tuple([place for place in [battle.places[name] for name in named] if place in among])


def line_in(battle: Battle, role: LaurelsRole, turn_order: LaurelsTurnOrder | None, members: Line) -> Line:
    """Return the places of a side's members in acting order: those that the request names, then the others."""
    first = named_in(battle, role, turn_order, members)
    return (*first, *[place for place in members if place not in first]) if first else members


def members_of(battle: Battle, role: LaurelsRole) -> Line:
    """Return the places of those of a side who are in the fight, in the order of the request."""
    return tuple([place for place, each in enumerate(battle.figures) if each.role is role and each.status not in OUT])


# A round that is under way


def left_in(battle: Battle, role: LaurelsRole, under_way: LaurelsUnderWay) -> Line:
    """Return the places of those of a side who are still to act; who has joined the fight since acts last of it."""
    waiting = [battle.places[name] for name in under_way.waiting]
    joined = [place for place in members_of(battle, role) if battle.figures[place].id not in under_way.order]
    return tuple([place for place in dict.fromkeys([*waiting, *joined]) if battle.figures[place].role is role])


def waiting_in(battle: Battle, under_way: LaurelsUnderWay, turn_order: LaurelsTurnOrder | None = None) -> Line:
    """Return the places of those who are still to act, in the order of their turns."""
    lines = [line_in(battle, role, turn_order, left_in(battle, role, under_way)) for role in ACTING[under_way.first]]
    return (*lines[0], *lines[1])


def acted_in(battle: Battle, under_way: LaurelsUnderWay) -> Line:
    """Return the places of those who have had their turns, in the order of these."""
    return tuple([battle.places[name] for name in under_way.order if name not in under_way.waiting])


def firsts_in(
    battle: Battle, under_way: LaurelsUnderWay | None, turn_order: LaurelsTurnOrder | None = None
) -> list[LaurelsCombatant]:
    """Return the participant that is next; of a round that has not begun the first of each side, for dice decide."""
    if under_way is not None:
        left = [battle.figures[place] for place in waiting_in(battle, under_way, turn_order)]
        return [each for each in left if has_turn(each, under_way.surprised)][:1]
    lines = [line_in(battle, role, turn_order, members_of(battle, role)) for role in LaurelsRole]
    return [battle.figures[line[0]] for line in lines if line]


def refuse_out_of_turn(
    battle: Battle,
    figure: LaurelsCombatant,
    under_way: LaurelsUnderWay | None,
    turn_order: LaurelsTurnOrder | None,
    pointers: tuple[str, str],
) -> None:
    """Refuse an order for one who is not next; `figure` is as the request has it, the pointers lead to it and its name.

    Raises: ParticipantDead, ParticipantHasFled, AlreadyActed, NotNext.
    """
    described, named = pointers
    refuse_dead(figure, described)
    if figure.status is LaurelsStatus.FLED:
        raise ParticipantHasFled(f"{called(figure)} has fled.", pointer=f"{described}/status")
    if under_way is not None and has_acted(figure, under_way):
        refuse_acted(called(figure), named, rulebook.ROUND_STRUCTURE)
    firsts = firsts_in(battle, under_way, turn_order)
    refuse_others(figure, firsts, called, named, rulebook.INITIATIVE_SIDE_ROLL)
