"""What the rules of this family forbid, in groups; every refusal is raised before a die is read."""

from service.errors import RulesRefuse
from service.rules.kernel.figures import UnknownName
from service.rules.tactical.book import attack_rules as attacks
from service.rules.tactical.book import movement_rules as moves
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.rulings import Rulings

# Groups


class RoundRefusal(RulesRefuse, group=True):
    """What a round and a skirmish are refused for: all that single procedures are refused for, and more."""


class MoveRefusal(RoundRefusal, group=True):
    """What a movement is refused for."""


class AttackRefusal(RoundRefusal, group=True):
    """What an attack is refused for."""


class CloseRefusal(RoundRefusal, group=True):
    """What an action in close combat is refused for."""


class SlamRefusal(RoundRefusal, group=True):
    """What only a slam is refused for."""


class ZoneRefusal(RoundRefusal, group=True):
    """What waits and opportunity fire are refused for."""


class SightRefusal(RulesRefuse, group=True):
    """What a line of fire is refused for, and arcs."""


class PursuitRefusal(RulesRefuse, group=True):
    """What a pursuit is refused for."""


class FieldRefusal(MoveRefusal, AttackRefusal, CloseRefusal, SlamRefusal, ZoneRefusal, SightRefusal, group=True):
    """What every procedure on a map is refused for: its map, its figures and where they stand."""


class IdRefusal(FieldRefusal, PursuitRefusal, group=True):
    """What every procedure is refused for that names figures."""


class ActionRefusal(MoveRefusal, AttackRefusal, CloseRefusal, SlamRefusal, ZoneRefusal, group=True):
    """What every action is refused for."""


class EntryRefusal(MoveRefusal, CloseRefusal, SlamRefusal, group=True):
    """What entering and leaving a foe's hex is refused for."""


class DefenseRefusal(AttackRefusal, CloseRefusal, SlamRefusal, ZoneRefusal, group=True):
    """What a defence that is ordered is refused for."""


class BlowRefusal(AttackRefusal, CloseRefusal, group=True):
    """What attacks are refused for, in close combat and outside it."""


class WeaponRefusal(AttackRefusal, CloseRefusal, ZoneRefusal, group=True):
    """What the use of a weapon is refused for, in waits and opportunity fire as well."""


# Ids, the map and who stands where


class TacticalDuplicateId(IdRefusal, title="Duplicate id", rule=moves.FIGURES_MARKER):
    """Two figures, two weapons of a figure, or two orders for one figure have the same id."""


class TacticalUnknownFigure(IdRefusal, UnknownName, title="Unknown figure", rule=moves.FIGURES_MARKER):
    """A figure is named that does not take part."""


class UnknownWeapon(FieldRefusal, UnknownName, title="Unknown weapon", rule=attacks.ATTACK_NUMBER):
    """A weapon is named that the figure does not have."""


class TacticalUnknownMode(FieldRefusal, UnknownName, title="Unknown mode", rule=attacks.ATTACK_NUMBER):
    """A mode is named that the weapon does not have."""


class MapRequired(FieldRefusal, title="No map", rule=moves.FIGURES_MAP_REQUIRED):
    """There is no map, and the option for an endless plain is off."""


class OffMap(FieldRefusal, title="Off the map", rule=moves.FIGURES_EDGES):
    """A hex lies outside the map."""


class BadFootprint(FieldRefusal, title="Footprint is not valid", rule=rulebook.MULTIHEX_MARKER):
    """A custom shape is empty, too large, not connected, has a hex twice, or does not begin with the head."""


class TooNarrow(FieldRefusal, title="Too narrow", rule=rulebook.MULTIHEX_NARROW):
    """A figure of several hexes does not fit between solid hexes and walls."""


class HexOccupied(FieldRefusal, title="Hex is occupied", rule=moves.FIGURES_ONE_PER_HEX):
    """A figure rests in a hex that another one fills."""


class HexOvercrowded(FieldRefusal, title="Hex is overcrowded", rule=moves.FIGURES_CROWDING):
    """More than four friends share a hex."""


class HexUnusable(FieldRefusal, title="Hex is unusable", rule=moves.FIGURES_FRACTIONAL_HEX):
    """The map says that no figure can enter the hex."""


