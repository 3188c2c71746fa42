import { expect, test } from "vitest";
import { Choosing } from "../board/choosing.svelte";
import type { Scene } from "../board/scene";
import { sceneWith, type Told } from "../board/scene.fixture";
import type { News } from "../wire";
import type { Seated } from "./seated.svelte";
import { legalInWords, newsInWords, positionInWords, spotInWords } from "./spoken";
import { en } from "./words.en";

/** Three by three squares: a1 is at the bottom left, c3 at the top right. */
const spots = ["a", "b", "c"].flatMap((file, column) =>
  [1, 2, 3].map((rank) => ({ id: `${file}${rank}`, x: 20 + column * 40, y: 140 - rank * 40 })),
);
const at = (id: string) => {
  const { x, y } = spots.find((spot) => spot.id === id)!;
  return { spot: id, x, y };
};
const trays = [
  { seat: 0, colours: ["yellow"] },
  { seat: 1, colours: ["clear"] },
];
const sceneOf = (pieces: NonNullable<Told["pieces"]>, more: Told = {}): Scene => sceneWith({ spots, pieces, trays, ...more });
const table = { seats: [{ who: "person", name: "Ann" }, { who: "person", name: "Ben" }], mine: [], scene: null };
const told = (scene: Scene) => positionInWords(scene, table as unknown as Seated, en);

test("every square of a polyomino is told, and is not empty", () => {
  const scene = sceneOf([
    { id: "p", kind: "polyomino", colour: "yellow", ...at("a2"), cells: [[0, 0], [1, 0], [1, -1]] },
  ]);
  expect(told(scene)).toEqual(["Ann: piece a2 b2 b3", "Ben: nothing on the board"]);
  const choosing = new Choosing(() => undefined);
  choosing.offer(scene, null);
  expect(spotInWords(choosing, "b3", en)).toBe("b3, yellow piece");
  expect(spotInWords(choosing, "c3", en)).toBe("c3, empty");
});

test("the arrows of a tile are told as the squares they lead to", () => {
  const scene = sceneOf([
    { id: "t", kind: "arrow-tile", colour: "clear", ...at("b2"), glyph: "N+SE" },
    { id: "d", kind: "disc", colour: "yellow", ...at("b2"), glyph: "crown" },
  ]);
  expect(told(scene)).toEqual([
    "Ann: disc crowned b2",
    "Ben: nothing on the board",
    "Arrow tiles: b2 leads to b3, c1",
  ]);
  const choosing = new Choosing(() => undefined);
  choosing.offer(scene, { b2: { b3: "b2-b3" } });
  expect(spotInWords(choosing, "b2", en)).toBe("b2, yellow disc crowned, clear arrow tile leads to b3, c1, can be picked");
});

test("pieces that are nobody's are told too", () => {
  const scene = sceneOf([{ id: "s", kind: "square", colour: "red", ...at("c1") }], { trays: [{ seat: 0, colours: [] }] });
  expect(told(scene)).toEqual(["On the board: square c1"]);
});

test("what can be played is told piece by piece", () => {
  const choosing = new Choosing(() => undefined);
  const scene = sceneOf([
    { id: "d", kind: "disc", colour: "yellow", ...at("a1") },
    { id: "e", kind: "disc", colour: "yellow", ...at("c1") },
  ]);
  choosing.offer(scene, { a1: { a2: "a1-a2", b2: "a1-b2" }, c1: { c2: "c1-c2" }, pass: "pass" });
  expect(legalInWords(choosing, en)).toEqual(["4 legal actions: Pass", "disc a1: a2, b2", "disc c1: c2"]);
  choosing.offer(scene, { p: { "turn:0": { a1: "a1,b1" }, "turn:1": { a2: "a2,a3" } } });
  expect(legalInWords(choosing, en)).toEqual(["2 legal actions", "p: a1 b1, a2 a3"]);
  choosing.offer(scene, null);
  expect(legalInWords(choosing, en)).toEqual([]);
});

test("the end is told with who has won and why", () => {
  const over = { ...table, mine: [1], outcome: { winners: [0], draw: false }, reason: "A line is complete." };
  const news = { event: { kind: "acted", seat: 0, action: "a1-a2" } } as News;
  expect(newsInWords(news, over as unknown as Seated, en)).toBe("Ann: a1-a2. Ann wins. A line is complete.");
});
