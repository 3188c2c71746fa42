import { expect, test } from "vitest";
import { nextLevel } from "./next";

test("who has won meets a stronger machine: the one of an even game, else one step harder", () => {
  expect(nextLevel(3, "won", 5)).toBe(5);
  expect(nextLevel(3, "won", 4)).toBe(4);
  expect(nextLevel(3, "won", 3)).toBe(4);
  expect(nextLevel(3, "won", 1)).toBe(4);
  expect(nextLevel(3, "won", 0)).toBe(4);
});

test("who has lost is sent to no stronger machine", () => {
  expect(nextLevel(5, "lost", 2)).toBe(2);
  expect(nextLevel(5, "lost", 5)).toBe(0);
  expect(nextLevel(1, "lost", 4)).toBe(0);
  expect(nextLevel(3, "lost", 0)).toBe(0);
});

test("after a draw the machine of an even game is next, unless it was the one", () => {
  expect(nextLevel(3, "drawn", 4)).toBe(4);
  expect(nextLevel(3, "drawn", 2)).toBe(2);
  expect(nextLevel(3, "drawn", 3)).toBe(0);
  expect(nextLevel(3, "drawn", 0)).toBe(0);
});
