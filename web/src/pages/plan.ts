/** A table as somebody plans it on the page of a game, and what the server is asked for in the end. */
import { chanceOf } from "./deals";
import type { Clock, GameOnShelf, NewTable, SeatWish } from "../wire";

export type Mode = "machine" | "friend" | "screen" | "anyone" | "seats";
export type OptionValue = string | number | boolean;

export interface Plan {
  mode: Mode;
  players: number;
  seat: number | "lot";
  level: string;
  clock: Clock;
  options: Record<string, OptionValue>;
  wishes: SeatWish[]; // seat by seat, where the mode is "seats"
  rated: boolean;
  takebacks: boolean;
  listed: boolean;
  /** The number of the deal, for who plays alone; by lot where there is none. */
  deal: number | null;
}

/** How many play decides the number of seats: an option like any other, but asked for in its own place. */
export const PLAYERS = "players";

/** What is laid out when a page opens: a machine, and the fewest seats for so many people and an opponent. */
export function firstPlan(game: GameOnShelf, level: string, people = 1): Plan {
  const seatsFor = (least: number): number | undefined => game.players.find((number) => number >= least);
  return {
    mode: "machine",
    players: seatsFor(Math.max(people, 2)) ?? seatsFor(2) ?? 1,
    seat: 0,
    level,
    clock: { kind: "none" },
    options: Object.fromEntries(game.options.map((option) => [option.name, option.values[0]!.value])),
    wishes: [],
    rated: false,
    takebacks: true,
    listed: false,
    deal: null,
  };
}

/** The options that may be chosen now: one may need another, or so many players. */
export function openOptions(game: GameOnShelf, plan: Plan): GameOnShelf["options"] {
  const chosen: Record<string, OptionValue> = { ...plan.options, [PLAYERS]: plan.players };
  return game.options.filter(
    (option) =>
      option.name !== PLAYERS &&
      Object.entries(option.only_with).every(([name, value]) => chosen[name] === value),
  );
}

/** Who sits where, before any choice seat by seat. */
export function usualWishes(plan: Plan, mode: Exclude<Mode, "seats">, mine: number): SeatWish[] {
  return Array.from({ length: plan.players }, (_, seat): SeatWish => {
    if (seat === mine) return { who: "me" };
    if (mode === "machine") return { who: "machine", level: plan.level };
    return { who: mode };
  });
}

/** The options as they are chosen, how many play among them. */
export function chosenOptions(game: GameOnShelf, plan: Plan): Record<string, OptionValue> {
  const options: Record<string, OptionValue> = {};
  for (const option of openOptions(game, plan)) {
    const value = plan.options[option.name];
    if (value !== undefined && value !== option.values[0]!.value) options[option.name] = value;
  }
  if (game.options.some((option) => option.name === PLAYERS)) options[PLAYERS] = plan.players;
  return options;
}

/** What the server is asked for. `lot` draws my seat where it is left to chance. */
export function asked(game: GameOnShelf, plan: Plan, lot: (seats: number) => number): NewTable {
  const mine = plan.seat === "lot" ? lot(plan.players) : Math.min(plan.seat, plan.players - 1);
  return {
    game: game.id,
    options: chosenOptions(game, plan),
    seats: plan.mode === "seats" ? plan.wishes : usualWishes(plan, plan.mode, mine),
    clock: plan.clock,
    rated: plan.rated && mayBeRated(plan),
    takebacks: plan.takebacks && !(plan.rated && mayBeRated(plan)),
    listed: plan.listed,
    ...(isDealt(game, plan) ? { deal_number: plan.deal } : {}),
  };
}

/** Whether the deal is one with a number. */
function isDealt(game: GameOnShelf, plan: Plan): boolean {
  const chance = chanceOf(game);
  return chance !== null && plan.deal !== null && plan.options[chance.name] === chance.value;
}

/** Only games between people count. */
export function mayBeRated(plan: Plan): boolean {
  if (plan.mode === "seats") return plan.wishes.every((wish) => ["me", "friend", "anyone"].includes(wish.who));
  return plan.mode === "friend" || plan.mode === "anyone";
}
