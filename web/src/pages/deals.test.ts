import { expect, test } from "vitest";
import type { GameOnShelf } from "../wire";
import { chanceOf, dealIn, dealOfTheDay } from "./deals";

test("a link asks for a deal by its number", () => {
  expect(dealIn("?deal=1234")).toBe(1234);
  for (const search of ["", "?deal=", "?deal=0", "?deal=-3", "?deal=1.5", "?deal=x", "?deal=100000000"])
    expect(dealIn(search)).toBeNull();
});

test("the deal of the day is the date in Greenwich", () => {
  expect(dealOfTheDay(new Date("2026-11-16T23:30:00-02:00"))).toBe(20261117);
});

test("only what one plays alone has numbered deals", () => {
  const deal = { name: "deal", label: "", values: [{ value: "booklet", label: "" }, { value: "shuffled", label: "" }], only_with: {} };
  const game = (players: number[]) => ({ players, options: [deal] }) as unknown as GameOnShelf;
  expect(chanceOf(game([1]))).toEqual({ name: "deal", value: "shuffled" });
  expect(chanceOf(game([2]))).toBeNull();
  expect(chanceOf({ ...game([1]), options: [] })).toBeNull();
});
