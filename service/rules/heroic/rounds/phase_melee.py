"""The melee phase of a round: the winning side strikes, then the others, then injury counts."""

from typing import Final, NamedTuple

from service.dice.model import Dice
from service.rules.heroic.attack.models import HeroicBreakFree, HeroicOrder
from service.rules.heroic.attack.outcomes import (
    HeroicAttackReport,
    HeroicBreakFreeOutcome,
    HeroicGrappleReport,
    HeroicUnitInjury,
)
from service.rules.heroic.battle.context import Assault, Command
from service.rules.heroic.battle.muster import breathing
from service.rules.heroic.battle.state import Battle, active_members, is_awake, untied_members
from service.rules.heroic.book.words import HeroicActionPhase, HeroicWaitEvent, HeroicWaitOrder
from service.rules.heroic.grapple.break_free import resolve_break_free
from service.rules.heroic.orders.policy import melee_in_reach
from service.rules.heroic.rounds.injuries import settle_phase, settle_since
from service.rules.heroic.rounds.outcomes import HeroicAttackPhase
from service.rules.heroic.rounds.strikes import Struck, strike
from service.rules.heroic.rounds.turns import Fought, Totals, assaults_of, perform_deeds, tell_unmanned, totals_of
from service.rules.heroic.rounds.waits import FIRST, LAST, TOGETHER, Answer, answer, can_answer, order_of, waiting_for

ATTACKS: Final = frozenset({HeroicWaitEvent.ATTACKS})


class Blows(NamedTuple):
    """The battle after some blows, with everything that came of them."""

    battle: Battle
    attacks: tuple[HeroicAttackReport, ...] = ()
    grapples: tuple[HeroicGrappleReport, ...] = ()
    breaks: tuple[HeroicBreakFreeOutcome, ...] = ()
    injuries: tuple[HeroicUnitInjury, ...] = ()

    def then(self, more: "Blows") -> "Blows":
        """Return these blows and those that followed."""
        return Blows(
            more.battle,
            self.attacks + more.attacks,
            self.grapples + more.grapples,
            self.breaks + more.breaks,
            self.injuries + more.injuries,
        )


def melee(battle: Battle, command: Command, dice: Dice) -> Fought:
    """Play the melee phase: deeds, attempts to break free and blows of the units in acting order, then the injury step.

    Dice: for each blow or grapple those of the attack, before or after it those of who has waited for it; for each
    attempt to break free its contests; then 3D6 against HT for each injured unit, and 3D6 against Will for each that
    suffocates.
    """
    attacks: list[HeroicAttackReport] = []
    grapples: list[HeroicGrappleReport] = []
    breaks: list[HeroicBreakFreeOutcome] = []
    injuries: list[HeroicUnitInjury] = []
    totals = totals_of(battle, command, [() if order is None else order.melee for order in command.orders])
    for place in command.sequence:
        order = command.orders[place]
        if order is None or not is_awake(battle.units[place]):
            continue
        done = _turn(battle, command, place, order, totals, dice)
        battle = done.battle
        attacks += done.attacks
        grapples += done.grapples
        breaks += done.breaks
        injuries += done.injuries
    settled = settle_phase(battle, command, "melee", dice)
    phase = HeroicAttackPhase(
        attacks=tuple(attacks),
        grapples=tuple(grapples),
        breaks=tuple(breaks),
        injuries=(*injuries, *settled.injuries),
    )
    return Fought(settled.battle, phase)


def _turn(battle: Battle, command: Command, place: int, order: HeroicOrder, totals: Totals, dice: Dice) -> Blows:
    """Let one unit do its deeds, break free and strike; then those answer who have waited for a blow that never came.

    Whose members try to break free strikes with the others.
    """
    done = Blows(perform_deeds(battle, place, order, HeroicActionPhase.MELEE, dice))
    active = active_members(done.battle, place, command.rulings.assignment) if order.melee else 0
    if order.break_free:
        active = min(active, untied_members(done.battle, place, command.rulings.assignment))
        done = done.then(_break_free(done.battle, command, place, dice))
    if active:
        declared = melee_in_reach(done.battle, command, place, order) if place in command.free_hands else order.melee
        assaults = assaults_of(done.battle, command, place, declared, active, totals)
        done = done.then(_assaults(done.battle, command, assaults, dice))
        tell_unmanned(done.battle, place, len(declared) - len(assaults), dice)
    return done.then(_unmet(done.battle, command, place, dice)) if command.waits else done


