/** The page's one live line, and its state for whoever shows it. */
import { Line, type Listener, type LineState, type Reply, type Saying } from "./line";

export type { Listener, LineState, Reply, Saying } from "./line";

class Live {
  state = $state.raw<LineState>({ kind: "idle" });
  #line = new Line(
    {
      open: () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`),
      id: () => newId(),
      now: () => Date.now(),
      later: (milliseconds, then) => {
        const timer = setTimeout(then, milliseconds);
        return () => clearTimeout(timer);
      },
    },
    (state) => (this.state = state),
  );

  constructor() {
    addEventListener("online", () => this.#line.check());
    addEventListener("offline", () => this.#line.check()); // a server on this very machine is still there
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#line.check());
  }

  /** Be at a table until the returned function is called. */
  attend(table: string, listener: Listener, key?: string): () => void {
    return this.#line.attend(table, listener, key);
  }

  /** Be told anew how a table stands: some things change there without an event. */
  lookAgain(table: string): void {
    this.#line.lookAgain(table);
  }

  /** Say something; resolved by its answer. A refusal is an answer too: look at `refused`. */
  send(saying: Saying): Promise<Reply> {
    return this.#line.send(saying);
  }

  retryNow(): void {
    this.#line.retryNow();
  }

  /** After signing in or out: the server must see who we are now. */
  reopen(): void {
    this.#line.reopen();
  }
}

/** Browsers have randomUUID only on https and localhost; a table on the home network is often neither. */
function newId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const live = new Live();
