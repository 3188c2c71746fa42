import { expect, test } from "vitest";
import type { Scene, SceneChanges } from "../wire";
import { applyChanges } from "./changes";
import fixture from "./changes.fixture.json"; // written by tests/laws/test_scene_changes.py
import { complete } from "./scene";

interface Story {
  first: Scene;
  steps: { changes: SceneChanges; after: Scene }[];
}
const stories = fixture as unknown as Story[];

for (const { first, steps } of stories) {
  test(`changes lead from each scene of ${first.title} to the next`, () => {
    let scene = complete(first);
    for (const { changes, after } of steps) {
      scene = applyChanges(scene, changes);
      expect(scene).toEqual(complete({ ...after, board: changes.board ?? [] }, scene));
    }
  });
}

test("what has not changed is the very same thing", () => {
  const { first, steps } = stories[0]!;
  const before = complete(first);
  const one = applyChanges(before, steps[0]!.changes);
  const two = applyChanges(one, steps[1]!.changes);
  expect(two.board).toBe(before.board);
  expect(two.pieces).toContain(one.pieces[0]);
  expect(applyChanges(two, {})).toEqual(two);
});
