"""The client as a stranger gets it: packed, installed into an empty folder, and programs compiled against it."""

import re
from pathlib import Path
from shutil import copy, copytree, ignore_patterns
from typing import Any, Final

import orjson

from tests.clients.made import ROOT
from tests.node.tools import PACKAGES, PROGRAMS, NodeTools

CLIENT: Final = ROOT / "clients" / "typescript"
README: Final = (CLIENT / "README.md").read_text(encoding="utf-8")
TRIED: Final = Path(__file__).with_name("programs")
NPM: Final = PROGRAMS.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
STRICT: Final = {
    "strict": True,
    "exactOptionalPropertyTypes": True,
    "noImplicitReturns": True,
    "noUncheckedIndexedAccess": True,
    "noUnusedLocals": True,
    "module": "nodenext",
    "target": "es2023",
    "lib": ["es2023"],
    "types": ["node"],
    "typeRoots": [str(PACKAGES / "@types")],
    "outDir": "made",
}


class Packed:
    """A folder with nothing but the packed client, its one dependency, and programs that were compiled against it."""

    def __init__(self, node_tools: NodeTools, folder: Path) -> None:
        self.folder = folder / "empty"
        self._tools = node_tools
        self._apart = folder
        finished = folder / "finished"
        if not finished.exists():
            self._make()
            finished.touch()
        (self.tarball,) = folder.glob("umpire-client-*.tgz")

    def run(self, program: str, *words: str) -> str:
        """Run a compiled program, and return what it printed."""
        return self._tools.run(self.folder / "made" / f"{program}.js", *words, folder=self.folder)

    def run_readme(self, address: str) -> str:
        """Run the README's programs as they stand: Node leaves their types out."""
        return self._tools.run(self.folder / "readme.ts", address, folder=self.folder)

    def ask(self, program: str, *words: str) -> Any:
        """Run a compiled program, and return the JSON that it printed."""
        return orjson.loads(self.run(program, *words))

    def _make(self) -> None:
        """Pack the client and its dependency, install them without a registry, and compile the programs."""
        source = self._apart / "source"
        copytree(CLIENT, source, ignore=ignore_patterns("node_modules", "dist"))
        (source / "node_modules").symlink_to(PACKAGES)
        self._npm("pack", "--pack-destination", self._apart, folder=source)
        parser = PACKAGES / "eventsource-parser"
        self._npm("pack", "--ignore-scripts", "--pack-destination", self._apart, folder=parser)
        self.folder.mkdir()
        (self.folder / "package.json").write_text('{"private": true, "type": "module"}')
        self._npm("install", "--offline", *self._apart.glob("*.tgz"), folder=self.folder)
        self._compile()

    def _compile(self) -> None:
        (self.folder / "readme.ts").write_text(readme_program(), encoding="utf-8")
        for program in TRIED.glob("*.ts"):
            copy(program, self.folder)
        written = orjson.dumps({"compilerOptions": STRICT, "include": ["*.ts"]})
        (self.folder / "tsconfig.json").write_bytes(written)
        self._tools.run(self._tools.bin("tsc"), "--project", self.folder / "tsconfig.json")

    def _npm(self, *words: str | Path, folder: Path) -> None:
        quietly = {"npm_config_audit": "false", "npm_config_fund": "false"}
        self._tools.run(NPM, *words, folder=folder, more=quietly)


def readme_program() -> str:
    """Return the README's programs as one, which takes the address of a service as its argument."""
    blocks: list[str] = re.findall(r"```ts\n(.*?)```", README, re.DOTALL)
    return "\n".join(blocks).replace('"http://127.0.0.1:8000"', "process.argv[2]!")


def told(value: Any) -> str:
    """Write a value as JSON, to be an argument of a program."""
    return orjson.dumps(value).decode()
