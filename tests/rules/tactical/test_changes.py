"""The changes of a turn: they lead from the figures before it to those after it, have a reason, and are told."""

from collections import Counter
from random import Random
from typing import Any, Final

from service.dice.seeded import SeededDice
from service.rules.kernel.hexes import hex_text
from service.rules.tactical.book.words import TacticalChangeReason
from service.rules.tactical.figures.changes import TacticalPlacing
from service.rules.tactical.figures.models import TacticalFigure
from service.rules.tactical.figures.pairs import field_of
from service.rules.tactical.figures.standing import is_conscious, status_of
from service.rules.tactical.rounds.ending import end_of
from service.rules.tactical.rounds.records import TacticalTurnReport
from service.rules.tactical.rounds.round import resolve_round
from service.rules.tactical.rounds.turn.changes import TOLD
from tests.rings import many
from tests.rules.tactical.attacks import armed, blade
from tests.rules.tactical.battles import PLAIN, documents, intent_of, likely_intent, map_of, mixed_figures, round_of
from tests.rules.tactical.scenes import figure, foe
from tests.rules.tactical.turns import HIT, Played
from tests.rules.tactical.watchmen import gunman, waiting, watching

OWN: Final = {TacticalChangeReason.MOVE, TacticalChangeReason.POPUP}
"""Why only the figure whose turn it is is placed otherwise."""
DODGED: Final = (3, 3, 3)


def placing(figure: TacticalFigure) -> TacticalPlacing:
    """Where and how a figure is."""
    return TacticalPlacing(hex=figure.hex, facing=figure.facing, posture=figure.posture, status=status_of(figure))


def fold(places: dict[str, TacticalPlacing], turn: TacticalTurnReport) -> None:
    """Play the changes of a turn on the places of figures; each begins where the one before it has ended."""
    for change in turn.changes:
        assert places[change.figure] == change.before != change.after, change
        assert change.by != change.figure
        places[change.figure] = change.after


def untold(turn: TacticalTurnReport) -> list[Any]:
    """The changes of place that no sentence of a turn tells, of those that a figure has not made in its own turn."""
    last = {
        (each.figure, each.reason): each
        for each in turn.changes
        if each.reason in TOLD and each.before.hex != each.after.hex
    }
    return [each for each in last.values() if hex_text(each.after.hex) not in turn.summary]


def test_changes_lead_from_one_turn_to_the_next() -> None:
    """In random battles with any orders the changes of turns are all that happens to the places of figures."""
    reasons: Counter[TacticalChangeReason] = Counter()
    for seed in range(many(150, 8)):
        random = Random(f"changes {seed}")
        ground = map_of(random)
        figures = mixed_figures(random, 10, ground)
        for number in range(4):
            field = field_of(round_of(figures, ground, []), PLAIN)
            order = intent_of if number % 2 else likely_intent
            intents = [order(random, field, each) for each in field]
            asked = round_of(figures, ground, intents)
            if end_of(asked, stays=is_conscious).over:
                break
            outcome = resolve_round(asked, PLAIN, SeededDice(f"sha256ctr1:{seed} {number}"))
            places = {each.id: placing(each) for each in asked.figures}
            for turn in outcome.turns:
                fold(places, turn)
                assert all(each.figure == turn.figure for each in turn.changes if each.reason in OWN), turn.changes
                assert untold(turn) == []
                reasons.update([each.reason for each in turn.changes])
            figures = documents(figures, outcome.figures)
            after = round_of(figures, ground, []).figures
            assert places == {each.id: placing(each) for each in after}
    seen = {TacticalChangeReason(each) for each in ("move", "retreat", "fall", "wound", "collapse", "response")}
    assert seen <= set(reasons)


def test_who_retreats_into_a_watched_hex_is_fired_at() -> None:
    """A retreat enters hexes as a step does: who watches the hex fires, before anything else of the attacker."""
    scene = [
        gunman("ash", basic_speed=4, state=watching((0, -4))),
        figure("elm", hex=[0, -2], basic_speed=6),
        foe("orc", hex=[0, -3], facing=3, basic_speed=5),
    ]
    strikes = {"target": "orc", "weapon": "sword", "defense": {"preferences": [{"kind": "dodge", "retreat": {}}]}}
    told = Played(
        scene, {"figure": "elm", "maneuver": "attack", "attack": strikes}, faces=(*HIT, *DODGED, 4, 4, 4, 6, 6, 6)
    )
    elm = told.turn("elm")
    [shot] = elm.interrupts
    assert (shot.figure, shot.against, shot.kind, shot.event) == ("ash", "orc", "opportunity", "enters")
    assert "Orc retreated to [0, -4]." in elm.summary


def test_who_is_pushed_into_reach_is_struck() -> None:
    """A push enters hexes, too: who waits for a foe in reach strikes one who is knocked back into it."""
    club = blade((1,), mode={"damage": "2d+8", "type": "crushing"})
    scene = [
        figure("elm", hex=[0, 0], basic_speed=6, **armed(club)),
        foe("orc", hex=[0, -1], basic_speed=5, hp_max=60, ht=18, dx=18, state={"maneuver": "all_out_attack"}),
        figure("ash", hex=[0, -4], facing=3, basic_speed=4, state=waiting()),
    ]
    strikes = {"target": "orc", "weapon": "blade"}
    push, keeps_feet, missed = (*HIT, 6, 6), (3, 3, 3), (6, 5, 5)
    told = Played(
        scene, {"figure": "elm", "maneuver": "attack", "attack": strikes}, faces=(*push, *keeps_feet, *missed)
    )
    elm = told.turn("elm")
    assert [(each.figure, each.reason, each.by, each.after.hex) for each in elm.changes] == [
        ("orc", "knockback", "elm", (0, -2)),
        ("orc", "knockback", "elm", (0, -3)),
    ]
    [answer] = elm.interrupts
    assert (answer.figure, answer.against, answer.event) == ("ash", "orc", "enters")


def test_who_makes_room_in_a_watched_hex_is_fired_at() -> None:
    """Who steps aside after somebody's turn enters a hex, too; the answer comes after the turn, and is told in it."""
    scene = [
        figure("ash", hex=[0, 0], basic_speed=6, state={"sharing": True}),
        figure("elm", hex=[0, 0], basic_speed=5, state={"sharing": True}),
        gunman("gun", side="blue", hex=[-4, 0], facing=2, basic_speed=4, vision="360", state=watching((-1, 0))),
    ]
    kneels = {"figure": "ash", "maneuver": "change_posture", "posture": "kneeling"}
    told = Played(scene, kneels, faces=(*HIT, 3, 2, 2))
    ash = told.turn("ash")
    assert [(each.figure, each.reason, each.by) for each in ash.changes] == [
        ("ash", "move", None),
        ("elm", "made_room", None),
    ]
    [shot] = ash.interrupts
    assert (shot.figure, shot.against, shot.event) == ("gun", "elm", "enters")
    assert ash.summary.endswith(f"Elm made room and stepped to [-1, 0]. {shot.summary}")
