import { beforeEach, describe, expect, it, vi } from "vitest";
import { routeOf, router } from "./router.svelte";

/** Whether the router took the click; if not, nobody else may: there is nothing to load in a test. */
function isFollowed(link: HTMLAnchorElement, modifiers: MouseEventInit = {}): boolean {
  let isTaken = false;
  const last = (event: Event) => {
    isTaken = event.defaultPrevented;
    event.preventDefault();
  };
  addEventListener("click", last, { once: true });
  link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, button: 0, ...modifiers }));
  return isTaken;
}

function linkTo(href: string, attributes: Record<string, string> = {}): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = href;
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  document.body.append(link);
  return link;
}

describe("a path", () => {
  it.each([
    ["/", { page: "shelf" }],
    ["/lobby", { page: "lobby" }],
    ["/lobby/", { page: "lobby" }],
    ["/account", { page: "account" }],
    ["/device", { page: "device" }],
    ["/learn/blocus", { page: "learn", id: "blocus" }],
    ["/games/cul-de-sac", { page: "game", id: "cul-de-sac" }],
    ["/rules/empire", { page: "rules", id: "empire" }],
    ["/table/x7k2", { page: "table", id: "x7k2" }],
    ["/table/%C3%A9t%C3%A9", { page: "table", id: "été" }],
    ["/table/%", { page: "table", id: "%" }],
    ["/table", { page: "missing" }],
    ["/games/a/b", { page: "missing" }],
    ["/anything", { page: "missing" }],
  ])("%s leads to its page", (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });
});

describe("the router", () => {
  beforeEach(() => {
    vi.stubGlobal("scrollTo", () => undefined);
    document.body.innerHTML = "";
    router.go("/");
  });

  it("follows a link of ours without loading the page anew", () => {
    const before = router.turns;
    expect(isFollowed(linkTo("/games/barrier"))).toBe(true);
    expect(router.route).toEqual({ page: "game", id: "barrier" });
    expect(location.pathname).toBe("/games/barrier");
    expect(router.turns).toBe(before + 1);
  });

  it("keeps the secret of a seat link", () => {
    isFollowed(linkTo("/table/abcd#1.key"));
    expect(location.hash).toBe("#1.key");
  });

  it("leaves to the browser what is not a page, or is wanted in another window", () => {
    expect(isFollowed(linkTo("/lobby"), { ctrlKey: true })).toBe(false);
    expect(isFollowed(linkTo("/lobby", { target: "_blank" }))).toBe(false);
    expect(isFollowed(linkTo("/api/me/export", { download: "" }))).toBe(false);
    expect(isFollowed(linkTo("https://example.org/"))).toBe(false);
    expect(router.route).toEqual({ page: "shelf" });
  });
});
