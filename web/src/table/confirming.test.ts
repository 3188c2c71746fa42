import { expect, test } from "vitest";
import { recall } from "../kept";
import { confirming } from "./confirming.svelte";

test("moves are confirmed as this browser remembers it, perhaps only with a clock", () => {
  const timed = { kind: "game", seconds: 60, increment: 0 } as const;
  const answers = (): boolean[] => [confirming.isFor({ kind: "none" }), confirming.isFor(timed)];
  expect(answers()).toEqual([false, false]);
  confirming.choose("timed");
  expect(answers()).toEqual([false, true]);
  confirming.choose("always");
  expect([...answers(), recall("confirms")]).toEqual([true, true, "always"]);
  confirming.choose("never");
});
