"""Single turns: they come to what a round comes to, each figure has one, and they end before the turn of a player."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from service.app import bound_procedures
from service.dice.seeded import SeededDice
from service.dice.transcript import Step
from service.errors import AlreadyActed, FightOver, NotNext, RulesRefuse
from service.rules.kernel.family import PlayedMove
from service.rules.kernel.verdict import Situation, Until
from service.rules.tactical.book.options import TacticalRulings, TacticalTie
from service.rules.tactical.book.refusals import OffMap, TacticalUnknownFigure
from service.rules.tactical.rounds.estimates import turn_work
from service.rules.tactical.rounds.records import TacticalTurnInput
from service.rules.tactical.rounds.single_turns import resolve_turn
from service.wire import to_json
from tests.pins import pins
from tests.rings import many
from tests.rules.played import Played, of
from tests.rules.tactical.falls import falling, told
from tests.rules.tactical.scenes import OPEN, figure, foe

BOUND: Final = bound_procedures()
Document = dict[str, Any]


class Table:
    """A fight of an encounter whose moves are played with the same dice, one after another."""

    def __init__(self, played: Played, seed: str) -> None:
        self.play, self.rulings = played.play, played.rulings
        self.state: Any = played.state
        self.dice = SeededDice(f"sha256ctr1:{seed}")

    @property
    def situation(self) -> Situation:
        """The situation as it is."""
        return self.play.situation(self.state, self.rulings, None)

    def move(self, procedure: str, **asked: Any) -> Any:
        """Play a move, and return its outcome; the state that follows is read again from its JSON."""
        move = next(each for each in self.play.moves if each.procedure == procedure)
        filled = move.fill(self.state, move.takes.model_validate_json(to_json(asked)), self.rulings)
        outcome = BOUND[f"tactical/{procedure}"].procedure.resolve(filled, self.rulings, self.dice)
        after = move.follow(PlayedMove(self.state, filled, self.rulings, outcome))
        self.state = self.play.state.model_validate_json(to_json(after))
        return outcome

    def change(self, **fields: Any) -> None:
        """Put fields of the state right, given as JSON."""
        self.state = self.play.state.model_validate_json(to_json({**self.state.model_dump(mode="json"), **fields}))

    def ended(self) -> tuple[Any, list[Step]]:
        """The state, and all that has been told."""
        return self.state, self.dice.steps


def crowd(example: int) -> Played:
    """An example with each figure three times, so that there are ties, friends in the way and crowds."""
    table = of("tactical", example)
    figures = table.listed("figures")
    taken = {tuple(each["hex"]) for each in figures}
    ground = table.listed("map")
    solid = {tuple(each["hex"]) for each in ground["cells"]}
    free = iter([(q, r) for r in range(-7, 8) for q in range(-5, 6) if abs(q + r) < 8 and (q, r) not in taken | solid])
    copies = [{**each, "id": f"{each['id']} {n}", "name": None, "hex": next(free)} for n in (2, 3) for each in figures]
    table.change(figures=[*figures, *copies])
    return table


def beginnings() -> list[Played]:
    """The examples, and crowds."""
    return [of("tactical", 0), of("tactical", 1), crowd(0), crowd(1)]


def one_by_one(table: Table, random: Random, everybody: list[str]) -> Iterator[None]:
    """Play a round by single turns, of which each request plays one or more."""
    number = table.state.round
    while table.state.round == number:
        until = random.choice([*Until])
        npc = random.sample(everybody, random.randint(0, len(everybody))) if until is Until.PLAYER else []
        table.move("resolve-turn", until=until, npc=npc)
        yield


@pytest.mark.parametrize("example", range(4))
def test_turns_come_to_the_same_as_a_round(example: int) -> None:
    """Rounds that are played turn by turn, with the same dice, have the states and steps of whole rounds."""
    for seed in range(many(30, 2)):
        begun = beginnings()[example]
        everybody = [each["id"] for each in begun.listed("figures")]
        whole, parts = Table(begun, f"same {seed}"), Table(begun, f"same {seed}")
        random = Random(f"{seed} {example}")
        for _ in range(many(20, 5)):
            if whole.situation.over:
                break
            whole.move("resolve-round", npc=everybody)
            try:
                for _ in one_by_one(parts, random, everybody):
                    assert parts.dice.steps == whole.dice.steps[: len(parts.dice.steps)]
            except FightOver:
                assert parts.situation.over
                break
            assert parts.ended() == whole.ended()


def test_a_skirmish_begins_with_the_rest_of_a_round() -> None:
    """A skirmish of one round in a round that is under way plays its rest, in the order of its turns."""
    for seed in range(many(20, 2)):
        begun = crowd(0)
        turns, fight = Table(begun, f"rest {seed}"), Table(begun, f"rest {seed}")
        for each in (turns, fight):
            each.move("resolve-turn", until="turn")
            each.move("resolve-turn", until="turn")
        left = fight.state.waiting
        assert left is not None
        turns.move("resolve-turn", until="round")
        outcome = fight.move("resolve-skirmish", max_rounds=1)
        played = [each.figure for each in outcome.log[0].turns]
        assert played == [each for each in left if each in played]
        assert {statuses(turns)[each] for each in left if each not in played} <= {"out"}
        assert (fight.state.round, fight.state.waiting, fight.state.order) == (2, None, turns.state.order)
        assert fight.state.figures == turns.state.figures
        rolled = len([each for each in fight.dice.steps if each.rule == "tactical/turn/order"])
        fight.move("resolve-skirmish", max_rounds=1)
        assert len([each for each in fight.dice.steps if each.rule == "tactical/turn/order"]) == rolled


def yard(**changes: Any) -> Table:
    """The example of a raid on a yard, in which the service plays the robbers."""
    table = of("tactical")
    table.change(npc=["gort", "mag"], **changes)
    return Table(table, "yard")


def statuses(table: Table) -> dict[str, str]:
    """Where each figure stands in the round."""
    return {each.id: each.status for each in table.situation.order}


def test_whose_turn_it_is() -> None:
    """Turn by turn the situation says who is next, and a request plays on to the next figure that has a player."""
    table = yard()
    situation = table.situation
    assert (situation.decision, situation.procedure, situation.phase) == ("turn", "resolve-turn", "turns")
    assert (situation.text, situation.next, situation.service_plays) == ("Second 1. Elm is next.", ("elm",), ())
    assert (situation.order_known, [each.id for each in situation.order]) == (True, ["elm", "ash", "mag", "gort"])
    outcome = table.move("resolve-turn", intent={"figure": "elm", "maneuver": "aim", "target": "mag"})
    assert [(each.figure, each.played) for each in outcome.turns] == [("elm", False)]
    assert (outcome.waiting, outcome.round) == (("ash", "mag", "gort"), 1)
    assert outcome.summary == "Elm aimed the crossbow at Mag: 1 second."
    assert table.situation.text == "Second 1. Ash is next."
    assert statuses(table) == {"elm": "acted", "ash": "next", "mag": "waiting", "gort": "waiting"}
    outcome = table.move("resolve-turn", intent={"figure": "ash", "maneuver": "do_nothing"})
    assert [(each.figure, each.played) for each in outcome.turns] == [("ash", False), ("mag", True), ("gort", True)]
    assert outcome.waiting is None
    assert (table.state.round, table.state.waiting) == (2, None)
    assert table.situation.text == "Second 2. Elm is next."
    assert set(statuses(table).values()) == {"next", "waiting"}


def test_the_service_plays_who_has_no_player() -> None:
    """Without an order the service plays the figure that is next; those without players follow up to a player's."""
    table = yard(order=["gort", "mag", "elm", "ash"])
    assert (table.situation.next, table.situation.service_plays) == (("gort",), ("gort",))
    outcome = table.move("resolve-turn")
    assert [(each.figure, each.played) for each in outcome.turns] == [("gort", True), ("mag", True)]
    table = yard(order=["gort", "mag", "elm", "ash"])
    assert [each.figure for each in table.move("resolve-turn", until="turn").turns] == ["gort"]
    assert [each.figure for each in table.move("resolve-turn", npc=["elm"]).turns] == ["mag", "elm"]
    assert [each.figure for each in table.move("resolve-turn", until="round").turns] == ["ash"]


