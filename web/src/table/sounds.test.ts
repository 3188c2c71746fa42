import { expect, test } from "vitest";
import { sceneWith } from "../board/scene.fixture";
import { soundOf } from "./sounds";

const pieces = (...ids: string[]) =>
  sceneWith({ pieces: ids.map((id) => ({ id, kind: id.startsWith("wall") ? "wall-h" : "pawn" })) }).pieces;

test("a piece that is gone was taken", () => {
  expect(soundOf(pieces("a", "b"), pieces("a"))).toBe("take");
});
test("a new wall sounds like a stick in its groove, another new piece like a block", () => {
  expect(soundOf(pieces("a"), pieces("a", "wall:d4h"))).toBe("wall");
  expect(soundOf(pieces("a"), pieces("a", "b"))).toBe("setDown");
});
test("the same pieces elsewhere have slid", () => {
  expect(soundOf(pieces("a"), pieces("a"))).toBe("slide");
});
