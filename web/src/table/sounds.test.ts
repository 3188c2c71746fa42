import { expect, test } from "vitest";
import { sceneWith } from "../board/scene.fixture";
import { soundOf, soundOfEnd } from "./sounds";

const pieces = (...ids: string[]) =>
  sceneWith({ pieces: ids.map((id) => ({ id, kind: id.startsWith("wall") ? "wall-h" : "pawn" })) });
const holding = (kind: string, count: number) =>
  sceneWith({
    pieces: [{ id: "a", kind: "pawn" }],
    trays: [{ seat: 0, holdings: [{ kind, piles: [{ kind: "pawn", count }] }] }],
  });

test("a piece that is gone was taken", () => {
  expect(soundOf(pieces("a", "b"), pieces("a"))).toBe("take");
  expect(soundOf(holding("captured", 0), holding("captured", 1))).toBe("take");
});
test("a new wall sounds like a stick in its groove, another new piece like a block", () => {
  expect(soundOf(pieces("a"), pieces("a", "wall:d4h"))).toBe("wall");
  expect(soundOf(pieces("a"), pieces("a", "b"))).toBe("setDown");
});
test("the same pieces elsewhere have slid", () => {
  expect(soundOf(pieces("a"), pieces("a"))).toBe("slide");
});
test("what is brought home or held is heard to count", () => {
  expect(soundOf(holding("stock", 3), holding("stock", 2))).toBe("score");
  expect(soundOf(holding("thrones", 0), holding("thrones", 1))).toBe("score");
  expect(soundOf(holding("thrones", 1), holding("thrones", 0))).toBe("slide");
});
test("a piece by which points or groups change is heard to count, whoever's they are", () => {
  for (const kind of ["score", "groups"]) {
    const counted = (counts: number[], ...ids: string[]) =>
      sceneWith({
        pieces: ids.map((id) => ({ id, kind: "tile" })),
        trays: counts.map((count, seat) => ({ seat, holdings: [{ kind, piles: [{ kind: "tile", count }] }] })),
      });
    expect(soundOf(counted([-89, -89], "a"), counted([-84, -89], "a", "b"))).toBe("counts");
    expect(soundOf(counted([2, 3], "a"), counted([3, 2], "a", "b"))).toBe("counts");
    expect(soundOf(counted([2, 3], "a"), counted([2, 3], "a", "b"))).toBe("setDown");
  }
});
test("the end sounds as it is for who plays", () => {
  const outcome = { winners: [1], draw: false, reason: "EMP-9", scores: null };
  expect(soundOfEnd(outcome, [1])).toBe("won");
  expect(soundOfEnd(outcome, [0])).toBe("lost");
  expect(soundOfEnd(outcome, [])).toBe("over");
  expect(soundOfEnd({ ...outcome, winners: [], draw: true }, [0])).toBe("over");
});
