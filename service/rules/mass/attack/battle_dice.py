"""Battle dice: what engaged units roll, and how their scores compare.

Dice: in the order of the units, each its battle die and, if it flanks a foe, at once a second one; with
`multi_foe_roll` `per_foe`, pair by pair, the first unit's dice before the second's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from service.dice.model import Cites, Dice
from service.dice.transcript import Tally, Term
from service.rules.kernel.hexes import Arc, arc_of, direction_of
from service.rules.kernel.tally import spoken
from service.rules.mass.attack.damage import morale_damage_of
from service.rules.mass.book import rulebook
from service.rules.mass.book.options import MassFlankingMode, MassFoeRoll, MassRulings, MassStacking, MassWallScope
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.book.words import POOLS
from service.rules.mass.figures.models import MassFighter
from service.rules.mass.figures.standing import MassComparison, MassUnitState
from service.rules.mass.figures.text import listed

Combatant = MassFighter | MassUnitState
Pair = tuple[str, str]
Faces = tuple[int, int]
"""A unit's first battle die, and the better of both where there is a second."""

EVERYONE: Final = "*"
DISADVANTAGE: Final = -2


@dataclass(frozen=True, slots=True)
class Stance:
    """How a unit stands against one foe: what changes its score, and whether it flanks."""

    shift: int
    terms: tuple[Term, ...]
    flanks: bool


PLAIN: Final = Stance(0, (), flanks=False)
FLANKING: Final = Stance(0, (), flanks=True)
SEVERAL_CITES: Final = (Rulings.SEVERAL_FOES,)
DISADVANTAGE_CITES: Final = (Rulings.DISADVANTAGE_SCOPE, Rulings.DISADVANTAGE_STACKING)
MUTUAL_CITES: Final = (Rulings.MUTUAL_FLANKING,)
WALL_CITES: Final = (Rulings.SHIELD_WALL_SCOPE, Rulings.SHIELD_WALL_WHO)
LOSS_CITES: Final[Cites] = (rulebook.BATTLE_MORALE_DAMAGE, Rulings.MARGIN_READING)
NO_LOSS_CITES: Final[Cites] = (rulebook.BATTLE_THRESHOLD,)
TIE_CITES: Final = (rulebook.BATTLE_THRESHOLD, Rulings.TIES)


def fight(
    fighters: Sequence[Combatant], pairs: Sequence[Pair], rulings: MassRulings, dice: Dice
) -> tuple[MassComparison, ...]:
    """Roll the battle dice of engaged units and compare each pair's scores."""
    by_id = {fighter.id: fighter for fighter in fighters}
    stances: dict[Pair, Stance] = {}
    for one, other in pairs:
        stances[one, other] = stance_of(by_id[one], by_id[other], rulings)
        stances[other, one] = stance_of(by_id[other], by_id[one], rulings)
    if rulings.multi_foe_roll is MassFoeRoll.PER_FOE:
        return tuple([_roll_pair(by_id, pair, stances, dice) for pair in pairs])
    against_all = rulings.multi_foe_roll is MassFoeRoll.SINGLE_HIGHER
    cites = SEVERAL_CITES if len(pairs) > 1 else ()
    met: dict[str, tuple[list[str], list[str]]] = {fighter.id: ([], []) for fighter in fighters}
    for (one, other), stance in stances.items():
        met[one][not stance.flanks].append(other)
    rolled = {}
    for fighter in fighters:
        flanked, others = met[fighter.id]
        rolled[fighter.id] = roll_battle_dice(
            fighter, dice, flanked=flanked, others=others, against_all=against_all, cites=cites
        )
    return tuple([_compared(pair, (rolled[pair[0]], rolled[pair[1]]), stances, dice) for pair in pairs])


def stance_of(fighter: Combatant, foe: Combatant, rulings: MassRulings) -> Stance:
    """Say what changes a unit's score against a foe, and whether it flanks it."""
    flanks = foe.id in fighter.flanking or (
        rulings.flanking_mode is MassFlankingMode.ARC and _stands_beside_or_behind(fighter, foe)
    )
    if not fighter.disadvantages and not fighter.battle_bonus:
        return FLANKING if flanks else PLAIN
    disadvantages = sum([each in (foe.id, EVERYONE) for each in fighter.disadvantages])
    terms = []
    if disadvantages:
        times = disadvantages if rulings.disadvantage_stacking is MassStacking.CUMULATIVE else 1
        rule = rulebook.BATTLE_MINOR_DISADVANTAGE
        terms.append(Term(rule=rule.id, label=rule.title, value=DISADVANTAGE * times))
    if fighter.battle_bonus:
        rule = rulebook.SPELL_ADJUDICATION
        terms.append(Term(rule=rule.id, label=rule.title, value=fighter.battle_bonus))
    return Stance(sum([term.value for term in terms]), tuple(terms), flanks)


