"""What a figure that plays by itself goes by: its foes, what it can strike and shoot with, and where it can get to."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple

from service.dice.exact import ExactDice
from service.errors import RulesRefuse
from service.rules.kernel.hexes import DIRECTIONS, Hex, distance, neighbour
from service.rules.roll_under.damage import CRUSHING, WOUNDING, damage_of, divided_dr
from service.rules.roll_under.words import Posture
from service.rules.tactical.attack.hits import dr_at
from service.rules.tactical.attack.legality import find_weapon
from service.rules.tactical.attack.models import TacticalAttackOrder
from service.rules.tactical.attack.sight import sees
from service.rules.tactical.book.words import (
    TacticalLocation,
    TacticalManeuver,
    TacticalManeuverOption,
    TacticalSector,
    TacticalStance,
)
from service.rules.tactical.figures.equipment import TacticalMode, TacticalWeapon
from service.rules.tactical.figures.field import Field, fills
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.reaches import reaches_now
from service.rules.tactical.figures.standing import hp_of, is_conscious, is_ranged, ready_weapons
from service.rules.tactical.map.footprints import rotated
from service.rules.tactical.map.sectors import melee_sector, towards
from service.rules.tactical.movement.costs import BARRED, Going
from service.rules.tactical.movement.search import Reached, Search
from service.rules.tactical.rounds.checks import approve
from service.rules.tactical.rounds.models import TacticalFreeAction, TacticalFreeKind, TacticalIntent
from service.rules.tactical.rounds.turn import Orders
from service.rules.tactical.rounds.windows import begin

MOST_TARGETS: Final = 6
"""How many foes are considered, the nearest first."""
FARTHEST_WAY: Final = 4_000
"""How many hexes a way to a foe is looked for in."""
NO_ORDERS: Final = Orders({}, {}, [])
ELSEWHERE: Final = (
    TacticalLocation.RIGHT_LEG,
    TacticalLocation.LEFT_LEG,
    TacticalLocation.RIGHT_ARM,
    TacticalLocation.LEFT_ARM,
    TacticalLocation.NECK,
    TacticalLocation.FACE,
    TacticalLocation.EYE,
)
"""Where a blow goes that cannot get through the armour of the torso, in this order."""


class Blow(NamedTuple):
    """A way to strike: a weapon in its mode, the reaches that it has now, in hexes, and what it does on average."""

    weapon: TacticalWeapon
    mode: TacticalMode
    reaches: tuple[int, ...]
    worth: int


def targets_of(field: Field, figure: TacticalFigure) -> list[TacticalFigure]:
    """Return the foes of a figure, the nearest first, then those with the fewest hit points, then by id.

    Those whom it sees come before the others; of a crowd only the nearest are looked at.
    """
    foes = [each for each in field if is_conscious(each) and field.is_foe(figure, each)]
    ranked = sorted(foes, key=lambda each: (field.distance(figure, each), hp_of(each), each.id))[:MOST_TARGETS]
    seen = [each for each in ranked if sees(field, figure, each)]
    return seen + [each for each in ranked if each not in seen]


def blow_of(figure: TacticalFigure, weapon: TacticalWeapon, mode: TacticalMode) -> Blow:
    """Return a way to strike; its worth is the mean of the dice, by what the type of damage does to a body."""
    damage = damage_of(mode.damage)
    dice = 0 if damage.pool is None else damage.pool.count
    worth = max(7 * dice + 2 * damage.adds, 1) * WOUNDING[mode.type]
    return Blow(weapon, mode, reaches_now(figure, weapon, mode.name), worth)


def spot_for(blow: Blow, target: TacticalFigure, *, locations: bool) -> tuple[bool, TacticalLocation | None]:
    """Tell whether a blow can get through a target's armour anywhere, and where if not in the torso."""
    damage = damage_of(blow.mode.damage)
    most = (0 if damage.pool is None else 6 * damage.pool.count) + damage.adds
    most = max(most, 0 if blow.mode.type is CRUSHING else 1)
    for place in (TacticalLocation.TORSO, *(ELSEWHERE if locations else ())):
        if most > divided_dr(dr_at(target, place), blow.mode.armor_divisor):
            return True, None if place is TacticalLocation.TORSO else place
    return False, None