class BlockedByBarrier(FieldRefusal, title="Blocked by a barrier", rule=moves.FIGURES_SOLID_HEX):
    """A solid hex is entered, or a wall between two hexes is crossed."""


# Maneuvers and movement


class FigureUnable(ActionRefusal, title="Figure cannot act", rule=moves.TURN_SKIP):
    """The figure is dead, unconscious or pinned, or is stunned and its maneuver is not Do Nothing."""


class ManeuverConflict(ActionRefusal, title="Not with this maneuver", rule=moves.TURN_ONE_MANEUVER):
    """An option or an action does not belong to the maneuver, or there are more attacks than it allows."""


class AoaAttackThenMove(ActionRefusal, title="All-Out Attack moves first", rule=moves.MANEUVER_ALL_OUT_ATTACK_ORDER):
    """An All-Out Attack moves after its attack."""


class PostureChangeInvalid(ActionRefusal, title="Not in one change of posture", rule=moves.MANEUVER_CHANGE_POSTURE):
    """A lying figure stands up at once; it kneels, crawls or sits first."""


class ItemOutOfReach(ActionRefusal, title="Item is out of reach", rule=moves.MANEUVER_READY_PICKUP):
    """An item lies farther away than the arm reaches."""


class OneSide(RoundRefusal, title="No foes", rule=rulebook.NPC_STOP):
    """Fewer than two hostile sides have figures that can act."""


class NoMovementAllowed(MoveRefusal, title="No movement", rule=moves.MANEUVER_WAIT_GENERAL):
    """The maneuver does not move at all."""


class StepTooLong(EntryRefusal, title="Step is too long", rule=moves.STEP_LENGTH):
    """A step has more hexes than the figure may step, or is split around its attack."""


class NotEnoughPoints(EntryRefusal, title="Not enough movement points", rule=moves.MOVEMENT_POINTS):
    """A hex or a turn costs more movement points than are left."""


class NeedsAllPoints(EntryRefusal, title="Needs all movement points", rule=moves.MOVEMENT_DEEP_WATER):
    """A hex costs all movement points, and some are spent."""


class NotAdjacent(EntryRefusal, title="Hex is not adjacent", rule=moves.MOVEMENT_PATH_LEGALITY):
    """An entry of the path is not next to the one before it."""


class NotAFrontHex(EntryRefusal, title="Not a front hex", rule=moves.MOVEMENT_FORWARD):
    """A forward move leads to the side or to the back."""


class WrongMode(EntryRefusal, title="Wrong mode of movement", rule=moves.MOVEMENT_SIDESTEP):
    """A sidestep leads to the back, or a backward move elsewhere than to the back."""


class EndTurnTooBig(MoveRefusal, title="Turn at the end is too big", rule=moves.MOVEMENT_TURN_AT_END):
    """The turn at the end is larger than the movement points that were spent allow."""


class SittingCannotMove(EntryRefusal, title="Sitting figure cannot move", rule=moves.MOVEMENT_SITTING):
    """A sitting figure moves."""


class SevereObstruction(EntryRefusal, title="Severe obstruction", rule=moves.MOVEMENT_SEVERE_OBSTRUCTION):
    """The path walks into a hex that a figure can only go round or jump over."""


class JumpTooFar(MoveRefusal, title="Jump is too far", rule=moves.MOVEMENT_JUMP):
    """A jump is not straight, or longer or higher than the figure can jump."""


class AoaForwardOnly(EntryRefusal, title="All-Out Attack goes forward only", rule=moves.MANEUVER_ALL_OUT_ATTACK_MOVE):
    """An All-Out Attack goes to a hex that is no front hex."""


class AoaNoEndTurn(MoveRefusal, title="No turn at the end", rule=moves.MANEUVER_ALL_OUT_ATTACK_NO_END_TURN):
    """An All-Out Attack changes its facing after its movement."""


class AoaTurnOnlyWhenStationary(MoveRefusal, title="Turns or moves", rule=moves.MANEUVER_ALL_OUT_ATTACK_MOVE):
    """An All-Out Attack turns in place and goes forward, too."""


# Attacks


class TacticalOutOfReach(BlowRefusal, title="Out of reach", rule=attacks.MELEE_REACH_SETS):
    """The target is nearer or farther than the reach that the weapon is held with."""