def _assaults(battle: Battle, command: Command, assaults: list[Assault], dice: Dice) -> Blows:
    """Make the attacks of one turn."""
    if command.waits:
        done = Blows(battle)
        for assault in assaults:
            done = done.then(_assault(done.battle, command, assault, dice))
        return done
    made = []
    for assault in assaults:
        made.append(strike(battle, command, assault, dice))
        battle = made[-1].battle
    attacks = tuple([each.attack for each in made if each.attack is not None])
    return Blows(battle, attacks, tuple([each.grapple for each in made if each.grapple is not None]))


def _assault(battle: Battle, command: Command, assault: Assault, dice: Dice) -> Blows:
    """Make an attack, and let those answer who have waited for it, before, together with, or after it."""
    answers = _answers_to(battle, command, assault)
    done = Blows(battle)
    for order in (FIRST, TOGETHER):
        if answers[order]:
            answered = answer(done.battle, command, answers[order], assault.place, order, dice)
            done = done.then(_answered(answered))
    before = len(done.battle.pending)
    done = done.then(_blows(strike(done.battle, command, assault, dice)))
    if not answers[LAST]:
        return done
    settled = settle_since(done.battle, command, before, dice)
    done = done.then(Blows(settled.battle, injuries=settled.injuries))
    left = [at for at in answers[LAST] if active_members(done.battle, at, command.rulings.assignment)]
    return done.then(_answered(answer(done.battle, command, left, assault.place, LAST, dice)))


def _answers_to(battle: Battle, command: Command, assault: Assault) -> dict[HeroicWaitOrder, list[int]]:
    """Return who answers an attack, by when: only for whom it strikes do reaches compare."""
    answers: dict[HeroicWaitOrder, list[int]] = {FIRST: [], TOGETHER: [], LAST: []}
    waiting = waiting_for(battle, command, assault.place, ATTACKS)
    awaiting = [at for at in command.waits if battle.tolls[at].awaits == assault.place and at == assault.foe]
    for at in [*waiting, *awaiting]:
        choice = assault.choice if at == assault.foe else None
        answers[order_of(command.waits[at], battle.units[at], battle.units[assault.place], choice)].append(at)
    return answers


def _unmet(battle: Battle, command: Command, place: int, dice: Dice) -> Blows:
    """Let those answer who have let a unit come in to strike them, if it has not struck."""
    left = [
        at
        for at in command.waits
        if battle.tolls[at].awaits == place
        and active_members(battle, at, command.rulings.assignment)
        and can_answer(battle, command, at, place)
    ]
    return _answered(answer(battle, command, left, place, FIRST, dice)) if left else Blows(battle)


def _blows(struck: Struck) -> Blows:
    return Blows(
        struck.battle,
        () if struck.attack is None else (struck.attack,),
        () if struck.grapple is None else (struck.grapple,),
    )


def _answered(answered: Answer) -> Blows:
    return Blows(answered.battle, answered.attacks, injuries=answered.injuries)


def _break_free(battle: Battle, command: Command, place: int, dice: Dice) -> Blows:
    """Let a unit try to break the first of the holds on it, if any is left.

    Dice: as `resolve_break_free`.
    Ruling: heroic/ruling/break-free-time.
    """
    unit = battle.units[place]
    hold = next((each for each in battle.grapples if each.victim == unit.id), None)
    if hold is None:
        return Blows(battle)
    holder = battle.places[hold.grappler]
    given = HeroicBreakFree(victim=unit, holder=battle.units[holder], hold=hold)
    outcome = resolve_break_free(given, command.rulings, dice)
    left = [] if outcome.hold is None else [outcome.hold]
    at = battle.grapples.index(hold)
    after = (*battle.grapples[:at], *left, *battle.grapples[at + 1 :])
    battle = battle._replace(units=breathing(battle.units, battle.grapples, after), grapples=after)
    for each in (place, holder):
        battle = battle.with_toll(each, battle.tolls[each]._replace(rolled=True))
    return Blows(battle, breaks=(outcome,))
