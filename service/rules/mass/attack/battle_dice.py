"""Battle dice: what engaged units roll, how their scores compare, and the morale damage of a margin.

Dice: in the order of the units, each its battle die and, if it flanks a foe, at once a second one; with
`multi_foe_roll` `per_foe`, pair by pair, the first unit's dice before the second's.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Final

from pydantic import Field

from service.dice.model import Bands, Cites, Dice, Expected
from service.dice.transcript import Tally, Term
from service.rules.kernel.hexes import Arc, Hex, arc_of, direction_of
from service.rules.kernel.tally import Facts, counted, spoken, tally
from service.rules.kernel.telling import joined
from service.rules.mass.book import rulebook
from service.rules.mass.book.modifiers import BATTLE_ROWS, MARGIN_ROWS, MassFact
from service.rules.mass.book.options import MassFlankingMode, MassFoeRoll, MassRulings, MassStacking, MassWallScope
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.book.words import POOLS
from service.rules.mass.figures.models import MassFighter
from service.rules.mass.figures.presence import note_wall
from service.rules.mass.figures.standing import MassComparison, MassUnitState
from service.rules.mass.figures.text import called
from service.wire import WHOLE, Frozen, record, value_class

Combatant = MassFighter | MassUnitState
Pair = tuple[str, str]
Met = tuple[Sequence[str], Sequence[str]]
"""Ids of the foes that a unit flanks, and of the others that it fights."""

Faces = tuple[int, int]
"""A unit's first battle die, and the better of both where there is a second."""

EVERYONE: Final = "*"
ARC: Final = MassFlankingMode.ARC
"""Read once, because Python 3.11 reads a member of an enum slowly from its class."""

THRESHOLD = 3


class MassMargin(Frozen):
    """The margin between two scores."""

    margin: Annotated[int, Field(ge=0, le=100), WHOLE] = Field(description="The higher score less the lower.")


@record
class MassMoraleDamage:
    """The morale damage of a margin."""

    damage: Annotated[int, Field(description="Morale Points lost.")]
    tally: Annotated[Tally, Field(description="What made it: 1 from a margin of 3, and 1 for every 2 more.")]


@lru_cache(maxsize=128)
def morale_damage_of(margin: int) -> int:
    """Return the Morale Points that the loser of a comparison loses."""
    return 0 if margin < THRESHOLD else 1 + (margin - THRESHOLD) // 2


def compute_morale_damage(input: MassMargin, rulings: MassRulings) -> MassMoraleDamage:
    """Compute the morale damage of a margin between two scores.

    A margin of 3 costs 1 Morale Point, and every further 2 cost 1 more.

    Ruling: mass/ruling/margin-reading.
    Source: Ending the Round.
    """
    damage = morale_damage_of(input.margin)
    reached = int(input.margin >= THRESHOLD)
    return MassMoraleDamage(
        damage=damage, tally=tally(reached, counted(MARGIN_ROWS, {MassFact.FURTHER_MARGIN: damage - reached}))
    )


@value_class
class Stance:
    """A unit against one foe: the modifiers of its score, and whether it flanks."""

    shift: int
    terms: tuple[Term, ...]
    flanks: bool


PLAIN: Final = Stance(0, (), flanks=False)
FLANKING: Final = Stance(0, (), flanks=True)

RESULTS: Final[dict[bool, tuple[str, Cites]]] = {
    False: ("a tie, no loss", (rulebook.BATTLE_THRESHOLD, Rulings.TIES)),
    True: ("too close for a loss", (rulebook.BATTLE_THRESHOLD,)),
}
"""What a margin without a loss means, by whether there is any, and what decides it."""


