"""What a request says of combatants: units with their armour, defences, weapons and state."""

from typing import Annotated

from pydantic import Field

from service.rules.heroic.book.words import (
    HeroicCondition,
    HeroicEncumbrance,
    HeroicModeKind,
    HeroicParryKind,
    HeroicPropulsion,
    HeroicShieldKind,
    HeroicStatus,
)
from service.rules.kernel.figures import Figure
from service.rules.roll_under.damage import DamageDice
from service.rules.roll_under.words import ArmorDivisor, DamageType, HitLocation, Posture
from service.wire import DISTINCT, WHOLE, Form, Frozen

LOWEST_POOL = -1_000_000_000

UnitId = Annotated[str, Field(min_length=1, max_length=64)]
SideId = Annotated[str, Field(min_length=1, max_length=64)]
ModeId = Annotated[str, Field(min_length=1, max_length=64)]
Label = Annotated[str, Field(min_length=1, max_length=100)]
SkillName = Annotated[
    str,
    Field(pattern="^[a-z][a-z0-9_]{0,39}$", max_length=40),
    Form("a name of at most 40 small letters, digits and underscores that begins with a letter, such as knife"),
]
Attribute = Annotated[int, Field(ge=1, le=1000), WHOLE]
Level = Annotated[int, Field(ge=1, le=60), WHOLE]
TraitLevel = Annotated[int, Field(ge=0, le=20), WHOLE]
Members = Annotated[int, Field(ge=1, le=100_000), WHOLE]
Numbers = Annotated[int, Field(ge=0, le=100_000_000), WHOLE]
HitPoints = Annotated[int, Field(ge=1, le=10_000), WHOLE]
Pool = Annotated[int, Field(ge=LOWEST_POOL, le=1_000_000_000), WHOLE]
FatiguePoints = Annotated[int, Field(ge=-1000, le=1000), WHOLE]
DefenseValue = Annotated[int, Field(ge=-10, le=40), WHOLE]
Modifier = Annotated[int, Field(ge=-100, le=100), WHOLE]
SizeModifier = Annotated[int, Field(ge=-15, le=30), WHOLE]
Yards = Annotated[float, Field(ge=0, le=1_000_000)]
Speed = Annotated[float, Field(ge=0, le=1000)]
Frontage = Annotated[int, Field(ge=1, le=100_000), WHOLE]
Projectiles = Annotated[int, Field(ge=0, le=1_000_000), WHOLE]


class HeroicModifier(Frozen):
    """A referee's own modifier."""

    label: Label = Field(description="What it is for, in a player's words.")
    value: Modifier = Field(description="What it adds; negative if it takes away.")


class HeroicDrChange(Frozen):
    """How armour differs against one type of damage."""

    type: DamageType = Field(description="The type of damage.")
    delta: Modifier = Field(description="Points added to the armour's DR; the result is never below 0.")


class HeroicArmour(Frozen):
    """What protects one hit location, or every location that has no armour of its own."""

    location: HitLocation | None = Field(
        default=None, description="Where it is worn; null: every location not listed. An arm or hand covers both."
    )
    dr: Annotated[int, Field(ge=0, le=10_000), WHOLE] = Field(description="Damage Resistance, in points.")
    flexible: bool = Field(default=False, description="Whether it gives way, as mail does.")
    natural: bool = Field(default=False, description="Whether it is the body's own; it counts against arm locks.")
    tough_skin: bool = Field(default=False, description="Whether it is skin, which does not count against arm locks.")
    vs: Annotated[tuple[HeroicDrChange, ...], Field(max_length=12)] = Field(
        default=(), description="Where it protects more or less; the first line of a type counts."
    )


class HeroicParry(Frozen):
    """A way to parry."""

    name: Label = Field(description="What the unit parries with.")
    value: DefenseValue = Field(description="Parry, with encumbrance and the shield's bonus.")
    kind: HeroicParryKind = Field(default=HeroicParryKind.WEAPON, description="What it is parried with.")


class HeroicDefenses(Frozen):
    """A unit's active defences; all values are as printed, with encumbrance and the shield's bonus."""

    dodge: DefenseValue = Field(description="Dodge.")
    parries: Annotated[tuple[HeroicParry, ...], Field(max_length=20)] = Field(default=(), description="Parries.")
    block: DefenseValue | None = Field(default=None, description="Block; null without a shield or cloak.")


class HeroicShield(Frozen):
    """A shield or cloak; its bonus is in the defences already."""

    name: Label = Field(default="shield", description="What it is.")
    db: Annotated[int, Field(ge=0, le=4), WHOLE] = Field(description="Defence bonus; it decides how it is readied.")
    kind: HeroicShieldKind = Field(default=HeroicShieldKind.SHIELD, description="Cloak or shield.")
    ready: bool = Field(
        default=True, description="Whether it is ready; if not there is no Block, and the caller lowers the defences."
    )


class HeroicDefenseModifiers(Frozen):
    """What an attack mode adds to the defences against it."""

    dodge: Modifier = Field(default=0, description="Added to Dodge.")
    parry: Modifier = Field(default=0, description="Added to Parry.")
    block: Modifier = Field(default=0, description="Added to Block.")


