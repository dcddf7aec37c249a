"""The situation of a fight says who chooses, whether it is over and who won; no round is played after the end."""

from typing import Any, Final, get_type_hints

import pytest

from service.app import FAMILIES
from service.errors import FightOver, RulesRefuse
from service.rules.examples import examples_of
from service.rules.kernel.family import Family
from service.rules.kernel.verdict import Decision, EndedBy, Fate, TurnStatus
from service.wire import to_json
from tests.rings import many
from tests.rules.played import Played, of

EACH = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)


@EACH
def test_a_fight_that_has_ended_is_over(family: Family) -> None:
    """After a skirmish the situation names its winner, or that it goes on; after the end nothing is played."""
    ended = 0
    for example in range(len(examples_of(f"encounters/{family.name}/create"))):
        for seed in range(many(8, 3)):
            table = Played(family, example)
            assert not table.situation.over
            verdict = table.move("resolve-skirmish", str(seed)).verdict
            situation = table.situation
            assert (situation.over, situation.winner) == (not verdict.undecided, verdict.winner), (example, seed)
            assert situation.draw == verdict.draw
            if not situation.over:
                continue
            ended += 1
            assert (situation.decision, situation.next, situation.procedure) == (Decision.NONE, (), None)
            assert situation.ended_by is not None
            assert situation.text.startswith("The fight is over: ")
            for procedure in ("resolve-round", "resolve-skirmish"):
                with pytest.raises(FightOver, match=r"^The fight is over: "):
                    table.move(procedure, "0")
    assert ended


@EACH
def test_who_is_next_can_be_ordered_by_the_service(family: Family) -> None:
    """All who are next are in the order, and none that is out of the fight is next; dice may have to decide it."""
    table = Played(family)
    if not table.situation.next:
        assert "ice decide who of " in table.situation.text
        table.move(table.procedure, "0")
    situation = table.situation
    by_turns = situation.decision is Decision.TURN
    assert situation.procedure == ("resolve-turn" if by_turns else "resolve-round")
    assert set(situation.next) == {each.id for each in situation.order if each.status == "next"}
    assert set(situation.service_plays) <= set(situation.next)
    assert situation.next
    assert situation.text.endswith("is next." if by_turns else "choose what to do.")
    assert len(situation.next) == 1 or not by_turns


FALLS: list[tuple[str, str, str, dict[str, Any], EndedBy, str]] = [
    ("opposed", "participants", "side", {"status": "fled"}, EndedBy.FLIGHT, "(fled)"),
    ("opposed", "participants", "side", {"status": "incapacitated"}, EndedBy.DEFEAT, "(down)"),
    ("laurels", "participants", "role", {"status": "dead"}, EndedBy.DEFEAT, "(dead)"),
    ("laurels", "participants", "role", {"status": "fled"}, EndedBy.FLIGHT, "(fled)"),
    ("mass", "units", "side", {"status": "routed"}, EndedBy.ROUT, "routed"),
    ("mass", "units", "side", {"status": "destroyed"}, EndedBy.DEFEAT, "destroyed"),
    ("heroic", "units", "side", {"status": "surrendered"}, EndedBy.CAPTURE, "captured"),
    ("heroic", "units", "side", {"status": "fled"}, EndedBy.FLIGHT, "fled"),
    ("heroic", "units", "side", {"status": "incapacitated"}, EndedBy.DEFEAT, "down"),
    ("tactical", "figures", "side", {"state": {"dead": True}}, EndedBy.DEFEAT, "dead"),
    ("tactical", "figures", "side", {"state": {"unconscious": True}}, EndedBy.DEFEAT, "down"),
]


@pytest.mark.parametrize(("family", "field", "side", "fallen", "ended_by", "words"), FALLS)
def test_how_a_fight_ended(
    family: str, field: str, side: str, fallen: dict[str, Any], ended_by: EndedBy, words: str
) -> None:
    """Where a whole side has fallen, the other has won; where everybody has, it is a draw."""
    table = of(family)
    everybody = table.listed(field)
    lost = everybody[-1][side]
    clear: dict[str, Any] = {"grapples": [], "locks": []} if family == "heroic" else {}
    loose: dict[str, Any] = {"engaged_with": []} if family in {"opposed", "mass"} else {}
    table.change(
        **{field: [{**each, **loose, **(fallen if each[side] == lost else {})} for each in everybody]}, **clear
    )
    situation = table.situation
    assert (situation.over, situation.ended_by, situation.draw) == (True, ended_by, False)
    assert situation.winner == next(each[side] for each in everybody if each[side] != lost)
    assert words in situation.text
    assert {each.status for each in situation.order if each.side == lost} <= {"out", "waiting"}
    table.change(**{field: [{**each, **loose, **fallen} for each in everybody]}, **clear)
    situation = table.situation
    assert (situation.over, situation.winner, situation.draw) == (True, None, True)
    assert situation.ended_by is EndedBy.MUTUAL
    assert "a draw, for nobody fights on" in situation.text


