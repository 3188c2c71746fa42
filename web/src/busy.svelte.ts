/** Too much to do, said the server: until when what was asked waits before it is asked again. */
class Busy {
  /** When it is asked again; null while nothing waits. */
  until = $state<number | null>(null);
  #waiting = 0;

  /** Wait so many seconds, for all to see. */
  async wait(seconds: number): Promise<void> {
    const until = Date.now() + seconds * 1000;
    this.until = Math.max(until, this.until ?? 0);
    this.#waiting += 1;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    this.#waiting -= 1;
    if (!this.#waiting) this.until = null;
  }
}

export const busy = new Busy();
