import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { live, type Listener } from "../live/live.svelte";
import type { Attended, News, Now } from "../wire";
import { Seated } from "./seated.svelte";

const scene = {
  game: "g",
  title: "G",
  box: "blockade",
  seat: 0,
  width: 10,
  height: 10,
  pieces: [],
  marks: [],
  trays: [],
};
const now = (ply: number, more: Partial<Now> = {}): Now => ({
  status: "running",
  ply,
  mover: 1,
  scene,
  may: [],
  ...more,
});
const acted = (number: number, seat: number, action: string, then: Partial<Now> = {}): News => ({
  news: "t",
  number,
  at: 0,
  event: { kind: "acted", seat, action },
  now: now(number, then),
});

let listener: Listener;
let table: Seated;
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(live, "attend").mockImplementation((_table, given) => {
    listener = given;
    return () => undefined;
  });
  table = new Seated("t");
  table.arrive();
  listener.attended({
    game: "g",
    options: {},
    clock: { kind: "none" },
    rated: false,
    takebacks: true,
    listed: false,
    mine: [0],
    number: 0,
    at: 0,
    events: [],
    actions: [],
    movers: [],
    here: [0],
    watchers: 0,
    rematch: null,
    links: [],
    now: now(0, { mover: 0, choices: { a1: "a1" }, seats: [{ who: "person" }, { who: "machine" }] }),
  } satisfies Attended);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("what I may choose is gone when the position has changed and nothing is offered", () => {
  expect(table.choices).toEqual({ a1: "a1" });
  listener.news(acted(1, 0, "a1"));
  expect(table.choices).toBeNull();
});
test("what is left out stays while the position does", () => {
  listener.news({ news: "t", number: 1, at: 0, event: { kind: "draw-offered", seat: 1 }, now: now(0, { mover: 0 }) });
  expect(table.choices).toEqual({ a1: "a1" });
  expect(table.seats).toHaveLength(2);
});
test("an opponent's turn of several actions is shown one action at a time", () => {
  listener.news(acted(1, 0, "a1"));
  listener.news(acted(2, 1, "b1"));
  listener.news(acted(3, 1, "b2", { mover: 0 }));
  expect(table.actions).toEqual(["a1"]);
  vi.advanceTimersByTime(310);
  expect(table.actions).toEqual(["a1", "b1"]);
  vi.advanceTimersByTime(310);
  expect(table.actions).toEqual(["a1", "b1", "b2"]);
  expect(table.isMyTurn).toBe(true);
});
test("when somebody comes back, the server is asked whether a claim still holds", () => {
  const lookAgain = vi.spyOn(live, "lookAgain").mockReturnValue();
  listener.presence?.({ presence: "t", here: [0], watchers: 0 });
  expect(lookAgain).not.toHaveBeenCalled();
  listener.news(acted(1, 0, "a1", { may: ["claim:1"] }));
  listener.presence?.({ presence: "t", here: [0, 1], watchers: 0 });
  expect(lookAgain).toHaveBeenCalledWith("t");
});
test("what is taken back leaves the log", () => {
  listener.news(acted(1, 0, "a1"));
  listener.news({
    news: "t",
    number: 2,
    at: 0,
    event: { kind: "taken-back", seat: 0, ply: 0 },
    now: now(0, { mover: 0 }),
  });
  expect(table.actions).toEqual([]);
});
test("looking back is not yanked to the live action", async () => {
  listener.news(acted(1, 0, "a1"));
  vi.spyOn(live, "send").mockResolvedValue({
    answer: "x",
    looked: { ply: 0, scene: { ...scene, board: [], spots: [] } },
  });
  await table.look(0);
  vi.advanceTimersByTime(1_000);
  listener.news(acted(2, 1, "b1", { mover: 0 }));
  expect(table.shownPly).toBe(0);
  table.backToNow();
  expect(table.shownPly).toBe(2);
});
test("a refusal is kept to be shown, and an action clears it", async () => {
  vi.spyOn(live, "send").mockResolvedValueOnce({
    answer: "x",
    refused: { code: "illegal", message: "No.", rule: "CDS-8" },
  });
  await table.act("z9");
  expect(table.refusal?.rule).toBe("CDS-8");
  vi.spyOn(live, "send").mockResolvedValueOnce({ answer: "y" });
  await table.act("a1");
  expect(table.refusal).toBeNull();
});
