"""Single turns: they come to what a round comes to, each has one, and they end before the turn of a player."""

from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest

from service.errors import AlreadyActed, FightOver, NotNext
from service.rules.opposed.book.options import OpposedRulings
from service.rules.opposed.book.refusals import InvalidTarget, UnknownParticipant
from service.rules.opposed.rounds.skirmish import Between, fight_of
from service.wire import to_json
from tests.rings import many
from tests.rules.asking import VARIED
from tests.rules.played import Played, of
from tests.rules.turn_tables import Table, one_by_one


def beginnings() -> list[Played]:
    """The examples; one in which nobody is engaged; and one with all that figures may be."""
    tables = [of("opposed", 0), of("opposed", 1), of("opposed", 1), of("opposed", 1)]
    tables[2].change(participants=[{**each, "engaged_with": []} for each in tables[2].listed("participants")])
    changes = VARIED["opposed"][2]
    varied = [{**each, **changes.get(each["id"], {})} for each in tables[3].listed("participants")]
    ids = {each["id"]: each.get("engaged_with", ()) for each in varied}
    for each in varied:
        each["engaged_with"] = [other for other in ids[each["id"]] if each["id"] in ids[other]]
    tables[3].change(participants=varied)
    return tables


OPTIONS: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"fumble_from": 40, "stun_fraction": 6},
    {"engaged_choice": "last", "fumble_from": 40},
    {"initiative_ties": "request_order", "unengaged_choice": "second"},
)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("example", range(4))
def test_turns_come_to_the_same_as_a_round(example: int, options: dict[str, Any]) -> None:
    """Rounds that are played turn by turn, with the same dice, have the states and steps of whole rounds."""
    for seed in range(many(30, 4)):
        begun = beginnings()[example]
        begun.rulings = begun.family.rulings.model_validate_json(to_json(options))
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


GUARDS: Final = ("Brand", "Hild")
RAIDERS: Final = ("Rook", "Skarn", "Ulf")
INITIATIVES: Final = {"Brand": 31, "Hild": 29, "Rook": 28, "Skarn": 27, "Ulf": 25}


def gate(players: tuple[str, ...] = (), seed: str = "gate", **changes: Any) -> Table:
    """The example of two guards at a gate, in which all are engaged, and persons play some."""
    table = of("opposed", 1)
    people = [{**each, "is_pc": each["id"] in players} for each in table.listed("participants")]
    table.change(participants=people, **changes)
    return Table(table, seed)


def under_way(*waiting: str, **changes: Any) -> dict[str, Any]:
    """A round that is under way, in which these are still to act."""
    engaged = [{"id": each, "initiative": INITIATIVES[each]} for each in waiting]
    return {"order": [*INITIATIVES], "waiting": list(waiting), "engaged": engaged, **changes}


def attack(actor: str, target: str) -> dict[str, Any]:
    """An order to strike."""
    return {"action": "attack", "actor": actor, "target": target, "mode": "melee"}


def statuses(table: Table) -> dict[str, str]:
    """Where each stands in the round."""
    return {each.id: each.status for each in table.situation.order}


def test_whose_turn_it_is() -> None:
    """Engaged figures act by their initiatives: who is first is known, and a request plays on to the next player."""
    table = gate(GUARDS)
    situation = table.situation
    assert (situation.decision, situation.procedure, situation.phase) == ("turn", "resolve-turn", "turns")
    assert (situation.text, situation.next, situation.service_plays) == ("Round 1. Brand is next.", ("Brand",), ())
    assert (situation.order_known, [each.id for each in situation.order]) == (True, [*INITIATIVES])
    outcome = table.move("resolve-turn", orders=[attack("Brand", "Skarn")])
    assert [each.actor for each in outcome.events] == ["Brand"]
    assert [(each.id, each.value) for each in outcome.engaged_initiative] == [*INITIATIVES.items()]
    assert outcome.under_way.order == tuple(INITIATIVES)
    assert [(each.id, each.initiative) for each in outcome.under_way.engaged] == [*INITIATIVES.items()][1:]
    assert statuses(table) == {
        "Brand": "acted",
        "Hild": "next",
        "Rook": "waiting",
        "Skarn": "waiting",
        "Ulf": "waiting",
    }
    outcome = table.move("resolve-turn", orders=[{"action": "evade", "actor": "Hild"}])
    assert [each.actor for each in outcome.events] == ["Hild", *RAIDERS]
    assert (outcome.engaged_initiative, outcome.under_way) == ((), None)
    assert (table.state.round, table.state.under_way) == (2, None)
    assert table.situation.text == "Round 2. Brand is next."


