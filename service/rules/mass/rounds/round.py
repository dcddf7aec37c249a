"""Round: commanders declare, draw and act; then all engaged units fight."""

from collections.abc import Collection, Sequence
from functools import partial
from typing import Annotated, Final, NamedTuple, assert_never

from pydantic import Field

from service.dice.model import Card, Dice, Expected
from service.rules.kernel.figures import who_of
from service.rules.kernel.turns.situations import end_told
from service.rules.mass.attack.attack import note_loss
from service.rules.mass.attack.battle_dice import expected_of, fight, losses_of
from service.rules.mass.attack.clash import LOSSES, clash_of
from service.rules.mass.battle.initiative import (
    MassDraw,
    MassInitiativeOutcome,
    drawn_for,
    draws_expected,
    refuse_undrawable,
)
from service.rules.mass.battle.legality import out_of_reach, pass_over
from service.rules.mass.battle.losses import fallen_between, leave, note_released
from service.rules.mass.battle.muster import Pair, all_engaged, note_beside, placed
from service.rules.mass.battle.sides import end_of, refuse_lone_side, refuse_over
from service.rules.mass.battle.state import Battle, MassEvent, Scene
from service.rules.mass.book import rulebook
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.book.words import ACTIVE, MassChangeReason, MassEventKind, MassStatus
from service.rules.mass.command.command import move_units
from service.rules.mass.command.rally import rally_expected, roll_rally
from service.rules.mass.command.spell import cast
from service.rules.mass.figures import orders
from service.rules.mass.figures.changes import BATTLE, ROUND_END, Cause, Changes
from service.rules.mass.figures.models import MassCommander
from service.rules.mass.figures.standing import MassComparison, MassUnitState, revised
from service.rules.mass.figures.text import called, place
from service.rules.mass.powers.use_power import use_powers
from service.rules.mass.rounds.passed_over import judge
from service.rules.mass.rounds.policy import declare
from service.rules.mass.rounds.telling import round_text
from service.wire import record, value_class

RALLIED: Final = Cause(MassChangeReason.RALLY)


class Count(NamedTuple):
    """A commander's count: the actions that it takes, its draw if somebody reads of it, and whether it is to pass."""

    commander: str
    actions: Sequence[orders.MassAction]
    draw: MassDraw | None = None
    passes: bool = False


def act(battle: Battle, count: Count, dice: Dice) -> Battle:
    """Let a commander take its action, or both with a joker."""
    commander = battle.scene.commanders[count.commander]
    if count.draw is not None:
        _note_count(commander, count, count.draw, dice)
    for action in count.actions:
        battle = take(battle, commander, action, dice)
    return battle


def _note_count(commander: MassCommander, count: Count, draw: MassDraw, dice: Dice) -> None:
    name, actions = called(commander), count.actions
    twice = " twice" if len(actions) > 1 else ""
    idle = f"{name} passed, as ordered." if count.passes else f"{name} had no orders and passed."
    text = f"{name} acted{twice} on {draw.kept}." if actions else idle
    rule, cites = rulebook.ROUND_ONE_ACTION, (rulebook.ROUND_DECLARE_FIRST, Rulings.ONE_ACTION)
    if draw.actions > 1:
        rule, cites = rulebook.ROUND_JOKER_TWO_ACTIONS, (rulebook.ROUND_ONE_ACTION, Rulings.JOKER_ACTIONS)
    dice.note(rule, text, actor=commander.id, cites=cites)


def take(battle: Battle, commander: MassCommander, action: orders.MassAction, dice: Dice) -> Battle:
    """Let a commander take one action."""
    match action:
        case orders.MassMoveOrder():
            return move_units(battle, commander, action, dice)
        case orders.MassPowerOrder():
            return use_powers(battle, commander, action, dice)
        case orders.MassRallyOrder():
            return _rally(battle, commander, action, dice)
        case orders.MassSpellOrder():
            return cast(battle, commander, action, dice)
        case orders.MassOtherOrder():
            text = f"{called(commander)} took another action: {action.label}."
            dice.note(rulebook.ACTION_PLAYER_DEFINED, text, actor=commander.id)
            return battle.recorded(dice, commander.id, MassEventKind.OTHER, label=action.label)
        case _:
            assert_never(action)


