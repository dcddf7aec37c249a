"""Lists of moves for players tell nothing of hidden figures, not even that they are there."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any, Final, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.api.http.problem_documents import Asgi
from service.encounters.encounter import Encounter, canonical
from service.errors import UmpireError
from service.operations.encounters.reading.encounter_moves import (
    LEGAL_MOVES,
    SUGGEST,
    Audience,
    EncounterFigure,
    EncounterMovesRequest,
    EncounterSuggestRequest,
    StateMoves,
)
from service.wire import Frozen, to_json
from tests.encounters.client import seated
from tests.encounters.fights import an_encounter
from tests.encounters.plays import FIGURES, PLAYS, ROLLED, begun, led
from tests.encounters.test_no_trace import lurking, with_hidden
from tests.rings import many
from tests.rules.test_seen_situations import FALLEN, INDEX, RULINGS, SHARED, seen_in, with_fallen

MOVES: Final = StateMoves(INDEX)
ASKED: Final[dict[str, Callable[..., EncounterFigure]]] = {
    LEGAL_MOVES: EncounterMovesRequest,
    SUGGEST: EncounterSuggestRequest,
}


def figure_of(family: str) -> type[Frozen]:
    """The model of a figure in states of a family."""
    model: type[Frozen] = get_args(PLAYS[family].state.model_fields[FIGURES[family][0]].annotation)[0]
    return model


def bound(family: str, state: Any, hidden: list[str]) -> Any:
    """A state in which figures that are seen have to do with hidden ones, in every way that the family knows."""
    tied, side = deepcopy(state), PLAYS[family].side
    first, *_, foe = [each for each in tied[FIGURES[family][0]] if each["id"] not in hidden]
    for each in tied[FIGURES[family][0]]:
        each[side] = foe[side] if each["id"] in hidden else each[side]
    for name in ("engaged_with", "attacked_last_round", "disadvantages", "flanking"):
        if name in figure_of(family).model_fields:
            first[name] = [*first.get(name, ()), *hidden][:6]
    if tied.get("under_way"):
        left = {name: [*hidden, *tied["under_way"][name]] for name in ("order", "waiting")}
        more = {
            "laurels": {"attacks": [{"attacker": each, "target": first["id"]} for each in hidden]},
            "opposed": {"lowered": [{"id": each, "points": 10} for each in hidden]},
        }
        tied["under_way"] = {**tied["under_way"], **left, **more[family]}
    if family == "tactical":
        first["state"] = {**first.get("state", {}), **entangled(first, hidden)}
    if family == "heroic":
        tied["locks"] = [*tied.get("locks", ()), *[{"one": first["id"], "other": each} for each in hidden]]
        tied["grapples"] = [*tied.get("grapples", ()), {"grappler": hidden[0], "victim": first["id"]}]
        tied["positions"] = [*tied.get("positions", ()), {"unit": hidden[0], "x": 1, "y": 1}]
        tied["distances"] = [*tied.get("distances", ()), {"one": hidden[0], "other": first["id"], "yards": 1}]
        tied["hazards"] = [*tied.get("hazards", ()), {"unit": hidden[0], "injury": 1}]
        tied["sides"] = [
            {**each, "leader_unit": hidden[0]} if each["id"] == foe["side"] else each for each in tied["sides"]
        ]
    return tied


def entangled(figure: Any, hidden: list[str]) -> dict[str, Any]:
    """The state of a figure of `tactical` that has to do with hidden ones in every way there is."""
    foe, weapon = hidden[0], figure["weapons"][0]["id"]
    return {
        **dict.fromkeys(("seen_by", "grappled_by", "pinned_by"), hidden),
        "grapples": [{"foe": foe}],
        "close": [{"foe": foe, "hex": figure["hex"], "own_side": 0}],
        "feint": [{"by": foe, "penalty": 2}],
        "retreat": {"foe": foe},
        "evaluate": {"foe": foe, "bonus": 2},
        "aim": {"target": foe, "weapon": weapon, "seconds": 2},
        "wait": {"trigger": {"event": "any", "who": [foe]}, "response": {}},
    }


def stored(family: str, state: Any) -> Encounter:
    """An encounter with a state, given as JSON."""
    written = canonical(PLAYS[family].state.model_validate_json(to_json(state)))
    ruled: dict[str, Any] = {"family": family, "ruleset": INDEX.families[family].ruleset, "rulings": RULINGS[family]}
    return replace(an_encounter(), id="1" * 32, state=written, **ruled)


def told(operation: str, encounter: Encounter, audience: Audience, **asked: Any) -> bytes:
    """What an operation answers, or how it refuses, as bytes."""
    try:
        request = ASKED[operation](id=encounter.id, audience=audience, **asked)
        return to_json(MOVES.answer(operation, encounter, request))
    except UmpireError as error:
        return repr((error.slug(), error.detail, error.faults)).encode()


@settings(max_examples=many(1_000, 60), suppress_health_check=list(HealthCheck), deadline=None)
@given(
    drawn=lurking(),
    which=st.sampled_from([0, 0, 1, 2, 5]),
    operation=st.sampled_from([LEGAL_MOVES, SUGGEST]),
    is_rolled=st.booleans(),
    ahead=st.booleans(),
)
def test_hidden_figures_leave_no_trace(drawn: Any, which: int, operation: str, *, is_rolled: bool, ahead: bool) -> None:
    """Two states that differ in hidden figures only have equal bytes for players: those of the fight without them."""
    fight, ids = drawn
    rolled = ROLLED.get(fight.family, {}) if is_rolled else {}
    states = [{**with_fallen(fight.family, each, which), **rolled} for each in (fight.state, fight.other)]
    states.append(states[1] if which else bound(fight.family, states[1], ids))
    ends = [seen_in(fight.family, each, None) for each in states]
    if any(getattr(ends[0], name) != getattr(each, name) for each in ends for name in SHARED):
        return
    known = [each["id"] for name in FIGURES[fight.family] for each in states[0][name]]
    without, hiding, tied = [stored(fight.family, each) for each in states]
    more = {"ahead": ahead} if operation == SUGGEST else {}
    for figure in (None, *known, *ids):
        seen = told(operation, without, Audience.PLAYERS, figure=figure, **more)
        assert told(operation, hiding, Audience.PLAYERS, figure=figure, **more) == seen
        assert told(operation, tied, Audience.PLAYERS, figure=figure, **more) == seen
        whole = told(operation, without, Audience.REFEREE, figure=figure, **more)
        assert seen == whole.replace(b'"audience":"referee"', b'"audience":"players"')


@pytest.mark.parametrize("family", PLAYS)
def test_hidden_figures_cannot_be_named(family: str) -> None:
    """A hidden figure or target is refused to players as one that is not there, and listed to the referee."""
    state = begun(family)["state"]
    hiding = stored(family, with_hidden(family, state, ["lurker"]))
    without = stored(family, state)
    for asked in ({"figure": "lurker"}, {"target": "lurker"}):
        refused = told(LEGAL_MOVES, hiding, Audience.PLAYERS, **asked)
        assert b"unknown" in refused
        assert refused == told(LEGAL_MOVES, without, Audience.REFEREE, **asked)
    assert b"unknown" not in told(LEGAL_MOVES, hiding, Audience.REFEREE, target="lurker")


@pytest.mark.parametrize("family", PLAYS)
@pytest.mark.parametrize("fallen", [True, False])
def test_a_fight_with_hidden_foes_goes_on(family: str, *, fallen: bool) -> None:
    """While only hidden foes are left, players are not told that the fight is over, nor what hides."""
    state, side = with_hidden(family, led(family)["state"], ["lurker"]), PLAYS[family].side
    *others, lurker = state[FIGURES[family][0]]
    ours, lurker[side] = others[0][side], others[-1][side]
    for each in others:
        each.update({"engaged_with": []} if "engaged_with" in each else {})
        each.update({} if each[side] == ours else deepcopy(FALLEN[family]) if fallen else {"hidden": True})
    for each in state.get("commanders", ()):
        each["hidden"] = not fallen and each[side] != ours
    state.update({"grapples": [], "locks": []} if family == "heroic" else {})
    for operation, asked in ((LEGAL_MOVES, {}), (SUGGEST, {"ahead": True})):
        found = told(operation, stored(family, state), Audience.PLAYERS, **asked)
        assert b'"why":"No foe is seen' in found
        assert b"lurker" not in found
        assert b'"moves":[]' in found


async def test_players_are_answered_over_http(app: Asgi) -> None:
    """The referee asks for players over REST; viewers get no list, whomever they ask for."""
    state = with_hidden("opposed", led("opposed")["state"], ["lurker"])
    state["participants"][-1]["side"] = state["participants"][1]["side"]
    table = await seated(app, state=state)
    lists = {
        each: (await table.referee.ask("GET", f"{table.path}/legal-moves?figure=Ash&audience={each}"))
        for each in ("referee", "players")
    }
    assert [name for name, each in lists.items() if b"lurker" in each.body] == ["referee"]
    assert [each.json["audience"] for each in lists.values()] == ["referee", "players"]
    for procedure in ("legal-moves", "suggest"):
        asked = await table.viewer.ask("GET", f"{table.path}/{procedure}?audience=players")
        assert asked.problem == "token-too-weak"
