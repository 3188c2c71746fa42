import type { SeatNow, Table } from "../wire";

export interface Tally {
  won: number;
  lost: number;
}

const who = (seat: SeatNow | undefined): string | undefined => seat?.person ?? seat?.level ?? undefined;

/** How it stands between me and the one I have just played, over the finished games of this kind; null if that says nothing. */
export function tallyOf(tables: readonly Table[], game: string, other: SeatNow | undefined): Tally | null {
  const tally = { won: 0, lost: 0 };
  for (const table of tables) {
    const against = table.seats.find((_, seat) => !table.mine.includes(seat));
    if (table.game !== game || table.seats.length !== 2 || table.mine.length !== 1) continue;
    if (who(against) === undefined || who(against) !== who(other) || !table.outcome || table.outcome.draw) continue;
    tally[table.mine.some((seat) => table.outcome?.winners.includes(seat)) ? "won" : "lost"] += 1;
  }
  return tally.won + tally.lost > 1 ? tally : null;
}
