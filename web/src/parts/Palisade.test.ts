import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it } from "vitest";
import type { Level } from "../wire";
import Palisade from "./Palisade.svelte";

const levels: Level[] = ["balsa", "poplar", "pine"].map((id) => ({
  id,
  name: id.charAt(0).toUpperCase() + id.slice(1),
  sentence: `Plays like ${id}.`,
}));
let shown: ReturnType<typeof mount> | undefined;

function show(value: string): HTMLElement {
  shown = mount(Palisade, { target: document.body, props: { levels, value } });
  flushSync();
  return document.body;
}

describe("the palisade", () => {
  afterEach(async () => {
    if (shown) await unmount(shown);
    shown = undefined;
  });

  it("is a radio group with one named stake per level", () => {
    const stakes = [...show("poplar").querySelectorAll<HTMLInputElement>("input[type=radio]")];
    expect(stakes.map((stake) => stake.getAttribute("aria-label"))).toEqual(["Balsa", "Poplar", "Pine"]);
    expect(stakes.map((stake) => stake.checked)).toEqual([false, true, false]);
  });

  it("fills the stakes up to the chosen one and says what to expect", () => {
    const page = show("poplar");
    expect([...page.querySelectorAll(".stake")].map((stake) => stake.classList.contains("off"))).toEqual([
      false,
      false,
      true,
    ]);
    expect(page.querySelector(".foe")?.textContent).toContain("Plays like poplar.");
    page.querySelectorAll<HTMLInputElement>("input")[2]!.click();
    flushSync();
    expect(page.querySelectorAll(".stake.off")).toHaveLength(0);
    expect(page.querySelector(".foe")?.textContent).toContain("Pine");
  });
});
