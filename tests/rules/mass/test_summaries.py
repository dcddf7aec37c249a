"""Summaries of outcomes: a sentence that a player reads at the table, with its numbers."""

from service.dice.seeded import SeededDice
from service.rules.mass.book.options import MassRulings
from service.rules.mass.book.words import MassEventKind
from service.rules.mass.command.rally import MassRally, rally
from service.rules.mass.figures.orders import MassRound
from service.rules.mass.powers.contact import MassContact, engage
from service.rules.mass.rounds.round import prepared
from service.rules.mass.rounds.telling import MOST_CLAUSES, round_text
from tests.rules.mass.stories import BOTH, Document, command, move, power, read, tell, toward, unit, use

RIDERS = unit("riders", "red", 0, 0, power="spirited-charge", large=True)
PIKES = unit("pikes", "blue", 3, 0, facing=5, power="receive-charge")
CROWD = [unit(f"archers {letter}", "red", 0, row, power="launch-volley") for row, letter in enumerate("abcdef", 4)]
SIX = [each["id"] for each in CROWD]


def test_commands() -> None:
    """A command says how far each unit moved, whom it met, and who left the battle; of many units it counts."""
    weak = PIKES | {"power": None, "morale": 2}
    assert command(move("riders"), RIDERS, weak).outcome.summary == (
        "Ana gave a command: riders moved 2 hexes; pikes routed."
    )
    assert command(toward(0, 0, "riders"), RIDERS).outcome.summary == "Ana gave a command: riders did not move."
    wheel = move("riders", kind="wheel", degrees=130, direction="left")
    assert command(wheel, RIDERS).outcome.summary == "Ana gave a command: riders wheeled 120 degrees."
    held = command(move("riders"), RIDERS | {"power": None}, weak).outcome.summary
    assert held == "Ana gave a command: riders moved 2 hexes and met pikes."
    assert command(move(*SIX), *CROWD).outcome.summary == "Ana gave a command: 6 units moved 24 hexes in all."
    turn = move(*SIX, kind="wheel", degrees=60, direction="right")
    assert command(turn, *CROWD).outcome.summary == "Ana gave a command: 6 units wheeled."


def test_powers() -> None:
    """The use of a power says by whom and at whom, what it cost and who left the battle; of many units it counts."""
    levy = unit("levy", "blue", 3, 4, facing=5, morale=2)
    assert use(power("launch-volley", **{SIX[0]: "levy"}), *CROWD, levy).outcome.summary == (
        "Archers a used Launch Volley at levy: levy lost 1 Morale Point."
    )
    strong = levy | {"morale": 9}
    assert use(power("launch-volley", **dict.fromkeys(SIX, "levy")), *CROWD, strong).outcome.summary == (
        "6 units used Launch Volley at levy: levy lost 6 Morale Points."
    )
    wall = unit("guard", "red", 0, 0, power="raise-shield-wall")
    assert use(power("raise-shield-wall", "guard"), wall).outcome.summary == "Guard used Raise Shield Wall."


def test_contacts() -> None:
    """A contact says which powers fired, what they cost, who left the battle, and whether the two are engaged."""
    met = read(MassContact, {"mover": RIDERS, "stationary": PIKES | {"hex": [1, 0], "morale": 2}})
    assert tell(engage, met).outcome.summary == (
        "Riders met pikes: riders used Spirited Charge; pikes lost 2 Morale Points; pikes used "
        "Receive Charge; riders lost 3 Morale Points; riders routed; pikes routed; they were not "
        "engaged."
    )
    quiet = read(MassContact, {"mover": RIDERS | {"power": None}, "stationary": PIKES | {"hex": [1, 0], "power": None}})
    assert tell(engage, quiet).outcome.summary == "Riders met pikes: they were engaged."


def test_rallies() -> None:
    """A rally says who was rallied with which margin, or that nobody was."""
    weary: Document = {"id": "archers", "morale_max": 2, "power_expended": True}
    given = read(MassRally, {"charisma": 12, "units": [weary]})
    assert tell(rally, given, 7).outcome.summary == "The commander rallied archers: a margin of 5."
    assert tell(rally, given, 11).outcome.summary == "The commander rallied nobody: a margin of 1."
    assert tell(rally, given, 13).outcome.summary == "The commander failed to rally anybody."


def test_rounds() -> None:
    """A round tells each kind of event, but no order that could not be carried out; of many it tells the first."""
    given = read(MassRound, {"units": [RIDERS, PIKES], "commanders": BOTH})
    before, _, _ = prepared(given, None, MassRulings())
    dice, after = SeededDice("sha256ctr1:1"), before
    assert round_text(before, after, (), None) == "Nothing happened."
    events: list[tuple[MassEventKind, dict[str, object], str]] = [
        (MassEventKind.MOVED, {"unit": "riders", "moved": 0}, "riders could not move"),
        (MassEventKind.WHEELED, {"unit": "riders", "hexsides": 1}, "riders wheeled"),
        (MassEventKind.FELL_BACK, {"unit": "pikes"}, "pikes fell back"),
        (MassEventKind.RALLY, {"rallied": ("riders",)}, "ana rallied riders"),
        (MassEventKind.RALLY, {}, "ana rallied nobody"),
        (MassEventKind.SPELL, {"label": "a fog"}, "ana cast a fog"),
        (MassEventKind.OTHER, {}, "ana did something else"),
    ]
    for what, details, _ in events:
        after = after.recorded(dice, "ana", what, **details)
    after = after.recorded(dice, "ana", MassEventKind.REFUSED, unit="riders")
    assert round_text(before, after, (), "The end.") == f"R{'; '.join([text for *_, text in events])[1:]}. The end."
    for _ in range(MOST_CLAUSES - len(events) + 2):
        after = after.recorded(dice, "ana", MassEventKind.FELL_BACK, unit="pikes")
    assert round_text(before, after, (), None).endswith("; pikes fell back; and 2 more.")
