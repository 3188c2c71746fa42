import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import Unbroken from "./Unbroken.svelte";

let shown: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
});

test("actions hold together, and nothing else is changed", () => {
  const text = "After c11-g11, Blue could win with k8-e8. A well-known end of Cul-de-Sac.";
  shown = mount(Unbroken, { target: document.body, props: { text } });
  flushSync();
  expect(document.body.textContent).toBe(text);
  expect([...document.querySelectorAll("span")].map((span) => span.textContent)).toEqual(["c11-g11,", "k8-e8."]);
});
