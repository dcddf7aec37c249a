"""The laws of legal moves: what is offered can be done, what can be done is offered, what is barred cannot be done."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import pytest
from orjson import loads

from service.app import FAMILIES
from service.errors import FightOver, RulesRefuse
from service.rules.examples import examples_of
from service.rules.kernel.family import Family, Offers
from service.rules.kernel.turns.legal_moves import MOST_BARRED, bar_of, joined, legal_moves_of, suggestions_of
from service.rules.kernel.verdict import BarredHow, FigureMoves
from service.rules.laurels.battle.models import LaurelsParryOrder
from service.rules.laurels.book.words import LaurelsEquipment
from service.rules.laurels.figures.models import LaurelsParry
from service.rules.mass.book.words import MassTurn
from service.rules.mass.figures.orders import MassCustomCommand, MassMoveOrder, MassOrders, MassRallyOrder, MassWheel
from service.wire import to_json
from tests.rings import many
from tests.rules.asking import VARIED
from tests.rules.drawn_orders import asked, filled, picked, random_orders
from tests.rules.played import Played, of

EACH = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
MOST_ROUNDS: Final = 60


def test_all_families_offer_moves() -> None:
    """All families list moves, and suggest some."""
    for family in FAMILIES:
        assert family.play is not None
        assert {"legal-moves", "suggest"} <= {each.name for each in family.procedures}


def examples(family: Family) -> range:
    """The numbers of a family's examples of encounters."""
    return range(len(examples_of(f"encounters/{family.name}/create")))


def beginnings(family: Family) -> list[Played]:
    """The beginnings of fights: a family's examples, and one in which figures are otherwise."""
    tables = [Played(family, example) for example in examples(family)]
    field, example, changes = VARIED[family.name]
    table = Played(family, example)
    table.change(**{field: [{**each, **changes.get(each["id"], {})} for each in table.listed(field)]})
    return [*tables, table]


