/** What is new in a scene, against the one before: the counterpart of `scene_changes.py`. */
import { complete, type Due, type Holding, type Mark, type Piece, type Scene, type Shape, type Spot } from "./scene";

/** As it comes over the wire: what is left out is as it was. */
export interface SceneChanges {
  seat?: number;
  width?: number;
  height?: number;
  board?: readonly Shape[];
  spots?: readonly Partial<Spot>[];
  /** The ids of pieces that are there no more. */
  gone?: readonly string[];
  /** New or not as they were, each with its place among all, from the first. */
  pieces?: readonly (readonly [place: number, piece: Partial<Piece>])[];
  marks?: readonly Partial<Mark>[];
  trays?: readonly TrayChanges[];
  due?: Due | null;
}

interface TrayChanges {
  seat: number;
  place?: string;
  is_mover?: boolean;
  is_out?: boolean;
  holdings?: readonly Partial<Holding>[];
}

/** The scene after; what has not changed is the very same thing in both. */
export function applyChanges(before: Scene, sent: unknown): Scene {
  const changes = sent as SceneChanges;
  // Whatever is told is filled in as in a whole scene.
  const told = complete({ ...changes, pieces: changes.pieces?.map(([, piece]) => piece) }, before);
  const touched = new Set([...(changes.gone ?? []), ...told.pieces.map((piece) => piece.id)]);
  const pieces = before.pieces.filter((piece) => !touched.has(piece.id));
  changes.pieces?.forEach(([place], i) => pieces.splice(place, 0, ...told.pieces.slice(i, i + 1)));
  const trays = before.trays.map((tray) => {
    const i = changes.trays?.findIndex(({ seat }) => seat === tray.seat) ?? -1;
    const [change, filled] = [changes.trays?.[i], told.trays[i]];
    return change && filled ? { ...tray, ...change, holdings: change.holdings ? filled.holdings : tray.holdings } : tray;
  });
  return {
    ...before,
    seat: changes.seat ?? before.seat,
    width: told.width,
    height: told.height,
    board: told.board,
    spots: told.spots,
    pieces,
    marks: changes.marks ? told.marks : before.marks,
    trays,
    due: changes.due === undefined ? before.due : changes.due,
  };
}
