"""The console: the page at /play, and the modules and style sheets that it is made of."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Final

from service.api.documents.assets import MEDIA_TYPES, Assets
from service.api.http.served import FOREVER, Document

FOLDER: Final = Path(__file__).parents[1] / "console"
PAGE: Final = "index.html"
MAIN: Final = "main.js"
IMPORTED: Final = re.compile(r'^import [^;]*?from "(\.[^"]+)";$', re.MULTILINE)
"""An import by a statement, in the form that all modules of the console have."""
COMMENT: Final = re.compile(
    r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n|/\*\* @\w+ (?:(?!\*/).)*\*/ ?|^[ \t]*// .*?\n", re.MULTILINE | re.DOTALL
)
"""What modules say to those who read and check them, and a browser need not be sent."""
VENDORED: Final = "vendor/"
SHARED: Final = ("favicon.svg", "theme.css")
"""The assets of all pages that the console's page names as if they were in its folder."""
DIRECTIVES: Final = (
    b"default-src 'none'",
    b"script-src 'self'",
    b"style-src 'self'",
    b"connect-src 'self'",
    b"img-src 'self' data:",
    b"base-uri 'none'",
    b"form-action 'none'",
    b"frame-ancestors 'none'",
)
HEADERS: Final = [(b"content-security-policy", b"; ".join(DIRECTIVES)), (b"referrer-policy", b"no-referrer")]
"""Nothing but the console's own files and this service: no inline script or style, no other host."""


def sent(name: str, path: Path) -> bytes:
    """Return a file as it is sent: own modules without their comments, all else as it is."""
    if path.suffix != ".js" or name.startswith(VENDORED):
        return path.read_bytes()
    return COMMENT.sub("", path.read_text(encoding="utf-8")).encode()


class Console:
    """The files of the console's folder.

    The modules import each other by their places, so the whole folder has one address, with the hash of all that is in
    it: caches need never ask again.
    """

    def __init__(self, assets: Assets, folder: Path = FOLDER) -> None:
        """Find the files; `assets` has the icon and the colours of all pages."""
        self._assets = assets
        self._page = folder / PAGE
        found = sorted(path for path in folder.rglob("*") if path.suffix in MEDIA_TYPES)
        self._files = {path.relative_to(folder).as_posix(): path for path in found}

    @cached_property
    def address(self) -> str:
        """The address of the folder."""
        digest = sha256()
        for name, path in self._files.items():
            digest.update(name.encode() + b"\0" + path.read_bytes())
        return f"/assets/console.{digest.hexdigest()[:12]}"

    def page(self) -> Document:
        """Return the page at /play."""
        return Document(self._written, headers=HEADERS)

    def documents(self) -> Mapping[str, Document]:
        """Return the other documents by address."""
        return {
            f"{self.address}/{name}": Document(partial(sent, name, path), MEDIA_TYPES[path.suffix], cache=FOREVER)
            for name, path in self._files.items()
        }

    def _written(self) -> str:
        """Write the page: with the addresses of the modules that it begins with, which a browser asks for at once."""
        html = self._page.read_text(encoding="utf-8")
        for name in SHARED:
            html = html.replace(f"./{name}", self._assets[name])
        html = html.replace('"./', f'"{self.address}/')
        return html.replace("</head>", f"{''.join(self._links())}</head>")

    def _links(self) -> Iterator[str]:
        for name in self._imported_by(MAIN, {}):
            yield f'<link rel="modulepreload" href="{self.address}/{name}">\n'

    def _imported_by(self, name: str, known: dict[str, None]) -> Iterable[str]:
        """Return a module and all that it imports by a statement; what is imported while it runs is left out."""
        known[name] = None
        for path in IMPORTED.findall(self._files[name].read_text(encoding="utf-8")):
            other = normpath(PurePosixPath(name).parent / path)
            if other not in known:
                self._imported_by(other, known)
        return known
