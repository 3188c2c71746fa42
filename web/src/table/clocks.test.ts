import { expect, test } from "vitest";
import { seemsGone } from "./claims";
import { clockText, leftOf } from "./clocks";

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

const waiting = { mover: 1, mine: [0], isPerson: true, hasClock: true, isHere: true, reading: null, awaySince: null };

test("one may claim when the other's time is over", () => {
  const out = { left: [1, 0], runs: 1, at: 0 };
  expect(seemsGone({ ...waiting, reading: out }, 10)).toBe(true);
  expect(seemsGone({ ...waiting, reading: out, mover: 0 }, 10)).toBe(false);
});
test("one may claim when the other has been away for long, longer where no clock runs", () => {
  const away = { ...waiting, isHere: false, awaySince: 0 };
  expect(seemsGone(away, 59_000)).toBe(false);
  expect(seemsGone(away, 61_000)).toBe(true);
  expect(seemsGone({ ...away, hasClock: false }, 61_000)).toBe(false);
});
test("machines never leave, and who watches claims nothing", () => {
  const away = { ...waiting, isHere: false, awaySince: 0 };
  expect(seemsGone({ ...away, isPerson: false }, 700_000)).toBe(false);
  expect(seemsGone({ ...away, mine: [] }, 700_000)).toBe(false);
});
