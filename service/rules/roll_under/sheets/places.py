"""Where armour is worn: the names of locations in sheets, and the locations that families know."""

from collections.abc import Iterator, Mapping
from typing import Final

from service.rules.roll_under.sheets.sheet import Sheet, SheetNote

BOTH: Final = {part: (f"right_{part}", f"left_{part}") for part in ("arm", "leg", "hand", "foot")}
OF_BEASTS: Final = {"arm": "leg", "hand": "foot"}
"""What a body without arms has in their place."""
PLACES: Final[Mapping[str, tuple[str, ...]]] = {
    **{name: (name,) for name in ("torso", "groin", "neck", "face", "skull", "eye", "vitals")},
    "chest": ("torso",),
    "eyes": ("eye",),
    **BOTH,
    **{f"{part}s": both for part, both in BOTH.items()},
    "feet": BOTH["foot"],
    "foreleg": (*BOTH["arm"], *BOTH["hand"]),
    **dict.fromkeys(("hind leg", "hindleg", "mid leg"), (*BOTH["leg"], *BOTH["foot"])),
    **{f"{side} {part}": (f"{side}_{part}",) for part in BOTH for side in ("right", "left")},
}


def protection_in(sheet: Sheet) -> Iterator[tuple[str, int, Mapping[str, int]]]:
    """Yield each location that is protected, its Damage Resistance, and what that is more or less by types of damage.

    The vitals lie in the torso: they are as well protected. A beast has legs in the place of arms. What has no such
    location is a note.
    """
    worn: dict[str, tuple[int, Mapping[str, int]]] = {}
    for each in sheet.armour:
        for place in PLACES.get(each.place, ()):
            worn.setdefault(place, (each.dr, each.changes))
        if each.dr and each.place not in PLACES:
            text = f"{each.place!r} is no location of the family; its DR {each.dr} is left out."
            sheet.notes.append(SheetNote(each.place, text))
    if not any(place in worn for place in BOTH["arm"]):
        beast = {arm: leg for part, like in OF_BEASTS.items() for arm, leg in zip(BOTH[part], BOTH[like], strict=True)}
        worn |= {arm: worn[leg] for arm, leg in beast.items() if leg in worn and arm not in worn}
    torso = worn.get("torso", (0, {}))
    if torso[0] > worn.get("vitals", (0, {}))[0]:
        worn["vitals"] = torso
    for place, (dr, changes) in worn.items():
        if dr:
            yield place, dr, changes
