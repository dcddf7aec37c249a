"""Attack: engaged units roll their battle dice, once."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field, WithJsonSchema

from service.dice.model import Dice
from service.rules.kernel.figures import Called, refuse_doubles
from service.rules.kernel.hexes import distance
from service.rules.kernel.telling import sentence
from service.rules.kernel.verdict import AttackResult
from service.rules.mass.attack.battle_dice import fight, losses_of
from service.rules.mass.book import refusals, rulebook
from service.rules.mass.book.options import MassRulings, MassWallScope
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.book.words import MassStatus
from service.rules.mass.figures.changes import BATTLE, Changes, lost_by
from service.rules.mass.figures.models import MAX_UNITS, MassFighter, UnitId
from service.rules.mass.figures.presence import refuse_inactive
from service.rules.mass.figures.standing import MassComparison, MassHit
from service.rules.mass.figures.text import called, lost, lost_in_short
from service.wire import DISTINCT, Frozen, record

EngagedPair = Annotated[
    tuple[UnitId, UnitId],
    WithJsonSchema(
        {
            "type": "array",
            "items": {"type": "string", "minLength": 1, "maxLength": 64},
            "minItems": 2,
            "maxItems": 2,
            "description": "Ids of two engaged units.",
        }
    ),
]


class MassClash(Frozen):
    """Engaged units that fight."""

    units: Annotated[tuple[MassFighter, ...], Field(min_length=2, max_length=MAX_UNITS)] = Field(
        description="The units, in the order in which they roll."
    )
    pairs: Annotated[tuple[EngagedPair, ...], Field(min_length=1, max_length=300), DISTINCT] = Field(
        description="Which of them fight each other; every unit has at least one foe."
    )


@record
class MassClashVerdict:
    """The result of the attack of the first unit on the second of the first pair, and what the clash cost whom."""

    outcome: Annotated[
        AttackResult,
        Field(
            description="The result of the first unit's attack on the second, of the first pair: a hit cost it morale, "
            "a blocked one would have without a shield wall. In a clash the other may hit as well: see `struck`."
        ),
    ]
    struck: Annotated[tuple[str, ...], Field(description="Ids of the units that lose Morale Points.")]
    first_loses: Annotated[int, Field(description="Morale Points that the first unit of the first pair loses.")]
    second_loses: Annotated[int, Field(description="Morale Points that the second unit of the first pair loses.")]
    first_routed: Annotated[bool, Field(description="Whether that first unit is routed.")]
    second_routed: Annotated[bool, Field(description="Whether that second unit is routed.")]
    losses: Annotated[tuple[int, ...], Field(description="Morale Points lost, in the order of the units.")]


@record
class MassClashOutcome:
    """The outcome of a clash."""

    summary: Annotated[str, Field(description="The clash in a sentence.")]
    comparisons: Annotated[tuple[MassComparison, ...], Field(description="The scores of each pair.")]
    units: Annotated[tuple[MassHit, ...], Field(description="What became of each unit.")]
    changes: Changes
    verdict: Annotated[MassClashVerdict, Field(description="The result of the clash, and its losses.")]


def resolve_attack(input: MassClash, rulings: MassRulings, dice: Dice) -> MassClashOutcome:
    """Roll the battle dice of engaged units, compare each pair's scores and take the losses.

    A margin of 3 or more costs the loser Morale Points; a unit without any left is routed. All losses are taken
    together.

    The second die of a flanker counts against those it flanks; with `multi_foe_roll` `single_higher` the higher of both
    counts against all its foes.

    Dice: in the order of the units, each its battle die and, if it flanks a foe, at once a second one; with
    `multi_foe_roll` `per_foe` pair by pair, the first unit's dice before the second's.
    Raises: UnitNotActive, UnitNotEngaged, MassUnknownUnit, MassDuplicateId, TargetNotEnemy, EngagementNotAdjacent.
    Ruling: mass/ruling/flanking-definition, several-foes, simultaneous-losses.
    Source: Ending the Round.
    """
    refuse_unfit(input)
    units = input.units
    comparisons = fight(units, input.pairs, rulings, dice)
    losses = losses_of(comparisons, units, rulings, dice)
    hits = {}
    for unit in units:
        damage, left = losses[unit.id], max(morale_of(unit) - losses[unit.id], 0)
        hits[unit.id] = hit_of(unit.id, damage, left)
        if damage:
            note_loss(unit, damage, left, dice)
    first, second = [hits[each] for each in input.pairs[0]]
    return MassClashOutcome(
        summary=_summary_of(input, hits),
        comparisons=comparisons,
        units=tuple(hits.values()),
        changes=lost_by(units, {name: hit.status for name, hit in hits.items()}, BATTLE),
        verdict=MassClashVerdict(
            outcome=_result_of(comparisons[0], input, rulings, losses),
            struck=tuple([name for name, damage in losses.items() if damage]),
            first_loses=first.damage,
            second_loses=second.damage,
            first_routed=first.status is MassStatus.ROUTED,
            second_routed=second.status is MassStatus.ROUTED,
            losses=tuple(losses.values()),
        ),
    )


def _result_of(
    first: MassComparison, input: MassClash, rulings: MassRulings, losses: Mapping[str, int]
) -> AttackResult:
    """Return what came of the first unit's attack on the second, of the first pair."""
    foe = first.pair[1]
    if first.to != foe:
        return AttackResult.MISS
    walled = next(unit.shield_wall for unit in input.units if unit.id == foe)
    kept_off = first.damage == 1 if rulings.shield_wall is MassWallScope.PER_INSTANCE else not losses[foe]
    return AttackResult.BLOCKED if walled and kept_off else AttackResult.HIT