def wandering(family: Family, fights: int, rounds: int, seed: str) -> Iterator[tuple[Played, Random]]:
    """Fights in which everybody makes random moves that are offered, as they are before each round.

    A round that refuses what is offered fails, and so does one in which somebody who is next has no move.
    """
    for fight in range(-(-fights // asked(family).share)):
        for example, table in enumerate(beginnings(family)):
            random = Random(f"{seed} {fight} {example}")
            for number in range(rounds * min(asked(family).turns, 2)):
                situation = table.situation
                if situation.over:
                    break
                assert situation.procedure is not None
                if not situation.next:
                    table.move(situation.procedure, f"{seed}{fight}{example}{number}")
                    continue
                yield table, random
                moves, offers = table.moves, table.offers
                assert tuple(moves) == situation.next
                chosen = [filled(offers, each, picked(moves[each], random)) for each in moves]
                table.move(situation.procedure, f"{seed}{fight}{example}{number}", **joined(chosen))


@pytest.mark.untraced
@EACH
def test_what_is_offered_can_be_done(family: Family) -> None:
    """Whoever makes a random offered move alone obeys it; a random fight refuses none, and nobody is ever stuck."""
    kinds: Counter[str] = Counter()
    for table, random in wandering(family, many(200, 4), 25, "sound"):
        for figure, listed in table.moves.items():
            move = picked(listed, random)
            kinds[move.kind] += 1
            orders = {each.key: each.order for each in table.offers.candidates(figure)}
            is_place = move.key not in orders
            given = move.input if is_place else asked(family).alone(table, figure, orders[move.key])[0]
            outcome, _ = table.tried(table.procedure, "alone", **given)
            if not listed.forced:
                assert asked(family).lost(outcome, figure, move) == set(), move.key
    assert len(kinds) >= FEWEST_KINDS


FEWEST_KINDS: Final = 5


def _trim(input: dict[str, Any], pointers: tuple[str, ...]) -> dict[str, Any]:
    """An input without what is free in it."""
    for pointer in pointers:
        *path, last = pointer.split("/")[1:]
        part: Any = input
        for name in path:
            part = next(iter(part[int(name) :]), {}) if isinstance(part, list) else part.get(name, {})
        if isinstance(part, dict):
            part.pop(last, None)
    return input


def cores_of(family: Family, listed: FigureMoves) -> list[tuple[tuple[str, ...], Any]]:
    """What is free in each move of a figure, or is filled in by its places, and its input without that."""
    ways = [((each.fills, *each.free), each.input) for each in listed.places]
    inputs = [*[(each.free, each.input) for each in listed.moves], *ways]
    return [(free, asked(family).core(_trim(loads(to_json(sent)), free))) for free, sent in inputs]


def is_offered(family: Family, offers: Offers, figure: str, order: Any, cores: Sequence[Any]) -> bool:
    """Whether an order is one of the moves, but for what is free in it."""
    given = {
        free: asked(family).core(_trim(offers.posted(figure, (order,)), free)) for free in {free for free, _ in cores}
    }
    return any(given[free] == core for free, core in cores)


@pytest.mark.untraced
def test_marches_are_neither_refused_nor_void() -> None:
    """Hexes that a unit can march to are listed without being judged one by one; the judge lets each march pass."""
    orders: list[Any] = []
    for table, _ in wandering(of("mass").family, many(40, 2), 12, "found"):
        for spots in [each for figure in table.situation.next for each in table.offers.places(figure)]:
            march = spots.order.actions[0]
            for to in [march.command.model_copy(update={"hex": each.hex}) for each in spots.hexes]:
                orders.append(spots.order.model_copy(update={"actions": (march.model_copy(update={"command": to}),)}))
                assert bar_of(table.offers, orders[-1]) is None, to
    assert len(orders) >= many(20_000, 1_000)


@pytest.mark.untraced
@EACH
def test_what_can_be_done_is_offered(family: Family) -> None:
    """Of random orders those that a round takes, and that matter, are offered but for what is free in them.

    A round refuses exactly those that the judge refuses, and those that are void leave the fight as no order does.
    """
    tally: Counter[str] = Counter()
    for table, random in wandering(family, many(20, 2), 12, "random"):
        offers = table.offers
        cores = {figure: cores_of(family, listed) for figure, listed in table.moves.items()}
        for figure, order in random_orders(table, random, many(60, 40) // asked(family).turns):
            bar, given = bar_of(offers, order), offers.posted(figure, (order,))
            if bar is not None and bar.how is BarredHow.REFUSED:
                with pytest.raises(RulesRefuse) as refused:
                    table.tried(table.procedure, "fuzz", **given)
                assert (refused.value.detail, refused.value.faults[0].rule) == (bar.why, bar.rule and bar.rule.id)
                tally["refused"] += 1
                continue
            if bar is not None:
                assert_void(table, figure, order)
                tally["void"] += 1
                continue
            table.tried(table.procedure, "fuzz", **given)
            for part in asked(family).parts(table, order):
                assert is_offered(family, offers, figure, part, cores[figure]), part
            tally["offered"] += 1
    assert tally["offered"] >= many(2_000, 100), tally
    assert tally["refused"] > 0, tally
    assert (tally["void"] > 0) is asked(family).voids, tally


def assert_void(table: Played, figure: str, order: Any) -> None:
    """Assert that a round ends with an order as without it."""
    asking = asked(table.family)
    given, without = [table.tried(table.procedure, "void", **each) for each in asking.alone(table, figure, order)]
    assert asking.shows(*given, order) == asking.shows(*without, order), order


@EACH
def test_what_is_barred_cannot_be_done(family: Family) -> None:
    """A candidate that is barred is refused for the reason that is listed, or leaves the fight as no order does."""
    tally: Counter[str] = Counter()
    for table, random in wandering(family, many(20, 2), 12, "barred"):
        offers = table.offers
        figure, listed = random.choice(list(table.moves.items()))
        assert len(listed.barred) <= MOST_BARRED
        reasons = {(each.kind, each.why, each.rule, each.how) for each in listed.barred}
        for candidate in offers.candidates(figure):
            bar = bar_of(offers, candidate.order)
            if bar is None:
                assert candidate.key in {each.key for each in listed.moves}
                continue
            assert (candidate.kind, bar.why, bar.rule and bar.rule.id, bar.how) in reasons
            tally[bar.how] += 1
            given = offers.posted(figure, (candidate.order,))
            if bar.how is BarredHow.VOID:
                assert_void(table, figure, candidate.order)
                continue
            with pytest.raises(RulesRefuse) as refused:
                table.tried(table.procedure, "barred", **given)
            assert refused.value.detail == bar.why
    assert (tally[BarredHow.VOID] > 0) is asked(family).voids


@EACH
def test_moves_are_ready_to_be_posted(family: Family) -> None:
    """The input of a move is the order that was judged; its key is its own, and it has a label without an id's name."""
    for table, _ in wandering(family, many(4, 1), 6, "ready"):
        offers = table.offers
        played = next(each for each in table.play.moves if each.procedure == table.procedure)
        for figure, listed in table.moves.items():
            keys = [each.key for each in listed.moves]
            assert len(keys) == len(set(keys)), keys
            orders = {each.key: each.order for each in offers.candidates(figure)}
            for move in listed.moves:
                assert move.label[:1].isupper()
                assert set(move.needs) == {each for each in move.needs if each.startswith(move.free)}
                if not move.needs:
                    filled = played.fill(
                        table.state, played.takes.model_validate_json(to_json(move.input)), table.rulings
                    )
                    again = offers.posted(figure, asked(family).given(filled))
                    assert again == offers.posted(figure, (orders[move.key],)) == move.input


@EACH
def test_what_is_suggested_is_offered(family: Family) -> None:
    """The service suggests to everybody who chooses a move of its list, which marks it; all together can be played."""
    for table, _ in wandering(family, many(20, 3), 12, "suggested"):
        suggestions, moves, offers = table.suggestions, table.moves, table.offers
        for each in suggestions.figures:
            listed = moves[each.figure]
            assert {move.key for move in each.moves} == {move.key for move in listed.moves if move.suggested}
            orders = {candidate.key: candidate.order for candidate in offers.candidates(each.figure)}
            assert [orders[move.key] for move in each.moves] == list(offers.chosen(each.figure).orders)
            assert each.moves
            assert each.why.endswith(".")
            assert each.rule in {*[rule.id for rule in family.rules], *[ruling.id for ruling in family.decisions]}
        everything = [offers.posted(each.figure, offers.chosen(each.figure).orders) for each in suggestions.figures]
        assert suggestions.input == joined(everything)
        assert suggestions.procedure == table.situation.procedure
        table.tried(table.procedure, "suggested", **suggestions.input)


@EACH
def test_fights_end_by_what_is_suggested(family: Family) -> None:
    """Who posts what is suggested, again and again, ends each example with a winner or a draw."""
    for fight in range(many(10, 3)):
        for example, table in enumerate(beginnings(family)):
            for number in range(MOST_ROUNDS * asked(family).turns):
                if table.situation.over:
                    break
                suggested = table.suggestions
                assert suggested.procedure is not None
                table.move(suggested.procedure, f"ends {fight} {number}", **suggested.input)
            situation = table.situation
            assert situation.over, (example, fight)
            assert situation.winner is not None or situation.draw
            assert suggestions_of(situation, table.offers, None) == type(table.suggestions)(
                figures=(), procedure=None, input=None, ahead=()
            )
            assert legal_moves_of(situation, table.offers, None).figures == ()
            for entry in situation.order:
                [listed] = legal_moves_of(situation, table.offers, entry.id).figures
                [barred] = listed.barred
                assert (listed.moves, barred.why, barred.how) == ((), situation.text, BarredHow.REFUSED)
                with pytest.raises(FightOver) as over:
                    table.move("resolve-round", "0")
                assert over.value.faults[0].rule == barred.rule


@EACH
def test_unknown_figures_are_refused(family: Family) -> None:
    """A figure that is not there is refused with a pointer to where it was named, in lists and suggestions."""
    table = Played(family)
    for lists in (legal_moves_of, suggestions_of):
        with pytest.raises(RulesRefuse, match="nobody-of-this-name") as refused:
            lists(table.situation, table.offers, "nobody-of-this-name")
        assert refused.value.pointer == "/figure"


def rolled(*waiting: str) -> dict[str, Any]:
    """A round of `opposed` that is under way, in which these are still to act, whoever they are engaged with."""
    return {"order": list(waiting), "waiting": list(waiting)}


def test_lists_can_be_narrowed() -> None:
    """A list has only the kinds and the target that are asked for, moves and barred ones alike."""
    table = of("opposed", 1)
    table.change(under_way=rolled("Hild"))
    whole = table.moves["Hild"]
    assert {each.target for each in whole.moves} == {None, "Skarn", "Ulf", "Rook"}
    [listed] = legal_moves_of(table.situation, table.offers, "Hild", ("attack",), "Ulf").figures
    assert {(each.kind, each.target) for each in listed.moves} == {("attack", "Ulf")}
    assert listed.moves == tuple([each for each in whole.moves if (each.kind, each.target) == ("attack", "Ulf")])
    assert {each.targets for each in listed.barred} == {("Ulf",)}


def test_long_lists_are_cut() -> None:
    """Of a figure with a hundred foes the first thousand moves are listed, and the list says that there are more."""
    table = of("opposed")
    ash, orc = table.listed("participants")
    horde = [{**orc, "id": f"orc {number}", "engaged_with": []} for number in range(99)]
    table.change(
        sides=[{"id": "red", "leader": "Ash"}, {"id": "blue", "leader": "orc 0"}],
        participants=[{**ash, "engaged_with": []}, *horde],
        under_way=rolled("Ash", *[each["id"] for each in horde]),
    )
    listed = table.moves["Ash"]
    assert (len(listed.moves), listed.truncated) == (1_000, True)
    table.change(under_way=rolled("orc 5"))
    assert not table.moves["orc 5"].truncated


def test_what_the_rules_force() -> None:
    """Who owes a Pass, or is stunned, has one move, and all others are barred by the rule that forces it."""
    table = of("opposed")
    ash, orc = table.listed("participants")
    table.change(participants=[{**ash, "must_pass_next": True, "stunned": True}, {**orc, "stunned": True}])
    for figure, kind, rule in (
        ("Ash", "pass", "opposed/ruling/must-pass"),
        ("Orc", "recover_from_stun", "opposed/stun/effects"),
    ):
        table.change(under_way=rolled(figure))
        listed = table.moves[figure]
        assert (listed.forced, [each.kind for each in listed.moves]) == (True, [kind])
        assert {each.how for each in listed.barred if "passes" in each.why or "stunned" in each.why} == {"void"}
        [suggested] = suggestions_of(table.situation, table.offers, figure).figures
        assert ([each.kind for each in suggested.moves], suggested.rule) == ([kind], rule)


def test_who_is_down_has_no_moves() -> None:
    """A figure that is down may do nothing, and its list says why; nobody is offered to strike at it."""
    table = of("opposed", 1)
    fallen = [{**each, "engaged_with": []} for each in table.listed("participants")]
    fallen[0]["status"], fallen[2]["status"], fallen[3]["status"] = "unconscious", "fled", "incapacitated"
    table.change(participants=fallen)
    [brand] = legal_moves_of(table.situation, table.offers, "Brand").figures
    [barred] = brand.barred
    assert (brand.moves, barred.kind, barred.why) == ((), "any", "Brand cannot act: it is unconscious.")
    [suggested] = suggestions_of(table.situation, table.offers, "Brand").figures
    assert (suggested.moves, suggested.why) == ((), "Brand cannot act: it is unconscious.")
    table.change(under_way=rolled("Hild"))
    hild = table.moves["Hild"]
    assert {each.target for each in hild.moves if each.kind == "attack"} == {"Rook"}
    reasons = {each.why: each.targets for each in hild.barred if each.kind == "attack"}
    assert reasons["Skarn has fled."] == ("Skarn",)
    assert reasons["Ulf is already down."] == ("Ulf",)


def test_who_is_out_of_the_fight() -> None:
    """The dead are refused by the rule of their death, those who have fled have no turn; a gone target is barred."""
    table = of("laurels", 1)
    heroes = table.listed("participants")
    heroes[0].update(injuries=15)
    heroes[1].update(status="fled")
    heroes[5].update(status="dead")
    under_way = {"face": 6, "first": "party", "order": ["Wren"], "waiting": ["Wren"]}
    table.change(participants=heroes, under_way=under_way)
    for figure, why, how in (
        ("Berit", "Berit has 15 injuries in 15 slots, so it is dead.", BarredHow.REFUSED),
        ("Anselm", "Anselm has fled.", BarredHow.REFUSED),
    ):
        [listed] = legal_moves_of(table.situation, table.offers, figure).figures
        [barred] = listed.barred
        assert (listed.moves, barred.why, barred.how) == ((), why, how)
    wren = table.moves["Wren"]
    assert {each.target for each in wren.moves if each.kind == "attack"} == {"ogre 2", "ogre 3", "ogre 4"}
    assert [(each.why, each.targets) for each in wren.barred if each.kind == "attack"] == [
        ("ogre 1 is dead.", ("ogre 1",))
    ]


def test_a_shield_that_was_destroyed_parries_no_more() -> None:
    """Who parried with a shield that blows have destroyed cannot parry with it: its stance ends as its turn begins."""
    table = of("laurels")
    ada, ogre = table.listed("participants")
    table.change(
        participants=[{**ada, "parry": {"equipment": "shield", "shield_durability": 0}}, ogre],
        under_way={"face": 6, "first": "party", "order": ["Ada"], "waiting": ["Ada"]},
    )
    assert [each.key for each in table.moves["Ada"].moves if each.kind == "parry"] == ["parry/weapon"]
    order = LaurelsParryOrder(
        action="parry", actor="Ada", parry=LaurelsParry(equipment=LaurelsEquipment.SHIELD, shield_durability=9)
    )
    bar = bar_of(table.offers, order)
    assert bar is not None
    assert (bar.why, bar.how) == ("It has nothing left to parry with.", BarredHow.VOID)
    [event] = [each for each in table.tried(table.procedure, "3", orders=[order])[0].events if each.actor == "Ada"]
    assert event.reason == "nothing_to_parry_with"


def test_a_march_that_leads_nowhere_is_void() -> None:
    """A march without a way and a wheel by no hexside are told and change nothing, also beside a lost rally."""
    table = of("mass")
    march = MassMoveOrder(kind="move", units=("knights",), command=MassCustomCommand(kind="custom", label="stay"))
    rally = MassRallyOrder(kind="rally", units=("pikes",))
    turn = MassWheel(kind="wheel", degrees=5, direction=MassTurn.LEFT)
    wheel = MassMoveOrder(kind="move", units=("knights",), command=turn)
    for actions in ((march,), (march, rally), (wheel, rally)):
        order = MassOrders(commander="ana", actions=actions)
        assert bar_of(table.offers, order) is not None
        assert_void(table, "ana", order)
