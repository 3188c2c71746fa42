import { expect, test } from "vitest";
import { applyChanges } from "./changes";
import stories from "./changes.fixture.json"; // written by tests/laws/test_scene_changes.py
import { complete } from "./scene";

for (const { first, steps } of stories) {
  test(`changes lead from each scene of ${first.title} to the next`, () => {
    let scene = complete(first);
    for (const { changes, after } of steps) {
      const board = "board" in changes ? changes.board : scene.board;
      scene = applyChanges(scene, changes);
      expect(scene).toEqual(complete({ ...after, board }, scene));
    }
  });
}

test("what has not changed is the very same thing", () => {
  const [story] = stories;
  const before = complete(story?.first);
  const [played, again] = (story?.steps ?? []).map(({ changes }) => changes);
  const one = applyChanges(before, played);
  const two = applyChanges(one, again);
  expect(two.board).toBe(before.board);
  expect(two.pieces).toContain(one.pieces[0]);
  expect(applyChanges(two, {})).toEqual(two);
});
