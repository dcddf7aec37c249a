"""What a request says of a defense and that kind of defense does not read."""

from collections.abc import Iterable, Mapping
from typing import Final

from service.rules.kernel.turns.unread import Unread, refuse_unread
from service.rules.tactical.attack.records import TacticalDefender, TacticalDefenseChoice
from service.rules.tactical.book import rulebook
from service.rules.tactical.book.words import TacticalDefenseKind

HAND: Final = Unread(frozenset({"hand"}), "a defense that is no parry", "a parry", rulebook.DEFENSE_VALUES)
DROP: Final = Unread(
    frozenset({"drop"}), "a defense that is no dodge", "a dodge against a shot", rulebook.RETREAT_DODGE_AND_DROP
)
NOTHING: Final = Unread(
    frozenset({"retreat"}), "a figure that does not defend itself", "a defense", rulebook.DEFENSE_VALUES
)
UNREAD: Final[Mapping[TacticalDefenseKind, tuple[Unread, ...]]] = {
    TacticalDefenseKind.DODGE: (HAND,),
    TacticalDefenseKind.PARRY: (DROP,),
    TacticalDefenseKind.BLOCK: (HAND, DROP),
    TacticalDefenseKind.NONE: (HAND, DROP, NOTHING),
}


def refuse_unread_defense(choice: TacticalDefenseChoice | None, at: str) -> None:
    """Refuse what a choice of defenses says and none of them reads; `at` points to the choice.

    Raises: FieldNotRead.
    """
    if choice is not None:
        for place, wanted in enumerate(choice.preferences):
            for unread in UNREAD[wanted.kind]:
                refuse_unread(wanted, unread, f"{at}/preferences/{place}")


def refuse_unread_defenders(defenders: Iterable[TacticalDefender]) -> None:
    """Refuse what the choices of several figures say and do not read; they stand in `defenses`.

    Raises: FieldNotRead.
    """
    for place, each in enumerate(defenders):
        refuse_unread_defense(each.defense, f"/defenses/{place}/defense")
