/** Whether a plain move is played by its last click, or confirmed first as a wall is: as this browser remembers. */
import { keep, recall, type Kept } from "../kept";
import type { Clock } from "../wire";

export type Confirms = NonNullable<Kept["confirms"]>;

class Confirming {
  when = $state<Confirms>(recall("confirms") ?? "never");

  choose(when: Confirms): void {
    this.when = when;
    keep("confirms", when);
  }

  /** Whether moves are confirmed at a table with this clock. */
  isFor(clock: Clock): boolean {
    return this.when === "always" || (this.when === "timed" && clock.kind !== "none");
  }
}

export const confirming = new Confirming();
