/** Which spot somebody means who points at the board. */
import { box } from "./polyomino";
import { SQUARE, type Cell, type Point, type Spot } from "./scene";

/** The square under the point, with its share of the grooves round it. */
export function squareAt(spots: readonly Spot[], [x, y]: Point): Spot | null {
  const near = nearest(
    spots.filter((spot) => spot.kind === "square"),
    (spot) => Math.max(Math.abs(spot.x - x) / spot.width, Math.abs(spot.y - y) / spot.height),
  );
  return near && Math.abs(near.x - x) <= near.width * 0.6 && Math.abs(near.y - y) <= near.height * 0.6 ? near : null;
}

/** How much nearer, in units of the board, a slot must be than one in which a wall may lie. */
const SNAP = 4;

/** The wall slot whose groove is nearest to the point, preferably one in which a wall may lie; perhaps of one kind. */
export function wallAt(
  spots: readonly Spot[],
  [x, y]: Point,
  isLegal: (spot: string) => boolean,
  kind: string | null = null,
): Spot | null {
  return nearest(
    spots.filter((spot) => (kind === null ? spot.kind !== "square" : spot.kind === kind)),
    (spot) => {
      const across = Math.max(0, Math.abs(spot.x - x) - spot.width / 2);
      const down = Math.max(0, Math.abs(spot.y - y) - spot.height / 2);
      // Of slots that share a groove, the one whose middle is nearest.
      const far = Math.hypot(across, down) + 0.1 * Math.hypot(spot.x - x, spot.y - y);
      return isLegal(spot.id) ? far : far + SNAP;
    },
  );
}

/** How far into a square, from its edge, a point still means the groove beside it. */
const EDGE = 5;

/** Whether the point lies in or at a groove rather than on a square. */
export function isInGroove(spots: readonly Spot[], [x, y]: Point): boolean {
  return !spots.some(
    (spot) =>
      spot.kind === "square" &&
      Math.abs(spot.x - x) < spot.width / 2 - EDGE &&
      Math.abs(spot.y - y) < spot.height / 2 - EDGE,
  );
}

/** Whether the point lies well inside a square: who points there means no groove. */
export function isAmidSquare(spots: readonly Spot[], [x, y]: Point): boolean {
  return spots.some(
    (spot) =>
      spot.kind === "square" && Math.abs(spot.x - x) < spot.width * 0.2 && Math.abs(spot.y - y) < spot.height * 0.2,
  );
}

/** Whether the point lies on the squares at all, not on the rim round them. */
export function isOnSquares(spots: readonly Spot[], [x, y]: Point): boolean {
  const squares = spots.filter((spot) => spot.kind === "square");
  const reaches = (middle: (spot: Spot) => number, size: (spot: Spot) => number, at: number): boolean =>
    squares.some((spot) => middle(spot) - size(spot) * 0.6 <= at) &&
    squares.some((spot) => middle(spot) + size(spot) * 0.6 >= at);
  return reaches((spot) => spot.x, (spot) => spot.width, x) && reaches((spot) => spot.y, (spot) => spot.height, y);
}

/** How close to a spot, in squares, who points with a mouse means it. */
const CLOSE = 0.9;

/**
 * Where a polyomino held by its middle lies: on a legal spot if one is close, else on the nearest square. Under a
 * finger that covers more than a square, what lies there is close.
 */
export function polyominoAt(
  spots: readonly Spot[],
  cells: readonly Cell[],
  [x, y]: Point,
  isLegal: (spot: string) => boolean,
  finger = 0,
): Spot | null {
  const { left, top, columns, rows } = box(cells);
  const first: Point = [x - (left + (columns - 1) / 2) * SQUARE, y - (top + (rows - 1) / 2) * SQUARE];
  const squares = spots.filter((spot) => spot.kind === "square");
  const far = (spot: Spot): number => Math.hypot(spot.x - first[0], spot.y - first[1]);
  const legal = nearest(
    squares.filter((spot) => isLegal(spot.id)),
    far,
  );
  return legal && far(legal) < Math.max(SQUARE * CLOSE, finger) ? legal : nearest(squares, far);
}

/** The spot one comes to by an arrow key: the nearest in that direction, preferably straight ahead. */
export function spotBeside(spots: readonly Spot[], from: Spot, [right, down]: Point): Spot | null {
  return nearest(
    spots.filter((spot) => (spot.x - from.x) * right + (spot.y - from.y) * down > 1),
    (spot) => {
      const ahead = (spot.x - from.x) * right + (spot.y - from.y) * down;
      const aside = Math.abs((spot.x - from.x) * down) + Math.abs((spot.y - from.y) * right);
      return ahead + 3 * aside;
    },
  );
}

function nearest(spots: readonly Spot[], far: (spot: Spot) => number): Spot | null {
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const distance = far(spot);
    if (distance < least) [best, least] = [spot, distance];
  }
  return best;
}