def test_without_players_each_is_waited_for() -> None:
    """Where persons play nobody, a request plays one turn; the service chooses where it is not told."""
    table = gate()
    assert [each.actor for each in table.move("resolve-turn").events] == ["Brand"]
    assert [each.actor for each in table.move("resolve-turn", until="turn").events] == ["Hild"]
    assert [each.actor for each in table.move("resolve-turn", until="round").events] == [*RAIDERS]


def test_dice_decide_who_is_first() -> None:
    """Where the first are equal, or sides roll, nobody is next: an order is refused, and without one dice decide."""
    twins = Table(of("opposed"), "twins")
    assert (twins.situation.next, twins.situation.order_known) == ((), False)
    assert twins.situation.text == "Round 1. Dice decide who of Ash and Orc is next."
    with pytest.raises(NotNext, match=r"^Dice decide who of Ash and Orc is next\. Send the request without") as refused:
        twins.move("resolve-turn", orders=[attack("Ash", "Orc")])
    assert (refused.value.pointer, refused.value.faults[0].rule) == ("/orders/0/actor", "opposed/round/phases")
    assert twins.dice.steps == []
    outcome = twins.move("resolve-turn")
    assert (outcome.events, outcome.summary) == ((), f"Turn order: {', '.join(outcome.under_way.order)}.")
    assert twins.situation.next == outcome.under_way.order[:1]
    apart = gate()
    apart.change(
        participants=[{**each.model_dump(mode="json"), "engaged_with": []} for each in apart.state.participants]
    )
    assert apart.situation.text == "Round 1. Dice decide who of Brand and Skarn is next."
    outcome = apart.move("resolve-turn")
    assert {each.id for each in outcome.unengaged_initiative} == {"guards", "raiders"}
    assert apart.move("resolve-turn").unengaged_initiative == ()


def opening(rulings: dict[str, Any], **changes: Any) -> tuple[list[str], bool]:
    """Who may be first at the gate, by these rulings, and whether the order is known."""
    table = gate()
    people = [each.model_dump(mode="json") for each in table.state.participants]
    table.change(participants=[{**each, **changes.get(each["id"], {})} for each in people])
    family = of("opposed").family
    table.rulings = family.rulings.model_validate_json(to_json(rulings))
    situation = table.situation
    names = [name for name in INITIATIVES if name in situation.text]
    return names, situation.order_known


def test_who_may_be_first() -> None:
    """Options and ties decide who is first, and whether dice do."""
    assert opening({}) == (["Brand"], True)
    assert opening({"engaged_choice": "last"}) == (["Hild"], True)
    equal = {"Hild": {"perception": 13, "agility": 13, "weapon": {"base_chance": 45, "rank": 5}}}
    assert opening({}, **equal) == (["Brand", "Hild"], False)
    assert opening({"engaged_choice": "last"}, **equal) == (["Brand", "Hild"], False)
    assert opening({"initiative_ties": "request_order"}, **equal) == (["Brand"], True)
    behind = {"Rook": {"agility": 15, "perception": 10, "weapon": {"base_chance": 45, "rank": 4}}}
    assert opening({}, **behind) == (["Brand"], False)
    assert opening({"engaged_choice": "last"}, **behind) == (["Hild", "Rook"], False)


def test_a_round_plays_the_rest() -> None:
    """A round that is under way is played to its end; who has acted in it takes no order, and is named."""
    table = gate(under_way=under_way(*RAIDERS), round=4)
    with pytest.raises(AlreadyActed, match=r"^Hild has had its turn in this round\.$") as refused:
        table.move("resolve-round", orders=[attack("Rook", "Hild"), attack("Hild", "Rook")])
    assert (refused.value.pointer, refused.value.faults[0].rule) == ("/orders/1/actor", "opposed/round/phases")
    with pytest.raises(AlreadyActed):
        table.move("resolve-turn", orders=[attack("Hild", "Rook")])
    outcome = table.move("resolve-round", orders=[attack("Rook", "Hild")])
    assert [each.actor for each in outcome.events] == [*RAIDERS]
    assert [each.id for each in outcome.engaged_initiative] == [*RAIDERS]
    assert (table.state.round, table.state.under_way) == (5, None)


