"""Orders that are illegal whatever the others do, which refuse a round before its first die."""

from collections.abc import Sequence

from service.dice.model import Dice
from service.errors import RulesRefuse
from service.rules.tactical.attack.legality import find_weapon, refuse_maneuver, refuse_shooting
from service.rules.tactical.book.options import TacticalTie
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.standing import is_able, is_ranged, speed_of, with_state
from service.rules.tactical.rounds.checks import approve, loosen, refuse_free, refuse_misfits
from service.rules.tactical.rounds.maneuvers import AIM, READY, aimed_weapon, conduct_of
from service.rules.tactical.rounds.models import TacticalIntent, TacticalRoundInput
from service.rules.tactical.rounds.readying import plan_ready
from service.rules.tactical.rounds.turn import Orders, planned_path
from service.rules.tactical.rounds.windows import begin


def refuse_early(field: Field, input: TacticalRoundInput, orders: Orders, dice: Dice) -> None:
    """Refuse every order that can be judged before the round: all of the first to act, and of others what is their own.

    That is their maneuver and what goes with it, their weapons, and their path over the ground without anybody on it.

    Raises: every refusal of a round, with a pointer to the intent.
    """
    first = first_to_act(field, input)
    for place, intent in enumerate(input.intents):
        stage = field.copy()
        begin(stage, intent.figure)
        try:
            _refuse_strangers(field, intent)
            if intent.figure == first:
                approve(stage, intent.figure, intent, orders, dice)
            else:
                _judge_alone(stage, intent)
        except RulesRefuse as fault:
            raise fault.below(f"/intents/{place}") from None


def first_to_act(field: Field, input: TacticalRoundInput) -> str | None:
    """Return the figure that acts before any other, or None if dice decide which one it is."""
    ordered = {intent.figure for intent in input.intents}
    acting = [each for each in field if is_able(each) and (each.id in ordered or each.id in input.npc)]
    if not acting:
        return None
    listed = input.order or ()
    known = [each for each in acting if each.id in listed]
    if known and len(known) == len(acting):
        return min(known, key=lambda each: listed.index(each.id)).id
    top = max([_rank(each) for each in acting])
    firsts = [each.id for each in acting if _rank(each) == top]
    return min(firsts) if len(firsts) == 1 or field.rulings.tie is TacticalTie.ID else None


def _rank(figure: TacticalFigure) -> tuple[int, int]:
    return speed_of(figure), figure.dx


def _refuse_strangers(field: Field, intent: TacticalIntent) -> None:
    """Refuse ids of figures that are not on the map.

    Raises: TacticalUnknownFigure.
    """
    for foe, at in _named(intent):
        if foe is not None:
            field.find(foe, at)


def _named(intent: TacticalIntent) -> Sequence[tuple[str | None, str]]:
    """Return the ids that an intent names, with pointers to them."""
    named = [(intent.target, "/target"), (intent.declare_adjacent, "/declare_adjacent")]
    named += [(each.foe, f"/follow_ups/{place}/foe") for place, each in enumerate(intent.follow_ups)]
    named += [(each, f"/lets_pass/{place}") for place, each in enumerate(intent.lets_pass)]
    if intent.attack is not None:
        named.append((intent.attack.target, "/attack/target"))
    if intent.deed is not None:
        named.append((intent.deed.target, "/deed/target"))
        named += [(each, f"/deed/helpers/{place}") for place, each in enumerate(intent.deed.helpers)]
    return named


def _judge_alone(field: Field, intent: TacticalIntent) -> None:
    """Refuse what is illegal in an order whatever the others do."""
    figure = field[intent.figure]
    refuse_misfits(figure, intent)
    refuse_free(figure, intent)
    for free in intent.free:
        loosen(field, figure.id, free)
    figure = field[figure.id]
    entangled = figure.state.close or figure.state.grapples or figure.state.grappled_by
    stage = field.alone(with_state(figure, close=(), grapples=(), grappled_by=()))
    if not entangled and not _meets_foes(field, figure, intent):
        planned_path(stage, stage[figure.id], intent)
    _judge_weapon(stage, figure, intent)


def _meets_foes(field: Field, figure: TacticalFigure, intent: TacticalIntent) -> bool:
    """Tell whether a path leads through hexes of foes as they stand now."""
    hexes = [each.to or each.jump_to for each in intent.path]
    return any(field.is_foe(figure, other) for each in hexes if each is not None for other in field.occupants(each))


def _judge_weapon(stage: Field, figure: TacticalFigure, intent: TacticalIntent) -> None:
    """Refuse a weapon that cannot be used for what is ordered.

    Raises: UnknownWeapon, WeaponNotReady, WeaponUnready, WeaponNotRanged, and the refusals of a Ready.
    """
    if intent.maneuver is READY and intent.deed is None and not figure.state.close:
        plan_ready(stage, figure, intent, [])
    elif intent.maneuver is AIM:
        aimed_weapon(figure, intent)
    elif intent.attack is not None and not intent.fast_draw:
        try:
            weapon, _ = find_weapon(figure, intent.attack)
            refuse_maneuver(conduct_of(intent, ()), intent.attack, ranged=is_ranged(weapon))
            refuse_shooting(weapon, intent.attack, popup=intent.popup is not None)
        except RulesRefuse as fault:
            own = ("/maneuver", "/option")
            raise fault.pointing(lambda at: at if at in own else f"/attack{at}") from None
