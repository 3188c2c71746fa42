/** Every rulebook in the reader's language, fetched when there is nothing else to do, to be read without a connection. */
import { api } from "./api";
import type { Language } from "./language.svelte";

const kept = new Set<string>();

export async function keepRulebooks(games: readonly string[], language: Language): Promise<void> {
  for (const game of games) {
    const name = `${game}.${language}`;
    if (kept.has(name)) continue;
    kept.add(name);
    await api.rules(game, language).catch(() => kept.delete(name));
  }
}
