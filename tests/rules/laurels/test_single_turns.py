"""Single turns: they come to what a round comes to, each has one, and they end before the turn of a player."""

from random import Random
from typing import Any, Final

import pytest

from service.errors import AlreadyActed, FightOver, NotNext
from service.rules.laurels.book import refusals
from tests.rings import many
from tests.rules.played import of
from tests.rules.turn_tables import Table, one_by_one


@pytest.mark.parametrize("example", range(2))
def test_turns_come_to_the_same_as_a_round(example: int) -> None:
    """Rounds that are played turn by turn, with the same dice, have the states and steps of whole rounds."""
    for seed in range(many(60, 8)):
        begun = of("laurels", example)
        whole, parts = Table(begun, f"same {seed}"), Table(begun, f"same {seed}")
        random = Random(f"{seed} {example}")
        for _ in range(12):
            if whole.situation.over:
                break
            whole.move("resolve-round", npc_orders=True)
            try:
                for _ in one_by_one(parts, random):
                    assert parts.dice.steps == whole.dice.steps[: len(parts.dice.steps)]
            except FightOver:
                assert parts.situation.over
                break
            assert parts.ended() == whole.ended()


ROLLED: Final[dict[str, Any]] = {"face": 6, "first": "party"}
HEROES: Final = ("Berit", "Anselm", "Wren", "Odo", "Maud")
OGRES: Final = ("ogre 1", "ogre 2", "ogre 3", "ogre 4")


def heroes(players: tuple[str, ...] = (), seed: str = "heroes", **changes: Any) -> Table:
    """The example of five heroes against four ogres, of whom persons play some."""
    table = of("laurels", 1)
    people = [{**each, "is_pc": each["id"] in players} for each in table.listed("participants")]
    table.change(participants=people, **changes)
    return Table(table, seed)


def rolled(*waiting: str, **changes: Any) -> dict[str, Any]:
    """A round that is under way, in which these are still to act."""
    return {**ROLLED, "order": [*HEROES, *OGRES], "waiting": list(waiting), **changes}


def attack(actor: str, target: str) -> dict[str, Any]:
    """An order to attack."""
    return {"action": "attack", "actor": actor, "target": target}


def statuses(table: Table) -> dict[str, str]:
    """Where each stands in the round."""
    return {each.id: each.status for each in table.situation.order}


def test_a_round_begins_with_dice() -> None:
    """Before a round nobody is next and no order is taken; a request without one rolls, and ends before a player."""
    table = heroes(("Berit", "Wren"), seed="party first 2")
    situation = table.situation
    assert (situation.decision, situation.procedure, situation.phase) == ("turn", "resolve-turn", "turns")
    assert (situation.text, situation.next, situation.order_known) == (
        "Round 1. Dice decide who of Berit and ogre 1 is next.",
        (),
        False,
    )
    with pytest.raises(NotNext, match=r"^Dice decide who of Berit and ogre 1 is next\. Send the request without") as no:
        table.move("resolve-turn", orders=[attack("Berit", "ogre 1")])
    assert (no.value.pointer, no.value.faults[0].rule) == ("/orders/0/actor", "laurels/initiative/side-roll")
    assert table.dice.steps == []
    table.move("resolve-turn", until="turn")
    assert [each.rule for each in table.dice.steps] == ["laurels/round/phases", "laurels/initiative/side-roll"]
    assert table.situation.order_known


def test_initiative_is_rolled_once_a_round() -> None:
    """Whoever plays a round turn by turn rolls initiative once, and the outcome has it in that request only."""
    table = heroes()
    for number in (1, 2):
        outcome = table.move("resolve-turn")
        assert outcome.initiative is not None
        assert (outcome.round, outcome.under_way.face) == (number, outcome.initiative.face)
        assert (
            outcome.summary
            == f"Round {number}: {outcome.initiative.summary[0].lower()}{outcome.initiative.summary[1:]}"
        )
        assert table.move("resolve-turn", until="turn").initiative is None
        table.move("resolve-turn", until="round")
    faces = [each for each in table.dice.steps if each.rule == "laurels/initiative/side-roll"]
    assert len(faces) == 2