def _summary_of(input: MassClash, hits: Mapping[str, MassHit]) -> str:
    """Return a clash in a sentence: who fought, and who lost how much."""
    names = {unit.id: called(unit) for unit in input.units}
    one, other = input.pairs[0]
    who = f"{names[one]} and {names[other]}" if len(input.pairs) == 1 else f"{len(input.units)} units"
    losses = [lost_in_short(names[hit.unit], hit.damage, hit.morale) for hit in hits.values() if hit.damage]
    return sentence(f"{who} fought: {'; '.join(losses) or 'nobody lost morale'}")


def morale_of(unit: MassFighter) -> int:
    """Return a unit's Morale Points."""
    return unit.morale_max if unit.morale is None else unit.morale


def refuse_unfit(input: MassClash) -> None:
    """Refuse a clash of units that cannot fight each other."""
    refuse_doubles(input.units, "/units", refusals.MassDuplicateId)
    for position, unit in enumerate(input.units):
        refuse_inactive(unit, f"/units/{position}")
    units = {unit.id: unit for unit in input.units}
    fighting: set[str] = set()
    for position, pair in enumerate(input.pairs):
        _refuse_pair(units, pair, f"/pairs/{position}")
        if pair[::-1] in input.pairs[:position]:
            raise refusals.MassDuplicateId(f"{pair[0]} and {pair[1]} are paired twice.", pointer=f"/pairs/{position}")
        fighting.update(pair)
    for position, unit in enumerate(input.units):
        if unit.id not in fighting:
            raise refusals.UnitNotEngaged(f"{unit.id} is in no pair.", pointer=f"/units/{position}")


def _refuse_pair(units: dict[str, MassFighter], pair: tuple[str, str], pointer: str) -> None:
    for position, each in enumerate(pair):
        if each not in units:
            raise refusals.MassUnknownUnit(f"There is no unit {each!r}.", each, units, pointer=f"{pointer}/{position}")
    refuse_mismatched(units[pair[0]], units[pair[1]], pointer)


def refuse_mismatched(one: MassFighter, other: MassFighter, pointer: str) -> None:
    """Refuse two units that do not fight each other, or not from where they stand."""
    if one is other:
        raise refusals.TargetNotEnemy(
            f"{one.id} cannot fight itself.", pointer=pointer, rule=rulebook.ENGAGEMENT_MUTUAL
        )
    if one.side is not None and one.side == other.side:
        message = f"{one.id} and {other.id} are of one side and do not fight each other."
        raise refusals.TargetNotEnemy(message, pointer=pointer, rule=rulebook.ENGAGEMENT_MUTUAL)
    if one.hex is not None and other.hex is not None and distance(one.hex, other.hex) != 1:
        message = f"{one.id} and {other.id} fight each other, but are {distance(one.hex, other.hex)} hexes apart."
        raise refusals.EngagementNotAdjacent(message, pointer=pointer)


def hit_of(unit: str, damage: int, left: int) -> MassHit:
    """Return what became of a unit that lost Morale Points in battle."""
    status = MassStatus.ACTIVE if left else MassStatus.ROUTED
    return MassHit(unit=unit, damage=damage, morale=left, status=status)


def note_loss(unit: Called, damage: int, left: int, dice: Dice) -> None:
    """Record what a unit loses in battle, and that it is routed if nothing is left."""
    text = lost(called(unit), damage, left)
    if left:
        dice.note(rulebook.BATTLE_SIMULTANEOUS, text, actor=unit.id, cites=(Rulings.SIMULTANEOUS_LOSSES,))
    else:
        cites = (rulebook.BATTLE_SIMULTANEOUS, Rulings.NO_ADVANCE)
        dice.note(rulebook.ROUT_ZERO_MORALE, text, actor=unit.id, cites=cites)
