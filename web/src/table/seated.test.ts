import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { live, type Listener } from "../live/live.svelte";
import { self } from "../self.svelte";
import type { Attended, News, Now, Offer, SeatNow } from "../wire";
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
  listener.attended(attended);
});
const attended = {
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
  away: [],
  rematch: null,
  links: [],
  now: now(0, { mover: 0, choices: { a1: "a1" }, seats: [{ who: "person" }, { who: "machine" }] }),
} satisfies Attended;
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
test("who is away, and from when on that may be claimed, is told by the server's clock", () => {
  vi.setSystemTime(50_000);
  listener.attended({ ...attended, at: 1_050_000, away: [{ seat: 1, claim_at: 1_090_000 }] });
  expect(table.away).toEqual([{ seat: 1, claimAt: 90_000 }]);
  listener.presence?.({ presence: "t", here: [0, 1], watchers: 0, away: [] });
  expect(table.away).toEqual([]);
});
test("when the mover must have begun is told by the server's clock, from when the news came", () => {
  vi.setSystemTime(50_000);
  listener.news({ ...acted(1, 1, "b1", { begin_by: 1_080_000 }), at: 1_050_000 });
  expect(table.beginBy).toBe(80_000);
  vi.advanceTimersByTime(400);
  listener.news({ ...acted(2, 0, "a1"), at: 1_050_400 });
  expect(table.beginBy).toBeNull();
});
test("a game that was called off is over without an outcome", () => {
  const over = now(0, { status: "over", mover: null, called_off: true, reason: "Ben did not begin." });
  listener.news({ news: "t", number: 1, at: 0, event: { kind: "called-off", seat: 1 }, now: over });
  expect([table.isOver, table.calledOff, table.outcome]).toEqual([true, true, null]);
});
test("what decided a game may be asked for again where it could not be looked for", async () => {
  const refused = { code: "no-hint", message: "Busy." };
  const send = vi.spyOn(live, "send").mockResolvedValueOnce({ answer: "1", refused });
  await table.askTurningPoint();
  expect([table.turningPoint, table.unsearched]).toEqual([undefined, refused]);
  send.mockResolvedValueOnce({ answer: "2" });
  await Promise.all([table.askTurningPoint(), table.askTurningPoint()]);
  expect([table.turningPoint, table.unsearched]).toEqual([null, null]);
  await table.askTurningPoint();
  expect(send).toHaveBeenCalledTimes(2);
});
test("how far a machine has come is forgotten when it has played", () => {
  listener.thinking?.({ thinking: "t", seat: 1, share: 0.4, best: "b1" });
  expect(table.thinking?.share).toBe(0.4);
  listener.news(acted(1, 1, "b1"));
  expect(table.thinking).toBeNull();
});
test("who declined is noticed until something else happens", () => {
  const offer: Offer = { kind: "draw", seat: 0, waits_for: [1] };
  listener.news({ news: "t", number: 1, at: 0, event: { kind: "draw-offered", seat: 0 }, now: now(0, { offer }) });
  expect(table.declined).toBeNull();
  listener.news({ news: "t", number: 2, at: 0, event: { kind: "draw-declined", seat: 1 }, now: now(0) });
  expect(table.declined).toEqual({ kind: "draw", seat: 1, isTakenBack: false });
  listener.news(acted(3, 0, "a1"));
  expect(table.declined).toBeNull();
});
test("who declines an offer of their own takes it back", () => {
  const offer: Offer = { kind: "rematch", seat: 0, waits_for: [1] };
  listener.news({ news: "t", number: 1, at: 0, event: { kind: "rematch-offered", seat: 0 }, now: now(0, { offer }) });
  listener.news({ news: "t", number: 2, at: 0, event: { kind: "rematch-declined", seat: 0 }, now: now(0) });
  expect(table.declined).toEqual({ kind: "rematch", seat: 0, isTakenBack: true });
});
test("an offer is answered as what it is", async () => {
  const send = vi.spyOn(live, "send").mockResolvedValue({ answer: "x" });
  const asked = (kind: "draw" | "takeback" | "rematch") =>
    listener.news({
      news: "t",
      number: 7,
      at: 0,
      event: { kind: "draw-offered", seat: 1 },
      now: now(0, { offer: { kind, seat: 1, waits_for: [0], rated: false } }),
    });
  for (const kind of ["draw", "takeback", "rematch"] as const) {
    asked(kind);
    expect(table.asked).toBe(0);
    await table.answer(true);
    await table.answer(false);
  }
  expect(send.mock.calls.map(([said]) => said)).toEqual([
    { do: "offer-draw", table: "t", seen: 7, seat: 0 },
    { do: "decline-draw", table: "t", seen: 7, seat: 0 },
    { do: "answer-takeback", table: "t", agree: true, seen: 7, seat: 0 },
    { do: "answer-takeback", table: "t", agree: false, seen: 7, seat: 0 },
    { do: "offer-rematch", table: "t", seen: 7 },
    { do: "decline-rematch", table: "t", seen: 7 },
  ]);
});
test("when a seat changes hands, its new link comes with the news", () => {
  const news = { news: "t", number: 1, at: 0, event: { kind: "stood-up", seat: 1 } as const, now: now(0) };
  listener.news({ ...news, links: ["/table/t#1.new"] });
  expect([table.links, table.mine]).toEqual([["/table/t#1.new"], [0]]);
});
test("who sits down on one page of theirs sits on all", () => {
  self.me = { person: { id: "p1", name: "Ann" }, language: "en", ratings: [], csrf: "" };
  const seats: SeatNow[] = [{ who: "person" }, { who: "person", person: "p1" }];
  listener.news({ news: "t", number: 1, at: 0, event: { kind: "seated", seat: 1 }, now: now(0, { seats }) });
  expect(table.mine).toEqual([0, 1]);
  listener.news({ news: "t", number: 2, at: 0, event: { kind: "stood-up", seat: 1 }, now: now(0) });
  expect(table.mine).toEqual([0]);
});
test("who is asked to leave watches from then on, until they sit again", () => {
  listener.news({ news: "t", number: 1, at: 0, event: { kind: "asked-to-leave", seat: 0 }, now: now(0) });
  expect([table.isAskedToLeave, table.isWatching]).toEqual([true, true]);
  listener.attended(attended);
  expect([table.isAskedToLeave, table.isWatching]).toEqual([false, false]);
});
test("a house that is full is tried again when it says", () => {
  const attend = vi.mocked(live.attend);
  listener.refused?.({ code: "busy", message: "Full.", seconds: 4 });
  expect([table.shutOut?.code, table.retryAt]).toEqual(["busy", Date.now() + 4_000]);
  vi.advanceTimersByTime(3_900);
  expect(attend).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(200);
  expect(attend).toHaveBeenCalledTimes(2);
  listener.attended(attended);
  expect(table.shutOut).toBeNull();
});
test("an action for which there was no time is still to be played, and is not called wrong", async () => {
  vi.spyOn(live, "send").mockResolvedValueOnce({ answer: "x", refused: { code: "busy", message: "Full.", seconds: 4 } });
  await table.act("a1");
  expect([table.unplayed, table.refusal, table.sent]).toEqual(["a1", null, null]);
  vi.spyOn(live, "send").mockResolvedValueOnce({ answer: "y" });
  await table.act("a1");
  expect(table.unplayed).toBeNull();
});
test("why something may not be picked is asked without playing; only the last question counts", async () => {
  const answers: ((rule: string) => void)[] = [];
  const send = vi.spyOn(live, "send").mockImplementation(
    () =>
      new Promise((resolve) => {
        answers.push((rule) => resolve({ answer: "x", refused: { code: "illegal", message: "No.", rule } }));
      }),
  );
  const first = table.why(["a1", "b2"]);
  const second = table.why(["a1", "b3"]);
  answers[1]?.("G-2");
  await second;
  answers[0]?.("G-1");
  await first;
  expect(table.refusal?.rule).toBe("G-2");
  expect(send.mock.calls[1]?.[0]).toEqual({ do: "why", table: "t", picks: ["a1", "b3"] });
});
test("what may be picked after all, or was asked too late, is not refused", async () => {
  vi.spyOn(live, "send").mockResolvedValueOnce({ answer: "x" });
  await table.why(["a1"]);
  vi.spyOn(live, "send").mockResolvedValueOnce({ answer: "x", refused: { code: "not-your-turn", message: "No." } });
  await table.why(["a1"]);
  expect(table.refusal).toBeNull();
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
test("what is said while the connection is lost is not sent, and one is told so", async () => {
  const send = vi.spyOn(live, "send");
  live.state = { kind: "lost", retryAt: 0 };
  await table.act("a1");
  expect(send).not.toHaveBeenCalled();
  expect([table.isUnheard, table.sent]).toEqual([true, null]);
  live.state = { kind: "connected" };
  listener.attended(attended);
  expect(table.isUnheard).toBe(false);
});
test("who was too quick reads so only as long as it holds", async () => {
  const refused = { code: "too-many", message: "Not so fast!", seconds: 2 };
  vi.spyOn(live, "send").mockResolvedValue({ answer: "x", refused });
  await table.askHint();
  expect(table.refusal).toEqual(refused);
  vi.advanceTimersByTime(2_000);
  expect(table.refusal).toBeNull();
});
