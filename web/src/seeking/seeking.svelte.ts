/** Playing somebody now: one seek for the whole page, which goes on while one looks elsewhere or plays a machine. */
import { api, Refused } from "../api";
import { live } from "../live/live.svelte";
import { router } from "../router.svelte";
import { self } from "../self.svelte";
import type { Clock, GameOnShelf, OpenSeek, Sought } from "../wire";

export interface Wish {
  game: string | null;
  clock: Clock;
}

export const SEEK_CLOCKS: readonly Clock[] = [
  { kind: "none" },
  { kind: "game", seconds: 300, increment: 5 },
  { kind: "game", seconds: 900, increment: 10 },
];

export const isForTwo = (game: GameOnShelf): boolean => game.players.includes(2);

class Seeking {
  /** What is sought, from the click until somebody has come or it is given up. */
  wish = $state.raw<Wish | null>(null);
  /** How it stands, as the server says. */
  sought = $state.raw<Sought | null>(null);
  /** The table where somebody sits and waits for me, who am at another one. */
  found = $state<string | null>(null);
  refusal = $state.raw<Refused | null>(null);
  #letGo: () => void = () => undefined;

  async start(wish: Wish): Promise<void> {
    this.#end();
    this.wish = wish;
    this.found = this.refusal = null;
    try {
      const sought = await api.seek(wish);
      if (!self.me?.person) await this.#becomeKnown();
      if (this.wish !== wish) {
        await this.#giveUp(sought.sought); // while the question was under way
        return;
      }
      if (!sought.table) this.#letGo = live.wait(sought.sought, (told) => this.hear(told));
      this.hear(sought);
    } catch (failure) {
      if (!(failure instanceof Refused)) throw failure;
      this.wish = null;
      this.refusal = failure;
    }
  }

  /** Who was nobody is a guest now, also on the live line. */
  async #becomeKnown(): Promise<void> {
    await self.load();
    live.reopen();
  }

  hear(sought: Sought): void {
    if (sought.is_over && this.wish) {
      void this.start(this.wish); // the line was away for too long
    } else if (sought.table) {
      this.#end();
      this.wish = null;
      this.#go(sought.table);
    } else this.sought = sought;
  }

  /** Whoever plays a machine meanwhile is not torn away from it. */
  #go(table: string): void {
    if (router.route.page !== "table") {
      router.go(`/table/${table}`);
      return;
    }
    this.found = table;
    void import("../table/sounds").then(({ hear }) => hear("yourTurn"));
  }

  async stop(): Promise<void> {
    const { sought } = this;
    this.#end();
    this.wish = null;
    if (sought) await this.#giveUp(sought.sought);
  }

  async #giveUp(seek: string): Promise<void> {
    const left = await api.endSeek(seek).catch(() => null);
    if (left?.table) this.#go(left.table); // somebody came in that very moment
  }

  /** At the table, nothing is left to be told. */
  arrived(table: string): void {
    if (this.found === table) this.found = null;
  }

  #end(): void {
    this.#letGo();
    this.#letGo = () => undefined;
    this.sought = null;
  }
}

export const seeking = new Seeking();

const PAUSE = 5_000;

/** Others who wait, as long as somebody looks. */
export class Waiting {
  seeks = $state.raw<readonly OpenSeek[]>([]);

  async load(): Promise<void> {
    const told = await api.seeks().catch(() => undefined);
    if (told) this.seeks = told.seeks;
  }

  watch(): () => void {
    void this.load();
    const timer = setInterval(() => document.visibilityState === "visible" && void this.load(), PAUSE);
    return () => clearInterval(timer);
  }
}
