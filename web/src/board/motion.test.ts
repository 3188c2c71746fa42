import { expect, test } from "vitest";
import { leadsOver } from "./motion";

const [a1, c1, a3] = [{ x: 20, y: 100 }, { x: 100, y: 100 }, { x: 20, y: 20 }];

test("a line over a piece is a jump", () => {
  expect(leadsOver(a1, c1, [a1, { x: 60, y: 100 }])).toBe(true);
});
test("a line beside a piece, or to where one was taken, is none", () => {
  expect(leadsOver(a1, c1, [a1, { x: 60, y: 60 }])).toBe(false);
  expect(leadsOver(a1, c1, [a1, c1])).toBe(false);
  expect(leadsOver(a1, a3, [])).toBe(false);
});
