import drawn from "../../../src/palissade/look/forms.json";

/** A form round the origin. */
export type Face =
  | { form: "circle"; radius: number }
  | { form: "rectangle"; width: number; height: number; round: number }
  | { form: "path"; d: string };

/** What this page and the drawings that Python makes have in common; what a name means is said in `look/forms.py`. */
export const FORMS = drawn;

/** The plain form of a kind of piece. */
export const FACES = drawn.faces as Record<string, Face>;

/** How much of the side is seen below the face, by the kind of piece. */
export const LIFTS: Record<string, number> = drawn.lifts;

/** Which way an arrow points, in degrees from north. */
export const ANGLES: Record<string, number> = drawn.arrow_tile.angles;
