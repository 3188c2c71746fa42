import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../api";
import { live } from "../live/live.svelte";
import { router } from "../router.svelte";
import { self } from "../self.svelte";
import { hear as sounds } from "../table/sounds";
import type { Sought } from "../wire";
import { seeking } from "./seeking.svelte";

vi.mock("../table/sounds", () => ({ hear: vi.fn() }));

const wish = { game: "blocus", clock: { kind: "none" } as const };
const waits = (more: Partial<Sought> = {}): Sought => ({
  sought: "s1",
  table: null,
  game: "blocus",
  since: 1,
  waiting: 0,
  ...more,
});
let hear: (sought: Sought) => void;
let letGo: ReturnType<typeof vi.fn>;

beforeEach(() => {
  letGo = vi.fn();
  vi.spyOn(live, "wait").mockImplementation((_seek, told) => {
    hear = told;
    return letGo as () => void;
  });
  self.me = { person: { id: "me", name: "Me", kind: "guest" } } as typeof self.me;
  router.go("/lobby");
});
afterEach(async () => {
  vi.spyOn(api, "endSeek").mockResolvedValue(null);
  await seeking.stop();
  seeking.found = null;
  vi.restoreAllMocks();
});

test("who finds somebody at once goes to their table", async () => {
  vi.spyOn(api, "seek").mockResolvedValue(waits({ table: "t1" }));
  await seeking.start(wish);
  expect([seeking.wish, router.route]).toEqual([null, { page: "table", id: "t1" }]);
  expect(live.wait).not.toHaveBeenCalled();
});

test("who waits goes to the table as soon as somebody comes", async () => {
  vi.spyOn(api, "seek").mockResolvedValue(waits());
  await seeking.start(wish);
  expect(seeking.sought).toEqual(waits());
  hear(waits({ waiting: 2 }));
  expect(seeking.sought?.waiting).toBe(2);
  hear(waits({ table: "t2" }));
  expect([seeking.wish, router.route]).toEqual([null, { page: "table", id: "t2" }]);
  expect(letGo).toHaveBeenCalledOnce();
});

test("who plays a machine meanwhile is not torn away, but told", async () => {
  vi.spyOn(api, "seek").mockResolvedValue(waits());
  await seeking.start(wish);
  router.go("/table/machine");
  hear(waits({ table: "t3" }));
  expect([seeking.found, router.route]).toEqual(["t3", { page: "table", id: "machine" }]);
  await vi.waitFor(() => expect(sounds).toHaveBeenCalledWith("yourTurn"));
  seeking.arrived("machine");
  expect(seeking.found).toBe("t3");
  seeking.arrived("t3");
  expect(seeking.found).toBeNull();
});

test("a seek that ended while the line was away is begun anew", async () => {
  const ask = vi.spyOn(api, "seek").mockResolvedValue(waits());
  await seeking.start(wish);
  hear(waits({ is_over: true }));
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  expect(seeking.wish).toEqual(wish);
});

test("who gives up in the moment in which somebody comes still plays them", async () => {
  vi.spyOn(api, "seek").mockResolvedValue(waits());
  await seeking.start(wish);
  vi.spyOn(api, "endSeek").mockResolvedValue(waits({ table: "t4" }));
  await seeking.stop();
  expect([seeking.wish, router.route]).toEqual([null, { page: "table", id: "t4" }]);
});

test("who gives up before the server has answered leaves no seek behind", async () => {
  let answer: (sought: Sought) => void = () => undefined;
  vi.spyOn(api, "seek").mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const end = vi.spyOn(api, "endSeek").mockResolvedValue(null);
  const asking = seeking.start(wish);
  await seeking.stop();
  expect(end).not.toHaveBeenCalled();
  answer(waits());
  await asking;
  expect(end.mock.calls).toEqual([["s1"]]);
  expect(live.wait).not.toHaveBeenCalled();
});
