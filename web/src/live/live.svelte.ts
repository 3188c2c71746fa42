/** The page's one live line, and its state for whoever shows it. */
import { speech, type Language } from "../language.svelte";
import type { Sought } from "../wire";
import { Line, type Listener, type LineState, type Reply, type Saying } from "./line";

export type { Listener, LineState, Reply, Saying } from "./line";

class Live {
  state = $state.raw<LineState>({ kind: "idle" });
  /** In which language the server speaks on the line. */
  #spoken: Language | undefined;
  #line = new Line(
    {
      open: () => new WebSocket(addressIn((this.#spoken = speech.language))),
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
  attend(table: string, listener: Listener): () => void {
    return this.#line.attend(table, listener);
  }

  /** Wait for somebody to play until the returned function is called. */
  wait(seek: string, hear: (sought: Sought) => void): () => void {
    return this.#line.wait(seek, hear);
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

  /** Be spoken to in this language from now on. */
  speak(language: Language): void {
    if (this.#spoken !== undefined && this.#spoken !== language) this.#line.reopen();
  }
}

/** Where the live line is; who is nobody yet tells the language only here. */
function addressIn(language: Language): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket?lang=${language}`;
}

/** Browsers have randomUUID only on https and localhost; a table on the home network is often neither. */
function newId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const live = new Live();
