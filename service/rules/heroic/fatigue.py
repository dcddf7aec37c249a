"""The end of a round: one die decides for everybody whether the fight tires them."""

from typing import Final

from service.dice.model import D6, Bands, Cites, Dice
from service.dice.transcript import Tally
from service.rules.heroic import aftermath_rulings, rulebook
from service.rules.heroic import rulebook_reference as reference
from service.rules.heroic.aftermath_models import HeroicFatigueCheck, HeroicTiring
from service.rules.heroic.aftermath_outcomes import HeroicFatigueOutcome, HeroicFatigueVerdict, HeroicTired
from service.rules.heroic.option_words import HeroicFatigueScope, HeroicFpEffects
from service.rules.heroic.options import HeroicRulings
from service.rules.heroic.refusals import HeroicDuplicateId
from service.rules.heroic.tables import FATIGUE_DUE_UP_TO
from service.rules.heroic.tables_reference import ENCUMBRANCES
from service.rules.kernel.tally import tally, term

BANDS: Final[Bands] = (FATIGUE_DUE_UP_TO, 6)
FIGHT: Final = ENCUMBRANCES[0].fatigue
COSTS: Final = {row.encumbrance: row.fatigue for row in ENCUMBRANCES}
ROLL: Final[Cites] = (aftermath_rulings.FATIGUE_SINGLE_ROLL.id,)
COST: Final[Cites] = (
    reference.REF_BATTLE_FATIGUE.id,
    aftermath_rulings.FATIGUE_PARTICIPATION.id,
    aftermath_rulings.FATIGUE_REPEAT.id,
    aftermath_rulings.FP_GROUP.id,
)


def check_fatigue(input: HeroicFatigueCheck, rulings: HeroicRulings, dice: Dice) -> HeroicFatigueOutcome:
    """Roll whether fatigue is due at the end of a round, and take what it costs from every unit in the fight.

    Costs are fatigue points of each member; they never fall below the full score below 0, and what is lost beyond
    that, or with option fp_effects everything that is lost below 0, costs as many hit points instead.

    Dice: D6 for the whole battle.
    Raises: HeroicDuplicateId.
    Ruling: heroic/ruling/fatigue-single-roll, heroic/ruling/fp-floor.
    Source: Fatigue Phase.
    """
    _refuse_doubles(input)
    roll = dice.roll(rulebook.FATIGUE_ROLL, D6, bands=BANDS)
    due = roll.total <= FATIGUE_DUE_UP_TO
    told = "the fight tires everybody" if due else "nobody tires"
    roll.tell(f"The fatigue die shows {roll.total}: {told}.", cites=ROLL)
    tiring = [unit for unit in input.units if due and unit.fp and _takes_part(unit, rulings.fatigue_scope)]
    return HeroicFatigueOutcome(
        verdict=HeroicFatigueVerdict(due=due),
        roll=roll.total,
        units=tuple([_tire(unit, rulings.fp_effects, dice) for unit in tiring]),
    )


def _refuse_doubles(check: HeroicFatigueCheck) -> None:
    seen: set[str] = set()
    for position, unit in enumerate(check.units):
        if unit.id in seen:
            raise HeroicDuplicateId(f"Two units are called {unit.id!r}.", pointer=f"/units/{position}/id")
        seen.add(unit.id)


def _takes_part(unit: HeroicTiring, scope: HeroicFatigueScope) -> bool:
    """Tell whether fatigue costs a unit anything.

    Ruling: heroic/ruling/fatigue-participation.
    """
    match scope:
        case HeroicFatigueScope.PRESENT:
            return unit.active
        case HeroicFatigueScope.MOVED_OR_ROLLED:
            return unit.active and (unit.moved or unit.rolled)
        case HeroicFatigueScope.ROLLED:
            return unit.active and unit.rolled


def _tire(unit: HeroicTiring, effects: HeroicFpEffects, dice: Dice) -> HeroicTired:
    """Take the cost of fatigue from a unit.

    Ruling: heroic/ruling/fp-effects, heroic/ruling/fp-floor, heroic/ruling/fp-group.
    """
    cost = cost_of(unit)
    before = unit.fp if unit.fp_current is None else unit.fp_current
    after = max(before - cost.total, min(-unit.fp, before))
    free = 0 if effects is HeroicFpEffects.APPLY else -unit.fp
    hp_loss = cost.total - max(min(before - free, cost.total), 0)
    tired = HeroicTired(
        unit=unit.id,
        cost=cost,
        fp_before=before,
        fp_after=after,
        tired=3 * after < unit.fp,
        collapsing=after <= 0,
        unconscious=after <= -unit.fp,
        hp_loss=hp_loss,
    )
    dice.note(rulebook.FATIGUE_COST, _told(unit, tired), actor=unit.id, target=cost, cites=_cites(tired))
    return tired


def cost_of(unit: HeroicTiring) -> Tally:
    """Return the fatigue points that a fight costs each member."""
    terms = []
    if load := COSTS[unit.encumbrance] - FIGHT:
        terms.append(term(reference.REF_ENCUMBRANCE, load))
    if unit.hot_weather_fp:
        terms.append(term(reference.REF_BATTLE_FATIGUE, unit.hot_weather_fp))
    return tally(FIGHT, terms)


def _told(unit: HeroicTiring, tired: HeroicTired) -> str:
    cost = tired.cost.total
    text = f"{unit.id} loses {cost} fatigue point{'s' if cost > 1 else ''}: {tired.fp_after} of {unit.fp} left"
    if tired.hp_loss:
        text += f", and {tired.hp_loss} hit point{'s' if tired.hp_loss > 1 else ''}"
    if tired.unconscious:
        return f"{text}; unconscious."
    if tired.collapsing:
        return f"{text}; about to collapse."
    return f"{text}; tired." if tired.tired else f"{text}."


def _cites(tired: HeroicTired) -> Cites:
    cites = COST
    if tired.tired:
        cites = (*cites, reference.REF_FATIGUE_EFFECTS.id, aftermath_rulings.FP_EFFECTS.id)
    return (*cites, aftermath_rulings.FP_FLOOR.id) if tired.collapsing else cites
