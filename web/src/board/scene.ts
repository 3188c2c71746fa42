/** A table as the page draws it: what the server sends, with every default filled in. One square is 40 units. */
import type * as wire from "../wire";
import { DEFAULTS, FLAT, SQUARE } from "./defaults";

export { SQUARE };

/** Nothing is left out, all the way down; whoever is shown it changes none of it. */
type Whole<T> = T extends readonly unknown[]
  ? Readonly<{ [Key in keyof T]: Whole<T[Key]> }>
  : T extends object
    ? { [Key in keyof T]-?: Whole<T[Key]> }
    : T;

export type Scene = Whole<wire.Scene>;
export type Shape = Whole<wire.Shape>;
export type Spot = Whole<wire.Spot>;
export type Piece = Whole<wire.Piece>;
export type Mark = Whole<wire.Mark>;
export type Tray = Whole<wire.Tray>;
export type Holding = Whole<wire.Holding>;
export type Pile = Whole<wire.Pile>;
export type Due = Whole<wire.Due>;

export type Cell = readonly [column: number, row: number];
export type Point = readonly [x: number, y: number];

/** Fills in the defaults; the print of the board is sent only when it changes, so what was there before stays. */
export function complete(sent: wire.Scene, before?: Scene | null): Scene {
  return {
    ...DEFAULTS.Scene,
    ...sent,
    board: sent.board?.length ? sent.board.map(wholeShape) : (before?.board ?? []),
    spots: sent.spots?.length ? sent.spots.map(wholeSpot) : (before?.spots ?? []),
    pieces: sent.pieces.map(wholePiece),
    marks: sent.marks.map(wholeMark),
    trays: sent.trays.map(wholeTray),
  };
}

export const wholeShape = (sent: wire.Shape): Shape =>
  sent.shape === "rectangle" ? { ...DEFAULTS.Rectangle, ...sent } : sent;

export const wholeSpot = (sent: wire.Spot): Spot => ({ ...DEFAULTS.Spot, ...sent });

export const wholePiece = (sent: wire.Piece): Piece => ({ ...DEFAULTS.Piece, ...sent });

export const wholeMark = (sent: wire.Mark): Mark => ({ ...DEFAULTS.Mark, ...sent });

const wholePile = (sent: wire.Pile): Pile => ({ ...DEFAULTS.Pile, ...sent });

export const wholeHolding = (sent: wire.Holding): Holding => ({
  ...sent,
  pieces: (sent.pieces ?? DEFAULTS.Holding.pieces).map(wholePiece),
  piles: (sent.piles ?? DEFAULTS.Holding.piles).map(wholePile),
});

const wholeTray = (sent: wire.Tray): Tray => ({
  ...DEFAULTS.Tray,
  ...sent,
  holdings: (sent.holdings ?? DEFAULTS.Tray.holdings).map(wholeHolding),
});

/** Whether a piece lies in the board, under those that stand on it. */
export function isFlat(piece: Piece): boolean {
  return FLAT.includes(piece.kind);
}

/** The spot at a point, if there is one whose middle it is. */
export function spotOn(spots: readonly Spot[], x: number, y: number): Spot | null {
  return spots.find((spot) => Math.abs(spot.x - x) < 1 && Math.abs(spot.y - y) < 1) ?? null;
}

/** The spots that cells cover, of which the first lies on the point; those beside the board are none. */
export function spotsUnder(spots: readonly Spot[], cells: readonly Cell[], [x, y]: Point): string[] {
  const found = cells.map(([column, row]) => spotOn(spots, x + column * SQUARE, y + row * SQUARE));
  return found.flatMap((spot) => (spot ? [spot.id] : []));
}
