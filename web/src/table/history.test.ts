import { expect, test } from "vitest";
import type { Table } from "../wire";
import { roundsOf, stepFrom, tallyOf, turnAt, turnsOf } from "./history";

const turns = turnsOf(["h4-h6", "c4h", "d11-d9", "g10h", "h6-h8"], [0, 0, 1, 1, 0]);

test("what one seat plays in a row is one turn", () => {
  expect(turns.map((turn) => turn.actions.join(" "))).toEqual(["h4-h6 c4h", "d11-d9 g10h", "h6-h8"]);
  expect(turns.map((turn) => turn.end)).toEqual([2, 4, 5]);
});
test("who plays alone has a turn for each action", () => {
  expect(turnsOf(["a", "b"], [0, 0], true).map((turn) => turn.end)).toEqual([1, 2]);
});
test("a round has a place for every seat", () => {
  const rounds = roundsOf(turns, 2);
  expect(rounds.map((round) => round.map((turn) => turn?.end ?? null))).toEqual([
    [2, 4],
    [5, null],
  ]);
});
test("who begins later leaves the places before empty", () => {
  const rounds = roundsOf(turnsOf(["a", "b", "c"], [1, 0, 2]), 3);
  expect(rounds.map((round) => round.map((turn) => turn?.actions[0] ?? null))).toEqual([
    [null, "a", null],
    ["b", null, "c"],
  ]);
});
test("a position in the middle of a turn belongs to that turn", () => {
  expect(turnAt(turns, 0)).toBe(-1);
  expect(turnAt(turns, 3)).toBe(1);
});
test("steps lead from turn to turn and stop at both ends", () => {
  expect(stepFrom(turns, 5, "previous")).toBe(4);
  expect(stepFrom(turns, 4, "previous")).toBe(2);
  expect(stepFrom(turns, 0, "previous")).toBe(0);
  expect(stepFrom(turns, 2, "next")).toBe(4);
  expect(stepFrom(turns, 5, "next")).toBe(5);
  expect(stepFrom(turns, 3, "first")).toBe(0);
  expect(stepFrom(turns, 3, "last")).toBe(5);
});

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
