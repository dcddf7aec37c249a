"""What the figure that is next may do: kinds of maneuvers, hexes as places, and what bars the others."""

from typing import Any

import pytest

from service.rules.kernel.turns.legal_moves import legal_moves_of, suggestions_of
from service.rules.kernel.verdict import BarredHow, FigureMoves
from service.rules.tactical.encounter.legal_moves import (
    TacticalLegalMovesAsked,
    TacticalSuggestAsked,
    legal_moves,
    moves_work,
    suggest,
    suggest_work,
)
from service.rules.tactical.rounds.offers.labels import TacticalMoveKind, kind_of, label_of, target_of
from service.rules.tactical.rounds.records import TacticalIntent
from service.wire import to_json
from tests.rules.asking import CROSSBOW, KNIFE
from tests.rules.played import Played, expanded, of
from tests.rules.tactical.minds import BARE, room
from tests.rules.tactical.scenes import OPEN, bow, figure, foe, sword

Document = dict[str, Any]


def fight(*people: Any, ground: Document | None = None, **facts: Any) -> Played:
    """A fight in which the first figure is next."""
    table = of("tactical")
    table.rulings = OPEN
    figures = [each.model_dump(mode="json") for each in people]
    table.change(map=ground, figures=figures, order=[each.id for each in people], **facts)
    return table


def listed(table: Played) -> FigureMoves:
    """What the figure that is next may do."""
    [moves] = table.moves.values()
    return moves


def labels(table: Played, kind: str) -> list[str]:
    """The labels of its moves of a kind."""
    return [each.label for each in listed(table).moves if each.kind == kind]


def test_blows_from_here_and_after_a_step() -> None:
    """A foe in reach is struck in each way from here, another one after a step; both are turned to."""
    table = fight(figure("ash"), foe("orc"), foe("imp", hex=[2, -2]), foe("far", hex=[0, -9]))
    assert labels(table, "attack") == [
        "Strike orc with the sword (swing)",
        "Strike imp with the sword (swing), going to [1, -1]",
    ]
    assert labels(table, "all_out_attack")[:4] == [
        f"All-Out Attack on orc ({option}) with the sword (swing)"
        for option in ("determined", "strong", "double", "feint")
    ]
    assert labels(table, "feint") == ["Feint at orc with the sword (swing)"]
    reasons = {each.kind: each.targets for each in listed(table).barred}
    assert reasons["attack"] == ("far",)
    assert {each.target for each in listed(table).moves if each.kind == "evaluate"} == {"orc", "imp", "far"}
    table = fight(figure("ash", facing=3), foe("orc"))
    [strike] = [each for each in listed(table).moves if each.kind == "attack"]
    assert strike.input["intent"]["end_facing"] == 0
    assert "/intent/attack/location" in strike.free


def test_a_foe_who_is_fallen_may_be_struck() -> None:
    """Foes who are out of action are listed as targets; friends are not."""
    table = fight(
        figure("ash"), foe("orc", state={"unconscious": True}), foe("imp", hex=[5, 0]), figure("elm", hex=[1, 0])
    )
    assert {each.target for each in listed(table).moves if each.kind == "attack"} == {"orc"}


def test_shots_aims_and_watches() -> None:
    """An archer shoots, aims and watches hexes, which have to be said; an empty weapon is reloaded."""
    table = fight(figure("ash", weapons=[bow()], ready={"both": "bow"}), foe("orc", hex=[0, -9]))
    assert labels(table, "attack") == ["Shoot at orc with the bow"]
    assert labels(table, "aim") == ["Aim the bow at orc"]
    [watch] = [each for each in listed(table).moves if each.kind == "wait"]
    assert (watch.label, watch.needs) == ("Watch hexes, and shoot with the bow", ("/intent/wait/zone/hexes",))
    table = fight(figure("ash", weapons=[CROSSBOW], ready={"both": "crossbow"}), foe("orc", hex=[0, -9]))
    assert labels(table, "reload") == ["Reload the crossbow"]


