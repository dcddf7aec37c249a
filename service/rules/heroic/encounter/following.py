"""How battles of `heroic` go on after each move: everybody as the outcome says, and locks that are over let go."""

from collections.abc import Iterable
from typing import Any, Final

from service.errors import UnfitRequest
from service.rules.heroic.attack.attack import lock_between
from service.rules.heroic.attack.models import HeroicPending
from service.rules.heroic.battle.models import LAST_ROUND
from service.rules.heroic.battle.muster import breathing
from service.rules.heroic.battle.state import locks_of
from service.rules.heroic.encounter.filling import UNITS, HeroicField, battle_in
from service.rules.heroic.figures.bonds import HeroicHold, HeroicLock
from service.rules.heroic.figures.models import HeroicUnit
from service.rules.heroic.figures.standing import are_locked
from service.rules.kernel.family import PlayedMove

MOST_PENDING: Final = 1000


def follow_rounds(played: PlayedMove) -> Any:
    """Return the battle before its next round."""
    return played.state.model_copy(update={**vars(played.outcome.encounter), "initiative": None})


def follow_move(played: PlayedMove) -> Any:
    """Return the battle with who moved where it is now; the hazards of others are still to be met."""
    state, outcome = played.state, played.outcome
    hazards = tuple([each for each in state.hazards if each.unit != played.input.unit])
    changes = {"hazards": hazards, "pending": _pending(state, outcome.pending)}
    return state.model_copy(update={**vars(outcome.encounter), **changes})


def follow_attack(played: PlayedMove) -> Any:
    """Return the battle after an attack, with its injury pending unless it was settled."""
    outcome = played.outcome
    return _after(played, outcome.units, outcome.locks, pending=_pending(played.state, outcome.pending))


def follow_grapple(played: PlayedMove) -> Any:
    """Return the battle after an attempt to grapple, with the holds it has made."""
    outcome = played.outcome
    kept = [hold for hold in battle_in(played.state, played.rulings).grapples if hold not in played.input.grapples]
    pending = _pending(played.state, outcome.pending)
    return _after(played, outcome.units, outcome.locks, grapples=(*kept, *outcome.grapples), pending=pending)


def follow_break(played: PlayedMove) -> Any:
    """Return the battle with a hold as an attempt to break it leaves it."""
    hold: HeroicHold | None = played.outcome.hold
    grapples = battle_in(played.state, played.rulings).grapples
    after = [hold if each == played.input.hold else each for each in grapples]
    return _after(played, (played.outcome.victim,), (), grapples=tuple([each for each in after if each is not None]))


def follow_injury(played: PlayedMove) -> Any:
    """Return the battle with everything pending applied."""
    return _after(played, played.outcome.units, (), pending=())


def follow_wait(played: PlayedMove) -> Any:
    """Return the battle after a wait and the attack that it interrupted."""
    outcome = played.outcome
    reports = [each for each in (outcome.waiter_attack, outcome.interrupted_attack) if each is not None]
    locks = [lock_between(each.attacker, each.target) for each in reports if each.locked]
    return _after(played, outcome.units, locks)


def follow_courage(played: PlayedMove) -> Any:
    """Return the battle with a unit, and its other parts, as a morale check leaves them."""
    return _after(played, (played.outcome.unit, *played.outcome.parts), ())


def follow_fatigue(played: PlayedMove) -> Any:
    """Return the battle when its round is over, with what fatigue has cost."""
    state = played.state
    return _after(played, played.outcome.roster, (), round=min(state.round + 1, LAST_ROUND), initiative=None)


def follow_initiative(played: PlayedMove) -> Any:
    """Return the battle with who has the initiative."""
    return played.state.model_copy(update={"initiative": played.outcome.verdict.winner})


def follow_pursuit(played: PlayedMove) -> Any:
    """Return the battle with those who got away."""
    return _after(played, played.outcome.roster, ())


def follow_aftermath(played: PlayedMove) -> Any:
    """Return the battle as it was: who of the fallen lives is told, and does not fight on."""
    return played.state


def _after(played: PlayedMove, units: Iterable[HeroicUnit], locks: Iterable[HeroicLock], **changes: Any) -> HeroicField:
    """Return the battle with some units as they are now, further locks, and other changes; what is over is let go."""
    state: HeroicField = played.state
    before = battle_in(state, played.rulings)
    bound = locks_of(before)
    fresh = tuple([lock for lock in locks if not are_locked(lock.one, lock.other, bound)])
    held = {"units": before.units, "locks": bound + fresh, "grapples": before.grapples, **changes}
    battle = battle_in(UNITS.changed(state.model_copy(update=held), units), played.rulings)
    left = {
        "units": breathing(battle.units, before.grapples, battle.grapples),
        "locks": locks_of(battle),
        "grapples": battle.grapples,
    }
    return state.model_copy(update={**changes, **left})


def _pending(state: HeroicField, more: tuple[HeroicPending, ...]) -> tuple[HeroicPending, ...]:
    """Return the injury that is pending."""
    pending = state.pending + more
    if len(pending) > MOST_PENDING:
        raise UnfitRequest(f"{len(pending)} injuries are pending: apply them first.", pointer="/input/settle")
    return pending
