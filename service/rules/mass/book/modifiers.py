"""Printed modifiers as rows: the rule, what it adds, and the fact that brings it."""

from typing import Final

from service.rules.kernel.book import Fact
from service.rules.kernel.tally import Modifier
from service.rules.mass.book import rulebook


class MassFact(Fact):
    """What must be so for a modifier to count."""

    DISADVANTAGE = "disadvantage", "The unit has a minor disadvantage against the foe."
    BATTLE_BONUS = "battle_bonus", "For each point that spells add to the battle die."
    FURTHER_MARGIN = "further_margin", "For every 2 that the margin is above 3."
    CHARISMA_MODIFIER = "modifier", "For each point that is added to Charisma."
    SLOWER = "slower", "The pursuer has a lower speed than the routed unit."
    NO_SMALLER_DIE = "no_smaller_die", "The routed unit's battle die is a d4, which has no smaller one."


BATTLE_ROWS: Final = (
    Modifier(rulebook.BATTLE_MINOR_DISADVANTAGE, -2, MassFact.DISADVANTAGE),
    Modifier(rulebook.SPELL_ADJUDICATION, 1, MassFact.BATTLE_BONUS),
)
MARGIN_ROWS: Final = (Modifier(rulebook.BATTLE_MORALE_DAMAGE, 1, MassFact.FURTHER_MARGIN),)
RALLY_ROWS: Final = (Modifier(rulebook.RALLY_CHECK, 1, MassFact.CHARISMA_MODIFIER, "Modifier"),)
PURSUIT_ROWS: Final = (
    Modifier(rulebook.PURSUIT_ROLL, -2, MassFact.SLOWER, "Slower"),
    Modifier(rulebook.PURSUIT_ROLL, -2, MassFact.NO_SMALLER_DIE, "No smaller die"),
)
