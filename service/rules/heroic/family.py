"""The family `heroic`, declared: what it offers."""

from typing import Final

from service.errors import FieldNotRead, FightOver
from service.rules.heroic.aftermath.casualties import resolve_casualties
from service.rules.heroic.aftermath.fatigue import check_fatigue
from service.rules.heroic.aftermath.morale import check_morale
from service.rules.heroic.aftermath.pursuit import pursue, pursuit_odds
from service.rules.heroic.attack.attack import resolve_attack
from service.rules.heroic.attack.injury import resolve_injury
from service.rules.heroic.attack.odds import attack_odds, compute_chances, injury_odds
from service.rules.heroic.battle.initiative import initiative_odds, roll_initiative
from service.rules.heroic.book import attack_rules, refusals, rulebook
from service.rules.heroic.book.options import HeroicRulings
from service.rules.heroic.book.published import TABLES
from service.rules.heroic.book.rulings import Rulings
from service.rules.heroic.book.words import HeroicStatus
from service.rules.heroic.encounter.legal_moves import legal_moves, moves_work, suggest
from service.rules.heroic.encounter.play import PLAY
from service.rules.heroic.encounter.situation import situation
from service.rules.heroic.grapple.break_free import break_free_odds, resolve_break_free
from service.rules.heroic.grapple.grapple import grapple_odds, resolve_grapple
from service.rules.heroic.orders.declaration import validate_orders
from service.rules.heroic.rounds.closing import check_battle_end
from service.rules.heroic.rounds.movement import resolve_move
from service.rules.heroic.rounds.round import resolve_round
from service.rules.heroic.rounds.skirmish.skirmish import resolve_skirmish
from service.rules.heroic.rounds.skirmish.skirmish_steps import fight_of
from service.rules.heroic.rounds.wait import resolve_wait
from service.rules.kernel.family import Family, Harm, Procedure

HARM: Final = Harm("injury", frozenset({HeroicStatus.ACTIVE}))
PROCEDURES: Final = (
    Procedure("compute-chances", compute_chances, errors=(FieldNotRead, refusals.AttackRefusal)),
    Procedure(
        "resolve-attack", resolve_attack, odds=attack_odds, errors=(FieldNotRead, refusals.AttackRefusal), harm=HARM
    ),
    Procedure("resolve-grapple", resolve_grapple, odds=grapple_odds, errors=(FieldNotRead, refusals.GrappleRefusal)),
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
    Procedure("validate-orders", validate_orders, errors=(refusals.BattleRefusal,)),
    Procedure("roll-initiative", roll_initiative, odds=initiative_odds, errors=(refusals.HeroicDuplicateId,)),
    Procedure("resolve-move", resolve_move, errors=(FieldNotRead, refusals.OrderRefusal, refusals.MissingOrders)),
    Procedure(
        "resolve-wait",
        resolve_wait,
        errors=(FieldNotRead, refusals.AttackRefusal, refusals.WaitNeedsTrigger, refusals.ActionSizeMismatch),
    ),
    Procedure(
        "resolve-round",
        resolve_round,
        errors=(FightOver, FieldNotRead, refusals.OrderRefusal, refusals.SideWithoutUnits, refusals.MissingOrders),
    ),
    Procedure(
        "check-morale",
        check_morale,
        odds=True,
        errors=(refusals.PcExempt, refusals.PoolMismatch, refusals.HeroicDuplicateId),
    ),
    Procedure("check-fatigue", check_fatigue, errors=(refusals.HeroicDuplicateId,)),
    Procedure("check-battle-end", check_battle_end, errors=(refusals.BattleRefusal,)),
    Procedure("pursue", pursue, odds=pursuit_odds, errors=(refusals.PursuitRefusal, refusals.HeroicDuplicateId)),
    Procedure("resolve-casualties", resolve_casualties),
    Procedure(
        "resolve-skirmish",
        resolve_skirmish,
        turns=lambda fight: len(fight.encounter.units) * fight.max_rounds,
        fight=fight_of,
        errors=(FightOver, refusals.BattleRefusal, refusals.SideWithoutUnits, refusals.HeroicPcInSkirmish),
    ),
    Procedure("situation", situation, errors=(refusals.BattleRefusal,)),
    Procedure("legal-moves", legal_moves, errors=(refusals.BattleRefusal,), work=moves_work),
    Procedure("suggest", suggest, errors=(refusals.BattleRefusal,)),
)

FAMILY: Final = Family(
    name="heroic",
    ruleset="heroic@2",
    title="Heroic combat",
    summary="Heroes and groups fight in rounds of 20 seconds; each attack is a contest of skill with active defence.",
    suits=(
        "Suits a few heroes with detailed figures against bands and hordes, where a fight should end after a few "
        "rounds, with morale, fatigue, a pursuit and its aftermath. It needs attributes, skills, weapons and "
        "armour."
    ),
    attribution=(
        "Mechanics after the weblog post 'Heroic Combat: Iteration 3' (7 February 2026) at "
        "enragedeggplant.blogspot.com; numbers only, none of its text. What it takes from the game it builds on is "
        "restated and marked as such, rule by rule."
    ),
    rulings=HeroicRulings,
    tape_rule=attack_rules.DICE_STREAM,
    rules=rulebook.RULES,
    decisions=Rulings.RULINGS,
    tables=TABLES,
    procedures=PROCEDURES,
    play=PLAY,
)
