"""Request models of figures, weapons, strikes and manoeuvres."""

from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator

from service.rules.kernel.figures import Figure
from service.rules.opposed.book import words
from service.wire import DISTINCT, WHOLE, Frozen

FigureId = Annotated[str, Field(min_length=1, max_length=64)]
SideId = Annotated[str, Field(min_length=1, max_length=64)]
Stat = Annotated[int, Field(ge=0, le=60), WHOLE]
Rank = Annotated[int, Field(ge=0, le=10), WHOLE]
Strength = Annotated[int, Field(ge=0, le=200), WHOLE]
FatiguePoints = Annotated[int, Field(ge=0, le=200), WHOLE]
EndurancePoints = Annotated[int, Field(ge=-200, le=500), WHOLE]
ArmourPoints = Annotated[int, Field(ge=0, le=50), WHOLE]
Modifier = Annotated[int, Field(ge=-200, le=200), WHOLE]
Percentile = Annotated[int, Field(ge=1, le=100), WHOLE]
MovementRate = Annotated[int, Field(ge=0, le=30), WHOLE]
Hexes = Annotated[int, Field(ge=0, le=1000), WHOLE]


class OpposedWeapon(Frozen):
    """A prepared weapon; without any field, bare hands."""

    base_chance: Annotated[int, Field(ge=0, le=150), WHOLE] = Field(default=0, description="Base Chance, in percent.")
    rank: Rank = Field(default=0, description="Rank with this weapon.")
    ranked: bool = Field(default=True, description="Whether the figure has ever ranked it.")
    damage_dice: Annotated[int, Field(ge=1, le=5), WHOLE] = Field(default=1, description="How many d10 of damage.")
    damage_modifier: Annotated[int, Field(ge=-10, le=50), WHOLE] = Field(
        default=0, description="Points added once to each strike's damage."
    )
    weapon_class: words.OpposedWeaponClass | None = Field(
        default=None, description="A thrusts, B cuts, C crushes; for multi-hex strikes and grievous injuries."
    )
    two_handed: bool = Field(default=False, description="Whether it is now held in two hands.")
    pole: bool = Field(default=False, description="Whether it is a pole weapon.")
    shield: bool = Field(default=False, description="Whether the weapon is a shield.")
    flight: words.OpposedFlight | None = Field(default=None, description="How it flies at range, if it can be used so.")


UNARMED = OpposedWeapon()


class OpposedFigure(Figure):
    """One combatant. Values are after encumbrance, armour and shield penalties unless they say otherwise."""

    id: FigureId | None = Field(default=None, description="The figure's name in the answer.")
    side: SideId | None = Field(default=None, description="Whom it fights for.")
    perception: Stat = Field(default=0, description="Perception.")
    agility: Stat = Field(default=0, description="Modified Agility.")
    agility_base: Stat | None = Field(
        default=None, description="Agility before penalties; `agility` if null. Read only if `avoid_agility` is `base`."
    )
    manual_dexterity: Stat = Field(default=0, description="Modified Manual Dexterity.")
    physical_strength: Strength = Field(default=0, description="Physical Strength.")
    willpower: Stat = Field(default=0, description="Willpower.")
    fatigue: FatiguePoints | None = Field(
        default=None, description="Current Fatigue. 0 is no Fatigue; null counts as having some and is not lowered."
    )
    fatigue_max: FatiguePoints | None = Field(default=None, description="Full Fatigue; `fatigue` if null.")
    endurance: EndurancePoints | None = Field(
        default=None, description="Current Endurance; if null, damage to it is reported and not applied."
    )
    endurance_max: EndurancePoints | None = Field(default=None, description="Full Endurance; `endurance` if null.")
    armour_ft: ArmourPoints = Field(default=0, description="Armour against fatigue damage, in points.")
    armour_en: ArmourPoints = Field(default=0, description="Armour against endurance damage, in points.")
    damage_reduction: ArmourPoints = Field(default=0, description="Protection against all damage, in points.")
    shield_defence: Annotated[int, Field(ge=0, le=100), WHOLE] = Field(
        default=0, description="Defence of the prepared shield, in percent."
    )
    magic_defence: Modifier = Field(default=0, description="Sum of magical modifiers to Defence, in percent.")
    strike_magic: Modifier = Field(default=0, description="Sum of magical modifiers to Strike Chance, in percent.")
    warrior_rank: Rank = Field(default=0, description="Rank as a warrior.")
    military_scientist_rank: Rank = Field(default=0, description="Rank as a military scientist.")
    assassin_rank: Rank = Field(default=0, description="Rank as an assassin.")
    size_hexes: Annotated[int, Field(ge=1, le=20), WHOLE] = Field(default=1, description="Hexes it fills.")
    tmr: MovementRate = Field(default=5, description="Tactical movement rate, in hexes per round.")
    posture: words.OpposedPosture = Field(default=words.OpposedPosture.STANDING, description="How it holds itself.")
    stunned: bool = Field(default=False, description="Whether it is stunned.")
    evading: bool = Field(default=False, description="Whether it is evading.")
    moving: bool = Field(default=False, description="Whether it is moving at this moment.")
    sheltered: bool = Field(default=False, description="Whether its hex is sheltered.")
    airborne: bool = Field(default=False, description="Whether it is flying.")
    withdrawal: words.OpposedWithdrawal = Field(
        default=words.OpposedWithdrawal.NONE,
        description="Of an attacker only `offensive` counts, of a defender `defensive`.",
    )
    engaged_with: Annotated[tuple[FigureId, ...], Field(max_length=100), DISTINCT] = Field(
        default=(), description="Ids of the figures it is engaged with."
    )
    must_pass_next: bool = Field(
        default=False,
        description="Whether it owes a Pass for a parry, which it pays with its next turn of a round; "
        "until then it cannot attack or restrain.",
    )
    conditions: Annotated[tuple[words.OpposedCondition, ...], Field(max_length=4), DISTINCT] = Field(
        default=(), description="What manoeuvres have left it in."
    )
    status: words.OpposedStatus = Field(
        default=words.OpposedStatus.ACTIVE,
        validate_default=True,
        description="Whether it can still take part. At Endurance 0 or less, `active` is read as `incapacitated`.",
    )
    is_pc: bool = Field(default=False, description="Whether a person plays it.")
    weapon: OpposedWeapon = Field(default=UNARMED, description="The prepared weapon; bare hands if left out.")

    @field_validator("status")
    @classmethod
    def _as_its_endurance_allows(cls, status: words.OpposedStatus, given: ValidationInfo) -> words.OpposedStatus:
        return status_at(given.data.get("endurance"), status)