def test_an_order_for_another() -> None:
    """An order for who is not next is refused and names who is; so is one for a figure that is down."""
    table = gate(under_way=under_way("Hild", *RAIDERS))
    with pytest.raises(NotNext, match=r"^It is not the turn of Ulf: Hild is next\.$"):
        table.move("resolve-turn", orders=[attack("Ulf", "Hild")])
    with pytest.raises(UnknownParticipant):
        table.move("resolve-turn", orders=[attack("Nobody", "Hild")])
    with pytest.raises(InvalidTarget):
        table.move("resolve-turn", orders=[attack("Hild", "Brand")])
    people = [each.model_dump(mode="json") for each in table.state.participants]
    table.change(
        participants=[{**each, "engaged_with": []} for each in people[:2]]
        + [{**each, "engaged_with": [], "status": "fled" if each["id"] == "Rook" else "active"} for each in people[2:]]
    )
    with pytest.raises(NotNext, match=r"^Rook cannot act: it is gone\.$"):
        table.move("resolve-turn", orders=[attack("Rook", "Hild")])
    assert table.dice.steps == []


def test_fumbles_last_for_the_round() -> None:
    """What a fumble takes from an initiative is kept up to the end of the round, and orders those who wait anew."""
    lowered = [{"id": "Hild", "points": 10}]
    table = gate(seed="fumble", under_way=under_way("Hild", *RAIDERS, lowered=lowered))
    table.rulings = of("opposed").family.rulings.model_validate_json(to_json({"fumble_from": 2}))
    outcome = table.move("resolve-turn")
    points = {each.id: each.points for each in outcome.under_way.lowered}
    assert points["Hild"] == 20
    outcome = table.move("resolve-turn", until="round")
    assert table.state.under_way is None


def test_those_who_are_down_are_passed_over() -> None:
    """A figure that is down is no turn: the one after it is next, and the last ones end the round."""
    table = gate(under_way=under_way("Brand", "Hild", *RAIDERS))
    people = [each.model_dump(mode="json") for each in table.state.participants]
    table.change(
        participants=[
            {**each, "engaged_with": [], "status": "unconscious" if each["id"] in ("Brand", "Rook") else "active"}
            for each in people
        ]
    )
    assert statuses(table)["Brand"] == "out"
    assert table.situation.next == ("Hild",)
    outcome = table.move("resolve-turn", orders=[{"action": "pass", "actor": "Hild"}])
    assert [(each.actor, each.reason) for each in outcome.events] == [
        ("Brand", "unconscious"),
        ("Hild", None),
        ("Rook", "unconscious"),
    ]
    assert outcome.summary == "Hild passed."


def test_a_skirmish_begins_with_the_rest_of_a_round() -> None:
    """A skirmish in a round that is under way plays its rest first."""
    for seed in range(many(12, 3)):
        turns, fight = (gate(seed=f"rest {seed}", under_way=under_way(*RAIDERS)) for _ in range(2))
        foes = {"Rook": "Hild", "Skarn": "Brand", "Ulf": "Hild"}
        turns.move("resolve-round", orders=[attack(*each) for each in foes.items()])
        outcome = fight.move("resolve-skirmish", max_rounds=1)
        assert [each.actor for each in outcome.log[0].turns] == [*RAIDERS]
        assert (fight.state.round, fight.state.under_way) == (2, None)
        assert fight.state.participants == turns.state.participants
        fight.move("resolve-skirmish", max_rounds=2)
        assert fight.state.round in {3, 4}


def test_odds_of_a_skirmish_in_a_round() -> None:
    """The steps of a skirmish tell a state with the rest of a round from one between rounds."""
    table = gate(under_way=under_way("Ulf"))
    move = next(each for each in table.play.moves if each.procedure == "resolve-skirmish")
    filled = move.fill(table.state, move.takes.model_validate_json(b"{}"), table.rulings)
    fight = fight_of(filled, OpposedRulings())
    begins = fight.begin(table.dice)
    assert isinstance(begins, Between)
    assert fight.key(begins) != fight.key(replace(begins, under_way=None))


def ends_at_once(table: Table) -> bool:
    """Whether the first turn ends the fight."""
    return table.move("resolve-turn").under_way is not None and table.situation.over