def test_whose_turn_it_is() -> None:
    """A request plays on to the next who has a player; the others of the round have acted or wait."""
    table = heroes(("Berit", "Wren"), under_way=rolled(*HEROES, *OGRES), round=2)
    assert (table.situation.text, table.situation.next) == ("Round 2. Berit is next.", ("Berit",))
    outcome = table.move("resolve-turn", orders=[attack("Berit", "ogre 2")])
    assert [(each.actor, each.target) for each in outcome.events] == [("Berit", "ogre 2"), ("Anselm", "ogre 1")]
    assert outcome.summary == " ".join([each.text for each in outcome.events])
    assert outcome.under_way.waiting == ("Wren", "Odo", "Maud", *OGRES)
    assert [(each.attacker, each.target) for each in outcome.under_way.attacks] == [
        ("Berit", "ogre 2"),
        ("Anselm", "ogre 1"),
    ]
    assert table.situation.next == ("Wren",)
    assert [name for name, status in statuses(table).items() if status == "acted"] == ["Berit", "Anselm"]
    outcome = table.move("resolve-turn", orders=[{"action": "pass", "actor": "Wren"}])
    assert [each.actor for each in outcome.events] == ["Wren", "Odo", "Maud", *OGRES]
    assert (table.state.round, table.state.under_way, outcome.under_way) == (3, None, None)
    attacked = {each.id: each.attacked_last_round for each in table.state.participants}
    assert (attacked["Berit"], attacked["Anselm"], attacked["Wren"]) == (("ogre 2",), ("ogre 1",), ())


def test_without_players_each_is_waited_for() -> None:
    """Where persons play nobody, a request plays one turn; the service chooses where it is not told."""
    table = heroes(under_way=rolled("Maud", *OGRES))
    assert [each.actor for each in table.move("resolve-turn").events] == ["Maud"]
    assert table.situation.next == ("ogre 1",)
    assert [each.actor for each in table.move("resolve-turn", until="turn").events] == ["ogre 1"]
    assert [each.actor for each in table.move("resolve-turn", until="round").events] == list(OGRES[1:])


def test_the_service_chooses_as_a_turn_begins() -> None:
    """Who plays for itself strikes the first foe that still stands when its turn comes, and passes if it cannot."""
    table = heroes(under_way=rolled("Wren", "Odo", *OGRES))
    people = table.state.model_dump(mode="json")["participants"]
    people[2]["weapon"]["broken"] = True
    people[5]["status"] = "dead"
    table.change(participants=people)
    events = table.move("resolve-turn", until="round").events
    assert [(each.actor, each.action, each.target) for each in events][:3] == [
        ("Wren", "pass", None),
        ("Odo", "attack", "ogre 2"),
        ("ogre 1", "none", None),
    ]


def test_a_round_plays_the_rest() -> None:
    """A round that is under way is played to its end, with its own initiative; who has acted takes no order."""
    table = heroes(under_way=rolled("Maud", *OGRES, surprised="opponents"), round=2)
    with pytest.raises(AlreadyActed, match=r"^Odo has had its turn in this round\.$") as refused:
        table.move("resolve-round", orders=[attack("Maud", "ogre 1"), attack("Odo", "ogre 1")])
    assert (refused.value.pointer, refused.value.faults[0].rule) == ("/orders/1/actor", "laurels/round/structure")
    with pytest.raises(AlreadyActed) as refused:
        table.move("resolve-turn", orders=[attack("Odo", "ogre 1")])
    assert refused.value.pointer == "/orders/0/actor"
    outcome = table.move("resolve-round", orders=[attack("Maud", "ogre 1")])
    assert [each.actor for each in outcome.events] == ["Maud", *OGRES]
    assert {each.reason for each in outcome.events[1:]} == {"surprised"}
    assert (outcome.initiative.face, outcome.initiative.surprised) == (6, "opponents")
    assert (table.state.round, table.state.under_way) == (3, None)


def test_surprised_participants_are_passed_over() -> None:
    """Who is surprised is never next, but for one who cannot be; their turns go by with the turn before them."""
    table = heroes(under_way=rolled("Maud", *OGRES, surprised="opponents"))
    people = table.state.model_dump(mode="json")["participants"]
    people[7]["cannot_be_surprised"] = True
    table.change(participants=people)
    forced = {each.id: each.forced for each in table.situation.order}
    assert [name for name, what in forced.items() if what == "pass"] == ["ogre 1", "ogre 2", "ogre 4"]
    outcome = table.move("resolve-turn")
    assert [(each.actor, each.reason) for each in outcome.events] == [
        ("Maud", None),
        ("ogre 1", "surprised"),
        ("ogre 2", "surprised"),
    ]
    assert table.situation.next == ("ogre 3",)
    assert [each.actor for each in table.move("resolve-turn").events] == ["ogre 3", "ogre 4"]
    assert (table.state.round, table.state.under_way) == (2, None)


