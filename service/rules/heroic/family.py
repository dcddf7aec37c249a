"""The family `heroic`, declared: what it offers."""

from typing import Final

from service.rules.heroic.aftermath.casualties import resolve_casualties
from service.rules.heroic.aftermath.fatigue import check_fatigue
from service.rules.heroic.aftermath.morale import check_morale
from service.rules.heroic.aftermath.pursuit import pursue, pursuit_odds
from service.rules.heroic.attack.attack import resolve_attack
from service.rules.heroic.attack.chances import compute_chances
from service.rules.heroic.attack.injury import resolve_injury
from service.rules.heroic.attack.injury_odds import injury_odds
from service.rules.heroic.attack.odds import attack_odds
from service.rules.heroic.battle.initiative import roll_initiative
from service.rules.heroic.battle.initiative_odds import initiative_odds
from service.rules.heroic.book import battle_refusals, refusals, rulebook, rulings
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.published import TABLES
from service.rules.heroic.encounter.play import PLAY
from service.rules.heroic.grapple.break_free import break_free_odds, resolve_break_free
from service.rules.heroic.grapple.grapple import resolve_grapple
from service.rules.heroic.grapple.grapple_odds import grapple_odds
from service.rules.heroic.orders.declaration import validate_orders
from service.rules.heroic.rounds.battle_end import check_battle_end
from service.rules.heroic.rounds.move import resolve_move
from service.rules.heroic.rounds.round import resolve_round
from service.rules.heroic.rounds.skirmish import resolve_skirmish
from service.rules.heroic.rounds.wait import resolve_wait
from service.rules.kernel.family import Family, Procedure

MEETING_REFUSALS: Final = (
    refusals.HeroicDuplicateId,
    refusals.PoolMismatch,
    refusals.SameSideTarget,
    refusals.AttackerInactive,
    refusals.TargetIncapacitated,
    refusals.UnknownMode,
    refusals.ModeKindMismatch,
    refusals.MultiNeedsTwo,
    refusals.MultiTooManyHands,
    refusals.ModesNotOfOneWeapon,
    refusals.SingleOutImpossible,
    refusals.TacticForbidsAttack,
    refusals.ChargeTargetRequired,
    refusals.WrongChargeTarget,
    refusals.SharesExceedUnit,
    refusals.EngagedExceedsLimit,
    refusals.LocationNotTargetable,
    refusals.OutOfReach,
    refusals.InvalidDefense,
    refusals.NotSupported,
)
SHOOTING_REFUSALS: Final = (
    refusals.OutOfRange,
    refusals.TooManyShots,
    refusals.FastDrawUnavailable,
    refusals.NoAmmo,
)
ATTACK_REFUSALS: Final = (*MEETING_REFUSALS, *SHOOTING_REFUSALS, refusals.FreeAttackNotAllowed)
GRAPPLE_REFUSALS: Final = (
    *MEETING_REFUSALS,
    refusals.NoFreeArm,
    refusals.SpendExceedsHits,
    refusals.PinNeedsProne,
)
BATTLE_REFUSALS: Final = (
    refusals.HeroicDuplicateId,
    refusals.HeroicUnknownSide,
    refusals.HeroicUnknownUnit,
    refusals.SameSideTarget,
    refusals.PoolMismatch,
)
ORDER_REFUSALS: Final = (
    *BATTLE_REFUSALS,
    *MEETING_REFUSALS,
    *SHOOTING_REFUSALS,
    *GRAPPLE_REFUSALS,
    refusals.AlreadyAttacked,
    refusals.NotGrappled,
    refusals.HeldFast,
    battle_refusals.HoldGroundWhileLocked,
    battle_refusals.WithdrawNeedsAllOutDefensive,
    battle_refusals.WithdrawNotLocked,
    battle_refusals.RetreatRequired,
    battle_refusals.ActionForbidden,
    battle_refusals.ActionBudgetExceeded,
    battle_refusals.ActionSizeMismatch,
    battle_refusals.MovementExceeded,
    battle_refusals.MovementLocked,
    battle_refusals.WrongDirection,
    battle_refusals.UnknownPlace,
    battle_refusals.WaitNeedsTrigger,
)

PROCEDURES: Final = (
    Procedure("compute-chances", compute_chances, errors=ATTACK_REFUSALS),
    Procedure("resolve-attack", resolve_attack, odds=attack_odds, errors=ATTACK_REFUSALS),
    Procedure("resolve-grapple", resolve_grapple, odds=grapple_odds, errors=GRAPPLE_REFUSALS),
    Procedure(
        "break-free",
        resolve_break_free,
        odds=break_free_odds,
        errors=(refusals.HeroicDuplicateId, refusals.PoolMismatch, refusals.NotGrappled, refusals.AttackerInactive),
    ),
    Procedure(
        "resolve-injury",
        resolve_injury,
        odds=injury_odds,
        errors=(refusals.HeroicUnknownUnit, refusals.HeroicDuplicateId, refusals.PoolMismatch),
    ),
    Procedure("validate-orders", validate_orders, errors=BATTLE_REFUSALS),
    Procedure(
        "roll-initiative",
        roll_initiative,
        odds=initiative_odds,
        errors=(refusals.HeroicDuplicateId,),
    ),
    Procedure(
        "resolve-move",
        resolve_move,
        errors=(*ORDER_REFUSALS, refusals.MissingOrders),
    ),
    Procedure(
        "resolve-wait",
        resolve_wait,
        errors=(*ATTACK_REFUSALS, battle_refusals.WaitNeedsTrigger, battle_refusals.ActionSizeMismatch),
    ),
    Procedure(
        "resolve-round",
        resolve_round,
        errors=(*ORDER_REFUSALS, refusals.SideWithoutUnits, refusals.MissingOrders),
    ),
    Procedure(
        "check-morale",
        check_morale,
        odds=True,
        errors=(battle_refusals.PcExempt, refusals.PoolMismatch, refusals.HeroicDuplicateId),
    ),
    Procedure("check-fatigue", check_fatigue, errors=(refusals.HeroicDuplicateId,)),
    Procedure("check-battle-end", check_battle_end, errors=BATTLE_REFUSALS),
    Procedure(
        "pursue",
        pursue,
        odds=pursuit_odds,
        errors=(
            battle_refusals.BattleNotOver,
            battle_refusals.PursuitImpossible,
            battle_refusals.PursuerImmobile,
            refusals.MissingSkill,
            battle_refusals.StealthInOpen,
            battle_refusals.CaptureWithoutEquipment,
        ),
    ),
    Procedure("resolve-casualties", resolve_casualties),
    Procedure(
        "resolve-skirmish",
        resolve_skirmish,
        turns=lambda fight: len(fight.encounter.units) * fight.max_rounds,
        errors=(*BATTLE_REFUSALS, refusals.SideWithoutUnits, battle_refusals.HeroicPcInSkirmish),
    ),
)

FAMILY: Final = Family(
    name="heroic",
    ruleset="heroic@1",
    title="Heroic combat",
    summary="Heroes and groups fight in rounds of 20 seconds; each attack is a contest of skill with active defence.",
    attribution=(
        "Mechanics after the weblog post 'Heroic Combat: Iteration 3' (7 February 2026) at "
        "enragedeggplant.blogspot.com; numbers only, none of its text. What it takes from the game it builds on is "
        "restated and marked as such, rule by rule."
    ),
    rulings=HeroicRulings,
    tape_rule=rulebook.DICE_STREAM.id,
    rules=rulebook.RULES,
    decisions=rulings.DECISIONS,
    tables=TABLES,
    procedures=PROCEDURES,
    play=PLAY,
)