NO_DEFENSE_MODIFIERS = HeroicDefenseModifiers()


class HeroicAttackMode(Frozen):
    """One way to attack with one weapon."""

    id: ModeId = Field(description="The mode's name; no two modes of a unit have the same.")
    weapon: Label | None = Field(
        default=None, description="The weapon; modes of one weapon can be mixed. Null: the body itself."
    )
    kind: HeroicModeKind = Field(description="How it reaches its target.")
    skill: Level = Field(description="Skill level.")
    damage: DamageDice | None = Field(
        default=None, description="Damage dice, such as 2d-1; needed unless the kind is grapple."
    )
    type: DamageType | None = Field(default=None, description="Type of damage; needed unless the kind is grapple.")
    armor_divisor: ArmorDivisor = Field(default=ArmorDivisor.ONE, description="What it does to armour.")
    reach: Annotated[tuple[Annotated[int, Field(ge=0, le=100), WHOLE], ...], Field(max_length=20), DISTINCT] = Field(
        default=(1,), description="Yards it reaches in melee, close combat being 0; the longest counts."
    )
    unwieldy: bool = Field(default=False, description="Whether it must be readied after each attack.")
    hands: Annotated[int, Field(ge=0, le=20), WHOLE] | None = Field(
        default=None, description="Hands it takes; null: one, or for a grapple the free arms, two at most."
    )
    acc: TraitLevel = Field(default=0, description="Accuracy, added when aiming.")
    bulk: Annotated[int, Field(ge=-15, le=0), WHOLE] = Field(default=0, description="Bulk, added in close range.")
    range_half: Annotated[int, Field(ge=1, le=1_000_000), WHOLE] | None = Field(
        default=None, description="Yards beyond which damage is halved; null: none."
    )
    range_max: Annotated[int, Field(ge=1, le=1_000_000), WHOLE] | None = Field(
        default=None, description="Yards beyond which it does not carry; null: none."
    )
    rof: Annotated[int, Field(ge=1, le=1000), WHOLE] = Field(default=1, description="Rate of fire, in shots.")
    projectiles_per_shot: Annotated[int, Field(ge=1, le=100), WHOLE] = Field(
        default=1, description="Projectiles of one shot."
    )
    magazine: Annotated[int, Field(ge=1, le=10_000), WHOLE] = Field(default=1, description="Shots before a reload.")
    reload_s: Annotated[int, Field(ge=0, le=3600), WHOLE] = Field(default=0, description="Seconds a reload takes.")
    propulsion: HeroicPropulsion = Field(default=HeroicPropulsion.MUSCLE, description="What drives a ranged attack.")
    low_tech: bool | None = Field(
        default=None,
        description="Whether it shoots up to three times a round; null: if muscle or throwing drives it, its rate of "
        "fire is 1 and it reloads in 2 seconds.",
    )
    fast_draw: Level | None = Field(default=None, description="Fast-Draw for its projectiles; null without the skill.")
    defense_modifiers: HeroicDefenseModifiers = Field(
        default=NO_DEFENSE_MODIFIERS, description="What it adds to the defences against it."
    )


class HeroicSkill(Frozen):
    """A skill and its level."""

    name: SkillName = Field(description="Name in snake_case: tactics, running, wrestling, fast_draw_arrow ...")
    level: Level = Field(description="Level, based on DX where travel and stealth are concerned.")


class HeroicFormation(Frozen):
    """How a unit stands."""

    frontage: Frontage | None = Field(default=None, description="Fighters abreast; null in open order.")
    ranks: Annotated[int, Field(ge=1, le=1000), WHOLE] = Field(default=1, description="Ranks that may fight.")


class HeroicMorale(Frozen):
    """What a unit's morale has been through."""

    checked: bool = Field(default=False, description="Whether it has ever been checked.")
    casualties_at_last_check: Numbers = Field(default=0, description="Members lost when it was last checked.")
    hp_at_last_check: Pool | None = Field(
        default=None, description="Hit points when it was last checked; null: never checked."
    )


class HeroicAmmunition(Frozen):
    """Projectiles left for a mode."""

    mode: ModeId = Field(description="The attack mode.")
    left: Projectiles = Field(description="Projectiles left for each member.")


class HeroicLoad(Frozen):
    """Shots left in the magazine of a mode."""

    mode: ModeId = Field(description="The attack mode.")
    shots: Annotated[int, Field(ge=0, le=10_000), WHOLE] = Field(description="Shots left before a reload.")
    reloading: Annotated[int, Field(ge=0, le=360), WHOLE] = Field(
        default=0, description="Long deeds spent on a reload of over 10 seconds; giving up in between loses them."
    )


OPEN_ORDER = HeroicFormation()
UNSHAKEN = HeroicMorale()


