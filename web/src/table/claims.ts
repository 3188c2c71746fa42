import { leftOf, type Reading } from "./clocks";

/** How long a player must have been away before one may claim, with a clock running and without: then it is worth asking. */
const PATIENCE = { withClock: 60_000, without: 600_000 };

export interface Waiting {
  mover: number | null;
  mine: readonly number[];
  isPerson: boolean;
  hasClock: boolean;
  isHere: boolean;
  reading: Reading | null;
  /** Since when the page has seen the mover away. */
  awaySince: number | null;
}

/** Whether the one whom everybody waits for seems to have left or run out of time; the server decides. */
export function seemsGone(waiting: Waiting, now: number): boolean {
  const { mover } = waiting;
  if (mover === null || !waiting.mine.length || waiting.mine.includes(mover) || !waiting.isPerson) return false;
  if (waiting.reading && waiting.reading.runs === mover && leftOf(waiting.reading, mover, now) === 0) return true;
  const patience = waiting.hasClock ? PATIENCE.withClock : PATIENCE.without;
  return !waiting.isHere && waiting.awaySince !== null && now - waiting.awaySince > patience;
}
