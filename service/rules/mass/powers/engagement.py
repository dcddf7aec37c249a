"""Contact as an operation of its own: two units meet."""

from typing import Annotated

from pydantic import Field

from service.dice.model import Dice
from service.rules.mass.attack.attack import refuse_inactive
from service.rules.mass.battle.events import MassEvent
from service.rules.mass.battle.muster import engaged, refuse_broken, scene_of, states_of
from service.rules.mass.battle.state import Battle, Scene
from service.rules.mass.book import rulebook
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.refusals import TargetNotEnemy
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.book.words import MassStatus
from service.rules.mass.figures.models import MAX_UNITS, MassMap, MassUnit
from service.rules.mass.figures.standing import MassUnitState, state_of
from service.rules.mass.powers.contact import set_off
from service.wire import record


class MassContact(MassMap):
    """Two units that meet, and who else is on the map."""

    mover: MassUnit = Field(description="Who came.")
    stationary: MassUnit = Field(description="Who stood.")
    others: Annotated[tuple[MassUnit, ...], Field(max_length=MAX_UNITS)] = Field(
        default=(), description="Other units; needed only where one of the two may fall back or is engaged with them."
    )


@record
class MassContactVerdict:
    """What a contact led to."""

    engaged: Annotated[bool, Field(description="Whether the two are engaged.")]
    mover_lost: Annotated[bool, Field(description="Whether the mover left the battle.")]
    stationary_lost: Annotated[bool, Field(description="Whether the stationary unit left the battle.")]


@record
class MassContactOutcome:
    """What came of a contact."""

    events: Annotated[tuple[MassEvent, ...], Field(description="The powers that fired, and who fell back.")]
    units: Annotated[tuple[MassUnitState, ...], Field(description="Every unit as it now is, the mover first.")]
    engaged: Annotated[bool, Field(description="Whether the two are engaged.")]
    verdict: Annotated[MassContactVerdict, Field(description="What it led to.")]


def engage(input: MassContact, rulings: MassRulings, dice: Dice) -> MassContactOutcome:
    """Let two units of different sides meet and their powers on contact fire.

    They count as in contact wherever they stand. Units that were engaged with each other before fire nothing.

    Dice: none.
    Raises: UnitNotActive, TargetNotEnemy, MassDuplicateId, MassUnknownUnit, UnknownPower, MassHexOccupied,
    HexImpassable, MassEngagementNotMutual, EngagementNotAdjacent.
    Ruling: mass/ruling/on-engaged-order, condition-unmet, pilum-path.
    Source: Engaged Units; Sample Encounter Powers.
    """
    before, scene = _met(input, rulings)
    mover, stationary = input.mover.id, input.stationary.id
    battle = before
    if stationary in before.units[mover].engaged_with:
        told = f"{mover} and {stationary} were engaged before: no power fires."
        cites = (Rulings.ON_ENGAGED_RETRIGGER,)
        dice.note(rulebook.ENGAGEMENT_TRIGGER_POWERS, told, actor=mover, cites=cites)
    else:
        battle = set_off(engaged(before, mover, stationary), scene, mover, stationary, None, dice)
    in_contact = stationary in battle.units[mover].engaged_with
    return MassContactOutcome(
        events=battle.events,
        units=states_of(battle),
        engaged=in_contact,
        verdict=MassContactVerdict(
            engaged=in_contact,
            mover_lost=battle.units[mover].status is not MassStatus.ACTIVE,
            stationary_lost=battle.units[stationary].status is not MassStatus.ACTIVE,
        ),
    )


def _met(input: MassContact, rulings: MassRulings) -> tuple[Battle, Scene]:
    for pointer, unit in (("/mover", input.mover), ("/stationary", input.stationary)):
        refuse_inactive(unit, pointer)
    if input.mover.side == input.stationary.side:
        message = f"{input.mover.id} and {input.stationary.id} are both of {input.mover.side}."
        raise TargetNotEnemy(message, pointer="/stationary/side", rule=rulebook.ENGAGEMENT_MUTUAL.id)
    scene = scene_of(input, (), rulings, complete=False)
    units = (input.mover, input.stationary, *input.others)
    pointers = ["/mover", "/stationary", *(f"/others/{position}" for position in range(len(input.others)))]
    refuse_broken(units, pointers, scene)
    return Battle.of(map(state_of, units)), scene
