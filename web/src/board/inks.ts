import drawn from "../../../src/palissade/look/inks.json";

/** One stroke, or one filled form where there is no stroke, in a box of 20 units round its middle. */
export interface Ink {
  d: string;
  stroke?: number;
}

/** The mark cut into each player's pieces, by colour. */
export const MARKS: Record<string, readonly Ink[]> = drawn.marks;

/** The symbols on tiles and boards, by name. */
export const SYMBOLS: Record<string, readonly Ink[]> = drawn.symbols;
