/** Clocks run here between two messages of the server, from what it said was left and when. */

export interface Reading {
  /** Left on each seat's clock, in milliseconds, when it was read. */
  left: readonly number[];
  /** The seat whose clock runs. */
  runs: number | null;
  /** When it was read, by the clock of this page. */
  at: number;
}

export function leftOf(reading: Reading, seat: number, now: number): number {
  const left = reading.left[seat] ?? 0;
  return Math.max(0, reading.runs === seat ? left - Math.max(0, now - reading.at) : left);
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `4:12`, `1:04:09`, tenths in the last ten seconds; days and hours where there are days. */
export function clockText(left: number, days: string, hours: string): string {
  if (left >= DAY) return `${Math.floor(left / DAY)} ${days} ${Math.floor((left % DAY) / HOUR)} ${hours}`;
  if (left < 10 * SECOND) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const pad = (value: number): string => String(value).padStart(2, "0");
  const seconds = pad(Math.floor((left % MINUTE) / SECOND));
  const minutes = Math.floor((left % HOUR) / MINUTE);
  return left >= HOUR ? `${Math.floor(left / HOUR)}:${pad(minutes)}:${seconds}` : `${minutes}:${seconds}`;
}

/** Whole seconds until something happens, as `0:24`: it reaches nought only then. */
export function countdown(left: number): string {
  const seconds = secondsIn(left);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** How many seconds are left, the last one counted as a whole one. */
export const secondsIn = (left: number): number => Math.max(0, Math.ceil(left / SECOND));

/** Whether so little is left that it should be seen. */
export const isShort = (left: number): boolean => left < 20 * SECOND;
