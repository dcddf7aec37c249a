"""Generators of clients make every operation from the contract, their code compiles strictly, and it makes an attack.

The attack is the README's; `clients/` has the programs that call it through what is generated.
"""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copy
from typing import Any, Final

import orjson
import pytest

from service.app import registry
from tests.contract.address import ADDRESS
from tests.contract.test_guides import README
from tests.node.tools import PACKAGES, NodeTools
from tests.patience import PATIENCE
from tests.published import document
from tests.rings import long

pytestmark = long

ROOT: Final = Path(__file__).resolve().parents[2]
PROGRAMS: Final = Path(__file__).resolve().parent / "clients"
BODY: Final = README.block("sh", "cat > request.json").split("<<'EOF'\n", 1)[1].split("EOF\n", 1)[0]
CLIENT_README: Final = (ROOT / "clients" / "typescript" / "README.md").read_text(encoding="utf-8")
CODEGEN: Final = re.findall(r"```json\n(.*?)```", CLIENT_README, re.DOTALL)[-1]
SENTENCES: Final = README.block("text", "Ash struck").strip().splitlines()
DOCUMENT: Final[dict[str, Any]] = document()
OPERATIONS: Final = {each["operationId"] for methods in DOCUMENT["paths"].values() for each in methods.values()}
STRICT: Final = {
    "strict": True,
    "exactOptionalPropertyTypes": True,
    "noImplicitReturns": True,
    "noUncheckedIndexedAccess": True,
    "noUnusedLocals": True,
    "module": "nodenext",
    "target": "es2023",
    "lib": ["es2023", "dom", "dom.iterable"],
    "types": ["node"],
    "outDir": "made",
}
REQUEST: Final = "OpposedResolveAttackRequest"
TYPES: Final = {"orval.ts": "./orval/umpire.js", "types.ts": "./schema.js", "sdk.ts": "./sdk/types.gen.js"}
"""Where a program's types of REST are."""
CLIENT_PROGRAM: Final = f"""
import json, sys
from umpire_client import Client
from umpire_client.api.opposed import opposed_resolve_attack
from umpire_client.models import OpposedResolveAttackAnswer, OpposedResolveAttackRequest

body = OpposedResolveAttackRequest.from_dict(json.loads('''{BODY}'''))
answer = opposed_resolve_attack.sync(client=Client(base_url=sys.argv[1]), body=body)
assert isinstance(answer, OpposedResolveAttackAnswer)
print(json.dumps([step.text for step in answer.steps]))
"""
DICTIONARIES_PROGRAM: Final = f"""
import json, sys, urllib.request
from umpire_types import OpposedResolveAttackAnswer, OpposedResolveAttackRequest

body: OpposedResolveAttackRequest = {BODY}
request = urllib.request.Request(sys.argv[1] + "/v1/opposed/resolve-attack", json.dumps(body).encode())
request.add_header("content-type", "application/json")
with urllib.request.urlopen(request) as reply:
    answer: OpposedResolveAttackAnswer = json.load(reply)
print(json.dumps([step["text"] for step in answer["steps"]]))
"""

Compile = Callable[[str, dict[str, Any]], Any]


@pytest.fixture
def run_strictly(node_tools: NodeTools, tmp_path: Path) -> Compile:
    """Compile a program of `clients/` with some options, run it against the service, and read what it printed."""
    (tmp_path / "node_modules").symlink_to(PACKAGES)
    (tmp_path / "package.json").write_text('{"type": "module"}')

    def run(program: str, options: dict[str, Any]) -> Any:
        copy(PROGRAMS / program, tmp_path)
        if program in TYPES:
            source = f'import type {{ {REQUEST} }} from "{TYPES[program]}";\nexport const body: {REQUEST} = {BODY};\n'
            (tmp_path / "body.ts").write_text(source)
        written = orjson.dumps({"compilerOptions": {**STRICT, **options}, "include": ["*.ts"]})
        (tmp_path / "tsconfig.json").write_bytes(written)
        node_tools.run(node_tools.bin("tsc"), "--project", tmp_path / "tsconfig.json")
        return orjson.loads(node_tools.run(tmp_path / "made" / f"{Path(program).stem}.js", ADDRESS, folder=tmp_path))

    return run


def python(*words: str, folder: Path) -> str:
    """Run Python with some words, and return what it printed; it must end well."""
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_document_has_every_operation() -> None:
    """What the generators are compared with is what the service offers."""
    assert {operation.snake_name for operation in registry()} < OPERATIONS


def test_openapi_typescript(node_tools: NodeTools, run_strictly: Compile, tmp_path: Path) -> None:
    """openapi-typescript needs no flag: the README's body fits its types under the strictest settings."""
    names = ("--root-types", "--root-types-no-schema-prefix")
    node_tools.run(node_tools.bin("openapi-typescript"), ROOT / "openapi.yaml", "-o", tmp_path / "schema.d.ts", *names)
    made = (tmp_path / "schema.d.ts").read_text().split("export interface operations {", 1)[1]
    assert set(re.findall(r"^    (\w+): \{$", made, re.MULTILINE)) == OPERATIONS
    assert run_strictly("types.ts", {}) == SENTENCES


