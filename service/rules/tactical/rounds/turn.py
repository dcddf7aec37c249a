"""A turn under way: who takes it, what has happened in it so far, and why it may not go on."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from service.dice.model import Cites, Dice, Rule
from service.errors import Fault, RulesRefuse
from service.rules.kernel.telling import listed
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.models import TacticalAttackOrder, TacticalDefender, TacticalDefenseChoice
from service.rules.tactical.attack.outcomes import TacticalAttackReport, TacticalFeint
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.close.contest import TacticalContestReport
from service.rules.tactical.close.outcomes import TacticalReadied
from service.rules.tactical.figures.condition import TacticalWait
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import is_conscious, name_of, with_state
from service.rules.tactical.movement.models import TacticalMoveOrder, TacticalPathEntry
from service.rules.tactical.rounds.models import TacticalFreeKind, TacticalIntent
from service.rules.tactical.rounds.outcomes import TacticalInterrupt
from service.rules.tactical.rounds.watched_events import Event, EventKind, Watcher

MOST_SHOCK = -4
"""What shock of several wounds adds up to at most; a critical hit may double that of one."""

POSTURES = {TacticalFreeKind.CROUCH: Posture.CROUCHING, TacticalFreeKind.RISE: Posture.STANDING}


class Orders(NamedTuple):
    """What has been ordered for a round: everybody's intent, and how those defend themselves who say so.

    `taken` are the ids of items that somebody has picked up in the round; it grows.
    """

    intents: Mapping[str, TacticalIntent]
    defenses: Mapping[str, TacticalDefenseChoice]
    taken: list[str]

    def opening_for(self, mover: str) -> frozenset[str]:
        """Return the ids of those who let a figure pass through their hexes."""
        return frozenset([name for name, intent in self.intents.items() if mover in intent.lets_pass])

    def defended(self, order: TacticalAttackOrder) -> TacticalAttackOrder:
        """Return an attack in which everybody defends himself as he has said, unless the attack says otherwise."""
        if not self.defenses:
            return order
        given = {each.figure for each in order.defenses}
        others = [
            TacticalDefender(figure=name, defense=each) for name, each in self.defenses.items() if name not in given
        ]
        update: dict[str, object] = {"defenses": (*order.defenses, *others)}
        if order.defense is None and order.target is not None:
            update["defense"] = self.defenses.get(order.target)
        return order.model_copy(update=update)


def first_postures(intent: TacticalIntent) -> list[TacticalPathEntry]:
    """Return the changes of posture that come before the path of an intent, as entries of a path."""
    postures = [POSTURES[each.kind] for each in intent.free if each.kind in POSTURES]
    if intent.posture is not None:
        postures.append(intent.posture)
    return [TacticalPathEntry(posture=each) for each in postures]


def move_order(intent: TacticalIntent) -> TacticalMoveOrder:
    """Return how an intent moves its figure, the postures that it takes first included."""
    return TacticalMoveOrder(
        maneuver=intent.maneuver,
        option=intent.option,
        path=(*first_postures(intent), *intent.path),
        end_facing=intent.end_facing,
        upper_direction=intent.upper_direction,
        rise_in=intent.hex,
        follow_ups=intent.follow_ups,
    )


def in_intent(fault: RulesRefuse, intent: TacticalIntent) -> RulesRefuse:
    """Return a refusal of a path with its pointer into the intent, in which postures are no entries of the path."""
    shift = len(first_postures(intent))

    def moved(pointer: str) -> str:
        entry = re.fullmatch(r"/path/(\d+)(.*)", pointer)
        if entry is None:
            return pointer
        index = int(entry[1]) - shift
        return "/posture" if index < 0 else f"/path/{index}{entry[2]}"

    fault.pointing(moved)
    return fault


class Turn:
    """A turn of a figure on a field, with all that has happened in it."""

    def __init__(
        self, field: Field, id: str, dice: Dice, watcher: Watcher, orders: Orders, waited: TacticalWait | None
    ) -> None:
        """Set who takes the turn that has begun, who watches it, and what the figure has waited for until now."""
        self.field, self.id, self.dice, self.orders = field, id, dice, orders
        self._watcher = watcher
        self.fresh_shock = 0
        self.error: Fault | None = None
        self.interrupts: tuple[TacticalInterrupt, ...] = ()
        self.ended: str | None = None
        self.entered: tuple[str, ...] = ()
        self.attacks: tuple[TacticalAttackReport, ...] = ()
        self.feint: TacticalFeint | None = None
        self.contest: TacticalContestReport | None = None
        self.readied: TacticalReadied | None = None
        self.waited = waited
        self.told: list[str] = []
        self.was_stunned = field[id].state.stunned
        self._was_pinned = bool(field[id].state.pinned_by)

    @property
    def figure(self) -> TacticalFigure:
        """Return the figure as it is now."""
        return self.field[self.id]

    @property
    def name(self) -> str:
        """Return what players call it."""
        return name_of(self.figure)

    def note(self, rule: Rule, text: str, cites: Cites = ()) -> None:
        """Record what the figure does without dice."""
        self.dice.note(rule, text, actor=self.id, cites=cites)

    def say(self, rule: Rule, text: str, cites: Cites = ()) -> None:
        """Record what the figure does without dice, and tell it in the summary of the turn."""
        self.note(rule, text, cites)
        self.told.append(text)

    def lose(self, why: str) -> None:
        """Give up what the maneuver is for, which cannot be done any more."""
        self.ended = self.ended or why
        self.say(rules.TURN_SEQUENCE, f"{self.name} could not go through with it: {why}")

    def happens(self, kind: EventKind, before: TacticalFigure, *, target: str | None = None) -> bool:
        """Let those who wait answer an event, and tell whether the figure can go on.

        Shock of what they do counts from the figure's next turn on.
        """
        maneuver = self.figure.state.maneuver
        pain = self.figure.state.shock
        if pain:
            self.field.put(with_state(self.figure, shock=0))
        found = self._watcher(Event(kind, self.id, before, maneuver, target))
        if found:
            self.interrupts += found
            self.told += [each.summary for each in found]
            names = listed([name_of(self.field[name]) for name in dict.fromkeys([each.figure for each in found])])
            self.note(rules.TURN_INTERRUPTS, f"The turn of {self.name} was interrupted by {names}.")
        self.hurt(self.figure.state.shock)
        if pain:
            self.field.put(with_state(self.figure, shock=pain))
        return self.can_go_on()

    def hurt(self, shock: int) -> None:
        """Keep shock for the figure's next turn."""
        self.fresh_shock = max(self.fresh_shock + shock, min(MOST_SHOCK, self.fresh_shock, shock))

    def is_watched(self) -> bool:
        """Tell whether anybody waits for anything."""
        return any(each.state.wait is not None for each in self.field)

    def can_go_on(self) -> bool:
        """Tell whether the figure can still act in this turn; if not, what stops it is kept."""
        if self.ended is None:
            what = self._hindrance()
            if what is not None:
                self.ended = f"{self.name} is {what}."
        return self._hindrance() is None

    def _hindrance(self) -> str | None:
        """Return what has happened to the figure in this turn that keeps it from going on, or None."""
        state = self.figure.state
        known = (state.stunned and self.was_stunned) or (state.pinned_by and self._was_pinned)
        return None if known and is_conscious(self.figure) else hindrance_of(self.figure)


def hindrance_of(figure: TacticalFigure) -> str | None:
    """Return what keeps a figure from acting, or None: it is out of action, pinned or stunned.

    Ruling: tactical/ruling/wait-stop.
    """
    state = figure.state
    if not is_conscious(figure):
        return "dead" if state.dead else "unconscious"
    if state.pinned_by:
        return "pinned"
    return "stunned" if state.stunned else None
