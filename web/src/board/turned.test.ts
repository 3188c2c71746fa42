import { expect, test } from "vitest";
import { sceneWith } from "./scene.fixture";
import { turned } from "./turned";

const scene = sceneWith({
  width: 100,
  height: 80,
  board: [{ shape: "rectangle", style: "rim", x: 0, y: 0, width: 100, height: 80 }],
  spots: [{ id: "a1", x: 20, y: 60 }],
  pieces: [
    { id: "near", kind: "pawn", x: 20, y: 60 },
    { id: "far", kind: "pawn", x: 20, y: 20 },
    { id: "tile", kind: "arrow-tile", x: 50, y: 40, glyph: "N+E" },
  ],
});

test("turned twice it is as it was", () => {
  expect(turned(turned(scene)).spots).toEqual(scene.spots);
});
test("names stay with their squares", () => {
  expect(turned(scene).spots[0]).toMatchObject({ id: "a1", x: 80, y: 20 });
});
test("pieces are drawn from the far row to the near one, those that lie in the board first", () => {
  expect(turned(scene).pieces.map((piece) => piece.id)).toEqual(["tile", "near", "far"]);
});
test("arrows turn with the board", () => {
  expect(turned(scene).pieces[0]?.glyph).toBe("S+W");
});
test("seats turn with their sides and corners", () => {
  const trays = [{ place: "near-left" }, { place: "far" }, {}];
  expect(turned(sceneWith({ trays })).trays.map((tray) => tray.place)).toEqual(["far-right", "near", ""]);
});
test("what is left out of a scene stays as it was", () => {
  const next = sceneWith({ width: 100, height: 80, pieces: [] }, scene);
  expect(next.spots).toBe(scene.spots);
  expect(next.board).toBe(scene.board);
});