def test_a_round_plays_the_rest() -> None:
    """A round that is under way is played to its end; who has acted in it takes no order, and is named."""
    table = yard()
    table.move("resolve-turn", until="turn")
    with pytest.raises(AlreadyActed, match=r"^Elm has had its turn in this round\.$") as refused:
        table.move(
            "resolve-round",
            intents=[{"figure": "ash", "maneuver": "do_nothing"}, {"figure": "elm", "maneuver": "do_nothing"}],
        )
    assert (refused.value.pointer, refused.value.faults[0].rule) == ("/intents/1/figure", "tactical/turn/second")
    with pytest.raises(AlreadyActed) as refused:
        table.move("resolve-turn", intent={"figure": "elm", "maneuver": "do_nothing"})
    assert refused.value.pointer == "/intent/figure"
    outcome = table.move("resolve-round", intents=[{"figure": "ash", "maneuver": "do_nothing"}])
    assert [each.figure for each in outcome.turns] == ["ash", "mag", "gort"]
    assert (table.state.round, table.state.waiting) == (2, None)


def test_an_order_for_another_figure() -> None:
    """An order for who is not next is refused, and names who is; so is an illegal one, unless it may be skipped."""
    table = yard()
    with pytest.raises(NotNext, match=r"^It is not the turn of Gort: Elm is next\.$") as refused:
        table.move("resolve-turn", intent={"figure": "gort", "maneuver": "do_nothing"})
    assert (refused.value.pointer, refused.value.faults[0].rule) == ("/intent/figure", "tactical/turn/order")
    with pytest.raises(TacticalUnknownFigure):
        table.move("resolve-turn", intent={"figure": "gorm", "maneuver": "do_nothing"})
    far = {"figure": "elm", "maneuver": "move", "path": [{"to": [40, 40]}]}
    with pytest.raises(RulesRefuse) as far_off:
        table.move("resolve-turn", intent=far)
    assert far_off.value.pointer == "/intent/path/0"
    strange = {"figure": "elm", "maneuver": "evaluate", "target": "nobody"}
    with pytest.raises(TacticalUnknownFigure) as unknown:
        table.move("resolve-turn", intent=strange)
    assert unknown.value.pointer == "/intent/target"
    [turn] = table.move("resolve-turn", intent=far, on_error="skip", until="turn").turns
    assert turn.error is not None
    assert (turn.maneuver, turn.error.pointer) == ("do_nothing", "/intent/path/0")


