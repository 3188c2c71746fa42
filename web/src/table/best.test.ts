import { expect, test } from "vitest";
import { bestOf, keepBest } from "./best";

test("the best result of each set of options is kept, and told before it is beaten", () => {
  const shuffled = { deal: "shuffled" };
  expect(bestOf("solitaire", shuffled)).toBeUndefined();
  expect(keepBest("solitaire", shuffled, { left: 4, moves: 20 })).toBeUndefined();
  expect(keepBest("solitaire", shuffled, { left: 5, moves: 10 })).toEqual({ left: 4, moves: 20 });
  expect(bestOf("solitaire", shuffled)).toEqual({ left: 4, moves: 20 });
  keepBest("solitaire", shuffled, { left: 4, moves: 18 });
  expect(bestOf("solitaire", shuffled)).toEqual({ left: 4, moves: 18 });
  expect(bestOf("solitaire", {})).toBeUndefined();
});
