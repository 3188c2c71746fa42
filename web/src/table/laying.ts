/** Actions as one says them: a polyomino is named, with the square at which it begins; all else is said as it is written. */
import { SQUARE, type Cell, type Piece, type Scene } from "../board/scene";
import { nameOfPiece, said } from "./names";
import type { TableWords } from "./words.en";

/** A piece of a set in which there is one of each shape, by its name there. */
export function nameOfPolyomino(game: string, { kind, id }: Piece, words: TableWords): string {
  return `${nameOfPiece(game, { kind }, words)} ${id.split(":").at(-1)}`;
}

/** An action that was played here, or can be. */
export function actionInWords(scene: Scene | null | undefined, action: string, words: TableWords): string {
  const squares = action.split(",");
  const piece = scene && (laid(scene, squares[0]!) ?? held(scene, squares));
  return piece ? words.pieceAt(nameOfPolyomino(scene.game, piece, words), squares[0]!) : said(scene?.game, action);
}

const laid = (scene: Scene, first: string): Piece | undefined =>
  scene.pieces.find(({ kind, spot }) => kind === "polyomino" && spot === first);

/** The mover's piece that covers these squares, however it must be turned for it. */
function held(scene: Scene, squares: readonly string[]): Piece | undefined {
  const pieces = scene.trays.flatMap((tray) => (tray.is_mover ? tray.holdings.flatMap(({ pieces }) => pieces) : []));
  const turned = pieces.filter(({ turns }) => turns.length);
  if (!turned.length) return undefined;
  const places = squares.map((name) => scene.spots.find(({ id }) => id === name));
  const first = places[0];
  if (!first) return undefined;
  const cells = places.map((spot): Cell => [((spot?.x ?? 0) - first.x) / SQUARE, ((spot?.y ?? 0) - first.y) / SQUARE]);
  const shape = shapeOf(cells);
  return turned.find(({ turns }) => turns.some((cells) => shapeOf(cells) === shape));
}

/** The same for the same cells in any order, wherever they begin. */
function shapeOf(cells: readonly Cell[]): string {
  const [left, top] = [Math.min(...cells.map(([column]) => column)), Math.min(...cells.map(([, row]) => row))];
  return cells
    .map(([column, row]) => `${Math.round(column - left)}.${Math.round(row - top)}`)
    .sort()
    .join(" ");
}
