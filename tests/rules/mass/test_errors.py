"""What the rules refuse of draws, clashes, contacts, rallies and pursuits: the rule is named and the value quoted."""

from typing import Any

import pytest

from tests.rules.mass.refusing import (
    ARCHERS,
    FALLEN,
    LEVY,
    MOB,
    PINNED,
    RIDERS,
    Refusal,
    misfit,
    refuse,
    refuse_before_dice,
)
from tests.rules.mass.stories import ANA, BOR, Document

SHORT_DECK = {"commanders": [ANA, BOR], "deck_state": ["4H"]}
DRAWS = [
    pytest.param(
        {"commanders": [ANA | {"character_class": "rogue", "level": 3}]},
        ("thac0-or-class-required", "initiative/thac0-table", "commanders/0", ["12", "rogue", "3"]),
        id="number and class",
    ),
    pytest.param(
        {"commanders": [ANA | {"level": 3}]},
        ("thac0-or-class-required", "initiative/thac0-table", "commanders/0", ["12", "3"]),
        id="number and level",
    ),
    pytest.param(
        {"commanders": [ANA | {"thac0": None, "character_class": "rogue"}]},
        ("thac0-or-class-required", "initiative/thac0-table", "commanders/0", ["rogue"]),
        id="class without level",
    ),
    pytest.param(
        {"commanders": [BOR, ANA | {"joker_after": "zed"}]},
        ("unknown-commander", "round/phases", "commanders/1/joker_after", ["ana", "zed"]),
        id="a joker after nobody",
    ),
    pytest.param(
        {"commanders": [ANA | {"joker_after": "ana"}]},
        ("unknown-commander", "round/phases", "commanders/0/joker_after", ["ana"]),
        id="a joker after itself",
    ),
    pytest.param(
        {"commanders": [ANA, ANA]},
        ("mass-duplicate-id", "round/phases", "commanders/1/id", ["ana"]),
        id="one name twice",
    ),
    pytest.param(SHORT_DECK, ("cards-exhausted", "initiative/deck", "deck_state", ["2", "1"]), id="too few cards"),
]


def clash(*units: Document, pairs: Any = (("a", "b"),)) -> Document:
    """Units without a place fight."""
    a, b = {"id": "a", "battle_die": "d8", "morale_max": 3}, {"id": "b", "battle_die": "d8", "morale_max": 3}
    return {"units": units or [a, b], "pairs": pairs}


