"""A log with cards: a deck that rounds use up, cards dealt by the service and brought by the table, and fresh decks."""

from typing import Any, Final

from service.api.http.problem_documents import Asgi
from service.rules.examples import examples_of
from tests.encounters.client import Client, Table

KEPT: Final = ("9H", "KS", "3C", "JOKER1", "7D", "AS", "2H", "QC", "5S")
"""The deck that the encounter keeps: three draws of three cards use it up."""
DEALT, BROUGHT, LAST, FRESH, AGAIN, ROUNDS = 2, 3, 4, 5, 7, 9
"""The versions of the acts: two on the kept deck, its last cards, a fresh one, the same again, rounds of a skirmish."""


async def play_cards(app: Asgi) -> Table:
    """Draw from a kept deck until it is used up, and on; then play a skirmish, whose rounds have decks of their own."""
    client = Client(app)
    battle = examples_of("encounters/mass/create")[0].request
    body = {**battle, "reveal": "all", "state": {**battle["state"], "deck_state": KEPT}}
    made = (await client.ask("POST", "/v1/encounters", body)).json
    table = Table(made["id"], Client(app, made["referee"]), Client(app, made["viewer"]), client)
    replies = [await table.act("roll-initiative")]
    left = replies[0].json["state"]["deck_state"]
    replies += [await table.act("roll-initiative", _brought(left[-1])), await table.act("roll-initiative")]
    replies += [await table.act("roll-initiative"), await table.change("undo"), await table.act("roll-initiative")]
    replies += [await table.correct(reveal="faces"), await table.act("resolve-skirmish")]
    assert [each.status for each in replies] == [200] * len(replies), [each.body for each in replies]
    return table


def _brought(card: str) -> Any:
    """Dice of which the first card is brought, and the others are dealt."""
    return {"dice": {"kind": "supplied", "cards": [card], "when_exhausted": "roll"}}
