"""What is generated in the client is what the contract says today."""

import re
import tomllib

import pytest

import umpire_client
from service.app import FAMILIES
from service.rules.kernel.family import Family
from tests.clients.python.generated import FOLDER, PACKAGE, generated
from tests.clients.python.models import has_type
from tests.published import document


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """The files as they are generated today."""
    return generated()


@pytest.mark.parametrize("name", ["types.py", "operations.py", "made_from.py", "async_client.py"])
def test_generated_files_are_up_to_date(texts: dict[str, str], name: str) -> None:
    """`make clients` would change nothing."""
    assert (PACKAGE / name).read_text(encoding="utf-8") == texts[name]


def test_every_model_has_a_type(texts: dict[str, str]) -> None:
    """No model of the contract is left out, and none is there twice."""
    made = re.findall(r"^(?:class (\w+)\(TypedDict[,)]|(\w+): TypeAlias)", texts["types.py"], re.MULTILINE)
    models = [name for name, schema in document()["components"]["schemas"].items() if has_type(schema)]
    assert sorted(first or second for first, second in made) == sorted(models)


@pytest.mark.parametrize("family", [family for family in FAMILIES if family.play], ids=lambda family: family.name)
@pytest.mark.parametrize("begin", ["", "Async"])
def test_every_move_has_its_outcome(texts: dict[str, str], family: Family, begin: str) -> None:
    """What a family's encounters play has an overload with an outcome of its own, to be acted and to be previewed."""
    for kind in ("Act", "Preview"):
        name = f"{begin}{family.name.capitalize()}{kind}"
        _, _, written = texts["operations.py"].partition(f"class {name}(Protocol):")
        written = written.partition("\nclass ")[0]
        said = re.findall(r'procedure: Literal\["([^"]+)"\].+?-> types\.\w+\[types\.(\w+)\]', written, re.DOTALL)
        assert family.play is not None
        assert {move.procedure for move in family.play.moves} <= {procedure for procedure, _ in said}
        assert all(outcome.startswith(family.name.capitalize()) for _, outcome in said)


def test_every_operation_without_storage_can_be_called(texts: dict[str, str]) -> None:
    """Whatever is posted to a fixed path, or read, has an overload; what creates something may have a method."""
    paths = document()["paths"]
    posts = {path for path in paths if "post" in paths[path] and "{" not in path}
    reads = {path for path in paths if "get" in paths[path] and not path.endswith("/stream")}
    named = set(re.findall(r'(?:operation|path): Literal\["([^"]+)"\]', texts["operations.py"]))
    calls = {path.removeprefix("/v1/").removesuffix("/odds") for path in posts}
    assert calls | reads == named | {"encounters", "listings", "campaigns", "tickets"}


def test_the_version_is_that_of_the_contract() -> None:
    """Major and minor of the package are those of the contract, everywhere that they are said."""
    project = tomllib.loads((FOLDER / "pyproject.toml").read_text())["project"]
    assert project["version"] == umpire_client.__version__
    assert umpire_client.CONTRACT["version"] == document()["info"]["version"]
    assert project["version"].rpartition(".")[0] == document()["info"]["version"].rpartition(".")[0]


def test_the_licence_is_that_of_the_project() -> None:
    """The package brings the licence of the project."""
    assert (FOLDER / "LICENSE").read_bytes() == (FOLDER.parents[1] / "LICENSE").read_bytes()