A, B = clash()["units"]
CLASHES = [
    pytest.param(
        clash(A, B, pairs=[["a", "z"]]), ("mass-unknown-unit", "round/phases", "pairs/0/1", ["z"]), id="unknown unit"
    ),
    pytest.param(
        clash(A, A, pairs=[["a", "a"]]), ("mass-duplicate-id", "round/phases", "units/1/id", ["a"]), id="one name twice"
    ),
    pytest.param(
        clash(pairs=[["a", "b"], ["b", "a"]]),
        ("mass-duplicate-id", "round/phases", "pairs/1", ["a", "b"]),
        id="one pair both ways round",
    ),
    pytest.param(
        clash(pairs=[["a", "a"], ["a", "b"]]),
        ("target-not-enemy", "engagement/mutual", "pairs/0", ["a"]),
        id="against itself",
    ),
    pytest.param(
        clash(A | {"side": "red"}, B | {"side": "red"}),
        ("target-not-enemy", "engagement/mutual", "pairs/0", ["a", "b"]),
        id="of one side",
    ),
    pytest.param(
        clash(A, B, A | {"id": "c"}), ("unit-not-engaged", "battle/roll", "units/2", ["c"]), id="a unit without foe"
    ),
    pytest.param(
        clash(A | {"status": "routed"}, B),
        ("unit-not-active", "rout/removal", "units/0/status", ["a", "routed"]),
        id="routed",
    ),
    pytest.param(
        clash(A, B | {"morale": 0}),
        ("unit-not-active", "rout/zero-morale", "units/1/morale", ["b", "0"]),
        id="no morale",
    ),
    pytest.param(
        clash(A | {"hex": [0, 0]}, B | {"hex": [2, 0]}),
        ("engagement-not-adjacent", "engagement/mutual", "pairs/0", ["a", "b", "2"]),
        id="out of contact",
    ),
]
DUELS = [
    pytest.param(
        {"first": A, "second": A}, ("mass-duplicate-id", "round/phases", "second/id", ["a"]), id="one name twice"
    ),
    pytest.param(
        {"first": A | {"status": "destroyed"}, "second": B},
        ("unit-not-active", "rout/removal", "first/status", ["destroyed"]),
        id="destroyed",
    ),
    pytest.param(
        {"first": A | {"side": "red"}, "second": B | {"side": "red"}},
        ("target-not-enemy", "engagement/mutual", "second", ["a", "b"]),
        id="of one side",
    ),
]
CONTACTS = [
    pytest.param(
        {"mover": RIDERS | {"status": "routed"}, "stationary": LEVY},
        ("unit-not-active", "rout/removal", "mover/status", ["riders"]),
        id="routed",
    ),
    pytest.param(
        {"mover": RIDERS, "stationary": ARCHERS},
        ("target-not-enemy", "engagement/mutual", "stationary/side", ["riders", "archers", "red"]),
        id="of one side",
    ),
    pytest.param(
        {"mover": RIDERS, "stationary": LEVY, "others": [MOB, MOB | {"hex": [9, 9]}]},
        ("mass-duplicate-id", "round/phases", "others/1/id", ["mob"]),
        id="one name twice",
    ),
]
RALLIES = [
    pytest.param(
        {"charisma": 12, "units": [{"id": "a", "morale_max": 3, "status": "destroyed"}]},
        ("unit-not-active", "rout/removal", "units/0/status", ["a", "destroyed"]),
        id="destroyed",
    ),
    pytest.param(
        {"charisma": 12, "units": [{"id": "a", "morale_max": 3}] * 2},
        ("mass-duplicate-id", "round/phases", "units/1/id", ["a"]),
        id="one name twice",
    ),
]
REACHES = [
    pytest.param(
        {"units": [RIDERS], "unit": "ghosts"},
        ("mass-unknown-unit", "round/phases", "unit", ["ghosts"]),
        id="unknown unit",
    ),
    pytest.param(
        {"units": [RIDERS | {"commanded": True}], "unit": "riders"},
        ("unit-already-commanded", "command/no-further-action", "unit", ["riders"]),
        id="commanded already",
    ),
    pytest.param(
        {"units": [RIDERS | FALLEN], "unit": "riders"},
        ("unit-not-active", "rout/removal", "unit", ["riders", "routed"]),
        id="routed",
    ),
    pytest.param(
        {"units": list(PINNED), "unit": "riders"},
        ("unit-engaged", "command/unengaged-only", "unit", ["riders"]),
        id="engaged",
    ),
    pytest.param(
        {"units": [RIDERS, LEVY | {"hex": [1, 0]}], "unit": "riders"},
        ("unit-engaged", "command/unengaged-only", "unit", ["riders"]),
        id="beside an enemy",
    ),
]
RUNNERS: Document = {"id": "riders", "battle_die": "d10", "speed": 4, "morale_max": 3}
ROUTED: Document = RUNNERS | {"id": "levy", "hex": [0, 0]}
PURSUITS = [
    pytest.param(
        {"pursuer": RUNNERS | change, "routed": ROUTED},
        ("pursuer-unavailable", "pursuit/eligibility", f"pursuer/{pointer}", ["riders", word]),
        id=word,
    )
    for change, pointer, word in (
        ({"engaged_with": ["mob"]}, "engaged_with", "engaged with mob"),
        ({"commanded": True}, "commanded", "commanded"),
        ({"status": "routed"}, "status", "routed"),
        ({"hex": [5, 0]}, "hex", "5 hexes away"),
    )
] + [
    pytest.param(
        {"pursuer": RUNNERS, "routed": ROUTED | {"status": "destroyed"}},
        ("unit-not-routed", "pursuit/eligibility", "routed/status", ["levy", "destroyed"]),
        id="a destroyed unit",
    ),
    pytest.param(
        {"pursuer": RUNNERS, "routed": RUNNERS},
        ("mass-duplicate-id", "round/phases", "pursuer/id", ["riders"]),
        id="by itself",
    ),
    pytest.param(
        {"pursuer": RUNNERS | {"side": "red"}, "routed": ROUTED | {"side": "red"}},
        ("target-not-enemy", "pursuit/eligibility", "pursuer/side", ["riders", "levy", "red"]),
        id="by its own side",
    ),
]
TAPES = [
    pytest.param([4], [], ("dice-supply-exhausted", "battle/roll", "/dice/faces", ["d8"]), id="dice too few"),
    pytest.param(
        [4, 9],
        [],
        ("face-out-of-range", "battle/roll", "/dice/faces/1", ["9", "position 1", "d8"]),
        id="a face too high",
    ),
    pytest.param(
        [4, 4, 4], [], ("dice-supply-left-over", "dice/tape", "/dice/faces/2", ["4", "position 2"]), id="dice left over"
    ),
    pytest.param(
        [4, 4], ["KH"], ("dice-supply-left-over", "dice/tape", "/dice/cards/0", ["KH"]), id="a card left over"
    ),
]
CARDS = [
    pytest.param(
        ["4H", "4H"], ("card-not-in-deck", "initiative/single-card", "/dice/cards/1", ["4H", "position 1"]), id="twice"
    ),
    pytest.param(
        ["1H"], ("card-not-in-deck", "initiative/single-card", "/dice/cards/0", ["1H", "position 0"]), id="unknown"
    ),
    pytest.param(["4H"], ("dice-supply-exhausted", "initiative/single-card", "/dice/cards", ["deck"]), id="too few"),
    pytest.param(
        ["4H", "5H", "6H"],
        ("dice-supply-left-over", "dice/tape", "/dice/cards/2", ["6H", "position 2"]),
        id="left over",
    ),
]


