"""The family `mass`, declared: what it offers, with examples that are executed."""

from typing import Any, Final

from service.rules.kernel.examples import Example
from service.rules.kernel.family import Family, Procedure, Table
from service.rules.mass.attack.attack import resolve_attack
from service.rules.mass.attack.damage import compute_morale_damage
from service.rules.mass.attack.duel import duel_odds, resolve_duel
from service.rules.mass.battle.initiative import roll_initiative
from service.rules.mass.battle.initiative_odds import initiative_odds
from service.rules.mass.battle.thac0 import compute_thac0
from service.rules.mass.book import refusals, rulebook, tables
from service.rules.mass.book.rulings import Rulings
from service.rules.mass.command.command import issue_command
from service.rules.mass.command.rally import rally
from service.rules.mass.command.reach import list_reachable
from service.rules.mass.command.spell import compute_spell_area
from service.rules.mass.encounter.play import PLAY
from service.rules.mass.figures.models import MassRulings
from service.rules.mass.powers.engagement import engage
from service.rules.mass.powers.power_use import use_power
from service.rules.mass.pursuit.pursuit import pursue
from service.rules.mass.rounds.round import resolve_round
from service.rules.mass.rounds.skirmish import resolve_skirmish

SEEDED: Final = {"kind": "seeded", "seed": "sha256ctr1:table-7"}

KNIGHTS: Final[dict[str, Any]] = {
    "id": "knights",
    "side": "red",
    "battle_die": "d10",
    "power": "spirited-charge",
    "speed": 4,
    "morale_max": 3,
    "hex": [0, 0],
    "facing": 0,
    "large": True,
}
ARCHERS: Final[dict[str, Any]] = {
    "id": "archers",
    "side": "red",
    "battle_die": "d4",
    "power": "launch-volley",
    "speed": 2,
    "morale_max": 1,
    "hex": [0, 2],
}
PIKES: Final[dict[str, Any]] = {
    "id": "pikes",
    "side": "blue",
    "battle_die": "d6",
    "power": "receive-charge",
    "speed": 2,
    "morale_max": 3,
    "hex": [4, 0],
    "facing": 3,
}
LEVY: Final[dict[str, Any]] = {
    "id": "levy",
    "side": "blue",
    "battle_die": "d4",
    "power": "raise-shield-wall",
    "speed": 2,
    "morale_max": 2,
    "hex": [6, -1],
    "facing": 3,
}
ANA: Final[dict[str, Any]] = {"id": "ana", "side": "red", "thac0": 16, "charisma": 14}
BOR: Final[dict[str, Any]] = {"id": "bor", "side": "blue", "thac0": 9, "charisma": 11}
CHARGE: Final = {"kind": "move", "units": ["knights"], "command": {"kind": "advance"}}
FIELD: Final = {"units": [KNIGHTS, ARCHERS, PIKES, LEVY]}

CLASH: Final[dict[str, Any]] = {
    "units": [
        {"id": "guards", "battle_die": "d8", "morale_max": 3},
        {"id": "rabble", "battle_die": "d6", "morale_max": 3},
    ],
    "pairs": [["guards", "rabble"]],
}
DUEL: Final = {"first": CLASH["units"][0], "second": CLASH["units"][1]}

ROUND: Final = {
    **FIELD,
    "commanders": [ANA, BOR],
    "orders": [
        {"commander": "ana", "actions": [CHARGE]},
        {
            "commander": "bor",
            "actions": [{"kind": "power", "power": "raise-shield-wall", "units": [{"unit": "levy"}]}],
        },
    ],
}

