import { isFlat, type Cell, type Mark, type Piece, type Point, type Scene, type Shape } from "./scene";

const OPPOSITE: Record<string, string> = {
  N: "S",
  NE: "SW",
  E: "W",
  SE: "NW",
  S: "N",
  SW: "NE",
  W: "E",
  NW: "SE",
};

const ACROSS: Record<string, string> = { near: "far", far: "near", left: "right", right: "left" };

/** The same table seen from the other side: names stay with their squares, and characters stay upright. */
export function turned(scene: Scene): Scene {
  const { width, height } = scene;
  const point = ([x, y]: Point): Point => [width - x, height - y];
  const moved = <T extends { x: number; y: number }>(thing: T): T => ({
    ...thing,
    x: width - thing.x,
    y: height - thing.y,
  });
  const cells = (all: readonly Cell[]): Cell[] => all.map(([column, row]) => [-column, -row]);
  const shape = (shape: Shape): Shape => {
    if (shape.shape === "rectangle") {
      return { ...shape, x: width - shape.x - shape.width, y: height - shape.y - shape.height };
    }
    if (shape.shape === "lines") {
      return { ...shape, lines: shape.lines.map(([x, y, x2, y2]) => [...point([x, y]), ...point([x2, y2])]) };
    }
    return moved(shape);
  };
  const piece = (piece: Piece): Piece => ({
    ...moved(piece),
    cells: cells(piece.cells),
    turns: piece.turns.map(cells),
    glyph: piece.kind === "arrow-tile" ? turnedArrows(piece.glyph) : piece.glyph,
  });
  const mark = (mark: Mark): Mark => ({ ...moved(mark), path: mark.path.map(point) });
  return {
    ...scene,
    board: scene.board.map(shape),
    spots: scene.spots.map(moved),
    pieces: scene.pieces.map(piece).sort((a, b) => +!isFlat(a) - +!isFlat(b) || a.y - b.y || a.x - b.x),
    marks: scene.marks.map(mark),
    trays: scene.trays.map((tray) => ({
      ...tray,
      place: tray.place.replace(/near|far|left|right/g, (side) => ACROSS[side] ?? side),
      holdings: tray.holdings.map((holding) => ({
        ...holding,
        pieces: holding.pieces.map((held) => ({ ...piece(held), x: held.x, y: held.y })),
      })),
    })),
  };
}

function turnedArrows(glyph: string): string {
  return glyph
    .split("+")
    .map((direction) => OPPOSITE[direction] ?? direction)
    .join("+");
}
