"""What units may be ordered for the round to come, and what the service would order them."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from service.dice.exact import START, ExactDice
from service.errors import RulesRefuse
from service.rules.heroic.attack.models import HeroicOrder
from service.rules.heroic.attack.odds import hit_chance
from service.rules.heroic.battle.state import Battle
from service.rules.heroic.book import attack_rules, rulebook
from service.rules.heroic.book.options import HeroicNpcTactics
from service.rules.heroic.book.refusals import HeroicUnknownUnit
from service.rules.heroic.book.words import NEUTRAL, RETREAT, ROUTED, HeroicMoveMode, HeroicOrderKind
from service.rules.heroic.figures.standing import spoken_name
from service.rules.heroic.orders import choices
from service.rules.heroic.orders.declaration import check_orders, refuse_orders
from service.rules.heroic.orders.idle_orders import blow_loss, loss_of
from service.rules.heroic.orders.order_attacks import expected
from service.rules.heroic.orders.policy import service_orders
from service.rules.kernel.family import Bar, Candidate, Chosen, Offers
from service.rules.kernel.verdict import BarredHow

KINDS: Final[tuple[tuple[HeroicOrderKind, Callable[[choices.Commanded], Iterator[Candidate]]], ...]] = (
    (HeroicOrderKind.STRIKE, choices.strikes_of),
    (HeroicOrderKind.CLOSE, choices.closings_of),
    (HeroicOrderKind.SHOOT, choices.shots_of),
    (HeroicOrderKind.MOVE, choices.moves_of),
    (HeroicOrderKind.STAND, choices.stands_of),
    (HeroicOrderKind.DEED, choices.deeds_of),
    (HeroicOrderKind.WAIT, choices.waits_of),
    (HeroicOrderKind.RETREAT, choices.escapes_of),
)
"""The kinds of orders in their sequence; what the service would order follows those of its kind."""


class HeroicOffers(Offers):
    """The orders of a battle between two rounds; `barred` says why no round can be played, if so."""

    def __init__(self, battle: Battle, barred: Bar | None) -> None:
        """Take a battle that has been checked."""
        self._battle = battle
        self._barred = barred

    def idle(self, figure: str) -> Bar | None:
        """Return why a unit takes no orders now: the battle is over, or it is out of the fight."""
        if figure not in self._battle.places:
            known = self._battle.places
            raise HeroicUnknownUnit(f"There is no unit {figure!r}.", figure, known, pointer="/figure")
        if self._barred is not None:
            return self._barred
        [checked] = check_orders(self._battle, (HeroicOrder(unit=figure, tactic=RETREAT),))
        if checked.refusals:
            [refusal] = checked.refusals
            return Bar(refusal.detail, attack_rules.INJURY_INCAPACITATED, BarredHow.REFUSED)
        return None

    def candidates(self, figure: str) -> Iterator[Candidate]:
        """Return every kind of order, with each tactic and against each foe."""
        unit = choices.commanded(self._battle, self._battle.places[figure])
        [chosen] = self.chosen(figure).orders
        chosen_kind = _kind_of(chosen)
        for kind, section in KINDS:
            listed = list(section(unit))
            yield from listed
            if kind is chosen_kind and chosen not in [each.order for each in listed]:
                yield choices.candidate_of(unit, kind, ("service",), chosen)

    def judge(self, order: HeroicOrder) -> None:
        """Refuse an order as a round does."""
        refuse_orders(check_orders(self._battle, (order,)))

    def void(self, order: HeroicOrder) -> Bar | None:
        """Return why an order would do nothing as things stand."""
        loss = loss_of(self._battle, order)
        return None if loss is None else Bar(loss.why, loss.rule)

    def chance(self, order: HeroicOrder) -> float | None:
        """Return the chance that the first attack of an order hits at least once; a grapple has none."""
        attacks = (*order.ranged, *order.melee)
        if not attacks:
            return None
        place = self._battle.places[order.unit]
        battle, choice = self._battle.with_order(place, order), attacks[0]
        situation = expected(battle, place, battle.places[choice.target], choice)
        return hit_chance(situation, choice, battle.rulings)

    def attack(self, order: HeroicOrder) -> dict[str, Any] | None:
        """Return the attack of an order that has one, from where the unit stands."""
        if len(attacks := (*order.ranged, *order.melee)) != 1 or order.move.mode is HeroicMoveMode.TOWARD:
            return None
        blow = attacks[0].model_dump(mode="json", exclude_defaults=True)
        target = blow.pop("target")
        tactics = {"attacker_tactic": order.tactic, "charge_target": order.charge_target}
        return {"attacker": order.unit, "target": target, "attack": blow, **tactics}

    def posted(self, figure: str, orders: tuple[HeroicOrder, ...]) -> dict[str, Any]:
        """Return the input of a round with these orders, in which the service orders whoever has none."""
        dumped = [each.model_dump(mode="json", exclude_defaults=True) for each in orders]
        return {"orders": dumped, "npc_orders": True}

    def choice(self, figure: str) -> Chosen:
        """Work out what the service orders a unit that fights neutrally, or that is routed."""
        battle, place = self._battle, self._battle.places[figure]
        order = service_orders(battle, (place,), {place: NEUTRAL}, ExactDice(START, []))[place]
        if order.break_free and blow_loss(battle.with_order(place, order), place, order) is not None:
            order = order.model_copy(update={"melee": ()})
        name = spoken_name(battle.units[place])
        if self._is_useless(order):
            order, why = HeroicOrder(unit=figure, tactic=NEUTRAL), f"{name} can do nothing but defend itself."
        else:
            why = f"{name} {_why(battle, order)}."
        drawn = battle.rulings.npc_tactics is not HeroicNpcTactics.FIXED and order.tactic is NEUTRAL
        more = " Its tactic would be drawn; this is the neutral one." if drawn else ""
        return Chosen((order,), f"{why}{more}", rulebook.SKIRMISH_POLICY)

    def _is_useless(self, order: HeroicOrder) -> bool:
        try:
            self.judge(order)
        except RulesRefuse:
            return True
        return self.void(order) is not None


def _kind_of(order: HeroicOrder) -> HeroicOrderKind:
    """Return of which kind an order of the service is."""
    if order.tactic is RETREAT:
        return HeroicOrderKind.RETREAT
    if order.actions:
        return HeroicOrderKind.DEED
    if order.ranged:
        return HeroicOrderKind.SHOOT
    if order.move.mode is HeroicMoveMode.TOWARD:
        return HeroicOrderKind.CLOSE if order.melee else HeroicOrderKind.MOVE
    if order.melee:
        return HeroicOrderKind.STRIKE
    return HeroicOrderKind.RETREAT if order.break_free else HeroicOrderKind.STAND


def _why(battle: Battle, order: HeroicOrder) -> str:
    """Return in a clause why the service orders this."""
    if order.tactic is RETREAT:
        return "is routed, and leaves the field"
    if order.break_free and not order.melee:
        return "is held, and tries to break free"
    target = next((each.target for each in (*order.ranged, *order.melee)), order.move.ref)
    if target is None:
        return "reloads" if order.actions else "has nobody to attack"
    foe = battle.units[battle.places[target]]
    who = "who is in flight" if foe.status is ROUTED else "the nearest foe that fights"
    does = "shoots at" if order.ranged else "closes with" if order.move.mode is HeroicMoveMode.TOWARD else "strikes at"
    return f"{does} {spoken_name(foe)}, {who}"
