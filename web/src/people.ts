/** Who sits at a table, and whose turn it is, in words. */
import { speech } from "./language.svelte";
import { shelf } from "./shelf.svelte";
import type { Clock, SeatNow, Table } from "./wire";

/** Who sits there; a seat still to be taken says for whom it is kept. */
export function whoSits(seat: SeatNow): string {
  const words = speech.words.seat;
  if (seat.who === "machine") return shelf.level(seat.level)?.name ?? seat.level ?? words.somebody;
  if (seat.who === "screen" || seat.who === "person") return seat.name ?? words.somebody;
  return seat.who === "friend" ? words.friend : words.anyone;
}

/** The others at my table, for a line such as "Cul-de-Sac against Oak". */
export function othersAt(table: Table): string {
  const others = table.seats.filter((_, seat) => !table.mine.includes(seat)).map(whoSits);
  return speech.words.seat.and([...new Set(others)]);
}

/** Everybody who sits at a table, in order of play; those without a name are at somebody's screen. */
export function everybodyAt(table: Table): string {
  const words = speech.words.seat;
  const taken = table.seats.filter((seat) => seat.who !== "friend" && seat.who !== "anyone");
  const named = taken.filter((seat) => seat.who !== "screen" || seat.name);
  const names = words.and(named.map(whoSits));
  return named.length < taken.length ? `${names} · ${words.screen}` : names;
}

/** What a table waits for, as its reader sees it. */
export function turnInWords(table: Table): string {
  const words = speech.words.turn;
  if (table.status === "open") return words.waiting;
  if (table.status === "over" || table.mover === null) return resultAt(table);
  if (table.mine.includes(table.mover)) return words.yours;
  const mover = table.seats[table.mover];
  return mover ? words.theirs(whoSits(mover)) : words.over;
}

function resultAt(table: Table): string {
  const words = speech.words.turn;
  if (!table.outcome || table.mine.length === 0) return words.over;
  if (table.outcome.draw) return words.draw;
  const won = table.mine.filter((seat) => table.outcome!.winners.includes(seat)).length;
  if (table.mine.length > 1 && won < table.mine.length) return words.over; // one screen: some of us won
  return won ? words.won : words.lost;
}

/** How long somebody may think. */
export function clockIn(clock: Clock): string {
  const words = speech.words.game.clocks;
  if (clock.kind === "none") return words.unlimited;
  if (clock.kind === "days") return words.days(clock.days);
  const minutes = Math.round((clock.seconds / 60) * 10) / 10;
  return clock.increment ? words.withIncrement(minutes, clock.increment) : words.minutes(minutes);
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** What a table waits for, and since when; what is only just so needs no time. */
export function standingOf(table: Table, now = Date.now()): string {
  const turn = turnInWords(table);
  return now - table.changed_at < 60_000 ? turn : speech.words.turn.since(turn, ago(table.changed_at, now));
}

/** How long ago something was, as people say it. */
export function ago(time: number, now = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(speech.language, { numeric: "auto" });
  for (const [unit, length] of STEPS) {
    if (now - time >= length) return format.format(-Math.floor((now - time) / length), unit);
  }
  return format.format(0, "second");
}
