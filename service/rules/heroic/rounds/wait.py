"""Resolve a wait whose trigger has come, and the attack that it interrupts."""

from dataclasses import replace
from typing import Final, NamedTuple

from service.dice.model import Cites, Dice
from service.dice.transcript import capital
from service.errors import RulesRefuse
from service.rules.heroic.attack import attack
from service.rules.heroic.attack.exchange import exchange
from service.rules.heroic.attack.injury import Pending, settle
from service.rules.heroic.attack.models import HeroicAttackChoice
from service.rules.heroic.attack.outcomes import HeroicAttackReport, HeroicUnitInjury
from service.rules.heroic.attack.plan import plan_attack
from service.rules.heroic.attack.situation.legality import Pointers, refuse_attack, refuse_pairing
from service.rules.heroic.attack.situation.situation import Situation, situate
from service.rules.heroic.battle.models import HeroicWaiting
from service.rules.heroic.battle.outcomes import HeroicWaitOutcome, HeroicWaitVerdict
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.refusals import WaitNeedsTrigger
from service.rules.heroic.book.words import HeroicStatus, HeroicWaitOrder
from service.rules.heroic.figures.bonds import HeroicLock
from service.rules.heroic.figures.changes import DEED, INJURED, HeroicChange, changes_of_units
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import active_of, partners_of, spoken_name, weary
from service.rules.heroic.orders.best_weapons import reach_with
from service.rules.heroic.orders.declaration import trigger_faults
from service.rules.heroic.orders.other_actions import act
from service.rules.heroic.rounds import waits
from service.rules.kernel.telling import sentence
from service.rules.kernel.verdict import AttackResult

WAITER: Final = 0
INTERRUPTED: Final = 1
AT: Final = (
    Pointers("/waiter", "/interrupted", "/wait/attack"),
    Pointers("/interrupted", "/waiter", "/interruption/attack"),
)
RESUMES: Final[Cites] = (rulebook.WAIT_INTERRUPT,)


class WaitState(NamedTuple):
    """Waiter and interrupted unit, their locks, what is pending, and the attacks, injuries and changes so far."""

    units: tuple[HeroicUnit, HeroicUnit]
    locks: tuple[HeroicLock, ...]
    pending: tuple[Pending, ...] = ()
    attacks: tuple[HeroicAttackReport | None, HeroicAttackReport | None] = (None, None)
    injuries: tuple[HeroicUnitInjury, ...] = ()
    changes: tuple[HeroicChange, ...] = ()


def resolve_wait(input: HeroicWaiting, rulings: HeroicRulings, dice: Dice) -> HeroicWaitOutcome:
    """Let a waiting unit answer what it has waited for, and the interrupted unit go on if it still can.

    If the interrupted unit attacks the waiter in melee and the waiter answers in melee, the longer reach acts first,
    and its injury counts before the other acts; with equal reach both act before any injury counts. In any other case
    the waiter acts first: a shot or a deed is made at the distance given, and the interrupted unit goes on from there
    until its blow reaches.

    Dice: in acting order those of each attack, and 3D6 against HT for each injured unit before the other acts; with
    equal reach the waiter's attack, the interrupted one, then 3D6 against HT for each.
    Raises: WaitNeedsTrigger, ActionSizeMismatch, and the refusals of attacks.
    Source: Wait.
    """
    _refuse(input, rulings)
    state = WaitState((input.waiter, input.interrupted), input.locks)
    order = waits.order_of(input.wait, input.waiter, input.interrupted, input.interruption.attack)
    if order is waits.LAST:
        state = _settled(_attack(state, input, INTERRUPTED, rulings, dice), input, rulings, dice)
        if active_of(state.units[WAITER], input.grapples, rulings.assignment):
            state = _answer(state, input, order, rulings, dice)
    else:
        state = _answer(state, input, order, rulings, dice)
        if order is waits.FIRST:
            state = _settled(state, input, rulings, dice)
        state = _attack(state, input, INTERRUPTED, rulings, dice)
    state = _settled(state, input, rulings, dice)
    verdict = HeroicWaitVerdict(
        order=order,
        waiter_outcome=_result(state, WAITER),
        waiter_hits=_hits(state, WAITER),
        interrupted_outcome=_result(state, INTERRUPTED),
        interrupted_hits=_hits(state, INTERRUPTED),
        waiter_status=state.units[WAITER].status,
        interrupted_status=state.units[INTERRUPTED].status,
    )
    return HeroicWaitOutcome(
        summary=_summary(state, verdict),
        verdict=verdict,
        waiter_attack=state.attacks[WAITER],
        interrupted_attack=state.attacks[INTERRUPTED],
        injuries=state.injuries,
        changes=state.changes,
        units=state.units,
    )


def _refuse(input: HeroicWaiting, rulings: HeroicRulings) -> None:
    """Refuse a wait that is not for this, and whatever may not be done."""
    name = spoken_name(input.waiter)
    for refused in trigger_faults(input.wait, name, "/wait"):
        raise refused
    trigger = input.wait.trigger
    if trigger is not None and trigger.unit not in {None, input.interrupted.id}:
        message = f"The wait of {name} is for {trigger.unit!r}, not for {input.interrupted.id!r}."
        raise WaitNeedsTrigger(message, pointer="/wait/trigger/unit")
    state = WaitState((input.waiter, input.interrupted), input.locks)
    for who in (WAITER, INTERRUPTED):
        situation, choice = _situation(state, input, who, rulings), _choice(input, who)
        if choice is None:
            refuse_pairing(situation, AT[who])
        else:
            aims = refuse_attack(situation, choice, attack.KINDS, rulings, AT[who])
            plan_attack(situation, choice, aims, rulings, AT[who].choice)


