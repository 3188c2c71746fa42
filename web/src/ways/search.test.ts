import { flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { WayFound } from "../wire";
import { Search } from "./search.svelte";

const found = (moves: number, bound: number, actions: string[]): WayFound => ({
  moves,
  left: 1,
  bound,
  is_proven: moves === bound,
  goes_on: moves !== bound,
  positions: 1000,
  steps: actions.map((action) => ({ action, seat: null, scene: {} as never })),
});
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  flushSync();
};
afterEach(() => vi.unstubAllGlobals());

test("a way is heard line by line, however the lines are cut, and the best is kept", async () => {
  const said = [found(3, 2, ["", "a", "b", "c"]), found(3, 3, [])].map((one) => `${JSON.stringify(one)}\n`).join("");
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      const bytes = new TextEncoder().encode(said);
      for (let at = 0; at < bytes.length; at += 50) stream.enqueue(bytes.slice(at, at + 50));
      stream.close();
    },
  });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body)));
  const search = new Search("/api/shelf/solitaire/way");
  await settled();
  expect(search.found).toMatchObject({ moves: 3, bound: 3, is_proven: true });
  expect(search.best.map(({ action }) => action)).toEqual(["", "a", "b", "c"]);
  expect(search.isUnderWay).toBe(false);
});

test("a search that ended without a proof goes on when it is asked to; a way that is told again is not a new one", async () => {
  const answers = [found(3, 1, ["", "a", "b", "c"]), found(3, 2, ["", "a", "b", "c"]), found(2, 2, ["", "d", "e"])];
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(`${JSON.stringify(answers.shift())}\n`)));
  const search = new Search("/api/shelf/solitaire/way");
  expect(search.mayLookOn).toBe(false);
  await settled();
  const first = search.best;
  expect([search.found?.bound, search.mayLookOn]).toEqual([1, true]);
  search.lookOn();
  expect([search.isUnderWay, search.mayLookOn]).toEqual([true, false]);
  await settled();
  expect([search.found?.bound, search.mayLookOn]).toEqual([2, true]);
  expect(search.best).toBe(first);
  search.lookOn();
  await settled();
  expect(search.best.map(({ action }) => action)).toEqual(["", "d", "e"]);
  expect([search.found?.is_proven, search.mayLookOn]).toEqual([true, false]);
});

test("what is refused is said, and who stops hears nothing", async () => {
  const refusal = { code: "no-hint", message: "Not now." };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(refusal), { status: 503 })));
  const refused = new Search("/api/shelf/solitaire/way");
  await settled();
  expect(refused.refusal).toBe("Not now.");
  vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) =>
    new Promise((_, reject) => signal!.addEventListener("abort", () => reject(new Error("aborted")))),
  );
  const stopped = new Search("/api/shelf/solitaire/way");
  stopped.stop();
  await settled();
  expect([stopped.refusal, stopped.isUnderWay]).toEqual(["", false]);
});
