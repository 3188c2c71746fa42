/** What can be clicked, in order: `{pick: {pick: "action"}}`. The server makes it; here it is only walked. */
export interface Choices {
  readonly [pick: string]: Choices | string;
}

const TURN = "turn:";

/** What is left to choose after these picks; null where they lead nowhere. */
export function after(choices: Choices, path: readonly string[]): Choices | null {
  let node: Choices | string | undefined = choices;
  for (const pick of path) {
    if (typeof node !== "object") return null;
    node = node[pick];
  }
  return typeof node === "object" ? node : null;
}

/** Whether the next pick is a way to turn a piece. */
export function isOfTurns(choices: Choices): boolean {
  const [first] = Object.keys(choices);
  return first !== undefined && first.startsWith(TURN);
}

/** The pick for the n-th way to turn a piece. */
export const turnPick = (turn: number): string => `${TURN}${turn}`;

/** The numbers of the turns that can be picked. */
export function turnsIn(choices: Choices): number[] {
  return Object.keys(choices)
    .filter((pick) => pick.startsWith(TURN))
    .map((pick) => Number(pick.slice(TURN.length)));
}

/** The picks that are no place on the table: they become buttons. */
export function wordsIn(choices: Choices, isPlace: (pick: string) => boolean): string[] {
  return Object.keys(choices).filter((pick) => !isPlace(pick) && !pick.startsWith(TURN));
}

/** The one place to go on to, where there is no choice. */
export function onlyGoal(choices: Choices | string | undefined): string | null {
  if (typeof choices !== "object") return null;
  const [only, ...others] = Object.keys(choices);
  return only !== undefined && !others.length && typeof choices[only] === "string" ? only : null;
}

/** Every action that can still be reached. */
export function actionsIn(choices: Choices | string): string[] {
  return typeof choices === "string" ? [choices] : Object.values(choices).flatMap(actionsIn);
}

/** What is picked for an action, in order; null where it cannot be reached. */
export function picksOf(choices: Choices, action: string): string[] | null {
  for (const [pick, after] of Object.entries(choices)) {
    if (after === action) return [pick];
    const rest = typeof after === "object" ? picksOf(after, action) : null;
    if (rest) return [pick, ...rest];
  }
  return null;
}

/** The one place to begin with, where there is no choice: a piece that must move on. */
export function onlyStart(choices: Choices, isPlace: (pick: string) => boolean): string | null {
  const places = Object.keys(choices).filter(isPlace);
  const [only] = places;
  const onward = only === undefined || places.length > 1 ? undefined : choices[only];
  return only !== undefined && typeof onward === "object" && !wordsIn(onward, isPlace).length ? only : null;
}
