import { expect, test } from "vitest";
import { box, outline, turnedTo, turnOf } from "./polyomino";
import type { Cell } from "./scene";

const L: Cell[] = [
  [0, 0],
  [0, -1],
  [0, -2],
  [1, 0],
];
const lying: Cell[] = [
  [0, 0],
  [0, 1],
  [1, 0],
  [2, 0],
];
const mirrored: Cell[] = [
  [0, 0],
  [1, 0],
  [1, -1],
  [1, -2],
];

test("one line goes round all cells", () => {
  expect(outline([[0, 0]])).toBe("M-20 -20L20 -20L20 20L-20 20Z");
  expect(outline(L).match(/[ML]/g)).toHaveLength(10);
});
test("the box of cells says where it begins and how large it is", () => {
  expect(box(L)).toEqual({ left: 0, top: -2, columns: 2, rows: 3 });
});
test("a quarter to the right finds the turn with that form", () => {
  expect(turnedTo([L, lying, mirrored], 0, "right")).toBe(1);
});
test("a quarter back leads where one came from", () => {
  expect(turnedTo([L, lying, mirrored], 1, "left")).toBe(0);
});
test("flipping finds the mirrored form", () => {
  expect(turnedTo([L, lying, mirrored], 0, "flip")).toBe(2);
});
test("a turn is found by its form, wherever it lies", () => {
  expect(
    turnOf(
      [L, lying],
      lying.map(([column, row]) => [column + 5, row - 2] as const),
    ),
  ).toBe(1);
});
