import { expect, test } from "vitest";
import { SQUARE } from "../board/scene";
import { sceneWith } from "../board/scene.fixture";
import { actionInWords } from "./laying";
import { en } from "./words.en";
import { fr } from "./words.fr";

const spots = ["a", "b", "c"].flatMap((column, x) =>
  [1, 2, 3].map((row) => ({ id: `${column}${row}`, x: x * SQUARE, y: -row * SQUARE })),
);
const corner = { id: "violet:V3", kind: "polyomino", colour: "violet" };
const turns: [number, number][][] = [
  [[0, 0], [0, -1], [1, -1]],
  [[0, 0], [1, 0], [0, -1]],
];
const held = [{ kind: "stock", pieces: [{ ...corner, spot: "tray:V3", turns }] }];
const scene = (isMover: boolean) =>
  sceneWith({ spots, trays: [{ is_mover: isMover, holdings: held }], pieces: [{ ...corner, id: "yellow:P", spot: "a3" }] });

test("a piece to be laid is named, however it is turned", () => {
  expect(actionInWords(scene(true), "a1,a2,b2", en)).toBe("piece V3 at a1");
  expect(actionInWords(scene(true), "b1,c1,b2", fr)).toBe("pièce V3 en b1");
});

test("a piece that lies is named where it lies", () => {
  expect(actionInWords(scene(false), "a3,b3", en)).toBe("piece P at a3");
});

test("what lays no such piece is said as it is written", () => {
  expect(actionInWords(scene(true), "a1,a2,a3", en)).toBe("a1,a2,a3");
  expect(actionInWords(scene(true), "pass", en)).toBe("pass");
  expect(actionInWords(scene(false), "a1,a2,b2", en)).toBe("a1,a2,b2");
  expect(actionInWords(null, "d4-d5", en)).toBe("d4-d5");
});
