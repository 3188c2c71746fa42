import { readFileSync } from "node:fs";
import { beforeEach, expect, test, vi } from "vitest";

/** The service worker, in a world of the test's. */
type Handler = (event: Record<string, unknown>) => void;
let handlers: Map<string, Handler>;
let pages: { url: string; focus: ReturnType<typeof vi.fn>; navigate: ReturnType<typeof vi.fn> }[];
const showNotification = vi.fn();
const openWindow = vi.fn();

beforeEach(() => {
  handlers = new Map();
  pages = [];
  showNotification.mockReset();
  openWindow.mockReset();
  const self = {
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
    registration: { showNotification },
    clients: { matchAll: () => Promise.resolve(pages), openWindow },
  };
  const code = readFileSync("public/worker.js", "utf-8");
  new Function("self", "location", code)(self, { origin: "https://games.example.org" });
});

async function happen(name: string, event: Record<string, unknown>): Promise<void> {
  let until: Promise<unknown> = Promise.resolve();
  handlers.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => (until = work) });
  await until;
}
const page = (url: string) => ({ url, focus: vi.fn(), navigate: vi.fn() });
const clicked = { notification: { close: vi.fn(), data: { path: "/table/abc" } } };

test("what the server sends is shown, one of a kind and table at a time", async () => {
  const said = { title: "Alignement: it is your turn", path: "/table/abc", tag: "turn-abc" };
  await happen("push", { data: { json: () => said } });
  expect(showNotification.mock.calls).toEqual([
    [said.title, { tag: said.tag, data: { path: said.path }, icon: "/icon-192.png", badge: "/icon-192.png" }],
  ]);
});

test("a click leads to the table: to the page that is there, else to another of ours, else to a new one", async () => {
  await happen("notificationclick", clicked);
  expect(openWindow.mock.calls).toEqual([["https://games.example.org/table/abc"]]);
  pages = [page("https://games.example.org/"), page("https://games.example.org/table/abc#0.key")];
  await happen("notificationclick", clicked);
  expect([pages[1]!.focus.mock.calls.length, pages[0]!.navigate.mock.calls.length]).toEqual([1, 0]);
  pages = [page("https://games.example.org/lobby")];
  await happen("notificationclick", clicked);
  expect(pages[0]!.navigate.mock.calls).toEqual([["https://games.example.org/table/abc"]]);
  expect(openWindow).toHaveBeenCalledTimes(1);
});
