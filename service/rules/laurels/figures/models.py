"""Request models: participants, weapons, parries, attacks, checks and initiative."""

from typing import Annotated, Final

from pydantic import Field

from service.rules.kernel.figures import Figure
from service.rules.laurels.book import words
from service.wire import DISTINCT, WHOLE, Frozen

ParticipantId = Annotated[str, Field(min_length=1, max_length=64)]
Level = Annotated[int, Field(ge=0, le=40), WHOLE]
Bonus = Annotated[int, Field(ge=-10, le=30), WHOLE]
ArmorPoints = Annotated[int, Field(ge=0, le=40), WHOLE]
Stamina = Annotated[int, Field(ge=0, le=1000), WHOLE]
Slots = Annotated[int, Field(ge=0, le=40), WHOLE]
Feet = Annotated[int, Field(ge=0, le=500), WHOLE]
Distance = Annotated[int, Field(ge=0, le=10_000), WHOLE]
MagicBonus = Annotated[int, Field(ge=0, le=5), WHOLE]
Durability = Annotated[int, Field(ge=0, le=1000), WHOLE]
Counted = Annotated[int, Field(ge=0, le=100_000), WHOLE]
RoundNumber = Annotated[int, Field(ge=1, le=10_000), WHOLE]
InitiativeFace = Annotated[int, Field(ge=1, le=6), WHOLE]
Faces = Annotated[tuple[InitiativeFace, ...], Field(max_length=6), DISTINCT]


class LaurelsWeapon(Frozen):
    """A readied weapon or another attack form."""

    die: words.LaurelsDie = Field(default=words.LaurelsDie.D6, description="Its type of damage dice.")
    kind: words.LaurelsWeaponKind = Field(
        default=words.LaurelsWeaponKind.MELEE, description="What kind of attack it makes."
    )
    finesse: bool = Field(default=False, description="Whether Dexterity may stand in for Strength.")
    magic_bonus: MagicBonus = Field(default=0, description="Points added for each base die.")
    reach_ft: Annotated[int, Field(ge=5, le=30), WHOLE] = Field(default=5, description="How far it reaches, in feet.")
    damage_type: Annotated[str, Field(min_length=1, max_length=64)] | None = Field(
        default=None, description="Such as slashing; a label without effect."
    )
    direct_damage: bool = Field(default=False, description="Whether it always deals direct damage.")
    broken: bool = Field(default=False, description="Whether it is broken and of no use.")


UNARMED: Final = LaurelsWeapon()


class LaurelsParry(Frozen):
    """A parry stance, from a participant's turn to the start of its next."""

    equipment: words.LaurelsEquipment = Field(description="What it parries with.")
    weapon_magic_bonus: MagicBonus | None = Field(
        default=None, description="Magic bonus of the parrying weapon; null: the readied weapon's, or 0 without one."
    )
    explosions_so_far: Counted = Field(default=0, description="Exploding dice met since the stance began.")
    weapon_shattered: bool = Field(default=False, description="Whether the weapon has been shattered.")
    shield_durability: Durability = Field(default=0, description="Damage that the shield can still take, in points.")


class LaurelsParticipant(Figure):
    """One combatant. Abilities are bonuses, not scores."""

    id: ParticipantId | None = Field(default=None, description="Its name in the answer.")
    role: words.LaurelsRole | None = Field(default=None, description="Which side it is on.")
    level: Level = Field(default=1, description="Level from 1, which drives the number of damage dice; 0 is refused.")
    strength: Bonus = Field(default=0, description="Strength bonus.")
    dexterity: Bonus = Field(default=0, description="Dexterity bonus.")
    awareness: Bonus = Field(default=0, description="Awareness bonus.")
    armor_points: ArmorPoints = Field(default=0, description="Armor, shield and hide together, in points.")
    stamina: Stamina = Field(default=0, description="Current stamina points.")
    stamina_max: Stamina | None = Field(default=None, description="Full stamina; `stamina` if null. Without effect.")
    injury_slots: Slots | None = Field(default=None, description="Injury slots; null for a creature without slots.")
    injuries: Slots = Field(default=0, description="Slots that hold injuries; not more than there are.")
    move_ft: Feet = Field(default=30, description="Move, in feet a turn.")
    weapon: LaurelsWeapon = Field(default=UNARMED, description="The readied weapon.")
    weapon_specialized: bool = Field(
        default=False, description="Whether it is specialized in its ranged weapon, which halves the exertion."
    )
    weapon_specialized_runner: bool = Field(default=False, description="Whether running costs it half.")
    cannot_be_surprised: bool = Field(default=False, description="Whether surprise never takes its turn.")
    parry: LaurelsParry | None = Field(default=None, description="The parry stance it is in, if any.")
    shield_durability: Durability | None = Field(
        default=None,
        description="Damage that its shield can still take after earlier parries, in points, written when a stance "
        "with it ends; a new parry has no more. Null: unworn, as the parry says.",
    )
    attacked_last_round: Annotated[tuple[ParticipantId, ...], Field(max_length=100), DISTINCT] = Field(
        default=(), description="Ids of those it attacked in the previous round."
    )
    status: words.LaurelsStatus = Field(
        default=words.LaurelsStatus.ACTIVE, description="Whether it can still take part."
    )
    is_pc: bool = Field(default=False, description="Whether a person plays it.")


