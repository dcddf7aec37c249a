"""What commanders do on their counts, and what engaged units do when all have acted."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, assert_never

from service.dice.model import Dice
from service.rules.mass.attack.attack import note_loss
from service.rules.mass.attack.battle_dice import fight, losses_of
from service.rules.mass.battle.events import BLANK
from service.rules.mass.battle.initiative import MassDraw
from service.rules.mass.battle.legality import out_of_reach, pass_over
from service.rules.mass.battle.losses import leave, tell_released
from service.rules.mass.battle.state import Battle, Scene
from service.rules.mass.book import rulebook
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.book.words import MassEventKind, MassStatus
from service.rules.mass.command.moving import move_units
from service.rules.mass.command.rally import roll_rally
from service.rules.mass.command.spell import cast
from service.rules.mass.figures.models import MassCommander
from service.rules.mass.figures.orders import (
    MassAction,
    MassMoveOrder,
    MassOtherOrder,
    MassPowerOrder,
    MassRallyOrder,
    MassSpellOrder,
)
from service.rules.mass.figures.standing import MassComparison, revised
from service.rules.mass.powers.powering import use_powers

Declared = Mapping[str, Sequence[MassAction]]
"""The actions that commanders declared, by id."""

COUNT_CITES: Final = (
    rulebook.ROUND_DECLARE_FIRST,
    Rulings.ONE_ACTION,
)
JOKER_CITES: Final = (rulebook.ROUND_ONE_ACTION, Rulings.JOKER_ACTIONS)


def act(battle: Battle, scene: Scene, declared: Declared, draw: MassDraw, dice: Dice) -> Battle:
    """Let a commander take its action, or both with a joker."""
    commander = scene.commanders[draw.commander]
    actions = declared.get(commander.id, ())[: draw.actions]
    twice = " twice" if len(actions) > 1 else ""
    told = f"{commander.id} acted{twice} on {draw.kept}." if actions else f"{commander.id} had no orders and passed."
    if draw.actions > 1:
        dice.note(rulebook.ROUND_JOKER_TWO_ACTIONS, told, actor=commander.id, cites=JOKER_CITES)
    else:
        dice.note(rulebook.ROUND_ONE_ACTION, told, actor=commander.id, cites=COUNT_CITES)
    for action in actions:
        battle = take(battle, scene, commander, action, dice)
    return battle


def take(battle: Battle, scene: Scene, commander: MassCommander, action: MassAction, dice: Dice) -> Battle:
    """Let a commander take one action."""
    match action:
        case MassMoveOrder():
            return move_units(battle, scene, commander, action, dice)
        case MassPowerOrder():
            return use_powers(battle, scene, commander, action, dice)
        case MassRallyOrder():
            return _rally(battle, scene, commander, action, dice)
        case MassSpellOrder():
            return cast(battle, scene, commander, action, dice)
        case MassOtherOrder():
            dice.note(
                rulebook.ACTION_PLAYER_DEFINED,
                f"{commander.id} took another action: {action.label}.",
                actor=commander.id,
            )
            return battle.told(replace(BLANK, commander=commander.id, what=MassEventKind.OTHER, label=action.label))
        case _:
            assert_never(action)


def _rally(battle: Battle, scene: Scene, commander: MassCommander, order: MassRallyOrder, dice: Dice) -> Battle:
    away = {name: out_of_reach(battle.units[name], commander, scene) for name in order.units}
    units = [battle.units[name] for name, reason in away.items() if reason is None]
    came = roll_rally(commander.id, commander.charisma, commander.charisma_modifier, units, scene.rulings, dice)
    battle = battle.changed(*[revised(battle.units[name], power_expended=False) for name in came.rallied]).told(
        replace(BLANK, commander=commander.id, what=MassEventKind.RALLY, margin=came.margin, rallied=came.rallied)
    )
    reasons = {name: reason for name, reason in away.items() if reason is not None}
    reasons.update((each.unit, each.reason) for each in came.refused)
    for name, reason in reasons.items():
        battle = pass_over(battle, commander.id, name, reason, f"{name} could not rally for {commander.id}", dice)
    return battle


def fight_battle(battle: Battle, scene: Scene, dice: Dice) -> tuple[Battle, tuple[MassComparison, ...]]:
    """Let all engaged units roll their battle dice, compare every pair, and take all losses together."""
    fighters = [unit for unit in battle.active() if unit.engaged_with]
    ranks = battle.ranks
    pairs = [
        (unit.id, foe)
        for unit in fighters
        for foe in sorted(unit.engaged_with, key=ranks.__getitem__)
        if ranks[unit.id] < ranks[foe]
    ]
    if not pairs:
        return battle, ()
    comparisons = fight(fighters, pairs, scene.rulings, dice)
    losses = losses_of(comparisons, fighters, scene.rulings, dice)
    battle = battle.changed(
        *[revised(unit, morale=max(unit.morale - losses[unit.id], 0)) for unit in fighters if losses[unit.id]]
    )
    for name, lost in losses.items():
        if lost:
            note_loss(name, lost, battle.units[name].morale, dice)
    fought = battle
    for unit in fighters:
        if not battle.units[unit.id].morale:
            battle = leave(battle, unit.id, MassStatus.ROUTED)
    tell_released(fought, battle, dice)
    return battle, comparisons
