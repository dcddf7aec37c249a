"""Count the fallen after a battle: real wounds for those who matter, half dead of the others."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from service.dice.model import Dice, DicePool, Expected
from service.rules.heroic.aftermath.models import HeroicAftermath, HeroicFallen
from service.rules.heroic.aftermath.outcomes import (
    HeroicAftermathOutcome,
    HeroicAftermathVerdict,
    HeroicFallenCount,
    HeroicWound,
)
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.options import HeroicHalfDeadScope, HeroicRulings
from service.rules.heroic.book.rulings import Rulings
from service.rules.kernel.telling import sentence
from service.rules.roll_under.locations import expected_location, is_crippled, roll_location, spoken_location

INCREMENT: Final = 10
DICE_PER_INCREMENT: Final = 2
MOST_NAMES: Final = 3


@dataclass(slots=True)
class Half:
    """Half of the fallen, counted on from unit to unit: the first, third, fifth ... is dead."""

    scope: HeroicHalfDeadScope
    counted: int = 0

    def dead_of(self, members: int) -> int:
        """Return how many of the next so many are dead.

        Ruling: heroic/ruling/aftermath-halves-scope.
        """
        before = self.counted if self.scope is HeroicHalfDeadScope.SIDE else 0
        self.counted = before + members
        return -(-self.counted // 2) - -(-before // 2)


def resolve_casualties(input: HeroicAftermath, rulings: HeroicRulings, dice: Dice) -> HeroicAftermathOutcome:
    """Roll the real wound of each important member of the fallen, and count half of the others as dead.

    Injury and hit points are those of one member; a wound starts from 0, whatever the battle left.

    Dice: for each important member, in the order listed, 2D6 for each full ten of its hit points, 3D6 location, D6
    side of a hand or foot; with less than ten hit points, none.
    Ruling: heroic/ruling/aftermath-small-hp, heroic/ruling/aftermath-minus-half.
    Source: Ending the Battle.
    """
    half = Half(rulings.half_dead_scope)
    wounds: list[HeroicWound] = []
    counts: list[HeroicFallenCount] = []
    for fallen in input.fallen:
        if not fallen.important:
            counts.append(_half_of(fallen, half, dice))
        elif fallen.hp < INCREMENT:
            counts.append(_spared(fallen, dice))
        else:
            wounds += [_roll_wound(fallen, member, dice) for member in range(1, fallen.members + 1)]
    verdict = HeroicAftermathVerdict(
        dead=sum([each.dead for each in counts]),
        survivors=sum([each.survivors for each in counts]),
        crippled=sum([each.crippled for each in wounds]),
    )
    return HeroicAftermathOutcome(
        summary=_summary(input, verdict, wounds), verdict=verdict, wounds=tuple(wounds), counts=tuple(counts)
    )


def _roll_wound(fallen: HeroicFallen, member: int, dice: Dice) -> HeroicWound:
    """Roll what one important member has really suffered.

    Dice: 2D6 for each full ten of its hit points, 3D6 location, D6 side of a hand or foot.
    """
    name = spoken_fallen(fallen) if fallen.members == 1 else f"{spoken_fallen(fallen)} {member}"
    increments = fallen.hp // INCREMENT
    rule, pool = rulebook.AFTERMATH_EXACT, DicePool(DICE_PER_INCREMENT * increments, 6)
    where, who = attack_rules.REF_RANDOM_LOCATION, fallen.unit
    dice.expect(lambda: [Expected(rule, pool, who, f"real wound of {name}"), expected_location(where, who, name)])
    roll = dice.roll(rule, pool, actor=who)
    injury, multiples = roll.total, roll.total // fallen.hp
    roll.tell(
        f"The real wound of {name}: {injury} injury, which left {-injury} of {fallen.hp} hit points.",
        cites=(attack_rules.DICE_ORDER_AFTERMATH, attack_rules.POOL_ABSTRACT),
    )
    location, side = roll_location(where, dice, actor=who, name=name)
    crippled = is_crippled(location, injury, fallen.hp)
    if crippled:
        text = (
            f"The {spoken_location(location, side)} of {name} was crippled: {injury} injury of {fallen.hp} hit points."
        )
        dice.note(attack_rules.REF_CRIPPLING, text, actor=fallen.unit)
    return HeroicWound(
        unit=fallen.unit,
        member=member,
        increments=increments,
        injury=injury,
        location=location,
        side=side,
        hp_after=-injury,
        crippled=crippled,
        multiples=multiples,
    )


def spoken_fallen(fallen: HeroicFallen) -> str:
    """Return what players call the unit of the fallen."""
    return fallen.name or fallen.unit


def _half_of(fallen: HeroicFallen, half: Half, dice: Dice) -> HeroicFallenCount:
    members = fallen.members
    dead = half.dead_of(members)
    count = HeroicFallenCount(
        unit=fallen.unit, fallen=members, dead=dead, survivors=members - dead, survivor_hp=-(fallen.hp // 2)
    )
    cites = (attack_rules.DICE_ROUNDING,) if members % 2 else ()
    text = f"{spoken_fallen(fallen)}: {members} fallen, {dead} dead"
    if count.survivors:
        text += f", {count.survivors} alive at {count.survivor_hp} hit points"
    dice.note(rulebook.AFTERMATH_UNIMPORTANT, f"{text}.", actor=fallen.unit, cites=cites)
    return count


def _spared(fallen: HeroicFallen, dice: Dice) -> HeroicFallenCount:
    text = f"{spoken_fallen(fallen)}: with less than ten hit points each, {fallen.members} fallen, alive at 0."
    dice.note(rulebook.AFTERMATH_EXACT, text, actor=fallen.unit, cites=(Rulings.AFTERMATH_SMALL_HP,))
    return HeroicFallenCount(unit=fallen.unit, fallen=fallen.members, dead=0, survivors=fallen.members, survivor_hp=0)


def _summary(input: HeroicAftermath, verdict: HeroicAftermathVerdict, wounds: Sequence[HeroicWound]) -> str:
    """Say in a sentence or two who is dead, alive and wounded."""
    sentences = []
    names = {each.unit: spoken_fallen(each) for each in input.fallen}
    if verdict.dead or verdict.survivors:
        counted = [each for each in input.fallen if not each.important or each.hp < INCREMENT]
        whose = ", ".join([spoken_fallen(each) for each in counted[:MOST_NAMES]])
        others = f" and {len(counted) - MOST_NAMES} more" if len(counted) > MOST_NAMES else ""
        sentences.append(sentence(f"{whose}{others}: {verdict.dead} dead, {verdict.survivors} alive"))
    if wounds:
        full = {each.unit: each.hp for each in input.fallen}
        named = [
            f"{names[each.unit]} at {each.hp_after} of {full[each.unit]} hit points, "
            f"{'crippled' if each.crippled else 'wounded'} in the {spoken_location(each.location, each.side)}"
            for each in wounds[:MOST_NAMES]
        ]
        more = f", and {len(wounds) - MOST_NAMES} more wounded" if len(wounds) > MOST_NAMES else ""
        sentences.append(sentence(f"{'; '.join(named)}{more}"))
    return " ".join(sentences)
