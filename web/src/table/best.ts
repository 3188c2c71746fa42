/** The best results of who plays alone, kept in this browser: few pieces left, then few moves. */
import { keep, recall } from "../kept";

export interface Best {
  left: number;
  moves: number;
}

type Options = Readonly<Record<string, unknown>>;

/** Every set of options is a game of its own; a numbered deal is not. */
const keyOf = (game: string, options: Options): string =>
  [game, ...Object.entries(options).map(([name, value]) => `${name}=${String(value)}`)].join(" ");

export const isBetter = (one: Best, other: Best): boolean =>
  one.left < other.left || (one.left === other.left && one.moves < other.moves);

/** The best so far; none before the first. */
export function bestOf(game: string, options: Options): Best | undefined {
  return recall("best")?.[keyOf(game, options)];
}

/** Keep a result if it is the best; the one that was the best before. */
export function keepBest(game: string, options: Options, result: Best): Best | undefined {
  const before = bestOf(game, options);
  if (!before || isBetter(result, before)) keep("best", { ...recall("best"), [keyOf(game, options)]: result });
  return before;
}
