/** Pictures that play by themselves when they are looked at: one after the other, each once. */

/** How long a picture stands before it goes on, in milliseconds. */
const PAUSE = 1100;

export class Living {
  /** The step that is shown. */
  at = $state(0);

  /** One that stands still tells most at its end. */
  constructor(
    readonly last: number,
    private readonly turns: Turns,
    isStill = false,
  ) {
    if (isStill) this.at = last;
  }

  get isLast(): boolean {
    return this.at >= this.last;
  }

  /** From the start, as soon as the others are done. */
  play(): void {
    this.at = 0;
    this.turns.ask(this);
  }

  /** By hand, one step at a time. */
  step(): void {
    this.turns.drop(this);
    this.at = this.isLast ? 0 : this.at + 1;
  }
}

/** Whose turn it is to move: so that the eye has one thing to follow. */
export class Turns {
  private waiting: Living[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  ask(living: Living): void {
    this.drop(living);
    this.waiting.push(living);
    this.timer ??= setTimeout(() => this.go(), PAUSE / 2);
  }

  drop(living: Living): void {
    this.waiting = this.waiting.filter((one) => one !== living);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
  }

  private go(): void {
    this.timer = undefined;
    const [first] = this.waiting;
    if (!first) return;
    if (first.isLast) this.waiting.shift();
    else first.at += 1;
    if (this.waiting.length) this.timer = setTimeout(() => this.go(), PAUSE);
  }
}
