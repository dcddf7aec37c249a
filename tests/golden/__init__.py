"""Goldens: requests with the answers they must have, one file each.

`tests/golden/<operation>/<id>.json` holds `title`, `rules` (the ids it pins), `request` (a whole body), `expect` and
`answer`. `expect` is what the rules demand, written by hand and never by a program: a part of the outcome, or
`{"problem": ...}`. `answer` is the whole answer; `make golden` writes it, and its diff is the review.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from tests.golden.writing import Json, written

GOLDENS = Path(__file__).parent


@dataclass(frozen=True)
class Golden:
    """One request and what must come of it."""

    operation: str
    id: str
    title: str
    rules: tuple[str, ...]
    request: Json
    expect: Json
    answer: Json

    @property
    def path(self) -> Path:
        """The file it is kept in."""
        return GOLDENS / self.operation / f"{self.id}.json"

    @property
    def document(self) -> Json:
        """What its file says."""
        return {
            "title": self.title,
            "rules": list(self.rules),
            "request": self.request,
            "expect": self.expect,
            "answer": self.answer,
        }

    def write(self, answer: Json) -> bool:
        """Keep an answer; say whether the file changed."""
        text = written(self.document | {"answer": answer}) + "\n"
        if self.path.exists() and self.path.read_text(encoding="utf-8") == text:
            return False
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(text, encoding="utf-8")
        return True


def read(path: Path) -> Golden:
    """Read one file; before `make golden` it has no answer."""
    document = json.loads(path.read_text(encoding="utf-8"))
    return Golden(
        operation=path.parent.relative_to(GOLDENS).as_posix(),
        id=path.stem,
        title=document["title"],
        rules=tuple(document["rules"]),
        request=document["request"],
        expect=document["expect"],
        answer=document.get("answer"),
    )


def goldens(below: str = "") -> list[Golden]:
    """Read every golden of an operation or a family, or all, in order."""
    return [read(path) for path in sorted((GOLDENS / below).rglob("*.json"))]
