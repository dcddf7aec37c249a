"""Active defenses, rolled: of the target, and of those whom a stray blow or shot may hit."""

from typing import Final

from service.dice.model import THREE_D6, Cites, Dice, Expected
from service.rules.kernel.tally import spoken
from service.rules.kernel.value import value
from service.rules.kernel.verdict import AttackResult
from service.rules.roll_under.rolls import SuccessGrade, grade_bands, grade_of
from service.rules.tactical.attack.criticals import Hand, Mishap, Miss, roll_mishap
from service.rules.tactical.attack.defense import PlannedDefense
from service.rules.tactical.attack.plan import AttackPlan
from service.rules.tactical.attack.struck import Tried
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.words import TacticalDefenseKind
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import name_of

DODGE, PARRY, BLOCK, _ = TacticalDefenseKind
STOPPED: Final = {DODGE: AttackResult.DODGED, PARRY: AttackResult.PARRIED, BLOCK: AttackResult.BLOCKED}
CRITICAL: Final[Cites] = (rulebook.DEFENSE_CRITICAL,)
BEST, WORST = SuccessGrade.CRITICAL_SUCCESS, SuccessGrade.CRITICAL_FAILURE
SPOKEN: Final = {
    BEST: "a critical success",
    SuccessGrade.SUCCESS: "success",
    SuccessGrade.FAILURE: "failure",
    WORST: "a critical failure",
}


@value
class Defended:
    """What defenses came to: the hits that are left, what stopped the last one, and the critical misses of it."""

    hits: int
    outcome: AttackResult
    tried: tuple[Tried, ...]
    mishaps: tuple[Mishap, ...]


def defend(
    field: Field,
    plan: AttackPlan,
    defender_id: str,
    defenses: tuple[PlannedDefense, ...],
    hits: int,
    dice: Dice,
    cites: Cites = (),
) -> Defended:
    """Roll the defenses of a figure against an attack that hits, the second only if the first fails.

    Several hits of rapid fire are not all stopped by one defense: it stops one, and one more for each point by which
    it succeeds.

    Dice: 3D6, 3D6 for a second defense; then, for a critical success against melee, the attacker's critical miss, or
    the defender's own for a parry that fails critically.
    """
    defender = field[defender_id]
    tried: list[Tried] = []
    outcome = AttackResult.HIT
    for planned in defenses:
        one, stopped = _roll(field, plan, defender, planned, hits, dice, cites)
        tried.append(one)
        if stopped:
            hits -= min(stopped, hits)
            outcome = AttackResult.HIT if hits else STOPPED[planned.kind]
            break
    mishaps = [each for one in tried for each in _mishaps(field, plan, one, dice)]
    return Defended(hits, outcome, tuple(tried), tuple(mishaps))


def _roll(
    field: Field,
    plan: AttackPlan,
    defender: TacticalFigure,
    planned: PlannedDefense,
    hits: int,
    dice: Dice,
    cites: Cites,
) -> tuple[Tried, int]:
    """Roll one defense, and return it with the number of hits that it stops."""
    rule, number = rulebook.DEFENSE_NUMBER, planned.number
    name, kind = name_of(defender), planned.kind
    dice.expect(lambda: [Expected(rule, THREE_D6, defender.id, f"{kind} of {name}")])
    bands = None if hits > 1 else grade_bands(number.total)
    roll = dice.roll(rule, THREE_D6, actor=defender.id, target=number, bands=bands)
    total = roll.total
    grade, margin = grade_of(number.total, total), number.total - total
    text = f"{kind.value.capitalize()} of {name}: {total} against {spoken(number)}, {SPOKEN[grade]}"
    if planned.retreat is not None:
        text += f"; {name} retreats to [{planned.retreat[0]}, {planned.retreat[1]}]"
    if planned.drop:
        text += f"; {name} drops to the ground"
    critical = CRITICAL if grade in (BEST, WORST) else ()
    roll.tell(f"{text}.", margin=margin, cites=(*planned.cites, *cites, *critical))
    stopped = hits if grade is BEST else max(margin, 0) + 1 if grade is SuccessGrade.SUCCESS else 0
    return Tried(defender.id, kind, planned.hand, planned, grade, total), stopped


def _mishaps(field: Field, plan: AttackPlan, tried: Tried, dice: Dice) -> list[Mishap]:
    """Roll what a critical defense does to a melee attacker, or a defense that fails critically to the defender."""
    if tried.grade is BEST and not plan.way.ranged:
        return [roll_mishap(field[plan.attacker], Hand(plan.weapon, plan.mode), tried.figure, dice)]
    if tried.grade is not WORST:
        return []
    defender = field[tried.figure]
    if tried.kind is not PARRY:
        effect = Miss.FALLS if tried.kind is DODGE else Miss.UNREADY
        return [Mishap(defender.id, None, None, effect, plan.attacker, parrying=True)]
    weapon = next((each for each in defender.weapons if each.id == tried.planned.weapon), None)
    hand = Hand(weapon, None if weapon is None else weapon.modes[0], tried.hand)
    return [roll_mishap(defender, hand, plan.attacker, dice, parrying=True)]
