/** A table as the page draws it: what the server sends, with every default filled in. One square is 40 units. */

export const SQUARE = 40;

export type Cell = readonly [column: number, row: number];
export type Point = readonly [x: number, y: number];

export interface Rectangle {
  shape: "rectangle";
  style: string;
  x: number;
  y: number;
  width: number;
  height: number;
  round?: number;
}

export interface Circle {
  shape: "circle";
  style: string;
  x: number;
  y: number;
  radius: number;
}

export interface Lines {
  shape: "lines";
  style: string;
  lines: readonly (readonly [number, number, number, number])[];
}

export interface Print {
  shape: "print";
  style: string;
  x: number;
  y: number;
  glyph: string;
}

export type Shape = Rectangle | Circle | Lines | Print;

/** A place that can be clicked, named as in the notation. */
export interface Spot {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  kind: string;
}

export interface Piece {
  id: string;
  kind: string;
  spot: string;
  x: number;
  y: number;
  colour: string;
  glyph: string;
  cells: readonly Cell[];
  scale: number;
  turns: readonly (readonly Cell[])[];
}

export interface Mark {
  kind: string;
  x: number;
  y: number;
  width: number;
  height: number;
  round: number;
  path: readonly Point[];
  piece: string;
}

export interface Pile {
  kind: string;
  count: number;
  colour: string;
  full: number;
}

export interface Holding {
  kind: string;
  pieces: readonly Piece[];
  piles: readonly Pile[];
}

export interface Tray {
  seat: number;
  token: string;
  colours: readonly string[];
  /** By the board as it is seen: near, far-left…; none where everybody looks from one side. */
  place: string;
  is_mover: boolean;
  is_out: boolean;
  holdings: readonly Holding[];
}

export interface Due {
  kinds: readonly string[];
  now: string;
}

export interface Scene {
  game: string;
  title: string;
  box: string;
  seat: number;
  width: number;
  height: number;
  board: readonly Shape[];
  spots: readonly Spot[];
  pieces: readonly Piece[];
  marks: readonly Mark[];
  trays: readonly Tray[];
  due: Due | null;
}

/** The same thing as it comes over the wire, where whatever has its default value is left out. */
type Sparse<T> = T extends readonly (infer Item)[]
  ? readonly Sparse<Item>[]
  : T extends object
    ? { [Key in keyof T]?: Sparse<T[Key]> }
    : T;
export type SentScene = Sparse<Scene>;

/** Fills in the defaults; the print of the board is sent only when it changes, so what was there before stays. */
export function complete(sent: unknown, before?: Scene | null): Scene {
  const scene = sent as SentScene;
  return {
    game: scene.game ?? "",
    title: scene.title ?? "",
    box: scene.box ?? "",
    seat: scene.seat ?? 0,
    width: scene.width ?? before?.width ?? 0,
    height: scene.height ?? before?.height ?? 0,
    board: scene.board?.length ? (scene.board as Shape[]) : (before?.board ?? []),
    spots: scene.spots?.length ? scene.spots.map(spot) : (before?.spots ?? []),
    pieces: (scene.pieces ?? []).map(piece),
    marks: (scene.marks ?? []).map(mark),
    trays: (scene.trays ?? []).map(tray),
    due: (scene.due as Due | null | undefined) ?? null,
  };
}

const spot = (sent: Sparse<Spot>): Spot => ({
  ...{ id: "", x: 0, y: 0, width: SQUARE, height: SQUARE, kind: "square" },
  ...(sent as Partial<Spot>),
});

const piece = (sent: Sparse<Piece>): Piece => ({
  ...{ id: "", kind: "", spot: "", x: 0, y: 0, colour: "", glyph: "", cells: [], scale: 1, turns: [] },
  ...(sent as Partial<Piece>),
});

const mark = (sent: Sparse<Mark>): Mark => ({
  ...{ kind: "", x: 0, y: 0, width: SQUARE, height: SQUARE, round: 0, path: [], piece: "" },
  ...(sent as Partial<Mark>),
});

const holding = (sent: Sparse<Holding>): Holding => ({
  kind: sent.kind ?? "",
  pieces: (sent.pieces ?? []).map(piece),
  piles: (sent.piles ?? []).map((pile) => ({ kind: "", count: 0, colour: "", full: 0, ...(pile as Partial<Pile>) })),
});

const tray = (sent: Sparse<Tray>): Tray => ({
  seat: sent.seat ?? 0,
  token: sent.token ?? "",
  colours: sent.colours ?? [],
  place: sent.place ?? "",
  is_mover: sent.is_mover ?? false,
  is_out: sent.is_out ?? false,
  holdings: (sent.holdings ?? []).map(holding),
});

const FLAT = new Set(["wall-h", "wall-v", "polyomino", "arrow-tile"]);

/** Whether a piece lies in the board, under those that stand on it. */
export function isFlat(piece: Piece): boolean {
  return FLAT.has(piece.kind);
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
