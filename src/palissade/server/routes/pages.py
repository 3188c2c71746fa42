"""The page itself: a few files, kept in memory, the same for everybody. What there is to see, it asks for itself."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from litestar import Request, Response, get
from litestar.datastructures import State

from palissade.server.refused import Refused

FOLDER = Path(__file__).parent.parent / "page"  # where the web app is built to
NOT_BUILT = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Palissade</title>
<h1>Palissade</h1><p>The page has not been built yet: run <code>make web</code>.</p></html>"""
MIME = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
FOR_EVER = "public, max-age=31536000, immutable"  # a file whose name has a digest of it


@dataclass(frozen=True)
class File:
    content: bytes
    small: bytes | None  # the same, compressed
    kind: str
    tag: str
    keep: str


class Page:
    """The files of the page by their path."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._files = {path.relative_to(folder).as_posix(): _file(path, folder) for path in _paths(folder)}
        self._index = self._files.get("index.html") or File(NOT_BUILT, None, "text/html", "", "no-cache")

    def find(self, path: str) -> File:
        """The file of this path; a path of a page gives the page, a file that is not there nothing."""
        if path in self._files:
            return self._files[path]
        if "." in path.rpartition("/")[2] or path.startswith(("api/", "assets/")):
            raise Refused("not-found", status=404)
        return self._index


def _paths(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and path.name[0] != "."] if folder.is_dir() else []


def _file(path: Path, folder: Path) -> File:
    content = path.read_bytes()
    kind = MIME.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if kind == "image/svg+xml":
        kind += "; charset=utf-8"  # which Litestar adds to every text
    small = gzip.compress(content, 9, mtime=0) if not kind.startswith(("font/", "image/png")) else None
    is_digested = path.relative_to(folder).parts[0] == "assets"
    tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    return File(content, small, kind, tag, FOR_EVER if is_digested else "no-cache")


@get(["/", "/{path:path}"], include_in_schema=False, is_compressed=True)  # already, where that helps
async def page(request: Request[None, None, State], state: State) -> Response[bytes]:
    """The web app."""
    pages: Page = state.page
    file = pages.find(request.url.path.lstrip("/"))
    headers = {"cache-control": file.keep, "etag": file.tag, "vary": "accept-encoding"}
    if file.tag and request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers)
    if file.small and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.small, media_type=file.kind, headers={**headers, "content-encoding": "gzip"})
    return Response(file.content, media_type=file.kind, headers=headers)


PAGES = [page]
