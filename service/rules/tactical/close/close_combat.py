"""Resolve one action in close combat."""

from collections.abc import Callable, Mapping
from typing import Final

from service.dice.model import Dice
from service.errors import RulesRefuse
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.attack import resolve_attack
from service.rules.tactical.attack.conduct import Conduct
from service.rules.tactical.attack.models import TacticalAttackInput
from service.rules.tactical.attack.outcomes import TacticalAttackReport
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalCloseAction
from service.rules.tactical.close.close_actions import Act, Deed
from service.rules.tactical.close.close_readying import drop_shield, plan_draw, ready, refuse_drop_shield
from service.rules.tactical.close.contest import FIRST, SECOND
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
from service.rules.tactical.close.legality import find_target, readdressed, refuse_actor, refuse_helpers
from service.rules.tactical.close.models import TacticalCloseInput
from service.rules.tactical.close.moves import declare_adjacent, enter_hex, evade_past, leave
from service.rules.tactical.close.outcomes import TacticalCloseOutcome, TacticalCloseVerdict, TacticalPosition
from service.rules.tactical.figures.pairs import field_of, settle_pairs
from service.rules.tactical.figures.standing import grip_on, name_of, weapon_name, with_state

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
    actor = field.find(input.actor, "/actor")
    refuse_actor(field, actor, input.action)
    target = find_target(field, input, actor)
    refuse_helpers(field, input, target)
    act = Act(input, rulings, field, "" if target is None else target.id, dice)
    try:
        deed = DEEDS[input.action](act)
    except RulesRefuse as refusal:
        raise readdressed(refusal, input) from None
    return _outcome(act, deed)


def _outcome(act: Act, deed: Deed) -> TacticalCloseOutcome:
    """Return what came of an action, with the figures as they are after it."""
    field = act.field
    for each in deed.changed:
        field.put(each)
    settle_pairs(field)
    if act.input.action not in FREE:
        field.put(with_state(act.actor, maneuver=act.maneuver, option=act.input.option))
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
        attacks=deed.attacks,
        figures=field.changed(),
    )


def _verdict(act: Act, deed: Deed) -> TacticalCloseVerdict:
    wounds = [wound for each in deed.attacks for wound in each.wounds if wound.figure == act.target]
    fallen = None
    if act.input.action is Action.TAKEDOWN:
        fallen = next((each.id for each in act.field.changed() if each.posture is Posture.LYING), None)
    return TacticalCloseVerdict(
        action=act.input.action,
        succeeded=deed.succeeded,
        result=_result(deed.attacks),
        injury=sum([each.injury for each in wounds]),
        fell=fallen,
    )


def _result(attacks: tuple[TacticalAttackReport, ...]) -> AttackResult | None:
    results = [each.outcome for each in attacks]
    return AttackResult.HIT if AttackResult.HIT in results else results[-1] if results else None


# Attacks


def _attack(act: Act) -> Deed:
    """Attack in close combat, or strike into one from outside."""
    order = act.input.attack.model_copy(update={"target": act.target, "hex": None})
    asked = TacticalAttackInput.model_construct(
        **{name: getattr(order, name) for name in type(order).model_fields},
        map=act.input.map,
        figures=tuple(act.field),
        attacker=act.actor.id,
        maneuver=act.maneuver,
        option=act.input.option,
    )
    into = act.input.action is Action.STRIKE_INTO
    rule = rulebook.STRIKING_WHO if into else rulebook.CLOSE_DEFINITION
    how = f"strikes into the close combat of {act.foe}" if into else f"attacks {act.foe} in close combat"
    act.dice.note(rule, f"{act.name} {how}.", actor=act.actor.id)
    done = resolve_attack(asked, act.rulings, act.dice)
    hit = any(each.hit == act.target for each in done.attacks)
    return Deed(hit, done.summary, attacks=done.attacks, changed=done.figures)


def _grab(act: Act) -> Deed:
    """Take hold of a foe."""
    how = Conduct(act.maneuver, act.input.option)
    order = act.input.attack
    if act.input.modifiers:
        order = order.model_copy(update={"modifiers": (*order.modifiers, *act.input.modifiers)})
    plan = plan_grab(act.field, act.actor, act.field[act.target], order, how, act.input.hands)
    report = grab(act.field, plan, act.dice)
    done = grip_on(act.actor, act.target) is not None and report.hit == act.target
    text = f"{act.name} {'took hold of' if done else 'did not get hold of'} {act.foe}."
    return Deed(done, text, attacks=(report,))


# Grapples


def _takedown(act: Act) -> Deed:
    refuse_takedown(act.field, act.team)
    report = takedown(act.field, act.team, act.dice)
    leader = name_of(act.field[report.first])
    texts = {
        FIRST: f"{leader} brought {act.foe} down.",
        SECOND: f"{leader} failed to bring {act.foe} down, and fell.",
    }
    text = texts.get(report.winner, f"{leader} did not bring {act.foe} down.")
    return Deed(report.winner is FIRST, text, contest=report)


def _pin(act: Act) -> Deed:
    refuse_pin(act.field, act.team)
    report = pin(act.field, act.team, act.dice)
    done = report.winner is FIRST
    text = f"{name_of(act.field[report.first])} {'pinned' if done else 'did not pin'} {act.foe}."
    return Deed(done, text, contest=report)


def _break_free(act: Act) -> Deed:
    refuse_break_free(act.field, act.team)
    report = break_free(act.field, act.team, act.dice)
    done = report.winner is FIRST
    text = f"{act.name} {'broke free of' if done else 'could not break free of'} {act.foe}."
    return Deed(done, text, contest=report)


def _release(act: Act) -> Deed:
    release(act.field, act.team, act.dice)
    return Deed(succeeded=True, summary=f"{act.name} let go of {act.foe}.")


# Hands


def _ready(act: Act) -> Deed:
    draw = plan_draw(act.actor, act.input.weapon, act.input.hand, fast=act.input.fast_draw)
    report = ready(act.field, act.actor.id, draw, act.dice)
    what = weapon_name(draw.weapon)
    quick = " in no time" if report.free else ""
    text = f"{act.name} {'readied' if report.ready else 'did not ready'} {what}{quick}."
    return Deed(report.ready, text, readied=report)


def _drop_shield(act: Act) -> Deed:
    refuse_drop_shield(act.actor)
    done = drop_shield(act.field, act.actor.id, act.dice).succeeded
    text = f"{act.name} {'dropped' if done else 'could not get rid of'} the shield."
    return Deed(done, text)


DEEDS: Final[Mapping[TacticalCloseAction, Callable[[Act], Deed]]] = {
    Action.ENTER: enter_hex,
    Action.EVADE: evade_past,
    Action.LEAVE: leave,
    Action.ATTACK: _attack,
    Action.GRAB: _grab,
    Action.TAKEDOWN: _takedown,
    Action.PIN: _pin,
    Action.BREAK_FREE: _break_free,
    Action.RELEASE: _release,
    Action.READY: _ready,
    Action.DROP_SHIELD: _drop_shield,
    Action.DECLARE_ADJACENT: declare_adjacent,
    Action.STRIKE_INTO: _attack,
}
"""What resolves each action."""
