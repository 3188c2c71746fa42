/** A secret link to a seat, `/table/ID#SEAT.KEY`: who sits down by it first keeps the seat, and then it is worth nothing. */
import { api, Refused } from "../api";
import { live } from "../live/live.svelte";
import { self } from "../self.svelte";
import type { Seated } from "./seated.svelte";

const SPENT = ["wrong-key", "seat-taken"];

export class Invitation {
  /** The seat that is kept for who came by the link; null where there is none, or no more. */
  seat = $state<number | null>(null);
  /** Whether somebody else was first, or the link was withdrawn. */
  isSpent = $state(false);
  isSitting = $state(false);
  #key = "";

  constructor(private readonly table: Seated) {
    this.read();
  }

  /** Look for a link in the address. */
  read(): void {
    const secret = /^#(\d+)\.(.+)$/.exec(location.hash);
    if (!secret) return;
    this.seat = Number(secret[1]);
    this.#key = secret[2] ?? "";
    this.isSpent = false;
  }

  /** The table has changed: a seat that is taken is not kept for me, and who sits here already needs no link. */
  check(): void {
    if (this.seat === null || this.isSitting || !this.table.isHere) return;
    if (!this.table.isWatching) this.#forget();
    else if (this.table.status !== "open" || this.table.seats[this.seat]?.who !== "friend") this.#spend();
  }

  /** Sit down. */
  async accept(): Promise<void> {
    const { seat } = this;
    if (seat === null) return;
    this.isSitting = true;
    try {
      await api.sit(this.table.id, seat, { key: this.#key });
      this.#forget();
      await self.load(); // who was nobody is a guest now
      live.reopen(); // the server must see so on the line, too
    } catch (failure) {
      if (!(failure instanceof Refused) || !SPENT.includes(failure.refusal.code)) throw failure;
      this.#spend();
    } finally {
      this.isSitting = false;
    }
  }

  /** Who has read that the link is spent watches. */
  watch(): void {
    this.isSpent = false;
  }

  #spend(): void {
    this.#forget();
    this.isSpent = true;
  }

  /** The secret leaves the address. */
  #forget(): void {
    this.seat = null;
    history.replaceState(null, "", location.pathname);
  }
}
