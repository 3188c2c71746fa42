"""What is new in a scene, against the one before: a diff, so that a page at a table is not sent all of it every time.

Both scenes are of one table and hold all that `Scene` says, the board too. Whoever has the one before makes the one
after from it: `apply_changes(before, changes(before, after)) == after`. The page does the same in `changes.ts`.
"""

from typing import TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from palissade.scene import Due, Holding, Mark, Piece, Scene, Shape, Spot, Tray

Value = TypeVar("Value")


class TrayChanges(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat, and what is new about it; what is left out is as it was."""

    seat: int
    place: str | UnsetType = UNSET
    is_mover: bool | UnsetType = UNSET
    is_out: bool | UnsetType = UNSET
    holdings: tuple[Holding, ...] | UnsetType = UNSET


class SceneChanges(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is left out is as it was."""

    seat: int | UnsetType = UNSET
    width: float | UnsetType = UNSET
    height: float | UnsetType = UNSET
    board: tuple[Shape, ...] | UnsetType = UNSET
    spots: tuple[Spot, ...] | UnsetType = UNSET
    gone: tuple[str, ...] = ()  # the ids of pieces that are there no more
    pieces: tuple[tuple[int, Piece], ...] = ()  # new or not as they were, each with its place among all, from the first
    marks: tuple[Mark, ...] | UnsetType = UNSET  # all of them: they are few, and seldom stay
    trays: tuple[TrayChanges, ...] = ()
    due: Due | UnsetType | None = UNSET


def changes(before: Scene, after: Scene) -> SceneChanges:
    """What has to be told to somebody who has the scene before."""
    gone, pieces = _changed_pieces(before.pieces, after.pieces)
    trays = zip(before.trays, after.trays, strict=True)
    return SceneChanges(
        seat=_if_new(before.seat, after.seat),
        width=_if_new(before.width, after.width),
        height=_if_new(before.height, after.height),
        board=_if_new(before.board, after.board),
        spots=_if_new(before.spots, after.spots),
        gone=gone,
        pieces=pieces,
        marks=_if_new(before.marks, after.marks),
        trays=tuple(_changed_tray(was, now) for was, now in trays if was is not now and was != now),
        due=_if_new(before.due, after.due),
    )


def apply_changes(before: Scene, changes: SceneChanges) -> Scene:
    """The scene after."""
    touched = {*changes.gone, *(piece.id for _, piece in changes.pieces)}
    pieces = [piece for piece in before.pieces if piece.id not in touched]
    for place, piece in changes.pieces:
        pieces.insert(place, piece)
    trays = {tray.seat: tray for tray in before.trays}
    for told in changes.trays:
        trays[told.seat] = replace(trays[told.seat], **_told(told, "place", "is_mover", "is_out", "holdings"))
    new = _told(changes, "seat", "width", "height", "board", "spots", "marks", "due")
    return replace(before, pieces=tuple(pieces), trays=tuple(trays.values()), **new)


def _if_new(was: Value, now: Value) -> Value | UnsetType:
    """Nearly all of a scene is the very thing that the one before held, and need not be looked into."""
    return UNSET if was is now or was == now else now


def _told(changes: msgspec.Struct, *names: str) -> dict[str, object]:
    """Those of the fields that are told."""
    return {name: value for name in names if (value := getattr(changes, name)) is not UNSET}


def _changed_tray(was: Tray, now: Tray) -> TrayChanges:
    return TrayChanges(
        seat=now.seat,
        place=_if_new(was.place, now.place),
        is_mover=_if_new(was.is_mover, now.is_mover),
        is_out=_if_new(was.is_out, now.is_out),
        holdings=_if_new(was.holdings, now.holdings),
    )


def _changed_pieces(
    before: tuple[Piece, ...], after: tuple[Piece, ...]
) -> tuple[tuple[str, ...], tuple[tuple[int, Piece], ...]]:
    """The ids of pieces that are gone, and the pieces that are new or not as they were, with their places.

    One walk along both rows: pieces that stay come in the same order. One that does not, seen from another side
    perhaps, is told as if it were new, and so all comes right again.
    """
    still_there = set(map(id, after))
    new, lost, i = [], [], 0
    for place, piece in enumerate(after):
        while i < len(before) and before[i] is not piece and id(before[i]) not in still_there:
            lost.append(before[i].id)
            i += 1
        if i < len(before) and before[i] is piece:
            i += 1
        else:
            new.append((place, piece))
    lost += (piece.id for piece in before[i:])
    told = {piece.id for _, piece in new}
    return tuple(name for name in lost if name not in told), tuple(new)
