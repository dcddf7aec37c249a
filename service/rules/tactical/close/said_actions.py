"""What a request says of an action in close combat and that action does not read."""

from collections.abc import Mapping
from typing import Final

from service.dice.model import Rule
from service.rules.kernel.turns.unread import Unread, refuse_unread
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.words import TacticalCloseAction
from service.rules.tactical.close.models import TacticalCloseInput

Action = TacticalCloseAction
WALKS: Final = (Action.ENTER, Action.EVADE, Action.LEAVE)
GRIPS: Final = (Action.GRAB, Action.TAKEDOWN, Action.PIN, Action.BREAK_FREE)
BLOWS: Final = (Action.ATTACK, Action.STRIKE_INTO)
FREE: Final = (Action.DECLARE_ADJACENT, Action.RELEASE)
READERS: Final[tuple[tuple[tuple[str, ...], tuple[Action, ...], Rule], ...]] = (
    (("maneuver", "option"), tuple([each for each in Action if each not in FREE]), rulebook.CLOSE_DEFINITION),
    (("path", "end_facing", "let_pass"), WALKS, rulebook.CLOSE_ENTER),
    (("exit_direction",), (Action.EVADE, Action.LEAVE), rulebook.CLOSE_LEAVE_OWN_SIDE),
    (("attack",), (*BLOWS, Action.GRAB), rulebook.CLOSE_DEFINITION),
    (("hands",), (Action.GRAB,), rulebook.GRAPPLE_GRAB),
    (("weapon", "hand", "fast_draw"), (Action.READY,), rulebook.CLOSE_READY),
    (("modifiers",), GRIPS, rulebook.GRAPPLE_EFFECT),
)
"""Fields, the actions that read them, and the rule of these."""


def _either(actions: tuple[Action, ...]) -> str:
    """Return that an action is one of some: "enter, evade or leave"."""
    *others, last = [each.value for each in actions]
    return f"{', '.join(others)} or {last}" if others else last


UNREAD: Final[Mapping[Action, tuple[Unread, ...]]] = {
    action: tuple(
        [
            Unread(frozenset(fields), f"the action {action.value}", _either(readers), rule)
            for fields, readers, rule in READERS
            if action not in readers
        ]
    )
    for action in Action
}
LED: Final = Unread(
    frozenset({"exit_direction"}), "an action with a path", "one without", rulebook.CLOSE_LEAVE_OWN_SIDE
)
BARE: Final = Unread(
    frozenset({"weapon", "mode", "reach", "second", "random_location", "hex"}),
    "a grab",
    "attack",
    rulebook.GRAPPLE_GRAB,
)
AT_TARGET: Final = Unread(frozenset({"hex"}), "an attack in close combat", "resolve-attack", rulebook.CLOSE_DEFINITION)
NAMED: Final = Unread(
    frozenset({"target"}), "an action with a target of its own", "resolve-attack", rulebook.CLOSE_DEFINITION
)


def refuse_unread_parts(input: TacticalCloseInput) -> None:
    """Refuse what a request says and its action does not read.

    Raises: FieldNotRead.
    """
    for unread in UNREAD[input.action]:
        refuse_unread(input, unread, "")
    if input.path:
        refuse_unread(input, LED, "")
    order = input.attack
    refuse_unread(order, BARE if input.action is Action.GRAB else AT_TARGET, "/attack")
    if order.target != input.target:
        refuse_unread(order, NAMED, "/attack")
