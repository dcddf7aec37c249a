"""What viewers are told of moves: sentences of names and words, made of what they see and of nothing else."""

from typing import Any

import pytest

from service.rules.kernel.family import SeenMove
from tests.rules.seen import hold_summaries, move_of, play_of, told_of_goldens

NAMES = {
    **{name: name.title() for name in ("ana", "bor", "knights", "archers", "levy", "pikes", "riders", "guard", "mob")},
    "red": "the Reds",
    "blue": "the Blues",
}


def told(procedure: str, input: Any, outcome: Any) -> str:
    """What viewers are told of a move of which they see this."""
    return move_of("mass", procedure).summary(SeenMove(input, outcome, NAMES))


def event(what: str, **details: Any) -> dict[str, Any]:
    """Something that happened, as viewers see it."""
    return {"commander": "ana", "what": what, "unit": "knights", "hits": [], "rallied": [], **details}


MET = [event("moved", moved=2), event("moved", unit="archers"), event("engaged", foe="levy")]
CHARGED = event("power", foe="levy", power="spirited-charge", hits=[{"unit": "levy", "status": "routed"}])


@pytest.mark.parametrize(
    ("events", "words"),
    [
        pytest.param(MET, "Knights and Archers marched; Knights met Levy.", id="moved and met"),
        pytest.param([event("moved", moved=0)], "Knights could not move.", id="stood still"),
        pytest.param([event("wheeled")], "Knights wheeled.", id="wheeled"),
        pytest.param([CHARGED], "Knights used Spirited Charge on Levy; Levy routed.", id="a power on contact"),
        pytest.param([event("power", power="raise-shield-wall")], "Knights used Raise Shield Wall.", id="a wall"),
        pytest.param([event("power", power="nets")], "Knights used nets.", id="a power of the request"),
        pytest.param([event("fell_back")], "Knights fell back.", id="fell back"),
        pytest.param([event("rally", rallied=["archers"])], "Ana rallied Archers.", id="rallied"),
        pytest.param([event("rally")], "Ana tried to rally troops.", id="rallied nobody who is seen"),
        pytest.param(
            [event("spell", unit="levy", hits=[{"unit": "levy", "status": "destroyed"}])],
            "Ana cast a spell on Levy; Levy perished.",
            id="a spell",
        ),
        pytest.param([event("other")], "Ana did something else.", id="another action"),
        pytest.param([event("refused")], "", id="an order that could not be carried out"),
    ],
)
def test_events(events: list[Any], words: str) -> None:
    """Each kind of event is told in a clause, who left the battle by it as well."""
    given = {"commander": "ana", "order": {"units": ["knights", "archers"]}}
    summary = told("issue-command", given, {"events": events})
    assert summary == f"Ana commanded Knights and Archers. {words}".rstrip()


def test_rounds() -> None:
    """A round is told in two sentences: what units did, then how the battle went and who holds the field."""
    outcome = {
        "initiative": {"verdict": {"first": "ana"}},
        "events": [*MET, CHARGED],
        "battle": [{"pair": ["riders", "mob"], "to": "mob"}, {"pair": ["guard", "pikes"], "to": None}],
        "state": [{"id": "levy", "status": "routed"}, {"id": "mob", "status": "destroyed"}],
        "fallen": ["levy", "mob"],
        "verdict": {"over": True, "winner": "red", "draw": False},
    }
    assert told("resolve-round", {}, outcome) == (
        "Ana acted first; Knights and Archers marched; Knights met Levy; Knights used Spirited Charge "
        "on Levy; Levy routed. Riders beat Mob; Guard and Pikes fought, and neither gave way; Mob "
        "perished. The fight is over: victory for the Reds."
    )
    draw = {"fallen": ["levy"], "verdict": {"winner": None, "draw": True}}
    assert told("resolve-round", {}, draw) == "Levy fell. The fight is over: a draw, for nobody fights on."
    assert told("resolve-round", {}, {}) == "A round went by."


def test_long_rounds() -> None:
    """Of many events the first are told, and that more happened; of many units the first, and others."""
    many = [event("fell_back", unit=each) for each in NAMES]
    assert told("resolve-round", {}, {"events": many}).endswith("Pikes fell back; and more happened.")
    fallen = {"events": [*many, CHARGED], "fallen": ["levy"], "state": [{"id": "levy", "status": "routed"}]}
    assert told("resolve-round", {}, fallen).endswith("and more happened. Levy routed.")
    crowd = {"commander": "ana", "order": {"units": list(NAMES)}}
    assert told("issue-command", crowd, {}) == "Ana commanded Ana, Bor, Knights, Archers, Levy and others."


