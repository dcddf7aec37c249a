"""What participants may do in their turns: candidates of each kind of order, and what the service would choose."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from service.errors import RulesRefuse
from service.rules.kernel.family import Bar, Candidate, Chosen, Offers
from service.rules.kernel.telling import UNNAMED
from service.rules.kernel.turns.legal_moves import key_of, refused_by
from service.rules.kernel.verdict import BarredHow
from service.rules.laurels.attack.legality import Places, called
from service.rules.laurels.attack.parry import has_shield, has_weapon, stance_ended, stance_taken
from service.rules.laurels.attack.plan import mode_of, plan_attack
from service.rules.laurels.attack.strike import harm_chance
from service.rules.laurels.battle import models
from service.rules.laurels.battle.judging import judge, loss_of, place_of
from service.rules.laurels.battle.state import Battle, is_in
from service.rules.laurels.book import rulebook
from service.rules.laurels.book.options import LaurelsRulings
from service.rules.laurels.book.words import LaurelsChangeReason, LaurelsEquipment, LaurelsMode
from service.rules.laurels.figures.models import LaurelsParry, LaurelsSneak
from service.rules.laurels.rounds.ending import end_of
from service.rules.laurels.rounds.order import refuse_out_of_turn
from service.rules.laurels.rounds.policy import order_at, reason_of

DEEDS: Final = {
    LaurelsMode.MELEE: "Strike {}",
    LaurelsMode.REACH: "Strike {}",
    LaurelsMode.RANGED: "Shoot at {}",
    LaurelsMode.SPELL: "Cast an attack at {}",
}
"""What an attack in each mode is called, with its target."""
PARRIES: Final = {
    LaurelsEquipment.WEAPON: "Parry with the weapon",
    LaurelsEquipment.SHIELD: "Parry with a shield",
    LaurelsEquipment.BOTH: "Parry with weapon and shield",
}
A_FOE: Final = "a foe"


def _pointers(*names: str) -> tuple[str, ...]:
    return tuple([f"/orders/0/{name}" for name in names])


TURN: Final = _pointers("move_before_ft", "move_after_ft", "bonus_move_ft", "free")
"""What is free in every order: movement, and what costs nothing."""
ATTACK: Final = (
    *_pointers("mode", "distance_ft", "ability", "target_dexterity_denied", "direct_damage"),
    *TURN,
)
SNEAK: Final = _pointers("sneak")
WEAPON: Final = _pointers("parry/weapon_magic_bonus", "parry/weapon_shattered")
SO_FAR: Final = _pointers("parry/explosions_so_far")
SHIELD: Final = _pointers("parry/shield_durability")
WITH_SHIELD: Final = 10
"""The durability by which a parry with a shield is judged of which nothing is known."""


class LaurelsOffers(Offers):
    """The moves of a fight between two turns."""

    def __init__(
        self,
        battle: Battle,
        figures: Sequence[models.LaurelsCombatant],
        under_way: models.LaurelsUnderWay | None,
        rulings: LaurelsRulings,
    ) -> None:
        """Take a battle as a turn begins, and its participants as the state has them."""
        self._battle = battle
        self._figures = figures
        self._under_way = under_way
        self._rulings = rulings
        self._end = end_of(figures)

    def idle(self, figure: str) -> Bar | None:
        """Return why a participant has no choice now: the fight is over, or it is not its turn."""
        place = place_of(figure, self._battle, "/figure")
        if self._end.over:
            return Bar(self._end.text, rulebook.SKIRMISH_END, BarredHow.REFUSED)
        try:
            refuse_out_of_turn(self._battle, self._figures[place], self._under_way, None, ("", "/figure"))
        except RulesRefuse as refusal:
            return refused_by(refusal)
        return None

    def candidates(self, figure: str) -> Iterator[Candidate]:
        """Return every kind of order, against every foe where it has a target."""
        actor = self._battle.figure(figure)
        foes = [each for each in self._battle.figures if each.role is not actor.role]
        for foe in foes:
            yield from _attacks(actor, foe)
        for foe in foes:
            yield from _ambushes(actor, foe)
        for equipment in LaurelsEquipment:
            yield _parry(actor, equipment)
        yield _alone("Retreat from the fight", models.LaurelsRetreatOrder(action="retreat", actor=figure))
        yield _alone("Pass", models.LaurelsPassOrder(action="pass", actor=figure))
        other = models.LaurelsOtherOrder(action="other", actor=figure, label=UNNAMED)
        yield _alone("Do something else", other, free=(*_pointers("label", "activity", "effects"), *TURN))

    def judge(self, order: models.LaurelsOrder) -> None:
        """Refuse an order as its turn does."""
        place = self._battle.places[order.actor]
        places = Places(f"/participants/{place}", "/orders/0")
        judge(self._figures[place], order, self._battle, self._rulings, places)

    def void(self, order: models.LaurelsOrder) -> Bar | None:
        """Return why a turn would be played as if an order were to pass: target or shield are gone."""
        if isinstance(order, models.LaurelsParryOrder):
            taken = stance_taken(order.parry, at_turn(self._battle.figure(order.actor)))
            return Bar("It has nothing left to parry with.", rulebook.PARRY_EQUIPMENT) if taken is None else None
        if not isinstance(order, models.LaurelsStrikeOrder):
            return None
        loss = loss_of(self._battle, self._battle.places[order.actor], order, self._rulings)
        return None if loss is None else Bar(f"{loss.why}.", rulebook.ROUND_LOST_TURN)

    def chance(self, order: models.LaurelsOrder) -> float | None:
        """Return the chance that the attack of an order does harm: each attack hits."""
        if not isinstance(order, models.LaurelsAttackOrder):
            return None
        actor, target = self._battle.figure(order.actor), self._battle.figure(order.target)
        return harm_chance(plan_attack(actor, target, order, mode_of(actor, order.mode), self._rulings, tells=False))

    def attack(self, order: models.LaurelsOrder) -> dict[str, Any] | None:
        """Return the attack of an order to attack."""
        if not isinstance(order, models.LaurelsAttackOrder):
            return None
        strike = order.model_dump(mode="json", exclude_defaults=True, include={"target", "mode", "power_attack"})
        return {"attacker": order.actor, **strike}

    def posted(self, figure: str, orders: tuple[models.LaurelsOrder, ...]) -> dict[str, Any]:
        """Return the input of a turn, or of a round, with these orders."""
        return {"orders": [each.model_dump(mode="json", exclude_defaults=True) for each in orders]}

    def choice(self, figure: str) -> Chosen:
        """Work out what a participant does whom the service plays."""
        place = self._battle.places[figure]
        begun = self._battle.with_figure(place, at_turn(self._battle.figures[place]), LaurelsChangeReason.TURN)
        order = order_at(begun, place, self._rulings)
        why = f"{called(self._figures[place])} {reason_of(order)}."
        return Chosen((order,), why, rulebook.SKIRMISH_POLICY)


def at_turn(figure: models.LaurelsCombatant) -> models.LaurelsCombatant:
    """Return a participant as its turn begins, which ends its stance: the wear of its shield is known then."""
    return figure.model_copy(update=stance_ended(figure.parry))


def _modes(actor: models.LaurelsCombatant) -> Iterator[tuple[LaurelsMode | None, LaurelsMode]]:
    """Return the modes that are offered, and what they are: as the readied weapon is used, and hand to hand."""
    own = mode_of(actor, None)
    yield None, own
    if own is LaurelsMode.RANGED:
        yield LaurelsMode.MELEE, LaurelsMode.MELEE


def _attacks(actor: models.LaurelsCombatant, foe: models.LaurelsCombatant) -> Iterator[Candidate]:
    for ordered, mode in _modes(actor):
        for power in (False, True) if is_in(foe) else (False,):
            order = models.LaurelsAttackOrder(
                action="attack", actor=actor.id, target=foe.id, mode=ordered, power_attack=power
            )
            deed = f"{DEEDS[mode]} with all its power" if power else DEEDS[mode]
            yield _against(
                foe, deed, order, *(() if ordered is None else (mode.value,)), *(("power",) if power else ())
            )


def _ambushes(actor: models.LaurelsCombatant, foe: models.LaurelsCombatant) -> Iterator[Candidate]:
    """Return the sneak attacks on a foe: of how it is unaware the state says nothing, so that has to be said."""
    for ordered, mode in _modes(actor):
        order = models.LaurelsSneakOrder(
            action="sneak_attack", actor=actor.id, target=foe.id, mode=ordered, sneak=LaurelsSneak(concealed=True)
        )
        ambush = _against(foe, f"{DEEDS[mode]} unawares", order, *(() if ordered is None else (mode.value,)))
        yield ambush._replace(free=(*SNEAK, *ambush.free), needs=SNEAK)


def _parry(actor: models.LaurelsCombatant, equipment: LaurelsEquipment) -> Candidate:
    """Return a parry; the durability of a shield has to be said, if no parry before has left it with any."""
    parry, worn = LaurelsParry(equipment=equipment), at_turn(actor).shield_durability
    if not has_shield(parry):
        return _stance(actor, parry)
    stance = _stance(actor, parry.model_copy(update={"shield_durability": WITH_SHIELD if worn is None else worn}))
    return stance._replace(needs=SHIELD) if worn is None else stance


def _stance(actor: models.LaurelsCombatant, parry: LaurelsParry) -> Candidate:
    order = models.LaurelsParryOrder(action="parry", actor=actor.id, parry=parry)
    equipment = parry.equipment
    free = (*SO_FAR, *(WEAPON if has_weapon(parry) else ()), *(SHIELD if has_shield(parry) else ()), *TURN)
    return Candidate("parry", key_of("parry", equipment.value), PARRIES[equipment], order, free=free)


def _against(foe: models.LaurelsCombatant, deed: str, order: models.LaurelsStrikeOrder, *parts: str) -> Candidate:
    """Return an attack on a foe."""
    return Candidate(
        order.action,
        key_of(order.action, foe.id, *parts),
        deed.format(called(foe)),
        order,
        deed=deed.format(A_FOE),
        target=foe.id,
        free=ATTACK,
    )


def _alone(label: str, order: models.LaurelsOrder, free: tuple[str, ...] = TURN) -> Candidate:
    """Return a move that concerns nobody else, the only one of its kind."""
    return Candidate(order.action, order.action, label, order, free=free)
