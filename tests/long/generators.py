"""Seven generators of clients: each makes one of the contract, the code is checked, and calls the README's attack.

Six are long tests of `tests/contract`, too. The seventh, ariadne-codegen, needs other releases of ruff and graphql-core
than this project has, so it gets an environment of its own, from the package index of this machine's pip.
"""

import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import httpx

from service.store.private.server import PrivateStore
from tests.architecture.source import ROOT
from tests.encounters.live import Service
from tests.patience import PATIENCE

ARIADNE: Final = "ariadne-codegen==0.19.0"
SETTINGS: Final = """\
[tool.ariadne-codegen]
schema_path = "{schema}"
queries_path = "{queries}"
target_package_name = "umpire_graphql"
[tool.mypy]
strict = true
[[tool.mypy.overrides]]
module = "umpire_graphql.async_base_client"
ignore_errors = true
"""
"""The base client is a file of the tool's own, copied as it is; what is made of the schema is checked strictly."""
PROGRAM: Final = """\
import asyncio
import sys

from umpire_graphql import Client
from umpire_graphql.attack import AttackOpposedResolveAttackOpposedResolveAttackAnswer
from umpire_graphql.input_types import DiceSourceInput, OpposedAttackInput

ASH = {"id": "Ash", "manualDexterity": 18, "weapon": {"baseChance": 45, "rank": 6, "damageModifier": 4}}
ORC = {"id": "Orc", "agility": 13, "perception": 8, "fatigue": 15, "endurance": 20, "armourEn": 1}


async def main() -> None:
    attack = OpposedAttackInput.model_validate({"attacker": ASH, "defender": ORC})
    dice = DiceSourceInput.model_validate({"supplied": {"faces": [15, 60, 8]}})
    async with Client(url=sys.argv[1] + "/graphql") as client:
        answer = (await client.attack(input=attack, dice=dice)).opposed_resolve_attack
    assert isinstance(answer, AttackOpposedResolveAttackOpposedResolveAttackAnswer), answer
    print([step.text for step in answer.steps])


asyncio.run(main())
"""


def main(_: Sequence[float]) -> int:
    """Run the tests of six, then the seventh; return the exit status of the worst."""
    six = [sys.executable, "-m", "pytest", "-q", "-n", "0", "--no-cov", "tests/contract/test_generators.py"]
    worst = subprocess.run(six, cwd=ROOT, check=False).returncode
    with PrivateStore() as store, TemporaryDirectory() as folder:
        service = Service(store.url)
        try:
            return max(worst, _ariadne(Path(folder), f"http://127.0.0.1:{service.port}"))
        finally:
            service.stop()


def _ariadne(folder: Path, address: str) -> int:
    """Generate a client of the GraphQL schema, check it and its use by mypy, and have it attack.

    The generated client waits five seconds for an answer, so GraphQL is loaded before by another question.
    """
    httpx.post(f"{address}/graphql", json={"query": "{ __typename }"}, timeout=PATIENCE, trust_env=False)
    venv.create(folder / "made", with_pip=True)
    made = folder / "made" / "bin" / "python"
    told = {
        "schema": ROOT / "api_schema" / "schema.graphql",
        "queries": ROOT / "tests" / "contract" / "clients" / "attack.graphql",
    }
    (folder / "pyproject.toml").write_text(SETTINGS.format(**told), encoding="utf-8")
    (folder / "program.py").write_text(PROGRAM, encoding="utf-8")
    commands: Sequence[Sequence[str | Path]] = (
        [made, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", ARIADNE],
        [made.with_name("ariadne-codegen")],
        [sys.executable, "-m", "mypy", "--python-executable", made, "program.py"],
        [made, "program.py", address],
    )
    for command in commands:
        if (status := subprocess.run(command, cwd=folder, check=False).returncode) != 0:
            print(f"FAILED: {' '.join(map(str, command))}")
            return status
    return 0
