"""Fights on the map in encounters: what is refused, what is stored, and how moves are filled in and followed."""

from typing import Any

import orjson
import pytest

from service.dice.seeded import SeededDice
from service.encounters.reveal import Reveal, Sight, is_whole, state_for_viewers
from service.errors import RulesRefuse
from service.rules.kernel.family import Move, PlayedMove
from service.rules.tactical.book import refusals
from service.rules.tactical.book.options import TacticalRulings
from service.rules.tactical.close.contest import resolve_contest
from service.rules.tactical.encounter.play import PLAY, TacticalBattle, check_battle
from service.rules.tactical.pursuit.pursuit import pursue
from service.rules.tactical.rounds.records import MOST_ROUNDS
from service.rules.tactical.rounds.round import resolve_round
from service.rules.tactical.rounds.skirmish import resolve_skirmish
from tests.rules.tactical.chases import EVEN
from tests.rules.tactical.falls import falling
from tests.rules.tactical.scenes import OPEN, figure, foe

MOVES = {move.procedure: move for move in PLAY.moves}
Document = dict[str, Any]


def battle(*figures: Any, **facts: Any) -> TacticalBattle:
    """What an encounter remembers: a figure and a foe, unless told otherwise."""
    people = [orjson.loads(each.model_dump_json()) for each in figures or (figure(), foe())]
    return TacticalBattle.model_validate_json(orjson.dumps({"figures": people, **facts}))


def played(move: Move, resolve: Any, state: TacticalBattle, asked: Document, dice: Any) -> TacticalBattle:
    """The state after a move."""
    told = move.takes.model_validate_json(orjson.dumps(asked))
    filled = move.fill(state, told, OPEN)
    after: TacticalBattle = move.follow(PlayedMove(state, filled, OPEN, resolve(filled, OPEN, dice)))
    return after


@pytest.mark.parametrize(
    ("facts", "refusal", "pointer"),
    [
        ({"order": ["ash", "elk"]}, refusals.TacticalUnknownFigure, "/order/1"),
        ({"away": ["elk"]}, refusals.TacticalUnknownFigure, "/away/0"),
        ({"map": {"bounds": {"kind": "hexes", "hexes": [[0, 0]]}}}, refusals.OffMap, "/figures/1/hex"),
        (
            {"away": ["ash"], "map": {"bounds": {"kind": "hexes", "hexes": [[0, 0]]}}},
            refusals.OffMap,
            "/figures/1/hex",
        ),
    ],
)
def test_what_is_refused(facts: Document, refusal: type[RulesRefuse], pointer: str) -> None:
    """An encounter is refused that names nobody, or puts somebody where nobody can be."""
    with pytest.raises(refusal) as caught:
        check_battle(battle(**facts), OPEN)
    assert caught.value.pointer == pointer


def test_a_map_is_required() -> None:
    """Without a map an encounter is refused, unless the option for an open plain is set."""
    with pytest.raises(refusals.MapRequired) as caught:
        check_battle(battle(), TacticalRulings())
    assert caught.value.pointer == "/map"
    check_battle(battle(), OPEN)


def test_who_is_away_is_not_looked_at() -> None:
    """Figures that have left the map neither fill their hex nor act, and are remembered."""
    state = battle(figure(), figure("elm"), foe(), away=["elm"], order=["elm", "ash", "orc"])
    check_battle(state, OPEN)
    after = played(MOVES["resolve-round"], resolve_round, state, {}, falling_dice())
    assert (after.order, after.round) == (("ash", "orc"), 2)
    assert [each.id for each in after.figures] == ["ash", "elm", "orc"]
    assert after.away == ("elm",)


def falling_dice(*faces: int) -> Any:
    """Dice that fall as told."""
    with falling(*faces) as dice:
        return dice


