import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Lesson, LessonStep, Scene } from "../wire";
import { Learning } from "./learning.svelte";

const scene = (title: string): Scene => ({
  game: "blocus",
  title,
  box: "blockade",
  seat: 0,
  width: 540,
  height: 540,
  pieces: [],
  marks: [],
  trays: [],
});
const step = (name: string, replies: string[] = []): LessonStep => ({
  what: `${name}: what`,
  why: "why",
  well: "well",
  otherwise: "otherwise",
  wrong: { a1: "far away" },
  rule: null,
  goes_on: false,
  scene: scene(name),
  choices: { h3: "h3", a1: "a1", b1: "b1" },
  after: {
    h3: ["h3", ...replies].map((action) => ({ action, seat: 0, scene: scene(`${name} ${action}`) })),
  },
});
const lesson = (...steps: LessonStep[]): Lesson => ({
  ...{ game: "blocus", language: "en", options: {}, seat: 0, goes_on_at: null },
  steps,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a lesson", () => {
  it("answers a wrong action with its sentence and the rule of the step, and lets it be tried again", () => {
    const learning = new Learning(lesson({ ...step("one"), rule: "BLO-3" }));
    learning.act("a1");
    expect(learning.answer).toEqual({ says: "far away", rule: "BLO-3", isRight: false });
    learning.act("b1");
    expect(learning.answer?.says).toBe("otherwise");
    expect(learning.choices).not.toBeNull();
    expect(learning.scene.title).toBe("one");
  });

  it("answers what no rule allows with the rule", () => {
    const learning = new Learning(lesson(step("one")));
    learning.refuse({ code: "illegal", message: "not there", rule: "BLO-5" });
    expect(learning.answer).toEqual({ says: "not there", rule: "BLO-5", isRight: false });
  });

  it("shows the way after two wrong tries, to who asks", () => {
    const learning = new Learning(lesson(step("one")));
    learning.act("a1");
    expect(learning.canShow).toBe(false);
    learning.act("a1");
    expect(learning.canShow).toBe(true);
    expect(learning.hinted).toEqual([]);
    learning.show();
    expect(learning.hinted).toEqual(["h3"]);
    expect(learning.canShow).toBe(false);
  });

  it("plays the right action and the replies to it, one after the other", () => {
    const learning = new Learning(lesson(step("one", ["e9", "e8"]), step("two")));
    learning.act("h3");
    const seen = [learning.scene.title];
    expect(learning.isDone).toBe(false);
    learning.next();
    expect(learning.at).toBe(0);
    for (let reply = 0; reply < 2; reply += 1) {
      vi.advanceTimersByTime(1000);
      seen.push(learning.scene.title);
    }
    expect(seen).toEqual(["one h3", "one e9", "one e8"]);
    expect(learning.isDone).toBe(true);
    learning.next();
    expect([learning.at, learning.tries, learning.answer, learning.scene.title]).toEqual([1, 0, null, "two"]);
  });

  it("is over after the last step, and can begin again", () => {
    const learning = new Learning(lesson(step("one")));
    learning.act("h3");
    learning.next();
    expect(learning.isOver).toBe(true);
    learning.again();
    expect([learning.isOver, learning.at, learning.answer]).toEqual([false, 0, null]);
  });
});
