import { afterEach, expect, test } from "vitest";
import { shelf } from "../shelf.svelte";
import type { Shelf } from "../wire";
import { meaningsOf, nameOfMany, nameOfPiece, said } from "./names";
import { en } from "./words.en";
import { fr } from "./words.fr";

const words = {
  "piece.disc": "pion",
  "pieces.disc": "pions",
  "piece.disc.crown": "pion couronné",
  "piece.tile": "tuile",
  "mark.owner": "trône du roi",
  "word.moon": "lune",
  "word.red": "rouge",
  "word.pass": "passe",
  "word.+s": "+c",
};
const lay = (): void => {
  shelf.content = { games: [{ id: "any", words }] } as unknown as Shelf;
};
afterEach(() => {
  shelf.content = undefined;
});

test("a piece is called as its rulebook calls it", () => {
  expect(nameOfPiece("any", { kind: "disc", glyph: "crown" }, en)).toBe("disc crowned");
  lay();
  expect(nameOfPiece("any", { kind: "disc" }, fr)).toBe("pion");
  expect(nameOfPiece("any", { kind: "disc", glyph: "crown" }, fr)).toBe("pion couronné");
  expect(nameOfPiece("any", { kind: "tile", glyph: "moon" }, fr)).toBe("tuile lune");
  expect(nameOfMany("any", { kind: "disc" }, 8, fr)).toBe("pions");
  expect(nameOfMany("any", { kind: "disc" }, 1, fr)).toBe("pion");
  expect(fr.ofColour("tuile lune", "vert")).toBe("tuile lune verte");
});

test("the notation is written in the reader's words", () => {
  expect(said("any", "red:moon@G2")).toBe("red:moon@G2");
  lay();
  expect(said("any", "red:moon@G2")).toBe("rouge:lune@G2");
  expect(["pass", "+s", "e1-e4", "E+S@h4"].map((action) => said("any", action))).toEqual(["passe", "+c", "e1-e4", "E+S@h4"]);
});

test("whose a place is, is said with the colour", () => {
  lay();
  expect(meaningsOf("any", fr)["owner.blue"]).toBe("trône du roi (bleu)");
});
