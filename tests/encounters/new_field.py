"""Log entries with a field that the service does not have: four of its modules are changed as they are imported."""

import sys
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from typing import TYPE_CHECKING, Final

import orjson

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType

CHANGES: Final = {
    "service.encounters.log": ("    forked_from: Public[Any] = None\n", "    weather: Public[str | None] = None\n"),
    "service.encounters.versions": ("ENDED, opened=opened.value, ", 'weather="fair", '),
    "service.operations.encounters.answers": (
        '"Whether a secret act is announced, if the entry announces one.")]\n    forked_from: ForkedFrom\n',
        '    weather: Annotated[str | None, Field(description="The weather.")]\n',
    ),
    "service.operations.encounters.trust.replay": ('return {"opened": possible, ', '"weather": "fair", '),
}
"""What is added to each module, after which of its words."""


class Changed(SourceFileLoader):
    """Loads a module with what is added to it."""

    def get_code(self, fullname: str) -> "CodeType":
        """Compile the changed source."""
        after, added = CHANGES[fullname]
        source = self.get_data(self.get_filename(fullname)).decode()
        assert source.count(after) == 1, (fullname, after)
        return compile(source.replace(after, after + added), self.path, "exec")


class Finder(MetaPathFinder):
    """Finds the modules that are changed."""

    def find_spec(self, fullname: str, path: "Sequence[str] | None", target: object = None) -> ModuleSpec | None:
        """Return the module as it is found otherwise, with another loader."""
        spec = PathFinder.find_spec(fullname, path) if fullname in CHANGES else None
        if spec is not None and spec.origin is not None:
            spec.loader = Changed(fullname, spec.origin)
        return spec


if __name__ == "__main__":
    sys.meta_path.insert(0, Finder())
    sys.stdout.buffer.write(orjson.dumps(import_module("tests.encounters.log_with_field").told()))
