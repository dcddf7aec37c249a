"""Powers on command: who can use them, at whom, and the procedure that orders them."""

from collections.abc import Sequence
from typing import Annotated, Final

from pydantic import Field

from service.dice.model import Dice
from service.rules.kernel.hexes import CONVENTION_IN_SHORT, Hex, ahead, distance
from service.rules.kernel.telling import joined, sentence
from service.rules.mass.battle.legality import off_target, pass_over, refuse, side_struck, struck, unfit_for_power
from service.rules.mass.battle.losses import gone_between, lost_between, note_released
from service.rules.mass.battle.muster import set_up
from service.rules.mass.battle.names import refuse_power_names
from service.rules.mass.battle.state import Battle, MassEvent
from service.rules.mass.book import rulebook
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.powers import MassAlongLine, MassAtSelf, MassAtUnit, MassCommandPower
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.book.tables import POWER_CITES, rule_of
from service.rules.mass.book.words import MassChangeReason, MassEventKind, MassReason
from service.rules.mass.figures.changes import Cause, Changes
from service.rules.mass.figures.models import MassCommander
from service.rules.mass.figures.orders import MassPowerOrder, MassPowerUse, MassUsePower
from service.rules.mass.figures.standing import MassHit, MassUnitState, revised
from service.rules.mass.figures.text import MOST_TOLD, called, hexes, morale, power_named
from service.rules.mass.powers.effects import strike
from service.wire import record

USED: Final = Cause(MassChangeReason.POWER)
USE_CITES: Final = (
    rulebook.POWER_ON_COMMAND,
    rulebook.POWER_ON_COMMAND_TARGETS,
    rulebook.POWER_ONE_USE,
    rulebook.COMMAND_NO_FURTHER_ACTION,
    Rulings.ON_COMMAND_ENGAGED,
    Rulings.COMMAND_SINGULAR,
)


def use_powers(battle: Battle, commander: MassCommander, order: MassPowerOrder, dice: Dice) -> Battle:
    """Let units use a power, one after the other; who cannot is passed over."""
    for use in order.units:
        reason = unfit_for_use(battle, commander, order.power, use)
        power = battle.scene.powers[order.power]
        if reason is None and isinstance(power, MassCommandPower):
            battle = _use(battle, commander.id, power, use, dice)
        else:
            reason = reason or MassReason.POWER_WRONG_TRIGGER
            who, power_name = battle.name_of(use.unit), power_named(order.power)
            deed = f"{who} could not use {power_name}{at_target(battle, use)} for {called(commander)}"
            battle = pass_over(battle, commander.id, use.unit, reason, deed, dice, power=order.power)
    return battle


def unfit_for_use(battle: Battle, commander: MassCommander, power_id: str, use: MassPowerUse) -> MassReason | None:
    """Return why a unit cannot use a power, or not at that target."""
    unit, power = battle.units[use.unit], battle.scene.powers[power_id]
    reason = unfit_for_power(unit, power_id, commander, battle.scene)
    if reason is None and isinstance(power, MassCommandPower) and isinstance(power.target, MassAtUnit):
        return off_target(battle, unit, power.target, use.target, side_struck(power, battle.scene))
    return reason


def at_target(battle: Battle, use: MassPowerUse) -> str:
    """Return in words at whom a power is used, and how far away: " at levy, 3 hexes away,"."""
    if use.target is None:
        return ""
    away = distance(battle.units[use.unit].hex, battle.units[use.target].hex)
    return f" at {battle.name_of(use.target)}, {hexes(away)} away,"


def _use(battle: Battle, commander: str, power: MassCommandPower, use: MassPowerUse, dice: Dice) -> Battle:
    unit = battle.units[use.unit]
    if use.target is not None and not isinstance(power.target, MassAtUnit):
        dice.warn(f"{power_named(power.id)} needs no target: the one named, {use.target}, is not read.")
    line = line_of(unit, power)
    targets = targets_of(battle, unit, power, use.target)
    rule = rule_of(power)
    text = f"{called(unit)} used {power_named(power.id)}{_aimed(battle, power, targets)}."
    dice.note(rule, text, actor=unit.id, cites=USE_CITES + POWER_CITES.get(power.id, ()))
    battle = battle.changed(USED, revised(unit, power_expended=True, commanded=True))
    before, hits = battle, []
    for target in targets:
        battle, hit = strike(battle, target, power.effects, rule, unit.id, dice)
        hits.append(hit)
    note_released(before, battle, dice)
    return battle.recorded(
        dice, commander, MassEventKind.POWER, unit=unit.id, power=power.id, hits=tuple(hits), line=line
    )


def _aimed(battle: Battle, power: MassCommandPower, targets: Sequence[str]) -> str:
    if isinstance(power.target, MassAtSelf):
        return ""
    return f" at {battle.names_of(targets)}" if targets else ", with nobody to strike on its line"


def line_of(unit: MassUnitState, power: MassCommandPower) -> tuple[Hex, ...]:
    """Return the hexes along which a power strikes, if it strikes along a line."""
    target = power.target
    return ahead(unit.hex, unit.facing, target.length) if isinstance(target, MassAlongLine) else ()