class View:
    """A figure on a stage of its own, on which its turn has begun; nothing of it changes the field."""

    def __init__(self, field: Field, id: str, stance: TacticalStance) -> None:
        """Set whose view it is."""
        self.field = field.copy()
        begin(self.field, id)
        self.figure = self.field[id]
        self.stance = stance
        self._searches: dict[tuple[TacticalManeuver, TacticalManeuverOption | None], tuple[Search, list[Reached]]] = {}

    @property
    def is_reckless(self) -> bool:
        """Whether it strikes without a thought for its own defense."""
        return self.stance is TacticalStance.RECKLESS

    # Foes

    @cached_property
    def targets(self) -> list[TacticalFigure]:
        """The foes that it considers, in order."""
        return targets_of(self.field, self.figure)

    @cached_property
    def opponents(self) -> list[TacticalFigure]:
        """The conscious foes that share a hex with it."""
        return [each for each in self.targets if self.field.distance(self.figure, each) == 0]

    @cached_property
    def foe_hexes(self) -> frozenset[Hex]:
        """The hexes of foes that keep others out."""
        return frozenset(
            [
                here
                for each in self.field
                if fills(each) and self.field.is_foe(self.figure, each)
                for here in self.field.body(each)
            ]
        )

    def nearest(self) -> int:
        """Return the hexes to the nearest foe."""
        return min([self.field.distance(self.figure, each) for each in self.targets])

    # Weapons

    @cached_property
    def usable(self) -> list[TacticalWeapon]:
        """The weapons that it can use now."""
        found = []
        for weapon in ready_weapons(self.figure):
            try:
                find_weapon(self.figure, TacticalAttackOrder(weapon=weapon.id))
            except RulesRefuse:
                continue
            found.append(weapon)
        return found

    @cached_property
    def blows(self) -> list[Blow]:
        """The ways to strike, the best first."""
        melee = [each for each in self.usable if not is_ranged(each)]
        blows = [blow_of(self.figure, weapon, mode) for weapon in melee for mode in weapon.modes]
        return sorted([each for each in blows if each.reaches], key=lambda each: -each.worth)

    @cached_property
    def missiles(self) -> list[TacticalWeapon]:
        """The ranged weapons that it can use, loaded or not."""
        return [each for each in self.usable if is_ranged(each)]

    def useful(self, target: TacticalFigure) -> list[tuple[Blow, TacticalLocation | None]]:
        """Return the ways to strike that can hurt a target, with where, the best first; null is the torso."""
        found = [(each, spot_for(each, target, locations=self.field.rulings.locations)) for each in self.blows]
        return [(blow, where) for blow, (hurts, where) in found if hurts]

    # Where it can strike from

    def reaches_from(self, blow: Blow, hex: Hex, facing: int, target: TacticalFigure) -> bool:
        """Tell whether a blow from a hex, facing some way, goes into the reach fan at a target."""
        origin = hex
        if blow.weapon.origin is not None:
            q, r = rotated(blow.weapon.origin, facing)
            origin = hex[0] + q, hex[1] + r
        vision = self.figure.vision
        return any(
            distance(origin, each) in blow.reaches
            and melee_sector(origin, facing, each, vision) is TacticalSector.FRONT
            for each in self.field.body(target)
        )

    def facing_to(self, hex: Hex, target: TacticalFigure, facings: Sequence[int]) -> int:
        """Return the one of some facings that leads most nearly to a target from a hex, the first of equal ones."""
        body = self.field.body(target)
        nearest = min(body, key=lambda each: (distance(hex, each), each))
        wanted = towards(hex, nearest) if nearest != hex else self.figure.facing
        return min(facings, key=lambda each: (min((each - wanted) % 6, (wanted - each) % 6), each))

    # Where it can get to

    def search(self, maneuver: TacticalManeuver, option: TacticalManeuverOption | None = None) -> Search:
        """Return the search of what it can reach under a maneuver."""
        return self._found(maneuver, option)[0]

    def reached(self, maneuver: TacticalManeuver, option: TacticalManeuverOption | None = None) -> list[Reached]:
        """Return where it can end under a maneuver, the cheapest first, then by hex and facing."""
        return self._found(maneuver, option)[1]

    def _found(self, maneuver: TacticalManeuver, option: TacticalManeuverOption | None) -> tuple[Search, list[Reached]]:
        known = self._searches.get((maneuver, option))
        if known is None:
            search = Search(self.field, self.figure, maneuver, option)
            known = self._searches[maneuver, option] = search, search.run()
        return known

    def lengths_to(self, target: TacticalFigure) -> dict[Hex, int]:
        """Return how many hexes lie between a target and where the figure is, and what it can reach with a Move.

        Barriers are gone round; hexes from which there is no way are left out, and perhaps those that are farther off.
        """
        going, body = self.search(TacticalManeuver.MOVE).going, self.field.body(target)
        if not self.field.ground.is_plain():
            return lengths_of_ways(going, body, self.figure.hex)
        hexes = {self.figure.hex, *[each.hex for each in self.reached(TacticalManeuver.MOVE)]}
        return {here: min([distance(here, each) for each in body]) for here in hexes}

    def is_free(self, state: Reached, search: Search) -> bool:
        """Tell whether nobody hostile is where the figure would be."""
        return self.foe_hexes.isdisjoint(search.body.hexes(search.start._replace(hex=state.hex, facing=state.facing)))

    # Intents

    def intent(self, maneuver: TacticalManeuver, **parts: object) -> TacticalIntent:
        """Return an intent of the figure, which rises first if it crouches."""
        if self.figure.posture is Posture.CROUCHING and "free" not in parts:
            parts["free"] = (TacticalFreeAction(kind=TacticalFreeKind.RISE),)
        return TacticalIntent.model_validate({"figure": self.figure.id, "maneuver": maneuver, **parts})

    def is_legal(self, intent: TacticalIntent) -> bool:
        """Tell whether an intent is legal as things are."""
        try:
            approve(self.field, self.figure.id, intent, NO_ORDERS, ExactDice((), []))
        except RulesRefuse:
            return False
        return True


def lengths_of_ways(going: Going, goals: Sequence[Hex], here: Hex) -> dict[Hex, int]:
    """Return how many hexes lie between goals and the hexes that are no farther from them than a figure's own.

    Barriers are gone round; who stands where is not considered. If there is no way, or a very long one, only a part of
    the hexes is known.
    """
    known = dict.fromkeys(goals, 0)
    waiting = list(goals)
    for each in waiting:
        if each == here or len(known) > FARTHEST_WAY:
            break
        for direction in range(len(DIRECTIONS)):
            other = neighbour(each, direction)
            if other not in known and _leads(going, other, (direction + 3) % 6):
                known[other] = known[each] + 1
                waiting.append(other)
    return known


def _leads(going: Going, hex: Hex, direction: int) -> bool:
    """Tell whether a hex can be entered, and left in a direction."""
    return going.price(hex) != BARRED and going.sides(hex)[direction] != BARRED
