import { expect, test } from "vitest";
import { withOptions } from "./ladders";

const values = (...of: (number | boolean)[]) => of.map((value) => ({ value, label: String(value) }));
const game = {
  options: [
    { name: "players", label: "", values: values(2, 3, 4), only_with: {} },
    { name: "teams", label: "", values: values(false, true), only_with: { players: 4 } },
  ],
};
const entries = [{ options: {} }, { options: { players: 4, teams: true } }];

test("what was measured is found by its options, defaults written or not", () => {
  expect(withOptions(game, entries, {})).toBe(entries[0]);
  expect(withOptions(game, entries, { players: 2, teams: false })).toBe(entries[0]);
  expect(withOptions(game, entries, { teams: true, players: 4 })).toBe(entries[1]);
  expect(withOptions(game, entries, { players: 4 })).toBeUndefined();
});