def test_rounds() -> None:
    """A round is remembered by its number, its turn order and what was picked up; the last number stays."""
    lamp = {"items": [{"id": "lamp", "hex": [0, 0]}, {"id": "rope", "hex": [3, 0]}]}
    ash = figure(weapons=[], ready={}, basic_speed=6)
    state = battle(ash, foe(hex=[0, -6]), map=lamp, round=MOST_ROUNDS)
    asked = {"intents": [{"figure": "ash", "maneuver": "ready", "item": "lamp"}]}
    after = played(MOVES["resolve-round"], resolve_round, state, asked, SeededDice("sha256ctr1:1"))
    assert after.map is not None
    assert [each.id for each in after.map.items] == ["rope"]
    assert (after.order, after.round) == (("ash", "orc"), MOST_ROUNDS)


def test_contests() -> None:
    """A contest changes nothing."""
    state = battle()
    asked = {"first": {"number": 10}, "second": {"number": 10}}
    assert played(MOVES["resolve-contest"], resolve_contest, state, asked, SeededDice("sha256ctr1:1")) is state


def test_pursuits() -> None:
    """Runners are named by their ids; who escapes is off the map, and keeps the hex."""
    runner: dict[str, Any] = {"skills": [{"name": "Running", "level": 11}], "basic_move": 5, "basic_speed": 4}
    state = battle(figure(**runner), foe(**runner))
    asked = {"quarry": ["ash"], "pursuers": ["orc"], "band": "extreme"}
    with falling(3, 3, 3, *EVEN) as dice:
        after = played(MOVES["pursue"], pursue, state, asked, dice)
    assert after.away == ("ash",)
    assert [each.hex for each in after.figures] == [(0, 0), (0, -1)]
    told = MOVES["pursue"].takes.model_validate_json(orjson.dumps(asked | {"quarry": ["elk"]}))
    with pytest.raises(refusals.TacticalUnknownFigure) as caught:
        MOVES["pursue"].fill(state, told, OPEN)
    assert caught.value.pointer == "/quarry/0"


def test_skirmishes() -> None:
    """After a skirmish the rounds are counted, the turn order stays, and who has fled is off the map."""
    ash = figure(facing=3, hp_max=12, hp=3, basic_move=8, basic_speed=7)
    state = battle(ash, foe(hex=[0, -6], basic_move=2), figure("elm", hex=[9, 9]), away=["elm"])
    asked = {"stances": [{"figure": "ash", "stance": "cautious"}]}
    after = played(MOVES["resolve-skirmish"], resolve_skirmish, state, asked, SeededDice("sha256ctr1:1"))
    assert after.away == ("elm", "ash")
    assert after.order == ("ash", "orc", "elm")
    assert after.round > 1


def test_waits_are_secret() -> None:
    """Viewers see where everybody stands and faces, and that somebody waits, but neither zones nor triggers."""
    zone = {"kind": "opportunity", "zone": {"hexes": [[4, 4]], "secret": True}}
    trigger = {"trigger": {"event": "enters_hexes", "hexes": [[5, 5]]}, "response": {}}
    waiting = [
        figure(state={"maneuver": "wait", "wait": zone}),
        foe(state={"maneuver": "wait", "wait": trigger}, hp=7),
    ]
    document = orjson.loads(battle(*waiting).model_dump_json())
    seen = state_for_viewers(document, Reveal.FACES, Sight(PLAY.visible, PLAY.places))
    assert [(each["hex"], each["facing"], each["state"]["maneuver"]) for each in seen["figures"]] == [
        ([0, 0], 0, "wait"),
        ([0, -1], 3, "wait"),
    ]
    assert ["wait" in each["state"] or "hp" in each for each in seen["figures"]] == [False, False]
    everything = Sight(PLAY.visible, PLAY.places, secrets=PLAY.secrets)
    shown = state_for_viewers(document, Reveal.ALL, everything)
    assert [(each["state"]["wait"], each["hp"]) for each in shown["figures"]] == [(None, None), (None, 7)]
    assert not is_whole(document, Reveal.ALL, everything)
    assert is_whole(shown, Reveal.ALL, everything)