def test_an_order_for_another() -> None:
    """An order for who is not next is refused and names who is, also if both are called the same; so are the lost."""
    table = heroes(under_way=rolled("Odo", "Maud", *OGRES))
    people = table.state.model_dump(mode="json")["participants"]
    for each in people[3:5]:
        each["name"] = "Guard"
    people[0]["status"], people[1]["status"] = "dead", "fled"
    table.change(participants=people)
    with pytest.raises(NotNext, match=r"^It is not the turn of Guard: Guard is next\.$"):
        table.move("resolve-turn", orders=[attack("Maud", "ogre 1")])
    with pytest.raises(refusals.ParticipantDead, match="Berit is dead"):
        table.move("resolve-turn", orders=[attack("Berit", "ogre 1")])
    with pytest.raises(refusals.ParticipantHasFled, match="Anselm has fled"):
        table.move("resolve-turn", orders=[attack("Anselm", "ogre 1")])
    with pytest.raises(refusals.LaurelsUnknownParticipant):
        table.move("resolve-turn", orders=[attack("Nobody", "ogre 1")])
    with pytest.raises(refusals.LaurelsInvalidTarget):
        table.move("resolve-turn", orders=[attack("Odo", "Maud")])
    assert table.dice.steps == []


def test_a_side_chooses_its_order() -> None:
    """Those of a side who are still to act do so in any order that it likes, in each request."""
    table = heroes(under_way=rolled("Wren", "Odo", "Maud", *OGRES))
    outcome = table.move("resolve-turn", orders=[attack("Maud", "ogre 1")], turn_order={"party": ["Maud", "Berit"]})
    assert [each.actor for each in outcome.events] == ["Maud"]
    assert outcome.under_way.order == ("Berit", "Anselm", "Maud", "Wren", "Odo", *OGRES)
    assert table.dice.steps[0].text == "In the order that the party chose: Maud, Wren, Odo."
    outcome = table.move("resolve-turn", turn_order={"opponents": ["ogre 4"]})
    assert outcome.under_way.waiting == ("Odo", "ogre 4", *OGRES[:3])


def test_surprise_that_comes_too_late() -> None:
    """What is said of surprise after the roll is warned of, and has no effect."""
    table = heroes(under_way=rolled("Maud", *OGRES))
    table.move("resolve-turn", surprise="party_ambush")
    table.move("resolve-turn")
    assert table.dice.warnings == ["Initiative has been rolled for round 1: what is said of surprise has no effect."]


def test_a_skirmish_begins_with_the_rest_of_a_round() -> None:
    """A skirmish in a round that is under way plays its rest first, and then rounds without surprise."""
    for seed in range(many(12, 3)):
        turns, fight = (heroes(seed=f"rest {seed}", under_way=rolled("Maud", *OGRES)) for _ in range(2))
        turns.move("resolve-round", npc_orders=True)
        outcome = fight.move("resolve-skirmish", max_rounds=1)
        assert [each.actor for each in outcome.log[0].turns] == ["Maud", *OGRES]
        assert (fight.state.round, fight.state.under_way) == (2, None)
        assert fight.state.participants == turns.state.participants
        fight.move("resolve-skirmish", max_rounds=2)
        assert (fight.state.round, fight.situation.over) in {(4, False), (4, True), (3, True)}


def test_turns_end_with_the_fight() -> None:
    """Turns end with the fight, before the turns of those who are left; then no turn follows."""
    table = of("laurels")
    ada, ogre = table.listed("participants")
    people = [ada, {**ogre, "stamina": 1}, {**ada, "id": "Bo"}]
    under_way = {**ROLLED, "order": ["Ada", "Bo", "Ogre"], "waiting": ["Ada", "Bo", "Ogre"]}
    table.change(participants=people, under_way=under_way)
    fight = Table(table, "ends")
    outcome = fight.move("resolve-turn")
    assert [each.actor for each in outcome.events] == ["Ada"]
    assert outcome.summary.endswith("The fight is over: victory for the party. The opponents lost Ogre (dead).")
    assert outcome.under_way.waiting == ("Bo", "Ogre")
    assert (fight.situation.next, fight.situation.decision) == ((), "none")
    with pytest.raises(FightOver):
        fight.move("resolve-turn")