def _rally(battle: Battle, commander: MassCommander, order: orders.MassRallyOrder, dice: Dice) -> Battle:
    away = {name: out_of_reach(battle.units[name], commander, battle.scene) for name in order.units}
    units = [battle.units[name] for name, reason in away.items() if reason is None]
    came = roll_rally(
        who_of(commander), commander.charisma, commander.charisma_modifier, units, battle.scene.rulings, dice
    )
    battle = battle.changed(RALLIED, *[revised(battle.units[name], power_expended=False) for name in came.rallied])
    battle = battle.recorded(dice, commander.id, MassEventKind.RALLY, margin=came.margin, rallied=came.rallied)
    reasons = {name: reason for name, reason in away.items() if reason is not None}
    reasons.update((each.unit, each.reason) for each in came.refused)
    for name, reason in reasons.items():
        deed = f"{battle.name_of(name)} could not rally for {called(commander)}"
        battle = pass_over(battle, commander.id, name, reason, deed, dice)
    return battle


def fight_battle(battle: Battle, dice: Dice) -> tuple[Battle, tuple[MassComparison, ...]]:
    """Let all engaged units roll their battle dice, compare every pair, and take all losses together."""
    fighters, pairs = _engaged(battle)
    if not pairs:
        return battle, ()
    if not dice.tells:
        clash = clash_of(fighters, pairs, battle.scene.rulings)
        return _after_losses(battle, fighters, dice.settle(rulebook.BATTLE_ROLL, LOSSES, clash), dice), ()
    comparisons = fight(fighters, pairs, battle.scene.rulings, dice)
    losses = losses_of(comparisons, fighters, battle.scene.rulings, dice)
    return _after_losses(battle, fighters, tuple(losses.values()), dice), comparisons


def _after_losses(battle: Battle, fighters: Sequence[MassUnitState], losses: Sequence[int], dice: Dice) -> Battle:
    """Let units lose Morale Points, all together, and those without any left rout."""
    lost = [
        (unit, points, max(unit.morale - points, 0)) for unit, points in zip(fighters, losses, strict=True) if points
    ]
    if not lost:
        return battle
    if dice.tells:
        for unit, points, left in lost:
            note_loss(unit, points, left, dice)
    after = battle.changed(BATTLE, *[revised(unit, morale=left) for unit, _, left in lost if left])
    routed = [unit.id for unit, _, left in lost if not left]
    if routed:
        after = leave(after, routed, MassStatus.ROUTED, BATTLE)
        note_released(battle, after, dice)
    return after


def _engaged(battle: Battle) -> tuple[list[MassUnitState], list[tuple[str, str]]]:
    """Return the units that are engaged, in their order, and which of them fight each other."""
    fighters = [unit for unit in battle.units.values() if unit.engaged_with and unit.status is ACTIVE]
    ranks = battle.ranks
    pairs = [
        (unit.id, foe)
        for unit in fighters
        for foe in (
            sorted(unit.engaged_with, key=ranks.__getitem__) if len(unit.engaged_with) > 1 else unit.engaged_with
        )
        if ranks[unit.id] < ranks[foe]
    ]
    return fighters, pairs


@record
class MassRoundVerdict:
    """The result of a round."""

    over: Annotated[bool, Field(description="Whether the battle is over: at most one side is left.")]
    winner: Annotated[str | None, Field(description="Id of the one side that is left and holds the field, if one is.")]
    draw: Annotated[bool, Field(description="Whether it is over and no side is left.")]
    routed: Annotated[int, Field(description="How many units were routed in this round.")]
    destroyed: Annotated[int, Field(description="How many units were destroyed in this round.")]


@record
class MassRoundOutcome:
    """The outcome of a round."""

    summary: Annotated[str, Field(description="The round in a sentence.")]
    initiative: Annotated[MassInitiativeOutcome, Field(description="Who drew what, and in what order they acted.")]
    events: Annotated[tuple[MassEvent, ...], Field(description="What happened on the commanders' counts, in order.")]
    changes: Changes
    battle: Annotated[tuple[MassComparison, ...], Field(description="The scores of each engaged pair.")]
    fallen: Annotated[tuple[str, ...], Field(description="Ids of the units that left the battle for good.")]
    state: Annotated[tuple[MassUnitState, ...], Field(description="Every unit as it now is; post them back.")]
    commander_cover: Annotated[
        tuple[str, ...],
        Field(description="Ids of the commanders who are concealed and in good cover, as behind an arrow slit."),
    ]
    verdict: Annotated[MassRoundVerdict, Field(description="What it decided.")]