class WeaponTooLong(BlowRefusal, title="Weapon is too long", rule=rulebook.CLOSE_WEAPONS_MELEE):
    """A weapon without reach C is used in close combat."""


class CrawlReach(BlowRefusal, title="Only reach C while crawling", rule=moves.POSTURE_TABLE):
    """A crawling figure attacks with a reach beyond C."""


class GripChangeNeedsReady(BlowRefusal, title="Change of grip needs a Ready", rule=attacks.MELEE_GRIP_CHANGE):
    """The weapon has the reach, but not with the grip that it is held with."""


class ReachNotAvailable(BlowRefusal, title="Weapon has no such reach", rule=attacks.MELEE_REACH_SETS):
    """A reach is named that the weapon does not have."""


class WeaponNotReady(WeaponRefusal, title="Weapon is not in hand", rule=moves.MANEUVER_READY_RELOAD):
    """A weapon is used that no hand holds."""


class WeaponUnready(WeaponRefusal, title="Weapon is not ready", rule=moves.MANEUVER_READY_RELOAD):
    """A weapon in hand is used that must be made ready first."""


class WildNoLocation(BlowRefusal, title="No location chosen", rule=attacks.WILD_NO_LOCATION):
    """A Wild Swing, or a blind shot, aims at a part of the body."""


class WildThrustTooFar(AttackRefusal, title="Wild thrust is too far", rule=attacks.WILD_THRUST_RANGE):
    """A wild thrust is made at a distance of more than a yard."""


class WildDetermined(AttackRefusal, title="Wild Swing with the option determined", rule=attacks.WILD_ALL_OUT):
    """A Wild Swing, or a blind shot, is to have the bonus of a determined All-Out Attack."""


class NumberBelowThree(WeaponRefusal, SlamRefusal, title="Effective skill below 3", rule=moves.CORE_MINIMUM_NUMBER):
    """The effective skill of an attack is below 3, so it may not be tried."""


class DeceptiveBelowTen(BlowRefusal, title="Deceptive Attack below 10", rule=attacks.ATTACK_DECEPTIVE):
    """A Deceptive Attack would leave an effective skill below 10."""


class OutsideArc(WeaponRefusal, title="Outside the arc of vision", rule=attacks.RANGED_ARC):
    """The target of a ranged attack is not in the arc of vision, and the attack is not said to be blind."""


class LineBlocked(WeaponRefusal, title="Line is blocked", rule=attacks.RANGED_SOLID_ONLY):
    """No line to the target is clear of walls, solid hexes and large figures."""


class TacticalOutOfRange(WeaponRefusal, title="Out of range", rule=attacks.ATTACK_RANGE_LIMITS):
    """The target is farther than the weapon carries."""


class NoAmmunition(WeaponRefusal, title="No ammunition", rule=moves.MANEUVER_READY_RELOAD):
    """Fewer shots are loaded than are to be fired, or more are fired than the rate of fire allows."""


class WeaponNotRanged(WeaponRefusal, title="Weapon is not ranged", rule=attacks.OPPORTUNITY_WEAPON):
    """A melee weapon is used for what only a ranged one does."""


class AimNotAllowed(WeaponRefusal, title="Aim is not allowed", rule=attacks.OPPORTUNITY_MODIFIERS):
    """A shot is aimed that is blind, a pop-up attack, in close combat, or out of more watched hexes than one."""


class PopupWeapon(AttackRefusal, title="Weapon for pop-up attacks", rule=attacks.POPUP_WEAPONS):
    """A pop-up attack is made with a bow, a sling, or another weapon that is too slow for it."""


class PopupTooFar(AttackRefusal, title="Pop-up attack is too far", rule=attacks.POPUP_DEFINITION):
    """A pop-up attack comes out farther than one hex."""


class PopupDodgeOnly(DefenseRefusal, title="Only a dodge", rule=attacks.POPUP_DODGE_ONLY):
    """A figure that makes a pop-up attack can only dodge opportunity fire, not parry or block it."""


class SameHex(SightRefusal, title="Same hex", rule=attacks.RANGED_LINE):
    """A line of fire begins and ends in one hex."""


class BadAnchor(SightRefusal, WeaponRefusal, title="Point is not in its hex", rule=Rulings.LINE_ANCHORS):
    """A point of a line does not lie inside the hex that it belongs to."""


