/** Numbered deals, which anybody can try: one is drawn by lot, or comes by a link, or is that of the day. */
import type { GameOnShelf } from "../wire";

export const MOST_DEALS = 99_999_999;

/** The option with which a game that one plays alone begins with chance, and its value. */
export function chanceOf(game: GameOnShelf): { name: string; value: string } | null {
  if (Math.max(...game.players) > 1) return null;
  const option = game.options.find(({ name }) => name === "deal");
  const value = option?.values.at(-1)?.value;
  return option && typeof value === "string" ? { name: option.name, value } : null;
}

/** The number that a link asks for, as in `/games/solitaire?deal=1234`. */
export function dealIn(search: string): number | null {
  const number = Number(new URLSearchParams(search).get("deal"));
  return Number.isInteger(number) && number > 0 && number <= MOST_DEALS ? number : null;
}

/** The deal of the day, the same for everybody: its number is the date in Greenwich. */
export function dealOfTheDay(now: Date): number {
  return Number(now.toISOString().slice(0, 10).replaceAll("-", ""));
}

/** The link to a deal, or to one by lot. */
export const linkTo = (game: string, number: number | null): string =>
  `/games/${game}${number === null ? "" : `?deal=${number}`}`;
