"""The situation of one attack, as the kernels see it: whoever resolves an attack makes one, a round makes many."""

from typing import NamedTuple

from service.rules.heroic.attack.models import OPEN_GROUND, HeroicAttack, HeroicBystander, HeroicMeeting, HeroicTerrain
from service.rules.heroic.book.options import HeroicAssignment, HeroicFpEffects, HeroicRulings
from service.rules.heroic.book.words import HeroicTactic
from service.rules.heroic.figures.bonds import HeroicHold, HeroicLock
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import able_among, active_of, count_of, weary
from service.rules.kernel.value import value


class Watch(NamedTuple):
    """Ground that an attacker has watched for opportunity fire."""

    radius: int
    line: bool
    discriminating: bool


@value
class Situation:
    """Two units, their tactics, and whatever else counts for one attack of the first on the second.

    `active` are the attacker's members who can act, `able` the target's who can defend themselves, `standing` all of
    the target's who are on their feet (see `situate`). `distance` is in yards; `allowance_spent` in multiples of
    Move; `side_attackers` counts all of the attacker's side who attack this target in this phase (None: this attack
    alone); `others` are other units with their tactics, of whom a stray shot may hit those that `locks` connect with
    the target. `free` is a free attack on a retreat, `separate` one of several attacks that Extra Attack allows with
    different weapons.
    """

    attacker: HeroicUnit
    target: HeroicUnit
    active: int
    able: int
    standing: int
    attacker_tactic: HeroicTactic = HeroicTactic.NEUTRAL
    target_tactic: HeroicTactic = HeroicTactic.NEUTRAL
    distance: float = 1.0
    has_initiative: bool = False
    allowance_spent: float = 0.0
    side_attackers: int | None = None
    others: tuple[HeroicBystander, ...] = ()
    locks: tuple[HeroicLock, ...] = ()
    grapples: tuple[HeroicHold, ...] = ()
    terrain: HeroicTerrain = OPEN_GROUND
    withdrawing: bool = False
    charge_target: str | None = None
    free: bool = False
    separate: bool = False
    watch: Watch | None = None


def situate(
    attacker: HeroicUnit, target: HeroicUnit, grapples: tuple[HeroicHold, ...], assignment: HeroicAssignment
) -> Situation:
    """Return the plainest situation of two units, their members counted; `_replace` adds what else counts."""
    standing = count_of(target, assignment)
    return Situation(
        attacker,
        target,
        active_of(attacker, grapples, assignment),
        able_among(target, standing, grapples),
        standing,
        grapples=grapples,
    )


def situation_of(meeting: HeroicMeeting, rulings: HeroicRulings) -> Situation:
    """Read the situation of an attack or grapple that is resolved by itself, the tired as they act."""
    attacker, target, others, grapples = meeting.attacker, meeting.target, meeting.others, meeting.grapples
    assignment, effects = rulings.assignment, rulings.fp_effects
    if effects is HeroicFpEffects.APPLY:
        attacker, target = weary(attacker, effects), weary(target, effects)
        others = tuple([HeroicBystander(unit=weary(each.unit, effects), tactic=each.tactic) for each in others])
    free = separate = False
    watch = None
    if isinstance(meeting, HeroicAttack):
        free, separate = meeting.free, meeting.separate
        if meeting.watch_radius is not None or meeting.watch_line:
            watch = Watch(meeting.watch_radius or 0, meeting.watch_line, meeting.discriminating)
    standing = count_of(target, assignment)
    return Situation(
        attacker,
        target,
        active_of(attacker, grapples, assignment),
        able_among(target, standing, grapples),
        standing,
        meeting.attacker_tactic,
        meeting.target_tactic,
        meeting.distance,
        meeting.has_initiative,
        meeting.allowance_spent,
        meeting.side_attackers,
        others,
        meeting.locks,
        grapples,
        meeting.terrain,
        meeting.withdrawing,
        meeting.charge_target,
        free,
        separate,
        watch,
    )