def status_at(endurance: int | None, status: words.OpposedStatus) -> words.OpposedStatus:
    """Return the status of a figure with so much Endurance: nobody is active at 0 or less."""
    fallen = endurance is not None and endurance <= 0 and status is words.OpposedStatus.ACTIVE
    return words.OpposedStatus.INCAPACITATED if fallen else status


class OpposedSituation(Frozen):
    """The circumstances of one strike."""

    attack_hex: words.OpposedAttackHex = Field(
        default=words.OpposedAttackHex.FRONT, description="The defender's hex that the strike comes from."
    )
    charging: bool = Field(default=False, description="Whether the attacker charges; not at range.")
    withdrawal: words.OpposedStrikeWithdrawal = Field(
        default=words.OpposedStrikeWithdrawal.NONE,
        description="Whether the attacker withdraws from melee with this strike.",
    )
    aim: bool = Field(default=False, description="Whether a ranged strike is aimed.")
    snapshot: bool = Field(default=False, description="Whether a ranged strike is a snap shot.")
    flight: words.OpposedFlight | None = Field(default=None, description="How the weapon flies; required at range.")
    distance_hexes: Hexes = Field(
        default=0, description="Hexes from the attacker's, not counted, to the target's, counted."
    )
    visibility: words.OpposedVisibility = Field(default=words.OpposedVisibility.NORMAL, description="How dark it is.")
    defender_unseen: bool = Field(default=False, description="Whether the attacker cannot see the defender.")
    secondary_hand: bool = Field(default=False, description="Whether the weapon is in the secondary hand.")
    multiple_strike: bool = Field(default=False, description="Whether it is one of several strikes of the action.")
    multi_hex_strike: bool = Field(default=False, description="Whether one swing strikes several hexes; not at range.")
    assassin: words.OpposedAssassin = Field(
        default=words.OpposedAssassin.NONE, description="From where an assassin strikes; needs an assassin Rank."
    )
    custom_strike: Modifier = Field(default=0, description="The game master's own modifier to Strike Chance.")
    custom_defence: Modifier = Field(default=0, description="The game master's own modifier to Defence.")
    custom_dice: Modifier = Field(default=0, description="The game master's own modifier to the strike die.")


USUAL = OpposedSituation()


class OpposedStrike(Frozen):
    """How a strike is made."""

    mode: words.OpposedMode = Field(default=words.OpposedMode.MELEE, description="The range of the strike.")
    situation: OpposedSituation = Field(default=USUAL, description="The circumstances.")
    maneuver: words.OpposedManeuverKind = Field(
        default=words.OpposedManeuverKind.NONE,
        description="What it is meant to do; at range neither `shield_rush` nor `trip` nor `trample`.",
    )


