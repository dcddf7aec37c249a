"""Rules and numbers that the source takes from the game it builds on, restated; a page is the one the source names."""

from typing import Final

from service.dice.model import Rule

BASE_GAME = "Not in the source: the base game"
PAGE_370 = "Not in the source: the base game, p. 370"
PAGE_371 = "Not in the source: the base game, p. 371"
PAGE_373 = "Not in the source: the base game, p. 373"
PAGE_390 = "Not in the source: the base game, p. 390"
PAGE_403 = "Not in the source: the base game, p. 403"
PAGE_404 = "Not in the source: the base game, p. 404"
PAGE_426 = "Not in the source: the base game, p. 426"
PAGE_547 = "Not in the source: the base game, p. 547"
PAGE_548 = "Not in the source: the base game, p. 548"
PAGE_550 = "Not in the source: the base game, p. 550"

REF_SIZE_SPEED_RANGE: Final = Rule("heroic/ref/size-speed-range", "Size and speed/range", cites=PAGE_550)
REF_RAPID_FIRE: Final = Rule("heroic/ref/rapid-fire", "Rapid fire bonus", cites=PAGE_373)
REF_MELEE_POSTURE: Final = Rule("heroic/ref/melee-posture", "Attacker's posture", cites=PAGE_547)
REF_SITUATION: Final = Rule("heroic/ref/situation", "Attacker's situation", cites=PAGE_547)
REF_VISIBILITY: Final = Rule("heroic/ref/visibility", "Visibility", cites=PAGE_547)
REF_RANGED_TARGET: Final = Rule("heroic/ref/ranged-target", "Target's size and cover", cites=PAGE_548)
REF_ACTIVE_DEFENSE: Final = Rule("heroic/ref/active-defense", "Defender's posture and state", cites=PAGE_548)
REF_HIT_LOCATION: Final = Rule("heroic/ref/hit-location", "Hit location", cites=BASE_GAME)
REF_RANDOM_LOCATION: Final = Rule("heroic/ref/random-location", "Random hit location", cites=BASE_GAME)
REF_WOUNDING: Final = Rule("heroic/ref/wounding", "Wounding multiplier", cites=BASE_GAME)
REF_CRIPPLING: Final = Rule("heroic/ref/crippling", "Crippling", cites=BASE_GAME)
REF_ARMOR_DIVISOR: Final = Rule("heroic/ref/armor-divisor", "Armour divisor", cites=BASE_GAME)
REF_DAMAGE_ROLL: Final = Rule("heroic/ref/damage-roll", "Damage roll", cites=BASE_GAME)
REF_ST_DAMAGE: Final = Rule("heroic/ref/st-damage", "Damage by ST", cites=BASE_GAME)
REF_ENCUMBRANCE: Final = Rule("heroic/ref/encumbrance", "Encumbrance", cites=BASE_GAME)
REF_BATTLE_FATIGUE: Final = Rule("heroic/ref/battle-fatigue", "Fatigue of a fight", cites=PAGE_426)
REF_FATIGUE_EFFECTS: Final = Rule("heroic/ref/fatigue-effects", "Effects of fatigue", cites=PAGE_426)
REF_GRAPPLE_ATTACK: Final = Rule("heroic/ref/grapple-attack", "Grappling skill", cites=PAGE_370)
REF_TAKEDOWN: Final = Rule("heroic/ref/takedown", "Takedown", cites=PAGE_370)
REF_PIN: Final = Rule("heroic/ref/pin", "Pin", cites=PAGE_370)
REF_CHOKE: Final = Rule("heroic/ref/choke", "Choke", cites=PAGE_371)
REF_SUFFOCATION: Final = Rule("heroic/ref/suffocation", "Suffocation", cites=BASE_GAME)
REF_ARM_LOCK: Final = Rule("heroic/ref/arm-lock", "Arm lock", cites=PAGE_403)
REF_NECK_SNAP: Final = Rule("heroic/ref/neck-snap", "Neck snap or wrenched limb", cites=PAGE_404)
REF_BREAK_FREE: Final = Rule("heroic/ref/break-free", "Break free", cites=PAGE_371)
REF_GRAPPLE_WEAPONS: Final = Rule("heroic/ref/grapple-weapons", "Weapons while grappling", cites=PAGE_371)
REF_OPPORTUNITY_FIRE: Final = Rule("heroic/ref/opportunity-fire", "Area watched", cites=PAGE_390)
REF_COMPLEMENTARY: Final = Rule("heroic/ref/complementary", "Complementary skill", cites=BASE_GAME)
REF_COWARDICE: Final = Rule("heroic/ref/cowardice", "Self-control", cites=BASE_GAME)
REF_REACTION: Final = Rule("heroic/ref/reaction", "Reaction", cites=BASE_GAME)

RULES: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Rule))
