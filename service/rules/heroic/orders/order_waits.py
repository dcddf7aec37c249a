"""What the rules forbid of an order to wait."""

from collections.abc import Iterator

from service.errors import RulesRefuse
from service.rules.heroic.attack.orders import HeroicOrder, HeroicWait
from service.rules.heroic.battle.state import Battle
from service.rules.heroic.book import rulebook
from service.rules.heroic.book.refusals import (
    ActionBudgetExceeded,
    ActionForbidden,
    ActionSizeMismatch,
    HeroicUnknownUnit,
    TacticForbidsAttack,
    WaitNeedsTrigger,
)
from service.rules.heroic.book.words import HeroicActionSize
from service.rules.heroic.figures.standing import spoken_name
from service.rules.heroic.orders.marches import is_leaving, wants_to_move
from service.rules.heroic.orders.other_actions import makes_attacks

Faults = Iterator[RulesRefuse]


def wait_faults(battle: Battle, place: int, order: HeroicOrder, wait: HeroicWait, at: str) -> Faults:
    """Yield what is wrong with an order to wait."""
    name = spoken_name(battle.units[place])
    if is_leaving(order):
        yield ActionForbidden(f"{name} cannot both leave and wait.", pointer=f"{at}/wait")
    if makes_attacks(order):
        first = "ranged" if order.ranged else "melee" if order.melee else "break_free"
        message = f"{name} cannot wait and attack besides; a wait gives up all attacks but its own."
        yield TacticForbidsAttack(message, pointer=f"{at}/{first}", rule=rulebook.WAIT_DECLARE.id)
    if wants_to_move(order.move):
        message = f"{name} cannot both wait and move."
        yield ActionBudgetExceeded(message, pointer=f"{at}/move", rule=rulebook.ACTION_LONG.id)
    if any(action.name != "wait" for action in order.actions):
        message = f"{name} cannot wait and do anything else."
        yield ActionBudgetExceeded(message, pointer=f"{at}/actions", rule=rulebook.ACTION_LONG.id)
    yield from trigger_faults(wait, name, f"{at}/wait")
    unit = None if wait.trigger is None else wait.trigger.unit
    if unit is not None and unit not in battle.places:
        yield HeroicUnknownUnit(f"There is no unit {unit!r}.", pointer=f"{at}/wait/trigger/unit")


def trigger_faults(wait: HeroicWait, name: str, at: str) -> Faults:
    """Yield that a wait has no trigger, not just one response, or a deed that takes too long; `at` points to it."""
    if wait.trigger is None:
        yield WaitNeedsTrigger(f"The wait of {name} needs a trigger; there is none.", pointer=f"{at}/trigger")
    if (wait.attack is None) is (wait.action is None):
        both = "neither an attack nor a deed" if wait.attack is None else "both an attack and a deed"
        yield WaitNeedsTrigger(f"The wait of {name} needs just one response; there is {both}.", pointer=at)
    if wait.action is not None and wait.action.size is not HeroicActionSize.SHORT:
        message = f"{name} cannot answer with a {wait.action.size.value} deed; only a short one is done in response."
        yield ActionSizeMismatch(message, pointer=f"{at}/action/size", rule=rulebook.WAIT_RESPONSE.id)
