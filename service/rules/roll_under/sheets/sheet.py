"""What is read of a sheet of a character, whichever program has written it."""

import re
from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Final, NamedTuple

from service.rules.roll_under.words import DamageType
from service.rules.sheets.loose import within
from service.wire import value_class

TYPES: Final = {
    "cr": DamageType.CRUSHING,
    "cut": DamageType.CUTTING,
    "imp": DamageType.IMPALING,
    "pi-": DamageType.SMALL_PIERCING,
    "pi": DamageType.PIERCING,
    "pi+": DamageType.LARGE_PIERCING,
    "pi++": DamageType.HUGE_PIERCING,
    "burn": DamageType.BURNING,
    "tbb": DamageType.TIGHT_BEAM,
    "cor": DamageType.CORROSION,
    "tox": DamageType.TOXIC,
    "fat": DamageType.FATIGUE,
}
"""The types of damage that both families know, as sheets write them."""
DASHES: Final = str.maketrans("–−", "--")
"""Signs that some sheets write for minus."""
MOST_REACH: Final = 10
_DAMAGE: Final = re.compile(
    r"(?P<dice>\d{1,2})d6?(?P<adds>[+-]\d{1,2})?(?:\((?P<divisor>[\d.]{1,5}|∞)\))?\s*(?P<type>pi\+\+|pi\+|pi-|[a-z]+)?"
)
_REACH: Final = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?")
_RANGE: Final = re.compile(r"\d[\d,]{0,8}")


class SheetFormat(StrEnum):
    """What has written a sheet: `gcs` is a program with files of that name, `gga` a system of a virtual tabletop."""

    GCS = "gcs"
    GGA = "gga"


class SheetNote(NamedTuple):
    """Something of a sheet that was left out, and where it stands."""

    path: str
    text: str


class SheetDamage(NamedTuple):
    """Damage as a sheet says it: dice, type, and the divisor of armour."""

    dice: str
    type: DamageType
    divisor: float


class SheetParry(NamedTuple):
    """A parry as a sheet says it: a number, and whether the weapon fences or is unbalanced."""

    value: int
    fencing: bool
    unbalanced: bool


@value_class
class SheetAttack:
    """A way to attack: `parry` is the whole number, `own_parry` what the weapon adds to it."""

    name: str
    usage: str
    melee: bool
    level: int
    damage: str
    path: str
    reach: str = ""
    parry: SheetParry | None = None
    own_parry: SheetParry | None = None
    acc: int = 0
    range: str = ""
    rof: int = 1
    shots: str = ""
    bulk: int = 0
    rcl: int = 1
    st: str = ""
    skill: str = ""
    swings: bool = False

    @property
    def is_natural(self) -> bool:
        """Whether a part of the body strikes."""
        return re.search(r"natural|punch|kick|bite|claw|horn|tail|talon|fang", self.words) is not None

    @property
    def is_thrown(self) -> bool:
        """Whether it is thrown."""
        return not self.melee and "throw" in self.words

    @property
    def words(self) -> str:
        """Name, usage and skill, in small letters."""
        return f"{self.name} {self.usage} {self.skill}".lower()


class SheetShield(NamedTuple):
    """A shield: its bonus, the skill with it, and the whole Block."""

    name: str
    db: int
    level: int
    block: int | None


class SheetArmour(NamedTuple):
    """Damage Resistance of a location as the sheet names it, and what it has more or less by types of damage."""

    place: str
    dr: int
    changes: Mapping[str, int]


@value_class
class Sheet:
    """A character. `numbers` has what the sheet says of st, dx, hp and so on; `load` is the level of encumbrance."""

    name: str
    sm: int
    load: int
    move: int | None
    dodge: int | None
    numbers: Mapping[str, float]
    attacks: tuple[SheetAttack, ...]
    shield: SheetShield | None
    armour: tuple[SheetArmour, ...]
    traits: Mapping[str, int]
    skills: Mapping[str, int]
    cowardice: int | None
    is_left_handed: bool
    notes: list[SheetNote] = field(default_factory=list)

    def number(self, name: str, low: int, high: int) -> int | None:
        """Return a number of the sheet within limits."""
        found = self.numbers.get(name)
        return None if found is None else within(int(found), low, high)

    def level_of(self, trait: str) -> int:
        """Return the level of a trait whose name begins so; 0 without it."""
        return next((level for name, level in self.traits.items() if name.startswith(trait)), 0)

    def fights_with(self) -> list[tuple[SheetAttack, SheetDamage]]:
        """Return the attacks that can be said, with their damage; of all others there is a note."""
        found = []
        for each in self.attacks:
            if self.shield is not None and each.name == self.shield.name:
                continue
            damage = damage_in(each, self.notes)
            if each.level < 1:
                self.notes.append(SheetNote(each.path, f"{each.name}, {each.usage}: no skill level, left out."))
            elif damage is not None:
                found.append((each, damage))
        if not found:
            self.notes.append(SheetNote("", "No weapon of the sheet can be used: the figure has none."))
        return found


def damage_in(attack: SheetAttack, notes: list[SheetNote]) -> SheetDamage | None:
    """Read "1d+3(2) cut"; of what is left out there is a note."""
    text = attack.damage.strip().translate(DASHES)
    found = _DAMAGE.match(text)
    kind = None if found is None else TYPES.get(found["type"] or "cr")
    if found is None or kind is None or not int(found["dice"]) >= 1:
        notes.append(SheetNote(attack.path, f"{attack.name}, {attack.usage}: damage {text!r} is left out."))
        return None
    rest = text[found.end() :].strip()
    if rest:
        notes.append(SheetNote(attack.path, f"{attack.name}, {attack.usage}: {rest!r} of {text!r} is left out."))
    return SheetDamage(f"{found['dice']}d{found['adds'] or ''}", kind, _divisor(found["divisor"]))


def _divisor(text: str | None) -> float:
    if text == "∞":
        return float("inf")
    return float(text) if text and re.fullmatch(r"\d+(\.\d+)?", text) and float(text) > 0 else 1.0


def parry_in(text: str) -> SheetParry | None:
    """Read "11FU", "0", "-1F"; None: it cannot parry."""
    found = re.search(r"[-+]?\d{1,3}", text)
    return None if found is None else SheetParry(int(found[0]), "F" in text, "U" in text)


def reaches_in(text: str) -> tuple[list[int], bool]:
    """Read "C,1-2*": the reaches, and whether a change of them takes time."""
    reaches = {0} if "C" in text else set()
    for low, high in _REACH.findall(text):
        reaches |= set(range(int(low), int(high or low) + 1))
    return sorted([each for each in reaches if each <= MOST_REACH]) or [1], "*" in text


def ranges_in(text: str) -> tuple[int | None, int | None]:
    """Read "100/150" or "150": the half and the longest range, in yards; multiples of ST are not read."""
    found = [] if "x" in text.lower() else [int(each.replace(",", "")) for each in _RANGE.findall(text)][:2]
    far = [within(each, 1, 10_000) for each in found]
    return (far[0], far[1]) if len(far) == 2 else (None, far[0] if far else None)


def slug_of(text: str, dash: str = "-") -> str:
    """Return a text as an id."""
    return re.sub(r"[^a-z0-9]+", dash, text.lower()).strip(dash)[:40] or "x"
