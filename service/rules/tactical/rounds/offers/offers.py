"""What figures may do in their turns: the moves of who is next, where it can go, and what the service would choose."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from service.dice.exact import START, ExactDice
from service.errors import RulesRefuse
from service.rules.kernel.family import Bar, Candidate, Chosen, Offers, Spots
from service.rules.kernel.telling import sentence
from service.rules.kernel.turns.legal_moves import key_of, refused_by
from service.rules.kernel.turns.situations import refuse_acted, refuse_others
from service.rules.kernel.verdict import BarredHow, PlaceHex
from service.rules.tactical.attack.odds import landing_chance
from service.rules.tactical.attack.situation.legality import FEINTED
from service.rules.tactical.book import movement_rules as rules
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.words import TacticalManeuver, TacticalMoveMode, TacticalStance
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import field_of
from service.rules.tactical.figures.standing import name_of
from service.rules.tactical.movement.costs import POINT
from service.rules.tactical.movement.records import TacticalPathEntry
from service.rules.tactical.rounds.acting.checks import judge_begun
from service.rules.tactical.rounds.ending import end_of
from service.rules.tactical.rounds.offers import tries
from service.rules.tactical.rounds.offers.labels import A_FOE, TacticalMoveKind, kind_of, label_of, target_of
from service.rules.tactical.rounds.order import left_in, next_of
from service.rules.tactical.rounds.policy.policy import choice_in
from service.rules.tactical.rounds.policy.view import NO_ORDERS, WALK, View
from service.rules.tactical.rounds.records import TacticalIntent, TacticalTurns

STEADY: Final = TacticalStance.STEADY
PATH: Final = "/intent/path"
FREE: Final = (PATH, "/intent/end_facing", "/intent/free", "/intent/follow_ups", "/intent/lets_pass", "/intent/step")
OF_ATTACKS: Final = (
    *FREE,
    *("/intent/posture", "/intent/strike_after", "/intent/declare_adjacent", "/intent/fast_draw", "/intent/popup"),
    *("/intent/attack/reach", "/intent/attack/location", "/intent/attack/random_location", "/intent/attack/deceptive"),
    *("/intent/attack/second", "/intent/attack/shots", "/intent/attack/blind", "/intent/attack/aim"),
    *("/intent/attack/technique", "/intent/attack/line", "/intent/attack/target_speed", "/intent/attack/modifiers"),
    *("/intent/attack/defense", "/intent/attack/defenses"),
)
OF_BLOWS: Final = frozenset([f"/intent/attack/{name}" for name in FEINTED.names])
"""What may be changed in an attack, and not in a feint."""
OF_HOLDS: Final = (
    *FREE,
    *("/intent/posture", "/intent/maneuver", "/intent/option", "/intent/declare_adjacent"),
    *("/intent/deed/helpers", "/intent/deed/hands", "/intent/deed/modifiers"),
)
KIND: Final = TacticalMoveKind
ORDER: Final = {kind: place for place, kind in enumerate(KIND)}
ATTACKS: Final = frozenset({KIND.ATTACK, KIND.FEINT, KIND.ALL_OUT_ATTACK, KIND.MOVE_AND_ATTACK})
HOLDS: Final = frozenset({KIND.GRAB, KIND.TAKEDOWN, KIND.PIN, KIND.BREAK_FREE})
BLOWS: Final = frozenset({KIND.ATTACK, KIND.ALL_OUT_ATTACK})
"""The kinds of moves of which the blow is all, where nobody moves."""
OF_WAYS: Final = ("/intent/maneuver", "/intent/option")
"""What may be changed, besides, in an attack after a movement: of several maneuvers that go there one is listed."""
FREE_OF: Final = {
    **dict.fromkeys(KIND, (*FREE, "/intent/posture")),
    **dict.fromkeys(ATTACKS, OF_ATTACKS),
    KIND.FEINT: tuple([each for each in OF_ATTACKS if each not in OF_BLOWS]),
    **dict.fromkeys(HOLDS, OF_HOLDS),
    KIND.AIM: (*FREE, "/intent/posture", "/intent/braced"),
    KIND.READY: (*FREE, "/intent/posture", "/intent/hand", "/intent/fast_draw"),
    KIND.RELOAD: (*FREE, "/intent/posture", "/intent/load"),
    KIND.PICK_UP: (*FREE, "/intent/posture", "/intent/hand"),
    KIND.CHANGE_POSTURE: ("/intent/free", "/intent/lets_pass", "/intent/hex", "/intent/upper_direction"),
    KIND.WAIT: (*FREE, "/intent/posture", "/intent/wait"),
    KIND.DO_NOTHING: ("/intent/free", "/intent/lets_pass"),
}
"""What may be changed in the moves of each kind."""


class TacticalOffers(Offers):
    """The moves of a fight between two turns."""

    def __init__(self, turns: TacticalTurns, gone: Sequence[TacticalFigure], rulings: TacticalRulings) -> None:
        """Find out who is next; the fight has been checked."""
        self._field = field_of(turns, rulings)
        self._gone = {each.id: each for each in gone}
        self._end = end_of(turns, gone)
        self._acting = left_in(turns.figures, turns.order, turns.waiting)
        self._first = next_of(self._acting, turns, rulings.tie)
        self._dice = ExactDice(START, [])
        self._views: dict[str, View] = {}

    def idle(self, figure: str) -> Bar | None:
        """Return why a figure has no choice now: the fight is over, or it is not its turn."""
        if figure in self._gone:
            return Bar(f"{name_of(self._gone[figure])} has left the map.", rulebook.NPC_STOP, BarredHow.REFUSED)
        found = self._field.find(figure, "/figure")
        if self._end.over:
            return Bar(self._end.text, rulebook.NPC_STOP, BarredHow.REFUSED)
        try:
            if all(each.id != figure for each in self._acting):
                refuse_acted(name_of(found), "/figure", rules.TURN_SECOND)
            firsts = [self._field[each] for each in self._first]
            refuse_others(found, firsts, name_of, "/figure", rules.TURN_ORDER)
        except RulesRefuse as refusal:
            return refused_by(refusal)
        return None

    def candidates(self, figure: str) -> Iterator[Candidate]:
        """Return every kind of maneuver, against every foe where it has a target, and what the service would choose."""
        view = self._view(figure)
        [chosen] = self.chosen(figure).orders
        found = list(_tried(view, self._field.foes(view.figure)))
        is_listed = chosen in found
        for intent in sorted(found if is_listed else [*found, chosen], key=lambda each: ORDER[kind_of(each)]):
            is_added = intent is chosen and not is_listed
            yield self._candidate(view, intent, *(("chosen",) if is_added else ()))

    def places(self, figure: str) -> Iterator[Spots]:
        """Return the hexes to which a figure can move, each with a cheapest way, if it can move at all."""
        view = self._view(figure)
        move = view.intent(TacticalManeuver.MOVE)
        try:
            self.judge(move)
        except RulesRefuse:
            return
        search = view.search(WALK)
        found = {}
        for state in view.reached(WALK):
            if state.hex != view.figure.hex and state.hex not in found and view.is_free(state, search):
                found[state.hex] = state
        hexes = [
            PlaceHex(
                hex=each.hex,
                cost=each.spent / POINT,
                facing=each.facing,
                end_facings=each.end_facings,
                value=[_written(entry) for entry in search.path_to(each)],
            )
            for each in found.values()
        ]
        if hexes:
            free = tuple([each for each in FREE_OF[KIND.MOVE] if each != PATH])
            yield Spots(key_of(KIND.MOVE, "place"), KIND.MOVE, "Move", move, PATH, tuple(hexes), free=free)

    def judge(self, order: TacticalIntent) -> None:
        """Refuse an order as the turn of its figure does."""
        judge_begun(self._field, self._view(order.figure).field, order, NO_ORDERS, self._dice)

    def chance(self, order: TacticalIntent) -> float | None:
        """Return the chance that the blow or shot of an order gets through, from where it is made.

        A feint before it counts as drawn: its penalty to the defense is not known.
        """
        if order.attack is None or order.maneuver is TacticalManeuver.FEINT:
            return None
        foreseen = judge_begun(self._field, self._view(order.figure).field, order, NO_ORDERS, self._dice).foreseen
        return None if foreseen is None or foreseen.plan.target is None else landing_chance(foreseen.plan)

    def attack(self, order: TacticalIntent) -> dict[str, Any] | None:
        """Return the attack of an order without movement."""
        if order.attack is None or order.path or kind_of(order) not in BLOWS:
            return None
        told = order.model_dump(mode="json", exclude_defaults=True, include={"maneuver", "option", "attack"})
        return {"attacker": order.figure, **told.pop("attack"), **told}

    def void(self, order: TacticalIntent) -> Bar | None:
        """Return None: each maneuver governs its figure until the next turn."""
        return None

    def posted(self, figure: str, orders: tuple[TacticalIntent, ...]) -> dict[str, Any]:
        """Return the input of a turn with an order."""
        [order] = orders
        return {"intent": order.model_dump(mode="json", exclude_defaults=True)}

    def choice(self, figure: str) -> Chosen:
        """Work out what a steady figure does that plays by itself."""
        choice = choice_in(self._view(figure))
        return Chosen((choice.intent,), sentence(choice.why), rulebook.NPC_PRIORITY)

    def described(self, figure: str, order: TacticalIntent) -> Candidate:
        """Return an order as a candidate without a search of what else the figure could do."""
        return self._candidate(self._view(figure), order)

    def _view(self, figure: str) -> View:
        """Return what a figure sees as its turn begins."""
        if figure not in self._views:
            self._views[figure] = View(self._field, figure, STEADY)
        return self._views[figure]

    def _candidate(self, view: View, intent: TacticalIntent, *parts: str) -> Candidate:
        kind, target = kind_of(intent), target_of(intent)
        name = "" if target is None else self._field.name_of(target)
        return Candidate(
            kind=kind,
            key=key_of(kind, *_parts_of(intent, target), *parts),
            label=label_of(view.figure, intent, name),
            order=intent,
            deed=label_of(view.figure, intent, A_FOE) if target is not None else "",
            target=target,
            hex=next((each.to for each in reversed(intent.path) if each.to is not None), None),
            free=(*FREE_OF[kind], *(OF_WAYS if kind in ATTACKS and intent.path else ())),
            needs=("/intent/wait/zone/hexes",) if intent.wait is not None and intent.wait.zone is not None else (),
        )


def _tried(view: View, foes: Sequence[TacticalFigure]) -> Iterator[TacticalIntent]:
    yield from tries.attacks(view, foes)
    yield from tries.studies(view, foes)
    yield from tries.deeds(view, foes)
    yield from tries.defenses(view)
    yield from tries.postures(view)
    yield from tries.readying(view)
    yield from tries.movements(view)
    yield from tries.waits(view)
    yield from tries.others(view)


def _parts_of(intent: TacticalIntent, target: str | None) -> list[str]:
    """Return what tells a move from others of its kind."""
    order, response = intent.attack, None if intent.wait is None else intent.wait.response
    zone = None if intent.wait is None else intent.wait.zone
    posture = intent.posture if intent.maneuver is TacticalManeuver.CHANGE_POSTURE else None
    parts = [
        *(target, intent.option, posture, intent.item, intent.weapon),
        *(() if order is None else (order.weapon, order.mode)),
        *(() if response is None else (response.weapon, response.mode)),
        None if zone is None else zone.weapon,
        None if intent.reach is None else str(intent.reach),
        "going" if intent.path else None,
    ]
    return [each for each in parts if each is not None]


def _written(entry: TacticalPathEntry) -> dict[str, Any]:
    """Return an entry of a path as JSON."""
    written: dict[str, Any] = {} if entry.to is None else {"to": [*entry.to]}
    if entry.turn is not None:
        written["turn"] = entry.turn
    if entry.mode is not TacticalMoveMode.FORWARD:
        written["mode"] = entry.mode.value
    return written