def twins(**changes: Any) -> Table:
    """A fight of two figures of the same speed on each side."""
    people = [figure("ash"), figure("elm", hex=[2, 0]), foe("orc", hex=[0, -6]), foe("imp", hex=[2, -6])]
    table = of("tactical")
    table.rulings = OPEN
    table.change(map=None, figures=[each.model_dump(mode="json") for each in people], **changes)
    return Table(table, "twins")


@pins("turn-ties")
def test_dice_decide_who_is_first() -> None:
    """Where the first figures tie, nobody is next before the dice; a request without an order rolls them."""
    table = twins(npc=["orc", "imp", "elm"])
    situation = table.situation
    assert (situation.next, situation.order_known, situation.decision) == ((), False, "turn")
    assert situation.text == "Second 1. Dice decide who of ash, elm, orc and imp is next."
    with pytest.raises(NotNext, match=r"^Dice decide who of ash, elm, orc and imp is next\. Send the request without"):
        table.move("resolve-turn", intent={"figure": "ash", "maneuver": "do_nothing"})
    assert table.dice.steps == []
    outcome = table.move("resolve-turn")
    assert [each.figure for each in outcome.turns] == list(outcome.order)[: outcome.order.index("ash")]
    assert table.situation.next == ("ash",)
    assert table.situation.order_known
    table = twins()
    outcome = table.move("resolve-turn")
    assert (outcome.turns, outcome.waiting) == ((), outcome.order)
    assert outcome.summary == f"Turn order: {', '.join(outcome.order)}."
    assert table.situation.text == f"Second 1. {outcome.order[0]} is next.".replace(". o", ". O").replace(". i", ". I")
    assert [each.figure for each in table.move("resolve-turn").turns] == list(outcome.order[:1])
    table = twins()
    assert len(table.move("resolve-turn", until="round").turns) == 4


