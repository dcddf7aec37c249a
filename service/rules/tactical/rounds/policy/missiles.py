"""How a figure that plays by itself shoots: at whom, aimed or at once, from where no friend is in the way."""

from collections.abc import Sequence
from itertools import islice
from typing import Final

from service.errors import RulesRefuse
from service.rules.tactical.attack.plan import plan_attack
from service.rules.tactical.attack.records import TacticalAttackOrder
from service.rules.tactical.attack.sight.sight import is_unseen
from service.rules.tactical.attack.situation.situation import Conduct
from service.rules.tactical.figures import standing
from service.rules.tactical.figures.equipment import TacticalWeapon
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.map.sectors import can_see
from service.rules.tactical.movement.paths.steps import turn_to
from service.rules.tactical.rounds import records
from service.rules.tactical.rounds.policy.proposals import AIM, ATTACK, MOST_MARKS, READY, STEP, Intents
from service.rules.tactical.rounds.policy.view import View

MOST_STEPS: Final = 24
"""How many ends of a step are looked at for a clear shot."""
LITTLE_ACC: Final = 1
"""With this Accuracy or less nobody aims first."""


def shooting(view: View) -> Intents:
    """Aim for a second, and shoot, at whom it has aimed at as long as that can be done; or else reload."""
    for weapon in view.missiles:
        for target in _aimed_first(view, weapon):
            shot = _shot(view, weapon, target)
            if shot is None:
                continue
            aim = view.figure.state.aim
            aimed = aim is not None and aim.target == target.id and aim.weapon == weapon.id
            if not aimed and weapon.acc > LITTLE_ACC:
                yield view.intent(AIM, target=target.id, weapon=weapon.id, end_facing=shot.end_facing)
            yield shot
    yield from reloading(view)


def _aimed_first(view: View, weapon: TacticalWeapon) -> Sequence[TacticalFigure]:
    """Return the foes, the one whom a weapon is aimed at first."""
    aim = view.figure.state.aim
    if aim is None or aim.weapon != weapon.id:
        return view.targets
    return sorted(view.targets, key=lambda each: each.id != aim.target)


def shooting_after_a_step(view: View) -> Intents:
    """Step to a hex from which no friend is in the way, and shoot."""
    for weapon in [each for each in view.missiles if each.shots != 0]:
        for state in islice(view.reached(STEP), MOST_STEPS):
            if state.hex == view.figure.hex or not view.is_free(state, view.search(STEP)):
                continue
            for target in view.targets[:MOST_MARKS]:
                facing = view.facing_to(target, state.hex, state.end_facings)
                order, _ = shot_at(view, weapon, target)
                stage = view.field.copy()
                stage.put(standing.changed(view.figure, hex=state.hex, facing=facing))
                if _is_clear(stage, view.figure, order):
                    yield view.going(view.search(STEP), state, facing, attack=order)


def shooting_at_once(view: View, *, past_friends: bool = False) -> Intents:
    """Shoot without aiming, at somebody who is at hand, or even past friends."""
    for weapon in view.missiles:
        for target in view.targets:
            shot = _shot(view, weapon, target, past_friends=past_friends)
            if shot is not None:
                yield shot


def reloading(view: View) -> Intents:
    """Reload the weapons that have no shots left."""
    for weapon in view.missiles:
        if weapon.shots == 0:
            yield view.intent(READY, weapon=weapon.id, load=weapon.rof)


def _shot(
    view: View, weapon: TacticalWeapon, target: TacticalFigure, *, past_friends: bool = False
) -> records.TacticalIntent | None:
    """Return a shot at a target after a free turn; None if there is none, or if a friend is in its way."""
    figure, field = view.figure, view.field
    order, facing = shot_at(view, weapon, target)
    stage = field.copy()
    turn_to(stage, figure.id, facing)
    if not _is_clear(stage, figure, order, past_friends=past_friends):
        return None
    return view.intent(ATTACK, attack=order, end_facing=facing)


def _is_clear(field: Field, figure: TacticalFigure, order: TacticalAttackOrder, *, past_friends: bool = False) -> bool:
    """Return whether a shot is possible, and no friend is in its way."""
    try:
        plan = plan_attack(field, figure.id, order, Conduct())
    except RulesRefuse:
        return False
    return past_friends or all(field.is_foe(figure, field[each]) for each in plan.way.in_way)


def shot_at(view: View, weapon: TacticalWeapon, target: TacticalFigure) -> tuple[TacticalAttackOrder, int]:
    """Return a shot at a target, legal or not, and the facing that the figure takes for it."""
    figure, field, body = view.figure, view.field, view.field.body(target)
    ahead = any(can_see(figure.hex, figure.facing, each, figure.vision, field.rulings.arc) for each in body)
    facing = figure.facing if ahead else view.facing_to(target, figure.hex)
    blind = all(is_unseen(field, figure, each) for each in body)
    shots = min(weapon.rof, weapon.rof if weapon.shots is None else weapon.shots)
    order = TacticalAttackOrder(target=target.id, weapon=weapon.id, shots=max(shots, 1), blind=blind, aim=not blind)
    return order, facing
