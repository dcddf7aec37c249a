"""Whole battles as texts: orders round by round, played as a chain of rounds, and what a player reads of them.

`tests/golden/battles/<id>.yaml` holds `title`, `state` (as an encounter begins), `seed` and `rounds`: of each what is
`planned`, in words, and the `intents`, with any other field of the request. `<id>.txt` is written by `make golden`, and
its diff is the review: every sentence of every round in order, with the dice, and how everybody stands afterwards.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from service.rules.kernel.hexes import CONVENTION
from tests.golden.faces import Face
from tests.golden.writing import Json

BATTLES = Path(__file__).parent / "battles"
PROCEDURE = "tactical/resolve-round"
OK = 200
FACINGS = [each.name for each in CONVENTION.directions]
WORDS = {
    "dead": "dead",
    "unconscious": "unconscious",
    "stunned": "stunned",
    "holds somebody": "grapples",
    "held": "grappled_by",
    "pinned": "pinned_by",
}
"""What is said of a figure whose state has a fact."""


@dataclass(frozen=True)
class Battle:
    """A battle and the orders that are given in it."""

    id: str
    title: str
    state: Json
    rounds: tuple[Json, ...]

    @property
    def path(self) -> Path:
        """The file of its transcript."""
        return BATTLES / f"{self.id}.txt"

    def write(self, face: Face) -> bool:
        """Keep the transcript; say whether the file changed."""
        text = transcript(self, chained(self, face))
        if self.path.exists() and self.path.read_text(encoding="utf-8") == text:
            return False
        self.path.write_text(text, encoding="utf-8")
        return True


def battles() -> list[Battle]:
    """Read every battle."""
    return [_read(path) for path in sorted(BATTLES.glob("*.yaml"))]


def _read(path: Path) -> Battle:
    document = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return Battle(path.stem, document["title"], document["state"], tuple(document["rounds"]))


def orders_of(played: Json) -> Json:
    """Return what is sent of a round: its orders and its dice."""
    orders = {name: each for name, each in played.items() if name not in ("planned", "seed")}
    return {"input": orders, "dice": {"kind": "seeded", "seed": played["seed"]}}


def chained(battle: Battle, face: Face) -> Iterator[Json]:
    """Play the rounds one by one, each with the figures, the turn order and the items that the one before has left."""
    state = dict(battle.state)
    for number, played in enumerate(battle.rounds, start=1):
        asked = orders_of(played)
        status, answer = face(PROCEDURE, {**asked, "input": {**state, "round": number, **asked["input"]}})
        assert status == OK, answer
        state = _after(state, answer["outcome"])
        yield answer


def _after(state: Json, outcome: Json) -> Json:
    changed = {each["id"]: each for each in outcome["figures"]}
    items = [each for each in state["map"].get("items", ()) if each["id"] not in outcome["items"]]
    return {
        "map": {**state["map"], "items": items},
        "figures": [changed.get(each["id"], each) for each in state["figures"]],
        "order": outcome["order"],
    }


def transcript(battle: Battle, answers: Iterator[Json]) -> str:
    """Tell a battle: round by round what was planned, each sentence with its dice, and the figures that changed."""
    lines = [battle.title, "=" * len(battle.title)]
    for number, (played, answer) in enumerate(zip(battle.rounds, answers, strict=True), start=1):
        lines += ["", f"Round {number}. {' '.join(played['planned'].split())}", ""]
        lines += [f"  {_said(step)}" for step in answer["steps"]]
        lines += ["", f"  In short: {answer['outcome']['summary']}"]
        lines += [f"  {_standing(each)}" for each in answer["outcome"]["figures"]]
    return "\n".join(lines) + "\n"


def _said(step: Json) -> str:
    faces = " ".join([str(each) for each in step["faces"]])
    return f"{step['text']} [{faces}]" if faces else step["text"]


def _standing(figure: Json) -> str:
    state = figure["state"]
    most = figure["hp_max"] or figure["st"]
    left = most if figure["hp"] is None else figure["hp"]
    words = [word for word, fact in WORDS.items() if state[fact]]
    place = f"{figure['hex']} facing {FACINGS[figure['facing']]}"
    return f"{figure['name']}: {', '.join([place, figure['posture'], *words, f'{left}/{most} HP'])}"
