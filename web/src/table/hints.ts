/** What a machine would play, as the page shows it: the best three, each with what it promises. */
import { picksOf } from "../board/choices";
import type { Seated } from "./seated.svelte";

const MOST = 3;

export interface Idea {
  action: string;
  /** What is picked for it, in order. */
  picks: readonly string[];
  /** What the mover may expect after it, from 0 to 1. */
  value: number;
}

export function ideasOf({ hint, choices }: Pick<Seated, "hint" | "choices">): Idea[] {
  if (!hint) return [];
  return hint.choices.slice(0, MOST).flatMap(([action, , value], place) => {
    const picks = place === 0 ? hint.picks : choices && picksOf(choices, action);
    return picks ? [{ action, picks, value }] : [];
  });
}

/** Whether what has been picked so far leads to this: whoever takes another piece has stopped following it. */
export function isFollowed({ picks }: Idea, path: readonly string[], pinned: string | null): boolean {
  const chosen = [...path, ...(pinned === null ? [] : [pinned])];
  const wanted = picks.filter((pick) => !pick.startsWith("turn:"));
  return chosen.every((pick, place) => pick === wanted[place]);
}