@value_class
class Played:
    """A round that has been played."""

    battle: Battle
    initiative: MassInitiativeOutcome
    comparisons: tuple[MassComparison, ...]


def resolve_round(input: orders.MassRound, rulings: MassRulings, dice: Dice) -> MassRoundOutcome:
    """Play a round of one minute: draw for initiative, let commanders act in its order, then let engaged units fight.

    Orders are declared before the draw; what has become impossible is passed over with a warning.

    Dice: cards for each commander in the order of the request; on each count a D20 for every rally; then battle dice
    of engaged units in their order, a second one for a unit that flanks directly after its first.
    Raises: UnknownCommander, MassUnknownUnit, TooManyActions, OneCommandPerAction, TooFewSides, FightOver,
    Thac0OrClassRequired, CardsExhausted, and what a broken map or roster raises.
    Ruling: mass/ruling/declared-actions, joker-actions, adjacent-at-setup, simultaneous-losses.
    Source: Initiative; Ending the Round.
    """
    battle, met, declared = prepared(input, input.deck_state, rulings, tells=dice.tells)
    note_beside(battle, met, dice)
    passing = {name for name, actions in declared.items() if not actions}
    if input.npc_orders:
        idle = {each.id: () for each in input.commanders if each.is_pc}
        declared = declare(battle, {**idle, **declared}, dice)
    cover = covered(battle.scene, dice)
    played = play_round(battle, declared, input.deck_state, dice, passing)
    after = played.battle
    left = sides_left(after)
    winner = min(left) if len(left) == 1 else None
    return MassRoundOutcome(
        summary=round_text(battle, after, played.comparisons, end_told(after.states(), end_of)),
        initiative=played.initiative,
        events=after.events,
        changes=after.changes or (),
        battle=played.comparisons,
        fallen=tuple([unit.id for unit in fallen_between(battle, after)]),
        state=after.states(),
        commander_cover=cover,
        verdict=MassRoundVerdict(
            over=len(left) < 2,
            winner=winner,
            draw=not left,
            routed=after.number(MassStatus.ROUTED) - battle.number(MassStatus.ROUTED),
            destroyed=after.number(MassStatus.DESTROYED) - battle.number(MassStatus.DESTROYED),
        ),
    )


def prepared(
    input: orders.MassRound | orders.MassSkirmish,
    deck_state: Sequence[Card] | None,
    rulings: MassRulings,
    *,
    tells: bool = False,
) -> tuple[Battle, list[Pair], orders.Declared]:
    """Take a battle and what its commanders declare from a request, and who is engaged because of where they stand.

    `tells` says whether somebody reads how units change.
    """
    refuse_lone_side({unit.side for unit in input.units})
    refuse_over(input.units)
    begun = placed(input, input.commanders, rulings, complete=True)
    battle, met = all_engaged(begun.told() if tells else begun)
    judge(input.orders, battle)
    refuse_undrawable(input.commanders, deck_state, rulings)
    return battle, met, {order.commander: order.actions for order in input.orders}


def play_round(
    battle: Battle,
    declared: orders.Declared,
    deck_state: Sequence[Card] | None,
    dice: Dice,
    passing: Collection[str] = (),
) -> Played:
    """Play the phases of a round: draw, act, fight, reset; `passing` are the commanders who are ordered to pass."""
    initiative, counts = drawn(battle, declared, deck_state, dice, passing)
    while counts:
        battle = next_count(battle, counts, dice)
        counts = counts[1:]
    battle, comparisons = fight_out(battle, dice)
    return Played(battle, initiative, comparisons)


