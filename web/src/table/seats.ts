/** The seats round a table: how those who sit there are called, who of them has won, and where their plates stand. */
import type { Scene, Tray } from "../board/scene";
import { shelf } from "../shelf.svelte";
import type { SeatNow } from "../wire";
import { upper } from "../words/typography";
import { nameOfMany } from "./names";
import type { Seated } from "./seated.svelte";
import type { TableWords } from "./words.en";

// ---- names

/** How somebody at the table is called: by name, a machine by its wood, oneself as one is spoken to. */
export function nameOf(table: Seated, seat: number, words: TableWords): string {
  const { called, apart } = namesOf(table, seat, words);
  return apart ? `${called} (${apart})` : called;
}

/** The same in two parts: `apart` tells those who bear one name apart, by their colours. */
export function namesOf(table: Seated, seat: number, words: TableWords): { called: string; apart: string } {
  const sitting = table.seats[seat];
  const isMine = table.mine.includes(seat) && sitting?.who !== "machine";
  const isAlone = table.mine.filter((mine) => table.seats[mine]?.who !== "machine").length === 1;
  const only = (called: string) => ({ called, apart: "" });
  if (isMine && isAlone) return only(words.you);
  const colour = colourName(table.scene, seat, words);
  const name = givenName(sitting);
  if (name === null) return only(colour ?? words.waiting.seat(seat + 1));
  const isShared = table.seats.some((other, place) => place !== seat && givenName(other) === name);
  if (!isShared || !colour) return only(name);
  return isMine ? only(colour) : { called: name, apart: colour.toLowerCase() };
}

function givenName(sitting: SeatNow | undefined): string | null {
  if (!sitting) return null;
  if (sitting.who === "machine") return shelf.level(sitting.level)?.name ?? upper(sitting.level ?? "");
  return sitting.name ?? null;
}

/** What is said about a machine: its level, or who plays for one that there is no more. */
export function machineInWords(
  table: Pick<Seated, "game" | "status">,
  level: string | null | undefined,
  words: TableWords,
): string {
  const number = shelf.levelNumber(table.game, level);
  if (number) return words.machine(number);
  const standIn = shelf.level(shelf.game(table.game)?.stand_in);
  return standIn && table.status !== "over" ? words.standsIn(standIn.name) : words.formerMachine;
}

/** A seat without a name is called by its colours. */
export function colourName(scene: Scene | null, seat: number, words: TableWords): string | null {
  const colours = scene?.trays.find((tray) => tray.seat === seat)?.colours ?? [];
  return colours.length ? upper(colours.map((colour) => words.colours[colour] ?? colour).join(", ")) : null;
}

/** Names in a row: a, b and c. */
export function together(names: readonly string[], and: string): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} ${and} ${names.at(-1)}`;
}

// ---- the end

/** Who has won, in the words of the moment at the end. */
export function endInWords(table: Seated, words: TableWords): string {
  const { outcome, seats, mine } = table;
  const { end } = words;
  if (table.calledOff) return end.calledOff;
  if (!outcome) return "";
  const [left] = outcome.scores ?? [];
  if (seats.length === 1 && left !== undefined) {
    const kind = table.scene?.trays[0]?.token ?? "";
    return end.left(left, nameOfMany(table.game, { kind }, left, words));
  }
  if (outcome.draw) return seats.length === 1 ? end.nobody : end.draw;
  if (mine.length === 1 && mine.some((seat) => outcome.winners.includes(seat))) return end.youWin;
  // Those who bear one name are called by their colours, which stand beside.
  const names = outcome.winners
    .map((seat) => namesOf(table, seat, words))
    .map(({ called, apart }) => (apart ? upper(apart) : called));
  return names.length === 1 ? end.wins(names[0] ?? "") : end.win(together(names, end.and));
}

// ---- places

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
