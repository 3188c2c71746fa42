import { describe, expect, test } from "vitest";
import { actionsIn, after, isOfTurns, onlyStart, picksOf, turnsIn, wordsIn, type Choices } from "./choices";

const moves: Choices = { d4: { d6: "d4-d6", b4: "d4-b4" }, d7h: "d7h", pass: "pass" };
const pieces: Choices = { "tray:F": { "turn:0": { e10: "e10,f10" }, "turn:3": { e9: "e9,e10" } } };
const squares = new Set(["d4", "d6", "b4", "d7h", "d9", "e10", "tray:F"]);
const isPlace = (pick: string): boolean => squares.has(pick);

describe("choices", () => {
  test("what is left after a pick is its branch", () => {
    expect(after(moves, ["d4"])).toEqual({ d6: "d4-d6", b4: "d4-b4" });
  });
  test("picks that lead nowhere leave nothing", () => {
    expect(after(moves, ["a1"])).toBeNull();
    expect(after(moves, ["d7h"])).toBeNull();
  });
  test("words are the picks that are no place", () => {
    expect(wordsIn(moves, isPlace)).toEqual(["pass"]);
    expect(wordsIn(after(pieces, ["tray:F"]) ?? {}, isPlace)).toEqual([]);
  });
  test("turns are told by their numbers", () => {
    const turns = after(pieces, ["tray:F"]) ?? {};
    expect(isOfTurns(turns)).toBe(true);
    expect(turnsIn(turns)).toEqual([0, 3]);
    expect(isOfTurns(moves)).toBe(false);
  });
  test("every action can be reached", () => {
    expect(actionsIn(moves)).toEqual(["d4-d6", "d4-b4", "d7h", "pass"]);
  });
  test("a piece that must move on is the only start, whatever words there are", () => {
    expect(onlyStart({ d4: { d6: "d4-d6" }, stop: "stop" }, isPlace)).toBe("d4");
    expect(onlyStart(moves, isPlace)).toBeNull();
    expect(onlyStart({ d4: "d4" }, isPlace)).toBeNull();
  });
  test("an action is found again by its picks", () => {
    expect(picksOf(moves, "d4-b4")).toEqual(["d4", "b4"]);
    expect(picksOf(pieces, "e9,e10")).toEqual(["tray:F", "turn:3", "e9"]);
    expect(picksOf(moves, "a1-a2")).toBeNull();
  });
});