def drawn(
    battle: Battle,
    declared: orders.Declared,
    deck_state: Sequence[Card] | None,
    dice: Dice,
    passing: Collection[str] = (),
) -> tuple[MassInitiativeOutcome, tuple[Count, ...]]:
    """Draw for initiative; return the draw, and the commanders' counts in the order of acting."""
    cites = (rulebook.ROUND_DURATION, rulebook.DICE_CONSUMPTION_ORDER, rulebook.ROUND_DECLARE_FIRST)
    dice.note(rulebook.ROUND_PHASES, "All orders were declared, and the round began.", cites=cites)
    commanders, rulings = tuple(battle.scene.commanders.values()), battle.scene.rulings
    everything = [Count(name, actions) for name, actions in declared.items()]
    if not any(isinstance(action, orders.MassRallyOrder) for each in everything for action in each.actions):
        # Rallies roll in the order of the cards; without any, what comes after the draw may be certain before it.
        dice.expect(lambda: (*draws_expected(commanders, deck_state, rulings), *_expected_after(battle, everything)))
    initiative = drawn_for(commanders, deck_state, rulings, dice)
    draws = {draw.commander: draw for draw in initiative.draws}
    counts = [
        Count(name, declared.get(name, ())[: draws[name].actions], draws[name], name in passing)
        for name in initiative.order
    ]
    return initiative, tuple(counts)


def next_count(battle: Battle, counts: Sequence[Count], dice: Dice) -> Battle:
    """Let the first of the commanders act who are still to act.

    Dice: a D20 for every rally.
    """
    dice.expect(partial(_expected_after, battle, counts))
    return act(battle, counts[0], dice)


def fight_out(battle: Battle, dice: Dice) -> tuple[Battle, tuple[MassComparison, ...]]:
    """Let all engaged units fight once all commanders have acted, and end the round.

    Dice: as `fight_battle`.
    """
    battle, comparisons = fight_battle(battle, dice)
    dice.note(rulebook.ROUND_END, "The round was over.")
    return reset(battle, dice), comparisons


def _expected_after(battle: Battle, counts: Sequence[Count]) -> list[Expected]:
    """Announce the rolls of actions that are still to come, by who takes them, and of the battle after them.

    Only rallies roll. Commands, powers and spells can engage and release units; the battle is certain without them.
    """
    units = battle.units
    pending = [(each.commander, action) for each in counts for action in each.actions]
    rallies = [(name, action) for name, action in pending if isinstance(action, orders.MassRallyOrder)]
    expected = [rally_expected(name, [units[each] for each in action.units]) for name, action in rallies]
    if any(not isinstance(action, orders.MassRallyOrder | orders.MassOtherOrder) for _, action in pending):
        return expected
    return [*expected, *expected_of(*_engaged(battle), battle.scene.rulings)]


def reset(battle: Battle, dice: Dice) -> Battle:
    """End the round: units can be commanded again, shield walls come down, pursuers return."""
    away, units, held = MassStatus.PURSUING, [], set(battle.held)
    for unit in [each for each in battle.units.values() if each.commanded or each.shield_wall or each.status is away]:
        if unit.status is not away:
            units.append(revised(unit, commanded=False, shield_wall=False))
        elif unit.hex in held:
            dice.warn(f"{called(unit)} could not return to {place(unit.hex)}: another unit stands there.")
        else:
            dice.note(
                rulebook.PURSUIT_COST, f"{called(unit)} returned from pursuit to {place(unit.hex)}.", actor=unit.id
            )
            held.add(unit.hex)
            units.append(revised(unit, status=MassStatus.ACTIVE, commanded=False, shield_wall=False))
    return battle.changed(ROUND_END, *units) if units else battle


def covered(scene: Scene, dice: Dice) -> tuple[str, ...]:
    """Return the commanders whom their own troops cover."""
    near = [commander for commander in scene.commanders.values() if commander.near_own_troops]
    for commander in near:
        text = f"{called(commander)} was concealed and in good cover among its troops."
        dice.note(rulebook.ACTION_COMMANDER_COVER, text, actor=commander.id)
    return tuple([commander.id for commander in near])


def sides_left(battle: Battle) -> set[str]:
    """Return the sides with units in the battle or back from pursuit soon."""
    return {unit.side for unit in battle.units.values() if unit.status in (MassStatus.ACTIVE, MassStatus.PURSUING)}
