/** A search for a way, as the server tells of it line by line, until it is proven or nobody wants more. */
import { lines, Refused } from "../api";
import type { Step, WayFound } from "../wire";

export class Search {
  /** What is known so far. */
  found = $state.raw<WayFound>();
  /** The best way, the table before it first. */
  best = $state.raw<readonly Step[]>([]);
  /** Why nothing more comes. */
  refusal = $state("");
  isUnderWay = $state(true);
  #end = new AbortController();

  constructor(path: string) {
    void this.#listen(path);
  }

  stop(): void {
    this.isUnderWay = false;
    this.#end.abort();
  }

  async #listen(path: string): Promise<void> {
    try {
      for await (const found of lines<WayFound>(path, this.#end.signal)) {
        this.found = found;
        if (found.steps.length) this.best = found.steps;
      }
    } catch (failure) {
      if (this.#end.signal.aborted) return;
      if (!(failure instanceof Refused)) throw failure;
      this.refusal = failure.message;
    } finally {
      this.isUnderWay = false;
    }
  }
}
