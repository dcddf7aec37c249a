"""How gaps and contradictions about attacks, damage and parrying are decided."""

from typing import Final

from service.dice.model import Ruling

GOLDEN = "tests/golden/laurels"

DIE_TYPE: Final = Ruling(
    "laurels/ruling/die-type",
    does="Every weapon rolls its own die; the examples use d6 weapons.",
    alternatives="All weapons roll d6.",
    test=f"{GOLDEN}/resolve-attack/case-08.json",
)
DICE_WIDGETS: Final = Ruling(
    "laurels/ruling/dice-widgets",
    does="The examples of levels 1, 3 and 9 stand for 1, 2 and 5 dice.",
    alternatives="They are numbers of their own.",
    test=f"{GOLDEN}/dice-count/golden-09.json",
)
EXPLOSION_ORDER: Final = Ruling(
    "laurels/ruling/explosion-order",
    does="Explosions are rolled in waves: all added dice of a wave before any of the next.",
    alternatives="Each die explodes to its end before the next.",
    test=f"{GOLDEN}/resolve-attack/case-08.json",
)
EXPLOSION_LIMIT: Final = Ruling(
    "laurels/ruling/explosion-limit",
    does="An attack that would add more dice than the option allows is refused.",
    alternatives="The dice stop counting at a cap.",
    test=f"{GOLDEN}/resolve-attack/explosion-limit.json",
    option="max_explosions",
)
D4_AND_CHECK_DICE: Final = Ruling(
    "laurels/ruling/d4-and-check-dice",
    does="Only damage dice explode; exertion and checks do not.",
    alternatives="Every die explodes.",
    test=f"{GOLDEN}/resolve-attack/case-18.json",
)
LEVEL_ZERO: Final = Ruling(
    "laurels/ruling/level-zero",
    does="Level 0 is refused.",
    alternatives="Level 0 rolls one die, or none.",
    test=f"{GOLDEN}/dice-count/case-06.json",
)
CREATURE_LEVEL: Final = Ruling(
    "laurels/ruling/creature-level",
    does="Creatures have damage dice by level like characters.",
    alternatives="A creature's description gives its dice.",
    test=f"{GOLDEN}/resolve-attack/golden-03.json",
)
MAGIC_BONUS_TOTAL: Final = Ruling(
    "laurels/ruling/magic-bonus-total",
    does="The magic bonus counts once for each base die.",
    alternatives="It counts once for the weapon.",
    test=f"{GOLDEN}/resolve-attack/golden-02.json",
)
POWER_MAGIC: Final = Ruling(
    "laurels/ruling/power-magic",
    does="The dice of a power attack are all base dice and carry the magic bonus.",
    alternatives="Only the undoubled dice carry it.",
    test=f"{GOLDEN}/resolve-attack/case-20.json",
)
FINESSE_CHOICE: Final = Ruling(
    "laurels/ruling/finesse-choice",
    does="A finesse weapon adds Dexterity unless the caller says Strength.",
    alternatives="It adds the better of both.",
    test=f"{GOLDEN}/resolve-attack/case-11.json",
)
NEGATIVE_BONUS: Final = Ruling(
    "laurels/ruling/negative-bonus",
    does="Negative bonuses count with their sign.",
    alternatives="They count as 0.",
    test=f"{GOLDEN}/resolve-attack/reach-and-negative-bonus.json",
)
DAMAGE_TYPE: Final = Ruling(
    "laurels/ruling/damage-type",
    does="The type of damage is a label without effect.",
    alternatives="Types of armor and damage play together.",
    test=f"{GOLDEN}/resolve-attack/damage-type.json",
)
DEX_WHEN: Final = Ruling(
    "laurels/ruling/dex-when",
    does="The caller says when the target's Dexterity does not count.",
    alternatives="A list of circumstances decides.",
    test=f"{GOLDEN}/resolve-attack/case-12.json",
)
STAMINA_OVERFLOW: Final = Ruling(
    "laurels/ruling/stamina-overflow",
    does="Damage beyond the remaining stamina becomes injuries.",
    alternatives="It is lost.",
    test=f"{GOLDEN}/resolve-attack/case-14.json",
    option="overflow",
)
ZERO_STAMINA: Final = Ruling(
    "laurels/ruling/zero-stamina",
    does="Without stamina one is exhausted, may act, and takes further damage directly.",
    alternatives="One is out of the fight.",
    test=f"{GOLDEN}/resolve-attack/case-15.json",
)
INJURY_PER_POINT: Final = Ruling(
    "laurels/ruling/injury-per-point",
    does="Each point of direct damage fills one slot.",
    alternatives="Each attack fills one slot.",
    test=f"{GOLDEN}/resolve-sneak-attack/golden-10.json",
)
INJURY_POINTS_NAME: Final = Ruling(
    "laurels/ruling/injury-points-name",
    does="Injury points, injury slots and injuries are one counter against the slots.",
    alternatives="They are different things.",
    test=f"{GOLDEN}/resolve-attack/case-15.json",
)
SLOTLESS_CREATURE: Final = Ruling(
    "laurels/ruling/slotless-creature",
    does="A creature without slots loses double for direct damage and dies without stamina.",
    alternatives="It takes direct damage like ordinary damage.",
    test=f"{GOLDEN}/resolve-attack/case-19.json",
    option="slotless_direct_multiplier",
)
MELEE_EXERTION: Final = Ruling(
    "laurels/ruling/melee-exertion",
    does="Only ranged attacks cost the attacker stamina.",
    alternatives="Every attack costs some.",
    test=f"{GOLDEN}/resolve-attack/golden-02.json",
)
RANGED_EXERTION_TIMING: Final = Ruling(
    "laurels/ruling/ranged-exertion-timing",
    does="Exertion comes after the damage; an attack is never cancelled by its own cost.",
    alternatives="It comes before.",
    test=f"{GOLDEN}/resolve-attack/case-16.json",
)
RANGED_EXERTION_FLOOR: Final = Ruling(
    "laurels/ruling/ranged-exertion-floor",
    does="Exertion stops at 0 stamina, without injuries.",
    alternatives="It overflows into injuries.",
    test=f"{GOLDEN}/resolve-attack/case-18.json",
)
RANGED_AT_ZERO_STAMINA: Final = Ruling(
    "laurels/ruling/ranged-at-zero-stamina",
    does="Without stamina there are no ranged attacks.",
    alternatives="They cost nothing then.",
    test=f"{GOLDEN}/resolve-attack/error-02.json",
    option="ranged_at_zero_stamina",
)
THROWN: Final = Ruling(
    "laurels/ruling/thrown",
    does="Thrown weapons need 10 feet like all ranged attacks.",
    alternatives="They may be thrown from anywhere.",
    test=f"{GOLDEN}/resolve-attack/error-01.json",
)
RANGED_AND_SHIELD: Final = Ruling(
    "laurels/ruling/ranged-and-shield",
    does="Against ranged attacks a shield counts by its armor points, and a parry as usual.",
    alternatives="A shield stops arrows in a way of its own.",
    test=f"{GOLDEN}/resolve-attack/case-28.json",
)
ARMOR_STAMINA_GRADE: Final = Ruling(
    "laurels/ruling/armor-stamina-grade",
    does="Armor counts in full; the caller sends the points that count.",
    alternatives="Grades of armor protect stamina by halves or not.",
    test=f"{GOLDEN}/resolve-attack/golden-02.json",
)
SPELL_ATTACK: Final = Ruling(
    "laurels/ruling/spell-attack",
    does="Spells explode, add no bonus unless one is named, and are direct if the caller says so.",
    alternatives="Spells have numbers of their own.",
    test=f"{GOLDEN}/resolve-attack/spell.json",
)
POWER_ATTACK_RANGED: Final = Ruling(
    "laurels/ruling/power-attack-ranged",
    does="Power attacks are made at range too, and the weapon breaks; not with spells, which have none.",
    alternatives="Only in melee.",
    test=f"{GOLDEN}/resolve-attack/power-attack-ranged.json",
)
POWER_ATTACK_NATURAL: Final = Ruling(
    "laurels/ruling/power-attack-natural",
    does="Power attacks are made with natural weapons too, which are then of no use in this fight.",
    alternatives="Natural weapons cannot make them.",
    test=f"{GOLDEN}/resolve-attack/power-attack-natural-refused.json",
    option="power_attack_natural",
)
SNEAK_WITH_POWER: Final = Ruling(
    "laurels/ruling/sneak-with-power",
    does="A sneak attack may be made with a power weapon, but is never a power attack.",
    alternatives="Power attacks may be sneak attacks.",
    test=f"{GOLDEN}/resolve-sneak-attack/case-29.json",
)
SNEAK_DISTANCE_CLAUSE: Final = Ruling(
    "laurels/ruling/sneak-distance-clause",
    does="Half the Move is checked only when the attacker leaves concealment.",
    alternatives="It is checked for every sneak attack.",
    test=f"{GOLDEN}/resolve-sneak-attack/case-30.json",
)
STEALTH_CHECKS: Final = Ruling(
    "laurels/ruling/stealth-checks",
    does="One stealth check may be asked for inside the attack.",
    alternatives="Each turn of sneaking has one.",
    test=f"{GOLDEN}/resolve-sneak-attack/case-31.json",
)
SNEAK_SUCCESS_WORD: Final = Ruling(
    "laurels/ruling/sneak-success-word",
    does="Damage is direct whether or not the precision check succeeds.",
    alternatives="Only a success makes it direct.",
    test=f"{GOLDEN}/resolve-sneak-attack/golden-11.json",
)
SNEAK_MAGIC_BONUS: Final = Ruling(
    "laurels/ruling/sneak-magic-bonus",
    does="The magic bonus counts in sneak attacks.",
    alternatives="It does not, for the list of bonuses omits it.",
    test=f"{GOLDEN}/resolve-sneak-attack/no-magic.json",
    option="sneak_magic_bonus",
)
SNEAK_REACH: Final = Ruling(
    "laurels/ruling/sneak-reach",
    does="Reach weapons make sneak attacks as in melee.",
    alternatives="They cannot.",
    test=f"{GOLDEN}/resolve-sneak-attack/magic-and-reach.json",
)
PRECISION_TIE: Final = Ruling(
    "laurels/ruling/precision-tie",
    does="A total equal to the DC succeeds.",
    alternatives="It must be higher.",
    test=f"{GOLDEN}/resolve-sneak-attack/golden-10.json",
)
ATTACKED_VERSUS_ENGAGED: Final = Ruling(
    "laurels/ruling/attacked-versus-engaged",
    does="Engaged means that the attacker attacked this target in the previous round.",
    alternatives="Being in melee at all counts.",
    test=f"{GOLDEN}/resolve-round/error-engaged-sneak.json",
)
PARRY_ALL_SOURCES: Final = Ruling(
    "laurels/ruling/parry-all-sources",
    does="A parry works against everything, ranged and sneak attacks included.",
    alternatives="Not against ranged, or not against sneak attacks.",
    test=f"{GOLDEN}/resolve-attack/case-28.json",
    option="parry_covers_ranged, parry_covers_sneak",
)
PARRY_DAMAGE_BASIS: Final = Ruling(
    "laurels/ruling/parry-damage-basis",
    does="A parry meets the damage that the target's defenses let through.",
    alternatives="It meets the damage before them.",
    test=f"{GOLDEN}/resolve-attack/parry-gross.json",
    option="parry_basis",
)
PARRY_EXPLOSION_COUNT: Final = Ruling(
    "laurels/ruling/parry-explosion-count",
    does="Explosions against the parrying weapon add up over its stance.",
    alternatives="They count attack by attack.",
    test=f"{GOLDEN}/resolve-parry/per-attack.json",
    option="parry_explosion_count",
)
EXPLOSION_DIE_COUNT: Final = Ruling(
    "laurels/ruling/explosion-die-count",
    does="An added die that explodes counts like any other.",
    alternatives="Only base dice count.",
    test=f"{GOLDEN}/resolve-attack/parry-explosions.json",
)
SHATTER_SURPLUS: Final = Ruling(
    "laurels/ruling/shatter-surplus",
    does="Explosions beyond the number that shatters are lost.",
    alternatives="The blow passes in part.",
    test=f"{GOLDEN}/resolve-attack/parry-explosions.json",
)
PARRY_WEAPON_AND_SHIELD: Final = Ruling(
    "laurels/ruling/parry-weapon-and-shield",
    does="The weapon meets blows first, the shield those after it has shattered.",
    alternatives="The shield meets them first, and what it lets through meets the weapon.",
    test=f"{GOLDEN}/resolve-parry/case-27.json",
    option="parry_both_order",
)
SHIELD_EXCESS_UNITS: Final = Ruling(
    "laurels/ruling/shield-excess-units",
    does="What the shield does not absorb passes undoubled; it absorbs half its durability, rounded up.",
    alternatives="It passes doubled, or rounds down.",
    test=f"{GOLDEN}/resolve-parry/case-26.json",
)
SHIELD_OWN_ARMOR: Final = Ruling(
    "laurels/ruling/shield-own-armor",
    does="A parrying shield still adds its armor points, as sent.",
    alternatives="It adds none while it parries.",
    test=f"{GOLDEN}/resolve-attack/parry-gross.json",
)
PARRY_SEVERAL_ATTACKERS: Final = Ruling(
    "laurels/ruling/parry-several-attackers",
    does="One stance meets all attackers, and its counters run on.",
    alternatives="It meets one attacker.",
    test=f"{GOLDEN}/resolve-round/several-attackers.json",
)
PARRY_BROKEN_WEAPON: Final = Ruling(
    "laurels/ruling/parry-broken-weapon",
    does="A broken weapon does not parry.",
    alternatives="It does, badly.",
    test=f"{GOLDEN}/resolve-round/error-broken-weapon-parry.json",
)

DECISIONS: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Ruling))
