/** What this browser keeps between visits; where it may keep nothing, only until the page is closed. */
export interface Kept {
  theme?: "light" | "dark";
  language?: "en" | "fr";
  sound?: boolean;
  confirms?: "never" | "timed" | "always";
  level?: string;
  players?: number;
  help?: Record<string, { on?: boolean; played: number }>;
  isTalkOpen?: boolean;
  seekClock?: number;
  mutedPeople?: string[];
  mutedTables?: string[];
  /** Games that have been played or learned here. */
  learned?: string[];
  /** The best results of who plays alone, by game and options. */
  best?: Record<string, { left: number; moves: number }>;
}

const KEY = "palissade";
let kept: Kept = read();

function read(): Kept {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof value === "object" && value !== null ? (value as Kept) : {};
  } catch {
    return {};
  }
}

export function recall<K extends keyof Kept>(key: K): Kept[K] {
  return kept[key];
}

export function keep<K extends keyof Kept>(key: K, value: Kept[K] | undefined): void {
  kept = { ...kept, [key]: value };
  if (value === undefined) delete kept[key];
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A private window: it is kept until the page is closed.
  }
}
