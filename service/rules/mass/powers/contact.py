"""Contact: enemies who meet are engaged, and powers that fire on contact fire."""

from typing import Annotated, Final

from pydantic import Field

from service.dice.model import Cites, Dice
from service.rules.kernel.hexes import Hex, distance, neighbour, turned
from service.rules.kernel.telling import sentence
from service.rules.mass.battle.losses import gone_between, note_released, release
from service.rules.mass.battle.muster import engaged, refuse_broken, scene_of
from service.rules.mass.battle.state import Battle, MassEvent
from service.rules.mass.book import rulebook
from service.rules.mass.book.options import MassEngagedTiming, MassPilumSubject, MassRulings
from service.rules.mass.book.powers import MassCondition, MassContactPower, MassExpendPower
from service.rules.mass.book.refusals import TargetNotEnemy
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.book.tables import POWER_CITES, rule_of
from service.rules.mass.book.words import MassChangeReason, MassContactTarget, MassEventKind, MassStatus, MassTerrain
from service.rules.mass.figures.changes import FELL_BACK, Cause, Changes
from service.rules.mass.figures.models import MAX_UNITS, MassMap, MassUnit
from service.rules.mass.figures.presence import refuse_inactive
from service.rules.mass.figures.standing import MassUnitState, revised, state_of
from service.rules.mass.figures.text import called, hexes, morale, place, power_named
from service.rules.mass.powers.effects import strike
from service.wire import record, value_class

USED: Final = Cause(MassChangeReason.POWER)


@value_class
class Fire:
    """A power that fires on contact: its user, the foe, and the power."""

    user: str
    foe: str
    power: MassContactPower

    @property
    def confuses(self) -> bool:
        """Whether it expends the foe's power before that power takes effect."""
        at_foe = self.power.target is MassContactTarget.FOE
        return at_foe and any(isinstance(effect, MassExpendPower) for effect in self.power.effects)


def meet(battle: Battle, mover: str, commander: str | None, dice: Dice) -> Battle:
    """Engage a unit with every enemy beside it that it is not engaged with yet, and let powers fire pair by pair."""
    unit = battle.units[mover]
    fresh = [each for each in battle.foes_beside(unit, unit.hex) if each not in unit.engaged_with]
    several = (Rulings.SEVERAL_CONTACTS, Rulings.ON_ENGAGED_TARGET) if len(fresh) > 1 else ()
    cites = (rulebook.ENGAGEMENT_SAME_ROUND, *several)
    for foe in fresh:
        battle = engaged(battle, mover, foe).recorded(dice, commander, MassEventKind.ENGAGED, unit=mover, foe=foe)
        dice.note(
            rulebook.ENGAGEMENT_MUTUAL,
            f"{battle.name_of(mover)} met {battle.name_of(foe)}, and both were engaged.",
            actor=mover,
            cites=cites,
        )
    for foe in fresh:
        battle = set_off(battle, mover, foe, commander, dice)
    return battle


def set_off(battle: Battle, mover: str, foe: str, commander: str | None, dice: Dice) -> Battle:
    """Let the powers of two units that have just met fire; conditions are read before anything happens."""
    if foe not in battle.units[mover].engaged_with:
        return battle
    both = ((mover, foe), (foe, mover))
    fires = [fire for pair in both if (fire := fire_of(battle, *pair, dice)) is not None]
    if not fires:
        return battle
    timing = battle.scene.rulings.engaged_timing
    if timing is MassEngagedTiming.SIMULTANEOUS:
        return _fire_together(battle, fires, commander, dice)
    if timing is MassEngagedTiming.STATIONARY_FIRST:
        fires.reverse()
    for fire in fires:
        user = battle.units[fire.user]
        if fire.foe in user.engaged_with and not user.power_expended:
            battle = _fire_together(battle, [fire], commander, dice)
    return battle


def fire_of(battle: Battle, user: str, foe: str, dice: Dice) -> Fire | None:
    """Return the power that a unit fires at a foe it meets, if it has one and may."""
    unit = battle.units[user]
    power = battle.scene.powers.get(unit.power or "")
    if not isinstance(power, MassContactPower) or unit.power_expended:
        return None
    if not unit.use_power:
        cites: Cites = (Rulings.ON_ENGAGED_USE,)
        text = f"{called(unit)} held {power_named(power.id)} back."
    elif not allows(power.condition, battle.units[foe]):
        text = f"{called(unit)} kept {power_named(power.id)}, which is for {_meant(power.condition)}."
        cites = (Rulings.CONDITION_UNMET, Rulings.FEAST_TIMING)
    else:
        return Fire(user, foe, power)
    dice.note(rulebook.POWER_ON_ENGAGED, text, actor=user, cites=cites)
    return None


