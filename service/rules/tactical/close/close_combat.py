"""Resolve one action in close combat: what each is, who may do it to whom, and what comes of it."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from service.dice.model import Dice, Rule
from service.dice.transcript import capital
from service.errors import RulesRefuse
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.attack import strike, summary_of
from service.rules.tactical.attack.plan import plan_attack
from service.rules.tactical.attack.situation.situation import Conduct
from service.rules.tactical.book import refusals, rulebook
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.refusals import FigureUnable, InCloseCombat, NotInCloseCombat
from service.rules.tactical.book.words import TacticalCloseAction, TacticalManeuver, TacticalRelationKind
from service.rules.tactical.close import close_readying, grapples, moves
from service.rules.tactical.close.acts import Act, Deed
from service.rules.tactical.close.models import TacticalCloseInput
from service.rules.tactical.close.outcomes import TacticalCloseOutcome, TacticalCloseVerdict, TacticalPosition
from service.rules.tactical.close.said_actions import refuse_unread_parts
from service.rules.tactical.figures import standing
from service.rules.tactical.figures.changes import changes_told
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import field_of, settle_pairs


def attack(act: Act) -> Deed:
    """Attack or feint in close combat, or strike into one from outside.

    A feint alone succeeds if the target falls for it, an attack if it hits the target.
    """
    field, dice, (name, foe) = act.field, act.dice, act.names
    order = act.input.attack.model_copy(update={"target": act.foe.id, "hex": None})
    plan = plan_attack(field, act.actor.id, order, Conduct(act.maneuver, act.input.option))
    if act.input.action is Action.STRIKE_INTO:
        act.note(rulebook.STRIKING_WHO, f"{name} struck into the close combat of {foe}.")
    else:
        act.note(rulebook.CLOSE_DEFINITION, f"{name} attacked {foe} in close combat.")
    feint, attacks = strike(field, plan, dice)
    fooled = feint is not None and feint.penalty > 0 and not attacks
    succeeded = fooled or any(each.hit == act.foe.id for each in attacks)
    return Deed(succeeded, summary_of(field, attacks, feint), feint=feint, attacks=attacks)


# What each action is

Action = TacticalCloseAction
MOVE, READY = TacticalManeuver.MOVE, TacticalManeuver.READY


class Kind(NamedTuple):
    """What an action is: what does it, and what refuses it before its first die if it may be a part of a turn.

    `maneuver` is the usual one, and `free` says that the action is none. `alone` needs no target, `apart` no close
    combat with it. At most `helpers` may help, by a rule; `despite` are the hindrances in which it is possible.
    """

    do: Callable[[Act], Deed]
    checks: tuple[Callable[[Act], object], ...] = ()
    maneuver: TacticalManeuver = TacticalManeuver.ATTACK
    free: bool = False
    alone: bool = False
    apart: bool = False
    helpers: int = 0
    helping: Rule = rulebook.CLOSE_HELPER_SCORE
    despite: tuple[str, ...] = ()


KINDS: Final[Mapping[TacticalCloseAction, Kind]] = {
    Action.ENTER: Kind(moves.enter_hex, apart=True),
    Action.EVADE: Kind(moves.evade_past, maneuver=MOVE, alone=True, apart=True),
    Action.LEAVE: Kind(moves.leave, maneuver=MOVE, alone=True),
    Action.DECLARE_ADJACENT: Kind(moves.declare_adjacent, free=True, apart=True),
    Action.ATTACK: Kind(attack),
    Action.STRIKE_INTO: Kind(attack, apart=True),
    Action.GRAB: Kind(grapples.grab, (grapples.plan_grab,)),
    Action.TAKEDOWN: Kind(
        grapples.takedown, (grapples.refuse_takedown,), helpers=1, helping=rulebook.CLOSE_TAKEDOWN_HELPERS
    ),
    Action.PIN: Kind(grapples.pin, (grapples.refuse_pin,), helpers=2, helping=rulebook.CLOSE_PIN_HELPERS),
    Action.BREAK_FREE: Kind(grapples.break_free, (grapples.refuse_break_free,), apart=True, despite=(standing.PINNED,)),
    Action.RELEASE: Kind(
        grapples.release, free=True, apart=True, despite=(standing.PINNED, standing.STUNNED, standing.DAZED)
    ),
    Action.READY: Kind(close_readying.draw_weapon, maneuver=READY, alone=True),
    Action.DROP_SHIELD: Kind(
        close_readying.drop_shield, (close_readying.refuse_drop_shield,), maneuver=READY, alone=True
    ),
}
"""The actions in close combat."""


def act_of(input: TacticalCloseInput, field: Field, dice: Dice) -> Act:
    """Return an action, with its usual maneuver if the request names none."""
    return Act(input, field, dice, input.maneuver or KINDS[input.action].maneuver)


def resolve_close_combat(input: TacticalCloseInput, rulings: TacticalRulings, dice: Dice) -> TacticalCloseOutcome:
    """Resolve one action in close combat: entering, evading, leaving, attacks, grapples, readying, and the shield.

    Dice: enter, evade and leave: for each foe on the way 3D6 mover, 3D6 foe; attack and strike_into: those of an
    attack; grab: those of an attack without its damage; takedown and break_free: 3D6 actor, 3D6 target; pin: the same
    for each round; ready: 3D6 against DX, then 3D6 of Fast-Draw; drop_shield: 3D6 against DX; none for others.
    Raises: the refusals of close combat, movement and attacks.
    Source: Close Combat; the base game.
    """
    field = field_of(input, rulings)
    refuse_unread_parts(input)
    refuse_action(field, input)
    act = act_of(input, field, dice)
    field.acting = input.actor
    try:
        deed = KINDS[input.action].do(act)
    except RulesRefuse as refusal:
        raise refusal.pointing(lambda at: _readdressed(at, input)) from None
    settle_pairs(field)
    if not KINDS[input.action].free:
        field.put(standing.with_state(act.actor, maneuver=act.maneuver, option=input.option))
    actor, changed = act.actor, field.changed()
    results = [each.outcome for each in deed.attacks]
    wounds = [wound for each in deed.attacks for wound in each.wounds]
    fallen = [each.id for each in changed if input.action is Action.TAKEDOWN and each.posture is Posture.LYING]
    return TacticalCloseOutcome(
        summary=capital(deed.summary),
        verdict=TacticalCloseVerdict(
            action=input.action,
            succeeded=deed.succeeded,
            result=AttackResult.HIT if AttackResult.HIT in results else results[-1] if results else None,
            injury=sum([wound.injury for wound in wounds if wound.figure == input.target]),
            fell=fallen[0] if fallen else None,
        ),
        pairs=actor.state.close,
        grapples=actor.state.grapples,
        position=TacticalPosition(hex=actor.hex, facing=actor.facing),
        evades=deed.evades,
        contest=deed.contest,
        readied=deed.readied,
        feint=deed.feint,
        attacks=deed.attacks,
        changes=changes_told(field, dice, input.actor),
        figures=changed,
    )


# What an action is refused for before anything is worked out


def refuse_action(field: Field, input: TacticalCloseInput) -> None:
    """Refuse an action of somebody who cannot act, on somebody it cannot be done to, or with help it does not allow."""
    actor, kind = field.find(input.actor, "/actor"), KINDS[input.action]
    standing.refuse_unable(actor, input.action, "/actor", kind.despite)
    _refuse_target(field, input, kind)
    if len(input.helpers) > kind.helpers:
        message = f"{len(input.helpers)} help with {input.action.value}; at most {kind.helpers} may."
        raise refusals.TooManyAssistants(message, pointer="/helpers", rule=kind.helping)
    for place, each in enumerate(input.helpers):
        pointer = f"/helpers/{place}"
        helper = field.find(each, pointer)
        if each == input.actor or standing.close_with(helper, input.target or "") is None:
            message = f"{each!r} is not in close combat with {input.target!r} besides {input.actor!r}."
            raise refusals.AssistantNotInCloseCombat(message, pointer=pointer)
        if not standing.is_able(helper):
            raise FigureUnable(f"{each!r} cannot act and so cannot help.", pointer=pointer)


def _refuse_target(field: Field, input: TacticalCloseInput, kind: Kind) -> None:
    """Refuse a target that is missing, or not where the action takes it to be."""
    actor, action = field[input.actor], input.action
    if input.target is None:
        if not kind.alone:
            message = f"target is null: {action.value} needs a target."
            raise refusals.TacticalUnknownFigure(message, None, [each.id for each in field], pointer="/target")
        if not kind.apart and not actor.state.close:
            raise NotInCloseCombat(f"{actor.id!r} is not in close combat with anybody.", pointer="/actor")
        return
    target = field.find(input.target, "/target")
    if target.id == actor.id:
        message = f"{actor.id!r} is the actor and cannot be the target of {action.value}."
        raise NotInCloseCombat(message, pointer="/target")
    if not kind.apart and standing.close_with(actor, target.id) is None:
        message = f"{standing.name_of(actor)} is not in close combat with {standing.name_of(target)}"
        raise NotInCloseCombat(f"{message}: they neither share a hex nor declared it.", pointer="/target")
    if action is Action.STRIKE_INTO:
        _refuse_striking(field, actor, target)


def _refuse_striking(field: Field, actor: TacticalFigure, target: TacticalFigure) -> None:
    if actor.state.close:
        message = f"{actor.id!r} is in close combat itself, with {actor.state.close[0].foe!r}."
        raise InCloseCombat(message, pointer="/actor")
    if all(field.relation(actor, field[pair.foe]) is TacticalRelationKind.FOE for pair in target.state.close):
        message = f"{target.id!r} is not in close combat with a friend of {actor.id!r}."
        raise NotInCloseCombat(message, pointer="/target", rule=rulebook.STRIKING_WHO)


INNER: Final = frozenset(
    {
        *("weapon", "mode", "reach", "location", "random_location", "deceptive", "second", "shots", "blind", "hex"),
        *("line", "aim", "target_speed", "technique", "defense", "defenses"),
    }
)
"""The fields of an attack's order, which stand in `attack` in the request."""


def _readdressed(pointer: str, input: TacticalCloseInput) -> str:
    """Return a pointer into the request for one of a refusal of an attack or a path."""
    if pointer.startswith("/path") and not input.path:
        return "/target" if input.action is Action.ENTER or input.exit_direction is None else "/exit_direction"
    first = pointer.split("/")[1] if pointer else ""
    if first == "attacker":
        return "/actor"
    return f"/attack{pointer}" if first in INNER else pointer
