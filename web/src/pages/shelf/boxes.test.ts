import { expect, it } from "vitest";
import type { GameOnShelf } from "../../wire";
import { fits } from "./boxes";

const game = (players: number[], levels: string[]): GameOnShelf => ({ players, levels }) as unknown as GameOnShelf;

it("counts machines as company", () => {
  expect(fits(game([2], ["pine"]), 1)).toBe(true);
  expect(fits(game([2], []), 1)).toBe(false); // nobody is there to play against
  expect(fits(game([1], []), 1)).toBe(true);
  expect(fits(game([2, 4], ["pine"]), 3)).toBe(true); // the fourth seat is a machine's
  expect(fits(game([2], ["pine"]), 3)).toBe(false);
});
