"""What a turn has changed of where figures are, in sentences."""

from collections.abc import Mapping, Sequence
from typing import Final

from service.rules.kernel.hexes import hex_text
from service.rules.tactical.book.words import TacticalChangeReason
from service.rules.tactical.figures.field import Field
from service.rules.tactical.figures.filled_hexes import Placed

TOLD: Final[Mapping[TacticalChangeReason, str]] = {
    TacticalChangeReason.RETREAT: "retreated to",
    TacticalChangeReason.DROP: "dropped to",
    TacticalChangeReason.EVADE: "got out of the way to",
    TacticalChangeReason.KNOCKBACK: "was pushed back to",
    TacticalChangeReason.FALL: "came to lie at",
    TacticalChangeReason.STUMBLE: "stumbled to",
    TacticalChangeReason.DRAGGED: "was dragged to",
    TacticalChangeReason.MADE_ROOM: "made room and stepped to",
    TacticalChangeReason.RESPONSE: "stepped to",
}
"""How a change of place is told that no maneuver of the figure itself has ordered."""


def told_of(field: Field, placed: Sequence[Placed]) -> list[str]:
    """Say to which hexes figures have come that did not go there by themselves: "Orc retreated to [0, -2]."."""
    last: dict[tuple[str, TacticalChangeReason], Placed] = {}
    for each in placed:
        if each.why in TOLD and each.before.hex != each.after.hex:
            last[each.before.id, each.why] = each
    return [f"{field.name_of(name)} {TOLD[why]} {hex_text(each.after.hex)}." for (name, why), each in last.items()]
