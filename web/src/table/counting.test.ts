import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { between, count } from "./counting";

let length = 420;
vi.mock("../board/motion", () => ({ duration: () => length }));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a number goes up or down to another one, and comes there", () => {
  expect([0, 0.5, 1, 1.1].map((share) => between(10, 20, share))).toEqual([10, 18, 20, 20]);
  expect(between(-4, -12, 0.5)).toBe(-10);
});
test("what counts tells numbers on the way, and the last one", () => {
  const told: number[] = [];
  count(-89, -84, (number) => told.push(number));
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(new Set(told).size).toBeGreaterThan(2);
  expect(told.at(-1)).toBe(-84);
});
test("who looks away sees no more of it", () => {
  const tell = vi.fn();
  count(0, 5, tell)();
  vi.advanceTimersByTime(1_000);
  expect(tell).not.toHaveBeenCalled();
});
test("without motion the number is there at once", () => {
  length = 0;
  const tell = vi.fn();
  count(0, 5, tell);
  expect(tell.mock.calls).toEqual([[5]]);
});
