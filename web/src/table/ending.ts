/** Who has won, in the words of the moment at the end. */
import { namesOf, together, upper } from "./names";
import type { Seated } from "./seated.svelte";
import type { TableWords } from "./words.en";

export function endInWords(table: Seated, words: TableWords): string {
  const { outcome, seats, mine } = table;
  const { end } = words;
  if (!outcome) return "";
  const [left] = outcome.scores ?? [];
  if (seats.length === 1 && left !== undefined) return end.left(left);
  if (outcome.draw) return seats.length === 1 ? end.nobody : end.draw;
  if (mine.length === 1 && mine.some((seat) => outcome.winners.includes(seat))) return end.youWin;
  // Those who bear one name are called by their colours, which stand beside.
  const names = outcome.winners
    .map((seat) => namesOf(table, seat, words))
    .map(({ called, apart }) => (apart ? upper(apart) : called));
  return names.length === 1 ? end.wins(names[0] ?? "") : end.win(together(names, end.and));
}