def _stands_beside_or_behind(fighter: Combatant, foe: Combatant) -> bool:
    if fighter.hex is None or foe.hex is None:
        return False
    direction = direction_of(foe.hex, fighter.hex)
    return direction is not None and arc_of(foe.facing, direction) is not Arc.FRONT


def roll_battle_dice(
    fighter: Combatant,
    dice: Dice,
    *,
    flanked: Sequence[str],
    others: Sequence[str] = (),
    against_all: bool = False,
    cites: Cites,
) -> Faces:
    """Roll a unit's battle die, and a second one at once if it flanks a foe.

    `others`, who are not flanked, face the first die alone, or with `against_all` the better one, too.
    """
    pool = POOLS[fighter.battle_die]
    roll = dice.roll(rulebook.BATTLE_ROLL, pool, actor=fighter.id)
    first = roll.total
    roll.tell(f"{fighter.id} rolled {first} on a {pool.name}.", cites=cites)
    if not flanked:
        return first, first
    # Only the better die counts: a second one up to the first is as good as the first.
    second = dice.roll(rulebook.BATTLE_FLANKING, pool, actor=fighter.id, bands=tuple(range(first, pool.sides + 1)))
    best = max(first, second.total)
    apart = ""
    if others:
        apart = " against all" if against_all else f" against {listed(flanked)}, {first} against {listed(others)}"
    told = f"{fighter.id} flanked {listed(flanked)} and rolled {second.total} as well: {best} counts{apart}."
    second.tell(told, cites=cites)
    return best if against_all else first, best


def _roll_pair(
    by_id: Mapping[str, Combatant], pair: Pair, stances: Mapping[Pair, Stance], dice: Dice
) -> MassComparison:
    return _compared(
        pair,
        (_roll_against(by_id, pair, stances, dice), _roll_against(by_id, pair[::-1], stances, dice)),
        stances,
        dice,
    )


def _roll_against(by_id: Mapping[str, Combatant], pair: Pair, stances: Mapping[Pair, Stance], dice: Dice) -> Faces:
    flanked = pair[1:] if stances[pair].flanks else ()
    return roll_battle_dice(by_id[pair[0]], dice, flanked=flanked, cites=SEVERAL_CITES)


def _compared(pair: Pair, faces: tuple[Faces, Faces], stances: Mapping[Pair, Stance], dice: Dice) -> MassComparison:
    one, other = pair
    stance, counter = stances[one, other], stances[other, one]
    tallies = (_score(faces[0], stance), _score(faces[1], counter))
    scores = (tallies[0].total, tallies[1].total)
    margin = scores[0] - scores[1]
    damage = morale_damage_of(abs(margin))
    loser = (other if margin > 0 else one) if damage else None
    what = f"a margin of {abs(margin)}, {damage} morale damage to {loser}" if damage else NO_LOSS[bool(margin)]
    cites = LOSS_CITES if damage else NO_LOSS_CITES if margin else TIE_CITES
    if stance.terms or counter.terms:
        cites += DISADVANTAGE_CITES
    if stance.flanks and counter.flanks:
        cites += MUTUAL_CITES
    told = f"{one} scored {spoken(tallies[0])} and {other} {spoken(tallies[1])}: {what}."
    dice.note(rulebook.BATTLE_COMPARE, told, cites=cites)
    return MassComparison(pair=pair, scores=scores, margin=margin, damage=damage, to=loser, tallies=tallies)


NO_LOSS: Final = {False: "a tie, no loss", True: "too close for a loss"}


def _score(faces: Faces, stance: Stance) -> Tally:
    base = faces[stance.flanks]
    return Tally(base=base, terms=stance.terms, total=base + stance.shift)


def losses_of(
    comparisons: Sequence[MassComparison], fighters: Sequence[Combatant], rulings: MassRulings, dice: Dice
) -> dict[str, int]:
    """Add up each unit's morale damage, lessened by its shield wall: each loss by 1, or the sum of them by 1."""
    losses = {fighter.id: 0 for fighter in fighters}
    walls = {fighter.id: 0 for fighter in fighters if fighter.shield_wall}
    for comparison in comparisons:
        if comparison.to is not None:
            losses[comparison.to] += comparison.damage
            if comparison.to in walls:
                walls[comparison.to] += 1
    for name, times in walls.items():
        kept_off = times if rulings.shield_wall is MassWallScope.PER_INSTANCE else min(times, 1)
        losses[name] -= kept_off
        if kept_off:
            tell_wall(name, kept_off, dice)
    return losses


def tell_wall(unit: str, kept_off: int, dice: Dice) -> None:
    """Record how much a shield wall keeps off."""
    told = f"The shield wall of {unit} kept off {kept_off} morale damage."
    dice.note(rulebook.POWER_RAISE_SHIELD_WALL, told, actor=unit, cites=WALL_CITES)
