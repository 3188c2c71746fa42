import type { Tray } from "../board/scene";

/** Where a plate stands beside the board on a wide screen. */
export type Place = "left-top" | "left-middle" | "left-bottom" | "right-top" | "right-bottom";

const BY_SIDE: Record<string, Place> = {
  near: "left-bottom",
  left: "left-middle",
  far: "left-top",
  right: "right-top",
  "near-left": "left-bottom",
  "far-left": "left-top",
  "far-right": "right-top",
  "near-right": "right-bottom",
};
/** Where no side belongs to anybody: clockwise round the table after the near seat, by how many others there are. */
const ROUND: Place[][] = [
  [],
  ["left-top"],
  ["left-top", "right-top"],
  ["left-top", "right-top", "right-bottom"],
  ["left-middle", "left-top", "right-top", "right-bottom"],
];

/** The other seats, as they sit round the table after this one. */
export function roundFrom(near: number, seats: number): number[] {
  return Array.from({ length: Math.max(seats - 1, 0) }, (_, step) => (near + step + 1) % seats);
}

/** Each plate at its seat's side or corner of the board. */
export function placesOf(trays: readonly Tray[], near: number): ReadonlyMap<number, Place> {
  const round = roundFrom(near, trays.length);
  return new Map(
    trays.map(({ seat, place }) => {
      const around = seat === near ? "left-bottom" : ROUND[round.length]?.[round.indexOf(seat)];
      return [seat, BY_SIDE[place] ?? around ?? "left-top"];
    }),
  );
}
