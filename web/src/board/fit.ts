import { turnPick } from "./choices";
import type { Choosing } from "./choosing.svelte";
import { spotsUnder, type Spot } from "./scene";

/** Where the polyomino in hand fits. */
export interface Fit {
  /** The squares that it could cover as it is turned now. */
  squares: readonly Spot[];
  /** The free corners that it could use, turned in any way. */
  corners: readonly Spot[];
}

/** Read from what can be chosen; null while no polyomino is in hand. */
export function fitOf(choosing: Choosing): Fit | null {
  const { choices, picked, piece, scene, spots } = choosing;
  const turns = picked === null ? undefined : choices?.[picked];
  if (!choosing.isPolyomino || !piece || !scene || typeof turns !== "object") return null;
  const covered = (turn: number): Set<string> => {
    const places = turns[turnPick(turn)];
    const cells = piece.turns[turn];
    if (typeof places !== "object" || !cells) return new Set();
    return new Set(
      Object.keys(places).flatMap((first) => {
        const spot = spots.get(first);
        return spot ? spotsUnder(scene.spots, cells, [spot.x, spot.y]) : [];
      }),
    );
  };
  const now = covered(choosing.turn);
  const ever = new Set(piece.turns.flatMap((_, turn) => [...covered(turn)]));
  const isCorner = (spot: Spot): boolean =>
    scene.marks.some((mark) => mark.kind === "anchor" && mark.x === spot.x && mark.y === spot.y);
  return {
    squares: scene.spots.filter((spot) => now.has(spot.id)),
    corners: scene.spots.filter((spot) => ever.has(spot.id) && isCorner(spot)),
  };
}
