"""The guide to playing a fight: whose turn it is, what may be done, and two programs that play to the end."""

from collections.abc import Mapping
from typing import Final

from service.api.documents.site.html import block, join, paragraphs, prose, tag
from service.api.documents.site.layout import Page, section

BOT: Final = '''\
"""Plays one side of a fight of any family to its end: python bot.py FAMILY"""

import random
import sys

from umpire_client import Umpire, UmpireProblem, types


def choose(figure: types.FigureMoves, is_ours: bool) -> types.LegalMove:
    """Choose a move: of our side now and then any attack, else what the service suggests."""
    ready = [move for move in figure["moves"] if not move["needs"]]
    suggested = next((move for move in ready if move["suggested"]), ready[0])
    attacks = [move for move in ready if move["kind"] == suggested["kind"]]
    return random.choice(attacks) if is_ours and random.random() < 0.5 else suggested


family = sys.argv[1] if len(sys.argv) > 1 else "opposed"
with Umpire("http://127.0.0.1:8000") as umpire:
    begins = umpire.get("/v1/families/{family}/play", family=family)["begins"]
    fight = umpire.create(begins)
    sides = {each["id"]: each["side"] for each in fight.situation["order"]}
    ours = next(iter(sides.values()))
    while not fight.situation["over"]:
        print(fight.situation["text"])
        try:
            listed = fight.moves()
        except UmpireProblem as problem:
            sys.exit(problem.detail)
        acted = fight.play(*[choose(each, sides[each["figure"]] == ours) for each in listed])
        print(acted["summary"])
    print(fight.situation["text"])
'''
"""A bot that plays any family that lists moves, with the client for Python."""

PLAIN: Final = '''\
"""Plays what the service suggests, with nothing but Python: python3 plain.py FAMILY"""

import json
import sys
import urllib.request
import uuid


def ask(path, body=None, token=None, version=None):
    headers = {"content-type": "application/json"}
    headers["idempotency-key"] = str(uuid.uuid4())
    headers |= {"authorization": f"Bearer {token}"} if token else {}
    headers |= {"if-match": f'"{version}"'} if version else {}
    sent = json.dumps(body).encode() if body else None
    with urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:8000/v1{path}", sent, headers)) as answer:
        return json.load(answer)


created = ask("/encounters", ask(f"/families/{sys.argv[1]}/play")["begins"])
fight, referee, situation = f"/encounters/{created['id']}", created["referee"], created["situation"]
while not situation["over"]:
    told = ask(f"{fight}/suggest", token=referee)
    acted = ask(f"{fight}/{told['procedure']}", {"input": told["input"]}, referee, told["version"])
    print(acted["summary"])
    situation = acted["situation"]
print(situation["text"])
'''
"""The same over plain HTTP: it plays what the service suggests."""

SECTIONS: Final[Mapping[str, tuple[str, str]]] = {
    "situation": (
        "Whose turn it is",
        """\
Every answer with the state of an encounter has its `situation`, and so has every message of its live feed. `next` names
the figures that choose now, `text` says it in a sentence. `order` has all others, too, with what became of them. When
the fight is over, `over` is true, `next` is empty, and `winner`, `draw` and `ended_by` say how it ended.
""",
    ),
    "moves": (
        "What may be done",
        """\
`GET /v1/encounters/{id}/legal-moves` with the referee's token lists the moves of each figure in `next`; with
`?figure=Ash` those of one figure. A move has a `label` for people, a `target`, and an `input` that is ready to be
posted. The service lists a move only if the rules accept it and it has an effect. `barred` lists what the figure cannot
do, with the reason and the rule.

`free` points to what may be changed in `input`, such as the part of the body that is aimed at. `needs` points to what
you have to add before you post it, such as the text of an action that is none of the others.
""",
    ),
    "play": (
        "Playing moves",
        """\
Post `{"input": ...}` of a move to `/v1/encounters/{id}/` and its `procedure`, with the version as `If-Match`. Where
several figures are next, all of them choose before the dice, so play their moves at once: put the `input` of each into
one, with lists of the same name appended to each other. The clients do this: `fight.play(move, other)`. A figure that
makes no move does what the family's rules say of one without orders.
""",
    ),
    "turns": (
        "Turns and rounds",
        """\
`decision` says what is decided. With `orders`, all in `next` choose, and a round is played (`resolve-round`). With
`turn`, one figure is in `next`, and `resolve-turn` plays its turn, then those of figures that have no player, up to the
next one that has. Without an order in the input, the service chooses for it. If `next` is empty, dice decide who is
next: post `resolve-turn` with an empty `input`, or what `suggest` answers, which is the same.

A round that has begun turn by turn may be played to its end at once, with `resolve-round`.
""",
    ),
    "suggest": (
        "What the service would do",
        """\
`GET /v1/encounters/{id}/suggest` chooses for each figure in `next`, and says why. In the list of moves `suggested` is
true for the same move. `procedure` and `input` of the answer are ready to be posted: again and again, they play the
fight to its end. `service_plays` in the situation names the figures that have no player.

With `ahead=true` the answer has in `ahead`, too, what those would do who wait for their turn in this round, if it were
theirs now: `label`, `target` or `hex`, and `why`. It is the choice that the service makes in that turn if nothing
changes before, so ask again after each act. Who is forced is not in it, and where all choose before the dice, nobody
is.
""",
    ),
}
WHO: Final = """\
Only the referee's token gets lists and suggestions, because they tell what is hidden. Software that shows them to
players asks with `audience=players`, as if hidden figures were not there. A viewer's token gets the situation without
hidden figures. With `chances=true` each attack has its `chance` to hit, which is for the referee alone, too.
"""


def playing_page() -> Page:
    """Write the guide."""
    told = [section(2, title, anchor, paragraphs(text)) for anchor, (title, text) in SECTIONS.items()]
    body = join(
        told,
        section(2, "Who may ask", "who", tag("p", prose(WHO))),
        section(
            2,
            "A bot",
            "bot",
            tag("p", prose("With the client for Python (`pip install ./clients/python` in the repository):")),
            block(BOT),
        ),
        section(2, "The same over plain HTTP", "http", tag("p", "This program needs only Python:"), block(PLAIN)),
    )
    return Page("Playing a fight", "Whose turn it is, what may be done, and a bot that plays to the end.", body)
