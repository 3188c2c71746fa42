import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { speech } from "../../language.svelte";
import type { Diagram, Scene, Step } from "../../wire";
import DiagramFigure from "./Diagram.svelte";

const trays = [{ seat: 0, token: "square", colours: ["red"] }, { seat: 1, token: "square", colours: ["blue"] }];
const ring = { shape: "circle", style: "ring", x: 60, y: 60, radius: 16 };

/** So many guards on the board; only the first picture has its print. */
function step(pieces: number, action = "", seat: number | null = null): Step {
  const scene = {
    ...{ game: "blocus", title: "Le Blocus", box: "blockade", seat: 0, width: 120, height: 120, marks: [], trays },
    ...(action ? {} : { board: [ring] }),
    pieces: Array.from({ length: pieces }, (_, at) => ({
      ...{ id: `guard:${at}`, kind: "square", colour: "red", x: 20 + 40 * at, y: 20 },
    })),
  };
  return { action, seat, scene: scene as unknown as Scene };
}
const diagram: Diagram = {
  block: "diagram",
  caption: [{ text: "Guards come down.", style: "plain" }],
  steps: [step(0), step(1, "h3", 0), step(2, "e9", 1)],
  ending: "A king has got off the far edge.",
};
let shown: ReturnType<typeof mount> | undefined;

const show = (told: Diagram) => (shown = mount(DiagramFigure, { target: document.body, props: { diagram: told } }));
const button = (label: string) => document.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`);
const guards = () => document.querySelectorAll("figure .board .stands").length;
const text = (selector: string) => document.querySelector(selector)?.textContent?.trim();
function press(key: string): void {
  document.querySelector(".steps")!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  flushSync();
}
function click(label: string): void {
  button(label)!.click();
  flushSync();
}

describe("a diagram", () => {
  beforeEach(() => (speech.language = "en"));
  afterEach(() => {
    if (shown) void unmount(shown);
    document.body.replaceChildren();
  });

  it("steps forward, says who played what, and begins again after the last", () => {
    show(diagram);
    expect([guards(), text(".at"), text(".said")]).toEqual([0, "1 of 3", ""]);
    click("Next action");
    expect([guards(), text(".at"), text(".said")]).toEqual([1, "2 of 3", "Red: h3"]);
    click("Next action");
    expect([guards(), text(".at"), text(".said")]).toEqual([2, "3 of 3", "Blue: e9"]);
    click("From the start");
    expect(text(".at")).toBe("1 of 3");
  });

  it("steps back, and stays where it begins", () => {
    show(diagram);
    click("Next action");
    click("One action back");
    click("One action back");
    expect(text(".at")).toBe("1 of 3");
    expect(button("One action back")!.getAttribute("aria-disabled")).toBe("true");
  });

  it("obeys the arrows while one of its buttons has the focus", () => {
    show(diagram);
    press("ArrowRight");
    press("ArrowRight");
    press("ArrowRight");
    expect(text(".at")).toBe("3 of 3");
    press("ArrowLeft");
    expect(text(".at")).toBe("2 of 3");
    press("Home");
    expect(text(".at")).toBe("1 of 3");
    press("End");
    expect(text(".at")).toBe("3 of 3");
  });

  it("keeps the print of the board, which comes with the first picture only", () => {
    show(diagram);
    press("End");
    expect(document.querySelectorAll("figure .board circle").length).toBeGreaterThan(0);
  });

  it("says how the game ended only when it has", () => {
    show(diagram);
    expect(document.querySelector(".ending")!.classList.contains("yet")).toBe(true);
    press("End");
    expect(document.querySelector(".ending")!.classList.contains("yet")).toBe(false);
  });

  it("has no buttons if it is one picture", () => {
    show({ ...diagram, steps: [step(2)], ending: "" });
    expect(document.querySelector("button")).toBeNull();
  });
});
