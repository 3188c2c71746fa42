/** What is new in a scene, against the one before: the counterpart of `scene_changes.py`. */
import type { SceneChanges } from "../wire";
import { wholeHolding, wholeMark, wholePiece, wholeShape, wholeSpot, type Scene } from "./scene";

/** The scene after; what has not changed is the very same thing in both. */
export function applyChanges(before: Scene, changes: SceneChanges): Scene {
  const changed = (changes.pieces ?? []).map(([place, piece]) => ({ place, piece: wholePiece(piece) }));
  const touched = new Set([...(changes.gone ?? []), ...changed.map(({ piece }) => piece.id)]);
  const pieces = before.pieces.filter((piece) => !touched.has(piece.id));
  for (const { place, piece } of changed) pieces.splice(place, 0, piece);
  const trays = before.trays.map((tray) => {
    const change = changes.trays?.find(({ seat }) => seat === tray.seat);
    return change ? { ...tray, ...change, holdings: change.holdings?.map(wholeHolding) ?? tray.holdings } : tray;
  });
  return {
    ...before,
    seat: changes.seat ?? before.seat,
    width: changes.width ?? before.width,
    height: changes.height ?? before.height,
    board: changes.board?.map(wholeShape) ?? before.board,
    spots: changes.spots?.map(wholeSpot) ?? before.spots,
    pieces,
    marks: changes.marks?.map(wholeMark) ?? before.marks,
    trays,
    due: changes.due === undefined ? before.due : changes.due,
  };
}
