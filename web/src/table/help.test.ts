import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  localStorage.clear();
});

/** Help as a page has it that was just opened: it remembers what this browser has kept. */
async function opened() {
  vi.resetModules();
  const { help } = await import("./help.svelte");
  return help;
}

const ROOMS = import.meta.glob("../../../src/palissade/games/*/rules.py");
const GAMES = Object.keys(ROOMS).map((file) => file.split("/").at(-2)!.replaceAll("_", "-"));

test("help is on for the first three games of each game", async () => {
  const help = await opened();
  expect(GAMES).toHaveLength(10);
  for (const game of GAMES) {
    for (let played = 0; played < 3; played++) {
      expect(help.isOn(game)).toBe(true);
      help.count(game);
    }
    expect(help.isOn(game)).toBe(false);
  }
});

test("what was played and what was chosen is remembered, for each game by itself", async () => {
  const before = await opened();
  for (let played = 0; played < 3; played++) before.count("blocus");
  before.turn("empire");
  const help = await opened();
  expect(help.isOn("blocus")).toBe(false);
  expect(help.isOn("empire")).toBe(false);
  expect(help.isOn("saute")).toBe(true);
});

test("who has chosen is not asked again, however many games are played", async () => {
  const help = await opened();
  for (let played = 0; played < 3; played++) help.count("porte");
  help.turn("porte");
  for (let played = 0; played < 5; played++) help.count("porte");
  expect(help.isOn("porte")).toBe(true);
  expect((await opened()).isOn("porte")).toBe(true);
  help.turn("porte");
  expect((await opened()).isOn("porte")).toBe(false);
});
