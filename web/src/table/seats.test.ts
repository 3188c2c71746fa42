import { expect, test } from "vitest";
import { sceneWith } from "../board/scene.fixture";
import { shelf } from "../shelf.svelte";
import type { GameOnShelf } from "../wire";
import { machineInWords, placesOf, roundFrom } from "./seats";
import { en } from "./words.en";

const trays = (...places: string[]) => sceneWith({ trays: places.map((place, seat) => ({ seat, place })) }).trays;

test("the others follow round the table", () => {
  expect(roundFrom(2, 4)).toEqual([3, 0, 1]);
  expect(roundFrom(0, 1)).toEqual([]);
});
test("plates stand at their corners of the board", () => {
  const places = placesOf(trays("near-right", "near-left", "far-left", "far-right"), 0);
  expect([...places.values()]).toEqual(["right-bottom", "left-bottom", "left-top", "right-top"]);
});
test("where no side belongs to anybody, plates go round the board clockwise", () => {
  expect([...placesOf(trays("", "", ""), 1).values()]).toEqual(["right-top", "left-bottom", "left-top"]);
});
test("no two plates stand in one place", () => {
  for (const count of [1, 2, 3, 4, 5]) {
    expect(new Set(placesOf(trays(...Array<string>(count).fill("")), 0).values()).size).toBe(count);
  }
});
test("a machine is told by its level at this game, or by who plays for it where there is none such any more", () => {
  const named = (id: string) => ({ id, name: id.toUpperCase(), sentence: "" });
  const games = [{ id: "saute", levels: ["pine", "oak"], stand_in: "pine" } as GameOnShelf];
  shelf.content = { games, levels: [named("pine"), named("oak"), named("net")] };
  const running = { game: "saute", status: "running" } as const;
  expect(machineInWords(running, "oak", en)).toBe("Machine, level 2");
  for (const gone of ["net", "granite", null]) {
    expect(machineInWords(running, gone, en)).toBe("PINE plays for it");
    expect(machineInWords({ ...running, status: "over" }, gone, en)).toBe("Machine");
  }
});