def fight(
    fighters: Sequence[Combatant], pairs: Sequence[Pair], rulings: MassRulings, dice: Dice
) -> tuple[MassComparison, ...]:
    """Roll the battle dice of engaged units and compare each pair's scores."""
    units = {fighter.id: fighter for fighter in fighters}
    stances = stances_of(units, pairs, rulings)
    cites = (Rulings.SEVERAL_FOES,) if len(pairs) > 1 or rulings.multi_foe_roll is MassFoeRoll.PER_FOE else ()
    rolls = rolls_of(fighters, pairs, stances, rulings)
    dice.expect(lambda: [each for roll in rolls for each in _expected_of(*roll, units)])
    against_all = rulings.multi_foe_roll is MassFoeRoll.SINGLE_HIGHER
    if rulings.multi_foe_roll is MassFoeRoll.PER_FOE:
        by_pair = zip(pairs, rolls[::2], rolls[1::2], strict=True)
        return tuple(
            [
                _compared(
                    pair,
                    (_roll(*one, units, dice, cites=cites), _roll(*other, units, dice, cites=cites)),
                    stances,
                    units,
                    dice,
                )
                for pair, one, other in by_pair
            ]
        )
    rolled = {each.id: _roll(each, met, units, dice, against_all=against_all, cites=cites) for each, met in rolls}
    return tuple([_compared(pair, (rolled[pair[0]], rolled[pair[1]]), stances, units, dice) for pair in pairs])


def expected_of(fighters: Sequence[Combatant], pairs: Sequence[Pair], rulings: MassRulings) -> list[Expected]:
    """Return the rolls that engaged units make when they fight, in their order."""
    units = {fighter.id: fighter for fighter in fighters}
    rolls = rolls_of(fighters, pairs, stances_of(units, pairs, rulings), rulings)
    return [each for roll in rolls for each in _expected_of(*roll, units)]


def stances_of(units: Mapping[str, Combatant], pairs: Sequence[Pair], rulings: MassRulings) -> dict[Pair, Stance]:
    """Return how the two of each pair stand against each other, the first one's stance before the other's."""
    stances = {}
    for one, other in pairs:
        unit, foe = units[one], units[other]
        stances[one, other] = stance_of(unit, foe, rulings)
        stances[other, one] = stance_of(foe, unit, rulings)
    return stances


def rolls_of(
    fighters: Sequence[Combatant], pairs: Sequence[Pair], stances: Mapping[Pair, Stance], rulings: MassRulings
) -> list[tuple[Combatant, Met]]:
    """Return who rolls, in order, and whom it meets with the roll."""
    if rulings.multi_foe_roll is MassFoeRoll.PER_FOE:
        units = {fighter.id: fighter for fighter in fighters}
        both = [each for pair in pairs for each in (pair, pair[::-1])]
        return [(units[one], ([other], []) if stances[one, other].flanks else ([], [other])) for one, other in both]
    met: dict[str, tuple[list[str], list[str]]] = {fighter.id: ([], []) for fighter in fighters}
    for (one, other), stance in stances.items():
        met[one][not stance.flanks].append(other)
    return [(fighter, met[fighter.id]) for fighter in fighters]


def _expected_of(fighter: Combatant, met: Met, units: Mapping[str, Combatant]) -> list[Expected]:
    """Announce the rolls of a unit against those it meets."""
    flanked, others = met
    who, pool = called(fighter), POOLS[fighter.battle_die]
    foes = joined([called(units[each]) for each in (*flanked, *others)])
    rolls = [Expected(rulebook.BATTLE_ROLL, pool, fighter.id, f"Battle die of {who} against {foes}")]
    if flanked:
        beside = joined([called(units[each]) for each in flanked])
        second = f"Second battle die of {who} for flanking {beside}"
        rolls.append(Expected(rulebook.BATTLE_FLANKING, pool, fighter.id, second))
    return rolls


def stance_of(fighter: Combatant, foe: Combatant, rulings: MassRulings) -> Stance:
    """Return what changes a unit's score against a foe, and whether it flanks it."""
    flanks, here, there = foe.id in fighter.flanking, foe.hex, fighter.hex
    if not flanks and here is not None and there is not None and rulings.flanking_mode is ARC:
        flanks = _is_behind_front(here, foe.facing, there)
    if not fighter.disadvantages and not fighter.battle_bonus:
        return FLANKING if flanks else PLAIN
    disadvantages = sum([each in (foe.id, EVERYONE) for each in fighter.disadvantages])
    if rulings.disadvantage_stacking is MassStacking.FLAT:
        disadvantages = min(disadvantages, 1)
    facts: Facts = {MassFact.DISADVANTAGE: disadvantages, MassFact.BATTLE_BONUS: fighter.battle_bonus}
    terms = tuple(counted(BATTLE_ROWS, facts))
    return Stance(sum([each.value for each in terms]), terms, flanks)


