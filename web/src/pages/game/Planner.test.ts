import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keep } from "../../kept";
import { router } from "../../router.svelte";
import { shelf } from "../../shelf.svelte";
import type { EvenGame, GameOnShelf, Shelf } from "../../wire";
import Page from "../GamePage.svelte";

const game: GameOnShelf = {
  id: "barrier",
  name: "Barrier",
  box: "barrier",
  players: [2],
  minutes: 25,
  sentence: "Draughts across a wall of arrows.",
  options: [],
  seats: { "2": [{ colours: ["yellow"], team: 0 }, { colours: ["clear"], team: 1 }] },
  draws: true,
  words: {},
  is_hidden: false,
  is_puzzle: false,
  levels: ["balsa", "poplar", "pine"],
  stand_in: "balsa",
  ladders: [],
  progress: 1,
};
const stocked = (progress: number, levels = game.levels): Shelf => ({
  games: [{ ...game, progress, levels }],
  levels: ["balsa", "poplar", "pine", "net"].map((id) => ({ id, name: id, sentence: "Plays." })),
});
let shown: ReturnType<typeof mount> | undefined;
let made: unknown[] = [];
let refusal: object | undefined;
let evens: EvenGame[] = [];

function answer(path: string, request: { method: string; body?: string }): unknown {
  if (path === "/api/me") return { person: null, language: "en", ratings: [], csrf: "token" };
  if (path === "/api/shelf/barrier/even") return { of: evens };
  if (path === "/api/tables" && request.method === "POST") {
    made.push(JSON.parse(request.body!));
    return refusal ?? { table: { id: "t1" }, links: [] };
  }
  return path.startsWith("/api/tables") ? { tables: [], next: null } : shelf.content;
}

async function open(progress: number, levels = game.levels): Promise<HTMLButtonElement> {
  shelf.content = stocked(progress, levels);
  shown = mount(Page, { target: document.body, props: { id: "barrier" } });
  flushSync();
  await settled();
  return [...document.querySelectorAll("button")].find((button) => button.className.includes("big"))!;
}

/** A game that one plays alone, with the deal that a link asks for. */
async function openAlone(path: string): Promise<HTMLInputElement> {
  const values = ["set", "lot"].map((value) => ({ value, label: value }));
  const deal = { name: "deal", label: "Deal", values, only_with: {} };
  const alone = { ...game, id: "alone", players: [1], seats: { "1": [{ colours: [], team: 0 }] }, options: [deal] };
  shelf.content = { ...stocked(1), games: [alone] };
  router.go(path);
  shown = mount(Page, { target: document.body, props: { id: "alone" } });
  await settled();
  return document.querySelector<HTMLInputElement>("input[type=number]")!;
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  flushSync();
}

