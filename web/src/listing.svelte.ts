/** A list of tables that anybody may see, kept up to date while somebody looks at it. */
import { api } from "./api";
import type { Status, Table } from "./wire";

const PAUSE = 5_000;

export class Listing {
  tables = $state.raw<Table[] | undefined>();
  next = $state.raw<string | null>(null);
  #status: Status;
  #game: string | undefined;
  #isLong = false; // more pages were asked for: the list stays as it is

  constructor(status: Status, game?: string) {
    this.#status = status;
    this.#game = game;
  }

  async load(): Promise<void> {
    const told = await api.tables(this.#status, this.#game).catch(() => undefined);
    if (!told || this.#isLong) return;
    this.tables = told.tables;
    this.next = told.next;
  }

  async more(): Promise<void> {
    if (this.next === null) return;
    this.#isLong = true;
    const told = await api.tables(this.#status, this.#game, this.next).catch(() => undefined);
    if (!told) return;
    this.tables = [...(this.tables ?? []), ...told.tables];
    this.next = told.next;
  }

  /** Ask now, and again while the page is visible, until the returned function is called. */
  watch(): () => void {
    void this.load();
    const timer = setInterval(() => document.visibilityState === "visible" && void this.load(), PAUSE);
    return () => clearInterval(timer);
  }
}
