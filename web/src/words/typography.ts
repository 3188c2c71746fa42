/** Small things of typography, shared by all catalogues. French: no line break before `; : ! ? »` nor after `«`. Catalogues are written with plain spaces. */
export function frenchSpaces(sentence: string): string {
  return sentence.replace(/ (?=[;:!?»])|(?<=«) /g, "\u00a0");
}

/** A whole catalogue with French spaces, in its strings and in what its functions say. */
export function withFrenchSpaces<T>(words: T): T {
  if (typeof words === "string") return frenchSpaces(words) as T;
  if (typeof words === "function") {
    return ((...places: unknown[]) => withFrenchSpaces((words as (...all: unknown[]) => unknown)(...places))) as T;
  }
  if (Array.isArray(words)) return words.map(withFrenchSpaces) as T;
  if (typeof words === "object" && words !== null) {
    return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, withFrenchSpaces(value)])) as T;
  }
  return words;
}

/** With a capital at its beginning. */
export const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A true minus before a number. */
export const minus = (text: string): string => text.replace(/-(?=\d)/, "\u2212");