def _choice(input: HeroicWaiting, who: int) -> HeroicAttackChoice | None:
    return input.wait.attack if who == WAITER else input.interruption.attack


def _situation(state: WaitState, input: HeroicWaiting, who: int, rulings: HeroicRulings) -> Situation:
    effects = rulings.fp_effects
    attacker, target = weary(state.units[who], effects), weary(state.units[1 - who], effects)
    tactics = (input.waiter_tactic, input.interruption.tactic)
    return replace(
        situate(attacker, target, input.grapples, rulings.assignment),
        attacker_tactic=tactics[who],
        target_tactic=tactics[1 - who],
        distance=_distance(input, who),
        has_initiative=(input.has_initiative, input.interruption.has_initiative)[who],
        locks=state.locks,
        terrain=input.terrain,
        charge_target=target.id,
        watch=waits.watch_of(input.wait) if who == WAITER else None,
    )


def _distance(input: HeroicWaiting, who: int) -> float:
    """Return the yards at which one of both acts: who is shot at as it comes goes on until its blow reaches."""
    choice, answer = input.interruption.attack, input.wait.attack
    strikes = answer is not None and reach_with(input.waiter, answer) is not None
    if who == WAITER or choice is None or strikes:
        return input.distance
    reach = reach_with(input.interrupted, choice)
    return input.distance if reach is None else min(input.distance, float(reach))


def _answer(
    state: WaitState, input: HeroicWaiting, order: HeroicWaitOrder, rulings: HeroicRulings, dice: Dice
) -> WaitState:
    """Let the waiter do what it has declared.

    Dice: those of its attack.
    """
    waiter, interrupted = state.units
    waits.tell_wait(waiter, interrupted, input.wait, order, dice)
    if input.wait.action is None:
        return _attack(state, input, WAITER, rulings, dice)
    after = act(waiter, input.wait.action, dice, cites=(rulebook.WAIT_RESPONSE,))
    changes = changes_of_units(state.units, (after, interrupted), DEED)
    return state._replace(units=(after, interrupted), changes=state.changes + changes)


def _attack(state: WaitState, input: HeroicWaiting, who: int, rulings: HeroicRulings, dice: Dice) -> WaitState:
    """Make the attack of one of both, if there is one and it is still possible.

    Dice: as `exchange`.
    """
    choice = _choice(input, who)
    if choice is None:
        return state
    situation = _situation(state, input, who, rulings)
    try:
        aims = refuse_attack(situation, choice, attack.KINDS, rulings)
    except RulesRefuse as refused:
        unit = state.units[who]
        text = f"{spoken_name(unit)} could not attack. {capital(refused.detail)}"
        dice.note(attack_rules.ATTACK_STEPS, text, actor=unit.id, cites=RESUMES)
        return state
    plan = plan_attack(situation, choice, aims, rulings)
    done = exchange(plan, dice)
    locks = attack.locks_after(situation, plan, dice)
    report = attack.report_of(plan, done, locked=plan.target in partners_of(plan.attacker, locks))
    units, attacks = list(state.units), list(state.attacks)
    units[who], attacks[who] = attack.spent_ammo(units[who], plan, done), report
    return state._replace(
        units=(units[0], units[1]),
        locks=locks,
        pending=state.pending + done.result.pending(plan),
        attacks=(attacks[0], attacks[1]),
    )


def _settled(state: WaitState, input: HeroicWaiting, rulings: HeroicRulings, dice: Dice) -> WaitState:
    """Apply what is pending, the side with the initiative first.

    Dice: 3D6 against HT for each injured unit.
    """
    winner = input.waiter.side if input.has_initiative else input.interrupted.side
    done = settle(state.units, state.pending, winner, rulings, dice)
    changes = changes_of_units(state.units, done.units, INJURED)
    return state._replace(
        units=(done.units[0], done.units[1]),
        pending=(),
        injuries=state.injuries + done.injuries,
        changes=state.changes + changes,
    )


def _result(state: WaitState, who: int) -> AttackResult | None:
    report = state.attacks[who]
    return None if report is None else report.outcome


def _hits(state: WaitState, who: int) -> int:
    report = state.attacks[who]
    return 0 if report is None else report.hits


def _summary(state: WaitState, verdict: HeroicWaitVerdict) -> str:
    """Say in a sentence or two what happened."""
    waiter, interrupted = [spoken_name(unit) for unit in state.units]
    text = sentence(f"{waiter} had waited for {interrupted} {waits.SAID[verdict.order]}")
    names = (waiter, interrupted)
    for who in (INTERRUPTED, WAITER) if verdict.order is waits.LAST else (WAITER, INTERRUPTED):
        report = state.attacks[who]
        if report is not None:
            blow = f"{names[who]} {attack.attack_text(report.outcome, report.hits, names[1 - who])}"
            text += f" {sentence(blow)}"
    fallen = [spoken_name(unit) for unit in state.units if unit.status is HeroicStatus.INCAPACITATED]
    return f"{text} Out of the fight: {', '.join(fallen)}." if fallen else text
