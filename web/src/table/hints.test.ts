import { expect, test } from "vitest";
import type { HintGiven } from "../wire";
import { ideasOf, isFollowed } from "./hints";

const hint: HintGiven = {
  action: "a1-b1",
  picks: ["a1", "b1"],
  values: [0.6, 0.4],
  choices: [
    ["a1-b1", 0.5, 0.6],
    ["b2-a2", 0.3, 0.55],
    ["gone", 0.1, 0.5],
    ["stop", 0.1, 0.2],
  ],
  line: [],
};
const choices = { a1: { b1: "a1-b1" }, b2: { a2: "b2-a2" }, stop: "stop" };

test("the best three are shown, each with what is picked for it", () => {
  expect(ideasOf({ hint, choices })).toEqual([
    { action: "a1-b1", picks: ["a1", "b1"], value: 0.6 },
    { action: "b2-a2", picks: ["b2", "a2"], value: 0.55 },
  ]);
  expect(ideasOf({ hint: null, choices })).toEqual([]);
});
test("who takes another piece has stopped following", () => {
  const idea = { action: "", picks: ["tray:I2", "turn:0", "a1"], value: 1 };
  expect(isFollowed(idea, [], null)).toBe(true);
  expect(isFollowed(idea, ["tray:I2"], "a1")).toBe(true);
  expect(isFollowed(idea, ["tray:I2"], "b1")).toBe(false);
  expect(isFollowed(idea, ["tray:L4"], null)).toBe(false);
});
