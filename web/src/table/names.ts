/** What a game calls things, as its room says on the shelf; and its notation in the reader's language. */
import { shelf } from "../shelf.svelte";
import type { TableWords } from "./words.en";

interface Named {
  kind: string;
  glyph?: string;
}

/** The game's own word for this, if it has one. */
export function wordOf(game: string | undefined, key: string): string | undefined {
  return game === undefined ? undefined : shelf.game(game)?.words[key];
}

/** What the rulebook calls a piece, and what is cut into it. */
export function nameOfPiece(game: string | undefined, { kind, glyph = "" }: Named, words: TableWords): string {
  const own = glyph && wordOf(game, `piece.${kind}.${glyph}`);
  if (own) return own;
  const name = wordOf(game, `piece.${kind}`) ?? words.kinds[kind] ?? kind;
  if (!glyph || kind === "arrow-tile") return name;
  return `${name} ${glyph === "crown" ? words.heard.crowned : said(game, glyph)}`;
}

/** So many pieces of a kind, in words. */
export function nameOfMany(game: string | undefined, { kind, glyph = "" }: Named, count: number, words: TableWords): string {
  const many = words.isMany(count) ? wordOf(game, `pieces.${kind}${glyph && `.${glyph}`}`) : undefined;
  return many ?? nameOfPiece(game, { kind, glyph }, words);
}

const LETTERS = /\p{L}{3,}/gu; // as in `vocabulary.py`

/** An action, or a word of one, as the reader writes it. */
export function said(game: string | undefined, action: string): string {
  const word = (text: string): string | undefined => wordOf(game, `word.${text}`);
  return word(action) ?? action.replace(LETTERS, (letters) => word(letters) ?? letters);
}

/** What the marks on a game's board mean, by their kind; whose a place is, by its colour too. */
export function meaningsOf(game: string, words: TableWords): Record<string, string> {
  const all = Object.entries(shelf.game(game)?.words ?? {});
  const marks = all.flatMap(([key, said]) => (key.startsWith("mark.") ? [[key.slice("mark.".length), said] as const] : []));
  const owned = marks
    .filter(([kind]) => kind === "owner")
    .flatMap(([kind, said]) => Object.entries(words.colours).map(([id, colour]) => [`${kind}.${id}`, `${said} (${colour})`]));
  return Object.fromEntries([...marks, ...owned]) as Record<string, string>;
}
