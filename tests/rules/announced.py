"""Announced rolls are true: dice that fail where a roll was not announced, or where an announced one does not come."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from service.app import bound_procedures
from service.dice.model import Card, Deck, Dice, DiceNeeded, DicePool, Expected, Rule
from service.dice.seeded import SeededDice
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.wire import to_json
from tests.golden import Golden, goldens
from tests.golden.faces import in_process
from tests.rings import many

Document = dict[str, Any]
Play = Callable[[Dice], Any]
"""A procedure of which everything is decided but its dice."""

PROCEDURES: Final = bound_procedures()
ADDED: Final = ("laurels/damage/exploding-dice",)
"""Rules whose dice are added for faces, so that nothing can announce them."""


class TruthfulDice(SuppliedDice):
    """Supplied dice that ask for more, and to which a wrong announcement is an error.

    Wrong is a roll or draw that was not announced, another one than was announced, and a change of what was announced.
    `purposes` are what those that came were announced for.
    """

    def __init__(self, faces: Sequence[int], cards: Sequence[Card] = ()) -> None:
        """Set the faces and cards in the order of their use."""
        super().__init__(faces, cards, WhenExhausted.ASK)
        self.purposes: list[str] = []

    def expect(self, rolls: Callable[[], Iterable[Expected]]) -> None:
        """Compare what is announced with what was announced before."""
        now = list(rolls())
        said = list(self.expected)
        shared = min(len(said), len(now))
        assert [_named(each) for each in said[:shared]] == [_named(each) for each in now[:shared]]
        super().expect(lambda: now)

    def _came(self, rule: Rule, dice: DicePool | Deck, actor: str | None) -> str | None:
        purpose = super()._came(rule, dice, actor)
        assert purpose or rule.id in ADDED, f"{rule.id} was not announced"
        self.purposes += [purpose] if purpose else []
        return purpose

    def _not_expected(self, announced: Expected, rule: Rule) -> None:
        message = f"{announced.rule.id} of {announced.actor} ({announced.purpose}) was announced, but {rule.id} came"
        raise AssertionError(message)


def _named(expected: Expected) -> tuple[str, str, str | None]:
    """What tells announced rolls apart."""
    return expected.rule.id, expected.dice.name, expected.actor


def play_of(name: str, request: Document) -> Play:
    """The procedure of a request, whatever the request says of dice."""
    bound = PROCEDURES[name]
    asked: Any = bound.request.model_validate_json(to_json({each: request[each] for each in request if each != "dice"}))
    rulings = bound.family.rulings() if asked.rulings is None else asked.rulings
    return lambda dice: bound.procedure.resolve(asked.input, rulings, dice)


@dataclass(frozen=True)
class Told:
    """What came of a procedure, and what its rolls and draws were announced for."""

    outcome: Any
    purposes: list[str]


def told_in_full(play: Play, faces: Sequence[int], cards: Sequence[Card] = ()) -> Told:
    """Play with these faces and cards: all that came was announced, all that was announced came, and none is left."""
    dice = TruthfulDice(faces, cards)
    outcome = play(dice)
    dice.refuse_left_overs(None)
    assert not dice.expected, dice.expected
    return Told(outcome, dice.purposes)


def told_of_seed(play: Play, seed: str) -> Told:
    """Play with a seed, and again with all that it rolled and drew: the outcome is the same."""
    rolled = SeededDice(seed)
    outcome = play(rolled)
    told = told_in_full(play, rolled.faces, rolled.cards)
    assert told.outcome == outcome
    return told


def asked_together(play: Play, *faces: int, cards: Sequence[Card] = ()) -> list[str | None]:
    """What missing dice and cards are for: the first one, and those that certainly follow it."""
    with pytest.raises(DiceNeeded) as needed:
        play(SuppliedDice(faces, cards, WhenExhausted.ASK))
    return [needed.value.purpose, *[each.purpose for each in needed.value.expected]]


@dataclass(frozen=True)
class Requests:
    """What a person with own dice sends: the outcome in the end, and what each request was asked for."""

    outcome: Any
    asked: tuple[tuple[str, ...], ...]

    @property
    def many(self) -> int:
        """How many requests it takes."""
        return len(self.asked) + 1


def requests_of(play: Play, faces: Sequence[int], cards: Sequence[Card] = ()) -> Requests:
    """Ask again and again, with all the dice and cards that were asked for so far, until the procedure is resolved.

    Each is asked for once, for a purpose, and all of them are used.
    """
    asked: list[tuple[str, ...]] = []
    known_faces, known_cards = 0, 0
    while isinstance(answer := _answer_to(play, faces[:known_faces], cards[:known_cards]), DiceNeeded):
        purposes = [answer.purpose, *[each.purpose for each in answer.expected]]
        assert all(purposes) or answer.rule.id in ADDED, purposes
        asked.append(tuple([each or "" for each in purposes]))
        more = [each.dice for each in answer.expected]
        known_faces += sum([each.count for each in more if isinstance(each, DicePool)])
        known_faces += 0 if answer.is_card else answer.missing
        known_cards += sum([isinstance(each, Deck) for each in more]) + answer.is_card
        assert known_faces <= len(faces), "more dice were asked for than were needed"
        assert known_cards <= len(cards), "more cards were asked for than were needed"
    assert (known_faces, known_cards) == (len(faces), len(cards)), "faces or cards are left over"
    return Requests(answer.outcome, tuple(asked))


def _answer_to(play: Play, faces: Sequence[int], cards: Sequence[Card]) -> Told | DiceNeeded:
    try:
        return told_in_full(play, faces, cards)
    except DiceNeeded as needed:
        return needed


@cache
def rolled_goldens(family: str) -> tuple[Golden, ...]:
    """The goldens of a family in which a procedure rolls or draws, and is resolved."""
    return tuple(
        [
            golden
            for golden in goldens(family)
            if golden.operation in PROCEDURES
            and PROCEDURES[golden.operation].signature.rolls
            and "problem" not in golden.expect
            and golden.written["verdict"] != "needs_dice"
        ]
    )


def dice_of(golden: Golden) -> tuple[list[int], list[Card]]:
    """The faces and cards of a golden's answer."""
    used = in_process(golden.operation, golden.request)[1]["dice"]
    return used["faces"], used["cards"]


def told_of_golden(golden: Golden) -> Told:
    """Play a golden with the faces and cards of its answer."""
    return told_in_full(play_of(golden.operation, golden.request), *dice_of(golden))


def announced_in_goldens(family: str) -> set[str]:
    """Play every golden of a family with its own faces and cards, and return what they were announced for."""
    return {purpose for golden in rolled_goldens(family) for purpose in told_of_golden(golden).purposes}


def hold_announcements(
    name: str, requests: st.SearchStrategy[Document], examples: int, refused: tuple[type[Exception], ...] = ()
) -> None:
    """Play drawn requests with drawn seeds, at once and step by step: what is announced comes, and nothing else.

    A request that is refused with one of `refused` is passed over.
    """

    @settings(
        max_examples=many(examples),
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(request=requests, seed=st.integers(0, 10**6))
    def prove(request: Document, seed: int) -> None:
        play, rolled = play_of(name, request), SeededDice(f"sha256ctr1:{seed}")
        try:
            outcome = play(rolled)
        except refused:
            return
        assert requests_of(play, rolled.faces, rolled.cards).outcome == outcome

    prove()