@pytest.mark.parametrize(
    ("procedure", "input", "outcome", "words"),
    [
        pytest.param(
            "resolve-attack",
            {"pairs": [["knights", "levy"]]},
            {
                "comparisons": [{"pair": ["knights", "levy"], "to": "levy"}, {"pair": ["knights", "mob"], "to": None}],
                "units": [{"unit": "knights", "status": "active"}, {"unit": "levy", "status": "routed"}],
            },
            "Knights beat Levy; Knights and Mob fought, and neither gave way; Levy routed.",
            id="a clash",
        ),
        pytest.param(
            "resolve-attack",
            {"pairs": [["knights", "levy"]]},
            {"comparisons": [{"pair": ["knights", "levy"], "to": "knights"}]},
            "Levy beat Knights.",
            id="a clash that the second wins",
        ),
        pytest.param(
            "resolve-duel",
            {"first": "knights", "second": "levy"},
            {"verdict": {"winner": "levy"}},
            "Levy fought Knights to the end and routed them.",
            id="a duel",
        ),
        pytest.param(
            "resolve-duel",
            {"first": "knights", "second": None},
            {"verdict": {"winner": "knights"}},
            "Knights fought somebody to the end and routed them.",
            id="a duel with somebody hidden",
        ),
        pytest.param(
            "use-power",
            {"commander": "ana", "order": {"power": "launch-volley"}},
            {"events": [event("power", unit="archers", power="launch-volley", hits=[{"unit": "levy"}])]},
            "Ana gave a command. Archers used Launch Volley on Levy.",
            id="a volley",
        ),
        pytest.param(
            "engage",
            {"mover": "knights", "stationary": "levy"},
            {"events": [CHARGED], "engaged": False},
            "Knights met Levy. Knights used Spirited Charge on Levy; Levy routed; they were not engaged.",
            id="a contact",
        ),
        pytest.param(
            "engage",
            {"mover": "knights", "stationary": "levy"},
            {"events": [], "engaged": True},
            "Knights met Levy. They were engaged.",
            id="a contact and nothing else",
        ),
        pytest.param(
            "rally",
            {"commander": "ana", "units": ["archers"]},
            {"success": True, "rallied": ["archers"]},
            "Ana rallied Archers.",
            id="a rally",
        ),
        pytest.param(
            "rally",
            {"commander": "ana", "units": ["archers"]},
            {"success": True, "rallied": []},
            "Ana tried to rally troops.",
            id="a rally of too small a margin, or of somebody hidden",
        ),
        pytest.param(
            "rally",
            {"commander": "ana", "units": ["archers", "knights"]},
            {"success": False, "rallied": []},
            "Ana tried to rally Archers and Knights, in vain.",
            id="a rally that failed",
        ),
        pytest.param(
            "rally",
            {"commander": "ana", "units": []},
            {"success": False, "rallied": []},
            "Ana tried to rally somebody, in vain.",
            id="a rally of somebody hidden that failed",
        ),
        pytest.param(
            "roll-initiative", {}, {"order": ["bor", "ana"]}, "The order of action was Bor, then Ana.", id="a draw"
        ),
        pytest.param(
            "pursue",
            {"routed": "levy", "pursuer": "knights"},
            {"verdict": {"outcome": "some_caught"}, "pursuer_status": "pursuing"},
            "Levy escaped Knights with losses.",
            id="a pursuit",
        ),
        pytest.param(
            "pursue",
            {"routed": "levy", "pursuer": None},
            {"verdict": {"outcome": "caught"}, "pursuer_status": "pursuing"},
            "Somebody caught Levy.",
            id="a pursuit by somebody hidden",
        ),
        pytest.param(
            "pursue",
            {"routed": "levy", "pursuer": None},
            {"verdict": {"outcome": "escaped"}, "pursuer_status": None},
            "Nobody pursued Levy; Levy escaped.",
            id="no pursuit",
        ),
        pytest.param(
            "resolve-skirmish",
            {},
            {
                "verdict": {
                    "winner": "red",
                    "undecided": False,
                    "figures": [
                        {"id": "knights", "fate": "standing"},
                        {"id": "levy", "fate": "routed"},
                        {"id": "archers", "fate": "standing"},
                        {"id": "mob", "fate": "destroyed"},
                    ],
                }
            },
            "The fight is over: victory for the Reds. Somebody lost Mob (destroyed), Levy (routed).",
            id="a skirmish",
        ),
        pytest.param(
            "resolve-skirmish",
            {},
            {"verdict": {"winner": None, "undecided": True}},
            "The fight was undecided.",
            id="an undecided skirmish",
        ),
    ],
)
def test_moves(procedure: str, input: Any, outcome: Any, words: str) -> None:
    """Each move is told by what players call those who took part, and by what came of it."""
    assert told(procedure, input, outcome) == words


def test_somebody() -> None:
    """Of a fight with somebody who is hidden nothing is told, and who is not named is somebody."""
    hidden = {"comparisons": [{"pair": ["knights"], "to": None}], "units": []}
    assert told("resolve-attack", {}, hidden) == "Units fought."
    assert told("use-power", {}, {"events": [{"what": "power"}]}) == "Somebody gave a command. Somebody used a power."
    assert told("issue-command", {"commander": "ghost"}, {}) == "Somebody commanded somebody."


@pytest.mark.parametrize("procedure", [move.procedure for move in play_of("mass").moves])
def test_goldens_are_told_briefly(procedure: str) -> None:
    """Whatever happens is told in a sentence or two, and the end of a battle in one more."""
    told_of = told_of_goldens("mass", procedure)
    assert told_of
    assert [text for text in told_of if text.partition("The fight is over")[0].count(".") > 2] == []


def test_goldens_are_told() -> None:
    """Whatever happens, and whatever viewers see of it, is told in sentences without a number."""
    hold_summaries("mass")
