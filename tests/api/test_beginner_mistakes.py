"""The mistakes of beginners, over all faces: each is answered with a sentence that a person can act upon."""

from collections.abc import AsyncIterator

import pytest

from service.api.http.problem_documents import Asgi
from service.store.private.server import PrivateStore
from tests.api.beginner import Mistake, answer_to, mistakes, service
from tests.encounters.client import Table

NUMBER = 60


@pytest.fixture(scope="module")
async def opened(private_store: PrivateStore) -> AsyncIterator[tuple[Asgi, Table]]:
    """The whole application with one encounter, which no mistake changes."""
    async with service(private_store.url) as both:
        yield both


def test_many_mistakes_were_made() -> None:
    """The table has at least 60 mistakes, each with its own name, over every face."""
    table = mistakes()
    assert len({each["mistake"] for each in table}) == len(table) >= NUMBER
    for face in ("rest", "batch", "graphql", "socket", "command"):
        assert any(face in each for each in table), face


@pytest.mark.parametrize("mistake", [pytest.param(each, id=each["mistake"]) for each in mistakes()])
async def test_a_mistake_is_explained(mistake: Mistake, opened: tuple[Asgi, Table]) -> None:
    """A mistake has its status, its problem, and the sentence that stands in the table."""
    app, table = opened
    status, problem, says = await answer_to(mistake, app, table)
    for name, value in (("{id}", table.id), ("{referee}", table.referee.token), ("{viewer}", table.viewer.token)):
        says = says.replace(value or "", name)
    assert (status, problem, says) == (mistake["status"], mistake["problem"], mistake["says"])
