"""The family `laurels`, declared: what it offers, with examples that are executed."""

from typing import Any, Final

from service.errors import ExplosionLimit
from service.rules.kernel.examples import Example
from service.rules.kernel.family import Family, Procedure, Table
from service.rules.laurels.attack.attack import resolve_attack
from service.rules.laurels.attack.check import check_skill
from service.rules.laurels.attack.levels import count_dice
from service.rules.laurels.attack.parry import resolve_parry
from service.rules.laurels.attack.sneak import resolve_sneak_attack
from service.rules.laurels.battle.initiative import roll_initiative
from service.rules.laurels.book import refusals, rulebook, tables
from service.rules.laurels.book.rulings import Rulings
from service.rules.laurels.encounter.play import PLAY
from service.rules.laurels.figures.models import LaurelsRulings
from service.rules.laurels.pursuit.pursuit import pursue, pursuit_odds
from service.rules.laurels.rounds.round import resolve_round, round_odds
from service.rules.laurels.rounds.skirmish import resolve_skirmish

SEEDED: Final = {"kind": "seeded", "seed": "sha256ctr1:table-7"}

TOMBRIL: Final[dict[str, Any]] = {
    "id": "tombril",
    "role": "party",
    "level": 9,
    "strength": 8,
    "dexterity": 5,
    "armor_points": 3,
    "stamina": 55,
    "injury_slots": 15,
    "weapon": {"die": "d6", "magic_bonus": 2},
}
GIANT: Final[dict[str, Any]] = {
    "id": "giant",
    "role": "opponents",
    "level": 12,
    "strength": 9,
    "dexterity": 3,
    "armor_points": 1,
    "stamina": 68,
    "move_ft": 40,
    "weapon": {"die": "d6"},
}
CEDRYK: Final[dict[str, Any]] = {
    "id": "cedryk",
    "role": "party",
    "level": 3,
    "strength": 1,
    "dexterity": 4,
    "awareness": 4,
    "stamina": 20,
    "injury_slots": 12,
    "weapon": {"die": "d4", "finesse": True},
}
HALF_ORC: Final[dict[str, Any]] = {
    "id": "half-orc",
    "role": "opponents",
    "level": 4,
    "strength": 3,
    "dexterity": 2,
    "armor_points": 3,
    "stamina": 24,
    "injury_slots": 15,
    "weapon": {"die": "d8"},
}
ARCHER: Final[dict[str, Any]] = {
    **CEDRYK,
    "id": "archer",
    "weapon": {"die": "d8", "kind": "ranged"},
    "weapon_specialized": True,
}

PARTICIPANT_REFUSALS: Final = (refusals.InvalidLevel, refusals.InjuriesExceedSlots, refusals.ParticipantDead)
ATTACK_REFUSALS: Final = (
    *PARTICIPANT_REFUSALS,
    refusals.WeaponBroken,
    refusals.PowerAttackNotPossible,
    refusals.AbilityNotAllowed,
    refusals.TargetTooClose,
    refusals.TargetOutOfReach,
    refusals.InsufficientStamina,
    ExplosionLimit,
)
SNEAK_REFUSALS: Final = (
    refusals.SneakAttackCannotBePowerAttack,
    refusals.AlreadyEngagedWithTarget,
    refusals.NoConcealmentOrDistraction,
    refusals.ApproachTooFar,
    refusals.ReturnToConcealment,
)
SINGLE_REFUSALS: Final = (*ATTACK_REFUSALS, refusals.ParticipantHasFled)
BATTLE_REFUSALS: Final = (
    *ATTACK_REFUSALS,
    *SNEAK_REFUSALS,
    refusals.TwoSidesRequired,
    refusals.LaurelsUnknownParticipant,
    refusals.LaurelsDuplicateParticipant,
    refusals.LaurelsInvalidTarget,
    refusals.ParryExcludesAttack,
    refusals.NothingToParryWith,
    refusals.MoveExceeded,
    refusals.InvalidReverseFaces,
)

ATTACKS: Final = (
    Example(
        "the first blow of a duel, with the dice that were rolled",
        {
            "input": {"attacker": TOMBRIL, "target": GIANT},
            "dice": {"kind": "supplied", "faces": [5, 3, 4, 3, 2]},
        },
    ),
    Example("a blow by a giant", {"input": {"attacker": GIANT, "target": TOMBRIL}, "dice": SEEDED}),
    Example(
        "a shot by a specialist",
        {"input": {"mode": "ranged", "distance_ft": 60, "attacker": ARCHER, "target": HALF_ORC}, "dice": SEEDED},
    ),
    Example(
        "a power attack on a target that parries",
        {
            "input": {
                "power_attack": True,
                "attacker": HALF_ORC,
                "target": {**TOMBRIL, "parry": {"equipment": "weapon", "weapon_magic_bonus": 2}},
            },
            "dice": SEEDED,
        },
    ),
)
SNEAKS: Final = (
    Example(
        "from behind the crates",
        {
            "input": {
                "attacker": CEDRYK,
                "target": HALF_ORC,
                "sneak": {
                    "concealed": True,
                    "target_distracted": True,
                    "distraction": "melee",
                    "leaves_concealment": True,
                    "distance_ft": 15,
                },
            },
            "dice": {"kind": "supplied", "faces": [9, 4, 2, 2]},
        },
    ),
)
ROUNDS: Final = (
    Example(
        "blow and parry",
        {
            "input": {
                "participants": [TOMBRIL, GIANT],
                "orders": [
                    {"action": "attack", "actor": "tombril", "target": "giant", "move_before_ft": 10},
                    {"action": "parry", "actor": "giant", "parry": {"equipment": "weapon"}},
                ],
            },
            "dice": SEEDED,
        },
    ),
)

