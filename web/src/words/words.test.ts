import { describe, expect, it } from "vitest";
import { en } from "./en";
import { fr } from "./fr";
import { frenchSpaces, withFrenchSpaces } from "./typography";

type Leaf = string | ((...places: never[]) => string);

/** Every sentence of a catalogue by its path. */
function leaves(words: object, path = ""): Map<string, Leaf> {
  const found = new Map<string, Leaf>();
  for (const [key, value] of Object.entries(words) as [string, unknown][]) {
    if (typeof value === "object" && value !== null) {
      for (const [name, leaf] of leaves(value, `${path}${key}.`)) found.set(name, leaf);
    } else found.set(path + key, value as Leaf);
  }
  return found;
}

function said(leaf: Leaf): string {
  if (typeof leaf === "string") return leaf;
  const places = Array.from({ length: 3 }, () => ["3"]); // reads as a name, as a number and as a list of names
  return (leaf as (...places: unknown[]) => string)(...places);
}

describe("the words", () => {
  it("are the same in both languages, down to the last key", () => {
    expect([...leaves(fr).keys()].sort()).toEqual([...leaves(en).keys()].sort());
  });

  it("take the same places in both languages", () => {
    for (const [name, leaf] of leaves(en)) expect(typeof leaves(fr).get(name), name).toBe(typeof leaf);
  });

  it("always say something, without an apology or an exclamation", () => {
    for (const catalogue of [en, fr]) {
      for (const [name, leaf] of leaves(catalogue)) {
        expect(said(leaf).trim(), name).not.toBe("");
        expect(said(leaf), name).not.toMatch(/!|sorry|désolé|undefined/i);
      }
    }
  });

  it("are in typographic French", () => {
    for (const [name, leaf] of leaves(withFrenchSpaces(fr))) {
      expect(said(leaf), name).not.toMatch(/ [;:?»]|« |'/);
    }
  });

  it("know singular and plural", () => {
    expect(en.count.players(1, 1)).toBe("1 player");
    expect(en.count.players(2, 4)).toBe("2–4 players");
    expect(fr.count.players(2, 2)).toBe("2 joueurs");
    expect(fr.count.players(2, 5)).toBe("2 à 5 joueurs");
  });

  it("keep a question mark on the line of its word", () => {
    expect(frenchSpaces("Qui joue ? « Moi » : vous.")).toBe("Qui joue\u00a0? «\u00a0Moi\u00a0»\u00a0: vous.");
  });
});
