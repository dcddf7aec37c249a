"""The generated contract in the repository is what `umpire contract` writes today."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson
import pytest

from service.api.documents.openapi.example_answers import PATH
from service.cli import main
from tests.published import document

ROOT = Path(__file__).resolve().parents[2]
BESIDE = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "api_schema").rglob("*")) if path.is_file()]
FILES = [PATH, "openapi.yaml", *BESIDE]
REFERENCE = len('{"$ref":"#/components/schemas/ResolveSkirmishOddsInOdds"}')
LONG = 120
WASTED = 2_000
"""The bytes that a part of the schemas may waste by standing in several places instead of being a component."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """What the command writes, by the name of the file; it plays what needs a store, too."""
    folder = tmp_path_factory.mktemp("contract")
    assert main(["contract", "--root", str(folder)]) == 0
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in files}


def test_the_files_are_up_to_date(written: Mapping[str, str]) -> None:
    """`make contract` would change nothing, and nothing else lies there; writing takes long, so this is one test."""
    stale = [name for name in FILES if (ROOT / name).read_text(encoding="utf-8") != written.get(name)]
    assert (stale, set(written) - set(FILES)) == ([], set()), "run `make contract`"


@pytest.mark.parametrize(("path", "thing"), [("encounters", "encounter"), ("campaigns", "campaign")])
def test_location_says_what_was_created(path: str, thing: str) -> None:
    """The header with the path of what was created says what that is."""
    (answer,) = [
        answer
        for answer in document()["paths"][f"/v1/{path}"]["post"]["responses"].values()
        if "Location" in answer.get("headers", {})
    ]
    assert answer["headers"]["Location"]["description"] == f"The path of the new {thing}."


def test_no_long_part_of_a_schema_is_repeated() -> None:
    """What several schemas have in common is a component, so that the document does not grow with each operation."""

    def parts(value: Any) -> Iterator[bytes]:
        if isinstance(value, dict | list):
            yield orjson.dumps(value)
            for each in value.values() if isinstance(value, dict) else value:
                yield from parts(each)

    models = [each for each in document()["components"]["schemas"].values() if "properties" not in each]
    fields = [
        field for each in document()["components"]["schemas"].values() for field in each.get("properties", {}).values()
    ]
    often = Counter(part for each in [*models, *fields] for part in parts(each))
    wasted = {
        part.decode()[:200]: (times - 1) * (len(part) - REFERENCE) for part, times in often.items() if len(part) >= LONG
    }
    assert [part for part, by in wasted.items() if by > WASTED] == []