PROCEDURES: Final = (
    Procedure(
        "roll-initiative",
        roll_initiative,
        odds=True,
        errors=(refusals.InvalidReverseFaces,),
        examples=(Example("the opponents ambush", {"input": {"surprise": "opponents_ambush"}, "dice": SEEDED}),),
    ),
    Procedure("resolve-attack", resolve_attack, odds=True, errors=SINGLE_REFUSALS, examples=ATTACKS),
    Procedure(
        "resolve-sneak-attack",
        resolve_sneak_attack,
        odds=True,
        errors=(*SINGLE_REFUSALS, *SNEAK_REFUSALS),
        examples=SNEAKS,
    ),
    Procedure(
        "resolve-parry",
        resolve_parry,
        errors=(refusals.NothingToParryWith,),
        examples=(
            Example(
                "a blow that destroys the shield",
                {"input": {"damage": 12, "parry": {"equipment": "shield", "shield_durability": 9}}},
            ),
        ),
    ),
    Procedure(
        "skill-check",
        check_skill,
        odds=True,
        examples=(Example("13 is enough for 13", {"input": {"bonus": 4, "dc": 13}, "dice": SEEDED}),),
    ),
    Procedure(
        "dice-count",
        count_dice,
        errors=(refusals.InvalidLevel,),
        examples=(Example("level 9", {"input": {"level": 9}}),),
    ),
    Procedure("resolve-round", resolve_round, odds=round_odds, errors=BATTLE_REFUSALS, examples=ROUNDS),
    Procedure(
        "resolve-skirmish",
        resolve_skirmish,
        turns=lambda fight: len(fight.participants) * fight.max_rounds,
        errors=(*BATTLE_REFUSALS, refusals.LaurelsPcInSkirmish),
        examples=(
            Example(
                "two guards against a half-orc",
                {
                    "input": {
                        "participants": [
                            {**CEDRYK, "id": "guard"},
                            {**CEDRYK, "id": "captain", "level": 5, "weapon": {"die": "d6"}},
                            HALF_ORC,
                        ],
                        "break_at": 0.5,
                    },
                    "dice": SEEDED,
                },
            ),
        ),
    ),
    Procedure(
        "pursue",
        pursue,
        odds=pursuit_odds,
        errors=(*PARTICIPANT_REFUSALS, refusals.LaurelsDuplicateParticipant, ExplosionLimit),
        examples=(
            Example(
                "a giant chases two",
                {"input": {"fleeing": [TOMBRIL, CEDRYK], "pursuers": [GIANT]}, "dice": SEEDED},
            ),
        ),
    ),
)

TABLES: Final = {
    "initiative": Table.of("Initiative and surprise", "Initiative; Surprise", tables.INITIATIVE),
    "damage-dice": Table.of("Damage dice by level", "Damage Dice", tables.DICE_BY_LEVEL),
    "exertion": Table.of("Exertion of ranged attacks", "Range Combat", tables.EXERTION),
    "actions": Table.of("What a turn may hold", "Actions", tables.ACTIONS),
}

FAMILY: Final = Family(
    name="laurels",
    ruleset="laurels@1",
    title="Laurels and exploding dice",
    summary="Nobody rolls to hit: exploding damage dice, less the target's defenses, drain stamina and then injure.",
    attribution=(
        "Rules family laurels is based on the combat rules of Laurels and Loot by Bob O'Brien, licensed under the "
        "Creative Commons Attribution 4.0 International License (https://creativecommons.org/licenses/by/4.0/). "
        "Laurels and Loot is derived in part from Knave 2.0 by Ben Milton, likewise used under CC BY 4.0. The rules "
        "were rewritten and extended for this service; the rulings and the pursuit procedure are additions of this "
        "service. No endorsement by the authors is implied."
    ),
    rulings=LaurelsRulings,
    tape_rule=rulebook.DICE_TAPE.id,
    rules=rulebook.RULES,
    decisions=Rulings.RULINGS,
    tables=TABLES,
    procedures=PROCEDURES,
    play=PLAY,
)
