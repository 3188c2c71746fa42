"""One table for the host: everything that is kept of it, played through."""

from dataclasses import replace

from palissade.errors import PalissadeError
from palissade.match import SPECTATOR
from palissade.scene import Scene
from palissade.server import events
from palissade.server.admin.opening import CATALOGUE
from palissade.server.events import Happened
from palissade.server.identity.tokens import SeatKeys
from palissade.server.store.database import Database
from palissade.server.store.heartbeat import outages_kept
from palissade.server.store.rows import Kept
from palissade.server.store.tables import Tables
from palissade.server.tables.clocks import Outages
from palissade.server.tables.table import Table


class NoSuchTable(PalissadeError):
    def __init__(self, id_: str) -> None:
        super().__init__(CATALOGUE.message("no-such-table", table=id_[:60]))


def load(database: Database, id_: str) -> Kept:
    kept = Tables(database).load(id_)
    if kept is None:
        raise NoSuchTable(id_)
    return kept


def play_through(database: Database, kept: Kept) -> tuple[Table, list[Happened]]:
    """The table as its events made it, and the events."""
    table = Table.from_kept(kept, Outages(outages_kept(database)))
    return table, [Happened(row.number, row.at, events.read(row.event)) for row in kept.events]


def scene(table: Table, *, secrets: bool) -> Scene:
    """The table as somebody who watches sees it; with secrets, all that lies on it face up."""
    view = table.match.view(SPECTATOR)
    return replace(view, position=table.match.position).scene() if secrets else view.scene()


def links(database: Database, table: Table) -> list[str]:
    """The secret links of the seats that wait for a friend."""
    keys = SeatKeys(database.secret("seats"))
    return [keys.link(table.id, seat, taking) for seat, taking in table.kept_for_friends()]