def test_ties_behind_the_first() -> None:
    """Who is faster than all is next, whoever ties behind it; without ties, or with the option, all are in order."""
    people = [figure("ash"), figure("elm", hex=[2, 0], basic_speed=6), foe("orc", hex=[0, -6])]
    table = of("tactical")
    table.rulings = OPEN
    table.change(map=None, figures=[each.model_dump(mode="json") for each in people])
    assert (table.situation.next, table.situation.order_known) == (("elm",), False)
    assert [each.id for each in table.situation.order] == ["ash", "elm", "orc"]
    table.rulings = TacticalRulings(open_plain=True, tie=TacticalTie.ID)
    assert (table.situation.next, table.situation.order_known) == (("elm",), True)
    assert [each.id for each in table.situation.order] == ["elm", "ash", "orc"]
    by_id = Table(table, "behind")
    by_id.move("resolve-turn", intent={"figure": "elm", "maneuver": "do_nothing"})
    assert by_id.situation.next == ("ash",)


def test_those_out_of_action_are_passed_over() -> None:
    """A figure that cannot act is no turn: the one after it is next, and the last ones end the round."""
    table = yard(order=["elm", "mag", "ash", "gort"])
    figures = [each.model_dump(mode="json") for each in table.state.figures]
    for each in figures:
        if each["id"] in ("mag", "elm"):
            each["state"] = {"unconscious": True}
    table.change(figures=figures)
    assert statuses(table) == {"elm": "out", "mag": "out", "ash": "next", "gort": "waiting"}
    outcome = table.move("resolve-turn", intent={"figure": "ash", "maneuver": "do_nothing"}, until="turn")
    assert [(each.figure, each.skipped) for each in outcome.turns] == [("elm", True), ("mag", True), ("ash", False)]
    assert outcome.summary == "Ash did nothing."


def test_a_fight_that_ends_within_a_round() -> None:
    """Turns end with the fight, before the turns of those who are left; then no turn follows."""
    people = [figure("ash", basic_speed=7), foe("orc", hp_max=1, ht=3, basic_speed=6), figure("elm", hex=[5, 5])]
    table = of("tactical")
    table.rulings = OPEN
    table.change(map=None, figures=[each.model_dump(mode="json") for each in people], npc=["ash", "orc", "elm"])
    fights = (Table(table, f"end {seed}") for seed in range(200))
    played = ((fight, fight.move("resolve-turn")) for fight in fights)
    fight, outcome = next((fight, outcome) for fight, outcome in played if fight.situation.over and outcome.waiting)
    assert outcome.waiting == ("elm",)
    assert outcome.summary.endswith("The fight is over: victory for red. Blue lost orc (dead).")
    assert (fight.situation.next, fight.situation.decision) == ((), "none")
    with pytest.raises(FightOver):
        fight.move("resolve-turn")


def test_figures_without_foes_take_turns() -> None:
    """Who is alone acts turn by turn: there is no fight that could be over."""
    table = of("tactical")
    table.change(figures=[each for each in table.listed("figures") if each["side"] == "watch"], npc=["elm", "ash"])
    alone = Table(table, "alone")
    assert [each.figure for each in alone.move("resolve-turn").turns] == ["elm", "ash"]


def test_who_joins_and_who_leaves() -> None:
    """Who joins the fight acts in the round that is under way, in its place; who is away has no turn in it."""
    table = yard()
    table.move("resolve-turn", intent={"figure": "elm", "maneuver": "do_nothing"}, until="turn")
    figures = table.state.model_dump(mode="json")["figures"]
    table.change(figures=[*figures, {**figures[0], "id": "oak", "name": "Oak", "hex": [3, 3]}], away=["mag"])
    assert statuses(table) == {"elm": "acted", "ash": "next", "oak": "waiting", "gort": "waiting", "mag": "out"}
    outcome = table.move("resolve-turn", until="round")
    assert [each.figure for each in outcome.turns] == ["ash", "oak", "gort"]
    for name in ("waiting", "npc"):
        table = yard()
        table.state = table.state.model_copy(update={name: ("elk",)})
        with pytest.raises(TacticalUnknownFigure) as refused:
            table.play.check(table.state, table.rulings)
        assert refused.value.pointer == f"/{name}/0"