describe("planning a table", () => {
  beforeEach(() => {
    keep("level", undefined);
    made = [];
    refusal = undefined;
    router.go("/games/barrier");
    vi.stubGlobal("fetch", (path: string, request: { method: string; body?: string }) => {
      const said = answer(path, request);
      return Promise.resolve(new Response(JSON.stringify(said), { status: said === refusal ? 409 : 200 }));
    });
  });
  afterEach(async () => {
    if (shown) await unmount(shown);
    shown = undefined;
  });

  it("takes one click to play a machine", async () => {
    (await open(1)).click();
    await settled();
    expect(made).toMatchObject([{ game: "barrier", seats: [{ who: "me" }, { who: "machine", level: "pine" }] }]);
    expect(router.route).toEqual({ page: "table", id: "t1" });
  });

  it("offers the machines that this game has, in its order", async () => {
    (await open(1, ["net", "balsa"])).click();
    const offered = [...document.querySelectorAll(".stake input")].map((stake) => stake.getAttribute("value"));
    expect(offered).toEqual(["net", "balsa"]);
    await settled();
    expect(made).toMatchObject([{ seats: [{ who: "me" }, { who: "machine", level: "net" }] }]);
  });

  it("waits for a game that is being set up, and then goes ahead by itself", async () => {
    (await open(0.5)).click();
    await settled();
    expect(made).toEqual([]);
    shelf.content = stocked(1);
    await settled();
    expect(made).toHaveLength(1);
  });

  it("says why a table could not be made, and lets me try again", async () => {
    refusal = { code: "too-many", message: "Enough tables for now." };
    const button = await open(1);
    button.click();
    await settled();
    expect(document.querySelector("[role=alert]")?.textContent).toContain("Enough tables for now.");
    refusal = undefined;
    button.click();
    await settled();
    expect(made).toHaveLength(2);
    expect(router.route).toEqual({ page: "table", id: "t1" });
  });

  it("shows what was measured, and proposes the level of an even game until I choose another", async () => {
    const rungs = game.levels.map((level, at) => ({ level, elo: at * 200, low: at * 200 - 90, high: at * 200 + 90 }));
    const measured = { ...game, ladders: [{ options: {}, rungs, balance: "The first player wins 55 of 100 games." }] };
    evens = [{ options: {}, level: "poplar", elo: 250, games: 4 }];
    shelf.content = { ...stocked(1), games: [measured] };
    shown = mount(Page, { target: document.body, props: { id: "barrier" } });
    await settled();
    const chosen = () => document.querySelector<HTMLInputElement>(".stake :checked")!;
    expect(chosen().getAttribute("aria-label")).toBe("poplar, even game for you");
    expect(document.querySelector(".foe")?.textContent).toContain("200 Elo points above balsa.");
    expect(document.querySelector("form")?.textContent).toContain("The first player wins 55 of 100 games.");
    document.querySelectorAll<HTMLInputElement>(".stake input")[2]!.click();
    await settled();
    expect(chosen().value).toBe("pine");
    expect(document.querySelector(".is-even")).toBeNull();
  });

  describe("a level", () => {
    const rungs = game.levels.map((level, at) => ({ level, elo: at * 200, low: at * 200 - 90, high: at * 200 + 90 }));
    const stakes = () => [...document.querySelectorAll<HTMLInputElement>(".stake input")];
    const chosen = () => document.querySelector<HTMLInputElement>(".stake :checked")?.value;

    /** Open the page of a game that was measured. */
    async function visit(): Promise<void> {
      if (shown) await unmount(shown);
      shelf.content = { ...stocked(1), games: [{ ...game, ladders: [{ options: {}, rungs, balance: null }] }] };
      shown = mount(Page, { target: document.body, props: { id: "barrier" } });
      flushSync();
    }

    it("that I have chosen is there the next time, also where I came back to it", async () => {
      evens = [];
      await visit();
      for (const at of [0, 2, 1, 2]) stakes()[at]!.click();
      await visit();
      expect(chosen()).toBe(stakes()[2]!.value);
      for (const at of [0, 2]) stakes()[at]!.click();
      await visit();
      expect(chosen()).toBe(stakes()[2]!.value);
    });

    it("that was only proposed is not kept", async () => {
      evens = [{ options: {}, level: "poplar", elo: 250, games: 4 }];
      await visit();
      await settled();
      expect(chosen()).toBe("poplar");
      evens = [];
      await visit();
      await settled();
      expect(chosen()).toBe("pine");
    });

    it("that I have chosen, now or another time, stays when an even game is told", async () => {
      evens = [{ options: {}, level: "poplar", elo: 250, games: 4 }];
      await visit();
      stakes()[0]!.click(); // before the answer has come
      await settled();
      expect(chosen()).toBe("balsa");
      await visit();
      await settled();
      expect(chosen()).toBe("balsa");
      expect(stakes()[1]!.getAttribute("aria-label")).toBe("poplar, even game for you");
    });
  });

  it("plays the deal that the last link asks for", async () => {
    const field = await openAlone("/games/alone?deal=12");
    expect(field.value).toBe("12");
    router.go("/games/alone?deal=34");
    await settled();
    expect(field.value).toBe("34");
    field.value = "56";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await settled();
    expect(location.search).toBe("?deal=56");
    router.go("/games/alone?deal=34");
    await settled();
    document.querySelector<HTMLButtonElement>("button.big")!.click();
    await settled();
    expect(made).toMatchObject([{ deal_number: 34, options: { deal: "lot" } }]);
  });

  it("plays any deal where the link asks for none", async () => {
    const field = await openAlone("/games/alone?deal=12");
    router.go("/games/alone");
    await settled();
    expect(field.value).toBe("");
  });
});
