"""Records of answers: attacks, parries, checks and initiative."""

from typing import Annotated, Final

from pydantic import Field

from service.dice.transcript import Tally
from service.rules.kernel.verdict import AttackResult
from service.rules.laurels.book.words import LaurelsDamageType, LaurelsRole, LaurelsStatus
from service.rules.laurels.figures.changes import Changes
from service.rules.laurels.figures.models import LaurelsParry, LaurelsParticipant
from service.wire import record

Summary = Annotated[str, Field(description="What happened, in a sentence or two.")]
WHERE_DAMAGE_WENT: Final = "Where the damage went: to stamina first, or directly to injury slots."


@record
class LaurelsWounds:
    """The target of an attack afterwards."""

    stamina: Annotated[int, Field(description="Stamina points left.")]
    injuries: Annotated[int, Field(description="Slots that hold injuries.")]


@record
class LaurelsParryOutcome:
    """The result of a blow that met a parry. What did not meet it is null."""

    passed_through: Annotated[int, Field(description="Damage that was not stopped, in points.")]
    explosions: Annotated[int | None, Field(description="Exploding dice that count against the weapon.")]
    explosions_needed: Annotated[int | None, Field(description="How many of them shatter it.")]
    weapon_shattered: Annotated[bool | None, Field(description="Whether the weapon is shattered now.")]
    absorbed: Annotated[int | None, Field(description="Damage that the shield took, in points before doubling.")]
    shield_durability: Annotated[int | None, Field(description="Damage that the shield can still take, in points.")]
    shield_destroyed: Annotated[bool | None, Field(description="Whether the shield is destroyed now.")]
    stance: Annotated[LaurelsParry, Field(description="The stance as the next blow meets it.")]
    text: Annotated[str, Field(description="The parry as a sentence for a player.")]
    cites: Annotated[tuple[str, ...], Field(description="Ids of the rules that shaped it.")]


@record
class LaurelsAttackVerdict:
    """The result of an attack; nobody rolls to hit, so an attack hits if any damage reaches its target."""

    outcome: Annotated[
        AttackResult,
        Field(
            description="hit: damage reached the target; parried: a parry stopped all of it; defended: Dexterity and "
            "armor did; miss: a sneak attack was noticed and failed."
        ),
    ]
    hits: Annotated[int, Field(description="Attacks that hit: 1 or 0.")]
    damage: Annotated[int, Field(description="Points that took effect: stamina lost and injuries gained.")]
    target_status: Annotated[LaurelsStatus, Field(description="Whether the target can still take part.")]
    stamina_lost: Annotated[int, Field(description="Stamina points that the target lost.")]
    injuries_gained: Annotated[int, Field(description="Injuries that the target gained.")]
    weapon_shattered: Annotated[bool, Field(description="Whether the blow shattered the parrying weapon.")]
    shield_destroyed: Annotated[bool, Field(description="Whether the blow destroyed the parrying shield.")]
    attacker_exhausted: Annotated[bool, Field(description="Whether the attacker spent its last stamina on it.")]


@record
class LaurelsAttackOutcome:
    """The result of an attack."""

    summary: Summary
    verdict: LaurelsAttackVerdict
    dice: Annotated[int, Field(description="How many base damage dice were rolled.")]
    rolled: Annotated[int, Field(description="Sum of all damage dice, added ones too.")]
    exploding: Annotated[int, Field(description="How many dice showed their highest face, and so added one.")]
    magic_bonus: Annotated[int, Field(description="The weapon's bonus for all base dice together.")]
    ability_bonus: Annotated[int, Field(description="The ability bonus added.")]
    gross: Annotated[int, Field(description="Damage before the target's defenses.")]
    defense_points: Annotated[int, Field(description="The target's defenses that counted.")]
    net: Annotated[int, Field(description="Damage after them, at least 0.")]
    damage: Annotated[Tally, Field(description="How it adds up from the sum of the dice; its total may be below 0.")]
    damage_type: Annotated[LaurelsDamageType, Field(description=WHERE_DAMAGE_WENT)]
    applied: Annotated[int, Field(description="Damage that reached the target, after any parry.")]
    target: LaurelsWounds
    parry: Annotated[LaurelsParryOutcome | None, Field(description="The target's parry, if it met one.")]
    attacker_weapon_broken: Annotated[bool, Field(description="Whether the attacker's weapon is broken now.")]
    stamina_cost: Annotated[int | None, Field(description="Exertion of a ranged attack; null for others.")]
    attacker_stamina: Annotated[int, Field(description="The attacker's stamina points afterwards.")]
    changes: Changes
    attacker_next: Annotated[LaurelsParticipant, Field(description="The attacker as it is afterwards.")]
    target_next: Annotated[LaurelsParticipant, Field(description="The target as it is afterwards.")]


@record
class LaurelsCheckVerdict:
    """Whether a skill check succeeded."""

    success: Annotated[bool, Field(description="Whether the total reached the DC.")]


@record
class LaurelsCheckOutcome:
    """The result of a skill check."""

    summary: Summary
    verdict: LaurelsCheckVerdict
    total: Annotated[int, Field(description="The d20 and the bonus.")]
    success: Annotated[bool, Field(description="Whether the total reached the DC.")]


@record
class LaurelsChecked:
    """A check inside a sneak attack."""

    dc: Annotated[int, Field(description="What the total had to reach.")]
    total: Annotated[int, Field(description="The d20 and the bonus.")]
    success: Annotated[bool, Field(description="Whether it did.")]


@record
class LaurelsSneakVerdict(LaurelsAttackVerdict):
    """What a sneak attack changed."""

    foiled: Annotated[bool, Field(description="Whether it was noticed, so that nothing came of it.")]
    precise: Annotated[bool, Field(description="Whether it found a weak spot in the armor.")]


@record
class LaurelsSneakAttackOutcome(LaurelsAttackOutcome):
    """The result of a sneak attack; if it was foiled, no damage dice were rolled."""

    verdict: LaurelsSneakVerdict
    stealth: Annotated[LaurelsChecked | None, Field(description="The Dexterity check, if one was asked for.")]
    precision: Annotated[LaurelsChecked | None, Field(description="The Awareness check; null with a power weapon.")]


@record
class LaurelsDiceCount:
    """How many damage dice a level gives."""

    dice: Annotated[int, Field(description="Base damage dice of an attack.")]


@record
class LaurelsInitiativeVerdict:
    """Who acts first, and who does not act."""

    first: Annotated[LaurelsRole, Field(description="The side that acts first.")]
    surprised: Annotated[LaurelsRole | None, Field(description="The side that is surprised, if one is.")]


@record
class LaurelsInitiativeOutcome:
    """The order of the sides."""

    summary: Summary
    verdict: LaurelsInitiativeVerdict
    face: Annotated[int, Field(description="The d6.")]
    first: Annotated[LaurelsRole, Field(description="The side that acts first.")]
    second: Annotated[LaurelsRole, Field(description="The side that acts second.")]
    surprised: Annotated[LaurelsRole | None, Field(description="The side that is surprised, if one is.")]
