import { expect, test } from "vitest";
import type { Table } from "../wire";
import { tallyOf } from "./tally";

const oak = { who: "machine", level: "oak" } as const;
const played = (winners: number[], other: Table["seats"][number] = oak, game = "blocus"): Table =>
  ({
    game,
    seats: [{ who: "person", person: "me" }, other],
    mine: [0],
    outcome: { winners, draw: winners.length === 0, scores: null, reason: "BLO-9" },
  }) as unknown as Table;

test("games against the same opponent are counted", () => {
  expect(tallyOf([played([0]), played([1]), played([0])], "blocus", oak)).toEqual({ won: 2, lost: 1 });
});
test("draws, other games and other opponents are not", () => {
  const others = [played([]), played([0], oak, "saute"), played([0], { who: "machine", level: "ash" })];
  expect(tallyOf([played([0]), played([1]), ...others], "blocus", oak)).toEqual({ won: 1, lost: 1 });
});
test("one game says nothing", () => {
  expect(tallyOf([played([0])], "blocus", oak)).toBeNull();
});
