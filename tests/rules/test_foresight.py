"""What is foreseen of those who wait for their turn is what the service suggests when their turn comes."""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Final

import pytest

from service.app import FAMILIES
from service.rules.examples import examples_of
from service.rules.kernel.family import Family
from service.rules.kernel.turns.legal_moves import suggestions_of
from service.rules.kernel.verdict import Decision, Foreseen, Suggestions, TurnStatus
from tests.encounters.plays import FIGURES
from tests.rings import many
from tests.rules.played import Played, of

EACH = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
LED: Final = ("laurels", "opposed", "tactical")
"""The families in which one figure chooses after the other."""
TURNS: Final = 24
SKIPPED: Final = 0.7
"""The share of situations that are not passed on from, which takes many turns."""


def ahead(table: Played) -> Suggestions:
    """What is suggested, and foreseen of those who wait."""
    return suggestions_of(table.situation, table.offers, None, ahead=True)


def fights(family: Family, seed: str) -> Iterator[tuple[Played, Random]]:
    """The situations of a family's examples that are played by random moves, as they are before each turn or round."""
    for fight in range(many(60, 3)):
        for example in range(len(examples_of(f"encounters/{family.name}/create"))):
            table, random = Played(family, example), Random(f"{seed} {fight} {example}")
            for number in range(TURNS):
                if table.situation.over:
                    break
                yield table, random
                suggested = table.suggestions.input
                moves = [move.input for each in table.moves.values() for move in each.moves if not move.needs]
                given = random.choice(moves) if moves and random.random() < 0.5 else suggested
                table.move(table.procedure, f"{seed}{fight}{example}{number}", **given)


def passed(table: Played) -> Played | None:
    """The fight after whoever is next has done nothing; None: nobody is, or may choose to."""
    [*names] = table.situation.next
    if not names or any(each.id in names and each.forced is not None for each in table.situation.order):
        return None
    tactical = {"intent": {"figure": names[0], "maneuver": "do_nothing"}}
    idle = tactical if table.family.name == "tactical" else {"orders": [{"action": "pass", "actor": names[0]}]}
    following = Played(table.family)
    following.rulings = table.rulings
    _, following.state = table.tried("resolve-turn", "passes", **idle, until="turn")
    return following


def put_first(table: Played, figure: str) -> Played:
    """The fight as it is, but that only one figure is still to act in its round."""
    first = Played(table.family)
    first.rulings, first.state = table.rulings, table.state
    ids = [each.id for each in table.situation.order]
    if table.family.name == "tactical":
        first.change(order=ids, waiting=[figure])
        return first
    begun = table.listed("under_way") or {"order": ids, **({"face": 6} if table.family.name == "laurels" else {})}
    if table.family.name == "laurels":
        role = next(each.side for each in table.situation.order if each.id == figure)
        first.change(under_way={**begun, "first": role, "waiting": [figure]})
    else:
        engaged = [each for each in begun.get("engaged", ()) if each["id"] == figure]
        first.change(under_way={**begun, "engaged": engaged, "waiting": [figure]})
    return first


def of_next(table: Played) -> list[Foreseen]:
    """What is suggested to whoever is next, in the form of what is foreseen."""
    return [
        Foreseen(figure=each.figure, kind=move.kind, label=move.label, target=move.target, hex=move.hex, why=each.why)
        for each in table.suggestions.figures
        for move in each.moves
    ]


@pytest.mark.untraced
@pytest.mark.parametrize("name", LED)
def test_what_is_foreseen_is_what_is_suggested_in_that_turn(name: str) -> None:
    """Were it the turn of one who waits, the service would suggest what it has foreseen."""
    kinds: set[str] = set()
    for table, random in fights(of(name).family, "first"):
        foreseen = ahead(table).ahead
        if foreseen:
            one = random.choice(foreseen)
            assert of_next(put_first(table, one.figure)) == [one]
            kinds.add(one.kind)
    assert kinds >= {"attack"}


@pytest.mark.untraced
@pytest.mark.parametrize("name", LED)
def test_what_is_foreseen_comes_when_those_before_pass(name: str) -> None:
    """Where a turn changes no figure, the next one is suggested what was foreseen of it.

    Doing nothing in `tactical` changes a figure that did something before: a foe may have waited for it to come on.
    """
    compared, figures = 0, FIGURES[name][0]
    for table, random in fights(of(name).family, "passing"):
        if random.random() < SKIPPED:
            continue
        now, following = table, passed(table)
        for _ in range(2 * len(table.situation.order)):
            if following is None:
                break
            foreseen = {each.figure: each for each in ahead(now).ahead}
            if now.listed(figures) == following.listed(figures):
                coming = [each for each in following.situation.next if each in foreseen]
                assert of_next(following) == [foreseen[each] for each in coming] or not coming
                compared += len(coming)
            now, following = following, passed(following)
    assert compared >= many(200, 10)


@EACH
def test_who_waits_and_has_a_choice_is_foreseen(family: Family) -> None:
    """All who wait for their turn are told in their order, but for those who are forced; where all choose, nobody."""
    found = 0
    for table, _ in fights(family, "who"):
        told, situation = ahead(table), table.situation
        waiting = [each.id for each in situation.order if each.status is TurnStatus.WAITING and each.forced is None]
        expected = waiting if situation.decision is Decision.TURN else []
        assert [each.figure for each in told.ahead] == expected
        assert (told.figures, told.input) == (table.suggestions.figures, table.suggestions.input)
        assert table.suggestions.ahead == ()
        found += len(expected)
    assert (found > 0) is (family.name in LED)


@pytest.mark.parametrize("name", LED)
def test_nothing_is_foreseen_after_the_end(name: str) -> None:
    """When the fight is over nobody waits for a turn."""
    for example in range(len(examples_of(f"encounters/{name}/create"))):
        table = of(name, example)
        for number in count():
            if table.situation.over:
                break
            table.move(table.procedure, f"end {number}", **{**table.suggestions.input, "until": "round"})
        assert ahead(table).ahead == ()
