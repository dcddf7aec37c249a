"""Parts of an order that its maneuver takes and that nothing in it reads."""

from collections.abc import Mapping
from typing import Final

from service.dice.model import Rule
from service.rules.kernel.turns.unread import Unread, refuse_unread
from service.rules.tactical.book import attack_rules, rulebook
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book.maneuvers import DRAWING, KINDS
from service.rules.tactical.book.words import TacticalFollowUp, TacticalManeuver, TacticalWaitKind
from service.rules.tactical.figures.filled_hexes import size_of
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.movement.allowance import has_step
from service.rules.tactical.rounds.records import TacticalDeedKind, TacticalFreeKind, TacticalIntent
from service.rules.tactical.rounds.turn.turn import first_postures


def _unread(fields: tuple[str, ...], what: str, readers: str, rule: Rule) -> Unread:
    return Unread(frozenset(fields), what, readers, rule)


READIES: Final = rules.MANEUVER_READY_RELOAD
FREELY: Final = rules.TURN_FREE_ACTIONS
DROPPED, LET_GO = ("weapon",), ("foe",)
OF_FREE: Final[Mapping[TacticalFreeKind, Unread]] = {
    TacticalFreeKind.DROP: _unread(LET_GO, "to drop something", "to let go of a foe", FREELY),
    TacticalFreeKind.RELEASE: _unread(DROPPED, "to let go of a foe", "to drop something", FREELY),
    TacticalFreeKind.CROUCH: _unread(DROPPED + LET_GO, "to crouch", "to drop something or let go", FREELY),
    TacticalFreeKind.RISE: _unread(DROPPED + LET_GO, "to rise", "to drop something or let go", FREELY),
}
HANDS: Final = _unread(("hands",), "a deed that is no grab", "a grab", rulebook.GRAPPLE_GRAB)
OF_DEEDS: Final[Mapping[TacticalDeedKind, Unread]] = {
    TacticalDeedKind.TAKEDOWN: HANDS,
    TacticalDeedKind.PIN: HANDS,
    TacticalDeedKind.BREAK_FREE: HANDS,
    TacticalDeedKind.DROP_SHIELD: _unread(
        ("target", "helpers", "hands", "modifiers"), "to drop a shield", "a deed against a foe", rulebook.CLOSE_READY
    ),
}
SHEDS: Final = _unread(
    (*DRAWING, "item", "reach", "load"), "a Ready that drops a shield", "a Ready without a deed", READIES
)
PICKS_UP: Final = _unread(("weapon", "fast_draw"), "a Ready that picks up an item", "one that draws a weapon", READIES)
GRIPS: Final = _unread(("hand", "fast_draw"), "a Ready that changes a grip", "one that draws a weapon", READIES)
RELOADS: Final = _unread(("hand", "fast_draw"), "a Ready that reloads", "one that draws a weapon", READIES)
OF_WAITS: Final[Mapping[TacticalWaitKind, Unread]] = {
    TacticalWaitKind.MELEE: _unread(("zone",), "a melee wait", "opportunity fire", attack_rules.OPPORTUNITY_WAIT),
    TacticalWaitKind.OPPORTUNITY: _unread(
        ("trigger",), "opportunity fire", "a melee wait", attack_rules.OPPORTUNITY_WAIT
    ),
}
NO_POSTURE: Final = _unread(
    ("upper_direction", "hex"), "a turn without a change of posture", "to lie down or to rise", rules.POSTURE_LIE_DOWN
)
STANDS: Final = _unread(("follow_ups",), "an order without a path", "one that moves", rules.MOVEMENT_PATH_LEGALITY)
RUNS_INTO_NOBODY: Final = _unread(
    ("shield_rush",), "an order without a slam", "one with a follow-up of slam", rules.MOVEMENT_PATH_LEGALITY
)
STEPLESS: Final = _unread(("step",), "a maneuver without a step", "one with a step", rules.STEP_LENGTH)
TURNS: Final = _unread(
    ("mode",), "an entry of the path that enters no hex", "one with to", rules.MOVEMENT_PATH_LEGALITY
)


def refuse_unread_parts(figure: TacticalFigure, intent: TacticalIntent) -> None:
    """Refuse what an order says and its turn would not read.

    Raises: FieldNotRead.
    """
    _refuse_of_movement(figure, intent)
    _refuse_of_entries(intent)
    if intent.deed is not None and intent.deed.action in OF_DEEDS:
        refuse_unread(intent.deed, OF_DEEDS[intent.deed.action], "/deed")
    if intent.wait is not None:
        refuse_unread(intent.wait, OF_WAITS[intent.wait.kind], "/wait")
    if intent.maneuver is TacticalManeuver.READY:
        _refuse_of_ready(intent)


def _refuse_of_movement(figure: TacticalFigure, intent: TacticalIntent) -> None:
    """Refuse what is said of a movement that the order has not."""
    if not KINDS[intent.maneuver].strikes and not has_step(intent.maneuver, intent.option):
        refuse_unread(intent, STEPLESS, "")
    if not intent.path:
        refuse_unread(intent, STANDS, "")
    if not first_postures(intent) and all(each.posture is None for each in intent.path):
        refuse_unread(intent, NO_POSTURE, "")
    if size_of(figure) == 1 and all(each.follow_up is not TacticalFollowUp.SLAM for each in intent.follow_ups):
        refuse_unread(intent, RUNS_INTO_NOBODY, "")


def _refuse_of_entries(intent: TacticalIntent) -> None:
    """Refuse what entries of the path and free actions of other kinds read."""
    for place, entry in enumerate(intent.path):
        if entry.to is None:
            refuse_unread(entry, TURNS, f"/path/{place}")
    for place, free in enumerate(intent.free):
        refuse_unread(free, OF_FREE[free.kind], f"/free/{place}")


def _refuse_of_ready(intent: TacticalIntent) -> None:
    """Refuse what belongs to another thing that a Ready may do."""
    if intent.deed is not None:
        refuse_unread(intent, SHEDS, "")
    elif intent.item is not None:
        refuse_unread(intent, PICKS_UP, "")
    elif intent.reach is not None:
        refuse_unread(intent, GRIPS, "")
    elif intent.load is not None:
        refuse_unread(intent, RELOADS, "")
