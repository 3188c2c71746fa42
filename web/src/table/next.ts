/** Whom to meet after a game against machines. Levels are counted from 1, from soft to hard; 0 is none. */

/**
 * The level that would give me an even game; for who has won without being worth a stronger one, one step harder than
 * the one that was met. After a loss nobody is sent to a stronger machine, and after a win to a softer one or the same,
 * whatever games before it say.
 */
export function nextLevel(met: number, end: "won" | "drawn" | "lost", even: number): number {
  if (end === "won") return Math.max(even, met + 1);
  return even === met || (end === "lost" && even > met) ? 0 : even;
}