class OpposedGrievousRow(Frozen):
    """One row of the caller's table of grievous injuries."""

    lowest: Percentile = Field(description="Lowest d100 face of the row.")
    highest: Percentile = Field(description="Highest d100 face of the row.")
    weapon_class: words.OpposedWeaponClass | None = Field(
        default=None, description="The row counts only for this class of weapon; for all if null."
    )
    label: Annotated[str, Field(min_length=1, max_length=200)] = Field(description="The injury in a player's words.")
    extra_endurance: Annotated[int, Field(ge=0, le=100), WHOLE] = Field(
        default=0, description="Further Endurance lost, reduced by nothing."
    )
    conditions: Annotated[tuple[words.OpposedEffect, ...], Field(max_length=5), DISTINCT] = Field(
        default=(), description="What else happens to the target."
    )


GrievousTable = Annotated[
    tuple[OpposedGrievousRow, ...],
    Field(
        max_length=200,
        description="Rows read with the grievous roll, the first that matches; see option grievous_roll.",
    ),
]


class OpposedAttack(OpposedStrike):
    """One strike of one figure at another."""

    attacker: OpposedFigure = Field(description="Who strikes.")
    defender: OpposedFigure = Field(description="Who is struck at.")
    parry: bool = Field(default=True, description="Whether an evading defender takes a parry the dice allow.")
    riposte: words.OpposedRiposte = Field(
        default=words.OpposedRiposte.FLAG, description="Whether a riposte is only reported or made at once."
    )
    riposte_situation: OpposedSituation = Field(default=USUAL, description="The circumstances of that riposte.")
    grievous_table: GrievousTable = ()


class OpposedSuccess(Frozen):
    """A percentile roll to be graded."""

    natural: Percentile | None = Field(default=None, description="The face rolled, 00 being 100; rolled if null.")
    chance: Annotated[int, Field(ge=-500, le=1000), WHOLE] = Field(description="The chance of success, in percent.")
    dice_modifier: Annotated[int, Field(ge=-100, le=100), WHOLE] = Field(
        default=0, description="Added to the face before it is graded; lower is better."
    )


class OpposedRestrain(Frozen):
    """An attempt to hold a figure fast."""

    kind: Literal["restrain"]
    attacker: OpposedFigure = Field(description="Who restrains.")
    defender: OpposedFigure = Field(description="Who is to be restrained.")


class OpposedAvoid(Frozen):
    """A target's attempt to avoid what a manoeuvre would do to it."""

    kind: Literal["avoid"]
    against: words.OpposedAvoidable = Field(description="The manoeuvre to avoid.")
    defender: OpposedFigure = Field(description="Who avoids it.")


Strengths = Annotated[tuple[Strength, ...], Field(min_length=1, max_length=100)]


class OpposedWithdrawClose(Frozen):
    """An attempt to leave close combat."""

    kind: Literal["withdraw_close"]
    friendly_strength: Strengths = Field(
        description="Physical Strength of each figure of the own side in the hex, the withdrawing one included."
    )
    hostile_strength: Strengths = Field(description="Physical Strength of each figure of the other side in the hex.")


class OpposedRepulse(Frozen):
    """An attempt to repulse a charge."""

    kind: Literal["repulse"]
    weapon_rank: Rank = Field(description="Rank with the prepared weapon.")


class OpposedStayConscious(Frozen):
    """An attempt to stay conscious at low Endurance."""

    kind: Literal["stay_conscious"]
    endurance: EndurancePoints = Field(description="Current Endurance.")
    willpower: Stat = Field(description="Willpower.")


class OpposedStunRecovery(Frozen):
    """An attempt to shake off a stun."""

    kind: Literal["stun_recovery"]
    willpower: Stat = Field(description="Willpower.")
    fatigue: FatiguePoints = Field(description="Current Fatigue.")


class OpposedFumbleCheck(Frozen):
    """The check whether a fumbled strike ends in a mishap."""

    kind: Literal["fumble"]
    initiative: Annotated[int, Field(ge=-200, le=500), WHOLE] = Field(
        description="Engaged initiative before the fumble lowers it."
    )


class OpposedParry(Frozen):
    """An evading figure's parry."""

    kind: Literal["parry"]
    evader_rank: Rank = Field(description="The evading figure's Rank with its prepared weapon.")
    attacker_rank: Rank = Field(description="The attacker's Rank with its prepared weapon.")


OpposedManeuver = Annotated[
    OpposedRestrain
    | OpposedAvoid
    | OpposedWithdrawClose
    | OpposedRepulse
    | OpposedStayConscious
    | OpposedStunRecovery
    | OpposedFumbleCheck
    | OpposedParry,
    Field(discriminator="kind", title="OpposedManeuver"),
]
"""A manoeuvre that is settled without a strike roll."""
