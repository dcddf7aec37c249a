"""Records of units in answers: their whole state, the hits they took, and how their scores compared."""

from typing import Annotated, TypedDict, Unpack

from pydantic import Field

from service.dice.transcript import Tally
from service.rules.kernel.hexes import CONVENTION_IN_SHORT, Hex
from service.rules.mass.book.words import MassDie, MassStatus
from service.rules.mass.figures.models import MassUnit
from service.wire import Meta, record


@record
class MassUnitState:
    """A unit in full; posted back, it is the unit of the next request."""

    id: Annotated[str, Field(description="The unit's name.")]
    name: Annotated[str | None, Field(description="What players call it; null: its id.")]
    meta: Annotated[Meta | None, Field(description="The caller's own, as it was sent.")]
    hidden: Annotated[bool, Field(description="Whether viewers of an encounter do not see it.")]
    side: Annotated[str, Field(description="Whom it fights for.")]
    commander_id: Annotated[str | None, Field(description="Whom it is assigned to.")]
    battle_die: Annotated[MassDie, Field(description="The die it fights with.")]
    power: Annotated[str | None, Field(description="Its Encounter Power.")]
    power_expended: Annotated[bool, Field(description="Whether the power is used up until the unit is rallied.")]
    use_power: Annotated[bool, Field(description="Whether a power that fires on contact may fire.")]
    speed: Annotated[int, Field(description="Hexes of clear ground in a round.")]
    morale_max: Annotated[int, Field(description="Rated Morale Points.")]
    morale: Annotated[int, Field(description="Current Morale Points.")]
    hex: Annotated[Hex, Field(description=f"Where it stands. {CONVENTION_IN_SHORT}")]
    facing: Annotated[int, Field(description=f"The hexside it faces. {CONVENTION_IN_SHORT}")]
    large: Annotated[bool, Field(description="Whether it is made up of large creatures.")]
    engaged_with: Annotated[tuple[str, ...], Field(description="Ids of the enemies it is in contact with.")]
    commanded: Annotated[bool, Field(description="Whether it was commanded this round.")]
    disadvantages: Annotated[tuple[str, ...], Field(description="Ids of foes against whom it has a disadvantage.")]
    flanking: Annotated[tuple[str, ...], Field(description="Ids of foes that it flanks wherever it stands.")]
    battle_bonus: Annotated[int, Field(description="Added to its battle die by spells.")]
    shield_wall: Annotated[bool, Field(description="Whether its shield wall is raised until the round ends.")]
    fall_back: Annotated[bool, Field(description="Whether it falls back where a power on contact lets it.")]
    status: Annotated[MassStatus, Field(description="Whether it is in the battle.")]


@record
class MassHit:
    """What became of a unit that something struck."""

    unit: Annotated[str, Field(description="Id of the unit struck.")]
    damage: Annotated[int, Field(description="Morale Points lost, after its shield wall.")]
    morale: Annotated[int, Field(description="Morale Points left.")]
    status: Annotated[MassStatus, Field(description="Whether it is still in the battle.")]


@record
class MassComparison:
    """The scores of two engaged units."""

    pair: Annotated[tuple[str, str], Field(description="Ids of the two units.")]
    scores: Annotated[tuple[int, int], Field(description="Their scores against each other.")]
    margin: Annotated[int, Field(description="The first score less the second.")]
    damage: Annotated[int, Field(description="Morale damage to the loser, before its shield wall.")]
    to: Annotated[str | None, Field(description="Id of the unit that loses morale; null if neither does.")]
    tallies: Annotated[tuple[Tally, Tally], Field(description="What made the scores.")]


class Change(TypedDict, total=False):
    """What a battle can change of a unit."""

    battle_die: MassDie
    power_expended: bool
    speed: int
    morale: int
    hex: Hex
    facing: int
    engaged_with: tuple[str, ...]
    commanded: bool
    battle_bonus: int
    shield_wall: bool
    status: MassStatus


def revised(unit: MassUnitState, **changes: Unpack[Change]) -> MassUnitState:
    """Return a unit with some fields changed; rounds do this a thousand times, so it is quicker than `replace`."""
    after = object.__new__(MassUnitState)
    after.__dict__ = unit.__dict__ | changes
    return after


def state_of(unit: MassUnit) -> MassUnitState:
    """Take a unit from a request; without current Morale Points it has the rated ones."""
    morale = unit.morale_max if unit.morale is None else unit.morale
    state = MassUnitState(**(vars(unit) | {"morale": morale}))
    # Python reads fields three times as fast from a dictionary that shares no keys; all revised units copy this one.
    state.__dict__ = {**state.__dict__}
    return state
