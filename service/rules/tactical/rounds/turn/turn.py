"""A turn under way: who takes it, what has happened in it so far, and why it may not go on."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from service.dice.model import Cites, Dice, Rule
from service.dice.transcript import capital
from service.errors import Fault, RulesRefuse
from service.rules.kernel.telling import listed
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack import records
from service.rules.tactical.attack.plan import AttackPlan
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book.words import TacticalManeuver, TacticalStance
from service.rules.tactical.close.contest import TacticalContestReport
from service.rules.tactical.close.outcomes import TacticalEvade, TacticalReadied, TacticalSlam
from service.rules.tactical.figures.condition import TacticalWait
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import DAZED, hindrance_of, name_of, with_state
from service.rules.tactical.movement.paths.path_plan import plan_path
from service.rules.tactical.movement.paths.steps import MovePlan
from service.rules.tactical.movement.records import TacticalMoveOrder, TacticalPathEntry
from service.rules.tactical.rounds.records import (
    TacticalFreeKind,
    TacticalIntent,
    TacticalInterrupt,
    TacticalTurnReport,
)
from service.rules.tactical.rounds.turn.changes import told_of
from service.rules.tactical.rounds.turn.events import Event, EventKind, Watcher, displaced

MOST_SHOCK: Final = -4
"""What shock of several wounds adds up to at most; a critical hit may double that of one."""
DO_NOTHING: Final = TacticalManeuver.DO_NOTHING
NOBODY: Final = frozenset[str]()
STILL: Final = TacticalMoveOrder.model_construct(maneuver=DO_NOTHING)
"""A movement that goes nowhere, of which others are copies: that takes a third of the time of making them."""
POSTURES: Final = {TacticalFreeKind.CROUCH: Posture.CROUCHING, TacticalFreeKind.RISE: Posture.STANDING}


class Orders(NamedTuple):
    """What has been ordered for a round: everybody's intent, and how those defend themselves who say so.

    `stances` are those of the figures that play by themselves. `taken` are the ids of items that somebody has picked up
    in the round; it grows. `waited` is the wait that the figure whose turn it is has declared in its turn before.
    """

    intents: Mapping[str, TacticalIntent]
    defenses: Mapping[str, records.TacticalDefenseChoice]
    taken: list[str]
    stances: Mapping[str, TacticalStance] = {}
    waited: TacticalWait | None = None

    def bear_on_approval(self) -> bool:
        """Return whether what is legal for the figure whose turn it is depends on anything in them."""
        return bool(self.defenses or self.taken or self.waited)

    def opening_for(self, mover: str) -> frozenset[str]:
        """Return the ids of those who let a figure pass through their hexes."""
        if not self.intents:
            return NOBODY
        return frozenset([name for name, intent in self.intents.items() if mover in intent.lets_pass])

    def defended(self, order: records.TacticalAttackOrder) -> records.TacticalAttackOrder:
        """Return an attack in which everybody defends himself as he has said, unless the attack says otherwise."""
        if not self.defenses:
            return order
        given = {each.figure for each in order.defenses}
        others = [
            records.TacticalDefender(figure=name, defense=each)
            for name, each in self.defenses.items()
            if name not in given
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
    return [_taking(each) for each in postures]


@cache
def _taking(posture: Posture) -> TacticalPathEntry:
    return TacticalPathEntry(posture=posture)


def move_order(intent: TacticalIntent) -> TacticalMoveOrder:
    """Return how an intent moves its figure, the postures that it takes first included."""
    changes = {
        "maneuver": intent.maneuver,
        "option": intent.option,
        "path": (*first_postures(intent), *intent.path),
        "end_facing": intent.end_facing,
        "upper_direction": intent.upper_direction,
        "rise_in": intent.hex,
        "follow_ups": intent.follow_ups,
    }
    return STILL.model_copy(update=changes)


def planned_path(field: Field, figure: TacticalFigure, intent: TacticalIntent, order: TacticalMoveOrder) -> MovePlan:
    """Plan how an intent moves its figure, which `order` says."""

    def moved(pointer: str) -> str:
        entry = re.fullmatch(r"/path/(\d+)(.*)", pointer)
        if entry is None:
            return pointer
        index = int(entry[1]) - len(first_postures(intent))
        return "/posture" if index < 0 else f"/path/{index}{entry[2]}"

    try:
        return plan_path(field, figure, order)
    except RulesRefuse as fault:
        raise fault.pointing(moved) from None


class Foreseen(NamedTuple):
    """The plan of an attack as it was when the order was judged, for the figures and contacts of that moment."""

    plan: AttackPlan
    figures: tuple[TacticalFigure, ...]
    entered: tuple[str, ...]


class Turn:
    """A turn of a figure on a field, with all that has happened in it.

    `governed` is the figure before and after it has chosen its maneuver.
    """

    def __init__(self, field: Field, id: str, dice: Dice, watcher: Watcher, orders: Orders) -> None:
        """Set who takes the turn that has begun, who watches it, and what has been ordered."""
        self.field, self.id, self.dice, self.orders = field, id, dice, orders
        field.acting = id
        self._watcher = watcher
        self._hindered_from_the_start = hindrance_of(self.figure)
        self.foreseen: Foreseen | None = None
        self.governed: tuple[TacticalFigure, TacticalFigure] | None = None
        self.fresh_shock = 0
        self.told: list[str] = []
        self._told_of = len(field.placed)
        self.consciousness: int | None = None
        self.evades: list[TacticalEvade] = []
        self.slams: list[TacticalSlam] = []
        self.entered: list[str] = []
        self.feint: records.TacticalFeint | None = None
        self.attacks: tuple[records.TacticalAttackReport, ...] = ()
        self.contest: TacticalContestReport | None = None
        self.readied: TacticalReadied | None = None
        self.interrupts: tuple[TacticalInterrupt, ...] = ()
        self.stun_recovery: int | None = None
        self.ended: str | None = None
        self.error: Fault | None = None

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

    def happens(
        self, kind: EventKind, before: TacticalFigure, *, target: str | None = None, popup: bool = False
    ) -> bool:
        """Let those who wait answer an event, and tell whether the figure can go on.

        Shock of what they do counts from the figure's next turn on.
        """
        others = [each for each in displaced(self.field) if each.figure != self.id]
        own = Event(kind, self.id, before, self.figure.state.maneuver, target, popup)
        return self._answered([own, *others])

    def followed(self) -> bool:
        """Let those who wait answer where a deed has moved figures, and tell whether the figure of the turn can go on.

        A retreat, a fall, or a push enters hexes as a step does.
        """
        self._tell_placed()
        return self._answered(displaced(self.field))

    def _tell_placed(self) -> None:
        """Tell where figures have come since this was told last that did not go there in their own turn."""
        placed = self.field.placed
        if self.dice.tells and len(placed) > self._told_of:
            self.told += told_of(self.field, placed[self._told_of :])
        self._told_of = len(placed)

    def _answered(self, events: list[Event]) -> bool:
        """Let those who wait answer events, and tell whether the figure can go on."""
        field, mover = self.field, self.id
        if not field.waiting():
            return self.can_go_on()
        figure = field[mover]
        pain = figure.state.shock
        eased = field.put(with_state(figure, shock=0)) if pain else figure
        found = tuple([each for event in events for each in self._watcher(event)])
        if found:
            self.interrupts += found
            self.told += [each.summary for each in found]
            self._tell_placed()
            names = listed([self.field.name_of(name) for name in dict.fromkeys([each.figure for each in found])])
            self.note(rules.TURN_INTERRUPTS, f"The turn of {self.name} was interrupted by {names}.")
        now = field[mover]
        if now is not eased:
            self.hurt_since(0)
            figure = with_state(now, shock=pain)
        if now is not figure:
            field.put(figure)
        return self.can_go_on()

    def hurt_since(self, pain: int) -> None:
        """Keep the shock for the figure's next turn that has come since it was so great."""
        self.fresh_shock = added_shock(self.fresh_shock, self.field[self.id].state.shock - pain)

    def can_go_on(self) -> bool:
        """Return whether the figure can still act in this turn; if not, what stops it is kept.

        Who was stunned or pinned from the start does what is possible then.
        """
        now = hindrance_of(self.field[self.id])
        if now is None or now in (DAZED, self._hindered_from_the_start):
            return True
        self.ended = self.ended or capital(f"{self.name} was {now}.")
        return False

    def report(self, intent: TacticalIntent | None, *, played: bool = False) -> TacticalTurnReport:
        """Return what has happened in the turn, now that it is over; without an intent it was passed over."""
        self._tell_placed()
        now, skipped = self.figure, intent is None
        return TacticalTurnReport(
            figure=now.id,
            played=played,
            skipped=skipped,
            maneuver=None if intent is None else intent.maneuver,
            option=None if intent is None else intent.option,
            summary=" ".join(map(capital, self.told)),
            consciousness=self.consciousness,
            hexes=0 if skipped else now.state.moved_hexes,
            points=0.0 if skipped else now.state.mp_spent,
            hex=now.hex,
            facing=now.facing,
            posture=now.posture,
            evades=tuple(self.evades),
            slams=tuple(self.slams),
            feint=self.feint,
            attacks=self.attacks,
            contest=self.contest,
            readied=self.readied,
            interrupts=self.interrupts,
            stun_recovery=self.stun_recovery,
            changes=(),
            ended=self.ended,
            error=self.error,
        )


def added_shock(before: int, after: int) -> int:
    """Return shock that is kept, with that of wounds since: -4 at most, unless one alone was worse."""
    return max(before + after, min(MOST_SHOCK, before, after))
