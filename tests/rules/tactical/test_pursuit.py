"""Pursuits over rough and open ground: bands, scores, criticals, groups, fatigue, their end and their odds."""

from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from service.dice.seeded import SeededDice
from service.rules.kernel.verdict import PursuitResult
from service.rules.tactical.book.words import TacticalBand
from service.rules.tactical.pursuit.pursuit import pursue
from service.rules.tactical.pursuit.setting import begins_at
from tests.rules.fights import seed, untold
from tests.rules.tactical.chases import EVEN, RULINGS, Pursued, asked, guard, thief

CASES: Final = {
    case["id"]: case
    for case in yaml.load(
        (Path(__file__).parent / "inventory" / "pursuit.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader
    )
}
CLOSE, SHORT, MEDIUM, LONG, EXTREME, LOST = TacticalBand


def runner(facts: dict[str, Any]) -> dict[str, Any]:
    """A runner of the inventory, as a figure has it."""
    return {"skills": [{"name": "Running", "level": facts["skill"]}], "basic_move": facts["move"]}


def test_round_of_the_inventory() -> None:
    """Golden x14: a pursuer who wins by 5 comes two bands nearer, from medium to close, and has caught his quarry."""
    given_, wanted = CASES["x14"]["in"], CASES["x14"]["out"]
    quarry, pursuer = given_["quarry"], given_["pursuer"]
    pursuit = asked([thief(**runner(quarry))], [guard(**runner(pursuer))], band=given_["band"])
    played = Pursued(pursuit, *quarry["dice"], *pursuer["dice"])
    fled, chased = played.outcome.rounds[0].runs
    assert chased.margin - fled.margin == wanted["margin"]
    assert chased.band == wanted["band"]
    assert played.outcome.verdict.outcome == wanted["status"]
    assert set(CASES["x14"]["rules"]) <= played.rules()


def test_open_ground_of_the_inventory() -> None:
    """Golden x15: on open ground a pursuer who is faster by 2 closes 11 hexes in 6 seconds, without dice."""
    facts, wanted = CASES["x15"]["in"], CASES["x15"]["out"]
    pursuit = asked(
        [thief(basic_move=facts["quarry_move"])],
        [guard(basic_move=facts["pursuer_move"])],
        gap=facts["gap"],
        reach=facts["reach"],
        terrain="open",
    )
    played = Pursued(pursuit)
    verdict = played.outcome.verdict
    assert (verdict.outcome is PursuitResult.CAUGHT, verdict.seconds) == (wanted["caught"], wanted["seconds"])
    assert set(CASES["x15"]["rules"]) <= played.rules()
    assert played.outcome.summary == "Guard caught thief after 6 seconds."


# Bands


@pytest.mark.parametrize(
    ("gap", "band"),
    [
        (0, CLOSE),
        (1, CLOSE),
        (2, SHORT),
        (5, SHORT),
        (6, MEDIUM),
        (20, MEDIUM),
        (21, LONG),
        (100, LONG),
        (101, EXTREME),
    ],
)
def test_bands_of_gaps(gap: int, band: TacticalBand) -> None:
    """A gap in hexes begins the pursuit in the band that it lies in."""
    assert begins_at(asked(gap=gap)) is band


@pytest.mark.parametrize(
    ("faces", "band", "bands"),
    [
        (EVEN, MEDIUM, 0),
        ((3, 3, 3), SHORT, 1),
        ((2, 2, 2), SHORT, 1),
        ((1, 2, 2), CLOSE, 2),
        ((4, 4, 3), LONG, -1),
        ((4, 5, 5), LONG, -1),
        ((5, 5, 5), EXTREME, -2),
    ],
)
def test_margins_move_a_pursuer(faces: tuple[int, int, int], band: TacticalBand, bands: int) -> None:
    """A margin of victory up to 4 is worth a band, one of 5 and more two, either way; a tie changes nothing."""
    played = Pursued(asked(max_rounds=1), *EVEN, *faces)
    run = played.outcome.rounds[0].runs[1]
    assert (run.band, run.bands) == (band, bands)


@pytest.mark.parametrize(
    ("quarry", "pursuer", "bands"),
    [
        (EVEN, (1, 1, 1), 3),
        ((1, 1, 1), EVEN, -3),
        (EVEN, (6, 6, 6), -3),
        ((6, 6, 6), EVEN, 3),
        ((1, 1, 1), (1, 1, 1), 0),
        ((6, 6, 6), (1, 1, 1), 4),
    ],
)
def test_critical_rolls(quarry: tuple[int, int, int], pursuer: tuple[int, int, int], bands: int) -> None:
    """A critical success is worth a band to the one who rolls it, a critical failure to the other."""
    played = Pursued(asked(max_rounds=1), *quarry, *pursuer)
    assert played.outcome.rounds[0].runs[1].bands == bands
    assert "tactical/pursuit/critical" in played.rules()


def test_lost_from_sight() -> None:
    """A quarry escapes once the last pursuer has fallen behind the farthest band."""
    played = Pursued(asked(band="extreme"), 3, 3, 3, *EVEN)
    outcome = played.outcome
    assert outcome.verdict.outcome is PursuitResult.ESCAPED
    assert (outcome.verdict.band, outcome.verdict.rounds, outcome.verdict.seconds) == (LOST, 1, 15)
    assert (outcome.escaped, outcome.left_behind, outcome.placement) == (("thief",), ("guard",), ())
    assert outcome.summary == "Thief escaped after 1 round."
    assert "The quarry is out of sight" not in outcome.summary
    assert any("the quarry was out of sight" in text for text in played.told)


def test_undecided() -> None:
    """After the last round allowed the pursuit is undecided, and says how far behind the nearest pursuer is."""
    played = Pursued(asked(max_rounds=2), *EVEN * 4)
    outcome = played.outcome
    assert outcome.verdict.outcome is PursuitResult.UNDECIDED
    assert outcome.summary == "Thief was still on the run after 2 rounds. The nearest pursuer was at medium distance."
    assert {"tactical/pursuit/end", "tactical/pursuit/bands"} <= played.rules()


def test_a_pursuit_that_begins_close_is_not_over_yet() -> None:
    """Whoever begins close has to win or tie a round to catch his quarry."""
    assert Pursued(asked(band="close", max_rounds=1), *EVEN, *EVEN).outcome.verdict.outcome is PursuitResult.CAUGHT
    away = Pursued(asked(band="close", max_rounds=1), 3, 3, 3, *EVEN).outcome
    assert (away.verdict.outcome, away.verdict.band) == (PursuitResult.UNDECIDED, SHORT)


# Scores


@pytest.mark.parametrize(
    ("facts", "score"),
    [
        ({"skills": [], "dx": 12, "ht": 10, "basic_move": 5}, 9),
        ({"skills": [], "dx": 10, "ht": 13, "basic_move": 5}, 10),
        ({"skills": [{"name": "Running", "level": 6}], "dx": 13, "basic_move": 5}, 8),
        ({"basic_move": 1}, 9),
        ({"basic_move": 2}, 11),
        ({"basic_move": 6}, 14),
        ({"basic_move": 5, "hp": 3}, 12),
    ],
)
def test_scores(facts: dict[str, Any], score: int) -> None:
    """A score is Running, or HT or DX less 5, and the size of the current Move."""
    played = Pursued(asked([thief(**facts)], max_rounds=1), *EVEN, *EVEN)
    assert played.outcome.rounds[0].runs[0].score.total == score


def test_modifiers() -> None:
    """Modifiers of the caller count for the runner that they name."""
    mods = [{"figure": "guard", "label": "Mud", "value": -2}, {"figure": "guard", "label": "Map", "value": 1}]
    fled, chased = Pursued(asked(modifiers=mods, max_rounds=1), *EVEN, *EVEN).outcome.rounds[0].runs
    assert (fled.score.total, chased.score.total) == (13, 12)
    assert [each.label for each in chased.score.terms] == ["Speed at Move 5", "Mud", "Map"]


# Several


def test_a_group_runs_at_the_pace_of_its_slowest() -> None:
    """Of a group that keeps together the slowest rolls, of equal ones the one with the lowest score; all are caught."""
    group = [thief("a", basic_move=7), thief("b", basic_move=4), thief("c", basic_move=4, skills=[], dx=8, ht=8)]
    played = Pursued(asked(group), *EVEN, 1, 2, 2)
    assert [each.figure for each in played.outcome.rounds[0].runs] == ["c", "guard"]
    assert played.outcome.caught == ("a", "b", "c")
    assert played.outcome.summary == "Guard caught a, b and c after 1 round."
    assert "tactical/pursuit/groups" in played.rules()


def test_pursuers_run_singly_in_turn_order() -> None:
    """Each pursuer has a distance of its own; they roll after the quarry, the fastest first."""
    pursuers = [guard("slow", basic_speed=4), guard("fast", basic_speed=6), guard("able", basic_speed=4, dx=11)]
    played = Pursued(asked([thief()], pursuers, max_rounds=1), *EVEN, 3, 3, 3, *EVEN, 4, 4, 3)
    assert [(each.figure, each.band) for each in played.outcome.rounds[0].runs[1:]] == [
        ("fast", SHORT),
        ("able", MEDIUM),
        ("slow", LONG),
    ]


def test_those_who_fall_behind_run_no_more() -> None:
    """A pursuer who has lost sight of the quarry gives up, while the others go on."""
    pursuers = [guard("able", basic_speed=6), guard("lame", basic_speed=4)]
    played = Pursued(asked([thief()], pursuers, band="extreme", max_rounds=2), *EVEN, *EVEN, 4, 4, 4, *EVEN, *EVEN)
    assert [each.figure for each in played.outcome.rounds[1].runs] == ["thief", "able"]
    assert played.outcome.left_behind == ("lame",)


def test_a_scattered_quarry_is_pursued_one_by_one() -> None:
    """Each of those who scatter rolls for itself; who is pursued by nobody escapes at once."""
    group, pursuers = [thief("a"), thief("b"), thief("c")], [guard("x"), guard("y")]
    pursuit = asked(group, pursuers, scatter=True, chases=[{"pursuer": "x", "quarry": "b"}])
    played = Pursued(pursuit, *EVEN, *EVEN, 1, 2, 2, 5, 5, 5, *EVEN, 5, 5, 5)
    outcome = played.outcome
    assert [each.figure for each in outcome.rounds[0].runs] == ["a", "b", "x", "y"]
    assert [each.figure for each in outcome.rounds[1].runs] == ["a", "y"]
    assert (outcome.caught, outcome.escaped) == (("b",), ("a", "c"))
    assert outcome.verdict.outcome is PursuitResult.SOME_CAUGHT
    assert outcome.summary == "X caught b after 2 rounds. A and c escaped after 2 rounds."


def test_pursuers_without_an_order_spread_evenly() -> None:
    """Of two pursuers each goes after another one, the first of them after the first."""
    pursuit = asked([thief("a"), thief("b")], [guard("x"), guard("y")], scatter=True, max_rounds=1)
    placed = Pursued(pursuit, *EVEN * 4).outcome.placement
    assert {each.figure: each.behind for each in placed} == {"a": None, "b": None, "x": "a", "y": "b"}


def test_those_who_cannot_run() -> None:
    """Who has Move 0 or is unconscious is caught among the quarry, and stays behind among the pursuers."""
    group = [thief("a"), thief("b", basic_move=0), thief("c", state={"unconscious": True})]
    pursuers = [guard("x"), guard("y", basic_move=0)]
    played = Pursued(asked(group, pursuers, max_rounds=1), *EVEN, *EVEN)
    assert played.outcome.caught == ("b", "c")
    assert played.outcome.left_behind == ("y",)
    assert played.dice.warnings == [
        "move_zero: b has Move 0 and cannot run.",
        "move_zero: y has Move 0 and cannot run.",
    ]
    assert played.outcome.summary.startswith("B and c were caught after 1 round. A was still on the run")


def test_nobody_can_run_after_them() -> None:
    """If no pursuer can run, everybody escapes at once."""
    played = Pursued(asked([thief("a"), thief("b", basic_move=0)], [guard(basic_move=0)]))
    assert played.outcome.escaped == ("a", "b")
    assert played.outcome.summary == "A and b escaped at once."
    assert (played.outcome.rounds, played.outcome.verdict.rounds) == ((), 0)


# Fatigue


def test_fatigue() -> None:
    """By an option every runner rolls HT in each round, and a failure costs a fatigue point."""
    played = Pursued(asked(fatigue=True, max_rounds=1), *EVEN, *EVEN, 3, 3, 5, 3, 3, 4)
    assert played.outcome.rounds[0].tired == ("thief",)
    assert [(each.id, each.fp) for each in played.outcome.figures] == [("thief", 9)]
    assert "tactical/pursuit/fatigue" in played.rules()


def test_fatigue_of_which_nobody_reads() -> None:
    """Dice that do not tell tire the same runners."""
    given = asked(fatigue=True, max_rounds=20)
    for name in range(20):
        told = pursue(given, RULINGS, SeededDice(seed(name)))
        assert pursue(given, RULINGS, untold(name)).figures == told.figures
        if told.figures[0].fp != given.quarry[0].fp:
            break
    else:
        pytest.fail("nobody tired in any pursuit")


def test_weary_runners_are_slower() -> None:
    """Below a third of the fatigue points Move is halved, in the next round already."""
    tired = thief(fp=4, fp_max=10)
    played = Pursued(
        asked([tired], fatigue=True, max_rounds=2), *EVEN, *EVEN, 6, 6, 5, *EVEN, *EVEN, *EVEN, *EVEN, *EVEN
    )
    first, second = [each.runs[0].score.total for each in played.outcome.rounds]
    assert (first, second) == (13, 12)
