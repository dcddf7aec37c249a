"""The end of a round: one die decides for everybody whether the fight tires them."""

from typing import Final, assert_never

from service.dice.model import D6, Bands, Dice
from service.dice.transcript import Tally
from service.rules.heroic.aftermath.models import HeroicFatigueCheck, HeroicTiring
from service.rules.heroic.aftermath.outcomes import HeroicFatigueOutcome, HeroicFatigueVerdict, HeroicTired
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.options import HeroicFatigueScope, HeroicFpEffects, HeroicRulings
from service.rules.heroic.book.refusals import HeroicDuplicateId
from service.rules.heroic.book.tables import FATIGUE_DUE_UP_TO
from service.rules.heroic.book.tables_reference import ENCUMBRANCES
from service.rules.kernel.tally import tally, term
from service.rules.roll_under.success import SuccessRoll, roll_success

BANDS: Final[Bands] = (FATIGUE_DUE_UP_TO, 6)
FIGHT: Final = ENCUMBRANCES[0].fatigue
COSTS: Final = {row.encumbrance: row.fatigue for row in ENCUMBRANCES}
NOTHING: Final = Tally(base=0, terms=(), total=0)


def check_fatigue(input: HeroicFatigueCheck, rulings: HeroicRulings, dice: Dice) -> HeroicFatigueOutcome:
    """Roll whether fatigue is due at the end of a round, and take what it costs from every unit in the fight.

    Costs are fatigue points of each member. They never fall below the full score below 0; what is lost beyond that
    costs as many hit points instead. If low fatigue points take effect (option fp_effects), everything that is lost
    below 0 costs hit points too, and who has none left must roll against Will every round, due or not, or collapse.

    Dice: D6 for the whole battle; if they take effect, 3D6 against Will for each unit without fatigue points left.
    Raises: HeroicDuplicateId.
    Ruling: heroic/ruling/fp-effects.
    Source: Fatigue Phase.
    """
    _refuse_doubles(input)
    roll = dice.roll(rulebook.FATIGUE_ROLL, D6, bands=BANDS)
    due = roll.total <= FATIGUE_DUE_UP_TO
    text = f"The fatigue die shows {roll.total}: {'fatigue is due' if due else 'no fatigue'} (1 or 2 tires)."
    roll.tell(text)
    tired = []
    for unit in input.units:
        costs = due and _takes_part(unit, rulings.fatigue_scope)
        if unit.fp and unit.active and (costs or _is_collapsing(unit, rulings.fp_effects)):
            tired.append(_tire(unit, cost_of(unit) if costs else NOTHING, rulings.fp_effects, dice))
    return HeroicFatigueOutcome(
        summary=text, verdict=HeroicFatigueVerdict(due=due), roll=roll.total, units=tuple(tired)
    )


def _refuse_doubles(check: HeroicFatigueCheck) -> None:
    seen: set[str] = set()
    for position, unit in enumerate(check.units):
        if unit.id in seen:
            raise HeroicDuplicateId(f"Two units are called {unit.id!r}.", pointer=f"/units/{position}/id")
        seen.add(unit.id)


def _takes_part(unit: HeroicTiring, scope: HeroicFatigueScope) -> bool:
    """Tell whether fatigue costs an active unit anything.

    Ruling: heroic/ruling/fatigue-participation.
    """
    match scope:
        case HeroicFatigueScope.PRESENT:
            return True
        case HeroicFatigueScope.MOVED_OR_ROLLED:
            return unit.moved or unit.rolled
        case HeroicFatigueScope.ROLLED:
            return unit.rolled
        case _:
            assert_never(scope)


def _is_collapsing(unit: HeroicTiring, effects: HeroicFpEffects) -> bool:
    return effects is HeroicFpEffects.APPLY and fatigue_left(unit) <= 0


def fatigue_left(unit: HeroicTiring) -> int:
    """Return the fatigue points left to each member."""
    return unit.fp if unit.fp_current is None else unit.fp_current


def cost_of(unit: HeroicTiring) -> Tally:
    """Return the fatigue points that a fight costs each member."""
    terms = []
    if load := COSTS[unit.encumbrance] - FIGHT:
        terms.append(term(attack_rules.REF_ENCUMBRANCE, load))
    if unit.hot_weather_fp:
        terms.append(term(attack_rules.REF_BATTLE_FATIGUE, unit.hot_weather_fp))
    return tally(FIGHT, terms)


def _tire(unit: HeroicTiring, cost: Tally, effects: HeroicFpEffects, dice: Dice) -> HeroicTired:
    """Take the cost of fatigue from a unit.

    Dice: 3D6 against Will, if low fatigue points take effect and none are left.
    Ruling: heroic/ruling/fp-effects.
    """
    before = fatigue_left(unit)
    after = max(before - cost.total, min(-unit.fp, before))
    free = before if effects is HeroicFpEffects.APPLY else before + unit.fp
    hp_loss = cost.total - min(max(free, 0), cost.total)
    unconscious = after <= -unit.fp
    if cost.total:
        text = _told(unit, cost.total, after, hp_loss, taken=effects is HeroicFpEffects.APPLY)
        cites = (attack_rules.REF_FATIGUE_EFFECTS,) if 3 * after < unit.fp else ()
        dice.note(rulebook.FATIGUE_COST, text, actor=unit.id, target=cost, cites=cites)
    will = None
    if effects is HeroicFpEffects.APPLY and after <= 0 and not unconscious:
        will = _roll_will(unit, dice)
    return HeroicTired(
        unit=unit.id,
        cost=cost,
        fp_before=before,
        fp_after=after,
        tired=3 * after < unit.fp,
        collapsing=after <= 0,
        unconscious=unconscious,
        hp_loss=hp_loss,
        will_roll=None if will is None else will.total,
        stays_conscious=None if will is None else will.succeeded,
    )


def _roll_will(unit: HeroicTiring, dice: Dice) -> SuccessRoll:
    """Roll against Will to go on without fatigue points.

    Dice: 3D6.
    """
    number = Tally(base=unit.will, terms=(), total=unit.will)
    rule, name, cites = attack_rules.REF_FATIGUE_EFFECTS, unit.name or unit.id, (attack_rules.DICE_SUCCESS_ROLL,)
    roll = roll_success(
        rule, number, dice, actor=unit.id, name=name, skill="Will", cites=(attack_rules.DICE_SUCCESS_ROLL,)
    )
    outcome = "went on without strength" if roll.succeeded else "fell unconscious from exhaustion"
    dice.note(rule, f"{name} {outcome}.", actor=unit.id, cites=cites)
    return roll


def _told(unit: HeroicTiring, cost: int, after: int, hp_loss: int, *, taken: bool) -> str:
    text = f"{unit.name or unit.id} lost {cost} fatigue point{'s' if cost > 1 else ''}, {after} of {unit.fp} left"
    if hp_loss:
        text += (
            f"; {hp_loss} hit point{'s' if hp_loss > 1 else ''} of each member {'went' if taken else 'should go'} too"
        )
    if after <= -unit.fp:
        return f"{text}; unconscious."
    if after <= 0:
        return f"{text}; about to collapse."
    return f"{text}; tired." if 3 * after < unit.fp else f"{text}."