def test_what_is_made_ready() -> None:
    """Weapons are drawn, grips changed, things picked up that are near; a shield is dropped."""
    spear = sword(id="spear", grip_ready=True)
    spear["modes"][0]["reaches"] = [1, 2]
    ash = figure("ash", weapons=[spear, KNIFE], ready={"right": "spear"})
    items = {"items": [{"id": "lamp", "hex": [1, 0]}, {"id": "rope", "hex": [4, 0]}]}
    table = fight(ash, foe("orc", hex=[0, -9]), ground=items)
    assert labels(table, "ready") == ["Ready the knife"]
    assert labels(table, "change_grip") == ["Hold the spear for reach 1", "Hold the spear for reach 2"]
    shielded = fight(figure("ash", shield={"db": 2, "level": 12}), foe("orc", hex=[0, -9]))
    assert labels(shielded, "drop_shield") == ["Drop the shield"]
    assert labels(table, "pick_up") == ["Pick up the lamp"]
    assert labels(table, "wait") == ["Wait for a foe in reach, and strike with the spear (swing)"]


def test_close_combat() -> None:
    """With a foe in its hex a figure grabs, throws and pins him; a grab at one who is far is barred."""
    punch = {"name": "punch", "kind": "thrust", "damage": "1d-3", "type": "crushing", "reaches": [0, 1]}
    fist = {"id": "fist", "skill": "Brawling", "level": 12, "kind": "natural", "modes": [punch]}
    table = fight(figure("ash", **{**BARE, "weapons": [fist]}), foe("orc", hex=[0, 0]))
    assert labels(table, "attack") == ["Strike orc with the fist (punch)"]
    assert labels(table, "ready") == []
    assert {"grab", "takedown"} <= {each.kind for each in listed(table).moves}
    assert labels(table, "takedown") == ["Bring orc down"]
    bars = {each.kind: each for each in listed(table).barred}
    assert (bars["break_free"].how, bars["pin"].targets) == (BarredHow.REFUSED, ("orc",))


def test_hexes_are_places() -> None:
    """Where a figure can move is one entry: each hex once, with the cheapest way; posted, it goes there."""
    table = fight(figure("ash"), foe("orc", hex=[0, -2]))
    [places] = listed(table).places
    assert (places.kind, places.fills, places.procedure) == ("move", "/intent/path", "resolve-turn")
    hexes = [each.hex for each in places.hexes]
    assert len(hexes) == len(set(hexes)) > 20
    assert (0, -2) not in hexes
    assert (0, 0) not in hexes
    assert [each.cost for each in places.hexes] == sorted([each.cost for each in places.hexes])
    for move in expanded(listed(table))[::5]:
        outcome, after = table.tried("resolve-turn", "places", **move.input)
        assert outcome.turns[0].hex == move.hex
        assert after.figures[0].hex == move.hex
    assert (
        labels(table, "move") == ["Turn on the spot", "Move to [0, -1]"]
        or labels(table, "move")[0] == "Turn on the spot"
    )
    [narrow] = legal_moves_of(table.situation, table.offers, None, ("attack",)).figures
    assert narrow.places == ()


def test_a_figure_that_cannot_move() -> None:
    """Who is walled in has no places; who is stunned has none and can only do nothing, which is forced."""
    walls = [{"hex": [0, 0], "direction": each, "kind": "wall"} for each in range(6)]
    table = fight(figure("ash"), foe("orc", hex=[0, -3]), ground=room(*walls))
    assert listed(table).places == ()
    table = fight(figure("ash", state={"stunned": True}), foe("orc"))
    moves = listed(table)
    assert (moves.forced, [each.kind for each in moves.moves], moves.places) == (True, ["do_nothing"], ())
    assert {each.rule for each in moves.barred} == {"tactical/turn/stun"}
    table = fight(figure("ash"))
    assert {"move", "concentrate"} <= {each.kind for each in listed(table).moves}


def test_what_is_suggested_is_added() -> None:
    """What the service would do stands in the list, marked, if it is no other move: a Move to a certain hex."""
    table = fight(figure("ash"), foe("orc", hex=[0, -9]))
    [suggested] = [each for each in listed(table).moves if each.suggested]
    assert suggested.key == "move/going/chosen"
    assert suggested.label.startswith("Move to [")
    [found] = suggestions_of(table.situation, table.offers, None).figures
    assert (found.moves, found.why, found.rule) == (
        (suggested,),
        "No foe is in reach, and it closes in.",
        "tactical/npc/priority",
    )


