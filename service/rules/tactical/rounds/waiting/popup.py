"""Pop-up attacks: out of cover, exposed to opportunity fire, a shot, and back into cover."""

from typing import Final

from service.dice.model import Dice
from service.dice.transcript import capital
from service.errors import RulesRefuse
from service.rules.kernel.hexes import SIDES, Hex, distance, hex_text
from service.rules.tactical.attack.attack import score_of, summary_of, verdict_of
from service.rules.tactical.attack.exchange.exchange import exchange
from service.rules.tactical.attack.plan import AttackPlan, plan_attack
from service.rules.tactical.attack.records import TacticalAttackOrder, TacticalAttackReport
from service.rules.tactical.attack.situation.situation import Conduct, unforced
from service.rules.tactical.book import attack_rules
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.book.refusals import BlockedByBarrier, HexOccupied, ManeuverConflict, PopupTooFar
from service.rules.tactical.book.words import TacticalChangeReason
from service.rules.tactical.figures.changes import TacticalChange, changes_told
from service.rules.tactical.figures.field import Field, misplaced
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import field_of
from service.rules.tactical.figures.placement import is_taken, shift, shifted
from service.rules.tactical.figures.standing import hindrance_of, name_of, status_of, with_state
from service.rules.tactical.movement.paths.steps import turn_to
from service.rules.tactical.rounds.turn import events
from service.rules.tactical.rounds.turn.turn import added_shock
from service.rules.tactical.rounds.waiting import shot_models
from service.rules.tactical.rounds.waiting.shots import fire_at, watches_of

POPPING: Final = Conduct(popup=True)


def popup_attack(
    input: shot_models.TacticalPopupInput, rulings: TacticalRulings, dice: Dice
) -> shot_models.TacticalPopupOutcome:
    """Leave cover for one hex, shoot, and return, all in one turn; those who watch that hex fire first.

    Distances are in yards, which are hexes; injury is in hit points. The shot is made if it still can be made.

    Dice: for each shooter in turn order 3D6 Vision, if it discriminates, then those of an attack up to its damage; then
    wounds, shooter by shooter; then those of the attack.
    Raises: the refusals of attacks; ZoneRefusal.
    Source: Pop-Up Attacks.
    Ruling: tactical/ruling/popup-timing, popup-zone, popup-distance.
    """
    field = field_of(input, rulings)
    attacker = field.find(input.attacker, "/attacker")
    if input.cover_hex is not None and input.cover_hex != attacker.hex:
        cover = hex_text(input.cover_hex)
        message = f"{name_of(attacker)} is in hex {hex_text(attacker.hex)}, not behind its cover in {cover}."
        raise PopupTooFar(message, pointer="/cover_hex")
    refuse_way(field, attacker, input.fire_hex)
    watches = watches_of(field, input.watchers, attacker.id, "/watchers")
    stage = field.copy()
    come_out(stage, attacker.id, input.fire_hex, input.facing)
    plan = plan_attack(stage, attacker.id, input, POPPING)
    event = events.Event(events.EventKind.APPEARS, attacker.id, attacker, POPPING.maneuver, plan.target, popup=True)
    passage = events.passage_of(stage, event)
    watches = [each for each in watches if events.appears_to(stage, field[each.figure], event, passage)]
    field.acting = attacker.id
    come_out(field, attacker.id, input.fire_hex, input.facing)
    out, weapons = out_text(attacker, input.fire_hex), (attack_rules.POPUP_WEAPONS,)
    dice.note(attack_rules.POPUP_DEFINITION, out, actor=attacker.id, cites=weapons)
    if watches:
        text, cites = events.exposed_text(name_of(attacker)), (attack_rules.POPUP_DODGE_ONLY,)
        dice.note(attack_rules.POPUP_EXPOSED, text, actor=attacker.id, cites=cites)
    shots = fire_at(field, attacker.id, watches, input.defenses, dice, popup=True)
    reports = _shoot(field, attacker, input, plan, shots, dice)
    in_cover = go_back(field, attacker, input.fire_hex, input.end_facing, dice)
    changes = changes_told(field, dice)
    return _outcome(field, plan, shots, reports, changes, in_cover=in_cover)


def refuse_way(field: Field, attacker: TacticalFigure, there: Hex) -> None:
    """Refuse a hex to shoot from that is too far, or cannot be stepped into and out of."""
    name, here = name_of(attacker), attacker.hex
    far = distance(here, there)
    if far > 1:
        message = (
            f"Hex {hex_text(there)} is {far} hexes from the cover in {hex_text(here)}; a pop-up attack goes one out."
        )
        raise PopupTooFar(message, pointer="/fire_hex")
    if attacker.state.close:
        message = f"{name} is in close combat and makes no pop-up attack."
        raise ManeuverConflict(message, pointer="/attacker", rule=attack_rules.POPUP_DEFINITION)
    if far == 0:
        return
    direction = SIDES[there[0] - here[0], there[1] - here[1]]
    if any(field.ground.blocks_move(each, direction) for each in field.body(attacker)):
        raise BlockedByBarrier(f"A barrier stands between {hex_text(here)} and {hex_text(there)}.", pointer="/fire_hex")
    body = shifted(field.body(attacker), direction)
    fault = misplaced(field, attacker, body)
    if fault is not None:
        raise fault.pointing(lambda _: "/fire_hex")
    if is_taken(field, attacker, body):
        raise HexOccupied(f"Somebody is in the way in hex {hex_text(there)}.", pointer="/fire_hex")


