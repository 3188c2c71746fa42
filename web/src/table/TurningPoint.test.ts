import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { Seated } from "./seated.svelte";
import TurningPoint from "./TurningPoint.svelte";

let shown: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
});

/** The page, once it has asked what decided the game. */
function page(told: (table: Seated) => void): { asked: ReturnType<typeof vi.fn>; onshow: ReturnType<typeof vi.fn> } {
  const [table, onshow] = [new Seated("t"), vi.fn()];
  const asked = vi.spyOn(table, "askTurningPoint").mockImplementation(() => Promise.resolve(told(table)));
  shown = mount(TurningPoint, { target: document.body, props: { table, onshow } });
  flushSync();
  return { asked, onshow };
}
const text = (): string => document.body.textContent?.trim() ?? "";
const push = (): void => document.querySelector("button")?.click();

test("that nothing could be looked for is no answer, and one may ask again", () => {
  const { asked } = page((table) => (table.unsearched = { code: "no-hint", message: "The machines are busy." }));
  expect(text()).toContain("could not be looked for just now. The machines are busy.");
  push();
  expect(asked).toHaveBeenCalledTimes(2);
});
test("where no action was found nobody is told that there is none", () => {
  page((table) => (table.turningPoint = null));
  expect(text()).toBe("No single action was found that lost this game.");
});
test("the action that decided it is told, and shown to who asks", () => {
  const { onshow } = page((table) => (table.turningPoint = { ply: 6, seat: 0, says: "a1 lost.", marks: [], picks: [] }));
  expect(text()).toContain("a1 lost.");
  push();
  expect(onshow).toHaveBeenCalledWith(6);
});
