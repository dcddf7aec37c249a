"""The verifiers as they are published: each one file, to be kept and used without this service."""

import ast
from pathlib import Path
from typing import Final

from service.encounters.verifier import announcement_checks, cards, comparing, curve, verify, words

FOLDER: Final = Path(__file__).parent
PARTS: Final = (curve, words, announcement_checks, comparing, cards, verify)
JAVASCRIPT: Final = "verify.mjs"
PYTHON: Final = "verify.py"
VECTORS: Final = "vectors.json"
LOGS: Final = "logs"
SHEBANG: Final = "#!/usr/bin/env python3"
BROKEN: Final = "broken"
BROKEN_INDEX: Final = "broken.json"


def names() -> tuple[str, ...]:
    """Return the names of everything that is published: both verifiers, test vectors, logs that hold and broken ones.

    The list of the broken logs says what was done to each, with what options it is checked, and what has to be found.
    """
    logs = [f"{each}/{path.name}" for each in (LOGS, BROKEN) for path in sorted((FOLDER / each).iterdir())]
    return (PYTHON, JAVASCRIPT, VECTORS, BROKEN_INDEX, *logs)


def text_of(name: str) -> str:
    """Return the text of what is published by a name."""
    return python() if name == PYTHON else (FOLDER / name).read_text(encoding="utf-8")


def python() -> str:
    """Return the verifier in Python: its modules in one file, without the imports of each other."""
    plain: set[str] = set()
    named: dict[str, set[str]] = {}
    bodies = []
    for part in PARTS:
        text = Path(str(part.__file__)).read_text(encoding="utf-8")
        imports = [each for each in ast.parse(text).body if isinstance(each, ast.Import | ast.ImportFrom)]
        for each in imports:
            if isinstance(each, ast.Import):
                plain.update([f"import {alias.name}" for alias in each.names])
            elif each.module is not None and not each.module.startswith("service."):
                named.setdefault(each.module, set()).update([alias.name for alias in each.names])
        after = max([each.end_lineno or each.lineno for each in imports])
        bodies.append("\n".join(text.splitlines()[after:]).strip())
    froms = [f"from {module} import {', '.join(sorted(names, key=_order))}" for module, names in sorted(named.items())]
    head = "\n".join([*sorted(plain), *froms])
    return "\n\n\n".join([f'{SHEBANG}\n"""{verify.__doc__}"""\n\n{head}\n\n{bodies[0]}', *bodies[1:]]) + "\n"


def _order(name: str) -> tuple[bool, str]:
    """Sort constants and classes before functions, as the linter does."""
    return name[0].islower(), name