def test_who_joins_and_who_is_gone() -> None:
    """Who joins the fight acts in the round that is under way, last of its side; the dead are passed over."""
    table = heroes(under_way=rolled("Odo", "Maud", *OGRES))
    people = table.state.model_dump(mode="json")["participants"]
    people[4]["status"] = "dead"
    more = [*people, {**people[0], "id": "Ivo"}, {**people[0], "id": "Ann", "status": "fled"}]
    table.change(participants=more)
    assert [name for name, status in statuses(table).items() if status == "waiting"] == ["Ivo", *OGRES]
    assert (statuses(table)["Maud"], statuses(table)["Ann"]) == ("out", "out")
    outcome = table.move("resolve-turn", until="turn")
    assert [(each.actor, each.reason) for each in outcome.events] == [("Odo", None), ("Maud", "dead")]
    assert table.situation.next == ("Ivo",)


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"order": ["Nobody"]}, "/under_way/order/0"),
        ({"waiting": ["Maud", "Nobody"]}, "/under_way/waiting/1"),
        ({"attacks": [{"attacker": "Nobody", "target": "Maud"}]}, "/under_way/attacks/0/attacker"),
        ({"attacks": [{"attacker": "Maud", "target": "Nobody"}]}, "/under_way/attacks/0/target"),
    ],
)
def test_strangers_in_a_round(changes: dict[str, Any], pointer: str) -> None:
    """Ids of nobody in a round that is under way are refused where they stand, in states and in requests."""
    table = heroes(under_way=rolled("Maud") | changes)
    with pytest.raises(refusals.LaurelsUnknownParticipant, match="Nobody") as refused:
        table.play.check(table.state, table.rulings)
    assert refused.value.pointer == pointer
    with pytest.raises(refusals.LaurelsUnknownParticipant):
        table.move("resolve-turn")


def test_nobody_is_left_to_act() -> None:
    """Where none who waits has a turn, nobody is next: an order is refused, and without one the round ends."""
    table = heroes(under_way=rolled(*OGRES, surprised="opponents"))
    assert (table.situation.next, table.situation.text) == ((), "Round 1. Somebody is next.")
    with pytest.raises(NotNext, match=r"^It is not the turn of ogre 1: nobody can act\.$"):
        table.move("resolve-turn", orders=[attack("ogre 1", "Odo")])
    outcome = table.move("resolve-turn")
    assert (len(outcome.events), table.state.round) == (4, 2)
    table = heroes(under_way=rolled())
    assert table.move("resolve-turn").summary == "Nobody could act."


def test_a_second_attack_on_the_same_target() -> None:
    """Who is let act twice in a round has attacked its target once: the state can be read again."""
    attacks = [{"attacker": "Maud", "target": "ogre 1"}]
    table = heroes(under_way=rolled("Maud", attacks=[*attacks, *attacks]))
    table.move("resolve-turn", orders=[attack("Maud", "ogre 1")])
    assert table.state.participants[4].attacked_last_round == ("ogre 1",)


def test_deaths_that_no_attack_tells() -> None:
    """Who dies of another action than an attack is named after the turn."""
    table = heroes(under_way=rolled("Maud", *OGRES))
    effects = [{"target": "ogre 1", "damage": 1000}]
    order = {"action": "other", "actor": "Maud", "label": "Throws a lamp", "effects": effects}
    outcome = table.move("resolve-turn", orders=[order])
    assert outcome.summary == "Maud: Throws a lamp. Ogre 1 died."


def test_many_turns_are_cut_in_the_summary() -> None:
    """Of many turns the first are told one by one."""
    table = heroes(under_way=rolled(*HEROES, *OGRES))
    table.change(participants=[{**each.model_dump(mode="json"), "stamina": 500} for each in table.state.participants])
    outcome = table.move("resolve-turn", until="round")
    assert len(outcome.events) == 9
    assert outcome.summary.endswith("Others acted.")


def test_hidden_participants_take_unseen_turns() -> None:
    """Whether a hidden participant is next, has acted or is not there, the situation that viewers see is the same."""
    table = of("laurels", 1)
    people = table.listed("participants")
    hidden = [*people[:8], {**people[8], "hidden": True}]
    for waiting in (["Maud", *OGRES], ["ogre 4"], [], None):
        seen = []
        for crowd in (hidden, people[:8]):
            ids = [each["id"] for each in crowd]
            left = [each for each in waiting or () if each in ids]
            order = [each for each in (*HEROES, *OGRES) if each in ids]
            attacks = [{"attacker": "ogre 4", "target": "Wren"}] if "ogre 4" in ids and waiting == [] else []
            under_way = None if waiting is None else {**ROLLED, "order": order, "waiting": left, "attacks": attacks}
            table.change(participants=crowd, under_way=under_way)
            shown = table.play.seen(table.state)
            seen.append((shown, table.play.situation(shown, table.rulings, table.situation.ending)))
        assert seen[0] == seen[1]
        assert "ogre 4" not in {each.id for each in seen[0][1].order}


def test_viewers_who_see_one_side() -> None:
    """Of two sides of which viewers see one, dice decide, and they are told that somebody is next."""
    table = of("laurels")
    ada, ogre = table.listed("participants")
    table.change(participants=[ada, {**ogre, "hidden": True}])
    shown = table.play.situation(table.play.seen(table.state), table.rulings, table.situation.ending)
    assert (shown.next, shown.text) == ((), "Round 1. Somebody is next.")