def test_foes_who_have_left_the_map() -> None:
    """Figures that got away have lost, and no round follows, although the map has none of them any more."""
    table = of("tactical")
    foes = [each["id"] for each in table.listed("figures") if each["side"] == "robbers"]
    table.change(away=foes)
    assert (table.situation.winner, table.situation.ended_by) == ("watch", EndedBy.FLIGHT)
    assert [each.status for each in table.situation.order if each.id in foes] == ["out", "out"]
    with pytest.raises(FightOver, match=r"Robbers lost Gort and Mag \(fled\)"):
        table.move("resolve-round", "0")


def test_allies_win_together() -> None:
    """Two sides that are no foes of each other end a fight together: there is no single winner, and no draw."""
    table = of("tactical")
    figures = table.listed("figures")
    figures[1]["side"] = "guild"
    for each in figures[2:]:
        each["state"] = {"unconscious": True}
    ground = {**(table.listed("map") or {}), "relations": [{"sides": ["watch", "guild"], "relation": "ally"}]}
    table.change(figures=figures, map=ground)
    situation = table.situation
    assert (situation.over, situation.winner, situation.draw) == (True, None, False)
    assert "victory for watch and guild" in situation.text


def test_figures_without_foes_may_act() -> None:
    """Where only one side has ever been there, no fight is over: figures may move about alone."""
    table = of("tactical")
    table.change(figures=[each for each in table.listed("figures") if each["side"] == "watch"])
    assert not table.situation.over
    assert table.move("resolve-round", "0").verdict.over


def test_what_figures_must_do() -> None:
    """A stunned figure recovers, one that owes a Pass passes, a pinned one breaks free, a routed unit retreats."""
    opposed = of("opposed")
    ash, orc = opposed.listed("participants")
    opposed.change(participants=[{**ash, "must_pass_next": True}, {**orc, "stunned": True}])
    assert [each.forced for each in opposed.situation.order] == ["pass", "recover_from_stun"]
    tactical = of("tactical")
    figures = tactical.listed("figures")
    figures[0]["state"] = {"stunned": True}
    tactical.change(figures=figures)
    assert {each.id: each.forced for each in tactical.situation.order}["ash"] == "do_nothing"


def test_who_is_pinned_has_a_turn() -> None:
    """Who is pinned counts as captured and has to break free, so its turn comes; who is unconscious is out."""
    tactical = of("tactical")
    ash, *others = tactical.listed("figures")
    told = []
    for state in ({"pinned_by": [others[-1]["id"]]}, {"unconscious": True}):
        tactical.change(figures=[{**ash, "state": state}, *others])
        (entry,) = [each for each in tactical.situation.order if each.id == ash["id"]]
        told.append((entry.fate, entry.forced, entry.status is TurnStatus.OUT))
    assert told == [(Fate.CAPTURED, "break_free", False), (Fate.DOWN, None, True)]


def test_pending_injury_comes_first() -> None:
    """Within a heroic round that is played step by step nobody is ordered before injury is applied."""
    table = of("heroic")
    table.change(pending=[{"unit": "bandit", "injury": 2, "source": "swordsman"}])
    situation = table.situation
    assert (situation.phase, situation.procedure, situation.next) == ("injury", "resolve-injury", ())


def test_commanders_without_units() -> None:
    """Of three sides the commander of the one without units left declares nothing; the others do."""
    table = of("mass")
    units, commanders = table.listed("units"), table.listed("commanders")
    units[0]["side"] = "green"
    units[0].update(status="routed", engaged_with=[], commander_id=None)
    for each in units[1:]:
        each["engaged_with"] = []
    table.change(units=units, commanders=[*commanders, {**commanders[0], "id": "eva", "side": "green"}])
    assert "eva" not in table.situation.next
    assert [each.status for each in table.situation.order if each.id == "eva"] == ["waiting"]


ROLLED: Final[dict[str, Any]] = {"face": 6, "first": "party", "order": ["Ada", "Ogre"]}
"""A round of the duel with an ogre in which the party acts first."""


def test_players_are_not_played_by_the_service() -> None:
    """The service does not offer to play figures of persons; where persons play nobody, all are chosen for."""
    table = of("laurels")
    ada, ogre = table.listed("participants")
    for people, served in (((ada, ogre), ()), (({**ada, "is_pc": True}, ogre), ("Ogre",))):
        table.change(participants=people, under_way={**ROLLED, "waiting": ["Ogre"]})
        assert (table.situation.next, table.situation.service_plays) == (("Ogre",), served)
        table.change(under_way={**ROLLED, "waiting": ["Ada"]})
        assert (table.situation.next, table.situation.service_plays) == (("Ada",), ())


@EACH
def test_a_state_that_cannot_be_is_refused_where_it_stands(family: Family) -> None:
    """Two figures of one id, whatever is asked of the state: the pointer begins at the request."""
    asked = {each.name: each for each in family.procedures if each.name in {"situation", "legal-moves", "suggest"}}
    state = examples_of(f"{family.name}/situation")[0].request["input"]["state"]
    figures = next(name for name in ("participants", "units", "figures") if name in state)
    twice = {"state": {**state, figures: [*state[figures], state[figures][0]]}}
    for procedure in asked.values():
        model = get_type_hints(procedure.resolve)["input"]
        with pytest.raises(RulesRefuse) as refused:
            procedure.resolve(model.model_validate_json(to_json(twice)), family.rulings())
        assert {each.pointer.split("/")[1] for each in refused.value.faults} == {"state"}, procedure.name
    assert "situation" in asked
