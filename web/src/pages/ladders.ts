/** What was measured of the machines of a game, for the options at hand. */
import type { GameOnShelf } from "../wire";
import type { OptionValue } from "./plan";

/** The entry of these options, written with or without their defaults. */
export function withOptions<T extends { options: Record<string, OptionValue> }>(
  game: Pick<GameOnShelf, "options">,
  entries: readonly T[],
  options: Readonly<Record<string, OptionValue>>,
): T | undefined {
  return entries.find((entry) =>
    game.options.every(({ name, values }) => {
      const usual = values[0]!.value;
      return (entry.options[name] ?? usual) === (options[name] ?? usual);
    }),
  );
}