@pytest.mark.parametrize(("document", "refusal"), DRAWS)
def test_draws_refused(document: Any, refusal: Refusal) -> None:
    """Commanders who cannot draw are refused before a card is drawn, and so are their odds."""
    refuse_before_dice("roll-initiative", document, refusal)
    refuse_before_dice("roll-initiative/odds", document, refusal)


@pytest.mark.parametrize(("document", "refusal"), CLASHES)
def test_clashes_refused(document: Any, refusal: Refusal) -> None:
    """Units that cannot fight each other are refused before a die is read, and so are their odds."""
    refuse_before_dice("resolve-attack", document, refusal)
    refuse_before_dice("resolve-attack/odds", document, refusal)


@pytest.mark.parametrize(("document", "refusal"), DUELS)
def test_duels_refused(document: Any, refusal: Refusal) -> None:
    """Units that cannot fight each other do not duel either."""
    refuse_before_dice("resolve-duel", document, refusal)
    refuse_before_dice("resolve-duel/odds", document, refusal)


@pytest.mark.parametrize(("document", "refusal"), CONTACTS)
def test_contacts_refused(document: Any, refusal: Refusal) -> None:
    """Only two active units of different sides meet."""
    refuse_before_dice("engage", document, refusal)


@pytest.mark.parametrize(("document", "refusal"), RALLIES)
def test_rallies_refused(document: Any, refusal: Refusal) -> None:
    """Only units in the battle are rallied."""
    refuse_before_dice("rally", document, refusal)


@pytest.mark.parametrize(("document", "refusal"), REACHES)
def test_reaches_refused(document: Any, refusal: Refusal) -> None:
    """What could not be commanded to move has nowhere to go."""
    slug, rule, pointer, words = refusal
    refuse("reachable", {"input": document}, (slug, rule, f"/input/{pointer}", words))


@pytest.mark.parametrize(("document", "refusal"), PURSUITS)
def test_pursuits_refused(document: Any, refusal: Refusal) -> None:
    """A pursuer that is busy, gone or too far away is refused, and so is one after nobody."""
    refuse_before_dice("pursue", document, refusal)
    refuse_before_dice("pursue/odds", document, refusal)


@pytest.mark.parametrize(("faces", "cards", "refusal"), TAPES)
def test_tapes_refused(faces: list[int], cards: list[str], refusal: Refusal) -> None:
    """Dice that run out, do not fit, or are left over are refused with position, rule and die."""
    dice = {"kind": "supplied", "faces": faces, "cards": cards, "when_exhausted": "refuse"}
    refuse("resolve-attack", {"input": clash(), "dice": dice}, refusal)


@pytest.mark.parametrize(("cards", "refusal"), CARDS)
def test_cards_refused(cards: list[str], refusal: Refusal) -> None:
    """Cards that are unknown, drawn twice, too few or left over are refused with their position."""
    dice = {"kind": "supplied", "cards": cards, "when_exhausted": "refuse"}
    refuse("roll-initiative", {"input": {"commanders": [ANA, BOR]}, "dice": dice}, refusal)


@pytest.mark.parametrize(
    ("change", "pointer", "word"),
    [
        ({"units": [A | {"battle_die": "d20"}, B]}, "/input/units/0/battle_die", "d20"),
        ({"units": [A | {"morale_max": 4}, B]}, "/input/units/0/morale_max", "4"),
        ({"units": [A | {"facing": 6}, B]}, "/input/units/0/facing", "6"),
        ({"units": [A | {"hex": [0]}, B]}, "/input/units/0/hex/1", "`hex[1]` is missing"),
        ({"units": [A | {"hex": [0, 1001]}, B]}, "/input/units/0/hex/1", "1001"),
        ({"mood": "grim"}, "/input/mood", "grim"),
    ],
)
def test_misfits(change: Document, pointer: str, word: str) -> None:
    """An unknown field or a value out of range does not fit the schema: 422, with its pointer and value."""
    misfit("resolve-attack", clash() | change, pointer, word)


def test_unknown_cards() -> None:
    """A deck holds only cards that there are."""
    misfit("roll-initiative", {"commanders": [ANA], "deck_state": ["1H"]}, "/input/deck_state/0", "1H")
