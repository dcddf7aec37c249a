"""Announced rolls are true: dice that fail where a roll was not announced, or where an announced one does not come."""

from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from service.app import bound_procedures
from service.dice.model import Deck, DicePool, Expected, Rule
from service.dice.seeded import SeededDice
from service.dice.supplied import SuppliedDice, WhenExhausted
from service.errors import ExplosionLimit, RulesRefuse
from service.wire import to_json
from tests.golden import goldens
from tests.golden.faces import in_process

Document = dict[str, Any]
OK = 200
ADDED = ("laurels/damage/exploding-dice",)
"""Rules whose dice are added for faces, so that nothing can announce them."""


class TruthfulDice(SuppliedDice):
    """Supplied dice that ask, and know for each roll what it was announced for; a wrong announcement is an error."""

    def __init__(self, faces: list[int]) -> None:
        """Set the faces in the order of their use."""
        super().__init__(faces, (), WhenExhausted.ASK)
        self.purposes: list[str] = []

    def _came(self, rule: Rule, dice: DicePool | Deck, actor: str | None) -> str | None:
        purpose = super()._came(rule, dice, actor)
        assert purpose or rule.id in ADDED, f"{rule.id} was not announced"
        self.purposes += [purpose] if purpose else []
        return purpose

    def _not_expected(self, announced: Expected, rule: Rule) -> None:
        raise AssertionError(f"{announced.rule.id} for {announced.actor} was announced, but {rule.id} came")


def told_in_full(name: str, request: Document, faces: list[int]) -> list[str]:
    """Play a request with these faces, and return what its rolls were announced for, none of them in vain."""
    bound = bound_procedures()[name]
    asked: Any = bound.request.model_validate_json(to_json({each: request[each] for each in request if each != "dice"}))
    dice = TruthfulDice(faces)
    rulings = bound.family.rulings() if asked.rulings is None else asked.rulings
    bound.procedure.resolve(asked.input, rulings, dice)
    dice.refuse_left_overs(None)
    assert not dice.expected, dice.expected
    return dice.purposes


def announced_in_goldens(family: str) -> set[str]:
    """Play every golden of a family that rolls with its own faces, and return what its rolls were announced for."""
    told: set[str] = set()
    for golden in goldens(family):
        bound = bound_procedures().get(golden.operation)
        status, answer = in_process(golden.operation, golden.request)
        if bound is not None and bound.signature.rolls and status == OK and answer["status"] == "resolved":
            told |= set(told_in_full(golden.operation, golden.request, answer["dice"]["faces"]))
    return told


def hold_announcements(name: str, requests: st.SearchStrategy[Document], examples: int) -> None:
    """Play drawn requests with drawn seeds: each roll was announced, and each announced roll comes."""
    bound = bound_procedures()[name]

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(request=requests, seed=st.integers(0, 10**6))
    def play(request: Document, seed: int) -> None:
        asked: Any = bound.request.model_validate_json(to_json(request))
        rulings = bound.family.rulings() if asked.rulings is None else asked.rulings
        rolled = SeededDice(f"sha256ctr1:{seed}")
        try:
            bound.procedure.resolve(asked.input, rulings, rolled)
        except (RulesRefuse, ExplosionLimit):
            return
        told_in_full(name, request, rolled.faces)

    play()
