"""What both sides would roll against."""

from service.rules.opposed.attack.legality import refuse_attack
from service.rules.opposed.attack.modifiers import defence_of, dice_modifier_of, strike_chance_of
from service.rules.opposed.attack.outcomes import OpposedChances
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.figures.models import OpposedAttack


def compute_chances(input: OpposedAttack, rulings: OpposedRulings) -> OpposedChances:
    """Work out Strike Chance, Defence and the modifier of the strike die without rolling.

    Raises: whatever `resolve_attack` refuses.
    Source: Strike Chance Calculation; Defence Calculation; 57.1; 57.2.
    """
    refuse_attack(input)
    strike = strike_chance_of(input.attacker, input.defender, input, rulings).tally
    defence = defence_of(input.defender, input, rulings).tally
    modifier = dice_modifier_of(input.attacker, input.situation, rulings).tally
    return OpposedChances(
        strike_chance=strike.total,
        strike_terms=strike,
        defence=defence.total,
        defence_terms=defence,
        dice_modifier=modifier.total,
        dice_terms=modifier,
    )