def come_out(field: Field, id: str, there: Hex, facing: int | None) -> None:
    """Put the attacker where it shoots from, facing as it wants."""
    _shift_to(field, id, there)
    if facing is not None:
        turn_to(field, id, facing)


def out_text(attacker: TacticalFigure, there: Hex) -> str:
    """Say where somebody in cover shows itself."""
    where = "rose" if there == attacker.hex else f"came out to {hex_text(there)}"
    return f"{name_of(attacker)} {where} for a pop-up attack."


def _shift_to(field: Field, id: str, to: Hex) -> None:
    here = field[id].hex
    if here != to:
        shift(field, field[id], SIDES[to[0] - here[0], to[1] - here[1]], TacticalChangeReason.POPUP)


def _shoot(
    field: Field,
    before: TacticalFigure,
    input: shot_models.TacticalPopupInput,
    plan: AttackPlan,
    shots: tuple[shot_models.TacticalWatchShot, ...],
    dice: Dice,
) -> tuple[TacticalAttackReport, ...]:
    """Make the shot if it still can be made; pain of opportunity fire counts from the next turn on.

    Dice: those of an attack.
    Ruling: tactical/ruling/popup-timing.
    """
    pain, attacker = before.state.shock, field[before.id]
    if not any(each.result is shot_models.TacticalWatchResult.FIRED for each in shots):
        return (exchange(field, plan, dice),)
    fresh = attacker.state.shock
    if hindrance_of(attacker) is None:
        field.put(with_state(attacker, shock=pain))
        again = _planned_again(field, attacker.id, input)
        reports = () if again is None else (exchange(field, again, dice),)
        after = field[attacker.id]
        field.put(with_state(after, shock=added_shock(fresh, after.state.shock - pain)))
        if reports:
            return reports
    text = f"{name_of(attacker)} could not shoot any more."
    dice.note(attack_rules.POPUP_EXPOSED, text, actor=attacker.id)
    return ()


def _planned_again(field: Field, id: str, input: TacticalAttackOrder) -> AttackPlan | None:
    """Return the shot as it is after opportunity fire, or None if it cannot be made."""
    try:
        return plan_attack(field, id, unforced(input), POPPING)
    except RulesRefuse:
        return None


def go_back(field: Field, before: TacticalFigure, there: Hex, end_facing: int | None, dice: Dice) -> bool:
    """Return into cover, unless the attacker cannot any more, and tell whether it is there."""
    figure = field[before.id]
    stopped = hindrance_of(figure) is not None or figure.posture is not before.posture
    if stopped or figure.hex != there:
        dice.note(attack_rules.POPUP_NO_STEP, cover_text(figure, in_cover=False), actor=figure.id)
        return figure.hex == before.hex and not stopped
    _shift_to(field, figure.id, before.hex)
    if end_facing is not None:
        turn_to(field, figure.id, end_facing)
    dice.note(attack_rules.POPUP_NO_STEP, cover_text(figure, in_cover=True), actor=figure.id)
    return True


def cover_text(attacker: TacticalFigure, *, in_cover: bool) -> str:
    """Say whether somebody has got back into cover."""
    return f"{name_of(attacker)} {'was back in cover' if in_cover else 'did not get back into cover'}."


def _outcome(
    field: Field,
    plan: AttackPlan,
    shots: tuple[shot_models.TacticalWatchShot, ...],
    reports: tuple[TacticalAttackReport, ...],
    changes: tuple[TacticalChange, ...],
    *,
    in_cover: bool,
) -> shot_models.TacticalPopupOutcome:
    """Return what has come of a pop-up attack."""
    attacks = [each.attack for each in shots if each.attack is not None]
    name = field.name_of(plan.attacker)
    told = [summary_of(field, [*attacks, *reports], None)] if attacks or reports else []
    told += [] if reports else [f"{name} did not get to shoot."]
    told.append(cover_text(field[plan.attacker], in_cover=in_cover))
    return shot_models.TacticalPopupOutcome(
        summary=" ".join(map(capital, told)),
        verdict=shot_models.TacticalPopupVerdict(
            shot=bool(reports),
            in_cover=in_cover,
            attack=verdict_of(field, score_of(reports), plan.attacker, plan.target) if reports else None,
            attacker_status=status_of(field[plan.attacker]),
        ),
        opportunity=shots,
        attacks=reports,
        changes=changes,
        figures=field.changed(),
    )
