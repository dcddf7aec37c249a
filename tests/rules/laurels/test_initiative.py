"""Initiative, surprise and skill checks: one die each."""

import pytest

from service.rules.laurels.attack.check import check_skill
from service.rules.laurels.battle.initiative import roll_initiative
from service.rules.laurels.figures.models import LaurelsCheck, LaurelsInitiative
from service.wire import to_json
from tests.rules.laurels.figures import Document
from tests.rules.laurels.stories import tell
from tests.rules.laurels.test_tables import PRINTED


def initiative(**changes: object) -> LaurelsInitiative:
    """The initiative of a round."""
    return LaurelsInitiative.model_validate_json(to_json(changes))


@pytest.mark.parametrize("row", [pytest.param(row, id=f"{row['surprise']} {row['face']}") for row in PRINTED])
def test_every_face_in_every_situation(row: Document) -> None:
    """The first roll is read as the printed table says."""
    told = tell(roll_initiative, initiative(surprise=row["surprise"]), int(row["face"]))
    outcome = told.outcome
    assert (outcome.first, outcome.surprised or "") == (row["first"], row["surprised"])
    assert {outcome.first, outcome.second} == {"party", "opponents"}
    assert outcome.verdict.first is outcome.first
    assert "surprise/first-round-only" in told.cited


def test_the_first_round_is_read_for_surprise() -> None:
    """Unless the request says otherwise, nobody expects the other side."""
    told = tell(roll_initiative, initiative(), 6)
    assert told.texts == ["The die showed 6: the party won the initiative, and the opponents were surprised."]
    assert {"surprise/unaware", "ruling/surprise-default"} <= told.cited


@pytest.mark.parametrize(("face", "first"), [(1, "opponents"), (3, "opponents"), (4, "party"), (6, "party")])
def test_later_rounds_are_plain(face: int, first: str) -> None:
    """From the second round on nobody is surprised, and what was said of surprise is warned of."""
    told = tell(roll_initiative, initiative(round=2, surprise="party_ambush"), face)
    assert (told.outcome.first, told.outcome.surprised) == (first, None)
    assert told.warnings == ["surprise is 'party_ambush', but round 2 is not read for surprise: it has no effect."]
    assert {"initiative/every-round", "surprise/after-first-round", "ruling/turn-versus-round"} <= told.cited


@pytest.mark.parametrize("surprise", ["none", "unaware"])
def test_defaults_are_not_warned_of(surprise: str) -> None:
    """Saying nothing special of surprise is fine in every round."""
    assert tell(roll_initiative, initiative(round=2, surprise=surprise), 1).warnings == []


@pytest.mark.parametrize(
    ("face", "first", "surprised"),
    [
        (1, "opponents", "party"),
        (2, "opponents", None),
        (4, "party", None),
        (6, "party", "opponents"),
        (3, "party", "opponents"),
    ],
)
def test_an_ambush_turned_around(face: int, first: str, surprised: str | None) -> None:
    """The caller says which faces surprise whom; the other side then acts first, and other faces are read plainly."""
    reverse = {"party_surprised_on": [1], "opponents_surprised_on": [3, 6]}
    told = tell(roll_initiative, initiative(surprise="reverse_ambush", reverse=reverse), face)
    assert (told.outcome.first, told.outcome.surprised) == (first, surprised)
    assert {"surprise/reverse-ambush", "ruling/reverse-ambush"} <= told.cited


def test_a_reverse_ambush_surprises_nobody_by_itself() -> None:
    """Without faces nobody is surprised."""
    assert tell(roll_initiative, initiative(surprise="reverse_ambush"), 1).outcome.surprised is None


def test_reverse_faces_without_effect() -> None:
    """Faces for a reverse ambush are warned of in any other situation."""
    told = tell(roll_initiative, initiative(reverse={"party_surprised_on": [1]}), 2)
    assert told.warnings == ["reverse is given, but surprise is 'unaware': it has no effect."]


@pytest.mark.parametrize(
    ("bonus", "dc", "face", "total", "text"),
    [
        (4, 13, 9, 13, "The check rolled 9 + 4 bonus = 13 against 13: success."),
        (-1, 13, 13, 12, "The check rolled 13 - 1 bonus = 12 against 13: failure."),
        (0, 20, 20, 20, "The check rolled 20 against 20: success."),
        (30, 10, 1, 31, "The check rolled 1 + 30 bonus = 31 against 10: success."),
    ],
)
def test_skill_checks(bonus: int, dc: int, face: int, total: int, text: str) -> None:
    """A d20 and a bonus that reach the DC succeed; no face is special."""
    told = tell(check_skill, LaurelsCheck(bonus=bonus, dc=dc), face)
    assert (told.outcome.total, told.outcome.success, told.texts) == (total, total >= dc, [text])
    assert told.outcome.verdict.success is told.outcome.success
    assert told.steps[0].margin == total - dc
