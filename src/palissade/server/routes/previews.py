"""Link previews: what a chat shows of an address that somebody sends (Open Graph, Twitter cards)."""

from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import quote

import msgspec
from litestar import Request

from palissade.game import Outcome
from palissade.messages import Language
from palissade.registry import GAMES, game
from palissade.server.identity.addresses import Forwarded
from palissade.server.pictures.words import CATALOGUE, TableInWords
from palissade.server.routes.visitor import Visitor
from palissade.server.worker import Worker

LOCALES: dict[Language, str] = {"en": "en_GB", "fr": "fr_FR"}
LONGEST_ID = 24


@dataclass(frozen=True)
class Preview:
    """A title, a sentence or two, and a picture."""

    title: str
    description: str
    address: str
    picture: str
    language: Language
    is_wide: bool = True  # or the picture is an icon

    def tags(self) -> str:
        """For the head of the document."""
        told = {
            "og:site_name": "Palissade",
            "og:type": "website",
            "og:locale": LOCALES[self.language],
            "og:title": self.title,
            "og:description": self.description,
            "og:url": self.address,
            "og:image": self.picture,
            **({"og:image:width": "1200", "og:image:height": "630"} if self.is_wide else {}),
        }
        card = "summary_large_image" if self.is_wide else "summary"
        lines = [f'<meta property="{name}" content="{escape(said)}" />' for name, said in told.items()]
        return "\n    ".join(["", *lines, f'<meta name="twitter:card" content="{card}" />', ""])


async def preview_of(request: Request[Any, Any, Any], worker: Worker, visitor: Visitor) -> Preview | None:
    """What to show of this address; None where there is nothing to tell."""
    origin, language = _origin(request, worker), visitor.language
    first, _, id_ = request.url.path.strip("/").partition("/")
    here = f"{origin}{quote(request.url.path)}"
    if not first:
        says = CATALOGUE.message("preview.shelf").say(language)
        return Preview("Palissade", says, here, f"{origin}/icon-512.png", language, is_wide=False)
    if first in ("games", "rules") and id_ in GAMES:
        known = GAMES[id_]
        sentence, title = known.catalogue.message("shelf.sentence").say(language), known.name
        if first == "rules":
            title = CATALOGUE.message("preview.rules", game=title).say(language)
            sentence = CATALOGUE.message("preview.rules.says", sentence=sentence).say(language)
        return Preview(title, sentence, here, f"{origin}/api/games/{id_}/picture.png?language={language}", language)
    if first == "table" and 0 < len(id_) <= LONGEST_ID:
        return await _of_table(id_, here, origin, worker, visitor)
    return None


async def _of_table(id_: str, here: str, origin: str, worker: Worker, visitor: Visitor) -> Preview | None:
    """Who reads so often is given the page all the same: it asks for what there is to see itself."""
    if worker.limits.spend("read", visitor.address):
        return None
    kept = await worker.in_thread(worker.store.find, id_)
    if kept is None:
        return None
    summary, language = kept.row.summary, visitor.language
    outcome = msgspec.convert(summary.outcome, Outcome | None)
    of_table = game(kept.row.game, **kept.row.options)
    told = TableInWords(of_table, kept.seats, kept.names, summary.status, outcome, language)
    picture = f"{origin}/api/tables/{quote(id_)}/picture.png?language={language}"
    # The number of the last event: what others keep of the picture is of this moment.
    return Preview(of_table.name, told.description, here, f"{picture}&at={kept.row.number}", language)


def _origin(request: Request[Any, Any, Any], worker: Worker) -> str:
    """By which name the reader has come; it has been checked to be ours."""
    client = request.scope["client"]
    came = Forwarded.of(
        request.scope["headers"],
        client[0] if client else "",
        request.scope["scheme"],
        trusts_proxies=worker.settings.trusts_proxies,
    )
    return f"{'https' if came.is_secure else 'http'}://{came.host}"