def allows(condition: MassCondition, foe: MassUnitState) -> bool:
    """Return whether a power's condition holds for a foe."""
    at_most, large = condition.target_morale_at_most, condition.target_large
    return (at_most is None or foe.morale <= at_most) and (large is None or foe.large is large)


def _meant(condition: MassCondition) -> str:
    """Return in words which foes a condition allows."""
    at_most, large = condition.target_morale_at_most, condition.target_large
    weak = [] if at_most is None else [f"foes with {morale(at_most)} at most"]
    size = [] if large is None else [f"foes of {'large' if large else 'no large'} creatures"]
    return " and ".join(weak + size)


def _fire_together(battle: Battle, fires: list[Fire], commander: str | None, dice: Dice) -> Battle:
    confusing = [fire for fire in fires if fire.confuses]
    confused = {fire.foe for fire in confusing}
    firing = [*confusing, *(fire for fire in fires if not fire.confuses and fire.user not in confused)]
    for number, fire in enumerate(firing):
        _note_fire(battle, fire, dice, confused=fire.user in confused, again=number > 0)
    before = battle
    for fire in firing:
        battle = _fire(battle, fire, commander, dice, confused=fire.user in confused)
    note_released(before, battle, dice)
    for fire in firing:
        if fire.power.fall_back_hexes and fire.user not in confused:
            battle = _withdraw(battle, fire, commander, dice)
    return battle


def _note_fire(battle: Battle, fire: Fire, dice: Dice, *, confused: bool, again: bool) -> None:
    """Record the use of a power; `again` says whether another power is used at the same moment."""
    power = fire.power
    triggered: Cites = (rulebook.ENGAGEMENT_TRIGGER_POWERS, rulebook.POWER_ON_ENGAGED, rulebook.POWER_ONE_USE)
    cites = (*triggered, Rulings.ON_ENGAGED_ORDER, *POWER_CITES.get(power.id, ()))
    if confused:
        cites += (Rulings.MUTUAL_CONFUSION,)
    moment = ", at the same moment" if again else ""
    user, foe = battle.name_of(fire.user), battle.name_of(fire.foe)
    text = f"{user} used {power_named(power.id)} on meeting {foe}{moment}."
    dice.note(rule_of(power), text, actor=fire.user, cites=cites)


def _fire(battle: Battle, fire: Fire, commander: str | None, dice: Dice, *, confused: bool) -> Battle:
    power = fire.power
    battle = battle.changed(USED, revised(battle.units[fire.user], power_expended=True))
    effects = [effect for effect in power.effects if not confused or isinstance(effect, MassExpendPower)]
    struck = fire.foe if power.target is MassContactTarget.FOE else fire.user
    battle, hit = strike(battle, struck, effects, rule_of(power), fire.user, dice)
    return battle.recorded(
        dice, commander, MassEventKind.POWER, unit=fire.user, foe=fire.foe, power=power.id, hits=(hit,)
    )


def _withdraw(battle: Battle, fire: Fire, commander: str | None, dice: Dice) -> Battle:
    name = fire.user if battle.scene.rulings.pilum_subject is MassPilumSubject.USER else fire.foe
    unit = battle.units[name]
    if not unit.fall_back or unit.status is not MassStatus.ACTIVE or not unit.engaged_with:
        return battle
    rule = rule_of(fire.power)
    path = way_back(battle, unit, fire.power.fall_back_hexes)
    goal = path[-1] if path else neighbour(unit.hex, turned(unit.facing, 3))
    beside = [foe for foe in unit.engaged_with if path and distance(goal, battle.units[foe].hex) == 1]
    if beside or not path:
        why = f"beside {battle.names_of(beside)}" if beside else "not free"
        ruling = Rulings.PILUM_PATH if fire.foe in beside or not beside else Rulings.PILUM_SEVERAL_FOES
        dice.note(rule, f"{called(unit)} could not fall back: {place(goal)} was {why}.", actor=name, cites=(ruling,))
        return battle
    text = f"{called(unit)} fell back {hexes(len(path))} to {place(goal)}."
    dice.note(rule, text, actor=name, cites=(Rulings.PILUM_PATH, Rulings.BACKWARD))
    before = battle
    battle = release(battle, name)
    note_released(before, battle, dice, (rule,))
    battle = battle.changed(FELL_BACK, revised(battle.units[name], hex=goal))
    battle = battle.recorded(dice, commander, MassEventKind.FELL_BACK, unit=name, moved=len(path))
    return meet(battle, name, commander, dice)