# Waits and defences


class TriggerRequired(ZoneRefusal, title="Wait without a trigger", rule=Rulings.WAIT_TRIGGER):
    """A wait does not say what it waits for."""


class ResponseRequired(ZoneRefusal, title="Wait without a response", rule=moves.MANEUVER_WAIT_GENERAL):
    """A wait does not say what it does."""


class ZoneRequired(ZoneRefusal, title="No watched hexes", rule=attacks.OPPORTUNITY_PRECISE):
    """Opportunity fire lists neither hexes nor both ends of a line."""


class ZoneOutsideArc(ZoneRefusal, title="Watched hex outside the arc of vision", rule=attacks.OPPORTUNITY_ARC):
    """A watched hex is not in the arc of vision."""


class ZoneTooLarge(ZoneRefusal, title="Too many watched hexes", rule=attacks.OPPORTUNITY_PENALTY):
    """More than 400 hexes are watched."""


class OpportunityMoved(ZoneRefusal, title="Moved while watching", rule=attacks.OPPORTUNITY_WAIT):
    """A figure that watches for opportunity fire has moved."""


class DefenseIllegal(DefenseRefusal, title="Defence is not legal", rule=rulebook.DEFENSE_BY_ATTACK):
    """The only defence that is ordered cannot be used against this attack; the error names the rule."""


class RetreatNotAllowed(DefenseRefusal, title="No retreat", rule=rulebook.RETREAT_ONCE):
    """The defender may not retreat from this attack."""


class RetreatBlocked(DefenseRefusal, title="Retreat is blocked", rule=rulebook.RETREAT_OCCUPIED):
    """The hex of a retreat is occupied, solid, severely obstructed or off the map."""


class RetreatWrongHex(DefenseRefusal, title="Not away from the attacker", rule=rulebook.RETREAT_STEP):
    """The hex of a retreat does not lie directly away from the attacker."""


# Close combat and pursuit


class NotInCloseCombat(CloseRefusal, title="Not in close combat", rule=rulebook.CLOSE_DEFINITION):
    """The two figures neither share a hex nor have declared close combat."""


class InCloseCombat(BlowRefusal, title="Attacker is in close combat", rule=rulebook.STRIKING_WHO):
    """A figure strikes into a close combat that it is in itself."""


class Grappled(EntryRefusal, title="Grappled", rule=rulebook.CLOSE_GRAPPLED_STAY):
    """A grappled figure leaves its hex or evades."""


class LeaveWrongSide(EntryRefusal, title="Leaves on the foe's side", rule=rulebook.CLOSE_LEAVE_FOE_SIDE):
    """A figure leaves close combat on the foe's side without an evade."""


class EvadeNeedsPoints(EntryRefusal, title="Evade needs movement points", rule=rulebook.EVADE_POINTS):
    """Too few movement points are left to leave a foe's hex again."""


class TooManyAssistants(CloseRefusal, title="Too many helpers", rule=rulebook.CLOSE_PIN_HELPERS):
    """More than two combine in a takedown, or more than three in a pin."""


class AssistantNotInCloseCombat(CloseRefusal, title="Helper elsewhere", rule=rulebook.CLOSE_HELPER_SCORE):
    """A helper is not in close combat with the target, or is the actor or the target itself."""


class TargetNotProne(CloseRefusal, title="Target is not on the ground", rule=rulebook.GRAPPLE_PIN):
    """A pin is tried on a target that is not on the ground."""


class NoFreeHand(CloseRefusal, title="No free hand", rule=rulebook.GRAPPLE_GRAB):
    """A figure grapples without an empty hand."""


class NoContact(SlamRefusal, title="No contact", rule=rulebook.SLAM_ATTEMPT):
    """The path of a slam does not lead into the target's hex."""


class NoQuarry(PursuitRefusal, title="Nobody to pursue", rule=rulebook.PURSUIT_END):
    """No conscious figure flees."""


class NoPursuer(PursuitRefusal, title="No pursuer", rule=rulebook.PURSUIT_END):
    """No conscious figure pursues."""


class BadBand(PursuitRefusal, title="No such distance", rule=rulebook.PURSUIT_BANDS):
    """A pursuit begins with neither a band nor a gap, with both, or with a band that is lost already."""
