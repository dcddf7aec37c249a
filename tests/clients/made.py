"""What `make clients` writes: types of the contract, and scripts of the console that are made of published packages.

Nothing of it is edited by hand. `tests/clients/typescript/test_made.py` makes all of it again and compares.
"""

import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import orjson

from tests.node.tools import PACKAGES, NodeTools

ROOT: Final = Path(__file__).resolve().parents[2]
DOCUMENT: Final = ROOT / "openapi.yaml"
SOURCE: Final = "clients/typescript/src"
VENDOR: Final = "service/api/console/vendor"
FLAGS: Final = ("--root-types", "--root-types-no-schema-prefix", "--default-non-nullable=false")
"""With the last one a field that has a default need not be sent; request fields have none today, others may one day."""
LICENCES: Final = ("eventsource-parser", "htm", "lean-qr", "preact")

Maker = Callable[[NodeTools], str]


def schema(node_tools: NodeTools) -> str:
    """Return the types of the contract for TypeScript."""
    with TemporaryDirectory() as folder:
        written = Path(folder) / "schema.d.ts"
        node_tools.run(node_tools.bin("openapi-typescript"), DOCUMENT, "-o", written, *FLAGS)
        return written.read_text(encoding="utf-8")


def contract(_: NodeTools) -> str:
    """Return the module that says which contract the client was made from."""
    document = DOCUMENT.read_bytes()
    found = re.search(rb"^  version: (\S+)$", document, re.MULTILINE)
    assert found, "openapi.yaml names no version"
    told = f'{{ version: "{found[1].decode()}", sha256: "{sha256(document).hexdigest()}" }}'
    return f"// Made by `make clients` from openapi.yaml.\nexport const CONTRACT = {told} as const;\n"


def client(node_tools: NodeTools) -> str:
    """Return the TypeScript client with its parser of event streams as one module."""
    parser = f"eventsource-parser {version_of('eventsource-parser')}, Copyright (c) 2026 Espen Hovlandsdal, MIT License"
    about = f"The client of clients/typescript, with {parser}: eventsource-parser.LICENSE. Made by `make clients`."
    return bundled(node_tools, ROOT / SOURCE / "index.ts", about)


def preact(node_tools: NodeTools) -> str:
    """Return Preact, its hooks, and htm bound to it as one module."""
    by = f"Preact {version_of('preact')} with its hooks, Copyright (c) 2015-present Jason Miller, MIT License"
    htm = f"htm {version_of('htm')}, Copyright 2018 Google Inc., Apache License 2.0"
    about = f"{by}: preact.LICENSE. {htm}: htm.LICENSE. Made by `make clients`."
    return bundled(node_tools, Path(__file__).with_name("preact.entry.js"), about)


def qr(node_tools: NodeTools) -> str:
    """Return the encoder of QR codes as one module."""
    about = f"lean-qr {version_of('lean-qr')}, Copyright (c) 2021-2025 David Evans, MIT License: lean-qr.LICENSE."
    return bundled(node_tools, Path(__file__).with_name("qr.entry.js"), f"{about} Made by `make clients`.")


def licence(package: str) -> Maker:
    """Return what reads the licence of a package that is part of a bundle."""
    return lambda _: (PACKAGES / package / "LICENSE").read_text(encoding="utf-8")


def bundled(node_tools: NodeTools, entry: Path, about: str) -> str:
    """Bundle a module with everything that it imports, minified, under a line that says what it is."""
    return f"/* {about} */\n{node_tools.run('bundle.mjs', entry)}"


def version_of(package: str) -> str:
    """Return the version of a package that is installed for the tests."""
    told: str = orjson.loads((PACKAGES / package / "package.json").read_bytes())["version"]
    return told


MADE: Final[Mapping[str, Maker]] = {
    f"{SOURCE}/schema.d.ts": schema,
    f"{SOURCE}/contract.ts": contract,
    f"{VENDOR}/umpire.js": client,
    f"{VENDOR}/preact.js": preact,
    f"{VENDOR}/qr.js": qr,
    **{f"{VENDOR}/{package}.LICENSE": licence(package) for package in LICENCES},
}
"""What is made, by its path in the project, in the order of making: bundles contain what is above them."""


def write(node_tools: NodeTools) -> None:
    """Write everything that is made."""
    for name, made in MADE.items():
        (ROOT / name).write_text(made(node_tools), encoding="utf-8")
