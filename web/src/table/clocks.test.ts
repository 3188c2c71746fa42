import { expect, test } from "vitest";
import { clockText, countdown, leftOf } from "./clocks";

const reading = { left: [60_000, 45_000], runs: 0, at: 1_000 };

test("only the clock of the mover runs", () => {
  expect(leftOf(reading, 0, 6_000)).toBe(55_000);
  expect(leftOf(reading, 1, 6_000)).toBe(45_000);
});
test("a clock stops at nought, and never runs backwards", () => {
  expect(leftOf(reading, 0, 100_000)).toBe(0);
  expect(leftOf(reading, 0, 0)).toBe(60_000);
});
test("a clock shows minutes and seconds, hours and days where there are some, tenths at the end", () => {
  expect(clockText(252_000, "d", "h")).toBe("4:12");
  expect(clockText(3_849_000, "d", "h")).toBe("1:04:09");
  expect(clockText(2 * 86_400_000 + 3_600_000, "d", "h")).toBe("2 d 1 h");
  expect(clockText(9_870, "d", "h")).toBe("0:09.8");
});

test("a countdown is in whole seconds, and is nought only when time is up", () => {
  expect(countdown(24_000)).toBe("0:24");
  expect(countdown(23_001)).toBe("0:24");
  expect(countdown(61_000)).toBe("1:01");
  expect(countdown(1)).toBe("0:01");
  expect(countdown(-5)).toBe("0:00");
});
