/**
 * A search for a way, as the server tells of it line by line, until it is proven, its time is over or nobody wants more;
 * it can be gone on with.
 */
import { lines, Refused } from "../api";
import type { Step, WayFound } from "../wire";

export class Search {
  /** What is known so far. */
  found = $state.raw<WayFound>();
  /** The best way, the table before it first. */
  best = $state.raw<readonly Step[]>([]);
  /** Why nothing more comes. */
  refusal = $state("");
  isUnderWay = $state(false);
  readonly #path: string;
  #end = new AbortController();

  constructor(path: string) {
    this.#path = path;
    this.lookOn();
  }

  /** Whether there is more to be found. */
  get mayLookOn(): boolean {
    return !this.isUnderWay && this.found !== undefined && !this.found.is_proven;
  }

  lookOn(): void {
    this.#end = new AbortController();
    this.isUnderWay = true;
    this.refusal = "";
    void this.#listen(this.#end.signal);
  }

  stop(): void {
    this.isUnderWay = false;
    this.#end.abort();
  }

  async #listen(end: AbortSignal): Promise<void> {
    try {
      for await (const found of lines<WayFound>(this.#path, end)) {
        this.found = found;
        if (found.steps.length && !isSame(found.steps, this.best)) this.best = found.steps;
      }
    } catch (failure) {
      if (end.aborted) return;
      if (!(failure instanceof Refused)) throw failure;
      this.refusal = failure.message;
    } finally {
      if (!end.aborted) this.isUnderWay = false;
    }
  }
}

const isSame = (one: readonly Step[], other: readonly Step[]): boolean =>
  one.length === other.length && one.every(({ action }, at) => action === other[at]!.action);
