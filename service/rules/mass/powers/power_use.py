"""Powers on command as an operation of their own."""

from typing import Annotated

from pydantic import Field

from service.dice.model import Dice
from service.rules.kernel.hexes import Hex, distance
from service.rules.mass.battle.events import MassEvent
from service.rules.mass.battle.legality import refuse
from service.rules.mass.battle.losses import lost_between
from service.rules.mass.battle.muster import set_up, states_of
from service.rules.mass.battle.names import refuse_power_names
from service.rules.mass.battle.state import Battle
from service.rules.mass.book.options import MassRulings
from service.rules.mass.figures.orders import MassUsePower
from service.rules.mass.figures.standing import MassHit, MassUnitState
from service.rules.mass.figures.text import power_named
from service.rules.mass.powers.powering import at_target, unfit_for_use, use_powers
from service.wire import record


@record
class MassPowerUsed:
    """How one unit used a power."""

    unit: Annotated[str, Field(description="The unit's id.")]
    target: Annotated[str | None, Field(description="Id of the unit it was aimed at, if it was aimed at one.")]
    distance: Annotated[int | None, Field(description="Hexes to that unit.")]
    line: Annotated[tuple[Hex, ...], Field(description="The hexes it struck along.")]
    hits: Annotated[tuple[MassHit, ...], Field(description="The units it struck.")]


@record
class MassPowerVerdict:
    """What an order to use a power achieved."""

    damage: Annotated[int, Field(description="Morale Points that all units struck lost together.")]
    lost: Annotated[int, Field(description="How many units of all sides left the battle.")]


@record
class MassPowerOutcome:
    """What came of an order to use a power."""

    uses: Annotated[tuple[MassPowerUsed, ...], Field(description="What each unit did, in the order named.")]
    events: Annotated[tuple[MassEvent, ...], Field(description="Everything that happened.")]
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
    battle, scene = set_up(input, (input.commander,), rulings, dice, complete=False)
    refuse_power_names(input.order, battle.units, scene, "/order")
    for position, use in enumerate(input.order.units):
        reason = unfit_for_use(battle, scene, input.commander, input.order.power, use)
        told = f"{use.unit} cannot use {power_named(input.order.power)}{at_target(battle, use)} on command"
        refuse(reason, told, f"/order/units/{position}", power=input.order.power)
    after = use_powers(battle, scene, input.commander, input.order, dice)
    targets = {use.unit: use.target for use in input.order.units}
    uses = tuple([_used(event, targets, battle) for event in after.events if event.power is not None])
    return MassPowerOutcome(
        uses=uses,
        events=after.events,
        state=states_of(after),
        verdict=MassPowerVerdict(
            damage=sum([hit.damage for use in uses for hit in use.hits]),
            lost=lost_between(battle, after),
        ),
    )


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
