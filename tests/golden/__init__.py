"""Goldens: requests with what must come of them, one file each.

`tests/golden/<operation>/<id>.json` holds `title`, `rules` (the ids it pins), `request` (a whole body) and `expect`:
what the rules demand, written by hand and never by a program, a part of the outcome or `{"problem": ...}`. The rest is
written by `make golden`, and its diff is the review: `steps` as lines, `verdict`, `names` (every rule id that the
answer names) and `sha256` of the whole answer. Rulings at their defaults are left out of the hash, so that a new option
changes only the goldens that use it. One golden of each operation keeps its whole `answer`.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.golden.digest import digest_of, names_in, steps_of, verdict_of, without_default_rulings
from tests.golden.writing import Json, written

GOLDENS = Path(__file__).parent


@dataclass(frozen=True)
class Golden:
    """One request and what must come of it; `written` is what `make golden` wrote of the answer."""

    operation: str
    id: str
    title: str
    rules: tuple[str, ...]
    request: Json
    expect: Json
    written: Json

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
            **self.written,
        }

    @property
    def is_whole(self) -> bool:
        """Whether it keeps the whole answer."""
        return "answer" in self.written

    @property
    def names(self) -> frozenset[str]:
        """Every rule id that the answer names."""
        return frozenset(self.written["names"])

    def of(self, answer: Json, *, whole: bool) -> Json:
        """Return what a golden keeps of an answer."""
        kept = {
            "steps": steps_of(answer),
            "verdict": verdict_of(answer),
            "names": names_in(answer),
            "sha256": digest_of(answer),
        }
        return kept | ({"answer": without_default_rulings(answer)} if whole else {})

    def write(self, answer: Json, *, whole: bool) -> bool:
        """Keep an answer; say whether the file changed."""
        text = written(self.document | self.of(answer, whole=whole)) + "\n"
        if self.path.exists() and self.path.read_text(encoding="utf-8") == text:
            return False
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(text, encoding="utf-8")
        return True


def read(path: Path) -> Golden:
    """Read one file; before `make golden` nothing is written of its answer."""
    document = json.loads(path.read_text(encoding="utf-8"))
    return Golden(
        operation=path.parent.relative_to(GOLDENS).as_posix(),
        id=path.stem,
        title=document.pop("title"),
        rules=tuple(document.pop("rules")),
        request=document.pop("request"),
        expect=document.pop("expect"),
        written=document,
    )


def goldens(below: str = "") -> list[Golden]:
    """Read every golden of an operation or a family, or all, in order."""
    return [read(path) for path in sorted((GOLDENS / below).rglob("*.json"))]


@cache
def goldens_of(operation: str) -> tuple[Golden, ...]:
    """The goldens of one operation, without those of operations whose names begin with its name."""
    return tuple(golden for golden in goldens(operation) if golden.operation == operation)
