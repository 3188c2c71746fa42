import { expect, test } from "vitest";
import { roundsOf, stepFrom, turnAt, turnsOf } from "./turns";

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
