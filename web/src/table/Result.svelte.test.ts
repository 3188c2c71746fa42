import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../api";
import { shelf } from "../shelf.svelte";
import type { EvenGames, Shelf } from "../wire";
import Result from "./Result.svelte";
import type { Seated } from "./seated.svelte";

const levels = ["balsa", "poplar", "pine", "birch"];
const rungs = levels.map((level, at) => ({ level, elo: at * 200, low: at * 200 - 90, high: at * 200 + 90 }));
const stocked = (progress: number): Shelf => ({
  games: ["barrier", "saute"].map((id) => ({
    id,
    name: id,
    box: "barrier",
    players: [2],
    minutes: 25,
    sentence: "",
    options: [],
    seats: {},
    draws: true,
    words: {},
    is_hidden: false,
    is_puzzle: false,
    levels,
    ladders: [{ options: {}, rungs, balance: null }],
    stand_in: "balsa",
    progress,
  })),
  levels: levels.map((id) => ({ id, name: id, sentence: "" })),
});
const over = (winner: number, game = "barrier"): Seated =>
  ({
    ...{ id: "t", game, options: {}, clock: { kind: "none" }, dealNumber: null, ply: 0, turns: [], may: [] },
    seats: [{ who: "person" }, { who: "machine", level: "poplar" }],
    ...{ mine: [0], isWatching: false, calledOff: null, reason: null, scene: null, lasted: 0, asked: null },
    ...{ offer: null, declined: null, rematch: null, refusal: null, movers: [], away: [] },
    outcome: { winners: [winner], draw: false, scores: null, reason: "resignation" },
  }) as unknown as Seated;
const nothing = () => undefined;

let asked: { game: string; tell: (level: string) => void }[] = [];
let shown: ReturnType<typeof mount> | undefined;
const proposed = (): string | undefined =>
  [...document.querySelectorAll("button")].map(({ textContent }) => textContent).find((says) => /^(Next|Try)/.test(says));

/** A result; the table may become another one. */
function show(table: Seated): { table: Seated } {
  const props = $state({ table, onreview: nothing, onpoint: nothing, onshare: nothing, isShared: false });
  shown = mount(Result, { target: document.body, props });
  flushSync();
  return props;
}
async function told(at: number, level: string): Promise<void> {
  asked[at]!.tell(level);
  await Promise.resolve().then(nothing);
  flushSync();
}

beforeEach(() => {
  asked = [];
  shelf.content = stocked(1);
  vi.stubGlobal("fetch", () => new Promise(nothing)); // nothing else is answered
  vi.spyOn(api, "even").mockImplementation(
    (game) =>
      new Promise<EvenGames>((tell) => {
        asked.push({ game, tell: (level) => tell({ of: [{ options: {}, level, elo: 0, games: 4 }] }) });
      }),
  );
});
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("an even game is asked for once, however often the shelf is told anew", () => {
  show(over(0));
  for (const progress of [0.2, 0.5, 1]) {
    shelf.content = stocked(progress);
    flushSync();
  }
  expect(asked.map(({ game }) => game)).toEqual(["barrier"]);
});

test("an answer about a game that was here before is not heard", async () => {
  const props = show(over(1));
  props.table = over(1, "saute");
  flushSync();
  expect(asked.map(({ game }) => game)).toEqual(["barrier", "saute"]);
  await told(0, "balsa");
  expect(proposed()).toBeUndefined();
  await told(1, "balsa");
  expect(proposed()).toBe("Next: balsa, one step softer");
});

test("who has won where an even game would be against the same machine meets one that is harder", async () => {
  show(over(0));
  await told(0, "poplar");
  expect(proposed()).toBe("Try harder: pine");
});

test.each([
  ["who has lost", [0], "BAR-7", true],
  ["who has given up", [0], "resignation", true],
  ["who ran out of time", [0], "time", false],
  ["who has won", [1], "BAR-7", false],
  ["at one screen, whoever has lost", [0, 1], "BAR-7", true],
])("what decided it is looked for: %s", (_, mine, reason, isAsked) => {
  const table = over(1);
  const askTurningPoint = vi.fn();
  Object.assign(table, { mine, ply: 9, askTurningPoint, turningPoint: null });
  Object.assign(table.outcome!, { reason });
  show(table);
  expect(askTurningPoint).toHaveBeenCalledTimes(Number(isAsked));
});