BROKEN_FIELD: Final = (
    refusals.MassDuplicateId,
    refusals.MassUnknownUnit,
    refusals.UnknownPower,
    refusals.UnitNotActive,
    refusals.MassHexOccupied,
    refusals.HexImpassable,
    refusals.MassEngagementNotMutual,
    refusals.EngagementNotAdjacent,
    refusals.TargetNotEnemy,
)
MISFITS: Final = (refusals.UnitAlreadyCommanded, refusals.NotYourUnit)
BROKEN_ORDERS: Final = (
    refusals.TooFewSides,
    refusals.UnknownCommander,
    refusals.TooManyActions,
    refusals.TooManyUnits,
    refusals.OneCommandPerAction,
    refusals.PathBroken,
    refusals.Thac0OrClassRequired,
    refusals.CardsExhausted,
)

PROCEDURES: Final = (
    Procedure(
        "resolve-attack",
        resolve_attack,
        odds=True,
        errors=(
            refusals.UnitNotActive,
            refusals.UnitNotEngaged,
            refusals.MassUnknownUnit,
            refusals.MassDuplicateId,
            refusals.TargetNotEnemy,
            refusals.EngagementNotAdjacent,
        ),
        examples=(
            Example("two units clash", {"input": CLASH, "dice": SEEDED}),
            Example(
                "a flanking unit rolls two dice",
                {
                    "input": {
                        "units": [{**CLASH["units"][0], "flanking": ["rabble"]}, CLASH["units"][1]],
                        "pairs": [["guards", "rabble"]],
                    },
                    "dice": {"kind": "supplied", "faces": [2, 6, 3]},
                },
            ),
        ),
    ),
    Procedure(
        "resolve-duel",
        resolve_duel,
        odds=duel_odds,
        errors=(
            refusals.UnitNotActive,
            refusals.MassDuplicateId,
            refusals.TargetNotEnemy,
            refusals.EngagementNotAdjacent,
        ),
        examples=(Example("a d8 against a d6, to rout", {"input": DUEL, "dice": SEEDED}),),
    ),
    Procedure(
        "issue-command",
        issue_command,
        errors=(
            refusals.UnitEngaged,
            *MISFITS,
            refusals.OneCommandPerAction,
            refusals.PathBroken,
            *BROKEN_FIELD,
        ),
        examples=(
            Example("a charge meets pikes", {"input": {**FIELD, "commander": ANA, "order": CHARGE}, "dice": SEEDED}),
            Example(
                "wheel to the left",
                {
                    "input": {
                        **FIELD,
                        "commander": ANA,
                        "order": {
                            "kind": "move",
                            "units": ["knights", "archers"],
                            "command": {"kind": "wheel", "degrees": 90, "direction": "left"},
                        },
                    },
                    "dice": SEEDED,
                },
            ),
        ),
    ),
    Procedure(
        "use-power",
        use_power,
        errors=(
            refusals.PowerMismatch,
            refusals.PowerWrongTrigger,
            refusals.PowerExpended,
            *MISFITS,
            refusals.MassTargetRequired,
            refusals.TargetOutOfRange,
            refusals.TargetEngaged,
            *BROKEN_FIELD,
        ),
        examples=(
            Example(
                "a volley at the levy",
                {
                    "input": {
                        **FIELD,
                        "commander": ANA,
                        "order": {
                            "kind": "power",
                            "power": "launch-volley",
                            "units": [{"unit": "archers", "target": "levy"}],
                        },
                    },
                    "dice": SEEDED,
                },
            ),
        ),
    ),
    Procedure(
        "engage",
        engage,
        errors=BROKEN_FIELD,
        examples=(Example("a charge meets pikes", {"input": {"mover": KNIGHTS, "stationary": PIKES}, "dice": SEEDED}),),
    ),
    Procedure(
        "rally",
        rally,
        odds=True,
        errors=(refusals.UnitNotActive, refusals.MassDuplicateId),
        examples=(
            Example(
                "two tired units",
                {
                    "input": {
                        "charisma": 14,
                        "units": [
                            {"id": "knights", "morale_max": 3, "power_expended": True},
                            {"id": "levy", "morale_max": 2, "power_expended": True},
                        ],
                    },
                    "dice": SEEDED,
                },
            ),
        ),
    ),
    Procedure(
        "roll-initiative",
        roll_initiative,
        odds=initiative_odds,
        errors=(
            refusals.MassDuplicateId,
            refusals.Thac0OrClassRequired,
            refusals.UnknownCommander,
            refusals.CardsExhausted,
        ),
        examples=(
            Example(
                "two commanders draw one card each",
                {
                    "input": {
                        "commanders": [
                            {"id": "ana", "side": "red", "thac0": 12},
                            {"id": "bor", "side": "blue", "character_class": "warrior", "level": 7},
                        ]
                    },
                    "dice": SEEDED,
                },
            ),
        ),
    ),
    Procedure(
        "resolve-round",
        resolve_round,
        errors=(*BROKEN_FIELD, *BROKEN_ORDERS),
        examples=(
            Example("a charge meets pikes", {"input": ROUND, "dice": SEEDED}),
            Example(
                "the same with cards drawn at the table",
                {"input": ROUND, "dice": {"kind": "supplied", "cards": ["9C", "KD", "4S", "7H"]}},
            ),
        ),
    ),
    Procedure(
        "resolve-skirmish",
        resolve_skirmish,
        turns=lambda fight: len(fight.units) * fight.max_rounds,
        errors=(refusals.MassPcInSkirmish, *BROKEN_FIELD, *BROKEN_ORDERS),
        examples=(
            Example(
                "knights and archers against a levy",
                {"input": {"units": [KNIGHTS, ARCHERS, LEVY], "commanders": [ANA, BOR]}, "dice": SEEDED},
            ),
        ),
    ),
    Procedure(
        "pursue",
        pursue,
        odds=True,
        errors=(refusals.PursuerUnavailable, refusals.UnitNotRouted),
        examples=(
            Example(
                "horsemen run down a routed unit",
                {
                    "input": {
                        "pursuer": {"id": "riders", "battle_die": "d10", "speed": 4, "morale_max": 3},
                        "routed": {"id": "levy", "battle_die": "d6", "speed": 2, "morale_max": 3},
                    },
                    "dice": SEEDED,
                },
            ),
        ),
    ),
    Procedure(
        "reachable",
        list_reachable,
        errors=(refusals.UnitEngaged, refusals.UnitAlreadyCommanded, *BROKEN_FIELD),
        examples=(Example("where the levy can go", {"input": {**FIELD, "unit": "levy"}}),),
    ),
    Procedure(
        "morale-damage",
        compute_morale_damage,
        examples=(Example("a margin of 5", {"input": {"margin": 5}}),),
    ),
    Procedure(
        "thac0",
        compute_thac0,
        examples=(Example("a warrior of level 7", {"input": {"character_class": "warrior", "level": 7}}),),
    ),
    Procedure(
        "spell-area",
        compute_spell_area,
        examples=(Example("half the unit", {"input": {"spell_area": 5000, "unit_area": 10000}}),),
    ),
)

TABLES: Final = {
    "powers": Table.of("Encounter Powers", "Sample Encounter Powers", tables.POWER_ROWS),
    "terrains": Table.of("Terrain", "The Rules", tables.TERRAINS),
    "initiative-bands": Table.of("How commanders draw", "Initiative", tables.BANDS),
    "classes": Table.of("Base to-hit numbers", "Not in the source: the base game", tables.CLASSES),
}

FAMILY: Final = Family(
    name="mass",
    ruleset="mass@1",
    title="Units on a map of hexes",
    summary="Commanders draw cards and give one command a round; engaged units compare battle dice and lose morale.",
    attribution=(
        "Mechanics after the blog post 'Mass Combat Rules, Take 1' (5 February 2013); numbers only, none of its text. "
        "What it leaves to its base game or to others is marked as such, rule by rule."
    ),
    rulings=MassRulings,
    tape_rule=rulebook.DICE_TAPE.id,
    rules=rulebook.RULES,
    decisions=Rulings.RULINGS,
    tables=TABLES,
    procedures=PROCEDURES,
    play=PLAY,
)
