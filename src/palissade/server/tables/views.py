"""Views of a table: what somebody there is shown, made for their seats from what these may know, and encoded once for
all who see the same (a cache until something happens).
"""

from typing import Literal

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.structs import replace

from palissade.match import SPECTATOR, View, reason_in_words
from palissade.messages import Language
from palissade.scene import Scene
from palissade.scene_changes import changes
from palissade.server.refused import CATALOGUE
from palissade.server.tables.decisions import may, may_talk
from palissade.server.tables.listing import seat_now
from palissade.server.tables.table import Table
from palissade.server.wire.socket import AdviceGiven, Now, Offer, ThreatGiven

_encode = msgspec.json.Encoder().encode
RULED = ("resignation", "agreement", "time", "absence")  # how a table, not a rule, ends a game


class Viewer(Struct, frozen=True):
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
    """Makes what is seen of a table, and remembers it until something happens.

    Whoever looks from a seat, and is not told all of it, has the scene before: they are told what has changed in it.
    Where all see the same, everybody looks from the first seat, and only who is told all of it is told their own.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._before: dict[int, Scene] = {}  # what those who look from a seat have seen last
        self._scenes: dict[int, Scene] = {}
        self._views: dict[int, View] = {}
        self._encoded: dict[tuple[int, bool], Raw] = {}  # of a seat, whole or what has changed
        self._choices: Raw | None = None
        self._legal: list[str] | None = None

    def forget(self) -> None:
        """Something has happened."""
        self._before, self._scenes, self._views = self._scenes, {}, {}
        self._encoded.clear()
        self._choices = self._legal = None

    def now(self, viewer: Viewer, at: int, *, whole: bool, seats_changed: bool) -> Now:
        """Where the table stands; whole for who has just come, else only what may have changed."""
        table = self._table
        moves = table.mover is not None and table.mover in viewer.seats
        scene: Raw | UnsetType = UNSET
        scene_changes: Raw | UnsetType = UNSET
        choices: Raw | UnsetType = UNSET
        legal: list[str] | UnsetType = UNSET
        if viewer.depth == "page":
            seat = viewer.seat(table)
            if whole or self._side(seat) not in self._before:
                scene = self._whole(seat)
            else:
                scene_changes = self._changes(self._side(seat))
            if moves:
                choices = self._mover_choices()
        elif moves:
            legal = self._mover_legal()
        return Now(
            status=table.status,
            ply=table.match.ply,
            mover=table.mover,
            outcome=table.outcome,
            reason=reason(table, viewer.language),
            called_off=table.called_off_by is not None,
            lasted=table.lasted,
            left=table.clocks.left(at),
            runs=table.clocks.runs,
            begin_by=table.begin_by,
            offer=offer_now(table),
            seats=[seat_now(seat, table.names, table.ratings) for seat in table.seats]
            if whole or seats_changed
            else UNSET,
            scene=scene,
            changes=scene_changes,
            choices=choices,
            legal=legal,
            may=[*may(table, viewer.seats, is_host=viewer.is_host), *may_talk(table, viewer.seats)]
            if viewer.depth == "page"
            else UNSET,
        )

    def _side(self, seat: int) -> int:
        """The seat from which is looked for this one."""
        return 0 if self._table.game.is_seen_alike else seat

    def _whole(self, seat: int) -> Raw:
        if (seat, True) not in self._encoded:
            scene = self._scene(self._side(seat))
            own = replace(scene, seat=max(seat, 0)) if self._table.game.is_seen_alike else scene
            self._encoded[seat, True] = Raw(_encode(own))
        return self._encoded[seat, True]

    def _changes(self, side: int) -> Raw:
        if (side, False) not in self._encoded:
            self._encoded[side, False] = Raw(_encode(changes(self._before[side], self._scene(side))))
        return self._encoded[side, False]

    def _scene(self, side: int) -> Scene:
        if side not in self._scenes:
            scene = self._view(side).scene()
            self._scenes[side] = scene.at_rest() if self._table.status == "over" else scene
        return self._scenes[side]

    def _view(self, side: int) -> View:
        if side not in self._views:
            self._views[side] = self._table.match.view(side)
        return self._views[side]

    def _mover_choices(self) -> Raw:
        """What the mover may pick, as a tree."""
        mover = self._table.mover
        if self._choices is None and mover is not None:
            self._choices = Raw(_encode(self._view(self._side(mover)).choices()))
        return self._choices or Raw(b"{}")

    def advice(self, viewer: Viewer, *, threats: bool) -> AdviceGiven | None:
        """What the mover is asked to do, if that is who looks; and what threatens them, if they want to know."""
        mover, language = self._table.mover, viewer.language
        if mover is None or mover not in viewer.seats:
            return None
        view = self._view(self._side(mover))
        advice = view.advice()
        if advice is None:
            return None
        return AdviceGiven(
            advice.says.say(language),
            advice.help.say(language),
            advice.rule,
            {pick: message.say(language) for pick, message in view.about().items()},
            self._threats(viewer, mover) if threats else [],
            advice.spots if threats else (),
        )

    def _threats(self, viewer: Viewer, mover: int) -> list[ThreatGiven]:
        """What the mover's own side could do is no threat to it."""
        seats = self._table.game.seats
        return [
            ThreatGiven(threat.seat, threat.says.say(viewer.language), threat.marks)
            for threat in self._view(viewer.seat(self._table)).threats()
            if len(seats) == 1 or seats[threat.seat].team != seats[mover].team
        ]

    def _mover_legal(self) -> list[str]:
        if self._legal is None:
            self._legal = self._table.match.legal()
        return self._legal


def reason(table: Table, language: Language) -> str | None:
    """Why it is over, as a sentence; None while it goes on, or if it was put away."""
    outcome = table.outcome
    if table.called_off_by is not None:
        return CATALOGUE.message("outcome.called-off").say(language)
    if outcome is None:
        return None
    if outcome.reason in RULED:
        return CATALOGUE.message(f"outcome.{outcome.reason}").say(language)
    return reason_in_words(table.game, outcome).say(language)


def offer_now(table: Table) -> Offer | None:
    offer = table.offer
    if offer is None:
        return None
    is_rated = offer.kind == "rematch" and table.is_rematch_rated
    return Offer(offer.kind, offer.seat, sorted(offer.waits_for), offer.ply, is_rated)