class HeroicUnit(Figure):
    """One combatant, or a group of identical ones that acts as one.

    A unit of one member is solitary; a group shrunk to one survivor is still a group. Members left standing follow
    from the pool of hit points.
    """

    id: UnitId = Field(description="The unit's name in steps and answers; no two units have the same.")
    side: SideId = Field(description="Id of the side it fights for.")
    count_start: Members = Field(default=1, description="Members when the battle began.")
    hp: HitPoints = Field(description="Hit points of one member at full health.")
    hp_pool: Pool | None = Field(
        default=None,
        description="Hit points left to all members together; null: all. One alone may be below 0.",
    )
    st: Attribute = Field(default=10, description="ST of one member.")
    dx: Attribute = Field(default=10, description="DX of one member.")
    ht: Attribute = Field(description="HT of one member.")
    iq: Attribute = Field(default=10, description="IQ of one member.")
    will: Attribute = Field(default=10, description="Will of one member.")
    per: Attribute = Field(default=10, description="Perception of one member.")
    basic_speed: Annotated[float, Field(ge=0, le=500)] | None = Field(
        default=None, description="Basic Speed; null: a quarter of DX + HT."
    )
    basic_move: Annotated[int, Field(ge=0, le=1000), WHOLE] | None = Field(
        default=None,
        description="Move without encumbrance, in yards a second; null: Basic Speed without its fraction, or Move if "
        "that is higher.",
    )
    move: Speed | None = Field(
        default=None, description="Current Move, with encumbrance, in yards a second; null: Basic Move."
    )
    top_speed: Speed | None = Field(
        default=None, description="Top speed in yards a second; it counts where it is above Basic Move."
    )
    sm: SizeModifier = Field(default=0, description="Size Modifier.")
    fp: Annotated[int, Field(ge=0, le=1000), WHOLE] | None = Field(
        default=None, description="Fatigue points of one member; null: HT."
    )
    fp_current: FatiguePoints | None = Field(
        default=None, description="Fatigue points left to each member; null: all of them."
    )
    encumbrance: HeroicEncumbrance = Field(default=HeroicEncumbrance.NONE, description="How heavily it is loaded.")
    hot_weather_fp: Annotated[int, Field(ge=0, le=2), WHOLE] = Field(
        default=0, description="Further fatigue points that heat costs whenever fatigue is due."
    )
    armour: Annotated[tuple[HeroicArmour, ...], Field(max_length=20)] = Field(
        default=(), description="Armour by location; the first line that covers a location counts. None: DR 0."
    )
    defenses: HeroicDefenses = Field(description="Active defences.")
    shield: HeroicShield | None = Field(default=None, description="Shield or cloak.")
    attack_modes: Annotated[tuple[HeroicAttackMode, ...], Field(max_length=30)] = Field(
        default=(), description="The ways it can attack; the order breaks ties."
    )
    skills: Annotated[tuple[HeroicSkill, ...], Field(max_length=60)] = Field(
        default=(), description="Skills, at most one line for each."
    )
    extra_attack: TraitLevel = Field(default=0, description="Levels of Extra Attack.")
    altered_time_rate: TraitLevel = Field(default=0, description="Levels of Altered Time Rate.")
    decreased_time_rate: TraitLevel = Field(default=0, description="Levels of Decreased Time Rate.")
    fearlessness: TraitLevel = Field(default=0, description="Levels of Fearlessness.")
    cowardice: Annotated[int, Field(ge=6, le=15, multiple_of=3), WHOLE] | None = Field(
        default=None, description="Self-control number of Cowardice: 15, 12, 9 or 6; null without it."
    )
    arms: TraitLevel = Field(default=2, description="Usable arms.")
    posture: Posture = Field(default=Posture.STANDING, description="How its members hold themselves.")
    conditions: Annotated[tuple[HeroicCondition, ...], Field(max_length=6), DISTINCT] = Field(
        default=(), description="What all of its members are in."
    )
    situation_modifiers: Annotated[tuple[HeroicModifier, ...], Field(max_length=20)] = Field(
        default=(), description="The referee's modifiers to its attacks for its situation."
    )
    formation: HeroicFormation = Field(default=OPEN_ORDER, description="How it stands.")
    is_pc: bool = Field(default=False, description="Whether a person plays it.")
    is_retainer: bool = Field(default=False, description="Whether it serves one: a hireling checks morale.")
    mindless: bool = Field(default=False, description="Whether it knows no fear.")
    important: bool | None = Field(
        default=None, description="Whether its exact wounds matter after the battle; null: if a person plays it."
    )
    status: HeroicStatus = Field(default=HeroicStatus.ACTIVE, description="Whether it still takes part.")
    morale: HeroicMorale = Field(default=UNSHAKEN, description="What its morale has been through.")
    ammo: Annotated[tuple[HeroicAmmunition, ...], Field(max_length=30)] = Field(
        default=(), description="Projectiles left; a mode that is not listed has plenty."
    )
    loaded: Annotated[tuple[HeroicLoad, ...], Field(max_length=30)] = Field(
        default=(), description="Shots in magazines whose reload takes over 2 seconds; not listed: full."
    )
    injury_group: Label | None = Field(
        default=None,
        description="Shared by the parts of a divided unit: injury that one cannot take goes to the next.",
    )
