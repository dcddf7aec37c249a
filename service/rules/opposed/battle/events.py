"""Events of a fight: what a turn did, as facts for the answer and as sentences."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final

from service.dice.model import Cites, Dice, Rule
from service.dice.transcript import capital
from service.rules.kernel.telling import MOST_TURNS, sentence
from service.rules.opposed.attack.legality import called, warn_of_blanks
from service.rules.opposed.attack.plan import StrikePlan
from service.rules.opposed.attack.strike import Exchange, Strike
from service.rules.opposed.battle.judging import FALLEN, Loss
from service.rules.opposed.battle.models import OpposedCombatant, OpposedOrder, OpposedReaction
from service.rules.opposed.battle.outcomes import OpposedBlow, OpposedEvent
from service.rules.opposed.battle.plans import Plans
from service.rules.opposed.battle.state import Battle
from service.rules.opposed.book import words
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.figures.models import OpposedFigure, OpposedGrievousRow


def facts_of(plan: StrikePlan, done: Strike) -> dict[str, Any]:
    """Return what an event or a blow says of a strike."""
    wound, target = done.wound, done.consciousness.health
    return {
        "strike_chance": plan.strike_chance.total,
        "defence": plan.defence.total,
        **done.clash._asdict(),
        "outcome": done.result,
        "pool": wound.damage.pool,
        "applied": wound.damage.applied,
        "effects": done.effects,
        "avoid": done.avoid,
        "possible_specific_grievous": wound.grievous_possible,
        "grievous_roll": wound.grievous_roll,
        "grievous": wound.grievous,
        "stunned": target.stunned,
        "consciousness_check_required": done.consciousness.check_due,
        "conscious": done.consciousness.conscious,
        "target_status": target.status,
        "fumble": done.fumble,
    }


def blow_of(plan: StrikePlan, done: Strike) -> OpposedBlow:
    """Write a riposte or a free strike for the answer."""
    return OpposedBlow(**facts_of(plan, done))


def facts_of_exchange(done: Exchange[Any]) -> dict[str, Any]:
    """Return what an event says of a strike, the parry it met and the riposte it drew."""
    facts, parry = facts_of(done.plan, done.strike), done.strike.parry
    if parry is not None:
        facts["parry"] = parry.result
        facts["attacker_disarmed"] = parry.attacker_disarmed
    if done.riposte_plan is not None and done.riposte is not None:
        facts["riposte"] = blow_of(done.riposte_plan, done.riposte)
    if done.attacker_consciousness is not None:
        facts["attacker_conscious"] = done.attacker_consciousness.conscious
    return facts


MOST_NAMES = 5
DOWN: Final = frozenset([loss.reason for loss in FALLEN.values()])
"""Why those lose their turn who are down or gone."""


def joined(names: Sequence[str]) -> str:
    """List names as one says them: "ash, orc and imp", and not all of them if they are many."""
    shown = list(names[:MOST_NAMES])
    if len(names) > MOST_NAMES:
        shown.append(f"{len(names) - MOST_NAMES} more")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def warn(
    figures: Iterable[OpposedFigure], table: Sequence[OpposedGrievousRow], rulings: OpposedRulings, dice: Dice
) -> None:
    """Warn of figures without values, and of a table of grievous injuries that no roll will read."""
    warn_of_blanks([(figure, "figure") for figure in figures], dice)
    if table and not rulings.grievous_roll:
        dice.warn("grievous_table is not read, because the option grievous_roll is false.")


def turns_told(events: Sequence[OpposedEvent], fallen: Sequence[OpposedCombatant], over: str | None) -> str:
    """Say what turns came to, who has fallen in those that are not told, and how the fight has ended, if it has.

    Turns of those who are down already are not told.
    """
    turns = [each for each in events if each.reason not in DOWN]
    told = [each.text for each in turns[:MOST_TURNS]] or ["Nobody could act."]
    if len(turns) > MOST_TURNS:
        later = {name for each in turns[MOST_TURNS:] for name in (each.actor, each.target)}
        others = [called(each) for each in fallen if each.id in later - _felled_in(turns[:MOST_TURNS])]
        told += ["Others acted.", *([sentence(f"{joined(others)} fell")] if others else [])]
    return " ".join([*told, *([over] if over else [])])


def _felled_in(turns: Sequence[OpposedEvent]) -> set[str | None]:
    """Return the ids of those who are down after turns in which they acted or were struck."""
    active = words.OpposedStatus.ACTIVE
    targets = {each.target for each in turns if each.target_status not in (None, active)}
    return targets | {each.actor for each in turns if each.actor_status is not active}


# Turns

Turn = tuple[Battle, OpposedEvent | None]
"""The battle after a turn, and what happened in it; dice that do not tell need no event."""


@dataclass(slots=True)
class Command:
    """What is settled before a round's first die: orders and reactions by place, and how strikes are played.

    `plans` are the strikes that have been planned before in the same fight. `served` are the places of those for whom
    the service chooses as their turns begin, if they have no order.
    """

    orders: tuple[OpposedOrder | None, ...]
    reactions: tuple[OpposedReaction | None, ...]
    rulings: OpposedRulings
    resolves: bool
    grievous_table: tuple[OpposedGrievousRow, ...]
    plans: Plans[Any] = field(compare=False, repr=False)
    served: frozenset[int] = frozenset()

    def ordered(self, orders: tuple[OpposedOrder | None, ...]) -> "Command":
        """Return what is settled before a round with other orders."""
        return Command(orders, self.reactions, self.rulings, self.resolves, self.grievous_table, self.plans)


ALWAYS: Final = ("text", "actor", "action", "actor_status")
NOTHING: Final = {each.name: None for each in fields(OpposedEvent) if each.name not in ALWAYS} | {"effects": ()}
"""What an event says of what did not apply."""


def event_of(actor: OpposedCombatant, action: words.OpposedAction, text: str, **facts: Any) -> OpposedEvent:
    """Write an event, given the actor as the turn leaves it; what is not among the facts did not apply."""
    return OpposedEvent(
        actor=actor.id, actor_status=actor.status, action=action, text=capital(text), **(NOTHING | facts)
    )


def noted(
    actor: OpposedCombatant,
    action: words.OpposedAction,
    rule: Rule,
    text: str,
    dice: Dice,
    *,
    cites: Cites = (),
    **facts: Any,
) -> OpposedEvent:
    """Write an event that took no dice, and record it as a step of its rule."""
    dice.note(rule, text, actor=actor.id, cites=cites)
    return event_of(actor, action, text, **facts)


def lost(battle: Battle, actor: OpposedCombatant, loss: Loss, dice: Dice, target: str | None = None) -> Turn:
    """Lose a turn, for a reason that is a word of the answer and a clause for players."""
    if not dice.tells:
        return battle, None
    text = f"{called(actor)} lost the turn: {loss.then}."
    return battle, noted(actor, words.OpposedAction.NONE, loss.rule, text, dice, reason=loss.reason, target=target)
