import { expect, test } from "vitest";
import { Choosing } from "../board/choosing.svelte";
import { sceneWith } from "../board/scene.fixture";
import { beginInWords, declinedInWords, promptOf, rematchInWords, type Moment } from "./prompt";
import type { Seated } from "./seated.svelte";
import { en } from "./words.en";
import { fr } from "./words.fr";

const table = (more: object = {}) =>
  ({
    seats: [
      { who: "person", name: "Ann" },
      { who: "person", name: "Ben" },
    ],
    mine: [0],
    away: [],
    status: "running",
    mover: 1,
    asked: null,
    offer: null,
    rated: false,
    beginBy: null,
    clock: { kind: "game", seconds: 300 },
    scene: null,
    turns: [],
    isWatching: false,
    ...more,
  }) as unknown as Seated;
const moment: Moment = {
  isResigning: false,
  line: { kind: "connected" },
  now: 1_000,
  isVeiled: false,
  isResultShown: false,
  isSpent: false,
};
const nothing = new Choosing(() => undefined);
const said = (more: object, at: Partial<Moment> = {}) => promptOf(table(more), nothing, en, { ...moment, ...at });

test("who declined what is told to both, each in their words", () => {
  const declined = { kind: "draw", seat: 1, isTakenBack: false };
  expect(declinedInWords(table({ declined }), en)).toBe("Ben declined the draw.");
  expect(declinedInWords(table({ declined, mine: [1] }), en)).toBe("You declined the draw.");
  expect(declinedInWords(table({ declined, mine: [1] }), fr)).toBe("Vous avez refusé la nulle.");
  const takenBack = { kind: "rematch", seat: 1, isTakenBack: true };
  expect(declinedInWords(table({ declined: takenBack }), en)).toBe("Ben took the offer to play again back.");
  expect(said({ declined }).help).toBe("Ben declined the draw.");
});
test("who declined stands where one's own turn is told, too", () => {
  const choosing = new Choosing(() => undefined);
  choosing.offer(sceneWith({ spots: [{ id: "a1" }] }), { a1: "a1", b1: "b1" });
  const declined = { kind: "takeback", seat: 1, isTakenBack: false };
  const prompt = promptOf(table({ mover: 0, declined }), choosing, en, moment);
  expect(prompt).toMatchObject({ says: "Your turn", help: "Ben did not agree to take back." });
});
test("who must begin is told how long they may take, and what it starts", () => {
  const begins = { beginBy: 25_000, mover: 0 };
  expect(beginInWords(table(begins), en, 1_000)).toBe(
    "Your first move starts your clock. If you do not begin within 24 s, the game is called off.",
  );
  expect(beginInWords(table({ ...begins, clock: { kind: "none" } }), en, 1_000)).toBe(
    "If you do not begin within 24 s, the game is called off.",
  );
  expect(said({ ...begins, mover: 1 }).help).toBe("24 s left to begin.");
});
test("of who is away is told when something can be claimed, and then that it can", () => {
  const away = [{ seat: 1, claimAt: 43_000 }];
  expect(said({ away })).toMatchObject({
    says: "Ben is away",
    help: "In 0:42 you can claim the win, or let a machine play on.",
  });
  expect(said({ away }, { now: 43_000 }).help).toBe("You can claim the win, or let a machine play on.");
  expect(said({ away, isWatching: true, mine: [] }).says).toBe("Ben to move");
});
test("an offer to play again reads differently for who made it and who may answer", () => {
  const offer = { kind: "rematch", seat: 0, waits_for: [1], rated: false };
  expect(rematchInWords(table({ offer, status: "over" }), en)).toEqual({ says: "Waiting for Ben", help: "" });
  const other = table({ offer, status: "over", mine: [1], asked: 1, rated: true });
  expect(rematchInWords(other, en)).toEqual({ says: "Ann would like to play again", help: "Not rated this time." });
});
test("a full house, and an action that waits, are told calmly", () => {
  expect(said({ shutOut: { code: "busy", message: "" }, retryAt: 5_000 })).toEqual({
    says: "The house is full just now",
    help: "Trying again in 4 s.",
  });
  expect(said({ unplayed: "d4-d6" })).toEqual({
    says: "The house is full just now",
    help: "d4-d6 is not played yet. Nothing is lost.",
  });
});
test("only what a rule forbids is called out of place", () => {
  const refusal = { code: "illegal", message: "too far.", rule: "CDS-4" };
  const why = { help: "Too far.", rule: "CDS-4" };
  expect(said({ refusal, isRefusedThere: true })).toMatchObject({ says: "Not there", ...why });
  expect(said({ refusal, isRefusedThere: false })).toMatchObject({ says: "That is not allowed", ...why });
  expect(said({ refusal: { code: "notation", message: "write a1-a2." } })).toEqual({ says: "Write a1-a2." });
  expect(said({ refusal: { code: "no-hint", message: "The machines are busy." } })).toEqual({
    says: "The machines are busy.",
  });
});
test("who looks back reads that it is their turn, or that the game has gone on", () => {
  const looked = { ply: 0, scene: null, since: 3 };
  expect(said({ looked, ply: 3, shownPly: 0 })).toEqual({ says: "The beginning" });
  expect(said({ looked, ply: 4, shownPly: 0 }).help).toBe("The game has gone on meanwhile.");
  expect(said({ looked, ply: 4, shownPly: 0, isMyTurn: true }).help).toBe("Meanwhile it is your turn.");
});
test("who clicks while the connection is lost reads that nothing was sent", () => {
  const lost = { line: { kind: "lost", retryAt: 5_000 } } as const;
  expect(said({}, lost).help).toBe("Your game is safe. Trying again in 4 seconds.");
  expect(said({ isUnheard: true }, lost).help).toMatch(/^Nothing was sent\./);
  expect(said({ sent: "a1-a2" }, lost).help).toMatch(/^a1-a2 was sent and is not confirmed yet\./);
});
test("what may come in is asked for at its place", () => {
  const choosing = new Choosing(() => undefined);
  choosing.offer(sceneWith({ spots: [{ id: "b8" }] }), { b8: { triangle: "+t", square: "+s" }, stop: "stop" });
  choosing.pick("b8");
  expect(promptOf(table({ mover: 0 }), choosing, en, moment).says).toBe("What comes in at b8?");
});
test("a link that has been used says whom to ask", () => {
  expect(said({ mine: [], isWatching: true }, { isSpent: true })).toEqual({
    says: "This link has been used",
    help: "Ask Ann for a new one; meanwhile you can watch.",
  });
});
test("the dock says what the room says, and of a picked piece what it may do", () => {
  const advice = { says: "Slide a guard.", help: "The goal.", rule: "BLO-6", about: { a1: "The guard on a1 slides." } };
  const choosing = new Choosing(() => undefined);
  const scene = sceneWith({
    spots: [{ id: "a1" }, { id: "a2" }, { id: "b1" }, { id: "b2" }],
    pieces: [{ id: "guard", kind: "square", spot: "a1" }],
  });
  choosing.offer(scene, { a1: { a2: "a1-a2" }, b1: { b2: "b1-b2" } });
  expect(promptOf(table({ mover: 0, advice }), choosing, en, moment)).toEqual({ says: "Slide a guard.", help: "The goal." });
  choosing.pick("a1");
  expect(promptOf(table({ mover: 0, advice }), choosing, en, moment).says).toBe("The guard on a1 slides.");
});
test("what would lose at once is asked about, with its rule", () => {
  const doubt = { action: "f7", refusal: { code: "careless", message: "then Blue wins.", rule: "BLO-4" } };
  expect(said({ mover: 0, doubt })).toEqual({
    says: "Are you sure?",
    help: "Then Blue wins.",
    rule: "BLO-4",
    isBad: true,
  });
});
