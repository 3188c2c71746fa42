import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Living, Turns } from "./living.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("pictures play one after the other, each to its end", () => {
  const turns = new Turns();
  const [first, second] = [new Living(2, turns), new Living(1, turns)];
  first.play();
  second.play();
  const seen: string[] = [];
  for (let time = 0; time < 12; time += 1) {
    vi.advanceTimersByTime(550);
    const now = `${first.at} ${second.at}`;
    if (now !== seen.at(-1)) seen.push(now);
  }
  expect(seen).toEqual(["1 0", "2 0", "2 1"]);
});

test("a step by hand takes a picture out of the row, and begins again at the end", () => {
  const turns = new Turns();
  const picture = new Living(1, turns);
  picture.play();
  picture.step();
  expect(picture.at).toBe(1);
  picture.step();
  vi.advanceTimersByTime(10_000);
  expect(picture.at).toBe(0);
});

test("what was stopped stays where it is", () => {
  const turns = new Turns();
  const picture = new Living(3, turns);
  picture.play();
  vi.advanceTimersByTime(600);
  turns.stop();
  vi.advanceTimersByTime(10_000);
  expect(picture.at).toBe(1);
});

test("what stands still shows its end, and is stepped through from the start", () => {
  const picture = new Living(2, new Turns(), true);
  expect(picture.at).toBe(2);
  picture.step();
  expect(picture.at).toBe(0);
});