def test_who_is_not_next_has_no_moves() -> None:
    """Who has acted, is not next yet or has left the map is barred by what its order would be refused for."""
    table = fight(figure("ash"), foe("orc"), figure("elm", hex=[4, 4]), waiting=["orc"], away=["elm"])
    for name, why, rule in (
        ("ash", "ash has had its turn in this round.", "tactical/turn/second"),
        ("elm", "elm has left the map.", "tactical/npc/stop"),
    ):
        [moves] = legal_moves_of(table.situation, table.offers, name).figures
        [barred] = moves.barred
        assert (moves.moves, moves.places, barred.why, barred.rule) == ((), (), why, rule)
    table = fight(figure("ash"), foe("orc"))
    [moves] = legal_moves_of(table.situation, table.offers, "orc").figures
    assert moves.barred[0].why == "It is not the turn of orc: ash is next."
    table.change(order=None)
    assert suggestions_of(table.situation, table.offers, None).input == {}
    assert table.moves == {}
    table = fight(figure("ash"), foe("orc", state={"dead": True}))
    [moves] = legal_moves_of(table.situation, table.offers, "ash").figures
    assert moves.barred[0].why == table.situation.text


@pytest.mark.parametrize(
    ("intent", "kind", "label"),
    [
        ({"maneuver": "attack", "attack": {"target": "orc"}}, "attack", "Strike Orc"),
        (
            {"maneuver": "attack", "attack": {"target": "orc", "weapon": "sword", "location": "right_leg"}},
            "attack",
            "Strike Orc with the sword at the right leg",
        ),
        (
            {
                "maneuver": "move_and_attack",
                "follow_ups": [{"foe": "orc", "follow_up": "slam"}],
                "path": [{"to": [0, -1]}],
            },
            "move_and_attack",
            "Run into Orc, going to [0, -1]",
        ),
        (
            {"maneuver": "all_out_defense", "option": "dodge", "path": [{"turn": 1}, {"to": [1, 0]}]},
            "all_out_defense",
            "All-Out Defense: dodge better, going to [1, 0]",
        ),
        ({"maneuver": "change_posture", "posture": "kneeling"}, "change_posture", "Kneel"),
        ({"maneuver": "ready", "weapon": "sword", "reach": 0}, "change_grip", "Hold the sword for reach C"),
        ({"maneuver": "attack", "deed": {"action": "pin", "target": "orc"}}, "pin", "Pin Orc"),
    ],
)
def test_what_moves_are_called(intent: Document, kind: str, label: str) -> None:
    """A move has a kind, a target and a label in a player's words."""
    made = TacticalIntent.model_validate_json(to_json({"figure": "ash", **intent}))
    assert kind_of(made) is TacticalMoveKind(kind)
    assert label_of(figure("ash"), made, "Orc") == label
    assert target_of(made) in (None, "orc")


def test_lists_are_asked_for_statelessly() -> None:
    """The operations take a state; a list may be narrowed to a target; many figures are more work."""
    table = fight(figure("ash"), foe("orc"), foe("imp", hex=[1, -1]))
    state = table.state.model_dump(mode="json")
    asked = TacticalLegalMovesAsked.model_validate_json(to_json({"state": state, "target": "imp"}))
    [moves] = legal_moves(asked, OPEN).figures
    assert {each.target for each in moves.moves} == {"imp"}
    assert moves.places == ()
    whole = TacticalLegalMovesAsked.model_validate_json(to_json({"state": state}))
    suggested = suggest(TacticalSuggestAsked.model_validate_json(to_json({"state": state})), OPEN)
    assert (suggested.procedure, suggested.ahead) == ("resolve-turn", ())
    many = fight(*[figure(f"f{each}", hex=[each, 0]) for each in range(30)]).state.model_dump(mode="json")
    large = TacticalLegalMovesAsked.model_validate_json(to_json({"state": many}))
    assert moves_work(large) > moves_work(whole)
    ahead = TacticalSuggestAsked.model_validate_json(to_json({"state": many, "ahead": True}))
    assert suggest_work(ahead) > suggest_work(ahead.model_copy(update={"ahead": False})) == moves_work(large)