def targets_of(battle: Battle, unit: MassUnitState, power: MassCommandPower, target: str | None) -> list[str]:
    """Return the units that a power strikes: the one named, those on the line, or its user."""
    if isinstance(power.target, MassAtUnit):
        return [] if target is None else [target]
    if not isinstance(power.target, MassAlongLine):
        return [unit.id]
    side = side_struck(power, battle.scene)
    on_line = [battle.held[each] for each in line_of(unit, power) if each in battle.held]
    return [each for each in on_line if struck(side, unit, battle.units[each])]


@record
class MassPowerUsed:
    """One unit's use of a power."""

    unit: Annotated[str, Field(description="The unit's id.")]
    target: Annotated[str | None, Field(description="Id of the unit it was aimed at, if it was aimed at one.")]
    distance: Annotated[int | None, Field(description="Hexes to that unit.")]
    line: Annotated[tuple[Hex, ...], Field(description=f"The hexes it struck along. {CONVENTION_IN_SHORT}")]
    hits: Annotated[tuple[MassHit, ...], Field(description="The units it struck.")]


@record
class MassPowerVerdict:
    """The result of an order to use a power."""

    damage: Annotated[int, Field(description="Morale Points that all units struck lost together.")]
    lost: Annotated[int, Field(description="How many units of all sides left the battle.")]


@record
class MassPowerOutcome:
    """The outcome of an order to use a power."""

    summary: Annotated[str, Field(description="The use in a sentence.")]
    uses: Annotated[tuple[MassPowerUsed, ...], Field(description="What each unit did, in the order named.")]
    events: Annotated[tuple[MassEvent, ...], Field(description="Everything that happened.")]
    changes: Changes
    state: Annotated[tuple[MassUnitState, ...], Field(description="Every unit as it now is; post them back.")]
    verdict: Annotated[MassPowerVerdict, Field(description="What it achieved.")]


def use_power(input: MassUsePower, rulings: MassRulings, dice: Dice) -> MassPowerOutcome:
    """Let any number of a commander's units use one power on command, each at its own target.

    Ranges are hexes, damage is Morale Points. The power is expended, and it is the units' action.

    Dice: none.
    Raises: PowerMismatch, PowerWrongTrigger, PowerExpended, UnitAlreadyCommanded, NotYourUnit, UnitNotActive,
    MassTargetRequired, TargetOutOfRange, TargetEngaged, TargetNotEnemy, UnknownPower, MassUnknownUnit, and what a
    broken map or roster raises.
    Ruling: mass/ruling/volley-range, volley-target, gout-line, shield-wall-scope.
    Source: Command troops to use an "On Command" encounter power; Sample Encounter Powers.
    """
    battle = set_up(input, (input.commander,), rulings, dice, complete=False)
    refuse_power_names(input.order, battle.units, battle.scene, "/order")
    for position, use in enumerate(input.order.units):
        reason = unfit_for_use(battle, input.commander, input.order.power, use)
        text = (
            f"{battle.name_of(use.unit)} cannot use {power_named(input.order.power)}{at_target(battle, use)} on command"
        )
        refuse(reason, text, f"/order/units/{position}", power=input.order.power)
    after = use_powers(battle, input.commander, input.order, dice)
    targets = {use.unit: use.target for use in input.order.units}
    uses = tuple([_used(event, targets, battle) for event in after.events if event.power is not None])
    return MassPowerOutcome(
        summary=_summary_of(input, battle, after),
        uses=uses,
        events=after.events,
        changes=after.changes or (),
        state=after.states(),
        verdict=MassPowerVerdict(
            damage=sum([hit.damage for use in uses for hit in use.hits]), lost=lost_between(battle, after)
        ),
    )


def _summary_of(input: MassUsePower, before: Battle, after: Battle) -> str:
    """Return the use of a power in a sentence: by whom and at whom, what it cost, and who left the battle."""
    units = after.units
    users = [called(units[use.unit]) for use in input.order.units]
    who = joined(users) if len(users) <= MOST_TOLD else f"{len(users)} units"
    targets = dict.fromkeys([called(units[use.target]) for use in input.order.units if use.target is not None])
    at = f" at {joined(tuple(targets))}" if 0 < len(targets) <= MOST_TOLD else ""
    losses: dict[str, int] = {}
    for hit in [hit for event in after.events for hit in event.hits if hit.damage]:
        losses[hit.unit] = losses.get(hit.unit, 0) + hit.damage
    costs = [f"{called(units[name])} lost {morale(points)}" for name, points in losses.items()]
    told = [*costs, *gone_between(before, after)]
    return sentence(f"{who} used {power_named(input.order.power)}{at}{': ' if told else ''}{'; '.join(told)}")


def _used(event: MassEvent, targets: dict[str, str | None], battle: Battle) -> MassPowerUsed:
    unit = battle.units[event.unit or ""]
    target = targets[unit.id]
    return MassPowerUsed(
        unit=unit.id,
        target=target,
        distance=None if target is None else distance(unit.hex, battle.units[target].hex),
        line=event.line,
        hits=event.hits,
    )
