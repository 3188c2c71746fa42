import type { Scene } from "../board/scene";
import type { Seated } from "./seated.svelte";

/** Between two actions. */
const PACE = 900;

/** The game shown by itself, action by action, until its end or until somebody steps in. */
export class Replay {
  isPlaying = $state(false);
  #at = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: Pick<Seated, "ply" | "shownPly" | "shown" | "look">,
    private readonly onstep: (before: Scene | null, after: Scene | null) => void = () => undefined,
  ) {}

  toggle(): void {
    if (this.isPlaying) this.stop();
    else void this.#start();
  }

  stop(): void {
    this.isPlaying = false;
    clearTimeout(this.#timer);
  }

  /** Whoever steps elsewhere wants to look at that. */
  check(): void {
    if (this.isPlaying && this.table.shownPly !== this.#at && this.table.shownPly !== this.#at + 1) this.stop();
  }

  /** From what is shown on; from the end, once more from the beginning. */
  async #start(): Promise<void> {
    if (this.table.shownPly >= this.table.ply) await this.table.look(0);
    this.#at = this.table.shownPly;
    this.isPlaying = true;
    this.#soon();
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#step(), PACE);
  }

  async #step(): Promise<void> {
    const before = this.table.shown;
    await this.table.look(this.#at + 1);
    if (!this.isPlaying) return;
    if (this.table.shownPly !== this.#at + 1) {
      this.stop();
      return;
    }
    this.#at += 1;
    this.onstep(before, this.table.shown);
    if (this.#at >= this.table.ply) this.stop();
    else this.#soon();
  }
}
