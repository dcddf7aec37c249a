"""The assets of the pages: each has its hash in its address, so that caches need never ask again."""

from collections.abc import Mapping
from functools import partial
from hashlib import file_digest
from pathlib import Path
from typing import Final

from service.api.http.served import FOREVER, Document

FOLDER: Final = Path(__file__).with_name("assets")
ICON: Final = "favicon.svg"
MEDIA_TYPES: Final = {
    ".css": b"text/css; charset=utf-8",
    ".js": b"text/javascript; charset=utf-8",
    ".svg": b"image/svg+xml",
}


class Assets:
    """The scripts, style sheets and pictures of a folder."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """Hash the files."""
        self._files = {path.name: path for path in sorted(folder.iterdir()) if path.suffix in MEDIA_TYPES}
        self._addresses = {name: _address(path) for name, path in self._files.items()}

    def __getitem__(self, name: str) -> str:
        """Return the address of a file by its name in the folder."""
        return self._addresses[name]

    def text(self, name: str) -> str:
        """Return the text of a file."""
        return self._files[name].read_text(encoding="utf-8")

    def documents(self) -> Mapping[str, Document]:
        """Return the documents by address."""
        return {
            self._addresses[name]: Document(partial(path.read_bytes), MEDIA_TYPES[path.suffix], cache=FOREVER)
            for name, path in self._files.items()
        }

    def icon(self) -> Document:
        """Return the document at /favicon.ico, where browsers look without being told."""
        return Document(self._files[ICON].read_bytes, MEDIA_TYPES[".svg"])


def _address(path: Path) -> str:
    with path.open("rb") as file:  # read in parts: the largest has 4 MiB
        digest = file_digest(file, "sha256").hexdigest()[:12]
    return f"/assets/{path.stem}.{digest}{path.suffix}"
