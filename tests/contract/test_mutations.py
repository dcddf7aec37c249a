"""Golden requests that are changed at random are answered, or refused with a problem: none fails."""

from random import Random
from typing import Final

import pytest

from service.app import registry
from tests.contract.mutations import Mutations
from tests.contract.sending import answer_of
from tests.golden import goldens_of
from tests.rings import many, thinned

CHANGED: Final = sorted([each.name for each in registry() if each.is_stateless and goldens_of(each.name)])
FEWER: Final = 40
"""Of requests that play whole fights again and again, only one in so many is tried."""


@pytest.mark.parametrize("name", thinned(CHANGED, 12))
def test_no_changed_request_fails(name: str) -> None:
    """Whatever a changed request means, it is answered, or refused as an error that the service names."""
    operation = registry()[name]
    requests = iter(Mutations(operation, Random(name)))
    tried = many(400, 20) // (FEWER if "skirmish/" in name else 1)
    for _ in range(max(tried, 1)):
        answer_of(operation, next(requests))


def test_changed_requests_reach_the_rules() -> None:
    """A good part of the changed requests is answered, and a part is refused: they are near what means something."""
    operation = registry()["tactical/resolve-attack"]
    requests = iter(Mutations(operation, Random("near")))
    answered = [answer_of(operation, next(requests)) is not None for _ in range(60)]
    assert 10 < sum(answered) < 50
