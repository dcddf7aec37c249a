"""The plan of a strike: everything its dice depend on, worked out before the first of them is rolled."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from service.dice.model import Cites
from service.dice.transcript import Tally
from service.rules.kernel.figures import Who, who_of
from service.rules.opposed.attack import maneuver_effects
from service.rules.opposed.attack.legality import is_able
from service.rules.opposed.attack.modifiers import defence_of, dice_modifier_of, strike_chance_of
from service.rules.opposed.attack.quality import Grading, grading_of
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.book.words import OpposedEffect, OpposedManeuverKind, OpposedMode, OpposedWeaponClass
from service.rules.opposed.figures.models import OpposedFigure, OpposedGrievousRow, OpposedStrike

MELEE: Final = OpposedMode.MELEE
NO_MANEUVER: Final = OpposedManeuverKind.NONE


class Blow(NamedTuple):
    """What the damage of a strike depends on besides its result quality."""

    dice: int
    modifier: int
    armour_ft: int
    armour_en: int
    damage_reduction: int


class ParryPlan(NamedTuple):
    """What an evading defender's parry depends on."""

    evader_rank: int
    attacker_rank: int
    attacker_unarmed: bool


@dataclass(slots=True, eq=False)
class StrikePlan:
    """One strike, ready to be rolled; plans are equal if they are rolled alike, whoever strikes and whatever it can do.

    What is None cannot happen: damage from a harmless manoeuvre, avoiding what needs no avoiding, a parry. `settles`
    says whether the rolls are settled as one, because only what the strike leaves counts.
    """

    attacker: Who
    defender: Who
    strike_chance: Tally
    defence: Tally
    dice_modifier: Tally
    attack_grading: Grading
    defence_grading: Grading
    attack_cites: Cites
    defence_cites: Cites
    blow: Blow | None
    weapon_class: OpposedWeaponClass | None
    grievous_table: tuple[OpposedGrievousRow, ...]
    maneuver: OpposedManeuverKind
    avoid_chance: Tally | None
    suffered: tuple[OpposedEffect, ...]
    initiative: int
    parry: ParryPlan | None
    resolves: bool
    settles: bool
    rulings: OpposedRulings
    _numbers: Hashable = field(init=False)
    _hash: int = field(init=False)

    def __post_init__(self) -> None:
        """Find what the rolls depend on."""
        self._numbers = (
            (self.strike_chance.total, self.defence.total, self.dice_modifier.total, self.rulings.natural_01),
            (self.blow, self.maneuver is NO_MANEUVER, self.parry is not None),
            self._fumble_numbers(),
            (self.weapon_class, self.grievous_table) if self.rulings.grievous_roll else None,
        )
        self._hash = hash(self._numbers)

    def __eq__(self, other: object) -> bool:
        """Return whether another strike is rolled alike; names, cites and health make no difference."""
        return isinstance(other, StrikePlan) and self._numbers == other._numbers

    def __hash__(self) -> int:
        """Hash what the rolls depend on."""
        return self._hash

    @property
    def is_plain(self) -> bool:
        """Whether it can neither be parried nor do anything but harm."""
        return self.parry is None and self.maneuver is NO_MANEUVER

    def _fumble_numbers(self) -> Hashable:
        """Return what the rolls for a fumble depend on, if there can be one."""
        rulings = self.rulings
        if rulings.fumble_from is None or not self.resolves:
            return rulings.fumble_from
        return rulings.fumble_from, self.initiative, rulings.roll_under


class StrikeTerms(NamedTuple):
    """What surrounds a strike.

    `resolves` says whether fumbles and stay-conscious rolls are rolled or only reported; `initiative_lost` is what an
    earlier fumble of the round took from the attacker's initiative; `attacker` and `defender` name figures without id.
    `settles` says whether the rolls are settled as one: where nobody is told what they were, as within a fight.
    """

    resolves: bool
    parry: bool = True
    grievous_table: tuple[OpposedGrievousRow, ...] = ()
    initiative_lost: int = 0
    attacker: str = "Attacker"
    defender: str = "Defender"
    settles: bool = False


def plan_strike(
    attacker: OpposedFigure, defender: OpposedFigure, order: OpposedStrike, rulings: OpposedRulings, terms: StrikeTerms
) -> StrikePlan:
    """Work out one strike of one figure at another; refuses nothing (see `legality`)."""
    chance = strike_chance_of(attacker, defender, order, rulings)
    defence = defence_of(defender, order, rulings)
    modifier = dice_modifier_of(attacker, order.situation, rulings)
    maneuver = order.maneuver
    avoidable = None if maneuver is NO_MANEUVER else maneuver_effects.EFFECTS[maneuver].avoidable
    natural_01 = rulings.natural_01
    return StrikePlan(
        who_of(attacker, terms.attacker),
        who_of(defender, terms.defender),
        chance.tally,
        defence.tally,
        modifier.tally,
        grading_of(chance.tally.total, modifier.tally.total, natural_01, rulings.fumble_from),
        grading_of(defence.tally.total, 0, natural_01),
        chance.cites + modifier.cites,
        defence.cites,
        _blow_of(attacker, defender, maneuver) if maneuver_effects.deals_damage(maneuver, rulings) else None,
        attacker.weapon.weapon_class,
        terms.grievous_table,
        maneuver,
        maneuver_effects.avoid_chance_of(defender, avoidable, rulings) if avoidable and is_able(defender) else None,
        maneuver_effects.suffered_by(defender) if maneuver is not NO_MANEUVER or terms.grievous_table else (),
        initiative_of(attacker) - terms.initiative_lost,
        _parry_of(attacker, defender) if terms.parry and defender.evading and order.mode is MELEE else None,
        terms.resolves,
        terms.settles,
        rulings,
    )


def initiative_of(figure: OpposedFigure) -> int:
    """Return a figure's engaged initiative."""
    return figure.perception + figure.agility + figure.weapon.rank + figure.warrior_rank


def _parry_of(attacker: OpposedFigure, evader: OpposedFigure) -> ParryPlan | None:
    """Return what a parry depends on, if the evading figure is able to make one."""
    if not is_able(evader):
        return None
    return ParryPlan(evader.weapon.rank, attacker.weapon.rank, maneuver_effects.is_unarmed(attacker))


def _blow_of(attacker: OpposedFigure, defender: OpposedFigure, maneuver: OpposedManeuverKind) -> Blow:
    weapon = attacker.weapon
    dice, modifier = weapon.damage_dice, weapon.damage_modifier
    if maneuver is maneuver_effects.TRIP:
        dice, modifier = 1, 0
    elif maneuver is maneuver_effects.TRAMPLE:
        dice, modifier = 1, attacker.size_hexes
    return Blow(dice, modifier, defender.armour_ft, defender.armour_en, defender.damage_reduction)
