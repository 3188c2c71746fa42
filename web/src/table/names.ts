import type { Scene } from "../board/scene";
import { stock } from "../stock.svelte";
import type { SeatNow } from "../wire";
import type { Seated } from "./seated.svelte";
import type { TableWords } from "./words.en";

export const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

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
  if (sitting.who === "machine") return stock.level(sitting.level)?.name ?? upper(sitting.level ?? "");
  return sitting.name ?? null;
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
