"""What somebody at a table is shown: made for their seats from what these may know, and encoded once for all who see
the same.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import msgspec
from msgspec import UNSET, Raw, UnsetType

from palissade.game import Outcome
from palissade.match import SPECTATOR, View, reason_in_words
from palissade.messages import Language
from palissade.scene import Scene
from palissade.server.refused import CATALOGUE, Refused
from palissade.server.tables.decisions import Asker, ask_takeback, may_offer_draw, why_claim
from palissade.server.tables.listing import seat_now
from palissade.server.tables.table import Table
from palissade.server.wire.socket import Now, Offer

_encode = msgspec.json.Encoder().encode
RULED = ("resignation", "agreement", "time", "absence")  # how a table, not a rule, ends a game


@dataclass(frozen=True)
class Viewer:
    """From where somebody looks."""

    seats: frozenset[int]  # that are theirs; none for who watches
    depth: Literal["page", "program"] = "page"
    language: Language = "en"
    is_host: bool = False

    def seat(self, table: Table) -> int:
        """The seat whose view is shown. At one screen the mover's, where seats know different things."""
        if not self.seats:
            return SPECTATOR
        mover = table.mover
        if table.game.is_hidden and mover is not None and mover in self.seats:
            return mover
        return min(self.seats)


class TableViews:
    """Makes what is seen of a table, and remembers it until something happens."""

    def __init__(self, table: Table, is_absent: Callable[[int], bool]) -> None:
        self._table = table
        self._is_absent = is_absent  # whether the player of a seat has been away for too long
        self._scenes: dict[tuple[int, bool], Raw] = {}
        self._boards: dict[int, tuple[object, object]] = {}  # what those who look from a seat have of its board
        self._choices: Raw | None = None
        self._legal: list[str] | None = None

    def forget(self) -> None:
        """Something has happened."""
        self._scenes.clear()
        self._choices = self._legal = None

    def now(self, sight: Viewer, at: int, *, whole: bool, seats_changed: bool) -> Now:
        """Where the table stands; whole for who has just come, else only what may have changed."""
        table = self._table
        moves = table.mover is not None and table.mover in sight.seats
        scene: Raw | UnsetType = UNSET
        choices: Raw | UnsetType = UNSET
        legal: list[str] | UnsetType = UNSET
        if sight.depth == "page":
            scene = self.scene(sight.seat(table), whole=whole)
            if moves:
                choices = self.choices()
        elif moves:
            legal = self.legal()
        outcome = table.outcome
        return Now(
            status=table.status,
            ply=table.match.ply,
            mover=table.mover,
            outcome=outcome,
            reason=None if outcome is None else reason(table, outcome, sight.language),
            lasted=table.lasted,
            left=table.clocks.left(at),
            runs=table.clocks.runs,
            offer=offer_now(table),
            seats=[seat_now(seat, table.names, table.ratings) for seat in table.seats]
            if whole or seats_changed
            else UNSET,
            scene=scene,
            choices=choices,
            legal=legal,
            may=may(table, sight, Asker(sight.seats, at, self._is_absent)) if sight.depth == "page" else UNSET,
        )

    def scene(self, seat: int, *, whole: bool) -> Raw:
        if (seat, whole) not in self._scenes:
            scene = self._table.match.view(seat).scene()
            if self._table.outcome:
                scene = scene.at_rest()
            if not whole and self._has_board(seat, scene):
                scene = scene.without_board()
            self._boards[seat] = (scene.board, scene.spots) if scene.board else self._boards[seat]
            self._scenes[seat, whole] = Raw(_encode(scene))
        return self._scenes[seat, whole]

    def _has_board(self, seat: int, scene: Scene) -> bool:
        """Whether all who look from this seat have this very board already."""
        return self._boards.get(seat) == (scene.board, scene.spots)

    def choices(self) -> Raw:
        """The mover's choices as a tree of picks: {pick: {pick: action}}."""
        if self._choices is None:
            view = self._mover_view()
            tree: dict[str, object] = {}
            for text, picks in zip(view.legal(), view.picks().values(), strict=True):
                branch = tree
                for pick in picks[:-1]:
                    branch = branch.setdefault(pick, {})  # type: ignore[assignment]
                branch[picks[-1]] = text
            self._choices = Raw(_encode(tree))
        return self._choices

    def legal(self) -> list[str]:
        if self._legal is None:
            self._legal = self._table.match.legal()
        return self._legal

    def _mover_view(self) -> View:
        match = self._table.match
        return match.view(SPECTATOR if match.mover is None else match.mover)


def reason(table: Table, outcome: Outcome, language: Language) -> str:
    """Why it is over, as a sentence."""
    if outcome.reason in RULED:
        return CATALOGUE.message(f"outcome.{outcome.reason}").say(language)
    return reason_in_words(table.game, outcome).say(language)


def offer_now(table: Table) -> Offer | None:
    offer = table.offer
    if offer is None:
        return None
    kind: Literal["draw", "takeback"] = "draw" if offer.kind == "draw" else "takeback"
    return Offer(kind, offer.seat, sorted(offer.waits_for), offer.ply)


def may(table: Table, sight: Viewer, asker: Asker) -> list[str]:
    """What else than an action somebody may do now."""
    if table.status == "open":
        return ["put-away"] if sight.is_host else []
    if not sight.seats:
        return []
    if table.status == "over":
        return [] if table.is_closed else ["rematch"]
    found = ["resign"]
    found += (f"claim:{seat}" for seat in range(len(table.seats)) if why_claim(table, seat, asker))
    if may_offer_draw(table) and not table.offer:
        found.append("offer-draw")
    if any(_may_take_back(table, seat) for seat in sight.seats):
        found.append("ask-takeback")
    if not table.row.rated and table.mover in sight.seats:
        found.append("hint")
    return found


def _may_take_back(table: Table, seat: int) -> bool:
    try:
        ask_takeback(table, seat)
    except Refused:
        return False
    return True
