"""Resolve one action in close combat."""

from collections.abc import Callable, Mapping
from typing import Final

from service.dice.model import Dice
from service.errors import RulesRefuse
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.attack import strike
from service.rules.tactical.attack.conduct import Conduct
from service.rules.tactical.attack.outcomes import TacticalAttackReport
from service.rules.tactical.attack.plan import plan_attack
from service.rules.tactical.attack.sentences import summary_of
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalCloseAction
from service.rules.tactical.close.close_actions import Act, Deed
from service.rules.tactical.close.close_readying import draw_weapon, drop_shield, refuse_drop_shield
from service.rules.tactical.close.grab import grab, plan_grab
from service.rules.tactical.close.grappling import (
    break_free,
    pin,
    refuse_break_free,
    refuse_pin,
    refuse_takedown,
    release,
    takedown,
)
from service.rules.tactical.close.legality import readdressed, refuse_action
from service.rules.tactical.close.models import TacticalCloseInput
from service.rules.tactical.close.moves import declare_adjacent, enter_hex, evade_past, leave
from service.rules.tactical.close.outcomes import TacticalCloseOutcome, TacticalCloseVerdict, TacticalPosition
from service.rules.tactical.figures.pairs import field_of, settle_pairs
from service.rules.tactical.figures.standing import with_state

Action = TacticalCloseAction
FREE: Final = frozenset({Action.RELEASE, Action.DECLARE_ADJACENT})
"""The actions that are no maneuver."""


def resolve_close_combat(input: TacticalCloseInput, rulings: TacticalRulings, dice: Dice) -> TacticalCloseOutcome:
    """Resolve one action in close combat: entering, evading, leaving, attacks, grapples, readying, and the shield.

    Dice: enter, evade and leave: for each foe on the way 3D6 mover, 3D6 foe; attack and strike_into: those of an
    attack; grab: those of an attack without its damage; takedown and break_free: 3D6 actor, 3D6 target; pin: the same
    for each round; ready: 3D6 against DX, then 3D6 of Fast-Draw; drop_shield: 3D6 against DX; none for others.
    Raises: the refusals of close combat, movement and attacks.
    Source: Close Combat; the base game.
    """
    field = field_of(input, rulings)
    refuse_action(field, input)
    act = Act(input, field, dice)
    try:
        deed = DEEDS[input.action](act)
    except RulesRefuse as refusal:
        raise readdressed(refusal, input) from None
    settle_pairs(field)
    if input.action not in FREE:
        field.put(with_state(act.actor, maneuver=act.maneuver, option=input.option))
    actor = act.actor
    return TacticalCloseOutcome(
        summary=deed.summary,
        verdict=_verdict(act, deed),
        pairs=actor.state.close,
        grapples=actor.state.grapples,
        position=TacticalPosition(hex=actor.hex, facing=actor.facing),
        evades=deed.evades,
        contest=deed.contest,
        readied=deed.readied,
        feint=deed.feint,
        attacks=deed.attacks,
        figures=field.changed(),
    )


def _verdict(act: Act, deed: Deed) -> TacticalCloseVerdict:
    asked = act.input
    fallen = None
    if asked.action is Action.TAKEDOWN:
        fallen = next((each.id for each in act.field.changed() if each.posture is Posture.LYING), None)
    return TacticalCloseVerdict(
        action=asked.action,
        succeeded=deed.succeeded,
        result=_result(deed.attacks),
        injury=sum([wound.injury for each in deed.attacks for wound in each.wounds if wound.figure == asked.target]),
        fell=fallen,
    )


def _result(attacks: tuple[TacticalAttackReport, ...]) -> AttackResult | None:
    results = [each.outcome for each in attacks]
    return AttackResult.HIT if AttackResult.HIT in results else results[-1] if results else None


def _attack(act: Act) -> Deed:
    """Attack or feint in close combat, or strike into one from outside.

    A feint alone succeeds if the target falls for it, an attack if it hits the target.
    """
    field, dice, (name, foe) = act.field, act.dice, act.names
    order = act.input.attack.model_copy(update={"target": act.foe.id, "hex": None})
    plan = plan_attack(field, act.actor.id, order, Conduct(act.maneuver, act.input.option))
    into = act.input.action is Action.STRIKE_INTO
    rule = rulebook.STRIKING_WHO if into else rulebook.CLOSE_DEFINITION
    how = f"strikes into the close combat of {foe}" if into else f"attacks {foe} in close combat"
    dice.note(rule, f"{name} {how}.", actor=act.actor.id)
    feint, attacks = strike(field, plan, dice)
    fooled = feint is not None and feint.penalty > 0 and not attacks
    succeeded = fooled or any(each.hit == act.foe.id for each in attacks)
    return Deed(succeeded, summary_of(field, attacks, feint), feint=feint, attacks=attacks)


DEEDS: Final[Mapping[TacticalCloseAction, Callable[[Act], Deed]]] = {
    Action.ENTER: enter_hex,
    Action.EVADE: evade_past,
    Action.LEAVE: leave,
    Action.ATTACK: _attack,
    Action.GRAB: grab,
    Action.TAKEDOWN: takedown,
    Action.PIN: pin,
    Action.BREAK_FREE: break_free,
    Action.RELEASE: release,
    Action.READY: draw_weapon,
    Action.DROP_SHIELD: drop_shield,
    Action.DECLARE_ADJACENT: declare_adjacent,
    Action.STRIKE_INTO: _attack,
}
"""What resolves each action."""
CHECKS: Final[Mapping[TacticalCloseAction, Callable[[Act], object]]] = {
    Action.GRAB: plan_grab,
    Action.TAKEDOWN: refuse_takedown,
    Action.PIN: refuse_pin,
    Action.BREAK_FREE: refuse_break_free,
    Action.DROP_SHIELD: refuse_drop_shield,
}
"""What refuses those actions before their first die that may be a part of a turn."""