@lru_cache(maxsize=4096)
def _is_behind_front(here: Hex, facing: int, there: Hex) -> bool:
    """Return whether a hex lies beside or behind someone who faces a hexside."""
    direction = direction_of(here, there)
    return direction is not None and arc_of(facing, direction) is not Arc.FRONT


@lru_cache(maxsize=256)
def bands_from(first: int, sides: int) -> Bands:
    """Return the bands of a second die: only the better one counts, so up to the first it is as good as the first."""
    return tuple(range(first, sides + 1))


def _roll(
    fighter: Combatant,
    met: Met,
    units: Mapping[str, Combatant],
    dice: Dice,
    *,
    against_all: bool = False,
    cites: Cites,
) -> Faces:
    """Roll a unit's battle die, and a second one at once if it flanks a foe.

    Those it has `met` are the foes it flanks and the others; these face the first die alone, or with `against_all` the
    better one, too.
    """
    flanked, others = met
    pool = POOLS[fighter.battle_die]
    roll = dice.roll(rulebook.BATTLE_ROLL, pool, actor=fighter.id)
    first = roll.total
    roll.tell(f"{called(fighter)} rolled {first} on a {pool.name}.", cites=cites)
    if not flanked:
        return first, first
    second = dice.roll(rulebook.BATTLE_FLANKING, pool, actor=fighter.id, bands=bands_from(first, pool.sides))
    best = max(first, second.total)
    apart, beside = "", joined([called(units[each]) for each in flanked])
    if others:
        before = joined([called(units[each]) for each in others])
        apart = " against all" if against_all else f" against {beside}, {first} against {before}"
    text = f"{called(fighter)} flanked {beside} and rolled {second.total} as well: {best} counted{apart}."
    second.tell(text, cites=cites)
    return best if against_all else first, best


def _compared(
    pair: Pair,
    faces: tuple[Faces, Faces],
    stances: Mapping[Pair, Stance],
    units: Mapping[str, Combatant],
    dice: Dice,
) -> MassComparison:
    one, other = pair
    stance, counter = stances[one, other], stances[other, one]
    first, second = _score(faces[0], stance), _score(faces[1], counter)
    scores = (first.total, second.total)
    margin = scores[0] - scores[1]
    damage = morale_damage_of(abs(margin))
    loser = (other if margin > 0 else one) if damage else None
    meaning, cites = RESULTS[bool(margin)]
    if damage:
        meaning = f"a margin of {abs(margin)}, {damage} morale damage to {called(units[loser or one])}"
        cites = (rulebook.BATTLE_MORALE_DAMAGE, Rulings.MARGIN_READING)
    if stance.terms or counter.terms:
        cites += (Rulings.DISADVANTAGE_SCOPE, Rulings.DISADVANTAGE_STACKING)
    if stance.flanks and counter.flanks:
        cites += (Rulings.MUTUAL_FLANKING,)
    text = f"{called(units[one])} scored {spoken(first)} and {called(units[other])} {spoken(second)}: {meaning}."
    dice.note(rulebook.BATTLE_COMPARE, text, cites=cites)
    return MassComparison(pair=pair, scores=scores, margin=margin, damage=damage, to=loser, tallies=(first, second))


def _score(faces: Faces, stance: Stance) -> Tally:
    base = faces[stance.flanks]
    return Tally(base=base, terms=stance.terms, total=base + stance.shift)


def losses_of(
    comparisons: Sequence[MassComparison], fighters: Sequence[Combatant], rulings: MassRulings, dice: Dice
) -> dict[str, int]:
    """Add up each unit's morale damage, lessened by its shield wall: each loss by 1, or the sum of them by 1."""
    losses = {fighter.id: 0 for fighter in fighters}
    times = dict(losses)
    for each in comparisons:
        if each.to is not None:
            losses[each.to] += each.damage
            times[each.to] += 1
    for fighter in fighters:
        if fighter.shield_wall and times[fighter.id]:
            kept_off = times[fighter.id] if rulings.shield_wall is MassWallScope.PER_INSTANCE else 1
            losses[fighter.id] -= kept_off
            note_wall(fighter, kept_off, dice)
    return losses
