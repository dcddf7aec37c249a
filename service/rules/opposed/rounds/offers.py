"""What figures may do in their turns: candidates of each kind of order, and what the service would choose."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from service.errors import RulesRefuse
from service.rules.kernel.family import Bar, Candidate, Chosen, Offers
from service.rules.kernel.telling import UNNAMED, sentence
from service.rules.kernel.turns.legal_moves import key_of, refused_by
from service.rules.kernel.verdict import BarredHow
from service.rules.opposed.attack.attack import hit_chance
from service.rules.opposed.attack.legality import HAND_TO_HAND, called, is_able
from service.rules.opposed.battle import models
from service.rules.opposed.battle.judging import Loss, forced_on, judge, place_of, void_of
from service.rules.opposed.book import rulebook
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.book.rulings import Rulings
from service.rules.opposed.book.words import (
    OpposedAction,
    OpposedFlight,
    OpposedManeuverKind,
    OpposedMode,
    OpposedWithdrawKind,
)
from service.rules.opposed.figures.models import USUAL, OpposedSituation, OpposedStrike
from service.rules.opposed.rounds.ending import end_of
from service.rules.opposed.rounds.order import battle_of, refuse_out_of_turn
from service.rules.opposed.rounds.policy import choice_of

PLAIN: Final = OpposedManeuverKind.NONE
DEEDS: Final = {
    PLAIN: "Strike {}",
    OpposedManeuverKind.SHIELD_RUSH: "Rush {} with the shield",
    OpposedManeuverKind.DISARM: "Disarm {}",
    OpposedManeuverKind.TRIP: "Trip {}",
    OpposedManeuverKind.KNOCKOUT: "Knock {} out",
    OpposedManeuverKind.ENTANGLE: "Entangle {}",
    OpposedManeuverKind.TRAMPLE: "Trample {}",
}
"""What a strike with each maneuver is called, with its target."""
FLIGHTS: Final = {
    OpposedFlight.THROWN: ("Throw the weapon at {}", " by throwing the weapon"),
    OpposedFlight.MISSILE: ("Shoot at {}", " with a shot"),
}
"""What a plain ranged strike is called, and what is added to the name of one with a maneuver."""
A_FOE: Final = "a foe"
SITUATION: Final = "/orders/0/situation"


class OpposedOffers(Offers):
    """The moves of a fight between two turns."""

    def __init__(
        self,
        figures: Sequence[models.OpposedCombatant],
        under_way: models.OpposedUnderWay | None,
        rulings: OpposedRulings,
        sides: Sequence[models.OpposedSide],
    ) -> None:
        """Find everybody by id; the figures have been checked."""
        self._sent = figures
        self._battle = battle_of(figures)
        self._figures = self._battle.figures
        self._under_way = under_way
        self._rulings = rulings
        self._places = {each.id: place for place, each in enumerate(figures)}
        self._end = end_of(figures, sides=sides)

    def idle(self, figure: str) -> Bar | None:
        """Return why a figure has no choice now: the fight is over, or it is not its turn."""
        found = self._figures[place_of(figure, self._places, "/figure")]
        if self._end.over:
            return Bar(self._end.text, rulebook.SKIRMISH_END, BarredHow.REFUSED)
        try:
            refuse_out_of_turn(self._battle, found, self._under_way, self._rulings, "/figure")
        except RulesRefuse as refusal:
            return refused_by(refusal)
        return None

    def candidates(self, figure: str) -> Iterator[Candidate]:
        """Return every kind of order, against every foe where it has a target."""
        actor = self._figure(figure)
        foes = [each for each in self._figures if each.side != actor.side]
        for foe in foes:
            yield from _strikes(actor, foe) if is_able(foe) else [_strike(actor, foe, OpposedMode.MELEE, PLAIN)]
        for foe in foes:
            restrain = models.OpposedRestrainOrder(action="restrain", actor=figure, target=foe.id)
            yield _against(foe, "Restrain {}", restrain, key_of("restrain", foe.id))
        yield _alone("Evade", models.OpposedEvadeOrder(action="evade", actor=figure))
        yield from _withdrawals(actor, foes)
        yield _alone("Stand up", models.OpposedStandUpOrder(action="stand_up", actor=figure))
        yield _alone("Shake off the stun", models.OpposedRecoverOrder(action="recover_from_stun", actor=figure))
        yield _alone("Pass", models.OpposedPassOrder(action="pass", actor=figure))
        other = models.OpposedOtherOrder(action="other", actor=figure, label=UNNAMED)
        yield _alone("Do something else", other, free=("/orders/0/label",))

    def judge(self, order: models.OpposedOrder) -> None:
        """Refuse an order as its turn does."""
        judge(order, self._sent, self._places, "/orders/0")

    def void(self, order: models.OpposedOrder) -> Bar | None:
        """Return why a turn would be played as if an order were to pass."""
        target = getattr(order, "target", None)
        loss = void_of(self._figure(order.actor), order, None if target is None else self._figure(target))
        return None if loss is None else _bar_of(loss)

    def chance(self, order: models.OpposedOrder) -> float | None:
        """Return the chance that the strike of an order beats the defence; a charge may be repulsed before."""
        strike = models.strike_of(order) if isinstance(order, models.OpposedWithdrawOrder) else order
        target = getattr(order, "target", None)
        if target is None or not isinstance(strike, OpposedStrike):
            return None
        return hit_chance(self._figure(order.actor), self._figure(target), strike, self._rulings)

    def attack(self, order: models.OpposedOrder) -> dict[str, Any] | None:
        """Return the attack of an order to strike."""
        if not isinstance(order, models.OpposedAttackOrder):
            return None
        strike = order.model_dump(mode="json", exclude_defaults=True, exclude={"action", "actor", "target"})
        return {"attacker": order.actor, "defender": order.target, **strike}

    def posted(self, figure: str, orders: tuple[models.OpposedOrder, ...]) -> dict[str, Any]:
        """Return the input of a turn, or of a round, with these orders."""
        return {"orders": [each.model_dump(mode="json", exclude_defaults=True) for each in orders]}

    def choice(self, figure: str) -> Chosen:
        """Work out what a figure does that the service plays, or what it has to do."""
        actor, forced = self._figure(figure), forced_on(self._figure(figure))
        if forced is OpposedAction.PASS:
            order = models.OpposedPassOrder(action="pass", actor=figure)
            return Chosen((order,), f"{called(actor)} owes a Pass for a parry.", Rulings.MUST_PASS)
        if forced is not None:
            recover = models.OpposedRecoverOrder(action="recover_from_stun", actor=figure)
            return Chosen((recover,), f"{called(actor)} is stunned and can only try to recover.", rulebook.STUN_EFFECTS)
        foes = [each.id for each in self._figures if each.side != actor.side and is_able(each)]
        choice = choice_of(actor, foes, models.USUAL_DISTANCE)
        return Chosen((choice.order,), f"{called(actor)} {choice.why}.", rulebook.SKIRMISH_DEFAULT_ORDERS)

    def _figure(self, name: str) -> models.OpposedCombatant:
        return self._figures[self._places[name]]


def _bar_of(loss: Loss) -> Bar:
    return Bar(sentence(loss.why), loss.rule)


def _strikes(actor: models.OpposedCombatant, foe: models.OpposedCombatant) -> Iterator[Candidate]:
    """Return the strikes at a foe that can still fight.

    How a weapon flies that is not made to fly has to be said: such a strike is one entry, whatever the maneuver.
    """
    for mode in (OpposedMode.MELEE, OpposedMode.CLOSE):
        for maneuver in OpposedManeuverKind:
            yield _strike(actor, foe, mode, maneuver)
    if actor.weapon.flight is not None:
        for maneuver in OpposedManeuverKind:
            if maneuver not in HAND_TO_HAND:
                yield _strike(actor, foe, OpposedMode.RANGED, maneuver, actor.weapon.flight)
        return
    throw = _strike(actor, foe, OpposedMode.RANGED, PLAIN, OpposedFlight.THROWN)
    yield throw._replace(free=(SITUATION, "/orders/0/maneuver"), needs=(f"{SITUATION}/flight",))


def _strike(
    actor: models.OpposedCombatant,
    foe: models.OpposedCombatant,
    mode: OpposedMode,
    maneuver: OpposedManeuverKind,
    flight: OpposedFlight | None = None,
) -> Candidate:
    deed = DEEDS[maneuver]
    if flight is not None:
        plain, added = FLIGHTS[flight]
        deed = plain if maneuver is PLAIN else f"{deed}{added}"
    elif mode is OpposedMode.CLOSE:
        deed = f"{deed} in close combat"
    parts = (mode.value,) if maneuver is PLAIN else (mode.value, maneuver.value)
    key = key_of("attack", foe.id, *parts)
    return _against(foe, deed, _order_of(actor.id, foe.id, mode, maneuver, flight), key, free=(SITUATION,))


@lru_cache(maxsize=4096)
def _order_of(
    actor: str, target: str, mode: OpposedMode, maneuver: OpposedManeuverKind, flight: OpposedFlight | None
) -> models.OpposedAttackOrder:
    shot = OpposedSituation(flight=flight, distance_hexes=models.USUAL_DISTANCE)
    situation = USUAL if flight is None else shot
    return models.OpposedAttackOrder(
        action="attack", actor=actor, target=target, mode=mode, maneuver=maneuver, situation=situation
    )


def _withdrawals(actor: models.OpposedCombatant, foes: Sequence[models.OpposedCombatant]) -> Iterator[Candidate]:
    for foe in foes:
        kind = OpposedWithdrawKind.OFFENSIVE
        strike = models.OpposedWithdrawOrder(action="withdraw", actor=actor.id, kind=kind, target=foe.id)
        deed = "Strike {} and withdraw" if is_able(foe) else "Withdraw without a strike, since {} is out of the fight"
        yield _against(foe, deed, strike, key_of("withdraw", kind.value, foe.id), free=(SITUATION,))
    for kind, label in (
        (OpposedWithdrawKind.DEFENSIVE, "Withdraw on guard"),
        (OpposedWithdrawKind.CLOSE, "Withdraw from close combat"),
    ):
        order = models.OpposedWithdrawOrder(action="withdraw", actor=actor.id, kind=kind)
        yield Candidate("withdraw", key_of("withdraw", kind.value), label, order)


def _against(
    foe: models.OpposedCombatant, deed: str, order: models.OpposedOrder, key: str, free: tuple[str, ...] = ()
) -> Candidate:
    """Return a move against a foe."""
    label = deed.format(called(foe))
    return Candidate(order.action, key, label, order, deed=deed.format(A_FOE), target=foe.id, free=free)


def _alone(label: str, order: models.OpposedOrder, free: tuple[str, ...] = ()) -> Candidate:
    """Return a move that concerns nobody else, the only one of its kind."""
    return Candidate(order.action, order.action, label, order, free=free)