def asked(*people: Any, **facts: Any) -> TacticalTurnInput:
    """The request of a turn."""
    figures = [each.model_dump(mode="json") for each in people]
    return TacticalTurnInput.model_validate_json(to_json({"figures": figures, **facts}))


def test_what_is_picked_up_is_gone() -> None:
    """What a figure picks up in its turn does not lie there for the next one of the same round."""
    table = yard(order=["ash", "elm", "mag", "gort"])
    hands = [{**each, "ready": {}} for each in table.state.model_dump(mode="json")["figures"]]
    hands[1]["hex"] = [1, 1]
    table.change(figures=hands)
    take = {"maneuver": "ready", "item": "lantern"}
    outcome = table.move("resolve-turn", intent={"figure": "ash", **take})
    assert (outcome.items, table.situation.next) == (("lantern",), ("elm",))
    with pytest.raises(RulesRefuse, match="lantern"):
        table.move("resolve-turn", intent={"figure": "elm", **take})


def test_stateless_turns() -> None:
    """Without an encounter, who waits is sent back; somebody who waits and is not there is refused."""
    with falling() as dice:
        outcome = resolve_turn(
            asked(
                figure("ash", basic_speed=6),
                foe("orc", hex=[0, -9]),
                intent={"figure": "ash", "maneuver": "move", "path": [{"to": [0, -1]}]},
            ),
            OPEN,
            dice,
        )
    assert (outcome.order, outcome.waiting) == (("ash", "orc"), ("orc",))
    assert told(dice)[0] == "Turn order: ash, orc."
    with falling() as dice, pytest.raises(TacticalUnknownFigure) as refused:
        resolve_turn(asked(figure("ash"), foe("orc", hex=[0, -9]), waiting=["elk"]), OPEN, dice)
    assert refused.value.pointer == "/waiting/0"
    with falling() as dice, pytest.raises(OffMap):
        resolve_turn(asked(figure("ash"), map={"bounds": {"kind": "hexes", "hexes": [[1, 0]]}}), OPEN, dice)


def test_nobody_can_act() -> None:
    """Where all are out of action nobody is next: an order is refused, and without one the round passes."""
    down = {"state": {"unconscious": True}}
    ash = figure("ash", **down)
    with falling() as dice, pytest.raises(NotNext, match=r"^It is not the turn of ash: nobody can act\.$"):
        resolve_turn(asked(ash, intent={"figure": "ash", "maneuver": "do_nothing"}), OPEN, dice)
    with falling() as dice:
        assert resolve_turn(asked(ash), OPEN, dice).waiting is None


def test_the_work_of_turns() -> None:
    """A single turn is estimated as less work than the turns of all, and those as much as a round's."""
    people = [figure(f"f{each}", hex=[each, 0]) for each in range(20)]
    npc = [each.id for each in people]
    works = [
        turn_work(asked(*people, **facts))
        for facts in ({"until": "turn", "npc": npc}, {}, {"npc": npc}, {"until": "round"})
    ]
    assert works == sorted(works)
    assert works[0] < works[3]


def test_hidden_figures_take_unseen_turns() -> None:
    """Whether a hidden figure is next, has acted or is not there at all, the situation that viewers see is the same."""
    table = of("tactical")
    figures = table.listed("figures")
    mag = figures.pop()
    hidden = [*figures, {**mag, "hidden": True}]
    order = ["elm", "mag", "ash", "gort"]
    without = [each for each in order if each != "mag"]
    for waiting in (["mag", "ash", "gort"], ["mag"], ["gort"], None):
        seen = []
        for people, ids, npc in ((hidden, order, ["mag", "gort"]), (figures, without, ["gort"])):
            left = None if waiting is None else [each for each in waiting if each in ids]
            table.change(figures=people, order=ids, waiting=left, npc=npc)
            seen.append(table.play.situation(table.play.seen(table.state), table.rulings, table.situation.ending))
        assert seen[0] == seen[1]
        assert "mag" not in {each.id for each in seen[0].order}
