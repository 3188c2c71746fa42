/** Which page is shown. Links are plain links: a click on one of ours changes the page without loading it anew. */

export type Route =
  | { page: "shelf" | "lobby" | "account" | "device" | "notices" | "missing" }
  | { page: "game" | "rules" | "learn" | "table"; id: string };

/** The page of a path. */
export function routeOf(path: string): Route {
  const [first = "", id = "", ...more] = path.split("/").slice(1).filter((part, at) => part || at === 0);
  if (more.length) return { page: "missing" };
  if (!id) {
    if (first === "") return { page: "shelf" };
    if (first === "lobby" || first === "account" || first === "device" || first === "notices") return { page: first };
  } else {
    const name = safelyDecoded(id);
    if (first === "games") return { page: "game", id: name };
    if (first === "rules") return { page: "rules", id: name };
    if (first === "learn") return { page: "learn", id: name };
    if (first === "table") return { page: "table", id: name };
  }
  return { page: "missing" };
}

function safelyDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Whether a click means this page, and not a new tab or window. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}

class Router {
  route = $state.raw<Route>(routeOf(location.pathname));
  /** Counts page changes made by a click, so that the focus can follow; the first page keeps the browser's own. */
  turns = $state(0);

  constructor() {
    addEventListener("popstate", () => this.#show());
    document.addEventListener("click", (event) => this.#follow(event));
  }

  go(path: string, { replace = false } = {}): void {
    history[replace ? "replaceState" : "pushState"](null, "", path);
    this.#show();
    scrollTo(0, 0);
  }

  #show(): void {
    this.route = routeOf(location.pathname);
    this.turns += 1;
  }

  #follow(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.("a[href]") as HTMLAnchorElement | null;
    if (!link || event.defaultPrevented || !isPlainClick(event)) return;
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/")) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
