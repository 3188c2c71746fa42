"""The page itself: a few files, kept in memory. What there is to see, it asks for itself; only link previews differ."""

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

from litestar import Request, Response, get
from litestar.datastructures import State

from palissade.server.refused import Refused
from palissade.server.routes.previews import Preview, preview_of
from palissade.server.routes.visitor import TheVisitor, TheWorker

FOLDER = Path(__file__).parent.parent / "page"  # where the web app is built to
NOT_BUILT = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Palissade</title>
<h1>Palissade</h1><p>The page has not been built yet: run <code>make web</code>.</p></html>"""
MIME = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
HEAD = b"</head>"
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

    def is_document(self, file: File) -> bool:
        """Whether it is the one document of the web app, whatever page it shows."""
        return file is self._index

    def board_of(self, game: str) -> str | None:
        """The little board by which a game is known on the shelf, as SVG; None if the page has none."""
        name = re.compile(rf"assets/{re.escape(game)}-light-[\w-]{{8}}\.svg")
        return next((file.content.decode() for path, file in self._files.items() if name.fullmatch(path)), None)


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
async def page(
    request: Request[None, None, State], state: State, worker: TheWorker, visitor: TheVisitor
) -> Response[bytes]:
    """The web app."""
    pages: Page = state.page
    file = pages.find(request.url.path.lstrip("/"))
    if pages.is_document(file) and (preview := await preview_of(request, worker, visitor)):
        return _document(file, preview, request)
    headers = {"cache-control": file.keep, "etag": file.tag, "vary": "accept-encoding"}
    if file.tag and request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers)
    if file.small and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.small, media_type=file.kind, headers={**headers, "content-encoding": "gzip"})
    return Response(file.content, media_type=file.kind, headers=headers)


PAGES = [page]


def _document(file: File, preview: Preview, request: Request[None, None, State]) -> Response[bytes]:
    """The document with its preview in it, which depends on the reader's language and on the name we are called by."""
    content = file.content.replace(HEAD, preview.tags().encode() + HEAD, 1)
    tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    headers = {"cache-control": "no-cache", "etag": tag, "vary": "accept-language, cookie, host"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    return Response(content, media_type=file.kind, headers=headers)