class LaurelsStrike(Frozen):
    """How an attack is made."""

    ability: words.LaurelsAbility | None = Field(
        default=None,
        description="Whose bonus counts; null: Strength, Dexterity with finesse, Awareness at range, none for spells.",
    )
    power_attack: bool = Field(default=False, description="Whether it is a power attack.")
    target_dexterity_denied: bool = Field(default=False, description="Whether the target's Dexterity does not count.")
    direct_damage: bool = Field(default=False, description="Whether its damage is direct in any case.")
    distance_ft: Distance | None = Field(
        default=None, description="Distance to the target, in feet; 5 if null, 10 at range."
    )


class LaurelsAttack(LaurelsStrike):
    """One attack of one participant on another."""

    mode: words.LaurelsMode | None = Field(default=None, description="How it attacks; null: as the readied weapon.")
    attacker: LaurelsParticipant = Field(description="Who attacks.")
    target: LaurelsParticipant = Field(description="Who is attacked.")


class LaurelsSneak(Frozen):
    """The circumstances of a sneak attack."""

    concealed: bool = Field(default=False, description="Whether the attacker's turn begins hidden from the target.")
    target_distracted: bool = Field(default=False, description="Whether the target is distracted.")
    distraction: words.LaurelsDistraction | None = Field(
        default=None, description="What distracts the target; a note without effect, and only with `target_distracted`."
    )
    leaves_concealment: bool = Field(default=False, description="Whether the attacker leaves its concealment.")
    distance_ft: Distance = Field(
        default=0, description="How far the target is from that concealment, in feet: at most half the Move."
    )
    attacked_target_last_round: bool = Field(
        default=False, description="Whether the attacker attacked this target in the previous round."
    )
    returns_to_concealment: bool = Field(
        default=False, description="Whether the movement after the attack leads back into concealment."
    )
    stealth_dc: Annotated[int, Field(ge=1, le=100), WHOLE] | None = Field(
        default=None, description="What a Dexterity check must reach first; null: none is asked for."
    )


class LaurelsSneakAttack(LaurelsAttack):
    """One sneak attack of one participant on another."""

    sneak: LaurelsSneak = Field(description="Its circumstances.")


class LaurelsBlow(Frozen):
    """A blow that meets a parry."""

    parry: LaurelsParry = Field(description="The stance it meets.")
    damage: Counted = Field(description="Its damage, in points.")
    exploding: Counted = Field(default=0, description="How many of its damage dice exploded.")


class LaurelsCheck(Frozen):
    """A skill check."""

    bonus: Annotated[int, Field(ge=-20, le=60), WHOLE] = Field(description="What is added to the d20.")
    dc: Annotated[int, Field(ge=-50, le=100), WHOLE] = Field(description="What the total must reach.")


class LaurelsLevel(Frozen):
    """A level, asked for its dice."""

    level: Level = Field(description="The level, from 1; 0 is refused.")


class LaurelsReverse(Frozen):
    """How the game master reads the first initiative roll when an ambush is turned around."""

    party_surprised_on: Faces = Field(default=(), description="Faces that surprise the party.")
    opponents_surprised_on: Faces = Field(default=(), description="Faces that surprise the opponents.")


class LaurelsInitiative(Frozen):
    """An initiative roll for both sides."""

    round: RoundNumber = Field(default=1, description="Which round of the fight; surprise is read in the first only.")
    surprise: words.LaurelsSurprise = Field(
        default=words.LaurelsSurprise.UNAWARE, description="How the first roll is read."
    )
    reverse: LaurelsReverse | None = Field(
        default=None, description="With `reverse_ambush`: which faces surprise whom; null: none does."
    )
