import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Replay } from "./replay.svelte";

const table = {
  ply: 3,
  shownPly: 3,
  shown: null,
  look: (ply: number) => {
    table.shownPly = ply;
    return Promise.resolve();
  },
};
const steps = vi.fn();
let replay: Replay;
beforeEach(() => {
  vi.useFakeTimers();
  table.shownPly = 3;
  steps.mockClear();
  replay = new Replay(table, steps);
});
afterEach(() => void vi.useRealTimers());

test("the game is shown from the beginning, action by action, and stops at its end", async () => {
  replay.toggle();
  await vi.advanceTimersByTimeAsync(0);
  expect([table.shownPly, replay.isPlaying]).toEqual([0, true]);
  await vi.advanceTimersByTimeAsync(900);
  expect(table.shownPly).toBe(1);
  await vi.advanceTimersByTimeAsync(1_800);
  expect([table.shownPly, replay.isPlaying, steps.mock.calls.length]).toEqual([3, false, 3]);
});
test("it goes on from what is shown, and stops when it is paused", async () => {
  table.shownPly = 1;
  replay.toggle();
  await vi.advanceTimersByTimeAsync(900);
  replay.toggle();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([table.shownPly, replay.isPlaying]).toEqual([2, false]);
});
test("who steps elsewhere stops it", async () => {
  replay.toggle();
  await vi.advanceTimersByTimeAsync(900);
  replay.check();
  expect(replay.isPlaying).toBe(true);
  table.shownPly = 3;
  replay.check();
  expect(replay.isPlaying).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(table.shownPly).toBe(3);
});
