/** What has been played: the turns of this game, and how it stands between the same two over all their games. */
import type { SeatNow, Table } from "../wire";

// ---- turns: what one seat played in a row; who plays alone has a turn for each action

export interface Turn {
  seat: number;
  actions: string[];
  /** How many actions had been played when it was over. */
  end: number;
}

export function turnsOf(actions: readonly string[], movers: readonly number[], isAlone = false): Turn[] {
  const turns: Turn[] = [];
  actions.forEach((action, ply) => {
    const seat = movers[ply] ?? 0;
    const last = turns.at(-1);
    if (last && last.seat === seat && !isAlone) {
      last.actions.push(action);
      last.end = ply + 1;
    } else {
      turns.push({ seat, actions: [action], end: ply + 1 });
    }
  });
  return turns;
}

/** Turns in rounds, a column for each seat; who comes round again begins a new one. */
export function roundsOf(turns: readonly Turn[], seats: number): (Turn | null)[][] {
  const rounds: (Turn | null)[][] = [];
  let last = seats;
  for (const turn of turns) {
    if (turn.seat <= last || !rounds.length) rounds.push(Array<Turn | null>(seats).fill(null));
    const round = rounds.at(-1);
    if (round) round[turn.seat] = turn;
    last = turn.seat;
  }
  return rounds;
}

/** The number of the turn that shows the position after so many actions; -1 at the beginning. */
export function turnAt(turns: readonly Turn[], ply: number): number {
  return ply === 0 ? -1 : turns.findIndex((turn) => turn.end >= ply);
}

export type Step = "first" | "previous" | "next" | "last";

/** Where a step leads from the position after so many actions, turn by turn. */
export function stepFrom(turns: readonly Turn[], ply: number, step: Step): number {
  const ends = [0, ...turns.map((turn) => turn.end)];
  if (step === "first") return 0;
  if (step === "last") return ends.at(-1) ?? 0;
  if (step === "previous") return ends.findLast((end) => end < ply) ?? 0;
  return ends.find((end) => end > ply) ?? ply;
}

// ---- the tally

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