def test_turns_end_with_the_fight() -> None:
    """Turns end with the fight, before the turns of those who are left; then no turn follows."""
    table = of("opposed", 1)
    people = [each for each in table.listed("participants") if each["id"] != "Skarn"]
    weak = {"fatigue": 0, "endurance": 1, "endurance_max": 1, "agility": 0, "engaged_with": ["Hild"]}
    people = [
        {**each, "engaged_with": []}
        if each["id"] == "Brand"
        else {**each, **weak}
        if each["side"] == "raiders"
        else each
        for each in people
    ]
    people = [each for each in people if each["id"] != "Ulf"]
    people[1].update(engaged_with=["Rook"], manual_dexterity=60)
    table.change(sides=[{"id": "guards", "leader": "Brand"}, {"id": "raiders", "leader": "Rook"}], participants=people)
    seed = next(seed for seed in range(40) if ends_at_once(Table(table, f"ends {seed}")))
    fight, again = (Table(table, f"ends {seed}") for _ in range(2))
    outcome = fight.move("resolve-turn")
    assert outcome.summary.endswith("The fight is over: victory for guards. Raiders lost Rook (down).")
    assert (fight.situation.next, fight.situation.decision) == ((), "none")
    with pytest.raises(FightOver):
        fight.move("resolve-turn")
    rest = again.move("resolve-turn", until="round")
    assert [each.action for each in rest.events if each.actor == "Brand"] == ["pass"]


def test_who_joins() -> None:
    """Who joins the fight acts in the round that is under way, after all others."""
    table = gate(under_way=under_way("Ulf"))
    people = [each.model_dump(mode="json") for each in table.state.participants]
    more = [
        *people,
        {**people[0], "id": "Ivo", "engaged_with": []},
        {**people[0], "id": "Ann", "engaged_with": [], "status": "fled"},
    ]
    table.change(participants=more)
    assert [name for name, status in statuses(table).items() if status in ("next", "waiting")] == ["Ulf", "Ivo"]
    outcome = table.move("resolve-turn", until="round")
    assert [each.actor for each in outcome.events] == ["Ulf", "Ivo"]


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"order": ["Nobody"]}, "/under_way/order/0"),
        ({"waiting": ["Ulf", "Nobody"]}, "/under_way/waiting/1"),
        ({"engaged": [{"id": "Nobody", "initiative": 3}]}, "/under_way/engaged/0/id"),
        ({"lowered": [{"id": "Nobody", "points": 10}]}, "/under_way/lowered/0/id"),
    ],
)
def test_strangers_in_a_round(changes: dict[str, Any], pointer: str) -> None:
    """Ids of nobody in a round that is under way are refused where they stand, in states and in requests."""
    table = gate(under_way=under_way("Ulf") | changes)
    with pytest.raises(UnknownParticipant, match="Nobody") as refused:
        table.play.check(table.state, table.rulings)
    assert refused.value.pointer == pointer
    with pytest.raises(UnknownParticipant):
        table.move("resolve-turn")


def test_nobody_is_left_to_act() -> None:
    """Where nobody waits, a request without an order ends the round, and says so."""
    table = gate(under_way=under_way())
    assert table.situation.text == "Round 1. Somebody is next."
    assert table.move("resolve-turn").summary == "Nobody could act."
    assert (table.state.round, table.state.under_way) == (2, None)


def test_hidden_figures_take_unseen_turns() -> None:
    """Whether a hidden figure is next, has acted or is not there, the situation that viewers see is the same."""
    table = of("opposed", 1)
    people = table.listed("participants")
    less = [{**each, "engaged_with": [one for one in each["engaged_with"] if one != "Rook"]} for each in people[:4]]
    hidden = [*people[:4], {**people[4], "hidden": True}]
    for waiting in (["Hild", *RAIDERS], ["Rook"], [], None):
        seen = []
        for crowd in (hidden, less):
            ids = [each["id"] for each in crowd]
            left = [each for each in waiting or () if each in ids]
            lowered = [{"id": "Rook", "points": 10}] if "Rook" in ids else []
            order = [each for each in INITIATIVES if each in ids]
            changed = None if waiting is None else under_way(*left, order=order, lowered=lowered)
            table.change(participants=crowd, under_way=changed)
            shown = table.play.seen(table.state)
            seen.append((shown, table.play.situation(shown, table.rulings, table.situation.ending)))
        assert seen[0] == seen[1]
        assert "Rook" not in {each.id for each in seen[0][1].order}