def test_openapi_ts(node_tools: NodeTools, run_strictly: Compile, tmp_path: Path) -> None:
    """@hey-api/openapi-ts makes a function of each operation; its own run-time code bears no exact optional fields."""
    (tmp_path / "config.json").write_bytes(
        orjson.dumps(
            {
                "input": str(ROOT / "openapi.yaml"),
                "output": {"path": str(tmp_path / "sdk"), "importFileExtension": ".js"},
                "plugins": ["@hey-api/client-fetch", "@hey-api/sdk"],
            }
        )
    )
    node_tools.run(node_tools.bin("openapi-ts"), "-f", tmp_path / "config.json", "--no-log-file", folder=tmp_path)
    made = re.findall(r"^export const (\w+) =", (tmp_path / "sdk" / "sdk.gen.ts").read_text(), re.MULTILINE)
    assert {name.lower() for name in made} == {name.replace("_", "") for name in OPERATIONS}
    assert run_strictly("sdk.ts", {"exactOptionalPropertyTypes": False}) == SENTENCES


def test_orval(node_tools: NodeTools, run_strictly: Compile, tmp_path: Path) -> None:
    """Orval makes a function of each operation, and answers by their status that `status` tells apart."""
    settings = {"target": "./orval/umpire.ts", "client": "fetch", "mode": "single", "baseUrl": ADDRESS}
    config = {"umpire": {"input": {"target": str(ROOT / "openapi.yaml")}, "output": settings}}
    (tmp_path / "orval.config.mjs").write_text(f"export default {orjson.dumps(config).decode()};")
    node_tools.run(node_tools.bin("orval"), "--config", "orval.config.mjs", folder=tmp_path)
    text = (tmp_path / "orval" / "umpire.ts").read_text()
    made = {name.lower() for name in re.findall(r"^export const (\w+) = async \(", text, re.MULTILINE)}
    assert made == {name.replace("_", "") for name in OPERATIONS}
    assert run_strictly("orval.ts", {"noUnusedLocals": False}) == SENTENCES


def test_graphql_codegen(node_tools: NodeTools, run_strictly: Compile, tmp_path: Path) -> None:
    """GraphQL Code Generator, set up by five lines of the client's README, types every scalar and every document."""
    (tmp_path / "api_schema").symlink_to(ROOT / "api_schema")
    (tmp_path / "src").mkdir()
    copy(PROGRAMS / "attack.graphql", tmp_path / "src")
    config = orjson.loads(CODEGEN)
    config["generates"]["schema.ts"] = {"plugins": ["typescript"]}
    (tmp_path / "codegen.json").write_bytes(orjson.dumps(config))
    node_tools.run(node_tools.bin("graphql-codegen"), "--config", "codegen.json", folder=tmp_path)
    (tmp_path / "src" / "documents.ts").rename(tmp_path / "documents.ts")
    made = (tmp_path / "schema.ts").read_text()
    roots = "".join(
        re.findall(r"^export type (?:Query|Mutation|Subscription) = \{\n(.*?)^\};", made, re.MULTILINE | re.DOTALL)
    )
    assert set(re.findall(r"^  (\w+): ", roots, re.MULTILINE)) - {"__typename"} == {
        each.camel_name for each in registry()
    }
    assert run_strictly("graphql.ts", {}) == SENTENCES
    assert len(CODEGEN.splitlines()) == 5


def test_openapi_python_client(tmp_path: Path) -> None:
    """openapi-python-client makes a module of each operation without a warning, and mypy finds no fault in its use."""
    (tmp_path / "config.yaml").write_text(
        "post_hooks: []\ncontent_type_overrides: {image/svg+xml: text/html, application/jsonl: text/plain}\n"
    )
    words = ("--path", str(ROOT / "openapi.yaml"), "--meta", "none", "--output-path", "umpire_client")
    generate = ("-m", "openapi_python_client", "generate", "--fail-on-warning", "--config", "config.yaml")
    python(*generate, *words, folder=tmp_path)
    made = {path.stem for path in (tmp_path / "umpire_client" / "api").glob("*/*.py")} - {"__init__"}
    assert made == OPERATIONS
    assert checked_and_run(CLIENT_PROGRAM, tmp_path) == SENTENCES


def test_datamodel_code_generator(tmp_path: Path) -> None:
    """datamodel-code-generator makes a typed dictionary of each model, and the README's body fits its type."""
    form = ("--output-model-type", "typing.TypedDict", "--target-python-version", "3.11", "--formatters", "builtin")
    words = ("--input", str(ROOT / "openapi.yaml"), "--input-file-type", "openapi", "--output", "umpire_types.py")
    python("-m", "datamodel_code_generator", *words, *form, folder=tmp_path)
    made = set(
        re.findall(r"^(?:class )?(\w+)(?:\(|: TypeAlias)", (tmp_path / "umpire_types.py").read_text(), re.MULTILINE)
    )
    models = {name for name, each in DOCUMENT["components"]["schemas"].items() if "properties" in each}
    assert models <= made
    assert checked_and_run(DICTIONARIES_PROGRAM, tmp_path) == SENTENCES


def checked_and_run(program: str, folder: Path) -> Any:
    """Check a program and what it imports by mypy, strictly; run it against the service, and read what it printed."""
    (folder / "program.py").write_text(program)
    (folder / "mypy.ini").write_text("[mypy]\nstrict = True\n")
    python("-m", "mypy", "--config-file", "mypy.ini", "program.py", folder=folder)
    return orjson.loads(python("program.py", ADDRESS, folder=folder))
