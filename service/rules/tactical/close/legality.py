"""What an action in close combat is refused for before anything is worked out: who acts, on whom, with whose help."""

from typing import Final

from service.errors import RulesRefuse
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.refusals import (
    AssistantNotInCloseCombat,
    FigureUnable,
    InCloseCombat,
    NotInCloseCombat,
    TacticalUnknownFigure,
    TooManyAssistants,
)
from service.rules.tactical.book.words import TacticalCloseAction, TacticalRelationKind
from service.rules.tactical.close.models import TacticalCloseInput
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import DAZED, PINNED, STUNNED, close_with, is_able, name_of, refuse_unable

Action = TacticalCloseAction
ALONE: Final = frozenset({Action.LEAVE, Action.READY, Action.DROP_SHIELD, Action.EVADE})
"""The actions that need no target."""
APART: Final = frozenset({Action.ENTER, Action.DECLARE_ADJACENT, Action.EVADE, Action.BREAK_FREE, Action.RELEASE})
"""The actions that do not begin in close combat, or that a hold is enough for."""
HELPERS: Final = {
    Action.TAKEDOWN: (1, rulebook.CLOSE_TAKEDOWN_HELPERS),
    Action.PIN: (2, rulebook.CLOSE_PIN_HELPERS),
}
DESPITE: Final = {Action.BREAK_FREE: (PINNED,), Action.RELEASE: (PINNED, STUNNED, DAZED)}
"""The hindrances in which an action is possible all the same."""
NO_HELP: Final = (0, rulebook.CLOSE_HELPER_SCORE)
FOE: Final = TacticalRelationKind.FOE


def refuse_action(field: Field, input: TacticalCloseInput) -> None:
    """Refuse an action of somebody who cannot act, on somebody it cannot be done to, or with help it does not allow.

    Raises: FigureUnable, TacticalUnknownFigure, NotInCloseCombat, InCloseCombat, NotAdjacent, TooManyAssistants,
    AssistantNotInCloseCombat.
    """
    actor = field.find(input.actor, "/actor")
    refuse_unable(actor, input.action, "/actor", DESPITE.get(input.action, ()))
    _refuse_target(field, input, actor)
    _refuse_helpers(field, input)


def _refuse_target(field: Field, input: TacticalCloseInput, actor: TacticalFigure) -> None:
    """Refuse a target that is missing, or not where the action takes it to be."""
    action = input.action
    if input.target is None:
        if action not in ALONE:
            message = f"target is null: {action.value} needs a target."
            raise TacticalUnknownFigure(message, None, [each.id for each in field], pointer="/target")
        if action is not Action.EVADE and not actor.state.close:
            raise NotInCloseCombat(f"{actor.id!r} is not in close combat with anybody.", pointer="/actor")
        return
    target = field.find(input.target, "/target")
    if target.id == actor.id:
        message = f"{actor.id!r} is the actor and cannot be the target of {action.value}."
        raise NotInCloseCombat(message, pointer="/target")
    if action is Action.STRIKE_INTO:
        _refuse_striking(field, actor, target)
    elif action not in APART and close_with(actor, target.id) is None:
        message = f"{name_of(actor)} is not in close combat with {name_of(target)}"
        message += ": they neither share a hex nor declared it."
        raise NotInCloseCombat(message, pointer="/target")


def _refuse_striking(field: Field, actor: TacticalFigure, target: TacticalFigure) -> None:
    if actor.state.close:
        message = f"{actor.id!r} is in close combat itself, with {actor.state.close[0].foe!r}."
        raise InCloseCombat(message, pointer="/actor")
    if all(field.relation(actor, field[pair.foe]) is FOE for pair in target.state.close):
        message = f"{target.id!r} is not in close combat with a friend of {actor.id!r}."
        raise NotInCloseCombat(message, pointer="/target", rule=rulebook.STRIKING_WHO)


def _refuse_helpers(field: Field, input: TacticalCloseInput) -> None:
    """Refuse more help than an action allows, and help of somebody who is not in close combat with the target."""
    most, rule = HELPERS.get(input.action, NO_HELP)
    helpers = input.helpers
    if len(helpers) > most:
        message = f"{len(helpers)} help with {input.action.value}; at most {most} may."
        raise TooManyAssistants(message, pointer="/helpers", rule=rule)
    for place, each in enumerate(helpers):
        pointer = f"/helpers/{place}"
        helper = field.find(each, pointer)
        if each == input.actor or close_with(helper, input.target or "") is None:
            message = f"{each!r} is not in close combat with {input.target!r} besides {input.actor!r}."
            raise AssistantNotInCloseCombat(message, pointer=pointer)
        if not is_able(helper):
            raise FigureUnable(f"{each!r} cannot act and so cannot help.", pointer=pointer)


def readdressed(refusal: RulesRefuse, input: TacticalCloseInput) -> RulesRefuse:
    """Return a refusal of an attack or a path with pointers into the request of an action in close combat."""
    implied = "/target" if input.action is Action.ENTER or input.exit_direction is None else "/exit_direction"

    def moved(pointer: str) -> str:
        if pointer.startswith("/path") and not input.path:
            return implied
        first = pointer.split("/")[1] if pointer else ""
        if first == "attacker":
            return "/actor"
        return f"/attack{pointer}" if first in INNER else pointer

    refusal.pointing(moved)
    return refusal


INNER: Final = frozenset(
    {*("weapon", "mode", "reach", "location", "deceptive", "second", "shots", "blind", "hex", "line"), "defense"}
)
"""The fields of an attack's order, which stand in `attack` in the request."""