def way_back(battle: Battle, unit: MassUnitState, hexes: int) -> list[Hex]:
    """Return the hexes that a unit can go back, up to what is taken or closed, or to a new contact."""
    here = unit.hex
    path: list[Hex] = []
    while len(path) < hexes:
        here = neighbour(here, turned(unit.facing, 3))
        if here in battle.held or battle.scene.ground.terrain_of(here) is MassTerrain.IMPASSABLE:
            break
        path.append(here)
        if any(foe not in unit.engaged_with for foe in battle.foes_beside(unit, here)):
            break
    return path


class MassContact(MassMap):
    """Two units that meet, and who else is on the map."""

    mover: MassUnit = Field(description="Who came.")
    stationary: MassUnit = Field(description="Who stood.")
    others: Annotated[tuple[MassUnit, ...], Field(max_length=MAX_UNITS)] = Field(
        default=(), description="Other units; needed only where one of the two may fall back or is engaged with them."
    )


@record
class MassContactVerdict:
    """The result of a contact."""

    engaged: Annotated[bool, Field(description="Whether the two are engaged.")]
    mover_lost: Annotated[bool, Field(description="Whether the mover left the battle.")]
    stationary_lost: Annotated[bool, Field(description="Whether the stationary unit left the battle.")]


@record
class MassContactOutcome:
    """The outcome of a contact."""

    summary: Annotated[str, Field(description="The contact in a sentence.")]
    events: Annotated[tuple[MassEvent, ...], Field(description="The powers that fired, and who fell back.")]
    changes: Changes
    units: Annotated[tuple[MassUnitState, ...], Field(description="Every unit as it now is, the mover first.")]
    engaged: Annotated[bool, Field(description="Whether the two are engaged.")]
    verdict: Annotated[MassContactVerdict, Field(description="What it led to.")]


def engage(input: MassContact, rulings: MassRulings, dice: Dice) -> MassContactOutcome:
    """Let two units of different sides meet and their powers on contact fire.

    They count as in contact wherever they stand. Units that were engaged with each other before fire nothing.

    Dice: none.
    Raises: UnitNotActive, TargetNotEnemy, MassDuplicateId, MassUnknownUnit, UnknownPower, MassHexOccupied,
    HexImpassable, MassEngagementNotMutual, EngagementNotAdjacent.
    Ruling: mass/ruling/on-engaged-order, condition-unmet, pilum-path.
    Source: Engaged Units; Sample Encounter Powers.
    """
    before = _met(input, rulings)
    before = before.told() if dice.tells else before
    mover, stationary = input.mover.id, input.stationary.id
    battle = before
    if stationary in before.units[mover].engaged_with:
        text = f"{called(input.mover)} and {called(input.stationary)} were engaged before: no power fired."
        cites = (Rulings.ON_ENGAGED_RETRIGGER,)
        dice.note(rulebook.ENGAGEMENT_TRIGGER_POWERS, text, actor=mover, cites=cites)
    else:
        battle = set_off(engaged(before, mover, stationary), mover, stationary, None, dice)
    in_contact = stationary in battle.units[mover].engaged_with
    return MassContactOutcome(
        summary=_summary_of(before, battle, input, engaged=in_contact),
        events=battle.events,
        changes=battle.changes or (),
        units=battle.states(),
        engaged=in_contact,
        verdict=MassContactVerdict(
            engaged=in_contact,
            mover_lost=battle.units[mover].status is not MassStatus.ACTIVE,
            stationary_lost=battle.units[stationary].status is not MassStatus.ACTIVE,
        ),
    )


def _summary_of(before: Battle, after: Battle, input: MassContact, *, engaged: bool) -> str:
    """Return a contact in a sentence: who met whom, which powers fired, what they cost, and who left the battle."""
    units = after.units
    told = []
    for event in after.events:
        if event.power is not None:
            told.append(f"{called(units[event.unit or ''])} used {power_named(event.power)}")
        told += [f"{called(units[hit.unit])} lost {morale(hit.damage)}" for hit in event.hits if hit.damage]
    told += [*gone_between(before, after), "they were engaged" if engaged else "they were not engaged"]
    return sentence(f"{called(input.mover)} met {called(input.stationary)}: {'; '.join(told)}")


def _met(input: MassContact, rulings: MassRulings) -> Battle:
    for pointer, unit in (("/mover", input.mover), ("/stationary", input.stationary)):
        refuse_inactive(unit, pointer)
    if input.mover.side == input.stationary.side:
        message = f"{input.mover.id} and {input.stationary.id} are both of the side {input.mover.side}."
        raise TargetNotEnemy(message, pointer="/stationary/side", rule=rulebook.ENGAGEMENT_MUTUAL)
    scene = scene_of(input, (), rulings, complete=False)
    units = (input.mover, input.stationary, *input.others)
    pointers = ["/mover", "/stationary", *(f"/others/{position}" for position in range(len(input.others)))]
    refuse_broken(units, pointers, scene)
    return Battle.of(scene, map(state_of, units))
