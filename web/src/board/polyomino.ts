import { FORMS } from "./forms";
import { SQUARE, type Cell } from "./scene";

/** One line round all cells, clockwise. Up to five cells leave no hole and never meet at a corner only. */
export function outline(cells: readonly Cell[]): string {
  const half = SQUARE / 2;
  const has = new Set(cells.map(String));
  const edges = new Map<string, string>();
  for (const [column, row] of cells) {
    const [left, top] = [column * SQUARE - half, row * SQUARE - half];
    const [right, bottom] = [left + SQUARE, top + SQUARE];
    const sides: [Cell, string, string][] = [
      [[column, row - 1], `${left} ${top}`, `${right} ${top}`],
      [[column + 1, row], `${right} ${top}`, `${right} ${bottom}`],
      [[column, row + 1], `${right} ${bottom}`, `${left} ${bottom}`],
      [[column - 1, row], `${left} ${bottom}`, `${left} ${top}`],
    ];
    for (const [beside, start, end] of sides) if (!has.has(String(beside))) edges.set(start, end);
  }
  const first = edges.keys().next().value ?? "0 0";
  const corners = [first];
  for (let point = edges.get(first); point && point !== first; point = edges.get(point)) corners.push(point);
  return `M${corners.join("L")}Z`;
}

/** Thin notches, not lines, show the cells. */
export function notches(cells: readonly Cell[]): string {
  const has = new Set(cells.map(String));
  const [half, reach] = [SQUARE / 2, SQUARE * FORMS.polyomino.notch_reach];
  let d = "";
  for (const [column, row] of cells) {
    const [x, y] = [column * SQUARE, row * SQUARE];
    if (has.has(String([column + 1, row]))) d += `M${x + half} ${y - reach}v${2 * reach}`;
    if (has.has(String([column, row + 1]))) d += `M${x - reach} ${y + half}h${2 * reach}`;
  }
  return d;
}

/** The smallest box round the cells, in cells. */
export function box(cells: readonly Cell[]): { left: number; top: number; columns: number; rows: number } {
  const columns = cells.map(([column]) => column);
  const rows = cells.map(([, row]) => row);
  const [left, top] = [Math.min(...columns), Math.min(...rows)];
  return { left, top, columns: Math.max(...columns) - left + 1, rows: Math.max(...rows) - top + 1 };
}

export type Way = "left" | "right" | "flip";

/** The keys that turn what is held. */
export const KEYS: Readonly<Record<string, Way>> = { q: "left", e: "right", r: "right", f: "flip" };

/** Which of a piece's turns one sees after turning the present one by a quarter, or flipping it left to right. */
export function turnedTo(turns: readonly (readonly Cell[])[], now: number, way: Way): number {
  const cells = turns[now] ?? [];
  const wanted = form(
    cells.map(([column, row]) => (way === "left" ? [row, -column] : way === "right" ? [-row, column] : [-column, row])),
  );
  const found = turns.findIndex((turn) => form(turn) === wanted);
  return found < 0 ? now : found;
}

/** The number of the turn with this form. */
export function turnOf(turns: readonly (readonly Cell[])[], cells: readonly Cell[]): number {
  return Math.max(
    0,
    turns.findIndex((turn) => form(turn) === form(cells)),
  );
}

/** The same text for the same form, wherever it lies. */
function form(cells: readonly Cell[]): string {
  const { left, top } = box(cells);
  return cells
    .map(([column, row]) => `${column - left},${row - top}`)
    .sort()
    .join(" ");
}
