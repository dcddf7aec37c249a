"""Who can flee, and who can run after."""

from dataclasses import dataclass
from typing import Any, Final

from service.rules.opposed.battle_models import OpposedPursuit, OpposedRunner
from service.rules.opposed.chase import Course, course_of
from service.rules.opposed.models import OpposedRulings, status_at
from service.rules.opposed.refusals import CannotFlee, DuplicateParticipant
from service.rules.opposed.words import OpposedCondition, OpposedPosture, OpposedStatus, OpposedWithdrawal

HOLDS: Final = {
    OpposedCondition.KNOCKED_OUT: "knocked out",
    OpposedCondition.ENTANGLED: "entangled",
    OpposedCondition.RESTRAINED: "restrained",
}


@dataclass(frozen=True, slots=True)
class Pursuit:
    """A pursuit about to begin: who flees, who runs after it, and who is left behind, with the reason."""

    input: OpposedPursuit
    rulings: OpposedRulings
    fleeing: OpposedRunner
    pursuers: tuple[OpposedRunner, ...]
    left_behind: tuple[tuple[str, str], ...]
    course: Course


def set_off(input: OpposedPursuit, rulings: OpposedRulings) -> Pursuit:
    """Let everyone run who can, which ends evading and withdrawing; a figure that has fled flees on.

    Raises: CannotFlee, DuplicateParticipant.
    """
    _refuse_doubles(input)
    fleeing = input.fleeing
    again = status_at(fleeing.endurance, OpposedStatus.ACTIVE) if _has_fled(fleeing) else fleeing.status
    fleeing = _running(fleeing, status=again)
    if hindrance := _hindrance_of(fleeing):
        where, what = hindrance
        raise CannotFlee(f"{fleeing.id!r} is {what} and cannot flee.", pointer=f"/fleeing/{where}")
    hindrances = [(pursuer, _hindrance_of(pursuer)) for pursuer in input.pursuers]
    pursuers = tuple([_running(each) for each, hindrance in hindrances if hindrance is None])
    left_behind = tuple([(each.id, hindrance[1]) for each, hindrance in hindrances if hindrance is not None])
    return Pursuit(input, rulings, fleeing, pursuers, left_behind, course_of(fleeing, pursuers, rulings))


def _refuse_doubles(input: OpposedPursuit) -> None:
    names = {input.fleeing.id}
    for position, pursuer in enumerate(input.pursuers):
        if pursuer.id in names:
            message = f"{pursuer.id!r} takes part twice."
            raise DuplicateParticipant(message, pointer=f"/pursuers/{position}/id")
        names.add(pursuer.id)


def _has_fled(figure: OpposedRunner) -> bool:
    return figure.status is OpposedStatus.FLED


def _hindrance_of(figure: OpposedRunner) -> tuple[str, str] | None:
    """Return the field and the word for what keeps a figure from running, if anything does."""
    if figure.status is OpposedStatus.INCAPACITATED and figure.endurance is not None and figure.endurance <= 0:
        return "endurance", f"incapacitated at Endurance {figure.endurance}"
    if figure.status is not OpposedStatus.ACTIVE:
        return "status", "gone" if _has_fled(figure) else figure.status.value
    if figure.stunned:
        return "stunned", "stunned"
    if figure.posture is OpposedPosture.PRONE:
        return "posture", "prone"
    for position, condition in enumerate(figure.conditions):
        if condition in HOLDS:
            return f"conditions/{position}", HOLDS[condition]
    return None


def _running(figure: OpposedRunner, **changes: Any) -> OpposedRunner:
    return figure.model_copy(update={"evading": False, "withdrawal": OpposedWithdrawal.NONE, **changes})
